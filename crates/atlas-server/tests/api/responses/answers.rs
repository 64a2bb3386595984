//! `/v1/responses`: what is sent, in which order, and that a stream says what a whole answer says.

use crate::support::fake::{FakeEngine, bytes};
use crate::support::responses::{PATH, body, both, events, names, server, server_of, tools};
use serde_json::json;
use std::time::Duration;

const CALL: &str = "<tool_call>\n<function=move_to>\n<parameter=x>\n30\n</parameter>\n</function>\n\
</tool_call>";
const OTHER_CALL: &str = "<tool_call>\n<function=look>\n</function>\n</tool_call>";

const BEGIN: [&str; 2] = ["created", "in_progress"];
const TEXT: [&str; 6] = [
    "output_item.added",
    "content_part.added",
    "output_text.delta",
    "output_text.done",
    "content_part.done",
    "output_item.done",
];
const REASONING: [&str; 6] = [
    "output_item.added",
    "content_part.added",
    "reasoning_text.delta",
    "reasoning_text.done",
    "content_part.done",
    "output_item.done",
];
const FUNCTION: [&str; 4] = [
    "output_item.added",
    "function_call_arguments.delta",
    "function_call_arguments.done",
    "output_item.done",
];

#[tokio::test]
async fn a_text() {
    let (whole, events) = both(&server("Hello."), json!({})).await;
    assert_eq!(names(&events), [&BEGIN[..], &TEXT, &["completed"]].concat());
    assert_eq!(whole["status"], "completed");
    let item = &whole["output"][0];
    assert!(item["id"].as_str().is_some_and(|id| id.starts_with("msg_")));
    let part = json!({"type": "output_text", "annotations": [], "logprobs": [], "text": "Hello."});
    assert_eq!((&item["role"], &item["content"]), (&json!("assistant"), &json!([part])));
    assert!(whole["completed_at"].is_u64() && whole["error"].is_null());
    assert_eq!(whole["atlas"], json!({"finish_detail": "stop_token"}));
    let usage = &whole["usage"];
    assert_eq!(
        (&usage["output_tokens"], &usage["output_tokens_details"]["reasoning_tokens"]),
        (&json!(7), &json!(0))
    );
    assert_eq!(usage["total_tokens"].as_u64(), usage["input_tokens"].as_u64().map(|n| n + 7));
}

#[tokio::test]
async fn reasoning_and_a_text() {
    let (whole, events) = both(&server("<think>\nTwo.\n</think>\n\nIt is 2."), json!({})).await;
    assert_eq!(names(&events), [&BEGIN[..], &REASONING, &TEXT, &["completed"]].concat());
    let item = &whole["output"][0];
    assert_eq!((&item["type"], &item["summary"]), (&json!("reasoning"), &json!([])));
    assert_eq!(item["content"], json!([{"type": "reasoning_text", "text": "Two."}]));
    assert!(item.get("encrypted_content").is_none());
    assert_eq!(whole["output"][1]["content"][0]["text"], "It is 2.");
    // The marks count as reasoning.
    let usage = &whole["usage"];
    assert_eq!(usage["output_tokens_details"]["reasoning_tokens"], 21);
    assert_eq!(usage["output_tokens"], 32);
}

#[tokio::test]
async fn a_text_and_two_calls() {
    let server = server(&format!("I look.\n\n{CALL}\n{OTHER_CALL}"));
    let (whole, events) = both(&server, json!({"tools": tools()})).await;
    // A call without arguments has a delta too: `{}`.
    let order = [&BEGIN[..], &TEXT, &FUNCTION, &FUNCTION, &["completed"]].concat();
    assert_eq!(names(&events), order);
    let call = &whole["output"][1];
    assert_eq!((&call["name"], &call["status"]), (&json!("move_to"), &json!("completed")));
    assert_eq!(call["arguments"], "{\"x\": 30}");
    assert!(call["id"].as_str().is_some_and(|id| id.starts_with("fc_")));
    assert_ne!(call["call_id"], whole["output"][2]["call_id"]);
    assert_eq!(whole["output"][2]["arguments"], "{}");
    // The arguments come as they are written.
    let server = self::server(&CALL.replace("x>", "y>").replace("30", &"3".repeat(20)));
    server.engine.set(|k| k.delay = Duration::from_millis(1));
    let (_, events) = both(&server, json!({"tools": tools()})).await;
    let deltas = events.iter().filter(|e| e["type"] == "response.function_call_arguments.delta");
    assert!(deltas.count() >= 20);
}

#[tokio::test]
async fn a_cut_by_the_length() {
    let server = server(&format!("<think>\nHm.\n</think>\nLong{CALL}"));
    let mut statuses = Vec::new();
    for tokens in 1..CALL.len() as u64 + 25 {
        let extra = json!({"tools": tools(), "max_output_tokens": tokens});
        let (whole, _) = both(&server, extra).await;
        assert_eq!(whole["status"], "incomplete", "{tokens}: {whole}");
        assert_eq!(whole["incomplete_details"], json!({"reason": "max_output_tokens"}));
        assert!(whole["completed_at"].is_null());
        let output = whole["output"].as_array().expect("output");
        statuses.extend(output.last().map(|i| (i["type"].clone(), i["status"].clone())));
        assert!(output.iter().rev().skip(1).all(|i| i["status"] == "completed"));
    }
    for kind in ["reasoning", "message", "function_call"] {
        assert!(statuses.contains(&(json!(kind), json!("incomplete"))), "{kind} {statuses:?}");
    }
    let (_, events) = both(&server, json!({"max_output_tokens": 18})).await;
    assert_eq!(names(&events), [&BEGIN[..], &REASONING, &["incomplete"]].concat());
}

