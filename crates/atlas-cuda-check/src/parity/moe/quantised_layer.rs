//! Quantised weights as a layer binds them: brought to the device by the binder, linears behind a
//! norm, and experts with their routing and a shared expert. Results lie near the references, and
//! fused rows have the bits of the parts'.

use atlas_cuda::{Cuda, Options};
use atlas_tensor::ops as op;
use atlas_tensor::testkit::Noise;
use atlas_tensor::weights::pairs::formats;
use atlas_tensor::weights::{BlockScales, Codes, QuantisedParts, RowScales, TileScales};
use atlas_tensor::{
    Arena, Binder, Compute, DType, Device, Draws, Kernel, Op, Runs, Slice, Source, Tensor,
    TensorMut, Values, Weight, WeightFormat,
};
use std::sync::Arc;

use crate::parity::check::Tally;
use crate::parity::rig::Rig;

const EXPERTS: usize = 12;
const RANKS: usize = 3;
/// The linear behind the norm that is of bf16.
const PLAIN: usize = 2;

/// Widths of a layer.
#[derive(Clone, Copy)]
struct Sizes {
    hidden: usize,
    inner: usize,
    /// Outputs of the linears behind the norm.
    outputs: [usize; 4],
    /// Whether inputs of quantised weights may be rounded to 8 bits.
    rounds_inputs: bool,
    /// Of the experts. Only those with gates have a shared one beside them.
    activation: op::ExpertActivation,
}
const ANY: Sizes = Sizes {
    hidden: 160,
    inner: 96,
    outputs: [130, 41, 24, 17],
    rounds_inputs: false,
    activation: op::ExpertActivation::SwiGlu,
};
/// Whole blocks, but for one of the linears.
const BLOCKS: Sizes =
    Sizes { hidden: 256, inner: 128, outputs: [128, 41, 24, 256], rounds_inputs: true, ..ANY };
impl Sizes {
    fn is_gated(&self) -> bool {
        self.activation == op::ExpertActivation::SwiGlu
    }
}

/// One row, rows that choose inside of the experts' launch and rows that do not, sorted pairs, and
/// rows for which weights are written as bf16.
const ROWS: [usize; 5] = [1, 2, 3, 20, 150];
/// Largest norm of a difference: activations are rounded to bf16 several times on the way.
const NORM: f64 = 1e-2;
/// The same where inputs are rounded to 8 bits: a cosine of 0.999.
const NORM_ROUNDED: f64 = 4.5e-2;
/// Rows from which all inputs are rounded that may be.
const ROUNDED_FROM: usize = 150;

type Failure = Box<dyn std::error::Error>;

pub fn check(rig: &Rig, seed: u64, tally: &mut Tally) {
    if rig.dtype != DType::Bf16 || !tally.wants("quantised_layer") {
        return;
    }
    let ordinal = rig.device.info().ordinal;
    for format in WeightFormat::MADE.into_iter().filter(|format| format.is_quantised()) {
        for activation in [op::ExpertActivation::SwiGlu, op::ExpertActivation::ReluSquared] {
            tally.case(&format!("quantised_layer {format} {activation:?}"), || {
                let sizes = Sizes { activation, ..ANY };
                agree(ordinal, format, sizes, seed).map_err(|error| error.to_string())
            });
            if rig.device.info().capability == (9, 0) && op::ScaleGroup::of(format).is_some() {
                let name = format!("quantised_layer {format} {activation:?}, 8-bit inputs");
                tally.case(&name, || {
                    let sizes = Sizes { activation, ..BLOCKS };
                    agree(ordinal, format, sizes, seed).map_err(|error| error.to_string())
                });
            }
        }
        tally.case(&format!("quantised_layer {format}, drawn"), || {
            drawn(ordinal, format, seed).map_err(|error| error.to_string())
        });
    }
}

