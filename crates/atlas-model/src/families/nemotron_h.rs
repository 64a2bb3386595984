//! Nemotron-H and Nemotron 3 (arXiv 2504.03624): blocks of one mixer each, Mamba-2, attention
//! without positions, mixtures of experts with squared rectifiers, or dense layers of them.

use atlas_tensor::ops::{ExpertActivation, RouterScoring};

use super::family::Family;
use crate::config::{
    Absent, Block, ConfigReader, DecoderConfig, Heads, INERT, MoeConfig, SharedExpertConfig,
    ignore_blocks_unused, read_mamba2,
};
use crate::layers::{
    AttentionSpec, DecoderSpec, FeedForwardSpec, LayerNames, LayerSpec, Mamba2Spec, MixerSpec,
    NormKind,
};

pub const FAMILY: Family = Family {
    model_type: "nemotron_h",
    wrapper: None,
    architectures: &["NemotronHForCausalLM"],
    describe: |reader| Config::read(reader).layers(),
};

// ---- config ----

struct Config {
    decoder: DecoderConfig,
    blocks: Vec<Block>,
    heads: Heads,
    scale: f32,
    mamba: Option<Mamba2Spec>,
    moe: Option<MoeConfig>,
    intermediate_size: Option<usize>,
}

impl Config {
    fn read(reader: &mut ConfigReader<'_>) -> Self {
        let list = Block::listed(reader);
        let mut decoder = DecoderConfig::read_with(reader, ("layer_norm_epsilon", 1e-5), list);
        decoder.position_limit = decoder.max_position;
        let blocks = Block::read(reader, decoder.layer_count);
        let heads = Heads::read(reader, decoder.hidden_size, Absent::Inferred, Absent::Inferred);
        let has = |block: Block| blocks.contains(&block);
        reader.inert(INERT);
        ignore_blocks_unused(reader);
        Config {
            heads,
            scale: heads.scale(reader),
            mamba: has(Block::Mamba).then(|| read_mamba2(reader)),
            moe: has(Block::Moe).then(|| moe(reader)),
            intermediate_size: has(Block::Mlp).then(|| reader.size("intermediate_size")),
            blocks,
            decoder,
        }
    }

    // ---- layers ----

    /// A layer for each block: `h += block(norm(h))`.
    fn layers(self) -> DecoderSpec {
        let attention = AttentionSpec {
            heads: self.heads,
            qkv_bias: false,
            o_bias: false,
            qk_norm: None,
            gated: false,
            rope: None,
            scale: self.scale,
            window: None,
        };
        let layer = |block: &Block| {
            let (mixer, feed_forward) = match block {
                Block::Mamba => (self.mamba.clone().map(MixerSpec::Mamba2), None),
                Block::Attention => (Some(MixerSpec::Attention(attention.clone())), None),
                Block::Moe => (None, self.moe.map(FeedForwardSpec::Moe)),
                Block::Mlp => {
                    let of = |intermediate_size| FeedForwardSpec::ReluSquared { intermediate_size };
                    (None, self.intermediate_size.map(of))
                }
            };
            LayerSpec { mixer, feed_forward, names: LayerNames::Block }
        };
        let layers = self.blocks.iter().map(layer).collect();
        // Attention, then experts, where the model has both.
        let mtp = match self.moe {
            Some(_) => [Block::Attention, Block::Moe].iter().map(layer).collect(),
            None => vec![],
        };
        DecoderSpec { config: self.decoder, norm: NormKind::Plain, layers, mtp }
    }
}

// ---- what differs ----

fn moe(reader: &mut ConfigReader<'_>) -> MoeConfig {
    let config = MoeConfig::read_grouped(reader, RouterScoring::Sigmoid);
    let activation = ExpertActivation::ReluSquared;
    let shared = config.shared.map(|of| {
        let width = reader.size_or_none("moe_shared_expert_intermediate_size");
        SharedExpertConfig::plain(width.unwrap_or(of.intermediate_size), activation)
    });
    let latent_size = reader.size_or_none("moe_latent_size");
    MoeConfig { activation, correction_bias: true, shared, latent_size, ..config }
}
