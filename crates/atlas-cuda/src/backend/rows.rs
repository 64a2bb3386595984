//! The rows of every op that models bind, fastest first, and how each runs an op's arguments.

use crate::ops::attention;
use crate::ops::attention::Cache;
use crate::ops::attention::mma::{MmaAttention, Walk};
use crate::ops::attention::simt::SimtAttention;
use crate::ops::elementwise::activation::{SigmoidMul, SwiGlu};
use crate::ops::elementwise::embed::Embed;
use crate::ops::gated_delta;
use crate::ops::gated_delta::chunked::ChunkedGatedDelta;
use crate::ops::gated_delta::conv1d::Conv1dSilu;
use crate::ops::gated_delta::gates::GdnGates;
use crate::ops::gated_delta::recurrent;
use crate::ops::gated_delta::recurrent::RecurrentGatedDelta;
use crate::ops::gemm::gemv::Gemv;
use crate::ops::gemm::{LinearArgs, LinearTypes};
use crate::ops::moe::router_topk::{RouteArgs, RouteTopk};
use crate::ops::moe::shared_expert::SharedExpertAdd;
use crate::ops::norm::NormWeight;
use crate::ops::norm::gated_rms_norm::GatedRmsNorm;
use crate::ops::norm::rms_norm::RmsNorm;
use crate::ops::rope::kv_store::{CacheMut, KvStore};
use crate::ops::rope::qk_norm_rope::{QkNormRope, Rope};
use crate::ops::step::{KvShape, Step};
use std::sync::Arc;

use atlas_tensor::ops as op;
use atlas_tensor::{DType, DeviceKernel, DeviceRow, KvCache, Op, RowInfo, RunsOn, WeightFormat};

use super::expert_rows::{by_rows, dense, pairs, tiles};
use super::pending::Waiting;
use super::staged::StagedStep;
use super::view::{dtype_of, exclusive, of, slice, slice_mut};
use super::{Rows, Shared};
use crate::error::CudaError;
use crate::library::{self, LibraryLinears};
use crate::stream::Stream;
use crate::view::{Slice, SliceMut, View, ViewMut};

/// Most bytes in which the splits of attention meet; longer steps go in parts or walk them, to the
/// same bits.
const PARTIAL_BYTES_MAX: usize = 256 << 20;

/// Rows of all ops.
pub(super) fn all(shared: &Arc<Shared>) -> Rows {
    let mut rows = Rows::default();
    macro_rules! table {
        ($($op:ident: $($name:literal $bind:ident),+;)*) => {
            $(rows.add::<op::$op>(vec![$(row::<op::$op>(shared, $name, $bind)),+]);)*
        };
    }
    table! {
        Embed: "common" embed;
        PickRows: "common" pick_rows;
        RmsNorm: "common" rms_norm;
        AddRmsNorm: "common" add_rms_norm;
        GatedRmsNorm: "common" gated_rms_norm;
        Linear: "library" library, "narrow" narrow, "mma" gemm, "warp" linear;
        QkNormRope: "common" qk_norm_rope;
        KvStore: "common" kv_store;
        Attention: "wide" attention_wide, "tiles" attention_tiles, "exact" attention_exact,
            "split" attention;
        SwiGlu: "common" swiglu;
        SigmoidMul: "common" sigmoid_mul;
        RouteTopk: "common" route_topk;
        MoeExperts: "by_rows" by_rows, "tiles" tiles, "pairs" pairs;
        SharedExpertAdd: "common" shared_expert_add;
        Conv1dSilu: "common" conv1d_silu;
        GdnGates: "common" gdn_gates;
        GatedDelta: "chunk" delta_chunk, "common" gated_delta;
    }
    rows
}

pub(super) type Bound<O> = Result<DeviceKernel<O>, String>;

/// Rows whose bits depend on how a sequence is cut, or on how many rows a step has. The others keep
/// the row contract, as the parity program checks.
const CUT_DEPENDENT: [(&str, &str); 6] = [
    (op::GatedDelta::NAME, "chunk"),
    (op::Attention::NAME, "wide"),
    (op::Attention::NAME, "tiles"),
    (op::Linear::NAME, "library"),
    (op::Linear::NAME, "narrow"),
    (op::MoeExperts::NAME, "by_rows"),
];

