//! Rows of mixtures of experts: by the number of tokens, in tiles, or a pair at a time.

use std::sync::Arc;

use atlas_tensor::ops as op;
use atlas_tensor::{Compute, DType, Place, Weight, WeightFormat};

use super::elementwise::prepare_swiglu;
use super::gemm::{GemvKernels, SwigluLinear, linear_args, on_tensor_cores, swiglu_then_linear};
use super::{Bound, UNFUSED, kernel, text};
use crate::backend::Shared;
use crate::backend::view::{dtype_of, exclusive, of, slice, slice_mut};
use crate::error::CudaError;
use crate::launch::Prepared;
use crate::ops::elementwise::activation::SwiGlu;
use crate::ops::fused::SwigluLinearParams;
use crate::ops::gemm::LinearArgs;
use crate::ops::moe::ExpertsArgs;
use crate::ops::moe::grouped_gemm::{GroupedGemm, GroupedTiles};
use crate::ops::moe::pair_gemv::PairGemv;
use crate::ops::moe::router_topk::{RouteArgs, RouteParams, RouteTopk};
use crate::ops::moe::shared_expert::{SharedExpertAdd, SharedExpertAddParams};
use crate::ops::moe::tail::ExpertsTail;
use crate::stream::Stream;
use crate::view::{Slice, SliceMut, View};

/// Rows up to which experts are faster one pair at a time: few of them share an expert.
const PAIRS_ROWS_MAX: usize = 8;

/// A routing that is not launched yet.
pub(super) type Route = Prepared<RouteParams>;

/// Logits are f32, as the router's linear writes them.
pub(super) fn route_topk(shared: &Arc<Shared>, _: &()) -> Bound<op::RouteTopk> {
    let run = RouteTopk::bind(&shared.device, DType::F32).map_err(text)?;
    kernel::<op::RouteTopk>(shared, move |_, stream, args| prepare_route(&run, &args)?.run(stream))
}

/// The launch of a routing.
pub(super) fn prepare_route(
    run: &RouteTopk,
    args: &op::RouteTopkArgs<'_>,
) -> Result<Route, CudaError> {
    let op = "route_topk";
    let weights = dense(op, &args.weights.as_ref())?;
    run.prepare(&RouteArgs {
        logits: of(op, &args.logits)?,
        bias: args.bias.as_ref().map(|bias| slice(op, bias)).transpose()?,
        k: args.k,
        rule: args.rule,
        ids: slice_mut(op, &args.ids)?,
        weights: SliceMut::new(weights.ptr, weights.len),
    })
}

pub(super) fn shared_expert_add(shared: &Arc<Shared>, _: &()) -> Bound<op::SharedExpertAdd> {
    let run = SharedExpertAdd::bind(&shared.device, shared.activation()).map_err(text)?;
    kernel::<op::SharedExpertAdd>(shared, move |_, stream, args| {
        prepare_add(&run, &args)?.run(stream)
    })
}

/// The launch of the shared expert's sum.
pub(super) fn prepare_add(
    run: &SharedExpertAdd,
    args: &op::SharedExpertAddArgs<'_>,
) -> Result<Prepared<SharedExpertAddParams>, CudaError> {
    let op = "shared_expert_add";
    let gate = args.gate.as_ref().map(|gate| of(op, gate)).transpose()?;
    run.prepare(exclusive(op, &args.out)?, of(op, &args.shared)?, gate)
}

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

/// The kernels of the chosen experts.
enum ExpertKernels {
    /// One pair of token and expert at a time.
    Pairs(Box<PairGemv>),
    /// Tiles of an expert's pairs.
    Tiles(Box<GroupedGemm>),
    /// Pairs for few rows, tiles for more.
    ByRows(Box<PairGemv>, Box<GroupedGemm>),
}

