//! Keys of mixtures of experts.

use atlas_tensor::ops::{ExpertActivation, RouterRule, RouterScoring};

use super::reader::ConfigReader;

/// A mixture of experts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoeConfig {
    pub experts: usize,
    pub experts_per_token: usize,
    pub intermediate_size: usize,
    /// Width of the rows that experts take and give, between two linears of the layer; that of the
    /// residual stream if None.
    pub latent_size: Option<usize>,
    pub activation: ExpertActivation,
    /// Scores, groups and weights of the choice.
    pub rule: RouterRule,
    /// Whether `gate.e_score_correction_bias` is added to the scores of the choice.
    pub correction_bias: bool,
    pub shared: Option<SharedExpertConfig>,
}

/// The expert that every token passes. It reads and writes rows of the residual stream's width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedExpertConfig {
    /// Name of its node beside `experts`.
    pub name: &'static str,
    pub intermediate_size: usize,
    pub activation: ExpertActivation,
    /// Whether its result is multiplied by `sigmoid(s x)`, with `s` at `{name}_gate`.
    pub gated: bool,
}

impl SharedExpertConfig {
    /// `shared_expert`, with a gate.
    pub fn gated(intermediate_size: usize) -> Self {
        let activation = ExpertActivation::SwiGlu;
        Self { name: "shared_expert", intermediate_size, activation, gated: true }
    }

    /// `shared_experts`, added as it is.
    pub fn plain(intermediate_size: usize, activation: ExpertActivation) -> Self {
        Self { name: "shared_experts", intermediate_size, activation, gated: false }
    }
}

impl MoeConfig {
    /// `renormalise` is the family's default of `norm_topk_prob`.
    pub fn read(reader: &mut ConfigReader<'_>, shared: bool, renormalise: bool) -> Self {
        let experts = match reader.count_or_none("num_experts") {
            Some(experts) => {
                reader.inert(&["num_local_experts"]);
                experts
            }
            None => reader.count("num_local_experts"),
        };
        let experts_per_token = reader.count("num_experts_per_tok");
        if experts_per_token > experts {
            let value = experts_per_token.to_string();
            reader.unsupported(
                "num_experts_per_tok",
                &value,
                &format!("at most {experts} experts"),
            );
        }
        let config = MoeConfig {
            intermediate_size: reader.size("moe_intermediate_size"),
            rule: RouterRule::softmax(reader.flag_or("norm_topk_prob", renormalise)),
            ..Self::plain(experts, experts_per_token, 0)
        };
        let width = shared.then(|| reader.size("shared_expert_intermediate_size"));
        MoeConfig { shared: width.map(SharedExpertConfig::gated), ..config }
    }

    /// The keys of DeepSeek-V3 and the families after it: `n_routed_experts`, groups, and a plain
    /// shared expert of `n_shared_experts` widths.
    pub fn read_grouped(reader: &mut ConfigReader<'_>, scoring: RouterScoring) -> Self {
        let experts = reader.count("n_routed_experts");
        let experts_per_token = reader.count("num_experts_per_tok");
        let intermediate_size = reader.size("moe_intermediate_size");
        let (groups, groups_kept) =
            (reader.count_or("n_group", 1), reader.count_or("topk_group", 1));
        if groups_kept > groups || !experts.is_multiple_of(groups) {
            let value = format!("{groups_kept} of {groups} groups of {experts} experts");
            reader.unsupported("topk_group", &value, "at most n_group, a divisor of the experts");
        } else if experts_per_token > experts / groups * groups_kept {
            let supported = format!("at most {} experts", experts / groups * groups_kept);
            let value = experts_per_token.to_string();
            reader.unsupported("num_experts_per_tok", &value, &supported);
        }
        let rule = RouterRule {
            scoring,
            groups,
            groups_kept,
            renormalise: reader.flag_or("norm_topk_prob", true),
            scale: reader.positive_or("routed_scaling_factor", 1.0) as f32,
        };
        let shared = reader.index_or("n_shared_experts", 1);
        let shared = (shared > 0).then(|| {
            SharedExpertConfig::plain(shared * intermediate_size, ExpertActivation::SwiGlu)
        });
        let plain = Self::plain(experts, experts_per_token, intermediate_size);
        MoeConfig { rule, shared, ..plain }
    }

    /// SwiGLU experts of a softmax whose weights add up to 1, and no shared one.
    pub fn plain(experts: usize, experts_per_token: usize, intermediate_size: usize) -> Self {
        MoeConfig {
            experts,
            experts_per_token,
            intermediate_size,
            latent_size: None,
            activation: ExpertActivation::SwiGlu,
            rule: RouterRule::softmax(true),
            correction_bias: false,
            shared: None,
        }
    }

    /// Whether each layer has experts: those at every `decoder_sparse_step` do, except
    /// `mlp_only_layers`.
    pub fn sparse_layers(reader: &mut ConfigReader<'_>, layer_count: usize) -> Vec<bool> {
        let step = reader.size_or("decoder_sparse_step", 1);
        let dense = reader.indices("mlp_only_layers");
        (0..layer_count).map(|i| !dense.contains(&i) && (i + 1).is_multiple_of(step)).collect()
    }
}
