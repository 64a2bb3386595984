//! Calls that must come, beside other forms and among some of the tools.

use crate::support::client::{Server, config};
use crate::support::fake::FakeEngine;
use crate::support::{messages, responses};
use atlas_text::Dialect;
use serde_json::{Value, json};

/// A model that says `wish` as far as the form of the answer allows it.
fn server(wish: &str) -> Server {
    let mut config = config();
    config.output.dialect = Some(Dialect::Qwen3Coder);
    config.seq_len_max = 4096;
    Server::with_config(FakeEngine::thinks(wish, wish), config)
}

fn schema() -> Value {
    json!({"type": "object", "properties": {"to": {"enum": ["pier"]}}, "required": ["to"],
           "additionalProperties": false})
}

fn answer_schema() -> Value {
    json!({"type": "object", "properties": {"city": {"enum": ["Oslo"]}}, "required": ["city"],
           "additionalProperties": false})
}

const NAMES: [&str; 3] = ["stay", "go", "turn"];

/// The same request in each API, with the parts that `fields` returns for chats, messages and
/// responses.
fn bodies(fields: [Value; 3]) -> [(&'static str, Value); 3] {
    let [chat, message, response] = fields;
    let tools = |tool: fn(&str) -> Value| NAMES.map(tool).to_vec();
    let mut bodies = [
        (
            "/v1/chat/completions",
            json!({"messages": [{"role": "user", "content": "hi"}], "max_tokens": 200,
                   "tools": tools(|name| json!({"type": "function",
                       "function": {"name": name, "parameters": schema()}}))}),
        ),
        (
            messages::MESSAGES,
            messages::body(json!({"max_tokens": 200,
                "tools": tools(|name| json!({"name": name, "input_schema": schema()}))})),
        ),
        (
            responses::PATH,
            responses::body(json!({"max_output_tokens": 200, "tools": tools(|name| {
                json!({"type": "function", "name": name, "parameters": schema()})
            })})),
        ),
    ];
    for ((_, body), fields) in bodies.iter_mut().zip([chat, message, response]) {
        body.as_object_mut().expect("object").extend(fields.as_object().expect("object").clone());
    }
    bodies
}

/// Text and names of the calls of an answer of any API.
fn parts(answer: &Value) -> (String, Vec<String>) {
    let name = |value: &Value| value.as_str().expect("a name").to_owned();
    if let Some(choice) = answer["choices"].get(0) {
        let message = &choice["message"];
        let calls = message["tool_calls"].as_array().into_iter().flatten();
        let text = message["content"].as_str().unwrap_or_default().to_owned();
        return (text, calls.map(|call| name(&call["function"]["name"])).collect());
    }
    let list = answer["content"].as_array().or(answer["output"].as_array()).expect("parts");
    let (mut text, mut calls) = (String::new(), Vec::new());
    for part in list {
        match part["type"].as_str().expect("a type") {
            "text" => text.push_str(part["text"].as_str().expect("text")),
            "message" => text.push_str(part["content"][0]["text"].as_str().expect("text")),
            "tool_use" | "function_call" => calls.push(name(&part["name"])),
            other => panic!("{other}"),
        }
    }
    (text, calls)
}

fn forms() -> [Value; 3] {
    let form = json!({"type": "json_schema", "schema": answer_schema()});
    let chat = json!({"type": "json_schema", "json_schema": {"schema": answer_schema()}});
    [
        json!({"response_format": chat}),
        json!({"output_config": {"format": form}}),
        json!({"text": {"format": form}}),
    ]
}

fn with(mut fields: [Value; 3], choices: [Value; 3]) -> [Value; 3] {
    for (fields, choice) in fields.iter_mut().zip(choices) {
        fields["tool_choice"] = choice;
    }
    fields
}

#[tokio::test]
async fn a_call_that_must_come_is_the_answer_whatever_the_form_of_texts() {
    let any = [json!("required"), json!({"type": "any"}), json!("required")];
    let named = [
        json!({"type": "function", "function": {"name": "turn"}}),
        json!({"type": "tool", "name": "turn"}),
        json!({"type": "function", "name": "turn"}),
    ];
    for (choices, expected) in [(any, None), (named, Some("turn"))] {
        for (path, body) in bodies(with(forms(), choices)) {
            let server = server("{\"city\": \"Oslo\"}");
            let (text, calls) = parts(&server.post(path, &body).await.ok());
            assert_eq!(text, "", "{path}");
            assert!(!calls.is_empty(), "{path}");
            assert!(expected.is_none_or(|name| calls.iter().all(|c| c == name)), "{calls:?}");
        }
    }
    // Where no call must come, the form holds.
    let auto = [json!("auto"), json!({"type": "auto"}), json!("auto")];
    for (path, body) in bodies(with(forms(), auto)) {
        let answer = server("{\"city\": \"Rome\"}").post(path, &body).await.ok();
        let (text, calls) = parts(&answer);
        assert_eq!(serde_json::from_str::<Value>(&text).ok(), Some(json!({"city": "Oslo"})));
        assert!(calls.is_empty(), "{path}");
    }
    let other = [
        json!({"response_format": {"type": "json_object"}, "tool_choice": "required"}),
        json!({"tool_choice": {"type": "any"}}),
        json!({"structured_outputs": {"choice": ["a", "b"]}, "tool_choice": "required"}),
    ];
    for (path, body) in bodies(other) {
        let (text, calls) = parts(&server("a").post(path, &body).await.ok());
        assert!(text.is_empty() && !calls.is_empty(), "{path}");
    }
}

/// A `tool_choice` for some tools, in chats and in responses.
fn allowed(mode: &str, names: &[&str]) -> [(&'static str, Value); 2] {
    let chat: Vec<Value> =
        names.iter().map(|n| json!({"type": "function", "function": {"name": n}})).collect();
    let flat: Vec<Value> = names.iter().map(|n| json!({"type": "function", "name": n})).collect();
    let chat = json!({"type": "allowed_tools", "allowed_tools": {"mode": mode, "tools": chat}});
    let flat = json!({"type": "allowed_tools", "mode": mode, "tools": flat});
    let [chat, _, response] =
        bodies([json!({"tool_choice": chat}), json!({}), json!({"tool_choice": flat})]);
    [chat, response]
}

fn call(name: &str) -> String {
    format!(
        "<tool_call>\n<function={name}>\n<parameter=to>\npier\n</parameter>\n</function>\n\
         </tool_call>"
    )
}

#[tokio::test]
async fn some_of_the_tools_may_be_called() {
    let all_shown = bodies([json!({}), json!({}), json!({})]);
    for names in [&["turn"][..], &["go"], &["turn", "go"]] {
        for wish in NAMES.map(call) {
            for (path, body) in allowed("required", names) {
                let server = server(&wish);
                let (text, calls) = parts(&server.post(path, &body).await.ok());
                assert!(text.is_empty() && !calls.is_empty(), "{path}");
                assert!(calls.iter().all(|call| names.contains(&call.as_str())), "{calls:?}");
                // The prompt shows all tools, so that it stays the same from turn to turn.
                let prompt = server.engine.last_request().prompt;
                let (_, body) = all_shown.iter().find(|(p, _)| p == &path).expect("a body");
                server.post(path, body).await.ok();
                assert_eq!(prompt, server.engine.last_request().prompt);
            }
        }
    }
    for (path, body) in allowed("auto", &["turn"]) {
        let answer = server("No.").post(path, &body).await.ok();
        assert_eq!(parts(&answer), ("No.".to_owned(), vec![]), "{path}");
        let answer = server(&call("turn")).post(path, &body).await.ok();
        assert_eq!(parts(&answer), (String::new(), vec!["turn".to_owned()]), "{path}");
        let (_, calls) = parts(&server(&call("go")).post(path, &body).await.ok());
        assert!(!calls.contains(&"go".to_owned()), "{calls:?}");
    }
}

#[tokio::test]
async fn choices_among_tools_are_checked() {
    let server = server("x");
    for (mode, names, param) in [
        ("required", &["fly"][..], "tool_choice"),
        ("auto", &["go", "fly"], "tool_choice"),
        ("none", &["go"], "mode"),
        ("auto", &[], "tools"),
    ] {
        for (path, body) in allowed(mode, names) {
            let answer = server.post(path, &body).await;
            assert_eq!(answer.status, 400, "{}", answer.text());
            let error = &answer.json()["error"];
            assert!(error["param"].as_str().is_some_and(|p| p.ends_with(param)), "{error}");
        }
    }
    // Errors name a tool by its place in the request.
    for (path, mut body) in allowed("required", &["turn"]) {
        let schema = json!(7);
        let tool = &mut body["tools"][2];
        match tool.get_mut("function") {
            Some(function) => function["parameters"] = schema,
            None => tool["parameters"] = schema,
        }
        let answer = server.post(path, &body).await;
        assert!(answer.text().contains("tools[2]"), "{}", answer.text());
    }
}

#[tokio::test]
async fn json_mode_takes_a_schema() {
    let form = json!({"type": "json_object", "schema": answer_schema()});
    let [chat, _, response] = bodies([
        json!({"response_format": form, "tools": []}),
        json!({}),
        json!({"text": {"format": form}, "tools": []}),
    ]);
    let completion = json!({"prompt": "hi", "max_tokens": 100, "response_format": form});
    for (path, body) in [chat, response, ("/v1/completions", completion)] {
        let server = server("{\"city\": \"Rome\", \"n\": 1}");
        let answer = server.post(path, &body).await.ok();
        let text = match answer["choices"][0]["text"].as_str() {
            Some(text) => text.to_owned(),
            None => parts(&answer).0,
        };
        let value: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(value, json!({"city": "Oslo"}), "{path}");
        for (schema, message) in [(json!(5), "schema"), (json!({"type": 5}), "type")] {
            let mut body = body.clone();
            let form = if path == responses::PATH {
                &mut body["text"]["format"]
            } else {
                &mut body["response_format"]
            };
            form["schema"] = schema;
            let answer = server.post(path, &body).await;
            assert_eq!(answer.status, 400, "{}", answer.text());
            let error = &answer.json()["error"];
            let field = if path == responses::PATH { "text.format" } else { "response_format" };
            let param = error["param"].as_str().expect("a param");
            assert!(param.starts_with(&format!("{field}.schema")), "{error}");
            assert!(error["message"].as_str().is_some_and(|m| m.contains(message)), "{error}");
        }
    }
}

#[tokio::test]
async fn a_call_that_must_come_is_never_text() {
    let dialects = [
        (Dialect::Qwen3Coder, call("go"), "<function=go>"),
        (
            Dialect::Hermes,
            "<tool_call>\n{\"name\": \"go\", \"arguments\": {\"to\": \"pier\"}}\n</tool_call>"
                .to_owned(),
            "\"go\"",
        ),
        (Dialect::Mistral, "[TOOL_CALLS]go[ARGS]{\"to\": \"pier\"}".to_owned(), "[ARGS]"),
        (
            Dialect::Gemma,
            "<|tool_call>call:go{to:<|\"|>pier<|\"|>}<tool_call|>".to_owned(),
            "call:go{",
        ),
        (
            Dialect::DeepseekV3,
            "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>go\n```json\n\
             {\"to\": \"pier\"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>"
                .to_owned(),
            "{",
        ),
        (
            Dialect::BareJson,
            "{\"name\": \"go\", \"arguments\": {\"to\": \"pier\"}}".to_owned(),
            "\"go\"",
        ),
    ];
    let choices = [json!("required"), json!({"type": "any"}), json!("required")];
    for (dialect, text, head) in dialects {
        let named = text.find(head).expect("a head") + head.len();
        let cuts = (1..=text.len()).filter(|at| text.is_char_boundary(*at));
        for said in cuts.map(|at| text[..at].to_owned()).chain([format!("{text}<rest>")]) {
            let mut config = config();
            config.output.dialect = Some(dialect);
            config.seq_len_max = 4096;
            let server = Server::with_config(FakeEngine::says(&said), config);
            for (path, mut body) in bodies(with([json!({}), json!({}), json!({})], choices.clone()))
            {
                let answer = server.post(path, &body).await.ok();
                let (text, calls) = parts(&answer);
                assert_eq!(text, "", "{dialect}: {said}");
                if said.len() >= named {
                    assert_eq!(calls, ["go"], "{dialect}: {said}");
                }
                body["stream"] = json!(true);
                let events = server.post(path, &body).await;
                let shown = ["\"content\":\"<", "text_delta", "output_text.delta"];
                assert!(!shown.iter().any(|s| events.text().contains(s)), "{}", events.text());
            }
        }
    }
}
