//! Runs every kernel against its op's reference and against the row contract, and times it.
//!
//! A library module, so that `cargo xtask ops test|perf` and the tests run the same code.

mod blocks;
mod cases;
mod check;
mod field;
mod noise;
mod perf;
mod spans;

use std::fmt::Debug;
use std::ops::Range;

pub use blocks::drawn_blocks;
pub use cases::{all_rows, poison};
pub use check::{Comparison, Failure, OpReport, RowCuts, compare, row_contract, run_all};
pub use field::Field;
pub use noise::{Noise, set_noise};
pub use perf::{Perf, PerfRow, perf};
pub use spans::OwnedSpan;

use crate::compute::Compute;
use crate::op::Op;

/// Tolerance against the reference: `|got - expected| <= abs + rel * |expected|`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    pub abs: f32,
    pub rel: f32,
}

impl Tolerance {
    /// No difference at all.
    pub const EXACT: Self = Self { abs: 0.0, rel: 0.0 };
    /// A few roundings of an f32.
    pub const CLOSE: Self = Self { abs: 1e-6, rel: 4e-6 };
    /// Sums of up to some thousand f32 products of order 1.
    pub const SUM: Self = Self { abs: 1e-5, rel: 1e-5 };
}

/// A named result, every element widened to f32.
pub type Output = (&'static str, Vec<f32>);

/// Cases and limits by which an op is tested.
pub trait Testable: Op {
    type Case: Clone + Debug;
    /// Inputs, outputs and state of one case.
    type Data;
    const TOLERANCE: Tolerance;
    /// Tolerance in that precision.
    fn tolerance(_compute: Compute) -> Tolerance {
        Self::TOLERANCE
    }
    /// Whether rows of one sequence must be computed in order.
    const ORDERED: bool = false;

    /// Shapes that must be right: none, one, primes, one more than a tile, tails, strides, NaN.
    fn cases() -> Vec<Self::Case>;
    /// Shapes with more than 65,535 rows, and others that take too long for every cut of their
    /// rows.
    fn tall_cases() -> Vec<Self::Case> {
        Vec::new()
    }
    /// Shapes that must be fast.
    fn perf_cases() -> Vec<Self::Case> {
        Vec::new()
    }
    fn need(case: &Self::Case) -> Self::Need;
    /// Token rows.
    fn rows(case: &Self::Case) -> usize;
    /// Whether parts of the rows may be computed one after the other: not where drafts leave no
    /// state to go on from.
    fn may_be_cut(_case: &Self::Case) -> bool {
        true
    }
    /// The same data for the same case and precision. What the op writes is NaN before.
    fn data(case: &Self::Case, compute: Compute) -> Self::Data;
    /// Calls `run` with the arguments that cover token rows `rows`.
    fn with_args(data: &mut Self::Data, rows: Range<usize>, run: &mut dyn FnMut(Self::Args<'_>));
    /// Everything the op may write.
    fn outputs(data: &Self::Data) -> Vec<Output>;
    /// Whether memory around the outputs is untouched.
    fn intact(data: &Self::Data) -> bool;
}
