//! Values of attended latents: `out_h = V_h x_h`.

use super::HeadMapNeed;
use crate::compute::Compute;
use crate::op::{Cost, Op};
use crate::tensor::{Tensor, TensorMut};
use crate::weights::Weight;

pub struct LatentValues;

/// `x[T, H, R]` and `weight[H (dn + dv), R]`, whose last `dv` rows of each head are `V_h`, to
/// `out[T, H, dv]`.
pub struct LatentValuesArgs<'a> {
    pub x: Tensor<'a>,
    pub weight: &'a Weight,
    pub out: TensorMut<'a>,
}

impl Op for LatentValues {
    const NAME: &'static str = "latent_values";
    type Args<'a> = LatentValuesArgs<'a>;
    type Need = HeadMapNeed;

    fn check(args: &LatentValuesArgs<'_>) {
        let (x, out) = (args.x.shape(), args.out.shape());
        assert!(x.len() == 3 && out.len() == 3, "latent_values: x {x:?}, out {out:?}");
        assert_eq!(x[..2], out[..2], "latent_values: x against out");
        assert_eq!(x[2], args.weight.k(), "latent_values: x {x:?}");
        let rows = args.weight.n() / x[1].max(1);
        assert_eq!(rows * x[1], args.weight.n(), "latent_values: weight for {} heads", x[1]);
        assert!(out[2] <= rows, "latent_values: {} of {rows} rows a head", out[2]);
    }

    fn cost(args: &LatentValuesArgs<'_>) -> Cost {
        let (vectors, width, dims) =
            (args.x.dim(0) * args.x.dim(1), args.weight.k(), args.out.dim(2));
        let read = args.x.dim(1) * dims * args.weight.format().row_bytes(width);
        Cost::of(vectors * (width + dims), 2 * vectors * dims * width).and_bytes(read)
    }

    fn reference(mut args: LatentValuesArgs<'_>, _compute: Compute) {
        let (heads, dims) = (args.x.dim(1), args.out.dim(2));
        let rows = args.weight.n() / heads.max(1);
        let mut row = vec![0.0; args.weight.k()];
        for (t, h) in (0..args.x.dim(0)).flat_map(|t| (0..heads).map(move |h| (t, h))) {
            let x = args.x.head_f32(t, h);
            for (i, out) in args.out.head_f32_mut(t, h).iter_mut().enumerate() {
                args.weight.row_f32((h + 1) * rows - dims + i, &mut row);
                let sum: f64 = row.iter().zip(x).map(|(w, x)| f64::from(w * x)).sum();
                *out = sum as f32;
            }
        }
    }
}
