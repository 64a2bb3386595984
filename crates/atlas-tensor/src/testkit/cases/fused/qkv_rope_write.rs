//! Cases of [`QkvRopeWrite`].

use std::ops::Range;

use atlas_core::{KvFormat, KvFormats};

use crate::compute::Compute;
use crate::ops::*;
use crate::place::Slice;
use crate::state::KvCache;
use crate::testkit::cases::shared::{all_rows, poisoned_cache};
use crate::testkit::{Field, Noise, Output, OwnedSpan, Testable, Tolerance};

#[derive(Clone, Debug)]
pub struct QkvRopeWriteCase {
    /// (start, len) of each slot's span.
    spans: Vec<(usize, usize)>,
    block_tokens: usize,
    heads: [usize; 2],
    width: usize,
    rotary_dim: Option<usize>,
    norm: bool,
    cache: KvFormats,
}

pub struct QkvRopeWriteData {
    q: Field,
    k: Field,
    v: Field,
    norms: Option<[Vec<f32>; 2]>,
    rope: Option<RopeTable>,
    positions: Vec<u32>,
    spans: Vec<OwnedSpan>,
    heads: usize,
    cache: KvCache,
}

impl Testable for QkvRopeWrite {
    type Case = QkvRopeWriteCase;
    type Data = QkvRopeWriteData;
    /// A key within the tolerance of `qk_norm_rope` may be stored as the next number of bf16.
    const TOLERANCE: Tolerance = Tolerance { abs: 1e-4, rel: 1e-2 };

    fn cases() -> Vec<QkvRopeWriteCase> {
        let case =
            |spans: &[(usize, usize)], block_tokens, heads, width, rotary_dim, norm, cache| {
                let spans = spans.to_vec();
                QkvRopeWriteCase { spans, block_tokens, heads, width, rotary_dim, norm, cache }
            };
        let [f32, bf16] = [KvFormat::F32, KvFormat::Bf16].map(KvFormats::both);
        vec![
            case(&[], 16, [1, 1], 8, Some(8), true, f32),
            case(&[(0, 1)], 16, [2, 1], 2, Some(2), false, bf16),
            case(&[(15, 3), (0, 17), (31, 1)], 16, [3, 3], 20, Some(10), true, f32),
            case(&[(5, 40), (100, 1)], 8, [6, 2], 64, Some(16), true, bf16),
            case(&[(9, 1), (30, 1)], 8, [4, 2], 24, None, true, bf16),
            case(&[(7, 6)], 32, [2, 2], 16, None, false, f32),
        ]
    }

    fn need(case: &QkvRopeWriteCase) -> KvStoreNeed {
        KvStoreNeed { cache: case.cache, head_dim: case.width }
    }

    fn rows(case: &QkvRopeWriteCase) -> usize {
        case.spans.iter().map(|(_, len)| len).sum()
    }

    fn data(case: &QkvRopeWriteCase, _compute: Compute) -> QkvRopeWriteData {
        let mut noise = Noise::new(23);
        let (rows, [heads, kv_heads], width) = (Self::rows(case), case.heads, case.width);
        let blocks = OwnedSpan::blocks_needed(&case.spans, case.block_tokens);
        let rope = |dim| RopeTable { attention_factor: 1.25, ..RopeTable::plain(10_000.0, dim) };
        let positions = case.spans.iter().flat_map(|&(start, len)| start..start + len);
        QkvRopeWriteData {
            q: Field::random(rows, heads * width, 3, &mut noise, 1.0),
            k: Field::random(rows, kv_heads * width, 0, &mut noise, 1.0),
            v: Field::random(rows, kv_heads * width, 1, &mut noise, 1.0),
            norms: case.norm.then(|| [(); 2].map(|()| noise.fill(width, 1.0))),
            rope: case.rotary_dim.map(rope),
            positions: positions.map(|p| p as u32).collect(),
            spans: OwnedSpan::scatter(&case.spans, case.block_tokens, &mut noise),
            heads,
            cache: poisoned_cache(blocks, case.block_tokens, kv_heads, width, case.cache),
        }
    }

    fn with_args(
        data: &mut QkvRopeWriteData,
        rows: Range<usize>,
        run: &mut dyn FnMut(QkvRopeWriteArgs<'_>),
    ) {
        let (heads, width) = (data.heads, data.cache.head_dim);
        let kv = [rows.len(), data.cache.kv_heads, width];
        let norm = |index: usize| data.norms.as_ref().map(|norms| Slice::from(&norms[index]));
        run(QkvRopeWriteArgs {
            q: data.q.tensor_mut().slice_rows(rows.clone()).view(&[rows.len(), heads, width]),
            k: data.k.tensor_mut().slice_rows(rows.clone()).view(&kv),
            v: data.v.tensor().slice_rows(rows.clone()).view(&kv),
            q_norm: norm(0),
            k_norm: norm(1),
            eps: 1e-6,
            offset: 1.0,
            rope: data.rope.as_ref().map(RopeTable::view),
            positions: data.positions[rows.clone()].into(),
            spans: (&OwnedSpan::clip(&data.spans, &rows)).into(),
            cache: &mut data.cache,
        });
    }

    fn outputs(data: &QkvRopeWriteData) -> Vec<Output> {
        vec![("q", data.q.values()), ("k", data.k.values()), ("cache", all_rows(&data.cache))]
    }

    fn intact(data: &QkvRopeWriteData) -> bool {
        data.q.intact() && data.k.intact()
    }
}
