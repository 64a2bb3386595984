//! Cases of [`LatentStore`] and [`LatentAttention`].

use atlas_core::KvFormat;

use crate::compute::Compute;
use crate::ops::*;
use crate::state::{KvCache, KvHalf, KvScales};
use crate::testkit::cases::shared::{all_rows, poison};
use crate::testkit::{Field, Noise, Output, OwnedSpan, Testable, Tolerance};
use std::ops::Range;

const SCALES: KvScales = KvScales { key: 0.0371, value: 0.25 };
const FORMATS: [KvFormat; 3] = [KvFormat::F32, KvFormat::Bf16, KvFormat::Fp8];

#[derive(Clone, Debug)]
pub struct LatentCase {
    /// (start, len) of each slot's span.
    spans: Vec<(usize, usize)>,
    block_tokens: usize,
    heads: usize,
    /// Elements of a value and of a cached vector.
    latent: usize,
    width: usize,
    /// Elements of an index key behind it; 0: none.
    index: usize,
    format: KvFormat,
    /// Positions that a row attends to at most; 0: all.
    k: usize,
}

impl LatentCase {
    fn all() -> Vec<Self> {
        type Shape = (&'static [(usize, usize)], usize, [usize; 3]);
        let shapes: [Shape; 8] = [
            (&[], 16, [2, 8, 12]),
            (&[(0, 1)], 16, [1, 1, 2]),
            (&[(0, 5)], 4, [3, 32, 40]),
            (&[(15, 3), (0, 17), (31, 1)], 16, [5, 17, 20]),
            (&[(0, 33), (63, 2)], 32, [16, 64, 96]),
            (&[(70, 4), (0, 9)], 64, [6, 256, 320]),
            (&[(65, 1), (7, 9)], 32, [17, 512, 576]),
            (&[(300, 1), (510, 2)], 32, [2, 32, 48]),
        ];
        let case = |format| {
            move |(spans, block_tokens, [heads, latent, width]): Shape| Self {
                spans: spans.to_vec(),
                block_tokens,
                heads,
                latent,
                width,
                index: 0,
                format,
                k: 0,
            }
        };
        FORMATS.into_iter().flat_map(|format| shapes.map(case(format))).collect()
    }

    /// The same with index keys, which are stored beside the latents.
    fn indexed() -> Vec<Self> {
        let shapes = [(0, 1), (2, 12), (5, 33), (6, 128)];
        let with = |(at, index)| Self { index, ..Self::all().swap_remove(at) };
        let cases = shapes.map(with);
        let in_format = |format| cases.clone().map(|case| Self { format, ..case });
        FORMATS.into_iter().flat_map(in_format).collect()
    }

    /// Rows that attend to some positions: one, as many as they see or more, whole blocks and one
    /// more, the last vector of a cache with index keys.
    fn selected() -> Vec<Self> {
        let shapes = [(1, 1, 0), (2, 3, 12), (3, 7, 5), (4, 33, 0), (6, 64, 128), (7, 200, 16)];
        let with = |(at, k, index)| Self { k, index, ..Self::all().swap_remove(at) };
        let cases = shapes.map(with);
        let in_format = |format| cases.clone().map(|case| Self { format, ..case });
        FORMATS.into_iter().flat_map(in_format).collect()
    }

    /// More blocks of rows and heads, and more rows, than a grid has in y or z.
    fn tall() -> Vec<Self> {
        let case = |spans, heads| Self {
            spans,
            block_tokens: 4,
            heads,
            latent: 8,
            width: 12,
            index: 0,
            format: KvFormat::Bf16,
            k: 0,
        };
        vec![case(vec![(0, 1100), (5, 2)], 64), case(vec![(0, 1); 65_539], 1)]
    }

    fn perf() -> Vec<Self> {
        let case = |spans: &[(usize, usize)]| Self {
            spans: spans.to_vec(),
            block_tokens: 32,
            heads: 128,
            latent: 512,
            width: 576,
            index: 0,
            format: KvFormat::Bf16,
            k: 0,
        };
        let selected = Self { k: 2048, index: 128, ..case(&[(32_767, 1)]) };
        vec![case(&[(4095, 1)]), case(&[(0, 256)]), selected]
    }

    fn rows(&self) -> usize {
        self.spans.iter().map(|(_, len)| len).sum()
    }

    /// A cache full of NaN and the blocks of each span.
    fn cache(&self, noise: &mut Noise) -> (KvCache, Vec<OwnedSpan>) {
        let spans = OwnedSpan::scatter(&self.spans, self.block_tokens, noise);
        let blocks = OwnedSpan::blocks_needed(&self.spans, self.block_tokens);
        let widths = [self.width, self.index];
        let cache = KvCache::latent(blocks, self.block_tokens, widths, self.format, 1);
        let mut cache = match cache {
            Ok(cache) => cache,
            Err(error) => panic!("no memory for a test cache: {error}"),
        };
        poison(&mut cache);
        cache.set_scales(SCALES);
        (cache, spans)
    }
}

pub struct LatentStoreData {
    x: Field,
    /// Index keys.
    keys: Option<Field>,
    spans: Vec<OwnedSpan>,
    cache: KvCache,
}

impl Testable for LatentStore {
    type Case = LatentCase;
    type Data = LatentStoreData;
    const TOLERANCE: Tolerance = Tolerance::EXACT;

