//! Rows of the selective scan and its gates.

use std::sync::Arc;

use atlas_tensor::ops as op;

use super::{Bound, kernel, text};
use crate::backend::Shared;
use crate::backend::staged::StagedStep;
use crate::backend::view::{exclusive, of, slice};
use crate::error::CudaError;
use crate::ops::mamba2::chunked::ChunkedScan;
use crate::ops::mamba2::gates::Mamba2Gates;
use crate::ops::mamba2::selective_scan::{KEY_DIM_MAX, SelectiveScan, SelectiveScanArgs};
use crate::view::SliceMut;

pub(super) fn mamba2_gates(shared: &Arc<Shared>, _: &()) -> Bound<op::Mamba2Gates> {
    let run = Mamba2Gates::bind(&shared.device, shared.activation()).map_err(text)?;
    kernel::<op::Mamba2Gates>(shared, move |_, stream, args| {
        let op = "mamba2_gates";
        let weights = [slice(op, &args.a_log)?, slice(op, &args.dt_bias)?];
        let results = [exclusive(op, &args.delta)?, exclusive(op, &args.g)?];
        run.run(stream, of(op, &args.dt)?, weights, args.limits, results)
    })
}

/// Whole chunks by matrix products, the rows outside them token by token.
pub(super) fn chunked(
    shared: &Arc<Shared>,
    need: &op::SelectiveScanNeed,
) -> Bound<op::SelectiveScan> {
    let (dtype, &op::SelectiveScanNeed { key_dim, value_dim }) = (shared.activation(), need);
    let chunks = ChunkedScan::bind(&shared.device, dtype, key_dim, value_dim).map_err(text)?;
    let by_token = SelectiveScan::bind(&shared.device, dtype).map_err(text)?;
    kernel::<op::SelectiveScan>(shared, move |_, stream, args| {
        let (step, args) = (StagedStep::of("selective_scan", &args.spans)?, scan_args(&args)?);
        // No chunk lies in a step whose spans have one row each.
        match step.shape {
            Some(_) => by_token.run(stream, step, &args),
            None => chunks.run(stream, step, &args),
        }
    })
}

/// Token by token.
pub(super) fn recurrent(
    shared: &Arc<Shared>,
    need: &op::SelectiveScanNeed,
) -> Bound<op::SelectiveScan> {
    if need.key_dim > KEY_DIM_MAX {
        return Err(format!("serves states up to {KEY_DIM_MAX}"));
    }
    let run = SelectiveScan::bind(&shared.device, shared.activation()).map_err(text)?;
    kernel::<op::SelectiveScan>(shared, move |_, stream, args| {
        run.run(stream, StagedStep::of("selective_scan", &args.spans)?, &scan_args(&args)?)
    })
}

/// Arguments in the device's views.
fn scan_args<'a>(args: &'a op::SelectiveScanArgs<'_>) -> Result<SelectiveScanArgs<'a>, CudaError> {
    let op = "selective_scan";
    let [matrices, _] = args.state.addresses();
    Ok(SelectiveScanArgs {
        x: of(op, &args.x)?,
        b: of(op, &args.b)?,
        c: of(op, &args.c)?,
        delta: of(op, &args.delta)?,
        g: of(op, &args.g)?,
        d: slice(op, &args.d)?,
        state: SliceMut::new(matrices, args.state.slots * args.state.matrix_len()),
        out: exclusive(op, &args.out)?,
    })
}
