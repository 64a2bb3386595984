//! A server that records, and another one that replays its recordings.

use super::client::{Answer, Server, config};
use super::fake::{self, FakeEngine};
use atlas_core::GenerateRequest;
use atlas_server::recording::{self, Difference, Recorder, RecorderSettings, Recording, compare};
use atlas_server::{ApiKeys, AppState, Metrics, OutputDefaults};
use atlas_text::{Dialect, ReasoningTags};
use axum::body::Body;
use axum::http::Request;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

pub const FLUSH_MAX: Duration = Duration::from_secs(20);
pub const SECRET: &str = "sk-very-secret";

pub struct Recorded {
    pub server: Server,
    pub folder: tempfile::TempDir,
}

pub fn recorder(state: &AppState, folder: &Path, bytes_max: u64) -> Recorder {
    let setup = RawValue::from_string(r#"{"any": "setup"}"#.to_owned()).expect("JSON");
    let settings = RecorderSettings { folder: folder.to_owned(), bytes_max, setup };
    Recorder::start(settings, state.metrics().clone()).expect("a folder")
}

impl Recorded {
    pub fn new(engine: Arc<FakeEngine>) -> Self {
        Self::bounded(engine, 1 << 30)
    }

    pub fn bounded(engine: Arc<FakeEngine>, bytes_max: u64) -> Self {
        let mut config = config();
        config.api_keys = ApiKeys::new(vec![SECRET.to_owned()]);
        config.output = output();
        let server = Server::with_config(engine, config);
        let folder = tempfile::tempdir().expect("a folder");
        server.state.record_with(recorder(&server.state, folder.path(), bytes_max));
        Self { server, folder }
    }

    pub fn request(path: &str, body: &Value) -> Request<Body> {
        let request = Request::post(path)
            .header("authorization", format!("Bearer {SECRET}"))
            .header("x-private", "very-private");
        request.body(Body::from(body.to_string())).expect("request")
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.server.send(Self::request(path, body)).await
    }

    pub async fn files(&self) -> Vec<PathBuf> {
        self.server.settle().await;
        // The last owner of what was noted is dropped right after the end is sent.
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert!(self.server.state.recorder().expect("recorder").flush(FLUSH_MAX));
        recording::find(self.folder.path()).expect("the folder")
    }

    pub async fn recordings(&self) -> Vec<Recording> {
        self.files().await.iter().map(|path| recording::read(path).expect("a recording")).collect()
    }
}

pub fn output() -> OutputDefaults {
    OutputDefaults { dialect: Some(Dialect::Hermes), reasoning: Some(ReasoningTags::think(false)) }
}

/// Another server of the same engine, without keys and recorder.
pub fn stage(engine: Arc<FakeEngine>) -> (AppState, axum::Router) {
    let mut config = config();
    config.output = output();
    let metrics = Arc::new(Metrics::new("tiny"));
    let state = AppState::new(engine, Some(fake::text_model()), config, metrics);
    (state.clone(), atlas_server::router(state))
}

pub async fn replay(
    engine: Arc<FakeEngine>,
    recording: &Recording,
) -> Result<Vec<Difference>, String> {
    let (state, router) = stage(engine);
    let again = recording::replay(&state, &router, &Arc::new(recording.clone())).await?;
    let spell = |token: u32| char::from_u32(token).unwrap_or('?').to_string();
    Ok(compare(recording, &again, &spell))
}

pub fn tools() -> Value {
    let function = json!({"name": "look", "parameters": {"type": "object",
        "properties": {"at": {"type": "string"}}, "required": ["at"]}});
    json!([{"type": "function", "function": function}])
}

const CALLS: &str = "<think>hm</think>Yes.<tool_call>\n{\"name\": \"look\", \"arguments\": {\"at\": \"x\"}}\n</tool_call>\n<tool_call>\n{\"name\": \"look\", \"arguments\": {\"at\": \"y\"}}\n</tool_call>";

/// Speaks calls where there are tools, and babble by the seed elsewhere.
pub fn talks() -> Arc<FakeEngine> {
    FakeEngine::new(speech)
}

pub fn speech(request: &GenerateRequest) -> Vec<u32> {
    let prompt: Vec<u8> = request.prompt.iter().filter_map(|t| u8::try_from(*t).ok()).collect();
    if String::from_utf8_lossy(&prompt).contains("tools\n") {
        let mut tokens = fake::bytes(CALLS);
        tokens.push(fake::IM_END);
        return tokens;
    }
    fake::babble(request.sampling.seed, request.sampling.max_tokens as usize)
}

pub fn chat(more: Value) -> Value {
    let mut body = json!({"messages": [{"role": "user", "content": "hi"}], "max_tokens": 60});
    for (name, value) in more.as_object().expect("fields") {
        body[name] = value.clone();
    }
    body
}
