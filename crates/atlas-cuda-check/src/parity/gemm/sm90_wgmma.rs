//! Tiles of `linear` on `wgmma` at sizes around their edges: near the sums, and all to the same
//! bits.

use atlas_cuda::ops::gemm::LinearArgs;
use atlas_cuda::ops::gemm::shared_input::{CheckedLinear, LinearGroup};
use atlas_cuda::ops::gemm::sm90_wgmma::Sm90Wgmma;
use atlas_cuda::{CudaError, Device};
use atlas_tensor::testkit::{Noise, Output};
use atlas_tensor::{DType, Weight, WeightFormat};

use crate::parity::check::{Tally, distance, same};
use crate::parity::gemm::rows::TENSOR_CORES;
use crate::parity::rig::Rig;
use crate::parity::rows::{matrix, matrix_mut};

/// Rows, outputs and K: whole tiles and parts of them, less than a ring of stages and more than
/// one.
const SHAPES: [[usize; 3]; 14] = [
    [1, 33, 72],
    [17, 50, 264],
    [31, 65, 200],
    [32, 64, 128],
    [33, 130, 136],
    [63, 131, 1544],
    [64, 257, 328],
    [65, 15, 8],
    [65, 300, 2048],
    [127, 257, 64],
    [129, 500, 136],
    [257, 264, 64],
    [300, 40, 4096],
    // More tiles of every kind than an emulated device has blocks.
    [1100, 600, 72],
];

pub fn check(rig: &Rig, seed: u64, tally: &mut Tally) {
    if rig.dtype != DType::Bf16 || !tally.wants("linear_tiles") {
        return;
    }
    rig.aligned.set(true);
    for [rows, n, k] in SHAPES {
        let name = format!("linear_tiles {rows} x {n} x {k}");
        match has_tiles(&rig.device) {
            Ok(true) => tally.case(&name, || agree(rig, [rows, n, k], seed)),
            Ok(false) => tally.leave_out(&name, "the device lacks the instructions"),
            Err(error) => tally.case(&name, || Err(text(error))),
        }
    }
}

fn has_tiles(device: &Device) -> Result<bool, CudaError> {
    Ok(Sm90Wgmma::bind(device)?.is_some())
}

fn agree(rig: &Rig, [rows, n, k]: [usize; 3], seed: u64) -> Result<String, String> {
    let mut noise = Noise::new(seed ^ (47 + rows as u64));
    let x = noise.fill(rows * k, 1.0);
    let values = noise.fill(n * k, 1.0 / (k as f32).sqrt());
    let bias = noise.fill(n, 1.0);
    let sum = |row: usize, column: usize| {
        let (x, weight) = (&x[row * k..][..k], &values[column * k..][..k]);
        let products = x.iter().zip(weight).map(|(&x, &w)| f64::from(x) * f64::from(w));
        (products.sum::<f64>() + f64::from(bias[column])) as f32
    };
    let sums = (0..rows).flat_map(|row| (0..n).map(move |column| (row, column)));
    let expected: [Output; 1] = [("out", sums.map(|(row, column)| sum(row, column)).collect())];

    let weight = Weight::from_f32(WeightFormat::Bf16, n, k, &values);
    let weight = rig.weight(&weight).map_err(text)?;
    let x = rig.tensor(matrix(&x, [rows, 1, k])).map_err(text)?;
    let bias = rig.slice(&bias).map_err(text)?;
    let Some(wide) = Sm90Wgmma::bind(&rig.device).map_err(text)? else {
        return Err("the device lacks the instructions".into());
    };
    let poison = vec![f32::NAN; rows * n];
    let mut first: Option<[Output; 1]> = None;
    for (tile, name) in Sm90Wgmma::tiles().enumerate() {
        let mut out = rig.tensor_as(matrix(&poison, [rows, 1, n]), DType::F32).map_err(text)?;
        let mut run = || {
            let bias = Some(bias.get().slice(0, n)?);
            let (x, weight) = (x.view()?, weight.view()?);
            let args = LinearArgs { x, weight, bias, out: out.view_mut()? };
            wide.run_in(&rig.stream, &LinearGroup::new(CheckedLinear::of(&args)?), tile)?;
            rig.stream.synchronize()
        };
        run().map_err(text)?;
        let mut got = vec![f32::NAN; rows * n];
        rig.fetch(&out, &mut matrix_mut(&mut got, [rows, 1, n]))?;
        let got: [Output; 1] = [("out", got)];
        distance(&expected, &got, TENSOR_CORES).map_err(|what| format!("{name}: {what}"))?;
        match &first {
            Some(first) => same(first, &got).map_err(|what| format!("{name}: {what}"))?,
            None => first = Some(got),
        }
    }
    Ok("the same bits".into())
}

fn text(error: CudaError) -> String {
    error.to_string()
}
