//! Cases of [`IndexTopk`].
//!
//! Which positions are taken has no tolerance, so scores have none either: queries, keys, weights
//! and the factor are multiples of small powers of two whose products and sums f32 holds exactly,
//! in whichever order they are added. That also makes ties common.

use atlas_core::KvFormat;

use crate::compute::Compute;
use crate::ops::*;
use crate::state::{KvCache, KvHalf, KvScales};
use crate::testkit::cases::shared::poison;
use crate::testkit::{Field, Noise, Output, OwnedSpan, Testable, Tolerance};
use std::ops::Range;

/// Elements of the latents before the keys.
const LATENT: usize = 5;
const SCALES: KvScales = KvScales { key: 0.0371, value: 0.25 };
const FORMATS: [KvFormat; 3] = [KvFormat::F32, KvFormat::Bf16, KvFormat::Fp8];

/// Course of a row's scores over positions.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Scores {
    /// Sums of random products, of both signs.
    Random,
    Equal,
    /// The best are those of one thread of a block of 128, 256, 512 or 1,024.
    OneThread,
    /// Plateaus upwards, and downwards.
    Rising,
    Falling,
    /// One of three values each.
    FewValues,
    /// NaN and infinities among few values.
    Special,
    /// The largest are 0.
    Negative,
}

const ALL: [Scores; 8] = [
    Scores::Random,
    Scores::Equal,
    Scores::OneThread,
    Scores::Rising,
    Scores::Falling,
    Scores::FewValues,
    Scores::Special,
    Scores::Negative,
];

#[derive(Clone, Debug)]
pub struct IndexCase {
    /// (start, len) of each slot's span.
    spans: Vec<(usize, usize)>,
    block_tokens: usize,
    /// Heads of a query, and elements of a key.
    heads: usize,
    width: usize,
    format: KvFormat,
    k: usize,
    scores: Scores,
    certified: bool,
}

impl IndexCase {
    fn of(spans: &[(usize, usize)], [heads, width, k]: [usize; 3]) -> Self {
        Self {
            spans: spans.to_vec(),
            block_tokens: 32,
            heads,
            width,
            format: KvFormat::F32,
            k,
            scores: Scores::Random,
            certified: true,
        }
    }

    fn rows(&self) -> usize {
        self.spans.iter().map(|(_, len)| len).sum()
    }

    /// The key of a position.
    fn key(&self, position: usize, noise: &mut Noise) -> Vec<f32> {
        let longest = self.spans.iter().map(|(start, len)| start + len).max().unwrap_or(1);
        let plateau = position * 16 / longest;
        let mut key = vec![0.0; self.width];
        key[0] = match self.scores {
            Scores::Random => return grid(self.width, noise),
            Scores::Equal => 1.0,
            Scores::OneThread if position % 1024 == 3 => 4.0,
            Scores::OneThread | Scores::Negative => 0.25 * (position % 5) as f32,
            Scores::Rising => 0.25 * plateau as f32,
            Scores::Falling => 0.25 * (15 - plateau) as f32,
            Scores::FewValues => 0.5 * noise.below(3) as f32,
            Scores::Special => match position % 13 {
                2 => f32::NAN,
                5 | 6 => f32::INFINITY,
                _ => 0.5 * noise.below(3) as f32,
            },
        };
        key
    }
}

/// Multiples of a quarter up to 2.
fn grid(count: usize, noise: &mut Noise) -> Vec<f32> {
    (0..count).map(|_| 0.25 * (noise.below(17) as f32 - 8.0)).collect()
}

pub struct IndexData {
    q: Field,
    weights: Field,
    heads: usize,
    k: usize,
    spans: Vec<OwnedSpan>,
    cache: KvCache,
    positions: Vec<u32>,
    counts: Vec<u32>,
    certificate: Option<Vec<u32>>,
}

impl Testable for IndexTopk {
    type Case = IndexCase;
    type Data = IndexData;
    const TOLERANCE: Tolerance = Tolerance::EXACT;

