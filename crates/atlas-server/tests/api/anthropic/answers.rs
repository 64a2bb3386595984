//! Answers of the Messages API, whole and streamed.

use crate::support::client::Server;
use crate::support::fake::{FakeEngine, SEQ_LEN_MAX};
use crate::support::messages::{MESSAGES, agent, body, both, outline, streamed, tools};
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tower::ServiceExt;

const THOUGHT: &str = "<think>\nIt is a move.\n</think>\n\n";
const CALLS: &str = "Let me look.\n\n<tool_call>\n<function=move_to>\n<parameter=x>\n30\n</parameter>\n\
<parameter=name>\na, \"b\"\n</parameter>\n<parameter=at>\n[1, {\"y\": [2.50, \"c\"]}]\n</parameter>\n\
</function>\n</tool_call>\n<tool_call>\n<function=stop>\n</function>\n</tool_call>";

fn server(says: &str) -> Server {
    Server::with_config(FakeEngine::says(says), agent())
}

#[tokio::test]
async fn a_message() {
    let server = server("hello w\u{f6}rld");
    server.engine.set(|k| k.cached_tokens = 4);
    let answer = server.post(MESSAGES, &body(json!({}))).await;
    assert_eq!(answer.headers["request-id"], answer.headers["x-request-id"]);
    let message = answer.ok();
    let prompt = server.engine.last_request().prompt.len();
    assert!(message["id"].as_str().is_some_and(|id| id.starts_with("msg_")));
    assert_eq!(
        message,
        json!({
            "id": message["id"], "type": "message", "role": "assistant", "model": "tiny",
            "content": [{"type": "text", "text": "hello w\u{f6}rld"}],
            "stop_reason": "end_turn", "stop_sequence": null,
            "usage": {"input_tokens": prompt - 4, "cache_creation_input_tokens": 0,
                      "cache_read_input_tokens": 4, "output_tokens": 13},
        })
    );
}

#[tokio::test]
async fn text_streams_as_one_block() {
    let (_, events) = both(&server("h\u{20ac} \n "), body(json!({}))).await;
    let expected = [
        "message_start",
        "content_block_start 0 text",
        "content_block_delta 0 text_delta",
        "content_block_stop 0",
        "message_delta",
        "message_stop",
    ];
    assert_eq!(outline(&events), expected);
    // White space comes as it is made.
    let pieces: Vec<&str> = events.iter().filter_map(|e| e["delta"]["text"].as_str()).collect();
    assert_eq!(pieces, ["h", "\u{20ac}", " ", "\n", " "]);
}

#[tokio::test]
async fn reasoning_is_a_thinking_block() {
    let server = server(&format!("{THOUGHT}Two <think>."));
    let (message, events) = both(&server, body(json!({}))).await;
    let content = json!([
        {"type": "thinking", "thinking": "It is a move.", "signature": ""},
        {"type": "text", "text": "Two <think>."},
    ]);
    assert_eq!(message["content"], content);
    let expected = [
        "message_start",
        "content_block_start 0 thinking",
        "content_block_delta 0 thinking_delta",
        "content_block_delta 0 signature_delta",
        "content_block_stop 0",
        "content_block_start 1 text",
        "content_block_delta 1 text_delta",
        "content_block_stop 1",
        "message_delta",
        "message_stop",
    ];
    assert_eq!(outline(&events), expected);

    let omitted = json!({"thinking": {"type": "adaptive", "display": "omitted"}});
    let (message, events) = both(&server, body(omitted)).await;
    assert_eq!(message["content"][0], json!({"type": "thinking", "thinking": "", "signature": ""}));
    assert_eq!(message["content"][1], content[1]);
    assert!(!outline(&events).iter().any(|name| name.contains("thinking_delta")));
}

