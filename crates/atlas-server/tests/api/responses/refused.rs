//! `/v1/responses`: what is refused, each with its status and field, and without a trace.

use crate::support::client::Server;
use crate::support::fake::{FakeEngine, SEQ_LEN_MAX};
use crate::support::responses::{PATH, body, server};
use serde_json::{Value, json};

/// Fields of a request, the status of its refusal and the field named.
type Refused = (Value, u16, Option<&'static str>);

fn inputs() -> Vec<Refused> {
    let item = |item: Value| json!({"input": [{"role": "user", "content": "a"}, item]});
    let part = |part: Value| item(json!({"role": "user", "content": [part]}));
    let long = "a".repeat(SEQ_LEN_MAX as usize);
    vec![
        (json!({"input": null}), 400, Some("input")),
        (json!({"input": []}), 400, Some("input")),
        (json!({"input": 7}), 400, Some("input")),
        (json!({"input": long}), 400, Some("input")),
        (json!({"input": [1]}), 400, Some("input[0]")),
        (item(json!({})), 400, Some("input[1].type")),
        (item(json!({"type": 5})), 400, Some("input[1].type")),
        (item(json!({"type": "web_search_call", "id": "x"})), 400, Some("input[1].type")),
        (item(json!({"role": "tool", "content": "x"})), 400, Some("input[1].role")),
        (item(json!({"role": "user"})), 400, Some("input[1].content")),
        (item(json!({"role": "user", "content": 1})), 400, Some("input[1].content")),
        (item(json!({"role": "user", "content": "x", "id": 1})), 400, Some("input[1].id")),
        (
            item(json!({"role": "user", "content": "x", "status": "odd"})),
            400,
            Some("input[1].status"),
        ),
        (part(json!("x")), 400, Some("input[1].content[0]")),
        (part(json!({"text": "x"})), 400, Some("input[1].content[0].type")),
        (part(json!({"type": "input_text"})), 400, Some("input[1].content[0].text")),
        (
            part(json!({"type": "input_image", "image_url": "data:"})),
            400,
            Some("input[1].content[0].type"),
        ),
        (
            item(json!({"type": "function_call", "name": "f", "arguments": "{}"})),
            400,
            Some("input[1].call_id"),
        ),
        (
            item(json!({"type": "function_call_output", "call_id": "c"})),
            400,
            Some("input[1].output"),
        ),
        (
            item(json!({"type": "reasoning", "content": [{"type": "odd", "text": "x"}]})),
            400,
            Some("input[1].content[0].type"),
        ),
        (item(json!({"type": "item_reference"})), 400, Some("input[1].id")),
        (item(json!({"type": "item_reference", "id": "msg_x"})), 404, Some("input[1].id")),
    ]
}

fn settings() -> Vec<Refused> {
    // Long: a table, one row a refused setting.
    let tool = |tool: Value| json!({"tools": [tool]});
    let many: serde_json::Map<String, Value> =
        (0..17).map(|i| (i.to_string(), json!("v"))).collect();
    vec![
        (json!({"previous_response_id": "resp_x"}), 400, Some("previous_response_id")),
        (json!({"previous_response_id": 1}), 400, Some("previous_response_id")),
        (json!({"instructions": ["x"]}), 400, Some("instructions")),
        (json!({"model": "gpt-5"}), 404, Some("model")),
        (json!({"tools": {}}), 400, Some("tools")),
        (tool(json!({"name": "f"})), 400, Some("tools[0].type")),
        (tool(json!({"type": "function"})), 400, Some("tools[0].name")),
        (tool(json!({"type": "function", "function": {"name": "f"}})), 400, Some("tools[0].name")),
        (
            tool(json!({"type": "function", "name": "f", "parameters": 1})),
            400,
            Some("tools[0].parameters"),
        ),
        (
            json!({"tools": [{"type": "function", "name": "f"}, {"type": "function", "name": "f"}]}),
            400,
            Some("tools[1].name"),
        ),
        (json!({"tool_choice": "required"}), 400, Some("tool_choice")),
        (json!({"tool_choice": {"type": "function", "name": "f"}}), 400, Some("tool_choice")),
        (json!({"tool_choice": {"type": "function"}}), 400, Some("tool_choice")),
        (json!({"tool_choice": {"type": "web_search"}}), 400, Some("tool_choice")),
        (json!({"tool_choice": "any"}), 400, Some("tool_choice")),
        (
            json!({"tools": [{"type": "web_search"}, {"type": "function", "name": "f"}],
                   "tool_choice": "required"}),
            400,
            Some("tools[0].type"),
        ),
        (
            json!({"tools": [{"type": "function", "name": "f"}],
                   "tool_choice": {"type": "function", "name": "g"}}),
            400,
            Some("tool_choice"),
        ),
        (json!({"max_output_tokens": 0}), 400, Some("max_output_tokens")),
        (json!({"max_output_tokens": SEQ_LEN_MAX}), 400, Some("max_output_tokens")),
        (json!({"max_tokens": 5}), 400, Some("max_tokens")),
        (json!({"n": 2}), 400, Some("n")),
        (json!({"prompt_logprobs": 1}), 400, Some("prompt_logprobs")),
        (json!({"temperature": 3}), 400, Some("temperature")),
        (json!({"top_p": "x"}), 400, Some("top_p")),
        (json!({"top_logprobs": 3}), 400, Some("top_logprobs")),
        (json!({"text": {"format": 1}}), 400, Some("text.format")),
        (json!({"text": {"format": {"type": "xml"}}}), 400, Some("text.format.type")),
        (json!({"text": {"format": {"type": "json_schema"}}}), 400, Some("text.format.schema")),
        (
            json!({"text": {"format": {"type": "json_schema", "name": "n", "schema": 1}}}),
            400,
            Some("text.format.schema"),
        ),
        (json!({"response_format": {"type": "json_object"}}), 400, Some("response_format")),
        (json!({"text": {"verbosity": "low"}}), 400, Some("text.verbosity")),
        (json!({"reasoning": {"effort": "huge"}}), 400, Some("reasoning.effort")),
        (json!({"reasoning": {"summary": "odd"}}), 400, Some("reasoning.summary")),
        (json!({"reasoning": "low"}), 400, Some("reasoning")),
        (json!({"include": ["message.output_text.logprobs"]}), 400, Some("include[0]")),
        (json!({"include": ["odd"]}), 400, Some("include[0]")),
        (json!({"truncation": "auto"}), 400, Some("truncation")),
        (json!({"conversation": "conv_1"}), 400, Some("conversation")),
        (json!({"prompt": {"id": "p"}}), 400, Some("prompt")),
        (json!({"metadata": {"k": 1}}), 400, Some("metadata.k")),
        (json!({"metadata": many}), 400, Some("metadata")),
        (json!({"metadata": {"k": "v".repeat(513)}}), 400, Some("metadata")),
        (json!({"store": "yes"}), 400, Some("store")),
        (json!({"stream_options": {}}), 400, Some("stream_options")),
    ]
}

#[tokio::test]
async fn bad_requests_are_refused_by_name() {
    let server = server("never");
    for (extra, status, param) in inputs().into_iter().chain(settings()) {
        for stream in [false, true] {
            let mut request = body(extra.clone());
            if stream && extra.get("stream_options").is_none() {
                request["stream"] = json!(true);
            }
            let answer = server.post(PATH, &request).await;
            let shown: String = extra.to_string().chars().take(120).collect();
            assert_eq!(answer.status, status, "{shown} {}", answer.text());
            let error = answer.json()["error"].clone();
            assert_eq!(error["type"], "invalid_request_error", "{shown}");
            assert_eq!(error["param"].as_str(), param, "{shown} {error}");
            assert!(answer.headers.contains_key("x-request-id"));
        }
    }
    for text in ["", "[]", "{\"input\": \"a\"", "{\"input\": \"a\", \"input\": \"b\"}"] {
        assert_eq!(server.post_bytes(PATH, text).await.status, 400, "{text}");
    }
    assert!(server.engine.seen.lock().expect("seen").is_empty());
    assert_eq!(server.get(PATH).await.status, 405);
}

#[tokio::test]
async fn the_limits_of_the_server_hold_here_too() {
    let server = server("x");
    let big = format!("{{\"input\": \"{}\"}}", "a".repeat(1 << 20));
    assert_eq!(server.post_bytes(PATH, big).await.status, 413);
    server.engine.set(|k| k.capacity = Some(0));
    let full = server.post(PATH, &body(json!({}))).await;
    assert_eq!((full.status.as_u16(), full.headers["retry-after"].to_str().ok()), (429, Some("3")));
    assert_eq!(full.json()["error"]["code"], "queue_full");
    server.engine.set(|k| k.shut_down = true);
    assert_eq!(server.post(PATH, &body(json!({}))).await.status, 503);
    let silent = Server::without_text(FakeEngine::says("x"));
    let answer = silent.post(PATH, &body(json!({}))).await;
    assert_eq!((answer.status.as_u16(), &answer.json()["error"]["param"]), (400, &json!("input")));
}
