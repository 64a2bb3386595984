//! Cost of the output machine per token: nanoseconds per piece of a token's length.
//!
//! `cargo run --release -p atlas-text --example output_cost`

#[path = "../tests/output_machine/corpus.rs"]
#[allow(dead_code)]
mod corpus;
#[path = "../tests/output_machine/events.rs"]
#[allow(dead_code)]
mod events;
#[path = "../tests/output_machine/generator.rs"]
#[allow(dead_code)]
mod generator;

use atlas_text::{Dialect, OutputParser, OutputSpec, ToolSet};
use corpus::{Case, Reasoning};
use std::time::Instant;

/// A token has about this many characters.
const TOKEN_CHARS: usize = 4;
const ROUNDS: usize = 20;

/// Cuts texts into pieces of a token's length.
fn pieces(text: &str) -> Vec<&str> {
    let at: Vec<usize> = text.char_indices().map(|(at, _)| at).step_by(TOKEN_CHARS).collect();
    at.iter().zip(at.iter().skip(1).chain([&text.len()])).map(|(a, b)| &text[*a..*b]).collect()
}

/// Mean and worst nanoseconds a piece.
fn cost(spec: &OutputSpec, texts: &[String]) -> (f64, u128) {
    let (mut total, mut count, mut worst) = (0, 0, 0);
    let mut out = Vec::new();
    for _ in 0..ROUNDS {
        for text in texts {
            let pieces = pieces(text);
            let mut parser = OutputParser::new(spec.clone());
            for piece in &pieces {
                let start = Instant::now();
                parser.push(piece, &mut out);
                let spent = start.elapsed().as_nanos();
                worst = worst.max(spent);
                total += spent;
                count += 1;
                out.clear();
            }
            parser.finish(&mut out);
            out.clear();
        }
    }
    (total as f64 / count as f64, worst)
}

fn main() {
    let prose: Vec<String> = vec!["Some words, an if a < b, and {\"a\": [1, 2]}.\n\n".repeat(200)];
    println!(
        "{:14} {:>12} {:>12} {:>12} {:>12}",
        "", "calls ns", "worst ns", "prose ns", "no tools ns"
    );
    let mut rng = generator::Rng::new(7);
    for dialect in Dialect::ALL {
        let texts: Vec<String> =
            (0..200).map(|_| generator::plan(&mut rng, dialect).text).collect();
        let spec = Case::of(String::new(), dialect, Reasoning::Closed, "").spec();
        let plain = OutputSpec { dialect, tools: ToolSet::default().into(), reasoning: None };
        let (calls, worst) = cost(&spec, &texts);
        println!(
            "{:14} {calls:12.0} {worst:12} {:12.0} {:12.0}",
            dialect.name(),
            cost(&spec, &prose).0,
            cost(&plain, &prose).0
        );
    }
}
