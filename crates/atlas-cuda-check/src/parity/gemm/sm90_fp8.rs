//! Inputs as codes of 8 bits: those of the reference, bit for bit. And products of such codes with
//! 8-bit weights in every tile: within the tensor cores' precision of the sums of the same codes,
//! near the product of the inputs as they were, and with planted faults of scales far from either.

use atlas_cuda::CudaError;
use atlas_cuda::ops::gemm::quantise_activations::{ActivationCodes, QuantiseActivations};
use atlas_cuda::ops::gemm::quantised_small_m::QuantisedLinearArgs;
use atlas_cuda::ops::gemm::sm90_fp8::Sm90Fp8;
use atlas_tensor::ops::{QuantisedActivations, ScaleGroup, quantise_activations};
use atlas_tensor::testkit::Noise;
use atlas_tensor::{DType, Weight, WeightFormat};
use half::bf16;

use crate::parity::check::Tally;
use crate::parity::rig::Rig;
use crate::parity::rows::{matrix, matrix_mut};

const BLOCK: usize = 128;
/// Largest distance from the sums of the same codes, in norm: the tensor cores keep 13 bits or so
/// of a sum of 32 products.
pub const NORM: f64 = 1e-3;
/// Least cosine with the product of the inputs as they were.
pub const COSINE: f64 = 0.999;
const GROUPS: [(ScaleGroup, WeightFormat); 2] =
    [(ScaleGroup::Block, WeightFormat::Fp8Block), (ScaleGroup::Row, WeightFormat::Fp8Row)];

pub fn check(rig: &Rig, short: bool, seed: u64, tally: &mut Tally) {
    if rig.dtype != DType::Bf16 {
        return;
    }
    let kernels = QuantiseActivations::bind(&rig.device).and_then(|quantise| {
        let linears = Sm90Fp8::bind(&rig.device)?;
        Ok(quantise.zip(linears))
    });
    let (quantise, linears) = match kernels {
        Ok(Some(kernels)) => kernels,
        Ok(None) => return tally.leave_out("fp8_linears", "the device lacks the instructions"),
        Err(error) => return tally.leave_out("fp8_linears", &error.to_string()),
    };
    for (group, format) in GROUPS {
        if tally.wants("quantise_activations") {
            let name = format!("quantise_activations {format}");
            tally.case(&name, || codes_agree(rig, &quantise, group, seed));
        }
        // Every tile has few rows and many, and whole and partial ones; parts of K without a step.
        for (rows, n, k) in shapes(short) {
            if tally.wants("fp8_linears") {
                let name = format!("fp8_linears {format} {rows}x{n}x{k}");
                let shape = [rows, n, k];
                tally.case(&name, || {
                    products_agree(rig, (&quantise, &linears), format, shape, seed)
                });
            }
        }
    }
}

fn shapes(short: bool) -> Vec<(usize, usize, usize)> {
    let mut shapes = vec![
        (1, 128, 128),
        (17, 128, 384),
        (31, 128, 1024),
        (33, 256, 256),
        (64, 128, 384),
        (65, 128, 256),
        (127, 128, 256),
        (129, 256, 256),
    ];
    if !short {
        shapes.extend([(1000, 512, 768), (257, 1024, 2048), (48, 640, 8192)]);
    }
    shapes
}

/// Rows of other magnitudes, and other ones in each block: a scale in the wrong place shows.
fn inputs(noise: &mut Noise, rows: usize, k: usize) -> Vec<f32> {
    let mut x = noise.fill(rows * k, 1.0);
    for (i, x) in x.iter_mut().enumerate() {
        let (row, block) = (i / k, i % k / BLOCK);
        *x *= [1.0, 0.05, 6.0, 0.4][(row * 3 + block) % 4];
        *x = bf16::from_f32(*x).to_f32();
    }
    x
}

/// Blocks of other magnitudes, and rows where a row has the scale.
fn weight(noise: &mut Noise, format: WeightFormat, n: usize, k: usize) -> Weight {
    let mut values = noise.fill(n * k, 0.06);
    for (i, w) in values.iter_mut().enumerate() {
        let (row, block) = (i / k, i % k / BLOCK);
        let place = if format == WeightFormat::Fp8Row { row } else { row / BLOCK + block };
        *w *= [1.0, 0.3, 4.0][place % 3];
    }
    Weight::from_f32(format, n, k, &values)
}

