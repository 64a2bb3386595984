//! Requests of the Messages API that are refused: each by its path, all in the API's own shape.

use crate::support::client::{Server, config};
use crate::support::fake::{FakeEngine, SEQ_LEN_MAX};
use crate::support::messages::{COUNT, MESSAGES, body, error, tools};
use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::{Value, json};

/// Fields, and the path that the message must name.
fn bad_messages() -> Vec<(Value, &'static str)> {
    let block = |block: Value| {
        json!({"messages": [{"role": "user", "content": "a"},
        {"role": "user", "content": [{"type": "text", "text": "x"}, block]}]})
    };
    let said = |block: Value| {
        json!({"messages": [{"role": "assistant", "content": [block]},
        {"role": "user", "content": "a"}]})
    };
    let result = |content: Value| {
        block(json!({"type": "tool_result", "tool_use_id": "t", "content": content}))
    };
    vec![
        (json!({"messages": null}), "messages"),
        (json!({"messages": []}), "messages"),
        (json!({"messages": "hi"}), "messages"),
        (json!({"messages": [1]}), "messages[0]"),
        (json!({"messages": [{"content": "a"}]}), "messages[0].role"),
        (json!({"messages": [{"role": "tool", "content": "a"}]}), "messages[0].role"),
        (json!({"messages": [{"role": "user"}]}), "messages[0].content"),
        (json!({"messages": [{"role": "user", "content": 5}]}), "messages[0].content"),
        (json!({"messages": [{"role": "user", "content": []}]}), "messages[0].content"),
        (
            json!({"messages": [{"role": "user", "content": "a"}, {"role": "assistant",
            "content": [{"type": "tool_use", "id": "t", "name": "f", "input": {}}]}]}),
            "messages[1].content",
        ),
        (block(json!(1)), "messages[1].content[1]"),
        (block(json!({"text": "x"})), "messages[1].content[1].type"),
        (block(json!({"type": "text", "text": 1})), "messages[1].content[1].text"),
        (block(json!({"type": "image", "source": {}})), "messages[1].content[1].type"),
        (block(json!({"type": "document", "source": {}})), "messages[1].content[1].type"),
        (block(json!({"type": "thinking", "thinking": "x"})), "messages[1].content[1].type"),
        (block(json!({"type": "tool_use"})), "messages[1].content[1].type"),
        (block(json!({"type": "tool_result"})), "messages[1].content[1].tool_use_id"),
        (
            block(json!({"type": "tool_result", "tool_use_id": "t", "is_error": 1})),
            "messages[1].content[1].is_error",
        ),
        (result(json!(7)), "messages[1].content[1].content"),
        (
            result(json!([{"type": "image", "source": {}}])),
            "messages[1].content[1].content[0].type",
        ),
        (
            result(json!([{"type": "tool_reference", "tool_name": "f"}])),
            "messages[1].content[1].content[0].type",
        ),
        (said(json!({"type": "image"})), "messages[0].content[0].type"),
        (said(json!({"type": "server_tool_use"})), "messages[0].content[0].type"),
        (said(json!({"type": "tool_result"})), "messages[0].content[0].type"),
        (said(json!({"type": "thinking"})), "messages[0].content[0].thinking"),
        (said(json!({"type": "tool_use", "name": "f", "input": {}})), "messages[0].content[0].id"),
        (said(json!({"type": "tool_use", "id": "t", "input": {}})), "messages[0].content[0].name"),
    ]
}

