//! Cases of [`Linear`].

use crate::compute::Compute;
use crate::ops::*;
use crate::place::Slice;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance, drawn_blocks};
use crate::weights::pairs::formats;
use crate::weights::{
    BlockScales, Codes, FP8_BLOCK, QuantisedParts, RowScales, TileScales, Weight, WeightBytes,
    WeightFormat,
};
use std::ops::Range;

#[derive(Clone, Debug)]
pub struct LinearCase {
    rows: usize,
    n: usize,
    k: usize,
    format: WeightFormat,
    bias: bool,
    /// Elements between the rows of x.
    gap: usize,
    special: bool,
    /// Whether codes and their scales are drawn, every code and NaN among them, instead of values.
    codes: bool,
}

pub struct LinearData {
    x: Field,
    weight: Weight,
    bias: Option<Vec<f32>>,
    out: Field,
}

impl Testable for Linear {
    type Case = LinearCase;
    type Data = LinearData;
    const TOLERANCE: Tolerance = Tolerance::SUM;

    fn cases() -> Vec<LinearCase> {
        // K around every tail, N and T around every tile and around the packed path.
        let tails = [1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100].map(|k| (3, 7, k));
        let shapes = [
            (0, 4, 8),
            (1, 0, 8),
            (1, 1, 1),
            (1, 13, 64),
            (2, 6, 40),
            (4, 12, 96),
            (5, 11, 70),
            (6, 5, 128),
            (11, 18, 33),
            (12, 6, 64),
            (13, 19, 97),
            (29, 31, 130),
            (67, 61, 257),
            (70, 3, 300),
            (131, 97, 512),
            (300, 20, 72),
            (1, 509, 1031),
            (7, 13, 127),
            (13, 9, 129),
            (3, 131, 515),
        ];
        let mut cases = Vec::new();
        for format in WeightFormat::MADE {
            let (special, codes) = (false, false);
            for (i, &(rows, n, k)) in tails.iter().chain(&shapes).enumerate() {
                // Every second one, beside those of their own below.
                if format.is_quantised() && i % 2 == 1 && k < 127 {
                    continue;
                }
                let (bias, gap) = (i % 2 == 0, i % 3);
                cases.push(LinearCase { rows, n, k, format, bias, gap, special, codes });
            }
            let (rows, n, k, bias, gap) = (14, 9, 50, false, 0);
            cases.push(LinearCase { rows, n, k, format, bias, gap, special: true, codes });
            if format.is_quantised() {
                // A K that every warp of a kernel takes several parts of, blocks cut off in both
                // directions, and every code.
                for (rows, n, k) in [(9, 20, 4256), (34, 131, 160)] {
                    cases.push(LinearCase { rows, n, k, format, bias, gap, special, codes });
                }
                let (rows, n, k, codes) = (5, 130, 96, true);
                cases.push(LinearCase { rows, n, k, format, bias, gap, special, codes });
            }
        }
        cases.extend(block_cases());
        cases
    }

    fn tall_cases() -> Vec<LinearCase> {
        let shapes = [(65_539, 5, 16), (777, 129, 264), (257, 200, 2048)];
        let format = WeightFormat::Bf16;
        let (bias, gap, special, codes) = (true, 1, false, false);
        let case = |(rows, n, k)| LinearCase { rows, n, k, format, bias, gap, special, codes };
        shapes.map(case).to_vec()
    }

    fn perf_cases() -> Vec<LinearCase> {
        let case = |rows, n, k, format| LinearCase {
            rows,
            n,
            k,
            format,
            bias: false,
            gap: 0,
            special: false,
            codes: false,
        };
        let mut cases = Vec::new();
        for (n, k) in [(1024, 1024), (3072, 1024), (1024, 3072), (4096, 4096), (151_936, 1024)] {
            for rows in [1, 2, 4, 8, 16, 512] {
                if rows <= 8 || n < 100_000 {
                    cases.push(case(rows, n, k, WeightFormat::Bf16));
                }
            }
        }
        for format in WeightFormat::MADE.into_iter().filter(|&f| f != WeightFormat::Bf16) {
            cases.extend([1, 8, 512].map(|rows| case(rows, 3072, 1024, format)));
        }
        cases
    }

    fn need(case: &LinearCase) -> LinearNeed {
        LinearNeed {
            format: case.format,
            n: case.n,
            k: case.k,
            rounds_inputs: false,
            reorders_inputs: false,
        }
    }

    fn rows(case: &LinearCase) -> usize {
        case.rows
    }

    fn data(case: &LinearCase, _compute: Compute) -> LinearData {
        let mut noise = Noise::new(4);
        let weight = match case.codes {
            true => drawn_codes(case.format, case.n, case.k, &mut noise),
            false => {
                let values = noise.fill(case.n * case.k, 1.0 / (case.k as f32).sqrt());
                Weight::from_f32(case.format, case.n, case.k, &values)
            }
        };
        let mut x = Field::random(case.rows, case.k, case.gap, &mut noise, 1.0);
        if case.special {
            x.set(1, 3, f32::NAN);
            x.set(2, 49, f32::INFINITY);
            x.set(5, 0, f32::NEG_INFINITY);
            (0..case.k).for_each(|i| x.set(6, i, 0.0));
        }
        LinearData {
            x,
            weight,
            bias: case.bias.then(|| noise.fill(case.n, 1.0)),
            out: Field::poisoned(case.rows, case.n, 5),
        }
    }

