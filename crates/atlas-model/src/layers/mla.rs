//! Multi-head latent attention (DeepSeek-V2, arXiv 2405.04434, 2.1), absorbed: the cache holds one
//! vector a token, `[c | k_rope]`, the normed latent and the rotated key of all heads. A query is
//! mapped to the latent, `K_h^T q_nope`, so that its score is the unabsorbed dot product; what it
//! attends to is mapped back, `V_h sum p c`. Scores do not depend on the latent's width, nor does
//! their scale. With an indexer a row attends to the positions that it selects.

use std::sync::Arc;

use atlas_core::{KvFormat, StateSpec};
use atlas_tensor::ops::{
    AbsorbQueries, AbsorbQueriesArgs, KvPart, LatentAttention, LatentAttentionArgs, LatentHeads,
    LatentHeadsArgs, LatentHeadsNeed, LatentRopeWrite, LatentRopeWriteArgs, LatentRopeWriteNeed,
    LatentValues, LatentValuesArgs, RmsNorm, RmsNormArgs, Selection,
};
use atlas_tensor::{
    BindError, Binder, Kernel, KvCache, LayerState, RopeTable, StepBounds, Tensor, TensorMut,
    Vector, Weight,
};

use super::indexer::{Indexer, IndexerSpec};
use super::linear::{Linear, LinearWeight};
use super::mixer::Mixer;
use super::norm::{NormSpec, NormWeight};
use super::norm_linears::NormLinearList;
use super::scratch::scratch_of;
use super::stream::Stream;
use crate::checkpoint::{Role, Weights};
use crate::model::{Cx, Rows};

/// Epsilon of the norms of latents, whatever that of the stream is.
const LATENT_EPS: f32 = 1e-6;

/// Multi-head latent attention of one family.
#[derive(Clone)]
pub struct MlaSpec {
    pub heads: usize,
    /// Width of the query's latent, if it has one.
    pub query_latent: Option<usize>,
    /// Width of the latent of keys and values.
    pub latent: usize,
    /// Elements of a head that are not rotated, that are, and those of its value.
    pub nope: usize,
    pub rope: usize,
    pub value: usize,
    /// Biases of the maps to the latents and of the output.
    pub bias: bool,
    /// Whether rotated pairs are neighbours in the weights, `(2 i, 2 i + 1)`, instead of halves.
    pub interleaved: bool,
    pub table: Arc<RopeTable>,
    /// Factor of scores before the softmax.
    pub scale: f32,
    /// `beta` and the positions that share a factor of [`QueryTemperature`].
    pub temperature: Option<(f32, u32)>,
    /// Selects the positions that rows attend to; families with one have a latent of queries.
    pub indexer: Option<IndexerSpec>,
}

impl MlaSpec {
    /// Elements of a query or key head.
    pub fn head(&self) -> usize {
        self.nope + self.rope
    }

    /// Rows of a map to heads of `width` elements, with the pairs that the rotation takes as halves
    /// of the last `rope`: interleaved rows are put in the order of halves. Queries and keys have
    /// the same order, so that their products are the same.
    fn in_halves(&self, heads: usize, width: usize) -> Option<Vec<usize>> {
        let (plain, half) = (width - self.rope, self.rope / 2);
        let place = |i: usize| match i.checked_sub(plain) {
            None => i,
            Some(at) if at < half => plain + 2 * at,
            Some(at) => plain + 2 * (at - half) + 1,
        };
        let head = |h: usize| (0..width).map(move |i| h * width + place(i));
        self.interleaved.then(|| (0..heads).flat_map(head).collect())
    }
}

/// One layer of latent attention.
pub struct Mla {
    spec: MlaSpec,
    format: KvFormat,
    hidden: usize,
    /// The query or its latent, `[Q, H]`, and `[c | k_rope]`, `[R + dr, H]`; then those of the
    /// indexer.
    inputs: NormLinearList,
    indexer: Option<Indexer>,
    query: Option<QueryLatent>,
    latent_norm: Vector,
    /// `[H (dn + dv), R]`
    heads: Weight,
    o: Linear,
    inv_freq: Vector,
    norm: Kernel<RmsNorm>,
    write: Kernel<LatentRopeWrite>,
    attend: Kernel<LatentHeads>,
    /// The same in parts of the positions; None where the device has no such kernels.
    in_parts: Option<LatentParts>,
}

