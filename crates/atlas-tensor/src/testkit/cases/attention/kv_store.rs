//! Cases of [`KvStore`].

use atlas_core::{KvFormat, KvFormats};

use crate::compute::Compute;
use crate::ops::*;
use crate::state::KvCache;
use crate::testkit::cases::shared::{TEST_SCALES, all_rows, format_pairs, poisoned_cache};
use crate::testkit::{Field, Noise, Output, OwnedSpan, Testable, Tolerance};
use std::ops::Range;

#[derive(Clone, Debug)]
pub struct KvStoreCase {
    /// (start, len) of each slot's span.
    spans: Vec<(usize, usize)>,
    block_tokens: usize,
    heads: usize,
    width: usize,
    cache: KvFormats,
}

pub struct KvStoreData {
    k: Field,
    v: Field,
    spans: Vec<OwnedSpan>,
    cache: KvCache,
}

impl Testable for KvStore {
    type Case = KvStoreCase;
    type Data = KvStoreData;
    const TOLERANCE: Tolerance = Tolerance::EXACT;

    fn cases() -> Vec<KvStoreCase> {
        let mut cases = Vec::new();
        let mut add = |spans: &[(usize, usize)], block_tokens, heads, width| {
            cases.extend(format_pairs(width).into_iter().map(|cache| KvStoreCase {
                spans: spans.to_vec(),
                block_tokens,
                heads,
                width,
                cache,
            }));
        };
        add(&[], 16, 1, 8);
        add(&[(0, 1)], 16, 1, 1);
        add(&[(15, 3), (0, 17), (31, 1)], 16, 3, 20);
        add(&[(0, 9), (15, 3)], 16, 3, 48);
        add(&[(5, 40), (100, 1)], 8, 2, 64);
        add(&[(5, 40), (100, 1)], 32, 2, 128);
        add(&[(31, 7)], 32, 1, 256);
        cases
    }

    fn tall_cases() -> Vec<KvStoreCase> {
        let case = |cache| KvStoreCase {
            spans: vec![(3, 65_539), (9, 2)],
            block_tokens: 32,
            heads: 1,
            width: 5,
            cache,
        };
        [KvFormat::F32, KvFormat::Bf16, KvFormat::Fp8].map(KvFormats::both).map(case).into()
    }

    fn perf_cases() -> Vec<KvStoreCase> {
        let case = |spans: &[(usize, usize)]| KvStoreCase {
            spans: spans.to_vec(),
            block_tokens: 16,
            heads: 8,
            width: 128,
            cache: KvFormats::both(KvFormat::Bf16),
        };
        vec![case(&[(500, 1)]), case(&[(0, 512)])]
    }

    fn need(case: &KvStoreCase) -> KvStoreNeed {
        KvStoreNeed { cache: case.cache, head_dim: case.width }
    }

    fn rows(case: &KvStoreCase) -> usize {
        case.spans.iter().map(|(_, len)| len).sum()
    }

    fn data(case: &KvStoreCase, _compute: Compute) -> KvStoreData {
        let mut noise = Noise::new(6);
        let (rows, wide) = (Self::rows(case), case.heads * case.width);
        let mut k = Field::random(rows, wide, 4, &mut noise, 1.0);
        if rows > 3 {
            k.set(1, 0, f32::NAN);
            k.set(2, 0, f32::INFINITY);
        }
        let spans = OwnedSpan::scatter(&case.spans, case.block_tokens, &mut noise);
        let blocks = OwnedSpan::blocks_needed(&case.spans, case.block_tokens);
        let v = Field::random(rows, wide, 0, &mut noise, 1.0);
        let mut cache =
            poisoned_cache(blocks, case.block_tokens, case.heads, case.width, case.cache);
        cache.set_scales(TEST_SCALES);
        KvStoreData { k, v, spans, cache }
    }

    fn with_args(data: &mut KvStoreData, rows: Range<usize>, run: &mut dyn FnMut(KvStoreArgs<'_>)) {
        let shape = [rows.len(), data.cache.kv_heads, data.cache.head_dim];
        run(KvStoreArgs {
            k: data.k.tensor().slice_rows(rows.clone()).view(&shape),
            v: data.v.tensor().slice_rows(rows.clone()).view(&shape),
            spans: (&OwnedSpan::clip(&data.spans, &rows)).into(),
            cache: &mut data.cache,
        });
    }

    fn outputs(data: &KvStoreData) -> Vec<Output> {
        vec![("cache", all_rows(&data.cache))]
    }

    fn intact(_data: &KvStoreData) -> bool {
        true
    }
}