fn row<O: Op>(
    shared: &Arc<Shared>,
    name: &'static str,
    bind: fn(&Arc<Shared>, &O::Need) -> Bound<O>,
) -> DeviceRow<O> {
    let shared = Arc::downgrade(shared);
    let runs_on = RunsOn::Device("cuda");
    let width_invariant = !CUT_DEPENDENT.contains(&(O::NAME, name));
    let info = RowInfo { op: O::NAME, name, runs_on, width_invariant };
    let bind = move |need: &O::Need| match shared.upgrade() {
        Some(shared) if shared.batch_invariant && !width_invariant => {
            Err("its bits depend on a step's other rows, which --batch-invariant excludes".into())
        }
        Some(shared) => bind(&shared, need),
        None => Err("the device is closed".into()),
    };
    DeviceRow { info, bind: Box::new(bind) }
}

/// A kernel that queues `run`.
fn kernel<O: Op>(
    shared: &Arc<Shared>,
    run: impl for<'a> Fn(&Shared, &Stream, O::Args<'a>) -> Result<(), CudaError> + Send + Sync + 'static,
) -> Bound<O> {
    let shared = Arc::clone(shared);
    Ok(Arc::new(move |args| shared.queue(|stream| run(&shared, stream, args))))
}

/// A kernel whose launch may wait for what comes behind it, or takes what waits with it.
pub(super) fn waiting<O: Op>(
    shared: &Arc<Shared>,
    queue: impl for<'a> Fn(&Shared, O::Args<'a>) + Send + Sync + 'static,
) -> Bound<O> {
    let shared = Arc::clone(shared);
    Ok(Arc::new(move |args| queue(&shared, args)))
}

pub(super) fn text(error: CudaError) -> String {
    error.to_string()
}

/// A weight `[n, 1, k]`.
fn weight<'a>(op: &'static str, weight: &'a atlas_tensor::Weight) -> Result<View<'a>, CudaError> {
    let missing = || CudaError::bad(op, format!("{weight:?} is in host memory"));
    let address = weight.device_address().ok_or_else(missing)?;
    let (n, k) = (weight.n(), weight.k());
    Ok(View::new(address, dtype_of(weight.format()), [n, 1, k], [k, k]))
}

fn shape_of(cache: &KvCache) -> KvShape {
    KvShape {
        dtype: cache.dtype,
        block_count: cache.block_count,
        block_tokens: cache.block_tokens,
        kv_heads: cache.kv_heads,
        head_dim: cache.head_dim,
    }
}

fn embed(shared: &Arc<Shared>, need: &op::EmbedNeed) -> Bound<op::Embed> {
    let table = dtype_of(need.format);
    let run = Embed::bind(&shared.device, table, shared.activation()).map_err(text)?;
    kernel::<op::Embed>(shared, move |_, stream, args| {
        let (ids, table) = (slice("embed", &args.ids)?, weight("embed", args.table)?);
        run.run(stream, ids, table, exclusive("embed", &args.out)?)
    })
}

fn pick_rows(shared: &Arc<Shared>, _: &()) -> Bound<op::PickRows> {
    let dtype = shared.activation();
    let run = Embed::bind(&shared.device, dtype, dtype).map_err(text)?;
    kernel::<op::PickRows>(shared, move |_, stream, args| {
        let (rows, x) = (slice("pick_rows", &args.rows)?, of("pick_rows", &args.x)?);
        run.run(stream, rows, x, exclusive("pick_rows", &args.out)?)
    })
}

fn rms_norm(shared: &Arc<Shared>, _: &()) -> Bound<op::RmsNorm> {
    let run = RmsNorm::bind(&shared.device, shared.activation()).map_err(text)?;
    kernel::<op::RmsNorm>(shared, move |_, stream, args| {
        let op = "rms_norm";
        let weight = slice(op, &args.weight)?;
        let norm = NormWeight { weight, eps: args.eps, offset: args.offset };
        run.run(stream, of(op, &args.x)?, norm, exclusive(op, &args.out)?)
    })
}

fn add_rms_norm(shared: &Arc<Shared>, _: &()) -> Bound<op::AddRmsNorm> {
    let run = RmsNorm::bind(&shared.device, shared.activation()).map_err(text)?;
    waiting::<op::AddRmsNorm>(shared, move |shared, args| {
        let call = || {
            let op = "add_rms_norm";
            let weight = slice(op, &args.weight)?;
            let norm = NormWeight { weight, eps: args.eps, offset: args.offset };
            let residual = exclusive(op, &args.residual)?;
            run.prepare_add(residual, of(op, &args.x)?, norm, exclusive(op, &args.out)?)
        };
        shared.queue_norm(call());
    })
}

fn gated_rms_norm(shared: &Arc<Shared>, _: &()) -> Bound<op::GatedRmsNorm> {
    let run = GatedRmsNorm::bind(&shared.device, shared.activation()).map_err(text)?;
    kernel::<op::GatedRmsNorm>(shared, move |_, stream, args| {
        let op = "gated_rms_norm";
        let (x, z, weight) = (of(op, &args.x)?, of(op, &args.z)?, slice(op, &args.weight)?);
        run.run(stream, x, z, weight, args.eps, exclusive(op, &args.out)?)
    })
}

