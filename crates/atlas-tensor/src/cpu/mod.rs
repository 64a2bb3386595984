//! The CPU device and its kernels.

mod isa;
mod pool;
pub(crate) mod table;

use std::sync::{Mutex, PoisonError};

pub use isa::Isa;
pub use pool::Pool;

use crate::buffer::Buffer;
use crate::ops::Compute;

/// Threads, instructions and precision that kernels run with.
pub struct CpuDevice {
    pool: Pool,
    isa: Isa,
    compute: Compute,
    /// Memory for prepared inputs and partial results, kept between calls; grows to the largest
    /// call.
    workspace: Mutex<Buffer>,
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
    /// Where the CPU lacks `isa`, `threads` is 0, or a thread cannot be started.
    pub fn new(threads: usize, isa: Isa, compute: Compute) -> Result<Self, DeviceError> {
        if threads == 0 {
            return Err(DeviceError::NoThreads);
        }
        if !isa.is_available() {
            let names: Vec<_> = Isa::available().iter().map(|isa| isa.name()).collect();
            return Err(DeviceError::IsaMissing { wanted: isa, available: names.join(", ") });
        }
        let pool = Pool::new(threads)?;
        Ok(Self { pool, isa, compute, workspace: Mutex::new(Buffer::zeroed(0)?) })
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

    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Bytes of kernel workspace held now.
    pub fn workspace_bytes(&self) -> usize {
        self.workspace.lock().unwrap_or_else(PoisonError::into_inner).bytes()
    }
}
