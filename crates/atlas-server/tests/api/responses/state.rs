//! `/v1/responses`: what goes into the prompt and what is kept.

use crate::support::client::{Server, config};
use crate::support::fake::{FakeEngine, text_model_with};
use crate::support::responses::{PATH, body, plain, server};
use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::{Value, json};

fn user(text: &str) -> Value {
    json!({"role": "user", "content": text})
}

async fn delete(server: &Server, path: &str) -> crate::support::client::Answer {
    let request = Request::builder().method(Method::DELETE).uri(path).body(Body::empty());
    server.send(request.expect("request")).await
}

/// The prompt of a request, as text.
async fn prompt(server: &Server, path: &str, body: &Value) -> String {
    server.post(path, body).await.ok();
    let tokens = server.engine.last_request().prompt;
    crate::support::fake::text_model().tokenizer().decode(&tokens, false)
}

#[tokio::test]
async fn the_prompt_is_that_of_the_same_chat() {
    let server = server("Hello.");
    let input = json!([
        {"role": "developer", "content": [{"type": "input_text", "text": "Be "},
                                          {"type": "input_text", "text": "kind."}]},
        user("one"),
        {"type": "message", "role": "assistant", "id": "msg_1", "status": "completed",
         "content": [{"type": "output_text", "text": "two", "annotations": []}]},
        {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c1", "output": "three"},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "four"}]},
    ]);
    let tools = json!([{"type": "function", "name": "f", "description": "d", "strict": false,
                        "parameters": {"type": "object", "properties": {}}}]);
    let request = json!({"input": input, "instructions": "First.", "tools": tools});
    let ours = prompt(&server, PATH, &request).await;
    let call =
        json!({"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}});
    let chat = json!({
        "messages": [
            {"role": "system", "content": "First."}, {"role": "system", "content": "Be kind."},
            user("one"), {"role": "assistant", "content": "two", "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "c1", "content": "three"}, user("four"),
        ],
        "tools": [{"type": "function", "function": {
            "name": "f", "description": "d", "parameters": {"type": "object", "properties": {}}}}],
    });
    assert_eq!(ours, prompt(&server, "/v1/chat/completions", &chat).await);
    assert!(ours.contains("<|im_start|>system\nFirst.<|im_end|>"), "{ours}");
    let none = json!({"input": input, "tools": tools, "tool_choice": "none", "instructions": ""});
    assert!(!prompt(&server, PATH, &none).await.contains("tools"));
}

#[tokio::test]
async fn a_conversation_goes_on_from_a_stored_response() {
    let server = server("Aye.");
    for stream in [false, true] {
        let first = json!({"input": "one", "instructions": "Old.", "stream": stream});
        let answer = server.post(PATH, &first).await;
        let text = answer.text();
        let id = text.split("\"id\":\"").nth(1).and_then(|t| t.split('"').next()).expect("id");
        assert!(id.starts_with("resp_"), "{text}");
        let next = json!({"input": "two", "instructions": "New.", "previous_response_id": id});
        let ours = prompt(&server, PATH, &next).await;
        let messages = json!([{"role": "system", "content": "New."}, user("one"),
                              {"role": "assistant", "content": "Aye."}, user("two")]);
        let chat = json!({"messages": messages});
        assert_eq!(ours, prompt(&server, "/v1/chat/completions", &chat).await);
    }
    // Three deep, with the first one deleted.
    let ask = async |extra: Value| server.post(PATH, &body(extra)).await.ok();
    let a = ask(json!({"input": "a"})).await;
    let b = ask(json!({"input": "b", "previous_response_id": a["id"]})).await;
    let path = format!("{PATH}/{}", a["id"].as_str().expect("id"));
    let gone = delete(&server, &path).await.ok();
    assert_eq!(gone, json!({"id": a["id"], "object": "response", "deleted": true}));
    assert_eq!(delete(&server, &path).await.status, 404);
    let c = json!({"input": "c", "previous_response_id": b["id"]});
    let ours = prompt(&server, PATH, &c).await;
    let said: Vec<usize> = ["\na<", "\nb<", "\nc<"].map(|t| ours.find(t).expect(t)).to_vec();
    assert!(said.is_sorted(), "{ours}");
}

#[tokio::test]
async fn tool_results_and_references_come_back() {
    let call =
        "<tool_call>\n<function=f>\n<parameter=x>\n1\n</parameter>\n</function>\n</tool_call>";
    let server = server(&format!("<think>\nHm.\n</think>\n{call}"));
    let tools = json!([{"type": "function", "name": "f", "parameters": {"type": "object"}}]);
    let include = json!(["reasoning.encrypted_content"]);
    let first = body(json!({"input": "go", "tools": tools, "include": include}));
    let first = server.post(PATH, &first).await.ok();
    let output = first["output"].as_array().expect("output").clone();
    assert_eq!(output[0]["type"], "reasoning");
    assert!(output[0]["encrypted_content"].as_str().is_some_and(|t| t.ends_with("Hm.")));
    let result = json!({"type": "function_call_output", "call_id": output[1]["call_id"],
                        "output": [{"type": "input_text", "text": "done"}]});
    let go_on = json!({"input": [result], "previous_response_id": first["id"], "tools": tools});
    let by_id = prompt(&server, PATH, &go_on).await;
    // The same, all of it sent again: whole, or as references.
    let whole = [&[user("go")], &output[..], std::slice::from_ref(&result)].concat();
    assert_eq!(by_id, prompt(&server, PATH, &json!({"input": whole, "tools": tools})).await);
    let references: Vec<Value> =
        output.iter().map(|i| json!({"type": "item_reference", "id": i["id"]})).collect();
    let refer = [&[user("go")], &references[..], &[result]].concat();
    assert_eq!(by_id, prompt(&server, PATH, &json!({"input": refer, "tools": tools})).await);
    assert!(by_id.contains("<|im_start|>tool\ndone<|im_end|>"), "{by_id}");
}

#[tokio::test]
async fn stored_responses_can_be_read_until_they_are_evicted() {
    let mut config = config();
    config.responses_max = 2;
    let server = Server::with_config(FakeEngine::says("Aye."), config);
    let mut ids = Vec::new();
    for input in ["one", "two", "three"] {
        let response = server.post(PATH, &body(json!({"input": input}))).await.ok();
        let path = format!("{PATH}/{}", response["id"].as_str().expect("id"));
        assert_eq!(server.get(&path).await.ok(), response);
        ids.push(path);
    }
    let missing = server.get(&ids[0]).await;
    assert_eq!(missing.status, 404);
    let error = &missing.json()["error"];
    assert_eq!(error["type"], "invalid_request_error");
    assert!(error["message"].as_str().is_some_and(|m| m.contains("not found")), "{error}");
    let old = ids[0].rsplit('/').next().expect("id");
    let go_on = json!({"input": "x", "previous_response_id": old});
    let answer = server.post(PATH, &go_on).await;
    assert_eq!(answer.status, 400);
    assert_eq!(answer.json()["error"]["param"], "previous_response_id");
    assert_eq!(answer.json()["error"]["code"], "previous_response_not_found");
    let unkept = server.post(PATH, &body(json!({"store": false}))).await.ok();
    assert_eq!(unkept["store"], false);
    let path = format!("{PATH}/{}", unkept["id"].as_str().expect("id"));
    for path in [path.clone(), format!("{path}/input_items")] {
        assert_eq!(server.get(&path).await.status, 404);
    }
    // It was waited for.
    assert_eq!(server.post(&format!("{}/cancel", ids[2]), &json!({})).await.status, 400);
    assert_eq!(server.post(&format!("{}/cancel", ids[0]), &json!({})).await.status, 404);
    assert_eq!(server.get(&format!("{}?stream=true", ids[2])).await.status, 400);
    assert_eq!(server.get(&format!("{}?include=a&include=b", ids[2])).await.status, 200);
}

#[tokio::test]
async fn input_items_come_in_pages() {
    let server = server("Aye.");
    let first = body(json!({"input": [user("a"), user("b"), user("c")]}));
    let first = server.post(PATH, &first).await.ok();
    let next = body(json!({"input": "d", "previous_response_id": first["id"]}));
    let next = server.post(PATH, &next).await.ok();
    let path = format!("{PATH}/{}/input_items", next["id"].as_str().expect("id"));
    let texts = |page: &Value| -> Vec<String> {
        let items = page["data"].as_array().expect("data").iter();
        items.map(|i| i["content"][0]["text"].as_str().expect("text").to_owned()).collect()
    };
    let all = server.get(&format!("{path}?order=asc")).await.ok();
    assert_eq!(texts(&all), ["a", "b", "c", "Aye.", "d"]);
    assert_eq!((&all["object"], &all["has_more"]), (&json!("list"), &json!(false)));
    assert_eq!(all["data"][0]["content"][0]["type"], "input_text");
    assert_eq!(texts(&server.get(&path).await.ok()), ["d", "Aye.", "c", "b", "a"]);
    let mut seen = Vec::new();
    let mut after = String::new();
    loop {
        let page = server.get(&format!("{path}?limit=2&order=asc{after}")).await.ok();
        seen.extend(texts(&page));
        assert_eq!(page["first_id"], page["data"][0]["id"]);
        if page["has_more"] == false {
            break;
        }
        after = format!("&after={}", page["last_id"].as_str().expect("id"));
    }
    assert_eq!(seen, texts(&all));
    for (query, param) in [
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("limit=x", "limit"),
        ("order=up", "order"),
        ("after=nothing", "after"),
    ] {
        let answer = server.get(&format!("{path}?{query}")).await;
        assert_eq!(answer.status, 400, "{query}");
        assert_eq!(answer.json()["error"]["param"], param);
    }
}

/// Fields that Codex and the client libraries send by default.
fn defaults() -> Value {
    json!({
        "model": "tiny", "instructions": "You are an agent.", "stream": false, "store": false,
        "tools": [
            {"type": "function", "name": "shell", "description": "d", "strict": false,
             "parameters": {"type": "object", "properties": {}}},
            {"type": "custom", "name": "apply_patch", "format": {"type": "grammar"}},
            {"type": "web_search"}, {"type": "local_shell"}, {"type": "mcp", "server_label": "m"},
        ],
        "tool_choice": "auto", "parallel_tool_calls": false, "prompt_cache_key": "k",
        "reasoning": {"effort": "medium", "summary": "auto"}, "service_tier": "auto",
        "include": ["reasoning.encrypted_content"], "client_metadata": {"a": "b"},
        "text": {"format": {"type": "text"}, "verbosity": "medium"}, "truncation": "disabled",
        "metadata": {"k": "v"}, "user": "u", "safety_identifier": "s", "temperature": 0.7,
        "background": false, "max_tool_calls": null, "previous_response_id": null,
        "input": [{"type": "message", "role": "user",
                   "content": [{"type": "input_text", "text": "hi"}]},
                  {"type": "reasoning", "summary": [], "content": null, "encrypted_content": null}],
    })
}

#[tokio::test]
async fn default_fields_of_clients_are_accepted() {
    let server = server("Aye.");
    let response = server.post(PATH, &defaults()).await.ok();
    let request = server.engine.last_request();
    let text = crate::support::fake::text_model().tokenizer().decode(&request.prompt, false);
    assert!(text.contains("\"shell\"") && !text.contains("apply_patch"), "{text}");
    assert_eq!(response["tools"].as_array().map(Vec::len), Some(1));
    insta::assert_json_snapshot!("response", plain(&response));
    let metrics = server.get("/metrics").await;
    for kind in ["custom", "web_search", "local_shell", "mcp"] {
        let line = format!("atlas_ignored_fields_total{{field=\"tools.{kind}\"}} 1");
        assert!(metrics.text().contains(&line), "{kind}");
    }
    // An unknown field is counted; under strict requests both are refused.
    let wibble = body(json!({"wibble": 1}));
    server.post(PATH, &wibble).await.ok();
    assert!(server.get("/metrics").await.text().contains("field=\"wibble\"} 1"));
    let mut config = config();
    config.strict_requests = true;
    let strict = Server::with_config(FakeEngine::says("x"), config);
    for (request, param) in [(wibble, "wibble"), (defaults(), "tools[1].type")] {
        let answer = strict.post(PATH, &request).await;
        assert_eq!(
            (answer.status.as_u16(), &answer.json()["error"]["param"]),
            (400, &json!(param))
        );
    }
}

#[tokio::test]
async fn the_effort_reaches_the_template() {
    const TEMPLATE: &str = "{%- for m in messages %}{{ m.content }};{% endfor -%}\
{%- if enable_thinking is defined %}thinking {{ enable_thinking }};{% endif -%}\
{%- if reasoning_effort is defined %}effort {{ reasoning_effort }};{% endif -%}";
    let mut config = config();
    config.sampling_thinking.temperature = 0.25;
    let says = || FakeEngine::says("Aye.");
    let server = Server::with_text(says(), config.clone(), text_model_with(TEMPLATE));
    let deaf = Server::with_config(says(), config);
    for (extra, expected, temperature) in [
        (json!({}), "hi;", 1.0),
        (json!({"reasoning": {"summary": "auto"}}), "hi;", 1.0),
        (json!({"reasoning": {"effort": "none"}}), "hi;thinking False;", 1.0),
        (json!({"reasoning": {"effort": "low"}}), "hi;thinking True;effort low;", 0.25),
        (
            json!({"reasoning": {"effort": "low"},
                   "chat_template_kwargs": {"enable_thinking": false}}),
            "hi;thinking False;effort low;",
            1.0,
        ),
    ] {
        assert_eq!(prompt(&server, PATH, &body(extra.clone())).await, expected);
        let response = server.post(PATH, &body(extra.clone())).await.ok();
        assert_eq!(response["temperature"], json!(temperature), "{extra}");
        // A template that reads none of it changes nothing, the presets included.
        let own = extra.get("chat_template_kwargs").is_some();
        let response = deaf.post(PATH, &body(extra.clone())).await.ok();
        assert!(own || response["temperature"] == json!(1.0), "{extra}");
    }
}

#[tokio::test]
async fn prescribed_forms_reach_the_engine() {
    let server = server("{}");
    let schema = json!({"type": "object", "properties": {"x": {"type": "integer"}}});
    let format = json!({"type": "json_schema", "name": "n", "strict": true, "schema": schema});
    let tools = json!([{"type": "web_search"}, {"type": "function", "name": "f"}]);
    let named = json!({"type": "function", "name": "f"});
    for (extra, bound) in [
        (json!({}), false),
        (json!({"text": {"format": {"type": "text"}}}), false),
        (json!({"text": {"format": {"type": "json_object"}}}), true),
        (json!({"text": {"format": format}}), true),
        (json!({"structured_outputs": {"regex": "a+"}}), true),
        (json!({"tools": tools, "tool_choice": named}), true),
        (json!({"tools": [tools[1]], "tool_choice": "required"}), true),
        (json!({"tools": tools, "tool_choice": "none"}), false),
    ] {
        let response = server.post(PATH, &body(extra.clone())).await.ok();
        assert_eq!(server.engine.last_request().constraint.is_some(), bound, "{extra}");
        let echo = |key: &str, or: Value| extra.get(key).cloned().unwrap_or(or);
        assert_eq!(response["tool_choice"], echo("tool_choice", json!("auto")), "{extra}");
        let format = extra.pointer("/text/format").cloned();
        assert_eq!(response["text"]["format"], format.unwrap_or(json!({"type": "text"})));
    }
    // An error of the grammar names the field of this API.
    let deep = json!({"type": "object", "properties": {"x": {"$ref": "http://other/schema"}}});
    let format = json!({"type": "json_schema", "name": "n", "schema": deep});
    let answer = server.post(PATH, &body(json!({"text": {"format": format}}))).await;
    assert_eq!(answer.status, 400, "{}", answer.text());
    let error = &answer.json()["error"];
    let param = error["param"].as_str().unwrap_or_default();
    assert!(param.starts_with("text.format.schema"), "{error}");
    assert!(!error["message"].as_str().unwrap_or_default().contains("response_format"), "{error}");
    let short = json!({"tools": [tools[1]], "tool_choice": "required", "max_output_tokens": 2});
    let answer = server.post(PATH, &body(short)).await;
    assert_eq!(answer.json()["error"]["param"], "max_output_tokens", "{}", answer.text());
}
