//! An operation and the facts known of a kernel before it runs.

use std::fmt::Debug;

use crate::compute::Compute;
use crate::cpu::Isa;

/// An operation: what it takes and what it means.
pub trait Op: Sized + 'static {
    /// The name in contracts, tables and error messages.
    const NAME: &'static str;
    /// Borrowed inputs and outputs.
    type Args<'a>;
    /// Formats and extents, known at load, that a kernel may depend on.
    type Need: Clone + Debug + Send + Sync + 'static;

    /// Whether a weight's columns multiply inputs of other places, which few kernels read.
    fn reorders_inputs(_need: &Self::Need) -> bool {
        false
    }

    /// Panics, naming the op, where shapes disagree or an index is out of range. Every kernel
    /// relies on it for memory safety; [`crate::Kernel::run`] calls it first.
    fn check(args: &Self::Args<'_>);

    /// Bytes that must move and floating-point operations that must be done, each input and
    /// output counted once.
    fn cost(args: &Self::Args<'_>) -> Cost;

    /// The meaning, in plain loops.
    fn reference(args: Self::Args<'_>, compute: Compute);
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

/// Hardware that a kernel runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunsOn {
    /// A CPU with these instructions.
    Cpu(Isa),
    /// A device of this kind.
    Device(&'static str),
    /// The devices of its parts' kernels: a composed kernel.
    Parts,
}

impl RunsOn {
    pub fn name(self) -> &'static str {
        match self {
            Self::Cpu(isa) => isa.name(),
            Self::Device(kind) => kind,
            Self::Parts => "its parts",
        }
    }

    /// The instructions, for a kernel of the CPU.
    pub fn isa(self) -> Option<Isa> {
        match self {
            Self::Cpu(isa) => Some(isa),
            Self::Device(_) | Self::Parts => None,
        }
    }
}

/// Properties of a kernel, known without running it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowInfo {
    pub op: &'static str,
    pub name: &'static str,
    pub runs_on: RunsOn,
    /// Holds the row contract of `docs/contracts/ops.md`.
    pub width_invariant: bool,
}
