//! Serves a scripted engine over a byte-level vocabulary, to try clients without a model:
//! `cargo run --package atlas-server --example scripted`.

#[path = "../tests/api/support/fake.rs"]
#[allow(dead_code)]
mod fake;

use atlas_core::{GenerateRequest, TokenId};
use atlas_server::{AppState, Metrics, ServerConfig, router};
use std::sync::Arc;
use tokio::net::TcpListener;

/// Words by the seed; greedy requests always get the same.
fn script(request: &GenerateRequest) -> Vec<TokenId> {
    const WORDS: [&str; 8] =
        ["the ", "sea ", "is ", "wide, ", "d\u{e9}ep\n", "blue ", "\u{1f30a} ", "old. "];
    let sampling = &request.sampling;
    let mut state = if sampling.temperature == 0.0 { 1 } else { sampling.seed.wrapping_add(2) };
    let mut tokens = Vec::new();
    while tokens.len() < sampling.max_tokens as usize {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        tokens.extend(fake::bytes(WORDS[(state >> 61) as usize]));
    }
    tokens
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let engine = fake::FakeEngine::new(script);
    engine.set(|k| k.delay = std::time::Duration::from_millis(2));
    let mut config = ServerConfig::new("scripted", 4096, fake::VOCAB);
    config.eos_token_ids = vec![fake::IM_END];
    let metrics = Arc::new(Metrics::new("scripted"));
    let state = AppState::new(engine, Some(fake::text_model()), config, metrics);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("serving at http://{}", listener.local_addr()?);
    axum::serve(listener, router(state)).await
}
