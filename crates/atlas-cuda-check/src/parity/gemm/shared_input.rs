//! Linears of the same rows in one launch: the bits of each are those it has alone.

use atlas_cuda::CudaError;
use atlas_cuda::ops::elementwise::activation::SwiGlu;
use atlas_cuda::ops::fused::Fused;
use atlas_cuda::ops::gemm::dispatch::GemmDispatch;
use atlas_cuda::ops::gemm::gemv::{Gemv, GemvTwoWarps};
use atlas_cuda::ops::gemm::norm_gemv::NormGemv;
use atlas_cuda::ops::gemm::shared_input::{CheckedLinear, LinearGroup};
use atlas_cuda::ops::gemm::small_m_mma::SmallMMma;
use atlas_cuda::ops::gemm::{LinearArgs, LinearTypes};
use atlas_cuda::ops::norm::NormWeight;
use atlas_cuda::ops::norm::rms_norm::RmsNorm;
use atlas_cuda::view::View;
use atlas_tensor::testkit::Noise;
use atlas_tensor::{DType, Weight, WeightFormat};

use crate::parity::check::{Tally, same};
use crate::parity::rig::{Matrix, Pooled, Rig};
use crate::parity::rows::{matrix, matrix_mut};

/// Rows and K.
const SHAPES: [(usize, usize); 13] = [
    (1, 8),
    (1, 2048),
    (2, 264),
    (16, 40),
    (17, 264),
    (32, 8),
    (33, 264),
    (64, 136),
    (385, 72),
    // K is divided.
    (2, 1024),
    (9, 1032),
    (33, 1096),
    (70, 2048),
];

pub fn check(rig: &Rig, seed: u64, tally: &mut Tally) {
    if rig.dtype != DType::Bf16 || !tally.wants("linears") {
        return;
    }
    rig.aligned.set(true);
    for (rows, k) in SHAPES {
        for invariant in [false, true] {
            let name =
                format!("linears {rows} x {k}{}", if invariant { ", invariant" } else { "" });
            tally.case(&name, || together(rig, [rows, k], invariant, seed));
        }
    }
}

/// One row with a long K, two warps an output, against a warp an output in f32.
pub fn halves(rig: &Rig, seed: u64, tally: &mut Tally) {
    if rig.dtype != DType::Bf16 || !tally.wants("linear_halves") {
        return;
    }
    rig.aligned.set(true);
    for (n, k) in [(1, 2056), (7, 2064), (130, 4096), (33, 4104), (5, 8192), (513, 5000)] {
        tally.case(&format!("linear_halves 1 x {n} x {k}"), || in_halves(rig, [n, k], seed));
    }
}

fn in_halves(rig: &Rig, [n, k]: [usize; 2], seed: u64) -> Result<String, String> {
    let mut noise = Noise::new(seed ^ (77 + n as u64));
    let x = noise.fill(k, 1.0);
    let x = rig.tensor(matrix(&x, [1, 1, k])).map_err(text)?;
    let values = noise.fill(n * k, 1.0 / (k as f32).sqrt());
    let weight = Weight::from_f32(WeightFormat::Bf16, n, k, &values);
    let weight = rig.weight(&weight).map_err(text)?;
    let bias = noise.fill(n, 1.0);
    let bias = rig.slice(&bias).map_err(text)?;
    let poison = vec![f32::NAN; n];
    let out = |dtype| rig.tensor_as(matrix(&poison, [1, 1, n]), dtype).map_err(text);
    let (mut two, mut one) = (out(DType::Bf16)?, out(DType::F32)?);
    let mut run = || {
        let args = |out| -> Result<LinearArgs<'_>, CudaError> {
            let bias = Some(bias.get().slice(0, n)?);
            Ok(LinearArgs { x: x.view()?, weight: weight.view()?, bias, out })
        };
        GemvTwoWarps::bind(&rig.device)?.run(&rig.stream, args(two.view_mut()?)?)?;
        let [x, weight, out] = [DType::Bf16, DType::Bf16, DType::F32];
        let warp = Gemv::bind(&rig.device, LinearTypes { x, weight, out })?;
        warp.run(&rig.stream, args(one.view_mut()?)?)?;
        rig.stream.synchronize()
    };
    run().map_err(text)?;
    let (mut got, mut want) = (vec![f32::NAN; n], vec![f32::NAN; n]);
    rig.fetch(&two, &mut matrix_mut(&mut got, [1, 1, n]))?;
    rig.fetch(&one, &mut matrix_mut(&mut want, [1, 1, n]))?;
    let near = |(a, b): (&f32, &f32)| (a - b).abs() <= 1e-4 + 4e-3 * b.abs();
    match got.iter().zip(&want).position(|pair| !near(pair)) {
        Some(at) => Err(format!("output {at}: {} for {}", got[at], want[at])),
        None => Ok("within a rounding".into()),
    }
}

