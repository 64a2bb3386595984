//! The fewest tokens that a form needs, by search over everything that can be said.

use super::term::{EMPTY, Term, Terms};
use super::vocab::Vocab;
use rustc_hash::FxHashSet;
use std::time::{Duration, Instant};

/// Result of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Least {
    /// Exactly so many.
    Tokens(usize),
    /// The search took too long; at least so many.
    AtLeast(usize),
}

/// The fewest tokens of a word of `start`, of which one with `known` tokens is known: breadth
/// first over sets of texts that can go on alike. A text that is too far from its end, even by
/// the longest tokens, is left out.
pub fn least(
    vocab: &Vocab,
    terms: &mut Terms,
    start: Term,
    known: usize,
    limit: Duration,
) -> Least {
    let begin = Instant::now();
    let longest = vocab.words.iter().map(Vec::len).max().unwrap_or(1);
    let mut seen: FxHashSet<Term> = FxHashSet::from_iter([start]);
    let mut level = vec![start];
    for depth in 0..known {
        let mut next = Vec::new();
        for &term in &level {
            if terms.nullable(term) {
                return Least::Tokens(depth);
            }
            if begin.elapsed() > limit {
                return Least::AtLeast(depth);
            }
            for after in vocab.after(terms, term) {
                // Only what could still beat the known one.
                let missing = terms.least_bytes(after).div_ceil(longest);
                if depth + 1 + missing < known && seen.insert(after) {
                    next.push(after);
                }
            }
        }
        level = next;
    }
    Least::Tokens(known)
}

impl Vocab {
    /// Where the tokens lead from `term`.
    fn after(&self, terms: &mut Terms, term: Term) -> FxHashSet<Term> {
        let mut all = FxHashSet::default();
        let (mut path, mut last): (Vec<Term>, &[u8]) = (vec![term], &[]);
        for &token in self.order() {
            let word = &self.words[token as usize];
            let shared = last.iter().zip(word).take_while(|(a, b)| a == b).count();
            path.truncate(shared + 1);
            while path.len() <= word.len() && path[path.len() - 1] != EMPTY {
                let next = terms.step(path[path.len() - 1], word[path.len() - 1]);
                path.push(next);
            }
            if path.len() == word.len() + 1 && path[word.len()] != EMPTY {
                all.insert(path[word.len()]);
            }
            last = &word[..path.len() - 1];
        }
        all
    }
}
