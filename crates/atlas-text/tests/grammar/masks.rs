//! Masks against a byte-level oracle.
//!
//! The oracle is the same form over a vocabulary of single bytes: a token is legal if its bytes
//! are, one after another. Slices of the vocabulary, cached masks of free text and tokens across
//! borders take no part in it. Finite languages check that oracle itself.

use super::forms::{PERSON, calls, or_calls, person, person_schema, required, schema, wires};
use super::vocab::{Rng, Vocab, feed};
use atlas_core::Constraint;
use atlas_text::Dialect;
use atlas_text::grammar::{Form, ToolChoice, ToolForm};
use serde_json::json;

/// Whether the bytes of each token may come next, checked byte by byte.
fn oracle(vocab: &Vocab, at: &mut dyn Constraint) -> Vec<bool> {
    let bytes = Vocab::bytes();
    // Tokens in order share their beginnings, so the oracle goes on where the last one ended.
    let mut order: Vec<usize> = (0..vocab.words.len()).collect();
    order.sort_by(|a, b| vocab.words[*a].cmp(&vocab.words[*b]));
    let mut legal = vec![false; vocab.words.len()];
    let (mut path, mut dead): (Vec<u8>, Option<Vec<u8>>) = (Vec::new(), None);
    for token in order {
        let word = &vocab.words[token];
        if word.is_empty() || dead.as_ref().is_some_and(|dead| word.starts_with(dead)) {
            continue;
        }
        let shared = path.iter().zip(word).take_while(|(a, b)| a == b).count();
        at.rollback(path.len() - shared).expect("kept");
        path.truncate(shared);
        dead = None;
        for &byte in &word[shared..] {
            let fits = byte != 255 && bytes.allowed(at).is_none_or(|mask| mask[byte as usize]);
            if !fits {
                dead = Some([path.as_slice(), &[byte]].concat());
                break;
            }
            at.accept(u32::from(byte)).expect("the mask allows it");
            path.push(byte);
        }
        legal[token] = dead.is_none();
    }
    at.rollback(path.len()).expect("kept");
    legal
}

/// Compares every mask along `text` with the oracle's.
fn compare(vocab: &Vocab, form: &Form, text: &str, seed: u64) -> usize {
    let mut constraint = vocab.start(form);
    let mut bytes = Vocab::bytes().start(form);
    let (mut compared, mut done) = (0, String::new());
    for token in vocab.spell(text.as_bytes(), &mut Rng(seed)) {
        if let Some(mask) = vocab.allowed(&mut *constraint) {
            let want = oracle(vocab, &mut *bytes);
            for (t, (got, want)) in mask.iter().zip(&want).enumerate() {
                // Special tokens are legal only where everything else is.
                let waits = matches!(form, Form::Tools(f) if f.choice == ToolChoice::Auto);
                if vocab.words[t].is_empty() && waits {
                    continue;
                }
                let word = String::from_utf8_lossy(&vocab.words[t]);
                assert_eq!(got, want, "token {word:?} after {done:?}");
            }
            compared += 1;
        }
        assert_eq!(constraint.may_stop(), bytes.may_stop(), "after {done:?}");
        assert_eq!(constraint.is_complete(), bytes.is_complete(), "after {done:?}");
        constraint.accept(token).unwrap_or_else(|e| panic!("after {done:?}: {e}"));
        let word = &vocab.words[token as usize];
        done.push_str(&String::from_utf8_lossy(word));
        for &byte in word {
            bytes.accept(u32::from(byte)).unwrap_or_else(|e| panic!("after {done:?}: {e}"));
        }
    }
    assert!(constraint.may_stop() && bytes.may_stop(), "{text:?} may not end");
    compared
}

#[test]
fn masks_of_the_bundled_tokenizer_equal_the_byte_oracle() {
    let mut compared = compare(Vocab::mini(), &person(), PERSON, 1);
    for (format, text) in wires() {
        compared += compare(Vocab::mini(), &required(format), &text, 2);
    }
    let regex = Form::Regex("[a-z]+ü?(, [A-Z]{2,4}){1,3}/x".to_owned());
    compared += compare(Vocab::mini(), &regex, "fooü, AB, CDEF/x", 3);
    assert!(compared > 500, "only {compared} masks were compared");
}

#[test]
fn masks_of_random_pieces_equal_the_byte_oracle() {
    let texts: Vec<String> = wires().into_iter().map(|(_, text)| text).collect();
    let mut texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    texts.push(PERSON);
    for seed in 0..3 {
        let vocab = Vocab::pieces(&texts, 400, seed);
        compare(&vocab, &person(), PERSON, seed);
        for (format, text) in wires() {
            compare(&vocab, &required(format), &text, seed);
            if format.trigger().is_some() {
                let either = or_calls(&person_schema(), format);
                compare(&vocab, &either, &text, seed);
                compare(&vocab, &either, PERSON, seed);
            }
            // A waited-for call, with text around it.
            if format.trigger().is_some() {
                let auto = calls(format, ToolChoice::Auto, true);
                compare(&vocab, &auto, &format!("Well < then.\n{text}\nDone"), seed);
            }
        }
    }
}

