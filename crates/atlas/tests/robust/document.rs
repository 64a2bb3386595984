//! The server's OpenAPI document: which fields there are, what they may hold, and examples.

use serde_json::{Map, Value, json};

pub struct Document(pub Value);

/// A property that a schema describes.
pub struct Property<'d> {
    pub name: &'d str,
    pub schema: &'d Value,
    pub required: bool,
}

impl Document {
    /// The schema of the JSON body that a POST to `path` takes.
    pub fn body(&self, path: &str) -> Option<&Value> {
        let body = &self.0["paths"][path]["post"]["requestBody"];
        body.pointer("/content/application~1json/schema")
    }

    /// Paths with such a body.
    pub fn paths(&self) -> Vec<&str> {
        let paths = self.0["paths"].as_object().expect("paths");
        paths.keys().map(String::as_str).filter(|p| self.body(p).is_some()).collect()
    }

    pub fn resolve<'d>(&'d self, mut schema: &'d Value) -> &'d Value {
        while let Some(name) = schema.get("$ref").and_then(Value::as_str) {
            let at = name.strip_prefix('#').expect("a reference into the document");
            schema = self.0.pointer(at).unwrap_or_else(|| panic!("{name} leads nowhere"));
        }
        schema
    }

    /// Schemas of which a value must fit one; `null` left out.
    pub fn alternatives<'d>(&'d self, schema: &'d Value) -> Vec<&'d Value> {
        let schema = self.resolve(schema);
        let Some(list) = ["oneOf", "anyOf"].iter().find_map(|k| schema[*k].as_array()) else {
            return vec![schema];
        };
        let all = list.iter().flat_map(|s| self.alternatives(s));
        all.filter(|s| s["type"] != "null").collect()
    }

    /// Of a schema without alternatives; parts of `allOf` are taken together.
    pub fn properties<'d>(&'d self, schema: &'d Value) -> Vec<Property<'d>> {
        let schema = self.resolve(schema);
        if let Some(parts) = schema["allOf"].as_array() {
            return parts.iter().flat_map(|s| self.properties(s)).collect();
        }
        let Some(properties) = schema["properties"].as_object() else { return Vec::new() };
        let required = |name: &str| {
            schema["required"].as_array().is_some_and(|list| list.iter().any(|r| r == name))
        };
        let property = |(name, schema): (&'d String, &'d Value)| {
            let required = required(name);
            Property { name, schema, required }
        };
        properties.iter().map(property).collect()
    }

    /// Whether a value is what the schema says. Bounds of strings are not looked at, and a number
    /// without a fraction is an integer in whatever way it is written.
    pub fn allows(&self, schema: &Value, value: &Value) -> bool {
        let schema = self.resolve(schema);
        if let Some(list) = ["oneOf", "anyOf"].iter().find_map(|k| schema[*k].as_array()) {
            return list.iter().any(|s| self.allows(s, value));
        }
        if let Some(list) = schema["allOf"].as_array() {
            return list.iter().all(|s| self.allows(s, value));
        }
        if let Some(list) = schema["enum"].as_array()
            && !list.contains(value)
        {
            return false;
        }
        let types: Vec<&str> = match &schema["type"] {
            Value::String(one) => vec![one],
            Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
            _ => return true,
        };
        types.iter().any(|t| is(value, t)) && self.allows_content(schema, value)
    }

    fn allows_content(&self, schema: &Value, value: &Value) -> bool {
        match value {
            Value::Number(number) => {
                let least = schema["minimum"].as_f64();
                least.is_none_or(|least| number.as_f64().is_some_and(|n| n >= least))
            }
            Value::Array(items) => items.iter().all(|i| self.allows(&schema["items"], i)),
            Value::Object(fields) => {
                let others = &schema["additionalProperties"];
                let properties = self.properties(schema);
                properties.iter().all(|p| match fields.get(p.name) {
                    Some(value) => self.allows(p.schema, value),
                    None => !p.required,
                }) && fields.iter().all(|(name, value)| {
                    properties.iter().any(|p| p.name == name)
                        || !others.is_object()
                        || self.allows(others, value)
                })
            }
            _ => true,
        }
    }

    /// Values that the schema allows: together they have every property and every alternative.
    pub fn samples(&self, schema: &Value) -> Vec<Value> {
        let schema = self.resolve(schema);
        if let Some(example) = schema.get("example").or_else(|| schema["examples"].get(0)) {
            return vec![example.clone()];
        }
        if let Some(list) = ["oneOf", "anyOf"].iter().find_map(|k| schema[*k].as_array()) {
            return list.iter().flat_map(|s| self.samples(s)).filter(|v| !v.is_null()).collect();
        }
        if let Some(list) = schema["enum"].as_array() {
            return list.iter().filter(|v| !v.is_null()).cloned().collect();
        }
        let types = match &schema["type"] {
            Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
            one => vec![one.as_str().unwrap_or_default()],
        };
        if schema["allOf"].is_array() {
            return self.objects(schema);
        }
        match types.first().copied().unwrap_or_default() {
            "null" => vec![],
            "boolean" => vec![json!(true)],
            "integer" => vec![json!(schema["minimum"].as_u64().unwrap_or(1).max(1))],
            "number" => vec![json!(1.0)],
            "string" => vec![json!("a")],
            "array" => self.samples(&schema["items"]).into_iter().map(|v| json!([v])).collect(),
            "object" if schema["additionalProperties"].is_object() => {
                let values = self.samples(&schema["additionalProperties"]);
                values.into_iter().map(|v| json!({ "1": v })).collect()
            }
            "object" => self.objects(schema),
            _ => vec![json!("anything")],
        }
    }

    /// An object with a first sample of every property, and one for each further sample.
    fn objects(&self, schema: &Value) -> Vec<Value> {
        let properties = self.properties(schema);
        let samples: Vec<_> = properties.iter().map(|p| self.samples(p.schema)).collect();
        let mut first = Map::new();
        for (property, values) in properties.iter().zip(&samples) {
            first.extend(values.first().map(|v| (property.name.to_owned(), v.clone())));
        }
        let mut all = vec![Value::Object(first.clone())];
        for (property, values) in properties.iter().zip(samples) {
            for value in values.into_iter().skip(1) {
                let mut other = first.clone();
                other.insert(property.name.to_owned(), value);
                all.push(Value::Object(other));
            }
        }
        all
    }
}

fn is(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.as_f64().is_some_and(|n| n.fract() == 0.0),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}
