//! Per-family behaviour: `profiles/<name>.toml`, compiled in. An unknown key is an error.

use crate::launch::Loaded;
use crate::source::Source;
use anyhow::{Context, Result, anyhow};
use atlas_server::SamplingDefaults;
use serde::Deserialize;

/// Behaviour of a family. A request's own fields win over every one of these.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Where the presets come from, for `atlas explain`.
    pub source: String,
    /// Plain answers.
    #[serde(default)]
    pub sampling: Preset,
    /// With the template's thinking switched on; unset fields fall through to `sampling`.
    #[serde(default)]
    pub thinking: Preset,
    /// With tools in the request; unset fields fall through to `sampling`.
    #[serde(default)]
    pub tools: Preset,
    /// How answers are read where the chat template does not tell.
    #[serde(default)]
    pub output: Output,
}

/// Parsers of a family, by the names of the flags.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Output {
    pub tool_call_parser: Option<String>,
    pub reasoning_parser: Option<String>,
}

/// Sampling values that a profile may set. Repetition penalty is 1.0 unless a request asks.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    pub temperature: Option<f32>,
    pub top_k: Option<u32>,
    pub top_p: Option<f32>,
    pub min_p: Option<f32>,
    pub presence_penalty: Option<f32>,
}

impl Preset {
    /// This preset, with unset fields taken from `below`.
    pub fn over(self, below: Preset) -> Preset {
        Preset {
            temperature: self.temperature.or(below.temperature),
            top_k: self.top_k.or(below.top_k),
            top_p: self.top_p.or(below.top_p),
            min_p: self.min_p.or(below.min_p),
            presence_penalty: self.presence_penalty.or(below.presence_penalty),
        }
    }
}

/// (profile name, text). The bundled model has its own.
const PROFILES: &[(&str, &str)] = &[
    ("atlas-mini", include_str!("../../../profiles/atlas-mini.toml")),
    ("llama", include_str!("../../../profiles/llama.toml")),
    ("mistral", include_str!("../../../profiles/mistral.toml")),
    ("qwen2", include_str!("../../../profiles/qwen2.toml")),
    ("qwen3", include_str!("../../../profiles/qwen3.toml")),
    ("qwen3_moe", include_str!("../../../profiles/qwen3_moe.toml")),
    ("qwen3_next", include_str!("../../../profiles/qwen3_next.toml")),
    ("qwen3_5", include_str!("../../../profiles/qwen3_5.toml")),
];

/// The profile of a name, or of the family that the name begins with (`qwen3_5_moe_text` takes
/// `qwen3_5`).
pub fn find(name: &str) -> Result<(&'static str, Profile)> {
    let (key, text) = PROFILES
        .iter()
        .filter(|(key, _)| name.starts_with(key))
        .max_by_key(|(key, _)| key.len())
        .ok_or_else(|| anyhow!("no profile for model family {name:?}"))?;
    let profile = toml::from_str(text).with_context(|| format!("profiles/{key}.toml"))?;
    Ok((key, profile))
}

impl Profile {
    /// What a plain request gets that sets nothing.
    pub fn plain(&self) -> SamplingDefaults {
        defaults(self.sampling)
    }

    /// The same with thinking switched on.
    pub fn thinking(&self) -> SamplingDefaults {
        defaults(self.thinking.over(self.sampling))
    }

    /// The same with tools in the request.
    pub fn tools(&self) -> SamplingDefaults {
        defaults(self.tools.over(self.sampling))
    }
}

fn defaults(preset: Preset) -> SamplingDefaults {
    let base = SamplingDefaults::default();
    SamplingDefaults {
        temperature: preset.temperature.unwrap_or(base.temperature),
        top_k: preset.top_k.unwrap_or(base.top_k),
        top_p: preset.top_p.unwrap_or(base.top_p),
        min_p: preset.min_p.unwrap_or(base.min_p),
        presence_penalty: preset.presence_penalty.unwrap_or(base.presence_penalty),
        ..base
    }
}

/// The profile of a loaded model: the bundled model has its own, others take their family's.
pub fn of(loaded: &Loaded) -> Result<(&'static str, Profile)> {
    match loaded.source {
        Source::Bundled => find("atlas-mini"),
        _ => find(loaded.model.model.info().family),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_profile_parses() {
        for (name, _) in PROFILES {
            assert_eq!(find(name).unwrap().0, *name);
        }
        assert_eq!(find("qwen3_5_moe_text").unwrap().0, "qwen3_5");
        assert_eq!(find("qwen3_moe").unwrap().0, "qwen3_moe");
        assert!(find("gpt_oss").is_err());
    }

    #[test]
    fn an_unknown_key_is_an_error() {
        let e = toml::from_str::<Profile>("source = \"x\"\n[sampling]\ntemprature = 1.0\n");
        assert!(e.unwrap_err().to_string().contains("temprature"));
    }

    #[test]
    fn phases_fall_through() {
        let below = Preset { temperature: Some(0.7), top_p: Some(0.8), ..Preset::default() };
        let top = Preset { temperature: Some(0.6), ..Preset::default() };
        assert_eq!(top.over(below).temperature, Some(0.6));
        assert_eq!(top.over(below).top_p, Some(0.8));
    }
}