/// One row added to its residual, its norm and linears in one kernel, against both kernels. All
/// cases share what blocks count in, so that each counts on what the one before left.
pub fn normed(rig: &Rig, seed: u64, tally: &mut Tally) {
    if rig.dtype != DType::Bf16 || !tally.wants("norm_linears") {
        return;
    }
    rig.aligned.set(true);
    let both = match NormGemv::bind(&rig.stream) {
        Ok(both) => both,
        Err(error) => return tally.case("norm_linears", || Err(text(error))),
    };
    for k in [8, 264, 1032, 2040, 2048] {
        for count in [1, PARTS.len()] {
            let name = format!("norm_linears {count} of {k}");
            tally.case(&name, || with_norm(rig, &both, [k, count], seed));
        }
    }
}

/// An activation and the linear of it in one kernel, against both kernels.
pub fn active(rig: &Rig, seed: u64, tally: &mut Tally) {
    if rig.dtype != DType::Bf16 || !tally.wants("swiglu_linears") {
        return;
    }
    rig.aligned.set(true);
    let shapes = [
        (1, 8, 1),
        (1, 520, 130),
        (2, 8, 7),
        (3, 512, 2048),
        (8, 264, 33),
        (9, 520, 4097),
        (16, 1032, 65),
        (16, 40, 8200),
    ];
    for (rows, k, n) in shapes {
        let name = format!("swiglu_linears {rows} x {n} x {k}");
        tally.case(&name, || with_active(rig, [rows, k, n], seed));
    }
}

fn with_active(rig: &Rig, [rows, k, n]: [usize; 3], seed: u64) -> Result<String, String> {
    let mut noise = Noise::new(seed ^ (91 + rows as u64));
    let mut of = |width: usize, scale: f32| -> Result<Matrix, String> {
        let values = noise.fill(rows * width, scale);
        rig.tensor(matrix(&values, [rows, 1, width])).map_err(text)
    };
    let inputs = [of(k, 2.0)?, of(k, 1.0)?];
    let mut actives = [of(k, f32::NAN)?, of(k, f32::NAN)?];
    let mut outs = [of(n, f32::NAN)?, of(n, f32::NAN)?];
    let values = noise.fill(n * k, 1.0 / (k as f32).sqrt());
    let weight = rig.weight(&Weight::from_f32(WeightFormat::Bf16, n, k, &values)).map_err(text)?;
    let bias = rig.slice(&noise.fill(n, 1.0)).map_err(text)?;
    let bind = || -> Result<_, CudaError> {
        let small_m = SmallMMma::bind(&rig.device, DType::Bf16)?;
        let types = [DType::Bf16; 3];
        let [x, weight, out] = types;
        let one = Gemv::bind(&rig.device, LinearTypes { x, weight, out })?;
        Ok((SwiGlu::bind(&rig.device, DType::Bf16)?, small_m, one, Fused::bind(&rig.device)?))
    };
    let (swiglu, small_m, one, fused) = bind().map_err(text)?;
    let mut run = || {
        let [first, second] = &mut outs;
        let [apart, together] = &mut actives;
        let gates = || -> Result<_, CudaError> { Ok([inputs[0].view()?, inputs[1].view()?]) };
        let [gate, up] = gates()?;
        swiglu.run(&rig.stream, gate, up, apart.view_mut()?)?;
        let args = |x, out| -> Result<LinearArgs<'_>, CudaError> {
            let bias = Some(bias.get().slice(0, n)?);
            Ok(LinearArgs { x, weight: weight.view()?, bias, out })
        };
        let alone = args(apart.view()?, first.view_mut()?)?;
        match rows {
            1 => one.run(&rig.stream, alone)?,
            _ => small_m.run(&rig.stream, alone)?,
        }
        let (active, out) = (together.view_mut()?, second.view_mut()?);
        let served =
            fused.run_active(&rig.stream, &swiglu, gates()?, active, move |x| args(x, out))?;
        rig.stream.synchronize().map(|()| served)
    };
    if !run().map_err(text)? {
        return Err("an activation that does not go with its linear".into());
    }
    for (name, pair, width) in [("active", &actives, k), ("linear", &outs, n)] {
        let read = |which: &Matrix| -> Result<Vec<f32>, String> {
            let mut values = vec![f32::NAN; rows * width];
            rig.fetch(which, &mut matrix_mut(&mut values, [rows, 1, width]))?;
            Ok(values)
        };
        let wanted = read(&pair[0])?;
        if wanted.iter().any(|value| value.is_nan()) {
            return Err(format!("{name}: elements that were not written"));
        }
        same(&[(name, wanted)], &[(name, read(&pair[1])?)])?;
    }
    Ok("the same bits".into())
}