/// A token may end a text and begin another parameter, if that has not come yet: what is kept of
/// the masks of one order must not be taken for another.
#[test]
fn masks_know_which_parameters_have_come() {
    let tool = json!({"name": "f", "parameters": {"type": "object", "properties": {
        "a": {"type": "string"}, "b": {"type": "string"}, "c": {"type": "integer"}}}});
    let (format, tools) = (Dialect::MinimaxXml, vec![tool]);
    let form = ToolForm { format, tools, choice: ToolChoice::Required, parallel: true };
    let param = |key: char, value: &str| format!("<parameter name=\"{key}\">{value}</parameter>\n");
    let call = |params: &[String]| {
        format!(
            "<minimax:tool_call>\n<invoke name=\"f\">\n{}</invoke>\n</minimax:tool_call>",
            params.concat()
        )
    };
    let all = [param('a', "x<y"), param('b', "z z"), param('c', "12")];
    let orders = [[0, 1, 2], [2, 1, 0], [1, 0, 2], [2, 0, 1]];
    let texts = orders.map(|order| call(&order.map(|n| all[n].clone())));
    for seed in 0..3 {
        let pieces: Vec<&str> = texts.iter().map(String::as_str).collect();
        let mut vocab = Vocab::pieces(&pieces, 300, seed);
        vocab = vocab.with(&[
            "</parameter>\n<parameter name=\"b\">",
            "r>\n<parameter name=\"c",
            "x</parameter>\n<p",
        ]);
        for text in &texts {
            compare(&vocab, &Form::Tools(form.clone()), text, seed);
        }
    }
}

/// All words of a finite language are known, so a token is legal if some word goes on with it.
#[test]
fn masks_of_finite_languages_equal_the_list_of_words() {
    let values = ["\"on\"", "\"off\"", "7", "true", "null", "\"o\\\"n\""];
    let form = schema(json!({"enum": ["on", "off", 7, true, null, "o\"n"]}));
    let words: Vec<String> = values.iter().map(|v| (*v).to_owned()).collect();
    finite(&form, &words);
    let form = Form::Regex("(ab|abc|b{1,3})(x|yz)?".to_owned());
    let mut words = Vec::new();
    for first in ["ab", "abc", "b", "bb", "bbb"] {
        words.extend(["", "x", "yz"].map(|second| format!("{first}{second}")));
    }
    finite(&form, &words);
    let form = Form::Lark("start: \"[\" (\"1\" | \"22\") [\",\" \"3\"] \"]\"".to_owned());
    finite(&form, &["[1]", "[22]", "[1,3]", "[22,3]"].map(str::to_owned));
}

fn finite(form: &Form, words: &[String]) {
    let texts: Vec<&str> = words.iter().map(String::as_str).filter(|w| w.len() > 1).collect();
    let vocab = Vocab::pieces(&texts, 8, 7);
    let mut open = vec![String::new()];
    let mut seen = 0;
    while let Some(prefix) = open.pop() {
        let mut constraint = vocab.start(form);
        for byte in prefix.bytes() {
            constraint.accept(u32::from(byte)).expect("a prefix of a word");
        }
        let whole = words.contains(&prefix);
        let more = words.iter().any(|w| w.len() > prefix.len() && w.starts_with(&prefix));
        assert_eq!(constraint.may_stop(), whole, "{form:?} after {prefix:?}");
        assert_eq!(constraint.is_complete(), whole && !more, "{form:?} after {prefix:?}");
        if !more {
            continue;
        }
        let mask = vocab.allowed(&mut *constraint).expect("a form forbids something");
        for (token, word) in vocab.words.iter().enumerate() {
            let text = [prefix.as_bytes(), word].concat();
            let fits = !word.is_empty() && words.iter().any(|w| w.as_bytes().starts_with(&text));
            assert_eq!(mask[token], fits, "{form:?}: {word:?} after {prefix:?}");
            if fits && word.len() == 1 {
                open.push(format!("{prefix}{}", word[0] as char));
            }
        }
        seen += 1;
    }
    assert!(seen > 5);
}

/// After taking tokens back masks are as they were, also across the borders of calls; forks go
/// their own way.
#[test]
fn rollback_and_forks_restore_masks() {
    let vocab = Vocab::mini();
    let text = wires().into_iter().find(|(f, _)| *f == Dialect::Qwen3Coder).expect("there").1;
    for form in [required(Dialect::Qwen3Coder), calls(Dialect::Qwen3Coder, ToolChoice::Auto, true)]
    {
        let mut constraint = vocab.start(&form);
        let mut rng = Rng(5);
        let tokens = vocab.spell(text.as_bytes(), &mut rng);
        let mut masks = Vec::new();
        for (i, &token) in tokens.iter().enumerate() {
            masks.push((vocab.allowed(&mut *constraint), constraint.may_stop()));
            constraint.accept(token).expect("allowed");
            let back = rng.below(12).min(i + 1);
            if back > 0 && rng.below(3) == 0 {
                let mut fork = constraint.fork();
                constraint.rollback(back).expect("kept");
                fork.rollback(back).expect("kept");
                for (at, &token) in tokens.iter().enumerate().take(i + 1).skip(i + 1 - back) {
                    for c in [&mut constraint, &mut fork] {
                        let now = (vocab.allowed(&mut **c), c.may_stop());
                        assert!(now == masks[at], "token {at} of {form:?}");
                        c.accept(token).expect("allowed");
                    }
                }
            }
        }
        assert!(constraint.rollback(100_000).is_err());
    }
}

#[test]
fn a_rejected_token_changes_nothing() {
    let vocab = Vocab::mini();
    let mut constraint = vocab.start(&person());
    assert_eq!(feed(vocab, &mut *constraint, "{\"name\": \"x\", ", 0), (true, false));
    let before = vocab.allowed(&mut *constraint).expect("a mask");
    let mut rejected = 0;
    for token in (0..vocab.words.len()).filter(|t| !before[*t]).step_by(97) {
        assert!(constraint.accept(token as u32).is_err());
        rejected += 1;
    }
    assert!(rejected > 10);
    assert!(vocab.allowed(&mut *constraint).expect("a mask") == before);
    assert_eq!(feed(vocab, &mut *constraint, "\"age\": 3}", 0), (true, true));
}
