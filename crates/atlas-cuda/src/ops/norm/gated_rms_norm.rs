//! `gated_rms_norm`.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::{Family, activation, expect, expect_len};
use crate::stream::Stream;
use crate::view::{Slice, View, ViewMut};

const THREADS: u32 = 256;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct GatedRmsNormParams {
    x: u64,
    z: u64,
    weight: u64,
    out: u64,
    x_row: i64,
    x_head: i64,
    z_row: i64,
    z_head: i64,
    out_row: i64,
    out_head: i64,
    rows: i64,
    heads: i64,
    width: i64,
    eps: f32,
    unused: f32,
}
pub(crate) const GATED_RMS_NORM: Family = Family::of::<GatedRmsNormParams>(
    "norm/gated_rms_norm",
    &["gated_rms_norm_f32", "gated_rms_norm_bf16"],
);

/// `out = norm(x) * weight * silu(z)` per head.
pub struct GatedRmsNorm {
    kernel: Kernel,
    dtype: DType,
}

impl GatedRmsNorm {
    /// For activations of `dtype`.
    ///
    /// # Errors
    /// No kernel has this type.
    pub fn bind(device: &Device, dtype: DType) -> Result<Self, CudaError> {
        let tag = activation("gated_rms_norm", dtype)?;
        Ok(Self { kernel: device.kernel(&format!("gated_rms_norm_{tag}"))?, dtype })
    }

    /// `x[T, h, d]`, `z`, `weight[d]` to `out`.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        x: View<'_>,
        z: View<'_>,
        weight: Slice<'_, f32>,
        eps: f32,
        out: ViewMut<'_>,
    ) -> Result<(), CudaError> {
        let (op, out) = ("gated_rms_norm", out.view());
        for (name, view) in [("x", &x), ("z", &z), ("out", &out)] {
            expect(op, name, view, self.dtype, x.shape)?;
        }
        let [rows, heads, width] = x.shape;
        expect_len(op, "weight", weight.len, width)?;
        let params = GatedRmsNormParams {
            x: x.ptr,
            z: z.ptr,
            weight: weight.ptr,
            out: out.ptr,
            x_row: x.strides[0] as i64,
            x_head: x.strides[1] as i64,
            z_row: z.strides[0] as i64,
            z_head: z.strides[1] as i64,
            out_row: out.strides[0] as i64,
            out_head: out.strides[1] as i64,
            rows: rows as i64,
            heads: heads as i64,
            width: width as i64,
            eps,
            unused: 0.0,
        };
        let items = if width == 0 { 0 } else { rows * heads * 32 };
        let grid = Grid::over(items, THREADS, self.kernel.device().info());
        self.kernel.launch(stream, Launch { op, shape: [rows, heads, width, 0] }, grid, &params)
    }
}
