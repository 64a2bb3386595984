//! Fixtures, and a session that feeds spans to a model.
#![allow(dead_code)]

use std::path::PathBuf;

use atlas_model::verify::{block_table, make_states};
use atlas_model::{Batch, Cx, DirSource, ForwardError, LoadOptions, LoadedModel, Model};
use atlas_tensor::{Arena, Compute, CpuDevice, Isa, LayerState, SpanRows};

/// Every fixture.
pub const CASES: &[&str] = &[
    "llama_rope_llama3",
    "llama_tied_f16",
    "mistral3_wrapper",
    "mistral_window",
    "qwen2_bias",
    "qwen2_window",
    "qwen3_5_moe_text",
    "qwen3_5_moe_wrapper",
    "qwen3_5_text",
    "qwen3_5_wrapper",
    "qwen3_moe_mlp_only",
    "qwen3_moe_top1",
    "qwen3_next",
    "qwen3_next_layer_types",
    "qwen3_tied_f32",
    "qwen3_yarn",
];

pub fn fixture(case: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(case)
}

pub fn device(compute: Compute, threads: usize) -> CpuDevice {
    CpuDevice::new(threads, Isa::detect(), compute).expect("device")
}

pub fn load(case: &str, dev: &CpuDevice) -> LoadedModel {
    let source = DirSource::new(fixture(case)).expect("fixture folder");
    match atlas_model::load(&source, dev, &LoadOptions::default()) {
        Ok(loaded) => loaded,
        Err(error) => panic!("{case}: {error}"),
    }
}

/// One stretch of a sequence to be fed.
#[derive(Clone, Copy)]
pub struct Feed<'a> {
    pub slot: usize,
    pub start: usize,
    pub tokens: &'a [u32],
}

/// A model with states for some slots.
pub struct Session<'a> {
    pub model: &'a dyn Model,
    pub dev: &'a CpuDevice,
    pub states: Vec<LayerState>,
    tokens_max: usize,
}

impl<'a> Session<'a> {
    pub fn new(model: &'a dyn Model, dev: &'a CpuDevice, slots: usize, tokens_max: usize) -> Self {
        let states = make_states(model.state_specs(), dev.compute(), slots, tokens_max);
        Session { model, dev, states: states.expect("states"), tokens_max }
    }

    /// Runs one step; gives the logits of every row, in row order.
    pub fn step(&mut self, feeds: &[Feed<'_>]) -> Result<Vec<f32>, ForwardError> {
        let tokens: Vec<u32> = feeds.iter().flat_map(|f| f.tokens.iter().copied()).collect();
        let positions: Vec<u32> = feeds
            .iter()
            .flat_map(|f| (f.start..f.start + f.tokens.len()).map(|p| p as u32))
            .collect();
        let tables: Vec<Vec<u32>> =
            feeds.iter().map(|f| block_table(f.slot, self.tokens_max)).collect();
        let mut spans = vec![];
        let mut row = 0;
        for (feed, blocks) in feeds.iter().zip(&tables) {
            let len = feed.tokens.len();
            spans.push(SpanRows { slot: feed.slot, row, len, start: feed.start as u32, blocks });
            row += len;
        }
        let logit_rows: Vec<u32> = (0..row as u32).collect();
        let bound = self.model.scratch_bytes(row, row);
        let arena = Arena::with_bytes(bound).expect("arena");
        let mut logits = vec![0.0; row * self.model.info().vocab_size as usize];
        let batch = Batch {
            tokens: &tokens,
            positions: &positions,
            spans: &spans,
            logit_rows: &logit_rows,
        };
        let mut cx = Cx { dev: self.dev, scratch: &arena, taps: None };
        self.model.forward(&mut cx, &batch, &mut self.states, &mut logits)?;
        // The bound is exact, not only safe.
        assert_eq!(arena.high_water(), bound, "scratch_bytes({row}, {row})");
        Ok(logits)
    }

    /// Feeds `tokens` to slot 0 in chunks; gives the logits of every row.
    pub fn feed_in_chunks(&mut self, tokens: &[u32], chunk: usize) -> Vec<f32> {
        let mut logits = vec![];
        for (i, part) in tokens.chunks(chunk).enumerate() {
            let feed = Feed { slot: 0, start: i * chunk, tokens: part };
            logits.extend(self.step(&[feed]).expect("a consecutive chunk"));
        }
        logits
    }
}

/// Index of the largest value, the first of equals.
pub fn argmax(row: &[f32]) -> u32 {
    let mut best = 0;
    for (i, v) in row.iter().enumerate() {
        if *v > row[best] {
            best = i;
        }
    }
    best as u32
}

pub fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|v| v.to_bits()).collect()
}
