//! Tiles of `moe_experts` on `wgmma` where experts have none, one, all, or just as many pairs as a
//! tile has rows: near the sums, and all to the same bits but for those that round the results of
//! pairs.

use atlas_cuda::CudaError;
use atlas_cuda::ops::gemm::sm90_wgmma::Sm90Wgmma;
use atlas_cuda::ops::moe::grouped_gemm::{GroupedGemm, GroupedTiles};
use atlas_cuda::ops::moe::{ExpertsArgs, inputs_of};
use atlas_tensor::ops::{Expert, ExpertActivation, Experts, MoeExperts, MoeExpertsArgs};
use atlas_tensor::testkit::{Noise, Output, Tolerance};
use atlas_tensor::{Compute, DType, Op, Tensor, TensorMut, Weight, WeightFormat};

use crate::parity::check::{NORM_BF16, Tally, distance, same, tolerance};
use crate::parity::rig::Rig;
use crate::parity::rows::{matrix, matrix_mut};

/// Pairs of each expert, experts of a token, and the widths of rows and of hidden rows.
type Case = (&'static [usize], usize, [usize; 2]);
const CASES: [Case; 9] = [
    (&[4; 96], 8, [64, 72]),
    (&[16, 17, 1, 15, 3, 2, 9, 33, 5, 4, 0, 7, 6, 8, 31, 32], 1, [520, 264]),
    (&[0, 0, 40, 3], 1, [1032, 328]),
    (&[0, 1, 0], 1, [72, 8]),
    (&[0, 0, 300, 0], 1, [72, 136]),
    (&[64, 65, 0, 128, 129, 1, 63, 127], 1, [264, 136]),
    (&[0, 256, 257, 0, 191, 192, 193, 0], 1, [520, 264]),
    (&[40; 40], 8, [64, 72]),
    (&[12, 0, 200, 0, 0, 88], 4, [128, 2048]),
];
const WAYS: [(&str, GroupedTiles); 5] = [
    ("64x256", GroupedTiles::Specialized { index: Some(0), rounded: false }),
    ("128x256", GroupedTiles::Specialized { index: Some(1), rounded: false }),
    ("by pairs", GroupedTiles::Specialized { index: None, rounded: false }),
    ("64x256, rounded", GroupedTiles::Specialized { index: Some(0), rounded: true }),
    ("128x256, rounded", GroupedTiles::Specialized { index: Some(1), rounded: true }),
];

pub fn check(rig: &Rig, seed: u64, tally: &mut Tally) {
    if rig.dtype != DType::Bf16 || !tally.wants("expert_tiles") {
        return;
    }
    rig.aligned.set(true);
    let activations = [ExpertActivation::SwiGlu, ExpertActivation::ReluSquared];
    for (case, activation) in CASES.iter().flat_map(|case| activations.map(|of| (*case, of))) {
        let (counts, ranks, [inputs, inner]) = case;
        let rows = counts.iter().sum::<usize>() / ranks;
        let name = format!("expert_tiles {activation:?} {rows} x {inputs} x {inner}");
        match Sm90Wgmma::bind(&rig.device) {
            Ok(Some(_)) => tally.case(&name, || agree(rig, case, activation, seed)),
            Ok(None) => tally.leave_out(&name, "the device lacks the instructions"),
            Err(error) => tally.case(&name, || Err(text(error))),
        }
    }
}

fn agree(
    rig: &Rig,
    (counts, ranks, [inputs, inner]): Case,
    activation: ExpertActivation,
    seed: u64,
) -> Result<String, String> {
    // Long: one random case, its reference and its launches side by side.
    let mut noise = Noise::new(seed ^ (53 + inputs as u64));
    let experts = counts.len();
    let mut ids: Vec<u32> = (0..experts)
        .flat_map(|expert| std::iter::repeat_n(expert as u32, counts[expert]))
        .collect();
    for i in (1..ids.len()).rev() {
        ids.swap(i, noise.below(i + 1));
    }
    let (pairs, rows) = (ids.len(), ids.len() / ranks);
    let matrix_of = |noise: &mut Noise, n: usize, k: usize| {
        let values = noise.fill(n * k, 1.0 / (k as f32).sqrt());
        Weight::from_f32(WeightFormat::Bf16, n, k, &values)
    };
    let x = noise.fill(rows * inputs, 1.0);
    let wide = inputs_of(activation) * inner;
    let gate_up = matrix_of(&mut noise, experts * wide, inputs);
    let down = matrix_of(&mut noise, experts * inputs, inner);
    let weights: Vec<f32> = noise.fill(pairs, 0.5);
    let separate = |expert: usize| {
        let (first, end) = (expert * wide, (expert + 1) * wide);
        Expert {
            gate: (wide > inner).then(|| gate_up.slice_rows(first..first + inner)),
            up: gate_up.slice_rows(end - inner..end),
            down: down.slice_rows(expert * inputs..(expert + 1) * inputs),
        }
    };
    let separate = Experts::from((0..experts).map(separate).collect::<Vec<_>>());
    let sizes = sizes(&x, &ids, &weights, ranks, &separate);

    let x = rig.tensor(matrix(&x, [rows, 1, inputs])).map_err(text)?;
    let (gate_up, down) = (rig.weight(&gate_up).map_err(text)?, rig.weight(&down).map_err(text)?);
    let (ids, weights) = (rig.slice(&ids).map_err(text)?, rig.slice(&weights).map_err(text)?);
    let poison = vec![f32::NAN; rows * inputs];
    let outputs = |tiles: GroupedTiles| -> Result<[Output; 1], String> {
        let mut out = rig.tensor(matrix(&poison, [rows, 1, inputs])).map_err(text)?;
        let mut run = || {
            let bytes = GroupedGemm::workspace_bytes(pairs, experts, inputs, inner);
            let mut workspace = rig.memory(bytes)?;
            workspace.get_mut().fill(&rig.stream, 0xff)?;
            let args = ExpertsArgs {
                x: x.view()?,
                ids: ids.get().slice(0, pairs)?,
                weights: weights.get().slice(0, pairs)?,
                ranks,
                gate_up: gate_up.reshaped([experts, wide, inputs])?,
                down: down.reshaped([experts, inputs, inner])?,
                out: out.view_mut()?,
                workspace: workspace.get_mut(),
            };
            GroupedGemm::bind(&rig.device, activation, tiles)?.run(&rig.stream, args)?;
            rig.stream.synchronize()
        };
        run().map_err(text)?;
        let mut got = vec![f32::NAN; rows * inputs];
        rig.fetch(&out, &mut matrix_mut(&mut got, [rows, 1, inputs]))?;
        Ok([("out", got)])
    };
    // Tiles on `mma.sync` are compared with the reference by the rows of the op.
    let common = outputs(GroupedTiles::Common)?;
    let limit = tolerance("moe_experts", Tolerance::SUM, DType::Bf16);
    for few in [0, 1] {
        let got = outputs(GroupedTiles::SmallM(few))?;
        same(&common, &got).map_err(|what| format!("few {few}: {what}"))?;
    }
    let mut first: Option<[Output; 1]> = None;
    for (name, tiles) in WAYS {
        let got = outputs(tiles)?;
        if matches!(tiles, GroupedTiles::Specialized { rounded: true, .. }) {
            rounded(&common, &got, &sizes, limit).map_err(|what| format!("{name}: {what}"))?;
            continue;
        }
        distance(&common, &got, limit).map_err(|what| format!("{name}: {what}"))?;
        match &first {
            Some(first) => same(first, &got).map_err(|what| format!("{name}: {what}"))?,
            None => first = Some(got),
        }
    }
    Ok("the same bits".into())
}

/// `sizes[t, i]`: the sum over row t's pairs of `|weights * expert(x)[i]|`, by the op's reference,
/// one pair a row.
fn sizes(x: &[f32], ids: &[u32], weights: &[f32], ranks: usize, experts: &Experts) -> Vec<f32> {
    let pairs = ids.len();
    let inputs = x.len() * ranks / pairs;
    let repeated: Vec<f32> = x
        .chunks(inputs)
        .flat_map(|row| std::iter::repeat_n(row, ranks))
        .flatten()
        .copied()
        .collect();
    let mut each = vec![f32::NAN; pairs * inputs];
    let args = MoeExpertsArgs {
        x: Tensor::from_f32(&repeated, &[pairs, inputs]),
        ids: ids.into(),
        weights: Tensor::from_f32(weights, &[pairs, 1]),
        k: 1,
        experts,
        out: TensorMut::from_f32(&mut each, &[pairs, inputs]),
    };
    MoeExperts::check(&args);
    MoeExperts::reference(args, Compute::Bf16);
    each.chunks(ranks * inputs)
        .flat_map(|pairs| {
            (0..inputs).map(|i| pairs.iter().skip(i).step_by(inputs).map(|y| y.abs()).sum())
        })
        .collect()
}

/// Whether `got`, whose pairs' results are rounded to bf16 before they are added up, is near
/// `expected`: as near as without that, and each pair by half a unit in the last place more. Sums
/// may cancel, so that a share of the sum is no bound.
fn rounded(
    expected: &[Output; 1],
    got: &[Output; 1],
    sizes: &[f32],
    limit: Tolerance,
) -> Result<(), String> {
    let half_ulp = 1.0 / 256.0;
    let [(_, expected)] = expected;
    let [(_, got)] = got;
    assert_eq!([got.len(), sizes.len()], [expected.len(); 2], "elements to compare");
    for (i, ((&e, &g), &size)) in expected.iter().zip(got).zip(sizes).enumerate() {
        let most = limit.abs + limit.rel * e.abs() + half_ulp * size;
        // Not `> most`: a NaN is never near.
        let near = (g - e).abs() <= most;
        if !near {
            return Err(format!("out[{i}] is {g}, expected {e} within {most}"));
        }
    }
    let norm = |values: &mut dyn Iterator<Item = f32>| {
        values.map(|v| f64::from(v).powi(2)).sum::<f64>().sqrt()
    };
    let off = norm(&mut expected.iter().zip(got).map(|(e, g)| g - e));
    let most = NORM_BF16 * norm(&mut expected.iter().copied())
        + f64::from(half_ulp) * norm(&mut sizes.iter().copied());
    if off <= most {
        Ok(())
    } else {
        Err(format!("the norm of the difference is {off:.1e}, at most {most:.1e}"))
    }
}

fn text(error: CudaError) -> String {
    error.to_string()
}
