//! Requests of the Messages API: what becomes of a conversation.

use crate::support::client::Server;
use crate::support::fake::{self, FakeEngine};
use crate::support::messages::{COUNT, MESSAGES, agent, body, error, tools};
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

/// Shows everything a template is given.
const TEMPLATE: &str = "{%- if tools %}{{ tools | tojson }}\n{% endif -%}\
{#- all of the content -#}\
{%- for m in messages %}{{ m | tojson }}\n{% endfor -%}\
{%- if enable_thinking is defined %}thinking {{ enable_thinking }}\n{% endif -%}\
{%- if add_generation_prompt %}<|im_start|>{% endif -%}";

fn server() -> Server {
    Server::with_text(FakeEngine::says("ok"), agent(), fake::text_model_with(TEMPLATE))
}

/// The prompt a request leads to. Both routes must count the same tokens.
async fn prompt(server: &Server, fields: Value) -> String {
    let body = body(fields);
    let counted = server.post(COUNT, &body).await.ok();
    let usage = server.post(MESSAGES, &body).await.ok()["usage"].clone();
    let tokens = server.engine.last_request().prompt;
    assert_eq!(counted, json!({"input_tokens": tokens.len()}));
    assert_eq!(usage["input_tokens"], tokens.len());
    fake::text_model().tokenizer().decode(&tokens, false)
}

fn lines(messages: &[Value]) -> String {
    messages.iter().map(|m| format!("{}\n", spaced(m))).collect()
}

/// JSON as templates write it: a space after commas and colons.
fn spaced(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let members: Vec<_> =
                map.iter().map(|(k, v)| format!("{k:?}: {}", spaced(v))).collect();
            format!("{{{}}}", members.join(", "))
        }
        Value::Array(list) => {
            format!("[{}]", list.iter().map(spaced).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

#[tokio::test]
async fn a_conversation_with_tool_results_reaches_the_template() {
    let server = server();
    let cached = json!({"type": "ephemeral", "ttl": "1h"});
    let fields = json!({
        "system": [{"type": "text", "text": "Be ", "cache_control": cached},
                   {"type": "text", "text": "brief."}],
        "tools": tools(),
        "messages": [
            {"role": "user", "content": "Go."},
            {"role": "assistant", "content": [
                {"type": "thinking", "thinking": "To 3.", "signature": "c2ln"},
                {"type": "redacted_thinking", "data": "b3BhcXVl"},
                {"type": "text", "text": "Going."},
                {"type": "tool_use", "id": "toolu_01A", "name": "move_to", "input": {"x": 3}},
                {"type": "tool_use", "id": "toolu_01B", "name": "stop", "input": {},
                 "cache_control": cached},
            ]},
            {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": "toolu_01A", "content": [
                    {"type": "text", "text": "a"}, {"type": "text", "text": "b"}]},
                {"type": "tool_result", "tool_use_id": "toolu_01B", "content": "no", "is_error": true,
                 "cache_control": cached},
                {"type": "text", "text": "And "},
                {"type": "text", "text": "now?"},
            ]},
            {"role": "assistant", "content": [
                {"type": "tool_use", "id": "toolu_01C", "name": "stop", "input": {}}]},
            {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": "toolu_01C", "is_error": false}]},
        ],
    });
    let call = |id: &str, name: &str, arguments: Value| json!({"id": id, "type": "function", "function": {"name": name, "arguments": arguments}});
    let own = tools();
    let function = |i: usize, function: Value| {
        let mut function = function;
        function["parameters"] = own[i]["input_schema"].clone();
        json!({"type": "function", "function": function})
    };
    let shown = json!([
        function(0, json!({"name": "move_to", "description": "Moves."})),
        function(1, json!({"name": "stop"})),
    ]);
    let messages = [
        shown,
        json!({"role": "system", "content": "Be brief."}),
        json!({"role": "user", "content": "Go."}),
        json!({"role": "assistant", "content": "Going.", "reasoning_content": "To 3.",
               "tool_calls": [call("toolu_01A", "move_to", json!({"x": 3})),
                              call("toolu_01B", "stop", json!({}))]}),
        json!({"role": "tool", "tool_call_id": "toolu_01A", "content": "ab"}),
        json!({"role": "tool", "tool_call_id": "toolu_01B", "content": "no", "is_error": true}),
        json!({"role": "user", "content": "And now?"}),
        json!({"role": "assistant", "tool_calls": [call("toolu_01C", "stop", json!({}))]}),
        json!({"role": "tool", "tool_call_id": "toolu_01C", "content": ""}),
    ];
    assert_eq!(prompt(&server, fields).await, format!("{}<|im_start|>", lines(&messages)));
}

