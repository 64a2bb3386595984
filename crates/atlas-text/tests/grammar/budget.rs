//! Answers that are whole before their tokens run out, however badly they are picked.

use super::forms::{calls, or_calls, person, person_schema, required, schema, wires};
use super::vocab::{Rng, Vocab, feed, unread};
use atlas_core::{Constraint, Settled};
use atlas_text::Dialect;
use atlas_text::grammar::{Form, GrammarError, ToolChoice, ToolForm};
use serde_json::json;

/// Picks tokens at random, until the answer is whole and nothing else is left or the budget is
/// used up; the text, if it is whole with a token to spare for the end.
fn walk(
    vocab: &Vocab,
    constraint: &mut dyn Constraint,
    budget: usize,
    rng: &mut Rng,
) -> Option<String> {
    let mut text = Vec::new();
    for _ in 0..budget {
        let mask = vocab.allowed(constraint).expect("a form");
        let options: Vec<usize> = (0..mask.len()).filter(|t| mask[*t]).collect();
        if options.is_empty() || (constraint.may_stop() && rng.below(30) == 0) {
            return constraint.may_stop().then(|| String::from_utf8(text).expect("characters"));
        }
        // Half of the picks open something, where that is possible.
        let opens =
            |t: &&usize| vocab.words[**t].ends_with(b"{") || vocab.words[**t].ends_with(b"[");
        let opening: Vec<&usize> = options.iter().filter(opens).collect();
        let token = match rng.below(2) {
            0 if !opening.is_empty() => *opening[rng.below(opening.len())],
            _ => options[rng.below(options.len())],
        };
        match constraint.settle(token as u32) {
            Settled::End => return String::from_utf8(text).ok(),
            Settled::Token(token) => {
                constraint.accept(token).expect("the mask allows it");
                text.extend_from_slice(&vocab.words[token as usize]);
            }
        }
    }
    None
}

fn shortest(vocab: &Vocab, form: &Form) -> usize {
    match vocab.grammar(form).constraint_within(0, &unread()) {
        Err(GrammarError::Budget { min_tokens, .. }) => min_tokens,
        other => panic!("{other:?}"),
    }
}

fn tree() -> Form {
    schema(json!({"$ref": "#/$defs/node", "$defs": {"node": {"type": "object",
        "properties": {"label": {"type": "string", "minLength": 3},
            "kids": {"type": "array", "items": {"$ref": "#/$defs/node"}},
            "mail": {"type": "string", "format": "email"}, "size": {"type": "number"}},
        "required": ["label", "size"], "additionalProperties": false}}}))
}

#[test]
fn random_answers_are_whole_within_their_budget() {
    let vocab = Vocab::mini();
    let mut rng = Rng(11);
    let mut whole = 0;
    for form in [
        person(),
        tree(),
        Form::JsonObject,
        required(Dialect::Qwen3Coder),
        required(Dialect::Hermes),
        required(Dialect::Gemma),
        required(Dialect::DeepseekV3),
        or_calls(&person_schema(), Dialect::Qwen3Coder),
        or_calls(&person_schema(), Dialect::Gemma),
        or_calls(&person_schema(), Dialect::DeepseekV3),
    ] {
        let least = shortest(vocab, &form);
        for extra in [0, 1, 2, 5, 10, 20, 40, 60, 90, 110, 150, 200, 300, 500] {
            let budget = least + extra;
            let grammar = vocab.grammar(&form);
            let mut constraint = grammar.constraint_within(budget, &unread()).expect("enough");
            let text = walk(vocab, &mut *constraint, budget, &mut rng);
            let text = text.unwrap_or_else(|| panic!("cut at {budget} of {form:?}"));
            if !matches!(form, Form::Tools(_)) && !text.starts_with('<') {
                serde_json::from_str::<serde::de::IgnoredAny>(&text).expect("whole JSON");
            }
            assert_eq!(vocab.takes(&form, &text, 1), (true, true), "{text}");
            whole += 1;
        }
    }
    assert_eq!(whole, 140);
}

/// The same walk without a budget is cut, so the test above is not empty.
#[test]
fn without_a_budget_such_answers_are_cut() {
    let vocab = Vocab::mini();
    let mut rng = Rng(11);
    let budget = shortest(vocab, &tree()) + 60;
    let cut =
        (0..10).filter(|_| walk(vocab, &mut *vocab.start(&tree()), budget, &mut rng).is_none());
    assert!(cut.count() > 5);
}

