//! The OpenAPI document: request types describe the fields that are read, field tables all others.
//! It covers every dialect, so it stands above them.

use super::anthropic::fields::MESSAGES_TABLES;
use super::anthropic::types::response as anthropic;
use super::document;
use super::fields::{Field, Rule};
use super::ollama::fields as ollama;
use super::openai::fields as openai;
use super::openai::types::response::ChatChunk;
use super::responses::fields::RESPONSES_TABLES;
use super::responses::types::events::ResponseEvent;
use serde_json::{Value, json};
use utoipa::OpenApi as _;
use utoipa::openapi::schema::{AllOfBuilder, ObjectBuilder, Schema, SchemaType};
use utoipa::openapi::{OpenApi, RefOr};

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Atlas",
        description = "Inference server that speaks the OpenAI, Anthropic and Ollama APIs"
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
    let mut document = serde_json::to_value(&document).unwrap_or_default();
    add_streams(&mut document);
    add_security(&mut document);
    document::name_parts(&mut document);
    serde_json::to_string_pretty(&document).unwrap_or_default()
}

/// Routes that stream server-sent events where a request asks for it, and their events.
const STREAMS: [(&str, &str); 4] = [
    ("/v1/chat/completions", "ChatChunk"),
    ("/v1/completions", "Completion"),
    ("/v1/responses", "ResponseEvent"),
    ("/v1/messages", "AnthropicStreamEvent"),
];

/// Adds the streamed form of answers.
fn add_streams(document: &mut Value) {
    for (path, event) in STREAMS {
        let pointer = format!("/paths/{}/post/responses/200/content", path.replace('/', "~1"));
        if let Some(content) = document.pointer_mut(&pointer).and_then(Value::as_object_mut) {
            let about = format!("Server-sent events whose data is `#/components/schemas/{event}`");
            let media = json!({"schema": {"type": "string", "description": about}});
            content.insert("text/event-stream".to_owned(), media);
        }
    }
}

/// Adds the two headers that may carry a key. A server without keys wants none.
fn add_security(document: &mut Value) {
    document["components"]["securitySchemes"] = json!({
        "bearer": {"type": "http", "scheme": "bearer"},
        "api_key": {"type": "apiKey", "in": "header", "name": "x-api-key"},
    });
    document["security"] = json!([{}, {"bearer": []}, {"api_key": []}]);
}

/// Schemas of request bodies and the tables of their fields.
const BODIES: [(&str, &[&[Field]]); 8] = [
    ("ChatCompletionRequest", openai::CHAT_TABLES),
    ("CompletionRequest", openai::COMPLETIONS_TABLES),
    ("CreateResponseRequest", RESPONSES_TABLES),
    ("AnthropicMessagesRequest", MESSAGES_TABLES),
    ("OllamaChatRequest", &[ollama::COMMON, ollama::CHAT]),
    ("OllamaGenerateRequest", &[ollama::COMMON, ollama::GENERATE]),
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
            let about = match values {
                [] => "Not supported: null only.".to_owned(),
                some => format!("Not supported: null only, or {}.", some.join(", ")),
            };
            let first = values.first().and_then(|value| serde_json::from_str(value).ok());
            any.description(Some(about)).examples([first.unwrap_or(Value::Null)])
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
    fn generators_of_clients_find_streams_keys_and_choices() {
        let document: Value =
            serde_json::from_str(&crate::http::router::openapi_document()).expect("JSON");
        for (path, event) in STREAMS {
            let content = &document["paths"][path]["post"]["responses"]["200"]["content"];
            assert_eq!(content["text/event-stream"]["schema"]["type"], "string", "{path}");
            assert!(document["components"]["schemas"][event].is_object(), "{event}");
        }
        let schemes = document["components"]["securitySchemes"].as_object().expect("schemes");
        for needed in document["security"].as_array().expect("security") {
            let names = needed.as_object().expect("object").keys();
            assert!(names.into_iter().all(|name| schemes.contains_key(name)), "{needed}");
        }
        assert!(!document.to_string().contains("propertyNames"));
        for (name, schema) in document["components"]["schemas"].as_object().expect("schemas") {
            // An unnamed object of a union or a map is given its name twice.
            for variant in schema["oneOf"].as_array().into_iter().flatten() {
                assert_ne!(variant["type"], "object", "{name}");
                assert!(variant.get("allOf").is_none(), "{name}");
            }
            assert!(schema.get("enum").is_none() || schema.get("type").is_some(), "{name}");
        }
        let choice =
            &document["components"]["schemas"]["ResponseBody"]["properties"]["tool_choice"];
        assert_ne!(choice["type"], "object", "{choice}");
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
