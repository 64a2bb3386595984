//! Guards: each is set off, in all three APIs, and none of them touches an answer it has no quarrel
//! with. One token is one byte here.

use crate::support::client::{Server, config};
use crate::support::fake::FakeEngine;
use crate::support::{messages, responses};
use atlas_server::ServerConfig;
use atlas_server::request::guards::GuardLimits;
use atlas_text::Repetition;
use atlas_text::{Dialect, ReasoningTags};
use serde_json::{Value, json};

const CALL: &str = "<tool_call>\n<function=move_to>\n<parameter=name>\nhere\n</parameter>\n\
</function>\n</tool_call>";

fn agent() -> ServerConfig {
    let mut config = config();
    config.seq_len_max = 4096;
    config.output.dialect = Some(Dialect::Qwen3Coder);
    config.output.reasoning = Some(ReasoningTags::think(false));
    config
}

fn server(says: &str, guards: GuardLimits) -> Server {
    Server::with_config(FakeEngine::says(says), ServerConfig { guards, ..agent() })
}

fn parameters() -> Value {
    json!({"type": "object", "properties": {"name": {"type": "string"}}})
}

fn body(extra: &Value) -> Value {
    let function = json!({"name": "move_to", "parameters": parameters()});
    let mut body = json!({"messages": [{"role": "user", "content": "hi"}], "max_tokens": 1000,
                          "tools": [{"type": "function", "function": function}],
                          "atlas": {"interventions": true}});
    merge(&mut body, extra);
    body
}

/// `extra` into `body`, objects member by member.
fn merge(body: &mut Value, extra: &Value) {
    match (body, extra) {
        (Value::Object(body), Value::Object(extra)) => {
            for (key, value) in extra {
                merge(body.entry(key.clone()).or_insert(Value::Null), value);
            }
        }
        (body, extra) => *body = extra.clone(),
    }
}

/// Cases: the text of an answer, a request whose guard it triggers, the intervention, and the text
/// that is left of the answer.
fn cases() -> Vec<(String, Value, Value, String)> {
    let unended =
        format!("<tool_call>\n<function=move_to>\n<parameter=name>\n{}", "x, y. ".repeat(60));
    vec![
        (
            format!("A story. {}", "Once upon a time. ".repeat(40)),
            json!({"repetition_detection": {}}),
            json!({"kind": "repetition", "limit": 3, "tokens": 18}),
            format!("A story. {}", "Once upon a time. ".repeat(3).trim_end_matches(". ")),
        ),
        (
            unended,
            json!({"atlas": {"guards": {"tool_body": 100}}}),
            json!({"kind": "tool_body", "limit": 100}),
            String::new(),
        ),
        (
            format!("{CALL}Now I tell you what I did and why it was right."),
            json!({"atlas": {"guards": {"prose_between_calls": 10}}}),
            json!({"kind": "prose_between_calls", "limit": 10}),
            "Now I tell".to_owned(),
        ),
        (
            "<think>\nLong thoughts are not counted.\n</think>\n\nThis answer is.".to_owned(),
            json!({"atlas": {"guards": {"post_thinking": 7}}}),
            json!({"kind": "post_thinking", "limit": 7}),
            "This".to_owned(),
        ),
        (
            format!("So:{}that is all.", " ".repeat(60)),
            json!({"atlas": {"guards": {"held_back": 20}}}),
            json!({"kind": "held_back", "limit": 20}),
            format!("So:{}", " ".repeat(20)),
        ),
        (
            CALL.repeat(4),
            json!({"atlas": {"guards": {"calls": 2}}}),
            json!({"kind": "calls", "limit": 2}),
            String::new(),
        ),
        (
            format!("{CALL}{}{CALL}And so on.", CALL.replace("here", "there")),
            json!({"atlas": {"guards": {"repeated_calls": 2}}}),
            json!({"kind": "repeated_calls", "limit": 2}),
            String::new(),
        ),
    ]
}

