//! Wrong answers and wrong expectations, each of which must be found.

use super::{answer::document, differences, lines, misfits, vacuous};
use crate::client::Answer;
use serde_json::{Map, Value, json};
use std::time::Duration;

fn answer(status: u16, body: &str) -> Answer {
    let headers = vec![("x-a".to_owned(), "1".to_owned())];
    Answer { status, headers, body: body.to_owned(), took: Duration::from_secs(2) }
}

fn stream(events: &[Value], last: &str) -> String {
    let data = |e: &Value| format!("data: {e}\n\n");
    events.iter().map(data).collect::<String>() + last
}

const CHAT: &str = "/v1/chat/completions";
const MESSAGES: &str = "/v1/messages";
const RESPONSES: &str = "/v1/responses";
const DONE: &str = "data: [DONE]\n\n";

/// The same answer of the three APIs: reasoning, a text, a call.
fn wholes() -> [(&'static str, Value); 3] {
    let arguments = json!({"a": 1}).to_string();
    [
        (
            CHAT,
            json!({"choices": [{"finish_reason": "end", "message": {"content": "7",
                "reasoning_content": "hm", "tool_calls":
                    [{"function": {"name": "f", "arguments": arguments}}]}}]}),
        ),
        (
            MESSAGES,
            json!({"stop_reason": "end", "content": [{"type": "thinking", "thinking": "hm"},
                {"type": "text", "text": "7"},
                {"type": "tool_use", "name": "f", "input": {"a": 1}}]}),
        ),
        (
            RESPONSES,
            json!({"status": "end", "output": [
                {"type": "reasoning", "content": [{"text": "hm"}]},
                {"type": "message", "content": [{"text": "7"}]},
                {"type": "function_call", "name": "f", "arguments": arguments}]}),
        ),
    ]
}

/// The same answer as it is streamed.
fn streams() -> [(&'static str, String); 3] {
    let chunk = |delta: Value| json!({"choices": [{"index": 0, "delta": delta}]});
    let call = |f: Value| chunk(json!({"tool_calls": [{"index": 0, "function": f}]}));
    let end = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "end"}]});
    let chat = [
        chunk(json!({"reasoning_content": "h"})),
        chunk(json!({"reasoning_content": "m"})),
        chunk(json!({"content": "7"})),
        call(json!({"name": "f", "arguments": "{\"a\""})),
        call(json!({"arguments": ":1}"})),
        end,
    ];
    let start = |i: usize, block: Value| {
        let kind = "content_block_start";
        json!({"type": kind, "index": i, "content_block": block})
    };
    let part =
        |i: usize, delta: Value| json!({"type": "content_block_delta", "index": i, "delta": delta});
    let messages = [
        start(0, json!({"type": "thinking", "thinking": ""})),
        part(0, json!({"thinking": "hm"})),
        start(1, json!({"type": "text", "text": ""})),
        part(1, json!({"text": "7"})),
        start(2, json!({"type": "tool_use", "name": "f", "input": {}})),
        part(2, json!({"partial_json": "{\"a\""})),
        part(2, json!({"partial_json": ": 1}"})),
        json!({"type": "message_delta", "delta": {"stop_reason": "end"}}),
        json!({"type": "message_stop"}),
    ];
    let responses = [
        json!({"type": "response.output_text.delta", "delta": "7"}),
        json!({"type": "response.function_call_arguments.delta", "delta": "{\"a\":1}"}),
        json!({"type": "response.completed", "response": wholes()[2].1}),
    ];
    [
        (CHAT, stream(&chat, DONE)),
        (MESSAGES, stream(&messages, "")),
        (RESPONSES, stream(&responses, "")),
    ]
}

fn map(value: Value) -> Map<String, Value> {
    value.as_object().expect("an object").clone()
}

