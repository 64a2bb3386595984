//! `group_gated_rms_norm`.

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
pub(crate) struct GroupGatedRmsNormParams {
    y: u64,
    z: u64,
    weight: u64,
    out: u64,
    y_row: i64,
    y_group: i64,
    z_row: i64,
    z_group: i64,
    out_row: i64,
    out_group: i64,
    rows: i64,
    groups: i64,
    width: i64,
    aligned: i64,
    eps: f32,
    unused: f32,
}
pub(crate) const GROUP_GATED_RMS_NORM: Family = Family::of::<GroupGatedRmsNormParams>(
    "norm/group_gated_rms_norm",
    &["group_gated_rms_norm_f32", "group_gated_rms_norm_bf16"],
);

/// `out = norm(y * silu(z)) * weight` per group.
pub struct GroupGatedRmsNorm {
    kernel: Kernel,
    dtype: DType,
}

impl GroupGatedRmsNorm {
    /// For activations of `dtype`.
    ///
    /// # Errors
    /// No kernel has this type.
    pub fn bind(device: &Device, dtype: DType) -> Result<Self, CudaError> {
        let tag = activation("group_gated_rms_norm", dtype)?;
        Ok(Self { kernel: device.kernel(&format!("group_gated_rms_norm_{tag}"))?, dtype })
    }

    /// `y[T, G, w]`, `z`, `weight[G * w]` to `out`.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        [y, z]: [View<'_>; 2],
        weight: Slice<'_, f32>,
        eps: f32,
        out: ViewMut<'_>,
    ) -> Result<(), CudaError> {
        let (op, out) = ("group_gated_rms_norm", out.view());
        for (name, view) in [("y", &y), ("z", &z), ("out", &out)] {
            expect(op, name, view, self.dtype, y.shape)?;
        }
        let [rows, groups, width] = y.shape;
        expect_len(op, "weight", weight.len, groups * width)?;
        let whole = groups < 2 || (4 * width).is_multiple_of(16);
        let aligned = whole
            && weight.ptr.is_multiple_of(16)
            && [&y, &z, &out].iter().all(|view| view.is_aligned());
        let params = GroupGatedRmsNormParams {
            y: y.ptr,
            z: z.ptr,
            weight: weight.ptr,
            out: out.ptr,
            y_row: y.strides[0] as i64,
            y_group: y.strides[1] as i64,
            z_row: z.strides[0] as i64,
            z_group: z.strides[1] as i64,
            out_row: out.strides[0] as i64,
            out_group: out.strides[1] as i64,
            rows: rows as i64,
            groups: groups as i64,
            width: width as i64,
            aligned: i64::from(aligned),
            eps,
            unused: 0.0,
        };
        let items = if width == 0 { 0 } else { rows * groups * THREADS as usize };
        let grid = Grid::over(items, THREADS, self.kernel.device().info());
        self.kernel.launch(stream, Launch { op, shape: [rows, groups, width, 0] }, grid, &params)
    }
}
