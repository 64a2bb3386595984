//! `rms_norm`, `add_rms_norm`, `gated_rms_norm`.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use super::{Family, activation, expect, expect_len};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch, Prepared};
use crate::stream::Stream;
use crate::view::{Slice, View, ViewMut};

const THREADS: u32 = 256;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct RmsNormParams {
    pub(super) x: u64,
    weight: u64,
    pub(super) out: u64,
    pub(super) residual: u64,
    x_row: i64,
    out_row: i64,
    residual_row: i64,
    pub(super) rows: i64,
    pub(super) width: i64,
    pub(super) aligned: i64,
    eps: f32,
    offset: f32,
}
pub(super) const RMS_NORM: Family = Family::of::<RmsNormParams>(
    "norm",
    &["rms_norm_f32", "rms_norm_bf16", "add_rms_norm_f32", "add_rms_norm_bf16"],
);

/// A norm's weight and constants; `offset` is 0 for a plain weight and 1 for a zero-centred one.
#[derive(Clone, Copy)]
pub struct NormWeight<'a> {
    pub weight: Slice<'a, f32>,
    pub eps: f32,
    pub offset: f32,
}

/// `rms_norm` and `add_rms_norm`.
pub struct RmsNorm {
    plain: Kernel,
    add: Kernel,
    dtype: DType,
}

impl RmsNorm {
    /// For activations of `dtype`.
    ///
    /// # Errors
    /// No kernel has this type.
    pub fn bind(device: &Device, dtype: DType) -> Result<Self, CudaError> {
        let tag = activation("rms_norm", dtype)?;
        let plain = device.kernel(&format!("rms_norm_{tag}"))?;
        let add = device.kernel(&format!("add_rms_norm_{tag}"))?;
        Ok(Self { plain, add, dtype })
    }

    /// `out = norm(x)`, `[T, 1, H]`.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        x: View<'_>,
        norm: NormWeight<'_>,
        out: ViewMut<'_>,
    ) -> Result<(), CudaError> {
        self.prepare("rms_norm", &self.plain, None, x, norm, out)?.run(stream)
    }

    /// `residual += x`, `out = norm(residual)`, `[T, 1, H]`.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run_add(
        &self,
        stream: &Stream,
        residual: ViewMut<'_>,
        x: View<'_>,
        norm: NormWeight<'_>,
        out: ViewMut<'_>,
    ) -> Result<(), CudaError> {
        self.prepare_add(residual, x, norm, out)?.run(stream)
    }

    /// [`Self::run_add`] to be launched later, while its memory is there.
    ///
    /// # Errors
    /// Shapes that disagree.
    pub(crate) fn prepare_add(
        &self,
        residual: ViewMut<'_>,
        x: View<'_>,
        norm: NormWeight<'_>,
        out: ViewMut<'_>,
    ) -> Result<Prepared<RmsNormParams>, CudaError> {
        self.prepare("add_rms_norm", &self.add, Some(residual), x, norm, out)
    }

    fn prepare(
        &self,
        op: &'static str,
        kernel: &Kernel,
        residual: Option<ViewMut<'_>>,
        x: View<'_>,
        norm: NormWeight<'_>,
        out: ViewMut<'_>,
    ) -> Result<Prepared<RmsNormParams>, CudaError> {
        let ([rows, _, width], out) = (x.shape, out.view());
        expect(op, "x", &x, self.dtype, [rows, 1, width])?;
        expect(op, "out", &out, self.dtype, [rows, 1, width])?;
        expect_len(op, "weight", norm.weight.len, width)?;
        let residual = residual.as_ref().map(ViewMut::view);
        if let Some(residual) = &residual {
            expect(op, "residual", residual, self.dtype, [rows, 1, width])?;
        }
        let aligned = norm.weight.ptr.is_multiple_of(16)
            && [Some(&x), Some(&out), residual.as_ref()].iter().flatten().all(|v| v.is_aligned());
        let params = RmsNormParams {
            x: x.ptr,
            weight: norm.weight.ptr,
            out: out.ptr,
            residual: residual.map_or(0, |r| r.ptr),
            x_row: x.strides[0] as i64,
            out_row: out.strides[0] as i64,
            residual_row: residual.map_or(0, |r| r.strides[0] as i64),
            rows: rows as i64,
            width: width as i64,
            aligned: i64::from(aligned),
            eps: norm.eps,
            offset: norm.offset,
        };
        let blocks = if width == 0 { 0 } else { rows * THREADS as usize };
        let grid = Grid::over(blocks, THREADS, kernel.device().info());
        let launch = Launch { op, shape: [rows, width, 0, 0] };
        Ok(Prepared { kernel: kernel.clone(), launch, grid, params })
    }
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(super) struct GatedRmsNormParams {
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
pub(super) const GATED_RMS_NORM: Family =
    Family::of::<GatedRmsNormParams>("norm", &["gated_rms_norm_f32", "gated_rms_norm_bf16"]);

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
