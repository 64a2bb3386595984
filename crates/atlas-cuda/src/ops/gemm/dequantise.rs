//! Rows of a quantised weight as bf16, for kernels that multiply many rows.

use std::ops::Range;

use atlas_tensor::WeightFormat;
use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::Family;
use crate::quantised::{QuantisedParams, QuantisedView, kernel_tag};
use crate::stream::Stream;
use crate::view::SliceMut;

const THREADS: u32 = 256;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct DequantiseParams {
    weight: QuantisedParams,
    out: u64,
    first: i64,
    rows: i64,
    k: i64,
}
pub(crate) const DEQUANTISE: Family = Family::of::<DequantiseParams>(
    "gemm/dequantise",
    &["dequantise_fp8", "dequantise_nvfp4", "dequantise_mxfp4", "dequantised"],
);

/// Writes rows of weights of one format as bf16, each element rounded once to the nearest.
pub struct Dequantise {
    kernel: Kernel,
    /// Comes between the rows and the kernels that read them: those read weights early.
    barrier: Kernel,
    format: WeightFormat,
}

impl Dequantise {
    /// For weights of `format`.
    ///
    /// # Errors
    /// No kernel reads it.
    pub fn bind(device: &Device, format: WeightFormat) -> Result<Self, CudaError> {
        let no_codes = || CudaError::bad("dequantise", format!("{format} weights have no codes"));
        let tag = kernel_tag(format).ok_or_else(no_codes)?;
        let kernel = device.kernel(&format!("dequantise_{tag}"))?;
        Ok(Self { kernel, barrier: device.kernel("dequantised")?, format })
    }

    /// Rows `rows` of `weight` to `out`, row-major. Kernels launched next may read them as weights.
    ///
    /// # Errors
    /// A weight of another format, rows that are not whole pieces of 16 bytes or not there, another
    /// length of `out` (of elements of 16 bits), or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        weight: &QuantisedView<'_>,
        rows: Range<usize>,
        out: SliceMut<'_, u16>,
    ) -> Result<(), CudaError> {
        let (op, k) = ("dequantise", weight.k());
        if kernel_tag(weight.format()) != kernel_tag(self.format) || !weight.is_aligned() {
            return Err(CudaError::bad(op, "a weight of another format, or off its boundaries"));
        }
        let fits = rows.end <= weight.n() && out.len == rows.len() * k;
        if !fits || !out.ptr.is_multiple_of(16) {
            return Err(CudaError::bad(op, format!("rows {rows:?} to {} elements", out.len)));
        }
        let params = DequantiseParams {
            weight: weight.params(),
            out: out.ptr,
            first: rows.start as i64,
            rows: rows.len() as i64,
            k: k as i64,
        };
        let launch = Launch { op, shape: [rows.len(), k, 0, 0] };
        let grid = Grid::over(out.len / 16, THREADS, self.kernel.device().info());
        self.kernel.launch(stream, launch, grid, &params)?;
        self.barrier.launch(stream, launch, Grid::new([1, 1, 1], 32), &params)
    }
}
