//! Texts apart by the expressions that they match.
//!
//! A text is read by the automata of all expressions at once. The texts that end in the states of
//! one result are an expression again, by the elimination of states (Brzozowski and McCluskey,
//! 1963).

use super::escape::escape_into;
use llguidance::derivre::{Regex, RegexAst, RegexBuilder, StateID};
use regex_syntax::hir::{Class, Hir, HirKind};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Larger automata are not told apart.
const STATES_MAX: usize = 64;
/// Of more sets of characters neither.
const SETS_MAX: usize = 2048;
/// Longest expression that is written, in bytes.
const EXPRESSION_MAX: usize = 16 << 10;
/// Steps of the expression library for one expression.
const FUEL: u64 = 50_000;

/// Texts that match the same expressions.
pub(crate) struct TextClass {
    /// For each expression, whether they match it.
    pub matched: Vec<bool>,
    /// They match it from end to end, and no other texts do.
    pub expression: String,
}

/// The first character of a set, and the one after its last.
type Range = (u32, u32);

/// The classes of texts that match one of `all` at least, where a text matches the expressions of
/// an entry if it matches each of them from end to end. `None`: a bound is reached.
pub(crate) fn classes(all: &[Vec<String>]) -> Option<Vec<TextClass>> {
    let mut ends = BTreeSet::from([0, 0xD800, 0xE000, 0x11_0000]);
    let mut automata = Vec::new();
    for (n, expression) in all.iter().enumerate().flat_map(|(n, e)| e.iter().map(move |e| (n, e))) {
        let expression = llguidance::regex_to_lark(expression, "");
        boundaries(&regex_syntax::parse(&expression).ok()?, &mut ends);
        let mut builder = RegexBuilder::new();
        let made = builder.mk(&RegexAst::Regex(expression)).ok()?;
        automata.push((n, builder.into_regex_limited(made, FUEL).ok()?));
    }
    if ends.len() > SETS_MAX {
        return None;
    }
    let ends: Vec<u32> = ends.into_iter().collect();
    let ranges: Vec<Range> = ends.windows(2).map(|pair| (pair[0], pair[1])).collect();
    let joint = Joint::new(&mut automata, all.len(), &ranges)?;
    let results: BTreeSet<&Vec<bool>> = joint.matched.iter().collect();
    let results = results.into_iter().filter(|matched| matched.contains(&true));
    let class = |matched: &Vec<bool>| {
        let expression = joint.expression(matched)?;
        Some(TextClass { matched: matched.clone(), expression })
    };
    results.map(class).collect()
}

/// Adds the characters at which sets of characters in `hir` begin, and those after their ends.
fn boundaries(hir: &Hir, ends: &mut BTreeSet<u32>) {
    let mut add = |first: char, last: char| ends.extend([first as u32, last as u32 + 1]);
    match hir.kind() {
        HirKind::Literal(text) => {
            String::from_utf8_lossy(&text.0).chars().for_each(|c| add(c, c));
        }
        HirKind::Class(Class::Unicode(class)) => {
            class.ranges().iter().for_each(|range| add(range.start(), range.end()));
        }
        HirKind::Class(Class::Bytes(class)) => {
            let ranges = class.ranges().iter();
            ranges.for_each(|r| add(char::from(r.start()), char::from(r.end())));
        }
        HirKind::Repetition(repeated) => boundaries(&repeated.sub, ends),
        HirKind::Capture(group) => boundaries(&group.sub, ends),
        HirKind::Concat(all) | HirKind::Alternation(all) => {
            all.iter().for_each(|hir| boundaries(hir, ends));
        }
        HirKind::Empty | HirKind::Look(_) => {}
    }
}

/// The automaton of all expressions together; it starts in state 0.
struct Joint {
    /// For each state, the expressions that a text which ends there matches.
    matched: Vec<Vec<bool>>,
    /// For each state, the characters that lead to others.
    edges: Vec<BTreeMap<usize, Vec<Range>>>,
}

