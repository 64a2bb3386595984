//! API keys: wanted where they are set, in either form, on every route that uses the model.

use crate::client::{Server, config};
use crate::fake::FakeEngine;
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
    for path in ["/health", "/health/live", "/metrics", "/openapi.json", "/version"] {
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
