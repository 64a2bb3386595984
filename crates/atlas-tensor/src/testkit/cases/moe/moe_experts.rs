//! Cases of [`MoeExperts`].

use crate::compute::Compute;
use crate::ops::*;
use crate::tensor::Tensor;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance, drawn_blocks};
use crate::weights::ggml::GgmlType;
use crate::weights::{Weight, WeightFormat};
use std::ops::Range;

#[derive(Clone, Debug)]
pub struct MoeExpertsCase {
    rows: usize,
    experts: usize,
    k: usize,
    hidden: usize,
    inter: usize,
    formats: ExpertFormats,
}

pub struct MoeExpertsData {
    x: Field,
    ids: Vec<u32>,
    weights: Vec<f32>,
    k: usize,
    experts: Experts,
    out: Field,
}

impl Testable for MoeExperts {
    type Case = MoeExpertsCase;
    type Data = MoeExpertsData;
    const TOLERANCE: Tolerance = Tolerance::SUM;

    /// In bf16 compute the down projection rounds what gate and up gave, and a difference within
    /// their tolerance may round to the next number of bf16.
    fn tolerance(compute: Compute) -> Tolerance {
        match compute {
            Compute::F32 => Self::TOLERANCE,
            Compute::Bf16 => Tolerance { abs: 1e-3, rel: 1e-3 },
        }
    }

    fn cases() -> Vec<MoeExpertsCase> {
        let shapes = [
            (0, 4, 2, 16, 8),
            (1, 1, 1, 1, 1),
            (3, 8, 2, 40, 24),
            (5, 4, 4, 33, 17),
            (14, 2, 1, 64, 13),
            (40, 3, 2, 70, 31),
        ];
        let case = |(rows, experts, k, hidden, inter), format| MoeExpertsCase {
            rows,
            experts,
            k,
            hidden,
            inter,
            formats: ExpertFormats::from(format),
        };
        let small = WeightFormat::MADE
            .into_iter()
            .flat_map(|format| shapes.map(|shape| case(shape, format)));
        // Enough rows of an expert for wider tiles, and one row of many experts.
        let many = [(50, 3, 3, 24, 40), (130, 2, 2, 40, 72), (1, 9, 7, 264, 40)];
        let many = many.map(|shape| case(shape, WeightFormat::Bf16));
        // Few and many pairs an expert, more than a tile has, more ranks than warps, and experts
        // that end inside a block. Tiles of 4-bit codes are larger than the others'.
        let codes = |format| {
            let is_fp8 = matches!(format, WeightFormat::Fp8Block | WeightFormat::Fp8Row);
            let most = if is_fp8 { (70, 2, 2, 32, 40) } else { (160, 2, 2, 32, 320) };
            [(13, 9, 2, 64, 96), (50, 3, 2, 288, 160), (3, 12, 10, 64, 32), most]
        };
        let quantised = WeightFormat::MADE.into_iter().filter(|format| format.is_quantised());
        let quantised = quantised.flat_map(|format| codes(format).map(|shape| case(shape, format)));
        let gated = small.chain(many).chain(quantised).chain(block_cases());
        gated.chain(without_gates(&shapes)).collect()
    }

    fn tall_cases() -> Vec<MoeExpertsCase> {
        let shapes = [(65_539, 3, 2, 8, 8), (601, 8, 4, 72, 40), (64, 3, 2, 40, 24)];
        let case = |(rows, experts, k, hidden, inter)| MoeExpertsCase {
            rows,
            experts,
            k,
            hidden,
            inter,
            formats: WeightFormat::Bf16.into(),
        };
        shapes.map(case).to_vec()
    }

    fn perf_cases() -> Vec<MoeExpertsCase> {
        let case = |rows| MoeExpertsCase {
            rows,
            experts: 64,
            k: 8,
            hidden: 1024,
            inter: 512,
            formats: WeightFormat::Bf16.into(),
        };
        [1, 8, 256].map(case).to_vec()
    }

    fn need(case: &MoeExpertsCase) -> MoeExpertsNeed {
        let MoeExpertsCase { formats, hidden, inter: intermediate, .. } = *case;
        MoeExpertsNeed { formats, hidden, intermediate, rounds_inputs: false }
    }

    fn rows(case: &MoeExpertsCase) -> usize {
        case.rows
    }

