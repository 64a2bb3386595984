//! One row that a norm or an activation makes, with quantised linears of it in one kernel: the bits
//! of the launches apart.

use atlas_cuda::CudaError;
use atlas_cuda::ops::elementwise::activation::SwiGlu;
use atlas_cuda::ops::gemm::LinearArgs;
use atlas_cuda::ops::gemm::dispatch::GemmDispatch;
use atlas_cuda::ops::gemm::quantised_gemv::{QuantisedGemv, RowLinear};
use atlas_cuda::ops::gemm::quantised_small_m::{QuantisedLinearArgs, QuantisedSmallM};
use atlas_cuda::ops::gemm::shared_input::{CheckedLinear, LinearGroup};
use atlas_cuda::ops::norm::NormWeight;
use atlas_cuda::ops::norm::rms_norm::RmsNorm;
use atlas_cuda::view::View;
use atlas_tensor::testkit::Noise;
use atlas_tensor::{DType, Weight, WeightFormat};

use crate::parity::check::{Tally, same};
use crate::parity::rig::{Matrix, Pooled, Quantised, Rig};
use crate::parity::rows::{matrix, matrix_mut};

/// Outputs of linears, and whether they are of codes. Blocks of threads go from either kind to the
/// other.
const GROUPS: [&[(usize, bool)]; 4] = [
    &[(130, true), (33, false), (17, true), (9, false)],
    &[(40, false), (1, false), (1000, true)],
    &[(7, true)],
    &[(600, true), (520, true), (16, true), (300, true)],
];

pub fn check(rig: &Rig, seed: u64, tally: &mut Tally) {
    if rig.dtype != DType::Bf16 {
        return;
    }
    rig.aligned.set(true);
    let both = match QuantisedGemv::bind(&rig.stream) {
        Ok(both) => both,
        Err(error) => return tally.case("quantised_gemv", || Err(text(error))),
    };
    for format in WeightFormat::MADE.into_iter().filter(|format| format.is_quantised()) {
        if tally.wants("quantised_norm_linears") {
            for (i, k) in [32, 288, 2048, 4064, 4096].into_iter().enumerate() {
                let group = GROUPS[i % GROUPS.len()];
                let name = format!("quantised_norm_linears {format} {} of {k}", group.len());
                tally.case(&name, || with_norm(rig, &both, (format, k, group), seed));
            }
            let name = format!("quantised_norm_linears {format}, not served");
            tally.case(&name, || refused(rig, &both, format));
        }
        if tally.wants("quantised_swiglu_linears") {
            for (k, n) in [(32, 1), (512, 130), (1056, 700), (8192, 17)] {
                let name = format!("quantised_swiglu_linears {format} {n} x {k}");
                tally.case(&name, || with_active(rig, &both, (format, k, n), seed));
            }
        }
    }
}

/// A linear with two outputs of its one row, poisoned.
struct Part {
    n: usize,
    weight: PartWeight,
    bias: Option<Pooled>,
    outs: [Matrix; 2],
}

enum PartWeight {
    Codes(Quantised),
    Bf16(Matrix),
}

impl Part {
    /// Every other pair has outputs of f32, and every third one a bias.
    fn new(
        rig: &Rig,
        noise: &mut Noise,
        (index, n, k): (usize, usize, usize),
        format: WeightFormat,
    ) -> Result<Self, String> {
        let values = noise.fill(n * k, 1.0 / (k as f32).sqrt());
        let weight = Weight::from_f32(format, n, k, &values);
        let weight = match format.is_quantised() {
            true => PartWeight::Codes(rig.quantised(&[&weight]).map_err(text)?),
            false => PartWeight::Bf16(rig.weight(&weight).map_err(text)?),
        };
        let bias = noise.fill(n, 1.0);
        let bias = (index % 3 == 0).then(|| rig.slice(&bias).map_err(text)).transpose()?;
        let dtype = if index / 2 % 2 == 1 { DType::F32 } else { DType::Bf16 };
        let poison = vec![f32::NAN; n];
        let out = || rig.tensor_as(matrix(&poison, [1, 1, n]), dtype).map_err(text);
        Ok(Self { n, weight, bias, outs: [out()?, out()?] })
    }

