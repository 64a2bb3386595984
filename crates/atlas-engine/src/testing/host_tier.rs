//! Damage in the host tier changes no answer: conversations on real layers whose device tier is too
//! small for them, while bits of the objects in the host tier are flipped.

use atlas_core::{
    GenerateRequest, HostPlaces, Limits, PrefixCounts, SamplingParams, TokenEngine, TokenEvent,
    TokenId,
};
use atlas_tensor::Compute;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::invariants::checkpoint_loader;
use crate::engine::Engine;
use crate::engine::config::EngineConfig;
use crate::engine::handle::EngineHandle;
use crate::engine::observer::NoObserver;
use crate::faults::{HostProbe, TestFault};
use crate::state::host_tier::HostPlace;

/// Conversations with an engine whose host tier is damaged.
#[derive(Clone, Debug)]
pub struct FlipConfig<'a> {
    /// Folder of the checkpoint.
    pub folder: &'a Path,
    pub compute: Compute,
    pub seed: u64,
    /// Flipped bits after which the conversations end.
    pub flips: u64,
    pub fault: Option<TestFault>,
}

/// Result of [`flip_bits`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlipReport {
    pub turns: u64,
    /// Answers whose tokens differ from those without a cache.
    pub different: u64,
    /// Flipped bits, and stored objects that hold them.
    pub flips: u64,
    pub damaged: u64,
    /// Reads of damaged objects, as the probe counts them.
    pub damaged_reads: u64,
    pub prefix: PrefixCounts,
}

/// Flips bits in a quarter of the stored objects, and counts reads of those.
#[derive(Debug)]
struct Flipper(Mutex<Flips>);

#[derive(Debug)]
struct Flips {
    rng: fastrand::Rng,
    /// Places whose object is damaged at present.
    places: BTreeSet<(bool, usize)>,
    report: FlipReport,
}

fn key(place: HostPlace) -> (bool, usize) {
    (place.kind == crate::state::host_tier::Kind::Block, place.index)
}

impl HostProbe for Flipper {
    fn stored(&self, place: HostPlace, object: &mut [u8]) {
        let mut flips = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        flips.places.remove(&key(place));
        if flips.rng.usize(0..4) > 0 {
            return;
        }
        // Half of the bits are in the header, which is small.
        let mut bits = BTreeSet::new();
        for _ in 0..flips.rng.usize(1..=8) {
            let bytes =
                if flips.rng.bool() { crate::state::host_tier::HEADER_BYTES } else { object.len() };
            bits.insert(flips.rng.usize(0..bytes * 8));
        }
        bits.iter().for_each(|bit| object[bit / 8] ^= 1 << (bit % 8));
        flips.report.flips += bits.len() as u64;
        flips.report.damaged += 1;
        flips.places.insert(key(place));
    }

    fn reading(&self, place: HostPlace) {
        let mut flips = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let damaged = flips.places.contains(&key(place));
        flips.report.damaged_reads += u64::from(damaged);
    }
}

/// Limits with few blocks and snapshots, and a host tier that holds several times as many.
pub fn limits() -> Limits {
    Limits {
        slot_count: 3,
        step_tokens_max: 96,
        drafts_max: 0,
        seq_len_max: 384,
        kv_block_tokens: 16,
        kv_block_count: 30,
        chunk_tokens_max: 64,
        queue_len_max: 16,
        overtake_max: 4,
        snapshot_count: 6,
        host: HostPlaces { blocks: 150, snapshots: 40 },
    }
}

fn start(config: &FlipConfig<'_>, cache: bool, probe: Option<Arc<dyn HostProbe>>) -> EngineHandle {
    let (model, dev) = checkpoint_loader(config.folder, config.compute)(1);
    let config = EngineConfig {
        prefix_cache: cache,
        host_probe: probe,
        test_fault: config.fault.filter(|_| cache),
        ..EngineConfig::new(limits())
    };
    Engine::start(model, dev, config, Arc::new(NoObserver))
        .unwrap_or_else(|e| panic!("the engine did not start: {e}"))
}

fn ask(engine: &EngineHandle, prompt: &[TokenId], max_tokens: u32) -> Vec<TokenId> {
    let request = GenerateRequest::new(
        prompt.to_vec(),
        SamplingParams { ignore_eos: true, ..SamplingParams::greedy(max_tokens) },
    );
    let mut stream =
        engine.submit(request).unwrap_or_else(|e| panic!("a valid request was refused: {e}"));
    let mut tokens = Vec::new();
    while let Some(event) = stream.blocking_next() {
        match event {
            TokenEvent::Token { token, .. } => tokens.push(token),
            // Differs from the answer without a cache, which never fails.
            TokenEvent::Failed(_) => tokens.push(TokenId::MAX),
            TokenEvent::Done(_) | TokenEvent::PromptLogprobs(_) => {}
        }
    }
    tokens
}

/// Asks an engine without a cache and one whose host tier is damaged, and compares the answers.
pub fn flip_bits(config: &FlipConfig<'_>) -> FlipReport {
    let rng = fastrand::Rng::with_seed(config.seed ^ 0xf11b);
    let flips = Flips { rng, places: BTreeSet::new(), report: FlipReport::default() };
    let flipper = Arc::new(Flipper(Mutex::new(flips)));
    let plain = start(config, false, None);
    let caching = start(config, true, Some(flipper.clone()));
    let report = || flipper.0.lock().unwrap_or_else(PoisonError::into_inner).report;
    let mut rng = fastrand::Rng::with_seed(config.seed);
    let mut past: Vec<Vec<TokenId>> = Vec::new();
    let (mut turns, mut different) = (0, 0);
    while report().flips < config.flips {
        // Eight conversations in turn are too many for the device tier.
        let mut prompt = match rng.usize(0..10) {
            0 => Vec::new(),
            _ => past.get(rng.usize(0..8)).cloned().unwrap_or_default(),
        };
        prompt.extend((0..rng.usize(8..40)).map(|_| rng.u32(1..248)));
        if prompt.len() > 300 {
            prompt.truncate(rng.usize(1..60));
        }
        let max_tokens = rng.u32(1..12);
        let expected = ask(&plain, &prompt, max_tokens);
        different += u64::from(ask(&caching, &prompt, max_tokens) != expected);
        prompt.extend(expected);
        match past.len() {
            8 => past[rng.usize(0..8)] = prompt,
            _ => past.push(prompt),
        }
        turns += 1;
    }
    let prefix = caching.stats().prefix;
    for engine in [plain, caching] {
        engine.drain();
        engine.join();
    }
    FlipReport { turns, different, prefix, ..report() }
}
