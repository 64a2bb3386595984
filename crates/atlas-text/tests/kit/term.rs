//! A slow automaton over bytes: languages as terms, moved by derivatives.
//!
//! It does not depend on the grammar library. A text is a prefix of a language if the derivative by
//! its bytes is not empty; it is a word of it if that derivative takes the empty text.

use super::number::{NumSpec, NumState};
use super::text::TextState;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A term by its number.
pub type Term = u32;

pub const EMPTY: Term = 0;
pub const EPS: Term = 1;
/// No upper bound of a repetition.
pub const ANY_TIMES: u32 = u32::MAX;

/// Encoding of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spelling {
    /// In UTF-8.
    Raw,
    /// As inside a JSON string; `true`: control characters also as `\u00xx`.
    Json(bool),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Node {
    Empty,
    Eps,
    /// The rest of a fixed text.
    Lit(Rc<[u8]>, u32),
    /// One character of a set, after these bytes of it.
    Char(u32, Spelling, Vec<u8>),
    /// The rest of a character of which any continuation belongs to the set.
    Tail(usize),
    Num(Rc<NumSpec>, NumState),
    /// A free text and its closing tag.
    Text(TextState),
    /// Any bytes up to the end of a text, then a term; bytes of it that have come.
    Until(Rc<[u8]>, Term, u32),
    Alt(Vec<Term>),
    Seq(Term, Term),
    And(Term, Term),
    Not(Term),
    Rep(Term, u32, u32),
    Ref(u32),
}

/// All terms, hash-consed, with their derivatives.
#[derive(Default)]
pub struct Terms {
    nodes: Vec<Node>,
    known: FxHashMap<Node, Term>,
    derivatives: FxHashMap<(Term, u8), Term>,
    live: FxHashMap<Term, bool>,
    least: FxHashMap<Term, usize>,
    sets: Vec<Vec<(u32, u32)>>,
    refs: Vec<Term>,
}

impl Terms {
    pub fn new() -> Self {
        let mut terms = Self::default();
        terms.make(Node::Empty);
        terms.make(Node::Eps);
        terms
    }

    /// Terms made so far.
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    fn make(&mut self, node: Node) -> Term {
        if let Some(&term) = self.known.get(&node) {
            return term;
        }
        let term = self.nodes.len() as Term;
        self.nodes.push(node.clone());
        self.known.insert(node, term);
        term
    }

    pub fn lit(&mut self, text: impl AsRef<[u8]>) -> Term {
        let bytes = text.as_ref();
        if bytes.is_empty() { EPS } else { self.make(Node::Lit(bytes.into(), 0)) }
    }

    /// One character of the ranges (both ends included).
    pub fn char(&mut self, ranges: &[(u32, u32)], spelling: Spelling) -> Term {
        let at = self.sets.iter().position(|set| set == ranges).unwrap_or_else(|| {
            self.sets.push(ranges.to_vec());
            self.sets.len() - 1
        });
        self.make(Node::Char(at as u32, spelling, Vec::new()))
    }

    pub fn number(&mut self, spec: NumSpec) -> Term {
        self.make(Node::Num(Rc::new(spec), NumState::default()))
    }

    pub fn text(&mut self, state: TextState) -> Term {
        self.make(Node::Text(state))
    }

    /// Any bytes, then `end`, then `rest`; it may also end before `end`.
    pub fn until(&mut self, end: &str, rest: Term) -> Term {
        self.make(Node::Until(end.as_bytes().into(), rest, 0))
    }

    pub fn seq(&mut self, parts: &[Term]) -> Term {
        parts.iter().rev().fold(EPS, |rest, &part| self.pair(part, rest))
    }

    fn pair(&mut self, a: Term, b: Term) -> Term {
        match (a, b) {
            (EMPTY, _) | (_, EMPTY) => EMPTY,
            (EPS, _) => b,
            (_, EPS) => a,
            _ => match self.nodes[a as usize].clone() {
                Node::Seq(x, y) => {
                    let rest = self.pair(y, b);
                    self.make(Node::Seq(x, rest))
                }
                _ => self.make(Node::Seq(a, b)),
            },
        }
    }

