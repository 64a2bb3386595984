//! Rows of the gated delta rule, its convolution and its gates.

use std::sync::Arc;

use atlas_tensor::ops as op;

use super::{Bound, UNFUSED, kernel, text};
use crate::backend::Shared;
use crate::backend::staged::StagedStep;
use crate::backend::view::{exclusive, of, slice};
use crate::error::CudaError;
use crate::launch::Prepared;
use crate::ops::gated_delta;
use crate::ops::gated_delta::chunked::ChunkedGatedDelta;
use crate::ops::gated_delta::conv1d::{Conv1dSilu, ConvCall, Taps};
use crate::ops::gated_delta::gates::{GatesParams, GdnGates};
use crate::ops::gated_delta::recurrent::{DeltaParams, KEY_DIM_MAX, RecurrentGatedDelta};
use crate::stream::Stream;
use crate::view::SliceMut;

pub(super) fn conv1d_silu(shared: &Arc<Shared>, _: &()) -> Bound<op::Conv1dSilu> {
    let run = Conv1dSilu::bind(&shared.device, shared.activation()).map_err(text)?;
    kernel::<op::Conv1dSilu>(shared, move |_, stream, args| prepare_conv(&run, &args)?.run(stream))
}

/// The launches of a convolution.
fn prepare_conv(run: &Conv1dSilu, args: &op::Conv1dSiluArgs<'_>) -> Result<ConvCall, CudaError> {
    let op = "conv1d_silu";
    let [_, history] = args.state.addresses();
    let state = SliceMut::new(history, args.state.slots * args.state.conv_len());
    let step = StagedStep::of(op, &args.spans)?;
    let bias = args.bias.as_ref().map(|bias| slice(op, bias)).transpose()?;
    let taps = Taps { weight: slice(op, &args.weight)?, bias };
    run.prepare(step, of(op, &args.x)?, taps, state, exclusive(op, &args.out)?)
}

pub(super) fn gdn_gates(shared: &Arc<Shared>, _: &()) -> Bound<op::GdnGates> {
    let run = GdnGates::bind(&shared.device, shared.activation()).map_err(text)?;
    kernel::<op::GdnGates>(shared, move |_, stream, args| prepare_gates(&run, &args)?.run(stream))
}

/// The launch of the gates.
fn prepare_gates(
    run: &GdnGates,
    args: &op::GdnGatesArgs<'_>,
) -> Result<Prepared<GatesParams>, CudaError> {
    let op = "gdn_gates";
    let inputs = [of(op, &args.a)?, of(op, &args.b)?];
    let weights = [slice(op, &args.a_log)?, slice(op, &args.dt_bias)?];
    run.prepare(inputs, weights, exclusive(op, &args.g)?, exclusive(op, &args.beta)?)
}

/// Arguments in the device's views.
fn delta_args<'a>(
    args: &'a op::GatedDeltaArgs<'_>,
) -> Result<gated_delta::GatedDeltaArgs<'a>, CudaError> {
    let op = "gated_delta";
    let [matrices, _] = args.state.addresses();
    Ok(gated_delta::GatedDeltaArgs {
        q: of(op, &args.q)?,
        k: of(op, &args.k)?,
        v: of(op, &args.v)?,
        g: of(op, &args.g)?,
        beta: of(op, &args.beta)?,
        state: SliceMut::new(matrices, args.state.slots * args.state.matrix_len()),
        eps: args.eps,
        out: exclusive(op, &args.out)?,
    })
}

/// Whether every span has one row: no chunk lies in such a step.
fn is_by_token(spans: &atlas_tensor::Spans<'_>) -> bool {
    StagedStep::of("gated_delta", spans).is_ok_and(|step| step.is_single)
}

/// Whole chunks by matrix products, the rows outside them token by token.
pub(super) fn chunked(shared: &Arc<Shared>, need: &op::GatedDeltaNeed) -> Bound<op::GatedDelta> {
    let (chunks, by_token) = (bind_chunks(shared, need)?, recurrent(shared, need)?);
    Ok(Arc::new(
        move |args: op::GatedDeltaArgs<'_>| {
            if is_by_token(&args.spans) { by_token(args) } else { chunks(args) }
        },
    ))
}

fn bind_chunks(shared: &Arc<Shared>, need: &op::GatedDeltaNeed) -> Bound<op::GatedDelta> {
    let run = bind_chunked(shared, need)?;
    kernel::<op::GatedDelta>(shared, move |shared, stream, args| {
        run_chunked(shared, stream, &run, &args)
    })
}

