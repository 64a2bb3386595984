//! Tool calls and reasoning in chat answers, whole and streamed.

use crate::support::client::{Server, config};
use crate::support::fake::FakeEngine;
use atlas_text::{Dialect, ReasoningTags};
use serde_json::{Value, json};

const CALL: &str = "Let me look.\n\n<tool_call>\n<function=move_to>\n<parameter=x>\n30\n</parameter>\n\
<parameter=name>\na <b>\n >= \"c\"\n</parameter>\n</function>\n</tool_call>";

fn server(says: &str) -> Server {
    let mut config = config();
    config.output.dialect = Some(Dialect::Qwen3Coder);
    config.output.reasoning = Some(ReasoningTags::think(false));
    Server::with_config(FakeEngine::says(says), config)
}

fn body(extra: Value) -> Value {
    let properties = json!({"x": {"type": "integer"}, "name": {"type": "string"}});
    let parameters = json!({"type": "object", "properties": properties, "required": ["x"]});
    let mut body = json!({
        "messages": [{"role": "user", "content": "hi"}],
        "max_tokens": 250,
        "tools": [{"type": "function", "function": {"name": "move_to", "parameters": parameters}}],
    });
    body.as_object_mut().expect("object").extend(extra.as_object().expect("object").clone());
    body
}

async fn whole(server: &Server, extra: Value) -> Value {
    let answer = server.chat(&body(extra)).await.ok();
    assert_eq!(answer["choices"].as_array().map(Vec::len), Some(1));
    answer["choices"][0].clone()
}

/// Sum of the deltas of a stream, in the form of a whole choice without ids.
async fn streamed(server: &Server, mut extra: Value) -> Value {
    extra["stream"] = json!(true);
    let (mut content, mut reasoning, mut reason) = (String::new(), String::new(), Value::Null);
    let mut calls: Vec<(String, String)> = Vec::new();
    for event in server.chat(&body(extra)).await.events() {
        let choice = &event["choices"][0];
        let delta = &choice["delta"];
        content.push_str(delta["content"].as_str().unwrap_or_default());
        reasoning.push_str(delta["reasoning_content"].as_str().unwrap_or_default());
        for call in delta["tool_calls"].as_array().into_iter().flatten() {
            let function = &call["function"];
            if let Some(name) = function["name"].as_str() {
                assert_eq!(call["index"], json!(calls.len()), "calls begin in order");
                assert_eq!(call["type"], "function");
                calls.push((name.to_owned(), String::new()));
            }
            let call = &mut calls[call["index"].as_u64().expect("index") as usize];
            call.1.push_str(function["arguments"].as_str().expect("arguments"));
        }
        if !choice["finish_reason"].is_null() {
            assert!(reason.is_null(), "one end");
            reason = choice["finish_reason"].clone();
        }
    }
    json!({"content": content, "reasoning": reasoning, "calls": calls, "reason": reason})
}

fn flat(choice: &Value) -> Value {
    let message = &choice["message"];
    let calls: Vec<Value> = message["tool_calls"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|c| json!([c["function"]["name"], c["function"]["arguments"]]))
        .collect();
    json!({
        "content": message["content"].as_str().unwrap_or_default(),
        "reasoning": message["reasoning_content"].as_str().unwrap_or_default(),
        "calls": calls,
        "reason": choice["finish_reason"],
    })
}

#[tokio::test]
async fn calls_are_typed_and_leave_the_text() {
    let server = server(CALL);
    let choice = whole(&server, json!({})).await;
    assert_eq!(choice["finish_reason"], "tool_calls");
    let message = &choice["message"];
    assert_eq!(message["content"], "Let me look.");
    let call = &message["tool_calls"][0];
    assert_eq!((&call["type"], &call["function"]["name"]), (&json!("function"), &json!("move_to")));
    assert_eq!(call["id"].as_str().map(str::len), Some(9));
    let arguments: Value =
        serde_json::from_str(call["function"]["arguments"].as_str().expect("text")).expect("JSON");
    assert_eq!(arguments, json!({"x": 30, "name": "a <b>\n >= \"c\""}));
    assert!(message.get("reasoning_content").is_none());
    assert_eq!(streamed(&server, json!({})).await, flat(&choice));
}

#[tokio::test]
async fn an_answer_of_calls_alone_has_no_content() {
    let server = server(CALL.trim_start_matches("Let me look.\n\n"));
    let choice = whole(&server, json!({})).await;
    assert!(choice["message"]["content"].is_null(), "{choice}");
    assert_eq!(choice["finish_reason"], "tool_calls");
}

#[tokio::test]
async fn markup_is_text_where_no_tool_is_shown() {
    let server = server(CALL);
    let none = json!({"tool_choice": "none"});
    for extra in [json!({"tools": []}), json!({"tools": null}), none] {
        let choice = whole(&server, extra.clone()).await;
        assert_eq!(choice["message"]["content"], CALL, "{extra}");
        assert_eq!(choice["finish_reason"], "stop");
        assert_eq!(streamed(&server, extra).await, flat(&choice));
    }
}

