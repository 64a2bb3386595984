//! Requests and readers for the tests of the Messages API.

use super::client::{Answer, Server, config};
use atlas_server::ServerConfig;
use atlas_text::{Dialect, ReasoningTags};
use serde_json::{Map, Value, json};

pub const MESSAGES: &str = "/v1/messages";
pub const COUNT: &str = "/v1/messages/count_tokens";

/// A config for a model that reasons and calls tools.
pub fn agent() -> ServerConfig {
    let mut config = config();
    config.seq_len_max = 4096;
    config.output.dialect = Some(Dialect::Qwen3Coder);
    config.output.reasoning = Some(ReasoningTags::think(false));
    config
}

pub fn tools() -> Value {
    let properties =
        json!({"x": {"type": "integer"}, "name": {"type": "string"}, "at": {"type": "array"}});
    json!([
        {"name": "move_to", "description": "Moves.",
         "input_schema": {"type": "object", "properties": properties, "required": ["x"]}},
        {"type": "custom", "name": "stop", "input_schema": {"type": "object", "properties": {}},
         "cache_control": {"type": "ephemeral"}},
    ])
}

pub fn body(fields: Value) -> Value {
    let mut body = json!({"model": "tiny", "max_tokens": 400,
                          "messages": [{"role": "user", "content": "hi"}]});
    body.as_object_mut().expect("object").extend(fields.as_object().expect("object").clone());
    body
}

/// Names of the events in order, with the kinds of blocks and deltas; equal neighbours once.
pub fn outline(events: &[Value]) -> Vec<String> {
    let mut names: Vec<String> = events
        .iter()
        .map(|e| {
            let name = e["type"].as_str().expect("type");
            let kind = e["content_block"]["type"].as_str().or(e["delta"]["type"].as_str());
            match (&e["index"], kind) {
                (Value::Null, _) => name.to_owned(),
                (index, None) => format!("{name} {index}"),
                (index, Some(kind)) => format!("{name} {index} {kind}"),
            }
        })
        .collect();
    names.dedup();
    names
}

/// Sum of a stream: the message as a client holds it at the end. The pieces of a call's
/// input stay text.
pub fn streamed(events: &[Value]) -> Value {
    let (first, rest) = events.split_first().expect("events");
    assert_eq!(first["type"], "message_start");
    let mut message = first["message"].clone();
    assert_eq!(message["content"], json!([]));
    assert!(message["stop_reason"].is_null() && message["stop_sequence"].is_null());
    let (mut open, mut ended) = (None, false);
    for event in rest {
        assert!(!ended, "nothing follows the end");
        let content = message["content"].as_array_mut().expect("content");
        match event["type"].as_str().expect("type") {
            "content_block_start" => {
                assert!(open.is_none(), "one block at a time");
                assert_eq!(event["index"], json!(content.len()));
                open = Some(content.len());
                let mut block = event["content_block"].clone();
                if block["type"] == "tool_use" {
                    assert_eq!(block["input"], json!({}));
                    block["input"] = json!("");
                }
                content.push(block);
            }
            "content_block_delta" => {
                assert_eq!(event["index"], json!(open.expect("an open block")));
                let block = content.last_mut().expect("block");
                let (field, piece) = match event["delta"]["type"].as_str().expect("type") {
                    "text_delta" => ("text", "text"),
                    "thinking_delta" => ("thinking", "thinking"),
                    "signature_delta" => ("signature", "signature"),
                    "input_json_delta" => ("input", "partial_json"),
                    other => panic!("{other}"),
                };
                let piece = event["delta"][piece].as_str().expect("piece");
                let joined = format!("{}{piece}", block[field].as_str().expect("field"));
                block[field] = json!(joined);
            }
            "content_block_stop" => assert_eq!(event["index"], json!(open.take().expect("open"))),
            "message_delta" => {
                assert!(open.is_none());
                for (key, value) in event["delta"].as_object().expect("delta") {
                    message[key] = value.clone();
                }
                message["usage"] = event["usage"].clone();
                if let Some(atlas) = event.get("atlas") {
                    message["atlas"] = atlas.clone();
                }
            }
            "message_stop" => ended = true,
            other => panic!("{other}"),
        }
    }
    assert!(ended);
    message
}

/// Both answers to one request, checked to be the same.
pub async fn both(server: &Server, mut body: Value) -> (Value, Vec<Value>) {
    let mut whole = server.post(MESSAGES, &body).await.ok();
    body["stream"] = json!(true);
    let events = server.post(MESSAGES, &body).await.named_events();
    let mut stream = streamed(&events);
    let answer = whole.clone();
    let content = stream["content"].as_array_mut().expect("content");
    assert_eq!(Some(content.len()), whole["content"].as_array().map(Vec::len), "{whole}");
    for (streamed, whole) in content.iter_mut().zip(whole["content"].as_array_mut().expect("list"))
    {
        if streamed["type"] == "tool_use" {
            for block in [&mut *streamed, &mut *whole] {
                let id = block["id"].take();
                assert!(id.as_str().is_some_and(|id| id.starts_with("toolu_")), "{id}");
            }
            let pieces = streamed["input"].as_str().expect("pieces");
            match serde_json::from_str::<Value>(pieces) {
                Ok(input) => streamed["input"] = input,
                // Cut short: whole answers keep the members that are complete.
                Err(_) => {
                    assert!(whole["input"].is_object(), "{whole}");
                    streamed["input"] = whole["input"].clone();
                }
            }
        }
    }
    for message in [&mut stream, &mut whole] {
        let id = message["id"].take();
        assert!(id.as_str().is_some_and(|id| id.starts_with("msg_")), "{id}");
    }
    assert_eq!(stream, whole);
    (answer, events)
}

/// The error of an answer, whose shape is checked.
pub fn error(answer: &Answer) -> Map<String, Value> {
    let body = answer.json();
    assert_eq!(answer.headers["content-type"], "application/json", "{body}");
    assert_eq!(body["type"], "error", "{body}");
    assert_eq!(body["request_id"], answer.headers["request-id"].to_str().expect("text"));
    assert_eq!(answer.headers["request-id"], answer.headers["x-request-id"]);
    assert_eq!(body.as_object().map(Map::len), Some(3), "{body}");
    let error = body["error"].as_object().expect("error").clone();
    assert_eq!(error.keys().collect::<Vec<_>>(), ["type", "message"]);
    assert!(error["message"].as_str().is_some_and(|m| !m.is_empty()));
    error
}
