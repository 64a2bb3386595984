//! Budgets of reasoning in all three APIs. One token is one byte here.

use crate::support::client::{Server, config};
use crate::support::fake::{FakeEngine, text_model_with};
use crate::support::{messages, responses};
use atlas_server::ServerConfig;
use atlas_text::{Dialect, ReasoningTags};
use serde_json::{Value, json};

const THOUGHT: &str = "<think>\nFirst this, then that, and then something else.\n";
const ANSWER: &str = "</think>\n\nDone.";

fn reasoning() -> ServerConfig {
    let mut config = config();
    config.seq_len_max = 4096;
    config.output.dialect = Some(Dialect::Qwen3Coder);
    config.output.reasoning = Some(ReasoningTags::think(false));
    config
}

/// A model that closes its thought itself, or goes on after a mark that was forced.
fn server(config: ServerConfig) -> Server {
    let own = format!("{THOUGHT}{ANSWER}");
    Server::with_config(FakeEngine::thinks(&own, "\n\nDone."), config)
}

fn body(extra: Value) -> Value {
    let mut body = json!({"messages": [{"role": "user", "content": "hi"}], "max_tokens": 400,
                          "atlas": {"interventions": true}});
    body.as_object_mut().expect("object").extend(extra.as_object().expect("object").clone());
    body
}

async fn chat(server: &Server, extra: Value) -> (Value, u64) {
    let answer = server.chat(&body(extra)).await.ok();
    let tokens = answer["usage"]["completion_tokens"].as_u64().expect("a count");
    (answer["choices"][0].clone(), tokens)
}

fn forced(tokens: usize) -> Value {
    json!([{"kind": "thinking_budget", "tokens": tokens}])
}

#[tokio::test]
async fn a_budget_closes_the_reasoning_and_the_answer_follows() {
    let server = server(reasoning());
    let (free, _) = chat(&server, json!({})).await;
    let whole = free["message"]["reasoning_content"].as_str().expect("reasoning");
    assert_eq!(whole, "First this, then that, and then something else.");
    assert_eq!(free["atlas"]["interventions"], json!([]));
    assert!(server.engine.last_request().constraint.is_none(), "nothing is held");
    // The newline after the mark is a token too: 9 is in the middle of "this".
    let (choice, tokens) = chat(&server, json!({"thinking_token_budget": 9})).await;
    assert_eq!(choice["message"]["reasoning_content"], "First this");
    assert_eq!(choice["message"]["content"], "Done.");
    assert_eq!(choice["finish_reason"], "stop");
    assert_eq!(choice["atlas"]["interventions"], forced(11));
    let text = "<think>\nFirst this</think>\n\nDone.";
    assert_eq!(tokens as usize, text.len() + 1, "forced tokens are billed, and the stop token");
    // In a stream the same.
    let stream = json!({"thinking_token_budget": 9, "stream": true, "n": 2});
    let events = server.chat(&body(stream)).await.events();
    for index in 0..2 {
        let of = |key: &str| -> String {
            let choices = events.iter().flat_map(|e| e["choices"].as_array().expect("choices"));
            let pieces = choices.filter(|c| c["index"] == index);
            pieces.filter_map(|c| c["delta"][key].as_str().map(str::to_owned)).collect()
        };
        assert_eq!((of("reasoning_content"), of("content")), ("First this".into(), "Done.".into()));
    }
    let metrics = server.get("/metrics").await;
    let line = "atlas_interventions_total{kind=\"thinking_budget\"} 3";
    assert!(metrics.text().lines().any(|l| l == line), "{}", metrics.text());
}

