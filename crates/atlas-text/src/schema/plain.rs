//! Reading a schema in the plain form.

use serde_json::Value;
use std::collections::HashSet;

/// Depth to which references are followed.
const DEPTH_MAX: usize = 8;

/// The members that an object schema names in their order, each with whether it is required, and
/// the schema as one that stands alone. Members that may not come are left out.
pub(crate) fn properties(schema: &Value) -> Vec<(String, bool, Value)> {
    let resolved = resolve(schema, schema);
    let required: HashSet<&str> = resolved
        .get("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let Some(properties) = resolved.get("properties").and_then(Value::as_object) else {
        return Vec::new();
    };
    let one = |(name, property): (&String, &Value)| {
        let is_required = required.contains(name.as_str());
        (name.clone(), is_required, with_definitions(property, schema))
    };
    properties.iter().filter(|(_, property)| **property != Value::Bool(false)).map(one).collect()
}

/// The objects that a schema of arguments has to choose from, each as one that stands alone.
pub(crate) fn objects(schema: &Value) -> Vec<Value> {
    let resolved = resolve(schema, schema);
    match resolved.get("anyOf").and_then(Value::as_array) {
        Some(options) => {
            options.iter().flat_map(|one| objects(&with_definitions(one, schema))).collect()
        }
        None => vec![with_definitions(resolved, schema)],
    }
}

/// Follows `$ref` into `root`.
pub(crate) fn resolve<'a>(schema: &'a Value, root: &'a Value) -> &'a Value {
    let mut at = schema;
    for _ in 0..DEPTH_MAX {
        let target = at.get("$ref").and_then(Value::as_str).and_then(|r| r.strip_prefix('#'));
        match target.and_then(|pointer| root.pointer(pointer)) {
            Some(next) => at = next,
            None => break,
        }
    }
    at
}

/// `schema` with the definitions of `root`, so that its references go on to work.
pub(crate) fn with_definitions(schema: &Value, root: &Value) -> Value {
    let mut map = match schema {
        Value::Object(map) => map.clone(),
        _ => return schema.clone(),
    };
    if let Some(definitions) = root.get("$defs") {
        map.entry("$defs").or_insert_with(|| definitions.clone());
    }
    Value::Object(map)
}
