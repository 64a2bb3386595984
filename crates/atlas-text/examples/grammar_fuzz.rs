//! Masks of random forms against a slow byte automaton.
//!
//! `cargo run --release -p atlas-text --example grammar_fuzz -- FORMS SEED [VOCABULARY]`: FORMS
//! of each kind, over vocabularies of 4k, 32k and 151k tokens, or over one of them (0, 1, 2).

#[path = "../tests/kit/mod.rs"]
mod kit;

use kit::fuzz::{Count, Kind, Walk, form};
use kit::vocab::Vocab;
use std::time::Instant;

fn main() {
    let number = |n: usize| std::env::args().nth(n).and_then(|text| text.parse::<usize>().ok());
    let (forms, seed) = (number(1).unwrap_or(20), number(2).unwrap_or(1) as u64);
    let only = number(3);
    let mut bad = 0;
    for (at, every) in [1, 2, 6].into_iter().enumerate() {
        if only.is_some_and(|only| only != at) {
            continue;
        }
        let vocab = match at {
            0 => Vocab::mini(),
            1 => Vocab::made(32_000, 32),
            _ => Vocab::made(151_000, 151),
        };
        let walk = Walk { tokens: 60, every, times: 2 };
        let (begin, mut all) = (Instant::now(), Count::default());
        for kind in Kind::all() {
            let (start, mut count) = (Instant::now(), Count::default());
            for n in 0..forms as u64 {
                match form(&vocab, kind, seed.wrapping_mul(1_000_003).wrapping_add(n), walk) {
                    Ok(more) => count += more,
                    Err(error) => {
                        bad += 1;
                        println!("{kind:?} form {n}: {error}");
                    }
                }
            }
            println!("{} {kind:?}: {count}, {:.1} s", vocab.name, start.elapsed().as_secs_f64());
            all += count;
        }
        println!("{}: {all}, {:.0} s", vocab.name, begin.elapsed().as_secs_f64());
    }
    println!("{bad} forms with differences");
    std::process::exit(i32::from(bad > 0));
}
