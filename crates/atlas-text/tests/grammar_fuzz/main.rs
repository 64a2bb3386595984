//! Masks of random forms against a slow byte automaton: a seeded part of what
//! `examples/grammar_fuzz.rs` runs at length.

#[path = "../kit/mod.rs"]
mod kit;

use atlas_text::grammar::{ForbiddenTokens, Grammar};
use kit::budgets;
use kit::fuzz::{Count, Kind, Walk, form};
use kit::vocab::Vocab;

fn run(vocab: &Vocab, forms: u64, walk: Walk) -> Count {
    let mut all = Count::default();
    for kind in Kind::all() {
        for seed in 0..forms {
            all += form(vocab, kind, seed, walk).unwrap_or_else(|e| panic!("{kind:?} {seed}: {e}"));
        }
    }
    println!("{}: {all}", vocab.name);
    all
}

#[test]
fn masks_over_4k_tokens_equal_the_automaton() {
    let all = run(&Vocab::mini(), 6, Walk { tokens: 40, every: 4, times: 1 });
    assert!(all.compared > 300 && all.whole > 10, "{all}");
}

#[test]
fn masks_over_32k_tokens_equal_the_automaton() {
    let all = run(&Vocab::made(32_000, 32), 2, Walk { tokens: 40, every: 16, times: 1 });
    assert!(all.compared > 30, "{all}");
}

#[test]
fn masks_over_151k_tokens_equal_the_automaton() {
    let all = run(&Vocab::made(151_000, 151), 1, Walk { tokens: 30, every: 12, times: 1 });
    assert!(all.compared > 8, "{all}");
}

/// Every answer of a model with random weights is whole within its budget and valid.
#[test]
fn random_answers_parse_and_validate_within_their_budget() {
    let vocab = Vocab::mini();
    let engine = budgets::engine(&vocab);
    let tally = budgets::run(&vocab, &engine, 150, 1, |grammar, budget| {
        grammar.constraint_within(budget, &ForbiddenTokens::default())
    });
    println!("{tally}");
    let bad: Vec<&String> = tally.broken.iter().chain(&tally.invalid).collect();
    assert!(bad.is_empty(), "{} answers: {:#?}", bad.len(), &bad[..bad.len().min(3)]);
    assert!(tally.answers > 100 && tally.unpromised * 20 < tally.schemas, "{tally}");
}

/// The planted fault: what a token adds to what the answer needs is ignored.
#[test]
fn ignored_growth_is_found() {
    let vocab = Vocab::mini();
    let engine = budgets::engine(&vocab);
    let bound = |grammar: &Grammar, budget| Ok(grammar.constraint_ignoring_growth(budget));
    let tally = budgets::run(&vocab, &engine, 60, 1, bound);
    assert!(!tally.broken.is_empty(), "{tally}");
}
