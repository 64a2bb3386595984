//! Qwen3-Next: three Gated DeltaNet layers to one gated attention layer, each followed by a
//! mixture of experts with a shared expert.

use super::family::Family;
use super::qwen_hybrid::HybridConfig;
use crate::checkpoint::Weights;
use crate::config::{
    Absent, ConfigReader, DecoderConfig, GatedDeltaConfig, Heads, INERT, MoeConfig,
    dense_intermediate_size,
};
use crate::layers::{DecoderSpec, FeedForwardSpec, InputProjections};

pub const FAMILY: Family = Family {
    model_type: "qwen3_next",
    wrapper: None,
    architectures: &["Qwen3NextForCausalLM"],
    describe: |reader| Config::read(reader).layers(),
};

// ---- config ----

struct Config {
    hybrid: HybridConfig,
    moe: MoeConfig,
    /// Whether each layer has experts; the others are dense.
    sparse: Vec<bool>,
    intermediate_size: Option<usize>,
}

impl Config {
    fn read(reader: &mut ConfigReader<'_>) -> Self {
        let decoder = DecoderConfig::read(reader);
        let heads = Heads::read(reader, decoder.hidden_size, Absent::Is(2), Absent::Is(256));
        let sparse = MoeConfig::sparse_layers(reader, decoder.layer_count);
        reader.require_flag("use_sliding_window", false);
        reader.inert(INERT);
        reader.inert(&["sliding_window", "max_window_layers"]);
        Config {
            hybrid: HybridConfig::read(reader, decoder, heads),
            moe: MoeConfig::read(reader, true, true),
            intermediate_size: dense_intermediate_size(reader, &sparse),
            sparse,
        }
    }

    // ---- layers ----

    /// Experts where a layer is sparse, and in the multi-token-prediction layer.
    fn layers(self) -> DecoderSpec {
        let feed_forward = |index: usize| {
            FeedForwardSpec::of(self.sparse[index].then_some(self.moe), self.intermediate_size)
        };
        self.hybrid.layers(input_projections, feed_forward, FeedForwardSpec::Moe(self.moe))
    }
}

// ---- what differs ----

/// Input projections, whose stored rows are grouped by key head: `in_proj_qkvz` holds `[q | k | v
/// of r value heads | z of r value heads]` for each, `in_proj_ba` `[b of r | a of r]`. They are
/// taken apart here, so that the layer works on all q, all k, all v as its convolution does. Files
/// in GGUF have the former taken apart, as `in_proj_qkv` and `in_proj_z`.
fn input_projections(w: &Weights<'_>, hidden: usize, c: &GatedDeltaConfig) -> InputProjections {
    let per_key_head = c.value_heads / c.key_heads;
    let values = per_key_head * c.value_dim;
    let (qkvz_group, ba_group) = (2 * c.key_dim + 2 * values, 2 * per_key_head);
    let ba = w.at("in_proj_ba").matrix("weight", c.key_heads * ba_group, hidden);
    // Rows `from..to` of every group of `size`, group after group.
    let rows = |size: usize, from: usize, to: usize| {
        (0..c.key_heads).flat_map(move |g| (from..to).map(move |i| g * size + i))
    };
    let b: Vec<usize> = rows(ba_group, 0, per_key_head).collect();
    let a: Vec<usize> = rows(ba_group, per_key_head, ba_group).collect();
    let (qkv, z) = if w.at("in_proj_qkv").has("weight") {
        let part = |name: &str, rows| w.at(name).matrix("weight", rows, hidden);
        (part("in_proj_qkv", c.conv_channels()), part("in_proj_z", c.value_width()))
    } else {
        let qkvz = w.at("in_proj_qkvz").matrix("weight", c.key_heads * qkvz_group, hidden);
        let (q_end, k_end, v_end) = (c.key_dim, 2 * c.key_dim, 2 * c.key_dim + values);
        let qkv: Vec<usize> = rows(qkvz_group, 0, q_end)
            .chain(rows(qkvz_group, q_end, k_end))
            .chain(rows(qkvz_group, k_end, v_end))
            .collect();
        let z: Vec<usize> = rows(qkvz_group, v_end, qkvz_group).collect();
        (w.reordered(&qkvz, &qkv), w.reordered(&qkvz, &z))
    };
    InputProjections { qkv, z, b: w.reordered(&ba, &b), a: w.reordered(&ba, &a) }
}
