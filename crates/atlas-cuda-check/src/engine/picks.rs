//! Tokens that are picked on the device, against the host's pipeline over the same logits.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use atlas_core::{
    ClientId, DryParams, GenerateRequest, Limits, LogprobsMode, PositionLogprobs, Priority,
    RequestId, SamplingParams, TokenEngine, TokenEvent,
};
use atlas_engine::sampling::{DecodeState, LogitRow, LogitsPipeline, Need, Outcome};
use atlas_engine::testing::invariants::Loader;
use atlas_engine::testing::{Collected, ToyConstraint, collect};
use atlas_engine::{Engine, EngineConfig, NoObserver};

/// Sums of the two are ordered otherwise.
const LOGPROB_ERROR_MAX: f32 = 2e-5;
const SEQ_LEN_MAX: u32 = 512;

type Rows = HashMap<(RequestId, u32), Vec<f32>>;

/// Answers `count` random requests of every kind, and picks every token again.
pub fn compare(
    load: &Loader<'_>,
    depth: u32,
    count: usize,
    generate: usize,
) -> Result<String, String> {
    let (model, dev) = load(2);
    let vocab = model.info().vocab_size;
    let limits = Limits {
        slot_count: 8,
        step_tokens_max: 128,
        drafts_max: 0,
        seq_len_max: SEQ_LEN_MAX,
        kv_block_tokens: 32,
        kv_block_count: 128,
        chunk_tokens_max: 64,
        queue_len_max: count as u32,
        overtake_max: 4,
        snapshot_count: 0,
        host: Default::default(),
    };
    let seen = Arc::new(Mutex::new(Rows::new()));
    let mut config = EngineConfig { depth, ..EngineConfig::new(limits) };
    let recorder = Arc::clone(&seen);
    config.row_hook = Some(Arc::new(move |request, position, logits| {
        let mut rows = recorder.lock().unwrap_or_else(PoisonError::into_inner);
        rows.insert((request, position), logits.to_vec());
    }));
    let engine = Engine::start(model, dev, config, Arc::new(NoObserver));
    let engine = engine.map_err(|e| e.to_string())?;
    let mut rng = fastrand::Rng::with_seed(11);
    let mut asked = Vec::new();
    for _ in 0..count {
        let request = request(&mut rng, vocab, generate);
        let stream = engine.submit(request.clone()).map_err(|e| e.to_string())?;
        asked.push((request, stream.id(), stream));
    }
    let answers: Vec<_> = asked.into_iter().map(|(r, id, s)| (r, id, collect(s))).collect();
    engine.shutdown();
    if !engine.join() {
        return Err("the engine ended with a failure".into());
    }
    let rows = seen.lock().unwrap_or_else(PoisonError::into_inner);
    let (mut picked, mut scored) = (0, 0);
    for (i, (request, id, answer)) in answers.into_iter().enumerate() {
        let row = |position: usize| {
            rows.get(&(id, position as u32)).ok_or(format!("request {i} has no row {position}"))
        };
        picked += again(&request, &answer, row).map_err(|e| format!("request {i}: {e}"))?;
        scored += scores(&request, &answer, row).map_err(|e| format!("request {i}: {e}"))?;
    }
    Ok(format!(
        "{picked} tokens of {count} requests picked and {scored} scored as on the host, \
         depth {depth}"
    ))
}

fn one_of<T: Copy>(rng: &mut fastrand::Rng, of: &[T]) -> T {
    of[rng.usize(..of.len())]
}

fn request(rng: &mut fastrand::Rng, vocab: u32, generate: usize) -> GenerateRequest {
    let prompt = (0..rng.usize(1..60)).map(|_| rng.u32(0..vocab)).collect();
    let sampling = SamplingParams {
        temperature: one_of(rng, &[0.0, 0.6, 1.0, 1.5]),
        top_k: one_of(rng, &[0, 0, 1, 20]),
        top_p: one_of(rng, &[1.0, 0.9, 0.3]),
        min_p: one_of(rng, &[0.0, 0.0, 0.2]),
        presence_penalty: one_of(rng, &[0.0, 0.7]),
        frequency_penalty: one_of(rng, &[0.0, 0.3]),
        repetition_penalty: one_of(rng, &[1.0, 1.2]),
        dry: DryParams {
            multiplier: one_of(rng, &[0.0, 0.8]),
            allowed_length: 1,
            ..DryParams::default()
        },
        // Many edits, so that some steps need several batches.
        logit_bias: (0..vocab).filter(|_| rng.bool()).map(|t| (t, (t % 5) as f32 * 0.1)).collect(),
        seed: rng.u64(..),
        logprobs: one_of(rng, &[LogprobsMode::Off, LogprobsMode::Top(0), LogprobsMode::Top(20)]),
        prompt_logprobs: one_of(rng, &[LogprobsMode::Off, LogprobsMode::Top(3)]),
        stop_token_ids: vec![rng.u32(0..vocab)],
        ignore_eos: false,
        min_tokens: rng.u32(0..4),
        max_tokens: generate as u32,
    };
    let sets = (0..generate).map(|_| match rng.u32(0..3) {
        0 => vec![],
        n => (0..n * 10).map(|_| rng.u32(0..vocab)).collect(),
    });
    let sets: Vec<_> = sets.collect();
    GenerateRequest {
        prompt,
        sampling,
        eos_token_ids: vec![0],
        priority: Priority::default(),
        client: ClientId::default(),
        call: None,
        drafts: None,
        deadline: None,
        constraint: rng.bool().then(|| Box::new(ToyConstraint::new(sets)) as Box<_>),
        cache: Default::default(),
    }
}

