//! From a loaded model to a running engine.

use super::{Loaded, calibration, graphs};
use anyhow::{Context, Result};
use atlas_core::Limits;
use atlas_engine::{Engine, EngineConfig, EngineHandle, EngineObserver, MemoryPlan};
use atlas_text::TextModel;
use std::sync::Arc;

/// A running engine and what it was made from.
pub struct Launched {
    pub engine: EngineHandle,
    pub text: Option<Arc<TextModel>>,
    pub limits: Limits,
    pub vocab_size: u32,
    pub family: String,
}

/// Allocates every pool, captures graphs and starts the engine thread.
pub fn start(loaded: Loaded, observer: Arc<dyn EngineObserver>) -> Result<Launched> {
    let fingerprint = loaded.fingerprint()?;
    // Made-up weights of one configuration are the same every time.
    let family = loaded.model.model.info().family;
    let named = format!("{fingerprint} {family} {:?}", loaded.device.compute());
    let model_id = xxhash_rust::xxh3::xxh3_64(named.as_bytes());
    let Loaded { model, device, limits, tier, prefix_cache, sessions, verify_hits, .. } = loaded;
    let Loaded { proposer, adapts_drafts, run_ahead, max_step_ms, graphs, text, taps, .. } = loaded;
    let info = model.model.info();
    let (vocab_size, family) = (info.vocab_size, info.family.to_string());
    let config = EngineConfig {
        proposer,
        adapts_drafts,
        tier,
        prefix_cache,
        sessions,
        verify_hits,
        depth: run_ahead,
        step_seconds_max: (max_step_ms > 0).then(|| f64::from(max_step_ms) / 1e3),
        model_id,
        calibration: calibration::tokens(text.as_deref()),
        taps,
        ..EngineConfig::new(limits.clone())
    };
    let engine = graphs::shown(graphs, |graphs| {
        Engine::start(model.model, device, EngineConfig { graphs, ..config }, observer)
            .context("starting the engine (`atlas plan` shows every pool)")
    })?;
    Ok(Launched { engine, text, limits, vocab_size, family })
}

/// The pools that [`start`] would allocate.
pub fn memory_plan(loaded: &Loaded) -> MemoryPlan {
    let Loaded { model, limits, device, proposer, tier, run_ahead, .. } = loaded;
    let tier = (tier.as_ref(), *run_ahead);
    MemoryPlan::with_tier(&*model.model, limits, device, proposer.as_ref(), tier).0
}
