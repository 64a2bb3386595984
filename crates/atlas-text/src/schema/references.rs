//! Schemas that refer to others.

use super::error::SchemaError;
use super::expand::Keywords;
use super::facts::Sub;
use super::normal::Walk;
use serde_json::{Map, Value};

impl<'a> Walk<'a> {
    /// The keywords of a schema, in the scope within its resource.
    pub fn words<'s>(
        &mut self,
        map: &'a Map<String, Value>,
        sub: &'s Sub<'a>,
    ) -> Result<Keywords<'a, 's>, SchemaError> {
        let scope = self.places.enter(&sub.at, sub.scope)?;
        Ok(Keywords { map, at: &sub.at, scope })
    }

    /// The schema that a keyword refers to.
    pub fn target(&mut self, words: Keywords<'a, '_>, key: &str) -> Result<Sub<'a>, SchemaError> {
        let place = words.place(key);
        let target = words.get(key).and_then(Value::as_str);
        let target = target.ok_or_else(|| SchemaError::new(&place, "must be a string"))?;
        let found = match key {
            "$ref" => self.places.follow(target, words.at),
            _ => {
                let is_recursive = key == "$recursiveRef";
                self.places.follow_dynamic(target, words.at, words.scope, is_recursive)
            }
        };
        let (at, value) = found.map_err(|e| SchemaError { at: place, ..e })?;
        Ok(Sub::new(value, at).within(words.scope))
    }
}
