//! Members and items that no other keyword of a schema evaluates.

use super::expand::Keywords;
use super::facts::{ANY, ArrayPart, Facts, ObjectPart, Sub, product};
use super::normal::Walk;

/// Alternatives of one `anyOf`, those of several of its schemas together included. What is over
/// stays out: a value that fits several schemas must then do with the members that one evaluates.
const SEVERAL_MAX: usize = 256;

impl<'a> Walk<'a> {
    /// Alternatives of values that fit at least one of several schemas, those that fit several
    /// included, as these evaluate more.
    pub fn several(options: &[Vec<Facts<'a>>]) -> Vec<Facts<'a>> {
        let mut out = options.concat();
        let evaluates = |one: &&Vec<Facts<'a>>| one.iter().any(Facts::evaluates);
        let options: Vec<&Vec<Facts<'a>>> = options.iter().filter(evaluates).collect();
        let mut last: Vec<(usize, Vec<Facts<'a>>)> =
            options.iter().enumerate().map(|(n, one)| (n, (*one).clone())).collect();
        while !last.is_empty() {
            let mut next = Vec::new();
            for (n, facts) in &last {
                for (m, more) in options.iter().enumerate().skip(n + 1) {
                    if out.len() + facts.len().saturating_mul(more.len()) > SEVERAL_MAX {
                        return out;
                    }
                    let both = product(facts, more);
                    out.extend(both.iter().cloned());
                    next.push((m, both));
                }
            }
            last = next;
        }
        out
    }

    /// Holds the members and items that the alternatives of a schema leave unevaluated to
    /// `unevaluatedProperties` and `unevaluatedItems`.
    pub fn unevaluated(&mut self, words: Keywords<'a, '_>, all: &mut [Facts<'a>]) {
        let any = |sub: &Sub<'a>| Sub::new(&ANY, format!("{}*", sub.at));
        if let Some(rest) = words.sub("unevaluatedProperties") {
            for facts in all.iter_mut() {
                let parts = || facts.objects.iter().filter(|part| !part.is_silent);
                if parts().any(|part| part.others.is_some()) {
                    continue;
                }
                let named = parts().flat_map(|part| &part.properties);
                let properties = named.map(|(name, sub)| (name.clone(), any(sub))).collect();
                let patterns = parts().flat_map(|part| &part.patterns);
                let patterns = patterns.map(|(name, sub)| (name.clone(), any(sub))).collect();
                let others = Some(rest.clone());
                facts.objects.push(ObjectPart { properties, patterns, others, is_silent: false });
            }
        }
        let Some(rest) = words.sub("unevaluatedItems") else { return };
        for facts in all.iter_mut() {
            let parts = || facts.arrays.iter().filter(|part| !part.is_silent);
            let plain = || parts().filter(|part| part.sought.is_none());
            if plain().any(|part| part.items.is_some()) {
                continue;
            }
            let longest = plain().max_by_key(|part| part.first.len());
            let first = longest.map_or(Vec::new(), |part| part.first.iter().map(any).collect());
            // An item that `contains` looks for is evaluated wherever it stands.
            let mut sought: Vec<Sub<'a>> = parts().filter_map(|part| part.sought.clone()).collect();
            sought.sort_by_cached_key(Sub::key);
            sought.dedup_by_key(|sub| sub.key());
            let or = (!sought.is_empty()).then(|| sought.into());
            let items = Some(Sub { or, ..rest.clone() });
            facts.arrays.push(ArrayPart { first, items, ..ArrayPart::default() });
        }
    }
}
