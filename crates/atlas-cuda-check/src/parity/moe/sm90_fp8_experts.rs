//! Experts with inputs rounded to 8 bits: near those of the same codes, and of the products of
//! inputs as they were.

use atlas_cuda::CudaError;
use atlas_cuda::ops::moe::inputs_of;
use atlas_cuda::ops::moe::quantised_experts::{QuantisedExperts, QuantisedExpertsArgs};
use atlas_tensor::ops::{ExpertActivation, ScaleGroup, quantise_activations};
use atlas_tensor::testkit::Noise;
use atlas_tensor::{DType, Weight, WeightFormat};
use half::bf16;

use crate::parity::check::{NORM_BF16, Tally};
use crate::parity::gemm::sm90_fp8::{Fault, cosine, distance, sums_of_codes};
use crate::parity::rig::Rig;
use crate::parity::rows::{matrix, matrix_mut};

const EXPERTS: usize = 5;
const RANKS: usize = 2;
/// Least cosine with the experts of inputs as they were: the roundings before the gate, the up and
/// the down product add up, each of which alone leaves 0.9996.
const COSINE: f64 = 0.998;
/// Largest share of the norm by which results differ from those of the same codes. A hidden row
/// whose largest element rounds to another bf16 has another scale, and with it other codes: one of
/// these among the largest rows makes 1.3e-2.
const FAR: f64 = 5.0 * NORM_BF16;
/// Tokens, width and inner width: one tile an expert, several, and more than one block inside.
const SHAPES: [[usize; 3]; 3] = [[31, 256, 128], [150, 128, 384], [200, 384, 128]];

pub fn check(rig: &Rig, seed: u64, tally: &mut Tally) {
    if rig.dtype != DType::Bf16 || !tally.wants("fp8_experts") {
        return;
    }
    let activations = [ExpertActivation::SwiGlu, ExpertActivation::ReluSquared];
    let formats = [WeightFormat::Fp8Block, WeightFormat::Fp8Row];
    for (format, activation) in
        formats.iter().flat_map(|format| activations.map(|of| (*format, of)))
    {
        let bound = QuantisedExperts::bind(&rig.device, activation, format)
            .and_then(|run| run.with_rounded_inputs(&rig.device));
        let run = match bound {
            Ok(Some(run)) => run,
            Ok(None) => return tally.leave_out("fp8_experts", "the device lacks the instructions"),
            Err(error) => return tally.leave_out("fp8_experts", &error.to_string()),
        };
        for shape in SHAPES {
            let [rows, hidden, inner] = shape;
            let name = format!("fp8_experts {format} {activation:?} {rows}x{hidden}x{inner}");
            tally.case(&name, || agree(rig, &run, (format, activation), shape, seed));
        }
    }
}

/// Weights of each expert.
struct Experts {
    gate_up: Vec<Weight>,
    down: Vec<Weight>,
}

/// Products of rows with a weight, of inputs rounded to 8 bits or as they are.
fn products(weight: &Weight, x: &[f32], group: Option<ScaleGroup>) -> Vec<f32> {
    let k = weight.k();
    if let Some(group) = group {
        let codes = quantise_activations(x, k, group);
        return sums_of_codes(&codes, weight, x.len() / k, Fault::None);
    }
    let values = weight.to_f32();
    let sum = |w: &[f32], row: &[f32]| -> f64 {
        w.iter().zip(row).map(|(&w, &x)| f64::from(w) * f64::from(x)).sum()
    };
    let rows = x.chunks(k);
    rows.flat_map(|row| values.chunks(k).map(|w| sum(w, row) as f32)).collect()
}

/// Results of each pair in f32 without rounding of inputs, or with it.
fn pair_results(
    experts: &Experts,
    x: &[f32],
    ids: &[u32],
    [hidden, inner]: [usize; 2],
    group: Option<ScaleGroup>,
) -> Vec<f32> {
    let mut out = vec![f32::NAN; ids.len() * hidden];
    for (expert, (gate_up, down)) in experts.gate_up.iter().zip(&experts.down).enumerate() {
        let pairs: Vec<usize> = (0..ids.len()).filter(|&i| ids[i] as usize == expert).collect();
        let row = |&pair: &usize| x[pair / RANKS * hidden..][..hidden].to_vec();
        let x: Vec<f32> = pairs.iter().flat_map(row).collect();
        let both = products(gate_up, &x, group);
        let active = both.chunks(gate_up.n()).flat_map(|both| {
            let (first, up) = both.split_at(inner);
            // Experts without gates have ups alone.
            let active = first.iter().enumerate().map(|(i, &x)| match up.get(i) {
                Some(up) => x / (1.0 + (-x).exp()) * up,
                None => x.max(0.0).powi(2),
            });
            let round = |x: f32| if group.is_some() { bf16::from_f32(x).to_f32() } else { x };
            active.map(round).collect::<Vec<f32>>()
        });
        let results = products(down, &active.collect::<Vec<f32>>(), group);
        for (result, pair) in results.chunks(hidden).zip(pairs) {
            out[pair * hidden..][..hidden].copy_from_slice(result);
        }
    }
    out
}

