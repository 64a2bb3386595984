//! `gdn_gates`: decay and write strength of the delta rule.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use super::conv1d::ConvParams;
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch, Prepared};
use crate::ops::{Family, activation, expect, expect_len};
use crate::stream::Stream;
use crate::view::{Slice, View, ViewMut};

const THREADS: u32 = 256;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct GatesParams {
    pub(crate) a: u64,
    pub(crate) b: u64,
    pub(crate) a_log: u64,
    pub(crate) dt_bias: u64,
    pub(crate) g: u64,
    pub(crate) beta: u64,
    pub(crate) a_row: i64,
    pub(crate) b_row: i64,
    pub(crate) g_row: i64,
    pub(crate) beta_row: i64,
    pub(crate) rows: i64,
    pub(crate) heads: i64,
}
pub(crate) const GATES: Family =
    Family::of::<GatesParams>("gated_delta/recurrent", &["gdn_gates_f32", "gdn_gates_bf16"]);

impl GatesParams {
    /// Whether a convolution's results lie elsewhere than what the gates are made of.
    pub fn is_apart(&self, conv: &ConvParams) -> bool {
        // The bound holds for every activation.
        let bytes = |rows: i64, row: i64, width: i64| 4 * (rows.saturating_sub(1) * row + width);
        let out = conv.out..conv.out + bytes(conv.rows, conv.out_row, conv.channels) as u64;
        [(self.a, self.a_row), (self.b, self.b_row)].iter().all(|&(at, row)| {
            at + bytes(self.rows, row, self.heads) as u64 <= out.start || out.end <= at
        })
    }
}

/// Log decay and write strength, f32.
pub struct GdnGates {
    kernel: Kernel,
    dtype: DType,
}

impl GdnGates {
    /// For activations of `dtype`.
    ///
    /// # Errors
    /// No kernel has this type.
    pub fn bind(device: &Device, dtype: DType) -> Result<Self, CudaError> {
        let tag = activation("gdn_gates", dtype)?;
        Ok(Self { kernel: device.kernel(&format!("gdn_gates_{tag}"))?, dtype })
    }

    /// `a[T, 1, h]`, `b`, `a_log[h]`, `dt_bias[h]` to `g` and `beta`.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        [a, b]: [View<'_>; 2],
        [a_log, dt_bias]: [Slice<'_, f32>; 2],
        g: ViewMut<'_>,
        beta: ViewMut<'_>,
    ) -> Result<(), CudaError> {
        self.prepare([a, b], [a_log, dt_bias], g, beta)?.run(stream)
    }

    /// The launch of [`Self::run`].
    pub(crate) fn prepare(
        &self,
        [a, b]: [View<'_>; 2],
        [a_log, dt_bias]: [Slice<'_, f32>; 2],
        g: ViewMut<'_>,
        beta: ViewMut<'_>,
    ) -> Result<Prepared<GatesParams>, CudaError> {
        let (op, g, beta) = ("gdn_gates", g.view(), beta.view());
        let shape = [a.rows(), 1, a_log.len];
        let [rows, _, heads] = shape;
        expect(op, "a", &a, self.dtype, shape)?;
        expect(op, "b", &b, self.dtype, shape)?;
        expect(op, "g", &g, DType::F32, shape)?;
        expect(op, "beta", &beta, DType::F32, shape)?;
        expect_len(op, "dt_bias", dt_bias.len, heads)?;
        let params = GatesParams {
            a: a.ptr,
            b: b.ptr,
            a_log: a_log.ptr,
            dt_bias: dt_bias.ptr,
            g: g.ptr,
            beta: beta.ptr,
            a_row: a.strides[0] as i64,
            b_row: b.strides[0] as i64,
            g_row: g.strides[0] as i64,
            beta_row: beta.strides[0] as i64,
            rows: rows as i64,
            heads: heads as i64,
        };
        let grid = Grid::over(rows * heads, THREADS, self.kernel.device().info());
        let launch = Launch { op, shape: [rows, heads, 0, 0] };
        Ok(Prepared { kernel: self.kernel.clone(), launch, grid, params })
    }
}