    pub fn alt(&mut self, options: &[Term]) -> Term {
        let mut flat = Vec::new();
        for &option in options {
            match &self.nodes[option as usize] {
                Node::Empty => {}
                Node::Alt(inner) => flat.extend(inner.iter().copied()),
                _ => flat.push(option),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        match flat.len() {
            0 => EMPTY,
            1 => flat[0],
            _ => self.make(Node::Alt(flat)),
        }
    }

    pub fn opt(&mut self, term: Term) -> Term {
        self.alt(&[EPS, term])
    }

    pub fn rep(&mut self, term: Term, min: u32, max: u32) -> Term {
        match (term, min, max) {
            (_, _, 0) | (EPS, ..) => EPS,
            (EMPTY, 0, _) => EPS,
            (EMPTY, ..) => EMPTY,
            (_, 1, 1) => term,
            _ => self.make(Node::Rep(term, min, max)),
        }
    }

    pub fn and(&mut self, a: Term, b: Term) -> Term {
        match (a.min(b), a.max(b)) {
            (EMPTY, _) => EMPTY,
            (a, b) if a == b => a,
            (a, b) => self.make(Node::And(a, b)),
        }
    }

    /// Every text that is not one of `term`; only for use inside [`Self::and`].
    pub fn not(&mut self, term: Term) -> Term {
        self.make(Node::Not(term))
    }

    /// A name for a term that is defined later.
    pub fn declare(&mut self) -> Term {
        self.refs.push(EMPTY);
        let at = self.refs.len() as u32 - 1;
        self.make(Node::Ref(at))
    }

    pub fn define(&mut self, name: Term, term: Term) {
        if let Node::Ref(at) = self.nodes[name as usize] {
            self.refs[at as usize] = term;
        }
    }

    /// Whether the empty text belongs to `term`.
    pub fn nullable(&self, term: Term) -> bool {
        match &self.nodes[term as usize] {
            Node::Empty | Node::Lit(..) | Node::Char(..) | Node::Tail(_) | Node::Text(_) => false,
            Node::Eps => true,
            // The term after the end of the text must be whole.
            Node::Until(..) => true,
            Node::Num(spec, state) => spec.accepts(state),
            Node::Alt(options) => options.iter().any(|&t| self.nullable(t)),
            &Node::Seq(a, b) | &Node::And(a, b) => self.nullable(a) && self.nullable(b),
            &Node::Not(t) => !self.nullable(t),
            &Node::Rep(t, min, _) => min == 0 || self.nullable(t),
            &Node::Ref(at) => self.nullable(self.refs[at as usize]),
        }
    }

    /// Returns the term after `byte`; [`EMPTY`] if no word of `term` goes on like this.
    pub fn step(&mut self, term: Term, byte: u8) -> Term {
        if let Some(&known) = self.derivatives.get(&(term, byte)) {
            return known;
        }
        let raw = self.derive(term, byte);
        let next = if self.is_live(raw) { raw } else { EMPTY };
        self.derivatives.insert((term, byte), next);
        next
    }

    // Long: one arm for each kind of node.
    fn derive(&mut self, term: Term, byte: u8) -> Term {
        match self.nodes[term as usize].clone() {
            Node::Empty | Node::Eps => EMPTY,
            Node::Lit(text, at) => match text[at as usize] == byte {
                false => EMPTY,
                true if at as usize + 1 == text.len() => EPS,
                true => self.make(Node::Lit(text, at + 1)),
            },
            Node::Char(set, spelling, mut bytes) => {
                bytes.push(byte);
                match spelled(&self.sets[set as usize], spelling, &bytes) {
                    Spelled::No => EMPTY,
                    Spelled::Whole => EPS,
                    Spelled::Part => self.make(Node::Char(set, spelling, bytes)),
                    Spelled::Free(missing) => self.make(Node::Tail(missing)),
                }
            }
            Node::Tail(missing) => match (byte, missing) {
                (0x80..0xC0, 1) => EPS,
                (0x80..0xC0, _) => self.make(Node::Tail(missing - 1)),
                _ => EMPTY,
            },
            Node::Num(spec, state) => match spec.step(&state, byte) {
                Some(state) => self.make(Node::Num(spec, state)),
                None => EMPTY,
            },
            Node::Text(state) => match state.step(byte) {
                None => EMPTY,
                Some(None) => EPS,
                Some(Some(state)) => self.make(Node::Text(state)),
            },
            Node::Until(end, rest, at) => {
                let mut seen = [&end[..at as usize], &[byte]].concat();
                while !end.starts_with(&seen) {
                    seen.remove(0);
                }
                if seen.len() == end.len() {
                    return rest;
                }
                self.make(Node::Until(end, rest, seen.len() as u32))
            }
            Node::Alt(options) => {
                let next: Vec<Term> = options.iter().map(|&t| self.step(t, byte)).collect();
                self.alt(&next)
            }
            Node::Seq(a, b) => {
                let first = self.step(a, byte);
                let first = self.pair(first, b);
                if !self.nullable(a) {
                    return first;
                }
                let second = self.step(b, byte);
                self.alt(&[first, second])
            }
            // Not pruned, or the search for a living one would never end.
            Node::And(a, b) => {
                let (a, b) = (self.derive_raw(a, byte), self.derive_raw(b, byte));
                self.and(a, b)
            }
            Node::Not(t) => {
                let next = self.derive_raw(t, byte);
                self.not(next)
            }
            Node::Rep(t, min, max) => {
                let first = self.step(t, byte);
                let less = |n: u32| if n == ANY_TIMES { n } else { n.saturating_sub(1) };
                let rest = self.rep(t, min.saturating_sub(1), less(max));
                self.pair(first, rest)
            }
            Node::Ref(at) => self.step(self.refs[at as usize], byte),
        }
    }

    fn derive_raw(&mut self, term: Term, byte: u8) -> Term {
        match self.nodes[term as usize] {
            Node::And(..) | Node::Not(_) => self.derive(term, byte),
            _ => self.step(term, byte),
        }
    }

    /// Whether `term` has a word. Only intersections can be empty without showing it.
    fn is_live(&mut self, term: Term) -> bool {
        match self.nodes[term as usize].clone() {
            Node::Empty => false,
            Node::Seq(a, b) => self.is_live(a) && self.is_live(b),
            Node::Alt(options) => options.iter().any(|&t| self.is_live(t)),
            Node::And(..) => self.search(term),
            _ => true,
        }
    }

    fn search(&mut self, start: Term) -> bool {
        if let Some(&known) = self.live.get(&start) {
            return known;
        }
        // Depth first; the path to a word is alive, and all that was seen if there is none.
        let mut seen: FxHashSet<Term> = FxHashSet::from_iter([start]);
        let mut path = vec![(start, 0u16)];
        while let Some((term, next)) = path.last_mut() {
            let term = *term;
            if self.nullable(term) || self.live.get(&term) == Some(&true) {
                path.iter().for_each(|(term, _)| {
                    self.live.insert(*term, true);
                });
                return true;
            }
            let byte = *next;
            *next += 1;
            if byte > 255 || self.live.get(&term) == Some(&false) {
                path.pop();
                continue;
            }
            let after = self.derive_raw(term, byte as u8);
            if after != EMPTY && seen.insert(after) {
                path.push((after, 0));
            }
        }
        seen.into_iter().for_each(|term| {
            self.live.insert(term, false);
        });
        false
    }

    /// No word of `term` is shorter than this.
    pub fn least_bytes(&mut self, term: Term) -> usize {
        if let Some(&known) = self.least.get(&term) {
            return known;
        }
        let least = match self.nodes[term as usize].clone() {
            Node::Lit(text, at) => text.len() - at as usize,
            Node::Char(..) | Node::Tail(_) | Node::Text(_) => 1,
            Node::Alt(all) => all.iter().map(|&t| self.least_bytes(t)).min().unwrap_or(0),
            Node::Seq(a, b) => self.least_bytes(a) + self.least_bytes(b),
            Node::And(a, b) => self.least_bytes(a).max(self.least_bytes(b)),
            Node::Rep(t, min, _) => self.least_bytes(t).saturating_mul(min as usize),
            // Not followed, as names can lead back to themselves.
            Node::Ref(_) => usize::from(!self.nullable(term)),
            _ => usize::from(!self.nullable(term)),
        };
        self.least.insert(term, least);
        least
    }

    pub fn feed(&mut self, term: Term, bytes: &[u8]) -> Term {
        bytes.iter().fold(term, |term, &byte| self.step(term, byte))
    }

    /// Whether nothing can follow.
    pub fn is_final(&mut self, term: Term) -> bool {
        (0..=255).all(|byte| self.step(term, byte) == EMPTY)
    }
}

enum Spelled {
    No,
    Part,
    /// So many bytes are missing, and any that continue a character will do.
    Free(usize),
    Whole,
}

/// Whether `bytes` spell a character of `set`, or begin to.
fn spelled(set: &[(u32, u32)], spelling: Spelling, bytes: &[u8]) -> Spelled {
    let has = |lo: u32, hi: u32| set.iter().any(|&(a, b)| a <= hi && lo <= b);
    let all = |lo: u32, hi: u32| set.iter().any(|&(a, b)| a <= lo && hi <= b);
    let utf8 = |bytes| utf8(bytes, has, all);
    let Spelling::Json(hex) = spelling else { return utf8(bytes) };
    match bytes[0] {
        b'\\' => escaped(bytes, hex, |c| has(c, c)),
        b'"' | 0x7F | 0..0x20 => Spelled::No,
        _ => utf8(bytes),
    }
}

fn escaped(bytes: &[u8], hex: bool, has: impl Fn(u32) -> bool) -> Spelled {
    let short = [(8, 'b'), (9, 't'), (10, 'n'), (12, 'f'), (13, 'r'), (34, '"'), (92, '\\')];
    let mut all: Vec<String> =
        short.iter().filter(|(c, _)| has(*c)).map(|(_, letter)| format!("\\{letter}")).collect();
    if hex {
        let controls = (0..32).chain([127]).filter(|c| has(*c));
        all.extend(controls.flat_map(|c| [format!("\\u{c:04x}"), format!("\\u{c:04X}")]));
    }
    let mut fitting = all.iter().filter(|text| text.as_bytes().starts_with(bytes));
    match fitting.next() {
        None => Spelled::No,
        Some(text) if text.len() == bytes.len() => Spelled::Whole,
        Some(_) => Spelled::Part,
    }
}

/// The characters that UTF-8 text beginning with `bytes` can stand for.
/// `has`: whether one of a range is wanted; `all`: whether all of it are.
fn utf8(bytes: &[u8], has: impl Fn(u32, u32) -> bool, all: impl Fn(u32, u32) -> bool) -> Spelled {
    let (len, bits) = match bytes[0] {
        0..0x80 => (1, u32::from(bytes[0])),
        0xC2..=0xDF => (2, u32::from(bytes[0] & 0x1F)),
        0xE0..=0xEF => (3, u32::from(bytes[0] & 0x0F)),
        0xF0..=0xF4 => (4, u32::from(bytes[0] & 0x07)),
        _ => return Spelled::No,
    };
    let mut lo = bits;
    for &byte in &bytes[1..] {
        if !(0x80..0xC0).contains(&byte) {
            return Spelled::No;
        }
        lo = lo << 6 | u32::from(byte & 0x3F);
    }
    let missing = 6 * (len - bytes.len());
    let (lo, hi) = (lo << missing, ((lo + 1) << missing) - 1);
    let least = [0, 0, 0x80, 0x800, 0x10000][len];
    let plain = lo >= least && hi <= 0x10FFFF && (hi < 0xD800 || lo > 0xDFFF);
    if missing > 0 && plain && all(lo, hi) {
        return Spelled::Free(missing / 6);
    }
    let (lo, hi) = (lo.max(least), hi.min(0x10FFFF));
    // Surrogates are no characters.
    let below = lo <= hi.min(0xD7FF) && has(lo, hi.min(0xD7FF));
    let above = lo.max(0xE000) <= hi && has(lo.max(0xE000), hi);
    match below || above {
        false => Spelled::No,
        true if missing == 0 => Spelled::Whole,
        true => Spelled::Part,
    }
}

/// Whether `bytes` are a whole character of UTF-8; `None` if they are not even its beginning.
pub fn character(bytes: &[u8]) -> Option<bool> {
    match utf8(bytes, |_, _| true, |_, _| false) {
        Spelled::No => None,
        Spelled::Part | Spelled::Free(_) => Some(false),
        Spelled::Whole => Some(true),
    }
}