#[test]
fn too_small_a_budget_is_an_error_that_says_what_is_needed() {
    let vocab = Vocab::mini();
    let form = schema(json!({"const": "seven"}));
    let least = shortest(vocab, &form);
    let error =
        vocab.grammar(&form).constraint_within(least - 1, &unread()).expect_err("too small");
    assert!(error.to_string().contains(&format!("at least {least} tokens")), "{error}");
    // Calls that may come are not bound to come.
    let auto = calls(Dialect::Qwen3Coder, ToolChoice::Auto, true);
    let mut c = vocab.grammar(&auto).constraint_within(1, &unread()).expect("free");
    assert_eq!(feed(vocab, &mut *c, "a", 0), (true, true));
}

/// Far from the end of the budget nothing is forbidden that the form allows.
#[test]
fn a_large_budget_changes_no_mask() {
    let vocab = Vocab::mini();
    let grammar = vocab.grammar(&tree());
    let mut free = grammar.constraint();
    let mut bound = grammar.constraint_within(2000, &unread()).expect("enough");
    let text = "{\"label\": \"abc\", \"kids\": [{\"label\": \"def\", \"size\": 1}], \"size\": 2}";
    for token in vocab.spell(text.as_bytes(), &mut Rng(1)) {
        assert!(vocab.allowed(&mut *free) == vocab.allowed(&mut *bound));
        free.accept(token).expect("fits");
        bound.accept(token).expect("fits");
    }
    bound.rollback(5).expect("kept");
    free.rollback(5).expect("kept");
    assert!(vocab.allowed(&mut *free) == vocab.allowed(&mut *bound));
}

/// An answer that fits is the answer of a larger budget, to the last token; of one that does not
/// fit the first token that is not taken is noted.
#[test]
fn an_answer_that_fits_is_not_changed() {
    let vocab = Vocab::mini();
    let mut rng = Rng(21);
    let text = "{\"label\": \"some words and more\", \"kids\": [{\"label\": \"def\", \
                \"size\": 1.25}], \"size\": -12}";
    let grammar = vocab.grammar(&tree());
    for _ in 0..8 {
        let wishes = vocab.spell(text.as_bytes(), &mut rng);
        for spare in [1, 2, 3, 10, 50] {
            let forbidden = unread();
            let mut held = grammar.constraint_within(wishes.len() + spare, &forbidden).unwrap();
            for (at, wish) in wishes.iter().enumerate() {
                let mask = vocab.allowed(&mut *held).expect("a form");
                assert!(mask[*wish as usize], "{at} of {} with {spare}", wishes.len());
                assert_eq!(held.settle(*wish), Settled::Token(*wish), "{at} with {spare}");
                held.accept(*wish).expect("allowed");
            }
            assert!(held.may_stop() && forbidden.all().is_empty());
        }
        let forbidden = unread();
        let mut held = grammar.constraint_within(wishes.len(), &forbidden).unwrap();
        let taken = wishes.iter().take_while(|wish| {
            let settled = held.settle(**wish);
            let Settled::Token(token) = settled else { return false };
            held.accept(token).expect("allowed");
            token == **wish
        });
        let at = taken.count();
        let noted: Vec<_> = forbidden.all().iter().map(|f| (f.at as usize, f.token)).collect();
        assert_eq!(noted, [(at, wishes[at])]);
        held.rollback(1).expect("kept");
        assert!(forbidden.all().is_empty());
    }
}

/// Takes `wishes` until one is refused, then random tokens. Returns the text, whether it is whole,
/// and the number of wishes taken.
fn wished(
    vocab: &Vocab,
    held: &mut dyn Constraint,
    budget: usize,
    wishes: &[u32],
    rng: &mut Rng,
) -> (Option<String>, usize) {
    let (mut text, mut granted) = (Vec::new(), 0);
    for n in 0..budget {
        let mask = vocab.allowed(held).expect("a form");
        let options: Vec<usize> = (0..mask.len()).filter(|t| mask[*t]).collect();
        if options.is_empty() {
            return (String::from_utf8(text).ok(), granted);
        }
        let wish = wishes.get(n).filter(|wish| n == granted && mask[**wish as usize]);
        let pick = wish.copied().unwrap_or_else(|| options[rng.below(options.len())] as u32);
        let Settled::Token(token) = held.settle(pick) else {
            return (String::from_utf8(text).ok(), granted);
        };
        granted += usize::from(wish == Some(&token));
        held.accept(token).expect("the mask allows it");
        text.extend_from_slice(&vocab.words[token as usize]);
    }
    (None, granted)
}

