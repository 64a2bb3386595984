//! Stop strings and stop tokens.

use crate::support::client::{Server, streamed};
use crate::support::fake::{FakeEngine, IM_END, IM_START, bytes, text_model};
use proptest::prelude::*;
use serde_json::{Value, json};

fn chat(fields: Value) -> Value {
    let mut body = json!({"messages": [{"role": "user", "content": "hi"}]});
    body.as_object_mut().expect("object").extend(fields.as_object().expect("object").clone());
    body
}

fn content(answer: &Value) -> &str {
    answer["choices"][0]["message"]["content"].as_str().expect("content")
}

#[tokio::test]
async fn a_stop_string_ends_the_answer_and_the_work() {
    let server = Server::new(FakeEngine::says("one two three four"));
    server.engine.set(|k| k.delay = std::time::Duration::from_millis(2));
    let answer = server.chat(&chat(json!({"stop": " thr", "return_token_ids": true}))).await.ok();
    assert_eq!(content(&answer), "one two");
    assert_eq!(answer["choices"][0]["finish_reason"], "stop");
    assert_eq!(answer["choices"][0]["stop_reason"], " thr");
    assert_eq!(answer["choices"][0]["atlas"], json!({"finish_detail": "stop_string"}));
    // Tokens up to the one that completed the stop string, and none after it.
    assert_eq!(answer["usage"]["completion_tokens"], 11);
    assert_eq!(answer["choices"][0]["token_ids"], json!(bytes("one two thr")));
    server.settle().await;
    assert_eq!(server.engine.aborted(), 1);
    let metrics = server.get("/metrics").await;
    assert!(metrics.text().contains("atlas_requests_finished_total{finished_reason=\"stop\"} 1"));
    assert!(metrics.text().contains("atlas_requests_finished_total{finished_reason=\"abort\"} 0"));
}

#[tokio::test]
async fn variants_of_stopping() {
    let server = Server::new(FakeEngine::says("abcabcd"));
    let stopped = |fields: Value| {
        let server = &server;
        async move {
            let answer = server.chat(&chat(fields)).await.ok();
            let choice = answer["choices"][0].clone();
            (
                content(&answer).to_owned(),
                choice["finish_reason"].clone(),
                choice["stop_reason"].clone(),
            )
        }
    };
    let result = |text: &str, why: Value| (text.to_owned(), json!("stop"), why);
    assert_eq!(stopped(json!({"stop": ["cd", "x"]})).await, result("abcab", json!("cd")));
    let include = json!({"stop": "ca", "include_stop_str_in_output": true});
    assert_eq!(stopped(include).await, result("abca", json!("ca")));
    // Never complete: what was held back comes at the end.
    assert_eq!(stopped(json!({"stop": "cde"})).await, result("abcabcd", json!(null)));
    // A token that stops is not text, whatever it spells.
    assert_eq!(stopped(json!({"stop_token_ids": [100]})).await, result("abcabc", json!(100)));
    let include = json!({"stop_token_ids": [100], "include_stop_str_in_output": true});
    assert_eq!(stopped(include).await, result("abcabcd", json!(100)));
    // Nothing stops before `min_tokens`.
    assert_eq!(stopped(json!({"stop": "b", "min_tokens": 3})).await, result("abca", json!("b")));
    assert_eq!(stopped(json!({"stop": []})).await.0, "abcabcd");
    assert_eq!(stopped(json!({"stop": null})).await.0, "abcabcd");
}

#[tokio::test]
async fn no_part_of_a_stop_string_is_streamed() {
    let server = Server::new(FakeEngine::says("x</th</think>"));
    let body = chat(json!({"stop": "</think>", "stream": true}));
    let events = server.chat(&body).await.events();
    let deltas: Vec<&str> =
        events.iter().filter_map(|e| e["choices"][0]["delta"]["content"].as_str()).collect();
    assert_eq!(deltas, ["", "x", "</th"]);
    assert_eq!(streamed(&events, 0).1, ["stop"]);
}

/// The definition: cut at the first place where some stop string is complete, before the longest
/// string that ends there.
fn cut(text: &str, stops: &[String]) -> (usize, Option<String>) {
    for end in 0..=text.len() {
        let ends_here = stops.iter().filter(|s| text.as_bytes()[..end].ends_with(s.as_bytes()));
        if let Some(longest) = ends_here.max_by_key(|s| s.len()) {
            return (end - longest.len(), Some(longest.clone()));
        }
    }
    (text.len(), None)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn stopping_is_what_the_definition_says(
        pieces in prop::collection::vec(prop::sample::select(vec!["a", "b", "ab", "\u{e9}", "hello", "\u{1f600}", " "]), 1..40),
        stops in prop::collection::vec("[ab\u{e9}\u{1f600} ]{1,4}", 0..4),
    ) {
        let text = pieces.concat();
        let mut tokens = text_model().tokenizer().encode(&text, atlas_text::SpecialMode::Literal).expect("encode");
        tokens.push(IM_END);
        // A special token in the middle is no text, but it is billed.
        tokens.insert(tokens.len() / 2, IM_START);
        let server = Server::new(FakeEngine::new(move |_| tokens.clone()));
        let (end, matched) = cut(&text, &stops);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("runtime");
        runtime.block_on(async {
            let mut body = chat(json!({"stop": stops}));
            let answer = server.chat(&body).await.ok();
            prop_assert_eq!(content(&answer), &text[..end]);
            let reason = matched.map_or(json!(null), Value::from);
            prop_assert_eq!(&answer["choices"][0]["stop_reason"], &reason);
            body["stream"] = json!(true);
            let events = server.chat(&body).await.events();
            prop_assert_eq!(streamed(&events, 0).0, &text[..end]);
            Ok(())
        })?;
    }
}
