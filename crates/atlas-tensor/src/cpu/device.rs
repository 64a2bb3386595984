//! The CPU as a device: threads, instructions, precision and workspace.

use super::isa::Isa;
use super::pool::Pool;
use super::scratch::{Scratch, Workspace};
use crate::compute::Compute;

/// Default of `CpuDevice::inline_elements`.
const INLINE_ELEMENTS: usize = 16 << 10;

/// Threads, instructions and precision that kernels run with.
pub struct CpuDevice {
    pool: Pool,
    isa: Isa,
    compute: Compute,
    /// Memory for prepared inputs and partial results, kept between calls.
    workspace: Workspace,
    /// Work under which a region stays on the calling thread: a second thread would cost more
    /// than it brings.
    inline_elements: usize,
}

/// Why a device could not be made.
#[derive(Debug, thiserror::Error)]
pub enum DeviceError {
    #[error("this CPU has no {wanted}; it has: {available}")]
    IsaMissing { wanted: Isa, available: String },
    #[error("threads must be at least 1")]
    NoThreads,
    #[error("a worker thread could not be started: {0}")]
    Thread(#[from] std::io::Error),
}

impl CpuDevice {
    /// A device of `threads` threads, the caller's own included.
    ///
    /// # Errors
    /// The CPU lacks `isa`, `threads` is 0, or a thread cannot be started.
    pub fn new(threads: usize, isa: Isa, compute: Compute) -> Result<Self, DeviceError> {
        if threads == 0 {
            return Err(DeviceError::NoThreads);
        }
        if !isa.is_available() {
            let names: Vec<_> = Isa::available().iter().map(|isa| isa.name()).collect();
            return Err(DeviceError::IsaMissing { wanted: isa, available: names.join(", ") });
        }
        let pool = Pool::new(threads)?;
        Ok(Self {
            pool,
            isa,
            compute,
            workspace: Workspace::growing()?,
            inline_elements: INLINE_ELEMENTS,
        })
    }

    pub fn threads(&self) -> usize {
        self.pool.threads()
    }

    pub fn isa(&self) -> Isa {
        self.isa
    }

    pub fn compute(&self) -> Compute {
        self.compute
    }

    /// Sets the workspace to what calls of up to `bytes` need, once: a call that needs more panics.
    /// `bytes` comes from [`super::StepBounds`].
    ///
    /// # Errors
    /// The system's out-of-memory error.
    pub fn reserve_workspace(&self, bytes: usize) -> std::io::Result<()> {
        self.workspace.reserve(bytes)
    }

    /// Bytes that [`Self::reserve_workspace`] allocates.
    pub fn reserved_bytes(bytes: usize) -> usize {
        Workspace::reserved_bytes(bytes)
    }

    /// Bytes of kernel workspace held now.
    pub fn workspace_bytes(&self) -> usize {
        self.workspace.bytes()
    }

    /// Most bytes that one call has requested.
    pub fn workspace_high_water(&self) -> usize {
        self.workspace.high_water()
    }

    /// Workspace of `bytes`, for one call; a second caller blocks until the first is done. Without
    /// a reservation it grows on demand and is then kept.
    pub(crate) fn scratch(&self, bytes: usize) -> Scratch<'_> {
        self.workspace.scratch(bytes)
    }

    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// A device that uses its threads however small the work is, to test the cuts between them.
    #[cfg(feature = "testkit")]
    pub(crate) fn eager(self) -> Self {
        Self { inline_elements: 0, ..self }
    }

    /// Whether `work` elements are not worth a region.
    pub(crate) fn is_small(&self, work: usize) -> bool {
        work < self.inline_elements
    }

    /// Runs `part` over `0..count`, cut over the threads when `count * work` elements are worth a
    /// region.
    pub(crate) fn parallel(
        &self,
        count: usize,
        work: usize,
        part: &(dyn Fn(std::ops::Range<usize>) + Sync),
    ) {
        self.parallel_indexed(count, work, &|_, range| part(range));
    }

    /// As [`Self::parallel`]; `part` is told the thread it runs as.
    pub(crate) fn parallel_indexed(
        &self,
        count: usize,
        work: usize,
        part: &(dyn Fn(usize, std::ops::Range<usize>) + Sync),
    ) {
        if count > 0 && self.is_small(count * work) {
            part(0, 0..count);
        } else {
            self.pool.split_indexed(count, 1, part);
        }
    }
}
