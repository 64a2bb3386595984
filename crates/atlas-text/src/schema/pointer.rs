//! References into a schema.

use super::error::SchemaError;
use serde_json::Value;
use std::collections::HashMap;

/// Depth to which identifiers are looked for.
const DEPTH_MAX: usize = 64;

/// Places in a document by their identifiers.
pub(super) struct Places<'a> {
    root: &'a Value,
    /// JSON pointers of schemas with `$id`, by it.
    ids: HashMap<&'a str, String>,
    /// JSON pointers by `$anchor`.
    anchors: HashMap<&'a str, String>,
}

impl<'a> Places<'a> {
    pub fn of(root: &'a Value) -> Self {
        let mut places = Self { root, ids: HashMap::new(), anchors: HashMap::new() };
        places.collect(root, String::new(), 0);
        places
    }

    fn collect(&mut self, value: &'a Value, at: String, depth: usize) {
        if depth > DEPTH_MAX {
            return;
        }
        match value {
            Value::Object(map) => {
                let text = |key: &str| map.get(key).and_then(Value::as_str);
                if let Some(id) = text("$id").or_else(|| text("id").filter(|_| at.is_empty())) {
                    self.ids.entry(id.trim_end_matches('#')).or_insert_with(|| at.clone());
                }
                for key in ["$anchor", "$dynamicAnchor"] {
                    if let Some(anchor) = text(key) {
                        self.anchors.entry(anchor).or_insert_with(|| at.clone());
                    }
                }
                for (key, inner) in map.iter().filter(|(key, _)| !is_data(key)) {
                    self.collect(inner, format!("{at}/{}", escaped(key)), depth + 1);
                }
            }
            Value::Array(all) => {
                for (n, inner) in all.iter().enumerate() {
                    self.collect(inner, format!("{at}/{n}"), depth + 1);
                }
            }
            _ => {}
        }
    }

    /// Follows `target`, which stands at the pointer `from`: the pointer of the schema it names,
    /// and the schema.
    ///
    /// # Errors
    /// A target outside of the document, or none.
    pub fn follow(&self, target: &str, from: &str) -> Result<(String, &'a Value), SchemaError> {
        let error = |reason: String| SchemaError::new(from, reason);
        let (uri, fragment) = target.split_once('#').unwrap_or((target, ""));
        let base = if uri.is_empty() {
            self.base(from)
        } else {
            let known = self.ids.get(uri).cloned();
            known.ok_or_else(|| {
                error(format!("`{target}`: only references into the schema itself (`#/...`) work"))
            })?
        };
        let fragment = unescaped(fragment)
            .ok_or_else(|| error(format!("`{target}` has an escape that is no character")))?;
        let missing = || error(format!("`{target}` is not in the schema"));
        let pointer = if fragment.is_empty() || fragment.starts_with('/') {
            base + &fragment
        } else {
            self.anchors.get(&*fragment).cloned().ok_or_else(missing)?
        };
        let found = self.root.pointer(&pointer).ok_or_else(missing)?;
        Ok((pointer, found))
    }

    /// The innermost schema around `at` with an identifier of its own.
    fn base(&self, at: &str) -> String {
        let around = self.ids.values().filter(|place| {
            at.strip_prefix(place.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        });
        around.max_by_key(|place| place.len()).cloned().unwrap_or_default()
    }
}

/// Keywords whose values are no schemas.
fn is_data(key: &str) -> bool {
    matches!(key, "enum" | "const" | "default" | "examples" | "example")
}

/// A name as a part of a JSON pointer.
pub(crate) fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// The text of a URI's fragment.
fn unescaped(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || rest.next().and_then(|b| char::from(b).to_digit(16));
        bytes.push((digit()? * 16 + digit()?) as u8);
    }
    String::from_utf8(bytes).ok()
}
