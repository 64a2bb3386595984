//! Counting the tokens of a prompt, and paths that are not there.

use crate::support::client::Server;
use crate::support::fake::FakeEngine;
use crate::support::responses::{PATH, body, tools};
use serde_json::{Value, json};

const COUNT: &str = "/v1/responses/input_tokens";

#[tokio::test]
async fn the_count_is_that_of_the_prompt() {
    let server = Server::new(FakeEngine::says("Yes."));
    let first = server.post(PATH, &body(json!({"input": "Hello."}))).await.ok();
    let said = json!([{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]);
    for extra in [
        json!({}),
        json!({"input": said, "instructions": "Be brief."}),
        json!({"tools": tools()}),
        json!({"tools": tools(), "tool_choice": "none"}),
        json!({"previous_response_id": first["id"]}),
        json!({"input": [{"type": "item_reference", "id": first["output"][0]["id"]}]}),
        json!({"chat_template_kwargs": {"shout": true}}),
    ] {
        let counted = server.post(COUNT, &body(extra.clone())).await.ok();
        let whole = server.post(PATH, &body(extra.clone())).await.ok();
        let tokens = &whole["usage"]["input_tokens"];
        let expected = json!({"object": "response.input_tokens", "input_tokens": tokens});
        assert_eq!(counted, expected, "{extra}");
    }
    // A prompt that no answer follows can be counted too.
    let long = body(json!({"input": "x".repeat(600)}));
    assert!(server.post(COUNT, &long).await.ok()["input_tokens"].as_u64() > Some(600));
}

#[tokio::test]
async fn counting_refuses_what_an_answer_refuses() {
    let server = Server::new(FakeEngine::says("never"));
    for (extra, status, param) in [
        (json!({"input": null}), 400, json!("input")),
        (json!({"input": []}), 400, json!("input")),
        (json!({"input": [{"role": "alien", "content": "x"}]}), 400, json!("input[0].role")),
        (json!({"tools": [{"type": "function"}]}), 400, json!("tools[0].name")),
        (json!({"temperature": "x"}), 400, json!("temperature")),
        (json!({"model": "other"}), 404, json!("model")),
        (json!({"previous_response_id": "resp_1"}), 400, json!("previous_response_id")),
    ] {
        let answer = server.post(COUNT, &body(extra.clone())).await;
        let error = answer.json()["error"].clone();
        assert_eq!((answer.status.as_u16(), &error["param"]), (status, &param), "{extra}: {error}");
    }
}

#[tokio::test]
async fn features_that_are_not_there_are_not_found() {
    let server = Server::new(FakeEngine::says("Yes."));
    for path in ["/v1/responses/compact", "/v1/responses/resp_1", "/v1/responses/a/b"] {
        let answer = server.post(path, &body(json!({}))).await;
        assert_eq!(answer.status, 404, "{path}");
        let error: Value = answer.json()["error"].clone();
        assert!(error["message"].as_str().is_some_and(|m| m.contains(path)), "{error}");
        assert_eq!(error["type"], "invalid_request_error", "{error}");
    }
    let error = server.post("/v1/responses/compact", &body(json!({}))).await.json();
    assert_eq!(error["error"]["code"], "unsupported_endpoint", "{error}");
    assert!(error["error"]["message"].as_str().is_some_and(|m| m.contains("summary")), "{error}");
    let input = json!([{"type": "compaction", "encrypted_content": "x"}]);
    let error = server.post("/v1/responses", &body(json!({"input": input}))).await;
    assert_eq!(
        (error.status.as_u16(), &error.json()["error"]["param"]),
        (400, &json!("input[0].type"))
    );
}
