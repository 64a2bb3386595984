//! The completion of an answer in the fewest tokens: breadth first over the places that tokens lead
//! to, where texts that can go on alike lead to one place.
//!
//! A place is a state of the lexer's automaton and the terminals that have ended before it. Steps
//! from place to place are learnt from the parser byte by byte and kept in a table, so that a place
//! is walked through with all tokens at the price of a look into the table for each of their bytes.
//! The search ends at a bound on its work, which is counted, not timed: equal answers have equal
//! results.

use crate::grammar::constraint::form_constraint::FormConstraint;
use crate::grammar::constraint::matcher::Matcher;
use crate::grammar::vocabulary::tokens::Vocabulary;
use atlas_core::{Constraint, ConstraintError, TokenId};
use llguidance::derivre::StateID;
use llguidance::earley::{BiasComputer, ParserRecognizer};
use llguidance::toktrie::{Recognizer, SimpleVob, TokTrie, TrieNode};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Work of one search, in bytes of tokens that are looked up.
const WORK_MAX: usize = 500_000;

/// Work of a step that is learnt from the parser: one that leads nowhere, one that leads somewhere,
/// and each item that the parser adds.
const DEAD_WORK: usize = 4;
const STEP_WORK: usize = 20;
const ITEM_WORK: usize = 6;

/// Work of asking the parser whether the answer may end at a place.
const END_WORK: usize = 500;

/// Places that are walked through at a time, within the limits that the parser has for one mask.
const WALKS: usize = 8;

/// Places of one search; each has a table of 1 KiB.
const PLACES_MAX: usize = 4096;

/// Steps of the table that are not places.
const UNKNOWN: u32 = u32::MAX;
const DEAD: u32 = u32::MAX - 1;

/// The completion from `at` in the fewest tokens, if one of at most `cap` is found in the work
/// that a search may take; it is inside the form.
pub(crate) fn fewest(at: &FormConstraint, cap: usize) -> Option<Vec<TokenId>> {
    let mut matcher = at.matcher().filter(|_| at.is_in_form())?.fork();
    let mut search = Search::new(at.vocabulary().clone(), cap);
    let terse = search.run(&mut matcher).ok()?;
    let tokens = terse.or_else(|| search.with_blanks().run(&mut matcher).ok().flatten())?;
    // Bounds that are counted beside the grammar hold too.
    let mut at = at.branch();
    let taken = tokens.iter().all(|&token| at.accept(token).is_ok()) && at.may_stop();
    taken.then_some(tokens)
}

/// Terminals that have ended: those before, the last one, and the byte that ended it.
type Ended = (u32, Terminal, u8);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Terminal {
    /// The only one possible.
    Only(usize),
    /// One of several, which the state before its end tells apart.
    At(StateID),
}

/// A place: the terminals that have ended, the state of the lexer, and whether a terminal has ended
/// with the last byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place {
    ended: u32,
    lexer: StateID,
    fresh: bool,
}

/// One token on the way to a place.
#[derive(Clone, Copy)]
struct Reached {
    place: u32,
    /// Index of the one before in [`Tables::reached`]; that of the start is its own.
    before: usize,
    token: TokenId,
}

struct Tables {
    places: Vec<Place>,
    steps: Vec<[u32; 256]>,
    ids: FxHashMap<Place, u32>,
    ended: FxHashMap<Ended, u32>,
    /// Places by a way of the fewest tokens, in the order in which they were found.
    reached: Vec<Reached>,
    /// Whether a place is among them.
    seen: Vec<bool>,
    /// Whether the last terminal of a place may end there.
    may_end: Vec<bool>,
    /// By states of the lexer: bytes that lead nowhere, whatever has ended before.
    dead: FxHashMap<StateID, [u64; 4]>,
    work: usize,
}

impl Tables {
    fn new() -> Self {
        Self {
            places: Vec::new(),
            steps: Vec::new(),
            ids: FxHashMap::default(),
            ended: FxHashMap::default(),
            reached: Vec::new(),
            seen: Vec::new(),
            may_end: Vec::new(),
            dead: FxHashMap::default(),
            work: 0,
        }
    }

