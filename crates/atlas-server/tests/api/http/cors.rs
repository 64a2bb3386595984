//! Pages of other origins: nothing unless asked for, and preflights without a key.

use crate::support::client::{Answer, Server, config};
use crate::support::fake::FakeEngine;
use atlas_server::http::cors;
use atlas_server::{ApiKeys, CorsOrigins};
use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt;
use serde_json::json;
use tower::ServiceExt;

const PAGE: &str = "https://app.example";

async fn send(origins: &[&str], request: Request<Body>) -> Answer {
    let mut config = config();
    config.api_keys = ApiKeys::new(vec!["k".to_owned()]);
    let server = Server::with_config(FakeEngine::says("x"), config);
    let origins = CorsOrigins::parse(origins).expect("origins");
    let response = cors::over(server.router(), &origins).oneshot(request).await;
    let (parts, body) = response.expect("infallible").into_parts();
    let body = body.collect().await.expect("body").to_bytes().to_vec();
    Answer { status: parts.status, headers: parts.headers, body }
}

fn preflight(origin: &str) -> Request<Body> {
    Request::options("/v1/chat/completions")
        .header("origin", origin)
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "authorization,x-stainless-os")
        .body(Body::empty())
        .expect("request")
}

fn chat(origin: &str, key: &str) -> Request<Body> {
    let body = json!({"messages": [{"role": "user", "content": "hi"}]});
    Request::post("/v1/chat/completions")
        .header("origin", origin)
        .header("authorization", format!("Bearer {key}"))
        .body(Body::from(body.to_string()))
        .expect("request")
}

fn allowed(answer: &Answer) -> Option<&str> {
    answer.headers.get("access-control-allow-origin").map(|v| v.to_str().expect("text"))
}

#[tokio::test]
async fn off_unless_asked_for() {
    for request in [preflight(PAGE), chat(PAGE, "k")] {
        let answer = send(&[], request).await;
        let cors = |name: &&str| name.starts_with("access-control");
        assert_eq!(answer.headers.keys().map(|n| n.as_str()).find(cors), None);
    }
    assert_ne!(send(&[], preflight(PAGE)).await.status, 200);
}

#[tokio::test]
async fn preflights_need_no_key_and_the_request_does() {
    for origins in [&[PAGE, "http://localhost:3000"][..], &["*"]] {
        let answer = send(origins, preflight(PAGE)).await;
        assert_eq!(answer.status, 200);
        let expected = if origins == ["*"] { "*" } else { PAGE };
        assert_eq!(allowed(&answer), Some(expected));
        let header = |name: &str| answer.headers[name].to_str().expect("text").to_owned();
        assert!(header("access-control-allow-methods").contains("POST"));
        assert_eq!(header("access-control-allow-headers"), "authorization,x-stainless-os");
        assert!(!answer.headers.contains_key("access-control-allow-credentials"));
        // A page gets to read a refusal too, and why it is to wait.
        for (key, status) in [("k", 200), ("wrong", 401)] {
            let answer = send(origins, chat(PAGE, key)).await;
            assert_eq!(answer.status, status);
            assert_eq!(allowed(&answer), Some(expected));
            let exposed = answer.headers["access-control-expose-headers"].to_str().expect("text");
            for name in ["x-request-id", "retry-after", "x-ratelimit-remaining-tokens"] {
                assert!(exposed.contains(name), "{exposed}");
            }
        }
    }
}

#[tokio::test]
async fn other_origins_stay_outside() {
    for other in
        ["https://app.example.evil", "http://app.example", "https://app.example:8443", "null"]
    {
        let answer = send(&[PAGE], preflight(other)).await;
        assert_eq!(allowed(&answer), None, "{other}");
        let answer = send(&[PAGE], chat(other, "k")).await;
        assert_eq!(allowed(&answer), None, "{other}");
    }
}