#[tokio::test]
async fn reasoning_that_repeats_itself_is_closed_and_the_answer_follows() {
    let thought = format!("<think>\nSo. {}", "I could go on and on. ".repeat(30));
    let engine = FakeEngine::thinks(&thought, "\n\nDone: no no no no no no.");
    let server = Server::with_config(engine, reasoning());
    let (choice, _) = chat(&server, json!({"repetition_detection": {}})).await;
    let twice = "I could go on and on. ".repeat(2);
    let kept = format!("So. {twice}I could go on and on");
    assert_eq!(choice["message"]["reasoning_content"], kept);
    let tokens = kept.len() + 1;
    let closed = json!({"kind": "thinking_repetition", "tokens": tokens});
    // The text after it is held to the same, and the guard ends it.
    let cut = json!({"kind": "repetition", "limit": 3, "tokens": 3});
    assert_eq!(choice["atlas"]["interventions"], json!([closed, cut]));
    assert_eq!(choice["finish_reason"], "length");
    assert_eq!(choice["message"]["content"], "Done: no no no");
    // A profile's is not looked for in a form that must come, but before it.
    let repetition = Some(atlas_text::Repetition::default());
    let guards = atlas_server::request::guards::GuardLimits { repetition, ..Default::default() };
    // The prompt opens the reasoning: no token of this vocabulary does.
    let template = "{% for m in messages %}{{ m.content }}\n{% endfor %}<think>\n";
    let thought = thought.trim_start_matches("<think>\n");
    let engine = FakeEngine::thinks(thought, "[1,1,1,1,1,1,1,1]");
    let config = ServerConfig { guards, ..reasoning() };
    let server = Server::with_text(engine, config, text_model_with(template));
    let list = json!({"type": "array", "items": {"const": 1}, "minItems": 8, "maxItems": 8});
    let format = json!({"type": "json_schema", "json_schema": {"name": "x", "schema": list}});
    let (choice, _) = chat(&server, json!({"response_format": format})).await;
    assert_eq!(choice["message"]["reasoning_content"], kept);
    assert_eq!(choice["message"]["content"], "[1,1,1,1,1,1,1,1]");
    assert_eq!(choice["atlas"]["interventions"][0]["kind"], "thinking_repetition");
    assert_eq!(choice["atlas"]["interventions"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn budgets_that_are_not_reached_change_nothing() {
    let server = server(reasoning());
    let (free, _) = chat(&server, json!({})).await;
    for budget in [json!(-1), json!(60), json!(4_000_000_000u64), json!(9_000_000_000_000u64)] {
        let (choice, _) = chat(&server, json!({"thinking_token_budget": budget})).await;
        assert_eq!(choice, free, "{budget}");
    }
    for (wrong, path) in
        [(json!(-2), "thinking_token_budget"), (json!("x"), "thinking_token_budget")]
    {
        let answer = server.chat(&body(json!({"thinking_token_budget": wrong}))).await;
        assert_eq!(answer.status, 400, "{}", answer.text());
        assert_eq!(answer.json()["error"]["param"], path);
    }
    let completion = json!({"prompt": "x", "thinking_token_budget": 5});
    let answer = server.complete(&completion).await;
    assert_eq!(answer.json()["error"]["param"], "thinking_token_budget");
}

#[tokio::test]
async fn a_profile_sets_the_budget_and_a_request_goes_before_it() {
    let server = server(ServerConfig { thinking_budget: Some(9), ..reasoning() });
    let (choice, _) = chat(&server, json!({})).await;
    assert_eq!(choice["message"]["reasoning_content"], "First this");
    let (choice, _) = chat(&server, json!({"thinking_token_budget": null})).await;
    assert_eq!(choice["message"]["reasoning_content"], "First this");
    for (extra, want) in [
        (json!({"thinking_token_budget": 0}), Value::Null),
        (json!({"thinking_token_budget": 17}), "First this, then".into()),
        (
            json!({"thinking_token_budget": -1}),
            "First this, then that, and then something else.".into(),
        ),
    ] {
        let (choice, _) = chat(&server, extra).await;
        assert_eq!(choice["message"]["reasoning_content"], want);
        assert_eq!(choice["message"]["content"], "Done.");
    }
    // A model without reasoning is not held to anything.
    let plain = ServerConfig { thinking_budget: Some(9), ..config() };
    let server = Server::with_config(FakeEngine::says("<think>\nNo, this is text."), plain);
    let (choice, _) = chat(&server, json!({})).await;
    assert_eq!(choice["message"]["content"], "<think>\nNo, this is text.");
    let (choice, _) = chat(&server, json!({"thinking_token_budget": 5})).await;
    assert_eq!(choice["message"]["content"], "<think>\nNo, this is text.");
    let metrics = server.get("/metrics").await;
    let line = "atlas_ignored_fields_total{field=\"thinking_token_budget\"} 1";
    assert!(metrics.text().lines().any(|l| l == line), "{}", metrics.text());
}

#[tokio::test]
async fn messages_and_responses_have_budgets_too() {
    let server = server(reasoning());
    let thinking = json!({"thinking": {"type": "enabled", "budget_tokens": 9},
                          "atlas": {"interventions": true}});
    let (message, _) = messages::both(&server, messages::body(thinking)).await;
    let content = json!([{"type": "thinking", "thinking": "First this", "signature": ""},
                         {"type": "text", "text": "Done."}]);
    assert_eq!((&message["content"], &message["stop_reason"]), (&content, &json!("end_turn")));
    assert_eq!(message["atlas"]["interventions"], forced(11));
    let plain = json!({"thinking": {"type": "disabled", "budget_tokens": 9}});
    let (message, _) = messages::both(&server, messages::body(plain)).await;
    assert_eq!(message["content"][0]["thinking"], THOUGHT["<think>\n".len()..].trim_end());
    assert_eq!(message.get("atlas"), None, "it was not asked for");

    let extra = json!({"thinking_token_budget": 9, "atlas": {"interventions": true}});
    let response = server.post(responses::PATH, &responses::body(extra.clone())).await.ok();
    assert_eq!(response["output"][0]["content"][0]["text"], "First this");
    assert_eq!(response["output"][1]["content"][0]["text"], "Done.");
    assert_eq!(
        (&response["status"], &response["atlas"]["interventions"]),
        (&json!("completed"), &forced(11))
    );
    let mut stream = responses::body(extra);
    stream["stream"] = json!(true);
    let events = responses::events(&server.post(responses::PATH, &stream).await);
    let last = &events.last().expect("events")["response"];
    assert_eq!(last["output"][0]["content"], response["output"][0]["content"]);
    assert_eq!(last["atlas"], response["atlas"]);
}

/// A form that must come after the reasoning is whole whatever the budget and the length are.
#[tokio::test]
async fn forms_come_whole_after_a_forced_close() {
    // The prompt opens the reasoning: no token of this vocabulary does.
    let template = "{% for m in messages %}{{ m.content }}\n{% endfor %}<think>\n";
    let thought = "and so on, ".repeat(80);
    let engine = FakeEngine::thinks(&thought, "\n\n{\"a\": 12}");
    let server = Server::with_text(engine, reasoning(), text_model_with(template));
    let schema = json!({"type": "object", "properties": {"a": {"type": "integer"}},
                        "required": ["a"], "additionalProperties": false});
    let form = json!({"type": "json_schema", "json_schema": {"schema": schema}});
    for (extra, kind) in [
        (json!({"thinking_token_budget": 20}), "thinking_budget"),
        (json!({"thinking_token_budget": 20, "max_tokens": 40}), "thinking_budget"),
        (json!({"thinking_token_budget": 20, "max_tokens": 26}), "thinking_room"),
        (json!({"max_tokens": 60}), "thinking_room"),
        (json!({}), "thinking_room"),
        (json!({"thinking_token_budget": 9999}), "thinking_room"),
    ] {
        let mut request = extra.clone();
        request["response_format"] = form.clone();
        let (choice, _) = chat(&server, request).await;
        let text = choice["message"]["content"].as_str().expect("content");
        let value: Value = serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {choice}"));
        assert!(value["a"].is_number(), "{value}");
        assert_eq!(choice["finish_reason"], "stop", "{choice}");
        assert_eq!(choice["atlas"]["interventions"][0]["kind"], kind, "{extra} {choice}");
    }
    let short = body(json!({"response_format": form, "max_tokens": 3}));
    let answer = server.chat(&short).await;
    assert_eq!(
        (answer.status.as_u16(), answer.json()["error"]["param"].as_str()),
        (400, Some("max_tokens"))
    );
}

/// A call in the reasoning has ended it already where the budget is reached: the mark is dropped.
#[tokio::test]
async fn a_call_in_the_reasoning_leaves_no_mark_behind() {
    let call = "<tool_call>\n<function=move_to>\n<parameter=x>\n3\n</parameter>\n</function>\n</tool_call>";
    let thought = format!("<think>\nI move. {call}");
    let more = "\nThere. ";
    let server = Server::with_config(
        FakeEngine::thinks(&format!("{thought}{more}{more}{more}"), "Done."),
        reasoning(),
    );
    let parameters = json!({"type": "object", "properties": {"x": {"type": "integer"}}});
    let tools =
        json!([{"type": "function", "function": {"name": "move_to", "parameters": parameters}}]);
    let budget = thought.len() - "<think>".len() + more.len();
    let (choice, _) = chat(&server, json!({"tools": tools, "thinking_token_budget": budget})).await;
    assert_eq!(
        choice["message"]["tool_calls"][0]["function"]["arguments"], "{\"x\": 3}",
        "{choice}"
    );
    let text = choice["message"]["content"].as_str().expect("content");
    assert!(text.starts_with("There.") && text.ends_with("Done."), "{text:?}");
    assert!(!text.contains("think"), "{text:?}");
}

/// With tools to choose from and a form, the answer is either, and nothing else.
#[tokio::test]
async fn a_form_may_be_calls_instead() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "integer"}},
                        "required": ["a"], "additionalProperties": false});
    let call = "<tool_call>\n<function=move_to>\n<parameter=x>\n3\n</parameter>\n</function>\n</tool_call>";
    let parameters = json!({"type": "object", "properties": {"x": {"type": "integer"}},
                            "required": ["x"]});
    let tool = json!({"type": "function",
                      "function": {"name": "move_to", "parameters": parameters}});
    let format = json!({"type": "json_schema", "json_schema": {"name": "n", "schema": schema}});
    let request = json!({"tools": [tool], "response_format": format});
    for (says, content, calls, reason) in [
        ("{\"a\": 12}", json!("{\"a\": 12}"), 0, "stop"),
        (call, Value::Null, 1, "tool_calls"),
        // Prose is neither: the form decides.
        ("Well, hm", json!("{\"a\": 12}"), 0, "stop"),
    ] {
        let engine = FakeEngine::thinks(says, "{\"a\": 12}");
        let server = Server::with_config(engine, reasoning());
        let (choice, _) = chat(&server, request.clone()).await;
        assert_eq!(choice["finish_reason"], reason, "{choice}");
        let got = choice["message"]["tool_calls"].as_array().map_or(0, Vec::len);
        assert_eq!(got, calls, "{choice}");
        if says.starts_with(['{', '<']) {
            assert_eq!(choice["message"]["content"], content, "{choice}");
        } else {
            let text = choice["message"]["content"].as_str().expect("content");
            let value: Value = serde_json::from_str(text).expect("JSON");
            assert!(value["a"].is_number(), "{value}");
        }
    }
    // Its calls begin like any JSON.
    let mut config = reasoning();
    config.output.dialect = Some(Dialect::BareJson);
    let server = Server::with_config(FakeEngine::says("{}"), config);
    let answer = server.chat(&body(request)).await;
    assert_eq!(answer.status, 400);
    assert_eq!(answer.json()["error"]["param"], "response_format");
}

