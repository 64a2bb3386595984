//! Requests and readers for the tests of the Responses API.

use super::client::{Answer, Server, config};
use super::fake::FakeEngine;
use atlas_text::{Dialect, ReasoningTags};
use serde_json::{Value, json};

pub const PATH: &str = "/v1/responses";

pub fn server(says: &str) -> Server {
    server_of(FakeEngine::says(says))
}

pub fn server_of(engine: std::sync::Arc<FakeEngine>) -> Server {
    let mut config = config();
    config.output.dialect = Some(Dialect::Qwen3Coder);
    config.output.reasoning = Some(ReasoningTags::think(false));
    Server::with_config(engine, config)
}

pub fn tools() -> Value {
    let x = json!({"type": "object", "properties": {"x": {"type": "integer"}, "y": {"type": "string"}}});
    json!([
        {"type": "function", "name": "move_to", "parameters": x, "strict": true},
        {"type": "function", "name": "look", "description": null, "parameters": null},
    ])
}

pub fn body(extra: Value) -> Value {
    let mut body = json!({"input": "hi", "max_output_tokens": 250});
    body.as_object_mut().expect("object").extend(extra.as_object().expect("object").clone());
    body
}

/// The events of a stream: named as their type says, numbered, one terminal event at the end.
pub fn events(answer: &Answer) -> Vec<Value> {
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.headers["content-type"], "text/event-stream; charset=utf-8");
    let text = answer.text();
    assert!(text.ends_with("\n\n") && !text.contains("[DONE]"), "{text}");
    let read = |event: &str| {
        let (name, data) = event.split_once('\n').expect("two lines");
        let data: Value =
            serde_json::from_str(data.strip_prefix("data: ").expect("data")).expect("JSON");
        assert_eq!(name.strip_prefix("event: "), data["type"].as_str(), "{event}");
        data
    };
    let events: Vec<Value> =
        text.split_terminator("\n\n").filter(|e| !e.starts_with(':')).map(read).collect();
    for (i, event) in events.iter().enumerate() {
        assert_eq!(event["sequence_number"], json!(i), "{text}");
    }
    let terminal = |e: &&Value| {
        ["completed", "incomplete", "failed"]
            .iter()
            .any(|end| e["type"] == format!("response.{end}"))
    };
    assert_eq!(events.iter().filter(terminal).count(), 1, "{text}");
    assert!(events.last().is_some_and(|e| terminal(&e)), "{text}");
    events
}

/// Names of events without `response.`, runs of one name counted once.
pub fn names<'a>(events: &'a [Value]) -> Vec<&'a str> {
    let name = |e: &'a Value| e["type"].as_str().and_then(|n| n.strip_prefix("response."));
    let mut names: Vec<&str> = events.iter().map(|e| name(e).expect("a name")).collect();
    names.dedup_by(|a, b| a == b && a.ends_with("delta"));
    names
}

/// Sum of the events of a stream: the items, put together from the deltas, and checked
/// against every event that repeats them.
pub fn folded(events: &[Value]) -> Vec<Value> {
    let mut items: Vec<Value> = Vec::new();
    for e in events {
        let kind = e["type"].as_str().expect("type");
        let Some(index) = e["output_index"].as_u64().map(|i| i as usize) else { continue };
        if kind == "response.output_item.added" {
            assert_eq!(index, items.len());
            assert_eq!(e["item"]["status"], "in_progress");
            items.push(e["item"].clone());
            continue;
        }
        assert_eq!(index + 1, items.len(), "only the last item changes");
        let item = &mut items[index];
        if kind == "response.output_item.done" {
            item["status"] = e["item"]["status"].clone();
            if let Some(sealed) = e["item"].get("encrypted_content") {
                item["encrypted_content"] = sealed.clone();
            }
            assert_eq!(*item, e["item"]);
            continue;
        }
        assert_eq!(e["item_id"], item["id"]);
        if e.get("content_index").is_some() {
            assert_eq!(e["content_index"], 0);
        }
        let delta = e["delta"].as_str().unwrap_or_default();
        match kind {
            "response.content_part.added" => {
                assert_eq!(e["part"]["text"], "");
                item["content"].as_array_mut().expect("content").push(e["part"].clone());
            }
            "response.content_part.done" => assert_eq!(e["part"], item["content"][0]),
            "response.output_text.delta" | "response.reasoning_text.delta" => {
                let text = item["content"][0]["text"].as_str().expect("text").to_owned();
                assert!(!delta.is_empty());
                item["content"][0]["text"] = (text + delta).into();
            }
            "response.output_text.done" | "response.reasoning_text.done" => {
                assert_eq!(e["text"], item["content"][0]["text"]);
            }
            "response.function_call_arguments.delta" => {
                let text = item["arguments"].as_str().expect("text").to_owned();
                item["arguments"] = (text + delta).into();
            }
            "response.function_call_arguments.done" => {
                assert_eq!((&e["arguments"], &e["name"]), (&item["arguments"], &item["name"]));
            }
            other => panic!("{other}"),
        }
    }
    items
}

/// A response without what differs from run to run.
pub fn plain(response: &Value) -> Value {
    let mut response = response.clone();
    for key in ["id", "created_at", "completed_at"] {
        response[key] = Value::Null;
    }
    for item in response["output"].as_array_mut().expect("output") {
        item["id"] = Value::Null;
        if item.get("call_id").is_some() {
            item["call_id"] = Value::Null;
        }
    }
    response
}

/// The events of a request whose whole answer says the same.
pub async fn both(server: &Server, extra: Value) -> (Value, Vec<Value>) {
    let mut body = body(extra);
    let whole = server.post(PATH, &body).await.ok();
    body["stream"] = json!(true);
    let events = events(&server.post(PATH, &body).await);
    let last = &events.last().expect("an end")["response"];
    assert_eq!(Value::from(folded(&events)), last["output"]);
    assert_eq!(plain(last), plain(&whole));
    let first = &events[0]["response"];
    assert_eq!((&first["status"], &first["output"]), (&json!("in_progress"), &json!([])));
    assert_eq!((&events[1]["response"], &first["usage"]), (first, &Value::Null));
    (whole, events)
}
