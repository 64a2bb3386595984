//! Requests that must be refused: each with its status, type and field, and without a trace.

use crate::support::client::{Server, config};
use crate::support::fake::{FakeEngine, SEQ_LEN_MAX, VOCAB};
use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::{Value, json};

const CHAT: &str = "/v1/chat/completions";
const COMPLETIONS: &str = "/v1/completions";

/// A body that is fine but for the given fields.
fn chat(fields: Value) -> (&'static str, String) {
    let mut body = json!({"messages": [{"role": "user", "content": "hi"}]});
    merge(&mut body, fields);
    (CHAT, body.to_string())
}

fn completion(fields: Value) -> (&'static str, String) {
    let mut body = json!({"prompt": "hello"});
    merge(&mut body, fields);
    (COMPLETIONS, body.to_string())
}

fn message(message: Value) -> (&'static str, String) {
    (CHAT, json!({"messages": [{"role": "user", "content": "hi"}, message]}).to_string())
}

fn merge(body: &mut Value, fields: Value) {
    let (Value::Object(body), Value::Object(fields)) = (body, fields) else { panic!("objects") };
    body.extend(fields);
}

type Case = ((&'static str, String), u16, Option<&'static str>);

fn raw(path: &'static str, body: &str) -> (&'static str, String) {
    (path, body.to_owned())
}

fn malformed() -> Vec<Case> {
    let deep = "[".repeat(100_000);
    vec![
        (raw(CHAT, ""), 400, None),
        (raw(CHAT, "{"), 400, None),
        (raw(CHAT, "null"), 400, None),
        (raw(CHAT, "[]"), 400, None),
        (raw(CHAT, "\"text\""), 400, None),
        (raw(CHAT, "{\"messages\": [}"), 400, None),
        (raw(CHAT, &deep), 400, None),
        (raw(CHAT, &format!("{{\"messages\": {deep}")), 400, None),
        (
            raw(CHAT, &format!("{{\"messages\": {deep}{}}}", "]".repeat(100_000))),
            400,
            Some("messages[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]"),
        ),
        (raw(CHAT, "{\"temperature\": NaN}"), 400, Some("temperature")),
        (raw(CHAT, "{\"temperature\": Infinity}"), 400, Some("temperature")),
        (raw(CHAT, "{\"logit_bias\": {\"1\": -Infinity}}"), 400, Some("logit_bias")),
        (raw(CHAT, "{\"temperature\": nothing}"), 400, None),
        (raw(CHAT, "{\"temperature\": 1e999}"), 400, Some("temperature")),
        (raw(CHAT, "{\"messages\": [{\"role\": \"\\ud800\"}]}"), 400, Some("messages[0].role")),
        (raw(COMPLETIONS, "{\"prompt\": \"a\", \"n\": 1, \"n\": 2}"), 400, Some("n")),
        (raw(COMPLETIONS, "{\"prompt\": \"a\"} {}"), 400, None),
        (raw("/tokenize", "7"), 400, None),
        (raw("/detokenize", "{\"tokens\": [1,"), 400, None),
    ]
}

fn chat_prompts() -> Vec<Case> {
    let part = |part: Value| {
        message(json!({"role": "user", "content": [{"type": "text", "text": "x"}, part]}))
    };
    let long = "a".repeat(SEQ_LEN_MAX as usize);
    vec![
        (raw(CHAT, "{}"), 400, Some("messages")),
        (chat(json!({"messages": null})), 400, Some("messages")),
        (chat(json!({"messages": []})), 400, Some("messages")),
        (chat(json!({"messages": "hi"})), 400, Some("messages")),
        (chat(json!({"messages": [1]})), 400, Some("messages[0]")),
        (message(json!({"content": "hi"})), 400, Some("messages[1].role")),
        (message(json!({"role": 1, "content": "hi"})), 400, Some("messages[1].role")),
        (message(json!({"role": "user", "content": 5})), 400, Some("messages[1].content")),
        (message(json!({"role": "user"})), 400, Some("messages[1].content")),
        (message(json!({"role": "system", "content": null})), 400, Some("messages[1].content")),
        (message(json!({"role": "tool"})), 400, Some("messages[1].content")),
        (message(json!({"role": "user", "content": {"a": 1}})), 400, Some("messages[1].content")),
        (
            part(json!({"type": "image_url", "image_url": {"url": "data:"}})),
            400,
            Some("messages[1].content[1].type"),
        ),
        (
            part(json!({"type": "input_audio", "input_audio": {}})),
            400,
            Some("messages[1].content[1].type"),
        ),
        (part(json!({"type": "file", "file": {}})), 400, Some("messages[1].content[1].type")),
        (part(json!({"text": "x"})), 400, Some("messages[1].content[1].type")),
        (part(json!({"type": "text", "text": 1})), 400, Some("messages[1].content[1].text")),
        (chat(json!({"messages": [{"role": "user", "content": long}]})), 400, Some("messages")),
        (chat(json!({"tools": {}})), 400, Some("tools")),
        (chat(json!({"tools": [{"type": "web_search"}]})), 400, Some("tools[0].type")),
        (
            chat(json!({"tools": [{"type": "function", "function": {}}]})),
            400,
            Some("tools[0].function.name"),
        ),
        (chat(json!({"chat_template_kwargs": []})), 400, Some("chat_template_kwargs")),
        (
            chat(json!({"chat_template_kwargs": {"messages": []}})),
            400,
            Some("chat_template_kwargs"),
        ),
        (
            chat(json!({"continue_final_message": true, "add_generation_prompt": true})),
            400,
            Some("continue_final_message"),
        ),
        (chat(json!({"continue_final_message": "yes"})), 400, Some("continue_final_message")),
    ]
}

fn sampling() -> Vec<Case> {
    let many: Vec<String> = (0..10_000).map(|i| format!("stop {i}")).collect();
    let ids: Vec<u32> = vec![1; 5000];
    let bias = |key: &str, value: f64| chat(json!({"logit_bias": {key: value}}));
    let big_bias: serde_json::Map<String, Value> =
        (0..5000).map(|i| (i.to_string(), json!(1))).collect();
    vec![
        (chat(json!({"n": 0})), 400, Some("n")),
        (chat(json!({"n": 129})), 400, Some("n")),
        (chat(json!({"n": -1})), 400, Some("n")),
        (chat(json!({"n": "two"})), 400, Some("n")),
        (chat(json!({"n": 1.5})), 400, Some("n")),
        (chat(json!({"temperature": "hot"})), 400, Some("temperature")),
        (chat(json!({"temperature": -0.1})), 400, Some("temperature")),
        (chat(json!({"temperature": 2.1})), 400, Some("temperature")),
        (chat(json!({"temperature": []})), 400, Some("temperature")),
        (chat(json!({"top_p": 1.1})), 400, Some("top_p")),
        (chat(json!({"top_p": -0.1})), 400, Some("top_p")),
        (chat(json!({"top_k": -2})), 400, Some("top_k")),
        (chat(json!({"min_p": 2})), 400, Some("min_p")),
        (chat(json!({"presence_penalty": 3})), 400, Some("presence_penalty")),
        (chat(json!({"frequency_penalty": -3})), 400, Some("frequency_penalty")),
        (chat(json!({"repetition_penalty": 0})), 400, Some("repetition_penalty")),
        (chat(json!({"dry_multiplier": -1})), 400, Some("dry_multiplier")),
        (chat(json!({"dry_base": 0.5})), 400, Some("dry_base")),
        (chat(json!({"dry_penalty_last_n": -2})), 400, Some("dry_penalty_last_n")),
        (chat(json!({"dry_sequence_breakers": vec!["x"; 33]})), 400, Some("dry_sequence_breakers")),
        (chat(json!({"seed": 1.5})), 400, Some("seed")),
        (chat(json!({"seed": "x"})), 400, Some("seed")),
        (chat(json!({"stop": many})), 400, Some("stop")),
        (chat(json!({"stop": ""})), 400, Some("stop")),
        (chat(json!({"stop": ["a", ""]})), 400, Some("stop")),
        (chat(json!({"stop": ["a", 1]})), 400, Some("stop[1]")),
        (chat(json!({"stop": 5})), 400, Some("stop")),
        (chat(json!({"stop": "x".repeat(5000)})), 400, Some("stop")),
        (chat(json!({"stop_token_ids": ids})), 400, Some("stop_token_ids")),
        (chat(json!({"stop_token_ids": [1, VOCAB]})), 400, Some("stop_token_ids[1]")),
        (chat(json!({"stop_token_ids": [-1]})), 400, Some("stop_token_ids[0]")),
        (bias("x", 1.0), 400, Some("logit_bias")),
        (bias("-1", 1.0), 400, Some("logit_bias")),
        (bias(&VOCAB.to_string(), 1.0), 400, Some("logit_bias")),
        (bias("1", 101.0), 400, Some("logit_bias")),
        (chat(json!({"logit_bias": [1]})), 400, Some("logit_bias")),
        (chat(json!({"logit_bias": {"1": "x"}})), 400, Some("logit_bias.1")),
        (chat(json!({"logit_bias": big_bias})), 400, Some("logit_bias")),
        (chat(json!({"logprobs": 5})), 400, Some("logprobs")),
        (chat(json!({"logprobs": true, "top_logprobs": 21})), 400, Some("top_logprobs")),
        (chat(json!({"top_logprobs": 2})), 400, Some("top_logprobs")),
        (chat(json!({"prompt_logprobs": 21})), 400, Some("prompt_logprobs")),
        (chat(json!({"prompt_logprobs": 1, "stream": true})), 400, Some("prompt_logprobs")),
        (chat(json!({"max_tokens": 0})), 400, Some("max_tokens")),
        (chat(json!({"max_tokens": SEQ_LEN_MAX})), 400, Some("max_tokens")),
        (chat(json!({"max_tokens": 5_000_000_000_u64})), 400, Some("max_tokens")),
        (chat(json!({"max_completion_tokens": SEQ_LEN_MAX})), 400, Some("max_completion_tokens")),
        (chat(json!({"max_tokens": 4, "min_tokens": 5})), 400, Some("min_tokens")),
        (chat(json!({"stream": "yes"})), 400, Some("stream")),
        (chat(json!({"stream_options": {"include_usage": true}})), 400, Some("stream_options")),
        (
            chat(json!({"stream": true, "stream_options": {"include_usage": 1}})),
            400,
            Some("stream_options.include_usage"),
        ),
        (chat(json!({"priority": 1e10})), 400, Some("priority")),
        (chat(json!({"atlas": {"deadline_ms": 0}})), 400, Some("atlas.deadline_ms")),
        (chat(json!({"atlas": {"deadline_ms": -1}})), 400, Some("atlas.deadline_ms")),
        (chat(json!({"atlas": {"deadlin_ms": 5}})), 400, Some("atlas.deadlin_ms")),
        (chat(json!({"model": 7})), 400, Some("model")),
    ]
}

fn unsupported() -> Vec<Case> {
    vec![
        (chat(json!({"response_format": {"type": "xml"}})), 400, Some("response_format.type")),
        (chat(json!({"response_format": "json"})), 400, Some("response_format")),
        (
            chat(json!({"response_format": {"type": "json_schema", "json_schema": {}}})),
            400,
            Some("response_format.json_schema.schema"),
        ),
        (chat(json!({"tool_choice": "required"})), 400, Some("tool_choice")),
        (
            chat(json!({"tool_choice": {"type": "function", "function": {"name": "f"}}})),
            400,
            Some("tool_choice"),
        ),
        (chat(json!({"functions": [{"name": "f"}]})), 400, Some("functions")),
        (chat(json!({"modalities": ["text", "audio"]})), 400, Some("modalities")),
        (chat(json!({"audio": {"voice": "x"}})), 400, Some("audio")),
        (chat(json!({"web_search_options": {}})), 400, Some("web_search_options")),
        (chat(json!({"reasoning_effort": "huge"})), 400, Some("reasoning_effort")),
        (chat(json!({"parallel_tool_calls": "no"})), 400, Some("parallel_tool_calls")),
        (chat(json!({"guided_json": {"uniqueItems": true}})), 400, Some("guided_json/uniqueItems")),
        (completion(json!({"guided_regex": 7})), 400, Some("guided_regex")),
        (completion(json!({"suffix": "x"})), 400, Some("suffix")),
        (completion(json!({"best_of": 2})), 400, Some("best_of")),
        (completion(json!({"use_beam_search": true})), 400, Some("use_beam_search")),
    ]
}

fn completions_and_tokens() -> Vec<Case> {
    let long: Vec<u32> = vec![1; SEQ_LEN_MAX as usize];
    vec![
        (raw(COMPLETIONS, "{}"), 400, Some("prompt")),
        (completion(json!({"prompt": ""})), 400, Some("prompt")),
        (completion(json!({"prompt": []})), 400, Some("prompt")),
        (completion(json!({"prompt": [[]]})), 400, Some("prompt")),
        (completion(json!({"prompt": {}})), 400, Some("prompt")),
        (completion(json!({"prompt": [1, "a"]})), 400, Some("prompt")),
        (completion(json!({"prompt": [1, -1]})), 400, Some("prompt[1]")),
        (completion(json!({"prompt": [VOCAB]})), 400, Some("prompt")),
        (completion(json!({"prompt": long})), 400, Some("prompt")),
        (completion(json!({"prompt": vec!["a"; 2049]})), 400, Some("prompt")),
        (completion(json!({"prompt": vec!["a"; 1025], "n": 2})), 400, Some("n")),
        (completion(json!({"max_tokens": 0})), 400, Some("max_tokens")),
        (completion(json!({"logprobs": 21})), 400, Some("logprobs")),
        (completion(json!({"logprobs": true})), 400, Some("logprobs")),
        (completion(json!({"echo": 1})), 400, Some("echo")),
        (raw("/tokenize", "{}"), 400, Some("prompt")),
        (raw("/tokenize", "{\"prompt\": \"a\", \"messages\": []}"), 400, Some("messages")),
        (raw("/tokenize", "{\"prompt\": 1}"), 400, Some("prompt")),
        (raw("/detokenize", "{}"), 400, Some("tokens")),
        (raw("/detokenize", "{\"tokens\": [1, 9999]}"), 400, Some("tokens[1]")),
        (raw("/detokenize", "{\"tokens\": \"x\"}"), 400, Some("tokens")),
        (chat(json!({"model": "gpt-4"})), 404, Some("model")),
        (completion(json!({"model": ""})), 404, Some("model")),
        (raw("/tokenize", "{\"prompt\": \"a\", \"model\": \"x\"}"), 404, Some("model")),
    ]
}

#[tokio::test]
async fn every_bad_request_is_refused_by_name() {
    let server = Server::new(FakeEngine::says("never"));
    let mut count = 0;
    for cases in [malformed(), chat_prompts(), sampling(), unsupported(), completions_and_tokens()]
    {
        for ((path, body), status, param) in cases {
            let shown: String = body.chars().take(200).collect();
            let answer = server.post_bytes(path, body).await;
            assert_eq!(answer.status, status, "{path} {shown}\n{}", answer.text());
            assert_eq!(answer.headers["content-type"], "application/json");
            let error = answer.json()["error"].clone();
            assert_eq!(error["type"], "invalid_request_error", "{shown}");
            assert_eq!(error["param"].as_str(), param, "{path} {shown}\n{error}");
            assert!(error["message"].as_str().is_some_and(|m| !m.is_empty()), "{shown}");
            assert!(error.get("code").is_some(), "{shown}");
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
    // Nothing of all this reached the engine.
    assert!(server.engine.seen.lock().expect("seen").is_empty());
    assert_eq!(server.engine.running(), 0);
    let metrics = server.get("/metrics").await;
    for reason in ["stop", "length", "abort", "error"] {
        let line = format!("atlas_requests_finished_total{{finished_reason=\"{reason}\"}} 0");
        assert!(metrics.text().contains(&line), "{reason}");
    }
}

#[tokio::test]
async fn a_text_that_cannot_fit_is_refused_before_it_is_encoded() {
    let server = Server::new(FakeEngine::says("never"));
    let word = "x".repeat(900_000);
    let message = json!({"role": "user", "content": word});
    for (path, param, body) in [
        ("/tokenize", Some("prompt"), json!({"prompt": word})),
        ("/tokenize", Some("messages"), json!({"messages": [message]})),
        ("/v1/completions", Some("prompt"), json!({"prompt": " ".repeat(900_000)})),
        ("/v1/chat/completions", Some("messages"), json!({"messages": [message]})),
        ("/v1/messages", None, json!({"messages": [message], "max_tokens": 5})),
        ("/v1/messages/count_tokens", None, json!({"messages": [message]})),
        ("/v1/responses", Some("input"), json!({"input": word})),
    ] {
        let started = std::time::Instant::now();
        let answer = server.post(path, &body).await;
        assert!(started.elapsed() < std::time::Duration::from_secs(5), "{path}");
        assert_eq!(answer.status, 400, "{path} {}", answer.text());
        let error = answer.json()["error"].clone();
        let text = error["message"].as_str().expect("a message").to_owned();
        assert!(text.contains("at least"), "{path} {text}");
        match param {
            Some(param) => {
                assert_eq!(
                    (&error["param"], &error["code"]),
                    (&json!(param), &json!("context_length_exceeded"))
                );
            }
            None => assert!(text.starts_with("prompt is too long"), "{path} {text}"),
        }
    }
}

#[tokio::test]
async fn a_prompt_beyond_the_context_says_so() {
    let server = Server::new(FakeEngine::says("never"));
    for (path, body) in [
        completion(json!({"prompt": vec![1; SEQ_LEN_MAX as usize]})),
        chat(json!({"messages": [{"role": "user", "content": "a".repeat(600)}]})),
    ] {
        let error = server.post_bytes(path, body).await.json()["error"].clone();
        assert_eq!(error["code"], "context_length_exceeded");
        assert!(error["message"].as_str().is_some_and(|m| m.contains("512")), "{error}");
    }
    // One token less fits, with room for one token of answer.
    let (path, body) = completion(json!({"prompt": vec![1; SEQ_LEN_MAX as usize - 1]}));
    let answer = server.post_bytes(path, body).await.ok();
    assert_eq!(answer["usage"]["completion_tokens"], 1);
    // The numbers are in the message.
    let (path, body) = completion(json!({"prompt": vec![1; 500], "max_tokens": 13}));
    let message = server.post_bytes(path, body).await.json()["error"]["message"].to_string();
    for number in ["13", "512", "500", "12"] {
        assert!(message.contains(number), "{message}");
    }
}

#[tokio::test]
async fn invalid_utf8_is_refused() {
    let server = Server::new(FakeEngine::says("never"));
    for body in [&b"{\"prompt\": \"\xff\"}"[..], b"\xfe\xff", b"{\"prompt\": \"\xe2\x82\"}"] {
        let answer = server.post_bytes(COMPLETIONS, body.to_vec()).await;
        assert_eq!(answer.status, 400);
        assert_eq!(answer.json()["error"]["code"], "invalid_utf8");
    }
}

#[tokio::test]
async fn a_body_above_the_limit_is_refused() {
    let server = Server::new(FakeEngine::says("x"));
    let limit = config().body_bytes_max;
    let body = |bytes: usize| {
        let body = json!({"prompt": "hello", "user": ""}).to_string();
        body.replace("\"\"", &format!("\"{}\"", "u".repeat(bytes - body.len())))
    };
    assert_eq!(server.post_bytes(COMPLETIONS, body(limit)).await.status, 200);
    let answer = server.post_bytes(COMPLETIONS, body(limit + 1)).await;
    assert_eq!(answer.status, 413);
    assert_eq!(answer.json()["error"]["type"], "invalid_request_error");
    // 100 MB in pieces, without a length in advance.
    let pieces = std::iter::repeat_n(vec![b' '; 1 << 20], 100).map(Ok::<_, std::io::Error>);
    let stream = Body::from_stream(futures_util::stream::iter(pieces));
    let answer = server.post_bytes(COMPLETIONS, stream).await;
    assert_eq!(answer.status, 413);
    assert_eq!(answer.json()["error"]["code"], "request_too_large");
}

#[tokio::test]
async fn a_body_that_stalls_is_given_up() {
    let mut config = config();
    config.body_stall_max = std::time::Duration::from_millis(20);
    let server = Server::with_config(FakeEngine::says("x"), config);
    let body =
        Body::from_stream(futures_util::stream::pending::<Result<Vec<u8>, std::io::Error>>());
    assert_eq!(server.post_bytes(COMPLETIONS, body).await.status, 408);
}

#[tokio::test]
async fn unknown_paths_and_methods_use_the_same_format() {
    let server = Server::new(FakeEngine::says("x"));
    let send = |method: Method, path: &'static str| {
        let request = Request::builder().method(method).uri(path).body(Body::empty());
        server.send(request.expect("request"))
    };
    for (method, path, status) in [
        (Method::GET, "/v2", 404),
        (Method::POST, "/v1/moderations", 404),
        (Method::GET, "/v1/models/nope", 404),
        (Method::GET, CHAT, 405),
        (Method::DELETE, "/v1/models", 405),
        (Method::POST, "/health", 405),
        (Method::OPTIONS, CHAT, 405),
    ] {
        let answer = send(method.clone(), path).await;
        assert_eq!(answer.status, status, "{method} {path}");
        assert_eq!(answer.json()["error"]["type"], "invalid_request_error");
        assert!(!answer.headers.contains_key("access-control-allow-origin"));
        assert!(answer.headers.contains_key("x-request-id"));
        if status == 405 {
            let allowed = if path == CHAT { "POST" } else { "GET,HEAD" };
            assert_eq!(answer.headers["allow"], allowed, "{method} {path}");
        }
    }
}

#[tokio::test]
async fn a_full_queue_is_429_and_leaves_nothing_running() {
    let server = Server::new(FakeEngine::babbles());
    server.engine.set(|k| {
        k.capacity = Some(3);
        k.delay = std::time::Duration::from_millis(5);
    });
    // The fourth of five choices finds the queue full: the three before it are taken back.
    let (path, body) = completion(json!({"n": 5, "max_tokens": 400}));
    let answer = server.post_bytes(path, body).await;
    assert_eq!(answer.status, 429);
    assert_eq!(answer.headers["retry-after"], "3");
    assert_eq!(answer.json()["error"]["code"], "queue_full");
    server.settle().await;
    assert_eq!(server.engine.aborted(), 3);
}

#[tokio::test]
async fn a_panic_is_a_500_in_the_same_format() {
    let server = Server::new(FakeEngine::says("x"));
    server.engine.set(|k| k.panic_on_submit = true);
    let (path, body) = completion(json!({}));
    let answer = server.post_bytes(path, body).await;
    assert_eq!(answer.status, 500);
    assert_eq!(answer.json()["error"]["type"], "server_error");
    assert!(answer.headers.contains_key("x-request-id"));
    server.engine.set(|k| k.panic_on_submit = false);
    // The knob's lock may be poisoned by the panic; the server itself goes on.
    assert_eq!(server.get("/health").await.status, 200);
}

#[tokio::test]
async fn strict_servers_refuse_unknown_fields() {
    let (path, body) = completion(json!({"wibble": 1, "max_tokens": 2}));
    let lenient = Server::new(FakeEngine::says("xyz"));
    assert_eq!(lenient.post_bytes(path, body.clone()).await.status, 200);
    assert_eq!(lenient.post_bytes(path, body.clone()).await.status, 200);
    let metrics = lenient.get("/metrics").await;
    assert!(metrics.text().contains("atlas_ignored_fields_total{field=\"wibble\"} 2"));
    // A body whose grammar is compiled away from the network threads is counted once as well.
    let (_, formed) = completion(json!({"wobble": 1, "max_tokens": 2,
        "structured_outputs": {"regex": "[a-z]{1,7}"}}));
    lenient.post_bytes(path, formed).await;
    let metrics = lenient.get("/metrics").await;
    assert!(metrics.text().contains("atlas_ignored_fields_total{field=\"wobble\"} 1"));

    let mut config = config();
    config.strict_requests = true;
    let strict = Server::with_config(FakeEngine::says("xyz"), config);
    let answer = strict.post_bytes(path, body).await;
    assert_eq!(answer.status, 400);
    assert_eq!(answer.json()["error"]["param"], "wibble");
    let (path, body) = completion(json!({"user": "u", "max_tokens": 2}));
    assert_eq!(strict.post_bytes(path, body).await.status, 200);
}