/// Attention of heads by its parts, which can go through the positions piece by piece.
struct LatentParts {
    absorb: Kernel<AbsorbQueries>,
    attend: Kernel<LatentAttention>,
    values: Kernel<LatentValues>,
}

impl LatentParts {
    fn bind(need: &LatentHeadsNeed, binder: &mut Binder) -> Result<Self, BindError> {
        Ok(Self {
            absorb: binder.bind(need.maps())?,
            attend: binder.bind(need.attention())?,
            values: binder.bind(need.maps())?,
        })
    }
}

/// The query's latent: its norm, and the map to heads, `[H (dn + dr), Q]`.
struct QueryLatent {
    norm: Vector,
    heads: Linear,
}

/// A matrix whose rows are heads of `width` elements, with the rotated ones in the order of halves.
fn rotated_rows(at: &Weights<'_>, spec: &MlaSpec, [heads, width, k]: [usize; 3]) -> Weight {
    let matrix = at.matrix("weight", heads * width, k);
    match spec.in_halves(heads, width) {
        Some(rows) => at.reordered(&matrix, &rows),
        None => matrix,
    }
}

/// The first map of the queries, and their latent where they have one.
fn load_queries(
    weights: &Weights<'_>,
    spec: &MlaSpec,
    hidden: usize,
    binder: &mut Binder,
) -> Result<(LinearWeight, Option<QueryLatent>), BindError> {
    let Some(width) = spec.query_latent else {
        let matrix = rotated_rows(&weights.at("q_proj"), spec, [spec.heads, spec.head(), hidden]);
        return Ok((LinearWeight::of(matrix, binder)?, None));
    };
    let heads = rotated_rows(&weights.at("q_b_proj"), spec, [spec.heads, spec.head(), width]);
    let norm = weights.at("q_a_layernorm").vector("weight", width, Role::Norm);
    let query =
        QueryLatent { norm: binder.vector(norm)?, heads: Linear::from_weight(heads, binder)? };
    let at = weights.at("q_a_proj");
    Ok((LinearWeight::load(&at, width, hidden, spec.bias, binder)?, Some(query)))
}

/// The map to latents and rotated keys.
fn load_latents(
    weights: &Weights<'_>,
    spec: &MlaSpec,
    hidden: usize,
    binder: &mut Binder,
) -> Result<LinearWeight, BindError> {
    let at = weights.at("kv_a_proj_with_mqa");
    let width = spec.latent + spec.rope;
    let matrix = rotated_rows(&at, spec, [1, width, hidden]);
    let bias = spec.bias.then(|| {
        let bias = at.vector("bias", width, Role::Bias);
        match spec.in_halves(1, width) {
            Some(rows) => rows.into_iter().map(|row| bias[row]).collect(),
            None => bias,
        }
    });
    LinearWeight::with_bias(matrix, bias, binder)
}

