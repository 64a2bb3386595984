//! Rows of norms.

use std::sync::Arc;

use atlas_tensor::ops as op;

use super::{Bound, kernel, text};
use crate::backend::Shared;
use crate::backend::view::{exclusive, of, slice};
use crate::error::CudaError;
use crate::launch::Prepared;
use crate::ops::norm::NormWeight;
use crate::ops::norm::gated_rms_norm::GatedRmsNorm;
use crate::ops::norm::group_gated_rms_norm::GroupGatedRmsNorm;
use crate::ops::norm::layer_norm::LayerNorm;
use crate::ops::norm::rms_norm::{RmsNorm, RmsNormParams};

pub(super) fn rms_norm(shared: &Arc<Shared>, _: &()) -> Bound<op::RmsNorm> {
    let run = RmsNorm::bind(&shared.device, shared.activation()).map_err(text)?;
    kernel::<op::RmsNorm>(shared, move |_, stream, args| {
        let op = "rms_norm";
        let weight = slice(op, &args.weight)?;
        let norm = NormWeight { weight, eps: args.eps, offset: args.offset };
        run.run(stream, of(op, &args.x)?, norm, exclusive(op, &args.out)?)
    })
}

pub(super) fn add_rms_norm(shared: &Arc<Shared>, _: &()) -> Bound<op::AddRmsNorm> {
    let run = RmsNorm::bind(&shared.device, shared.activation()).map_err(text)?;
    kernel::<op::AddRmsNorm>(shared, move |_, stream, args| prepare_add(&run, &args)?.run(stream))
}

/// The launch of a norm of what a residual becomes.
pub(super) fn prepare_add(
    run: &RmsNorm,
    args: &op::AddRmsNormArgs<'_>,
) -> Result<Prepared<RmsNormParams>, CudaError> {
    let op = "add_rms_norm";
    let norm = NormWeight { weight: slice(op, &args.weight)?, eps: args.eps, offset: args.offset };
    let residual = exclusive(op, &args.residual)?;
    run.prepare_add(residual, of(op, &args.x)?, norm, exclusive(op, &args.out)?)
}

pub(super) fn gated_rms_norm(shared: &Arc<Shared>, _: &()) -> Bound<op::GatedRmsNorm> {
    let run = GatedRmsNorm::bind(&shared.device, shared.activation()).map_err(text)?;
    kernel::<op::GatedRmsNorm>(shared, move |_, stream, args| {
        let op = "gated_rms_norm";
        let (x, z, weight) = (of(op, &args.x)?, of(op, &args.z)?, slice(op, &args.weight)?);
        run.run(stream, x, z, weight, args.eps, exclusive(op, &args.out)?)
    })
}

pub(super) fn group_gated_rms_norm(shared: &Arc<Shared>, _: &()) -> Bound<op::GroupGatedRmsNorm> {
    let run = GroupGatedRmsNorm::bind(&shared.device, shared.activation()).map_err(text)?;
    kernel::<op::GroupGatedRmsNorm>(shared, move |_, stream, args| {
        let op = "group_gated_rms_norm";
        let (inputs, weight) = ([of(op, &args.y)?, of(op, &args.z)?], slice(op, &args.weight)?);
        run.run(stream, inputs, weight, args.eps, exclusive(op, &args.out)?)
    })
}

pub(super) fn layer_norm(shared: &Arc<Shared>, _: &()) -> Bound<op::LayerNorm> {
    let run = LayerNorm::bind(&shared.device, shared.activation()).map_err(text)?;
    kernel::<op::LayerNorm>(shared, move |_, stream, args| {
        let op = "layer_norm";
        let parameters = [slice(op, &args.weight)?, slice(op, &args.bias)?];
        run.run(stream, of(op, &args.x)?, parameters, args.eps, exclusive(op, &args.out)?)
    })
}
