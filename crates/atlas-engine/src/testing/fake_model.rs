//! A model without weights whose logits are a function of the whole prefix.
//!
//! It keeps the prefix in a KV layer and a hash of it in a recurrent layer, so that a wrong block
//! table, a stale slot or a lost span gives a wrong token.

use atlas_core::{KvFormat, KvFormats, Limits, StateSpec, TokenId};
use atlas_model::{Accepted, Batch, Cx, ForwardError, KeepAt, Model, ModelInfo};
use atlas_tensor::{
    Compute, CpuDevice, Isa, KvCache, KvHalf, LayerState, RecurrentState, SpanRows, StepBounds,
    TensorMut,
};
use std::sync::{Arc, Mutex, PoisonError};

use crate::engine::config::EngineConfig;
use crate::engine::handle::EngineHandle;
use crate::engine::observer::NoObserver;
use crate::engine::{Engine, StartError};

/// Fills a row of logits, which is all 0 before, from the prefix.
type LogitsFn = dyn Fn(&[TokenId], &mut [f32]) + Send + Sync;

/// Elements of a KV vector: the four bytes of a token id, each exact in bf16.
const HEAD_DIM: u32 = 4;
/// Elements of the recurrent matrix: the prefix hash in 16-bit pieces, each exact in f32.
const HASH_PARTS: u32 = 4;

const SPECS: [StateSpec; 2] = [
    StateSpec::Recurrent {
        heads: 1,
        key_dim: 1,
        value_dim: HASH_PARTS,
        conv_channels: 1,
        conv_kernel: 1,
    },
    StateSpec::Paged {
        kv_heads: 1,
        head_dim: HEAD_DIM,
        window: None,
        formats: KvFormats::both(KvFormat::F32),
    },
];

/// A model that is a function from prefixes to logits.
pub struct FakeModel {
    info: ModelInfo,
    logits: Box<LogitsFn>,
    /// Tokens of the wanted rows of the last step.
    wanted: Mutex<Vec<TokenId>>,
}

impl FakeModel {
    /// A model of any function. The function may sleep, panic or write NaN.
    pub fn new(
        vocab_size: u32,
        logits: impl Fn(&[TokenId], &mut [f32]) + Send + Sync + 'static,
    ) -> Self {
        let (info, logits, wanted) = (info(vocab_size), Box::new(logits), Mutex::default());
        Self { info, logits, wanted }
    }

    /// A model whose logits are a hash of the prefix: any error in the prefix changes every later
    /// token.
    pub fn hash(vocab_size: u32) -> Self {
        Self::new(vocab_size, hash_logits)
    }

    /// A model whose next token is `next(prefix)`, with a logit of 50 over 0.
    pub fn scripted(
        vocab_size: u32,
        next: impl Fn(&[TokenId]) -> TokenId + Send + Sync + 'static,
    ) -> Self {
        Self::new(vocab_size, move |prefix, logits| {
            if let Some(logit) = logits.get_mut(next(prefix) as usize) {
                *logit = 50.0;
            }
        })
    }
}

/// Greedy answer of [`FakeModel::hash`] to a prompt.
pub fn hash_answer(prompt: &[TokenId], len: usize, vocab_size: u32) -> Vec<TokenId> {
    let mut tokens = prompt.to_vec();
    let mut logits = vec![0.0; vocab_size as usize];
    for _ in 0..len {
        hash_logits(&tokens, &mut logits);
        let best = (0..logits.len()).fold(0, |b, i| if logits[i] > logits[b] { i } else { b });
        tokens.push(best as TokenId);
    }
    tokens.split_off(prompt.len())
}

/// Limits for a fake model: 4 slots, sequences of 512 tokens, a queue of 16.
pub fn small_limits() -> Limits {
    Limits {
        slot_count: 4,
        step_tokens_max: 64,
        drafts_max: 0,
        seq_len_max: 512,
        kv_block_tokens: 16,
        kv_block_count: 4 * 32,
        chunk_tokens_max: 48,
        queue_len_max: 16,
        overtake_max: 4,
        snapshot_count: 16,
        host: atlas_core::HostPlaces::default(),
    }
}

/// Starts a real engine over a fake model.
pub fn fake_engine(model: FakeModel, limits: Limits) -> Result<EngineHandle, StartError> {
    fake_engine_with(model, EngineConfig::new(limits))
}

/// As [`fake_engine`], under a full configuration.
pub fn fake_engine_with(
    model: FakeModel,
    config: EngineConfig,
) -> Result<EngineHandle, StartError> {
    let dev = CpuDevice::new(1, Isa::Portable, Compute::F32)
        .map_err(|e| StartError::Thread(std::io::Error::other(e)))?;
    Engine::start(Box::new(model), dev, config, Arc::new(NoObserver))
}

const HASH_START: u64 = 0x9E37_79B9_7F4A_7C15;

fn mix(hash: u64, word: u64) -> u64 {
    let x = (hash ^ word).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (x ^ (x >> 29)).wrapping_mul(0x94D0_49BB_1331_11EB)
}

fn prefix_hash(prefix: &[TokenId]) -> u64 {
    prefix.iter().fold(HASH_START, |h, &t| mix(h, u64::from(t) + 1))
}

fn hash_logits(prefix: &[TokenId], logits: &mut [f32]) {
    let hash = prefix_hash(prefix);
    for (token, logit) in logits.iter_mut().enumerate() {
        *logit = (mix(hash, token as u64) >> 40) as f32 / (1 << 22) as f32;
    }
}

