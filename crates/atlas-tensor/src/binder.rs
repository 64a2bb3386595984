//! Ops, the rows that implement them, and the choice of a row at load.

use std::fmt::{self, Debug, Display};

use crate::cpu::{CpuDevice, Isa};
use crate::ops::Compute;

/// An operation: what it takes, what it means, and the kernels that do it.
pub trait Op: Sized + 'static {
    /// The name in contracts, tables and error messages.
    const NAME: &'static str;
    /// Borrowed inputs and outputs.
    type Args<'a>;
    /// What a caller knows at load and a kernel may depend on: formats and extents.
    type Need: Clone + Debug + Send + Sync + 'static;

    /// Panics, naming the op, where shapes disagree or an index is out of range. Every kernel
    /// relies on it for memory safety; [`Kernel::run`] calls it first.
    fn check(args: &Self::Args<'_>);

    /// Bytes that must move and floating-point operations that must be done, each input and
    /// output counted once.
    fn cost(args: &Self::Args<'_>) -> Cost;

    /// The meaning, in plain loops.
    fn reference(args: Self::Args<'_>, compute: Compute);

    /// The kernels, fastest first.
    fn table() -> &'static [Row<Self>];
}

/// Work of one call, for rooflines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    pub bytes: u64,
    pub flops: u64,
}

impl Cost {
    /// `elements` f32 moved, `flops` operations done.
    pub fn of(elements: usize, flops: usize) -> Self {
        Self { bytes: elements as u64 * 4, flops: flops as u64 }
    }

    /// The same with `bytes` bytes of weights or cache on top.
    pub fn and_bytes(self, bytes: usize) -> Self {
        Self { bytes: self.bytes + bytes as u64, ..self }
    }
}

/// What is known of a kernel without running it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowInfo {
    pub op: &'static str,
    pub name: &'static str,
    /// The instructions it uses.
    pub isa: Isa,
    /// Holds the row contract of `docs/contracts/ops.md`.
    pub width_invariant: bool,
}

/// A kernel in the table of its op.
pub struct Row<O: Op> {
    pub info: RowInfo,
    /// Whether it serves `need` on a device computing in that precision; if not, why.
    pub meets: fn(&O::Need, Compute) -> Result<(), String>,
    /// The kernel. Relies on [`Op::check`] and on the CPU having `info.isa`.
    pub(crate) run: for<'a> fn(&CpuDevice, O::Args<'a>),
}

/// A row bound to a need.
pub struct Kernel<O: Op> {
    row: &'static Row<O>,
}

impl<O: Op> Clone for Kernel<O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<O: Op> Copy for Kernel<O> {}

impl<O: Op> Debug for Kernel<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", O::NAME, self.row.info.name)
    }
}

impl<O: Op> Kernel<O> {
    /// Checks the arguments and computes. Panics where they contradict one another.
    pub fn run(&self, dev: &CpuDevice, args: O::Args<'_>) {
        O::check(&args);
        (self.row.run)(dev, args);
    }

    /// The row behind the kernel.
    pub fn row(&self) -> &'static RowInfo {
        &self.row.info
    }

    /// A kernel for one row, if the CPU can run it. Tests and benchmarks use it to name rows.
    pub fn of_row(row: &'static Row<O>) -> Option<Self> {
        row.info.isa.is_available().then_some(Self { row })
    }
}

/// A kernel chosen at load, for listings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    pub row: RowInfo,
    pub need: String,
    /// How many times the same need was bound.
    pub count: usize,
}

/// No row serves a need.
#[derive(Debug, thiserror::Error)]
pub struct BindError {
    pub op: &'static str,
    pub need: String,
    pub device: String,
    /// Every row of the op and why it was not taken.
    pub rejected: Vec<(RowInfo, String)>,
}

impl Display for BindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no kernel of `{}` serves {} on {}:", self.op, self.need, self.device)?;
        for (row, why) in &self.rejected {
            write!(f, "\n  {}: {why}", row.name)?;
        }
        Ok(())
    }
}

/// Chooses rows for one device and remembers what it chose.
pub struct Binder {
    isa: Isa,
    compute: Compute,
    bound: Vec<Bound>,
}

impl Binder {
    pub fn new(dev: &CpuDevice) -> Self {
        Self { isa: dev.isa(), compute: dev.compute(), bound: Vec::new() }
    }

    /// The first row of the op's table that runs on the device and serves `need`.
    ///
    /// # Errors
    /// Every row with the reason it was rejected.
    pub fn bind<O: Op>(&mut self, need: O::Need) -> Result<Kernel<O>, BindError> {
        let mut rejected = Vec::new();
        for row in O::table() {
            match self.verdict(row, &need) {
                Ok(()) => {
                    self.remember(row.info, format!("{need:?}"));
                    return Ok(Kernel { row });
                }
                Err(why) => rejected.push((row.info, why)),
            }
        }
        let device = format!("cpu ({}, {:?} compute)", self.isa, self.compute);
        Err(BindError { op: O::NAME, need: format!("{need:?}"), device, rejected })
    }

    /// What was bound, in the order of first use.
    pub fn bound(&self) -> &[Bound] {
        &self.bound
    }

    fn verdict<O: Op>(&self, row: &Row<O>, need: &O::Need) -> Result<(), String> {
        if !self.isa.includes(row.info.isa) {
            return Err(format!("needs {}, the device is set to {}", row.info.isa, self.isa));
        }
        (row.meets)(need, self.compute)
    }

    fn remember(&mut self, row: RowInfo, need: String) {
        match self.bound.iter_mut().find(|b| b.row == row && b.need == need) {
            Some(bound) => bound.count += 1,
            None => self.bound.push(Bound { row, need, count: 1 }),
        }
    }
}
