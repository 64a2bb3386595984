//! Rows of multi-head latent attention.

use std::sync::Arc;

use atlas_tensor::ops as op;
use atlas_tensor::{DType, KvFormat, KvHalf, WeightFormat};

use super::attention::part_of;
use super::rope::prepare_rope;
use super::{Bound, UNFUSED, kernel, shape_of, text, weight};
use crate::backend::Shared;
use crate::backend::staged::StagedStep;
use crate::backend::view::{dtype_of, exclusive, of, slice, slice_mut};
use crate::error::CudaError;
use crate::ops::attention::Cache;
use crate::ops::latent::expand::{ExpandedHeads, LatentHeadShape, LatentHeadsArgs};
use crate::ops::latent::head_maps::{HeadMap, HeadMapArgs, PlainHeadMap};
use crate::ops::latent::head_maps_mma::HeadMapByRows;
use crate::ops::latent::index_topk::{IndexArgs, IndexTopk};
use crate::ops::latent::latent_store::LatentStore;
use crate::ops::latent::mma::MmaLatentAttention;
use crate::ops::latent::query_temperature::QueryTemperature;
use crate::ops::latent::rope_write::{LATENT_MAX, RopeWrite};
use crate::ops::latent::simt::{SimtLatentAttention, WIDTH_MAX};
use crate::ops::latent::{LatentArgs, Selected};
use crate::ops::norm::NormWeight;
use crate::ops::norm::rms_norm::RmsNorm;
use crate::ops::rope::kv_store::CacheMut;
use crate::ops::rope::qk_norm_rope::QkNormRope;
use crate::ops::step::StepTables;
use crate::stream::Stream;
use crate::view::{Slice, SliceMut};

/// Most bytes in which the parts of latent attention meet; longer steps walk them.
const PARTIAL_BYTES_MAX: usize = 256 << 20;

/// Most bytes of keys and values that are made from latents; more go a few heads at a time.
const EXPANDED_BYTES_MAX: usize = 1 << 30;

pub(super) fn query_temperature(shared: &Arc<Shared>, _: &()) -> Bound<op::QueryTemperature> {
    let run = QueryTemperature::bind(&shared.device, shared.activation()).map_err(text)?;
    kernel::<op::QueryTemperature>(shared, move |_, stream, args| {
        let op = "query_temperature";
        let positions = slice(op, &args.positions)?;
        run.run(stream, exclusive(op, &args.x)?, positions, (args.beta, args.period))
    })
}

pub(super) fn latent_store(
    shared: &Arc<Shared>,
    need: &op::LatentStoreNeed,
) -> Bound<op::LatentStore> {
    let run = LatentStore::bind(&shared.device, shared.activation(), need.format).map_err(text)?;
    kernel::<op::LatentStore>(shared, move |_, stream, args| {
        let op = "latent_store";
        let step = StagedStep::of(op, &args.spans)?;
        let memory = SliceMut::new(args.cache.address(), args.cache.bytes());
        let cache = CacheMut { memory, shape: shape_of(args.cache) };
        run.run(stream, step, (of(op, &args.x)?, args.half == KvHalf::Index), cache)
    })
}

pub(super) fn index_topk(shared: &Arc<Shared>, need: &op::IndexTopkNeed) -> Bound<op::IndexTopk> {
    let sizes = [need.heads, need.width];
    let run = IndexTopk::bind(&shared.device, shared.activation(), need.format, sizes);
    let run = run.map_err(text)?;
    kernel::<op::IndexTopk>(shared, move |shared, stream, args| {
        let op = "index_topk";
        let step = StagedStep::of(op, &args.spans)?;
        let room = shared.workspace_max().unwrap_or(PARTIAL_BYTES_MAX) / 4;
        let row = IndexTopk::row_len(step);
        // As many rows at a time as have room; without room for one the launch says so.
        let len = row * args.q.rows().min(room / row.max(1));
        shared.with_workspace(4 * len, |buffer| {
            let scores = buffer.slice_mut::<f32>(0, len)?;
            let memory = Slice::new(args.cache.address(), args.cache.bytes());
            let certificate = args.certificate.as_ref();
            let args = IndexArgs {
                q: of(op, &args.q)?,
                weights: of(op, &args.weights)?,
                cache: Cache { memory, shape: shape_of(args.cache) },
                scale: args.scale,
                k: args.k,
                positions: slice_mut(op, &args.positions)?,
                counts: slice_mut(op, &args.counts)?,
                certificate: certificate.map(|words| slice_mut(op, words)).transpose()?,
                scores,
            };
            run.run(stream, step, &args)
        })
    })
}