impl Model for FakeModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn state_specs(&self) -> &[StateSpec] {
        &SPECS
    }

    fn scratch_bytes(&self, _rows: usize, _logit_rows: usize) -> usize {
        0
    }

    fn workspace_bytes(&self, _bounds: &StepBounds) -> usize {
        0
    }

    fn forward(
        &self,
        _cx: &mut Cx<'_>,
        batch: &Batch<'_>,
        states: &mut [LayerState],
        mut logits: TensorMut<'_>,
    ) -> Result<(), ForwardError> {
        for (layer, state) in states.iter_mut().enumerate() {
            state.advance(batch.spans).map_err(|error| ForwardError::State { layer, error })?;
        }
        let vocab_size = self.info.vocab_size as usize;
        let rows = logits.f32_mut().chunks_exact_mut(vocab_size);
        let mut out = batch.logit_rows.iter().zip(rows).peekable();
        let [LayerState::Recurrent(recurrent), LayerState::Paged(cache)] = states else {
            unreachable!("the engine allocates what `state_specs` says")
        };
        for (index, span) in batch.spans.iter().enumerate() {
            let tokens = &batch.tokens[span.row..span.row + span.len];
            store(cache, span, tokens);
            let mut hash = load_hash(recurrent, span.slot);
            let mut prefix = load(cache, span);
            prefix.truncate(span.start as usize);
            for (i, &token) in tokens.iter().enumerate() {
                if i == span.stored() {
                    store_hash(recurrent, span.slot, hash);
                }
                hash = mix(hash, u64::from(token) + 1);
                prefix.push(token);
                let rows = i + 1;
                let here = |at: &KeepAt| *at == KeepAt { span: index, rows };
                if let Some(keeps) = &batch.keeps
                    && let Some(kept) = keeps.at.iter().position(here)
                {
                    store_hash(recurrent, span.slot, hash);
                    keeps.to.keep(0, recurrent, kept);
                }
                let wanted = |(row, _): &(&u32, &mut [f32])| **row as usize == span.row + i;
                while let Some((_, logits)) = out.next_if(wanted) {
                    logits.fill(0.0);
                    (self.logits)(&prefix, logits);
                    if hash != prefix_hash(&prefix) {
                        // Blocks and recurrent state hold different prefixes: pick a token that
                        // neither would.
                        logits[hash as usize % vocab_size] += 100.0;
                    }
                }
            }
            if span.drafts == 0 {
                store_hash(recurrent, span.slot, hash);
            }
        }
        let wanted = batch.logit_rows.iter().map(|&row| batch.tokens[row as usize]);
        *self.wanted.lock().unwrap_or_else(PoisonError::into_inner) = wanted.collect();
        Ok(())
    }

    fn settle(
        &self,
        _cx: &mut Cx<'_>,
        accepted: &[Accepted],
        _wanted: usize,
        states: &mut [LayerState],
    ) -> Result<(), ForwardError> {
        let wanted = self.wanted.lock().unwrap_or_else(PoisonError::into_inner);
        for state in states {
            let LayerState::Recurrent(recurrent) = state else { continue };
            for of in accepted {
                let hash = load_hash(recurrent, of.slot);
                let tokens = &wanted[of.at..of.at + of.count];
                let hash = tokens.iter().fold(hash, |h, &t| mix(h, u64::from(t) + 1));
                store_hash(recurrent, of.slot, hash);
            }
        }
        Ok(())
    }
}

/// Writes a span's tokens into its blocks.
fn store(cache: &mut KvCache, span: &SpanRows<'_>, tokens: &[TokenId]) {
    for (i, token) in tokens.iter().enumerate() {
        let position = span.start as usize + i;
        let block = span.blocks[position / cache.block_tokens];
        let bytes = token.to_le_bytes().map(f32::from);
        cache.put_row(block, KvHalf::Key, 0, position % cache.block_tokens, &bytes);
    }
}

/// Reads the whole prefix of a span, the span included, from its blocks.
fn load(cache: &KvCache, span: &SpanRows<'_>) -> Vec<TokenId> {
    let end = span.start as usize + span.len;
    (0..end)
        .map(|position| {
            let block = span.blocks[position / cache.block_tokens];
            let mut bytes = [0.0; HEAD_DIM as usize];
            cache.row(block, KvHalf::Key, 0, position % cache.block_tokens, &mut bytes);
            TokenId::from_le_bytes(bytes.map(|byte| byte as u8))
        })
        .collect()
}

/// Prefix hash of a slot; a cleared slot holds the hash of the empty prefix.
fn load_hash(state: &mut RecurrentState, slot: usize) -> u64 {
    let parts = state.matrices_mut(slot);
    parts.iter().rev().fold(0, |h, &part| h << 16 | part as u64) ^ HASH_START
}

fn store_hash(state: &mut RecurrentState, slot: usize, hash: u64) {
    let hash = hash ^ HASH_START;
    for (i, part) in state.matrices_mut(slot).iter_mut().enumerate() {
        *part = (hash >> (16 * i) & 0xFFFF) as f32;
    }
}

fn info(vocab_size: u32) -> ModelInfo {
    ModelInfo {
        family: "fake",
        vocab_size,
        layer_count: SPECS.len() as u32,
        ..ModelInfo::default()
    }
}