impl Joint {
    fn new(automata: &mut [(usize, Regex)], expressions: usize, ranges: &[Range]) -> Option<Self> {
        let start: Vec<StateID> = automata.iter_mut().map(|(_, a)| a.initial_state()).collect();
        let mut known = HashMap::from([(start.clone(), 0)]);
        let mut states = vec![start];
        let mut out = Self { matched: Vec::new(), edges: Vec::new() };
        let mut bytes = [0; 4];
        while let Some(state) = states.get(out.matched.len()).cloned() {
            let mut matched = vec![true; expressions];
            for ((n, automaton), at) in automata.iter_mut().zip(&state) {
                matched[*n] &= automaton.is_accepting(*at);
            }
            let mut edges: BTreeMap<usize, Vec<Range>> = BTreeMap::new();
            for (first, end) in ranges {
                // No character is a surrogate.
                let Some(c) = char::from_u32(*first) else { continue };
                let text = c.encode_utf8(&mut bytes).as_bytes();
                let pairs = automata.iter_mut().zip(&state);
                let next = pairs.map(|((_, a), at)| a.transition_bytes(*at, text)).collect();
                let count = states.len();
                let to = *known.entry(next).or_insert_with_key(|next: &Vec<StateID>| {
                    states.push(next.clone());
                    count
                });
                let edge = edges.entry(to).or_default();
                match edge.last_mut() {
                    Some(last) if last.1 == *first => last.1 = *end,
                    _ => edge.push((*first, *end)),
                }
            }
            if states.len() > STATES_MAX {
                return None;
            }
            out.matched.push(matched);
            out.edges.push(edges);
        }
        Some(out)
    }

    /// The states told apart by whether they lead to texts that match `wanted` alone: for each
    /// state its block, which are numbered from that of the start.
    fn blocks(&self, wanted: &[bool]) -> Vec<usize> {
        let mut blocks: Vec<usize> =
            self.matched.iter().map(|matched| usize::from(matched == wanted)).collect();
        let mut count = 0;
        loop {
            let mut known: HashMap<(usize, Vec<(usize, Range)>), usize> = HashMap::new();
            let next = self.edges.iter().enumerate().map(|(state, edges)| {
                let flat = edges.iter().flat_map(|(to, all)| all.iter().map(|r| (blocks[*to], *r)));
                let len = known.len();
                *known.entry((blocks[state], joined(flat.collect()))).or_insert(len)
            });
            blocks = next.collect();
            if known.len() == count {
                return blocks;
            }
            count = known.len();
        }
    }

    /// An expression of the texts that match `wanted` and nothing else of the expressions.
    fn expression(&self, wanted: &[bool]) -> Option<String> {
        let blocks = self.blocks(wanted);
        // The end is a state after all others, which the wanted ones lead to.
        let count = blocks.iter().max().map_or(0, |last| last + 1);
        let end = count;
        let mut edges: BTreeMap<(usize, usize), String> = BTreeMap::new();
        for (from, next) in self.edges.iter().enumerate() {
            let flat = next.iter().flat_map(|(to, all)| all.iter().map(|r| (blocks[*to], *r)));
            let mut ranges: BTreeMap<usize, Vec<Range>> = BTreeMap::new();
            for (to, range) in joined(flat.collect()) {
                ranges.entry(to).or_default().push(range);
            }
            edges.extend(ranges.iter().map(|(to, ranges)| ((blocks[from], *to), set(ranges))));
            if self.matched[from] == wanted {
                edges.insert((blocks[from], end), String::new());
            }
        }
        // States that lead to no end.
        let mut alive = BTreeSet::from([end]);
        loop {
            let more: Vec<usize> =
                edges.keys().filter(|(_, to)| alive.contains(to)).map(|(from, _)| *from).collect();
            let before = alive.len();
            alive.extend(more);
            if alive.len() == before {
                break;
            }
        }
        edges.retain(|(_, to), _| alive.contains(to));
        // The start stays: it is left for an end of its own last.
        let mut left: BTreeSet<usize> = (1..count).collect();
        while let Some(state) = left.iter().copied().min_by_key(|s| growth(&edges, *s)) {
            left.remove(&state);
            let around = edges.remove(&(state, state)).map_or(String::new(), starred);
            let (mut into, mut from) = (Vec::new(), Vec::new());
            edges.retain(|(a, b), text| {
                if *b == state {
                    into.push((*a, text.clone()));
                } else if *a == state {
                    from.push((*b, text.clone()));
                }
                *a != state && *b != state
            });
            for (a, before) in &into {
                for (b, after) in &from {
                    let way = format!("{before}{around}{after}");
                    let known = edges.remove(&(*a, *b));
                    let both = known.map_or(way.clone(), |known| either(&known, &way));
                    if both.len() > EXPRESSION_MAX {
                        return None;
                    }
                    edges.insert((*a, *b), both);
                }
            }
        }
        let around = edges.remove(&(0, 0)).map_or(String::new(), starred);
        Some(around + &edges.remove(&(0, end))?)
    }
}

