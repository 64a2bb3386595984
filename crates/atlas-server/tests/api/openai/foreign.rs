//! Fields of other servers are obeyed or refused, never skipped.

use crate::support::client::Server;
use crate::support::fake::{self, FakeEngine};
use atlas_server::api::foreign::{FOREIGN, FOREIGN_TO_MESSAGES, FOREIGN_TO_OPENAI};
use serde_json::{Value, json};

const CHAT: &str = "/v1/chat/completions";

fn with(path: &str, fields: &Value) -> Value {
    let mut body = match path {
        "/v1/completions" => json!({"prompt": "hi", "seed": 1}),
        "/v1/responses" => json!({"input": "hi", "seed": 1}),
        "/v1/messages" => json!({"messages": [{"role": "user", "content": "hi"}], "seed": 1,
            "max_tokens": 9}),
        _ => json!({"messages": [{"role": "user", "content": "hi"}], "seed": 1}),
    };
    body.as_object_mut().expect("object").extend(fields.as_object().expect("object").clone());
    body
}

#[tokio::test]
async fn fields_of_other_servers_mean_what_the_fields_of_the_api_mean() {
    let template = "{{ enable_thinking }} {{ reasoning_effort }} {{ messages[0].content }}";
    let text = fake::text_model_with(template);
    let config = crate::support::client::config();
    let server = Server::with_text(FakeEngine::says("7"), config, text);
    for (path, theirs, ours) in [
        (CHAT, json!({"n_predict": 3}), json!({"max_tokens": 3})),
        (CHAT, json!({"num_predict": 4}), json!({"max_tokens": 4})),
        (CHAT, json!({"num_predict": -1}), json!({})),
        (CHAT, json!({"max_new_tokens": 5}), json!({"max_tokens": 5})),
        ("/v1/completions", json!({"n_predict": 3}), json!({"max_tokens": 3})),
        (CHAT, json!({"repeat_penalty": 1.9}), json!({"repetition_penalty": 1.9})),
        (
            CHAT,
            json!({"repeat_penalty": null, "repetition_penalty": 1.9}),
            json!({"repetition_penalty": 1.9}),
        ),
        ("/v1/responses", json!({"repeat_penalty": 1.9}), json!({"repetition_penalty": 1.9})),
        (
            CHAT,
            json!({"enable_thinking": true}),
            json!({"chat_template_kwargs": {"enable_thinking": true}}),
        ),
        (CHAT, json!({"think": false}), json!({"reasoning_effort": "none"})),
        (CHAT, json!({"think": "low"}), json!({"reasoning_effort": "low"})),
        (CHAT, json!({"reasoning": {"effort": "high"}}), json!({"reasoning_effort": "high"})),
        (CHAT, json!({"reasoning": {"enabled": false}}), json!({"enable_thinking": false})),
        (CHAT, json!({"reasoning": {"max_tokens": 9}}), json!({"enable_thinking": true})),
        (CHAT, json!({"thinking": {"type": "enabled"}}), json!({"enable_thinking": true})),
        (CHAT, json!({"thinking": {"type": "disabled"}}), json!({"enable_thinking": false})),
    ] {
        server.post(path, &with(path, &theirs)).await.ok();
        let first = server.engine.last_request();
        server.post(path, &with(path, &ours)).await.ok();
        let second = server.engine.last_request();
        assert_eq!(first.sampling, second.sampling, "{theirs}");
        assert_eq!(first.prompt, second.prompt, "{theirs}");
    }
    for (path, fields) in [
        (CHAT, json!({"regex": "[0-9]"})),
        (CHAT, json!({"json_schema": "{\"type\": \"integer\"}"})),
        (CHAT, json!({"json_schema": {"type": "integer"}})),
        (CHAT, json!({"format": {"type": "integer"}})),
        (CHAT, json!({"format": "json"})),
        ("/v1/completions", json!({"regex": "[0-9]"})),
    ] {
        let answer = server.post(path, &with(path, &fields)).await;
        let constraint = server.engine.last_request().constraint;
        assert!(constraint.is_some(), "{fields}: {}", answer.text());
    }
}

#[tokio::test]
async fn fields_that_no_api_here_has_are_refused_with_the_right_one() {
    let server = Server::new(FakeEngine::says("x"));
    let openai = [CHAT, "/v1/completions", "/v1/responses"];
    let everywhere = FOREIGN.iter().flat_map(|f| openai.map(|path| (path, f)));
    let to_openai = FOREIGN_TO_OPENAI.iter().flat_map(|f| openai.map(|path| (path, f)));
    let messages = FOREIGN.iter().chain(FOREIGN_TO_MESSAGES).map(|f| ("/v1/messages", f));
    for (path, field) in everywhere.chain(to_openai).chain(messages) {
        let answer = server.post(path, &with(path, &json!({field.name: {"odd": 1}}))).await;
        assert_eq!(answer.status, 400, "{path} {}", field.name);
        let text = answer.text();
        assert!(text.contains(&format!("`{}`", field.name)), "{text}");
    }
    for (path, fields, param, right) in [
        (CHAT, json!({"ebnf": "root ::= \"a\""}), "ebnf", "Lark"),
        (CHAT, json!({"options": {"num_predict": 3}}), "options", "/api/chat"),
        (CHAT, json!({"stop_regex": "a+"}), "stop_regex", "`stop`"),
        (CHAT, json!({"sampling_seed": 7}), "sampling_seed", "`seed`"),
        (CHAT, json!({"format": "yaml"}), "format", "json"),
        (CHAT, json!({"regex": "a", "json_schema": {}}), "json_schema", "two forms"),
        (CHAT, json!({"n_predict": 3, "max_tokens": 4}), "n_predict", "`max_tokens`"),
        (CHAT, json!({"num_predict": -2}), "num_predict", "between"),
        (CHAT, json!({"repeat_penalty": 0}), "repeat_penalty", "between"),
        (CHAT, json!({"think": "a lot"}), "think", "low"),
        (CHAT, json!({"thinking": {"type": "on"}}), "thinking.type", "enabled"),
        (CHAT, json!({"reasoning": {"exclude": true}}), "reasoning.exclude", "skip"),
        (
            CHAT,
            json!({"enable_thinking": false, "reasoning_effort": "high"}),
            "enable_thinking",
            "`reasoning_effort`",
        ),
        ("/v1/completions", json!({"enable_thinking": true}), "enable_thinking", "/v1/chat"),
        ("/v1/responses", json!({"n_predict": 3}), "n_predict", "`max_output_tokens`"),
        ("/v1/responses", json!({"think": true}), "think", "`reasoning"),
    ] {
        let answer = server.post(path, &with(path, &fields)).await;
        assert_eq!(answer.status, 400, "{fields}: {}", answer.text());
        let error = &answer.json()["error"];
        assert_eq!(error["param"], param, "{error}");
        assert!(error["message"].as_str().expect("message").contains(right), "{error}");
    }
}

#[tokio::test]
async fn values_that_mean_what_the_server_does_anyway_are_taken() {
    let server = Server::new(FakeEngine::says("x"));
    for fields in [
        json!({"mirostat": 0, "typical_p": 1.0, "tfs_z": 1, "stop_regex": null, "options": {}}),
        json!({"separate_reasoning": true, "cache_prompt": true, "provider": {"order": ["x"]}}),
    ] {
        server.chat(&with(CHAT, &fields)).await.ok();
    }
    let answer = server.chat(&json!({"messages": [{"role": "alien", "content": "x"}]})).await;
    assert_eq!(answer.status, 400);
    assert_eq!(answer.json()["error"]["param"], "messages[0].role");
}