fn with_norm(
    rig: &Rig,
    both: &NormGemv,
    [k, count]: [usize; 2],
    seed: u64,
) -> Result<String, String> {
    let mut noise = Noise::new(seed ^ (53 + k as u64));
    let mut row = |scale: f32| -> Result<Matrix, String> {
        let values = noise.fill(k, scale);
        rig.tensor(matrix(&values, [1, 1, k])).map_err(text)
    };
    let (x, mut residual) = (row(1.0)?, row(2.0)?);
    let mut outs = [row(f32::NAN)?, row(f32::NAN)?];
    let mut before = vec![f32::NAN; k];
    rig.fetch(&residual, &mut matrix_mut(&mut before, [1, 1, k]))?;
    let mut second = rig.tensor(matrix(&before, [1, 1, k])).map_err(text)?;
    let weight = rig.slice(&noise.fill(k, 1.0)).map_err(text)?;
    let mut parts = parts_of(rig, &mut noise, [1, k])?;
    parts.truncate(count);
    let (linears, norm) =
        (GemmDispatch::bind(&rig.device), RmsNorm::bind(&rig.device, DType::Bf16));
    let (linears, norm) = (linears.map_err(text)?, norm.map_err(text)?);
    let mut run = || {
        let weight = NormWeight { weight: weight.get().slice(0, k)?, eps: 1e-6, offset: 1.0 };
        norm.run_add(&rig.stream, residual.view_mut()?, x.view()?, weight, outs[0].view_mut()?)?;
        linears.run(&rig.stream, &group(outs[0].view()?, &mut parts, 0)?, false)?;
        let args = (second.view_mut()?, x.view()?, weight);
        let (lent, out) = (&mut *parts, outs[1].view_mut()?);
        let served = both.run(&rig.stream, &norm, args, out, move |row| group(row, lent, 1))?;
        rig.stream.synchronize().map(|()| served)
    };
    if !run().map_err(text)? {
        return Err("a norm that does not take its linears".into());
    }
    let read = |row: &Matrix| -> Result<Vec<f32>, String> {
        let mut values = vec![f32::NAN; k];
        rig.fetch(row, &mut matrix_mut(&mut values, [1, 1, k]))?;
        Ok(values)
    };
    let [apart, together] = &outs;
    same(&[("residual", read(&residual)?)], &[("residual", read(&second)?)])?;
    same(&[("norm", read(apart)?)], &[("norm", read(together)?)])?;
    same_parts(rig, &parts, 1)
}

/// Outputs, whether they are f32, and whether there is a bias.
const PARTS: [(usize, bool, bool); 4] =
    [(33, false, true), (1, false, false), (2112, false, false), (130, true, true)];

