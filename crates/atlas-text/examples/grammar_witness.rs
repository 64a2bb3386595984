//! Excess of a schema's witness over the shortest completion that a search finds, in tokens.
//!
//! `cargo run --release -p atlas-text --example grammar_witness -- SCHEMAS SEED`

#[path = "../tests/kit/mod.rs"]
mod kit;

use atlas_text::grammar::Form;
use kit::least::{Least, least};
use kit::maker::Maker;
use kit::schema::Schemas;
use kit::term::Terms;
use kit::vocab::Vocab;
use std::time::{Duration, Instant};

/// The longest search for one schema.
const LIMIT: Duration = Duration::from_secs(10);

fn main() {
    let number = |n: usize| std::env::args().nth(n).and_then(|text| text.parse::<u64>().ok());
    let (schemas, seed) = (number(1).unwrap_or(500), number(2).unwrap_or(1));
    let vocab = Vocab::mini();
    let (mut excess, mut open, mut unknown, mut tried) = (Vec::new(), 0, 0, 0);
    let mut shares = Vec::new();
    let begin = Instant::now();
    let mut n = seed.wrapping_mul(524_287);
    while ((excess.len() + open) as u64) < schemas {
        n += 1;
        tried += 1;
        let mut maker = Maker::new(n, false);
        let schema = maker.schema();
        let form = Form::JsonSchema { schema: schema.clone(), place: "schema".to_owned() };
        let Ok(grammar) = vocab.compiler.compile(&form, None) else { continue };
        let Some(witness) = grammar.witness() else {
            unknown += 1;
            continue;
        };
        let mut terms = Terms::new();
        let term = Schemas::new(&mut terms, &maker.patterns, &schema).term();
        match least(&vocab, &mut terms, term, witness, LIMIT) {
            Least::Tokens(tokens) => {
                let more = witness - tokens;
                if more > 12 {
                    println!("{more} more than {tokens}: {schema}");
                }
                excess.push(more);
                shares.push(more as f64 / tokens.max(1) as f64);
            }
            Least::AtLeast(tokens) => {
                open += 1;
                println!(
                    "not decided within {LIMIT:?}: at least {tokens}, witness {witness}: {schema}"
                );
            }
        }
    }
    excess.sort_unstable();
    let at = |p: f64| excess[((excess.len() - 1) as f64 * p) as usize];
    for (from, to) in [(0, 0), (1, 1), (2, 4), (5, 12), (13, 24), (25, usize::MAX)] {
        let n = excess.iter().filter(|more| (from..=to).contains(*more)).count();
        println!("{from} or more, to {to}: {n} of {}", excess.len());
    }
    let mean = excess.iter().sum::<usize>() as f64 / excess.len() as f64;
    let share = shares.iter().sum::<f64>() / shares.len() as f64;
    println!(
        "{tried} schemas, {unknown} without a witness, {} decided, {open} not: excess in tokens: \
         mean {mean:.2} ({:.0} % of the fewest), p50 {}, p90 {}, p99 {}, max {}; none in {} \
         of them; {:.0} s",
        excess.len(),
        100.0 * share,
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0),
        excess.iter().filter(|n| **n == 0).count(),
        begin.elapsed().as_secs_f64()
    );
}