impl ExpertKernels {
    /// Launches the experts but for their last launch, which `finish` gets. The routing goes first,
    /// or with the first launch.
    fn run(
        &self,
        (shared, stream): (&Shared, &Stream),
        route: Option<&Route>,
        args: &op::MoeExpertsArgs<'_>,
        finish: impl FnOnce(ExpertsTail) -> Result<(), CudaError>,
    ) -> Result<(), CudaError> {
        let (op, count, pairs) = ("moe_experts", args.experts.len(), args.ids.len());
        let missing = || CudaError::bad(op, "the experts are in host memory");
        let [gate_up, down] = args.experts.on_device().ok_or_else(missing)?;
        let address = |w: &Weight| w.device_address().ok_or_else(missing);
        let first = args.experts.first().ok_or_else(missing)?;
        let (inner, hidden) = (first.up.n(), first.up.k());
        let dtype = dtype_of(first.up.format()).map_err(|why| CudaError::bad(op, why))?;
        let bytes = match self.at(args.x.rows()) {
            ByRows::Pairs(run) => run.workspace_bytes(pairs, inner),
            ByRows::Tiles(_) => GroupedGemm::workspace_bytes(pairs, count, hidden, inner),
        };
        shared.with_workspace(bytes, |workspace| {
            let wide = first.inputs().count() * inner;
            let up = [count, wide, hidden];
            let args_of = ExpertsArgs {
                x: of(op, &args.x)?,
                ids: slice(op, &args.ids)?,
                weights: dense(op, &args.weights)?,
                ranks: args.k,
                gate_up: View::new(address(gate_up)?, dtype, up, [wide * hidden, hidden]),
                down: View::new(
                    address(down)?,
                    dtype,
                    [count, hidden, inner],
                    [hidden * inner, inner],
                ),
                out: exclusive(op, &args.out)?,
                workspace,
            };
            finish(match (self.at(args.x.rows()), route) {
                (ByRows::Pairs(run), Some(route)) => run.begin_behind(stream, route, &args_of)?,
                (ByRows::Pairs(run), None) => run.begin(stream, args_of)?,
                (ByRows::Tiles(run), route) => {
                    route.map_or(Ok(()), |route| route.run(stream))?;
                    run.begin(stream, args_of)?
                }
            })
        })
    }

    /// The kernel for a number of rows.
    fn at(&self, rows: usize) -> ByRows<'_> {
        match self {
            Self::Pairs(run) => ByRows::Pairs(run),
            Self::ByRows(run, _) if rows <= PAIRS_ROWS_MAX => ByRows::Pairs(run),
            Self::Tiles(run) | Self::ByRows(_, run) => ByRows::Tiles(run),
        }
    }
}

