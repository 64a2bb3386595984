//! `query_temperature`: queries scaled by their position.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch, Prepared};
use crate::ops::{Family, activation, expect, expect_len};
use crate::stream::Stream;
use crate::view::{Slice, ViewMut};

const THREADS: u32 = 256;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct TemperatureParams {
    x: u64,
    positions: u64,
    row: i64,
    head: i64,
    rows: i64,
    heads: i64,
    width: i64,
    period: i64,
    beta: f32,
    unused: f32,
}
pub(crate) const QUERY_TEMPERATURE: Family = Family::of::<TemperatureParams>(
    "latent/query_temperature",
    &["query_temperature_f32", "query_temperature_bf16"],
);

/// `x *= 1 + beta ln(1 + floor(position / period))`.
pub struct QueryTemperature {
    kernel: Kernel,
    dtype: DType,
}

impl QueryTemperature {
    /// For activations of `dtype`.
    ///
    /// # Errors
    /// No kernel has this type.
    pub fn bind(device: &Device, dtype: DType) -> Result<Self, CudaError> {
        let tag = activation("query_temperature", dtype)?;
        Ok(Self { kernel: device.kernel(&format!("query_temperature_{tag}"))?, dtype })
    }

    /// `x[T, n, d]` in place, of rows at `positions[T]`, of which `period` share a factor.
    ///
    /// # Errors
    /// Shapes that disagree, a period of 0, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        x: ViewMut<'_>,
        positions: Slice<'_, u32>,
        (beta, period): (f32, u32),
    ) -> Result<(), CudaError> {
        self.prepare(x, positions, (beta, period))?.run(stream)
    }

    /// The launch of [`Self::run`].
    pub(crate) fn prepare(
        &self,
        x: ViewMut<'_>,
        positions: Slice<'_, u32>,
        (beta, period): (f32, u32),
    ) -> Result<Prepared<TemperatureParams>, CudaError> {
        let (op, x) = ("query_temperature", x.view());
        expect(op, "x", &x, self.dtype, x.shape)?;
        let [rows, heads, width] = x.shape;
        expect_len(op, "positions", positions.len, rows)?;
        if period == 0 {
            return Err(CudaError::bad(op, "a period of 0"));
        }
        let params = TemperatureParams {
            x: x.ptr,
            positions: positions.ptr,
            row: x.strides[0] as i64,
            head: x.strides[1] as i64,
            rows: rows as i64,
            heads: heads as i64,
            width: width as i64,
            period: i64::from(period),
            beta,
            unused: 0.0,
        };
        let grid = Grid::over(rows * heads * width, THREADS, self.kernel.device().info());
        let launch = Launch { op, shape: [rows, heads, width, 0] };
        Ok(Prepared { kernel: self.kernel.clone(), launch, grid, params })
    }
}
