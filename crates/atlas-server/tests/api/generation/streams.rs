//! A stream says what the whole answer says, once, in order.

use crate::support::client::{Server, streamed};
use crate::support::fake::{FakeEngine, babble, text_model};
use serde_json::{Value, json};

const CHAT: &str = "/v1/chat/completions";
const COMPLETIONS: &str = "/v1/completions";

fn body(path: &str, fields: Value) -> Value {
    let mut body = match path {
        CHAT => json!({"messages": [{"role": "user", "content": "hi"}]}),
        _ => json!({"prompt": "hi"}),
    };
    body.as_object_mut().expect("object").extend(fields.as_object().expect("object").clone());
    body
}

async fn both(server: &Server, path: &str, fields: Value) -> (Value, Vec<Value>) {
    let mut body = body(path, fields);
    let whole = server.post(path, &body).await.ok();
    body["stream"] = json!(true);
    body["stream_options"] = json!({"include_usage": true});
    (whole, server.post(path, &body).await.events())
}

fn text_of(choice: &Value) -> &str {
    choice["message"]["content"].as_str().or(choice["text"].as_str()).expect("text")
}

/// Joins a list that every chunk of a choice may carry.
fn joined(events: &[Value], index: u64, list: impl Fn(&Value) -> &Value) -> Vec<Value> {
    let choices = events.iter().flat_map(|e| e["choices"].as_array().expect("choices"));
    choices
        .filter(|c| c["index"] == index)
        .flat_map(|c| list(c).as_array().cloned().unwrap_or_default())
        .collect()
}

#[tokio::test]
async fn streams_equal_whole_answers() {
    let server = Server::new(FakeEngine::babbles());
    for seed in 0..150u64 {
        for path in [CHAT, COMPLETIONS] {
            let fields = json!({"seed": seed, "max_tokens": 1 + seed % 70, "n": 1 + seed % 3,
                                "skip_special_tokens": seed % 2 == 0, "return_token_ids": true,
                                "stop": if seed % 5 == 0 { json!(["stop", "\n\n "]) } else { json!(null) }});
            let (whole, events) = both(&server, path, fields).await;
            let choices = whole["choices"].as_array().expect("choices");
            for (index, choice) in choices.iter().enumerate() {
                let (text, reasons) = streamed(&events, index as u64);
                assert_eq!(text, text_of(choice), "seed {seed} {path}");
                assert_eq!(reasons, [choice["finish_reason"].as_str().expect("reason")]);
                let ids = joined(&events, index as u64, |c| &c["token_ids"]);
                assert_eq!(Value::from(ids), choice["token_ids"], "seed {seed} {path}");
            }
            let last = events.last().expect("usage");
            assert_eq!(last["usage"], whole["usage"], "seed {seed} {path}");
            assert_eq!(last["choices"], json!([]));
        }
    }
}

#[tokio::test]
async fn the_text_is_the_decode_of_the_tokens() {
    let server = Server::new(FakeEngine::babbles());
    let text_model = text_model();
    let tokenizer = text_model.tokenizer();
    for seed in 0..100u64 {
        let fields = json!({"seed": seed, "max_tokens": 80});
        let whole = server.post(CHAT, &body(CHAT, fields)).await.ok();
        assert_eq!(text_of(&whole["choices"][0]), tokenizer.decode(&babble(seed, 80), true));
    }
}

#[tokio::test]
async fn streamed_logprobs_and_ids_are_complete() {
    let server = Server::new(FakeEngine::says("a\u{20ac}\u{1f600} b"));
    let fields = json!({"logprobs": true, "top_logprobs": 1});
    let (whole, events) = both(&server, CHAT, fields).await;
    let content = joined(&events, 0, |c| &c["logprobs"]["content"]);
    assert_eq!(Value::from(content), whole["choices"][0]["logprobs"]["content"]);
    let (whole, events) = both(&server, COMPLETIONS, json!({"logprobs": 2})).await;
    for key in ["tokens", "token_logprobs", "top_logprobs", "text_offset"] {
        let list = joined(&events, 0, |c| &c["logprobs"][key]);
        assert_eq!(Value::from(list), whole["choices"][0]["logprobs"][key], "{key}");
    }
}

