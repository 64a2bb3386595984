//! Mixture of experts, with or without a shared expert, which every token passes.

use atlas_tensor::ops::{
    Expert, ExpertFormats, Experts, MoeExpertsNeed, RoutedExperts, RoutedExpertsArgs,
    RoutedExpertsNeed, SharedExpert,
};
use atlas_tensor::{
    Arena, BindError, Binder, Kernel, Slice, StepBounds, Tensor, Weight, WeightFormat,
};

use super::feed_forward::FeedForward;
use super::linear::LinearWeight;
use super::mlp::MlpWeights;
use super::norm::NormWeight;
use super::norm_linears::NormLinears;
use super::scratch::scratch_of;
use super::stream::Stream;
use crate::checkpoint::Weights;
use crate::config::MoeConfig;
use crate::model::{Cx, Routing};

/// `y = sum_r p_r expert_r(x)` over the `k` most probable experts, in rank order, then
/// `+ sigmoid(s x) shared(x)`.
pub struct Moe {
    config: MoeConfig,
    hidden: usize,
    inputs: Inputs,
    experts: Experts,
    output: Kernel<RoutedExperts>,
    /// Prefix of the router's tap names.
    tap: String,
}

/// The linears of `x`.
enum Inputs {
    Router(NormLinears<1>),
    /// Router, scale `s` of the shared expert, its gate and up.
    Shared {
        linears: Box<NormLinears<4>>,
        down: LinearWeight,
    },
}

impl Moe {
    /// Reads `gate` (the router), `experts` (fused or one by one) and, if the config has it,
    /// `shared_expert` with `shared_expert_gate`.
    pub fn load(
        weights: &Weights<'_>,
        hidden: usize,
        config: MoeConfig,
        tap: String,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        let experts = weights.at("experts").experts(&config, hidden);
        let need = MoeExpertsNeed {
            formats: experts.first().map_or(WeightFormat::Bf16.into(), ExpertFormats::of),
            hidden,
            intermediate: config.intermediate_size,
            rounds_inputs: experts
                .iter()
                .all(|e| [&e.gate, &e.up, &e.down].iter().all(|weight| weight.rounds_inputs())),
        };
        let linear = |name: &str, n: usize, binder: &mut Binder| {
            LinearWeight::load(&weights.at(name), n, hidden, false, binder)
        };
        let shared = match config.shared_intermediate_size {
            Some(width) => Some((
                MlpWeights::load(&weights.at("shared_expert"), hidden, width, false, binder)?,
                linear("shared_expert_gate", 1, binder)?,
            )),
            None => None,
        };
        let router = linear("gate", config.experts, binder)?;
        let (inputs, down) = match shared {
            Some((MlpWeights { gate, up, down }, scale)) => {
                let need = down.need();
                let linears = Box::new(NormLinears::bind([router, scale, gate, up], binder)?);
                (Inputs::Shared { linears, down }, Some(need))
            }
            None => (Inputs::Router(NormLinears::bind([router], binder)?), None),
        };
        Ok(Moe {
            config,
            hidden,
            inputs,
            experts: binder.experts(experts)?,
            output: binder.bind_fused(RoutedExpertsNeed { experts: need, shared: down })?,
            tap,
        })
    }

    fn tap_routing(
        &self,
        cx: &mut Cx<'_>,
        logits: Tensor<'_>,
        ids: Slice<'_, u32>,
        weights: Tensor<'_>,
    ) {
        if !cx.has_taps() {
            return;
        }
        let tap = &self.tap;
        cx.tap(|| format!("{tap}.router_logits"), logits);
        // Taps are f32; expert ids are exact in it.
        let ids: Vec<f32> = cx.dev.read_words(&ids).iter().map(|&id| id as f32).collect();
        cx.tap(|| format!("{tap}.router_ids"), Tensor::from_f32(&ids, weights.shape()));
        cx.tap(|| format!("{tap}.router_weights"), weights);
    }
}

impl FeedForward for Moe {
    fn scratch_bytes(&self, rows: usize) -> usize {
        let routing = Arena::alloc_bytes(rows * self.config.experts)
            + 2 * Arena::alloc_bytes(rows * self.config.experts_per_token);
        let shared = match &self.inputs {
            Inputs::Router(_) => 0,
            Inputs::Shared { down, .. } => {
                scratch_of(rows, &[1, self.hidden]) + scratch_of(rows, &[down.k(); 3])
            }
        };
        routing + shared
    }

    fn workspace_bytes(&self, bounds: &StepBounds) -> usize {
        let MoeConfig { experts, experts_per_token, intermediate_size, .. } = self.config;
        let shared = match &self.inputs {
            Inputs::Router(_) => 0,
            Inputs::Shared { down, .. } => bounds.linear(down.k()),
        };
        let in_blocks = |e: &Expert| e.gate.format().is_blocks();
        let dequantised = match bounds.on_device && self.experts.first().is_some_and(in_blocks) {
            true => StepBounds::dequantised_experts(experts, self.hidden, intermediate_size),
            false => 0,
        };
        let products =
            bounds.moe_experts(experts_per_token, experts, self.hidden, intermediate_size);
        (products + dequantised)
            .max(bounds.linear(self.hidden))
            .max(bounds.route_topk(experts))
            .max(shared)
    }

    fn routing(&self) -> Option<Routing> {
        let of = |size: fn(&Weight) -> usize| {
            let sum = |e: &Expert| [&e.gate, &e.up, &e.down].map(size).iter().sum::<usize>();
            self.experts.first().map_or(0, |e| sum(e) as u64)
        };
        Some(Routing {
            experts: self.config.experts as u32,
            experts_per_token: self.config.experts_per_token as u32,
            expert_bytes: of(Weight::byte_len),
            expert_parameters: of(|weight| weight.n() * weight.k()),
        })
    }

    fn forward(&self, cx: &mut Cx<'_>, norm: &NormWeight, s: &mut Stream<'_>) {
        let (rows, k) = (s.x.rows(), self.config.experts_per_token);
        let frame = cx.scratch.frame();
        // Routing is f32 whatever the activations are.
        let mut logits = frame.alloc_f32(&[rows, self.config.experts]);
        let mut ids = frame.alloc_u32(rows * k);
        let mut weights = frame.alloc_f32(&[rows, k]);
        let mut temporary = None;
        let shared = match &self.inputs {
            Inputs::Router(linears) => {
                linears.forward(cx, norm, s, [logits.reborrow()]);
                None
            }
            Inputs::Shared { linears, down } => {
                let widths = [1, self.hidden, down.k(), down.k(), down.k()];
                let tensors = widths.map(|width| frame.alloc(&[rows, width]));
                let [scale, value, gate, up, active] = temporary.insert(tensors);
                let outs = [logits.reborrow(), scale.reborrow(), gate.reborrow(), up.reborrow()];
                linears.forward(cx, norm, s, outs);
                Some(SharedExpert {
                    gate: gate.as_ref(),
                    up: up.as_ref(),
                    active: active.reborrow(),
                    down: &down.weight,
                    value: value.reborrow(),
                    scale: Some(scale.as_ref().view(&[rows])),
                })
            }
        };
        let args = RoutedExpertsArgs {
            logits: logits.as_ref(),
            k,
            renormalise: self.config.renormalise,
            ids: ids.reborrow(),
            weights: weights.reborrow(),
            x: s.x.as_ref(),
            experts: &self.experts,
            shared,
            out: s.delta.reborrow(),
        };
        self.output.run(cx.dev, args);
        self.tap_routing(cx, logits.as_ref(), ids.as_ref(), weights.as_ref());
    }
}
