//! Causal attention with grouped queries over the paged cache (Vaswani et al. 2017, eq. 1; Ainslie
//! et al. 2023): `out = softmax(scale * q K^T) V` over the positions up to the row's own, and with
//! a window only the last `window` of them, the row itself included.

use atlas_core::KvFormats;

use crate::compute::Compute;
use crate::device::Spans;
use crate::op::{Cost, Op};
use crate::ops::checks::{check_blocks, check_spans};
use crate::state::{KvCache, KvHalf};
use crate::tensor::{Tensor, TensorMut};

pub struct Attention;

/// `q[T, Hq, hd]` of every span against the slot's blocks to `out[T, Hq, hd]`. Query head `h`
/// reads KV head `h / (Hq / kv_heads)`. Rows outside all spans are left alone. Over rotated keys
/// the queries are rotated ([`super::RotateHeads`]), over rotated values the result is.
pub struct AttentionArgs<'a> {
    pub q: Tensor<'a>,
    pub spans: Spans<'a>,
    pub cache: &'a KvCache,
    pub scale: f32,
    pub window: Option<u32>,
    pub out: TensorMut<'a>,
}

#[derive(Clone, Debug)]
pub struct AttentionNeed {
    pub cache: KvFormats,
    pub head_dim: usize,
}

impl Op for Attention {
    const NAME: &'static str = "attention";
    type Args<'a> = AttentionArgs<'a>;
    type Need = AttentionNeed;

    fn check(args: &AttentionArgs<'_>) {
        let (shape, cache) = (args.q.shape(), args.cache);
        assert!(shape.len() == 3 && shape[2] == cache.head_dim, "attention: q {shape:?}");
        let whole = cache.kv_heads > 0 && shape[1].is_multiple_of(cache.kv_heads);
        assert!(whole, "attention: {} query heads on {}", shape[1], cache.kv_heads);
        assert_eq!(args.out.shape(), shape, "attention: out");
        assert!(args.window != Some(0), "attention: a window of 0 tokens");
        check_spans("attention", &args.spans, shape[0]);
        check_blocks("attention", &args.spans, cache, args.window);
    }

    fn cost(args: &AttentionArgs<'_>) -> Cost {
        let (heads, width) = (args.q.dim(1), args.cache.head_dim);
        let window = args.window.map_or(usize::MAX, |window| window as usize);
        let (mut seen, mut read) = (0, 0);
        for span in args.spans.rows() {
            let rows = span.start as usize + 1..span.end() + 1;
            seen += rows.map(|end| end.min(window)).sum::<usize>();
            read += span.end().min(window.saturating_add(span.len));
        }
        let elements: usize = args.q.shape().iter().product();
        Cost::of(2 * elements, 4 * heads * width * seen)
            .and_bytes(read * args.cache.kv_heads * args.cache.formats.row_bytes(width))
    }

    fn reference(mut args: AttentionArgs<'_>, _compute: Compute) {
        let (cache, scale) = (args.cache, f64::from(args.scale));
        let group = args.q.dim(1) / cache.kv_heads;
        for (span, kv_head) in
            args.spans.rows().iter().flat_map(|span| (0..cache.kv_heads).map(move |h| (span, h)))
        {
            // The first position that any row sees, and what the row at `last` sees from there.
            let seen_from =
                |last: usize| args.window.map_or(0, |w| (last + 1).saturating_sub(w as usize));
            let base = seen_from(span.start as usize);
            let [keys, values] = [KvHalf::Key, KvHalf::Value]
                .map(|half| rows(cache, span.blocks, half, kv_head, base..span.end()));
            for (i, h) in (0..span.len).flat_map(|i| (0..group).map(move |h| (i, h))) {
                let (h, last) = (kv_head * group + h, span.start as usize + i);
                let seen = seen_from(last) - base..last + 1 - base;
                let q = args.q.head_f32(span.row + i, h);
                let out = attend(q, &keys[seen.clone()], &values[seen], scale);
                args.out.head_f32_mut(span.row + i, h).copy_from_slice(&out);
            }
        }
    }
}

/// The keys or values of one head at `positions`, as the cache holds them.
fn rows(
    cache: &KvCache,
    blocks: &[u32],
    half: KvHalf,
    head: usize,
    positions: std::ops::Range<usize>,
) -> Vec<Vec<f32>> {
    let row = |p: usize| {
        let mut row = vec![0.0; cache.head_dim];
        cache.row(blocks[p / cache.block_tokens], half, head, p % cache.block_tokens, &mut row);
        row
    };
    positions.map(row).collect()
}

/// One query head of one row over the keys and values that it sees, in f64.
fn attend(q: &[f32], keys: &[Vec<f32>], values: &[Vec<f32>], scale: f64) -> Vec<f32> {
    let score = |key: &Vec<f32>| -> f64 {
        let dot: f64 = q.iter().zip(key).map(|(&q, &k)| f64::from(q) * f64::from(k)).sum();
        dot * scale
    };
    let scores: Vec<f64> = keys.iter().map(score).collect();
    let max = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = scores.iter().map(|s| (s - max).exp()).collect();
    let sum: f64 = weights.iter().sum();
    let mut out = vec![0.0f64; q.len()];
    for (value, w) in values.iter().zip(&weights) {
        for (out, &v) in out.iter_mut().zip(value) {
            *out += w / sum * f64::from(v);
        }
    }
    out.into_iter().map(|x| x as f32).collect()
}
