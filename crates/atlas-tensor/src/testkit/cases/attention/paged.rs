//! Cases of [`Attention`].

use atlas_core::{KvFormat, KvFormats};

use crate::compute::Compute;
use crate::device::NO_BLOCK;
use crate::ops::*;
use crate::state::KvCache;
use crate::testkit::cases::shared::{HALVES, TEST_SCALES, format_pairs, poisoned_cache};
use crate::testkit::{Field, Noise, Output, OwnedSpan, Testable, Tolerance};
use atlas_core::first_block_seen;
use std::ops::Range;

const F32: KvFormats = KvFormats::both(KvFormat::F32);
const BF16: KvFormats = KvFormats::both(KvFormat::Bf16);

#[derive(Clone, Debug)]
pub struct AttentionCase {
    /// (start, len) of each slot's span.
    spans: Vec<(usize, usize)>,
    block_tokens: usize,
    heads: usize,
    kv_heads: usize,
    width: usize,
    window: Option<u32>,
    cache: KvFormats,
    /// NaN in the key and value of every span's last position and, with a window, of the first.
    nan: bool,
}

pub struct AttentionData {
    q: Field,
    shape: [usize; 2],
    spans: Vec<OwnedSpan>,
    cache: KvCache,
    window: Option<u32>,
    out: Field,
}

impl Testable for Attention {
    type Case = AttentionCase;
    type Data = AttentionData;
    const TOLERANCE: Tolerance = Tolerance { abs: 3e-6, rel: 1e-5 };

