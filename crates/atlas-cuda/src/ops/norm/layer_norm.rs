//! `layer_norm`.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::{Family, activation, expect, expect_len};
use crate::stream::Stream;
use crate::view::{Slice, View, ViewMut};

const THREADS: u32 = 128;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct LayerNormParams {
    x: u64,
    weight: u64,
    bias: u64,
    out: u64,
    x_row: i64,
    out_row: i64,
    rows: i64,
    width: i64,
    eps: f32,
    unused: f32,
}
pub(crate) const LAYER_NORM: Family =
    Family::of::<LayerNormParams>("norm/layer_norm", &["layer_norm_f32", "layer_norm_bf16"]);

/// `out = (x - mean) * rsqrt(variance + eps) * weight + bias` per row.
pub struct LayerNorm {
    kernel: Kernel,
    dtype: DType,
}

impl LayerNorm {
    /// For activations of `dtype`.
    ///
    /// # Errors
    /// No kernel has this type.
    pub fn bind(device: &Device, dtype: DType) -> Result<Self, CudaError> {
        let tag = activation("layer_norm", dtype)?;
        Ok(Self { kernel: device.kernel(&format!("layer_norm_{tag}"))?, dtype })
    }

    /// `x[T, 1, H]`, `weight[H]` and `bias[H]` to `out`.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        x: View<'_>,
        [weight, bias]: [Slice<'_, f32>; 2],
        eps: f32,
        out: ViewMut<'_>,
    ) -> Result<(), CudaError> {
        let (op, out, [rows, _, width]) = ("layer_norm", out.view(), x.shape);
        for (name, view) in [("x", &x), ("out", &out)] {
            expect(op, name, view, self.dtype, [rows, 1, width])?;
        }
        expect_len(op, "weight", weight.len, width)?;
        expect_len(op, "bias", bias.len, width)?;
        let params = LayerNormParams {
            x: x.ptr,
            weight: weight.ptr,
            bias: bias.ptr,
            out: out.ptr,
            x_row: x.strides[0] as i64,
            out_row: out.strides[0] as i64,
            rows: rows as i64,
            width: width as i64,
            eps,
            unused: 0.0,
        };
        let items = if width == 0 { 0 } else { rows * THREADS as usize };
        let grid = Grid::over(items, THREADS, self.kernel.device().info());
        self.kernel.launch(stream, Launch { op, shape: [rows, 1, width, 0] }, grid, &params)
    }
}
