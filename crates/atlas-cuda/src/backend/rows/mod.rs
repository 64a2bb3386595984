//! The rows of every op that models bind, fastest first, and how each runs an op's arguments.

mod attention;
mod elementwise;
mod gated_delta;
mod gemm;
mod latent;
mod mamba2;
mod moe;
mod norm;
mod ordered;
mod quantised;
mod quantised_experts;
mod rope;

pub(super) use gemm::LIBRARY_ROWS_MIN;

use std::sync::Arc;

use atlas_tensor::ops as op;
use atlas_tensor::{DeviceKernel, DeviceRow, KvCache, Op, RowInfo, RunsOn};

use super::view::dtype_of;
use super::{Rows, Shared};
use crate::error::CudaError;
use crate::ops::kv_shape::KvShape;
use crate::stream::Stream;
use crate::view::View;

/// Rows of all ops.
pub(super) fn all(shared: &Arc<Shared>) -> Rows {
    let mut rows = Rows::default();
    macro_rules! table {
        ($($op:ident: $($name:literal $module:ident::$bind:ident),+;)*) => {
            $(rows.add::<op::$op>(vec![$(row::<op::$op>(shared, $name, $module::$bind)),+]);)*
        };
    }
    table! {
        Embed: "embed" elementwise::embed, "embed_blocks" elementwise::embed_blocks;
        PickRows: "embed" elementwise::pick_rows;
        RmsNorm: "rms_norm" norm::rms_norm;
        AddRmsNorm: "add_rms_norm" norm::add_rms_norm;
        GatedRmsNorm: "gated_rms_norm" norm::gated_rms_norm;
        GroupGatedRmsNorm: "group_gated_rms_norm" norm::group_gated_rms_norm;
        LayerNorm: "layer_norm" norm::layer_norm;
        Linear: "cublaslt" gemm::cublaslt, "by_rows" gemm::by_rows, "tiled_mma" gemm::tiled_mma,
            "gemv" gemm::gemv, "fp8_inputs" quantised::fp8_inputs,
            "quantised_by_rows" quantised::by_rows,
            "quantised_small_m" quantised::small_m,
            "ordered_by_rows" ordered::by_rows, "ordered" ordered::invariant;
        AddNormLinears: "norm_gemv" gemm::norm_gemv, "shared_input" gemm::shared_input,
            "fp8_norm_linears" quantised::fp8_norm_linears,
            "quantised_norm_linears" quantised::norm_linears,
            "quantised_shared_input" quantised::shared_input;
        SwiGluLinear: "swiglu_gemv" gemm::swiglu_gemv;
        QkNormRope: "qk_norm_rope" rope::qk_norm_rope;
        KvStore: "kv_store" rope::kv_store, "quantised_kv_store" rope::quantised_kv_store;
        QkvRopeWrite: "qkv_store" rope::qkv_store;
        RotateHeads: "rotate_heads" rope::rotate_heads;
        Attention: "sm90" attention::sm90, "mma" attention::mma,
            "mma_by_split" attention::mma_by_split, "simt" attention::simt;
        SwiGlu: "swiglu" elementwise::swiglu;
        ReluSquared: "relu_squared" elementwise::relu_squared;
        SigmoidMul: "sigmoid_mul" elementwise::sigmoid_mul;
        RouteTopk: "router_topk" moe::route_topk;
        MoeExperts: "by_rows" moe::by_rows, "grouped_gemm" moe::grouped_gemm,
            "pair_gemv" moe::pair_gemv, "fp8_inputs" quantised_experts::fp8_inputs,
            "quantised_by_rows" quantised_experts::by_rows,
            "quantised_experts" quantised_experts::experts,
            "block_experts" quantised_experts::blocks;
        SharedExpertAdd: "shared_expert_add" moe::shared_expert_add;
        RoutedExperts: "by_rows" moe::routed_by_rows, "grouped_gemm" moe::routed_grouped_gemm,
            "pair_gemv" moe::routed_pair_gemv,
            "fp8_by_rows" quantised_experts::fp8_routed,
            "quantised_by_rows" quantised_experts::routed,
            "quantised_experts" quantised_experts::routed_invariant;
        Conv1dSilu: "conv1d" gated_delta::conv1d_silu;
        GdnGates: "gates" gated_delta::gdn_gates;
        GatedDelta: "chunked" gated_delta::chunked, "recurrent" gated_delta::recurrent;
        ConvGatedDelta: "chunked" gated_delta::conv_chunked,
            "recurrent" gated_delta::conv_recurrent;
        QueryTemperature: "query_temperature" latent::query_temperature;
        AbsorbQueries: "by_rows" latent::absorb_by_rows,
            "head_maps" latent::absorb_queries;
        LatentStore: "latent_store" latent::latent_store;
        IndexTopk: "index_topk" latent::index_topk;
        LatentAttention: "mma" latent::mma, "simt" latent::simt;
        LatentValues: "by_rows" latent::values_by_rows, "head_maps" latent::latent_values;
        LatentHeads: "expanded" latent::expanded;
        LatentRopeWrite: "rope_write" latent::rope_write;
        Mamba2Gates: "gates" mamba2::mamba2_gates;
        SelectiveScan: "chunked" mamba2::chunked, "recurrent" mamba2::recurrent;
    }
    rows
}