fn codes_agree(
    rig: &Rig,
    quantise: &QuantiseActivations,
    group: ScaleGroup,
    seed: u64,
) -> Result<String, String> {
    let mut noise = Noise::new(seed ^ 57);
    let mut elements = 0;
    for (rows, k) in [(1, 128), (3, 130), (130, 256), (7, 1), (5, 3333), (33, 2048)] {
        for aligned in [true, false] {
            let mut x = inputs(&mut noise, rows, k);
            if rows > 2 {
                x[2 * k..3 * k].fill(0.0);
                (x[0], x[k]) = (f32::NAN, f32::INFINITY);
                // A subnormal scale.
                x[k + 1..2 * k].iter_mut().for_each(|x| *x *= 1e-38);
            }
            rig.aligned.set(aligned);
            let on_device = rig.tensor(matrix(&x, [rows, 1, k])).map_err(text);
            rig.aligned.set(true);
            let on_device = on_device?;
            let bytes = ActivationCodes::memory_bytes([rows, k], group);
            let mut memory = rig.slice(&vec![0xffu8; bytes + 16]).map_err(text)?;
            let view = on_device.view().map_err(text)?;
            quantise.run(&rig.stream, &view, group, memory.get_mut()).map_err(text)?;
            let got: Vec<u8> = rig.values(&memory, 0, bytes + 16).map_err(text)?;
            let expected = quantise_activations(&x, k, group);
            same_codes(&expected, &got, [rows, k], group)?;
            if got[bytes..] != [0xff; 16] {
                return Err("memory behind the scales was written".into());
            }
            elements += rows * k;
        }
    }
    Ok(format!("{elements} elements"))
}

fn same_codes(
    expected: &QuantisedActivations,
    got: &[u8],
    [rows, k]: [usize; 2],
    group: ScaleGroup,
) -> Result<(), String> {
    if let Some(i) = (0..rows * k).find(|&i| expected.codes[i] != got[i]) {
        let what = format!("{:#x}, not {:#x}", got[i], expected.codes[i]);
        return Err(format!("element {} of row {} of {k}: {what}", i % k, i / k));
    }
    let (groups, at) = (group.count(k), ActivationCodes::scales_at([rows, k], group));
    let row_scales = ActivationCodes::scale_row(rows);
    for (row, g) in (0..row_scales).flat_map(|row| (0..groups).map(move |g| (row, g))) {
        let from = at + 4 * (g * row_scales + row);
        let bits = u32::from_le_bytes([got[from], got[from + 1], got[from + 2], got[from + 3]]);
        let expected = if row < rows { expected.scales[row * groups + g] } else { 1f32.to_bits() };
        if bits != expected {
            let [got, expected] = [bits, expected].map(f32::from_bits);
            return Err(format!("scale {g} of row {row} of {k}: {got:e}, not {expected:e}"));
        }
    }
    Ok(())
}

/// A scale in the wrong place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    None,
    /// The next row's scale of the inputs.
    OtherRow,
    /// The next scale of the weight: of the next block of K, or of the next output.
    OtherBlock,
    /// The scale of the inputs twice.
    Twice,
}
const FAULTS: [Fault; 3] = [Fault::OtherRow, Fault::OtherBlock, Fault::Twice];

/// Sums of codes, in f64 over 128 elements of K, times both scales.
pub fn sums_of_codes(
    x: &QuantisedActivations,
    weight: &Weight,
    rows: usize,
    fault: Fault,
) -> Vec<f32> {
    use atlas_tensor::numbers::E4M3;
    let (n, k) = (weight.n(), weight.k());
    let group = ScaleGroup::of(weight.format()).unwrap_or(ScaleGroup::Row);
    let (groups, width) = (group.count(k), group.width(k));
    let value = |code: &u8| f64::from(E4M3[usize::from(*code)]);
    let [codes, weights] =
        [&x.codes[..], weight.bytes()].map(|codes| codes.iter().map(value).collect::<Vec<f64>>());
    let scales = |output: usize| weight.scales().map_or(&[][..], |scales| scales.of_row(output));
    let mut out = Vec::with_capacity(rows * n);
    for (row, output) in (0..rows).flat_map(|row| (0..n).map(move |output| (row, output))) {
        let sum = (0..groups).map(|g| {
            let from = g * width..k.min((g + 1) * width);
            let pairs = codes[row * k..][from.clone()].iter().zip(&weights[output * k..][from]);
            let sum: f64 = pairs.map(|(x, w)| x * w).sum();
            let other = |by: Fault| usize::from(fault == by);
            let x_row = (row + other(Fault::OtherRow)) % rows;
            let x_scale = f64::from(f32::from_bits(x.scales[x_row * groups + g]));
            let of_next = match group {
                ScaleGroup::Block => scales(output)[(g + other(Fault::OtherBlock)) % groups],
                ScaleGroup::Row => scales((output + other(Fault::OtherBlock)) % n)[0],
            };
            let twice = if fault == Fault::Twice { x_scale } else { 1.0 };
            sum * x_scale * twice * f64::from(of_next)
        });
        out.push(sum.sum::<f64>() as f32);
    }
    out
}

/// Norm of the difference over that of what is expected; an element that is no number is an error.
pub fn distance(expected: &[f32], got: &[f32]) -> Result<f64, String> {
    if let Some(i) = got.iter().position(|x| !x.is_finite()) {
        return Err(format!("element {i} is {}", got[i]));
    }
    let pairs = || expected.iter().zip(got).map(|(&e, &g)| (f64::from(e), f64::from(g)));
    let norm: f64 = pairs().map(|(e, _)| e * e).sum();
    let far: f64 = pairs().map(|(e, g)| (e - g) * (e - g)).sum();
    Ok((far / norm.max(f64::MIN_POSITIVE)).sqrt())
}

