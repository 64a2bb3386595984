//! The indexer of sparse latent attention (DeepSeek-V3.2): a few narrow heads score every position
//! that a row sees, and the row attends to the best of them. Its keys are cached beside latents.

use std::sync::{Mutex, PoisonError};

use atlas_core::KvFormat;
use atlas_tensor::ops::{
    CERTIFICATE_WORDS, IndexCertificate, IndexTopk, IndexTopkArgs, IndexTopkNeed, LatentStore,
    LatentStoreArgs, LatentStoreNeed, LayerNorm, LayerNormArgs, QkNormRope, QkNormRopeArgs, Rope,
    Selection,
};
use atlas_tensor::{
    BindError, Binder, Frame, Kernel, KvCache, KvHalf, Slice, SliceMut, StepBounds, Tensor,
    TensorMut, Vector,
};

use super::linear::{Linear, LinearWeight};
use super::scratch::scratch_of;
use crate::checkpoint::{Role, Weights};
use crate::model::{Cx, Rows};

/// Epsilon of the norm of keys.
const KEY_EPS: f32 = 1e-6;

/// Sizes of an indexer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexerSpec {
    pub heads: usize,
    /// Elements of a head and of a key, of which the first are rotated.
    pub width: usize,
    /// Positions that a row attends to at most.
    pub k: usize,
    /// Whether every selection is checked (`--debug-index`).
    pub checked: bool,
}

/// The indexer of one layer.
pub struct Indexer {
    spec: IndexerSpec,
    /// Factor of scores, with that of the weights of heads.
    scale: f32,
    /// `[Hi Di, Q]`
    queries: Linear,
    norm: [Vector; 2],
    key_norm: Kernel<LayerNorm>,
    rotate: Kernel<QkNormRope>,
    store: Kernel<LatentStore>,
    topk: Kernel<IndexTopk>,
    /// The first fault of a checked selection since it was last taken.
    fault: Mutex<Option<String>>,
}

/// Temporary tensors of an indexer: results of its maps of the stream, and its selection.
pub struct IndexerTensors<'a> {
    /// `[T, Di]`, and normed.
    key: TensorMut<'a>,
    normed: TensorMut<'a>,
    /// `[T, Hi]`, f32.
    weights: TensorMut<'a>,
    /// `[T, Hi Di]`
    queries: TensorMut<'a>,
    positions: SliceMut<'a, u32>,
    counts: SliceMut<'a, u32>,
    /// Of checked selections.
    certificate: Option<SliceMut<'a, u32>>,
}

impl IndexerTensors<'_> {
    /// Outputs of the maps of the stream: the key, then the weights of heads.
    pub fn inputs(&mut self) -> [TensorMut<'_>; 2] {
        [self.key.reborrow(), self.weights.reborrow()]
    }
}

impl Indexer {
    /// Reads `wq_b`, `wk`, `k_norm` and `weights_proj` at `weights` (`indexer`); gives the indexer
    /// and its maps of a stream of `hidden`, keys `[Di, H]` and weights `[Hi, H]`. `latent`: width
    /// of the latent of queries. `format`: that of the layer's cache.
    pub fn load(
        weights: &Weights<'_>,
        spec: IndexerSpec,
        (hidden, latent): (usize, usize),
        format: KvFormat,
        binder: &mut Binder,
    ) -> Result<(Self, [LinearWeight; 2]), BindError> {
        let IndexerSpec { heads, width, .. } = spec;
        let norm = weights.at("k_norm");
        let norm =
            [norm.vector("weight", width, Role::Norm), norm.vector("bias", width, Role::Bias)];
        let [weight, bias] = norm;
        let maps = [
            LinearWeight::load(&weights.at("wk"), width, hidden, false, binder)?,
            LinearWeight::load(&weights.at("weights_proj"), heads, hidden, false, binder)?,
        ];
        let indexer = Indexer {
            scale: (width as f32).powf(-0.5) * (heads as f32).powf(-0.5),
            queries: Linear::load(&weights.at("wq_b"), heads * width, latent, false, binder)?,
            norm: [binder.vector(weight)?, binder.vector(bias)?],
            key_norm: binder.bind(())?,
            rotate: binder.bind(())?,
            store: binder.bind(LatentStoreNeed { format, width })?,
            topk: binder.bind(IndexTopkNeed { format, heads, width })?,
            fault: Mutex::new(None),
            spec,
        };
        Ok((indexer, maps))
    }

    /// Elements of a key.
    pub fn width(&self) -> usize {
        self.spec.width
    }

    /// Widths of the temporary tensors, in the order of [`IndexerTensors`].
    fn widths(&self) -> [usize; 7] {
        let IndexerSpec { heads, width, k, checked } = self.spec;
        let words = if checked { CERTIFICATE_WORDS } else { 0 };
        [width, width, heads, heads * width, k, 1, words]
    }

    /// Arena bytes for `rows` token rows.
    pub fn scratch_bytes(&self, rows: usize) -> usize {
        scratch_of(rows, &self.widths())
    }

    /// Largest kernel workspace of one op.
    pub fn workspace_bytes(&self, bounds: &StepBounds) -> usize {
        bounds
            .linear(self.queries.k())
            .max(bounds.qk_norm_rope(self.spec.width))
            .max(bounds.index_topk())
    }

