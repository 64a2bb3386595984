//! The OpenAPI document in the form that generators of clients read. It says the same as before:
//! unnamed parts of unions and maps get names, since generators name them twice otherwise.

use serde_json::{Map, Value, json};

/// Puts the schemas of a document into that form.
pub fn name_parts(document: &mut Value) {
    plain(document);
    let place = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut);
    let Some(schemas) = place else { return };
    let names: Vec<String> = schemas.keys().cloned().collect();
    for name in &names {
        distribute(schemas, name);
    }
    for name in &names {
        name_variants(schemas, name);
    }
    let names: Vec<String> = schemas.keys().cloned().collect();
    for name in &names {
        let Some(mut schema) = schemas.remove(name) else { continue };
        name_values(&mut schema, name, schemas);
        schemas.insert(name.clone(), schema);
    }
}

/// Names of JSON members are strings, also where they spell a number; and values of several types
/// are no enumeration that a language has: their description lists them.
fn plain(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove("propertyNames");
            if fields.get("enum").is_some_and(Value::is_array) && !fields.contains_key("type") {
                fields.remove("enum");
            }
            fields.values_mut().for_each(plain);
        }
        Value::Array(items) => items.iter_mut().for_each(plain),
        _ => {}
    }
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

/// The variants of the union that a reference leads to.
fn union_at(schemas: &Map<String, Value>, schema: &Value) -> Option<Vec<Value>> {
    let name = schema.get("$ref")?.as_str()?.rsplit('/').next()?;
    schemas.get(name)?.get("oneOf")?.as_array().cloned()
}

/// Turns all of a union and more into a union of all of each and more.
fn distribute(schemas: &mut Map<String, Value>, name: &str) {
    let all = schemas.get(name).and_then(|schema| schema.get("allOf")).and_then(Value::as_array);
    let Some(all) = all.cloned() else { return };
    let found = all.iter().enumerate().find_map(|(i, s)| Some((i, union_at(schemas, s)?)));
    let Some((at, variants)) = found else { return };
    let whole = |variant: Value| {
        let mut parts = all.clone();
        parts[at] = variant;
        json!({ "allOf": parts })
    };
    let union: Vec<Value> = variants.into_iter().map(whole).collect();
    schemas.insert(name.to_owned(), json!({ "oneOf": union }));
}

/// Gives names to the objects of a union; a union of one is that one.
fn name_variants(schemas: &mut Map<String, Value>, name: &str) {
    let Some(Value::Array(mut variants)) = schemas.get(name).and_then(|s| s.get("oneOf")).cloned()
    else {
        return;
    };
    if let [one] = &mut variants[..] {
        schemas.insert(name.to_owned(), one.take());
        return;
    }
    for (i, variant) in variants.iter_mut().enumerate() {
        if variant["type"] == "object" || variant.get("allOf").is_some() {
            let own = format!("{name}Variant{}", i + 1);
            let unnamed = std::mem::replace(variant, reference(&own));
            schemas.insert(own, unnamed);
        }
    }
    if let Some(union) = schemas.get_mut(name) {
        union["oneOf"] = variants.into();
    }
}

/// Gives names to the objects that are the values of maps.
fn name_values(value: &mut Value, name: &str, schemas: &mut Map<String, Value>) {
    match value {
        Value::Object(fields) => {
            if let Some(values) = fields.get_mut("additionalProperties")
                && values.get("properties").is_some()
            {
                let own = format!("{name}Value");
                let unnamed = std::mem::replace(values, reference(&own));
                schemas.insert(own, unnamed);
            }
            fields.values_mut().for_each(|inner| name_values(inner, name, schemas));
        }
        Value::Array(items) => {
            items.iter_mut().for_each(|inner| name_values(inner, name, schemas));
        }
        _ => {}
    }
}
