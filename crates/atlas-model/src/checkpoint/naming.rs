//! Published tensor names and the one spelling that the families use.

use std::borrow::Cow;

/// (published prefix, prefix here). The first match counts.
const ALIASES: &[(&str, &str)] = &[
    ("model.language_model.", "model."),
    ("language_model.model.", "model."),
    ("language_model.lm_head.", "lm_head."),
    ("backbone.embeddings.", "model.embed_tokens."),
    ("backbone.norm_f.", "model.norm."),
    ("backbone.", "model."),
    ("layers.", "model.layers."),
    ("embed_tokens.", "model.embed_tokens."),
    ("norm.", "model.norm."),
];

/// Parts of multimodal checkpoints that a text model does not read.
pub const SKIPPED_PREFIXES: &[&str] = &[
    "audio_tower.",
    "model.audio_tower.",
    "model.multi_modal_projector.",
    "model.vision_tower.",
    "model.visual.",
    "multi_modal_projector.",
    "vision_tower.",
    "visual.",
];

/// Buffers that old files store and every loader recomputes, and scales of queries and
/// probabilities in FP8: those are kept in 16 bits or more, which need none.
const SKIPPED_SUFFIXES: &[&str] = &[".rotary_emb.inv_freq", ".q_scale", ".prob_scale"];

/// Name under which families read a published tensor.
pub fn canonical(published: &str) -> Cow<'_, str> {
    for (from, to) in ALIASES {
        if let Some(rest) = published.strip_prefix(from) {
            return Cow::Owned(format!("{to}{rest}"));
        }
    }
    Cow::Borrowed(published)
}

/// Whether a tensor belongs to a part that is not loaded. `multimodal`: the checkpoint's type is
/// a wrapper whose text part alone is loaded.
pub fn is_skipped(published: &str, multimodal: bool) -> bool {
    SKIPPED_SUFFIXES.iter().any(|suffix| published.ends_with(suffix))
        || (multimodal && SKIPPED_PREFIXES.iter().any(|p| published.starts_with(p)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_prefixes_map_to_one_name() {
        let name = "model.layers.0.mlp.up_proj.weight";
        for prefix in ["model.", "model.language_model.", "language_model.model.", ""] {
            assert_eq!(canonical(&format!("{prefix}layers.0.mlp.up_proj.weight")), name);
        }
        assert_eq!(canonical("language_model.lm_head.weight"), "lm_head.weight");
        assert_eq!(canonical("mtp.layers.0.mlp.up_proj.weight"), "mtp.layers.0.mlp.up_proj.weight");
    }

    #[test]
    fn only_wrappers_skip_their_other_parts() {
        assert!(is_skipped("model.visual.blocks.0.attn.qkv.weight", true));
        assert!(!is_skipped("model.visual.blocks.0.attn.qkv.weight", false));
        assert!(!is_skipped("mtp.fc.weight", true));
        assert!(is_skipped("model.layers.3.self_attn.rotary_emb.inv_freq", false));
        assert!(is_skipped("model.layers.3.self_attn.q_scale", false));
        assert!(!is_skipped("model.layers.3.self_attn.k_proj.k_scale", false));
        assert!(!is_skipped("model.layers.3.self_attn.k_proj.weight_scale", false));
    }
}