fn agree(ordinal: u32, format: WeightFormat, sizes: Sizes, seed: u64) -> Result<String, Failure> {
    let host = HostLayer::new(format, sizes, seed);
    let fused = Layer::new(ordinal, &host, true, false)?;
    let apart = Layer::new(ordinal, &host, false, false)?;
    let invariant = Layer::new(ordinal, &host, true, true)?;
    let mut worst = 0.0f64;
    for rows in ROWS {
        let logits = Noise::new(seed ^ rows as u64).fill(rows * EXPERTS, 2.0);
        let expected = host.reference(rows, &logits);
        let results = [fused.run(rows, &logits)?, invariant.run(rows, &logits)?];
        for (results, rounded) in results.iter().zip([sizes.rounds_inputs, false]) {
            let most = if rounded { NORM_ROUNDED } else { NORM };
            for (i, ((name, got), (_, expected))) in results.iter().zip(&expected).enumerate() {
                let far = distance(expected, got);
                if far.is_nan() || far > most {
                    let what = format!("{rows} rows: {name} is {far:.1e} from the reference");
                    return Err(what.into());
                }
                // Those of a linear that is no whole blocks, and of bf16, are not.
                let whole = sizes.outputs.get(i).is_none_or(|n| n % 128 == 0);
                if rounded && whole && rows >= ROUNDED_FROM && far < NORM {
                    return Err(format!("{rows} rows: inputs of {name} were not rounded").into());
                }
                worst = worst.max(far);
            }
        }
        if apart.run(rows, &logits)? != results[0] {
            return Err(format!("{rows} rows: other bits than those of the parts").into());
        }
    }
    Ok(format!("norm {worst:.1e}"))
}

/// A linear whose codes and block scales the device draws, two or four elements from each draw.
fn drawn(ordinal: u32, format: WeightFormat, seed: u64) -> Result<String, Failure> {
    let (n, k, mut noise) = (70, 192, Noise::new(seed ^ 139));
    let mut source = |bytes: usize, bits: u16, always: u16| -> Source {
        let values = (0..1 << 16).map(|_| noise.next_u64() as u16 & bits | always);
        let values: Vec<u16> = values.collect();
        let draws = Draws::new(noise.next_u64(), Arc::new(Values::from_fn(|i| values[i])));
        Source::Drawn(Runs::new(draws, 0..(bytes / 2) as u64))
    };
    // No NaN, and block scales below 1.
    let codes = source(n * format.row_bytes(k), 0xefef, 0);
    let block_bytes = n * format.block_scale_bytes(k);
    let parts = match format {
        WeightFormat::Nvfp4 => {
            let blocks = BlockScales::new(source(block_bytes, 0x2f2f, 0));
            let scales = (blocks, RowScales::new(vec![0.01], n));
            QuantisedParts::new(Codes::<formats::Nvfp4>::new(codes), scales)
        }
        WeightFormat::Mxfp4 => {
            let blocks = BlockScales::new(source(block_bytes, 0x0707, 0x7878));
            QuantisedParts::new(Codes::<formats::Mxfp4>::new(codes), blocks)
        }
        WeightFormat::Fp8Block => {
            let scales = TileScales::new(vec![0.01; k.div_ceil(128)], k);
            QuantisedParts::new(Codes::<formats::Fp8Block>::new(codes), scales)
        }
        _ => {
            let scales = RowScales::new(vec![0.01], n);
            QuantisedParts::new(Codes::<formats::Fp8Row>::new(codes), scales)
        }
    };
    let weight = Weight::quantised(n, k, parts)?;
    let table = Weight::from_f32(WeightFormat::Bf16, 1, k, &noise.fill(k, 1.0));
    let cuda = Arc::new(Cuda::open(ordinal, Compute::Bf16, false, Options::default())?);
    let dev = Device::Backend(cuda);
    let mut binder = Binder::new(&dev);
    let linear = binder.bind::<op::Linear>(op::LinearNeed::of(&weight))?;
    let embed = binder.bind::<op::Embed>(op::EmbedNeed { format: WeightFormat::Bf16 })?;
    let [table_on, weight_on] = [binder.weight(table.clone())?, binder.weight(weight.clone())?];
    binder.finish(&|_| ())?;
    let arena = Arena::on(&dev, 1 << 20)?;
    let frame = arena.frame();
    let (mut x, mut out) = (frame.alloc(&[1, k]), frame.alloc(&[1, n]));
    let mut ids = dev.allocate(4)?;
    ids.write(0, &[0; 4]);
    // SAFETY: the memory has a word, and lives until the results are read.
    let ids: Slice<'_, u32> = unsafe { Slice::of_device(ids.address(), 1) };
    embed.run(&dev, op::EmbedArgs { ids, table: &table_on, out: x.reborrow() });
    let args =
        op::LinearArgs { x: x.as_ref(), weight: &weight_on, bias: None, out: out.reborrow() };
    linear.run(&dev, args);
    let got = dev.read(&out.as_ref());
    dev.check()?;
    let (mut row, mut expected) = (vec![0.0; k], vec![0.0; n]);
    table.row_f32(0, &mut row);
    let args = op::LinearArgs {
        x: Tensor::from_f32(&row, &[1, k]),
        weight: &weight,
        bias: None,
        out: TensorMut::from_f32(&mut expected, &[1, n]),
    };
    op::Linear::reference(args, Compute::Bf16);
    let far = distance(&expected, &got);
    if far <= NORM { Ok(format!("norm {far:.1e}")) } else { Err(format!("norm {far:.1e}").into()) }
}

