//! Random regular expressions: as text for the grammar, as terms for the automaton.

use super::rng::Rng;
use super::term::{ANY_TIMES, EPS, Spelling, Term, Terms};

/// An expression.
#[derive(Clone, Debug)]
pub enum Rx {
    /// One character of these ranges.
    Set(Vec<(u32, u32)>),
    /// One character outside of these ranges.
    NotSet(Vec<(u32, u32)>),
    /// Any character but a line break.
    Dot,
    Text(String),
    Seq(Vec<Rx>),
    Alt(Vec<Rx>),
    Rep(Box<Rx>, u32, u32),
}

pub const ALL: &[(u32, u32)] = &[(0, 0x10FFFF)];
const NO_BREAK: &[(u32, u32)] = &[(0, 9), (11, 0x10FFFF)];

impl Rx {
    /// An expression of at most `depth` levels.
    pub fn random(rng: &mut Rng, depth: usize) -> Self {
        let leaf = depth == 0 || rng.below(3) == 0;
        match rng.below(if leaf { 6 } else { 9 }) {
            0 => Self::Set(ranges(rng)),
            1 => {
                // `[^"]` and `[^\\]` in JSON strings are a known gap of the contract.
                let mut outside = ranges(rng);
                let quotes = |&(a, b): &(u32, u32)| [34, 92].iter().any(|c| (a..=b).contains(c));
                outside.retain(|range| !quotes(range));
                Self::NotSet(if outside.is_empty() { vec![(97, 122)] } else { outside })
            }
            2 => Self::Dot,
            3..6 => Self::Text(text(rng)),
            6 => Self::Seq((0..2 + rng.below(2)).map(|_| Self::random(rng, depth - 1)).collect()),
            7 => Self::Alt((0..2 + rng.below(2)).map(|_| Self::random(rng, depth - 1)).collect()),
            _ => {
                let (min, max) = match rng.below(5) {
                    0 => (0, ANY_TIMES),
                    1 => (1, ANY_TIMES),
                    2 => (0, 1),
                    3 => (rng.below(3) as u32, ANY_TIMES),
                    _ => (rng.below(3) as u32, 3 + rng.below(4) as u32),
                };
                Self::Rep(Box::new(Self::random(rng, depth - 1)), min, max)
            }
        }
    }

    /// One without classes of nearly everything, for patterns with bounds on the length.
    pub fn small(rng: &mut Rng) -> Self {
        let set = |rng: &mut Rng| Self::Set(ranges(rng));
        let mut parts = Vec::new();
        for _ in 0..1 + rng.below(3) {
            parts.push(match rng.below(4) {
                0 => Self::Text(text(rng)),
                1 => Self::Alt(vec![Self::Text(text(rng)), Self::Text(text(rng))]),
                2 => Self::Rep(Box::new(set(rng)), 1, ANY_TIMES),
                _ => Self::Rep(Box::new(set(rng)), 1, 2 + rng.below(3) as u32),
            });
        }
        Self::Seq(parts)
    }

    /// As it is written.
    pub fn source(&self) -> String {
        match self {
            Self::Set(ranges) => format!("[{}]", class(ranges)),
            Self::NotSet(ranges) => format!("[^{}]", class(ranges)),
            Self::Dot => ".".to_owned(),
            Self::Text(text) => text.chars().map(escape).collect(),
            Self::Seq(parts) => parts.iter().map(Self::source).collect(),
            Self::Alt(options) => {
                let options: Vec<String> = options.iter().map(Self::source).collect();
                format!("({})", options.join("|"))
            }
            Self::Rep(inner, min, max) => {
                let inner = format!("({})", inner.source());
                match (*min, *max) {
                    (0, ANY_TIMES) => format!("{inner}*"),
                    (1, ANY_TIMES) => format!("{inner}+"),
                    (0, 1) => format!("{inner}?"),
                    (min, ANY_TIMES) => format!("{inner}{{{min},}}"),
                    (min, max) => format!("{inner}{{{min},{max}}}"),
                }
            }
        }
    }

    pub fn term(&self, terms: &mut Terms, spelling: Spelling) -> Term {
        match self {
            Self::Set(ranges) => terms.char(ranges, spelling),
            Self::NotSet(ranges) => terms.char(&outside(ranges), spelling),
            Self::Dot => terms.char(NO_BREAK, spelling),
            Self::Text(text) => {
                let chars: Vec<Term> =
                    text.chars().map(|c| terms.char(&[(c as u32, c as u32)], spelling)).collect();
                terms.seq(&chars)
            }
            Self::Seq(parts) => {
                let parts: Vec<Term> = parts.iter().map(|p| p.term(terms, spelling)).collect();
                terms.seq(&parts)
            }
            Self::Alt(options) => {
                let all: Vec<Term> = options.iter().map(|o| o.term(terms, spelling)).collect();
                terms.alt(&all)
            }
            Self::Rep(inner, min, max) => {
                let inner = inner.term(terms, spelling);
                if inner == EPS { EPS } else { terms.rep(inner, *min, *max) }
            }
        }
    }
}

fn ranges(rng: &mut Rng) -> Vec<(u32, u32)> {
    let all = [
        ('a', 'z'),
        ('A', 'F'),
        ('0', '9'),
        ('à', 'ü'),
        ('一', '十'),
        ('"', '"'),
        (' ', '/'),
        ('🚀', '🚿'),
        ('\\', '\\'),
        ('\t', '\n'),
        ('_', '_'),
        ('<', '>'),
    ];
    let mut out: Vec<(u32, u32)> = Vec::new();
    for _ in 0..1 + rng.below(2) {
        let (a, b) = all[rng.below(all.len())];
        if !out.contains(&(a as u32, b as u32)) {
            out.push((a as u32, b as u32));
        }
    }
    out
}

fn text(rng: &mut Rng) -> String {
    let all =
        ["a", "ab", "é", "x-", "北京", "🚀", "</", "\"", "\\", "0", "per", "1.", "ing", "{", "\n"];
    all[rng.below(all.len())].to_owned()
}

fn outside(ranges: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut sorted = ranges.to_vec();
    sorted.sort_unstable();
    let (mut from, mut out) = (0, Vec::new());
    for (a, b) in sorted {
        if a > from {
            out.push((from, a - 1));
        }
        from = from.max(b + 1);
    }
    out.push((from, 0x10FFFF));
    out
}

fn class(ranges: &[(u32, u32)]) -> String {
    let one = |code: u32| char::from_u32(code).map(escape).unwrap_or_default();
    ranges
        .iter()
        .map(|&(a, b)| if a == b { one(a) } else { format!("{}-{}", one(a), one(b)) })
        .collect()
}

fn escape(c: char) -> String {
    match c {
        '\n' => "\\n".to_owned(),
        '\t' => "\\t".to_owned(),
        c if c.is_ascii_punctuation() && !"<>_\"/ ',%&@!:;=`~".contains(c) => format!("\\{c}"),
        c => c.to_string(),
    }
}