    /// The place of the parser at `rec`.
    fn place(&mut self, rec: &mut ParserRecognizer<'_>, ended: u32, fresh: bool) -> u32 {
        let place = Place { ended, lexer: rec.lexer_state(), fresh };
        if let Some(id) = self.ids.get(&place) {
            return *id;
        }
        let id = self.places.len() as u32;
        self.places.push(place);
        self.steps.push([UNKNOWN; 256]);
        self.seen.push(false);
        self.may_end.push(fresh || !rec.lexer_mut().try_lexeme_end(place.lexer).is_error());
        self.ids.insert(place, id);
        id
    }

    /// The tokens on the way to the `n`th place that was reached.
    fn tokens(&self, mut n: usize) -> Vec<TokenId> {
        let mut tokens = Vec::new();
        while n > 0 {
            tokens.push(self.reached[n].token);
            n = self.reached[n].before;
        }
        tokens.reverse();
        tokens
    }
}

struct Search {
    vocabulary: Arc<Vocabulary>,
    cap: usize,
    tables: Mutex<Tables>,
    /// The part of [`Tables::reached`] that is walked through next.
    level: std::ops::Range<usize>,
    /// Tokens that end in a blank are left out: runs of blanks are many places, and hardly an
    /// answer becomes shorter by them.
    terse: bool,
}

impl Search {
    fn new(vocabulary: Arc<Vocabulary>, cap: usize) -> Self {
        let tables = Mutex::new(Tables::new());
        Self { vocabulary, cap, tables, level: 0..1, terse: true }
    }

    /// The same from the start with all tokens; what is known of steps stays.
    fn with_blanks(&mut self) -> &mut Self {
        let tables = self.tables.get_mut().unwrap_or_else(PoisonError::into_inner);
        tables.reached.clear();
        tables.seen.fill(false);
        (self.level, self.terse) = (0..1, false);
        self
    }

    fn run(&mut self, matcher: &mut Matcher) -> Result<Option<Vec<TokenId>>, ConstraintError> {
        for _ in 0..self.cap {
            let end = self.level.end;
            while self.level.start < end {
                self.level.end = end.min(self.level.start + WALKS);
                matcher.explore(self)?;
                self.level.start = self.level.end;
            }
            let tables = self.tables.get_mut().unwrap_or_else(PoisonError::into_inner);
            self.level = end..tables.reached.len();
            if tables.work > WORK_MAX || self.level.is_empty() {
                return Ok(None);
            }
            if let Some(tokens) = self.ending(matcher)? {
                return Ok(Some(tokens));
            }
        }
        Ok(None)
    }

    /// The tokens to a place of this level at which the answer may end.
    fn ending(&mut self, matcher: &mut Matcher) -> Result<Option<Vec<TokenId>>, ConstraintError> {
        let tables = self.tables.get_mut().unwrap_or_else(PoisonError::into_inner);
        for n in self.level.clone() {
            if !tables.may_end[tables.reached[n].place as usize] {
                continue;
            }
            tables.work += END_WORK;
            let tokens = tables.tokens(n);
            matcher.accept(&tokens)?;
            let ends = matcher.is_accepting();
            matcher.rollback(tokens.len())?;
            if ends {
                return Ok(Some(tokens));
            }
        }
        Ok(None)
    }
}

impl BiasComputer for Search {
    fn compute_bias(&self, rec: &mut ParserRecognizer<'_>, _start: &[u8]) -> SimpleVob {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let trie = self.vocabulary.trie();
        rec.trie_started("fewest tokens");
        if tables.reached.is_empty() {
            let place = tables.place(rec, 0, false);
            tables.reached.push(Reached { place, before: 0, token: 0 });
            tables.seen[place as usize] = true;
        }
        for from in self.level.clone() {
            let place = tables.reached[from].place;
            let text = trie.decode_raw(&tables.tokens(from));
            let terse = self.terse;
            let mut walk = Walk { rec, tables: &mut tables, trie, terse, from, text, pushed: 0 };
            walk.below(trie.root(), place);
            walk.keep(0);
        }
        rec.trie_finished();
        trie.alloc_token_set()
    }

