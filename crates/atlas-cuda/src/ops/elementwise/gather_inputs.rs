//! Inputs in the order of a weight's columns.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::{Family, expect_len};
use crate::stream::Stream;
use crate::view::{Slice, SliceMut, View};

const THREADS: u32 = 256;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct GatherInputsParams {
    x: u64,
    order: u64,
    out: u64,
    x_row: i64,
    rows: i64,
    k: i64,
}
pub(crate) const GATHER_INPUTS: Family =
    Family::of::<GatherInputsParams>("elementwise/gather_inputs", &["gather_inputs_bf16"]);

/// `out[t, i] = x[t, order[i]]` of bf16.
pub struct GatherInputs {
    kernel: Kernel,
}

impl GatherInputs {
    /// # Errors
    /// The binary has no kernel.
    pub fn bind(device: &Device) -> Result<Self, CudaError> {
        Ok(Self { kernel: device.kernel("gather_inputs_bf16")? })
    }

    /// Rows `x[T, 1, K]` to the contiguous `out[T, K]`; every entry of `order[K]` is below K.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        x: &View<'_>,
        order: Slice<'_, u32>,
        out: SliceMut<'_, u16>,
    ) -> Result<(), CudaError> {
        let (op, [rows, heads, k]) = ("gather_inputs", x.shape);
        expect_len(op, "order", order.len, k)?;
        expect_len(op, "out", out.len, rows * k)?;
        if x.dtype != DType::Bf16 || heads != 1 {
            return Err(CudaError::bad(op, "x is rows of bf16"));
        }
        let params = GatherInputsParams {
            x: x.ptr,
            order: order.ptr,
            out: out.ptr,
            x_row: x.strides[0] as i64,
            rows: rows as i64,
            k: k as i64,
        };
        let grid = Grid::over(rows * k, THREADS, self.kernel.device().info());
        let launch = Launch { op, shape: [rows, k, 0, 0] };
        self.kernel.launch(stream, launch, grid, &params)
    }
}