impl Mla {
    /// Reads `q_a_proj`, `q_a_layernorm` and `q_b_proj`, or `q_proj`; `kv_a_proj_with_mqa`,
    /// `kv_a_layernorm`, `kv_b_proj`, `o_proj` and `indexer`, if there is one. `format`: that of
    /// the layer's cache.
    pub fn load(
        weights: &Weights<'_>,
        spec: &MlaSpec,
        norm: NormSpec,
        format: KvFormat,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        let (heads, hidden) = (spec.heads, norm.width);
        let (first, query) = load_queries(weights, spec, hidden, binder)?;
        let second = load_latents(weights, spec, hidden, binder)?;
        let maps = weights.at("kv_b_proj");
        let maps = maps.matrix("weight", heads * (spec.nope + spec.value), spec.latent);
        let maps = binder.weight(maps)?;
        let &MlaSpec { latent, nope, rope, value, .. } = spec;
        let weight = maps.format();
        let need = LatentHeadsNeed {
            weight,
            cache: format,
            heads,
            latent,
            nope,
            rope,
            value,
            selected: spec.indexer.is_some(),
        };
        let mut inputs = vec![first, second];
        let indexer = match spec.indexer {
            Some(indexer) => {
                let (at, from) = (weights.at("indexer"), spec.query_latent.unwrap_or(0));
                let (indexer, maps) = Indexer::load(&at, indexer, (hidden, from), format, binder)?;
                inputs.extend(maps);
                Some(indexer)
            }
            None => None,
        };
        let latent_norm = weights.at("kv_a_layernorm").vector("weight", spec.latent, Role::Norm);
        let at = weights.at("o_proj");
        Ok(Mla {
            inputs: NormLinearList::bind(inputs, binder)?,
            query,
            latent_norm: binder.vector(latent_norm)?,
            heads: maps,
            o: Linear::load(&at, hidden, heads * spec.value, spec.bias, binder)?,
            inv_freq: binder.vector(spec.table.inv_freq.clone())?,
            norm: binder.bind(())?,
            write: binder.bind_fused(LatentRopeWriteNeed { format, latent, rope })?,
            in_parts: LatentParts::bind(&need, binder).ok(),
            attend: binder.bind_fused(need)?,
            indexer,
            format,
            hidden,
            spec: spec.clone(),
        })
    }

    /// Widths of the temporary tensors: the query's latent and its norm, the query; `[c | k_rope]`
    /// and what is stored; the absorbed query, the attended latents, the values.
    fn widths(&self) -> [usize; 8] {
        let MlaSpec { heads, latent, rope, value, .. } = self.spec;
        let (query, cached) = (self.spec.query_latent.unwrap_or(0), latent + rope);
        let head = heads * self.spec.head();
        [query, query, head, cached, cached, heads * cached, heads * latent, heads * value]
    }

    /// The norm of a latent, `x[T, n]` to `out[T, n]`.
    fn normed(&self, cx: &Cx<'_>, x: TensorMut<'_>, weight: &Vector, out: TensorMut<'_>) {
        let x = x.into_shared();
        let args = RmsNormArgs { x, weight: weight.view(), eps: LATENT_EPS, offset: 0.0, out };
        self.norm.run(cx.dev, args);
    }
    /// The heads of the rows over the cache; in parts of the positions where blocks are brought.
    fn attend(
        &self,
        cx: &mut Cx<'_>,
        (batch, q): (&Rows<'_>, Tensor<'_>),
        selection: Option<Selection<'_>>,
        cache: &mut KvCache,
        [mut absorbed, mut attended, out]: [TensorMut<'_>; 3],
    ) {
        let (dev, weight, spans, scale) = (cx.dev, &self.heads, batch.seen, self.spec.scale);
        match (cx.feed(), &self.in_parts) {
            (Some(feed), Some(parts)) => {
                parts.absorb.run(dev, AbsorbQueriesArgs { q, weight, out: absorbed.reborrow() });
                let sizes = [q.rows(), self.spec.heads, self.spec.latent + self.spec.rope];
                feed.each_part(cache, sizes, None, &mut |cache, spans, part| {
                    let (q, out) = (absorbed.as_ref(), attended.reborrow());
                    let (selection, part) = (None, Some(part));
                    let args = LatentAttentionArgs { q, spans, cache, scale, selection, part, out };
                    parts.attend.run(dev, args);
                });
                parts.values.run(dev, LatentValuesArgs { x: attended.as_ref(), weight, out });
            }
            (Some(_), None) => unreachable!("the engine asks whether caches are read in parts"),
            (None, _) => self.attend.run(
                dev,
                LatentHeadsArgs {
                    q,
                    weight,
                    spans,
                    cache,
                    scale,
                    selection,
                    absorbed,
                    attended,
                    out,
                },
            ),
        }
    }
}

impl Mixer for Mla {
    fn state_spec(&self) -> StateSpec {
        let index = self.indexer.as_ref().map_or(0, Indexer::width);
        let [latent, rope, index] = [self.spec.latent, self.spec.rope, index].map(|n| n as u32);
        StateSpec::Latent { latent, rope, index, format: self.format }
    }

