//! Histories as clients send them back: calls that were cut, and the reasoning of answers.

use crate::support::client::{Server, config};
use crate::support::fake::{FakeEngine, text_model_with};
use crate::support::{messages, responses};
use serde_json::{Value, json};

/// Goes through the members of arguments, as most templates do, and shows the reasoning.
const TEMPLATE: &str = "{%- for m in messages %}<|im_start|>{{ m.role }}\n\
    {%- if m.thinking %}({{ m.thinking }}){% endif %}{{ m.content or '' }}\
    {%- for c in m.tool_calls or [] %}{{ c.function.name }}:\
    {%- for k, v in c.function.arguments|items %} {{ k }}={{ v }}{% endfor %};{% endfor %}\
    {%- endfor %}<|im_start|>assistant";

/// The prompt of a body.
async fn prompt(path: &str, body: &Value) -> String {
    let text = text_model_with(TEMPLATE);
    let server = Server::with_text(FakeEngine::says("ok"), config(), text.clone());
    server.post(path, body).await.ok();
    text.tokenizer().decode(&server.engine.last_request().prompt, false)
}

#[tokio::test]
async fn arguments_that_are_no_object_are_part_of_a_history() {
    for (arguments, shown) in [
        (json!("{\"path\": \"a.tx"), ""),
        (json!("{\"path\": \"a\", \"n\": 1"), " path=a"),
        (json!("{\"path\": \"a\"}"), " path=a"),
        (json!({"path": "a"}), " path=a"),
        (json!(""), ""),
        (json!(null), ""),
        (json!("null"), ""),
        (json!("a.txt, please"), ""),
        (json!("[\"a.txt\"]"), ""),
        (json!(["a.txt"]), ""),
        (json!(7), ""),
    ] {
        let expected = format!(
            "<|im_start|>userread<|im_start|>assistantread:{shown};<|im_start|>toolcut\
             <|im_start|>assistant"
        );
        let function = json!({"name": "read", "arguments": arguments});
        let call = json!({"id": "c", "type": "function", "function": function});
        let chat = json!({"messages": [
            {"role": "user", "content": "read"},
            {"role": "assistant", "content": null, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "c", "content": "cut"}]});
        let message = messages::body(json!({"messages": [
            {"role": "user", "content": "read"},
            {"role": "assistant", "content": [
                {"type": "tool_use", "id": "c", "name": "read", "input": arguments}]},
            {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": "c", "content": "cut"}]}]}));
        let response = responses::body(json!({"input": [
            {"role": "user", "content": "read"},
            {"type": "function_call", "call_id": "c", "name": "read", "arguments": arguments,
             "status": "incomplete"},
            {"type": "function_call_output", "call_id": "c", "output": "cut"}]}));
        for (path, body) in [
            ("/v1/chat/completions", chat),
            (messages::MESSAGES, message),
            (responses::PATH, response),
        ] {
            assert_eq!(prompt(path, &body).await, expected, "{path} {arguments}");
        }
    }
}

#[tokio::test]
async fn the_reasoning_of_a_history_reaches_the_template() {
    let expected = "<|im_start|>userhi<|im_start|>assistant(hm)yes<|im_start|>userwhy\
                    <|im_start|>assistant";
    let said = |role: &str, text: &str| json!({"role": role, "content": text});
    let mut bodies = Vec::new();
    for name in ["reasoning_content", "reasoning", "thinking"] {
        let list = json!([said("user", "hi"), {"role": "assistant", "content": "yes", name: "hm"},
                          said("user", "why")]);
        bodies.push(("/v1/chat/completions", json!({"messages": list})));
    }
    let blocks = json!([{"type": "thinking", "thinking": "hm", "signature": "s"},
                        {"type": "text", "text": "yes"}]);
    let list = json!([said("user", "hi"), {"role": "assistant", "content": blocks},
                      said("user", "why")]);
    bodies.push(("/v1/chat/completions", json!({"messages": list})));
    bodies.push((messages::MESSAGES, messages::body(json!({"messages": list}))));
    for thought in [
        json!({"content": [{"type": "reasoning_text", "text": "hm"}]}),
        json!({"summary": [{"type": "summary_text", "text": "hm"}]}),
    ] {
        let mut thought = thought;
        thought["type"] = "reasoning".into();
        let input =
            json!([said("user", "hi"), thought, said("assistant", "yes"), said("user", "why")]);
        bodies.push((responses::PATH, responses::body(json!({"input": input}))));
    }
    for (path, body) in bodies {
        assert_eq!(prompt(path, &body).await, expected, "{path} {body}");
    }
}

#[tokio::test]
async fn unknown_roles_are_refused_in_every_api() {
    let server = Server::new(FakeEngine::says("never"));
    let list = json!([{"role": "alien", "content": "hi"}]);
    for (path, body) in [
        ("/v1/chat/completions", json!({"messages": list})),
        ("/tokenize", json!({"messages": list})),
        (messages::MESSAGES, messages::body(json!({"messages": list}))),
        (responses::PATH, responses::body(json!({"input": list}))),
    ] {
        let answer = server.post(path, &body).await;
        assert_eq!(answer.status, 400, "{path}");
        let message = answer.json()["error"]["message"].as_str().expect("a message").to_owned();
        assert!(message.contains("role") || message.contains("user"), "{path}: {message}");
    }
}
