//! Answers of Ollama's API: lines, whole answers, options and errors.

use crate::support::client::{Answer, Server, config};
use crate::support::fake::{self, FakeEngine};
use atlas_text::Dialect;
use serde_json::{Value, json};

fn lines(answer: &Answer) -> Vec<Value> {
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.headers["content-type"], "application/x-ndjson");
    answer.text().lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

fn chat(fields: Value) -> Value {
    let mut body = json!({"model": "tiny", "messages": [{"role": "user", "content": "hi"}]});
    body.as_object_mut().expect("object").extend(fields.as_object().expect("object").clone());
    body
}

#[tokio::test]
async fn a_chat_is_answered_in_lines_unless_it_says_otherwise() {
    let server = Server::new(FakeEngine::says("hello"));
    let streamed = lines(&server.post("/api/chat", &chat(json!({"keep_alive": "5m"}))).await);
    let (last, others) = streamed.split_last().expect("lines");
    let text = |line: &Value| line["message"]["content"].as_str().expect("content").to_owned();
    assert_eq!(streamed.iter().map(text).collect::<String>(), "hello");
    assert!(others.iter().all(|line| line["done"] == false && line.get("done_reason").is_none()));
    assert_eq!((&last["done"], &last["done_reason"]), (&json!(true), &json!("stop")));
    for count in ["prompt_eval_count", "eval_count", "total_duration"] {
        assert!(last[count].as_u64().is_some_and(|n| n > 0), "{count}: {last}");
    }
    let created: Result<jiff::Timestamp, _> = last["created_at"].as_str().expect("text").parse();
    assert!(created.is_ok());
    let whole = server.post("/api/chat", &chat(json!({"stream": false}))).await.ok();
    assert_eq!(whole["message"], json!({"role": "assistant", "content": "hello"}));
    assert_eq!((&whole["model"], &whole["done"]), (&json!("tiny"), &json!(true)));
    assert_eq!(whole["eval_count"], last["eval_count"]);
    let body = json!({"model": "tiny:latest", "prompt": "hi", "stream": false});
    let generated = server.post("/api/generate", &body).await.ok();
    assert_eq!(generated["response"], "hello");
    assert!(generated.get("message").is_none());
    let loaded = server.post("/api/generate", &json!({"model": "tiny"})).await.ok();
    assert_eq!((&loaded["done"], &loaded["done_reason"]), (&json!(true), &json!("load")));
}

#[tokio::test]
async fn options_mean_what_the_fields_of_chat_completions_mean() {
    let server = Server::new(FakeEngine::says("hello"));
    let options = json!({"num_predict": 3, "temperature": 0.25, "top_k": 7, "top_p": 0.5,
        "min_p": 0.125, "seed": 42, "stop": ["z"], "repeat_penalty": 1.5, "repeat_last_n": -1,
        "presence_penalty": 0.5, "frequency_penalty": 0.25, "num_ctx": 4096, "num_gpu": 1,
        "mirostat": 0, "typical_p": 1.0});
    let whole = server.post("/api/chat", &chat(json!({"options": options, "stream": false}))).await;
    assert_eq!(whole.ok()["done_reason"], "length");
    let ours = server.engine.last_request();
    let same = json!({"messages": [{"role": "user", "content": "hi"}], "max_tokens": 3,
        "temperature": 0.25, "top_k": 7, "top_p": 0.5, "min_p": 0.125, "seed": 42, "stop": ["z"],
        "repetition_penalty": 1.5, "presence_penalty": 0.5, "frequency_penalty": 0.25});
    server.chat(&same).await.ok();
    let theirs = server.engine.last_request();
    assert_eq!((ours.sampling, ours.prompt), (theirs.sampling, theirs.prompt));
    let raw = json!({"model": "tiny", "prompt": "he", "raw": true, "stream": false});
    server.post("/api/generate", &raw).await.ok();
    assert_eq!(server.engine.last_request().prompt, [256]);
    let system = json!({"model": "tiny", "prompt": "b", "system": "a", "stream": false});
    server.post("/api/generate", &system).await.ok();
    let prompt = server.engine.last_request().prompt;
    let messages = json!([{"role": "system", "content": "a"}, {"role": "user", "content": "b"}]);
    server.chat(&json!({ "messages": messages })).await.ok();
    assert_eq!(prompt, server.engine.last_request().prompt);
    for format in [json!("json"), json!({"type": "integer"})] {
        server.post("/api/chat", &chat(json!({ "format": format }))).await;
        assert!(server.engine.last_request().constraint.is_some(), "{format}");
    }
}

