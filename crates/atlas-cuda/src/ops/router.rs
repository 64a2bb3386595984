//! `route_topk`, and the most likely token of a row.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use super::{Family, activation, expect, expect_len};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch, Prepared};
use crate::stream::Stream;
use crate::view::{SliceMut, View};

const THREADS: u32 = 256;
const WARPS: usize = 8;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct RouteParams {
    pub(super) logits: u64,
    pub(super) ids: u64,
    pub(super) weights: u64,
    pub(super) logits_row: i64,
    pub(super) rows: i64,
    pub(super) experts: i64,
    pub(super) k: i64,
    pub(super) renormalise: i64,
}
pub(super) const ROUTE: Family =
    Family::of::<RouteParams>("router", &["route_topk_f32", "route_topk_bf16"]).with_shared();

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

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(super) struct ArgMaxParams {
    logits: u64,
    ids: u64,
    values: u64,
    logits_row: i64,
    rows: i64,
    width: i64,
}
pub(super) const ARG_MAX: Family = Family::of::<ArgMaxParams>("router", &["arg_max"]);

/// The largest logit of a row and the lowest id that has it.
pub struct ArgMax {
    kernel: Kernel,
}

impl ArgMax {
    /// # Errors
    /// The binary has no kernels.
    pub fn bind(device: &Device) -> Result<Self, CudaError> {
        Ok(Self { kernel: device.kernel("arg_max")? })
    }

    /// `logits[T, 1, V]`, f32, to `ids[T]` and `values[T]`; id `u32::MAX` and value NaN for a row
    /// with a NaN or plus infinity.
    ///
    /// # Errors
    /// Shapes that disagree, rows without elements, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        logits: View<'_>,
        ids: SliceMut<'_, u32>,
        values: SliceMut<'_, f32>,
    ) -> Result<(), CudaError> {
        let op = "arg_max";
        let [rows, _, width] = logits.shape;
        expect(op, "logits", &logits, DType::F32, [rows, 1, width])?;
        expect_len(op, "ids", ids.len, rows)?;
        expect_len(op, "values", values.len, rows)?;
        if width == 0 || width > i32::MAX as usize {
            return Err(CudaError::bad(op, format!("rows of {width} logits")));
        }
        let params = ArgMaxParams {
            logits: logits.ptr,
            ids: ids.ptr,
            values: values.ptr,
            logits_row: logits.strides[0] as i64,
            rows: rows as i64,
            width: width as i64,
        };
        let info = self.kernel.device().info();
        let grid = Grid::over(rows * THREADS as usize, THREADS, info);
        self.kernel.launch(stream, Launch { op, shape: [rows, width, 0, 0] }, grid, &params)
    }
}
