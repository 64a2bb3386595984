//! `rms_norm` and `add_rms_norm`.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use super::NormWeight;
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch, Prepared};
use crate::ops::{Family, activation, expect, expect_len};
use crate::stream::Stream;
use crate::view::{View, ViewMut};

const THREADS: u32 = 256;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct RmsNormParams {
    pub(crate) x: u64,
    weight: u64,
    pub(crate) out: u64,
    pub(crate) residual: u64,
    x_row: i64,
    out_row: i64,
    residual_row: i64,
    pub(crate) rows: i64,
    pub(crate) width: i64,
    pub(crate) aligned: i64,
    eps: f32,
    offset: f32,
}
pub(crate) const RMS_NORM: Family = Family::of::<RmsNormParams>(
    "norm/rms_norm",
    &["rms_norm_f32", "rms_norm_bf16", "add_rms_norm_f32", "add_rms_norm_bf16"],
);

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
        self.prepare_plain(x, norm, out)?.run(stream)
    }

    /// The launch of [`Self::run`].
    pub(crate) fn prepare_plain(
        &self,
        x: View<'_>,
        norm: NormWeight<'_>,
        out: ViewMut<'_>,
    ) -> Result<Prepared<RmsNormParams>, CudaError> {
        self.prepare("rms_norm", &self.plain, None, x, norm, out)
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