/// Ranges in order; those that follow each other with the same number are one.
fn joined(mut all: Vec<(usize, Range)>) -> Vec<(usize, Range)> {
    all.sort_unstable_by_key(|(_, range)| range.0);
    let mut out: Vec<(usize, Range)> = Vec::new();
    for (to, range) in all {
        match out.last_mut() {
            Some((last, known)) if *last == to && known.1 == range.0 => known.1 = range.1,
            _ => out.push((to, range)),
        }
    }
    out
}

/// Bytes that the removal of a state adds.
fn growth(edges: &BTreeMap<(usize, usize), String>, state: usize) -> usize {
    let around = edges.get(&(state, state)).map_or(0, |text| text.len() + 5);
    let into = edges.iter().filter(|((a, b), _)| *b == state && *a != state);
    let from = || edges.iter().filter(|((a, b), _)| *a == state && *b != state);
    into.map(|(_, i)| from().map(|(_, f)| i.len() + around + f.len()).sum::<usize>()).sum()
}

fn starred(text: String) -> String {
    format!("(?:{text})*")
}

fn either(a: &str, b: &str) -> String {
    match (a.is_empty(), b.is_empty()) {
        (true, true) => String::new(),
        (true, false) => format!("(?:{b})?"),
        (false, true) => format!("(?:{a})?"),
        (false, false) => format!("(?:{a}|{b})"),
    }
}

/// An expression of one character of these ranges.
fn set(ranges: &[Range]) -> String {
    let mut out = String::new();
    let char_of = |code: u32| char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
    if let [(first, end)] = ranges
        && first + 1 == *end
    {
        escape_into(&mut out, char_of(*first));
        return out;
    }
    out.push('[');
    for (first, end) in ranges {
        escape_into(&mut out, char_of(*first));
        if end - first > 1 {
            out.push('-');
            escape_into(&mut out, char_of(end - 1));
        }
    }
    out.push(']');
    out
}

#[cfg(test)]
mod tests {
    use super::classes;
    use crate::schema::literals::matches;

    #[test]
    fn each_text_is_in_the_class_of_its_expressions() {
        let texts =
            ["", "a", "aa", "aaa", "b", "ab", "ba", "X_", "12", "aX_12", "\u{e9}", "\n", "-"];
        for all in [
            &["(?s:.)*", "(?s:.)*aa(?s:.)*"][..],
            &["(?s:.)*[0-9]{2,}(?s:.)*", "(?s:.)*X_(?s:.)*"],
            &["a(?s:.)*", "b(?s:.)*", "[ab]{2}"],
            &["[^a]*", "\\p{Lu}(?s:.)*", "\\-?"],
        ] {
            let lists: Vec<Vec<String>> = all.iter().map(|one| vec![(*one).to_owned()]).collect();
            let made = classes(&lists).expect("few states");
            for text in texts {
                let want: Vec<bool> = all.iter().map(|one| matches(one, text)).collect();
                let found = made.iter().filter(|class| matches(&class.expression, text));
                let found: Vec<&Vec<bool>> = found.map(|class| &class.matched).collect();
                let some = want.contains(&true);
                assert_eq!(found, vec![&want; usize::from(some)], "{all:?}: {text:?}");
            }
        }
        let long = vec![vec!["(?s:.)*a(?s:.){40}".to_owned()], vec!["b*".to_owned()]];
        assert!(classes(&long).is_none());
    }
}