    fn data(case: &MoeExpertsCase, _compute: Compute) -> MoeExpertsData {
        let mut noise = Noise::new(12);
        let mut weight = |format: WeightFormat, n: usize, k: usize| {
            if format.is_blocks() {
                return drawn_blocks(format, n, k, &mut noise);
            }
            let values = noise.fill(n * k, 1.0 / (k as f32).sqrt());
            Weight::from_f32(format, n, k, &values)
        };
        let ExpertFormats { gate, up, down } = case.formats;
        let experts = (0..case.experts)
            .map(|_| Expert {
                gate: gate.map(|gate| weight(gate, case.inter, case.hidden)),
                up: weight(up, case.inter, case.hidden),
                down: weight(down, case.hidden, case.inter),
            })
            .collect::<Vec<_>>()
            .into();
        // A row's experts differ from one another.
        let ids = (0..case.rows)
            .flat_map(|_| {
                let first = noise.below(case.experts);
                (0..case.k).map(move |r| ((first + r * 5) % case.experts) as u32)
            })
            .collect();
        MoeExpertsData {
            x: Field::random(case.rows, case.hidden, 2, &mut noise, 1.0),
            ids,
            weights: noise.fill(case.rows * case.k, 0.3),
            k: case.k,
            experts,
            out: Field::poisoned(case.rows, case.hidden, 1),
        }
    }

    fn with_args(
        data: &mut MoeExpertsData,
        rows: Range<usize>,
        run: &mut dyn FnMut(MoeExpertsArgs<'_>),
    ) {
        let pairs = rows.start * data.k..rows.end * data.k;
        run(MoeExpertsArgs {
            x: data.x.tensor().slice_rows(rows.clone()),
            ids: data.ids[pairs.clone()].into(),
            weights: Tensor::from_f32(&data.weights[pairs], &[rows.len(), data.k]),
            k: data.k,
            experts: &data.experts,
            out: data.out.tensor_mut().slice_rows(rows),
        });
    }

    fn outputs(data: &MoeExpertsData) -> Vec<Output> {
        vec![("out", data.out.values())]
    }

    fn intact(data: &MoeExpertsData) -> bool {
        data.out.intact()
    }
}

/// Experts of `relu(up)^2`, in every format.
fn without_gates(shapes: &[(usize, usize, usize, usize, usize)]) -> Vec<MoeExpertsCase> {
    let formats = |format| ExpertFormats::all(format, ExpertActivation::ReluSquared);
    let case = |(rows, experts, k, hidden, inter), format| MoeExpertsCase {
        rows,
        experts,
        k,
        hidden,
        inter,
        formats: formats(format),
    };
    let many = [(50, 3, 3, 24, 40), (130, 2, 2, 40, 72), (1, 9, 7, 264, 40), (13, 9, 2, 64, 96)];
    let made = WeightFormat::MADE.into_iter().flat_map(|format| {
        shapes.iter().chain(&many).map(|&shape| case(shape, format)).collect::<Vec<_>>()
    });
    let [q4, int] = [WeightFormat::Ggml(GgmlType::Q4K), WeightFormat::Int4 { group: 64 }];
    let blocks = [ExpertFormats { up: q4, ..formats(int) }, formats(q4)];
    let blocks = blocks.into_iter().flat_map(|formats| {
        [(1, 5, 3, 256, 512), (9, 4, 2, 256, 512)]
            .map(|shape| MoeExpertsCase { formats, ..case(shape, int) })
    });
    made.chain(blocks).collect()
}

/// Weights of blocks, and of several kinds in an expert.
fn block_cases() -> Vec<MoeExpertsCase> {
    let of = |ty| WeightFormat::Ggml(ty);
    let [q4, q6, int] = [of(GgmlType::Q4K), of(GgmlType::Q6K), WeightFormat::Int4 { group: 64 }];
    let mixed = [
        ExpertFormats { gate: Some(q4), up: q4, down: q6 },
        ExpertFormats { gate: Some(of(GgmlType::Q8_0)), up: of(GgmlType::Q5_1), down: int },
        ExpertFormats::from(int),
    ];
    let case = |formats, (rows, experts, k)| MoeExpertsCase {
        rows,
        experts,
        k,
        hidden: 256,
        inter: 512,
        formats,
    };
    mixed.into_iter().flat_map(|f| [(1, 5, 3), (9, 4, 2)].map(|shape| case(f, shape))).collect()
}
