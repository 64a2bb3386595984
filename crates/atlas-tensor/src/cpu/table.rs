//! Every kernel, by op, fastest first.

use super::{CpuDevice, Isa};
use crate::binder::{Op, Row, RowInfo};
use crate::ops::*;

fn plain<O: Op>(dev: &CpuDevice, args: O::Args<'_>) {
    O::reference(args, dev.compute());
}

const fn portable<O: Op>() -> Row<O> {
    let info = RowInfo { op: O::NAME, name: "portable", isa: Isa::Portable, width_invariant: true };
    Row { info, meets: |_, _| Ok(()), run: plain::<O> }
}

pub(crate) static EMBED: &[Row<Embed>] = &[portable()];
pub(crate) static RMS_NORM: &[Row<RmsNorm>] = &[portable()];
pub(crate) static ADD_RMS_NORM: &[Row<AddRmsNorm>] = &[portable()];
pub(crate) static LINEAR: &[Row<Linear>] = &[portable()];
pub(crate) static QK_NORM_ROPE: &[Row<QkNormRope>] = &[portable()];
pub(crate) static KV_STORE: &[Row<KvStore>] = &[portable()];
pub(crate) static ATTENTION: &[Row<Attention>] = &[portable()];
pub(crate) static SWIGLU: &[Row<SwiGlu>] = &[portable()];
pub(crate) static SIGMOID_MUL: &[Row<SigmoidMul>] = &[portable()];
pub(crate) static ROUTE_TOPK: &[Row<RouteTopk>] = &[portable()];
pub(crate) static MOE_EXPERTS: &[Row<MoeExperts>] = &[portable()];
pub(crate) static SHARED_EXPERT_ADD: &[Row<SharedExpertAdd>] = &[portable()];
pub(crate) static CONV1D_SILU: &[Row<Conv1dSilu>] = &[portable()];
pub(crate) static GDN_GATES: &[Row<GdnGates>] = &[portable()];
pub(crate) static GATED_DELTA: &[Row<GatedDelta>] = &[portable()];
pub(crate) static GATED_RMS_NORM: &[Row<GatedRmsNorm>] = &[portable()];