    /// Memory for `rows` token rows.
    pub fn tensors<'a>(&self, frame: &'a Frame<'_>, rows: usize) -> IndexerTensors<'a> {
        let [key, normed, weights, queries, positions, counts, words] = self.widths();
        IndexerTensors {
            key: frame.alloc(&[rows, key]),
            normed: frame.alloc(&[rows, normed]),
            weights: frame.alloc_f32(&[rows, weights]),
            queries: frame.alloc(&[rows, queries]),
            positions: frame.alloc_u32(rows * positions),
            counts: frame.alloc_u32(rows * counts),
            certificate: self.spec.checked.then(|| frame.alloc_u32(rows * words)),
        }
    }

    /// Stores the keys and selects the positions of every row. `latent[T, Q]`: the normed latent of
    /// queries; keys and weights are in the tensors already.
    pub fn select<'a>(
        &self,
        cx: &mut Cx<'_>,
        batch: &Rows<'_>,
        (latent, rope): (Tensor<'_>, Rope<'_>),
        tensors: &'a mut IndexerTensors<'_>,
        cache: &mut KvCache,
    ) -> Selection<'a> {
        let IndexerSpec { heads, width, k, .. } = self.spec;
        let IndexerTensors { key, normed, weights, queries, positions, counts, certificate } =
            tensors;
        let rows = latent.rows();
        self.queries.forward(cx, latent, queries.reborrow());
        let [weight, bias] = self.norm.each_ref().map(Vector::view);
        let (x, out) = (key.as_ref(), normed.reborrow());
        self.key_norm.run(cx.dev, LayerNormArgs { x, weight, bias, eps: KEY_EPS, out });
        // The first elements are rotated, as halves.
        let turned = [(&mut *queries, heads), (&mut *normed, 1)];
        for (x, heads) in turned {
            let heads = x.reborrow().view(&[rows, heads, width]);
            let (rope, positions) = (Some(rope), batch.positions);
            let args = QkNormRopeArgs { heads, norm: None, eps: 0.0, offset: 0.0, rope, positions };
            self.rotate.run(cx.dev, args);
        }
        let (x, half, spans) = (normed.as_ref(), KvHalf::Index, batch.spans);
        self.store.run(cx.dev, LatentStoreArgs { x, half, spans, cache });

        let args = IndexTopkArgs {
            q: queries.as_ref().view(&[rows, heads, width]),
            weights: weights.as_ref(),
            spans: batch.seen,
            cache,
            scale: self.scale,
            k,
            positions: positions.reborrow(),
            counts: counts.reborrow(),
            certificate: certificate.as_mut().map(SliceMut::reborrow),
        };
        self.topk.run(cx.dev, args);
        let selection = Selection { positions: positions.as_ref(), counts: counts.as_ref(), k };
        if let Some(words) = certificate {
            self.check(cx, batch, selection, &words.as_ref());
        }
        tap(cx, batch.layer, selection);
        selection
    }

    /// Keeps the first row whose certificate shows a fault, and logs all of them.
    fn check(&self, cx: &Cx<'_>, batch: &Rows<'_>, chosen: Selection<'_>, words: &Slice<'_, u32>) {
        let (words, counts) = (cx.dev.read_words(words), cx.dev.read_words(&chosen.counts));
        let all = words.as_chunks::<CERTIFICATE_WORDS>().0;
        for (t, position) in batch.seen.rows().iter().flat_map(|span| span.places()) {
            let (certificate, count) = (IndexCertificate::from_words(all[t]), counts[t]);
            let IndexCertificate { threshold, seen, above, at, taken, .. } = certificate;
            let layer = batch.layer;
            tracing::debug!(layer, row = t, threshold, seen, above, at, taken, "index selection");
            let wrong = (seen != position + 1)
                .then(|| format!("{seen} positions are scored of {}", position + 1));
            if let Some(fault) = wrong.or_else(|| certificate.fault(chosen.k, count)) {
                let mut first = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
                first.get_or_insert(format!("row {t} at position {position}: {fault}"));
            }
        }
    }

    /// The first fault of a checked selection since the last call.
    pub fn take_fault(&self) -> Option<String> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Taps the positions of each row, behind -1 where it attends to fewer.
fn tap(cx: &mut Cx<'_>, layer: usize, chosen: Selection<'_>) {
    if !cx.has_taps() {
        return;
    }
    let positions = cx.dev.read_words(&chosen.positions);
    let counts = cx.dev.read_words(&chosen.counts);
    let of_row = |(row, &count): (&[u32], &u32)| {
        let count = count as usize;
        let none = std::iter::repeat_n(-1.0, chosen.k - count);
        none.chain(row[..count].iter().map(|&position| position as f32)).collect::<Vec<_>>()
    };
    let ids: Vec<f32> = positions.chunks_exact(chosen.k).zip(&counts).flat_map(of_row).collect();
    let shape = [counts.len(), chosen.k];
    cx.tap(|| format!("layers.{layer}.indexer_ids"), Tensor::from_f32(&ids, &shape));
}
