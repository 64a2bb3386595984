//! Mixture of experts, with or without a shared expert, which every token passes.

use atlas_tensor::ops::{
    ExpertFormats, Experts, MoeExpertsNeed, RoutedExperts, RoutedExpertsArgs, RoutedExpertsNeed,
};
use atlas_tensor::{Arena, BindError, Binder, Kernel, Slice, StepBounds, Tensor, Vector, Weight};

use super::feed_forward::FeedForward;
use super::linear::{Linear, LinearWeight};
use super::norm::NormWeight;
use super::norm_linears::NormLinearList;
use super::scratch::scratch_of;
use super::shared_expert::SharedExpertLayer;
use super::stream::Stream;
use crate::checkpoint::{Role, Weights};
use crate::config::MoeConfig;
use crate::model::{Cx, Routing};

/// `y = sum_r p_r expert_r(x)` over the `k` best experts by [`MoeConfig::rule`], in rank order,
/// then `+ sigmoid(s x) shared(x)` or `+ shared(x)`. With a latent size experts read `fc1 x`, and
/// their sum goes through `fc2`; the router and the shared expert read `x`.
pub struct Moe {
    config: MoeConfig,
    hidden: usize,
    /// Linears of `x`: router, then scale, gate and up of the shared expert, then `fc1`.
    inputs: NormLinearList,
    /// Of the choice.
    bias: Option<Vector>,
    experts: Experts,
    output: Kernel<RoutedExperts>,
    /// `fc2`.
    from_latent: Option<Linear>,
    shared: Option<SharedExpertLayer>,
    /// Prefix of the router's tap names.
    tap: String,
}

impl Moe {
    /// Reads at `weights` what the config has: `gate` (the router, with
    /// `e_score_correction_bias` `[E]`), `experts` (fused or one by one), the shared expert, and
    /// `fc1_latent_proj` `[L, H]` with `fc2_latent_proj` `[H, L]`.
    pub fn load(
        weights: &Weights<'_>,
        hidden: usize,
        config: MoeConfig,
        tap: String,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        let width = config.latent_size.unwrap_or(hidden);
        let experts = weights.at("experts").experts(&config, width);
        let formats = experts.first().map(ExpertFormats::of).unwrap_or_else(|| {
            ExpertFormats::all(atlas_tensor::WeightFormat::Bf16, config.activation)
        });
        let need = MoeExpertsNeed {
            formats,
            hidden: width,
            intermediate: config.intermediate_size,
            rounds_inputs: experts.iter().all(|e| e.weights().all(Weight::rounds_inputs)),
        };
        let gate = weights.at("gate");
        let mut inputs = vec![LinearWeight::load(&gate, config.experts, hidden, false, binder)?];
        let bias = config.correction_bias.then(|| {
            binder.vector(gate.vector("e_score_correction_bias", config.experts, Role::Bias))
        });
        let joins = config.latent_size.is_none();
        let shared = match config.shared {
            Some(of) => {
                let inputs = &mut inputs;
                Some(SharedExpertLayer::load(weights, hidden, of, joins, inputs, binder)?)
            }
            None => None,
        };
        let from_latent = match config.latent_size {
            Some(latent) => {
                let into = weights.at("fc1_latent_proj");
                inputs.push(LinearWeight::load(&into, latent, hidden, false, binder)?);
                let from = weights.at("fc2_latent_proj");
                Some(Linear::load(&from, hidden, latent, false, binder)?)
            }
            None => None,
        };
        let joined = shared.as_ref().and_then(SharedExpertLayer::joined);
        Ok(Moe {
            config,
            hidden,
            inputs: NormLinearList::bind(inputs, binder)?,
            bias: bias.transpose()?,
            experts: binder.experts(experts)?,
            output: binder.bind_fused(RoutedExpertsNeed { experts: need, shared: joined })?,
            from_latent,
            shared,
            tap,
        })
    }

    /// Width of the rows that experts take.
    fn width(&self) -> usize {
        self.config.latent_size.unwrap_or(self.hidden)
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
        let shared = self.shared.as_ref().map_or(0, |shared| shared.scratch_bytes(rows));
        let latent = self.config.latent_size.map_or(0, |latent| scratch_of(rows, &[latent; 2]));
        routing + shared + latent
    }

    fn workspace_bytes(&self, bounds: &StepBounds) -> usize {
        let MoeConfig { experts, experts_per_token, intermediate_size, .. } = self.config;
        let in_blocks = self.experts.first().is_some_and(|e| e.up.format().is_blocks());
        let dequantised = match bounds.on_device && in_blocks {
            true => StepBounds::dequantised_experts(experts, self.width(), intermediate_size),
            false => 0,
        };
        let products =
            bounds.moe_experts(experts_per_token, experts, self.width(), intermediate_size);
        (products + dequantised)
            .max(bounds.linear(self.hidden))
            .max(bounds.linear(self.width()))
            .max(bounds.route_topk(experts))
            .max(self.shared.as_ref().map_or(0, |shared| bounds.linear(shared.width())))
    }

    fn routing(&self) -> Option<Routing> {
        let of = |size: fn(&Weight) -> usize| {
            self.experts.first().map_or(0, |e| e.weights().map(size).sum::<usize>() as u64)
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
        let mut tensors = self.shared.as_ref().map(|shared| shared.tensors(&frame, rows));
        // Inputs of the experts, and their sum.
        let mut latent = self.config.latent_size.map(|l| [0; 2].map(|_| frame.alloc(&[rows, l])));
        let mut outs = vec![logits.reborrow()];
        outs.extend(tensors.iter_mut().flat_map(|tensors| tensors.inputs()));
        outs.extend(latent.iter_mut().map(|[x, _]| x.reborrow()));
        self.inputs.forward(cx, norm, s, outs);
        let both = self.shared.as_ref().zip(tensors.as_mut());
        let shared = both.and_then(|(shared, tensors)| shared.argument(tensors));
        let (x, out) = match &mut latent {
            Some([x, out]) => (x.as_ref(), out.reborrow()),
            None => (s.x.as_ref(), s.delta.reborrow()),
        };
        let args = RoutedExpertsArgs {
            logits: logits.as_ref(),
            bias: self.bias.as_ref().map(Vector::view),
            k,
            rule: self.config.rule,
            ids: ids.reborrow(),
            weights: weights.reborrow(),
            x,
            experts: &self.experts,
            shared,
            out,
        };
        self.output.run(cx.dev, args);
        if let (Some(linear), Some([_, sum])) = (&self.from_latent, &latent) {
            linear.forward(cx, sum.as_ref(), s.delta.reborrow());
        }
        if let (Some(shared), Some(tensors)) = (&self.shared, &mut tensors) {
            shared.add_to(cx.dev, tensors, s.delta.reborrow());
        }
        self.tap_routing(cx, logits.as_ref(), ids.as_ref(), weights.as_ref());
    }
}
