//! API keys: wanted where they are set, in either form, on every route that uses the model.

use crate::support::client::{Answer, Server, config};
use crate::support::fake::FakeEngine;
use atlas_server::ApiKeys;
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

fn server() -> Server {
    let mut config = config();
    config.api_keys = ApiKeys::new(vec!["sk-right".to_owned(), "sk-second".to_owned()]);
    Server::with_config(FakeEngine::says("Hello."), config)
}

fn chat(header: Option<(&str, &str)>, path: &str) -> Request<Body> {
    let body = json!({"messages": [{"role": "user", "content": "hi"}], "max_tokens": 5});
    let mut request = Request::post(path);
    if let Some((name, value)) = header {
        request = request.header(name, value);
    }
    request.body(Body::from(body.to_string())).expect("request")
}

#[tokio::test]
async fn a_key_opens_and_nothing_else_does() {
    let server = server();
    for path in ["/v1/chat/completions", "/v1/messages"] {
        for (name, value) in [
            ("authorization", "Bearer sk-right"),
            ("authorization", "bearer sk-second"),
            ("x-api-key", "sk-right"),
        ] {
            let answer = server.send(chat(Some((name, value)), path)).await;
            assert_eq!(answer.status, 200, "{name}: {value} {}", answer.text());
        }
        for header in [
            None,
            Some(("authorization", "Bearer sk-wrong")),
            Some(("authorization", "Bearer ")),
            Some(("authorization", "sk-right")),
            Some(("authorization", "Basic sk-right")),
            Some(("x-api-key", "sk-righ")),
        ] {
            let answer = server.send(chat(header, path)).await;
            assert_eq!(answer.status, 401, "{header:?}");
            assert_eq!(answer.headers["www-authenticate"], "Bearer");
            assert!(!answer.text().contains("sk-"), "{}", answer.text());
            let body: Value = answer.json();
            match path {
                "/v1/messages" => assert_eq!(body["error"]["type"], "authentication_error"),
                _ => assert_eq!(body["error"]["code"], "invalid_api_key"),
            }
        }
    }
    assert_eq!(server.engine.seen.lock().expect("lock").len(), 6, "refused requests never ran");
}

#[tokio::test]
async fn only_what_tells_of_the_server_is_open() {
    let server = server();
    let page = ["/", "/page/app.js", "/page/app.css"];
    let facts = ["/health", "/health/live", "/metrics", "/openapi.json", "/version"];
    for path in page.into_iter().chain(facts) {
        assert_eq!(server.get(path).await.status, 200, "{path}");
    }
    for path in ["/v1/models", "/v1/models/tiny", "/v1/responses/resp_x", "/nowhere", "/v1/health"]
    {
        assert_eq!(server.get(path).await.status, 401, "{path}");
    }
    for path in [
        "/tokenize",
        "/detokenize",
        "/v1/completions",
        "/v1/embeddings",
        "/v1/responses",
        "/v1/messages/count_tokens",
    ] {
        assert_eq!(server.send(chat(None, path)).await.status, 401, "{path}");
    }
    let open = Server::new(FakeEngine::says("Hello."));
    assert_eq!(open.send(chat(None, "/v1/chat/completions")).await.status, 200);
}

async fn with_key(server: &Server, key: &str, method: &str, path: &str, body: Value) -> Answer {
    let request = Request::builder().method(method).uri(path);
    let request = request.header("authorization", format!("Bearer {key}"));
    let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
    server.send(request.body(body).expect("request")).await
}

