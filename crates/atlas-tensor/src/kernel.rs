//! Kernels of an op, bound to a need: rows of the CPU's table and of a device's.

use std::fmt::{self, Debug};
use std::sync::Arc;

use crate::cpu::{Isa, Row};
use crate::device::DeviceRef;
use crate::op::{Op, RowInfo};

/// A kernel of a device, bound to a need.
pub type DeviceKernel<O> = Arc<dyn for<'a> Fn(<O as Op>::Args<'a>) + Send + Sync>;

/// Makes the kernel of a row for a need, or says why the row does not serve it.
pub type DeviceBind<O> =
    Box<dyn Fn(&<O as Op>::Need) -> Result<DeviceKernel<O>, String> + Send + Sync>;

/// A kernel in a device's table of an op.
pub struct DeviceRow<O: Op> {
    pub info: RowInfo,
    pub bind: DeviceBind<O>,
}

/// The kernels of a fused op's parts as one, on the device that they were bound for.
pub type ComposedKernel<O> =
    Arc<dyn for<'d, 'a> Fn(DeviceRef<'d>, <O as Op>::Args<'a>) + Send + Sync>;

/// A row bound to a need, or the rows of a fused op's parts.
pub struct Kernel<O: Op> {
    pub(crate) bound: Callable<O>,
}

pub(crate) enum Callable<O: Op> {
    Cpu(&'static Row<O>),
    Device {
        info: RowInfo,
        run: DeviceKernel<O>,
    },
    Composed {
        info: RowInfo,
        run: ComposedKernel<O>,
    },
    /// No row serves the need, which [`crate::Binder::missing`] has; never run.
    Missing,
}

impl<O: Op> Clone for Kernel<O> {
    fn clone(&self) -> Self {
        let bound = match &self.bound {
            Callable::Cpu(row) => Callable::Cpu(row),
            Callable::Device { info, run } => Callable::Device { info: *info, run: run.clone() },
            Callable::Composed { info, run } => {
                Callable::Composed { info: *info, run: run.clone() }
            }
            Callable::Missing => Callable::Missing,
        };
        Self { bound }
    }
}

impl<O: Op> Debug for Kernel<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", O::NAME, self.row().map_or("no kernel", |row| row.name))
    }
}

impl<O: Op> Kernel<O> {
    /// Checks the arguments and computes. Panics where they contradict one another, and on another
    /// kind of device than the kernel was bound for.
    pub fn run<'d>(&self, dev: impl Into<DeviceRef<'d>>, args: O::Args<'_>) {
        O::check(&args);
        match (&self.bound, dev.into()) {
            (Callable::Cpu(row), DeviceRef::Cpu(dev)) => (row.run)(dev, args),
            (Callable::Device { run, .. }, DeviceRef::Backend(_)) => run(args),
            (Callable::Composed { run, .. }, dev) => run(dev, args),
            _ => panic!("{self:?} was bound for another device"),
        }
    }

    /// The row behind the kernel, or the record of a composed one; none if it is missing.
    pub fn row(&self) -> Option<&RowInfo> {
        match &self.bound {
            Callable::Cpu(row) => Some(&row.info),
            Callable::Device { info, .. } | Callable::Composed { info, .. } => Some(info),
            Callable::Missing => None,
        }
    }

    /// A kernel for one row, if the CPU can run it. Tests and benchmarks use it to name rows.
    pub fn of_row(row: &'static Row<O>) -> Option<Self> {
        let available = row.info.runs_on.isa().is_some_and(Isa::is_available);
        available.then_some(Self { bound: Callable::Cpu(row) })
    }
}