/// Rotations, temperature, norm and write in one launch.
pub(super) fn rope_write(
    shared: &Arc<Shared>,
    need: &op::LatentRopeWriteNeed,
) -> Bound<op::LatentRopeWrite> {
    if !shared.fuse {
        return Err(UNFUSED.into());
    }
    if need.latent > LATENT_MAX {
        return Err(format!("serves latents up to {LATENT_MAX} wide"));
    }
    let (device, dtype) = (&shared.device, shared.activation());
    let rotate = QkNormRope::bind(device, dtype).map_err(text)?;
    let temperature = QueryTemperature::bind(device, dtype).map_err(text)?;
    let norm = RmsNorm::bind(device, dtype).map_err(text)?;
    let store = LatentStore::bind(device, dtype, need.format).map_err(text)?;
    let run = RopeWrite::bind(device, dtype).map_err(text)?;
    kernel::<op::LatentRopeWrite>(shared, move |_, stream, mut args| {
        let q = prepare_rope(&rotate, &args.rotate_query())?;
        let k = prepare_rope(&rotate, &args.rotate_key())?;
        let warmed = match args.temperature() {
            Some(args) => {
                let (op, factor) = ("query_temperature", (args.beta, args.period));
                let positions = slice(op, &args.positions)?;
                Some(temperature.prepare(exclusive(op, &args.x)?, positions, factor)?)
            }
            None => None,
        };
        let norm = {
            let (op, args) = ("rms_norm", args.norm());
            let weight = slice(op, &args.weight)?;
            let weight = NormWeight { weight, eps: args.eps, offset: args.offset };
            norm.prepare_plain(of(op, &args.x)?, weight, exclusive(op, &args.out)?)?
        };
        let store = {
            let (op, args) = ("latent_store", args.write());
            let step = StagedStep::of(op, &args.spans)?;
            let memory = SliceMut::new(args.cache.address(), args.cache.bytes());
            let cache = CacheMut { memory, shape: shape_of(args.cache) };
            store.prepare(step, (of(op, &args.x)?, false), cache)?
        };
        run.together([&q, &k], warmed.as_ref(), &norm, &store).run(stream)
    })
}

pub(super) fn mma(
    shared: &Arc<Shared>,
    need: &op::LatentAttentionNeed,
) -> Bound<op::LatentAttention> {
    if shared.activation() != DType::Bf16 || need.format != KvFormat::Bf16 {
        return Err("serves bf16 activations on a bf16 cache only".into());
    }
    if need.selected {
        return Err("serves attention to all positions only".into());
    }
    let run = MmaLatentAttention::bind(&shared.device, [need.width, need.latent]);
    let run = run.map_err(text)?;
    kernel::<op::LatentAttention>(shared, move |shared, stream, args| {
        let step = StagedStep::of("latent_attention", &args.spans)?;
        let room = shared.workspace_max().unwrap_or(PARTIAL_BYTES_MAX) / 4;
        let part = args.part.as_ref().map(|part| &part.positions);
        let len = run.partial_len(step, args.q.dim(1), room, part);
        with_partial(shared, len, |partial| run.run(stream, step, latent_args(&args, partial)?))
    })
}

