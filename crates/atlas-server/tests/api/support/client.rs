//! Requests against a router without a network, and a reader of event streams.

use super::fake::{self, FakeEngine};
use atlas_server::{AppState, Metrics, ServerConfig, router};
use atlas_text::TextModel;
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tower::ServiceExt;

/// A served fake model.
pub struct Server {
    pub engine: Arc<FakeEngine>,
    pub state: AppState,
    router: Router,
}

/// A whole answer.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

pub fn config() -> ServerConfig {
    let mut config = ServerConfig::new("tiny", fake::SEQ_LEN_MAX, fake::VOCAB);
    config.served_model_names.push("org/tiny-alias".to_owned());
    config.eos_token_ids = vec![fake::IM_END];
    config.body_bytes_max = 1 << 20;
    config.debug_endpoints = true;
    config.created_unix_seconds = 1_700_000_000;
    config
}

impl Server {
    pub fn new(engine: Arc<FakeEngine>) -> Self {
        Self::with_config(engine, config())
    }

    pub fn with_config(engine: Arc<FakeEngine>, config: ServerConfig) -> Self {
        Self::with_text(engine, config, fake::text_model())
    }

    pub fn with_text(engine: Arc<FakeEngine>, config: ServerConfig, text: Arc<TextModel>) -> Self {
        let metrics = Arc::new(Metrics::new(config.model_name()));
        let state = AppState::new(engine.clone(), Some(text), config, metrics);
        Self { engine, router: router(state.clone()), state }
    }

    /// A model without a tokenizer.
    pub fn without_text(engine: Arc<FakeEngine>) -> Self {
        let state = AppState::new(engine.clone(), None, config(), Arc::new(Metrics::new("tiny")));
        Self { engine, router: router(state.clone()), state }
    }

    pub fn router(&self) -> Router {
        self.router.clone()
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.expect("infallible");
        let (parts, body) = response.into_parts();
        let body = body.collect().await.expect("a whole body").to_bytes().to_vec();
        Answer { status: parts.status, headers: parts.headers, body }
    }

    pub async fn post_bytes(&self, path: &str, body: impl Into<Body>) -> Answer {
        // As curl sends it by default: the content type does not matter.
        let request =
            Request::post(path).header("content-type", "application/x-www-form-urlencoded");
        self.send(request.body(body.into()).expect("request")).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.post_bytes(path, body.to_string()).await
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(Request::get(path).body(Body::empty()).expect("request")).await
    }

    pub async fn chat(&self, body: &Value) -> Answer {
        self.post("/v1/chat/completions", body).await
    }

    pub async fn complete(&self, body: &Value) -> Answer {
        self.post("/v1/completions", body).await
    }

    /// Waits until no request runs, as it must be soon after every answer.
    pub async fn settle(&self) {
        let started = Instant::now();
        while self.engine.running() > 0 {
            assert!(started.elapsed() < Duration::from_secs(10), "requests still run");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }
}

impl Answer {
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("UTF-8")
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(self.text()).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }

    pub fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        self.json()
    }

    /// The events of a stream of named events, whose data repeats the name as its `type`.
    pub fn named_events(&self) -> Vec<Value> {
        assert_eq!(self.status, 200, "{}", self.text());
        assert_eq!(self.headers["content-type"], "text/event-stream; charset=utf-8");
        let text = self.text();
        assert!(text.ends_with("\n\n"), "{text}");
        let event = |event: &str| {
            let (name, data) = event.split_once('\n').expect("a name and data");
            let data = data.strip_prefix("data: ").expect("data");
            let data: Value = serde_json::from_str(data).expect("JSON");
            assert_eq!(name, format!("event: {}", data["type"].as_str().expect("type")));
            data
        };
        text.split_terminator("\n\n").filter(|e| !e.starts_with(':')).map(event).collect()
    }

    /// The events of a stream, which must end with `[DONE]`.
    pub fn events(&self) -> Vec<Value> {
        assert_eq!(self.status, 200, "{}", self.text());
        assert_eq!(self.headers["content-type"], "text/event-stream; charset=utf-8");
        let text = self.text();
        assert!(text.ends_with("\n\n"), "{text}");
        let mut data: Vec<&str> = text
            .split_terminator("\n\n")
            .filter(|e| !e.starts_with(':'))
            .map(|e| e.strip_prefix("data: ").expect("data"))
            .collect();
        assert_eq!(data.pop(), Some("[DONE]"), "{text}");
        data.into_iter().map(|d| serde_json::from_str(d).expect("JSON")).collect()
    }
}

/// The text of choice `index` in a stream of either API, and its finish reasons.
pub fn streamed(events: &[Value], index: u64) -> (String, Vec<String>) {
    let (mut text, mut reasons) = (String::new(), Vec::new());
    for choice in events.iter().flat_map(|e| e["choices"].as_array().expect("choices")) {
        if choice["index"] != index {
            continue;
        }
        for piece in [&choice["delta"]["content"], &choice["text"]] {
            text.push_str(piece.as_str().unwrap_or_default());
        }
        if let Some(reason) = choice["finish_reason"].as_str() {
            reasons.push(reason.to_owned());
        }
    }
    (text, reasons)
}