    fn scratch_bytes(&self, rows: usize) -> usize {
        let indexer = self.indexer.as_ref().map_or(0, |indexer| indexer.scratch_bytes(rows));
        scratch_of(rows, &self.widths()) + indexer
    }

    fn carry_len(&self) -> Option<usize> {
        // The indexer scores all positions at once.
        let reads = self.in_parts.is_some() && self.indexer.is_none();
        reads.then(|| self.spec.heads * KvPart::carry_len(self.spec.latent + self.spec.rope))
    }

    fn take_fault(&self) -> Option<String> {
        self.indexer.as_ref()?.take_fault()
    }

    fn workspace_bytes(&self, bounds: &StepBounds) -> usize {
        let inputs = self.hidden.max(self.o.k()).max(self.spec.query_latent.unwrap_or(0));
        let widest = self.spec.head().max(self.spec.value);
        let cached = self.spec.latent + self.spec.rope;
        bounds
            .linear(inputs)
            .max(bounds.qk_norm_rope(self.spec.rope))
            .max(bounds.latent_heads(self.spec.heads, widest, cached))
            .max(self.indexer.as_ref().map_or(0, |indexer| indexer.workspace_bytes(bounds)))
    }

    fn forward(
        &self,
        cx: &mut Cx<'_>,
        batch: &Rows<'_>,
        norm: &NormWeight,
        s: &mut Stream<'_>,
        state: &mut LayerState,
    ) {
        let LayerState::Paged(cache) = state else {
            unreachable!("states were checked against the specs");
        };
        let &MlaSpec { heads, latent, nope, rope, value, .. } = &self.spec;
        let rows = s.x.rows();
        let frame = cx.scratch.frame();
        let [mut qa, mut qn, mut q, mut kv, stored, absorbed, attended, mut values] =
            self.widths().map(|width| frame.alloc(&[rows, width]));

        let mut index = self.indexer.as_ref().map(|indexer| indexer.tensors(&frame, rows));

        // q [T, H, nope | rope] and [c | k_rope].
        let first = if self.query.is_some() { qa.reborrow() } else { q.reborrow() };
        let mut outs = vec![first, kv.reborrow()];
        outs.extend(index.iter_mut().flat_map(|tensors| tensors.inputs()));
        self.inputs.forward(cx, norm, s, outs);
        if let Some(query) = &self.query {
            self.normed(cx, qa, &query.norm, qn.reborrow());
            query.heads.forward(cx, qn.as_ref(), q.reborrow());
        }
        let mut q = q.view(&[rows, heads, nope + rope]);
        // The cached vector: the normed latent beside the rotated key.
        let (c, k_rope) = kv.split_last(latent);
        let table = self.spec.table.with(self.inv_freq.view());
        let args = LatentRopeWriteArgs {
            q: q.reborrow(),
            c: c.as_ref(),
            norm: self.latent_norm.view(),
            eps: LATENT_EPS,
            k_rope,
            rope: table,
            positions: batch.positions,
            temperature: self.spec.temperature,
            stored,
            spans: batch.spans,
            cache,
        };
        self.write.run(cx.dev, args);

        let selection = self.indexer.as_ref().zip(index.as_mut()).map(|(indexer, tensors)| {
            indexer.select(cx, batch, (qn.as_ref(), table), tensors, cache)
        });
        let absorbed = absorbed.view(&[rows, heads, latent + rope]);
        let attended = attended.view(&[rows, heads, latent]);
        let (q, out) = (q.as_ref(), values.reborrow().view(&[rows, heads, value]));
        self.attend(cx, (batch, q), selection, cache, [absorbed, attended, out]);
        self.o.forward(cx, values.as_ref(), s.delta.reborrow());
    }
}