#[tokio::test]
async fn calls_are_tool_use_blocks() {
    let server = server(&format!("{THOUGHT}{CALLS}"));
    let (message, events) = both(&server, body(json!({"tools": tools()}))).await;
    assert_eq!(message["stop_reason"], "tool_use");
    let content = &message["content"];
    assert_eq!(content[1], json!({"type": "text", "text": "Let me look."}));
    assert_eq!(content[2]["name"], "move_to");
    let input = json!({"x": 30, "name": "a, \"b\"", "at": [1, {"y": [2.50, "c"]}]});
    assert_eq!(content[2]["input"], input);
    assert_eq!((&content[3]["name"], &content[3]["input"]), (&json!("stop"), &json!({})));
    assert_ne!(content[2]["id"], content[3]["id"]);
    let expected = [
        "message_start",
        "content_block_start 0 thinking",
        "content_block_delta 0 thinking_delta",
        "content_block_delta 0 signature_delta",
        "content_block_stop 0",
        "content_block_start 1 text",
        "content_block_delta 1 text_delta",
        "content_block_stop 1",
        "content_block_start 2 tool_use",
        "content_block_delta 2 input_json_delta",
        "content_block_stop 2",
        "content_block_start 3 tool_use",
        "content_block_delta 3 input_json_delta",
        "content_block_stop 3",
        "message_delta",
        "message_stop",
    ];
    assert_eq!(outline(&events), expected);
    // Arguments stream as they come, not in one piece.
    let pieces = events.iter().filter(|e| e["delta"]["partial_json"].is_string());
    assert!(pieces.count() > 10);
    // Numbers keep the model's spelling.
    let whole = server.post(MESSAGES, &body(json!({"tools": tools()}))).await;
    assert!(whole.text().contains("2.50"), "{}", whole.text());
    // Without tools, or with tools that are not shown, markup is text.
    for fields in [json!({}), json!({"tools": tools(), "tool_choice": {"type": "none"}})] {
        let (message, _) = both(&server, body(fields)).await;
        assert_eq!(message["content"][1]["text"], CALLS);
        assert_eq!(message["stop_reason"], "end_turn");
    }
}

#[tokio::test]
async fn the_first_call_may_be_the_last() {
    let server = server(&format!("{THOUGHT}{CALLS} And more."));
    let one = json!({"tools": tools(), "tool_choice":
        {"type": "auto", "disable_parallel_tool_use": true}});
    let (message, _) = both(&server, body(one.clone())).await;
    let (all, _) = both(&server, body(json!({"tools": tools()}))).await;
    assert_eq!(all["content"].as_array().map(Vec::len), Some(5));
    assert_eq!(message["content"].as_array().map(Vec::len), Some(3));
    assert_eq!(message["content"][2]["input"], all["content"][2]["input"]);
    assert_eq!(message["stop_reason"], "tool_use");
    // The rest is not even generated.
    let tokens = |message: &Value| message["usage"]["output_tokens"].as_u64();
    assert!(tokens(&message) < tokens(&all));
    server.settle().await;
    // Where the answer is cut before, nothing changes.
    for max_tokens in [40, 80, 120] {
        let mut fields = one.clone();
        fields["max_tokens"] = json!(max_tokens);
        let (message, _) = both(&server, body(fields)).await;
        assert_eq!(message["stop_reason"], "max_tokens");
    }
}

#[tokio::test]
async fn an_answer_cut_anywhere_is_the_same_streamed_and_whole() {
    let says = format!("{THOUGHT}{CALLS}");
    let server = server(&says);
    let (full, _) = both(&server, body(json!({"tools": tools()}))).await;
    for max_tokens in 1..=says.len() {
        let fields = json!({"tools": tools(), "max_tokens": max_tokens});
        let (message, _) = both(&server, body(fields)).await;
        assert_eq!(message["stop_reason"], "max_tokens", "{max_tokens}");
        assert_eq!(message["usage"]["output_tokens"], max_tokens);
        // A call that breaks off holds nothing but what the model had finished writing.
        for block in message["content"].as_array().expect("content") {
            let Some(input) = block["input"].as_object() else { continue };
            let full = full["content"].as_array().expect("content");
            let of = full.iter().find(|b| b["name"] == block["name"]).expect("the call");
            for (key, value) in input {
                assert!(is_start_of(value, &of["input"][key]), "{max_tokens}: {block}");
            }
        }
    }
}

/// Whether `part` is `whole`, or a list or object that breaks off after some of its members.
fn is_start_of(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Array(part), Value::Array(whole)) => {
            part.len() <= whole.len() && part.iter().zip(whole).all(|(p, w)| is_start_of(p, w))
        }
        (Value::Object(part), Value::Object(whole)) => {
            part.iter().all(|(k, p)| whole.get(k).is_some_and(|w| is_start_of(p, w)))
        }
        (part, whole) => part == whole,
    }
}

#[tokio::test]
async fn streams_equal_whole_answers() {
    let server = Server::with_config(FakeEngine::babbles(), agent());
    for seed in 0..150u64 {
        let stop = if seed % 5 == 0 { json!(["stop", "\n\n "]) } else { json!(null) };
        let fields = json!({"seed": seed, "max_tokens": 1 + seed % 70, "stop_sequences": stop,
                            "tools": if seed % 2 == 0 { tools() } else { json!([]) }});
        let (message, _) = both(&server, body(fields)).await;
        let reason = message["stop_reason"].as_str().expect("reason");
        assert!(matches!(reason, "max_tokens" | "stop_sequence"), "{reason}");
        assert_eq!(reason == "stop_sequence", message["stop_sequence"].is_string());
    }
}

