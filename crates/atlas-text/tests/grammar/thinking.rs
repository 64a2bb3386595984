//! Reasoning that is held to a number of tokens, whatever the model would like.

use super::forms::{person, required};
use super::vocab::{Rng, Vocab, unread};
use atlas_core::{Allowed, Constraint, Settled, TokenId};
use atlas_text::grammar::{
    Compiler, Form, GrammarError, ReasoningFrame, Thinking, ThinkingLimit, ThinkingLimits,
    ThinkingStart, ThinkingWatch, WORD_SLACK,
};
use atlas_text::{Dialect, Repetition};

const OPEN: &str = "<think>";
const CLOSE: &str = "</think>";

fn thinking(vocab: &Vocab) -> Thinking {
    vocab.compiler.thinking(OPEN, CLOSE).expect("marks that can be spelled")
}

fn free(vocab: &Vocab, start: ThinkingStart, budget: u32) -> (Box<dyn Constraint>, ThinkingWatch) {
    thinking(vocab)
        .constraint(start, Some(budget), None, (10_000, &unread()))
        .expect("nothing to hold to")
}

fn id(vocab: &Vocab, text: &str) -> TokenId {
    let at = vocab.words.iter().position(|word| word == text.as_bytes());
    at.unwrap_or_else(|| panic!("no token {text}")) as TokenId
}

/// Returns the token that a constraint makes of the model's wish, as the engine does it. If the
/// wish is not allowed, the model takes `other`.
fn takes(
    held: &mut dyn Constraint,
    wish: TokenId,
    other: &mut dyn FnMut(&[u32]) -> TokenId,
) -> Option<TokenId> {
    let mut mask = vec![0u32; 1 << 12];
    let allows = |mask: &[u32]| mask[wish as usize / 32] & (1 << (wish % 32)) != 0;
    let picked = match held.mask_into(&mut mask).expect("a mask") {
        Allowed::Any => wish,
        Allowed::Masked if allows(&mask) => wish,
        Allowed::Masked => other(&mask),
        Allowed::Instead(_) if allows(&mask) => wish,
        Allowed::Instead(token) => token,
    };
    match held.settle(picked) {
        Settled::Token(token) => Some(token),
        Settled::End => None,
    }
}

fn first(mask: &[u32]) -> TokenId {
    let word = mask.iter().position(|word| *word != 0).expect("something is allowed");
    word as TokenId * 32 + mask[word].trailing_zeros()
}

/// Tokens of a model that prefers `wishes`; the watch follows and must agree.
fn said(held: &mut dyn Constraint, watch: &mut ThinkingWatch, wishes: &[TokenId]) -> Vec<TokenId> {
    wishes
        .iter()
        .map(|&wish| {
            let token = takes(held, wish, &mut first).expect("it goes on");
            held.accept(token).expect("it is allowed");
            watch.push(token);
            token
        })
        .collect()
}

