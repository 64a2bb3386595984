//! Answers of a model with random weights to random schemas within budgets, parsed and validated.
//!
//! `cargo run --release -p atlas-text --example grammar_budget -- SCHEMAS SEED [fault]`; `fault`
//! plants the defect that the growth of what an answer needs by a token is ignored.

#[path = "../tests/kit/mod.rs"]
mod kit;

use atlas_text::grammar::ForbiddenTokens;
use kit::budgets::{self, Bound};
use kit::vocab::Vocab;
use std::time::Instant;

fn main() {
    let number = |n: usize| std::env::args().nth(n).and_then(|text| text.parse::<u64>().ok());
    let (schemas, seed) = (number(1).unwrap_or(1000), number(2).unwrap_or(1));
    let fault = std::env::args().nth(3).is_some_and(|word| word == "fault");
    let bound: Bound = match fault {
        true => |grammar, budget| Ok(grammar.constraint_ignoring_growth(budget)),
        false => |grammar, budget| grammar.constraint_within(budget, &ForbiddenTokens::default()),
    };
    let vocab = Vocab::mini();
    let engine = budgets::engine(&vocab);
    let begin = Instant::now();
    let tally = budgets::run(&vocab, &engine, schemas, seed, bound);
    let shown = if fault { 3 } else { 40 };
    tally.broken.iter().take(shown).for_each(|line| println!("BROKEN {line}"));
    tally.invalid.iter().take(shown).for_each(|line| println!("INVALID {line}"));
    println!("{tally}, {:.0} s", begin.elapsed().as_secs_f64());
    std::process::exit(i32::from(!tally.broken.is_empty() || !tally.invalid.is_empty()));
}