#[tokio::test]
async fn a_stop_sequence_ends_the_answer() {
    let fields = json!({"stop_sequences": ["wor", "xyz"]});
    let (message, events) = both(&server("hello world"), body(fields)).await;
    assert_eq!(message["content"], json!([{"type": "text", "text": "hello "}]));
    assert_eq!(message["stop_reason"], "stop_sequence");
    assert_eq!(message["stop_sequence"], "wor");
    let end = &events[events.len() - 2];
    assert_eq!(end["delta"], json!({"stop_reason": "stop_sequence", "stop_sequence": "wor"}));
}

#[tokio::test]
async fn an_empty_answer_has_no_blocks() {
    let (message, events) = both(&server(""), body(json!({}))).await;
    assert_eq!(message["content"], json!([]));
    assert_eq!(message["stop_reason"], "end_turn");
    assert_eq!(outline(&events), ["message_start", "message_delta", "message_stop"]);
}

#[tokio::test]
async fn a_wish_beyond_the_context_is_cut_to_it() {
    let server = Server::new(FakeEngine::babbles());
    let (message, _) = both(&server, body(json!({"max_tokens": 64_000, "seed": 1}))).await;
    assert_eq!(message["stop_reason"], "model_context_window_exceeded");
    let room = SEQ_LEN_MAX as usize - server.engine.last_request().prompt.len();
    assert_eq!(message["usage"]["output_tokens"], room);
    let (message, _) = both(&server, body(json!({"max_tokens": room, "seed": 1}))).await;
    assert_eq!(message["stop_reason"], "max_tokens");
}

#[tokio::test]
async fn a_failure_is_one_error_and_the_end() {
    let server = server("hello world");
    server.engine.set(|k| k.fail_after = Some(3));
    let whole = server.post(MESSAGES, &body(json!({}))).await;
    assert_eq!(whole.status, 500);
    assert_eq!(whole.json()["type"], "error");
    assert_eq!(whole.json()["error"]["type"], "api_error");
    let events = server.post(MESSAGES, &body(json!({"stream": true}))).await.named_events();
    let (last, before) = events.split_last().expect("events");
    assert_eq!(last["type"], "error");
    assert_eq!(last["error"]["type"], "api_error");
    assert!(last["error"]["message"].as_str().is_some_and(|m| m.contains("NaN")), "{last}");
    let expected =
        ["message_start", "content_block_start 0 text", "content_block_delta 0 text_delta"];
    assert_eq!(outline(before), expected);

    server.engine.set(|k| {
        k.fail_after = None;
        k.abort_after = Some(2);
    });
    let events = server.post(MESSAGES, &body(json!({"stream": true}))).await.named_events();
    assert_eq!(events.last().expect("events")["error"]["type"], "overloaded_error");
    server.settle().await;
}

#[tokio::test]
async fn a_client_that_leaves_aborts_its_message() {
    let server = Server::new(FakeEngine::babbles());
    server.engine.set(|k| k.delay = Duration::from_millis(5));
    let text = body(json!({"stream": true})).to_string();
    let request = Request::post(MESSAGES).body(Body::from(text)).expect("request");
    let response = server.router().oneshot(request).await.expect("infallible");
    assert_eq!(response.status(), 200);
    assert_eq!(server.engine.running(), 1);
    drop(response);
    let started = Instant::now();
    while server.engine.aborted() == 0 {
        assert!(started.elapsed() < Duration::from_secs(10), "the request still runs");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn idle_streams_are_pinged() {
    let mut config = agent();
    config.keep_alive = Duration::from_millis(20);
    let server = Server::with_config(FakeEngine::says("a"), config);
    server.engine.set(|k| k.delay = Duration::from_millis(150));
    let answer = server.post(MESSAGES, &body(json!({"stream": true}))).await;
    let (pings, rest): (Vec<Value>, Vec<Value>) =
        answer.named_events().into_iter().partition(|e| e["type"] == "ping");
    assert!(pings.len() >= 3 && pings.iter().all(|p| *p == json!({"type": "ping"})), "{pings:?}");
    assert_eq!(streamed(&rest)["content"][0]["text"], "a");
    assert!(!answer.text().contains("keep-alive"));
}