fn distance(expected: &[f32], got: &[f32]) -> f64 {
    let squares = |values: &mut dyn Iterator<Item = f32>| -> f64 {
        values.map(|x| f64::from(x) * f64::from(x)).sum()
    };
    let mut differences = expected.iter().zip(got).map(|(e, g)| e - g);
    (squares(&mut differences) / squares(&mut expected.iter().copied())).sqrt()
}

/// Names and values of results.
type Results = Vec<(String, Vec<f32>)>;

/// The weights on the host.
struct HostLayer {
    format: WeightFormat,
    sizes: Sizes,
    table: Weight,
    norm: Vec<f32>,
    linears: Vec<Weight>,
    experts: Vec<op::Expert>,
    down: Weight,
}

impl HostLayer {
    fn new(format: WeightFormat, sizes: Sizes, seed: u64) -> Self {
        let Sizes { hidden, inner, rounds_inputs, .. } = sizes;
        let mut noise = Noise::new(seed ^ 137);
        let mut weight = |format: WeightFormat, n: usize, k: usize| {
            let values = noise.fill(n * k, 1.0 / (k as f32).sqrt());
            let rounds_inputs = rounds_inputs && format.is_quantised();
            Weight::from_f32(format, n, k, &values).with_rounded_inputs(rounds_inputs)
        };
        let linear = |(i, n): (usize, usize)| match i {
            PLAIN => weight(WeightFormat::Bf16, n, hidden),
            _ => weight(format, n, hidden),
        };
        let linears = sizes.outputs.into_iter().enumerate().map(linear).collect();
        let expert = |_| op::Expert {
            gate: sizes.is_gated().then(|| weight(format, inner, hidden)),
            up: weight(format, inner, hidden),
            down: weight(format, hidden, inner),
        };
        let experts = (0..EXPERTS).map(expert).collect();
        let (table, down) = (weight(WeightFormat::Bf16, 1, hidden), weight(format, hidden, inner));
        let norm = Noise::new(seed ^ 138).fill(hidden, 1.0);
        Self { format, sizes, table, norm, linears, experts, down }
    }

