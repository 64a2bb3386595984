//! Cases of [`KvStore`].

use crate::compute::Compute;
use crate::ops::*;
use crate::state::KvCache;
use crate::tensor::DType;
use crate::testkit::cases::shared::poisoned_cache;
use crate::testkit::{Field, Noise, Output, OwnedSpan, Testable, Tolerance};
use std::ops::Range;

#[derive(Clone, Debug)]
pub struct KvStoreCase {
    /// (start, len) of each slot's span.
    spans: Vec<(usize, usize)>,
    block_tokens: usize,
    heads: usize,
    width: usize,
    cache: DType,
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
        for cache in [DType::F32, DType::Bf16] {
            let case = |spans: &[(usize, usize)], block_tokens, heads, width| KvStoreCase {
                spans: spans.to_vec(),
                block_tokens,
                heads,
                width,
                cache,
            };
            cases.push(case(&[], 16, 1, 8));
            cases.push(case(&[(0, 1)], 16, 1, 1));
            cases.push(case(&[(15, 3), (0, 17), (31, 1)], 16, 3, 20));
            cases.push(case(&[(5, 40), (100, 1)], 8, 2, 64));
        }
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
        vec![case(DType::F32), case(DType::Bf16)]
    }

    fn perf_cases() -> Vec<KvStoreCase> {
        let case = |spans: &[(usize, usize)]| KvStoreCase {
            spans: spans.to_vec(),
            block_tokens: 16,
            heads: 8,
            width: 128,
            cache: DType::Bf16,
        };
        vec![case(&[(500, 1)]), case(&[(0, 512)])]
    }

    fn need(case: &KvStoreCase) -> KvStoreNeed {
        KvStoreNeed { cache: case.cache }
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
        let cache = poisoned_cache(blocks, case.block_tokens, case.heads, case.width, case.cache);
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
        let elements = data.cache.bytes() / data.cache.dtype.bytes();
        vec![("cache", (0..elements).map(|i| data.cache.get(i)).collect())]
    }

    fn intact(_data: &KvStoreData) -> bool {
        true
    }
}