    /// The linear of x into one of its outputs.
    fn of<'a>(&'a mut self, x: View<'a>, which: usize) -> Result<RowLinear<'a>, CudaError> {
        let bias = self.bias.as_ref().map(|bias| bias.get().slice(0, self.n)).transpose()?;
        let out = self.outs[which].view_mut()?;
        Ok(match &self.weight {
            PartWeight::Codes(weight) => {
                RowLinear::Codes(QuantisedLinearArgs { x, weight: weight.view()?, bias, out })
            }
            PartWeight::Bf16(weight) => {
                let args = LinearArgs { x, weight: weight.view()?, bias, out };
                RowLinear::Bf16(CheckedLinear::of(&args)?)
            }
        })
    }

    /// Both outputs have the same bits, and were written.
    fn agrees(&self, rig: &Rig) -> Result<(), String> {
        let read = |out: &Matrix| row_of(rig, out, self.n);
        let [apart, together] = &self.outs;
        same(&[("outputs", read(apart)?)], &[("outputs", read(together)?)])
            .map_err(|what| format!("linear of {}: {what}", self.n))
    }
}

/// The elements of a row, all of which are numbers.
fn row_of(rig: &Rig, row: &Matrix, width: usize) -> Result<Vec<f32>, String> {
    let mut values = vec![f32::NAN; width];
    rig.fetch(row, &mut matrix_mut(&mut values, [1, 1, width]))?;
    match values.iter().position(|value| value.is_nan()) {
        Some(at) => Err(format!("element {at} of {width} was not written")),
        None => Ok(values),
    }
}