/// Arguments of a linear in the device's views.
fn linear_args<'a>(args: &'a op::LinearArgs<'_>) -> Result<LinearArgs<'a>, CudaError> {
    let op = "linear";
    Ok(LinearArgs {
        x: of(op, &args.x)?,
        weight: weight(op, args.weight)?,
        bias: args.bias.as_ref().map(|bias| slice(op, bias)).transpose()?,
        out: exclusive(op, &args.out)?,
    })
}

/// Why a need is none of the tensor cores', if so.
fn on_tensor_cores(shared: &Arc<Shared>, need: &op::LinearNeed) -> Result<(), String> {
    if shared.activation() != DType::Bf16 || need.format != WeightFormat::Bf16 {
        return Err("serves bf16 activations and bf16 weights only".into());
    }
    if !need.k.is_multiple_of(8) {
        return Err(format!("serves inputs in multiples of 8 only, not {}", need.k));
    }
    Ok(())
}

/// Rows from which a library may compute linears: fewer go in one launch with those beside them,
/// and in graphs.
pub(super) const LIBRARY_ROWS_MIN: usize = 65;

/// Linears of many rows by the library that was asked for, and of few rows, with a bias, or off the
/// boundaries that it needs as `narrow`.
fn library(shared: &Arc<Shared>, need: &op::LinearNeed) -> Bound<op::Linear> {
    if shared.library.is_none() {
        return Err("serves with --allow-library-gemm only".into());
    }
    on_tensor_cores(shared, need)?;
    let shared = Arc::clone(shared);
    Ok(Arc::new(move |args| {
        let plain = linear_args(&args);
        match (&shared.library, &plain) {
            (Some(library), Ok(plain))
                if plain.x.rows() >= LIBRARY_ROWS_MIN && LibraryLinears::serves(plain) =>
            {
                shared.queue(|stream| {
                    shared.with_workspace(library::WORKSPACE_BYTES, |workspace| {
                        library.run(stream, plain, workspace)
                    })
                });
            }
            _ => shared.queue_linear(plain),
        }
    }))
}

/// With the device's choice of kernels: all the same, whatever the number of rows, or not.
fn gemm(shared: &Arc<Shared>, need: &op::LinearNeed) -> Bound<op::Linear> {
    if !shared.batch_invariant {
        return Err("serves under --batch-invariant; otherwise `narrow` does".into());
    }
    narrow(shared, need)
}

fn narrow(shared: &Arc<Shared>, need: &op::LinearNeed) -> Bound<op::Linear> {
    on_tensor_cores(shared, need)?;
    let shared = Arc::clone(shared);
    Ok(Arc::new(move |args| shared.queue_linear(linear_args(&args))))
}

fn linear(shared: &Arc<Shared>, need: &op::LinearNeed) -> Bound<op::Linear> {
    let (x, weight) = (shared.activation(), dtype_of(need.format));
    let bind = |out| Gemv::bind(&shared.device, LinearTypes { x, weight, out }).map_err(text);
    let [wide, narrow] = [bind(DType::F32)?, bind(x)?];
    kernel::<op::Linear>(shared, move |_, stream, args| {
        let run = if args.out.as_ref().dtype() == DType::F32 { &wide } else { &narrow };
        run.run(stream, linear_args(&args)?)
    })
}

fn qk_norm_rope(shared: &Arc<Shared>, _: &()) -> Bound<op::QkNormRope> {
    let run = QkNormRope::bind(&shared.device, shared.activation()).map_err(text)?;
    waiting::<op::QkNormRope>(shared, move |shared, args| {
        let call = || {
            let op = "qk_norm_rope";
            let norm = match &args.norm {
                Some(norm) => {
                    let weight = slice(op, norm)?;
                    Some(NormWeight { weight, eps: args.eps, offset: args.offset })
                }
                None => None,
            };
            let rope = match &args.rope {
                Some(rope) => Some(Rope {
                    inv_freq: slice(op, &rope.inv_freq)?,
                    attention_factor: rope.attention_factor,
                }),
                None => None,
            };
            run.prepare(exclusive(op, &args.heads)?, norm, rope, slice(op, &args.positions)?)
        };
        shared.queue_rope(call());
    })
}