    fn reference(&self, rows: usize, logits: &[f32]) -> Results {
        let Sizes { hidden, outputs, .. } = self.sizes;
        let mut row = vec![0.0; hidden];
        self.table.row_f32(0, &mut row);
        let x: Vec<f32> = row.iter().copied().cycle().take(rows * hidden).collect();
        let (mut residual, mut normed) = (x.clone(), x.clone());
        let mut outs = outputs.map(|n| vec![0.0; rows * n]);
        let linears = self.linears.iter().zip(&mut outs).map(|(weight, out)| {
            let shape = [rows, weight.n()];
            op::LinearOutput { weight, bias: None, out: TensorMut::from_f32(out, &shape) }
        });
        let mut linears: Vec<_> = linears.collect();
        let shape = [rows, hidden];
        op::AddNormLinears::reference(
            op::AddNormLinearsArgs {
                residual: TensorMut::from_f32(&mut residual, &shape),
                x: Tensor::from_f32(&x, &shape),
                weight: (&self.norm).into(),
                eps: 1e-5,
                offset: 1.0,
                normed: TensorMut::from_f32(&mut normed, &shape),
                linears: &mut linears,
            },
            Compute::Bf16,
        );
        let mut results: Results =
            outs.into_iter().enumerate().map(|(i, out)| (format!("out {i}"), out)).collect();
        results.push(("experts".into(), self.routed_reference(&x, rows, logits)));
        results
    }

    fn routed_reference(&self, x: &[f32], rows: usize, logits: &[f32]) -> Vec<f32> {
        let Sizes { hidden, inner, .. } = self.sizes;
        let (mut ids, mut weights) = (vec![0u32; rows * RANKS], vec![0.0; rows * RANKS]);
        let part: Vec<f32> = x.chunks(hidden).flat_map(|row| row[..inner].to_vec()).collect();
        let part = Tensor::from_f32(&part, &[rows, inner]);
        let (mut active, mut value) = (vec![0.0; rows * inner], vec![0.0; rows * hidden]);
        let mut out = vec![0.0; rows * hidden];
        let experts: op::Experts = self.experts.clone().into();
        let shape = [rows, hidden];
        op::RoutedExperts::reference(
            op::RoutedExpertsArgs {
                logits: Tensor::from_f32(logits, &[rows, EXPERTS]),
                k: RANKS,
                bias: None,
                rule: op::RouterRule::softmax(true),
                ids: (&mut ids[..]).into(),
                weights: TensorMut::from_f32(&mut weights, &[rows, RANKS]),
                x: Tensor::from_f32(x, &shape),
                experts: &experts,
                shared: self.sizes.is_gated().then(|| op::SharedExpert {
                    gate: part,
                    up: part,
                    active: TensorMut::from_f32(&mut active, &[rows, inner]),
                    down: &self.down,
                    value: TensorMut::from_f32(&mut value, &shape),
                    scale: None,
                }),
                out: TensorMut::from_f32(&mut out, &shape),
            },
            Compute::Bf16,
        );
        out
    }
}

/// The same on a device.
struct Layer {
    dev: Device,
    sizes: Sizes,
    embed: Kernel<op::Embed>,
    linears: Kernel<op::AddNormLinears>,
    routed: Kernel<op::RoutedExperts>,
    table: Weight,
    norm: atlas_tensor::Vector,
    weights: Vec<Weight>,
    experts: op::Experts,
    down: Weight,
}

