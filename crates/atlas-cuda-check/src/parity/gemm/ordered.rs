//! Linears whose weight has its columns in another order, as a layer binds them: one row, few rows
//! and rows for which weights are written as bf16, near the reference of the order.

use std::sync::Arc;

use atlas_cuda::{Cuda, Options};
use atlas_tensor::ops::{Embed, EmbedArgs, EmbedNeed, Linear, LinearArgs, LinearNeed};
use atlas_tensor::testkit::{Noise, Testable};
use atlas_tensor::weights::ggml::GgmlType;
use atlas_tensor::{
    Arena, Binder, Compute, DType, Device, Op, Slice, Tensor, TensorMut, Weight, WeightFormat,
};

use crate::parity::check::Tally;
use crate::parity::rig::Rig;
use crate::parity::rows::widened;

const ROWS: [usize; 3] = [1, 9, 40];
const FORMATS: [WeightFormat; 4] = [
    WeightFormat::Bf16,
    WeightFormat::Ggml(GgmlType::Q4K),
    WeightFormat::Ggml(GgmlType::Q8_0),
    WeightFormat::Int4 { group: 128 },
];
/// Largest norm of a difference: results are rounded to bf16.
const NORM: f64 = 4e-3;

type Failure = Box<dyn std::error::Error>;

pub fn check(rig: &Rig, seed: u64, tally: &mut Tally) {
    if rig.dtype != DType::Bf16 || !tally.wants("ordered_linears") {
        return;
    }
    let ordinal = rig.device.info().ordinal;
    for format in FORMATS {
        for invariant in [false, true] {
            let how = if invariant { ", invariant" } else { "" };
            tally.case(&format!("ordered_linears {format}{how}"), || {
                agree(ordinal, format, invariant, seed).map_err(|error| error.to_string())
            });
        }
    }
}

/// A weight of the cases of `linear`, with whole steps of elements.
fn weight_of(format: WeightFormat) -> Result<Weight, Failure> {
    let fits = |need: &LinearNeed| {
        need.format == format && need.n > 4 && need.k >= 256 && need.k.is_multiple_of(32)
    };
    let case = Linear::cases().into_iter().find(|case| fits(&Linear::need(case)));
    let case = case.ok_or("no case of this format")?;
    let mut data = Linear::data(&case, Compute::Bf16);
    let mut found = None;
    Linear::with_args(&mut data, 0..Linear::rows(&case), &mut |args| {
        found = Some(args.weight.clone());
    });
    found.ok_or_else(|| "no weight".into())
}

fn agree(
    ordinal: u32,
    format: WeightFormat,
    invariant: bool,
    seed: u64,
) -> Result<String, Failure> {
    let weight = weight_of(format)?;
    let (n, k, mut noise) = (weight.n(), weight.k(), Noise::new(seed ^ 151));
    let mut places: Vec<usize> = (0..k).collect();
    for i in 1..k {
        places.swap(i, noise.below(i + 1));
    }
    let plain = widened(&weight).with_input_order(&places);
    let weight = weight.with_input_order(&places);
    let most = ROWS.into_iter().max().unwrap_or(0);
    let table = Weight::from_f32(WeightFormat::Bf16, most, k, &noise.fill(most * k, 1.0));
    let cuda = Cuda::open(ordinal, Compute::Bf16, invariant, Options::default())?;
    let dev = Device::Backend(Arc::new(cuda));
    let mut binder = Binder::new(&dev);
    let linear = binder.bind::<Linear>(LinearNeed::of(&weight))?;
    let embed = binder.bind::<Embed>(EmbedNeed { format: WeightFormat::Bf16 })?;
    let [table_on, weight_on] = [binder.weight(table.clone())?, binder.weight(weight)?];
    binder.finish(&|_| ())?;
    let arena = Arena::on(&dev, 4 << 20)?;
    let all: Vec<u32> = (0..most as u32).collect();
    let mut ids = dev.allocate(4 * most)?;
    ids.write(0, bytemuck::cast_slice(&all));
    let mut worst = 0.0f64;
    for rows in ROWS {
        let frame = arena.frame();
        let (mut x, mut out) = (frame.alloc(&[rows, k]), frame.alloc(&[rows, n]));
        // SAFETY: the memory has the words, and lives until the results are read.
        let ids: Slice<'_, u32> = unsafe { Slice::of_device(ids.address(), rows) };
        embed.run(&dev, EmbedArgs { ids, table: &table_on, out: x.reborrow() });
        let (x, bias) = (x.as_ref(), None);
        linear.run(&dev, LinearArgs { x, weight: &weight_on, bias, out: out.reborrow() });
        let got = dev.read(&out.as_ref());
        dev.check()?;
        let (inputs, mut expected) = (table.to_f32(), vec![0.0; rows * n]);
        let args = LinearArgs {
            x: Tensor::from_f32(&inputs[..rows * k], &[rows, k]),
            weight: &plain,
            bias: None,
            out: TensorMut::from_f32(&mut expected, &[rows, n]),
        };
        Linear::reference(args, Compute::Bf16);
        let far = distance(&expected, &got);
        if far.is_nan() || far > NORM {
            return Err(format!("{rows} rows: norm {far:.1e}").into());
        }
        worst = worst.max(far);
    }
    Ok(format!("norm {worst:.1e}"))
}

fn distance(expected: &[f32], got: &[f32]) -> f64 {
    let squares =
        |values: &mut dyn Iterator<Item = f64>| -> f64 { values.map(|x| x * x).sum::<f64>() };
    let mut differences = expected.iter().zip(got).map(|(e, g)| f64::from(e - g));
    let mut all = expected.iter().map(|&e| f64::from(e));
    (squares(&mut differences) / squares(&mut all)).sqrt()
}
