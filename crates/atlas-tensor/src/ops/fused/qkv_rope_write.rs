//! Queries and keys made ready for attention: norm per head and rotary embedding of both, then keys
//! and values into the KV cache.

use std::sync::Arc;

use super::FusedOp;
use crate::kernel::ComposedKernel;
use crate::ops::checks::{check_blocks, check_spans};
use crate::ops::{KvStore, KvStoreArgs, KvStoreNeed, QkNormRope, QkNormRopeArgs};
use crate::{BindError, Binder, Compute, Cost, KvCache, Op, Rope, Slice, Spans, Tensor, TensorMut};

pub struct QkvRopeWrite;

/// `q[T, Hq, hd]` and `k[T, Hkv, hd]` in place, `v[T, Hkv, hd]`; norm weights `[hd]?` with `eps`
/// and `offset` as in `rms_norm`, `rope`, `positions[T]`, and the `cache` that the rows of the
/// spans are written to.
pub struct QkvRopeWriteArgs<'a> {
    pub q: TensorMut<'a>,
    pub k: TensorMut<'a>,
    pub v: Tensor<'a>,
    pub q_norm: Option<Slice<'a, f32>>,
    pub k_norm: Option<Slice<'a, f32>>,
    pub eps: f32,
    pub offset: f32,
    pub rope: Option<Rope<'a>>,
    pub positions: Slice<'a, u32>,
    pub spans: Spans<'a>,
    pub cache: &'a mut KvCache,
}

impl QkvRopeWriteArgs<'_> {
    /// The arguments of the queries' norm and rotation.
    pub fn query(&mut self) -> QkNormRopeArgs<'_> {
        QkNormRopeArgs {
            heads: self.q.reborrow(),
            norm: self.q_norm,
            eps: self.eps,
            offset: self.offset,
            rope: self.rope,
            positions: self.positions,
        }
    }

    /// The arguments of the keys' norm and rotation.
    pub fn key(&mut self) -> QkNormRopeArgs<'_> {
        QkNormRopeArgs {
            heads: self.k.reborrow(),
            norm: self.k_norm,
            eps: self.eps,
            offset: self.offset,
            rope: self.rope,
            positions: self.positions,
        }
    }

    /// The arguments of the write.
    pub fn write(&mut self) -> KvStoreArgs<'_> {
        KvStoreArgs { k: self.k.as_ref(), v: self.v, spans: self.spans, cache: &mut *self.cache }
    }
}

impl Op for QkvRopeWrite {
    const NAME: &'static str = "qkv_rope_write";
    type Args<'a> = QkvRopeWriteArgs<'a>;
    type Need = KvStoreNeed;

    fn check(args: &QkvRopeWriteArgs<'_>) {
        let (q, k) = (args.q.shape(), args.k.shape());
        assert!(q.len() == 3 && k.len() == 3, "qkv_rope_write: q {q:?}, k {k:?}");
        assert_eq!([q[0], q[2]], [k[0], k[2]], "qkv_rope_write: q {q:?} against k {k:?}");
        assert_eq!(args.v.shape(), k, "qkv_rope_write: v");
        assert_eq!(args.positions.len(), q[0], "qkv_rope_write: positions");
        let norms = [args.q_norm, args.k_norm];
        let fits = norms.iter().flatten().all(|norm| norm.len() == q[2]);
        assert!(fits, "qkv_rope_write: norm weights for heads of {}", q[2]);
        if let Some(rope) = args.rope {
            let dim = rope.rotary_dim;
            assert!(dim <= q[2] && dim.is_multiple_of(2), "qkv_rope_write: rotary_dim {dim}");
            assert_eq!(rope.inv_freq.len(), dim / 2, "qkv_rope_write: inv_freq");
        }
        let cache = &args.cache;
        assert_eq!(k[1..], [cache.kv_heads, cache.head_dim], "qkv_rope_write: k against the cache");
        check_spans(Self::NAME, &args.spans, q[0]);
        // It writes the positions of the rows themselves.
        check_blocks(Self::NAME, &args.spans, cache, Some(1));
    }

    fn cost(args: &QkvRopeWriteArgs<'_>) -> Cost {
        let elements = |shape: &[usize]| shape.iter().product::<usize>();
        let (q, k) = (elements(args.q.shape()), elements(args.k.shape()));
        let stored =
            k / args.cache.head_dim.max(1) * args.cache.formats.row_bytes(args.cache.head_dim);
        let per_element =
            4 * usize::from(args.q_norm.is_some()) + 3 * usize::from(args.rope.is_some());
        Cost::of(2 * q + 3 * k, per_element * (q + k)).and_bytes(stored)
    }

    fn reference(mut args: QkvRopeWriteArgs<'_>, compute: Compute) {
        QkNormRope::reference(args.query(), compute);
        QkNormRope::reference(args.key(), compute);
        KvStore::reference(args.write(), compute);
    }
}

impl FusedOp for QkvRopeWrite {
    const PARTS: &'static [&'static str] = &[QkNormRope::NAME, QkNormRope::NAME, KvStore::NAME];

    fn compose(need: &KvStoreNeed, binder: &mut Binder) -> Result<ComposedKernel<Self>, BindError> {
        let norm_rope = binder.bind::<QkNormRope>(())?;
        let store = binder.bind::<KvStore>(need.clone())?;
        Ok(Arc::new(move |dev, mut args| {
            norm_rope.run(dev, args.query());
            norm_rope.run(dev, args.key());
            store.run(dev, args.write());
        }))
    }
}