#[tokio::test]
async fn a_stop_string() {
    let (whole, events) = both(&server("one two"), json!({"stop": " t"})).await;
    assert_eq!(names(&events), [&BEGIN[..], &TEXT, &["completed"]].concat());
    assert_eq!(whole["output"][0]["content"][0]["text"], "one");
    assert_eq!(whole["atlas"]["finish_detail"], "stop_string");
}

#[tokio::test]
async fn nothing_said_is_an_empty_message() {
    let (whole, events) = both(&server(""), json!({})).await;
    let mut text = TEXT.to_vec();
    text.remove(2);
    assert_eq!(names(&events), [&BEGIN[..], &text, &["completed"]].concat());
    assert_eq!(whole["output"][0]["content"][0]["text"], "");
}

#[tokio::test]
async fn an_error_under_way() {
    let server = server("abc");
    server.engine.set(|k| k.fail_after = Some(2));
    let events = events(&server.post(PATH, &body(json!({"stream": true}))).await);
    assert_eq!(names(&events), [&BEGIN[..], &TEXT[..3], &["failed"]].concat());
    let response = &events.last().expect("an end")["response"];
    assert_eq!(response["status"], "failed");
    assert_eq!(response["error"]["code"], "server_error");
    assert_eq!(response["output"][0]["content"][0]["text"], "ab");
    let whole = server.post(PATH, &body(json!({}))).await;
    assert_eq!(
        (whole.status.as_u16(), &whole.json()["error"]["type"]),
        (500, &json!("server_error"))
    );
    // A failed response is not kept.
    let path = format!("{PATH}/{}", response["id"].as_str().expect("id"));
    assert_eq!(server.get(&path).await.status, 404);
}

#[tokio::test]
async fn one_call_where_parallel_calls_are_off() {
    let server = server(&format!("{CALL}\n{OTHER_CALL}"));
    let (whole, _) = both(&server, json!({"tools": tools(), "parallel_tool_calls": false})).await;
    assert_eq!(whole["output"].as_array().map(Vec::len), Some(1), "{whole}");
    assert_eq!(
        (&whole["status"], &whole["parallel_tool_calls"]),
        (&json!("completed"), &json!(false))
    );
    assert_eq!(whole["atlas"]["finish_detail"], "calls_max");
    let used = whole["usage"]["output_tokens"].as_u64().expect("count");
    assert!(used <= CALL.len() as u64 + 1, "what follows is not generated for: {used}");
    server.settle().await;
    // Both calls at once, since a stop string holds them back: under way, and at the end.
    let stop = format!("</parameter>\n</function>\n</tool_call>\n{OTHER_CALL}!");
    for more in ["", " and more text than the stop string holds"] {
        let server = self::server(&format!("{CALL}\n{OTHER_CALL}{more}"));
        let extra = json!({"tools": tools(), "parallel_tool_calls": false, "stop": stop});
        let (whole, _) = both(&server, extra.clone()).await;
        assert_eq!(whole["output"].as_array().map(Vec::len), Some(1), "{whole}");
        assert_eq!(whole["output"][0]["name"], "move_to");
        let mut parallel = extra;
        parallel["parallel_tool_calls"] = json!(true);
        let (whole, _) = both(&server, parallel).await;
        assert!(whole["output"].as_array().is_some_and(|o| o.len() >= 2), "{whole}");
    }
}

#[tokio::test]
async fn streams_equal_whole_answers() {
    let babbles = server_of(FakeEngine::babbles());
    for seed in 0..60u64 {
        let stop = if seed % 5 == 0 { json!(["stop", "\n\n "]) } else { json!(null) };
        let extra = json!({"seed": seed, "max_output_tokens": 1 + seed % 70, "stop": stop,
                           "skip_special_tokens": seed % 2 == 0});
        both(&babbles, extra).await;
    }
    // Pieces of markup in an order that the seed decides.
    const PIECES: [&str; 7] =
        ["<think>\n", "</think>\n", "so ", "\n\n", CALL, OTHER_CALL, "<tool_"];
    let markup = server_of(FakeEngine::new(|request| {
        let mut state = request.sampling.seed;
        let mut tokens = Vec::new();
        while tokens.len() < 250 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_041);
            tokens.extend(bytes(PIECES[(state >> 33) as usize % PIECES.len()]));
        }
        tokens
    }));
    for seed in 0..60u64 {
        let extra = json!({"seed": seed, "max_output_tokens": 20 + seed * 3 % 200, "tools": tools(),
                           "parallel_tool_calls": seed % 3 != 0});
        both(&markup, extra).await;
    }
}

#[tokio::test]
async fn a_client_that_leaves_aborts_the_request() {
    use axum::body::Body;
    use axum::http::Request;
    use http_body_util::BodyExt;
    use tower::ServiceExt;
    let server = server_of(FakeEngine::babbles());
    server.engine.set(|k| k.delay = Duration::from_millis(2));
    let request = Request::post(PATH).body(Body::from(body(json!({"stream": true})).to_string()));
    let response = server.router().oneshot(request.expect("request")).await.expect("infallible");
    let mut stream = response.into_body();
    let first = stream.frame().await.expect("a frame").expect("data");
    let text = String::from_utf8(first.into_data().expect("data").to_vec()).expect("UTF-8");
    let id = text.split("\"id\":\"").nth(1).and_then(|t| t.split('"').next()).expect("id");
    drop(stream);
    server.settle().await;
    assert_eq!(server.engine.aborted(), 1);
    assert_eq!(server.get(&format!("{PATH}/{id}")).await.status, 404);
}
