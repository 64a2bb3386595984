//! Alternatives that no value fits.

use super::error::SchemaError;
use super::facts::{ARRAY, BOOLEAN, Bound, Facts, NULL, NUMBER, OBJECT, STRING, Sub};
use super::literals::type_of;
use super::normal::Walk;
use serde_json::Value;

/// Members and items are looked into so deep.
const DEPTH_MAX: usize = 3;

impl<'a> Walk<'a> {
    /// Whether it is known that no value fits an alternative. What cannot be told may have one.
    pub fn is_empty(&mut self, facts: &Facts<'a>, depth: usize) -> bool {
        if depth > DEPTH_MAX || !self.may_try() {
            return false;
        }
        if let Some(literals) = &facts.literals {
            let fits = |walk: &mut Self| {
                for value in literals {
                    if walk.admits(facts, value)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            };
            return self.attempt(fits) == Some(false);
        }
        let excluded = |kind: u8| facts.excluded.iter().filter(move |v| type_of(v) == kind).count();
        let ends = |(least, most): (u64, Option<u64>)| most.is_some_and(|most| most < least);
        let empty = [
            (NUMBER, has_no_number(facts)),
            (STRING, ends(facts.length)),
            (BOOLEAN, excluded(BOOLEAN) > 1 && has_both(&facts.excluded)),
            (NULL, excluded(NULL) > 0),
        ];
        if empty.iter().any(|(kind, empty)| facts.types & kind != 0 && !empty) {
            return false;
        }
        if facts.types & ARRAY != 0 && !ends(facts.items) && !self.has_no_array(facts, depth) {
            return false;
        }
        facts.types & OBJECT == 0 || ends(facts.members) || self.has_no_object(facts, depth)
    }

    /// Whether no value fits all of `subs`, as far as that is known.
    fn are_apart(&mut self, subs: &[Sub<'a>], depth: usize) -> bool {
        let Some(all) = self.attempt(|walk| walk.together(subs)) else { return false };
        self.spend(all.len());
        all.iter().all(|one| self.is_empty(one, depth + 1))
    }

    /// An item that has to come cannot.
    fn has_no_array(&mut self, facts: &Facts<'a>, depth: usize) -> bool {
        let len = facts.arrays.iter().map(|part| part.first.len()).max().unwrap_or(0);
        (0..=len).take_while(|n| (*n as u64) < facts.items.0).any(|n| {
            let of = |part: &super::facts::ArrayPart<'a>| {
                part.first.get(n).or(part.items.as_ref()).cloned()
            };
            let subs: Vec<Sub<'a>> = facts.arrays.iter().filter_map(of).collect();
            self.are_apart(&subs, depth)
        })
    }

    /// A member that has to come cannot.
    fn has_no_object(&mut self, facts: &Facts<'a>, depth: usize) -> bool {
        facts.required.iter().any(|name| {
            let name_fits = Value::from(name.as_str());
            if self.attempt(|walk| walk.fits(&facts.names, &name_fits)) == Some(false) {
                return true;
            }
            let subs = self.attempt(|walk| walk.member(facts, name));
            subs.is_some_and(|subs| self.are_apart(&subs, depth))
        })
    }

    /// Runs `f`, of which nothing is kept: a keyword that cannot be enforced ends it.
    pub fn attempt<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T, SchemaError>) -> Option<T> {
        let before = self.refuse_all();
        let made = f(self).ok();
        self.restore(before);
        made
    }
}

fn has_both(values: &[Value]) -> bool {
    values.contains(&Value::Bool(true)) && values.contains(&Value::Bool(false))
}

fn has_no_number(facts: &Facts<'_>) -> bool {
    let (Some(low), Some(high)) = (facts.lower, facts.upper) else { return false };
    let step = |b: Bound| if b.exclusive && b.value.fract() == 0.0 { 1.0 } else { 0.0 };
    if facts.integer {
        return low.value.ceil() + step(low) > high.value.floor() - step(high);
    }
    low.value > high.value || (low.value == high.value && (low.exclusive || high.exclusive))
}
