//! Greedy answers on two devices.

use std::sync::Arc;

use atlas_core::{
    GenerateRequest, Limits, LogprobsMode, PositionLogprobs, SamplingParams, TokenEngine,
    TokenEvent, TokenId,
};
use atlas_engine::testing::collect;
use atlas_engine::testing::invariants::Loader;
use atlas_engine::{Engine, EngineConfig, NoObserver};

/// Log-probability by which the two likeliest tokens may differ where the devices choose otherwise.
const MARGIN_MAX: f32 = 1e-3;

/// Asks both for `count` random prompts of up to `prompt` tokens. In f32 the tokens are the same,
/// or the first that differs was all but a tie.
pub fn compare(
    left: &Loader<'_>,
    right: &Loader<'_>,
    count: usize,
    prompt: usize,
    generate: usize,
) -> Result<String, String> {
    let mut rng = fastrand::Rng::with_seed(3);
    let (mut same, mut tied) = (0, 0);
    let mut prompts = Vec::new();
    let expected = answers(left, generate, |vocab| {
        prompts = (0..count)
            .map(|_| (0..rng.usize(1..=prompt)).map(|_| rng.u32(0..vocab)).collect())
            .collect();
        prompts.clone()
    })?;
    let got = answers(right, generate, |_| prompts.clone())?;
    for (i, (a, b)) in expected.iter().zip(&got).enumerate() {
        match a.iter().zip(b).position(|(a, b)| a.0 != b.0) {
            None if a.len() == b.len() => same += 1,
            None => return Err(format!("prompt {i}: {} and {} tokens", a.len(), b.len())),
            Some(at) if a[at].1 <= MARGIN_MAX => tied += 1,
            Some(at) => {
                let margin = a[at].1;
                return Err(format!("prompt {i}: token {at} differs at a margin of {margin:e}"));
            }
        }
    }
    Ok(format!("greedy tokens of {count} prompts: {same} the CPU's, {tied} otherwise at a tie"))
}

/// Of each prompt the greedy tokens, each with its lead over the next likeliest.
fn answers(
    load: &Loader<'_>,
    generate: usize,
    prompts: impl FnOnce(u32) -> Vec<Vec<TokenId>>,
) -> Result<Vec<Vec<(TokenId, f32)>>, String> {
    let (model, dev) = load(2);
    let prompts = prompts(model.info().vocab_size);
    let limits = Limits {
        slot_count: 4,
        step_tokens_max: 256,
        drafts_max: 0,
        seq_len_max: 1024,
        kv_block_tokens: 32,
        kv_block_count: 128,
        chunk_tokens_max: 256,
        queue_len_max: prompts.len() as u32,
        overtake_max: 4,
        snapshot_count: 0,
        host: Default::default(),
    };
    // Steps run ahead on the GPU and not on the CPU.
    let depth = if dev.cpu().is_some() { 1 } else { 2 };
    let config = EngineConfig { depth, ..EngineConfig::new(limits) };
    let engine = Engine::start(model, dev, config, Arc::new(NoObserver));
    let engine = engine.map_err(|e| e.to_string())?;
    let streams: Vec<_> = prompts
        .into_iter()
        .map(|prompt| {
            let sampling = SamplingParams {
                ignore_eos: true,
                logprobs: LogprobsMode::Top(2),
                ..SamplingParams::greedy(generate as u32)
            };
            engine.submit(GenerateRequest::new(prompt, sampling))
        })
        .collect::<Result<_, _>>()
        .map_err(|e| e.to_string())?;
    let mut out = Vec::new();
    for stream in streams {
        let answer = collect(stream);
        if let Some(TokenEvent::Failed(error)) = answer.end {
            return Err(error.to_string());
        }
        let lead = |logprobs: &Option<PositionLogprobs>| match logprobs.as_ref().map(|l| &*l.top) {
            Some([first, second, ..]) => first.logprob - second.logprob,
            _ => 0.0,
        };
        out.push(answer.tokens.into_iter().zip(answer.logprobs.iter().map(lead)).collect());
    }
    engine.shutdown();
    if engine.join() { Ok(out) } else { Err("the engine ended with a failure".into()) }
}
