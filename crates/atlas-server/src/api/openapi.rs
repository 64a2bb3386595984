//! The OpenAPI document: what the request types say of the fields that are read, and what the
//! tables say of all others.

use super::fields::{self, Field, Rule};
use super::responses::fields::RESPONSES;
use serde_json::Value;
use utoipa::openapi::schema::{AllOfBuilder, ObjectBuilder, Schema, SchemaType};
use utoipa::openapi::{OpenApi, RefOr};

/// The schemas of request bodies and the tables of their fields.
const BODIES: [(&str, &[&[Field]]); 6] = [
    ("ChatCompletionRequest", &[fields::COMMON, fields::CHAT]),
    ("CompletionRequest", &[fields::COMMON, fields::COMPLETIONS]),
    ("CreateResponseRequest", &[fields::COMMON, RESPONSES]),
    ("AnthropicMessagesRequest", &[fields::MESSAGES]),
    ("TokenizeRequest", &[fields::TOKENIZE]),
    ("DetokenizeRequest", &[fields::DETOKENIZE]),
];

/// Adds the fields that are accepted without effect, and those of which only some values are.
pub fn complete(document: &mut OpenApi) {
    let Some(components) = document.components.as_mut() else { return };
    for (name, tables) in BODIES {
        let Some(RefOr::T(schema)) = components.schemas.get_mut(name) else { continue };
        let mut others = ObjectBuilder::new();
        for field in tables.iter().flat_map(|t| t.iter()) {
            if let Some(property) = property(field) {
                others = others.property(field.name, property);
            }
        }
        let whole = match std::mem::take(schema) {
            Schema::AllOf(mut all) => {
                all.items.push(RefOr::T(others.build().into()));
                Schema::AllOf(all)
            }
            one => AllOfBuilder::new().item(one).item(others).build().into(),
        };
        *schema = whole;
    }
}

/// `None` for a field that a request type describes.
fn property(field: &Field) -> Option<Schema> {
    let any = ObjectBuilder::new().schema_type(SchemaType::AnyValue);
    let described = match field.rule {
        Rule::Used => return None,
        Rule::Harmless => any.description(Some("Accepted without effect.")),
        Rule::Only(values) => {
            let parsed = values.iter().filter_map(|v| serde_json::from_str(v).ok());
            let accepted: Vec<Value> = std::iter::once(Value::Null).chain(parsed).collect();
            let nothing_else = ObjectBuilder::new().schema_type(SchemaType::AnyValue);
            nothing_else
                .enum_values(Some(accepted))
                .description(Some("Not supported: only what means what the server does anyway."))
        }
    };
    Some(described.build().into())
}
