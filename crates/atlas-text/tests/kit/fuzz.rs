//! Random walks, with every mask compared.

use super::maker::Maker;
use super::regex::Rx;
use super::rng::Rng;
use super::schema::Schemas;
use super::term::{EMPTY, Spelling, Term, Terms};
use super::tools;
use super::vocab::{Vocab, tokens};
use atlas_core::TokenId;
use atlas_text::Dialect;
use atlas_text::grammar::{Form, GrammarError, ToolChoice, ToolForm};
use std::fmt::Display;

/// Positions of the walks and how many of them were compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    pub forms: usize,
    /// Forms that the compiler refused by name.
    pub refused: usize,
    pub positions: usize,
    pub compared: usize,
    pub bits: usize,
    /// Walks that came to the end of their form.
    pub whole: usize,
}

impl std::ops::AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.forms += other.forms;
        self.refused += other.refused;
        self.positions += other.positions;
        self.compared += other.compared;
        self.bits += other.bits;
        self.whole += other.whole;
    }
}

impl Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let share = 100.0 * self.compared as f64 / self.positions.max(1) as f64;
        write!(
            f,
            "{} forms ({} refused), {} positions, {} compared ({share:.0} %), {} bits, {} walks whole",
            self.forms, self.refused, self.positions, self.compared, self.bits, self.whole
        )
    }
}

/// Kind of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Schema,
    Regex,
    Calls(Dialect),
    /// Calls that are waited for.
    Auto(Dialect),
}

pub const DIALECTS: &[Dialect] = &[
    Dialect::Qwen3Coder,
    Dialect::Hermes,
    Dialect::MinimaxXml,
    Dialect::DeepseekDsml,
    Dialect::BareJson,
    Dialect::Llama,
    Dialect::Mistral,
    Dialect::DeepseekV3,
];

impl Kind {
    pub fn all() -> Vec<Self> {
        let mut all = vec![Self::Schema, Self::Regex];
        all.extend(DIALECTS.iter().map(|&d| Self::Calls(d)));
        let waited = DIALECTS.iter().filter(|d| tools::trigger(**d).is_some());
        all.extend(waited.map(|&d| Self::Auto(d)));
        all
    }

    /// A form and its language.
    fn form(self, seed: u64, terms: &mut Terms) -> (Form, Term) {
        let mut maker = Maker::new(seed, false);
        match self {
            Self::Schema => {
                let schema = maker.schema();
                let term = Schemas::new(terms, &maker.patterns, &schema).term();
                (Form::JsonSchema { schema, place: "schema".to_owned() }, term)
            }
            Self::Regex => {
                let rx = Rx::random(&mut maker.rng, 3);
                let term = rx.term(terms, Spelling::Raw);
                (Form::Regex(rx.source()), term)
            }
            Self::Calls(format) | Self::Auto(format) => {
                let (tools, parallel) = (maker.tools(), maker.rng.once_in(2));
                let auto = matches!(self, Self::Auto(_));
                let choice = if auto { ToolChoice::Auto } else { ToolChoice::Required };
                let mut term =
                    tools::calls(terms, &maker.patterns, format, &tools, parallel && !auto);
                if let (true, Some(trigger)) = (auto, tools::trigger(format)) {
                    if parallel {
                        term = tools::calls(terms, &maker.patterns, format, &tools, true);
                    }
                    term = tools::waited(terms, term, trigger, parallel);
                }
                (Form::Tools(ToolForm { format, tools, choice, parallel }), term)
            }
        }
    }
}

/// Settings of a walk.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    /// Most tokens.
    pub tokens: usize,
    /// One position in so many is compared.
    pub every: usize,
    /// Walks per form.
    pub times: usize,
}

