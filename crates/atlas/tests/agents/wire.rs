//! Streams of the three APIs: whether they are in order, and what they say. Of an answer that the
//! length cuts only the order is certain: its last call may end in the middle, so it has no calls.

use serde_json::Value;
use std::collections::BTreeMap;

/// Text and calls (name, arguments) of an answer, without its reasoning.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    pub text: String,
    pub calls: Vec<(String, Value)>,
}

/// Reads the stream of the API that serves `path`. Panics where it is not in order.
pub fn read(path: &str, stream: &str) -> Answer {
    if path.starts_with("/v1/messages") {
        messages(stream)
    } else if path.starts_with("/v1/responses") {
        responses(stream)
    } else {
        chat(stream)
    }
}

/// Name and data of every event.
pub fn named_events(stream: &str) -> Vec<(String, Value)> {
    let blocks = stream.split("\n\n").filter(|b| !b.trim().is_empty() && !b.starts_with(':'));
    let read = |block: &str| {
        let (name, data) = block.trim().split_once('\n').unwrap_or_else(|| panic!("{block}"));
        let name = name.strip_prefix("event: ").unwrap_or_else(|| panic!("{block}"));
        let data = data.strip_prefix("data: ").unwrap_or_else(|| panic!("{block}"));
        let data: Value = serde_json::from_str(data).unwrap_or_else(|e| panic!("{e}: {block}"));
        assert_eq!(data["type"], name);
        (name.to_owned(), data)
    };
    blocks.map(read).collect()
}

fn object(text: &str) -> Value {
    let text = if text.is_empty() { "{}" } else { text };
    let value: Value = serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"));
    assert!(value.is_object(), "{text}");
    value
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value}"))
}

fn messages(stream: &str) -> Answer {
    let mut answer = Answer::default();
    let mut events = named_events(stream).into_iter().filter(|(name, _)| name != "ping");
    assert_eq!(events.next().unwrap().0, "message_start");
    // The open block's type, and the pieces of its input.
    let mut open: Option<(String, String)> = None;
    let mut blocks = 0;
    let mut stopped = false;
    while let Some((name, event)) = events.next() {
        if name.starts_with("content_block") {
            assert!(!stopped, "{event} after message_delta");
            assert_eq!(event["index"], blocks);
        }
        match name.as_str() {
            "content_block_start" => {
                assert!(open.is_none(), "{event} in an open block");
                let block = &event["content_block"];
                if block["type"] == "tool_use" {
                    assert!(text(&block["id"]).starts_with("toolu_"));
                    answer.calls.push((text(&block["name"]).to_owned(), Value::Null));
                }
                open = Some((text(&block["type"]).to_owned(), String::new()));
            }
            "content_block_delta" => {
                let (block, input) = open.as_mut().unwrap();
                let delta = &event["delta"];
                match (block.as_str(), text(&delta["type"])) {
                    ("text", "text_delta") => answer.text.push_str(text(&delta["text"])),
                    ("tool_use", "input_json_delta") => {
                        input.push_str(text(&delta["partial_json"]))
                    }
                    ("thinking", "thinking_delta" | "signature_delta") => {}
                    (block, delta) => panic!("{delta} in a block of {block}"),
                }
            }
            "content_block_stop" => {
                let (block, input) = open.take().unwrap();
                if block == "tool_use" {
                    answer.calls.last_mut().unwrap().1 = Value::String(input);
                }
                blocks += 1;
            }
            "message_delta" => {
                assert!(open.is_none() && !stopped);
                if event["delta"]["stop_reason"] == "max_tokens" {
                    answer.calls.clear();
                } else {
                    let reason = if answer.calls.is_empty() { "end_turn" } else { "tool_use" };
                    assert_eq!(event["delta"]["stop_reason"], reason);
                }
                for (_, input) in &mut answer.calls {
                    *input = object(text(input));
                }
                stopped = true;
            }
            "message_stop" => {
                assert!(stopped && events.next().is_none());
                return answer;
            }
            other => panic!("{other}"),
        }
    }
    panic!("no message_stop: {stream}");
}

fn responses(stream: &str) -> Answer {
    let events = named_events(stream);
    for (i, (_, event)) in events.iter().enumerate() {
        assert_eq!(event["sequence_number"], i);
    }
    let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names[..2], ["response.created", "response.in_progress"]);
    let cut = names.last() == Some(&"response.incomplete");
    assert!(cut || names.last() == Some(&"response.completed"), "{stream}");
    let mut answer = Answer::default();
    let (mut open, mut items, mut deltas) = (None, 0, String::new());
    for (name, event) in &events[2..events.len() - 1] {
        if name == "response.output_item.added" {
            assert!(open.is_none());
            assert_eq!(event["output_index"], items);
            open = Some(event["item"]["id"].clone());
            deltas.clear();
            continue;
        }
        assert_eq!(event["output_index"], items, "{name}");
        match name.as_str() {
            "response.output_item.done" => {
                let item = &event["item"];
                assert_eq!(Some(&item["id"]), open.take().as_ref());
                assert!(cut || item["status"] == "completed", "{item}");
                if item["type"] == "function_call" {
                    assert_eq!(item["arguments"], deltas);
                }
                if item["type"] == "function_call" && !cut {
                    answer.calls.push((text(&item["name"]).to_owned(), object(&deltas)));
                }
                items += 1;
            }
            other => {
                assert_eq!(Some(&event["item_id"]), open.as_ref(), "{other}");
                if other.ends_with(".delta") {
                    deltas.push_str(text(&event["delta"]));
                }
                if other == "response.output_text.delta" {
                    answer.text.push_str(text(&event["delta"]));
                }
            }
        }
    }
    assert!(open.is_none());
    let output = events.last().unwrap().1["response"]["output"].as_array().unwrap();
    assert_eq!(output.len(), items);
    answer
}

fn chat(stream: &str) -> Answer {
    let mut answer = Answer::default();
    let mut calls: BTreeMap<u64, (String, String)> = BTreeMap::new();
    let mut finish = None;
    let mut usage = false;
    for (i, event) in crate::support::events(stream).iter().enumerate() {
        assert!(event.get("error").is_none(), "{event}");
        let Some(choice) = event["choices"].get(0) else {
            assert!(finish.is_some() && !usage && event["usage"]["total_tokens"].is_u64());
            usage = true;
            continue;
        };
        let delta = &choice["delta"];
        assert_eq!(delta["role"] == "assistant", i == 0, "{event}");
        assert!(finish.is_none(), "{event} after the end");
        answer.text.push_str(delta["content"].as_str().unwrap_or_default());
        for call in delta["tool_calls"].as_array().into_iter().flatten() {
            let index = call["index"].as_u64().unwrap();
            if let Some(name) = call["function"]["name"].as_str() {
                assert!(call["id"].is_string() && calls.len() as u64 == index);
                calls.insert(index, (name.to_owned(), String::new()));
            }
            let pieces = call["function"]["arguments"].as_str().unwrap_or_default();
            calls.get_mut(&index).unwrap().1.push_str(pieces);
        }
        finish = choice["finish_reason"].as_str().map(str::to_owned);
    }
    assert!(usage, "no usage");
    let finish = finish.unwrap();
    if finish == "length" {
        // Cut short: the arguments may be no JSON.
        return answer;
    }
    assert_eq!(finish, if calls.is_empty() { "stop" } else { "tool_calls" });
    answer.calls = calls.into_values().map(|(name, a)| (name, object(&a))).collect();
    answer
}