/// Queues `run` with so many f32 of workspace, if it wants any.
fn with_partial(
    shared: &Shared,
    len: usize,
    run: impl FnOnce(Option<SliceMut<'_, f32>>) -> Result<(), CudaError>,
) -> Result<(), CudaError> {
    if len == 0 {
        return run(None);
    }
    shared.with_workspace(4 * len, |buffer| {
        let partial = buffer.slice_mut::<f32>(0, len)?;
        run(Some(SliceMut::new(partial.ptr, partial.len)))
    })
}

pub(super) fn simt(
    shared: &Arc<Shared>,
    need: &op::LatentAttentionNeed,
) -> Bound<op::LatentAttention> {
    if need.width > WIDTH_MAX {
        return Err(format!("serves vectors up to {WIDTH_MAX} wide"));
    }
    let run = SimtLatentAttention::bind(&shared.device, shared.activation(), need.format);
    let run = run.map_err(text)?;
    kernel::<op::LatentAttention>(shared, move |shared, stream, args| {
        let step = StagedStep::of("latent_attention", &args.spans)?;
        let len = SimtLatentAttention::partial_len(step, args.q.dim(1), args.out.dim(2));
        let room = shared.workspace_max().unwrap_or(PARTIAL_BYTES_MAX) / 4;
        let walked = args.selection.is_some() || args.part.is_some();
        let len = if len > room || walked { 0 } else { len };
        with_partial(shared, len, |partial| run.run(stream, step, latent_args(&args, partial)?))
    })
}

/// Arguments in the device's views.
fn latent_args<'a>(
    args: &'a op::LatentAttentionArgs<'_>,
    partial: Option<SliceMut<'a, f32>>,
) -> Result<LatentArgs<'a>, CudaError> {
    let op = "latent_attention";
    let memory = Slice::new(args.cache.address(), args.cache.bytes());
    let selection = match &args.selection {
        Some(of) => Some(Selected {
            positions: slice(op, &of.positions)?,
            counts: slice(op, &of.counts)?,
            k: of.k,
        }),
        None => None,
    };
    Ok(LatentArgs {
        q: of(op, &args.q)?,
        cache: Cache { memory, shape: shape_of(args.cache) },
        scale: args.scale,
        selection,
        part: args.part.as_ref().map(|part| part_of(op, part)).transpose()?,
        out: exclusive(op, &args.out)?,
        partial,
    })
}

pub(super) fn absorb_queries(
    shared: &Arc<Shared>,
    need: &op::HeadMapNeed,
) -> Bound<op::AbsorbQueries> {
    let run = plain(shared, HeadMap::AbsorbQueries, need)?;
    kernel::<op::AbsorbQueries>(shared, move |_, stream, args| run.run(stream, &absorb(&args)?))
}

pub(super) fn latent_values(
    shared: &Arc<Shared>,
    need: &op::HeadMapNeed,
) -> Bound<op::LatentValues> {
    let run = plain(shared, HeadMap::LatentValues, need)?;
    kernel::<op::LatentValues>(shared, move |_, stream, args| run.run(stream, &values(&args)?))
}

/// On tensor cores where rows are many.
pub(super) fn absorb_by_rows(
    shared: &Arc<Shared>,
    need: &op::HeadMapNeed,
) -> Bound<op::AbsorbQueries> {
    let run = by_rows(shared, HeadMap::AbsorbQueries, need)?;
    kernel::<op::AbsorbQueries>(shared, move |_, stream, args| run.run(stream, &absorb(&args)?))
}

/// On tensor cores where rows are many.
pub(super) fn values_by_rows(
    shared: &Arc<Shared>,
    need: &op::HeadMapNeed,
) -> Bound<op::LatentValues> {
    let run = by_rows(shared, HeadMap::LatentValues, need)?;
    kernel::<op::LatentValues>(shared, move |_, stream, args| run.run(stream, &values(&args)?))
}

