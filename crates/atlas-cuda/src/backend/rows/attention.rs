//! Rows of attention.

use std::ops::Range;
use std::sync::Arc;

use atlas_tensor::DType;
use atlas_tensor::ops as op;

use super::{Bound, kernel, shape_of, text};
use crate::backend::Shared;
use crate::backend::staged::StagedStep;
use crate::backend::view::{exclusive, of};
use crate::error::CudaError;
use crate::ops::attention;
use crate::ops::attention::Cache;
use crate::ops::attention::mma::{MmaAttention, SpanMethod};
use crate::ops::attention::simt::SimtAttention;
use crate::ops::kv_part::Part;
use crate::ops::step::StepTables;
use crate::stream::Stream;
use crate::view::{Slice, SliceMut, View, ViewMut};

/// Most bytes in which the splits of attention meet; longer steps go in parts or walk them, to the
/// same bits.
const PARTIAL_BYTES_MAX: usize = 256 << 20;

pub(super) fn simt(shared: &Arc<Shared>, need: &op::AttentionNeed) -> Bound<op::Attention> {
    if need.head_dim > attention::WIDTH_MAX {
        return Err(format!("serves heads up to {} wide", attention::WIDTH_MAX));
    }
    let run = SimtAttention::bind(&shared.device, shared.activation(), need.cache);
    let run = run.map_err(text)?;
    let len: PartialLen = |step, [heads, width], part| match part {
        None => SimtAttention::partial_len(step, heads, width),
        // Its splits are walked.
        Some(_) => 0,
    };
    attend(shared, (len, false), move |stream, step, args| run.run(stream, step, args))
}

pub(super) fn sm90(shared: &Arc<Shared>, need: &op::AttentionNeed) -> Bound<op::Attention> {
    on_tensor_cores(shared, need, SpanMethod::Wgmma)
}

pub(super) fn mma(shared: &Arc<Shared>, need: &op::AttentionNeed) -> Bound<op::Attention> {
    on_tensor_cores(shared, need, SpanMethod::Mma)
}

pub(super) fn mma_by_split(shared: &Arc<Shared>, need: &op::AttentionNeed) -> Bound<op::Attention> {
    on_tensor_cores(shared, need, SpanMethod::BySplit)
}

fn on_tensor_cores(
    shared: &Arc<Shared>,
    need: &op::AttentionNeed,
    walk: SpanMethod,
) -> Bound<op::Attention> {
    if shared.activation() != DType::Bf16 {
        return Err("serves bf16 activations only".into());
    }
    let run = MmaAttention::bind(&shared.device, need.head_dim, walk, need.cache);
    let run = run.map_err(text)?;
    let len: PartialLen =
        |step, [heads, width], part| MmaAttention::partial_len(step, heads, width, part);
    attend(shared, (len, true), move |stream, step, args| run.run(stream, step, args))
}

/// f32 that a step's splits, or those of a part of its positions, take for heads of a width.
type PartialLen = fn(&StepTables, [usize; 2], Option<&Range<u32>>) -> usize;

/// A kernel that queues `run` with as many f32 of workspace as the function says. Where that is
/// more than there is, it gets what there is if it can work `in_groups` of rows, else none.
fn attend(
    shared: &Arc<Shared>,
    (partial_len, in_groups): (PartialLen, bool),
    run: impl Fn(&Stream, &StepTables, attention::AttentionArgs<'_>) -> Result<(), CudaError>
    + Send
    + Sync
    + 'static,
) -> Bound<op::Attention> {
    kernel::<op::Attention>(shared, move |shared, stream, args| {
        let op = "attention";
        let step = StagedStep::of(op, &args.spans)?;
        let memory = Slice::new(args.cache.address(), args.cache.bytes());
        let cache = Cache { memory, shape: shape_of(args.cache) };
        let q = of(op, &args.q)?;
        let positions = args.part.as_ref().map(|part| &part.positions);
        let len = partial_len(step, [q.heads(), q.width()], positions);
        let part = args.part.as_ref().map(|part| part_of(op, part)).transpose()?;
        let call = |partial| attention::AttentionArgs {
            q,
            cache,
            scale: args.scale,
            window: args.window,
            part,
            out: ViewMut::of(out_of(&args)),
            partial,
        };
        let room = shared.workspace_max().unwrap_or(PARTIAL_BYTES_MAX) / 4;
        let len = if in_groups { len.min(room) } else { len };
        if len > room || len == 0 {
            return run(stream, step, call(None));
        }
        shared.with_workspace(4 * len, |buffer| {
            let partial = buffer.slice_mut::<f32>(0, len)?;
            run(stream, step, call(Some(SliceMut::new(partial.ptr, partial.len))))
        })
    })
}

/// A part of positions in the device's views.
pub(super) fn part_of<'a>(
    op: &'static str,
    part: &'a op::KvPart<'_>,
) -> Result<Part<'a>, CudaError> {
    Ok(Part { positions: part.positions.clone(), carry: exclusive(op, &part.carry)? })
}

/// The output's view, once [`of`] has accepted the query of the same shape.
fn out_of<'a>(args: &'a op::AttentionArgs<'_>) -> View<'a> {
    let out = args.out.as_ref();
    let shape = [out.dim(0), out.dim(1), out.dim(2)];
    View::new(out.address(), out.dtype(), shape, [out.stride(0), out.stride(1)])
}
