//! A row of the CPU's kernel table.

use super::CpuDevice;
use crate::compute::Compute;
use crate::op::{Op, RowInfo};

/// A kernel of the CPU in the table of its op.
pub struct Row<O: Op> {
    pub info: RowInfo,
    /// Whether it serves `need` on a device computing in that precision; if not, why.
    pub meets: fn(&O::Need, Compute) -> Result<(), String>,
    /// The kernel. Relies on [`Op::check`] and on the CPU having `info.runs_on`.
    pub(crate) run: for<'a> fn(&CpuDevice, O::Args<'a>),
}

/// An op that the CPU has kernels for: every op of this crate but the fused ones.
pub trait CpuOp: Op {
    /// The kernels, fastest first.
    fn table() -> &'static [Row<Self>];
}