pub fn cosine(a: &[f32], b: &[f32]) -> f64 {
    let sum = |a: &[f32], b: &[f32]| -> f64 {
        a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
    };
    sum(a, b) / (sum(a, a) * sum(b, b)).sqrt()
}

/// Products of inputs as they are, in f64.
fn products(x: &[f32], weight: &Weight) -> Vec<f32> {
    let (k, values) = (weight.k(), weight.to_f32());
    let sum = |row: &[f32], w: &[f32]| -> f64 {
        row.iter().zip(w).map(|(&x, &w)| f64::from(x) * f64::from(w)).sum()
    };
    let rows = x.chunks(k);
    rows.flat_map(|row| values.chunks(k).map(|w| sum(row, w) as f32)).collect()
}

/// Whether each planted fault is far outside of the bound, where there is more than one scale.
fn faults_show(
    made: &QuantisedActivations,
    weight: &Weight,
    rows: usize,
    expected: &[f32],
) -> Result<(), String> {
    let by_row = ScaleGroup::of(weight.format()) == Some(ScaleGroup::Row);
    let shows = |fault: &&Fault| match fault {
        Fault::OtherRow => rows > 1,
        Fault::OtherBlock => by_row || weight.k() > BLOCK,
        Fault::None | Fault::Twice => true,
    };
    for fault in FAULTS.iter().filter(shows) {
        let wrong = sums_of_codes(made, weight, rows, *fault);
        if distance(expected, &wrong)? < 10.0 * NORM {
            return Err(format!("{fault:?} would not be found"));
        }
    }
    Ok(())
}

fn products_agree(
    rig: &Rig,
    (quantise, linears): (&QuantiseActivations, &Sm90Fp8),
    format: WeightFormat,
    [rows, n, k]: [usize; 3],
    seed: u64,
) -> Result<String, String> {
    let mut noise = Noise::new(seed ^ (rows * 31 + n + k) as u64);
    let Some(group) = ScaleGroup::of(format) else { return Err("no codes of 8 bits".into()) };
    let x = inputs(&mut noise, rows, k);
    let weight = weight(&mut noise, format, n, k);
    let made = quantise_activations(&x, k, group);
    let expected = sums_of_codes(&made, &weight, rows, Fault::None);
    faults_show(&made, &weight, rows, &expected)?;
    let plain = products(&x, &weight);
    let on_device = rig.tensor(matrix(&x, [rows, 1, k])).map_err(text)?;
    let codes = rig.quantised(&[&weight]).map_err(text)?;
    let bias: Vec<f32> = noise.fill(n, 1.0);
    let bias_on = rig.slice(&bias).map_err(text)?;
    let bytes = ActivationCodes::memory_bytes([rows, k], group);
    let mut memory = rig.slice(&vec![0xffu8; bytes]).map_err(text)?;
    let x_codes = quantise
        .run(&rig.stream, &on_device.view().map_err(text)?, group, memory.get_mut())
        .map_err(text)?;
    let (mut far, mut near): (f64, f64) = (0.0, 1.0);
    for tile in Sm90Fp8::tiles() {
        let named = |what: String| format!("{tile}: {what}");
        // Two linears of one launch, the second with a bias and in bf16.
        let poison = vec![f32::NAN; rows * n];
        let mut first = rig.tensor_as(matrix(&poison, [rows, 1, n]), DType::F32).map_err(text)?;
        let mut second = rig.tensor(matrix(&poison, [rows, 1, n])).map_err(text)?;
        let mut launch = || {
            let bias = Some(bias_on.get().slice(0, n)?);
            let x = on_device.view()?;
            let both = [
                QuantisedLinearArgs {
                    x,
                    weight: codes.view()?,
                    bias: None,
                    out: first.view_mut()?,
                },
                QuantisedLinearArgs { x, weight: codes.view()?, bias, out: second.view_mut()? },
            ];
            linears.run_in(&rig.stream, &x_codes, &both, tile)
        };
        launch().map_err(|error| named(text(error)))?;
        let mut got = [vec![f32::NAN; rows * n], vec![f32::NAN; rows * n]];
        rig.fetch(&first, &mut matrix_mut(&mut got[0], [rows, 1, n])).map_err(named)?;
        rig.fetch(&second, &mut matrix_mut(&mut got[1], [rows, 1, n])).map_err(named)?;
        let distance_of = distance(&expected, &got[0]).map_err(named)?;
        let sums = got[0].iter().enumerate();
        let biased: Vec<f32> =
            sums.map(|(i, x)| bf16::from_f32(x + bias[i % n]).to_f32()).collect();
        // A device may round a scaled sum and its bias once.
        if distance(&biased, &got[1]).map_err(named)? > NORM {
            return Err(named("with a bias the sums are other ones".into()));
        }
        let angle = cosine(&plain, &got[0]);
        if distance_of > NORM || angle < COSINE {
            return Err(named(format!("{distance_of:.1e} off, cosine {angle:.6}")));
        }
        (far, near) = (far.max(distance_of), near.min(angle));
    }
    Ok(format!("{far:.1e} off, cosine {near:.5}"))
}

fn text(error: CudaError) -> String {
    error.to_string()
}
