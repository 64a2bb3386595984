//! Attention of all heads to one vector a token: `out_h = sum_j softmax_j(scale q_h . c_j) v_j`,
//! where `v_j` is the first part of `c_j`.

use atlas_core::KvFormat;

use crate::compute::Compute;
use crate::device::Spans;
use crate::op::{Cost, Op};
use crate::ops::checks::{check_blocks, check_spans};
use crate::state::{KvCache, KvHalf};
use crate::tensor::{Tensor, TensorMut};

pub struct LatentAttention;

/// `q[T, H, W]` against the cache of each span's slot, of vectors of `W` elements, to
/// `out[T, H, R]`. A row sees the positions up to its own.
pub struct LatentAttentionArgs<'a> {
    pub q: Tensor<'a>,
    pub spans: Spans<'a>,
    pub cache: &'a KvCache,
    /// Factor of scores before the softmax.
    pub scale: f32,
    pub out: TensorMut<'a>,
}

#[derive(Clone, Debug)]
pub struct LatentAttentionNeed {
    pub format: KvFormat,
    /// Elements of a cached vector, and those of its value.
    pub width: usize,
    pub latent: usize,
}

impl Op for LatentAttention {
    const NAME: &'static str = "latent_attention";
    type Args<'a> = LatentAttentionArgs<'a>;
    type Need = LatentAttentionNeed;

    fn check(args: &LatentAttentionArgs<'_>) {
        let (q, out, cache) = (args.q.shape(), args.out.shape(), args.cache);
        assert!(cache.is_latent, "latent_attention: a cache of keys and values");
        assert!(q.len() == 3 && q[2] == cache.head_dim, "latent_attention: q {q:?}");
        assert!(out.len() == 3 && out[..2] == q[..2], "latent_attention: out {out:?}");
        assert!(out[2] <= q[2], "latent_attention: values of {} of {} elements", out[2], q[2]);
        check_spans("latent_attention", &args.spans, q[0]);
        check_blocks("latent_attention", &args.spans, cache, None);
    }

    fn cost(args: &LatentAttentionArgs<'_>) -> Cost {
        let (heads, width, value) = (args.q.dim(1), args.q.dim(2), args.out.dim(2));
        let (mut seen, mut read) = (0, 0);
        for span in args.spans.rows() {
            seen += (span.start as usize + 1..span.end() + 1).sum::<usize>();
            read += span.end();
        }
        Cost::of(args.q.dim(0) * heads * (width + value), 2 * heads * (width + value) * seen)
            .and_bytes(read * args.cache.formats.key.row_bytes(width))
    }

    fn reference(mut args: LatentAttentionArgs<'_>, _compute: Compute) {
        let (cache, scale) = (args.cache, f64::from(args.scale));
        let mut row = vec![0.0; cache.head_dim];
        for span in args.spans.rows() {
            let mut rows = Vec::new();
            for position in 0..span.end() {
                let block = span.blocks[position / cache.block_tokens];
                cache.row(block, KvHalf::Key, 0, position % cache.block_tokens, &mut row);
                rows.push(row.clone());
            }
            for (i, h) in (0..span.len).flat_map(|i| (0..args.q.dim(1)).map(move |h| (i, h))) {
                let seen = &rows[..span.start as usize + i + 1];
                let q = args.q.head_f32(span.row + i, h);
                let dot = |row: &Vec<f32>| -> f64 {
                    row.iter().zip(q).map(|(c, q)| f64::from(*c) * f64::from(*q)).sum()
                };
                let scores: Vec<f64> = seen.iter().map(|row| scale * dot(row)).collect();
                let max = scores.iter().copied().fold(f64::MIN, f64::max);
                let weights: Vec<f64> = scores.iter().map(|score| (score - max).exp()).collect();
                let sum: f64 = weights.iter().sum();
                for (d, out) in args.out.head_f32_mut(span.row + i, h).iter_mut().enumerate() {
                    let terms = weights.iter().zip(seen).map(|(w, row)| w * f64::from(row[d]));
                    *out = (terms.sum::<f64>() / sum) as f32;
                }
            }
        }
    }
}
