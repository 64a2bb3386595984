//! Cost of the prefix cache without a hit: seconds to the first token of random prompts, with the
//! cache on and off in turn.
//! `cargo run --release -p atlas-engine --example prefix_overhead -- [TOKENS] [PAIRS] [FOLDER]`

use atlas_core::{
    CacheHints, ClientId, GenerateRequest, Limits, Priority, SamplingParams, TokenEngine, TokenId,
};
use atlas_engine::testing::invariants::checkpoint_loader;
use atlas_engine::{Engine, EngineConfig, EngineHandle, NoObserver};
use atlas_tensor::Compute;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

const BUNDLED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/atlas-mini");

fn engine(folder: &str, cache: bool, tokens: u32) -> Result<(EngineHandle, u32), Box<dyn Error>> {
    let (model, dev) = checkpoint_loader(Path::new(folder), Compute::Bf16)(1);
    let vocab_size = model.info().vocab_size;
    let limits = Limits {
        slot_count: 2,
        step_tokens_max: 512,
        drafts_max: 0,
        seq_len_max: tokens + 2,
        kv_block_tokens: 32,
        // Room for a few prompts, so that blocks are evicted too.
        kv_block_count: 4 * (tokens + 2).div_ceil(32),
        chunk_tokens_max: 512,
        queue_len_max: 4,
        overtake_max: 4,
        snapshot_count: 8,
        host: atlas_core::HostPlaces::default(),
    };
    let config = EngineConfig { prefix_cache: cache, ..EngineConfig::new(limits) };
    Ok((Engine::start(model, dev, config, Arc::new(NoObserver))?, vocab_size))
}

/// Seconds from the prompt to its only token.
fn seconds(engine: &EngineHandle, prompt: &[TokenId]) -> Result<f64, Box<dyn Error>> {
    let len = prompt.len() as u32;
    let request = GenerateRequest {
        prompt: prompt.to_vec(),
        sampling: SamplingParams::greedy(1),
        eos_token_ids: Vec::new(),
        priority: Priority::default(),
        client: ClientId::default(),
        call: None,
        drafts: None,
        deadline: None,
        constraint: None,
        cache: CacheHints { resume_at: vec![len * 3 / 4, len - 4], ..CacheHints::default() },
    };
    let begin = Instant::now();
    let mut stream = engine.submit(request)?;
    while stream.blocking_next().is_some() {}
    Ok(begin.elapsed().as_secs_f64())
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let tokens: u32 = arguments.next().map_or(Ok(2000), |n| n.parse())?;
    let pairs: u32 = arguments.next().map_or(Ok(40), |n| n.parse())?;
    let folder = arguments.next().unwrap_or_else(|| BUNDLED.to_owned());
    let (on, vocab_size) = engine(&folder, true, tokens)?;
    let (off, _) = engine(&folder, false, tokens)?;
    let mut rng = fastrand::Rng::with_seed(1);
    let (mut with, mut without, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for pair in 0..pairs {
        let prompt: Vec<TokenId> = (0..tokens).map(|_| rng.u32(0..vocab_size)).collect();
        let (first, second) = if pair % 2 == 0 { (&on, &off) } else { (&off, &on) };
        let (a, b) = (seconds(first, &prompt)?, seconds(second, &prompt)?);
        let (on, off) = if pair % 2 == 0 { (a, b) } else { (b, a) };
        with.push(on);
        without.push(off);
        ratios.push(on / off);
    }
    let stats = on.stats();
    println!(
        "{tokens} tokens, {pairs} pairs: {:.4} s with the cache, {:.4} s without (medians); \
         median ratio {:.4}; {} hits, {} blocks and {} snapshots evicted, \
         host {:.1} us a step with, {:.1} without",
        median(with),
        median(without),
        median(ratios),
        stats.prefix.hits,
        stats.prefix.device.evicted_blocks,
        stats.prefix.device.evicted_snapshots,
        stats.host_seconds / stats.steps as f64 * 1e6,
        off.stats().host_seconds / off.stats().steps as f64 * 1e6,
    );
    Ok(())
}