fn bind_chunked(
    shared: &Arc<Shared>,
    need: &op::GatedDeltaNeed,
) -> Result<ChunkedGatedDelta, String> {
    let (dtype, &op::GatedDeltaNeed { key_dim, value_dim }) = (shared.activation(), need);
    ChunkedGatedDelta::bind(&shared.device, dtype, key_dim, value_dim).map_err(text)
}

fn run_chunked(
    shared: &Shared,
    stream: &Stream,
    run: &ChunkedGatedDelta,
    args: &op::GatedDeltaArgs<'_>,
) -> Result<(), CudaError> {
    let bytes = ChunkedGatedDelta::workspace_bytes(args.v.rows(), args.state.heads);
    let step = StagedStep::of("gated_delta", &args.spans)?;
    shared.with_workspace(bytes, |buffer| {
        let workspace = buffer.slice_mut(0, bytes)?;
        run.run(stream, step, &delta_args(args)?, workspace)
    })
}

/// Token by token.
pub(super) fn recurrent(shared: &Arc<Shared>, need: &op::GatedDeltaNeed) -> Bound<op::GatedDelta> {
    let run = bind_recurrent(shared, need)?;
    kernel::<op::GatedDelta>(shared, move |_, stream, args| prepare_delta(&run, &args)?.run(stream))
}

fn bind_recurrent(
    shared: &Arc<Shared>,
    need: &op::GatedDeltaNeed,
) -> Result<RecurrentGatedDelta, String> {
    if need.key_dim > KEY_DIM_MAX {
        return Err(format!("serves keys up to {KEY_DIM_MAX} wide"));
    }
    RecurrentGatedDelta::bind(&shared.device, shared.activation()).map_err(text)
}

/// The launch of a recurrence.
fn prepare_delta(
    run: &RecurrentGatedDelta,
    args: &op::GatedDeltaArgs<'_>,
) -> Result<Prepared<DeltaParams>, CudaError> {
    let step = StagedStep::of("gated_delta", &args.spans)?;
    run.prepare(step, &delta_args(args)?, (step.spans(), step.span_count))
}

/// Convolution and recurrence, in whole chunks where a step has any.
pub(super) fn conv_chunked(
    shared: &Arc<Shared>,
    need: &op::GatedDeltaNeed,
) -> Bound<op::ConvGatedDelta> {
    let chunked = bind_chunked(shared, need)?;
    conv_then(shared, need, Some(chunked))
}

/// Convolution and recurrence, token by token.
pub(super) fn conv_recurrent(
    shared: &Arc<Shared>,
    need: &op::GatedDeltaNeed,
) -> Bound<op::ConvGatedDelta> {
    conv_then(shared, need, None)
}

/// Gates, convolution and recurrence; the gates are computed by the recurrence's kernel where every
/// span has one row.
fn conv_then(
    shared: &Arc<Shared>,
    need: &op::GatedDeltaNeed,
    chunked: Option<ChunkedGatedDelta>,
) -> Bound<op::ConvGatedDelta> {
    if !shared.fuse {
        return Err(UNFUSED.into());
    }
    let dtype = shared.activation();
    let gates = GdnGates::bind(&shared.device, dtype).map_err(text)?;
    let conv = Conv1dSilu::bind(&shared.device, dtype).map_err(text)?;
    let recurrent = bind_recurrent(shared, need)?;
    kernel::<op::ConvGatedDelta>(shared, move |shared, stream, mut args| {
        let gates = match args.gates() {
            Some(args) => Some(prepare_gates(&gates, &args)?),
            None => None,
        };
        let conv = prepare_conv(&conv, &args.conv())?;
        // The recurrence reads the inputs of its gates behind the convolution.
        let joins = |gates: &Prepared<GatesParams>| {
            conv.stepwise && gates.params.is_apart(&conv.whole.params)
        };
        let late = gates.as_ref().filter(|gates| joins(gates));
        if let (None, Some(gates)) = (late, &gates) {
            gates.run(stream)?;
        }
        conv.run(stream)?;
        let by_token = is_by_token(&args.spans);
        let delta = args.delta();
        if let Some(chunked) = chunked.as_ref().filter(|_| !by_token) {
            late.map_or(Ok(()), |gates| gates.run(stream))?;
            return run_chunked(shared, stream, chunked, &delta);
        }
        let delta = prepare_delta(&recurrent, &delta)?;
        match late {
            Some(gates) => match shared.fused.delta_step(gates, &delta)? {
                Some(both) => both.run(stream),
                None => {
                    gates.run(stream)?;
                    delta.run(stream)
                }
            },
            None => delta.run(stream),
        }
    })
}
