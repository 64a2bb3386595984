//! Quantised weights written as bf16: every element is the reference's, rounded once. And linears
//! of such weights in one launch: the bits that each has alone.

use atlas_cuda::CudaError;
use atlas_cuda::ops::gemm::dequantise::Dequantise;
use atlas_cuda::ops::gemm::dequantise_blocks::DequantiseBlocks;
use atlas_cuda::ops::gemm::quantised_small_m::{QuantisedLinearArgs, QuantisedSmallM};
use atlas_tensor::ops::Linear;
use atlas_tensor::testkit::{Noise, Testable};
use atlas_tensor::{Compute, DType, Weight, WeightFormat};
use half::bf16;

use crate::parity::check::Tally;
use crate::parity::rig::Rig;
use crate::parity::rows::{matrix, matrix_mut};

pub fn check(rig: &Rig, seed: u64, tally: &mut Tally) {
    if rig.dtype != DType::Bf16 {
        return;
    }
    rig.aligned.set(true);
    for format in WeightFormat::ALL.into_iter().filter(|format| format.is_quantised()) {
        if tally.wants("dequantise") {
            tally.case(&format!("dequantise {format}"), || agree(rig, format));
        }
        if tally.wants("embed_blocks") && format.is_blocks() {
            tally.case(&format!("embed_blocks {format}"), || embedded(rig, format));
        }
        if !WeightFormat::MADE.contains(&format) {
            continue;
        }
        for rows in [1, 9, 35] {
            if tally.wants("quantised_linears") {
                let name = format!("quantised_linears {format} {rows}");
                tally.case(&name, || together(rig, format, rows, seed));
            }
        }
    }
}

/// Linears of one launch, some with a bias.
const OUTPUTS: [usize; 4] = [1, 17, 130, 40];

/// Four linears of one input, alone and in one launch.
fn together(rig: &Rig, format: WeightFormat, rows: usize, seed: u64) -> Result<String, String> {
    let (mut noise, k) = (Noise::new(seed ^ 91), 288);
    let weights = OUTPUTS.map(|n| Weight::from_f32(format, n, k, &noise.fill(n * k, 0.06)));
    let biases = OUTPUTS.map(|n| noise.fill(n, 1.0));
    let x = noise.fill(rows * k, 1.0);
    let x = rig.tensor(matrix(&x, [rows, 1, k])).map_err(text)?;
    let mut on_device = Vec::new();
    for (weight, bias) in weights.iter().zip(&biases) {
        on_device.push((rig.quantised(&[weight]).map_err(text)?, rig.slice(bias).map_err(text)?));
    }
    let linears = QuantisedSmallM::bind(&rig.device, format).map_err(text)?;
    let results = |together: bool| -> Result<Vec<Vec<f32>>, String> {
        let mut values = OUTPUTS.map(|n| vec![f32::NAN; rows * n]);
        let mut outs = Vec::new();
        for (values, n) in values.iter().zip(OUTPUTS) {
            outs.push(rig.tensor(matrix(values, [rows, 1, n])).map_err(text)?);
        }
        let mut run = || {
            let mut all = Vec::new();
            for (i, ((weight, bias), out)) in on_device.iter().zip(&mut outs).enumerate() {
                let bias = bias.get().slice(0, OUTPUTS[i])?;
                all.push(QuantisedLinearArgs {
                    x: x.view()?,
                    weight: weight.view()?,
                    bias: (i % 2 == 1).then_some(bias),
                    out: out.view_mut()?,
                });
            }
            match together {
                true => linears.run(&rig.stream, &all),
                false => all
                    .iter()
                    .try_for_each(|one| linears.run(&rig.stream, std::slice::from_ref(one))),
            }
        };
        run().map_err(text)?;
        for ((out, values), n) in outs.iter().zip(&mut values).zip(OUTPUTS) {
            rig.fetch(out, &mut matrix_mut(values, [rows, 1, n]))?;
        }
        Ok(values.to_vec())
    };
    let (alone, together) = (results(false)?, results(true)?);
    if alone.iter().flatten().any(|x| x.is_nan()) {
        return Err("an output was not written".into());
    }
    if alone == together { Ok("the same bits".into()) } else { Err("other values".into()) }
}

fn text(error: CudaError) -> String {
    error.to_string()
}