/// Compares the masks of one random form along random walks; what differs is the error.
pub fn form(vocab: &Vocab, kind: Kind, seed: u64, walk: Walk) -> Result<Count, String> {
    let mut terms = Terms::new();
    let (form, start) = kind.form(seed, &mut terms);
    let mut count = Count { forms: 1, ..Count::default() };
    let grammar = match vocab.compiler.compile(&form, None) {
        Ok(grammar) => grammar,
        Err(GrammarError::Internal { reason }) => return Err(format!("{form:?}: {reason}")),
        Err(_) => {
            count.refused = 1;
            return Ok(count);
        }
    };
    if start == EMPTY {
        return Err(format!("the automaton has no word of {form:?}"));
    }
    let mut rng = Rng(seed ^ 0xABCD_EF01);
    for _ in 0..walk.times {
        let mut constraint = grammar.constraint();
        let (mut term, mut done) = (start, Vec::new());
        // Texts that begin a call that is waited for.
        let mut lead = match kind {
            Kind::Auto(format) => lead(vocab, format, &mut rng),
            _ => Vec::new(),
        };
        for _ in 0..walk.tokens {
            let at = || format!("after {:?} of {form:?}", String::from_utf8_lossy(&done));
            let mask = vocab.mask(&mut *constraint);
            count.positions += 1;
            if rng.once_in(walk.every) {
                count.compared += 1;
                count.bits += vocab.words.len();
                let want = vocab.legal(&mut terms, term);
                same(vocab, mask.as_deref(), want).map_err(|e| format!("{e} {}", at()))?;
                if constraint.may_stop() != terms.nullable(term) {
                    return Err(format!("may_stop is {} {}", constraint.may_stop(), at()));
                }
                if constraint.is_complete() != (terms.nullable(term) && terms.is_final(term)) {
                    return Err(format!("is_complete is {} {}", constraint.is_complete(), at()));
                }
            }
            if constraint.is_complete() {
                break;
            }
            let next = match lead.pop() {
                Some(token) => token,
                None => match pick(vocab, mask.as_deref(), &mut rng) {
                    Some(token) => token,
                    None => break,
                },
            };
            if let Err(error) = constraint.accept(next) {
                return Err(format!("token {next}: {error} {}", at()));
            }
            let word = &vocab.words[next as usize];
            term = terms.feed(term, word);
            if term == EMPTY {
                return Err(format!("{word:?} was taken, but not by the automaton, {}", at()));
            }
            done.extend_from_slice(word);
        }
        count.whole += usize::from(constraint.may_stop());
    }
    Ok(count)
}

/// Whether a mask allows what the automaton does; else the first token that parts them.
fn same(vocab: &Vocab, mask: Option<&[u32]>, mut want: Vec<u32>) -> Result<(), String> {
    let Some(mask) = mask else {
        let mut all = vocab.words.iter().enumerate().filter(|(_, word)| !word.is_empty());
        return match all.find(|(t, _)| want[t / 32] & (1 << (t % 32)) == 0) {
            Some((_, word)) => Err(format!("{word:?} is free, but not in the automaton,")),
            None => Ok(()),
        };
    };
    // Special tokens are free where everything is.
    let special = (0..vocab.words.len()).filter(|t| vocab.words[*t].is_empty());
    special.for_each(|t| want[t / 32] |= mask[t / 32] & (1 << (t % 32)));
    let n = vocab.words.len();
    if !n.is_multiple_of(32) {
        let last = want.len() - 1;
        want[last] |= mask[last] & !((1 << (n % 32)) - 1);
    }
    let free = tokens(&mask.iter().zip(&want).map(|(a, b)| a ^ b).collect::<Vec<_>>());
    let Some(&token) = free.first() else { return Ok(()) };
    let word = String::from_utf8_lossy(&vocab.words[token as usize]).into_owned();
    let has = mask[token as usize / 32] & (1 << (token % 32)) != 0;
    let side = if has { "only in the mask" } else { "only in the automaton" };
    let (name, count) = (&vocab.name, free.len());
    Err(format!("{name}: {count} tokens differ, the first {word:?} {side}"))
}

/// A random token: often one that closes or is short, so that walks come to an end.
fn pick(vocab: &Vocab, mask: Option<&[u32]>, rng: &mut Rng) -> Option<TokenId> {
    let all = match mask {
        Some(mask) => tokens(mask),
        None => (0..vocab.words.len() as TokenId).collect(),
    };
    let all: Vec<TokenId> = all
        .into_iter()
        .filter(|t| (*t as usize) < vocab.words.len() && !vocab.words[*t as usize].is_empty())
        .collect();
    let closes = |t: &TokenId| {
        let word = &vocab.words[*t as usize];
        word.len() < 16 && word.iter().any(|b| b"\"}]</>".contains(b))
    };
    let few: Vec<TokenId> = match rng.below(3) {
        0 => all.iter().copied().filter(closes).collect(),
        1 => all.iter().copied().filter(|t| vocab.words[*t as usize].len() == 1).collect(),
        _ => Vec::new(),
    };
    let from = if few.is_empty() { &all } else { &few };
    (!from.is_empty()).then(|| from[rng.below(from.len())])
}

/// The bytes of some text and a trigger in tokens, last first.
fn lead(vocab: &Vocab, format: Dialect, rng: &mut Rng) -> Vec<TokenId> {
    let texts = ["", "Well < then.\n", "größer <tool [TOOL", "a"];
    let text = format!("{}{}", texts[rng.below(texts.len())], tools::trigger(format).unwrap_or(""));
    // A little less than the trigger, so that tokens across its end are met.
    let keep = text.len() - rng.below(3).min(text.len());
    text.as_bytes()[..keep]
        .iter()
        .rev()
        .filter_map(|b| vocab.words.iter().position(|w| w == &[*b]).map(|t| t as TokenId))
        .collect()
}