/// Picks the answer's tokens from the same rows on the host; how many there are.
fn again<'r>(
    request: &GenerateRequest,
    answer: &Collected,
    row: impl Fn(usize) -> Result<&'r Vec<f32>, String>,
) -> Result<usize, String> {
    let (params, eos) = (request.sampling.clone(), &request.eos_token_ids);
    let mut state = DecodeState::new(request.prompt.clone(), params, eos);
    if let Some(constraint) = &request.constraint {
        state = state.with_constraint(constraint.clone(), eos);
    }
    for (i, (&token, logprobs)) in answer.tokens.iter().zip(&answer.logprobs).enumerate() {
        let position = state.tokens().len();
        let logits = row(position)?;
        state.prepare_mask(logits.len());
        let want = on_host(logits, position, Need::Pick(&state))?;
        if want.token != token {
            return Err(format!("token {i} is {token}, not {}", want.token));
        }
        close(logprobs.as_ref(), want.logprobs.as_ref()).map_err(|e| format!("token {i}: {e}"))?;
        state.accept(token, SEQ_LEN_MAX as usize).map_err(|e| e.to_string())?;
    }
    match &answer.end {
        Some(TokenEvent::Done(_)) => Ok(answer.tokens.len()),
        // The host's pipeline must have said so as well.
        Some(TokenEvent::Failed(error)) => {
            let position = state.tokens().len();
            let logits = row(position)?;
            state.prepare_mask(logits.len());
            match on_host(logits, position, Need::Pick(&state)) {
                Err(other) if other == error.to_string() => Ok(answer.tokens.len()),
                other => Err(format!("ended with {error}, the host says {other:?}")),
            }
        }
        other => Err(format!("ended with {other:?}")),
    }
}

/// Scores the prompt's tokens on the host; how many there are.
fn scores<'r>(
    request: &GenerateRequest,
    answer: &Collected,
    row: impl Fn(usize) -> Result<&'r Vec<f32>, String>,
) -> Result<usize, String> {
    let LogprobsMode::Top(top_n) = request.sampling.prompt_logprobs else { return Ok(0) };
    let found = answer.prompt_logprobs.as_deref().unwrap_or_default();
    if found.len() + 1 != request.prompt.len() {
        return Err(format!("{} scores of {} tokens", found.len(), request.prompt.len()));
    }
    for (position, (&token, found)) in request.prompt[1..].iter().zip(found).enumerate() {
        let want = on_host(row(position + 1)?, position + 1, Need::Score { token, top_n })?;
        close(Some(found), want.logprobs.as_ref())
            .map_err(|e| format!("prompt token {position}: {e}"))?;
    }
    Ok(found.len())
}

fn on_host(logits: &[f32], position: usize, need: Need<'_>) -> Result<Outcome, String> {
    let mut outcomes = Vec::new();
    let row = LogitRow { logits, position: position as u32, need };
    LogitsPipeline::new(logits.len()).run([row], &mut outcomes);
    outcomes.pop().ok_or("no outcome")?.map_err(|e| e.to_string())
}

fn close(found: Option<&PositionLogprobs>, want: Option<&PositionLogprobs>) -> Result<(), String> {
    let (found, want) = match (found, want) {
        (None, None) => return Ok(()),
        (Some(found), Some(want)) if found.top.len() == want.top.len() => (found, want),
        _ => return Err(format!("log-probabilities {found:?}, not {want:?}")),
    };
    let found = std::iter::once(&found.chosen).chain(&found.top);
    for (found, want) in found.zip(std::iter::once(&want.chosen).chain(&want.top)) {
        let same = found.token == want.token && found.rank == want.rank;
        // Both may be -infinity.
        let near = found.logprob == want.logprob
            || (found.logprob - want.logprob).abs() <= LOGPROB_ERROR_MAX;
        if !(same && near) {
            return Err(format!("{found:?}, not {want:?}"));
        }
    }
    Ok(())
}