    fn cases() -> Vec<AttentionCase> {
        type AttentionShape = (&'static [(usize, usize)], usize, [usize; 3], Option<u32>);
        // With finite numbers only.
        let plain: [AttentionShape; 9] = [
            (&[], 16, [2, 1, 8], None),
            (&[(0, 1)], 16, [1, 1, 1], None),
            (&[(0, 5)], 4, [3, 1, 20], None),
            (&[(15, 3), (0, 17), (31, 1)], 16, [4, 2, 16], None),
            (&[(0, 33), (63, 2)], 16, [6, 2, 33], None),
            (&[(7, 20), (0, 1), (90, 1)], 8, [5, 5, 48], None),
            (&[(0, 70)], 32, [8, 1, 64], None),
            (&[(300, 4), (0, 9)], 64, [14, 2, 64], None),
            (&[(127, 1), (128, 1), (129, 1)], 128, [2, 2, 128], Some(4096)),
        ];
        // Widths, spans and groups at the edges of a device's tiles, on the cache that they are
        // for.
        let tiles: [AttentionShape; 5] = [
            (&[(250, 18), (3, 1)], 16, [4, 1, 64], None),
            (&[(300, 2), (100, 17)], 5, [3, 1, 128], Some(70)),
            (&[(252, 17)], 16, [2, 1, 256], None),
            (&[(60, 4)], 64, [18, 1, 64], None),
            // 128 splits, one more, and more of which the first is seen in part.
            (&[(26_623, 2), (33_000, 1)], 32, [1, 1, 64], Some(31_000)),
        ];
        // In every format; NaN in the second.
        let quantised: [AttentionShape; 5] = [
            (&[(7, 20), (0, 1), (40, 1)], 8, [5, 5, 48], None),
            (&[(10, 30), (70, 2)], 16, [6, 2, 32], Some(17)),
            (&[(60, 4), (0, 9)], 32, [14, 2, 64], None),
            (&[(31, 2), (64, 1)], 32, [4, 2, 128], Some(4096)),
            (&[(30, 5)], 32, [4, 2, 256], None),
        ];
        // With NaN and without.
        let both: [AttentionShape; 6] = [
            (&[(0, 40), (50, 3)], 16, [4, 2, 24], Some(1)),
            (&[(0, 40), (50, 3)], 16, [4, 2, 24], Some(16)),
            (&[(10, 30), (200, 2)], 16, [3, 1, 40], Some(17)),
            (&[(0, 11), (37, 1), (29, 6)], 5, [3, 1, 33], Some(3)),
            (&[(0, 30), (69, 1)], 64, [10, 2, 7], Some(5)),
            (&[(3, 37), (0, 2)], 13, [6, 1, 65], None),
        ];
        let case = |&(spans, block_tokens, [heads, kv_heads, width], window): &AttentionShape,
                    cache,
                    nan| {
            let spans = spans.to_vec();
            AttentionCase { spans, block_tokens, heads, kv_heads, width, window, cache, nan }
        };
        let mut cases = Vec::new();
        for cache in [F32, BF16] {
            cases.extend(plain.iter().chain(&both).map(|shape| case(shape, cache, false)));
            cases.extend(both.iter().map(|shape| case(shape, cache, true)));
        }
        cases.extend(tiles.iter().map(|shape| case(shape, BF16, false)));
        for (i, shape) in quantised.iter().enumerate() {
            let pairs = format_pairs(shape.2[2]).into_iter().filter(|pair| pair.is_quantised());
            cases.extend(pairs.map(|pair| case(shape, pair, i == 1)));
        }
        cases
    }

    fn tall_cases() -> Vec<AttentionCase> {
        type AttentionShape = (&'static [(usize, usize)], [usize; 3], Option<u32>);
        let shapes: [AttentionShape; 7] = [
            (&[(0, 65_539), (5, 2)], [2, 1, 8], Some(7)),
            (&[(2_100, 3), (0, 1), (511, 2)], [8, 2, 64], None),
            (&[(1_023, 2), (255, 3)], [16, 2, 128], None),
            (&[(700, 5)], [6, 2, 256], Some(300)),
            (&[(0, 530)], [4, 1, 24], None),
            (&[(0, 300), (600, 1)], [16, 2, 256], None),
            (&[(290, 40), (511, 17)], [20, 1, 64], None),
        ];
        let case =
            |(spans, [heads, kv_heads, width], window): AttentionShape, cache| AttentionCase {
                spans: spans.to_vec(),
                block_tokens: 32,
                heads,
                kv_heads,
                width,
                window,
                cache,
                nan: false,
            };
        let each = |cache| shapes.map(|shape| case(shape, cache));
        [F32, BF16].into_iter().flat_map(each).collect()
    }

    fn perf_cases() -> Vec<AttentionCase> {
        let case = |spans: &[(usize, usize)]| AttentionCase {
            spans: spans.to_vec(),
            block_tokens: 16,
            heads: 16,
            kv_heads: 8,
            width: 128,
            window: None,
            cache: BF16,
            nan: false,
        };
        // A short turn after a long conversation, in a layer of a hybrid model.
        let turn =
            AttentionCase { heads: 8, kv_heads: 2, width: 256, ..case(&[(32_768 - 32, 232)]) };
        vec![case(&[(511, 1)]), case(&[(4095, 1)]), case(&[(511, 1); 8]), case(&[(0, 512)]), turn]
    }

    fn need(case: &AttentionCase) -> AttentionNeed {
        AttentionNeed { cache: case.cache, head_dim: case.width }
    }

    fn rows(case: &AttentionCase) -> usize {
        case.spans.iter().map(|(_, len)| len).sum()
    }

    fn data(case: &AttentionCase, _compute: Compute) -> AttentionData {
        let mut noise = Noise::new(7);
        let (rows, tokens) = (Self::rows(case), case.block_tokens);
        let mut spans = OwnedSpan::scatter(&case.spans, tokens, &mut noise);
        let blocks = OwnedSpan::blocks_needed(&case.spans, tokens);
        let mut cache = poisoned_cache(blocks, tokens, case.kv_heads, case.width, case.cache);
        cache.set_scales(TEST_SCALES);
        for span in &spans {
            let end = span.start as usize + span.len;
            for p in 0..end {
                let nan = case.nan && (p + 1 == end || p == 0 && case.window.is_some());
                for (head, half) in
                    (0..case.kv_heads).flat_map(|head| HALVES.map(|half| (head, half)))
                {
                    let mut vector = noise.fill(case.width, 1.0);
                    if nan {
                        vector.fill(f32::NAN);
                    }
                    cache.put_row(span.blocks[p / tokens], half, head, p % tokens, &vector);
                }
            }
        }
        // No row sees these, and a sequence has given them back.
        for span in &mut spans {
            let first = first_block_seen(case.window, span.start, tokens as u32) as usize;
            span.blocks[..first].fill(NO_BLOCK);
        }
        let wide = case.heads * case.width;
        AttentionData {
            q: Field::random(rows, wide, 6, &mut noise, 2.0),
            shape: [case.heads, case.width],
            spans,
            cache,
            window: case.window,
            out: Field::poisoned(rows, wide, 2),
        }
    }

    fn with_args(
        data: &mut AttentionData,
        rows: Range<usize>,
        run: &mut dyn FnMut(AttentionArgs<'_>),
    ) {
        let shape = [rows.len(), data.shape[0], data.shape[1]];
        run(AttentionArgs {
            q: data.q.tensor().slice_rows(rows.clone()).view(&shape),
            spans: (&OwnedSpan::clip(&data.spans, &rows)).into(),
            cache: &data.cache,
            scale: 1.0 / (data.shape[1] as f32).sqrt(),
            window: data.window,
            part: None,
            out: data.out.tensor_mut().slice_rows(rows).view(&shape),
        });
    }

    fn outputs(data: &AttentionData) -> Vec<Output> {
        vec![("out", data.out.values())]
    }

    fn intact(data: &AttentionData) -> bool {
        data.out.intact()
    }
}
