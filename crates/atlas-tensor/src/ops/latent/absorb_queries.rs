//! Queries in the space of the latent: `out_h = [K_h^T q_h | r_h]`.

use super::HeadMapNeed;
use crate::compute::Compute;
use crate::op::{Cost, Op};
use crate::tensor::{Tensor, TensorMut};
use crate::weights::Weight;

pub struct AbsorbQueries;

/// `q[T, H, dn + dr]`, whose last `dr` elements are rotated, and `weight[H (dn + dv), R]`, of which
/// each head has `dn` rows `K_h` and then `dv` others, to `out[T, H, R + dr]`.
pub struct AbsorbQueriesArgs<'a> {
    pub q: Tensor<'a>,
    pub weight: &'a Weight,
    pub out: TensorMut<'a>,
}

impl AbsorbQueriesArgs<'_> {
    /// Rows of a head in `weight`, `dn` of them and `dr`.
    pub fn dims(&self) -> [usize; 3] {
        let heads = self.q.dim(1).max(1);
        let rotated = self.out.dim(2).saturating_sub(self.weight.k());
        [self.weight.n() / heads, self.q.dim(2).saturating_sub(rotated), rotated]
    }
}

impl Op for AbsorbQueries {
    const NAME: &'static str = "absorb_queries";
    type Args<'a> = AbsorbQueriesArgs<'a>;
    type Need = HeadMapNeed;

    fn check(args: &AbsorbQueriesArgs<'_>) {
        let (q, out) = (args.q.shape(), args.out.shape());
        assert!(q.len() == 3 && out.len() == 3, "absorb_queries: q {q:?}, out {out:?}");
        assert_eq!(q[..2], out[..2], "absorb_queries: q against out");
        let [rows, plain, rotated] = args.dims();
        assert_eq!(rows * q[1], args.weight.n(), "absorb_queries: weight for {} heads", q[1]);
        assert_eq!(args.weight.k() + rotated, out[2], "absorb_queries: out {out:?}");
        assert!(plain > 0 && plain <= rows, "absorb_queries: {plain} of {rows} rows a head");
    }

    fn cost(args: &AbsorbQueriesArgs<'_>) -> Cost {
        let [_, plain, _] = args.dims();
        let (vectors, width) = (args.q.dim(0) * args.q.dim(1), args.weight.k());
        let read = args.q.dim(1) * plain * args.weight.format().row_bytes(width);
        Cost::of(vectors * (args.q.dim(2) + args.out.dim(2)), 2 * vectors * plain * width)
            .and_bytes(read)
    }

    fn reference(mut args: AbsorbQueriesArgs<'_>, _compute: Compute) {
        let [rows, plain, _] = args.dims();
        let width = args.weight.k();
        let mut row = vec![0.0; width];
        for (t, h) in (0..args.q.dim(0)).flat_map(|t| (0..args.q.dim(1)).map(move |h| (t, h))) {
            let q = args.q.head_f32(t, h);
            let mut sums = vec![0.0f64; width];
            for (j, &q) in q[..plain].iter().enumerate() {
                args.weight.row_f32(h * rows + j, &mut row);
                sums.iter_mut().zip(&row).for_each(|(sum, w)| *sum += f64::from(q * w));
            }
            let out = args.out.head_f32_mut(t, h);
            out.iter_mut().zip(&sums).for_each(|(out, sum)| *out = *sum as f32);
            out[width..].copy_from_slice(&q[plain..]);
        }
    }
}
