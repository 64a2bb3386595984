//! Rows picked by index: `out[i] = x[rows[i]]`.

use super::Compute;
use crate::binder::{Cost, Op, Row};
use crate::cpu::table;
use crate::place::Slice;
use crate::tensor::{Tensor, TensorMut};
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

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
        // What a device holds is not seen here; its kernel writes NaN for a row that is not there.
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

    fn table() -> &'static [Row<Self>] {
        table::PICK_ROWS
    }
}

#[derive(Clone, Debug)]
pub struct PickRowsCase {
    rows: usize,
    picked: usize,
    width: usize,
}

pub struct PickRowsData {
    x: Field,
    rows: Vec<u32>,
    out: Field,
}

impl Testable for PickRows {
    type Case = PickRowsCase;
    type Data = PickRowsData;
    const TOLERANCE: Tolerance = Tolerance::EXACT;

    fn cases() -> Vec<PickRowsCase> {
        let shapes = [(3, 0, 8), (1, 1, 1), (13, 7, 33), (50, 130, 200)];
        shapes.map(|(rows, picked, width)| PickRowsCase { rows, picked, width }).to_vec()
    }

    fn tall_cases() -> Vec<PickRowsCase> {
        vec![PickRowsCase { rows: 131, picked: 65_539, width: 9 }]
    }

    fn perf_cases() -> Vec<PickRowsCase> {
        [1, 64].map(|picked| PickRowsCase { rows: 512, picked, width: 1024 }).to_vec()
    }

    fn need(_case: &PickRowsCase) {}

    fn rows(case: &PickRowsCase) -> usize {
        case.picked
    }

    fn data(case: &PickRowsCase, _compute: Compute) -> PickRowsData {
        let mut noise = Noise::new(21);
        PickRowsData {
            x: Field::random(case.rows, case.width, 2, &mut noise, 1.0),
            rows: (0..case.picked).map(|_| noise.below(case.rows) as u32).collect(),
            out: Field::poisoned(case.picked, case.width, 3),
        }
    }

    fn with_args(
        data: &mut PickRowsData,
        rows: Range<usize>,
        run: &mut dyn FnMut(PickRowsArgs<'_>),
    ) {
        let out = data.out.tensor_mut().slice_rows(rows.clone());
        run(PickRowsArgs { x: data.x.tensor(), rows: data.rows[rows].into(), out });
    }

    fn outputs(data: &PickRowsData) -> Vec<Output> {
        vec![("out", data.out.values())]
    }

    fn intact(data: &PickRowsData) -> bool {
        data.out.intact()
    }
}
