//! Cases of [`LatentHeads`].

use std::ops::Range;

use atlas_core::KvFormat;

use crate::compute::Compute;
use crate::ops::*;
use crate::state::{KvCache, KvHalf, KvScales};
use crate::testkit::cases::shared::poison;
use crate::testkit::{Field, Noise, Output, OwnedSpan, Testable, Tolerance};
use crate::weights::{Weight, WeightFormat};

const SCALES: KvScales = KvScales { key: 0.0371, value: 0.0371 };

#[derive(Clone, Debug)]
pub struct LatentHeadsCase {
    /// (start, len) of each slot's span.
    spans: Vec<(usize, usize)>,
    block_tokens: usize,
    heads: usize,
    latent: usize,
    /// Elements of a head: not rotated, rotated, of its value.
    dims: [usize; 3],
    format: KvFormat,
}

impl LatentHeadsCase {
    fn width(&self) -> usize {
        self.latent + self.dims[1]
    }
}

pub struct LatentHeadsData {
    q: Field,
    weight: Weight,
    /// Heads, a query's elements, those of a cached vector, of a latent and of a value.
    dims: [usize; 5],
    spans: Vec<OwnedSpan>,
    cache: KvCache,
    absorbed: Field,
    attended: Field,
    out: Field,
}

impl Testable for LatentHeads {
    type Case = LatentHeadsCase;
    type Data = LatentHeadsData;
    // A query of the latent within the first map's tolerance is rounded to another number.
    const TOLERANCE: Tolerance = Tolerance { abs: 3e-5, rel: 3e-5 };

    fn cases() -> Vec<LatentHeadsCase> {
        type Shape = (&'static [(usize, usize)], usize, usize, usize, [usize; 3]);
        let short: [Shape; 3] = [
            (&[], 16, 2, 8, [8, 4, 8]),
            (&[(0, 1)], 16, 1, 2, [1, 2, 1]),
            (&[(15, 3), (0, 17), (31, 1)], 16, 5, 16, [8, 4, 12]),
        ];
        // Spans whose latents a device maps to keys and values, of bf16.
        let long: [Shape; 6] = [
            (&[(0, 66)], 16, 2, 64, [64, 64, 128]),
            (&[(0, 1), (33, 65), (7, 3)], 32, 3, 64, [64, 64, 128]),
            (&[(61, 67)], 64, 1, 512, [128, 64, 128]),
            (&[(3, 65), (0, 20)], 16, 3, 32, [16, 16, 32]),
            (&[(250, 20)], 32, 2, 256, [64, 64, 128]),
            (&[(0, 40), (5, 2)], 32, 2, 128, [128, 64, 40]),
        ];
        let case = |format| {
            move |(spans, block_tokens, heads, latent, dims): Shape| LatentHeadsCase {
                spans: spans.to_vec(),
                block_tokens,
                heads,
                latent,
                dims,
                format,
            }
        };
        let formats = [KvFormat::Bf16, KvFormat::Fp8];
        let short = formats.into_iter().flat_map(|format| short.map(case(format)));
        short.chain(long.map(case(KvFormat::Bf16))).collect()
    }

    fn perf_cases() -> Vec<LatentHeadsCase> {
        let case = |heads, latent, dims, spans: &[(usize, usize)]| LatentHeadsCase {
            spans: spans.to_vec(),
            block_tokens: 32,
            heads,
            latent,
            dims,
            format: KvFormat::Bf16,
        };
        let (mistral, deepseek) = ([64, 64, 128], [128, 64, 128]);
        vec![
            case(32, 256, mistral, &[(0, 2048)]),
            case(32, 256, mistral, &[(4096, 2048)]),
            case(32, 256, mistral, &[(14_336, 2048)]),
            case(128, 512, deepseek, &[(0, 2048)]),
            case(128, 512, deepseek, &[(4096, 2048)]),
        ]
    }

    fn need(case: &LatentHeadsCase) -> LatentHeadsNeed {
        let [nope, rope, value] = case.dims;
        LatentHeadsNeed {
            weight: WeightFormat::Bf16,
            cache: case.format,
            heads: case.heads,
            latent: case.latent,
            nope,
            rope,
            value,
            selected: false,
        }
    }

    fn rows(case: &LatentHeadsCase) -> usize {
        case.spans.iter().map(|(_, len)| len).sum()
    }

    fn data(case: &LatentHeadsCase, _compute: Compute) -> LatentHeadsData {
        let mut noise = Noise::new(47);
        let &LatentHeadsCase { block_tokens, heads, latent, dims: [nope, rope, value], .. } = case;
        let (rows, width) = (Self::rows(case), case.width());
        let spans = OwnedSpan::scatter(&case.spans, block_tokens, &mut noise);
        let blocks = OwnedSpan::blocks_needed(&case.spans, block_tokens);
        let cache = KvCache::latent(blocks, block_tokens, [width, 0], case.format, 1);
        let mut cache = match cache {
            Ok(cache) => cache,
            Err(error) => panic!("no memory for a test cache: {error}"),
        };
        poison(&mut cache);
        cache.set_scales(SCALES);
        for span in &spans {
            for p in 0..span.start as usize + span.len {
                let (block, token) = (span.blocks[p / block_tokens], p % block_tokens);
                cache.put_row(block, KvHalf::Key, 0, token, &noise.fill(width, 1.0));
            }
        }
        let n = heads * (nope + value);
        let map = noise.fill(n * latent, 1.0 / (latent as f32).sqrt());
        LatentHeadsData {
            q: Field::random(rows, heads * (nope + rope), 6, &mut noise, 1.0),
            weight: Weight::from_f32(WeightFormat::Bf16, n, latent, &map),
            dims: [heads, nope + rope, width, latent, value],
            spans,
            cache,
            absorbed: Field::poisoned(rows, heads * width, 2),
            attended: Field::poisoned(rows, heads * latent, 3),
            out: Field::poisoned(rows, heads * value, 2),
        }
    }

    fn with_args(
        data: &mut LatentHeadsData,
        rows: Range<usize>,
        run: &mut dyn FnMut(LatentHeadsArgs<'_>),
    ) {
        let [heads, head, width, latent, value] = data.dims;
        let shape = |width: usize| [rows.len(), heads, width];
        let spans = OwnedSpan::clip(&data.spans, &rows);
        run(LatentHeadsArgs {
            q: data.q.tensor().slice_rows(rows.clone()).view(&shape(head)),
            weight: &data.weight,
            spans: (&spans).into(),
            cache: &data.cache,
            scale: 1.0 / (head as f32).sqrt(),
            selection: None,
            absorbed: data.absorbed.tensor_mut().slice_rows(rows.clone()).view(&shape(width)),
            attended: data.attended.tensor_mut().slice_rows(rows.clone()).view(&shape(latent)),
            out: data.out.tensor_mut().slice_rows(rows.clone()).view(&shape(value)),
        });
    }

    fn outputs(data: &LatentHeadsData) -> Vec<Output> {
        vec![("out", data.out.values())]
    }

    fn intact(data: &LatentHeadsData) -> bool {
        [&data.absorbed, &data.attended, &data.out].into_iter().all(Field::intact)
    }
}
