//! Queries and latents made ready for latent attention: rotation and temperature of queries, norm
//! of the latent, rotation of the key that all heads share, and both into the cache.

use std::sync::Arc;

use atlas_core::KvFormat;

use super::FusedOp;
use crate::kernel::ComposedKernel;
use crate::ops::{
    LatentStore, LatentStoreArgs, LatentStoreNeed, PickRows, PickRowsArgs, QkNormRope,
    QkNormRopeArgs, QueryTemperature, QueryTemperatureArgs, RmsNorm, RmsNormArgs,
};
use crate::{
    BindError, Binder, Compute, Cost, KvCache, KvHalf, Op, Rope, Slice, Spans, Tensor, TensorMut,
};

pub struct LatentRopeWrite;

/// `q[T, H, dn + dr]` in place; latents `c[T, R]` with their norm's weight `[R]`; `k_rope[T, dr]`;
/// `rope` of all `dr` elements, `positions[T]`; the `cache` that the rows of the spans are written
/// to.
pub struct LatentRopeWriteArgs<'a> {
    pub q: TensorMut<'a>,
    pub c: Tensor<'a>,
    pub norm: Slice<'a, f32>,
    pub eps: f32,
    /// Temporary: its contents afterwards are not specified.
    pub k_rope: TensorMut<'a>,
    pub rope: Rope<'a>,
    pub positions: Slice<'a, u32>,
    /// `beta` and the positions that share a factor of [`QueryTemperature`].
    pub temperature: Option<(f32, u32)>,
    /// The cached vectors `[T, R + dr]` as they are stored.
    pub stored: TensorMut<'a>,
    pub spans: Spans<'a>,
    pub cache: &'a mut KvCache,
}

#[derive(Clone, Debug)]
pub struct LatentRopeWriteNeed {
    pub format: KvFormat,
    /// Elements of a latent and of the rotated key.
    pub latent: usize,
    pub rope: usize,
}

impl LatentRopeWriteArgs<'_> {
    /// The arguments of the queries' rotation.
    pub fn rotate_query(&mut self) -> QkNormRopeArgs<'_> {
        let (head, rotated) = (self.q.dim(2), self.k_rope.dim(1));
        let heads = self.q.reborrow().slice_last(head - rotated..head);
        rotation(heads, self.rope, self.positions)
    }

    /// The arguments of the key's rotation.
    pub fn rotate_key(&mut self) -> QkNormRopeArgs<'_> {
        let shape = [self.k_rope.dim(0), 1, self.k_rope.dim(1)];
        rotation(self.k_rope.reborrow().view(&shape), self.rope, self.positions)
    }

    /// The arguments of the temperature, if there is one.
    pub fn temperature(&mut self) -> Option<QueryTemperatureArgs<'_>> {
        let (beta, period) = self.temperature?;
        let (x, positions) = (self.q.reborrow(), self.positions);
        Some(QueryTemperatureArgs { x, positions, beta, period })
    }

    /// The arguments of the latent's norm.
    pub fn norm(&mut self) -> RmsNormArgs<'_> {
        let latent = self.c.dim(1);
        let out = self.stored.reborrow().slice_last(0..latent);
        RmsNormArgs { x: self.c, weight: self.norm, eps: self.eps, offset: 0.0, out }
    }

    /// The arguments of the copy of the key to its place behind the latent.
    pub fn copy(&mut self) -> PickRowsArgs<'_> {
        let (latent, width) = (self.c.dim(1), self.stored.dim(1));
        let out = self.stored.reborrow().slice_last(latent..width);
        PickRowsArgs { x: self.k_rope.as_ref(), rows: None, out }
    }

    /// The arguments of the write.
    pub fn write(&mut self) -> LatentStoreArgs<'_> {
        let (x, half, cache) = (self.stored.as_ref(), KvHalf::Key, &mut *self.cache);
        LatentStoreArgs { x, half, spans: self.spans, cache }
    }
}

/// A rotation without a norm.
fn rotation<'a>(
    heads: TensorMut<'a>,
    rope: Rope<'a>,
    positions: Slice<'a, u32>,
) -> QkNormRopeArgs<'a> {
    QkNormRopeArgs { heads, norm: None, eps: 0.0, offset: 0.0, rope: Some(rope), positions }
}

impl Op for LatentRopeWrite {
    const NAME: &'static str = "latent_rope_write";
    type Args<'a> = LatentRopeWriteArgs<'a>;
    type Need = LatentRopeWriteNeed;

    fn check(args: &LatentRopeWriteArgs<'_>) {
        let (q, c, k) = (args.q.shape(), args.c.shape(), args.k_rope.shape());
        assert!(q.len() == 3 && c.len() == 2, "latent_rope_write: q {q:?}, c {c:?}");
        assert!(k.len() == 2 && k[1] <= q[2], "latent_rope_write: k_rope {k:?} of q {q:?}");
        assert_eq!([c[0], k[0], args.positions.len()], [q[0]; 3], "latent_rope_write: rows");
        assert_eq!(args.norm.len(), c[1], "latent_rope_write: norm");
        assert_eq!(args.rope.rotary_dim, k[1], "latent_rope_write: rotary_dim");
        assert_eq!(args.stored.shape(), [q[0], c[1] + k[1]], "latent_rope_write: stored");
    }

    fn cost(args: &LatentRopeWriteArgs<'_>) -> Cost {
        let elements = |shape: &[usize]| shape.iter().product::<usize>();
        let (q, stored) = (elements(args.q.shape()), elements(args.stored.shape()));
        let row = args.cache.formats.key.row_bytes(args.cache.head_dim);
        Cost::of(2 * q + 2 * stored, 3 * q + 4 * stored).and_bytes(args.q.dim(0) * row)
    }

    fn reference(mut args: LatentRopeWriteArgs<'_>, compute: Compute) {
        QkNormRope::reference(args.rotate_query(), compute);
        QkNormRope::reference(args.rotate_key(), compute);
        if let Some(args) = args.temperature() {
            QueryTemperature::reference(args, compute);
        }
        RmsNorm::reference(args.norm(), compute);
        PickRows::reference(args.copy(), compute);
        LatentStore::reference(args.write(), compute);
    }
}

impl FusedOp for LatentRopeWrite {
    const PARTS: &'static [&'static str] = &[
        QkNormRope::NAME,
        QueryTemperature::NAME,
        RmsNorm::NAME,
        PickRows::NAME,
        LatentStore::NAME,
    ];

    fn compose(
        need: &LatentRopeWriteNeed,
        binder: &mut Binder,
    ) -> Result<ComposedKernel<Self>, BindError> {
        let &LatentRopeWriteNeed { format, latent, rope } = need;
        let rotate = binder.bind::<QkNormRope>(())?;
        let temperature = binder.bind::<QueryTemperature>(())?;
        let norm = binder.bind::<RmsNorm>(())?;
        let copy = binder.bind::<PickRows>(())?;
        let store = binder.bind::<LatentStore>(LatentStoreNeed { format, width: latent + rope })?;
        Ok(Arc::new(move |dev, mut args| {
            rotate.run(dev, args.rotate_query());
            rotate.run(dev, args.rotate_key());
            if let Some(args) = args.temperature() {
                temperature.run(dev, args);
            }
            norm.run(dev, args.norm());
            copy.run(dev, args.copy());
            store.run(dev, args.write());
        }))
    }
}
