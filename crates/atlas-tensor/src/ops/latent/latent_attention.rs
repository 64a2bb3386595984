//! Attention of all heads to one vector a token: `out_h = sum_j softmax_j(scale q_h . c_j) v_j`,
//! where `v_j` is the first part of `c_j`, over all positions that a row sees or a selection of
//! them.

use atlas_core::KvFormat;

use super::Selection;
use crate::compute::Compute;
use crate::device::{SpanRows, Spans};
use crate::op::{Cost, Op};
use crate::ops::attention::{Carried, KvPart, taken};
use crate::ops::checks::{check_part, check_spans};
use crate::state::{KvCache, KvHalf};
use crate::tensor::{Tensor, TensorMut};

pub struct LatentAttention;

/// `q[T, H, W]` against the cache of each span's slot, of vectors of `W` elements, to
/// `out[T, H, R]`. A row sees the positions up to its own; with a selection only those of it, which
/// ascend, in that order.
pub struct LatentAttentionArgs<'a> {
    pub q: Tensor<'a>,
    pub spans: Spans<'a>,
    pub cache: &'a KvCache,
    /// Factor of scores before the softmax.
    pub scale: f32,
    pub selection: Option<Selection<'a>>,
    /// Without one all positions are taken; there is none with a selection.
    pub part: Option<KvPart<'a>>,
    pub out: TensorMut<'a>,
}

#[derive(Clone, Debug)]
pub struct LatentAttentionNeed {
    pub format: KvFormat,
    /// Elements of a cached vector, and those of its value.
    pub width: usize,
    pub latent: usize,
    /// Whether calls have a selection.
    pub selected: bool,
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
        if let Some(part) = &args.part {
            part.check("latent_attention", q);
            assert!(args.selection.is_none(), "latent_attention: a part of a selection");
        }
        let positions = args.part.as_ref().map(|part| &part.positions);
        check_part("latent_attention", &args.spans, cache, None, positions);
        if let Some(selection) = &args.selection {
            let have = [selection.positions.len(), selection.counts.len()];
            assert_eq!(have, [q[0] * selection.k, q[0]], "latent_attention: selection");
            check_selection(selection, &args.spans);
        }
    }

    fn cost(args: &LatentAttentionArgs<'_>) -> Cost {
        let (heads, width, value) = (args.q.dim(1), args.q.dim(2), args.out.dim(2));
        let (mut seen, mut read) = (0, 0);
        let most = args.selection.map_or(usize::MAX, |selection| selection.k);
        let part = args.part.as_ref().map(|part| &part.positions);
        for span in args.spans.rows() {
            let of_row = |row: usize| {
                let end = taken(part, 0, span.start as usize + row + 1);
                (end.end - end.from).min(most)
            };
            let rows = (0..span.len).map(of_row).sum::<usize>();
            seen += rows;
            let all = taken(part, 0, span.end());
            // Selected vectors may be others for each row.
            read += if most == usize::MAX { all.end - all.from } else { rows };
        }
        Cost::of(args.q.dim(0) * heads * (width + value), 2 * heads * (width + value) * seen)
            .and_bytes(read * args.cache.formats.key.row_bytes(width))
    }

    fn reference(mut args: LatentAttentionArgs<'_>, _compute: Compute) {
        let (cache, scale) = (args.cache, f64::from(args.scale));
        let positions = args.part.as_ref().map(|part| part.positions.clone());
        let (latent, mut row) = (args.out.dim(2), vec![0.0; cache.head_dim]);
        for span in args.spans.rows() {
            let all = taken(positions.as_ref(), 0, span.end());
            let mut rows = Vec::new();
            for position in all.from..all.end {
                let block = span.blocks[position / cache.block_tokens];
                cache.row(block, KvHalf::Key, 0, position % cache.block_tokens, &mut row);
                rows.push(row.clone());
            }
            for (i, h) in (0..span.len).flat_map(|i| (0..args.q.dim(1)).map(move |h| (i, h))) {
                let t = span.row + i;
                let of_row = taken(positions.as_ref(), 0, span.start as usize + i + 1);
                if of_row.from >= of_row.end {
                    continue;
                }
                let seen: Vec<Vec<f32>> = match &args.selection {
                    None => rows[of_row.from - all.from..of_row.end - all.from].to_vec(),
                    Some(of) => of.of_row(t).iter().map(|&j| rows[j as usize].clone()).collect(),
                };
                let q = args.q.head_f32(t, h);
                let mut so_far = Carried::none(q.len());
                if let Some(part) = args.part.as_mut().filter(|_| of_row.begun) {
                    so_far = Carried::read(part.carry.head_f32_mut(t, h), q.len());
                }
                so_far.attend(q, &seen, &seen, scale);
                match args.part.as_mut().filter(|_| of_row.goes_on) {
                    Some(part) => so_far.write(part.carry.head_f32_mut(t, h)),
                    None => so_far.finish(&mut args.out.head_f32_mut(t, h)[..latent]),
                }
            }
        }
    }
}

/// Panics where a selection on the host names nothing, or positions that its row does not see. One
/// on a device is that of `index_topk`.
fn check_selection(selection: &Selection<'_>, spans: &[SpanRows<'_>]) {
    if selection.counts.on_host().is_none() {
        return;
    }
    for (t, position) in spans.iter().flat_map(SpanRows::places) {
        let places = selection.of_row(t);
        let fits = places.last().is_some_and(|&last| last <= position);
        let ascends = places.windows(2).all(|pair| pair[0] < pair[1]);
        assert!(fits && ascends, "latent_attention: the selection of row {t} at {position}");
    }
}