    fn with_args(data: &mut LinearData, rows: Range<usize>, run: &mut dyn FnMut(LinearArgs<'_>)) {
        run(LinearArgs {
            x: data.x.tensor().slice_rows(rows.clone()),
            weight: &data.weight,
            bias: data.bias.as_ref().map(Slice::from),
            out: data.out.tensor_mut().slice_rows(rows),
        });
    }

    fn outputs(data: &LinearData) -> Vec<Output> {
        vec![("out", data.out.values())]
    }

    fn intact(data: &LinearData) -> bool {
        data.out.intact()
    }
}

/// Weights of blocks with any codes: rows around every tile, outputs around every group.
fn block_cases() -> Vec<LinearCase> {
    // Of 8,192 elements, rows of every type are whole pieces of 16 bytes and many units.
    let shapes =
        [(1, 17, 512), (1, 19, 8192), (3, 33, 256), (7, 16, 768), (13, 49, 256), (262, 5, 512)];
    let formats = WeightFormat::ALL.into_iter().filter(|format| format.is_blocks());
    let case = |format, (rows, n, k): (usize, usize, usize), special| {
        let (bias, gap) = (rows % 2 == 1, rows % 3);
        LinearCase { rows, n, k, format, bias, gap, special, codes: true }
    };
    let each = formats.flat_map(|format| {
        // Blocks of 32 end behind any number of them.
        let odd = matches!(format, WeightFormat::Ggml(ty) if ty.block_elements() == 32);
        let odd = odd.then(|| case(format, (5, 3, 32 * 19), false));
        let shapes = shapes.map(|shape| case(format, shape, false));
        shapes.into_iter().chain([case(format, (7, 20, 256), true)]).chain(odd)
    });
    // Groups of other sizes, whole parts of 32 or not.
    let groups = [(32, 224), (64, 64), (96, 288), (512, 512), (24, 48), (32, 40)];
    let groups = groups.into_iter().flat_map(|(group, k)| {
        [WeightFormat::Int4 { group }, WeightFormat::Int8 { group }]
            .into_iter()
            .flat_map(move |format| [1, 9].map(|rows| case(format, (rows, 18, k), false)))
    });
    each.chain(groups).collect()
}

/// A weight of any codes, whose products with rows of x are of the order of 1.
fn drawn_codes(format: WeightFormat, n: usize, k: usize, noise: &mut Noise) -> Weight {
    let mut bytes = |count: usize, from: usize, to: usize| -> Vec<u8> {
        (0..count).map(|_| (from + noise.below(to - from)) as u8).collect()
    };
    let codes = WeightBytes::from_vec(bytes(n * format.row_bytes(k), 0, 256));
    let block_bytes = n * format.block_scale_bytes(k);
    let parts = match format {
        // Powers of two up to 1, and NaN.
        WeightFormat::Mxfp4 => {
            let mut blocks = bytes(block_bytes, 117, 128);
            blocks.iter_mut().step_by(67).for_each(|block| *block = 0xff);
            let blocks = BlockScales::new(WeightBytes::from_vec(blocks));
            QuantisedParts::new(Codes::<formats::Mxfp4>::new(codes), blocks)
        }
        WeightFormat::Nvfp4 => {
            let blocks = BlockScales::new(WeightBytes::from_vec(bytes(block_bytes, 0, 256)));
            let scales = (blocks, RowScales::new(noise.fill(n, 1e-3), 1));
            QuantisedParts::new(Codes::<formats::Nvfp4>::new(codes), scales)
        }
        WeightFormat::Fp8Block => {
            let grid = noise.fill(n.div_ceil(FP8_BLOCK) * k.div_ceil(FP8_BLOCK), 1e-3);
            let scales = TileScales::new(grid, k);
            QuantisedParts::new(Codes::<formats::Fp8Block>::new(codes), scales)
        }
        WeightFormat::Fp8Row => {
            let scales = RowScales::new(noise.fill(n, 1e-3), 1);
            QuantisedParts::new(Codes::<formats::Fp8Row>::new(codes), scales)
        }
        WeightFormat::Int4 { .. } | WeightFormat::Int8 { .. } | WeightFormat::Ggml(_) => {
            return drawn_blocks(format, n, k, noise);
        }
        WeightFormat::Bf16 | WeightFormat::F16 | WeightFormat::F32 => {
            panic!("{format} has no codes")
        }
    };
    match Weight::quantised(n, k, parts) {
        Ok(weight) => weight,
        Err(error) => panic!("{error}"),
    }
}