/// All rows of the weights of `linear` that are whole pieces of 16 bytes, and some of them.
fn agree(rig: &Rig, format: WeightFormat) -> Result<String, String> {
    let mut elements = 0;
    for case in Linear::cases() {
        let need = Linear::need(&case);
        let (n, k) = (need.n, need.k);
        if need.format != format || !k.is_multiple_of(32) || n < 2 {
            continue;
        }
        let mut data = Linear::data(&case, Compute::Bf16);
        let mut result = Ok(());
        Linear::with_args(&mut data, 0..Linear::rows(&case), &mut |args| {
            let expected = args.weight.to_f32();
            for rows in [0..n, 1..n.div_ceil(2)] {
                let expected = &expected[rows.start * k..rows.end * k];
                let got = dequantised(rig, args.weight, rows.clone()).map_err(text);
                let same = got.and_then(|got| same(expected, &got));
                if let (Err(what), true) = (same, result.is_ok()) {
                    result = Err(format!("{case:?}, rows {rows:?}: {what}"));
                }
            }
        });
        result?;
        elements += n * k;
    }
    if elements == 0 { Err("no weight".into()) } else { Ok(format!("{elements} elements")) }
}

/// Rows of a table by index, one of which it does not have.
fn embedded(rig: &Rig, format: WeightFormat) -> Result<String, String> {
    let (mut elements, ids) = (0, [4_u32, 0, 7, 4, 1]);
    for case in Linear::cases() {
        let need = Linear::need(&case);
        let (n, k) = (need.n, need.k);
        if need.format != format || !k.is_multiple_of(32) || n < 5 {
            continue;
        }
        let mut data = Linear::data(&case, Compute::Bf16);
        let mut result = Ok(());
        Linear::with_args(&mut data, 0..Linear::rows(&case), &mut |args| {
            let table = args.weight.to_f32();
            let nan = vec![f32::NAN; k];
            let row = |&id: &u32| table.get(id as usize * k..(id as usize + 1) * k).unwrap_or(&nan);
            let expected: Vec<f32> = ids.iter().flat_map(row).copied().collect();
            let mut values = vec![0.0; ids.len() * k];
            let mut run = || -> Result<(), String> {
                let on_device = rig.quantised(&[args.weight]).map_err(text)?;
                let at = rig.slice(&ids).map_err(text)?;
                let shape = [ids.len(), 1, k];
                let mut out = rig.tensor(matrix(&values, shape)).map_err(text)?;
                let mut launch = || {
                    let ids = at.get().slice(0, ids.len())?;
                    let kernel = DequantiseBlocks::bind(&rig.device, format)?;
                    kernel.embed(&rig.stream, ids, &on_device.view()?, out.view_mut()?)
                };
                launch().map_err(text)?;
                rig.fetch(&out, &mut matrix_mut(&mut values, shape))?;
                for (i, (&got, &expected)) in values.iter().zip(&expected).enumerate() {
                    let expected = bf16::from_f32(expected).to_f32();
                    if got != expected && !(got.is_nan() && expected.is_nan()) {
                        return Err(format!("element {i} is {got}, not {expected}"));
                    }
                }
                Ok(())
            };
            if let (Err(what), true) = (run(), result.is_ok()) {
                result = Err(format!("{case:?}: {what}"));
            }
        });
        result?;
        elements += ids.len() * k;
    }
    if elements == 0 { Err("no table".into()) } else { Ok(format!("{elements} elements")) }
}

fn dequantised(
    rig: &Rig,
    weight: &Weight,
    rows: std::ops::Range<usize>,
) -> Result<Vec<u16>, CudaError> {
    let count = rows.len() * weight.k();
    let on_device = rig.quantised(&[weight])?;
    // NaN, and two elements that must stay.
    let mut out = rig.slice(&vec![0x7fca_u16; count + 2])?;
    let (format, view) = (weight.format(), on_device.view()?);
    let to = out.get_mut().slice_mut(0, count)?;
    match format.is_blocks() {
        true => DequantiseBlocks::bind(&rig.device, format)?.run(&rig.stream, &view, rows, to)?,
        false => Dequantise::bind(&rig.device, format)?.run(&rig.stream, &view, rows, to)?,
    }
    rig.values(&out, 0, count + 2)
}

fn same(expected: &[f32], got: &[u16]) -> Result<(), String> {
    if got[expected.len()..] != [0x7fca; 2] {
        return Err("memory behind the elements was written".into());
    }
    for (i, (&expected, &got)) in expected.iter().zip(got).enumerate() {
        let (expected, got) = (bf16::from_f32(expected), bf16::from_bits(got));
        if expected != got && !(expected.is_nan() && got.is_nan()) {
            return Err(format!("element {i} is {got}, not {expected}"));
        }
    }
    Ok(())
}