    fn trie(&self) -> &TokTrie {
        self.vocabulary.trie()
    }
}

/// A walk through a place with all tokens.
struct Walk<'a, 'b, 'c> {
    rec: &'a mut ParserRecognizer<'b>,
    tables: &'a mut Tables,
    trie: &'c TokTrie,
    terse: bool,
    from: usize,
    /// The bytes from the start to here, and the number of them that the parser has.
    text: Vec<u8>,
    pushed: usize,
}

impl Walk<'_, '_, '_> {
    /// Takes back all but `bytes` bytes from the parser.
    fn keep(&mut self, bytes: usize) {
        if self.pushed > bytes {
            self.rec.pop_bytes(self.pushed - bytes);
            self.pushed = bytes;
        }
    }

    /// Notes the places that the tokens below `node` lead to, whose bytes so far led to `place`.
    fn below(&mut self, node: &TrieNode, place: u32) {
        let trie = self.trie;
        for child in trie.node_children(node) {
            self.tables.work += 1;
            if self.tables.work > WORK_MAX {
                return;
            }
            let next = match self.tables.steps[place as usize][child.byte() as usize] {
                UNKNOWN => self.learn(place, child.byte()),
                known => known,
            };
            if next == DEAD {
                continue;
            }
            let left_out = self.terse && child.byte().is_ascii_whitespace();
            let new = !left_out && !self.tables.seen[next as usize];
            if let Some(token) = child.token_id().filter(|_| new) {
                self.tables.seen[next as usize] = true;
                self.tables.reached.push(Reached { place: next, before: self.from, token });
            }
            if child.subtree_size() > 1 {
                self.text.push(child.byte());
                self.below(child, next);
                self.text.pop();
                self.keep(self.text.len());
            }
        }
    }

    /// Learns the step from `place`, which the text leads to, by `byte`.
    fn learn(&mut self, place: u32, byte: u8) -> u32 {
        // No text has this byte; special tokens begin with it.
        if byte == TokTrie::SPECIAL_TOKEN_MARKER {
            return DEAD;
        }
        let lexer = self.tables.places[place as usize].lexer;
        let (word, bit) = (byte as usize / 64, 1u64 << (byte % 64));
        if self.tables.dead.get(&lexer).is_some_and(|bytes| bytes[word] & bit != 0) {
            return DEAD;
        }
        if self.tables.places.len() >= PLACES_MAX {
            self.tables.work = WORK_MAX + 1;
            return DEAD;
        }
        while self.pushed < self.text.len() && self.rec.try_push_byte(self.text[self.pushed]) {
            self.pushed += 1;
        }
        if self.pushed < self.text.len() {
            return DEAD;
        }
        let counted = |rec: &mut ParserRecognizer<'_>| {
            let stats = rec.stats_mut();
            (stats.rows + stats.cached_rows, stats.all_items)
        };
        let (rows, items) = counted(self.rec);
        let taken = self.rec.try_push_byte(byte);
        let (rows_now, items_now) = counted(self.rec);
        self.tables.work += if taken { STEP_WORK } else { DEAD_WORK };
        self.tables.work += ITEM_WORK * items_now.saturating_sub(items);
        let mut next = DEAD;
        // If no terminal can end here, the lexer alone has refused the byte.
        if !taken && !self.tables.may_end[place as usize] {
            self.tables.dead.entry(lexer).or_default()[word] |= bit;
        }
        if taken && !self.rec.lexer_state().is_dead() {
            let (fresh, mut ended) = (rows_now != rows, self.tables.places[place as usize].ended);
            if fresh {
                let mut possible = self.rec.lexer().possible_lexemes(lexer).iter();
                let terminal = match (possible.next(), possible.next()) {
                    (Some(only), None) => Terminal::Only(only.as_usize()),
                    _ => Terminal::At(lexer),
                };
                let number = self.tables.ended.len() as u32 + 1;
                ended = *self.tables.ended.entry((ended, terminal, byte)).or_insert(number);
            }
            next = self.tables.place(self.rec, ended, fresh);
        }
        if taken {
            self.rec.pop_bytes(1);
        }
        self.tables.steps[place as usize][byte as usize] = next;
        next
    }
}
