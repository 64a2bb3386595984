//! Experts of weights in blocks that are written as bf16, some at a time: the bits of experts whose
//! weights are the values of the blocks, rounded to bf16.

use atlas_cuda::ops::gemm::sm90_wgmma::Sm90Wgmma;
use atlas_cuda::ops::moe::grouped_gemm::GroupedTiles;
use atlas_tensor::ops::{Expert, Experts, MoeExperts, MoeExpertsArgs};
use atlas_tensor::testkit::{Noise, Output, drawn_blocks};
use atlas_tensor::weights::ggml::GgmlType;
use atlas_tensor::{DType, Op, Tensor, TensorMut, Weight, WeightFormat};

use super::rows::{ExpertsKernel, dequantised, moe_experts};
use crate::parity::check::{Tally, same};
use crate::parity::rig::Rig;

const fn ggml(ty: GgmlType) -> WeightFormat {
    WeightFormat::Ggml(ty)
}
const INT4: WeightFormat = WeightFormat::Int4 { group: 64 };
const INT8: WeightFormat = WeightFormat::Int8 { group: 32 };

/// Formats of gates and of second products, tokens, experts, experts of a token, width and inner
/// width.
type Case = ([WeightFormat; 2], [usize; 5]);
const CASES: [Case; 6] = [
    ([ggml(GgmlType::Q4K), ggml(GgmlType::Q6K)], [1, 3, 2, 256, 512]),
    ([ggml(GgmlType::Q4K), ggml(GgmlType::Q4K)], [67, 5, 2, 512, 256]),
    ([ggml(GgmlType::Q3K), ggml(GgmlType::Q8_0)], [131, 4, 1, 256, 96]),
    ([INT4, INT8], [33, 7, 3, 192, 64]),
    ([ggml(GgmlType::Iq4Xs), ggml(GgmlType::Q5_1)], [40, 2, 2, 256, 32]),
    ([ggml(GgmlType::Mxfp4), ggml(GgmlType::Mxfp4)], [19, 300, 5, 32, 64]),
];

pub fn check(rig: &Rig, seed: u64, tally: &mut Tally) {
    if rig.dtype != DType::Bf16 || !tally.wants("dequantised_experts") {
        return;
    }
    rig.aligned.set(true);
    let wgmma = matches!(Sm90Wgmma::bind(&rig.device), Ok(Some(_)));
    let own = GroupedTiles::Specialized { index: Some(0), rounded: true };
    for (formats, sizes) in CASES {
        for (way, tiles) in [("mma", GroupedTiles::Common), ("64x256", own)] {
            let [gate, down] = formats;
            let name = format!("dequantised_experts {way} {gate} {down} {sizes:?}");
            match way == "mma" || wgmma {
                true => tally.case(&name, || agree(rig, formats, sizes, tiles, seed)),
                false => tally.leave_out(&name, "the device lacks the instructions"),
            }
        }
    }
}

fn agree(
    rig: &Rig,
    [gate_up, down]: [WeightFormat; 2],
    [rows, experts, ranks, hidden, inner]: [usize; 5],
    tiles: GroupedTiles,
    seed: u64,
) -> Result<String, String> {
    let mut noise = Noise::new(seed ^ (rows * hidden + inner) as u64);
    let each: Vec<Expert> = (0..experts)
        .map(|_| Expert {
            gate: Some(drawn_blocks(gate_up, inner, hidden, &mut noise)),
            up: drawn_blocks(gate_up, inner, hidden, &mut noise),
            down: drawn_blocks(down, hidden, inner, &mut noise),
        })
        .collect();
    let rounded = |w: &Weight| Weight::from_f32(WeightFormat::Bf16, w.n(), w.k(), &w.to_f32());
    let values = each.iter().map(|e| Expert {
        gate: e.gate.as_ref().map(rounded),
        up: rounded(&e.up),
        down: rounded(&e.down),
    });
    let (values, blocks) = (Experts::from(values.collect::<Vec<_>>()), Experts::from(each));
    let x = noise.fill(rows * hidden, 1.0);
    let weights = noise.fill(rows * ranks, 0.5);
    // Different experts for a token; some of the experts may have no pair.
    let ids: Vec<u32> = (0..rows)
        .flat_map(|_| {
            let first = noise.below(experts);
            (0..ranks).map(move |rank| ((first + rank) % experts) as u32)
        })
        .collect();
    let call = |experts: &Experts, run: &dyn Fn(MoeExpertsArgs<'_>) -> Result<(), String>| {
        let mut out = vec![f32::NAN; rows * hidden];
        let args = MoeExpertsArgs {
            x: Tensor::from_f32(&x, &[rows, hidden]),
            ids: (&ids[..]).into(),
            weights: Tensor::from_f32(&weights, &[rows, ranks]),
            k: ranks,
            experts,
            out: TensorMut::from_f32(&mut out, &[rows, hidden]),
        };
        MoeExperts::check(&args);
        run(args)?;
        let output: [Output; 1] = [("out", out)];
        Ok::<_, String>(output)
    };
    let expected = call(&values, &|args| moe_experts(rig, args, ExpertsKernel::Tiled(tiles)))?;
    if expected[0].1.iter().any(|value| value.is_nan()) {
        return Err("the experts of bf16 gave NaN".into());
    }
    for at_once in [1, 2, experts] {
        let got = call(&blocks, &|args| dequantised(rig, args, at_once, tiles))?;
        same(&expected, &got).map_err(|what| format!("{at_once} at once: {what}"))?;
    }
    Ok("the same bits".into())
}
