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

/// (name behind the prefix of a module, name here) of multi-token-prediction modules that begin
/// with `enorm` and `eh_proj`: DeepSeek's, which follows the last layer, and Nemotron's.
const MODULE: &[(&str, &str)] = &[
    ("eh_proj.", "mtp.fc."),
    ("enorm.", "mtp.pre_fc_norm_embedding."),
    ("hnorm.", "mtp.pre_fc_norm_hidden."),
    ("shared_head.norm.", "mtp.norm."),
    ("shared_head.head.", "mtp.head."),
    ("embed_tokens.", "mtp.embed_tokens."),
];

/// The layer at which such a module begins, with a dot, if there is one.
pub fn module_of<'a>(mut names: impl Iterator<Item = &'a str>) -> Option<String> {
    let name = names.find_map(|name| {
        ["eh_proj.weight", "enorm.weight"].iter().find_map(|own| name.strip_suffix(own))
    })?;
    let is_layer =
        (name.starts_with("model.layers.") && name.ends_with('.')) || name == "mtp.layers.0.";
    is_layer.then(|| name.to_owned())
}

/// Name of a tensor of the module at `prefix` here; None for tensors of other parts.
pub fn module_name(name: &str, prefix: &str) -> Option<String> {
    // The last of several blocks has the last norm.
    if let Some((at, rest)) = name.split_once(".final_layernorm.")
        && at.starts_with("mtp.layers.")
    {
        return Some(format!("mtp.norm.{rest}"));
    }
    let rest = name.strip_prefix(prefix)?;
    let renamed = MODULE.iter().find_map(|(from, to)| Some((to, rest.strip_prefix(from)?)));
    Some(match renamed {
        Some((to, rest)) => format!("{to}{rest}"),
        None => format!("mtp.layers.0.{rest}"),
    })
}

/// The name in the files of a tensor that is missing from the module at `prefix`, the opposite of
/// [`module_name`]; `last`: prefix of the module's last block.
pub fn published_name(here: &str, prefix: &str, last: &str) -> Option<String> {
    if let Some(rest) = here.strip_prefix("mtp.norm.")
        && prefix.starts_with("mtp.")
    {
        return Some(format!("{last}final_layernorm.{rest}"));
    }
    let renamed = MODULE.iter().find_map(|(from, to)| Some((from, here.strip_prefix(to)?)));
    match renamed {
        Some((from, rest)) => Some(format!("{prefix}{from}{rest}")),
        None => here.strip_prefix("mtp.layers.0.").map(|rest| format!("{prefix}{rest}")),
    }
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
    fn modules_among_the_layers_have_one_spelling() {
        let names = ["model.layers.2.mlp.up_proj.weight", "model.layers.3.eh_proj.weight"];
        let prefix = module_of(names.into_iter()).expect("a module");
        assert_eq!(prefix, "model.layers.3.");
        let here = |name: &str| module_name(name, &prefix);
        assert_eq!(here("model.layers.3.eh_proj.weight").as_deref(), Some("mtp.fc.weight"));
        assert_eq!(
            here("model.layers.3.shared_head.norm.weight").as_deref(),
            Some("mtp.norm.weight")
        );
        assert_eq!(
            here("model.layers.3.mlp.gate.weight").as_deref(),
            Some("mtp.layers.0.mlp.gate.weight")
        );
        assert_eq!(here("model.layers.2.mlp.up_proj.weight"), None);
        let prefix = module_of(["mtp.layers.0.eh_proj.weight"].into_iter()).expect("a module");
        let here = |name: &str| module_name(name, &prefix);
        assert_eq!(
            here("mtp.layers.0.mixer.q_proj.weight").as_deref(),
            Some("mtp.layers.0.mixer.q_proj.weight")
        );
        assert_eq!(here("mtp.layers.1.mixer.gate.weight"), None);
        assert_eq!(here("mtp.layers.1.final_layernorm.weight").as_deref(), Some("mtp.norm.weight"));
        assert_eq!(module_of(["mtp.fc.weight"].into_iter()), None);
    }

    #[test]
    fn missing_tensors_have_their_names_in_the_files() {
        for (prefix, last, names) in [
            (
                "model.layers.61.",
                "model.layers.61.",
                &["eh_proj.weight", "enorm.weight", "shared_head.norm.weight", "mlp.gate.bias"][..],
            ),
            ("mtp.layers.0.", "mtp.layers.1.", &["hnorm.weight", "mixer.q_proj.weight"]),
        ] {
            for name in names.iter().map(|name| format!("{prefix}{name}")) {
                let here = module_name(&name, prefix).expect("a name");
                assert_eq!(published_name(&here, prefix, last), Some(name));
            }
        }
        let norm = published_name("mtp.norm.weight", "mtp.layers.0.", "mtp.layers.1.");
        assert_eq!(norm.as_deref(), Some("mtp.layers.1.final_layernorm.weight"));
        assert_eq!(published_name("model.norm.weight", "mtp.layers.0.", "mtp.layers.1."), None);
    }

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
