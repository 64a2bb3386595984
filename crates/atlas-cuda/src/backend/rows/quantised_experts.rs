//! Rows of mixtures of experts with quantised weights.

use std::sync::Arc;

use atlas_tensor::ops as op;
use atlas_tensor::{Compute, DType, StepBounds};

use super::elementwise::prepare_swiglu;
use super::gemm::{on_tensor_cores, swiglu_then_linear};
use super::moe::{Route, dense, prepare_add, prepare_route};
use super::quantised::{NO_FP8, QuantisedLinear, reads_codes, rounds, views};
use super::{Bound, UNFUSED, kernel, text};
use crate::backend::Shared;
use crate::backend::view::{exclusive, of, slice};
use crate::error::CudaError;
use crate::launch::Prepared;
use crate::ops::elementwise::activation::SwiGlu;
use crate::ops::moe::block_experts::BlockExperts;
use crate::ops::moe::quantised_experts::{Around, QuantisedExperts, QuantisedExpertsArgs};
use crate::ops::moe::router_topk::RouteTopk;
use crate::ops::moe::shared_expert::{SharedExpertAdd, SharedExpertAddParams};
use crate::ops::moe::sm90_fp8_experts::Sm90Fp8Experts;
use crate::quantised::{QuantisedView, reads_blocks};
use crate::stream::Stream;

/// Quantised experts, with the same bits for all numbers of rows.
pub(super) fn experts(shared: &Arc<Shared>, need: &op::MoeExpertsNeed) -> Bound<op::MoeExperts> {
    experts_of(shared, decoded(shared, need)?)
}

/// The same with inputs rounded to codes of 8 bits for many pairs.
pub(super) fn fp8_inputs(shared: &Arc<Shared>, need: &op::MoeExpertsNeed) -> Bound<op::MoeExperts> {
    experts_of(shared, rounded(shared, need)?)
}

fn experts_of(shared: &Arc<Shared>, run: QuantisedExperts) -> Bound<op::MoeExperts> {
    kernel::<op::MoeExperts>(shared, move |shared, stream, args| {
        run_experts(shared, stream, &run, &args, Around::default())
    })
}

/// The fastest kernels that decode weights, by the number of pairs.
pub(super) fn by_rows(shared: &Arc<Shared>, need: &op::MoeExpertsNeed) -> Bound<op::MoeExperts> {
    let run = decoded(shared, need)?.with_tiles(&shared.device, None).map_err(text)?;
    if !run.has_tiles() {
        return Err(format!("the device has no tiles of its own for {}", need.format()?));
    }
    experts_of(shared, run)
}

/// Experts of weights in blocks.
pub(super) fn blocks(shared: &Arc<Shared>, need: &op::MoeExpertsNeed) -> Bound<op::MoeExperts> {
    need.gated()?;
    let op::ExpertFormats { up, down, .. } = need.formats;
    let gate = need.formats.gate.unwrap_or(up);
    reads_codes(shared, gate)?;
    if gate != up {
        return Err(format!("serves gates and ups of one format, not of {gate} and {up}"));
    }
    reads_blocks(gate, need.hidden)?;
    reads_blocks(down, need.intermediate)?;
    let formats = [gate, down];
    let run = BlockExperts::bind(&shared.device, formats, shared.batch_invariant).map_err(text)?;
    kernel::<op::MoeExperts>(shared, move |shared, stream, args| {
        let bytes = |pairs, experts, [inputs, inner]: [usize; 2]| {
            let parts = BlockExperts::workspace_bytes(pairs, experts, inputs, inner);
            let dequantised = StepBounds::dequantised_experts(experts, inputs, inner);
            let most = shared.workspace_max().unwrap_or(usize::MAX);
            parts.max(most.min(parts + dequantised))
        };
        with_args(shared, &args, bytes, |call| run.run(stream, call))
    })
}

/// Kernels that decode weights for inputs of 16 bits.
fn decoded(shared: &Shared, need: &op::MoeExpertsNeed) -> Result<QuantisedExperts, String> {
    reads_codes(shared, need.format()?)?;
    if need.format()?.is_blocks() {
        return Err(format!("serves no blocks, as those of {}", need.format()?));
    }
    let between = need.formats.activation();
    QuantisedExperts::bind(&shared.device, between, need.format()?).map_err(text)
}

/// The same beside those of rounded inputs.
fn rounded(shared: &Shared, need: &op::MoeExpertsNeed) -> Result<QuantisedExperts, String> {
    rounds(need.rounds_inputs, need.format()?)?;
    Sm90Fp8Experts::serves(need.hidden, need.intermediate)?;
    let run = decoded(shared, need)?.with_rounded_inputs(&shared.device).map_err(text)?;
    run.ok_or_else(|| NO_FP8.into())
}

fn run_experts(
    shared: &Shared,
    stream: &Stream,
    run: &QuantisedExperts,
    args: &op::MoeExpertsArgs<'_>,
    around: Around<'_>,
) -> Result<(), CudaError> {
    let ranks = args.k;
    let bytes = |pairs: usize, experts, widths| {
        run.call_bytes([pairs / ranks.max(1), ranks, experts], widths)
    };
    with_args(shared, args, bytes, |call| run.run_around(stream, call, around))
}