#[tokio::test]
async fn each_guard_cuts_a_chat_with_length() {
    for (says, request, intervention, left) in cases() {
        let server = server(&says, GuardLimits::default());
        let free = server.chat(&body(&json!({}))).await.ok();
        assert_eq!(free["choices"][0]["atlas"]["interventions"], json!([]), "{says}");
        let answer = server.chat(&body(&request)).await.ok();
        let choice = &answer["choices"][0];
        assert_eq!(choice["finish_reason"], "length", "{choice}");
        assert_eq!(choice["atlas"]["finish_detail"], intervention["kind"]);
        assert_eq!(choice["atlas"]["interventions"], json!([intervention]));
        assert_eq!(choice["message"]["content"].as_str().unwrap_or_default(), left, "{choice}");
        let (cut, whole) = (&answer["usage"], &free["usage"]);
        assert!(cut["completion_tokens"].as_u64() < whole["completion_tokens"].as_u64());
        let mut stream = body(&request);
        stream["stream"] = json!(true);
        let events = server.chat(&stream).await.events();
        let last = events.iter().rev().find_map(|e| e["choices"][0]["atlas"].as_object());
        assert_eq!(last, choice["atlas"].as_object());
        let text: String = events
            .iter()
            .filter_map(|e| e["choices"][0]["delta"]["content"].as_str().map(str::to_owned))
            .collect();
        assert_eq!(text, left);
        server.settle().await;
        let name = intervention["kind"].as_str().expect("a name");
        let line = format!("atlas_interventions_total{{kind=\"{name}\"}} 2");
        let metrics = server.get("/metrics").await;
        assert!(metrics.text().lines().any(|l| l == line), "{line}");
    }
}

#[tokio::test]
async fn each_guard_cuts_messages_and_responses() {
    for (says, request, intervention, _) in cases() {
        let server = server(&says, GuardLimits::default());
        let tools = json!([{"name": "move_to", "input_schema": parameters()}]);
        let mut own = messages::body(
            json!({"tools": tools, "max_tokens": 1000, "atlas": {"interventions": true}}),
        );
        merge(&mut own, &request);
        let (message, _) = messages::both(&server, own).await;
        assert_eq!(message["stop_reason"], "max_tokens", "{message}");
        assert_eq!(message["atlas"]["interventions"], json!([intervention]));

        let tools = json!([{"type": "function", "name": "move_to", "parameters": parameters()}]);
        let mut own = responses::body(
            json!({"tools": tools, "max_output_tokens": 1000, "atlas": {"interventions": true}}),
        );
        merge(&mut own, &request);
        let response = server.post(responses::PATH, &own).await.ok();
        assert_eq!(response["status"], "incomplete", "{response}");
        assert_eq!(response["incomplete_details"], json!({"reason": "max_output_tokens"}));
        assert_eq!(response["atlas"]["interventions"], json!([intervention]));
    }
}

#[tokio::test]
async fn a_profile_sets_guards_and_a_request_goes_before_it() {
    for (says, request, intervention, left) in cases() {
        let asked = &request["atlas"]["guards"];
        let limit = |name: &str| asked[name].as_u64().map(|n| n as u32);
        let repetition = request.get("repetition_detection").map(|_| Repetition::default());
        let guards = GuardLimits {
            repetition,
            tool_body: limit("tool_body"),
            prose_between_calls: limit("prose_between_calls"),
            post_thinking: limit("post_thinking"),
            held_back: limit("held_back"),
            calls: limit("calls"),
            repeated_calls: limit("repeated_calls"),
        };
        let server = server(&says, guards);
        let choice = server.chat(&body(&json!({}))).await.ok()["choices"][0].clone();
        assert_eq!(choice["atlas"]["interventions"], json!([intervention]));
        assert_eq!(choice["message"]["content"].as_str().unwrap_or_default(), left);
        let mut off = json!({"repetition_detection": {"max_pattern_size": 0}});
        let name = intervention["kind"].as_str().expect("a name");
        if name != "repetition" {
            off = json!({"atlas": {"guards": {name: 0}}});
        }
        let choice = server.chat(&body(&off)).await.ok()["choices"][0].clone();
        assert_eq!(choice["atlas"]["interventions"], json!([]), "{off} {choice}");
    }
}