/// The kernel of a call.
enum ByRows<'a> {
    Pairs(&'a PairGemv),
    Tiles(&'a GroupedGemm),
}

/// Why a need is none of the tensor cores', if so.
fn experts_on_tensor_cores(shared: &Arc<Shared>, need: &op::MoeExpertsNeed) -> Result<(), String> {
    if shared.activation() != DType::Bf16 || need.format()? != WeightFormat::Bf16 {
        return Err("serves bf16 activations and bf16 weights only".into());
    }
    let (hidden, inner) = (need.hidden, need.intermediate);
    if !hidden.is_multiple_of(8) || !inner.is_multiple_of(8) {
        return Err(format!("serves widths in multiples of 8 only, not {hidden} and {inner}"));
    }
    Ok(())
}

/// A row's kernels, or why it does not serve the need.
type Choice = fn(&Arc<Shared>, &op::MoeExpertsNeed) -> Result<ExpertKernels, String>;

fn choose_by_rows(
    shared: &Arc<Shared>,
    need: &op::MoeExpertsNeed,
) -> Result<ExpertKernels, String> {
    experts_on_tensor_cores(shared, need)?;
    let tiles = bind_tiles(shared, need, GroupedTiles::ByPairs)?;
    Ok(ExpertKernels::ByRows(Box::new(bind_pairs(shared, need)?), Box::new(tiles)))
}

fn choose_tiles(shared: &Arc<Shared>, need: &op::MoeExpertsNeed) -> Result<ExpertKernels, String> {
    experts_on_tensor_cores(shared, need)?;
    let tiles = bind_tiles(shared, need, GroupedTiles::Common)?;
    Ok(ExpertKernels::Tiles(Box::new(tiles)))
}

fn choose_pairs(shared: &Arc<Shared>, need: &op::MoeExpertsNeed) -> Result<ExpertKernels, String> {
    Ok(ExpertKernels::Pairs(Box::new(bind_pairs(shared, need)?)))
}

fn bind_pairs(shared: &Arc<Shared>, need: &op::MoeExpertsNeed) -> Result<PairGemv, String> {
    let types = [shared.activation(), dtype_of(need.format()?)?];
    PairGemv::bind(&shared.device, need.formats.activation(), types).map_err(text)
}

fn bind_tiles(
    shared: &Arc<Shared>,
    need: &op::MoeExpertsNeed,
    tiles: GroupedTiles,
) -> Result<GroupedGemm, String> {
    GroupedGemm::bind(&shared.device, need.formats.activation(), tiles).map_err(text)
}

fn experts(
    shared: &Arc<Shared>,
    need: &op::MoeExpertsNeed,
    choose: Choice,
) -> Bound<op::MoeExperts> {
    let run = choose(shared, need)?;
    kernel::<op::MoeExperts>(shared, move |shared, stream, args| {
        run.run((shared, stream), None, &args, |tail| tail.run(stream))
    })
}

pub(super) fn by_rows(shared: &Arc<Shared>, need: &op::MoeExpertsNeed) -> Bound<op::MoeExperts> {
    experts(shared, need, choose_by_rows)
}

pub(super) fn grouped_gemm(
    shared: &Arc<Shared>,
    need: &op::MoeExpertsNeed,
) -> Bound<op::MoeExperts> {
    experts(shared, need, choose_tiles)
}

pub(super) fn pair_gemv(shared: &Arc<Shared>, need: &op::MoeExpertsNeed) -> Bound<op::MoeExperts> {
    experts(shared, need, choose_pairs)
}

pub(super) fn routed_by_rows(
    shared: &Arc<Shared>,
    need: &op::RoutedExpertsNeed,
) -> Bound<op::RoutedExperts> {
    routed(shared, need, choose_by_rows)
}

pub(super) fn routed_grouped_gemm(
    shared: &Arc<Shared>,
    need: &op::RoutedExpertsNeed,
) -> Bound<op::RoutedExperts> {
    routed_invariant(shared, need, choose_tiles)
}

pub(super) fn routed_pair_gemv(
    shared: &Arc<Shared>,
    need: &op::RoutedExpertsNeed,
) -> Bound<op::RoutedExperts> {
    routed_invariant(shared, need, choose_pairs)
}

/// A row whose bits do not depend on how many rows a step has.
fn routed_invariant(
    shared: &Arc<Shared>,
    need: &op::RoutedExpertsNeed,
    choose: Choice,
) -> Bound<op::RoutedExperts> {
    let by_rows = |down: &op::LinearNeed| on_tensor_cores(shared, down).is_ok();
    if !shared.batch_invariant && need.shared.as_ref().is_some_and(by_rows) {
        return Err("its linears depend on a step's other rows without --batch-invariant".into());
    }
    routed(shared, need, choose)
}

/// Routing, the shared expert's last product, the chosen experts and the sum, in as few launches as
/// the rows allow: the routing in the first launch of the experts, the product and the sum in their
/// last one.
fn routed(
    shared: &Arc<Shared>,
    need: &op::RoutedExpertsNeed,
    choose: Choice,
) -> Bound<op::RoutedExperts> {
    if !shared.fuse {
        return Err(UNFUSED.into());
    }
    let down = match &need.shared {
        Some(down) if on_tensor_cores(shared, down).is_err() => {
            Some(GemvKernels::bind(shared, down)?)
        }
        _ => None,
    };
    let dtype = shared.activation();
    let route = RouteTopk::bind(&shared.device, DType::F32).map_err(text)?;
    let swiglu = SwiGlu::bind(&shared.device, dtype).map_err(text)?;
    let add = SharedExpertAdd::bind(&shared.device, dtype).map_err(text)?;
    let experts = choose(shared, &need.experts)?;
    kernel::<op::RoutedExperts>(shared, move |shared, stream, mut args| {
        let route = prepare_route(&route, &args.route())?;
        let mut joins = shared.compute == Compute::Bf16 && route.keeps();
        let mut product = None;
        if let Some(expert) = &mut args.shared {
            let mut expert = expert.product();
            let swiglu = prepare_swiglu(&swiglu, &expert.swiglu())?;
            let linear = expert.linear();
            joins = joins
                && route.params.passes_swiglu(&swiglu)
                && passes(&route, &linear_args(&linear)?);
            if !joins {
                route.run(stream)?;
            }
            if let Some(down) = &down {
                swiglu.run(stream)?;
                down.run(stream, &linear)?;
            } else if let SwigluLinear::Gemv(both) =
                swiglu_then_linear(shared, stream, &swiglu, &linear)?
            {
                product = Some(both);
            }
        } else if !joins {
            route.run(stream)?;
        }
        let add = match args.add() {
            Some(args) => Some(prepare_add(&add, &args)?),
            None => None,
        };
        let late = Some(&route).filter(|_| joins);
        experts.run((shared, stream), late, &args.chosen(), |mut tail| {
            finish(stream, &mut tail, product.as_deref(), add.as_ref())
        })
    })
}

/// Whether a choice may be made behind a linear that was queued after it.
fn passes(route: &Route, linear: &LinearArgs<'_>) -> bool {
    route.params.passes_linear(&linear.x, &linear.out)
}

/// Launches the end of the experts, with the shared expert's product and sum where it takes them.
fn finish(
    stream: &Stream,
    tail: &mut ExpertsTail,
    product: Option<&Prepared<SwigluLinearParams>>,
    add: Option<&Prepared<SharedExpertAddParams>>,
) -> Result<(), CudaError> {
    if let Some(product) = product
        && !tail.add_down(&product.params)
    {
        product.run(stream)?;
    }
    match add {
        Some(add) if !tail.add_shared(&add.params) => {
            tail.run(stream)?;
            add.run(stream)
        }
        _ => tail.run(stream),
    }
}