/// A response stored under one key is a 404 for another.
#[tokio::test]
async fn stored_responses_belong_to_their_key() {
    let server = server();
    let post =
        |key: &'static str, body: Value| with_key(&server, key, "POST", "/v1/responses", body);
    let made = post("sk-right", json!({"input": "hi", "max_output_tokens": 5})).await.ok();
    let (id, item) = (made["id"].as_str().expect("an id"), &made["output"][0]["id"]);
    let path = format!("/v1/responses/{id}");
    let paths = [
        ("GET", path.clone(), 200),
        ("GET", format!("{path}/input_items"), 200),
        ("POST", format!("{path}/cancel"), 400),
        ("DELETE", path, 200),
    ];
    let bodies = [
        (400, json!({"input": "on", "previous_response_id": id, "max_output_tokens": 5})),
        (404, json!({"input": [{"type": "item_reference", "id": item}], "max_output_tokens": 5})),
    ];
    for (key, found) in [("sk-second", false), ("sk-right", true)] {
        for (missing, body) in &bodies {
            let answer = post(key, body.clone()).await;
            let want = if found { 200 } else { *missing };
            assert_eq!(answer.status.as_u16(), want, "{key} {body}: {}", answer.text());
        }
        for (method, path, status) in &paths {
            let answer = with_key(&server, key, method, path, Value::Null).await;
            let want = if found { *status } else { 404 };
            assert_eq!(answer.status.as_u16(), want, "{key} {method} {path}: {}", answer.text());
        }
    }
}

/// Salts of the requests that each of `headers` sends, with `own` as `cache_salt`.
async fn salts(server: &Server, key: Option<&str>, own: Option<&str>) -> Vec<Vec<u8>> {
    for path in ["/v1/chat/completions", "/v1/messages", "/v1/responses"] {
        let mut body = json!({"max_tokens": 5});
        match path {
            "/v1/responses" => body = json!({"input": "hi"}),
            _ => body["messages"] = json!([{"role": "user", "content": "hi"}]),
        }
        if let Some(own) = own {
            body["cache_salt"] = own.into();
        }
        let mut request = Request::post(path);
        if let Some(key) = key {
            request = request.header("x-api-key", key);
        }
        let request = request.body(Body::from(body.to_string())).expect("request");
        let answer = server.send(request).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    }
    let mut seen = server.engine.seen.lock().expect("lock");
    seen.drain(..).map(|request| request.cache.salt.to_vec()).collect()
}

#[tokio::test]
async fn keys_and_salts_keep_cached_prefixes_apart() {
    let server = server();
    let mut known: Vec<Vec<u8>> = Vec::new();
    for key in ["sk-right", "sk-second"] {
        for own in [None, Some("a"), Some("b")] {
            let salts = salts(&server, Some(key), own).await;
            assert!(salts.len() == 3 && salts.iter().all(|salt| *salt == salts[0]), "{salts:?}");
            assert!(!salts[0].is_empty() && !known.contains(&salts[0]), "{key} {own:?}");
            known.push(salts[0].clone());
        }
    }
    let mut config = config();
    let keys = ["sk-right", "sk-second"].map(str::to_owned).to_vec();
    let tenants = vec!["team".to_owned(); 2];
    config.api_keys = ApiKeys::new(keys).with_tenants(tenants).expect("two and two");
    let shared = Server::with_config(FakeEngine::says("Hello."), config);
    let [one, other] = [
        salts(&shared, Some("sk-right"), None).await,
        salts(&shared, Some("sk-second"), None).await,
    ];
    assert_eq!(one, other, "keys of one tenant share");
    let open = Server::new(FakeEngine::says("Hello."));
    assert!(salts(&open, None, None).await.iter().all(Vec::is_empty));
    assert!(salts(&open, None, Some("a")).await.iter().all(|salt| salt.ends_with(b"a")));
}

#[tokio::test]
async fn a_salt_is_a_short_string() {
    let server = Server::new(FakeEngine::says("Hello."));
    let long = "x".repeat(257);
    for wrong in [json!(""), json!(long), json!(7), json!(["a"])] {
        for path in ["/v1/chat/completions", "/v1/messages"] {
            let body = json!({"messages": [{"role": "user", "content": "hi"}], "max_tokens": 5,
                "cache_salt": wrong});
            let answer = server.post(path, &body).await;
            assert_eq!(answer.status, 400, "{wrong}");
            assert!(answer.text().contains("cache_salt"), "{}", answer.text());
        }
    }
}