fn bad_fields() -> Vec<(Value, &'static str)> {
    vec![
        (json!({"system": 5}), "system"),
        (json!({"system": [{"type": "image"}]}), "system[0].type"),
        (json!({"max_tokens": null}), "max_tokens"),
        (json!({"max_tokens": 0}), "max_tokens"),
        (json!({"max_tokens": -1}), "max_tokens"),
        (json!({"max_tokens": "many"}), "max_tokens"),
        (json!({"temperature": "hot"}), "temperature"),
        (json!({"temperature": 2.5}), "temperature"),
        (json!({"top_p": 1.5}), "top_p"),
        (json!({"top_k": -2}), "top_k"),
        (json!({"stop_sequences": "x"}), "stop_sequences"),
        (json!({"stop_sequences": [""]}), "stop_sequences"),
        (json!({"stop_sequences": ["x", 1]}), "stop_sequences[1]"),
        (json!({"stop_sequences": vec!["x"; 65]}), "stop_sequences"),
        (json!({"stream": "yes"}), "stream"),
        (json!({"model": 5}), "model"),
        (json!({"thinking": {"type": "deep"}}), "thinking.type"),
        (json!({"thinking": {"type": "enabled", "budget_tokens": "x"}}), "thinking.budget_tokens"),
        (json!({"tool_choice": {"type": "any"}}), "tool_choice"),
        (json!({"tool_choice": {"type": "tool", "name": "stop"}}), "tool_choice"),
        (json!({"tool_choice": {"type": "tool"}}), "tool_choice.name"),
        (json!({"tool_choice": {"type": "some"}}), "tool_choice.type"),
        (json!({"tool_choice": "auto"}), "tool_choice"),
        (json!({"output_config": {"format": {"type": "json_schema"}}}), "output_config.format"),
        (
            json!({"output_config": {"format": {"type": "json_schema", "schema": {}}},
                   "tools": [{"name": "f", "input_schema": {"type": "object"}}]}),
            "output_config.format",
        ),
        (json!({"output_format": {"type": "json_schema"}}), "output_format"),
        (json!({"mcp_servers": [{"type": "url"}]}), "mcp_servers"),
        (json!({"atlas": {"deadline_ms": 0}}), "atlas.deadline_ms"),
        (json!({"chat_template_kwargs": {"messages": []}}), "chat_template_kwargs"),
    ]
}

fn bad_tools() -> Vec<(Value, &'static str)> {
    let tool = |tool: Value| json!({"tools": [tools()[0], tool]});
    let schema = json!({"type": "object"});
    vec![
        (json!({"tools": {}}), "tools"),
        (tool(json!(1)), "tools[1]"),
        (tool(json!({"type": "web_search_20250305", "name": "web_search"})), "tools[1].type"),
        (tool(json!({"type": "bash_20250124", "name": "bash"})), "tools[1].type"),
        (tool(json!({"input_schema": schema})), "tools[1].name"),
        (tool(json!({"name": "", "input_schema": schema})), "tools[1].name"),
        (tool(json!({"name": "move_to", "input_schema": schema})), "tools[1].name"),
        (tool(json!({"name": "f"})), "tools[1].input_schema"),
        (tool(json!({"name": "f", "input_schema": "{}"})), "tools[1].input_schema"),
        (
            tool(json!({"name": "f", "description": 1, "input_schema": schema})),
            "tools[1].description",
        ),
        (
            tool(json!({"name": "f", "defer_loading": true, "input_schema": schema})),
            "tools[1].defer_loading",
        ),
        (
            tool(json!({"name": "f", "input_examples": [{}], "input_schema": schema})),
            "tools[1].input_examples",
        ),
        (
            tool(json!({"name": "f", "allowed_callers": ["x"], "input_schema": schema})),
            "tools[1].allowed_callers",
        ),
    ]
}

fn bad() -> impl Iterator<Item = (Value, &'static str)> {
    bad_messages().into_iter().chain(bad_fields()).chain(bad_tools())
}

#[tokio::test]
async fn every_bad_request_is_refused_by_its_path() {
    let server = Server::new(FakeEngine::says("never"));
    for (fields, path) in bad() {
        let shown: String = fields.to_string().chars().take(200).collect();
        let answer = server.post(MESSAGES, &body(fields)).await;
        assert_eq!(answer.status, 400, "{shown}\n{}", answer.text());
        let error = error(&answer);
        assert_eq!(error["type"], "invalid_request_error", "{shown}");
        let message = error["message"].as_str().expect("message");
        // Paths may begin alike; plain names stand in messages of the shared code, too.
        let named = message.contains(&format!("`{path}`"))
            || message.starts_with(&format!("{path}:"))
            || (!path.contains(['.', '[']) && message.contains(path));
        assert!(named, "{shown}\n{message}");
    }
    // The prompt's part of the table holds for the count too.
    for (fields, path) in bad().filter(|(_, path)| path.contains('[')) {
        let answer = server.post(COUNT, &body(fields)).await;
        assert!(answer.status == 400 || path == "stop_sequences[1]", "{path} {}", answer.text());
    }
    assert!(server.engine.seen.lock().expect("seen").is_empty());
}