/// Heads by keys and values made from the latents where that is expected to take less time, else
/// as the parts.
pub(super) fn expanded(shared: &Arc<Shared>, need: &op::LatentHeadsNeed) -> Bound<op::LatentHeads> {
    if !shared.fuse {
        return Err(UNFUSED.into());
    }
    if need.selected {
        return Err("serves attention to all positions only".into());
    }
    let formats = (shared.activation(), need.cache, need.weight);
    if formats != (DType::Bf16, KvFormat::Bf16, WeightFormat::Bf16) {
        return Err("serves bf16 activations and weights on a bf16 cache only".into());
    }
    let (maps, &op::LatentHeadsNeed { heads, latent, nope, rope, value, .. }) = (need.maps(), need);
    let absorb = absorb_by_rows(shared, &maps)?;
    let attend = mma(shared, &need.attention())?;
    let values = values_by_rows(shared, &maps)?;
    let shape = LatentHeadShape { heads, latent, nope, rope, value };
    let run = ExpandedHeads::bind(&shared.device, shape).map_err(text)?;
    let shared = Arc::clone(shared);
    Ok(Arc::new(move |mut args: op::LatentHeadsArgs<'_>| {
        let tokens = args.cache.block_tokens;
        let bytes = |step: &StepTables| {
            let room = shared.workspace_max().unwrap_or(EXPANDED_BYTES_MAX);
            run.pays(step).then(|| run.workspace_bytes(step, tokens, room)).flatten()
        };
        let step = StagedStep::of("latent_heads", &args.spans);
        if let Some(bytes) = step.as_ref().ok().and_then(|step| bytes(step)) {
            return shared.queue(|stream| expand(&shared, stream, &run, (&args, bytes)));
        }
        absorb(args.absorb());
        attend(args.attend());
        values(args.values());
    }))
}

fn expand(
    shared: &Shared,
    stream: &Stream,
    run: &ExpandedHeads,
    (args, bytes): (&op::LatentHeadsArgs<'_>, usize),
) -> Result<(), CudaError> {
    let op = "latent_heads";
    let step = StagedStep::of(op, &args.spans)?;
    let memory = Slice::new(args.cache.address(), args.cache.bytes());
    let heads = LatentHeadsArgs {
        q: of(op, &args.q)?,
        weight: weight(op, args.weight)?,
        cache: Cache { memory, shape: shape_of(args.cache) },
        scale: args.scale,
        out: exclusive(op, &args.out)?,
    };
    shared
        .with_workspace(bytes, |workspace| run.run(stream, step, &shared.linears, heads, workspace))
}

fn by_rows(
    shared: &Arc<Shared>,
    map: HeadMap,
    need: &op::HeadMapNeed,
) -> Result<HeadMapByRows, String> {
    if shared.activation() != DType::Bf16 || need.format != WeightFormat::Bf16 {
        return Err("serves bf16 activations and bf16 weights only".into());
    }
    HeadMapByRows::bind(&shared.device, map).map_err(text)
}

fn plain(
    shared: &Arc<Shared>,
    map: HeadMap,
    need: &op::HeadMapNeed,
) -> Result<PlainHeadMap, String> {
    let weight = dtype_of(need.format)?;
    PlainHeadMap::bind(&shared.device, map, shared.activation(), weight).map_err(text)
}

fn absorb<'a>(args: &'a op::AbsorbQueriesArgs<'_>) -> Result<HeadMapArgs<'a>, CudaError> {
    let op = "absorb_queries";
    let weight = weight(op, args.weight)?;
    Ok(HeadMapArgs { x: of(op, &args.q)?, weight, out: exclusive(op, &args.out)? })
}

fn values<'a>(args: &'a op::LatentValuesArgs<'_>) -> Result<HeadMapArgs<'a>, CudaError> {
    let op = "latent_values";
    let weight = weight(op, args.weight)?;
    Ok(HeadMapArgs { x: of(op, &args.x)?, weight, out: exclusive(op, &args.out)? })
}
