//! `route_topk`: the experts that tokens choose.

use atlas_tensor::DType;
use atlas_tensor::ops::{RouterRule, RouterScoring};
use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch, Prepared};
use crate::ops::{Family, activation, expect, expect_len};
use crate::stream::Stream;
use crate::view::{Slice, SliceMut, View};

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
    pub(crate) bias: u64,
    pub(crate) sigmoid: i64,
    pub(crate) groups: i64,
    pub(crate) groups_kept: i64,
    pub(crate) scale: f32,
    pub(crate) unused: f32,
}

impl RouteParams {
    /// Whether the largest logits are chosen, as in the kernel's source.
    pub(crate) fn by_logit(&self) -> bool {
        self.sigmoid == 0 && self.bias == 0 && self.groups_kept == self.groups
    }
}
pub(crate) const ROUTE: Family =
    Family::of::<RouteParams>("moe/router_topk", &["route_topk_f32", "route_topk_bf16"])
        .with_shared();

/// `logits[T, 1, E]`, `bias[E]?` to `ids[T * k]` and `weights[T * k]`.
pub struct RouteArgs<'a> {
    pub logits: View<'a>,
    pub bias: Option<Slice<'a, f32>>,
    pub k: usize,
    pub rule: RouterRule,
    pub ids: SliceMut<'a, u32>,
    pub weights: SliceMut<'a, f32>,
}

/// The `k` best experts by a rule, in rank order.
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

    /// Writes ids and weights.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(&self, stream: &Stream, args: &RouteArgs<'_>) -> Result<(), CudaError> {
        self.prepare(args)?.run(stream)
    }

    /// The launch of [`Self::run`].
    pub(crate) fn prepare(&self, args: &RouteArgs<'_>) -> Result<Prepared<RouteParams>, CudaError> {
        let op = "route_topk";
        let RouteArgs { logits, bias, k, rule, ids, weights } = args;
        let ([rows, _, experts], k) = (logits.shape, *k);
        expect(op, "logits", logits, self.dtype, [rows, 1, experts])?;
        expect_len(op, "ids", ids.len, rows * k)?;
        expect_len(op, "weights", weights.len, rows * k)?;
        if k == 0 || k > experts {
            return Err(CudaError::bad(op, format!("{k} of {experts} experts")));
        }
        if let Some(bias) = bias {
            expect_len(op, "bias", bias.len, experts)?;
        }
        let RouterRule { groups, groups_kept, .. } = *rule;
        if groups_kept == 0 || groups_kept > groups || !experts.is_multiple_of(groups) {
            let what = format!("{groups_kept} of {groups} groups of {experts} experts");
            return Err(CudaError::bad(op, what));
        }
        let params = RouteParams {
            logits: logits.ptr,
            ids: ids.ptr,
            weights: weights.ptr,
            logits_row: logits.strides[0] as i64,
            rows: rows as i64,
            experts: experts as i64,
            k: k as i64,
            renormalise: i64::from(rule.renormalise),
            bias: bias.map_or(0, |bias| bias.ptr),
            sigmoid: i64::from(rule.scoring == RouterScoring::Sigmoid),
            groups: groups as i64,
            groups_kept: groups_kept as i64,
            scale: rule.scale,
            unused: 0.0,
        };
        // Marks of what is taken, or a key and the sum of a group.
        let each = if params.by_logit() { 1 } else { 8 };
        let shared = u32::try_from(WARPS * each * experts).unwrap_or(u32::MAX);
        let grid = Grid::over(rows * 32, THREADS, self.kernel.device().info()).shared(shared);
        let launch = Launch { op, shape: [rows, experts, k, 0] };
        Ok(Prepared { kernel: self.kernel.clone(), launch, grid, params })
    }
}
