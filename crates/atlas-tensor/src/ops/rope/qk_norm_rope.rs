//! Norm per head (if the model has one), then rotary position embedding (Su et al. 2021) over the
//! first `rotary_dim` elements: the pair `(x, y) = (i, i + rotary_dim / 2)` becomes
//! `(x cos - y sin, y cos + x sin)` at angle `position * inv_freq[i]`.

use crate::compute::Compute;
use crate::op::{Cost, Op};
use crate::ops::Rope;
use crate::ops::norm::inverse_rms;
use crate::place::Slice;
use crate::tensor::TensorMut;

pub struct QkNormRope;

/// `heads[T, n, hd]` in place, `norm[hd]?` with `eps` and `offset` as in `rms_norm`, `rope`, and
/// `positions[T]`.
pub struct QkNormRopeArgs<'a> {
    pub heads: TensorMut<'a>,
    pub norm: Option<Slice<'a, f32>>,
    pub eps: f32,
    pub offset: f32,
    pub rope: Option<Rope<'a>>,
    pub positions: Slice<'a, u32>,
}

impl Op for QkNormRope {
    const NAME: &'static str = "qk_norm_rope";
    type Args<'a> = QkNormRopeArgs<'a>;
    type Need = ();

    fn check(args: &QkNormRopeArgs<'_>) {
        let shape = args.heads.shape();
        assert_eq!(shape.len(), 3, "qk_norm_rope: heads {shape:?}");
        assert!(args.norm.is_none_or(|w| w.len() == shape[2]), "qk_norm_rope: norm weight");
        assert_eq!(args.positions.len(), shape[0], "qk_norm_rope: positions");
        if let Some(rope) = args.rope {
            let dim = rope.rotary_dim;
            assert!(dim <= shape[2] && dim.is_multiple_of(2), "qk_norm_rope: rotary_dim {dim}");
            assert_eq!(rope.inv_freq.len(), dim / 2, "qk_norm_rope: inv_freq");
        }
    }

    fn cost(args: &QkNormRopeArgs<'_>) -> Cost {
        let elements: usize = args.heads.shape().iter().product();
        let per_element =
            4 * usize::from(args.norm.is_some()) + 3 * usize::from(args.rope.is_some());
        Cost::of(2 * elements, per_element * elements)
    }

    fn reference(mut args: QkNormRopeArgs<'_>, _compute: Compute) {
        let (rows, heads) = (args.heads.dim(0), args.heads.dim(1));
        for (t, j) in (0..rows).flat_map(|t| (0..heads).map(move |j| (t, j))) {
            let x = args.heads.head_f32_mut(t, j);
            if let Some(weight) = args.norm {
                let scale = inverse_rms(x, args.eps);
                for (x, w) in x.iter_mut().zip(weight.host()) {
                    *x = *x * scale * (args.offset + w);
                }
            }
            if let Some(rope) = args.rope {
                rotate(x, rope, args.positions[t]);
            }
        }
    }
}

fn rotate(x: &mut [f32], rope: Rope<'_>, position: u32) {
    let half = rope.rotary_dim / 2;
    for i in 0..half {
        // The angle is rounded to f32, as the models were trained with; its sine is not.
        let angle = f64::from(position as f32 * rope.inv_freq[i]);
        let sin = angle.sin() as f32 * rope.attention_factor;
        let cos = angle.cos() as f32 * rope.attention_factor;
        let (a, b) = (x[i], x[i + half]);
        x[i] = a * cos - b * sin;
        x[i + half] = b * cos + a * sin;
    }
}
