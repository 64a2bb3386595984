//! The OpenAPI document: request types describe the fields that are read, field tables all others.
//! It covers every dialect, so it stands above them.

use super::anthropic::fields::MESSAGES_TABLES;
use super::anthropic::types::response as anthropic;
use super::fields::{Field, Rule};
use super::openai::fields as openai;
use super::openai::types::response::ChatChunk;
use super::responses::fields::RESPONSES_TABLES;
use super::responses::types::events::ResponseEvent;
use serde_json::Value;
use utoipa::OpenApi as _;
use utoipa::openapi::schema::{AllOfBuilder, ObjectBuilder, Schema, SchemaType};
use utoipa::openapi::{OpenApi, RefOr};

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Atlas",
        description = "Inference server that speaks the OpenAI and Anthropic APIs"
    ),
    components(schemas(ChatChunk, ResponseEvent, anthropic::StreamEvent))
)]
struct Document;

/// The document before its routes.
pub fn base() -> OpenApi {
    Document::openapi()
}

/// The complete document as JSON.
pub fn json(mut document: OpenApi) -> String {
    complete(&mut document);
    // Serialising a document cannot fail: it holds strings, lists and maps with string keys.
    document.to_pretty_json().unwrap_or_default()
}

/// Schemas of request bodies and the tables of their fields.
const BODIES: [(&str, &[&[Field]]); 6] = [
    ("ChatCompletionRequest", openai::CHAT_TABLES),
    ("CompletionRequest", openai::COMPLETIONS_TABLES),
    ("CreateResponseRequest", RESPONSES_TABLES),
    ("AnthropicMessagesRequest", MESSAGES_TABLES),
    ("TokenizeRequest", &[openai::TOKENIZE]),
    ("DetokenizeRequest", &[openai::DETOKENIZE]),
];

/// Adds the fields that are accepted without effect or with some values only.
fn complete(document: &mut OpenApi) {
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

/// The schema of a field; `None` if a request type describes it.
fn property(field: &Field) -> Option<Schema> {
    let any = ObjectBuilder::new().schema_type(SchemaType::AnyValue);
    let described = match field.rule {
        Rule::Used => return None,
        Rule::Harmless => any.description(Some("Accepted without effect.")),
        Rule::Only(values) | Rule::Instead(values, _) => {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::fields::{RawFields, check};
    use crate::api::openai::fields::{
        CHAT_TABLES, COMPLETIONS_TABLES, DETOKENIZE, EMBEDDINGS, TOKENIZE,
    };
    use crate::request::limits::JSON_VALUES_MAX;

    fn fields(json: &str) -> RawFields<'_> {
        serde_json::from_str(json).expect("test JSON")
    }

    fn all_tables() -> [(&'static str, Vec<&'static [Field]>); 7] {
        [
            ("chat", CHAT_TABLES.to_vec()),
            ("completions", COMPLETIONS_TABLES.to_vec()),
            ("responses", RESPONSES_TABLES.to_vec()),
            ("messages", MESSAGES_TABLES.to_vec()),
            ("tokenize", vec![TOKENIZE]),
            ("detokenize", vec![DETOKENIZE]),
            ("embeddings", vec![EMBEDDINGS]),
        ]
    }

    #[test]
    fn no_field_is_listed_twice() {
        for (endpoint, tables) in all_tables() {
            let mut names: Vec<_> = tables.iter().flat_map(|t| t.iter()).map(|f| f.name).collect();
            names.sort_unstable();
            let count = names.len();
            names.dedup();
            assert_eq!(names.len(), count, "{endpoint}");
        }
    }

    /// Sends every row of every table as null, as each accepted value and as another value.
    #[test]
    fn every_row_follows_its_rule() {
        for (endpoint, tables) in all_tables() {
            for field in tables.iter().flat_map(|t| t.iter()) {
                let of = |value: &str| {
                    let body = format!("{{\"{}\": {value}}}", field.name);
                    check(&fields(&body), &tables).map(|unknown| unknown.len())
                };
                assert_eq!(of("null"), Ok(0), "{endpoint} {}", field.name);
                let odd = of("{\"odd\": [1]}");
                match field.rule {
                    Rule::Used | Rule::Harmless => assert_eq!(odd, Ok(0), "{}", field.name),
                    Rule::Only(values) | Rule::Instead(values, _) => {
                        let e = odd.expect_err(field.name);
                        assert_eq!(e.status, 400);
                        assert_eq!(e.object.param.as_deref(), Some(field.name));
                        assert_eq!(e.object.code, Some("unsupported_parameter"));
                        for v in values {
                            assert_eq!(of(v), Ok(0), "{} {v}", field.name);
                            assert_eq!(of(&v.replace(',', " , ")), Ok(0), "{} {v}", field.name);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn unknown_names_are_returned() {
        let body = fields(r#"{"temperature": 1, "wibble": {}, "Temperature": 0}"#);
        assert_eq!(check(&body, CHAT_TABLES), Ok(vec!["wibble", "Temperature"]));
    }

    #[test]
    fn too_many_values_are_refused_and_long_text_is_not() {
        let flood = format!("{{\"messages\": [{}1]}}", "1,".repeat(JSON_VALUES_MAX));
        let e = check(&fields(&flood), CHAT_TABLES).expect_err("too many");
        assert_eq!(e.object.param.as_deref(), Some("messages"));
        let text = format!("{{\"messages\": [\"{}\"]}}", ",\\\"".repeat(JSON_VALUES_MAX));
        assert_eq!(check(&fields(&text), CHAT_TABLES), Ok(vec![]));
        let ids = format!("{{\"prompt\": [{}1]}}", "1,".repeat(JSON_VALUES_MAX));
        assert_eq!(check(&fields(&ids), COMPLETIONS_TABLES), Ok(vec![]));
    }
}