fn kv_store(shared: &Arc<Shared>, need: &op::KvStoreNeed) -> Bound<op::KvStore> {
    let run = KvStore::bind(&shared.device, shared.activation(), need.cache).map_err(text)?;
    waiting::<op::KvStore>(shared, move |shared, args| {
        let call = || {
            let op = "kv_store";
            let memory = SliceMut::new(args.cache.address(), args.cache.bytes());
            let cache = CacheMut { memory, shape: shape_of(args.cache) };
            let step = StagedStep::of(op, &args.spans)?;
            run.prepare(step, of(op, &args.k)?, of(op, &args.v)?, cache)
        };
        shared.queue_kv_store(call());
    })
}

fn attention(shared: &Arc<Shared>, need: &op::AttentionNeed) -> Bound<op::Attention> {
    if need.head_dim > attention::WIDTH_MAX {
        return Err(format!("serves heads up to {} wide", attention::WIDTH_MAX));
    }
    let run = SimtAttention::bind(&shared.device, shared.activation(), need.cache).map_err(text)?;
    let len = SimtAttention::partial_len;
    attend(shared, (len, false), move |stream, step, args| run.run(stream, step, args))
}

fn attention_wide(shared: &Arc<Shared>, need: &op::AttentionNeed) -> Bound<op::Attention> {
    on_tiles(shared, need, Walk::Wide(None))
}

fn attention_tiles(shared: &Arc<Shared>, need: &op::AttentionNeed) -> Bound<op::Attention> {
    on_tiles(shared, need, Walk::Long)
}

fn attention_exact(shared: &Arc<Shared>, need: &op::AttentionNeed) -> Bound<op::Attention> {
    on_tiles(shared, need, Walk::Exact)
}

fn on_tiles(shared: &Arc<Shared>, need: &op::AttentionNeed, walk: Walk) -> Bound<op::Attention> {
    if [shared.activation(), need.cache] != [DType::Bf16; 2] {
        return Err("serves bf16 activations and a bf16 cache only".into());
    }
    let run = MmaAttention::bind(&shared.device, need.head_dim, walk).map_err(text)?;
    let len = MmaAttention::partial_len;
    attend(shared, (len, true), move |stream, step, args| run.run(stream, step, args))
}

/// f32 that a step's splits take for heads of a width.
type PartialLen = fn(&Step, usize, usize) -> usize;

/// A kernel that queues `run` with as many f32 of workspace as the function says. Where that is
/// more than there is, it gets what there is if it can work `in_parts`, else none.
fn attend(
    shared: &Arc<Shared>,
    (partial_len, in_parts): (PartialLen, bool),
    run: impl Fn(&Stream, &Step, attention::AttentionArgs<'_>) -> Result<(), CudaError>
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
        let len = partial_len(step, q.heads(), q.width());
        let call = |partial| attention::AttentionArgs {
            q,
            cache,
            scale: args.scale,
            window: args.window,
            out: ViewMut::of(out_of(&args)),
            partial,
        };
        let room = shared.workspace_max().unwrap_or(PARTIAL_BYTES_MAX) / 4;
        let len = if in_parts { len.min(room) } else { len };
        if len > room {
            return run(stream, step, call(None));
        }
        shared.with_workspace(4 * len, |buffer| {
            let partial = buffer.slice_mut::<f32>(0, len)?;
            run(stream, step, call(Some(SliceMut::new(partial.ptr, partial.len))))
        })
    })
}

/// The output's view, once [`of`] has accepted the query of the same shape.
fn out_of<'a>(args: &'a op::AttentionArgs<'_>) -> View<'a> {
    let out = args.out.as_ref();
    let shape = [out.dim(0), out.dim(1), out.dim(2)];
    View::new(out.address(), out.dtype(), shape, [out.stride(0), out.stride(1)])
}

fn swiglu(shared: &Arc<Shared>, _: &()) -> Bound<op::SwiGlu> {
    let run = SwiGlu::bind(&shared.device, shared.activation()).map_err(text)?;
    waiting::<op::SwiGlu>(shared, move |shared, args| {
        let call = || {
            let (op, out) = ("swiglu", exclusive("swiglu", &args.out)?);
            run.prepare([of(op, &args.gate)?, of(op, &args.up)?], out).map(Waiting::Swiglu)
        };
        shared.queue_waiting(call());
    })
}

fn sigmoid_mul(shared: &Arc<Shared>, _: &()) -> Bound<op::SigmoidMul> {
    let run = SigmoidMul::bind(&shared.device, shared.activation()).map_err(text)?;
    kernel::<op::SigmoidMul>(shared, move |_, stream, args| {
        run.run(stream, exclusive("sigmoid_mul", &args.x)?, of("sigmoid_mul", &args.gate)?)
    })
}