/// Of each field a right want, and a wrong one that is found.
#[test]
fn wrong_wants_are_found_in_answers_of_all_apis() {
    let wholes = wholes().map(|(path, body)| (path, false, body.to_string()));
    let streams = streams().map(|(path, body)| (path, true, body));
    let wants = [
        ("/status", json!(200), json!(400)),
        ("/seconds", json!({"maximum": 3}), json!({"maximum": 1})),
        ("/headers/x-a", json!("1"), json!({"pattern": "2"})),
        ("/headers/x-b", json!(false), json!({})),
        ("/text", json!("7"), json!("70")),
        ("/answer", json!(7), json!({"type": "string"})),
        ("/reasoning", json!("hm"), json!({"type": "null"})),
        ("/finish", json!({"enum": ["end", "stop"]}), json!({"enum": ["length", "stop"]})),
        ("/call/name", json!("f"), json!("g")),
        ("/call/arguments", json!({"const": {"a": 1.0}}), json!({"const": {"a": 2}})),
        ("/call/arguments/a", json!({"type": "integer"}), json!(false)),
        ("/calls", json!({"maxItems": 1}), json!({"maxItems": 0})),
        ("/error", json!(false), json!({"type": "object"})),
        ("/body", json!({"type": "object"}), json!({"type": "array"})),
        ("", json!({"required": ["call"]}), json!({"required": ["error"]})),
    ];
    for (path, streamed, body) in wholes.into_iter().chain(streams) {
        let found = document(path, streamed, &answer(200, &body)).expect("an answer");
        for (at, right, wrong) in &wants {
            let [right, wrong] = [right, wrong].map(|want| map(json!({ *at: want })));
            assert_eq!(misfits(&found, &right), [""; 0], "{path} {streamed} {found}");
            assert_eq!(vacuous(&found, &right), [""; 0], "{path} {streamed} {found}");
            assert_eq!(misfits(&found, &wrong).len(), 1, "{path} {streamed} {wrong:?} {found}");
        }
    }
    let error = json!({"type": "error", "error": {"type": "a", "message": "b", "param": "n"}});
    for path in [CHAT, MESSAGES, RESPONSES] {
        let found = document(path, true, &answer(400, &error.to_string())).expect("an error");
        let right = map(json!({"/status": 400, "/error/param": "n", "/text": false}));
        assert_eq!(misfits(&found, &right), [""; 0]);
        for wrong in [json!({}), json!({"/status": 400, "/error/param": "m"})] {
            assert_eq!(misfits(&found, &map(wrong)).len(), 1);
        }
    }
    let two = [json!({"text": "a", "finish": "stop"}), json!({"text": "b", "finish": "stop"})];
    let at = || ["/text", "/finish"].into_iter();
    assert_eq!(differences(at(), &two[0], &two[1]), ["/text: \"a\", then \"b\""]);
    assert_eq!(differences(at(), &two[0], &two[0]), [""; 0]);
}

/// Streams that are cut, twice ended or out of order, and errors that lack a part.
#[test]
fn answers_against_the_form_of_their_api_are_found() {
    let end = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]});
    let whole = json!({"type": "response.completed", "response": wholes()[2].1});
    let events: [(&str, Vec<Value>, &str); 9] = [
        (CHAT, vec![end.clone()], ""),
        (CHAT, vec![], DONE),
        (CHAT, vec![end.clone(), end.clone()], DONE),
        (CHAT, vec![json!({"error": {"message": "a"}}), end.clone()], DONE),
        (MESSAGES, vec![json!({"type": "message_start"})], ""),
        (MESSAGES, vec![json!({"type": "content_block_delta", "index": 0, "delta": {}})], ""),
        (RESPONSES, vec![json!({"type": "response.created"})], ""),
        (RESPONSES, vec![], ""),
        (RESPONSES, vec![whole], ""),
    ];
    for (path, events, last) in events {
        let found = document(path, true, &answer(200, &stream(&events, last)));
        assert!(found.is_err(), "{path}: {events:?}");
    }
    let bad = "{\"choices\":[{\"message\":{\"tool_calls\":[{\"function\":\
        {\"name\":\"f\",\"arguments\":\"{\"}}]}}]}";
    assert!(document(CHAT, false, &answer(200, bad)).is_err());
    let errors = ["no JSON", "{}", "{\"error\": {\"type\": \"a\"}}"];
    for error in errors.iter().chain(&["{\"error\": {\"type\": \"a\", \"message\": \"b\"}}"]) {
        let path = if errors.contains(error) { CHAT } else { MESSAGES };
        assert!(document(path, false, &answer(400, error)).is_err(), "{error}");
    }
}

/// Neither an empty answer nor one of everything else is what a line expects.
#[test]
fn every_line_of_the_file_refuses_other_answers() {
    let other = json!({"text": "other words", "reasoning": null, "finish": "length",
        "call": {"name": "g", "arguments": {}}, "answer": "other words", "calls": [{}, {}]});
    let error = json!({"error": {"type": "a", "message": "b", "param": null}});
    for case in lines() {
        for (status, fields) in [(200, json!({})), (200, other.clone()), (500, error.clone())] {
            let mut found = map(json!({"status": status, "seconds": 9000, "headers": {}}));
            found.extend(map(fields));
            assert_ne!(misfits(&found.into(), &case.expect), [""; 0], "{}", case.id);
        }
    }
}
