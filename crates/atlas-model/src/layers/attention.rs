//! Grouped-query attention over the paged cache.

use std::sync::Arc;

use atlas_core::{KvFormats, StateSpec};
use atlas_tensor::ops::{
    Attention as AttentionOp, AttentionArgs, AttentionNeed, KvPart, KvStoreNeed, QkvRopeWrite,
    QkvRopeWriteArgs, Rope, RotateHeads, RotateHeadsArgs, RotateHeadsNeed, SigmoidMul,
    SigmoidMulArgs,
};
use atlas_tensor::{
    BindError, Binder, Kernel, KvCache, KvScales, LayerState, RopeTable, Slice, Spans, StepBounds,
    Tensor, Vector,
};

use super::linear::{Linear, LinearWeight};
use super::mixer::Mixer;
use super::norm::{NormKind, NormSpec, NormWeight};
use super::norm_linears::NormLinears;
use super::scratch::scratch_of;
use super::stream::Stream;
use crate::checkpoint::Weights;
use crate::config::Heads;
use crate::model::{Cx, Rows};

/// One family's attention.
#[derive(Clone)]
pub struct AttentionSpec {
    pub heads: Heads,
    pub qkv_bias: bool,
    pub o_bias: bool,
    /// A norm over each query and key head, before the rotation.
    pub qk_norm: Option<NormKind>,
    /// The query projection gives an output gate as well: per head, query first, gate second.
    pub gated: bool,
    /// None where positions are not encoded.
    pub rope: Option<Arc<RopeTable>>,
    /// Factor of scores before the softmax.
    pub scale: f32,
    /// Number of positions that a row sees, its own included.
    pub window: Option<u32>,
}

impl AttentionSpec {
    /// Attention without biases, norms, gate or window.
    pub fn plain(heads: Heads, scale: f32, rope: Arc<RopeTable>) -> Self {
        AttentionSpec {
            heads,
            qkv_bias: false,
            o_bias: false,
            qk_norm: None,
            gated: false,
            rope: Some(rope),
            scale,
            window: None,
        }
    }
}

/// One attention layer.
pub struct Attention {
    spec: AttentionSpec,
    hidden: usize,
    norm_eps: f32,
    /// Query (and gate), key, value.
    inputs: NormLinears<3>,
    o: Linear,
    q_norm: Option<Vector>,
    k_norm: Option<Vector>,
    inv_freq: Option<Vector>,
    rope_write: Kernel<QkvRopeWrite>,
    attend: Kernel<AttentionOp>,
    /// Where the cache holds rotated keys or values.
    rotate: Option<Kernel<RotateHeads>>,
    kv: KvFormats,
    kv_scales: Option<KvScales>,
    gate: Kernel<SigmoidMul>,
}

impl Attention {
    /// Reads `{q,k,v,o}_proj` and, where they are there, `{q,k}_norm` and the scales of an FP8
    /// cache. `kv`: the formats of the layer's cache.
    pub fn load(
        weights: &Weights<'_>,
        spec: &AttentionSpec,
        norm: NormSpec,
        kv: KvFormats,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        let Heads { heads, kv_heads, head_dim } = spec.heads;
        let (hidden, bias) = (norm.width, spec.qkv_bias);
        let q_width = heads * head_dim * if spec.gated { 2 } else { 1 };
        let kv_width = kv_heads * head_dim;
        let rotates = kv.key.is_rotated() || kv.value.is_rotated();
        let head_norm = |name: &str, binder: &Binder| {
            let read = |kind: NormKind| weights.at(name).vector("weight", head_dim, kind.role());
            spec.qk_norm.map(|kind| binder.vector(read(kind))).transpose()
        };
        let mut input = |name: &str, width: usize| {
            LinearWeight::load(&weights.at(name), width, hidden, bias, binder)
        };
        let inputs =
            [input("q_proj", q_width)?, input("k_proj", kv_width)?, input("v_proj", kv_width)?];
        Ok(Attention {
            inputs: NormLinears::bind(inputs, binder)?,
            o: Linear::load(&weights.at("o_proj"), hidden, heads * head_dim, spec.o_bias, binder)?,
            q_norm: head_norm("q_norm", binder)?,
            k_norm: head_norm("k_norm", binder)?,
            inv_freq: {
                let frequencies = spec.rope.as_ref().map(|rope| rope.inv_freq.clone());
                frequencies.map(|list| binder.vector(list)).transpose()?
            },
            rope_write: binder.bind_fused(KvStoreNeed { cache: kv, head_dim })?,
            attend: binder.bind(AttentionNeed { cache: kv, head_dim })?,
            rotate: rotates.then(|| binder.bind(RotateHeadsNeed { head_dim })).transpose()?,
            kv,
            kv_scales: weights.kv_scales(),
            gate: binder.bind(())?,
            hidden,
            norm_eps: norm.eps,
            spec: spec.clone(),
        })
    }

    /// The maps to keys and values by themselves.
    pub fn key_value(&self, binder: &mut Binder) -> Result<[Linear; 2], BindError> {
        let [_, k, v] = self.inputs.linears();
        Ok([Linear::over(k.clone(), binder)?, Linear::over(v.clone(), binder)?])
    }

    /// Arena bytes that [`Self::append`] uses for so many rows.
    pub fn append_scratch_bytes(&self, rows: usize) -> usize {
        let Heads { heads, kv_heads, head_dim } = self.spec.heads;
        let kv = kv_heads * head_dim;
        scratch_of(rows, &[kv, kv, heads * head_dim])
    }

