//! Values that a schema lists, held against its other keywords.

use super::equal::same;
use super::error::SchemaError;
use super::facts::{ARRAY, BOOLEAN, Facts, NULL, NUMBER, OBJECT, STRING, Sub};
use super::normal::Walk;
use llguidance::derivre::{RegexAst, RegexBuilder};
use serde_json::Value;

/// Steps of the expression library for one value.
const FUEL: u64 = 50_000;

/// The bit of a value's type.
pub(super) fn type_of(value: &Value) -> u8 {
    match value {
        Value::Null => NULL,
        Value::Bool(_) => BOOLEAN,
        Value::Number(_) => NUMBER,
        Value::String(_) => STRING,
        Value::Array(_) => ARRAY,
        Value::Object(_) => OBJECT,
    }
}

/// Whether `pattern` takes the whole of `text`.
pub(super) fn matches(pattern: &str, text: &str) -> bool {
    let mut builder = RegexBuilder::new();
    let pattern = llguidance::regex_to_lark(pattern, "");
    let found = builder.mk(&RegexAst::Regex(pattern)).and_then(|re| {
        let mut regex = builder.to_regex_limited(re, FUEL)?;
        Ok(regex.is_match(text))
    });
    found.unwrap_or(false)
}

impl<'a> Walk<'a> {
    /// Whether a known value fits schemas.
    pub fn fits(&mut self, all: &[Sub<'a>], value: &Value) -> Result<bool, SchemaError> {
        for sub in all {
            let facts = self.expand(sub, 0)?;
            let mut found = false;
            for one in &facts {
                found = found || self.admits(one, value)?;
            }
            if !found {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a known value fits an alternative.
    pub fn admits(&mut self, facts: &Facts<'a>, value: &Value) -> Result<bool, SchemaError> {
        let listed = |all: &[Value]| all.iter().any(|one| same(one, value));
        if facts.types & type_of(value) == 0
            || facts.literals.as_ref().is_some_and(|all| !listed(all))
            || listed(&facts.excluded)
        {
            return Ok(false);
        }
        let within = |n: usize, (least, most): (u64, Option<u64>)| {
            n as u64 >= least && most.is_none_or(|most| n as u64 <= most)
        };
        match value {
            Value::Number(number) => {
                let n = number.as_f64().unwrap_or(f64::NAN);
                let over =
                    facts.lower.is_none_or(|b| n > b.value || (n == b.value && !b.exclusive));
                let under =
                    facts.upper.is_none_or(|b| n < b.value || (n == b.value && !b.exclusive));
                let multiple = facts.multiple.is_none_or(|m| {
                    let times = n / m.value();
                    (times - times.round()).abs() < 1e-9
                });
                Ok(over
                    && under
                    && multiple
                    && (!facts.integer || n.fract() == 0.0)
                    && (!facts.fraction || n.fract() != 0.0))
            }
            Value::String(text) => Ok(within(text.chars().count(), facts.length)
                && facts.patterns.iter().all(|pattern| matches(pattern, text))),
            Value::Array(all) => {
                let twice = |(n, item): (usize, &Value)| all[..n].iter().any(|w| same(item, w));
                if facts.unique.is_some() && all.iter().enumerate().any(twice) {
                    return Ok(false);
                }
                for part in &facts.arrays {
                    for (n, item) in all.iter().enumerate() {
                        if let Some(sub) = part.first.get(n).or(part.items.as_ref())
                            && !self.fits(std::slice::from_ref(sub), item)?
                        {
                            return Ok(false);
                        }
                    }
                }
                Ok(within(all.len(), facts.items))
            }
            Value::Object(map) => {
                if !facts.required.iter().all(|name| map.contains_key(name)) {
                    return Ok(false);
                }
                for (name, member) in map {
                    let subs = self.member(facts, name)?;
                    let name = Value::from(name.as_str());
                    if !self.fits(&subs, member)? || !self.fits(&facts.names, &name)? {
                        return Ok(false);
                    }
                }
                Ok(within(map.len(), facts.members))
            }
            Value::Null | Value::Bool(_) => Ok(true),
        }
    }
}
