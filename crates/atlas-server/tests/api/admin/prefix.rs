//! Prefix-cache reports to clients.

use crate::support::client::{Server, config};
use crate::support::fake::FakeEngine;
use atlas_server::ApiKeys;
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

fn chat() -> Value {
    json!({"messages": [{"role": "user", "content": "hi"}], "max_tokens": 5})
}

#[tokio::test]
async fn a_request_is_explained_by_the_id_of_its_answer() {
    let server = Server::new(FakeEngine::says("Hello."));
    let mut body = chat();
    body["n"] = 2.into();
    let id = server.chat(&body).await.ok()["id"].as_str().expect("an id").to_owned();
    let report = server.get(&format!("/debug/prefix?request={id}")).await.ok();
    assert_eq!(report["request"], id.as_str());
    let choices = report["choices"].as_array().expect("choices");
    assert_eq!(choices.len(), 2);
    let [first, second] = [&choices[0], &choices[1]];
    assert_eq!((&first["index"], &second["index"]), (&json!(0), &json!(1)));
    for (key, value) in [
        ("prompt_tokens", 90),
        ("matched_tokens", 64),
        ("usable_tokens", 32),
        ("recomputed_tokens", 58),
    ] {
        assert_eq!(first[key], value, "{key}");
    }
    assert_eq!((&first["why"], &first["parting"]), (&json!("no_snapshot"), &Value::Null));
    assert_eq!(second["why"], "parted");
    assert_eq!((&first["tier"], &second["tier"]), (&json!("device"), &json!("host")));
    let parting = &second["parting"];
    assert_eq!((&parting["position"], &parting["before"]), (&json!(1), &json!("T")));
    assert_eq!((&parting["cached"], &parting["asked"]), (&json!("uesday"), &json!("hursday")));
    for path in ["/v1/messages", "/v1/responses", "/v1/completions"] {
        let body = match path {
            "/v1/messages" => chat(),
            "/v1/responses" => json!({"input": "hi"}),
            _ => json!({"prompt": "hi"}),
        };
        let id = server.post(path, &body).await.ok()["id"].as_str().expect("an id").to_owned();
        let report = server.get(&format!("/debug/prefix?request={id}")).await.ok();
        assert_eq!(report["choices"].as_array().map(Vec::len), Some(1), "{path}");
    }
}

#[tokio::test]
async fn unknown_ids_are_reported_as_unknown() {
    let server = Server::new(FakeEngine::says("Hello."));
    for (query, status) in
        [("", 503), ("?request=", 400), ("?request=chatcmpl-x", 404), ("?wrong=1", 400)]
    {
        let answer = server.get(&format!("/debug/prefix{query}")).await;
        assert_eq!(answer.status, status, "{query}");
        assert!(answer.json()["error"]["message"].is_string(), "{query}");
    }
}

#[tokio::test]
async fn only_the_tenant_of_a_request_is_told() {
    let mut config = config();
    let keys = ["a", "b", "c"].map(|k| format!("sk-{k}")).to_vec();
    let tenants = ["one", "one", "other"].map(str::to_owned).to_vec();
    config.api_keys = ApiKeys::new(keys).with_tenants(tenants).expect("three and three");
    let server = Server::with_config(FakeEngine::says("Hello."), config);
    let send = async |method: &str, path: &str, key: Option<&str>, body: String| {
        let mut request = Request::builder().method(method).uri(path);
        if let Some(key) = key {
            request = request.header("x-api-key", key);
        }
        server.send(request.body(Body::from(body)).expect("request")).await
    };
    let answer = send("POST", "/v1/chat/completions", Some("sk-a"), chat().to_string()).await;
    let path = format!("/debug/prefix?request={}", answer.ok()["id"].as_str().expect("an id"));
    let seen = [Some("sk-a"), Some("sk-b"), Some("sk-c"), None];
    for (key, status) in seen.into_iter().zip([200, 200, 404, 401]) {
        assert_eq!(send("GET", &path, key, String::new()).await.status, status, "{key:?}");
    }
}

#[tokio::test]
async fn without_its_flag_the_path_is_unknown_and_undocumented() {
    let mut config = config();
    config.debug_endpoints = false;
    let server = Server::with_config(FakeEngine::says("Hello."), config);
    let id = server.chat(&chat()).await.ok()["id"].as_str().expect("an id").to_owned();
    for method in ["GET", "POST", "DELETE"] {
        for path in [format!("/debug/prefix?request={id}"), "/debug/prefix".to_owned()] {
            let request = Request::builder().method(method).uri(&path);
            let answer = server.send(request.body(Body::empty()).expect("request")).await;
            assert_eq!(answer.status, 404, "{method} {path}");
            assert_eq!(answer.json()["error"]["code"], "unknown_url", "{method} {path}");
        }
    }
    let document = server.get("/openapi.json").await.ok();
    assert!(document["paths"].get("/debug/prefix").is_none());
}

/// The counts are true also where the server itself ends the answer.
#[tokio::test]
async fn counts_do_not_depend_on_what_ends_the_answer() {
    let server = Server::new(FakeEngine::says("Hello there."));
    server.engine.set(|k| (k.cached_tokens, k.stored_tokens) = (3, 2));
    for stop in [json!(null), json!(["there"])] {
        let mut body = chat();
        body["max_tokens"] = 30.into();
        body["stop"] = stop.clone();
        let usage = server.chat(&body).await.ok()["usage"].clone();
        assert_eq!(usage["prompt_tokens_details"]["cached_tokens"], 3, "{stop}");
        let prompt = usage["prompt_tokens"].as_u64().expect("a count");
        let mut body = chat();
        body["max_tokens"] = 30.into();
        body["stop_sequences"] = stop;
        let usage = server.post("/v1/messages", &body).await.ok()["usage"].clone();
        assert_eq!(usage["cache_read_input_tokens"], 3);
        assert_eq!(usage["cache_creation_input_tokens"], 2);
        assert_eq!(usage["input_tokens"], prompt - 5);
    }
    let usage = server.post("/v1/responses", &json!({"input": "hi"})).await.ok()["usage"].clone();
    assert_eq!(usage["input_tokens_details"]["cached_tokens"], 3);
}
