//! Tiles of `linear` that divide K among the blocks of a cluster, at sizes around their edges: near
//! the sums, and those of the same parts to the same bits, whole and row by row.

use atlas_cuda::ops::gemm::LinearArgs;
use atlas_cuda::ops::gemm::shared_input::{CheckedLinear, LinearGroup};
use atlas_cuda::ops::gemm::sm90_split_k::Sm90SplitK;
use atlas_cuda::{CudaError, View};
use atlas_tensor::testkit::{Noise, Output};
use atlas_tensor::{DType, Weight, WeightFormat};

use crate::parity::check::{Tally, distance, same};
use crate::parity::gemm::rows::TENSOR_CORES;
use crate::parity::rig::Rig;
use crate::parity::rows::{matrix, matrix_mut};

/// Rows, outputs and K: parts with nothing to do, a part of one element of 16 bytes, less than a
/// ring of stages and more than one, and tiles of rows and outputs that are not full.
const SHAPES: [[usize; 3]; 13] = [
    [1, 1, 8],
    [2, 63, 72],
    [7, 64, 512],
    [8, 65, 520],
    [15, 130, 1032],
    [16, 128, 4096],
    [17, 33, 4104],
    [31, 129, 2048],
    [33, 1, 6152],
    [64, 192, 264],
    [65, 127, 1544],
    [128, 64, 4096],
    [259, 66, 2056],
];

pub fn check(rig: &Rig, seed: u64, tally: &mut Tally) {
    if rig.dtype != DType::Bf16 || !tally.wants("linear_splits") {
        return;
    }
    rig.aligned.set(true);
    for [rows, n, k] in SHAPES {
        let name = format!("linear_splits {rows} x {n} x {k}");
        match Sm90SplitK::bind(&rig.device) {
            Ok(Some(split)) => tally.case(&name, || agree(rig, &split, [rows, n, k], seed)),
            Ok(None) => tally.leave_out(&name, "the device lacks the instructions"),
            Err(error) => tally.case(&name, || Err(text(error))),
        }
    }
}

fn agree(
    rig: &Rig,
    split: &Sm90SplitK,
    [rows, n, k]: [usize; 3],
    seed: u64,
) -> Result<String, String> {
    let mut noise = Noise::new(seed ^ (59 + rows as u64));
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
    let all = rig.tensor(matrix(&x, [rows, 1, k])).map_err(text)?;
    // The last row, which in a tile of its own is the first.
    let last = rig.tensor(matrix(&x[(rows - 1) * k..], [1, 1, k])).map_err(text)?;
    let bias = rig.slice(&bias).map_err(text)?;
    let run = |x: View<'_>, tile: &str| -> Result<[Output; 1], String> {
        let rows = x.rows();
        let poison = vec![f32::NAN; rows * n];
        let mut out = rig.tensor_as(matrix(&poison, [rows, 1, n]), DType::F32).map_err(text)?;
        let mut launch = || {
            let bias = Some(bias.get().slice(0, n)?);
            let args = LinearArgs { x, weight: weight.view()?, bias, out: out.view_mut()? };
            split.run_in(&rig.stream, &LinearGroup::new(CheckedLinear::of(&args)?), tile)?;
            rig.stream.synchronize()
        };
        launch().map_err(text)?;
        let mut got = vec![f32::NAN; rows * n];
        rig.fetch(&out, &mut matrix_mut(&mut got, [rows, 1, n]))?;
        Ok([("out", got)])
    };
    // The first results of tiles with so many parts.
    let mut first: [Option<[Output; 1]>; 9] = Default::default();
    for (tile, parts) in Sm90SplitK::tiles() {
        let named = |what: String| format!("{tile}: {what}");
        let got = run(all.view().map_err(text)?, tile).map_err(named)?;
        distance(&expected, &got, TENSOR_CORES).map_err(named)?;
        same(&got, &run(all.view().map_err(text)?, tile)?).map_err(named)?;
        let alone = run(last.view().map_err(text)?, tile).map_err(named)?;
        same(&[("last row", got[0].1[(rows - 1) * n..].to_vec())], &alone).map_err(named)?;
        match &first[parts] {
            Some(first) => same(first, &got).map_err(named)?,
            None => first[parts] = Some(got),
        }
    }
    Ok("the same bits".into())
}

fn text(error: CudaError) -> String {
    error.to_string()
}
