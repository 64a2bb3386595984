//! Rows picked by index: `out[i] = x[rows[i]]`, or all in order.

use crate::compute::Compute;
use crate::op::{Cost, Op};
use crate::place::Slice;
use crate::tensor::{Tensor, TensorMut};

pub struct PickRows;

/// `x[T, H]`, `rows[n]` to `out[n, H]`; without `rows` to `out[T, H]`.
pub struct PickRowsArgs<'a> {
    pub x: Tensor<'a>,
    pub rows: Option<Slice<'a, u32>>,
    pub out: TensorMut<'a>,
}

impl Op for PickRows {
    const NAME: &'static str = "pick_rows";
    type Args<'a> = PickRowsArgs<'a>;
    type Need = ();

    fn check(args: &PickRowsArgs<'_>) {
        let shape = args.x.shape();
        assert_eq!(shape.len(), 2, "pick_rows: x {shape:?}");
        let count = args.rows.map_or(shape[0], |rows| rows.len());
        assert_eq!(args.out.shape(), [count, shape[1]], "pick_rows: out");
        // Rows in device memory cannot be checked here; the kernel writes NaN for a missing one.
        for &row in args.rows.and_then(|rows| rows.on_host()).unwrap_or_default() {
            assert!((row as usize) < shape[0], "pick_rows: row {row} of {}", shape[0]);
        }
    }

    fn cost(args: &PickRowsArgs<'_>) -> Cost {
        Cost::of(2 * args.out.rows() * args.x.dim(1), 0)
    }

    fn reference(mut args: PickRowsArgs<'_>, _compute: Compute) {
        for i in 0..args.out.rows() {
            let row = args.rows.map_or(i, |rows| rows.host()[i] as usize);
            args.out.row_f32_mut(i).copy_from_slice(args.x.row_f32(row));
        }
    }
}