#[tokio::test]
async fn every_chunk_has_one_id_and_the_role_comes_first() {
    let server = Server::new(FakeEngine::babbles());
    let fields = json!({"n": 3, "max_tokens": 12, "stream": true, "return_token_ids": true});
    let events = server.post(CHAT, &body(CHAT, fields)).await.events();
    let id = events[0]["id"].as_str().expect("id");
    assert!(id.starts_with("chatcmpl-"));
    assert!(events.iter().all(|e| e["id"] == id && e.get("usage").is_none()));
    for index in 0..3u64 {
        let mine: Vec<&Value> = events
            .iter()
            .flat_map(|e| e["choices"].as_array().expect("choices"))
            .filter(|c| c["index"] == index)
            .collect();
        assert_eq!(mine[0]["delta"]["role"], "assistant");
        assert!(mine[1..].iter().all(|c| c["delta"].get("role").is_none()));
        assert!(mine[..mine.len() - 1].iter().all(|c| c["finish_reason"].is_null()));
        assert_eq!(mine[mine.len() - 1]["finish_reason"], "length");
        assert_eq!(mine[mine.len() - 1]["delta"], json!({}));
    }
    assert!(events[0]["prompt_token_ids"].is_array());
    assert!(events[1..].iter().all(|e| e.get("prompt_token_ids").is_none()));
}

#[tokio::test]
async fn choices_interleave() {
    let server = Server::new(FakeEngine::says("abcdefghij"));
    server.engine.set(|k| k.delay = std::time::Duration::from_millis(4));
    let fields = json!({"n": 2, "stream": true});
    let events = server.post(CHAT, &body(CHAT, fields)).await.events();
    let order: Vec<u64> = events.iter().filter_map(|e| e["choices"][0]["index"].as_u64()).collect();
    let changes = order.windows(2).filter(|w| w[0] != w[1]).count();
    assert!(changes > 3, "{order:?}");
    assert_eq!(streamed(&events, 0).0, "abcdefghij");
    assert_eq!(streamed(&events, 1).0, "abcdefghij");
}

#[tokio::test]
async fn white_space_is_sent_when_it_comes() {
    let server = Server::new(FakeEngine::says(" \n\t x"));
    let fields = json!({"stream": true});
    let events = server.post(CHAT, &body(CHAT, fields)).await.events();
    let deltas: Vec<&str> =
        events.iter().filter_map(|e| e["choices"][0]["delta"]["content"].as_str()).collect();
    assert_eq!(deltas, ["", " ", "\n", "\t", " ", "x"]);
}

#[tokio::test]
async fn a_failure_is_one_error_and_the_end() {
    let server = Server::new(FakeEngine::babbles());
    server.engine.set(|k| {
        k.fail_after = Some(3);
        k.delay = std::time::Duration::from_millis(1);
    });
    for path in [CHAT, COMPLETIONS] {
        let whole = server.post(path, &body(path, json!({"n": 2, "max_tokens": 50}))).await;
        assert_eq!(whole.status, 500);
        assert_eq!(whole.json()["error"]["type"], "server_error");
        let fields = json!({"stream": true, "n": 2, "max_tokens": 50, "stream_options": {"include_usage": true}});
        let events = server.post(path, &body(path, fields)).await.events();
        let (last, before) = events.split_last().expect("events");
        assert_eq!(last["error"]["type"], "server_error");
        assert!(last["error"]["message"].as_str().is_some_and(|m| m.contains("NaN")));
        assert!(before.iter().all(|e| e.get("error").is_none()));
        assert!(before.iter().all(|e| e["choices"][0]["finish_reason"].is_null()));
    }
    server.settle().await;
    let metrics = server.get("/metrics").await;
    assert!(metrics.text().contains("atlas_requests_finished_total{finished_reason=\"stop\"} 0"));
    assert!(metrics.text().contains("atlas_requests_finished_total{finished_reason=\"length\"} 0"));
}

#[tokio::test]
async fn answers_cut_by_the_server_are_errors_not_answers() {
    let server = Server::new(FakeEngine::babbles());
    for die in [false, true] {
        server.engine.set(|k| {
            k.abort_after = (!die).then_some(2);
            k.die_after = die.then_some(2);
        });
        let whole = server.post(CHAT, &body(CHAT, json!({"max_tokens": 9}))).await;
        assert_eq!(whole.status, 503);
        let fields = json!({"max_tokens": 9, "stream": true});
        let events = server.post(CHAT, &body(CHAT, fields)).await.events();
        let (last, before) = events.split_last().expect("events");
        assert_eq!(last["error"]["code"], "unavailable");
        assert!(before.iter().all(|e| e["choices"][0]["finish_reason"].is_null()));
    }
}