fn text(vocab: &Vocab, tokens: &[TokenId]) -> String {
    let bytes: Vec<u8> = tokens.iter().flat_map(|t| vocab.words[*t as usize].clone()).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn letters(text: &str) -> Vec<TokenId> {
    text.bytes().map(TokenId::from).collect()
}

/// With one token a byte a budget falls anywhere in a word; the word is finished and no other is
/// begun.
#[test]
fn the_word_in_progress_ends_and_no_other_begins() {
    let vocab = Vocab::bytes();
    let thought = "let me see: déjà vu, 你好, it's 1234 so";
    let bytes = thought.len() as u32;
    for budget in 0..bytes {
        let (mut held, mut watch) = free(vocab, ThinkingStart::Open, budget);
        let mut wishes = letters(thought);
        // The model's wishes after the mark.
        wishes.resize(wishes.len() + CLOSE.len() + WORD_SLACK as usize, b' '.into());
        let got = said(&mut *held, &mut watch, &wishes);
        let got = text(vocab, &got);
        let kept = &got[..got.find(CLOSE).unwrap_or_else(|| panic!("{budget}: {got}"))];
        assert!(thought.starts_with(kept), "{budget}: {got}");
        let over = kept.len() as u32 - budget;
        assert!(over < WORD_SLACK, "{budget}: {got}");
        let rest = &thought[kept.len()..];
        let next = rest.chars().next();
        let last = kept.chars().next_back();
        let letter =
            |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || "éà".contains(c));
        assert!(!(letter(last) && letter(next)), "a word is cut at {budget}: {got}");
        // Nothing is waited for that the model would not have written anyway.
        let word =
            |text: &str| text.split_inclusive(|c: char| !letter(Some(c))).next().map(str::len);
        assert!(
            over as usize <= word(&thought[floor(thought, budget)..]).unwrap_or(0) + 3,
            "{got}"
        );
        let forced = watch.forced().expect("it was closed by force");
        assert_eq!((forced.limit, forced.tokens as usize), (ThinkingLimit::Budget, kept.len()));
    }
}