#[tokio::test]
async fn reasoning_is_apart_from_the_content() {
    let server = server("<think>\nIt is two.\n</think>\n\nTwo <think>.");
    let choice = whole(&server, json!({"tools": null})).await;
    assert_eq!(choice["message"]["reasoning_content"], "It is two.");
    assert_eq!(choice["message"]["content"], "Two <think>.");
    assert_eq!(choice["finish_reason"], "stop");
    assert_eq!(streamed(&server, json!({"tools": null})).await, flat(&choice));
}

#[tokio::test]
async fn a_call_that_is_cut_is_no_tool_call() {
    let server = server(CALL);
    for max_tokens in 1..CALL.len() as u64 {
        let extra = json!({"max_tokens": max_tokens, "return_token_ids": true});
        let choice = whole(&server, extra.clone()).await;
        assert_eq!(choice["token_ids"].as_array().map(Vec::len), Some(max_tokens as usize));
        let complete = choice["finish_reason"] == "tool_calls";
        assert!(complete || choice["finish_reason"] == "length", "{choice}");
        assert_eq!(streamed(&server, extra).await, flat(&choice), "{max_tokens}");
        // Cut by the length, whatever has been said: the reader must not run it.
        assert!(!complete, "cut after {max_tokens} tokens: {choice}");
    }
}

#[tokio::test]
async fn a_call_hidden_in_reasoning_is_listed() {
    let unfinished = "<think>\nI will.\n<tool_call>\n<function=move_to>\n<parameter=x>\n3";
    let server = server(unfinished);
    let extra = json!({"atlas": {"interventions": true}});
    let choice = whole(&server, extra).await;
    assert_eq!(choice["finish_reason"], "length");
    assert_eq!(choice["atlas"]["finish_detail"], "incomplete_call");
    let list = json!([{"kind": "incomplete_call_in_reasoning", "tool": "move_to"}]);
    assert_eq!(choice["atlas"]["interventions"], list);
    assert!(choice["message"].get("tool_calls").is_none());

    let complete = format!("<think>\nI will.\n{}", CALL.trim_start_matches("Let me look.\n\n"));
    let server = self::server(&complete);
    let choice = whole(&server, json!({"atlas": {"interventions": true}})).await;
    assert_eq!(choice["finish_reason"], "tool_calls");
    assert_eq!(choice["message"]["reasoning_content"], "I will.");
    let list = json!([{"kind": "call_in_reasoning", "tool": "move_to"}]);
    assert_eq!(choice["atlas"]["interventions"], list);
    let silent = whole(&server, json!({})).await;
    assert!(silent["atlas"].get("interventions").is_none());
    let plain = self::server("Hello.");
    let choice = whole(&plain, json!({"atlas": {"interventions": true}})).await;
    assert_eq!(choice["atlas"]["interventions"], json!([]));
}

#[tokio::test]
async fn a_request_may_name_another_parser() {
    let hermes = "<tool_call>\n{\"name\": \"move_to\", \"arguments\": {\"x\": 1}}\n</tool_call>";
    let server = server(hermes);
    let choice = whole(&server, json!({"atlas": {"tool_call_parser": "hermes"}})).await;
    assert_eq!(flat(&choice)["calls"], json!([["move_to", "{\"x\": 1}"]]));
    let choice = whole(&server, json!({})).await;
    assert_eq!(choice["message"]["content"], hermes, "the model's own form is another");
    let bad = server.chat(&body(json!({"atlas": {"tool_call_parser": "xml"}}))).await;
    assert_eq!(bad.status, 400);
    assert_eq!(bad.json()["error"]["param"], "atlas.tool_call_parser");
}

#[tokio::test]
async fn every_choice_has_calls_of_its_own() {
    let server = server(CALL);
    let answer = server.chat(&body(json!({"n": 3}))).await.ok();
    let ids: std::collections::HashSet<&str> = answer["choices"]
        .as_array()
        .expect("choices")
        .iter()
        .map(|c| c["message"]["tool_calls"][0]["id"].as_str().expect("id"))
        .collect();
    assert_eq!(ids.len(), 3);
}

#[tokio::test]
async fn two_tools_of_one_name_are_refused() {
    let server = server(CALL);
    let tool = json!({"type": "function", "function": {"name": "f"}});
    let answer = server.chat(&body(json!({"tools": [tool, tool]}))).await;
    assert_eq!(answer.status, 400);
    assert_eq!(answer.json()["error"]["param"], "tools[1].function.name");
}

#[tokio::test]
async fn reasoning_is_counted_apart() {
    let thought = "<think>\nTwo.\n</think>";
    for (says, reasoning) in [
        (format!("{thought}\n\nIt is 2."), thought.len()),
        (format!("{thought}{CALL}"), thought.len()),
        ("It is 2.".to_owned(), 0),
        ("<think>\nTwo.".to_owned(), "<think>\nTwo.".len()),
    ] {
        let server = server(&says);
        let details = json!({"reasoning_tokens": reasoning});
        let whole = server.chat(&body(json!({}))).await.ok();
        assert_eq!(whole["usage"]["completion_tokens_details"], details, "{says}");
        assert_eq!(whole["usage"]["completion_tokens"], says.len() + 1);
        let streaming = json!({"stream": true, "stream_options": {"include_usage": true}});
        let events = server.chat(&body(streaming)).await.events();
        assert_eq!(events.last().expect("usage")["usage"], whole["usage"], "{says}");
    }
}