/// Nothing is opened whose end is further than the search for it reaches, however much is left:
/// else the end would be out of sight when it is needed.
#[test]
fn a_witness_is_never_lost_to_the_cap_of_its_search() {
    let vocab = Vocab::mini();
    let mut rng = Rng(3);
    let nested = "{\"label\": \"abc\", \"kids\": [".repeat(40);
    let lists = format!("{{\"a\": {}", "[".repeat(300));
    for (form, text) in [(tree(), nested), (Form::JsonObject, lists)] {
        let wishes = vocab.spell(text.as_bytes(), &mut rng);
        let (cap, budget) = (shortest(vocab, &form) + 30, wishes.len() + 20);
        let mut held = vocab.grammar(&form).constraint_with_cap(budget, cap);
        let (text, granted) = wished(vocab, &mut *held, budget, &wishes, &mut rng);
        let text = text.unwrap_or_else(|| panic!("cut after {granted} of {}", wishes.len()));
        assert_eq!(vocab.takes(&form, &text, 1), (true, true), "{text}");
        assert!((20..wishes.len() - 120).contains(&granted), "{granted} of {}", wishes.len());
    }
}

/// Tokens that end a call and begin the next do not hide that it has ended.
#[test]
fn every_form_of_calls_has_a_witness_whatever_the_tokens_are() {
    let texts = wires();
    let pieces: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
    for seed in 0..4 {
        let crossing = [">\n", ">\n<tool_call>\n", "}\n", "}\n{\"", "}, {", "}\n</", "]\n"];
        let vocab = Vocab::pieces(&pieces, 600, seed).with(&crossing);
        for (format, _) in &texts {
            let least = vocab.grammar(&required(*format)).witness();
            assert!(least.is_some_and(|least| least < 250), "{format}: {least:?}");
        }
    }
}

/// Numbers and fixed values that must come end too.
#[test]
fn required_parameters_of_every_type_have_a_witness() {
    let properties = json!({"n": {"type": "integer"}, "x": {"type": "number", "minimum": 2.5},
        "b": {"type": "boolean"}, "k": {"enum": ["on", "off"]}, "s": {"type": "string"},
        "l": {"type": "array", "items": {"type": "integer"}, "minItems": 1}, "z": {"type": "null"},
        "o": {"type": "object", "properties": {"t": {"type": "string"}}, "required": ["t"]}});
    let names: Vec<&String> = properties.as_object().expect("an object").keys().collect();
    let schema = json!({"type": "object", "properties": properties, "required": names});
    let tools = vec![json!({"name": "f", "parameters": schema})];
    for format in Dialect::ALL {
        let (choice, tools) = (ToolChoice::Required, tools.clone());
        let form = Form::Tools(ToolForm { format, tools, choice, parallel: true });
        let least = Vocab::mini().grammar(&form).witness();
        assert!(least.is_some_and(|least| least < 450), "{format}: {least:?}");
    }
}

/// Also where a closing tag is refused in the middle of a character, as the text is too short.
#[test]
fn a_text_that_must_not_be_empty_has_a_witness_in_bytes() {
    let schema = json!({"type": "object", "properties": {"s": {"type": "string", "minLength": 2}},
        "required": ["s"]});
    let tools = vec![json!({"name": "f", "parameters": schema})];
    for format in Dialect::ALL {
        let (choice, tools) = (ToolChoice::Required, tools.clone());
        let form = Form::Tools(ToolForm { format, tools, choice, parallel: true });
        let least = Vocab::bytes().grammar(&form).witness();
        assert!(least.is_some_and(|least| least < 300), "{format}: {least:?}");
    }
}

/// Positions know the same whether tokens were settled before, taken back, or just accepted.
#[test]
fn a_witness_is_a_function_of_the_tokens() {
    let vocab = Vocab::mini();
    let mut rng = Rng(8);
    for form in [tree(), required(Dialect::Qwen3Coder)] {
        let budget = shortest(vocab, &form) + 40;
        let mut held = vocab.grammar(&form).constraint_within(budget, &unread()).expect("enough");
        let mut plain = held.fork();
        let mut tokens = Vec::new();
        while let Some(mask) = vocab.allowed(&mut *held)
            && let options = (0..mask.len()).filter(|t| mask[*t]).collect::<Vec<_>>()
            && !options.is_empty()
        {
            let picked = options[rng.below(options.len())] as u32;
            for other in options.iter().take(3) {
                held.settle(*other as u32);
            }
            let Settled::Token(token) = held.settle(picked) else { break };
            assert_eq!(plain.settle(picked), Settled::Token(token));
            held.accept(token).expect("allowed");
            plain.accept(token).expect("allowed");
            tokens.push(token);
            let back = rng.below(tokens.len().min(20) + 1);
            held.rollback(back).expect("kept");
            for token in &tokens[tokens.len() - back..] {
                held.accept(*token).expect("allowed");
            }
            assert!(vocab.allowed(&mut *held) == vocab.allowed(&mut *plain));
        }
        assert!(held.may_stop() && tokens.len() < budget);
    }
}

