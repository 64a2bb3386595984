//! Mixture of experts, with or without a shared expert, which every token passes.

use atlas_tensor::ops::{
    Expert, Experts, MoeExperts, MoeExpertsArgs, MoeExpertsNeed, RouteTopk, RouteTopkArgs,
    SharedExpertAdd, SharedExpertAddArgs,
};
use atlas_tensor::{
    Arena, BindError, Binder, Kernel, Slice, StepBounds, Tensor, TensorMut, WeightFormat,
};

use super::feed_forward::FeedForward;
use super::linear::Linear;
use super::mlp::Mlp;
use super::scratch::scratch_of;
use crate::checkpoint::Weights;
use crate::config::MoeConfig;
use crate::model::{Cx, Routing};

/// `y = sum_r p_r expert_r(x)` over the `k` most probable experts, in rank order, then
/// `+ sigmoid(s x) shared(x)`.
pub struct Moe {
    config: MoeConfig,
    hidden: usize,
    router: Linear,
    experts: Experts,
    shared: Option<Shared>,
    route: Kernel<RouteTopk>,
    run_experts: Kernel<MoeExperts>,
    /// Prefix of the router's tap names.
    tap: String,
}

/// The shared expert and its gate.
struct Shared {
    mlp: Mlp,
    gate: Linear,
    add: Kernel<SharedExpertAdd>,
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
            format: experts.first().map_or(WeightFormat::Bf16, |e| e.gate.format()),
            hidden,
            intermediate: config.intermediate_size,
        };
        let shared = match config.shared_intermediate_size {
            Some(width) => Some(Shared {
                mlp: Mlp::load(&weights.at("shared_expert"), hidden, width, false, binder)?,
                gate: Linear::load(&weights.at("shared_expert_gate"), 1, hidden, false, binder)?,
                add: binder.bind(())?,
            }),
            None => None,
        };
        Ok(Moe {
            config,
            hidden,
            router: Linear::load(&weights.at("gate"), config.experts, hidden, false, binder)?,
            experts: binder.experts(experts)?,
            shared,
            route: binder.bind(())?,
            run_experts: binder.bind(need)?,
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
        let shared = self.shared.as_ref().map_or(0, |shared| {
            scratch_of(rows, &[self.hidden, 1]) + shared.mlp.scratch_bytes(rows)
        });
        routing + shared
    }

    fn workspace_bytes(&self, bounds: &StepBounds) -> usize {
        let MoeConfig { experts, experts_per_token, intermediate_size, .. } = self.config;
        let shared = self.shared.as_ref().map_or(0, |shared| shared.mlp.workspace_bytes(bounds));
        bounds
            .moe_experts(experts_per_token, experts, self.hidden, intermediate_size)
            .max(bounds.linear(self.hidden))
            .max(bounds.route_topk(experts))
            .max(shared)
    }

    fn routing(&self) -> Option<Routing> {
        let bytes = |e: &Expert| [&e.gate, &e.up, &e.down].map(|w| w.byte_len() as u64);
        Some(Routing {
            experts: self.config.experts as u32,
            experts_per_token: self.config.experts_per_token as u32,
            expert_bytes: self.experts.first().map_or(0, |e| bytes(e).iter().sum()),
        })
    }

    fn forward(&self, cx: &mut Cx<'_>, x: Tensor<'_>, mut out: TensorMut<'_>) {
        let (rows, k) = (x.rows(), self.config.experts_per_token);
        let frame = cx.scratch.frame();
        // Routing is f32 whatever the activations are.
        let mut logits = frame.alloc_f32(&[rows, self.config.experts]);
        let mut ids = frame.alloc_u32(rows * k);
        let mut weights = frame.alloc_f32(&[rows, k]);
        self.router.forward(cx, x, logits.reborrow());
        // All linears of x follow one another, so that a device can compute them together. Experts
        // are chosen several kernels before they are read or, of few rows, in the first kernel that
        // reads them.
        let mut shared = self.shared.as_ref().map(|shared| {
            let mut gate = frame.alloc(&[rows, 1]);
            shared.gate.forward(cx, x, gate.reborrow());
            let value = frame.alloc(&[rows, self.hidden]);
            let mut parts = shared.mlp.widths().map(|width| frame.alloc(&[rows, width]));
            shared.mlp.enter(cx, x, &mut parts);
            (shared, gate, value, parts)
        });
        let args = RouteTopkArgs {
            logits: logits.as_ref(),
            k,
            renormalise: self.config.renormalise,
            ids: ids.reborrow(),
            weights: weights.reborrow(),
        };
        self.route.run(cx.dev, args);
        self.tap_routing(cx, logits.as_ref(), ids.as_ref(), weights.as_ref());
        if let Some((shared, _, value, parts)) = &mut shared {
            shared.mlp.leave(cx, parts, value.reborrow());
        }
        let args = MoeExpertsArgs {
            x,
            ids: ids.as_ref(),
            weights: weights.as_ref(),
            k,
            experts: &self.experts,
            out: out.reborrow(),
        };
        self.run_experts.run(cx.dev, args);
        if let Some((shared, gate, value, _)) = shared {
            let gate = Some(gate.as_ref().view(&[rows]));
            shared.add.run(cx.dev, SharedExpertAddArgs { out, shared: value.as_ref(), gate });
        }
    }
}