/// DeepSeek V3.1 calls the switch `thinking`; Mistral has an effort alone.
#[tokio::test]
async fn templates_with_other_switches_follow_the_effort() {
    let both = "{{ enable_thinking }} {{ thinking }} {{ reasoning_effort }}";
    // As Mistral's: the field of a message is no switch.
    let effort_alone = "{{ reasoning_effort }} {{ messages[0]['thinking'] }}";
    let (high, none) = (json!({"reasoning_effort": "high"}), json!({"reasoning_effort": "none"}));
    for (template, body, variables, temperature) in [
        ("{{ thinking }}", &high, json!({"thinking": true}), 0.25),
        ("{{ thinking }}", &none, json!({"thinking": false}), 0.75),
        ("{{ thinking }}", &json!({"think": true}), json!({"thinking": true}), 0.25),
        (both, &high, json!({"enable_thinking": true, "reasoning_effort": "high"}), 0.25),
        (both, &none, json!({"enable_thinking": false}), 0.75),
        (effort_alone, &high, high.clone(), 0.25),
        (effort_alone, &none, none.clone(), 0.75),
        (effort_alone, &json!({"think": true}), high.clone(), 0.25),
        (effort_alone, &json!({"think": false}), none.clone(), 0.75),
    ] {
        let mut config = reasoning();
        config.sampling.temperature = 0.75;
        config.sampling_thinking.temperature = 0.25;
        let text = text_model_with(&format!("{template} {{{{ messages[0].content }}}}"));
        let server = Server::with_text(FakeEngine::says("x"), config, text);
        chat(&server, body.clone()).await;
        let asked = server.engine.last_request();
        chat(&server, json!({"chat_template_kwargs": variables})).await;
        let same = server.engine.last_request();
        assert_eq!(asked.prompt, same.prompt, "{template} {body}");
        for request in [asked, same] {
            assert_eq!(request.sampling.temperature, temperature, "{template} {body}");
        }
    }
}
