//! Queries scaled by their position (Llama 4): `x *= 1 + beta ln(1 + floor(position / period))`.

use crate::compute::Compute;
use crate::op::{Cost, Op};
use crate::place::Slice;
use crate::tensor::TensorMut;

pub struct QueryTemperature;

/// `x[T, n, d]` in place, `positions[T]`.
pub struct QueryTemperatureArgs<'a> {
    pub x: TensorMut<'a>,
    pub positions: Slice<'a, u32>,
    pub beta: f32,
    /// Positions that share a factor, at least 1.
    pub period: u32,
}

/// The factor of a position.
pub(crate) fn query_temperature_at(position: u32, beta: f32, period: u32) -> f32 {
    1.0 + beta * ((1 + position / period) as f32).ln()
}

impl Op for QueryTemperature {
    const NAME: &'static str = "query_temperature";
    type Args<'a> = QueryTemperatureArgs<'a>;
    type Need = ();

    fn check(args: &QueryTemperatureArgs<'_>) {
        assert_eq!(args.x.shape().len(), 3, "query_temperature: x {:?}", args.x.shape());
        assert_eq!(args.positions.len(), args.x.dim(0), "query_temperature: positions");
        assert!(args.period > 0, "query_temperature: a period of 0");
    }

    fn cost(args: &QueryTemperatureArgs<'_>) -> Cost {
        let elements: usize = args.x.shape().iter().product();
        Cost::of(2 * elements, elements)
    }

    fn reference(mut args: QueryTemperatureArgs<'_>, _compute: Compute) {
        for t in 0..args.x.dim(0) {
            let factor = query_temperature_at(args.positions.host()[t], args.beta, args.period);
            for j in 0..args.x.dim(1) {
                args.x.head_f32_mut(t, j).iter_mut().for_each(|x| *x *= factor);
            }
        }
    }
}