#[tokio::test]
async fn every_error_has_the_shape_of_the_api() {
    let server = Server::new(FakeEngine::says("never"));
    let deep = "[".repeat(100_000);
    for text in ["", "{", "[]", "{\"messages\": NaN}", "{\"model\": \"\u{0}\"}", deep.as_str()] {
        for path in [MESSAGES, COUNT] {
            let answer = server.post_bytes(path, text.to_owned()).await;
            assert_eq!(answer.status, 400, "{text:.40}");
            assert_eq!(error(&answer)["type"], "invalid_request_error");
        }
    }
    let answer = server.post_bytes(MESSAGES, b"{\"model\": \"\xff\"}".to_vec()).await;
    assert_eq!((answer.status.as_u16(), error(&answer).len()), (400, 2));
    for path in [MESSAGES, COUNT] {
        let answer = server.post(path, &body(json!({"model": "claude-opus-4-1"}))).await;
        assert_eq!(answer.status, 404);
        let error = error(&answer);
        assert_eq!(error["type"], "not_found_error");
        assert!(error["message"].as_str().is_some_and(|m| m.contains("claude-opus-4-1")));
        let size = config().body_bytes_max + 1;
        let answer = server.post_bytes(path, vec![b' '; size]).await;
        assert_eq!(answer.status, 413);
        assert_eq!(self::error(&answer)["type"], "request_too_large");
    }
    let long = json!({"messages": [{"role": "user", "content": "a".repeat(SEQ_LEN_MAX as usize)}]});
    let answer = server.post(MESSAGES, &body(long.clone())).await;
    assert_eq!(answer.status, 400);
    let message = error(&answer)["message"].clone();
    assert!(message.as_str().is_some_and(|m| m.starts_with("prompt is too long")), "{message}");
    assert!(server.post(COUNT, &body(long)).await.ok()["input_tokens"].as_u64() > Some(512));

    let send = |method: Method, path: &'static str| {
        let request = Request::builder().method(method).uri(path).body(Body::empty());
        server.send(request.expect("request"))
    };
    let answer = send(Method::GET, MESSAGES).await;
    assert_eq!((answer.status.as_u16(), error(&answer).len()), (405, 2));
    assert_eq!(answer.headers["allow"], "POST");
    let answer = send(Method::POST, "/v1/messages/batches").await;
    assert_eq!(answer.status, 404);
    assert_eq!(error(&answer)["type"], "not_found_error");
    // Other APIs keep theirs.
    assert!(send(Method::POST, "/v1/messagesx").await.json()["error"]["code"].is_string());

    let without = Server::without_text(FakeEngine::says("x"));
    assert_eq!(
        error(&without.post(MESSAGES, &body(json!({}))).await)["type"],
        "invalid_request_error"
    );
}

#[tokio::test]
async fn a_server_that_cannot_answer_now_says_so() {
    let server = Server::new(FakeEngine::babbles());
    server.engine.set(|k| k.capacity = Some(0));
    let answer = server.post(MESSAGES, &body(json!({}))).await;
    assert_eq!(answer.status, 429);
    assert_eq!(answer.headers["retry-after"], "3");
    assert_eq!(error(&answer)["type"], "rate_limit_error");
    server.engine.set(|k| k.shut_down = true);
    let answer = server.post(MESSAGES, &body(json!({"stream": true}))).await;
    assert_eq!(answer.status, 529);
    assert_eq!(error(&answer)["type"], "overloaded_error");

    let server = Server::new(FakeEngine::babbles());
    server.engine.set(|k| k.panic_on_submit = true);
    let answer = server.post(MESSAGES, &body(json!({}))).await;
    assert_eq!(answer.status, 500);
    assert_eq!(error(&answer)["type"], "api_error");
    let metrics = server.get("/metrics").await;
    assert!(metrics.text().contains("route=\"/v1/messages\",status=\"500\""), "{}", metrics.text());
}

#[tokio::test]
async fn a_loading_server_is_overloaded() {
    let router = atlas_server::Startup::new().router();
    let request = Request::post(MESSAGES).body(Body::empty()).expect("request");
    let response = tower::ServiceExt::oneshot(router, request).await.expect("infallible");
    assert_eq!(response.status(), 529);
    let body = http_body_util::BodyExt::collect(response.into_body()).await.expect("body");
    let body: Value = serde_json::from_slice(&body.to_bytes()).expect("JSON");
    assert_eq!(
        (&body["type"], &body["error"]["type"]),
        (&json!("error"), &json!("overloaded_error"))
    );
}