/// Every guard on, and none with a reason to act: the answers are the same and nothing is listed.
#[tokio::test]
async fn guards_that_do_not_fire_change_nothing() {
    let reasoned =
        format!("<think>\nHm. I go there, I think.\n</think>\n\nI go.\n\n{CALL}\n{CALL}");
    for says in
        [reasoned.as_str(), "hello w\u{f6}rld", "", "<tool_call> is how calls begin. \u{1f30a}"]
    {
        let mut answers = Vec::new();
        for guards in [
            json!({}),
            json!({"repetition_detection": {"min_count": 9}, "thinking_token_budget": 400, "atlas": {"guards":
                {"tool_body": 400, "prose_between_calls": 400, "post_thinking": 400, "held_back": 400}}}),
        ] {
            let server = server(says, GuardLimits::default());
            let mut answer = server.chat(&body(&guards)).await.ok();
            for key in ["id", "created"] {
                answer[key].take();
            }
            for call in
                answer["choices"][0]["message"]["tool_calls"].as_array_mut().into_iter().flatten()
            {
                call["id"].take();
            }
            assert_eq!(answer["choices"][0]["atlas"]["interventions"], json!([]), "{says}");
            answers.push(answer);
        }
        assert_eq!(answers[0], answers[1], "{says}");
    }
}

#[tokio::test]
async fn wrong_limits_are_refused_by_name() {
    let server = server("hello", GuardLimits::default());
    for (extra, path) in [
        (
            json!({"repetition_detection": {"max_pattern_size": 5000}}),
            "repetition_detection.max_pattern_size",
        ),
        (
            json!({"repetition_detection": {"max_pattern_size": 4, "min_pattern_size": 5}}),
            "repetition_detection.min_pattern_size",
        ),
        (json!({"repetition_detection": {"min_count": 1}}), "repetition_detection.min_count"),
        (json!({"repetition_detection": {"min_count": -1}}), "repetition_detection.min_count"),
        (json!({"repetition_detection": 3}), "repetition_detection"),
        (json!({"atlas": {"guards": {"tool_body": "x"}}}), "atlas.guards.tool_body"),
    ] {
        let answer = server.chat(&body(&extra)).await;
        assert_eq!(answer.status, 400, "{extra}: {}", answer.text());
        assert_eq!(answer.json()["error"]["param"], path, "{extra}");
    }
    let unknown = server.chat(&body(&json!({"atlas": {"guards": {"tool_boddy": 3}}}))).await;
    let message = unknown.json()["error"]["message"].to_string();
    assert!(unknown.status == 400 && message.contains("tool_boddy"), "{message}");
}

/// A repetition that a profile looks for is none in a prescribed form, which ends by itself; one
/// that the request asks for is.
#[tokio::test]
async fn a_prescribed_form_may_repeat_itself() {
    let says = "[1, 1, 1, 1, 1, 1, 1]";
    let guards = GuardLimits { repetition: Some(Repetition::default()), ..GuardLimits::default() };
    let server = server(says, guards);
    let schema = json!({"type": "array", "items": {"type": "integer"}});
    let form = json!({"response_format": {"type": "json_schema", "json_schema": {"schema": schema}},
                      "tools": null});
    let choice = server.chat(&body(&form)).await.ok()["choices"][0].clone();
    assert_eq!(choice["message"]["content"], says);
    let mut asked = form;
    asked["repetition_detection"] = json!({});
    let choice = server.chat(&body(&asked)).await.ok()["choices"][0].clone();
    assert_eq!(choice["atlas"]["finish_detail"], "repetition", "{choice}");
}

/// Where no completion of the form is known its answers may be cut, which is counted and listed.
#[tokio::test]
async fn a_form_that_is_not_promised_is_listed() {
    let text = format!("\"{}\"", "x".repeat(700));
    let mut config = agent();
    config.seq_len_max = 4096;
    for (least, tokens, reason, kinds) in [
        (3, 1000, "stop", json!([])),
        (600, 1000, "stop", json!([{"kind": "unpromised_form"}])),
        (600, 300, "length", json!([{"kind": "unpromised_form"}])),
    ] {
        let server = Server::with_config(FakeEngine::thinks(&text, "\""), config.clone());
        let schema = json!({"type": "string", "minLength": least});
        let format = json!({"type": "json_schema", "json_schema": {"name": "x", "schema": schema}});
        let extra = json!({"response_format": format, "max_tokens": tokens, "tools": null});
        let answer = server.chat(&body(&extra)).await.ok();
        let choice = &answer["choices"][0];
        assert_eq!(choice["finish_reason"], reason, "{choice}");
        assert_eq!(choice["atlas"]["interventions"], kinds, "{choice}");
        let counted = u8::from(least > 3);
        let line = format!("atlas_interventions_total{{kind=\"unpromised_form\"}} {counted}");
        let metrics = server.get("/metrics").await;
        assert!(metrics.text().lines().any(|l| l == line), "{}", metrics.text());
    }
}