type Bound<O> = Result<DeviceKernel<O>, String>;
/// The result of queueing the launches of an op.
type Queued = Result<(), CudaError>;

/// Why a fused row does not serve where every op has launches of its own.
const UNFUSED: &str = "serves where launches are fused, which Options::fuse turned off";

/// Rows whose bits depend on how a sequence is cut, or on how many rows a step has. The others keep
/// the row contract, as the parity program checks.
const CUT_DEPENDENT: [(&str, &str); 24] = [
    (op::GatedDelta::NAME, "chunked"),
    (op::ConvGatedDelta::NAME, "chunked"),
    (op::SelectiveScan::NAME, "chunked"),
    (op::Attention::NAME, "sm90"),
    (op::Attention::NAME, "mma"),
    (op::LatentAttention::NAME, "mma"),
    (op::AbsorbQueries::NAME, "by_rows"),
    (op::LatentValues::NAME, "by_rows"),
    (op::LatentHeads::NAME, "expanded"),
    (op::Linear::NAME, "cublaslt"),
    (op::Linear::NAME, "by_rows"),
    (op::Linear::NAME, "fp8_inputs"),
    (op::Linear::NAME, "quantised_by_rows"),
    (op::Linear::NAME, "ordered_by_rows"),
    (op::AddNormLinears::NAME, "norm_gemv"),
    (op::AddNormLinears::NAME, "fp8_norm_linears"),
    (op::AddNormLinears::NAME, "quantised_norm_linears"),
    (op::SwiGluLinear::NAME, "swiglu_gemv"),
    (op::MoeExperts::NAME, "by_rows"),
    (op::RoutedExperts::NAME, "by_rows"),
    (op::MoeExperts::NAME, "fp8_inputs"),
    (op::MoeExperts::NAME, "quantised_by_rows"),
    (op::RoutedExperts::NAME, "fp8_by_rows"),
    (op::RoutedExperts::NAME, "quantised_by_rows"),
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
        Some(_) if O::reorders_inputs(need) && !ordered::NAMES.contains(&name) => {
            Err("reads inputs in their own order only, the weight's columns have another".into())
        }
        Some(shared) => bind(&shared, need),
        None => Err("the device is closed".into()),
    };
    DeviceRow { info, bind: Box::new(bind) }
}

/// A kernel that queues `run`.
fn kernel<O: Op>(
    shared: &Arc<Shared>,
    run: impl for<'a> Fn(&Shared, &Stream, O::Args<'a>) -> Queued + Send + Sync + 'static,
) -> Bound<O> {
    let shared = Arc::clone(shared);
    Ok(Arc::new(move |args| shared.queue(|stream| run(&shared, stream, args))))
}

fn text(error: CudaError) -> String {
    error.to_string()
}

/// A weight `[n, 1, k]`.
fn weight<'a>(op: &'static str, weight: &'a atlas_tensor::Weight) -> Result<View<'a>, CudaError> {
    let missing = || CudaError::bad(op, format!("{weight:?} is in host memory"));
    let address = weight.device_address().ok_or_else(missing)?;
    let (n, k) = (weight.n(), weight.k());
    let dtype = dtype_of(weight.format()).map_err(|why| CudaError::bad(op, why))?;
    Ok(View::new(address, dtype, [n, 1, k], [k, k]))
}

fn shape_of(cache: &KvCache) -> KvShape {
    KvShape {
        formats: cache.formats,
        scales: cache.scales(),
        block_count: cache.block_count,
        block_tokens: cache.block_tokens,
        kv_heads: cache.kv_heads,
        head_dim: cache.head_dim,
        is_latent: cache.is_latent,
        index_dim: cache.index_dim,
    }
}
