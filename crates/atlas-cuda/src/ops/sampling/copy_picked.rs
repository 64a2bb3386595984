//! Tokens that a step takes from the device: those that the step before it has picked.

use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::Family;
use crate::ops::step::StepTables;
use crate::stream::Stream;
use crate::view::Slice;

const THREADS: u32 = 128;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct CopyPickedParams {
    fed: u64,
    picked: u64,
    tokens: u64,
    count: i64,
    picked_count: i64,
    rows: i64,
}
pub(crate) const FEED: Family =
    Family::of::<CopyPickedParams>("sampling/copy_picked", &["copy_picked_tokens"]);

/// Copies picked tokens to the rows of a step.
pub(crate) struct CopyPicked {
    kernel: Kernel,
}

impl CopyPicked {
    /// # Errors
    /// The binary has no kernels.
    pub fn bind(device: &Device) -> Result<Self, CudaError> {
        Ok(Self { kernel: device.kernel("copy_picked_tokens")? })
    }

    /// `picked` to the rows that `step` is fed, which its words of index 0 are the tokens of.
    /// Nothing is launched where none is.
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn run(
        &self,
        stream: &Stream,
        step: &StepTables,
        picked: Slice<'_, u32>,
    ) -> Result<(), CudaError> {
        if step.fed_count == 0 {
            return Ok(());
        }
        let params = CopyPickedParams {
            fed: step.fed(),
            picked: picked.ptr,
            tokens: step.words(0),
            count: step.fed_count as i64,
            picked_count: picked.len as i64,
            rows: step.rows as i64,
        };
        let grid = Grid::over(step.fed_count, THREADS, self.kernel.device().info());
        let launch =
            Launch { op: "copy_picked", shape: [step.fed_count, step.rows, picked.len, 0] };
        self.kernel.launch(stream, launch, grid, &params)
    }
}
