//! Qwen3.5 and Qwen3.6, dense and mixture of experts: Gated DeltaNet layers with a gated attention
//! layer at every fourth place. Multimodal `qwen3_5` and `qwen3_5_moe` checkpoints load their text
//! part.

use super::family::Family;
use super::qwen_hybrid::HybridConfig;
use crate::checkpoint::Weights;
use crate::config::{
    Absent, ConfigReader, DecoderConfig, GatedDeltaConfig, Heads, INERT, MoeConfig, WRAPPER_INERT,
};
use crate::layers::{DecoderSpec, FeedForwardSpec, InputProjections};

pub const DENSE_FAMILY: Family = Family {
    model_type: "qwen3_5_text",
    wrapper: Some("qwen3_5"),
    architectures: &["Qwen3_5ForCausalLM", "Qwen3_5ForConditionalGeneration"],
    describe: |reader| Config::read_dense(reader).layers(),
};

pub const MOE_FAMILY: Family = Family {
    model_type: "qwen3_5_moe_text",
    wrapper: Some("qwen3_5_moe"),
    architectures: &["Qwen3_5MoeForCausalLM", "Qwen3_5MoeForConditionalGeneration"],
    describe: |reader| Config::read_moe(reader).layers(),
};

// ---- config ----

struct Config {
    hybrid: HybridConfig,
    feed_forward: FeedForwardSpec,
}

impl Config {
    fn read_dense(reader: &mut ConfigReader<'_>) -> Self {
        let feed_forward = FeedForwardSpec::dense(reader.size("intermediate_size"));
        Self::read(reader, feed_forward, 4)
    }

    /// Chosen probabilities are always divided by their sum; every layer is a mixture.
    fn read_moe(reader: &mut ConfigReader<'_>) -> Self {
        let moe = MoeConfig::read(reader, true, true);
        if !moe.rule.renormalise {
            reader.unsupported("norm_topk_prob", "false", "true");
        }
        reader.inert(&["intermediate_size", "decoder_sparse_step"]);
        Self::read(reader, FeedForwardSpec::Moe(moe), 2)
    }

    /// `kv_heads`: where the key is absent.
    fn read(reader: &mut ConfigReader<'_>, feed_forward: FeedForwardSpec, kv_heads: usize) -> Self {
        let decoder = DecoderConfig::read(reader);
        let heads = Heads::read(reader, decoder.hidden_size, Absent::Is(kv_heads), Absent::Is(256));
        if !reader.indices("mlp_only_layers").is_empty() {
            reader.unsupported("mlp_only_layers", "a list of layers", "an empty list");
        }
        reader.require_flag("attn_output_gate", true);
        reader.require_flag("mtp_use_dedicated_embeddings", false);
        reader.choice("mamba_ssm_dtype", "float32", &["float32"]);
        reader.inert(INERT);
        reader.inert(WRAPPER_INERT);
        // The tensors say whether the module is there; the gate is SiLU whatever the key says.
        reader.inert(&["mtp_num_hidden_layers", "output_gate_type"]);
        Config { hybrid: HybridConfig::read(reader, decoder, heads), feed_forward }
    }

    // ---- layers ----

    /// The same feed-forward half everywhere.
    fn layers(self) -> DecoderSpec {
        self.hybrid.layers(input_projections, |_| self.feed_forward, self.feed_forward)
    }
}

// ---- what differs ----

/// Input projections, stored one by one.
fn input_projections(w: &Weights<'_>, hidden: usize, c: &GatedDeltaConfig) -> InputProjections {
    let part = |name: &str, rows: usize| w.at(name).matrix("weight", rows, hidden);
    InputProjections {
        qkv: part("in_proj_qkv", c.conv_channels()),
        z: part("in_proj_z", c.value_width()),
        b: part("in_proj_b", c.value_heads),
        a: part("in_proj_a", c.value_heads),
    }
}
