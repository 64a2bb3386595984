//! Comparison of a forward pass with recorded results, tap by tap.

use std::path::Path;

use atlas_tensor::{Arena, Compute, Device, KvCache, LayerState, RecurrentState, SpanRows, Tensor};
use thiserror::Error;

use atlas_core::StateSpec;

use crate::checkpoint::{HeaderEntry, HeaderError, StoredType, read_header, read_metadata};
use crate::error::ForwardError;
use crate::model::{Batch, Cx, Model, TapSink};

/// Tokens of a block in the caches made here.
pub const BLOCK_TOKENS: usize = 32;
/// Largest relative error of a tap in f32.
pub const RELATIVE_ERROR_MAX: f64 = 1e-4;
/// Smallest cosine of a tap in bf16.
pub const COSINE_MIN: f64 = 0.9999;

/// Errors that prevent a comparison.
#[derive(Debug, Error)]
pub enum VerifyError {
    #[error("{0}")]
    Io(#[from] std::io::Error),
    #[error("{0}")]
    Header(#[from] HeaderError),
    #[error("tensor {name}: {problem}")]
    Tensor { name: String, problem: String },
    #[error("the file holds no taps; it needs input_ids and tensors such as layers.0.out")]
    NoTaps,
    #[error(transparent)]
    Forward(#[from] ForwardError),
}

/// One tap beside its reference.
#[derive(Clone, Debug, PartialEq)]
pub struct TapResult {
    pub name: String,
    /// `|a - b| / |b|`, Euclidean.
    pub relative_error: f64,
    pub cosine: f64,
    /// Whether it is within the bound of the compute type.
    pub within: bool,
}

/// All taps, in the order in which they were computed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    pub taps: Vec<TapResult>,
}

impl Report {
    /// First tap beyond its bound. Its name gives the layer and the operation.
    pub fn first_divergence(&self) -> Option<&TapResult> {
        self.taps.iter().find(|t| !t.within)
    }
}

/// Keeps every tap of one forward pass.
#[derive(Default)]
pub struct TapRecorder {
    /// Name, shape and values, in order.
    pub taps: Vec<(String, Vec<usize>, Vec<f32>)>,
}

impl TapSink for TapRecorder {
    fn tap(&mut self, name: &str, value: &Tensor<'_>) {
        self.taps.push((name.to_owned(), value.shape().to_vec(), value.to_vec()));
    }
}

/// A safetensors file of recorded tensors, read whole.
pub struct Recorded {
    file: Vec<u8>,
    entries: Vec<HeaderEntry>,
}

impl Recorded {
    pub fn open(path: &Path) -> Result<Self, VerifyError> {
        let file = std::fs::read(path)?;
        let entries = read_header(&file)?;
        Ok(Recorded { file, entries })
    }

    fn entry(&self, name: &str) -> Option<&HeaderEntry> {
        self.entries.iter().find(|e| e.name == name)
    }

    pub fn has(&self, name: &str) -> bool {
        self.entry(name).is_some()
    }

    /// Shape and values of a floating-point or 32-bit integer tensor, as f32.
    pub fn f32(&self, name: &str) -> Result<(Vec<usize>, Vec<f32>), VerifyError> {
        let entry = self.require(name)?;
        let bytes = &self.file[entry.bytes.clone()];
        let two = |c: &[u8]| [c[0], c[1]];
        let four = |c: &[u8]| [c[0], c[1], c[2], c[3]];
        let values = match &entry.dtype {
            StoredType::F32 => bytes.chunks_exact(4).map(|c| f32::from_le_bytes(four(c))).collect(),
            StoredType::Bf16 => {
                bytes.chunks_exact(2).map(|c| half::bf16::from_le_bytes(two(c)).to_f32()).collect()
            }
            StoredType::F16 => {
                bytes.chunks_exact(2).map(|c| half::f16::from_le_bytes(two(c)).to_f32()).collect()
            }
            StoredType::I32 => {
                bytes.chunks_exact(4).map(|c| i32::from_le_bytes(four(c)) as f32).collect()
            }
            other => return Err(bad(name, format!("{other} is not a type of taps"))),
        };
        Ok((entry.shape.clone(), values))
    }

    /// Token ids stored as I64 or I32.
    pub fn ids(&self, name: &str) -> Result<Vec<u32>, VerifyError> {
        let entry = self.require(name)?;
        let width = match &entry.dtype {
            StoredType::I64 => 8,
            StoredType::I32 => 4,
            other => return Err(bad(name, format!("{other} is not a type of token ids"))),
        };
        let id = |c: &[u8]| {
            let mut wide = [0; 8];
            wide[..width].copy_from_slice(c);
            u32::try_from(u64::from_le_bytes(wide)).ok()
        };
        let ids: Option<Vec<u32>> =
            self.file[entry.bytes.clone()].chunks_exact(width).map(id).collect();
        ids.ok_or_else(|| bad(name, "a value is not a token id".into()))
    }

    /// Cosine between bf16 and f32 of the reference for this tap: the noise of bf16 itself on this
    /// checkpoint.
    fn bf16_noise(&self, name: &str) -> Result<Option<f64>, VerifyError> {
        let text = read_metadata(&self.file, "oracle")?;
        let value = text.and_then(|t| serde_json::from_str::<serde_json::Value>(&t).ok());
        Ok(value.and_then(|v| v.get("bf16_cosine")?.get(name)?.as_f64()))
    }

    fn require(&self, name: &str) -> Result<&HeaderEntry, VerifyError> {
        self.entry(name).ok_or_else(|| bad(name, "it is not in the file".into()))
    }
}

fn bad(name: &str, problem: String) -> VerifyError {
    VerifyError::Tensor { name: name.to_owned(), problem }
}

/// Euclidean relative error and cosine of `actual` against `expected`.
pub fn distance(actual: &[f32], expected: &[f32]) -> (f64, f64) {
    let (mut diff, mut aa, mut bb, mut ab) = (0.0, 0.0, 0.0, 0.0);
    for (&a, &b) in actual.iter().zip(expected) {
        let (a, b) = (f64::from(a), f64::from(b));
        diff += (a - b) * (a - b);
        aa += a * a;
        bb += b * b;
        ab += a * b;
    }
    let norms = (aa * bb).sqrt();
    let cosine = if norms == 0.0 && aa == bb { 1.0 } else { ab / norms };
    let error = if diff == 0.0 { 0.0 } else { (diff / bb).sqrt() };
    (error, cosine)
}

/// States for `slots` sequences of up to `tokens` tokens, each slot with blocks of its own:
/// block `i` of slot `s` is `s * blocks_per_slot + i`.
pub fn make_states(
    specs: &[StateSpec],
    dev: &Device,
    slots: usize,
    tokens: usize,
) -> std::io::Result<Vec<LayerState>> {
    let blocks = slots * tokens.div_ceil(BLOCK_TOKENS);
    let state = |spec: &StateSpec| {
        Ok(match *spec {
            StateSpec::Paged { kv_heads, head_dim, formats, window: _ } => {
                let (heads, dim) = (kv_heads as usize, head_dim as usize);
                let cache = KvCache::new(blocks, BLOCK_TOKENS, heads, dim, formats, slots)?;
                LayerState::Paged(cache).on(dev)?
            }
            StateSpec::Latent { latent, rope, index, format } => {
                let widths = [(latent + rope) as usize, index as usize];
                let cache = KvCache::latent(blocks, BLOCK_TOKENS, widths, format, slots)?;
                LayerState::Paged(cache).on(dev)?
            }
            StateSpec::Recurrent { heads, key_dim, value_dim, conv_channels, conv_kernel } => {
                let [heads, dk, dv, channels, kernel] =
                    [heads, key_dim, value_dim, conv_channels, conv_kernel].map(|n| n as usize);
                let state = RecurrentState::new(slots, heads, dk, dv, channels, kernel)?;
                LayerState::Recurrent(state).on(dev)?
            }
            StateSpec::Stateless => LayerState::Stateless,
        })
    };
    specs.iter().map(state).collect()
}

/// The block table of slot `slot` in [`make_states`].
pub fn block_table(slot: usize, tokens: usize) -> Vec<u32> {
    let blocks = tokens.div_ceil(BLOCK_TOKENS);
    (0..blocks).map(|i| (slot * blocks + i) as u32).collect()
}

/// Runs `ids` of the file at `path` as one span and compares every tap that the file holds.
///
/// The bound in f32 compute is a relative error of 1e-4. In bf16 it is a cosine of 0.9999, or the
/// reference's own cosine where the file records a lower one. A device with bf16 activations may
/// lose twice as much of `1 - cosine`. The experts of each token and the positions that it
/// attends to must be the same; ids and weights of experts are compared in the order of ids.
///
/// # Errors
/// A file that cannot be read, or token ids that the model refuses.
pub fn compare(model: &dyn Model, dev: &Device, path: &Path) -> Result<Report, VerifyError> {
    let recorded = Recorded::open(path)?;
    let ids = recorded.ids("input_ids")?;
    let recorder = run_whole(model, dev, &ids)?;
    let mut report = Report::default();
    let mut routing = None;
    for (name, shape, values) in &recorder.taps {
        if !recorded.has(name) {
            continue;
        }
        let (expected_shape, mut expected) = recorded.f32(name)?;
        let mut values = values.clone();
        if *shape != expected_shape {
            return Err(bad(name, format!("shape {expected_shape:?}, the model has {shape:?}")));
        }
        if name.ends_with(".router_ids") {
            let k = shape.last().copied().unwrap_or(1).max(1);
            let (ours, theirs) = (order_by_expert(&values, k), order_by_expert(&expected, k));
            (values, expected) = (permute(&values, &ours), permute(&expected, &theirs));
            routing = Some((ours, theirs));
        } else if let (true, Some((ours, theirs))) = (name.ends_with(".router_weights"), &routing) {
            (values, expected) = (permute(&values, ours), permute(&expected, theirs));
        }
        let (relative_error, cosine) = distance(&values, &expected);
        let within = match dev.compute() {
            // Another expert, or other positions, are another function: no tolerance.
            _ if [".router_ids", ".indexer_ids"].iter().any(|ids| name.ends_with(ids)) => {
                relative_error == 0.0
            }
            Compute::F32 => relative_error <= RELATIVE_ERROR_MAX,
            Compute::Bf16 => {
                let on_cpu = recorded.bf16_noise(name)?.map_or(COSINE_MIN, |c| c.min(COSINE_MIN));
                // The CPU keeps activations in f32. A device rounds each, as the reference did
                // when its loss was measured: another draw of the same noise.
                let share = if dev.cpu().is_some() { 1.0 } else { 2.0 };
                1.0 - cosine <= share * (1.0 - on_cpu)
            }
        };
        report.taps.push(TapResult { name: name.clone(), relative_error, cosine, within });
    }
    if report.taps.is_empty() { Err(VerifyError::NoTaps) } else { Ok(report) }
}

/// Indices that put each row of `k` expert ids in ascending order. Two experts of nearly equal
/// weight may change ranks.
fn order_by_expert(ids: &[f32], k: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..ids.len()).collect();
    for row in order.chunks_mut(k) {
        row.sort_by(|&a, &b| ids[a].total_cmp(&ids[b]));
    }
    order
}

fn permute(values: &[f32], order: &[usize]) -> Vec<f32> {
    order.iter().filter_map(|&i| values.get(i).copied()).collect()
}

/// One forward pass over `ids` with every tap and the logits of every row.
///
/// # Errors
/// Token ids that the model refuses, or no memory for its state.
pub fn run_whole(model: &dyn Model, dev: &Device, ids: &[u32]) -> Result<TapRecorder, VerifyError> {
    let rows = ids.len();
    let mut states = make_states(model.state_specs(), dev, 1, rows)?;
    let arena = Arena::on(dev, model.scratch_bytes(rows, rows))?;
    let positions: Vec<u32> = (0..rows as u32).collect();
    let blocks = block_table(0, rows);
    let spans = [SpanRows { slot: 0, row: 0, len: rows, start: 0, drafts: 0, blocks: &blocks }];
    let batch = Batch {
        fed: None,
        tokens: ids,
        positions: &positions,
        spans: &spans,
        logit_rows: &positions,
        keeps: None,
    };
    let shape = [rows, model.info().vocab_size as usize];
    let mut logits = dev.allocate(shape[0] * shape[1] * size_of::<f32>())?;
    let mut recorder = TapRecorder::default();
    let mut cx = Cx { taps: Some(&mut recorder), ..Cx::new(dev, &arena) };
    model.forward(&mut cx, &batch, &mut states, logits.f32_mut(&shape))?;
    dev.check().map_err(ForwardError::from)?;
    Ok(recorder)
}
