//! Layer norm (Ba et al. 2016): `out = (x - mean(x)) * rsqrt(var(x) + eps) * weight + bias`.

use crate::compute::Compute;
use crate::op::{Cost, Op};
use crate::place::Slice;
use crate::tensor::{Tensor, TensorMut};

pub struct LayerNorm;

/// `x[T, H]`, `weight[H]` and `bias[H]` to `out[T, H]`. The variance is that of `H` numbers about
/// their own mean.
pub struct LayerNormArgs<'a> {
    pub x: Tensor<'a>,
    pub weight: Slice<'a, f32>,
    pub bias: Slice<'a, f32>,
    pub eps: f32,
    pub out: TensorMut<'a>,
}

impl Op for LayerNorm {
    const NAME: &'static str = "layer_norm";
    type Args<'a> = LayerNormArgs<'a>;
    type Need = ();

    fn check(args: &LayerNormArgs<'_>) {
        assert_eq!(args.x.shape(), [args.out.rows(), args.weight.len()], "layer_norm: x");
        assert_eq!(args.x.shape(), args.out.shape(), "layer_norm: out");
        assert_eq!(args.weight.len(), args.bias.len(), "layer_norm: bias");
    }

    fn cost(args: &LayerNormArgs<'_>) -> Cost {
        let elements = args.x.rows() * args.weight.len();
        Cost::of(2 * elements + 2 * args.weight.len(), 7 * elements)
    }

    fn reference(mut args: LayerNormArgs<'_>, _compute: Compute) {
        for t in 0..args.x.rows() {
            let x: Vec<f64> = args.x.row_f32(t).iter().map(|&x| f64::from(x)).collect();
            let mean = x.iter().sum::<f64>() / x.len() as f64;
            let variance = x.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / x.len() as f64;
            let inverse = 1.0 / (variance + f64::from(args.eps)).sqrt();
            for (i, out) in args.out.row_f32_mut(t).iter_mut().enumerate() {
                let (weight, bias) = (f64::from(args.weight[i]), f64::from(args.bias[i]));
                *out = ((x[i] - mean) * inverse * weight + bias) as f32;
            }
        }
    }
}