fn shared_expert_add(shared: &Arc<Shared>, _: &()) -> Bound<op::SharedExpertAdd> {
    let run = SharedExpertAdd::bind(&shared.device, shared.activation()).map_err(text)?;
    waiting::<op::SharedExpertAdd>(shared, move |shared, args| {
        let call = || {
            let op = "shared_expert_add";
            let gate = args.gate.as_ref().map(|gate| of(op, gate)).transpose()?;
            run.prepare(exclusive(op, &args.out)?, of(op, &args.shared)?, gate)
        };
        shared.queue_shared_add(call());
    })
}

/// Logits are f32, as the router's linear writes them.
fn route_topk(shared: &Arc<Shared>, _: &()) -> Bound<op::RouteTopk> {
    let run = RouteTopk::bind(&shared.device, DType::F32).map_err(text)?;
    waiting::<op::RouteTopk>(shared, move |shared, args| {
        let call = || {
            let op = "route_topk";
            let weights = dense(op, &args.weights.as_ref())?;
            run.prepare(&RouteArgs {
                logits: of(op, &args.logits)?,
                k: args.k,
                renormalise: args.renormalise,
                ids: slice_mut(op, &args.ids)?,
                weights: SliceMut::new(weights.ptr, weights.len),
            })
        };
        shared.queue_route(call());
    })
}

fn conv1d_silu(shared: &Arc<Shared>, _: &()) -> Bound<op::Conv1dSilu> {
    let run = Conv1dSilu::bind(&shared.device, shared.activation()).map_err(text)?;
    waiting::<op::Conv1dSilu>(shared, move |shared, args| {
        let call = || {
            let op = "conv1d_silu";
            let [_, history] = args.state.addresses();
            let state = SliceMut::new(history, args.state.slots * args.state.conv_len());
            let step = StagedStep::of(op, &args.spans)?;
            let (x, weight) = (of(op, &args.x)?, slice(op, &args.weight)?);
            run.prepare(step, x, weight, state, exclusive(op, &args.out)?)
        };
        shared.queue_conv(call());
    })
}

fn gdn_gates(shared: &Arc<Shared>, _: &()) -> Bound<op::GdnGates> {
    let run = GdnGates::bind(&shared.device, shared.activation()).map_err(text)?;
    waiting::<op::GdnGates>(shared, move |shared, args| {
        let call = || {
            let op = "gdn_gates";
            let inputs = [of(op, &args.a)?, of(op, &args.b)?];
            let weights = [slice(op, &args.a_log)?, slice(op, &args.dt_bias)?];
            let (g, beta) = (exclusive(op, &args.g)?, exclusive(op, &args.beta)?);
            run.prepare(inputs, weights, g, beta).map(Waiting::Gates)
        };
        shared.queue_waiting(call());
    })
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

fn delta_chunk(shared: &Arc<Shared>, need: &op::GatedDeltaNeed) -> Bound<op::GatedDelta> {
    let (dtype, &op::GatedDeltaNeed { key_dim, value_dim }) = (shared.activation(), need);
    let run = ChunkedGatedDelta::bind(&shared.device, dtype, key_dim, value_dim).map_err(text)?;
    let by_step = gated_delta(shared, need)?;
    let whole = kernel::<op::GatedDelta>(shared, move |shared, stream, args| {
        let bytes = ChunkedGatedDelta::workspace_bytes(args.v.rows(), args.state.heads);
        let step = StagedStep::of("gated_delta", &args.spans)?;
        shared.with_workspace(bytes, |buffer| {
            let workspace = buffer.slice_mut(0, bytes)?;
            run.run(stream, step, &delta_args(&args)?, workspace)
        })
    })?;
    // No chunk lies in a span of one row.
    let is_step = |args: &op::GatedDeltaArgs<'_>| {
        StagedStep::of("gated_delta", &args.spans).is_ok_and(|step| step.shape.is_some())
    };
    Ok(Arc::new(move |args| if is_step(&args) { by_step(args) } else { whole(args) }))
}

fn gated_delta(shared: &Arc<Shared>, need: &op::GatedDeltaNeed) -> Bound<op::GatedDelta> {
    if need.key_dim > recurrent::KEY_DIM_MAX {
        return Err(format!("serves keys up to {} wide", recurrent::KEY_DIM_MAX));
    }
    let run = RecurrentGatedDelta::bind(&shared.device, shared.activation()).map_err(text)?;
    waiting::<op::GatedDelta>(shared, move |shared, args| {
        let call = || {
            let step = StagedStep::of("gated_delta", &args.spans)?;
            run.prepare(step, &delta_args(&args)?, (step.spans(), step.span_count))
        };
        shared.queue_delta(call());
    })
}
