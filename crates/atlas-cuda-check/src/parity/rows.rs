//! The kernel rows: how each runs an op's arguments on the device.

use atlas_core::{KvFormat, KvFormats};
use atlas_cuda::CudaError;
use atlas_cuda::ops::elementwise::{activation, embed};
use atlas_cuda::ops::gated_delta::{self, conv1d, gates, recurrent};
use atlas_cuda::ops::moe::{router_topk, shared_expert};
use atlas_cuda::ops::norm::{
    NormWeight, gated_rms_norm, group_gated_rms_norm, layer_norm, rms_norm,
};
use atlas_cuda::ops::rope::kv_store::{self, CacheMut};
use atlas_cuda::ops::rope::qk_norm_rope::{self, Rope};
use atlas_cuda::ops::rope::quantised_kv_store::QuantisedKvStore;
use atlas_cuda::ops::rope::rotate_heads;
use atlas_tensor::ops::*;
use atlas_tensor::testkit::{Testable, Tolerance};
use atlas_tensor::{Compute, DType, RecurrentState, Tensor, TensorMut, Weight, WeightFormat};

use crate::parity::rig::{Rig, dtype_of};

/// Error of a run, in words.
pub type Outcome = Result<(), String>;

/// One way to compute an op on the device.
pub struct DeviceRow<O: Testable> {
    pub name: &'static str,
    /// Activations it is for; `None`: both.
    pub dtype: Option<DType>,
    /// Whether rows must lie on 16-byte boundaries.
    pub aligned: bool,
    /// Rows of a call up to which the bits of one do not depend on the others.
    pub kept_to: usize,
    /// Bound of results against the reference where it does not follow from the activations'
    /// type: they are f32, or no arithmetic is done.
    pub limit: Option<Tolerance>,
    /// Whether it serves the need; if not, why.
    pub meets: fn(&O::Need) -> Outcome,
    pub run: fn(&Rig, O::Args<'_>) -> Outcome,
}

/// An op with rows on the device.
pub trait OnDevice: Testable {
    fn device_rows() -> Vec<DeviceRow<Self>>;

