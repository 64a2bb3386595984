//! Answers that are whole before their tokens run out, however badly they are picked.

use super::forms::{calls, person, required, schema};
use super::vocab::{Rng, Vocab, feed};
use atlas_core::Constraint;
use atlas_text::Dialect;
use atlas_text::grammar::{Form, GrammarError, ToolChoice};
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
        constraint.accept(token as u32).expect("the mask allows it");
        text.extend_from_slice(&vocab.words[token]);
    }
    None
}

fn shortest(vocab: &Vocab, form: &Form) -> usize {
    match vocab.grammar(form).constraint_within(0) {
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
    ] {
        let least = shortest(vocab, &form);
        for extra in [0, 1, 2, 5, 10, 20, 40, 60, 90, 110, 150, 200, 300, 500] {
            let budget = least + extra;
            let grammar = vocab.grammar(&form);
            let mut constraint = grammar.constraint_within(budget).expect("enough");
            let text = walk(vocab, &mut *constraint, budget, &mut rng);
            let text = text.unwrap_or_else(|| panic!("cut at {budget} of {form:?}"));
            if !matches!(form, Form::Tools(_)) {
                serde_json::from_str::<serde::de::IgnoredAny>(&text).expect("whole JSON");
            }
            assert_eq!(vocab.takes(&form, &text, 1), (true, true), "{text}");
            whole += 1;
        }
    }
    assert_eq!(whole, 70);
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
    let error = vocab.grammar(&form).constraint_within(least - 1).expect_err("too small");
    assert!(error.to_string().contains(&format!("at least {least} tokens")), "{error}");
    // Calls that may come are not bound to come.
    let auto = calls(Dialect::Qwen3Coder, ToolChoice::Auto, true);
    let mut c = vocab.grammar(&auto).constraint_within(1).expect("free");
    assert_eq!(feed(vocab, &mut *c, "a", 0), (true, true));
}

/// Far from the end of the budget nothing is forbidden that the form allows.
#[test]
fn a_large_budget_changes_no_mask() {
    let vocab = Vocab::mini();
    let grammar = vocab.grammar(&tree());
    let mut free = grammar.constraint();
    let mut bound = grammar.constraint_within(2000).expect("enough");
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
