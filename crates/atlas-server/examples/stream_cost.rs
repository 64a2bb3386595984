//! CPU time of a token between the engine and the socket: detokenizing, parsing the answer,
//! and writing events, for each of the three APIs. Everything runs on one thread, so wall time is
//! CPU time.
//!
//! `cargo run --release -p atlas-server --example stream_cost`

use atlas_core::{
    EngineStats, FinishDetail, FinishReason, Finished, GenerateRequest, RequestId, SubmitError,
    TokenEngine, TokenEvent, TokenId, TokenStream, Usage, token_stream,
};
use atlas_server::{AppState, Metrics, OutputDefaults, ServerConfig, router};
use atlas_text::{
    Detok, Dialect, DirFiles, OutputParser, OutputSpec, ReasoningTags, SpecialMode, TextModel,
    TextOptions, Tokenizer, ToolSet,
};
use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tower::ServiceExt;

const ROUNDS: usize = 40;
/// Of a token of an answer, with everything; the bound that the project holds itself to.
const MICROSECONDS_MAX: f64 = 10.0;

/// Has the whole answer ready.
#[derive(Default)]
struct Replay(Mutex<Vec<TokenId>>);

impl TokenEngine for Replay {
    fn submit(&self, _: GenerateRequest) -> Result<TokenStream, SubmitError> {
        let (sender, stream) = token_stream(RequestId(1), None);
        let tokens = self.0.lock().unwrap_or_else(|e| e.into_inner());
        for &token in tokens.iter() {
            sender.send(TokenEvent::Token { token, logprobs: None });
        }
        sender.send(TokenEvent::Done(Finished {
            reason: FinishReason::Stop,
            detail: FinishDetail::StopToken(2),
            usage: Usage::default(),
            queue_seconds: 0.0,
        }));
        Ok(stream)
    }

    fn abort(&self, _: RequestId) {}

    fn stats(&self) -> EngineStats {
        EngineStats::default()
    }
}

fn schema() -> Value {
    json!({"type": "object", "properties": {"path": {"type": "string"},
        "content": {"type": "string"}, "lines": {"type": "array", "items": {"type": "integer"}}}})
}

fn request(path: &str) -> Value {
    let talk = json!([{"role": "user", "content": "Write the file."}]);
    let name = "write_file";
    match path {
        "/v1/responses" => json!({"input": talk, "stream": true, "store": false,
            "tools": [{"type": "function", "name": name, "parameters": schema()}]}),
        "/v1/messages" => json!({"messages": talk, "stream": true, "max_tokens": 16000,
            "tools": [{"name": name, "input_schema": schema()}]}),
        _ => json!({"messages": talk, "stream": true,
            "tools": [{"type": "function",
                "function": {"name": name, "parameters": schema()}}]}),
    }
}

/// Answers of some thousands of tokens.
fn answers() -> [(&'static str, String); 3] {
    let prose = "Some words, an if a < b, and {\"a\": [1, 2]}. The sea is wide.\n\n".repeat(150);
    let line = "    if a < b and b >= c:\n        print(\"\u{e9}\", [a, b])\n";
    let call = format!(
        "<tool_call>\n<function=write_file>\n<parameter=path>\nsrc/main.py\n</parameter>\n\
         <parameter=content>\n{}\n</parameter>\n<parameter=lines>\n[1, 2, 3]\n</parameter>\n\
         </function>\n</tool_call>",
        line.repeat(150)
    );
    let mixed = format!("<think>\n{prose}</think>\n\n{prose}{call}");
    [("text", prose), ("call", call), ("reasoning, text and call", mixed)]
}

/// Nanoseconds a token of the stages before the events: detokenizing, reading.
fn stages(tokenizer: &Arc<Tokenizer>, tokens: &[TokenId], spec: &OutputSpec) -> (f64, f64) {
    let (mut detokenizing, mut reading) = (0, 0);
    let mut out = Vec::new();
    for _ in 0..ROUNDS {
        let mut detok = Detok::after_text(tokenizer.clone(), false);
        let start = Instant::now();
        let pieces: Vec<String> = tokens.iter().map(|t| detok.push(*t)).collect();
        detokenizing += start.elapsed().as_nanos();
        let mut parser = OutputParser::new(spec.clone());
        let start = Instant::now();
        for piece in &pieces {
            parser.push(piece, &mut out);
            out.clear();
        }
        reading += start.elapsed().as_nanos();
    }
    let count = (ROUNDS * tokens.len()) as f64;
    (detokenizing as f64 / count, reading as f64 / count)
}

async fn stream(app: &axum::Router, path: &str, body: &str) -> usize {
    let request = Request::post(path).body(Body::from(body.to_owned())).expect("a request");
    let response = app.clone().oneshot(request).await.expect("infallible");
    assert_eq!(response.status(), 200);
    let mut body = response.into_body();
    let mut bytes = 0;
    while let Some(frame) = body.frame().await {
        bytes += frame.expect("a frame").data_ref().map_or(0, |d| d.len());
    }
    bytes
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/atlas-mini"));
    let text = TextModel::load(&DirFiles::new(folder), TextOptions::default());
    let text = Arc::new(text.expect("the bundled model's tokenizer"));
    let engine = Arc::new(Replay::default());
    let mut config = ServerConfig::new("m", 32_768, text.tokenizer().vocab_size() as u32);
    let tags = ReasoningTags::think(false);
    config.output =
        OutputDefaults { dialect: Some(Dialect::Qwen3Coder), reasoning: Some(tags.clone()) };
    let metrics = Arc::new(Metrics::new("m"));
    let app = router(AppState::new(engine.clone(), Some(text.clone()), config, metrics));
    let definition = json!({"type": "function",
        "function": {"name": "write_file", "parameters": schema()}});
    let tools = Arc::new(ToolSet::new(&[definition]).expect("a tool"));
    let spec = OutputSpec { dialect: Dialect::Qwen3Coder, tools, reasoning: Some(tags) };

    println!("microseconds a token; the columns of the APIs hold everything");
    println!(
        "{:26} {:>7} {:>8} {:>8} {:>8} {:>10} {:>11} {:>12}",
        "answer", "tokens", "detok", "parse", "chat", "messages", "responses", "bytes/token"
    );
    let mut worst = 0.0f64;
    for (name, answer) in answers() {
        let tokens = text.tokenizer().encode(&answer, SpecialMode::Rendered).expect("tokens");
        let (detok, parse) = stages(text.tokenizer(), &tokens, &spec);
        *engine.0.lock().expect("one thread") = tokens.clone();
        let mut columns = Vec::new();
        let mut bytes = 0;
        for path in ["/v1/chat/completions", "/v1/messages", "/v1/responses"] {
            let body = request(path).to_string();
            stream(&app, path, &body).await;
            let start = Instant::now();
            for _ in 0..ROUNDS {
                bytes += stream(&app, path, &body).await;
            }
            let count = (ROUNDS * tokens.len()) as f64;
            columns.push(start.elapsed().as_secs_f64() * 1e6 / count);
        }
        worst = columns.iter().copied().fold(worst, f64::max);
        println!(
            "{name:26} {:7} {:8.2} {:8.2} {:8.2} {:10.2} {:11.2} {:12}",
            tokens.len(),
            detok / 1e3,
            parse / 1e3,
            columns[0],
            columns[1],
            columns[2],
            bytes / (3 * ROUNDS * tokens.len())
        );
    }
    println!("worst: {worst:.2} us a token; the bound is {MICROSECONDS_MAX} us");
}