#[tokio::test]
async fn the_prompt_is_that_of_chat_completions() {
    let server = server();
    let system = prompt(&server, json!({"system": "Be brief.", "tools": tools()})).await;
    let own = tools();
    let function = |tool: &Value| {
        let mut function = tool.clone();
        let fields = function.as_object_mut().expect("object");
        let schema = fields.shift_remove("input_schema").expect("schema");
        fields.insert("parameters".to_owned(), schema);
        fields.shift_remove("type");
        fields.shift_remove("cache_control");
        json!({"type": "function", "function": function})
    };
    let list: Vec<Value> = own.as_array().expect("tools").iter().map(function).collect();
    let messages =
        json!([{"role": "system", "content": "Be brief."}, {"role": "user", "content": "hi"}]);
    server.chat(&json!({"messages": messages, "tools": list})).await.ok();
    let tokens = server.engine.last_request().prompt;
    assert_eq!(system, fake::text_model().tokenizer().decode(&tokens, false));
}

#[tokio::test]
async fn small_forms_of_a_conversation() {
    let server = server();
    let hi = json!({"role": "user", "content": "hi"});
    let plain = format!("{}<|im_start|>", lines(std::slice::from_ref(&hi)));
    for system in [json!(null), json!(""), json!([])] {
        assert_eq!(prompt(&server, json!({"system": system})).await, plain);
    }
    let none = json!({"tools": tools(), "tool_choice": {"type": "none"}});
    assert_eq!(prompt(&server, none).await, plain);
    let auto = json!({"tool_choice": {"type": "auto", "disable_parallel_tool_use": true}});
    assert_eq!(prompt(&server, auto).await, plain);
    // A system message later on stays where it is.
    let later = json!({"role": "system", "content": [{"type": "text", "text": "Now shout."}]});
    let text = prompt(&server, json!({"messages": [hi, later]})).await;
    let later = json!({"role": "system", "content": "Now shout."});
    assert_eq!(text, format!("{}<|im_start|>", lines(&[hi.clone(), later])));
    // Text before a result stays before it.
    let result = json!({"type": "tool_result", "tool_use_id": "toolu_1", "content": "r"});
    let mixed = json!({"role": "user", "content": [{"type": "text", "text": "t"}, result]});
    let text = prompt(&server, json!({"messages": [mixed]})).await;
    let expected = [
        json!({"role": "user", "content": "t"}),
        json!({"role": "tool", "tool_call_id": "toolu_1", "content": "r"}),
    ];
    assert_eq!(text, format!("{}<|im_start|>", lines(&expected)));
}

#[tokio::test]
async fn a_last_message_of_the_assistant_is_continued() {
    let server = server();
    let messages = json!([{"role": "user", "content": "hi"},
                          {"role": "assistant", "content": [{"type": "text", "text": "The ("}]}]);
    let text = prompt(&server, json!({"messages": messages})).await;
    assert!(text.ends_with("{\"role\": \"assistant\", \"content\": \"The ("), "{text}");
    let dropped = "{% for m in messages %}{{ m.role }}{% endfor %}content";
    let server = Server::with_text(FakeEngine::says("x"), agent(), fake::text_model_with(dropped));
    let answer = server.post(MESSAGES, &body(json!({"messages": messages}))).await;
    assert_eq!(answer.status, 400);
    assert!(error(&answer)["message"].as_str().is_some_and(|m| m.contains("`messages`")));
}