    fn cases() -> Vec<LatentCase> {
        [LatentCase::all(), LatentCase::indexed()].concat()
    }

    fn tall_cases() -> Vec<LatentCase> {
        LatentCase::tall()
    }

    fn perf_cases() -> Vec<LatentCase> {
        LatentCase::perf()
    }

    fn need(case: &LatentCase) -> LatentStoreNeed {
        LatentStoreNeed { format: case.format, width: case.width }
    }

    fn rows(case: &LatentCase) -> usize {
        case.rows()
    }

    fn data(case: &LatentCase, _compute: Compute) -> LatentStoreData {
        let mut noise = Noise::new(33);
        let mut x = Field::random(case.rows(), case.width, 3, &mut noise, 1.0);
        if case.rows() > 3 {
            x.set(1, 0, f32::NAN);
            x.set(2, 0, f32::INFINITY);
        }
        let (cache, spans) = case.cache(&mut noise);
        let keys = Field::random(case.rows(), case.index, 3, &mut noise, 1.0);
        LatentStoreData { x, keys: (case.index > 0).then_some(keys), spans, cache }
    }

    fn with_args(
        data: &mut LatentStoreData,
        rows: Range<usize>,
        run: &mut dyn FnMut(LatentStoreArgs<'_>),
    ) {
        let spans = OwnedSpan::clip(&data.spans, &rows);
        let halves = [(Some(&data.x), KvHalf::Key), (data.keys.as_ref(), KvHalf::Index)];
        for (x, half) in halves {
            let Some(x) = x else { continue };
            let (x, cache) = (x.tensor().slice_rows(rows.clone()), &mut data.cache);
            run(LatentStoreArgs { x, half, spans: (&spans).into(), cache });
        }
    }

    fn outputs(data: &LatentStoreData) -> Vec<Output> {
        vec![("cache", all_rows(&data.cache))]
    }

    fn intact(_data: &LatentStoreData) -> bool {
        true
    }
}

pub struct LatentData {
    q: Field,
    /// Positions and counts, `k` a row.
    selection: Option<(Vec<u32>, Vec<u32>)>,
    k: usize,
    dims: [usize; 3],
    spans: Vec<OwnedSpan>,
    cache: KvCache,
    out: Field,
}

impl Testable for LatentAttention {
    type Case = LatentCase;
    type Data = LatentData;
    const TOLERANCE: Tolerance = Tolerance { abs: 3e-6, rel: 1e-5 };

    fn cases() -> Vec<LatentCase> {
        [LatentCase::all(), LatentCase::selected()].concat()
    }

    fn tall_cases() -> Vec<LatentCase> {
        let all = LatentCase::tall();
        let selected = all.clone().into_iter().map(|case| LatentCase { k: 37, ..case });
        selected.chain(all).collect()
    }

