//! Rows of experts: by the number of tokens, in tiles, or a pair at a time.

use crate::ops::moe::ExpertsArgs;
use crate::ops::moe::grouped_gemm::{GroupedGemm, GroupedTiles};
use crate::ops::moe::pair_gemv::PairGemv;
use crate::ops::moe::router_topk::RouteParams;
use crate::ops::moe::tail::ExpertsTail;
use std::sync::Arc;

use atlas_tensor::ops as op;
use atlas_tensor::{DType, Place, WeightFormat};

use super::Shared;
use super::rows::{Bound, text, waiting};
use super::view::{dtype_of, exclusive, of, slice};
use crate::error::CudaError;
use crate::launch::Prepared;
use crate::stream::Stream;
use crate::view::{Slice, View};

/// Rows up to which experts are faster one pair at a time: few of them share an expert.
const PAIRS_ROWS_MAX: usize = 8;

/// A choice that waits for its experts.
type Route = Prepared<RouteParams>;

/// All elements of an f32 tensor without gaps.
pub(super) fn dense<'a>(
    op: &'static str,
    tensor: &atlas_tensor::Tensor<'a>,
) -> Result<Slice<'a, f32>, CudaError> {
    let plain = tensor.is_contiguous() && tensor.dtype() == DType::F32;
    if tensor.place() != Place::Device || !plain {
        return Err(CudaError::bad(op, "weights of experts that are no f32 in a row"));
    }
    Ok(Slice::new(tensor.address(), tensor.shape().iter().product()))
}

/// What `begin` begins with arguments in the device's views and a workspace of the size that
/// `bytes` says.
fn experts(
    shared: &Shared,
    args: &op::MoeExpertsArgs<'_>,
    bytes: usize,
    begin: impl FnOnce(ExpertsArgs<'_>) -> Result<ExpertsTail, CudaError>,
) -> Result<ExpertsTail, CudaError> {
    let op = "moe_experts";
    let missing = || CudaError::bad(op, "the experts are in host memory");
    let [gate_up, down] = args.experts.device_addresses().ok_or_else(missing)?;
    let first = args.experts.first().ok_or_else(missing)?;
    let (count, inner, hidden) = (args.experts.len(), first.gate.n(), first.gate.k());
    let dtype = dtype_of(first.gate.format());
    let mut tail = ExpertsTail::Nothing;
    shared.with_workspace(bytes, |workspace| {
        let up = [count, 2 * inner, hidden];
        tail = begin(ExpertsArgs {
            x: of(op, &args.x)?,
            ids: slice(op, &args.ids)?,
            weights: dense(op, &args.weights)?,
            ranks: args.k,
            gate_up: View::new(gate_up, dtype, up, [2 * inner * hidden, hidden]),
            down: View::new(down, dtype, [count, hidden, inner], [hidden * inner, inner]),
            out: exclusive(op, &args.out)?,
            workspace,
        })?;
        Ok(())
    })?;
    Ok(tail)
}

/// A kernel that queues what `begin` does, with the choice that waits, if one does. Its last launch
/// may wait.
fn with_tail(
    shared: &Arc<Shared>,
    begin: impl for<'a> Fn(
        &Shared,
        (&Stream, Option<&Route>),
        op::MoeExpertsArgs<'a>,
    ) -> Result<ExpertsTail, CudaError>
    + Send
    + Sync
    + 'static,
) -> Bound<op::MoeExperts> {
    waiting::<op::MoeExperts>(shared, move |shared, args| {
        shared.queue_experts(|stream, route| begin(shared, (stream, route), args));
    })
}

/// Pairs for few rows, tiles for more.
pub(super) fn by_rows(shared: &Arc<Shared>, need: &op::MoeExpertsNeed) -> Bound<op::MoeExperts> {
    let (few, many) = (pairs(shared, need)?, on_expert_tiles(shared, need, GroupedTiles::ByPairs)?);
    Ok(Arc::new(move |args: op::MoeExpertsArgs<'_>| match args.x.rows() {
        0..=PAIRS_ROWS_MAX => few(args),
        _ => many(args),
    }))
}

/// Why a need is none of the tensor cores', if so.
fn experts_on_tensor_cores(shared: &Arc<Shared>, need: &op::MoeExpertsNeed) -> Result<(), String> {
    if shared.activation() != DType::Bf16 || need.format != WeightFormat::Bf16 {
        return Err("serves bf16 activations and bf16 weights only".into());
    }
    let (hidden, inner) = (need.hidden, need.intermediate);
    if !hidden.is_multiple_of(8) || !inner.is_multiple_of(8) {
        return Err(format!("serves widths in multiples of 8 only, not {hidden} and {inner}"));
    }
    Ok(())
}

pub(super) fn tiles(shared: &Arc<Shared>, need: &op::MoeExpertsNeed) -> Bound<op::MoeExperts> {
    on_expert_tiles(shared, need, GroupedTiles::Common)
}

fn on_expert_tiles(
    shared: &Arc<Shared>,
    need: &op::MoeExpertsNeed,
    tiles: GroupedTiles,
) -> Bound<op::MoeExperts> {
    experts_on_tensor_cores(shared, need)?;
    let (hidden, inner) = (need.hidden, need.intermediate);
    let run = GroupedGemm::bind(&shared.device, tiles).map_err(text)?;
    with_tail(shared, move |shared, (stream, route), args| {
        route.map_or(Ok(()), |route| route.run(stream))?;
        let pairs = args.ids.len();
        let bytes = GroupedGemm::workspace_bytes(pairs, args.experts.len(), hidden, inner);
        experts(shared, &args, bytes, |args| run.begin(stream, args))
    })
}

pub(super) fn pairs(shared: &Arc<Shared>, need: &op::MoeExpertsNeed) -> Bound<op::MoeExperts> {
    let (dtype, inner) = (shared.activation(), need.intermediate);
    let run = PairGemv::bind(&shared.device, dtype, dtype_of(need.format)).map_err(text)?;
    with_tail(shared, move |shared, (stream, route), args| {
        let bytes = run.workspace_bytes(args.ids.len(), inner);
        experts(shared, &args, bytes, |args| match route {
            Some(route) => run.begin_behind(stream, route, &args),
            None => run.begin(stream, args),
        })
    })
}
