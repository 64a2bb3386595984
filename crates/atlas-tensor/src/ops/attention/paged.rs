//! Causal attention with grouped queries over the paged cache (Vaswani et al. 2017, eq. 1; Ainslie
//! et al. 2023): `out = softmax(scale * q K^T) V` over the positions up to the row's own, and with
//! a window only the last `window` of them, the row itself included.

use atlas_core::KvFormats;

use crate::compute::Compute;
use crate::device::Spans;
use crate::op::{Cost, Op};
use crate::ops::attention::part::{KvPart, taken};
use crate::ops::checks::{check_part, check_spans};
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
    /// Without one all positions are taken.
    pub part: Option<KvPart<'a>>,
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
        if let Some(part) = &args.part {
            part.check("attention", shape);
        }
        let positions = args.part.as_ref().map(|part| &part.positions);
        check_part("attention", &args.spans, cache, args.window, positions);
    }

    fn cost(args: &AttentionArgs<'_>) -> Cost {
        let (heads, width) = (args.q.dim(1), args.cache.head_dim);
        let window = args.window.map_or(usize::MAX, |window| window as usize);
        let (mut seen, mut read) = (0, 0);
        let part = args.part.as_ref().map(|part| &part.positions);
        for span in args.spans.rows() {
            let rows = span.start as usize + 1..span.end() + 1;
            let of_row = |end: usize| taken(part, end.saturating_sub(window), end);
            seen += rows.map(of_row).map(|row| row.end - row.from).sum::<usize>();
            let first = (span.start as usize + 1).saturating_sub(window);
            let all = taken(part, first, span.end());
            read += all.end - all.from;
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
            let positions = args.part.as_ref().map(|part| part.positions.clone());
            let all = taken(positions.as_ref(), seen_from(span.start as usize), span.end());
            let [keys, values] = [KvHalf::Key, KvHalf::Value]
                .map(|half| rows(cache, span.blocks, half, kv_head, all.from..all.end));
            for (i, h) in (0..span.len).flat_map(|i| (0..group).map(move |h| (i, h))) {
                let (h, last) = (kv_head * group + h, span.start as usize + i);
                let row = taken(positions.as_ref(), seen_from(last), last + 1);
                if row.from >= row.end {
                    continue;
                }
                let seen = row.from - all.from..row.end - all.from;
                let q = args.q.head_f32(span.row + i, h);
                let mut so_far = Carried::none(q.len());
                if let Some(part) = args.part.as_mut().filter(|_| row.begun) {
                    so_far = Carried::read(part.carry.head_f32_mut(span.row + i, h), q.len());
                }
                so_far.attend(q, &keys[seen.clone()], &values[seen], scale);
                match args.part.as_mut().filter(|_| row.goes_on) {
                    Some(part) => so_far.write(part.carry.head_f32_mut(span.row + i, h)),
                    None => so_far.finish(args.out.head_f32_mut(span.row + i, h)),
                }
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

/// The softmax of one query head of one row so far, in f64.
pub(crate) struct Carried {
    max: f64,
    sum: f64,
    o: Vec<f64>,
}

impl Carried {
    pub(crate) fn none(width: usize) -> Self {
        Self { max: f64::NEG_INFINITY, sum: 0.0, o: vec![0.0; width] }
    }

    /// As a part before this one left it, in f32.
    pub(crate) fn read(carry: &[f32], width: usize) -> Self {
        let [sum, max] = carry_places(width).map(|at| f64::from(carry[at]));
        Self { max, sum, o: carry[..width].iter().map(|&x| f64::from(x)).collect() }
    }

    pub(crate) fn write(&self, carry: &mut [f32]) {
        let [sum, max] = carry_places(self.o.len());
        (carry[sum], carry[max]) = (self.sum as f32, self.max as f32);
        carry.iter_mut().zip(&self.o).for_each(|(to, &x)| *to = x as f32);
    }

    pub(crate) fn attend(&mut self, q: &[f32], keys: &[Vec<f32>], values: &[Vec<f32>], scale: f64) {
        let score = |key: &Vec<f32>| -> f64 {
            let dot: f64 = q.iter().zip(key).map(|(&q, &k)| f64::from(q) * f64::from(k)).sum();
            dot * scale
        };
        let scores: Vec<f64> = keys.iter().map(score).collect();
        let max = scores.iter().copied().fold(self.max, f64::max);
        let keep = (self.max - max).exp();
        self.max = max;
        self.sum *= keep;
        self.o.iter_mut().for_each(|o| *o *= keep);
        for (value, score) in values.iter().zip(&scores) {
            let weight = (score - max).exp();
            self.sum += weight;
            for (o, &v) in self.o.iter_mut().zip(value) {
                *o += weight * f64::from(v);
            }
        }
    }

    pub(crate) fn finish(&self, out: &mut [f32]) {
        out.iter_mut().zip(&self.o).for_each(|(to, &x)| *to = (x / self.sum) as f32);
    }
}

/// Where the sum and the largest score lie in a carry.
fn carry_places(width: usize) -> [usize; 2] {
    let sums = width.next_multiple_of(16);
    [sums, sums + 16]
}
