//! Rows picked by index: `out[i] = x[rows[i]]`.

use crate::compute::Compute;
use crate::op::{Cost, Op};
use crate::place::Slice;
use crate::tensor::{Tensor, TensorMut};

pub struct PickRows;

/// `x[T, H]`, `rows[n]` to `out[n, H]`.
pub struct PickRowsArgs<'a> {
    pub x: Tensor<'a>,
    pub rows: Slice<'a, u32>,
    pub out: TensorMut<'a>,
}

impl Op for PickRows {
    const NAME: &'static str = "pick_rows";
    type Args<'a> = PickRowsArgs<'a>;
    type Need = ();

    fn check(args: &PickRowsArgs<'_>) {
        let shape = args.x.shape();
        assert_eq!(shape.len(), 2, "pick_rows: x {shape:?}");
        assert_eq!(args.out.shape(), [args.rows.len(), shape[1]], "pick_rows: out");
        // Rows in device memory cannot be checked here; the kernel writes NaN for a missing one.
        for &row in args.rows.on_host().unwrap_or_default() {
            assert!((row as usize) < shape[0], "pick_rows: row {row} of {}", shape[0]);
        }
    }

    fn cost(args: &PickRowsArgs<'_>) -> Cost {
        Cost::of(2 * args.rows.len() * args.x.dim(1), 0)
    }

    fn reference(mut args: PickRowsArgs<'_>, _compute: Compute) {
        for (i, &row) in args.rows.iter().enumerate() {
            args.out.row_f32_mut(i).copy_from_slice(args.x.row_f32(row as usize));
        }
    }
}
