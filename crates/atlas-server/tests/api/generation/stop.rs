//! Stop strings and stop tokens.

use crate::support::client::{Server, config, streamed};
use crate::support::fake::{FakeEngine, IM_END, IM_START, bytes, text_model};
use crate::support::{messages, responses};
use atlas_text::{Dialect, ReasoningTags};
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

const THOUGHT: &str = "<think>\nStop\nhere?\n</think>\n\n";
const CALL: &str = "<tool_call>\n<function=go>\n<parameter=to>\nStop here\n</parameter>\n\
                    </function>\n</tool_call>";

/// A model that reasons and calls `go`.
fn agent(says: &str) -> Server {
    let mut config = config();
    config.output.dialect = Some(Dialect::Qwen3Coder);
    config.output.reasoning = Some(ReasoningTags::think(false));
    Server::with_config(FakeEngine::says(says), config)
}

/// Text, number of calls, end and its cause of an answer to `hi` with `stop`, in each API, whole
/// and streamed; an answer of responses has no cause.
async fn stopped_at(says: &str, stop: &[&str]) -> (String, usize, String, Option<String>) {
    let server = agent(says);
    let schema = json!({"type": "object", "properties": {"to": {"type": "string"}}});
    let chat_tool = json!({"type": "function", "function": {"name": "go", "parameters": schema}});
    let body = chat(json!({"stop": stop, "tools": [chat_tool], "max_tokens": 200}));
    let whole = server.chat(&body).await.ok()["choices"][0].clone();
    let message = &whole["message"];
    let calls = message["tool_calls"].as_array().map_or(0, Vec::len);
    let text = message["content"].as_str().unwrap_or_default().to_owned();
    let reason = whole["finish_reason"].as_str().expect("a reason").to_owned();
    let cause = whole["stop_reason"].as_str().map(str::to_owned);

    let mut streaming = body;
    streaming["stream"] = json!(true);
    let events = server.chat(&streaming).await.events();
    assert_eq!(streamed(&events, 0), (text.clone(), vec![reason.clone()]), "{stop:?}");

    let tool = json!({"name": "go", "input_schema": schema});
    let body = messages::body(json!({"stop_sequences": stop, "tools": [tool], "max_tokens": 200}));
    let (whole, _) = messages::both(&server, body).await;
    let parts = |kind: &str| {
        let list = whole["content"].as_array().expect("content").clone();
        list.into_iter().filter(|part| part["type"] == kind).collect::<Vec<_>>()
    };
    let texts: String = parts("text").iter().map(|p| p["text"].as_str().expect("text")).collect();
    assert_eq!((texts.as_str(), parts("tool_use").len()), (text.as_str(), calls), "{stop:?}");
    let expected = match (reason.as_str(), &cause) {
        ("tool_calls", _) => "tool_use",
        (_, Some(_)) => "stop_sequence",
        _ => "end_turn",
    };
    assert_eq!(whole["stop_reason"], expected, "{stop:?}");

    let tool = json!({"type": "function", "name": "go", "parameters": schema});
    let fields = json!({"stop": stop, "tools": [tool], "max_output_tokens": 200});
    let (whole, _) = responses::both(&server, fields).await;
    let items = whole["output"].as_array().expect("output");
    let items = |kind: &str| items.iter().filter(|i| i["type"] == kind).collect::<Vec<_>>();
    let texts: String =
        items("message").iter().map(|m| m["content"][0]["text"].as_str().expect("text")).collect();
    assert_eq!((texts.as_str(), items("function_call").len()), (text.as_str(), calls), "{stop:?}");
    assert_eq!(whole["status"], "completed");
    (text, calls, reason, cause)
}

#[tokio::test]
async fn stop_strings_count_in_visible_text_alone() {
    let result = |text: &str, calls, reason: &str, cause: Option<&str>| {
        (text.to_owned(), calls, reason.to_owned(), cause.map(str::to_owned))
    };
    let answer = format!("{THOUGHT}All is well. Stop here.");
    for unseen in ["Stop\nhere", "?", "<think>", "</think>", "\n\n"] {
        let all = result("All is well. Stop here.", 0, "stop", None);
        assert_eq!(stopped_at(&answer, &[unseen]).await, all, "{unseen:?}");
    }
    let early = result("All is well. ", 0, "stop", Some("Stop"));
    assert_eq!(stopped_at(&answer, &["Stop"]).await, early);

    let answer = format!("{THOUGHT}I go.\n\n{CALL}");
    for unseen in ["\n", "Stop", "<tool_call>", "parameter", "here\n</", "go>"] {
        let all = result("I go.", 1, "tool_calls", None);
        assert_eq!(stopped_at(&answer, &[unseen]).await, all, "{unseen:?}");
    }
    assert_eq!(stopped_at(&answer, &["go."]).await, result("I ", 0, "stop", Some("go.")));

    // Held back before the call, and not complete.
    let answer = format!("I go. Sto{CALL}p");
    let all = result("I go. Stop", 1, "tool_calls", None);
    assert_eq!(stopped_at(&answer, &["Stop", "Stoppage"]).await, all);
    let answer = format!("{CALL}\nDone. Stop here.");
    let late = result("Done. ", 1, "tool_calls", Some("Stop"));
    assert_eq!(stopped_at(&answer, &["Stop"]).await, late);
    // White space that is held back for a call is text in the end.
    assert_eq!(stopped_at("Yes.\n", &["\n"]).await, result("Yes.", 0, "stop", Some("\n")));
    assert_eq!(stopped_at("<tool_", &["<"]).await, result("", 0, "stop", Some("<")));
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
