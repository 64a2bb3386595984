//! Rows of the embedding, the rows picked for logits, and activations.

use std::sync::Arc;

use atlas_tensor::DType;
use atlas_tensor::ops as op;

use super::{Bound, kernel, text, weight};
use crate::backend::Shared;
use crate::backend::view::{dtype_of, exclusive, of, slice};
use crate::error::CudaError;
use crate::launch::Prepared;
use crate::ops::elementwise::activation::{ReluSquared, SigmoidMul, SwiGlu, SwigluParams};
use crate::ops::elementwise::embed::Embed;
use crate::ops::gemm::dequantise_blocks::DequantiseBlocks;
use crate::quantised::QuantisedView;

pub(super) fn embed(shared: &Arc<Shared>, need: &op::EmbedNeed) -> Bound<op::Embed> {
    let table = dtype_of(need.format)?;
    let run = Embed::bind(&shared.device, table, shared.activation()).map_err(text)?;
    kernel::<op::Embed>(shared, move |_, stream, args| {
        let (ids, table) = (slice("embed", &args.ids)?, weight("embed", args.table)?);
        run.run(stream, Some(ids), table, exclusive("embed", &args.out)?)
    })
}

pub(super) fn embed_blocks(shared: &Arc<Shared>, need: &op::EmbedNeed) -> Bound<op::Embed> {
    if shared.activation() != DType::Bf16 {
        return Err("serves bf16 activations only".into());
    }
    let run = DequantiseBlocks::bind(&shared.device, need.format).map_err(text)?;
    kernel::<op::Embed>(shared, move |_, stream, args| {
        let (ids, table) = (slice("embed", &args.ids)?, QuantisedView::of(args.table)?);
        run.embed(stream, ids, &table, exclusive("embed", &args.out)?)
    })
}

pub(super) fn pick_rows(shared: &Arc<Shared>, _: &()) -> Bound<op::PickRows> {
    let dtype = shared.activation();
    let run = Embed::bind(&shared.device, dtype, dtype).map_err(text)?;
    kernel::<op::PickRows>(shared, move |_, stream, args| {
        let rows = args.rows.as_ref().map(|rows| slice("pick_rows", rows)).transpose()?;
        let x = of("pick_rows", &args.x)?;
        run.run(stream, rows, x, exclusive("pick_rows", &args.out)?)
    })
}

pub(super) fn swiglu(shared: &Arc<Shared>, _: &()) -> Bound<op::SwiGlu> {
    let run = SwiGlu::bind(&shared.device, shared.activation()).map_err(text)?;
    kernel::<op::SwiGlu>(shared, move |_, stream, args| prepare_swiglu(&run, &args)?.run(stream))
}

/// The launch of an activation.
pub(super) fn prepare_swiglu(
    run: &SwiGlu,
    args: &op::SwiGluArgs<'_>,
) -> Result<Prepared<SwigluParams>, CudaError> {
    let op = "swiglu";
    run.prepare([of(op, &args.gate)?, of(op, &args.up)?], exclusive(op, &args.out)?)
}

pub(super) fn sigmoid_mul(shared: &Arc<Shared>, _: &()) -> Bound<op::SigmoidMul> {
    let run = SigmoidMul::bind(&shared.device, shared.activation()).map_err(text)?;
    kernel::<op::SigmoidMul>(shared, move |_, stream, args| {
        run.run(stream, exclusive("sigmoid_mul", &args.x)?, of("sigmoid_mul", &args.gate)?)
    })
}

pub(super) fn relu_squared(shared: &Arc<Shared>, _: &()) -> Bound<op::ReluSquared> {
    let run = ReluSquared::bind(&shared.device, shared.activation()).map_err(text)?;
    kernel::<op::ReluSquared>(shared, move |_, stream, args| {
        run.run(stream, of("relu_squared", &args.x)?, exclusive("relu_squared", &args.out)?)
    })
}