    /// Writes the keys and values of `x[T, H]`, which is no stream and takes no norm, to the cache.
    /// `maps`: those of [`Self::key_value`].
    pub fn append(
        &self,
        cx: &Cx<'_>,
        (maps, x): (&[Linear; 2], Tensor<'_>),
        (positions, spans): (Slice<'_, u32>, Spans<'_>),
        cache: &mut KvCache,
    ) {
        let (rows, Heads { heads, kv_heads, head_dim }) = (x.rows(), self.spec.heads);
        let frame = cx.scratch.frame();
        let width = kv_heads * head_dim;
        let [mut k, mut v] = [frame.alloc(&[rows, width]), frame.alloc(&[rows, width])];
        maps[0].forward(cx, x, k.reborrow());
        maps[1].forward(cx, x, v.reborrow());
        let kv = [rows, kv_heads, head_dim];
        let args = QkvRopeWriteArgs {
            // No query reads the cache now.
            q: frame.alloc_zeroed(&[rows, heads * head_dim]).view(&[rows, heads, head_dim]),
            k: k.view(&kv),
            v: v.as_ref().view(&kv),
            q_norm: self.q_norm.as_ref().map(Vector::view),
            k_norm: self.k_norm.as_ref().map(Vector::view),
            eps: self.norm_eps,
            offset: self.spec.qk_norm.map_or(0.0, NormKind::offset),
            rope: self.rope(),
            positions,
            spans,
            cache,
        };
        self.rope_write.run(cx.dev, args);
    }

    fn rope(&self) -> Option<Rope<'_>> {
        Some(self.spec.rope.as_ref()?.with(self.inv_freq.as_ref()?.view()))
    }

    /// Widths of the temporary tensors: query (and gate), key, value, attended.
    fn widths(&self) -> [usize; 4] {
        let Heads { heads, kv_heads, head_dim } = self.spec.heads;
        let gate = if self.spec.gated { 2 } else { 1 };
        [heads * head_dim * gate, kv_heads * head_dim, kv_heads * head_dim, heads * head_dim]
    }
}

impl Mixer for Attention {
    fn state_spec(&self) -> StateSpec {
        StateSpec::Paged {
            kv_heads: self.spec.heads.kv_heads as u32,
            head_dim: self.spec.heads.head_dim as u32,
            window: self.spec.window,
            formats: self.kv,
        }
    }

    fn kv_scales(&self) -> Option<KvScales> {
        self.kv_scales
    }

    fn carry_len(&self) -> Option<usize> {
        Some(self.spec.heads.heads * KvPart::carry_len(self.spec.heads.head_dim))
    }

    fn scratch_bytes(&self, rows: usize) -> usize {
        scratch_of(rows, &self.widths())
    }

    fn workspace_bytes(&self, bounds: &StepBounds) -> usize {
        let head_dim = self.spec.heads.head_dim;
        bounds
            .linear(self.hidden.max(self.o.k()))
            .max(bounds.qk_norm_rope(head_dim))
            .max(bounds.attention(head_dim))
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
        let (rows, Heads { heads, kv_heads, head_dim }) = (s.x.rows(), self.spec.heads);
        let frame = cx.scratch.frame();
        let [mut q, mut k, mut v, mut attended] = self.widths().map(|w| frame.alloc(&[rows, w]));
        self.inputs.forward(cx, norm, s, [q.reborrow(), k.reborrow(), v.reborrow()]);

        // [T, Hq, hd | gate hd] to queries and gates, both [T, Hq, hd].
        let q_width = q.dim(1) / heads;
        let (mut q, gate) = q.view(&[rows, heads, q_width]).split_last(head_dim);
        let kv = [rows, kv_heads, head_dim];
        let args = QkvRopeWriteArgs {
            q: q.reborrow(),
            k: k.view(&kv),
            v: v.as_ref().view(&kv),
            q_norm: self.q_norm.as_ref().map(Vector::view),
            k_norm: self.k_norm.as_ref().map(Vector::view),
            eps: self.norm_eps,
            offset: self.spec.qk_norm.map_or(0.0, NormKind::offset),
            rope: self.rope(),
            positions: batch.positions,
            spans: batch.spans,
            cache,
        };
        self.rope_write.run(cx.dev, args);
        // The rotation folds into the query and the result: no key or value is turned back.
        if let Some(rotate) = self.rotate.as_ref().filter(|_| self.kv.key.is_rotated()) {
            rotate.run(cx.dev, RotateHeadsArgs { heads: q.reborrow(), back: false });
        }
        let (dev, &AttentionSpec { scale, window, .. }) = (cx.dev, &self.spec);
        let mut attend = |cache: &KvCache, spans: Spans<'_>, part: Option<KvPart<'_>>| {
            let (q, out) = (q.as_ref(), attended.reborrow().view(&[rows, heads, head_dim]));
            self.attend.run(dev, AttentionArgs { q, spans, cache, scale, window, part, out });
        };
        match cx.feed() {
            None => attend(cache, batch.seen, None),
            Some(feed) => {
                let sizes = [rows, heads, head_dim];
                feed.each_part(cache, sizes, window, &mut |cache, spans, part| {
                    attend(cache, spans, Some(part));
                });
            }
        }
        if let Some(rotate) = self.rotate.as_ref().filter(|_| self.kv.value.is_rotated()) {
            let heads = attended.reborrow().view(&[rows, heads, head_dim]);
            rotate.run(cx.dev, RotateHeadsArgs { heads, back: true });
        }
        if self.spec.gated {
            let x = attended.reborrow().view(&[rows, heads, head_dim]);
            self.gate.run(cx.dev, SigmoidMulArgs { x, gate: gate.as_ref() });
        }
        self.o.forward(cx, attended.as_ref(), s.delta.reborrow());
    }
}
