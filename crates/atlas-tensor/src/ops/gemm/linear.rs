//! Matrix product with a weight: `out[t, n] = sum_k x[t, k] * weight[n, k] + bias[n]`, where column
//! `k` of a weight with an order of inputs meets `x[t, order[k]]`.

use crate::compute::Compute;
use crate::op::{Cost, Op};
use crate::ops::gemm::rounded_to_int8;
use crate::ops::scalar::dot;
use crate::place::Slice;
use crate::tensor::{Tensor, TensorMut};
use crate::weights::{Weight, WeightFormat};

pub struct Linear;

/// `x[T, K]`, `weight[N, K]`, `bias[N]?` to `out[T, N]`.
pub struct LinearArgs<'a> {
    pub x: Tensor<'a>,
    pub weight: &'a Weight,
    pub bias: Option<Slice<'a, f32>>,
    pub out: TensorMut<'a>,
}

#[derive(Clone, Debug)]
pub struct LinearNeed {
    pub format: WeightFormat,
    /// Outputs.
    pub n: usize,
    /// Inputs.
    pub k: usize,
    /// Whether a device may round the inputs to codes of 8 bits ([`Weight::rounds_inputs`]).
    pub rounds_inputs: bool,
    /// Whether columns multiply inputs of other places ([`Weight::input_order`]).
    pub reorders_inputs: bool,
}

impl LinearNeed {
    /// The need of one weight.
    pub fn of(weight: &Weight) -> Self {
        let (format, n, k) = (weight.format(), weight.n(), weight.k());
        let reorders_inputs = weight.input_order().is_some();
        Self { format, n, k, rounds_inputs: weight.rounds_inputs(), reorders_inputs }
    }
}

impl Op for Linear {
    const NAME: &'static str = "linear";
    type Args<'a> = LinearArgs<'a>;
    type Need = LinearNeed;

    fn reorders_inputs(need: &Self::Need) -> bool {
        need.reorders_inputs
    }

    fn check(args: &LinearArgs<'_>) {
        let (rows, w) = (args.x.rows(), args.weight);
        assert_eq!(args.x.shape(), [rows, w.k()], "linear: x against {w:?}");
        assert_eq!(args.out.shape(), [rows, w.n()], "linear: out against {w:?}");
        let order = w.input_order();
        assert!(order.is_none_or(|order| order.len() == w.k()), "linear: order of {w:?}");
        assert!(args.bias.is_none_or(|b| b.len() == w.n()), "linear: bias against {w:?}");
    }

    fn cost(args: &LinearArgs<'_>) -> Cost {
        let (rows, w) = (args.x.rows(), args.weight);
        Cost::of(rows * (w.k() + w.n()), 2 * rows * w.k() * w.n()).and_bytes(w.bytes().len())
    }

    fn reference(mut args: LinearArgs<'_>, compute: Compute) {
        let mut w = vec![0.0; args.weight.k()];
        let inputs = inputs_of(args.weight, args.x, compute);
        for n in 0..args.weight.n() {
            args.weight.row_f32(n, &mut w);
            for t in 0..args.x.rows() {
                let dot = dot(&inputs[t], &w, Compute::F32);
                args.out.row_f32_mut(t)[n] = dot + args.bias.map_or(0.0, |bias| bias[n]);
            }
        }
    }
}

/// The rows of `x` as products with `weight` read them: in f32 as they are, else rounded to bf16,
/// or to bytes for weights of blocks.
pub(crate) fn inputs_of(weight: &Weight, x: Tensor<'_>, compute: Compute) -> Vec<Vec<f32>> {
    (0..x.rows()).map(|t| inputs_of_row(weight, x.row_f32(t), compute)).collect()
}

/// The same of one row.
pub(crate) fn inputs_of_row(weight: &Weight, x: &[f32], compute: Compute) -> Vec<f32> {
    let in_order: Vec<f32>;
    let x = match weight.input_order() {
        None => x,
        Some(order) => {
            in_order = order.iter().map(|&i| x[i as usize]).collect();
            &in_order
        }
    };
    match compute {
        Compute::Bf16 if weight.format().takes_int8_inputs(weight.k()) => rounded_to_int8(x),
        // Weights that are widened meet inputs as they are.
        Compute::Bf16 if weight.format().is_blocks() => x.to_vec(),
        _ => x.iter().map(|&x| compute.round(x)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binder::Binder;
    use crate::cpu::{CpuDevice, Isa};

    #[test]
    fn columns_meet_the_inputs_of_their_order() {
        let dev = CpuDevice::new(1, Isa::detect(), Compute::F32).unwrap();
        let places = [2, 0, 3, 1];
        let weight = Weight::from_f32(WeightFormat::F32, 1, 4, &[1., 10., 100., 1000.]);
        let weight = weight.with_input_order(&places);
        let need = LinearNeed::of(&weight);
        assert!(need.reorders_inputs);
        let kernel = Binder::new(&dev).bind::<Linear>(need).unwrap();
        let x = [1.0, 2.0, 3.0, 4.0];
        let mut outs = [[0.0]; 2];
        let [out, reference] = &mut outs;
        let args = |out| LinearArgs {
            x: Tensor::from_f32(&x, &[1, 4]),
            weight: &weight,
            bias: None,
            out: TensorMut::from_f32(out, &[1, 1]),
        };
        kernel.run(&dev, args(out));
        Linear::reference(args(reference), Compute::F32);
        // Element 0 of the model's row lies in column 2, and so on.
        assert_eq!(outs, [[1.0 * 100.0 + 2.0 * 1.0 + 3.0 * 1000.0 + 4.0 * 10.0]; 2]);
    }

    #[test]
    fn a_bound_linear_multiplies() {
        let dev = CpuDevice::new(1, Isa::Portable, Compute::Bf16).unwrap();
        let weight = Weight::from_f32(WeightFormat::Bf16, 2, 3, &[1., 2., 3., -1., 0., 0.5]);
        let mut out = [0.0; 2];
        let kernel = Binder::new(&dev).bind::<Linear>(LinearNeed::of(&weight)).unwrap();
        let args = LinearArgs {
            x: Tensor::from_f32(&[1.0, 1.0, 2.001], &[1, 3]),
            weight: &weight,
            bias: Some([0.5, 0.0].as_slice().into()),
            out: TensorMut::from_f32(&mut out, &[1, 2]),
        };
        kernel.run(&dev, args);
        assert_eq!(out, [9.5, 0.0]);
    }
}