fn agree(
    rig: &Rig,
    run: &QuantisedExperts,
    (format, activation): (WeightFormat, ExpertActivation),
    [rows, hidden, inner]: [usize; 3],
    seed: u64,
) -> Result<String, String> {
    let mut noise = Noise::new(seed ^ (rows + inner) as u64);
    let mut weights = |n: usize, k: usize| -> Vec<Weight> {
        let weight = |expert: usize| {
            // Each expert and block of other magnitude.
            let of = |i: usize| [1.0, 0.4, 2.5][(expert + i / k / 128 + i % k / 128) % 3];
            let values = noise.fill(n * k, 1.0 / (k as f32).sqrt());
            let values: Vec<f32> = values.iter().enumerate().map(|(i, w)| w * of(i)).collect();
            Weight::from_f32(format, n, k, &values)
        };
        (0..EXPERTS).map(weight).collect()
    };
    let experts = Experts {
        gate_up: weights(inputs_of(activation) * inner, hidden),
        down: weights(hidden, inner),
    };
    let mut x = noise.fill(rows * hidden, 1.0);
    for (i, x) in x.iter_mut().enumerate() {
        *x = bf16::from_f32(*x * [1.0, 0.1, 3.0][i / hidden % 3]).to_f32();
    }
    // The second expert has no pair, the last most of them.
    let ids: Vec<u32> =
        (0..rows).flat_map(|row| [EXPERTS as u32 - 1, [0, 2, 3, 0][row % 4]]).collect();
    let chosen: Vec<f32> = noise.fill(rows * RANKS, 1.0).iter().map(|x| x.abs()).collect();
    let group = ScaleGroup::of(format).ok_or("no codes of 8 bits")?;
    let sums = |group: Option<ScaleGroup>| -> Vec<f32> {
        let pairs = pair_results(&experts, &x, &ids, [hidden, inner], group);
        let of = |row: usize, column: usize| {
            let part = |r: usize| {
                let pair = row * RANKS + r;
                chosen[pair] * pairs[pair * hidden + column]
            };
            (0..RANKS).map(part).sum()
        };
        (0..rows * hidden).map(|i| of(i / hidden, i % hidden)).collect()
    };
    let got = results(rig, run, &experts, (&x, &ids, &chosen), [rows, hidden, inner])?;
    let far = distance(&sums(Some(group)), &got)?;
    let angle = cosine(&sums(None), &got);
    if far > FAR || angle < COSINE {
        return Err(format!("{far:.1e} off, cosine {angle:.5}"));
    }
    Ok(format!("{far:.1e} off, cosine {angle:.5}"))
}

fn results(
    rig: &Rig,
    run: &QuantisedExperts,
    experts: &Experts,
    (x, ids, chosen): (&[f32], &[u32], &[f32]),
    [rows, hidden, inner]: [usize; 3],
) -> Result<Vec<f32>, String> {
    let mut got = vec![f32::NAN; rows * hidden];
    let mut run = || -> Result<(), CudaError> {
        let x = rig.tensor(matrix(x, [rows, 1, hidden]))?;
        let (ids, chosen) = (rig.slice(ids)?, rig.slice(chosen)?);
        let all = |weights: &[Weight]| rig.quantised(&weights.iter().collect::<Vec<_>>());
        let (gate_up, down) = (all(&experts.gate_up)?, all(&experts.down)?);
        let bytes = run.call_bytes([rows, RANKS, EXPERTS], [hidden, inner]);
        let mut workspace = rig.slice(&vec![0xffu8; bytes])?;
        let poison = vec![f32::NAN; rows * hidden];
        let mut out = rig.tensor(matrix(&poison, [rows, 1, hidden]))?;
        let mut args = QuantisedExpertsArgs {
            x: x.view()?,
            ids: ids.get().slice(0, rows * RANKS)?,
            weights: chosen.get().slice(0, rows * RANKS)?,
            ranks: RANKS,
            experts: EXPERTS,
            gate_up: gate_up.view()?,
            down: down.view()?,
            out: out.view_mut()?,
            workspace: workspace.get_mut(),
        };
        run.run(&rig.stream, &mut args)?;
        let fetched = rig.fetch(&out, &mut matrix_mut(&mut got, [rows, 1, hidden]));
        fetched.map_err(|what| CudaError::bad("fp8_experts", what))
    };
    run().map_err(|error| error.to_string())?;
    Ok(got)
}