    /// The op's reference for inputs that a device rounds to its activations' type, whatever CPUs
    /// do with them.
    fn device_reference(args: Self::Args<'_>, compute: Compute) {
        Self::reference(args, compute);
    }
}

/// The values of a weight in blocks as f32, which meet inputs as other weights do.
pub fn widened(weight: &Weight) -> Weight {
    match weight.format().is_blocks() {
        true => Weight::from_f32(WeightFormat::F32, weight.n(), weight.k(), &weight.to_f32()),
        false => weight.clone(),
    }
}

pub fn text(error: CudaError) -> String {
    error.to_string()
}

pub fn any<N>(_: &N) -> Outcome {
    Ok(())
}

pub fn row<O: Testable>(
    name: &'static str,
    dtype: Option<DType>,
    meets: fn(&O::Need) -> Outcome,
    run: fn(&Rig, O::Args<'_>) -> Outcome,
) -> DeviceRow<O> {
    DeviceRow { name, dtype, aligned: false, kept_to: usize::MAX, limit: None, meets, run }
}

/// The only row of an op, for both types.
pub fn only<O: Testable>(run: fn(&Rig, O::Args<'_>) -> Outcome) -> Vec<DeviceRow<O>> {
    vec![row("common", None, any, run)]
}

/// The only row of an op whose results are f32 whatever the activations are.
pub fn only_f32<O: Testable>(run: fn(&Rig, O::Args<'_>) -> Outcome) -> Vec<DeviceRow<O>> {
    only(run).into_iter().map(|row| DeviceRow { limit: Some(O::TOLERANCE), ..row }).collect()
}

macro_rules! on_device {
    ($op:ident, $run:ident, $rows:ident) => {
        impl OnDevice for $op {
            fn device_rows() -> Vec<DeviceRow<Self>> {
                $rows::<Self>($run)
            }
        }
    };
}

on_device!(Embed, embed, only);
on_device!(RmsNorm, rms_norm, only);
on_device!(AddRmsNorm, add_rms_norm, only);
on_device!(GatedRmsNorm, gated_rms_norm, only);
on_device!(LayerNorm, layer_norm, only);
on_device!(QkNormRope, qk_norm_rope, only);
on_device!(SwiGlu, swiglu, only);
on_device!(GroupGatedRmsNorm, group_gated_rms_norm, only);
on_device!(ReluSquared, relu_squared, only);
on_device!(SigmoidMul, sigmoid_mul, only);
on_device!(SharedExpertAdd, shared_expert_add, only);
on_device!(RouteTopk, route_topk, only_f32);
on_device!(Conv1dSilu, conv1d_silu, only);
on_device!(GdnGates, gdn_gates, only_f32);
on_device!(GatedDelta, gated_delta, only);

fn embed(rig: &Rig, mut args: EmbedArgs<'_>) -> Outcome {
    let ids = rig.slice(&args.ids).map_err(text)?;
    let table = rig.weight(args.table).map_err(text)?;
    let mut out = rig.tensor(args.out.as_ref()).map_err(text)?;
    let mut run = || {
        let op = embed::Embed::bind(&rig.device, dtype_of(args.table.format())?, rig.dtype)?;
        op.run(
            &rig.stream,
            Some(ids.get().slice(0, args.ids.len())?),
            table.view()?,
            out.view_mut()?,
        )
    };
    run().map_err(text)?;
    rig.fetch(&out, &mut args.out)
}

fn rms_norm(rig: &Rig, mut args: RmsNormArgs<'_>) -> Outcome {
    let x = rig.tensor(args.x).map_err(text)?;
    let weight = rig.slice(&args.weight).map_err(text)?;
    let mut out = rig.tensor(args.out.as_ref()).map_err(text)?;
    let mut run = || {
        let weight = weight.get().slice(0, args.weight.len())?;
        let norm = NormWeight { weight, eps: args.eps, offset: args.offset };
        let op = rms_norm::RmsNorm::bind(&rig.device, rig.dtype)?;
        op.run(&rig.stream, x.view()?, norm, out.view_mut()?)
    };
    run().map_err(text)?;
    rig.fetch(&out, &mut args.out)
}

fn add_rms_norm(rig: &Rig, mut args: AddRmsNormArgs<'_>) -> Outcome {
    let x = rig.tensor(args.x).map_err(text)?;
    let weight = rig.slice(&args.weight).map_err(text)?;
    let mut residual = rig.tensor(args.residual.as_ref()).map_err(text)?;
    let mut out = rig.tensor(args.out.as_ref()).map_err(text)?;
    let mut run = || {
        let weight = weight.get().slice(0, args.weight.len())?;
        let norm = NormWeight { weight, eps: args.eps, offset: args.offset };
        let op = rms_norm::RmsNorm::bind(&rig.device, rig.dtype)?;
        op.run_add(&rig.stream, residual.view_mut()?, x.view()?, norm, out.view_mut()?)
    };
    run().map_err(text)?;
    rig.fetch(&residual, &mut args.residual)?;
    rig.fetch(&out, &mut args.out)
}

fn layer_norm(rig: &Rig, mut args: LayerNormArgs<'_>) -> Outcome {
    let x = rig.tensor(args.x).map_err(text)?;
    let weight = rig.slice(&args.weight).map_err(text)?;
    let bias = rig.slice(&args.bias).map_err(text)?;
    let mut out = rig.tensor(args.out.as_ref()).map_err(text)?;
    let mut run = || {
        let len = args.weight.len();
        let parameters = [weight.get().slice(0, len)?, bias.get().slice(0, len)?];
        let op = layer_norm::LayerNorm::bind(&rig.device, rig.dtype)?;
        op.run(&rig.stream, x.view()?, parameters, args.eps, out.view_mut()?)
    };
    run().map_err(text)?;
    rig.fetch(&out, &mut args.out)
}

fn gated_rms_norm(rig: &Rig, mut args: GatedRmsNormArgs<'_>) -> Outcome {
    let [x, z] = [rig.tensor(args.x).map_err(text)?, rig.tensor(args.z).map_err(text)?];
    let weight = rig.slice(&args.weight).map_err(text)?;
    let mut out = rig.tensor(args.out.as_ref()).map_err(text)?;
    let mut run = || {
        let weight = weight.get().slice(0, args.weight.len())?;
        let op = gated_rms_norm::GatedRmsNorm::bind(&rig.device, rig.dtype)?;
        op.run(&rig.stream, x.view()?, z.view()?, weight, args.eps, out.view_mut()?)
    };
    run().map_err(text)?;
    rig.fetch(&out, &mut args.out)
}

fn group_gated_rms_norm(rig: &Rig, mut args: GroupGatedRmsNormArgs<'_>) -> Outcome {
    let [y, z] = [rig.tensor(args.y).map_err(text)?, rig.tensor(args.z).map_err(text)?];
    let weight = rig.slice(&args.weight).map_err(text)?;
    let mut out = rig.tensor(args.out.as_ref()).map_err(text)?;
    let mut run = || {
        let weight = weight.get().slice(0, args.weight.len())?;
        let op = group_gated_rms_norm::GroupGatedRmsNorm::bind(&rig.device, rig.dtype)?;
        op.run(&rig.stream, [y.view()?, z.view()?], weight, args.eps, out.view_mut()?)
    };
    run().map_err(text)?;
    rig.fetch(&out, &mut args.out)
}

fn relu_squared(rig: &Rig, mut args: ReluSquaredArgs<'_>) -> Outcome {
    let x = rig.tensor(args.x).map_err(text)?;
    let mut out = rig.tensor(args.out.as_ref()).map_err(text)?;
    let mut run = || {
        let op = activation::ReluSquared::bind(&rig.device, rig.dtype)?;
        op.run(&rig.stream, x.view()?, out.view_mut()?)
    };
    run().map_err(text)?;
    rig.fetch(&out, &mut args.out)
}

fn qk_norm_rope(rig: &Rig, mut args: QkNormRopeArgs<'_>) -> Outcome {
    let mut heads = rig.tensor(args.heads.as_ref()).map_err(text)?;
    let weight = rig.slice(args.norm.map_or(&[][..], |norm| norm.host())).map_err(text)?;
    let inv_freq = args.rope.map_or(&[][..], |rope| rope.inv_freq.host());
    let frequencies = rig.slice(inv_freq).map_err(text)?;
    let positions = rig.slice(&args.positions).map_err(text)?;
    let mut run = || {
        let norm = match args.norm {
            Some(norm) => {
                let weight = weight.get().slice(0, norm.len())?;
                Some(NormWeight { weight, eps: args.eps, offset: args.offset })
            }
            None => None,
        };
        let rope = match args.rope {
            Some(rope) => Some(Rope {
                inv_freq: frequencies.get().slice(0, inv_freq.len())?,
                attention_factor: rope.attention_factor,
            }),
            None => None,
        };
        let op = qk_norm_rope::QkNormRope::bind(&rig.device, rig.dtype)?;
        let positions = positions.get().slice(0, args.positions.len())?;
        op.run(&rig.stream, heads.view_mut()?, norm, rope, positions)
    };
    run().map_err(text)?;
    rig.fetch(&heads, &mut args.heads)
}

fn swiglu(rig: &Rig, mut args: SwiGluArgs<'_>) -> Outcome {
    let [gate, up] = [rig.tensor(args.gate).map_err(text)?, rig.tensor(args.up).map_err(text)?];
    let mut out = rig.tensor(args.out.as_ref()).map_err(text)?;
    let mut run = || {
        let op = activation::SwiGlu::bind(&rig.device, rig.dtype)?;
        op.run(&rig.stream, gate.view()?, up.view()?, out.view_mut()?)
    };
    run().map_err(text)?;
    rig.fetch(&out, &mut args.out)
}

fn sigmoid_mul(rig: &Rig, mut args: SigmoidMulArgs<'_>) -> Outcome {
    let gate = rig.tensor(args.gate).map_err(text)?;
    let mut x = rig.tensor(args.x.as_ref()).map_err(text)?;
    let mut run = || {
        let op = activation::SigmoidMul::bind(&rig.device, rig.dtype)?;
        op.run(&rig.stream, x.view_mut()?, gate.view()?)
    };
    run().map_err(text)?;
    rig.fetch(&x, &mut args.x)
}

fn shared_expert_add(rig: &Rig, mut args: SharedExpertAddArgs<'_>) -> Outcome {
    let shared = rig.tensor(args.shared).map_err(text)?;
    let gate = args.gate.map(|gate| rig.tensor(gate)).transpose().map_err(text)?;
    let mut out = rig.tensor(args.out.as_ref()).map_err(text)?;
    let mut run = || {
        let gate = gate.as_ref().map(|gate| gate.view()).transpose()?;
        let op = shared_expert::SharedExpertAdd::bind(&rig.device, rig.dtype)?;
        op.run(&rig.stream, out.view_mut()?, shared.view()?, gate)
    };
    run().map_err(text)?;
    rig.fetch(&out, &mut args.out)
}

fn route_topk(rig: &Rig, mut args: RouteTopkArgs<'_>) -> Outcome {
    let logits = rig.tensor(args.logits).map_err(text)?;
    let bias = args.bias.map(|bias| rig.slice(&bias)).transpose().map_err(text)?;
    let mut ids = rig.slice(&args.ids).map_err(text)?;
    let mut weights = rig.slice(args.weights.as_ref().f32()).map_err(text)?;
    let count = args.ids.len();
    let mut run = || {
        let op = router_topk::RouteTopk::bind(&rig.device, rig.dtype)?;
        let bias = bias.as_ref().map(|bias| bias.get().slice(0, args.logits.dim(1)));
        let args = router_topk::RouteArgs {
            logits: logits.view()?,
            bias: bias.transpose()?,
            k: args.k,
            rule: args.rule,
            ids: ids.get_mut().slice_mut(0, count)?,
            weights: weights.get_mut().slice_mut(0, count)?,
        };
        op.run(&rig.stream, &args)
    };
    run().map_err(text)?;
    args.ids.copy_from_slice(&rig.values(&ids, 0, count).map_err(text)?);
    args.weights.f32_mut().copy_from_slice(&rig.values(&weights, 0, count).map_err(text)?);
    Ok(())
}

fn conv1d_silu(rig: &Rig, mut args: Conv1dSiluArgs<'_>) -> Outcome {
    let x = rig.tensor(args.x).map_err(text)?;
    let weight = rig.slice(&args.weight).map_err(text)?;
    let bias = args.bias.map(|bias| rig.slice(&bias)).transpose().map_err(text)?;
    let mut out = rig.tensor(args.out.as_ref()).map_err(text)?;
    let mut state = rig.slice(args.state.f32()).map_err(text)?;
    let mut run = || {
        let step = rig.step(args.x.rows(), &args.spans, None)?;
        let op = conv1d::Conv1dSilu::bind(&rig.device, rig.dtype)?;
        let weight = weight.get().slice(0, args.weight.len())?;
        let channels = args.state.conv_channels;
        let bias = bias.as_ref().map(|bias| bias.get().slice(0, channels)).transpose()?;
        let at = 4 * args.state.slots * args.state.matrix_len();
        let history = state.get_mut().slice_mut(at, args.state.slots * args.state.conv_len())?;
        let taps = conv1d::Taps { weight, bias };
        op.run(&rig.stream, &step, x.view()?, taps, history, out.view_mut()?)
    };
    run().map_err(text)?;
    fetch_state(rig, &state, args.state)?;
    rig.fetch(&out, &mut args.out)
}

/// Copies the state that a run left to the host.
pub fn fetch_state(
    rig: &Rig,
    memory: &crate::parity::rig::Pooled,
    state: &mut RecurrentState,
) -> Outcome {
    let all: Vec<f32> = rig.values(memory, 0, state.bytes() / 4).map_err(text)?;
    let (slots, matrix, conv) = (state.slots, state.matrix_len(), state.conv_len());
    for slot in 0..slots {
        state.matrices_mut(slot).copy_from_slice(&all[slot * matrix..][..matrix]);
        state.conv_mut(slot).copy_from_slice(&all[slots * matrix + slot * conv..][..conv]);
    }
    Ok(())
}

fn gdn_gates(rig: &Rig, mut args: GdnGatesArgs<'_>) -> Outcome {
    let [a, b] = [rig.tensor(args.a).map_err(text)?, rig.tensor(args.b).map_err(text)?];
    let [a_log, bias] = [rig.slice(&args.a_log), rig.slice(&args.dt_bias)];
    let (a_log, bias) = (a_log.map_err(text)?, bias.map_err(text)?);
    let mut g = rig.tensor_as(args.g.as_ref(), DType::F32).map_err(text)?;
    let mut beta = rig.tensor_as(args.beta.as_ref(), DType::F32).map_err(text)?;
    let mut run = || {
        let op = gates::GdnGates::bind(&rig.device, rig.dtype)?;
        let heads = args.a_log.len();
        let weights = [a_log.get().slice(0, heads)?, bias.get().slice(0, heads)?];
        op.run(&rig.stream, [a.view()?, b.view()?], weights, g.view_mut()?, beta.view_mut()?)
    };
    run().map_err(text)?;
    rig.fetch(&g, &mut args.g)?;
    rig.fetch(&beta, &mut args.beta)
}

fn gated_delta(rig: &Rig, mut args: GatedDeltaArgs<'_>) -> Outcome {
    let [q, k, v] = [rig.tensor(args.q), rig.tensor(args.k), rig.tensor(args.v)];
    let (q, k, v) = (q.map_err(text)?, k.map_err(text)?, v.map_err(text)?);
    let g = rig.tensor_as(args.g, DType::F32).map_err(text)?;
    let beta = rig.tensor_as(args.beta, DType::F32).map_err(text)?;
    let mut out = rig.tensor(args.out.as_ref()).map_err(text)?;
    let mut state = rig.slice(args.state.f32()).map_err(text)?;
    let mut run = || {
        let step = rig.step(args.q.rows(), &args.spans, None)?;
        let op = recurrent::RecurrentGatedDelta::bind(&rig.device, rig.dtype)?;
        let len = args.state.slots * args.state.matrix_len();
        let args = gated_delta::GatedDeltaArgs {
            q: q.view()?,
            k: k.view()?,
            v: v.view()?,
            g: g.view()?,
            beta: beta.view()?,
            state: state.get_mut().slice_mut(0, len)?,
            eps: args.eps,
            out: out.view_mut()?,
        };
        op.run(&rig.stream, &step, args)
    };
    run().map_err(text)?;
    fetch_state(rig, &state, args.state)?;
    rig.fetch(&out, &mut args.out)
}

on_device!(RotateHeads, rotate_heads, only);

fn rotate_heads(rig: &Rig, mut args: RotateHeadsArgs<'_>) -> Outcome {
    let mut heads = rig.tensor(args.heads.as_ref()).map_err(text)?;
    let mut run = || {
        let op = rotate_heads::RotateHeads::bind(&rig.device, rig.dtype)?;
        op.run(&rig.stream, heads.view_mut()?, args.back)
    };
    run().map_err(text)?;
    rig.fetch(&heads, &mut args.heads)
}

impl OnDevice for KvStore {
    fn device_rows() -> Vec<DeviceRow<Self>> {
        let to_bf16: fn(&KvStoreNeed) -> Outcome =
            |need| match need.cache == KvFormats::both(KvFormat::Bf16) {
                true => Ok(()),
                false => Err("bf16 activations go to a bf16 cache".to_owned()),
            };
        let to_codes: fn(&KvStoreNeed) -> Outcome = |need| match need.cache.is_quantised() {
            true => Ok(()),
            false => Err("a cache of codes only".to_owned()),
        };
        let to_any: fn(&KvStoreNeed) -> Outcome = |need| plain(need.cache);
        vec![
            row::<Self>("common", Some(DType::F32), to_any, kv_store),
            DeviceRow {
                limit: Some(Tolerance::EXACT),
                ..row::<Self>("common", Some(DType::Bf16), to_bf16, kv_store)
            },
            // Codes and scales have the bits of the CPU.
            DeviceRow {
                limit: Some(Tolerance::EXACT),
                ..row::<Self>("quantised", None, to_codes, kv_store)
            },
        ]
    }
}

/// Whether a cache holds numbers, the same kind for keys and values.
pub fn plain(formats: KvFormats) -> Outcome {
    match formats.is_quantised() || formats.key != formats.value {
        false => Ok(()),
        true => Err("a cache of plain numbers only".to_owned()),
    }
}

fn kv_store(rig: &Rig, args: KvStoreArgs<'_>) -> Outcome {
    let [k, v] = [rig.tensor(args.k).map_err(text)?, rig.tensor(args.v).map_err(text)?];
    let (mut memory, shape) = rig.cache(args.cache).map_err(text)?;
    let mut run = || {
        let step = rig.step(args.k.rows(), &args.spans, Some(&shape))?;
        let memory = memory.get_mut().slice_mut(0, args.cache.bytes())?;
        let cache = CacheMut { memory, shape };
        let (formats, k, v) = (shape.formats, k.view()?, v.view()?);
        if !formats.is_quantised() {
            let op = kv_store::KvStore::bind(&rig.device, rig.dtype, formats)?;
            return op.run(&rig.stream, &step, k, v, cache);
        }
        let op = QuantisedKvStore::bind(&rig.device, rig.dtype, formats)?;
        op.run(&rig.stream, &step, k, v, cache)
    };
    run().map_err(text)?;
    rig.fetch_cache(&memory, args.cache).map_err(text)
}

/// A matrix of the host as a tensor.
pub fn matrix(values: &[f32], shape: [usize; 3]) -> Tensor<'_> {
    Tensor::from_f32(values, &shape)
}

/// As [`matrix`], to write to.
pub fn matrix_mut(values: &mut [f32], shape: [usize; 3]) -> TensorMut<'_> {
    TensorMut::from_f32(values, &shape)
}