#[tokio::test]
async fn calls_and_reasoning_have_places_of_their_own() {
    let mut tools = config();
    tools.output.dialect = Some(Dialect::Hermes);
    let call = "<tool_call>\n{\"name\": \"add\", \"arguments\": {\"a\": 1}}\n</tool_call>";
    let server = Server::with_config(FakeEngine::says(call), tools);
    let add = json!({"type": "function", "function": {"name": "add", "parameters": {
        "type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}}});
    let whole = server.post("/api/chat", &chat(json!({"tools": [add], "stream": false}))).await;
    let function = &whole.ok()["message"]["tool_calls"][0]["function"];
    assert_eq!(function, &json!({"index": 0, "name": "add", "arguments": {"a": 1}}));
    let streamed = lines(&server.post("/api/chat", &chat(json!({ "tools": [add] }))).await);
    let calls = |line: &&Value| line["message"].get("tool_calls").is_some();
    assert_eq!(streamed.iter().filter(calls).count(), 1);
    // The history comes back without ids.
    let history = json!({"messages": [
        {"role": "user", "content": "hi"},
        {"role": "assistant", "tool_calls": [{"function": {"name": "add", "arguments": {"a": 1}}}]},
        {"role": "tool", "tool_name": "add", "content": "2"}], "stream": false});
    server.post("/api/chat", &chat(history)).await.ok();
}

#[tokio::test]
async fn errors_are_texts_that_name_the_field() {
    let server = Server::new(FakeEngine::says("x"));
    for (path, fields, status, words) in [
        ("/api/chat", json!({"model": null}), 400, "model"),
        ("/api/chat", json!({"model": "other"}), 404, "other"),
        ("/api/chat", json!({"max_tokens": 3}), 400, "num_predict"),
        ("/api/chat", json!({"options": {"temperature": 3}}), 400, "options.temperature"),
        ("/api/chat", json!({"options": {"temperature": "a"}}), 400, "options"),
        ("/api/chat", json!({"options": {"mirostat": 2}}), 400, "options.mirostat"),
        (
            "/api/chat",
            json!({"options": {"repeat_penalty": 1.1, "repeat_last_n": 64}}),
            400,
            "options.repeat_last_n",
        ),
        ("/api/chat", json!({"format": "yaml"}), 400, "format"),
        ("/api/chat", json!({"think": "a lot"}), 400, "think"),
        (
            "/api/chat",
            json!({"messages": [{"role": "user", "content": "x", "images": ["aGk="]}]}),
            400,
            "images",
        ),
        ("/api/generate", json!({"prompt": "x", "suffix": "y"}), 400, "suffix"),
        ("/api/generate", json!({"prompt": "x", "raw": true, "system": "y"}), 400, "system"),
        ("/api/generate", json!({"prompt": "x", "images": ["aGk="]}), 400, "images"),
        ("/api/pull", json!({}), 404, "/api/pull"),
    ] {
        let mut body = if path == "/api/chat" { chat(json!({})) } else { json!({"model": "tiny"}) };
        body.as_object_mut().expect("object").extend(fields.as_object().expect("object").clone());
        let answer = server.post(path, &body).await;
        let text = answer.json()["error"].as_str().unwrap_or_default().to_owned();
        assert_eq!(answer.status, status, "{fields}: {text}");
        assert!(text.contains(words), "{fields}: {text}");
    }
    assert_eq!(server.get("/api/chat").await.status, 405);
}

#[tokio::test]
async fn models_are_listed_and_shown() {
    let mut config = config();
    config.card = atlas_server::ModelCard {
        family: "llama".to_owned(),
        parameter_count: 30_530_000_000,
        parameters: "30.5 B".to_owned(),
        format: "safetensors".to_owned(),
        stored_type: "BF16".to_owned(),
        weight_bytes: 61_060_000_000,
        digest: "0a".repeat(32),
    };
    let server = Server::with_config(FakeEngine::says("x"), config);
    assert!(server.get("/api/version").await.ok()["version"].is_string());
    for path in ["/api/tags", "/api/ps"] {
        let models = server.get(path).await.ok()["models"].clone();
        assert_eq!(models[0]["name"], "tiny", "{path}");
        assert_eq!(models[1]["model"], "org/tiny-alias");
        assert_eq!(models[0]["size"], 61_060_000_000_u64);
        assert_eq!(models[0]["digest"].as_str().map(str::len), Some(64));
        let details = &models[0]["details"];
        assert_eq!(
            (&details["family"], &details["parameter_size"]),
            (&json!("llama"), &json!("30.5B"))
        );
    }
    let shown = server.post("/api/show", &json!({"model": "tiny"})).await.ok();
    assert!(shown["template"].as_str().is_some_and(|t| t.contains("im_start")));
    assert_eq!(shown["model_info"]["llama.context_length"], fake::SEQ_LEN_MAX);
    assert_eq!(shown["capabilities"], json!(["completion", "tools"]));
    assert_eq!(server.post("/api/show", &json!({"name": "other"})).await.status, 404);
}
