//! The most likely token of a row.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::{Family, expect, expect_len};
use crate::stream::Stream;
use crate::view::{SliceMut, View};

const THREADS: u32 = 256;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct ArgMaxParams {
    logits: u64,
    ids: u64,
    values: u64,
    logits_row: i64,
    rows: i64,
    width: i64,
}
pub(crate) const ARG_MAX: Family = Family::of::<ArgMaxParams>("sampling/arg_max", &["arg_max"]);

/// The largest logit of a row and the lowest id that has it.
pub struct ArgMax {
    kernel: Kernel,
}

impl ArgMax {
    /// # Errors
    /// The binary has no kernels.
    pub fn bind(device: &Device) -> Result<Self, CudaError> {
        Ok(Self { kernel: device.kernel("arg_max")? })
    }

    /// `logits[T, 1, V]`, f32, to `ids[T]` and `values[T]`; id `u32::MAX` and value NaN for a row
    /// with a NaN or plus infinity.
    ///
    /// # Errors
    /// Shapes that disagree, rows without elements, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        logits: View<'_>,
        ids: SliceMut<'_, u32>,
        values: SliceMut<'_, f32>,
    ) -> Result<(), CudaError> {
        let op = "arg_max";
        let [rows, _, width] = logits.shape;
        expect(op, "logits", &logits, DType::F32, [rows, 1, width])?;
        expect_len(op, "ids", ids.len, rows)?;
        expect_len(op, "values", values.len, rows)?;
        if width == 0 || width > i32::MAX as usize {
            return Err(CudaError::bad(op, format!("rows of {width} logits")));
        }
        let params = ArgMaxParams {
            logits: logits.ptr,
            ids: ids.ptr,
            values: values.ptr,
            logits_row: logits.strides[0] as i64,
            rows: rows as i64,
            width: width as i64,
        };
        let info = self.kernel.device().info();
        let grid = Grid::over(rows * THREADS as usize, THREADS, info);
        self.kernel.launch(stream, Launch { op, shape: [rows, width, 0, 0] }, grid, &params)
    }
}