#[tokio::test]
async fn thinking_is_told_to_templates_that_know_it() {
    let server = server();
    let with = |kind: &str| json!({"thinking": {"type": kind, "budget_tokens": 1024}});
    for (kind, value) in [("enabled", "True"), ("adaptive", "True"), ("disabled", "False")] {
        let text = prompt(&server, with(kind)).await;
        assert!(text.ends_with(&format!("thinking {value}\n<|im_start|>")), "{text}");
    }
    let mut own = with("enabled");
    own["chat_template_kwargs"] = json!({"enable_thinking": false});
    assert!(prompt(&server, own).await.contains("thinking False"));
    assert!(!prompt(&server, json!({"thinking": null})).await.contains("thinking"));
    // The fake model's usual template knows nothing of it.
    let plain = Server::with_config(FakeEngine::says("ok"), agent());
    let text = prompt(&plain, json!({})).await;
    assert_eq!(prompt(&plain, with("enabled")).await, text);
}

#[tokio::test]
async fn requests_of_coding_agents_are_accepted() {
    let mut strict = agent();
    strict.strict_requests = true;
    strict.served_model_names.push("claude-sonnet-4-5".to_owned());
    let server = Server::with_config(FakeEngine::says("ok"), strict);
    let ephemeral = json!({"type": "ephemeral"});
    let mut own = tools();
    own[0]["strict"] = json!(true);
    own[0]["eager_input_streaming"] = json!(true);
    own[0]["defer_loading"] = json!(false);
    own[1]["allowed_callers"] = json!(["direct"]);
    let fields = json!({
        "model": "claude-sonnet-4-5",
        "max_tokens": 32_000,
        "stream": true,
        "temperature": 1,
        "system": [{"type": "text", "text": "You help.", "cache_control": ephemeral}],
        "messages": [{"role": "user", "content": [
            {"type": "text", "text": "hi", "cache_control": ephemeral, "citations": null}]}],
        "tools": own,
        "tool_choice": {"type": "auto"},
        "metadata": {"user_id": "user_1_session_2"},
        "thinking": {"type": "enabled", "budget_tokens": 31_999},
        "context_management": {"edits": [{"type": "clear_thinking_20251015", "keep": "all"}]},
        "output_config": {"effort": "high"},
        "service_tier": "auto",
        "container": null,
        "betas": ["a", "b"],
        "cache_control": ephemeral,
        "speed": "standard",
        "mcp_servers": [],
    });
    let request = Request::post(format!("{MESSAGES}?beta=true"))
        .header("anthropic-version", "2023-06-01")
        .header("anthropic-beta", "interleaved-thinking-2025-05-14,context-management-2025-06-27")
        .header("x-api-key", "none")
        .body(Body::from(body(fields.clone()).to_string()));
    let answer = server.send(request.expect("request")).await;
    let events = answer.named_events();
    assert_eq!(events[0]["message"]["model"], "claude-sonnet-4-5");
    assert_eq!(events.last().expect("events")["type"], "message_stop");
    let counted = server.post(&format!("{COUNT}?beta=true"), &body(fields)).await.ok();
    assert_eq!(counted["input_tokens"], events[0]["message"]["usage"]["input_tokens"]);
    // An unknown field is refused here; other tests see it counted.
    let answer = server.post(MESSAGES, &body(json!({"wibble": 1}))).await;
    assert_eq!(answer.status, 400);
    assert!(error(&answer)["message"].as_str().is_some_and(|m| m.contains("`wibble`")));
    let lenient = self::server();
    lenient.post(MESSAGES, &body(json!({"wibble": 1, "wobble": "o", "x": 3}))).await.ok();
    let metrics = lenient.get("/metrics").await;
    for field in ["wibble", "wobble", "x"] {
        let line = format!("atlas_ignored_fields_total{{field=\"{field}\"}} 1");
        assert!(metrics.text().contains(&line), "{field}");
    }
    let route = "route=\"/v1/messages\"";
    assert!(metrics.text().contains(route));
}