    fn perf_cases() -> Vec<LatentCase> {
        LatentCase::perf()
    }

    fn need(case: &LatentCase) -> LatentAttentionNeed {
        LatentAttentionNeed {
            format: case.format,
            width: case.width,
            latent: case.latent,
            selected: case.k > 0,
        }
    }

    fn rows(case: &LatentCase) -> usize {
        case.rows()
    }

    fn data(case: &LatentCase, _compute: Compute) -> LatentData {
        let mut noise = Noise::new(34);
        let (mut cache, spans) = case.cache(&mut noise);
        for span in &spans {
            for p in 0..span.start as usize + span.len {
                let (block, token) = (span.blocks[p / case.block_tokens], p % case.block_tokens);
                cache.put_row(block, KvHalf::Key, 0, token, &noise.fill(case.width, 1.0));
            }
        }
        let selection = (case.k > 0).then(|| selection(case, &spans, &mut noise));
        if let Some((positions, counts)) = &selection {
            forget_the_others(case, &spans, &mut cache, (positions, counts));
        }
        LatentData {
            selection,
            k: case.k,
            q: Field::random(case.rows(), case.heads * case.width, 6, &mut noise, 1.0),
            dims: [case.heads, case.width, case.latent],
            spans,
            cache,
            out: Field::poisoned(case.rows(), case.heads * case.latent, 2),
        }
    }

    fn with_args(
        data: &mut LatentData,
        rows: Range<usize>,
        run: &mut dyn FnMut(LatentAttentionArgs<'_>),
    ) {
        let [heads, width, latent] = data.dims;
        let (q, out) = ([rows.len(), heads, width], [rows.len(), heads, latent]);
        run(LatentAttentionArgs {
            q: data.q.tensor().slice_rows(rows.clone()).view(&q),
            spans: (&OwnedSpan::clip(&data.spans, &rows)).into(),
            cache: &data.cache,
            scale: 1.0 / (width as f32).sqrt(),
            selection: data.selection.as_ref().map(|(positions, counts)| Selection {
                positions: positions[rows.start * data.k..rows.end * data.k].into(),
                counts: counts[rows.clone()].into(),
                k: data.k,
            }),
            part: None,
            out: data.out.tensor_mut().slice_rows(rows).view(&out),
        });
    }

    fn outputs(data: &LatentData) -> Vec<Output> {
        vec![("out", data.out.values())]
    }

    fn intact(data: &LatentData) -> bool {
        data.out.intact()
    }
}

/// Some positions of each row, ascending, and their counts. Places behind a count name no position.
fn selection(case: &LatentCase, spans: &[OwnedSpan], noise: &mut Noise) -> (Vec<u32>, Vec<u32>) {
    let (mut positions, mut counts) = (vec![u32::MAX; case.rows() * case.k], Vec::new());
    for span in spans {
        for i in 0..span.len {
            let seen = span.start as usize + i + 1;
            let mut chosen: Vec<u32> = (0..seen as u32).collect();
            while chosen.len() > case.k {
                chosen.remove(noise.below(chosen.len()));
            }
            positions[(span.row + i) * case.k..][..chosen.len()].copy_from_slice(&chosen);
            counts.push(chosen.len() as u32);
        }
    }
    (positions, counts)
}

/// NaN at every position that no row attends to.
fn forget_the_others(
    case: &LatentCase,
    spans: &[OwnedSpan],
    cache: &mut KvCache,
    (positions, counts): (&[u32], &[u32]),
) {
    for span in spans {
        let rows = span.row..span.row + span.len;
        let of_row = |t: usize| &positions[t * case.k..][..counts[t] as usize];
        let read: std::collections::BTreeSet<u32> =
            rows.flat_map(|t| of_row(t).iter().copied()).collect();
        for p in (0..span.start + span.len as u32).filter(|p| !read.contains(p)) {
            let (block, token) = (p as usize / case.block_tokens, p as usize % case.block_tokens);
            let nan = vec![f32::NAN; case.width];
            cache.put_row(span.blocks[block], KvHalf::Key, 0, token, &nan);
        }
    }
}
