//! Patterns as JSON Schema has them (ECMA-262, searched for in the text), as expressions that match
//! whole texts and have no anchors.

mod classes;
mod escape;
mod parse;
mod whole;

pub(crate) use classes::{TextClass, classes};
pub(crate) use escape::escape_into;
pub(crate) use whole::{BEFORE, complement, unbounded, whole};

/// The patterns of a text in the plain form, without their frame: all match the whole text.
pub(crate) fn full_patterns(schema: &serde_json::Value) -> Vec<&str> {
    let more = schema.get("allOf").and_then(serde_json::Value::as_array);
    let all = std::iter::once(schema).chain(more.into_iter().flatten());
    all.filter_map(|schema| {
        schema.get("pattern")?.as_str()?.strip_prefix("^(?:")?.strip_suffix(")$")
    })
    .collect()
}