/// Launches linears of one row as they are without what makes it: those of bf16 together.
fn launch_apart(
    rig: &Rig,
    format: WeightFormat,
    linears: &[RowLinear<'_>],
) -> Result<(), CudaError> {
    let small_m = QuantisedSmallM::bind(&rig.device, format)?;
    let mut plain: Option<LinearGroup<'_>> = None;
    for linear in linears {
        match (linear, &mut plain) {
            (RowLinear::Codes(args), _) => small_m.run(&rig.stream, std::slice::from_ref(args))?,
            (RowLinear::Bf16(linear), None) => plain = Some(LinearGroup::new(*linear)),
            (RowLinear::Bf16(linear), Some(group)) => assert!(group.add(linear), "outputs apart"),
        }
    }
    match plain {
        Some(group) => GemmDispatch::bind(&rig.device)?.run(&rig.stream, &group, false),
        None => Ok(()),
    }
}

fn with_norm(
    rig: &Rig,
    both: &QuantisedGemv,
    (format, k, group): (WeightFormat, usize, &[(usize, bool)]),
    seed: u64,
) -> Result<String, String> {
    let mut noise = Noise::new(seed ^ (59 + k as u64));
    let (x, before, weight) = (noise.fill(k, 1.0), noise.fill(k, 2.0), noise.fill(k, 1.0));
    let poison = vec![f32::NAN; k];
    let row = |values: &[f32]| rig.tensor(matrix(values, [1, 1, k])).map_err(text);
    let x = row(&x)?;
    let mut residuals = [row(&before)?, row(&before)?];
    let mut outs = [row(&poison)?, row(&poison)?];
    let weight = rig.slice(&weight).map_err(text)?;
    let mut parts = Vec::new();
    for (i, &(n, codes)) in group.iter().enumerate() {
        let format = if codes { format } else { WeightFormat::Bf16 };
        parts.push(Part::new(rig, &mut noise, (i, n, k), format)?);
    }
    let norm = RmsNorm::bind(&rig.device, DType::Bf16).map_err(text)?;
    let mut run = || {
        let weight = NormWeight { weight: weight.get().slice(0, k)?, eps: 1e-6, offset: 1.0 };
        let [first, second] = &mut residuals;
        let [apart, together] = &mut outs;
        norm.run_add(&rig.stream, first.view_mut()?, x.view()?, weight, apart.view_mut()?)?;
        let linears = parts.iter_mut().map(|part| part.of(apart.view()?, 0));
        launch_apart(rig, format, &linears.collect::<Result<Vec<_>, _>>()?)?;
        let args = (second.view_mut()?, x.view()?, weight);
        let lent = &mut parts;
        let served = both.run_norm(&rig.stream, &norm, args, together.view_mut()?, move |row| {
            lent.iter_mut().map(|part| part.of(row, 1)).collect()
        })?;
        rig.stream.synchronize().map(|()| served)
    };
    if !run().map_err(text)? {
        return Err("a norm that does not take its linears".into());
    }
    for (name, [apart, together]) in [("residual", &residuals), ("norm", &outs)] {
        same(&[(name, row_of(rig, apart, k)?)], &[(name, row_of(rig, together, k)?)])?;
    }
    parts.iter().try_for_each(|part| part.agrees(rig))?;
    Ok("the same bits".into())
}

/// Linears that do not go with the norm, which is then not launched: of bf16 alone, one of bf16
/// that has other bits alone, and rows that are too long.
fn refused(rig: &Rig, both: &QuantisedGemv, format: WeightFormat) -> Result<String, String> {
    let cases: [(usize, &[(usize, bool)]); 3] =
        [(2048, &[(9, false)]), (2080, &[(9, false), (9, true)]), (4128, &[(9, true)])];
    let norm = RmsNorm::bind(&rig.device, DType::Bf16).map_err(text)?;
    for (k, group) in cases {
        let mut noise = Noise::new(61);
        let row = |value: f32| rig.tensor(matrix(&vec![value; k], [1, 1, k])).map_err(text);
        let (x, mut residual, mut out) = (row(1.0)?, row(2.0)?, row(3.0)?);
        let weight = rig.slice(&vec![1.0f32; k]).map_err(text)?;
        let mut parts = Vec::new();
        for &(n, codes) in group {
            let format = if codes { format } else { WeightFormat::Bf16 };
            parts.push(Part::new(rig, &mut noise, (0, n, k), format)?);
        }
        let mut run = || {
            let weight = NormWeight { weight: weight.get().slice(0, k)?, eps: 1e-6, offset: 1.0 };
            let args = (residual.view_mut()?, x.view()?, weight);
            let lent = &mut parts;
            let served = both.run_norm(&rig.stream, &norm, args, out.view_mut()?, move |row| {
                lent.iter_mut().map(|part| part.of(row, 1)).collect()
            })?;
            rig.stream.synchronize().map(|()| served)
        };
        let untouched = |row: &Matrix, value: f32| -> Result<bool, String> {
            Ok(row_of(rig, row, k)?.iter().all(|&x| x == value))
        };
        let served = run().map_err(text)?;
        if served || !untouched(&residual, 2.0)? || !untouched(&out, 3.0)? {
            return Err(format!("{group:?} of {k} were launched"));
        }
    }
    Ok("not launched".into())
}

fn with_active(
    rig: &Rig,
    both: &QuantisedGemv,
    (format, k, n): (WeightFormat, usize, usize),
    seed: u64,
) -> Result<String, String> {
    let mut noise = Noise::new(seed ^ (67 + k as u64));
    let mut row = |width: usize, scale: f32| -> Result<Matrix, String> {
        let values = noise.fill(width, scale);
        rig.tensor(matrix(&values, [1, 1, width])).map_err(text)
    };
    let inputs = [row(k, 2.0)?, row(k, 1.0)?];
    let mut actives = [row(k, f32::NAN)?, row(k, f32::NAN)?];
    let mut part = Part::new(rig, &mut noise, (n % 3, n, k), format)?;
    let swiglu = SwiGlu::bind(&rig.device, DType::Bf16).map_err(text)?;
    let mut run = || {
        let [apart, together] = &mut actives;
        let gates = || -> Result<_, CudaError> { Ok([inputs[0].view()?, inputs[1].view()?]) };
        let [gate, up] = gates()?;
        swiglu.run(&rig.stream, gate, up, apart.view_mut()?)?;
        launch_apart(rig, format, &[part.of(apart.view()?, 0)?])?;
        let active = together.view_mut()?;
        let lent = &mut part;
        let served = both.run_active(&rig.stream, &swiglu, gates()?, active, move |x| {
            codes_of(lent.of(x, 1)?)
        })?;
        rig.stream.synchronize().map(|()| served)
    };
    if !run().map_err(text)? {
        return Err("an activation that does not go with its linear".into());
    }
    let [apart, together] = &actives;
    same(&[("active", row_of(rig, apart, k)?)], &[("active", row_of(rig, together, k)?)])?;
    part.agrees(rig)?;
    Ok("the same bits".into())
}

fn codes_of(linear: RowLinear<'_>) -> Result<QuantisedLinearArgs<'_>, CudaError> {
    match linear {
        RowLinear::Codes(args) => Ok(args),
        RowLinear::Bf16(_) => Err(CudaError::NotBuilt),
    }
}

fn text(error: CudaError) -> String {
    error.to_string()
}
