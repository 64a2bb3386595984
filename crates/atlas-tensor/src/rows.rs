//! Every kernel row of this build, for listings.

use crate::binder::{Op, RowInfo};
use crate::ops::*;

/// The rows of every op, op after op, fastest first.
pub fn rows() -> Vec<RowInfo> {
    fn of<O: Op>() -> impl Iterator<Item = RowInfo> {
        O::table().iter().map(|row| row.info)
    }
    of::<Embed>()
        .chain(of::<RmsNorm>())
        .chain(of::<AddRmsNorm>())
        .chain(of::<Linear>())
        .chain(of::<QkNormRope>())
        .chain(of::<KvStore>())
        .chain(of::<Attention>())
        .chain(of::<SwiGlu>())
        .chain(of::<SigmoidMul>())
        .chain(of::<RouteTopk>())
        .chain(of::<MoeExperts>())
        .chain(of::<SharedExpertAdd>())
        .chain(of::<Conv1dSilu>())
        .chain(of::<GdnGates>())
        .chain(of::<GatedDelta>())
        .chain(of::<GatedRmsNorm>())
        .collect()
}