    fn cases() -> Vec<IndexCase> {
        type Shape = (&'static [(usize, usize)], [usize; 3]);
        let shapes: [Shape; 9] = [
            (&[], [3, 8, 4]),
            (&[(0, 1)], [1, 1, 1]),
            // Less, as much and more than the best are seen.
            (&[(0, 11), (40, 1)], [6, 12, 8]),
            (&[(7, 3)], [5, 20, 9]),
            // The best one, and all but one.
            (&[(15, 3), (0, 17)], [3, 33, 1]),
            (&[(64, 1), (30, 2)], [9, 17, 64]),
            (&[(200, 2)], [2, 8, 2048]),
            (&[(70, 2), (0, 5)], [64, 128, 16]),
            (&[(130, 1), (258, 3)], [4, 64, 100]),
        ];
        let mut cases = Vec::new();
        for (i, (spans, sizes)) in shapes.into_iter().enumerate() {
            for (j, format) in FORMATS.into_iter().enumerate() {
                let scores = [Scores::Random, ALL[(3 * i + j) % ALL.len()]];
                let case = |scores| IndexCase { format, scores, ..IndexCase::of(spans, sizes) };
                cases.extend(scores.map(case));
            }
        }
        for (i, scores) in ALL.into_iter().enumerate() {
            for k in [1, 31, 300, 1030, 1031, 1032] {
                let format = FORMATS[(i + k) % FORMATS.len()];
                let case = IndexCase::of(&[(1030, 2)], [2, 9, k]);
                cases.push(IndexCase { format, scores, block_tokens: 16, ..case });
            }
        }
        for (k, scores) in [2048, 2049, 4990, 3001].into_iter().zip(ALL) {
            cases.push(IndexCase { scores, ..IndexCase::of(&[(4990, 1), (5, 1)], [2, 8, k]) });
        }
        // Selections are the same without a certificate.
        let plain = IndexCase::of(&[(90, 4)], [6, 24, 40]);
        cases.push(IndexCase { certified: false, ..plain });
        cases
    }

    fn tall_cases() -> Vec<IndexCase> {
        let tall = IndexCase::of(&[(0, 1500), (9000, 1)], [3, 8, 70]);
        vec![IndexCase { format: KvFormat::Bf16, ..tall }]
    }

    fn perf_cases() -> Vec<IndexCase> {
        let case = |spans: &[(usize, usize)]| IndexCase {
            format: KvFormat::Bf16,
            certified: false,
            ..IndexCase::of(spans, [64, 128, 2048])
        };
        vec![case(&[(4095, 1)]), case(&[(4096, 32)])]
    }

    fn need(case: &IndexCase) -> IndexTopkNeed {
        IndexTopkNeed { format: case.format, heads: case.heads, width: case.width }
    }

    fn rows(case: &IndexCase) -> usize {
        case.rows()
    }

    fn data(case: &IndexCase, _compute: Compute) -> IndexData {
        let mut noise = Noise::new(36);
        let &IndexCase { block_tokens, heads, width, format, k, scores, .. } = case;
        let spans = OwnedSpan::scatter(&case.spans, block_tokens, &mut noise);
        let blocks = OwnedSpan::blocks_needed(&case.spans, block_tokens);
        let mut cache = match KvCache::latent(blocks, block_tokens, [LATENT, width], format, 1) {
            Ok(cache) => cache,
            Err(error) => panic!("no memory for a test cache: {error}"),
        };
        poison(&mut cache);
        cache.set_scales(SCALES);
        for span in &spans {
            for p in 0..span.start as usize + span.len {
                let (block, token) = (span.blocks[p / block_tokens], p % block_tokens);
                cache.put_row(block, KvHalf::Index, 0, token, &case.key(p, &mut noise));
            }
        }
        let rows = case.rows();
        let mut q = Field::new(rows, heads * width, 6, &grid(rows * heads * width, &mut noise));
        // Eighths up to 2 of both signs, or of one where scores are to have a course.
        let least = if scores == Scores::Random { -16.0 } else { 1.0 };
        let sign = if scores == Scores::Negative { -0.125 } else { 0.125 };
        let mut weight = |_| sign * (least + noise.below(17) as f32);
        let weights: Vec<f32> = (0..rows * heads).map(&mut weight).collect();
        if scores != Scores::Random {
            (0..rows * heads).for_each(|i| q.set(i / heads, i % heads * width, 1.0));
        }
        IndexData {
            q,
            weights: Field::new(rows, heads, 2, &weights),
            heads,
            k,
            spans,
            cache,
            positions: vec![u32::MAX; rows * k],
            counts: vec![u32::MAX; rows],
            certificate: case.certified.then(|| vec![u32::MAX; rows * CERTIFICATE_WORDS]),
        }
    }

    fn with_args(data: &mut IndexData, rows: Range<usize>, run: &mut dyn FnMut(IndexTopkArgs<'_>)) {
        let (k, of_row) = (data.k, CERTIFICATE_WORDS);
        let shape = [rows.len(), data.heads, data.cache.index_dim];
        let certificate = data.certificate.as_mut();
        run(IndexTopkArgs {
            q: data.q.tensor().slice_rows(rows.clone()).view(&shape),
            weights: data.weights.tensor().slice_rows(rows.clone()),
            spans: (&OwnedSpan::clip(&data.spans, &rows)).into(),
            cache: &data.cache,
            scale: 0.125,
            k,
            positions: data.positions[rows.start * k..rows.end * k].as_mut().into(),
            counts: data.counts[rows.clone()].as_mut().into(),
            certificate: certificate
                .map(|words| words[rows.start * of_row..rows.end * of_row].as_mut().into()),
        });
    }

    fn outputs(data: &IndexData) -> Vec<Output> {
        let numbers = |words: &[u32]| words.iter().map(|&word| word as f32).collect();
        let mut outputs =
            vec![("positions", numbers(&data.positions)), ("counts", numbers(&data.counts))];
        if let Some(words) = &data.certificate {
            let of_row = |words: &[u32]| {
                let thresholds = [f32::from_bits(words[0])].into_iter();
                thresholds.chain(words[1..].iter().map(|&word| word as f32)).collect::<Vec<_>>()
            };
            let all = words.chunks_exact(CERTIFICATE_WORDS).flat_map(of_row).collect();
            outputs.push(("certificate", all));
        }
        outputs
    }

    /// Places behind a count are as they were, and each certificate finds no fault.
    fn intact(data: &IndexData) -> bool {
        let untouched = |(places, &count): (&[u32], &u32)| {
            let written = (count as usize).min(places.len());
            places[written..].iter().all(|&place| place == u32::MAX)
        };
        let sound = |(words, &count): (&[u32], &u32)| match words.try_into() {
            Ok(words) => IndexCertificate::from_words(words).fault(data.k, count).is_none(),
            Err(_) => false,
        };
        let words = data.certificate.as_deref().unwrap_or_default();
        data.q.intact()
            && data.positions.chunks(data.k).zip(&data.counts).all(untouched)
            && words.chunks(CERTIFICATE_WORDS).zip(&data.counts).all(sound)
    }
}
