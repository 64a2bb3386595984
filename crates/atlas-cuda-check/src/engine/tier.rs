//! KV blocks on the disk: tokens and bits of the logits are those of a cache in the device's
//! memory.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use atlas_core::{
    GenerateRequest, KvTierCounts, Limits, SamplingParams, TokenEngine, TokenEvent, TokenId,
};
use atlas_engine::testing::collect;
use atlas_engine::testing::invariants::Loader;
use atlas_engine::{DiskFaults, Engine, EngineConfig, NoObserver, TierConfig};

const BLOCK_TOKENS: u32 = 16;
/// As few as there may be: those to which blocks of 1,024 positions are brought, those that two
/// steps write, and a few more.
const FRAMES: u32 = 64 + 2 * (64 / BLOCK_TOKENS + 6) + 4;

/// Tokens of an answer, and a hash of each row of logits by its position.
type Answer = (Vec<TokenId>, BTreeMap<u32, u64>);

/// Asks for random prompts, the longest of `prompt` tokens, without the tier and with it.
pub fn compare(
    load: &Loader<'_>,
    count: usize,
    prompt: usize,
    generate: usize,
) -> Result<String, String> {
    let (model, dev) = load(1);
    let vocab = model.info().vocab_size;
    drop((model, dev));
    let mut rng = fastrand::Rng::with_seed(17);
    let lens = [prompt].into_iter().chain((1..count).map(|_| rng.usize(prompt / 2..=prompt)));
    let lens: Vec<usize> = lens.collect();
    let prompts: Vec<Vec<TokenId>> =
        lens.into_iter().map(|len| (0..len).map(|_| rng.u32(0..vocab)).collect()).collect();
    let (expected, _) = answers(load, &prompts, generate, None)?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let tier = TierConfig {
        folder: folder.path().to_owned(),
        bytes: 256 << 20,
        snapshots: 0,
        frames: FRAMES,
        faults: DiskFaults::default(),
    };
    let (found, counts) = answers(load, &prompts, generate, Some(tier))?;
    for (i, (expected, found)) in expected.iter().zip(&found).enumerate() {
        if expected.0 != found.0 {
            return Err(format!("prompt {i}: other tokens"));
        }
        let differ = expected.1.iter().filter(|(at, hash)| found.1.get(at) != Some(hash)).count();
        if differ > 0 {
            return Err(format!("prompt {i}: {differ} of {} rows differ", expected.1.len()));
        }
    }
    match counts.filter(|counts| counts.brought_blocks > 0) {
        Some(counts) => Ok(format!(
            "a tier on the disk: {count} answers and all bits of their logits are those without \
             it, {} of {} blocks were brought",
            counts.brought_blocks, counts.used_blocks
        )),
        None => Err("nothing was brought from the disk".to_owned()),
    }
}

fn answers(
    load: &Loader<'_>,
    prompts: &[Vec<TokenId>],
    generate: usize,
    tier: Option<TierConfig>,
) -> Result<(Vec<Answer>, Option<KvTierCounts>), String> {
    let (model, dev) = load(1);
    let rows: Arc<Mutex<BTreeMap<_, BTreeMap<u32, u64>>>> = Arc::default();
    let seen = rows.clone();
    let limits = Limits {
        slot_count: 3,
        step_tokens_max: 64,
        drafts_max: 0,
        seq_len_max: 4096,
        kv_block_tokens: BLOCK_TOKENS,
        kv_block_count: 3 * 4096 / BLOCK_TOKENS,
        chunk_tokens_max: 64,
        queue_len_max: prompts.len() as u32,
        overtake_max: 4,
        snapshot_count: 0,
        host: Default::default(),
    };
    let config = EngineConfig {
        depth: 2,
        tier,
        row_hook: Some(Arc::new(move |request, position, logits: &[f32]| {
            let mix = |hash: u64, x: &f32| {
                (hash ^ u64::from(x.to_bits())).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(31)
            };
            let hash = logits.iter().fold(7, mix);
            if let Ok(mut rows) = seen.lock() {
                rows.entry(request).or_default().insert(position, hash);
            }
        })),
        ..EngineConfig::new(limits)
    };
    let engine = Engine::start(model, dev, config, Arc::new(NoObserver));
    let engine = engine.map_err(|error| error.to_string())?;
    let mut streams = Vec::new();
    for prompt in prompts {
        let sampling =
            SamplingParams { ignore_eos: true, ..SamplingParams::greedy(generate as u32) };
        let request = GenerateRequest::new(prompt.clone(), sampling);
        let stream = engine.submit(request).map_err(|error| error.to_string())?;
        streams.push((stream.id(), stream));
    }
    let mut answers = Vec::new();
    for (id, stream) in streams {
        let all = collect(stream);
        if !matches!(all.end, Some(TokenEvent::Done(_))) {
            return Err(format!("{:?}", all.end));
        }
        let rows = rows.lock().map_err(|error| error.to_string())?.remove(&id);
        answers.push((all.tokens, rows.unwrap_or_default()));
    }
    let counts = engine.stats().tier;
    engine.shutdown();
    engine.join();
    Ok((answers, counts))
}
