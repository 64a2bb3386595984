//! Grouped-query attention over the paged cache.

use std::sync::Arc;

use atlas_core::StateSpec;
use atlas_tensor::ops::{
    Attention as AttentionOp, AttentionArgs, AttentionNeed, KvStore, KvStoreArgs, KvStoreNeed,
    QkNormRope, QkNormRopeArgs, SigmoidMul, SigmoidMulArgs,
};
use atlas_tensor::{
    BindError, Binder, Compute, DType, Kernel, LayerState, RopeTable, StepBounds, Tensor,
    TensorMut, Vector,
};

use super::linear::Linear;
use super::mixer::Mixer;
use super::norm::{NormKind, NormSpec};
use super::scratch::scratch_of;
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
    pub rope: Arc<RopeTable>,
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
            rope,
            scale,
            window: None,
        }
    }
}

/// One attention layer.
pub struct Attention {
    spec: AttentionSpec,
    norm_eps: f32,
    q: Linear,
    k: Linear,
    v: Linear,
    o: Linear,
    q_norm: Option<Vector>,
    k_norm: Option<Vector>,
    inv_freq: Vector,
    norm_rope: Kernel<QkNormRope>,
    store: Kernel<KvStore>,
    attend: Kernel<AttentionOp>,
    gate: Kernel<SigmoidMul>,
}

impl Attention {
    /// Reads `{q,k,v,o}_proj` and, where the family has them, `{q,k}_norm`.
    pub fn load(
        weights: &Weights<'_>,
        spec: &AttentionSpec,
        norm: NormSpec,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        let Heads { heads, kv_heads, head_dim } = spec.heads;
        let (hidden, bias) = (norm.width, spec.qkv_bias);
        let q_width = heads * head_dim * if spec.gated { 2 } else { 1 };
        let kv_width = kv_heads * head_dim;
        let cache = match binder.compute() {
            Compute::F32 => DType::F32,
            Compute::Bf16 => DType::Bf16,
        };
        let head_norm = |name: &str, binder: &Binder| {
            let read = |kind: NormKind| weights.at(name).vector("weight", head_dim, kind.role());
            spec.qk_norm.map(|kind| binder.vector(read(kind))).transpose()
        };
        Ok(Attention {
            q: Linear::load(&weights.at("q_proj"), q_width, hidden, bias, binder)?,
            k: Linear::load(&weights.at("k_proj"), kv_width, hidden, bias, binder)?,
            v: Linear::load(&weights.at("v_proj"), kv_width, hidden, bias, binder)?,
            o: Linear::load(&weights.at("o_proj"), hidden, heads * head_dim, spec.o_bias, binder)?,
            q_norm: head_norm("q_norm", binder)?,
            k_norm: head_norm("k_norm", binder)?,
            inv_freq: binder.vector(spec.rope.inv_freq.clone())?,
            norm_rope: binder.bind(())?,
            store: binder.bind(KvStoreNeed { cache })?,
            attend: binder.bind(AttentionNeed { cache, head_dim })?,
            gate: binder.bind(())?,
            norm_eps: norm.eps,
            spec: spec.clone(),
        })
    }

    /// Widths of the temporary tensors: query (and gate), key, value, attended.
    fn widths(&self) -> [usize; 4] {
        let Heads { heads, kv_heads, head_dim } = self.spec.heads;
        let gate = if self.spec.gated { 2 } else { 1 };
        [heads * head_dim * gate, kv_heads * head_dim, kv_heads * head_dim, heads * head_dim]
    }

    fn norm_and_rotate(
        &self,
        cx: &Cx<'_>,
        batch: &Rows<'_>,
        heads: TensorMut<'_>,
        norm: Option<&Vector>,
    ) {
        let args = QkNormRopeArgs {
            heads,
            norm: norm.map(Vector::view),
            eps: self.norm_eps,
            offset: self.spec.qk_norm.map_or(0.0, NormKind::offset),
            rope: Some(self.spec.rope.with(self.inv_freq.view())),
            positions: batch.positions,
        };
        self.norm_rope.run(cx.dev, args);
    }
}

impl Mixer for Attention {
    fn state_spec(&self) -> StateSpec {
        StateSpec::Paged {
            kv_heads: self.spec.heads.kv_heads as u32,
            head_dim: self.spec.heads.head_dim as u32,
            window: self.spec.window,
        }
    }

    fn scratch_bytes(&self, rows: usize) -> usize {
        scratch_of(rows, &self.widths())
    }

    fn workspace_bytes(&self, bounds: &StepBounds) -> usize {
        let head_dim = self.spec.heads.head_dim;
        bounds
            .linear(self.q.k().max(self.o.k()))
            .max(bounds.qk_norm_rope(head_dim))
            .max(bounds.attention(head_dim))
    }

    fn forward(
        &self,
        cx: &Cx<'_>,
        batch: &Rows<'_>,
        x: Tensor<'_>,
        out: TensorMut<'_>,
        state: &mut LayerState,
    ) {
        let LayerState::Paged(cache) = state else {
            unreachable!("states were checked against the specs");
        };
        let (rows, Heads { heads, kv_heads, head_dim }) = (x.rows(), self.spec.heads);
        let frame = cx.scratch.frame();
        let [mut q, mut k, mut v, mut attended] = self.widths().map(|w| frame.alloc(&[rows, w]));
        self.q.forward(cx, x, q.reborrow());
        self.k.forward(cx, x, k.reborrow());
        self.v.forward(cx, x, v.reborrow());

        // [T, Hq, hd | gate hd] to queries and gates, both [T, Hq, hd].
        let q_width = q.dim(1) / heads;
        let (mut q, gate) = q.view(&[rows, heads, q_width]).split_last(head_dim);
        let mut k = k.view(&[rows, kv_heads, head_dim]);
        self.norm_and_rotate(cx, batch, q.reborrow(), self.q_norm.as_ref());
        self.norm_and_rotate(cx, batch, k.reborrow(), self.k_norm.as_ref());

        let v = v.as_ref().view(&[rows, kv_heads, head_dim]);
        let args = KvStoreArgs { k: k.as_ref(), v, spans: batch.spans, cache };
        self.store.run(cx.dev, args);
        let args = AttentionArgs {
            q: q.as_ref(),
            spans: batch.spans,
            cache,
            scale: self.spec.scale,
            window: self.spec.window,
            out: attended.reborrow().view(&[rows, heads, head_dim]),
        };
        self.attend.run(cx.dev, args);
        if self.spec.gated {
            let x = attended.reborrow().view(&[rows, heads, head_dim]);
            self.gate.run(cx.dev, SigmoidMulArgs { x, gate: gate.as_ref() });
        }
        self.o.forward(cx, attended.as_ref(), out);
    }
}
