//! Cases of [`LatentRopeWrite`].

use std::ops::Range;

use atlas_core::KvFormat;

use crate::compute::Compute;
use crate::ops::*;
use crate::state::{KvCache, KvScales};
use crate::testkit::cases::shared::{all_rows, poison};
use crate::testkit::{Field, Noise, Output, OwnedSpan, Testable, Tolerance};

const SCALES: KvScales = KvScales { key: 0.0371, value: 0.0371 };

#[derive(Clone, Debug)]
pub struct LatentRopeWriteCase {
    /// (start, len) of each slot's span.
    spans: Vec<(usize, usize)>,
    block_tokens: usize,
    heads: usize,
    /// Elements of a head that are not rotated, that are, and those of a latent.
    dims: [usize; 3],
    temperature: Option<(f32, u32)>,
    format: KvFormat,
}

pub struct LatentRopeWriteData {
    q: Field,
    heads: usize,
    c: Field,
    norm: Vec<f32>,
    k_rope: Field,
    rope: RopeTable,
    positions: Vec<u32>,
    temperature: Option<(f32, u32)>,
    stored: Field,
    spans: Vec<OwnedSpan>,
    cache: KvCache,
}

impl Testable for LatentRopeWrite {
    type Case = LatentRopeWriteCase;
    type Data = LatentRopeWriteData;
    /// A number within the tolerance of the norm may be stored as the next one of its format.
    const TOLERANCE: Tolerance = Tolerance { abs: 1e-4, rel: 7e-2 };

    fn cases() -> Vec<LatentRopeWriteCase> {
        let case = |spans: &[(usize, usize)], block_tokens, heads, dims, temperature, format| {
            let spans = spans.to_vec();
            LatentRopeWriteCase { spans, block_tokens, heads, dims, temperature, format }
        };
        let warm = Some((0.1, 16));
        vec![
            case(&[], 16, 2, [4, 4, 8], None, KvFormat::F32),
            case(&[(0, 1)], 16, 1, [1, 2, 1], warm, KvFormat::Bf16),
            case(&[(15, 3), (0, 17), (31, 1)], 16, 9, [8, 4, 12], warm, KvFormat::F32),
            case(&[(5, 40), (100, 1)], 8, 3, [16, 16, 40], None, KvFormat::Fp8),
            case(&[(9, 1), (30, 1)], 8, 4, [64, 64, 256], warm, KvFormat::Bf16),
            case(&[(7, 6)], 32, 17, [128, 64, 512], None, KvFormat::Bf16),
        ]
    }

    fn need(case: &LatentRopeWriteCase) -> LatentRopeWriteNeed {
        let [_, rope, latent] = case.dims;
        LatentRopeWriteNeed { format: case.format, latent, rope }
    }

    fn rows(case: &LatentRopeWriteCase) -> usize {
        case.spans.iter().map(|(_, len)| len).sum()
    }

    fn data(case: &LatentRopeWriteCase, _compute: Compute) -> LatentRopeWriteData {
        let mut noise = Noise::new(48);
        let &LatentRopeWriteCase { block_tokens, heads, dims: [nope, rope, latent], .. } = case;
        let (rows, width) = (Self::rows(case), latent + rope);
        let spans = OwnedSpan::scatter(&case.spans, block_tokens, &mut noise);
        let blocks = OwnedSpan::blocks_needed(&case.spans, block_tokens);
        let cache = KvCache::latent(blocks, block_tokens, [width, 0], case.format, 1);
        let mut cache = match cache {
            Ok(cache) => cache,
            Err(error) => panic!("no memory for a test cache: {error}"),
        };
        poison(&mut cache);
        cache.set_scales(SCALES);
        let positions = spans.iter().flat_map(|s| (0..s.len).map(|i| s.start + i as u32));
        LatentRopeWriteData {
            q: Field::random(rows, heads * (nope + rope), 3, &mut noise, 1.0),
            heads,
            c: Field::random(rows, latent, 2, &mut noise, 1.0),
            norm: noise.fill(latent, 1.0),
            k_rope: Field::random(rows, rope, 1, &mut noise, 1.0),
            rope: RopeTable { attention_factor: 1.25, ..RopeTable::plain(10_000.0, rope) },
            positions: positions.collect(),
            temperature: case.temperature,
            stored: Field::poisoned(rows, width, 5),
            spans,
            cache,
        }
    }

    fn with_args(
        data: &mut LatentRopeWriteData,
        rows: Range<usize>,
        run: &mut dyn FnMut(LatentRopeWriteArgs<'_>),
    ) {
        let spans = OwnedSpan::clip(&data.spans, &rows);
        let q = data.q.tensor_mut().slice_rows(rows.clone());
        let head = q.dim(1) / data.heads;
        run(LatentRopeWriteArgs {
            q: q.view(&[rows.len(), data.heads, head]),
            c: data.c.tensor().slice_rows(rows.clone()),
            norm: (&data.norm).into(),
            eps: 1e-6,
            k_rope: data.k_rope.tensor_mut().slice_rows(rows.clone()),
            rope: data.rope.view(),
            positions: data.positions[rows.clone()].into(),
            temperature: data.temperature,
            stored: data.stored.tensor_mut().slice_rows(rows.clone()),
            spans: (&spans).into(),
            cache: &mut data.cache,
        });
    }

    fn outputs(data: &LatentRopeWriteData) -> Vec<Output> {
        vec![
            ("q", data.q.values()),
            ("stored", data.stored.values()),
            ("cache", all_rows(&data.cache)),
        ]
    }

    fn intact(data: &LatentRopeWriteData) -> bool {
        [&data.q, &data.c, &data.k_rope, &data.stored].into_iter().all(Field::intact)
    }
}