fn floor(text: &str, at: u32) -> usize {
    (0..=at as usize).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

#[test]
fn a_word_without_end_is_cut_when_the_slack_is_used_up() {
    let vocab = Vocab::bytes();
    let (mut held, mut watch) = free(vocab, ThinkingStart::Open, 10);
    let got = said(&mut *held, &mut watch, &letters(&"x".repeat(60)));
    let got = text(vocab, &got);
    let kept = got.find(CLOSE).expect("closed");
    assert_eq!(kept as u32, 10 + WORD_SLACK);
    assert_eq!(
        &got[kept + CLOSE.len()..],
        "x".repeat(60 - kept - CLOSE.len()),
        "the answer is free"
    );
}

/// Three times the same closes the reasoning after the word in progress; twice does not, and what
/// is said after it may repeat itself.
#[test]
fn reasoning_that_repeats_itself_is_closed() {
    let vocab = Vocab::bytes();
    let limits = ThinkingLimits { budget: None, repetition: Some(Repetition::default()) };
    for start in [ThinkingStart::Open, ThinkingStart::Maybe] {
        let make = || {
            thinking(vocab).constraint(start, limits, None, (10_000, &unread())).expect("no form")
        };
        let opening = if start == ThinkingStart::Maybe { OPEN } else { "" };
        let (mut held, mut watch) = make();
        let wishes = letters(&format!("{opening}so. {}", "let me go on, ".repeat(20)));
        let got = text(vocab, &said(&mut *held, &mut watch, &wishes));
        let (kept, rest) = got.split_once(CLOSE).expect("closed");
        assert_eq!(kept, format!("{opening}so. let me go on, let me go on, let me go on,"));
        assert!(rest.len() > 150 && !rest.contains('<'), "the answer is free: {rest}");
        let forced = watch.forced().expect("by force");
        let tokens = (kept.len() - opening.len()) as u32;
        assert_eq!((forced.limit, forced.tokens), (ThinkingLimit::Repetition, tokens));
        let (mut held, mut watch) = make();
        let wishes =
            letters(&format!("{opening}{}{CLOSE}{}", "twice so ".repeat(2), "no ".repeat(9)));
        assert_eq!(said(&mut *held, &mut watch, &wishes), wishes);
        assert_eq!(watch.forced(), None);
    }
}

#[test]
fn nothing_is_changed_where_the_budget_is_not_reached() {
    for (vocab, budget) in [(Vocab::bytes(), 26), (Vocab::mini(), 40)] {
        let (mut held, mut watch) = free(vocab, ThinkingStart::Open, budget);
        let wishes = vocab.spell(b"A short thought.\n</think>\n\nYes.", &mut Rng(5));
        for &wish in &wishes {
            assert!(held.may_stop(), "an answer may end at once");
            assert_eq!(said(&mut *held, &mut watch, &[wish]), [wish]);
        }
        assert_eq!(watch.forced(), None);
    }
    // A mark that comes letter by letter is not begun again.
    let vocab = Vocab::bytes();
    for budget in 4..12 {
        let (mut held, mut watch) = free(vocab, ThinkingStart::Open, budget);
        let wishes = letters("No.\n</think>");
        assert_eq!(said(&mut *held, &mut watch, &wishes), wishes);
    }
    // The budget is the last token before the mark that the model writes itself.
    let vocab = Vocab::mini();
    let thought = [id(vocab, "a"), id(vocab, "."), id(vocab, CLOSE)];
    let (mut held, mut watch) = free(vocab, ThinkingStart::Open, 3);
    assert_eq!(said(&mut *held, &mut watch, &thought), thought);
    assert_eq!(watch.forced(), None);
}

#[test]
fn the_mark_never_opens_reasoning_again() {
    let vocab = Vocab::mini();
    let (open, close, dot) = (id(vocab, OPEN), id(vocab, CLOSE), id(vocab, "."));
    for (start, before) in [
        (ThinkingStart::Open, vec![dot, close]),
        (ThinkingStart::Open, vec![dot, dot, dot, dot]),
        (ThinkingStart::Maybe, vec![open, dot, dot, dot, dot]),
        (ThinkingStart::Maybe, vec![open, close]),
        (ThinkingStart::Maybe, vec![dot]),
        (ThinkingStart::Closed, vec![]),
    ] {
        let (mut held, mut watch) = free(vocab, start, 2);
        said(&mut *held, &mut watch, &before);
        for _ in 0..40 {
            let got = takes(&mut *held, open, &mut |_| dot).expect("it goes on");
            assert_ne!(got, open, "{start:?} {before:?}");
            held.accept(got).expect("it is allowed");
        }
    }
    // At its beginning the model may open it, after blanks too.
    let (mut held, mut watch) = free(vocab, ThinkingStart::Maybe, 2);
    let blank = id(vocab, "\n");
    assert_eq!(said(&mut *held, &mut watch, &[blank, open]), [blank, open]);
    assert_eq!(said(&mut *held, &mut watch, &[dot, dot, dot]), [dot, dot, close]);
}

/// Where a constraint stands depends on the tokens alone: taken back and gone forward again,
/// forked, or made anew and fed the tokens, it says the same.
#[test]
fn a_position_is_a_function_of_the_tokens() {
    let vocab = Vocab::mini();
    let frame =
        ReasoningFrame { open: OPEN.to_owned(), close: CLOSE.to_owned(), starts_open: false };
    let grammar = vocab.compiler.compile(&person(), Some(&frame)).expect("a sound form");
    let mut rng = Rng(77);
    let (mut forced, mut words, mut looped) = (0, 0, 0);
    for case in 0..32u32 {
        let budget = Some(case % 12);
        let start = if case % 2 == 0 { ThinkingStart::Maybe } else { ThinkingStart::Closed };
        let form = (case % 2 == 0).then_some(&grammar);
        let repetition = Repetition { max_pattern_size: 3, min_pattern_size: 1, min_count: 2 };
        let repetition = (case % 4 < 2).then_some(repetition);
        let budget = budget.filter(|_| repetition.is_none());
        let limits = ThinkingLimits { budget, repetition };
        let make = || {
            thinking(vocab)
                .constraint(start, limits, form, (2000, &unread()))
                .expect("there is room")
        };
        let (mut held, _) = make();
        let mut tokens: Vec<TokenId> = Vec::new();
        let mut masks = Vec::new();
        while tokens.len() < 30 && !held.is_complete() {
            let mut mask = vec![0u32; 1 << 12];
            let allowed = held.mask_into(&mut mask).expect("a mask");
            masks.push((allowed, if allowed == Allowed::Any { vec![] } else { mask.clone() }));
            words += u32::from(matches!(allowed, Allowed::Instead(_)));
            let wish = match tokens.last() {
                None => id(vocab, OPEN),
                Some(&last) if tokens.len() > 1 && rng.below(8) == 0 => last,
                Some(_) => random_word(vocab, &mut rng),
            };
            let token =
                takes(&mut *held, wish, &mut |mask| pick(mask, &mut rng)).expect("it goes on");
            held.accept(token).expect("it is allowed");
            tokens.push(token);
            if rng.below(6) == 0 {
                let back = rng.below(tokens.len().min(20) + 1);
                held.rollback(back).expect("it is remembered");
                tokens.truncate(tokens.len() - back);
                masks.truncate(tokens.len());
            }
        }
        let (mut fresh, mut watch) = make();
        for (i, (&token, (allowed, mask))) in tokens.iter().zip(&masks).enumerate() {
            if i % 5 == 2 {
                // From here the second one goes on, and the first is forgotten.
                fresh = fresh.fork();
            }
            let mut now = vec![0u32; 1 << 12];
            assert_eq!(fresh.mask_into(&mut now).expect("a mask"), *allowed, "case {case}");
            assert!(*allowed == Allowed::Any || now == *mask, "case {case}");
            fresh.accept(token).expect("it was allowed");
            watch.push(token);
        }
        forced += u32::from(watch.forced().is_some());
        looped += u32::from(watch.forced().is_some_and(|f| f.limit == ThinkingLimit::Repetition));
    }
    assert!(
        forced > 12 && words > 1 && looped > 3,
        "{forced} {words} {looped}: the test proves nothing"
    );
}

fn random_word(vocab: &Vocab, rng: &mut Rng) -> TokenId {
    loop {
        let token = rng.below(vocab.words.len());
        if vocab.words[token].iter().any(u8::is_ascii_alphabetic) && vocab.words[token][0] != b'<' {
            return token as TokenId;
        }
    }
}

fn pick(mask: &[u32], rng: &mut Rng) -> TokenId {
    let all: Vec<TokenId> = (0..mask.len() as u32 * 32)
        .filter(|t| mask[*t as usize / 32] & (1 << (t % 32)) != 0)
        .collect();
    all[rng.below(all.len())]
}

/// However long the model would like to think and whatever it picks then, a form that must come is
/// whole within the answer's length.
#[test]
fn a_form_after_the_reasoning_keeps_its_tokens() {
    let vocab = Vocab::mini();
    let mut rng = Rng(3);
    let forms = [person(), required(Dialect::Qwen3Coder)];
    let limits = [(None, ThinkingLimit::Room), (Some(8), ThinkingLimit::Budget)];
    for (case, form) in forms.iter().enumerate() {
        for starts_open in [true, false] {
            let (open, close) = (OPEN.to_owned(), CLOSE.to_owned());
            let frame = ReasoningFrame { open, close, starts_open };
            let grammar = vocab.compiler.compile(form, Some(&frame)).expect("a sound form");
            let start = if starts_open { ThinkingStart::Open } else { ThinkingStart::Maybe };
            let make = |budget, length| {
                thinking(vocab).constraint(start, budget, Some(&grammar), (length, &unread()))
            };
            let Err(GrammarError::Budget { min_tokens, .. }) = make(None, 1) else {
                panic!("one token is enough for {form:?}")
            };
            for (budget, limit) in limits {
                for length in (min_tokens..min_tokens + 200).step_by(37) {
                    let (mut held, mut watch) = make(budget, length).expect("there is room");
                    let (mut tokens, mut whole) = (Vec::new(), false);
                    for at in 0..length {
                        whole = held.may_stop();
                        let mut mask = vec![0u32; 1 << 12];
                        let free = held.mask_into(&mut mask).expect("a mask") != Allowed::Masked;
                        let over = !free && mask.iter().all(|word| *word == 0);
                        if whole && (over || at + 1 == length) {
                            break;
                        }
                        let wish = match at {
                            0 if !starts_open => id(vocab, OPEN),
                            // A word without end uses the slack up.
                            _ if length % 2 == 0 => id(vocab, "a"),
                            _ => random_word(vocab, &mut rng),
                        };
                        let took = takes(&mut *held, wish, &mut |mask| pick(mask, &mut rng));
                        let Some(token) = took else { break };
                        held.accept(token).expect("it is allowed");
                        watch.push(token);
                        tokens.push(token);
                    }
                    let got = text(vocab, &tokens);
                    assert!(whole, "form {case}, {length} tokens, {budget:?}: {got}");
                    let thought = !starts_open && !got.starts_with(OPEN);
                    let forced = watch.forced().map(|f| f.limit);
                    assert!(thought || forced.is_some(), "{got}");
                    if length > min_tokens + 150 && !thought {
                        assert_eq!(forced, Some(limit), "{length} {got}");
                    }
                }
            }
        }
    }
}

#[test]
fn marks_may_be_other_tokens_or_several() {
    // Special tokens of other names, and marks that only letters spell.
    let mut words: Vec<Vec<u8>> = (0..=254u8).map(|byte| vec![byte]).collect();
    words.extend([b"\xFF[THINK]".to_vec(), b"\xFF[/THINK]".to_vec()]);
    let compiler = Compiler::from_token_bytes(&words).expect("a sound vocabulary");
    let wishes = letters("one two three four five six seven eight nine ten");
    let special = compiler.thinking("[THINK]", "[/THINK]").expect("tokens");
    let (mut held, mut watch) =
        special.constraint(ThinkingStart::Open, Some(5), None, (999, &unread())).expect("no form");
    let got = said(&mut *held, &mut watch, &wishes);
    assert_eq!(got.iter().position(|t| *t == 256), Some(7), "{got:?}");
    assert_eq!(watch.forced().map(|f| f.tokens), Some(7));
    let spelled = compiler.thinking("<thought>", "</thought>").expect("letters");
    let (mut held, mut watch) =
        spelled.constraint(ThinkingStart::Maybe, Some(5), None, (999, &unread())).expect("no form");
    let all = [letters("<thought>"), wishes].concat();
    let got = said(&mut *held, &mut watch, &all);
    let got: Vec<u8> = got.iter().map(|t| *t as u8).collect();
    assert!(got.starts_with(b"<thought>one two</thought>"), "{}", String::from_utf8_lossy(&got));
    // The opening mark is not one token here; after the reasoning it is text.
    assert_eq!(watch.forced().map(|f| f.tokens), Some(7));
    assert!(compiler.thinking("<a>", "").is_err());
}

#[test]
fn forced_tokens_cannot_be_refused() {
    let vocab = Vocab::bytes();
    let (mut held, mut watch) = free(vocab, ThinkingStart::Open, 0);
    assert!(!held.may_stop(), "the answer cannot end inside the mark");
    assert!(held.accept(b'x'.into()).is_err());
    for byte in CLOSE.bytes() {
        held.accept(byte.into()).expect("the mark");
        watch.push(byte.into());
    }
    assert!(held.may_stop());
    assert_eq!(watch.forced().map(|f| f.tokens), Some(0));
    assert!(held.rollback(CLOSE.len() + 1).is_err());
    held.rollback(CLOSE.len()).expect("kept");
    assert!(held.accept(b'x'.into()).is_err());
    let form = Form::Regex("[ab]{4}".to_owned());
    let frame = ReasoningFrame { open: OPEN.into(), close: CLOSE.into(), starts_open: true };
    let grammar = vocab.compiler.compile(&form, Some(&frame)).expect("a sound form");
    let short =
        thinking(vocab).constraint(ThinkingStart::Open, Some(9), Some(&grammar), (12, &unread()));
    assert!(matches!(short, Err(GrammarError::Budget { min_tokens: 13, .. })), "{short:?}");
}
