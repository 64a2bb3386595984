//! Answers of a prescribed form, by the bundled model.

mod support;

use serde_json::{Value, json};
use support::{Served, events};

const CHAT: &str = "/v1/chat/completions";

fn body(text: &str, extra: Value) -> Value {
    let mut body = json!({"messages": [{"role": "user", "content": text}], "max_tokens": 120});
    body.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
    body
}

fn ask(served: &Served, text: &str, extra: Value) -> Value {
    let (status, answer) = served.post(CHAT, &body(text, extra));
    assert_eq!(status, 200, "{answer}");
    answer["choices"][0].clone()
}

fn content(choice: &Value) -> Value {
    let text = choice["message"]["content"].as_str().unwrap_or_else(|| panic!("{choice}"));
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

fn format(schema: Value) -> Value {
    json!({"type": "json_schema", "json_schema": {"name": "x", "schema": schema}})
}

fn tool(name: &str) -> Value {
    let properties =
        json!({"city": {"type": "string", "minLength": 1}, "days": {"type": "integer"}});
    json!({"type": "function", "function": {"name": name, "description": "Weather of a city",
        "parameters": {"type": "object", "properties": properties, "required": ["city", "days"]}}})
}

fn arguments(choice: &Value) -> (String, Value) {
    let calls = choice["message"]["tool_calls"].as_array().unwrap_or_else(|| panic!("{choice}"));
    let function = &calls[0]["function"];
    let arguments = serde_json::from_str(function["arguments"].as_str().unwrap()).unwrap();
    (function["name"].as_str().unwrap().to_owned(), arguments)
}

#[test]
fn json_fits_its_schema_at_any_temperature_and_length() {
    let served = Served::start(&[]);
    let schema = json!({"type": "object", "additionalProperties": false,
        "properties": {"name": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}},
                       "size": {"type": "integer", "minimum": 0}},
        "required": ["name", "tags", "size"]});
    for seed in 0..24 {
        let extra = json!({"response_format": format(schema.clone()), "seed": seed,
            "temperature": if seed % 3 == 0 { 0.0 } else { 1.5 }, "max_tokens": 24 + 5 * seed});
        let choice = ask(&served, "Tell me about the sea.", extra);
        assert_eq!(choice["finish_reason"], "stop", "seed {seed}: {choice}");
        let value = content(&choice);
        let keys: Vec<&String> = value.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["name", "tags", "size"]);
        assert!(value["name"].is_string() && value["size"].is_u64(), "{value}");
        assert!(value["tags"].as_array().unwrap().iter().all(Value::is_string), "{value}");
    }
    let short = body("Hi", json!({"response_format": format(schema), "max_tokens": 4}));
    let (status, answer) = served.post(CHAT, &short);
    assert_eq!((status, &answer["error"]["param"]), (400, &json!("max_tokens")), "{answer}");
    assert!(answer["error"]["message"].as_str().unwrap().contains("min_tokens"));
    let any =
        ask(&served, "Hello!", json!({"response_format": {"type": "json_object"}, "seed": 3}));
    assert!(content(&any).is_object());
}

#[test]
fn choices_and_expressions_bind_both_endpoints() {
    let served = Served::start(&[]);
    let words = json!(["yes (surely)", "no"]);
    let choice = ask(&served, "Hello!", json!({"structured_outputs": {"choice": words}}));
    let text = choice["message"]["content"].as_str().unwrap();
    assert!(words.as_array().unwrap().iter().any(|w| w == text), "{text}");
    let regex = json!({"prompt": "The code is", "max_tokens": 20, "temperature": 1, "seed": 1,
                       "guided_regex": "[A-Z]{3}-[0-9]{4}"});
    let (status, answer) = served.post("/v1/completions", &regex);
    assert_eq!(status, 200, "{answer}");
    let text = answer["choices"][0]["text"].as_str().unwrap();
    let (letters, digits) = text.split_once('-').unwrap();
    assert!(letters.len() == 3 && letters.bytes().all(|b| b.is_ascii_uppercase()), "{text}");
    assert!(digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit()), "{text}");
}