impl Layer {
    fn new(ordinal: u32, host: &HostLayer, fuse: bool, invariant: bool) -> Result<Self, Failure> {
        let options = Options { fuse, ..Options::default() };
        let cuda = Arc::new(Cuda::open(ordinal, Compute::Bf16, invariant, options)?);
        let dev = Device::Backend(cuda);
        let (mut binder, format) = (Binder::new(&dev), host.format);
        let experts = op::MoeExpertsNeed {
            formats: op::ExpertFormats::all(format, host.sizes.activation),
            hidden: host.sizes.hidden,
            intermediate: host.sizes.inner,
            rounds_inputs: host.sizes.rounds_inputs,
        };
        let shared = host.sizes.is_gated().then(|| op::LinearNeed::of(&host.down));
        let needs = host.linears.iter().map(op::LinearNeed::of).collect();
        let mut bring = |weight: &Weight| binder.weight(weight.clone());
        let (table, down) = (bring(&host.table)?, bring(&host.down)?);
        let weights = host.linears.iter().map(&mut bring).collect::<Result<_, _>>()?;
        let layer = Self {
            embed: binder.bind(op::EmbedNeed { format: WeightFormat::Bf16 })?,
            linears: binder.bind_fused(op::AddNormLinearsNeed { linears: needs })?,
            routed: binder.bind_fused(op::RoutedExpertsNeed { experts, shared })?,
            norm: binder.vector(host.norm.clone())?,
            experts: binder.experts(host.experts.clone())?,
            table,
            weights,
            down,
            sizes: host.sizes,
            dev,
        };
        binder.finish(&|_| ())?;
        Ok(layer)
    }

    fn run(&self, rows: usize, logits: &[f32]) -> Result<Results, Failure> {
        // Long: the arguments of all ops of one layer.
        let (dev, Sizes { hidden, inner, outputs, .. }) = (&self.dev, self.sizes);
        let arena = Arena::on(dev, 4 << 20)?;
        let frame = arena.frame();
        let mut on_device = dev.allocate(4 * logits.len())?;
        on_device.write(0, bytemuck::cast_slice(logits));
        let [mut x, mut residual, mut normed, mut value, mut out] =
            [hidden; 5].map(|width| frame.alloc(&[rows, width]));
        let mut active = frame.alloc(&[rows, inner]);
        // All of them token 0.
        let mut tokens = dev.allocate(4 * rows)?;
        tokens.write(0, &vec![0; 4 * rows]);
        // SAFETY: the memory has as many words, and lives until the results are read.
        let tokens: Slice<'_, u32> = unsafe { Slice::of_device(tokens.address(), rows) };
        for to in [&mut x, &mut residual] {
            let args = op::EmbedArgs { ids: tokens, table: &self.table, out: to.reborrow() };
            self.embed.run(dev, args);
        }
        let mut outs: Vec<_> = outputs.iter().map(|&n| frame.alloc(&[rows, n])).collect();
        let linears = self.weights.iter().zip(&mut outs);
        let linears = linears.map(|(weight, out)| op::LinearOutput {
            weight,
            bias: None,
            out: out.reborrow(),
        });
        let mut linears: Vec<_> = linears.collect();
        let args = op::AddNormLinearsArgs {
            residual: residual.reborrow(),
            x: x.as_ref(),
            weight: self.norm.view(),
            eps: 1e-5,
            offset: 1.0,
            normed: normed.reborrow(),
            linears: &mut linears,
        };
        self.linears.run(dev, args);
        let (mut ids, mut weights) =
            (frame.alloc_u32(rows * RANKS), frame.alloc_f32(&[rows, RANKS]));
        let part = x.as_ref().slice_last(0..inner);
        let args = op::RoutedExpertsArgs {
            logits: on_device.f32(&[rows, EXPERTS]),
            k: RANKS,
            bias: None,
            rule: op::RouterRule::softmax(true),
            ids: ids.reborrow(),
            weights: weights.reborrow(),
            x: x.as_ref(),
            experts: &self.experts,
            shared: self.sizes.is_gated().then(|| op::SharedExpert {
                gate: part,
                up: part,
                active: active.reborrow(),
                down: &self.down,
                value: value.reborrow(),
                scale: None,
            }),
            out: out.reborrow(),
        };
        self.routed.run(dev, args);
        let outs = outs.iter().enumerate();
        let mut results: Results =
            outs.map(|(i, out)| (format!("out {i}"), dev.read(&out.as_ref()))).collect();
        results.push(("experts".into(), dev.read(&out.as_ref())));
        dev.check()?;
        Ok(results)
    }
}
