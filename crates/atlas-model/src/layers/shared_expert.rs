//! The expert that every token passes, beside the chosen ones.

use atlas_tensor::ops::{
    ExpertActivation, Linear as LinearOp, LinearArgs, LinearNeed, ReluSquared, ReluSquaredArgs,
    SharedExpert, SharedExpertAdd, SharedExpertAddArgs, SwiGluLinear, SwiGluLinearArgs,
};
use atlas_tensor::{BindError, Binder, Device, Frame, Kernel, Tensor, TensorMut};

use super::linear::LinearWeight;
use super::scratch::scratch_of;
use crate::checkpoint::Weights;
use crate::config::SharedExpertConfig;

/// `down(silu(gate x) * up x)` or `down(relu(up x)^2)`, perhaps times `sigmoid(s x)`. Scale, gate
/// and up are among the linears of the layer's input.
pub(super) struct SharedExpertLayer {
    config: SharedExpertConfig,
    hidden: usize,
    down: LinearWeight,
    /// None where `routed_experts` does the rest.
    apart: Option<Apart>,
}

/// Kernels for an expert that `routed_experts` does not take: without a gate, or of another width
/// than the chosen ones.
struct Apart {
    product: Product,
    add: Kernel<SharedExpertAdd>,
}

enum Product {
    SwiGlu(Kernel<SwiGluLinear>),
    ReluSquared(Kernel<ReluSquared>, Kernel<LinearOp>),
}

/// Temporary tensors of a step: `scale[T, 1]`, `value[T, H]`, `gate`, `up` and `active` `[T, I]`.
pub(super) struct SharedTensors<'a> {
    scale: Option<TensorMut<'a>>,
    value: TensorMut<'a>,
    gate: Option<TensorMut<'a>>,
    up: TensorMut<'a>,
    active: TensorMut<'a>,
}

impl SharedExpertLayer {
    /// Reads `{name}` with `gate_proj` (of SwiGLU), `up_proj` `[I, H]`, `down_proj` `[H, I]`, and
    /// `{name}_gate` `[1, H]`; the linears of the layer's input go to `inputs`. With `joins` it is
    /// part of `routed_experts` where that takes it.
    pub fn load(
        weights: &Weights<'_>,
        hidden: usize,
        config: SharedExpertConfig,
        joins: bool,
        inputs: &mut Vec<LinearWeight>,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        let SharedExpertConfig { name, intermediate_size: width, activation, gated } = config;
        let node = weights.at(name);
        let swiglu = activation == ExpertActivation::SwiGlu;
        let mut linear =
            |of: &Weights<'_>, n: usize, k: usize| LinearWeight::load(of, n, k, false, binder);
        let gate = match swiglu {
            true => Some(linear(&node.at("gate_proj"), width, hidden)?),
            false => None,
        };
        let up = linear(&node.at("up_proj"), width, hidden)?;
        let down = linear(&node.at("down_proj"), hidden, width)?;
        if gated {
            inputs.push(linear(&weights.at(format!("{name}_gate")), 1, hidden)?);
        }
        inputs.extend(gate);
        inputs.push(up);
        let apart = match swiglu && joins {
            true => None,
            false => Some(Apart::bind(activation, down.need(), binder)?),
        };
        Ok(Self { config, hidden, down, apart })
    }

    /// The last product's need where `routed_experts` does it.
    pub fn joined(&self) -> Option<LinearNeed> {
        self.apart.is_none().then(|| self.down.need())
    }

    /// Number of inputs of the last product.
    pub fn width(&self) -> usize {
        self.down.k()
    }

    /// Arena bytes of [`Self::tensors`].
    pub fn scratch_bytes(&self, rows: usize) -> usize {
        let wide = if self.config.activation == ExpertActivation::SwiGlu { 3 } else { 2 };
        let scale = if self.config.gated { scratch_of(rows, &[1]) } else { 0 };
        scale + scratch_of(rows, &[self.hidden]) + wide * scratch_of(rows, &[self.width()])
    }

    pub fn tensors<'a>(&self, frame: &'a Frame<'_>, rows: usize) -> SharedTensors<'a> {
        let alloc = |width| frame.alloc(&[rows, width]);
        let width = self.width();
        SharedTensors {
            scale: self.config.gated.then(|| alloc(1)),
            value: alloc(self.hidden),
            gate: (self.config.activation == ExpertActivation::SwiGlu).then(|| alloc(width)),
            up: alloc(width),
            active: alloc(width),
        }
    }

    /// The argument of `routed_experts`, if it does the rest.
    pub fn argument<'a>(&'a self, tensors: &'a mut SharedTensors<'_>) -> Option<SharedExpert<'a>> {
        let gate = tensors.gate.as_ref().filter(|_| self.apart.is_none())?;
        Some(SharedExpert {
            gate: gate.as_ref(),
            up: tensors.up.as_ref(),
            active: tensors.active.reborrow(),
            down: &self.down.weight,
            value: tensors.value.reborrow(),
            scale: scale_of(&tensors.scale),
        })
    }

    /// Adds the expert to `out[T, H]`, unless `routed_experts` did.
    pub fn add_to(&self, dev: &Device, tensors: &mut SharedTensors<'_>, out: TensorMut<'_>) {
        let Some(Apart { product, add }) = &self.apart else { return };
        let SharedTensors { scale, value, gate, up, active } = tensors;
        let weight = &self.down.weight;
        match (product, gate) {
            (Product::SwiGlu(product), Some(gate)) => {
                let args = SwiGluLinearArgs {
                    gate: gate.as_ref(),
                    up: up.as_ref(),
                    active: active.reborrow(),
                    weight,
                    bias: None,
                    out: value.reborrow(),
                };
                product.run(dev, args);
            }
            (Product::ReluSquared(activation, product), None) => {
                let args = ReluSquaredArgs { x: up.as_ref(), out: active.reborrow() };
                activation.run(dev, args);
                let (x, out) = (active.as_ref(), value.reborrow());
                product.run(dev, LinearArgs { x, weight, bias: None, out });
            }
            _ => unreachable!("only SwiGLU has a gate"),
        }
        let (shared, gate) = (value.as_ref(), scale_of(scale));
        add.run(dev, SharedExpertAddArgs { out, shared, gate });
    }
}

impl SharedTensors<'_> {
    /// Where the linears of the layer's input write, in their order.
    pub fn inputs(&mut self) -> impl Iterator<Item = TensorMut<'_>> {
        let first = self.scale.iter_mut().chain(&mut self.gate);
        first.chain([&mut self.up]).map(TensorMut::reborrow)
    }
}

/// `[T, 1]` as `[T]`.
fn scale_of<'a>(scale: &'a Option<TensorMut<'_>>) -> Option<Tensor<'a>> {
    scale.as_ref().map(|scale| {
        let scale = scale.as_ref();
        scale.view(&[scale.rows()])
    })
}

impl Apart {
    fn bind(
        activation: ExpertActivation,
        down: LinearNeed,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        let product = match activation {
            ExpertActivation::SwiGlu => Product::SwiGlu(binder.bind_fused(down)?),
            ExpertActivation::ReluSquared => {
                Product::ReluSquared(binder.bind(())?, binder.bind(down)?)
            }
        };
        Ok(Self { product, add: binder.bind(())? })
    }
}
