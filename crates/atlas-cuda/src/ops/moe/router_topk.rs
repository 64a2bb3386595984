//! `route_topk`: the experts that tokens choose.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch, Prepared};
use crate::ops::{Family, activation, expect, expect_len};
use crate::stream::Stream;
use crate::view::{SliceMut, View};

const THREADS: u32 = 256;
const WARPS: usize = 8;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct RouteParams {
    pub(crate) logits: u64,
    pub(crate) ids: u64,
    pub(crate) weights: u64,
    pub(crate) logits_row: i64,
    pub(crate) rows: i64,
    pub(crate) experts: i64,
    pub(crate) k: i64,
    pub(crate) renormalise: i64,
}
pub(crate) const ROUTE: Family =
    Family::of::<RouteParams>("moe/router_topk", &["route_topk_f32", "route_topk_bf16"])
        .with_shared();

/// `logits[T, 1, E]` to `ids[T * k]` and `weights[T * k]`.
pub struct RouteArgs<'a> {
    pub logits: View<'a>,
    pub k: usize,
    /// Whether a row's weights add up to 1.
    pub renormalise: bool,
    pub ids: SliceMut<'a, u32>,
    pub weights: SliceMut<'a, f32>,
}

/// Softmax over all experts and the `k` largest in rank order.
pub struct RouteTopk {
    kernel: Kernel,
    dtype: DType,
}

impl RouteTopk {
    /// For logits of `dtype`.
    ///
    /// # Errors
    /// No kernel has this type.
    pub fn bind(device: &Device, dtype: DType) -> Result<Self, CudaError> {
        let tag = activation("route_topk", dtype)?;
        Ok(Self { kernel: device.kernel(&format!("route_topk_{tag}"))?, dtype })
    }

    /// `logits[T, 1, E]` to `ids[T * k]` and `weights[T * k]`.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        logits: View<'_>,
        (k, renormalise): (usize, bool),
        ids: SliceMut<'_, u32>,
        weights: SliceMut<'_, f32>,
    ) -> Result<(), CudaError> {
        self.prepare(&RouteArgs { logits, k, renormalise, ids, weights })?.run(stream)
    }

    /// The launch of [`Self::run`].
    pub(crate) fn prepare(&self, args: &RouteArgs<'_>) -> Result<Prepared<RouteParams>, CudaError> {
        let op = "route_topk";
        let RouteArgs { logits, k, renormalise, ids, weights } = args;
        let ([rows, _, experts], k) = (logits.shape, *k);
        expect(op, "logits", logits, self.dtype, [rows, 1, experts])?;
        expect_len(op, "ids", ids.len, rows * k)?;
        expect_len(op, "weights", weights.len, rows * k)?;
        if k == 0 || k > experts {
            return Err(CudaError::bad(op, format!("{k} of {experts} experts")));
        }
        let params = RouteParams {
            logits: logits.ptr,
            ids: ids.ptr,
            weights: weights.ptr,
            logits_row: logits.strides[0] as i64,
            rows: rows as i64,
            experts: experts as i64,
            k: k as i64,
            renormalise: i64::from(*renormalise),
        };
        let shared = u32::try_from(WARPS * experts).unwrap_or(u32::MAX);
        let grid = Grid::over(rows * 32, THREADS, self.kernel.device().info()).shared(shared);
        let launch = Launch { op, shape: [rows, experts, k, 0] };
        Ok(Prepared { kernel: self.kernel.clone(), launch, grid, params })
    }
}