#[test]
fn calls_can_be_forced_and_stream_as_they_are() {
    let served = Served::start(&[]);
    let tools = json!([tool("get_weather"), tool("get_forecast")]);
    let required = json!({"tools": tools, "tool_choice": "required"});
    // Small talk, which the model answers without a call when it may.
    let free = ask(&served, "Hello!", json!({"tools": tools}));
    assert_eq!(free["finish_reason"], "stop", "{free}");
    for seed in 0..8 {
        let mut extra = required.clone();
        extra["temperature"] = json!(1.2);
        extra["seed"] = json!(seed);
        let choice = ask(&served, "Hello!", extra.clone());
        assert_eq!(choice["finish_reason"], "tool_calls", "{choice}");
        let (name, given) = arguments(&choice);
        assert!(["get_weather", "get_forecast"].contains(&name.as_str()));
        assert!(given["city"].as_str().is_some_and(|c| !c.is_empty()), "{given}");
        // JSON schema counts 3.0 among the integers.
        assert!(given["days"].as_f64().is_some_and(|n| n.fract() == 0.0), "{given}");
        extra["stream"] = json!(true);
        let (_, text) = served.request("POST", CHAT, &body("Hello!", extra).to_string());
        let streamed: String = events(&text)
            .iter()
            .flat_map(|e| {
                e["choices"][0]["delta"]["tool_calls"].as_array().cloned().unwrap_or_default()
            })
            .filter(|call| call["index"] == 0)
            .map(|call| call["function"]["arguments"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(serde_json::from_str::<Value>(&streamed).unwrap(), given);
    }
    let named = json!({"type": "function", "function": {"name": "get_forecast"}});
    let choice = ask(&served, "Hello!", json!({"tools": tools, "tool_choice": named}));
    assert_eq!(arguments(&choice).0, "get_forecast");
}

#[test]
fn a_form_begins_after_the_reasoning() {
    let served = Served::start(&[]);
    let schema =
        json!({"type": "object", "properties": {"sum": {"type": "integer"}}, "required": ["sum"]});
    let extra = json!({"response_format": format(schema), "temperature": 0, "max_tokens": 300,
                       "chat_template_kwargs": {"enable_thinking": true}});
    let choice = ask(&served, "What is 17 + 25?", extra);
    assert!(
        choice["message"]["reasoning_content"].as_str().is_some_and(|r| r.contains("42")),
        "{choice}"
    );
    assert!(content(&choice)["sum"].is_number(), "{choice}");
}

/// With tools to choose from, the answer is a call or the form, whatever the model would say.
#[test]
fn a_form_leaves_the_tools_to_choose_from() {
    let served = Served::start(&[]);
    let tools = json!([tool("get_weather"), tool("get_forecast")]);
    let schema = json!({"type": "object", "properties": {"city": {"type": "string"}},
                        "required": ["city"], "additionalProperties": false});
    // The model, left to itself, begins with a call; some requests lean to a brace.
    let (status, brace) = served.post("/tokenize", &json!({"prompt": "{"}));
    assert_eq!(status, 200, "{brace}");
    let brace = brace["tokens"][0].to_string();
    let (mut calls, mut forms) = (0, 0);
    for seed in 0..10 {
        let lean = json!({ &brace: if seed % 2 == 0 { 0 } else { 100 } });
        let extra = json!({"tools": tools, "response_format": format(schema.clone()),
                           "temperature": 1.2, "seed": seed, "max_tokens": 200, "logit_bias": lean});
        let choice = ask(&served, "What is the weather in Oslo in 3 days?", extra);
        if choice["finish_reason"] == "tool_calls" {
            let (name, given) = arguments(&choice);
            assert!(["get_weather", "get_forecast"].contains(&name.as_str()));
            assert!(given["city"].is_string() && given["days"].is_number(), "{given}");
            calls += 1;
        } else {
            assert!(content(&choice)["city"].is_string(), "{choice}");
            forms += 1;
        }
    }
    assert!(calls > 0 && forms > 0, "{calls} calls and {forms} forms");
}

#[test]
fn forms_that_cannot_be_prescribed_are_refused_by_name() {
    let served = Served::start(&[]);
    let tools = json!([tool("get_weather")]);
    let cases = [
        (
            json!({"response_format": format(json!({"type": "object", "properties": {"a": {"uniqueItems": true}}}))}),
            "response_format.json_schema.schema/properties/a/uniqueItems",
        ),
        (json!({"response_format": {"type": "xml"}}), "response_format.type"),
        (json!({"response_format": {"type": "json_schema"}}), "response_format.json_schema.schema"),
        (json!({"structured_outputs": {"regex": "("}}), "structured_outputs.regex"),
        (
            json!({"structured_outputs": {"grammar": "start: nothing"}}),
            "structured_outputs.grammar",
        ),
        (json!({"structured_outputs": {"choice": []}}), "structured_outputs.choice"),
        (json!({"structured_outputs": {"ebnf": "x"}}), "structured_outputs.ebnf"),
        (json!({"guided_regex": "a", "response_format": {"type": "json_object"}}), "guided_regex"),
        (
            json!({"tools": tools, "structured_outputs": {"regex": "a+"}}),
            "structured_outputs.regex",
        ),
        (json!({"tool_choice": "required"}), "tool_choice"),
        (json!({"tool_choice": "always", "tools": tools}), "tool_choice"),
        (
            json!({"tool_choice": {"type": "function", "function": {"name": "f"}}, "tools": tools}),
            "tool_choice",
        ),
    ];
    for (extra, param) in cases {
        let (status, answer) = served.post(CHAT, &body("Hi", extra.clone()));
        assert_eq!(
            (status, answer["error"]["param"].as_str()),
            (400, Some(param)),
            "{extra}: {answer}"
        );
    }
    assert_eq!(served.metric("atlas_requests_running "), 0.0);
}