/// Texts of formats and patterns, beside other members and alone.
fn shaped() -> Vec<Form> {
    let formats = ["email", "date-time", "date", "time", "uri", "ipv4", "ipv6", "hostname"];
    let patterns = [
        "^[A-Z]{2,4}-[0-9]+$",
        "^(foo|bar)+baz$",
        "a.*b",
        "^[a-z]+(-[a-z]+)*$",
        "^[+]?[0-9 ]{7,15}$",
        "^(red|green|blue), (light|dark)$",
    ];
    let texts = formats.map(|format| json!({"type": "string", "format": format}));
    let texts = texts.into_iter().chain(patterns.map(|p| json!({"type": "string", "pattern": p})));
    let object = |text| {
        schema(json!({"type": "object", "properties": {"value": text,
            "ok": {"type": "boolean"}}, "required": ["value", "ok"],
            "additionalProperties": false}))
    };
    let alone = schema(json!({"type": "string", "format": "email"}));
    let list = schema(json!({"type": "array", "minItems": 2, "maxItems": 4,
        "items": {"type": "string", "format": "ipv4"}}));
    let two = schema(json!({"type": "object", "properties": {
        "mail": {"type": "string", "format": "email"},
        "day": {"type": "string", "format": "date"}}, "required": ["mail", "day"],
        "additionalProperties": false}));
    let regex = |pattern: &str| Form::Regex(pattern.to_owned());
    let others =
        [alone, list, two, regex("[a-z]+@[a-z]+[.](org|com)"), regex("v[0-9]+([.][0-9]+){2}")];
    texts.map(object).chain(others).collect()
}

/// The shortest answers of every form, and some that are a little longer, are those of a larger
/// budget, down to one of their own length and their end.
#[test]
fn an_answer_in_a_pattern_that_fits_is_not_changed() {
    let vocab = Vocab::mini();
    let (mut rng, mut changed, mut answers) = (Rng(5), Vec::new(), 0);
    for form in shaped() {
        let grammar = vocab.grammar(&form);
        let least = shortest(vocab, &form);
        for (extra, spare) in [(1, 1), (8, 2), (16, 1)] {
            let mut held = grammar.constraint_within(least + extra, &unread()).expect("enough");
            let wishes = tokens(vocab, &mut *held, &mut rng);
            let forbidden = unread();
            let held = grammar.constraint_within(wishes.len() + spare, &forbidden);
            let taken = held.map(|mut held| {
                let takes = |wish: &&u32| {
                    held.settle(**wish) == Settled::Token(**wish) && held.accept(**wish).is_ok()
                };
                let taken = wishes.iter().take_while(takes).count();
                (taken, held.may_stop() && forbidden.all().is_empty())
            });
            answers += 1;
            if taken != Ok((wishes.len(), true)) {
                let text: Vec<u8> =
                    wishes.iter().flat_map(|t| vocab.words[*t as usize].clone()).collect();
                let text = String::from_utf8_lossy(&text).into_owned();
                changed.push(format!("{taken:?} of {} + {spare}: {text}", wishes.len()));
            }
        }
    }
    assert!(changed.is_empty(), "{} of {answers}: {changed:#?}", changed.len());
}

/// The tokens of an answer of random picks.
fn tokens(vocab: &Vocab, held: &mut dyn Constraint, rng: &mut Rng) -> Vec<u32> {
    let mut tokens = Vec::new();
    while let Some(mask) = vocab.allowed(held)
        && let options = (0..mask.len()).filter(|t| mask[*t]).collect::<Vec<_>>()
        && !options.is_empty()
        && let Settled::Token(token) = held.settle(options[rng.below(options.len())] as u32)
    {
        held.accept(token).expect("the mask allows it");
        tokens.push(token);
    }
    tokens
}
