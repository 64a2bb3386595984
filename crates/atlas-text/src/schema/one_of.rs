//! `oneOf`: values that fit one schema of several.

use super::error::SchemaError;
use super::facts::{ARRAY, Facts, OBJECT, Sub};
use super::normal::Walk;
use serde_json::Value;

/// More alternatives of one schema, for what the others leave of it, are not written out.
const NARROWED_MAX: usize = 32;
/// Opposites are looked into so deep.
const DEPTH_MAX: usize = 6;

impl<'a> Walk<'a> {
    /// The alternatives of `oneOf` for values of `types`: of each schema the values that no other
    /// takes. `key` is the place with its dynamic scope. A schema whose opposite cannot be said
    /// takes nothing from the others.
    pub fn one_of(
        &mut self,
        subs: &[Sub<'a>],
        types: u8,
        key: &str,
        depth: usize,
    ) -> Result<Vec<Facts<'a>>, SchemaError> {
        if let Some(known) = self.known_one_of(key) {
            return Ok(known);
        }
        let mut each = Vec::new();
        for sub in subs {
            let mut all = self.expand(sub, depth + 1)?;
            all.retain_mut(|facts| {
                facts.types &= types;
                facts.types != 0
            });
            each.push(all);
        }
        if !self.is_exact() {
            return Ok(each.concat());
        }
        let mut out = Vec::new();
        for (n, own) in each.iter().enumerate() {
            let mut kept = own.clone();
            for (m, other) in each.iter().enumerate().filter(|(m, _)| *m != n) {
                kept = self.outside(kept, &subs[m], other, depth);
            }
            out.extend(kept);
        }
        self.keep_one_of(key, &out);
        Ok(out)
    }

    /// Values of the alternatives `own` that do not fit `sub`, whose alternatives are `other`.
    fn outside(
        &mut self,
        own: Vec<Facts<'a>>,
        sub: &Sub<'a>,
        other: &[Facts<'a>],
        depth: usize,
    ) -> Vec<Facts<'a>> {
        let mut opposite: Option<Vec<Facts<'a>>> = None;
        let mut out = Vec::new();
        for one in &own {
            if !self.may_try() {
                return own;
            }
            self.spend(other.len());
            let both: Vec<Facts<'a>> = other.iter().filter_map(|other| one.and(other)).collect();
            if both.iter().all(|both| self.is_empty(both, 0)) {
                out.push(one.clone());
                continue;
            }
            if opposite.is_none() {
                let sub = sub.opposite();
                opposite = self.attempt(|walk| {
                    let all = walk.expand(&sub, depth + 1)?;
                    walk.can_be_written(&all, 0)?;
                    Ok(all)
                });
            }
            let Some(opposite) = &opposite else { return own };
            self.spend(opposite.len());
            for one in opposite.iter().filter_map(|other| one.and(other)) {
                if !self.is_empty(&one, 0) {
                    out.push(one);
                }
            }
            if out.len() > NARROWED_MAX {
                return own;
            }
            self.note_narrowed();
        }
        out
    }

    /// # Errors
    /// An opposite in these alternatives cannot be said.
    fn can_be_written(&mut self, all: &[Facts<'a>], depth: usize) -> Result<(), SchemaError> {
        let error = |at: &str| SchemaError::new(at, "its opposite cannot be enforced");
        for facts in all {
            let whole = |value: &Value| value.is_array() || value.is_object();
            if facts.types & (ARRAY | OBJECT) != 0 && facts.excluded.iter().any(whole) {
                return Err(error(""));
            }
            let members = facts.objects.iter().flat_map(|part| &part.properties);
            let arrays = || facts.arrays.iter();
            let items = arrays().flat_map(|part| part.first.iter().chain(&part.items));
            let inner = members.map(|(_, sub)| sub).chain(items);
            for sub in inner.filter(|sub| sub.negative) {
                if depth > DEPTH_MAX || !self.may_try() {
                    return Err(error(&sub.at));
                }
                let inner = self.expand(sub, 0)?;
                self.can_be_written(&inner, depth + 1)?;
            }
        }
        Ok(())
    }
}
