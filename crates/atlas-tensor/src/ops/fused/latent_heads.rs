//! Attention of heads whose keys and values are maps of one latent a token.

use std::sync::Arc;

use atlas_core::KvFormat;

use super::FusedOp;
use crate::compute::Compute;
use crate::device::Spans;
use crate::kernel::ComposedKernel;
use crate::op::{Cost, Op};
use crate::ops::{
    AbsorbQueries, AbsorbQueriesArgs, HeadMapNeed, LatentAttention, LatentAttentionArgs,
    LatentAttentionNeed, LatentValues, LatentValuesArgs, Selection,
};
use crate::state::KvCache;
use crate::tensor::{Tensor, TensorMut};
use crate::weights::{Weight, WeightFormat};
use crate::{BindError, Binder};

/// The heads' keys and values are `K_h c` beside the cached rotated key, and `V_h c`. Computed
/// absorbed, by the parts: queries are mapped to the latent. A device's row may map the latents of
/// long spans to keys and values instead, which costs fewer operations there: to the same rows
/// within rounding.
pub struct LatentHeads;

/// `q[T, H, dn + dr]`, whose last `dr` elements are rotated, against the cache of vectors
/// `[c | k_rope]` of `R + dr` elements, by the maps `weight[H (dn + dv), R]`, to `out[T, H, dv]`.
pub struct LatentHeadsArgs<'a> {
    pub q: Tensor<'a>,
    pub weight: &'a Weight,
    pub spans: Spans<'a>,
    pub cache: &'a KvCache,
    /// Factor of scores before the softmax.
    pub scale: f32,
    /// Positions that rows attend to; all that they see if None.
    pub selection: Option<Selection<'a>>,
    /// Temporary, `[T, H, R + dr]` and `[T, H, R]`: what they hold afterwards is not specified.
    pub absorbed: TensorMut<'a>,
    pub attended: TensorMut<'a>,
    pub out: TensorMut<'a>,
}

#[derive(Clone, Debug)]
pub struct LatentHeadsNeed {
    /// Formats of the maps and of the cache.
    pub weight: WeightFormat,
    pub cache: KvFormat,
    pub heads: usize,
    /// Elements of a latent, and those of a head: not rotated, rotated, of its value.
    pub latent: usize,
    pub nope: usize,
    pub rope: usize,
    pub value: usize,
    /// Whether calls have a selection.
    pub selected: bool,
}

impl LatentHeadsNeed {
    /// Needs of the maps.
    pub fn maps(&self) -> HeadMapNeed {
        HeadMapNeed { format: self.weight, latent: self.latent }
    }

    /// Needs of the attention to latents.
    pub fn attention(&self) -> LatentAttentionNeed {
        let (latent, width) = (self.latent, self.latent + self.rope);
        LatentAttentionNeed { format: self.cache, width, latent, selected: self.selected }
    }
}

impl LatentHeadsArgs<'_> {
    /// The arguments of the queries' map.
    pub fn absorb(&mut self) -> AbsorbQueriesArgs<'_> {
        AbsorbQueriesArgs { q: self.q, weight: self.weight, out: self.absorbed.reborrow() }
    }

    /// The arguments of the attention.
    pub fn attend(&mut self) -> LatentAttentionArgs<'_> {
        let (spans, cache, scale) = (self.spans, self.cache, self.scale);
        let selection = self.selection;
        let (q, out) = (self.absorbed.as_ref(), self.attended.reborrow());
        LatentAttentionArgs { q, spans, cache, scale, selection, part: None, out }
    }

    /// The arguments of the values' map.
    pub fn values(&mut self) -> LatentValuesArgs<'_> {
        let x = self.attended.as_ref();
        LatentValuesArgs { x, weight: self.weight, out: self.out.reborrow() }
    }
}

impl Op for LatentHeads {
    const NAME: &'static str = "latent_heads";
    type Args<'a> = LatentHeadsArgs<'a>;
    type Need = LatentHeadsNeed;

    fn check(args: &LatentHeadsArgs<'_>) {
        let (q, width) = (args.q.shape(), args.cache.head_dim);
        assert!(q.len() == 3, "latent_heads: q {q:?}");
        let latent = args.weight.k();
        assert!(latent <= width && width - latent <= q[2], "latent_heads: q {q:?}");
        assert_eq!(args.absorbed.shape(), [q[0], q[1], width], "latent_heads: absorbed");
        assert_eq!(args.attended.shape(), [q[0], q[1], latent], "latent_heads: attended");
        let out = args.out.shape();
        assert!(out.len() == 3 && out[..2] == q[..2], "latent_heads: out {out:?}");
        let nope = q[2] + latent - width;
        let rows = q[1] * (nope + out[2]);
        assert_eq!(rows, args.weight.n(), "latent_heads: weight for {} heads", q[1]);
    }

    fn cost(args: &LatentHeadsArgs<'_>) -> Cost {
        let (heads, width) = (args.q.dim(1), args.q.dim(2) + args.out.dim(2));
        let (latent, cached) = (args.weight.k(), args.cache.head_dim);
        let (mut seen, mut read, mut rows) = (0, 0, 0);
        for span in args.spans.rows() {
            seen += (span.start as usize + 1..span.end() + 1).sum::<usize>();
            read += span.end();
            rows += span.len;
        }
        let maps = 2 * rows * args.weight.n() * latent;
        let attention = 2 * heads * (latent + cached) * seen;
        let weight = args.weight.n() * args.weight.format().row_bytes(latent);
        Cost::of(args.q.dim(0) * heads * width, maps + attention)
            .and_bytes(weight + read * args.cache.formats.key.row_bytes(cached))
    }

    fn reference(mut args: LatentHeadsArgs<'_>, compute: Compute) {
        AbsorbQueries::reference(args.absorb(), compute);
        LatentAttention::reference(args.attend(), compute);
        LatentValues::reference(args.values(), compute);
    }
}

impl FusedOp for LatentHeads {
    const PARTS: &'static [&'static str] =
        &[AbsorbQueries::NAME, LatentAttention::NAME, LatentValues::NAME];

    fn compose(
        need: &LatentHeadsNeed,
        binder: &mut Binder,
    ) -> Result<ComposedKernel<Self>, BindError> {
        let absorb = binder.bind::<AbsorbQueries>(need.maps())?;
        let attend = binder.bind::<LatentAttention>(need.attention())?;
        let values = binder.bind::<LatentValues>(need.maps())?;
        Ok(Arc::new(move |dev, mut args| {
            absorb.run(dev, args.absorb());
            attend.run(dev, args.attend());
            values.run(dev, args.values());
        }))
    }
}
