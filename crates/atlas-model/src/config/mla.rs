//! Keys of multi-head latent attention.

use super::reader::ConfigReader;
use super::rope::{Partial, RopeConfig};
use super::shared::DecoderConfig;
use crate::layers::{IndexerSpec, MlaSpec};

/// Factor of scores before the softmax, of the heads' width and of the rotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MlaScale {
    /// `head^-0.5`, times the square of YaRN's magnitude by `mscale_all_dim`.
    Magnitude,
    /// `head^-0.5`, unless `mla_scale_mscale2` is true.
    Plain,
}

/// Reads the indexer of layers that attend to some positions, whose queries come from those of
/// `attention`.
pub fn read_indexer(reader: &mut ConfigReader<'_>, attention: &MlaSpec) -> IndexerSpec {
    let heads = reader.count_or("index_n_heads", 64);
    let width = reader.count_or("index_head_dim", 128);
    let k = reader.count_or("index_topk", 2048);
    if width < attention.rope {
        let supported = format!("at least the {} rotated elements", attention.rope);
        reader.unsupported("index_head_dim", &width.to_string(), &supported);
    }
    if attention.query_latent.is_none() {
        reader.unsupported("q_lora_rank", "null", "a width: the indexer reads queries' latents");
    }
    IndexerSpec { heads, width, k, checked: false }
}

/// Reads the heads, latents and rotation of layers that attend to latents.
pub fn read_mla(
    reader: &mut ConfigReader<'_>,
    scale: MlaScale,
    decoder: &mut DecoderConfig,
) -> MlaSpec {
    let heads = reader.count("num_attention_heads");
    if reader.count_or_none("num_key_value_heads").is_some_and(|count| count != heads) {
        let supported = format!("{heads}, as many as query heads");
        reader.unsupported("num_key_value_heads", "another number", &supported);
    }
    let (nope, rope) = (reader.count("qk_nope_head_dim"), reader.count("qk_rope_head_dim"));
    reader.ignore(&["head_dim", "qk_head_dim"], "qk_nope_head_dim + qk_rope_head_dim");
    let config = RopeConfig::read(reader, rope, Partial::Stated, decoder);
    let (squares, switch) = match scale {
        MlaScale::Magnitude => (true, String::new()),
        MlaScale::Plain => {
            let set = reader.flag_or("mla_scale_mscale2", false);
            (set, format!("; mla_scale_mscale2 is {set}"))
        }
    };
    let (own, factor) = (((nope + rope) as f64).powf(-0.5), config.score_factor());
    let (scale, times) = match squares && factor != 1.0 {
        true => (own * factor, format!(" times {factor:.6}, YaRN's magnitude squared")),
        false => (own, String::new()),
    };
    let how = format!("(qk_nope_head_dim + qk_rope_head_dim)^-0.5{times}{switch}");
    reader.derived("softmax_scale", scale as f32, &how);
    if let Some((beta, period)) = config.temperature {
        let value = format!("1 + {beta} ln(1 + floor(position / {period}))");
        let how = "llama_4_scaling_beta and original_max_position_embeddings; multiplies queries";
        reader.derived("query_temperature", value, how);
    }
    MlaSpec {
        heads,
        query_latent: reader.count_or_none("q_lora_rank"),
        latent: reader.count("kv_lora_rank"),
        nope,
        rope,
        value: reader.count("v_head_dim"),
        bias: reader.flag_or("attention_bias", false),
        interleaved: reader.flag_or("rope_interleave", true),
        table: config.table(),
        scale: scale as f32,
        temperature: config.temperature,
        indexer: None,
    }
}