struct PartData {
    n: usize,
    weight: Matrix,
    bias: Option<Pooled>,
    outs: [Matrix; 2],
    is_f32: bool,
}

fn together(
    rig: &Rig,
    [rows, k]: [usize; 2],
    invariant: bool,
    seed: u64,
) -> Result<String, String> {
    let mut noise = Noise::new(seed ^ (31 + rows as u64));
    let x = noise.fill(rows * k, 1.0);
    let x = rig.tensor(matrix(&x, [rows, 1, k])).map_err(text)?;
    let mut parts = parts_of(rig, &mut noise, [rows, k])?;
    let kernels = GemmDispatch::bind(&rig.device).map_err(text)?;
    let mut run = || {
        for part in &mut parts {
            kernels.run(&rig.stream, &LinearGroup::new(queued(x.view()?, part, 0)?), invariant)?;
        }
        kernels.run(&rig.stream, &group(x.view()?, &mut parts, 1)?, invariant)?;
        rig.stream.synchronize()
    };
    run().map_err(text)?;
    same_parts(rig, &parts, rows)
}

/// Linears of rows of `k` elements with two outputs each, poisoned.
fn parts_of(rig: &Rig, noise: &mut Noise, [rows, k]: [usize; 2]) -> Result<Vec<PartData>, String> {
    let mut parts = Vec::new();
    for (n, is_f32, bias) in PARTS {
        let values = noise.fill(n * k, 1.0 / (k as f32).sqrt());
        let weight = Weight::from_f32(WeightFormat::Bf16, n, k, &values);
        let weight = rig.weight(&weight).map_err(text)?;
        let bias = noise.fill(if bias { n } else { 0 }, 1.0);
        let bias = (!bias.is_empty()).then(|| rig.slice(&bias).map_err(text)).transpose()?;
        let poison = vec![f32::NAN; rows * n];
        let dtype = if is_f32 { DType::F32 } else { DType::Bf16 };
        let out = || rig.tensor_as(matrix(&poison, [rows, 1, n]), dtype).map_err(text);
        parts.push(PartData { n, weight, bias, outs: [out()?, out()?], is_f32 });
    }
    Ok(parts)
}

/// The linears of a row into one of their outputs.
fn group<'a>(
    x: View<'a>,
    parts: &'a mut [PartData],
    which: usize,
) -> Result<LinearGroup<'a>, CudaError> {
    let mut parts = parts.iter_mut();
    let first = parts.next().ok_or(CudaError::NotBuilt)?;
    let mut group = LinearGroup::new(queued(x, first, which)?);
    for part in parts {
        if !group.add(&queued(x, part, which)?) {
            return Err(CudaError::NotBuilt);
        }
    }
    Ok(group)
}

/// Both outputs of every part have the same bits, and all of them were written.
fn same_parts(rig: &Rig, parts: &[PartData], rows: usize) -> Result<String, String> {
    for part in parts {
        let shape = [rows, 1, part.n];
        let [alone, grouped] = &part.outs;
        let read = |out: &Matrix| -> Result<Vec<f32>, String> {
            let mut values = vec![f32::NAN; rows * part.n];
            rig.fetch(out, &mut matrix_mut(&mut values, shape))?;
            Ok(values)
        };
        let name = if part.is_f32 { "f32" } else { "bf16" };
        let alone = read(alone)?;
        if alone.iter().any(|value| value.is_nan()) {
            return Err(format!("{name} outputs that were not written"));
        }
        same(&[(name, alone)], &[(name, read(grouped)?)])?;
    }
    Ok("the same bits".into())
}

/// The linear of a part into one of its outputs.
fn queued<'a>(
    x: View<'a>,
    part: &'a mut PartData,
    which: usize,
) -> Result<CheckedLinear<'a>, CudaError> {
    let bias = part.bias.as_ref().map(|bias| bias.get().slice(0, part.n)).transpose()?;
    let out = part.outs[which].view_mut()?;
    CheckedLinear::of(&LinearArgs { x, weight: part.weight.view()?, bias, out })
}

fn text(error: CudaError) -> String {
    error.to_string()
}