/// Calls `run` with the arguments in the device's views and a workspace of `bytes` of pairs,
/// experts and widths of x and of the inner rows.
fn with_args(
    shared: &Shared,
    args: &op::MoeExpertsArgs<'_>,
    bytes: impl Fn(usize, usize, [usize; 2]) -> usize,
    run: impl FnOnce(&mut QuantisedExpertsArgs<'_>) -> Result<(), CudaError>,
) -> Result<(), CudaError> {
    let (op, experts) = ("moe_experts", args.experts.len());
    let missing = || CudaError::bad(op, "the experts are in host memory");
    let [gate_up, down] = args.experts.on_device().ok_or_else(missing)?;
    let bytes = bytes(args.x.rows() * args.k, experts, [gate_up.k(), down.k()]);
    shared.with_workspace(bytes, |workspace| {
        run(&mut QuantisedExpertsArgs {
            x: of(op, &args.x)?,
            ids: slice(op, &args.ids)?,
            weights: dense(op, &args.weights)?,
            ranks: args.k,
            experts,
            gate_up: QuantisedView::of(gate_up)?,
            down: QuantisedView::of(down)?,
            out: exclusive(op, &args.out)?,
            workspace,
        })
    })
}

/// The last product of a shared expert.
enum SharedDown {
    Quantised(Box<QuantisedLinear>),
    Bf16,
}

/// Routing, the shared expert's last product, quantised experts and the sum: the routing in the
/// experts' first launch for one or two rows, the sum in their last one.
pub(super) fn routed(
    shared: &Arc<Shared>,
    need: &op::RoutedExpertsNeed,
) -> Bound<op::RoutedExperts> {
    let mut experts = decoded(shared, &need.experts)?;
    if !shared.batch_invariant {
        experts = experts.with_tiles(&shared.device, None).map_err(text)?;
    }
    routed_of(shared, need, experts)
}

/// The same with inputs of experts rounded to codes of 8 bits for many pairs.
pub(super) fn fp8_routed(
    shared: &Arc<Shared>,
    need: &op::RoutedExpertsNeed,
) -> Bound<op::RoutedExperts> {
    routed_of(shared, need, rounded(shared, &need.experts)?)
}

fn routed_of(
    shared: &Arc<Shared>,
    need: &op::RoutedExpertsNeed,
    experts: QuantisedExperts,
) -> Bound<op::RoutedExperts> {
    if !shared.fuse {
        return Err(UNFUSED.into());
    }
    let down = match &need.shared {
        Some(down) if down.format.is_quantised() => {
            let down = QuantisedLinear::bind_fastest(shared, down)?;
            Some(SharedDown::Quantised(Box::new(down)))
        }
        Some(down) => on_tensor_cores(shared, down).map(|()| Some(SharedDown::Bf16))?,
        None => None,
    };
    let dtype = shared.activation();
    let route = RouteTopk::bind(&shared.device, DType::F32).map_err(text)?;
    let swiglu = SwiGlu::bind(&shared.device, dtype).map_err(text)?;
    let add = SharedExpertAdd::bind(&shared.device, dtype).map_err(text)?;
    kernel::<op::RoutedExperts>(shared, move |shared, stream, mut args| {
        let route = prepare_route(&route, &args.route())?;
        let mut joins = shared.compute == Compute::Bf16 && route.keeps();
        if let (Some(expert), Some(down)) = (&mut args.shared, &down) {
            joins = shared_product(shared, stream, (&route, joins), &swiglu, expert, down)?;
        } else if !joins {
            route.run(stream)?;
        }
        let add: Option<Prepared<SharedExpertAddParams>> = match args.add() {
            Some(args) => Some(prepare_add(&add, &args)?),
            None => None,
        };
        // The product of the shared expert, which the choice passes, is right before it.
        let early = joins && args.shared.is_some();
        let around = Around { route: joins.then_some(&route), add: add.as_ref(), early };
        run_experts(shared, stream, &experts, &args.chosen(), around)
    })
}

/// The same with bits that do not depend on how many rows a step has.
pub(super) fn routed_invariant(
    shared: &Arc<Shared>,
    need: &op::RoutedExpertsNeed,
) -> Bound<op::RoutedExperts> {
    if !shared.batch_invariant {
        return Err("serves under --batch-invariant; otherwise `quantised_by_rows` does".into());
    }
    routed(shared, need)
}

/// Launches the activation and the last product of the shared expert, and the routing before them
/// unless it `joins` the experts; returns whether it still does.
fn shared_product(
    shared: &Shared,
    stream: &Stream,
    (route, joins): (&Route, bool),
    swiglu: &SwiGlu,
    expert: &mut op::SharedExpert<'_>,
    down: &SharedDown,
) -> Result<bool, CudaError> {
    let mut product = expert.product();
    let swiglu = prepare_swiglu(swiglu, &product.swiglu())?;
    let linear = product.linear();
    let (x, out) = (of("linear", &linear.x)?, exclusive("linear", &linear.out)?);
    let joins =
        joins && route.params.passes_swiglu(&swiglu) && route.params.passes_linear(&x, &out);
    if !joins {
        route.run(stream)?;
    }
    match down {
        SharedDown::Quantised(down) => {
            let joined = match shared.batch_invariant {
                true => None,
                false => shared.quantised_gemv.prepare_active(&swiglu, views(&linear)?)?,
            };
            match joined {
                Some(both) => both.run(stream)?,
                None => {
                    swiglu.run(stream)?;
                    down.run(shared, stream, views(&linear)?)?;
                }
            }
        }
        SharedDown::Bf16 => {
            if let super::gemm::SwigluLinear::Gemv(both) =
                swiglu_then_linear(shared, stream, &swiglu, &linear)?
            {
                both.run(stream)?;
            }
        }
    }
    Ok(joins)
}
