//! Per-family behaviour: `profiles/<name>.toml`, compiled in. An unknown key is an error.

use anyhow::{Context, Result, anyhow, bail};
use atlas_server::SamplingDefaults;
use atlas_server::request::guards::GuardLimits;
use atlas_text::Repetition;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::path::Path;

/// Behaviour of a family. A request's own fields win over every one of these.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Where the presets come from, for `atlas explain`.
    pub source: String,
    /// Plain answers.
    #[serde(default)]
    pub sampling: Preset,
    /// With the template's thinking switched on.
    #[serde(default)]
    pub thinking: Thinking,
    /// With tools in the request; unset fields fall through to `sampling`.
    #[serde(default)]
    pub tools: Preset,
    /// Parsers of answers where the chat template names none.
    #[serde(default)]
    pub output: Output,
    /// The marks of the reasoning, if they are others than the template shows.
    pub reasoning: Option<Marks>,
    #[serde(default)]
    pub template: Template,
    #[serde(default)]
    pub guards: Guards,
}

/// Parsers of a family, by the names of the flags.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Output {
    pub tool_call_parser: Option<String>,
    pub reasoning_parser: Option<String>,
    /// Spellings of tokens that end an answer, besides those that the checkpoint names.
    #[serde(default)]
    pub stop_tokens: Vec<String>,
}

/// Texts that open and close the reasoning.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Marks {
    pub open: String,
    pub close: String,
}

/// Variables of the chat template.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Template {
    /// Variables that a request's `chat_template_kwargs` need not set.
    #[serde(default)]
    pub kwargs: Map<String, Value>,
}

/// Limits at which an answer is ended; unset ones are off.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Guards {
    pub repetition: Option<Repeats>,
    pub tool_body: Option<u32>,
    pub prose_between_calls: Option<u32>,
    pub post_thinking: Option<u32>,
    pub held_back: Option<u32>,
    pub calls: Option<u32>,
    pub repeated_calls: Option<u32>,
}

/// Repetition at the end of an answer; the fields and their defaults are those of requests.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Repeats {
    pub max_pattern_size: Option<u32>,
    pub min_pattern_size: Option<u32>,
    pub min_count: Option<u32>,
}

/// Sampling while the model thinks, as [`Preset`] has it, and for how long it may.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Thinking {
    /// Most tokens of reasoning; unset: no limit.
    pub budget: Option<u32>,
    pub temperature: Option<f32>,
    pub top_k: Option<u32>,
    pub top_p: Option<f32>,
    pub min_p: Option<f32>,
    pub presence_penalty: Option<f32>,
}

impl Thinking {
    fn preset(self) -> Preset {
        let Self { budget: _, temperature, top_k, top_p, min_p, presence_penalty } = self;
        Preset { temperature, top_k, top_p, min_p, presence_penalty }
    }
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
    ("deepseek_v3", include_str!("../../../profiles/deepseek_v3.toml")),
    ("deepseek_v32", include_str!("../../../profiles/deepseek_v32.toml")),
    ("llama", include_str!("../../../profiles/llama.toml")),
    ("mistral", include_str!("../../../profiles/mistral.toml")),
    ("mistral4", include_str!("../../../profiles/mistral4.toml")),
    ("nemotron_h", include_str!("../../../profiles/nemotron_h.toml")),
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
    Ok((key, read(text, &format!("profiles/{key}.toml"))?))
}

/// A profile from its text; errors name `file`, the key, and the keys there are.
fn read(text: &str, file: &str) -> Result<Profile> {
    let profile: Profile = toml::from_str(text).map_err(|e| anyhow!("{file}: {e}"))?;
    profile.check().with_context(|| file.to_owned())?;
    Ok(profile)
}

impl Profile {
    /// Sampling of a plain request that sets nothing.
    pub fn plain(&self) -> SamplingDefaults {
        defaults(self.sampling)
    }

    /// The same with thinking switched on.
    pub fn thinking(&self) -> SamplingDefaults {
        defaults(self.thinking.preset().over(self.sampling))
    }

    /// The same with tools in the request.
    pub fn tools(&self) -> SamplingDefaults {
        defaults(self.tools.over(self.sampling))
    }

    /// The guards of all answers.
    ///
    /// # Errors
    /// Limits that do not hold together, by their key.
    pub fn guards(&self) -> Result<GuardLimits> {
        let own = self.guards;
        let unset = Repetition::default();
        let repetition = own.repetition.map(|given| Repetition {
            max_pattern_size: given.max_pattern_size.unwrap_or(unset.max_pattern_size),
            min_pattern_size: given.min_pattern_size.unwrap_or(unset.min_pattern_size),
            min_count: given.min_count.unwrap_or(unset.min_count),
        });
        let repetition = repetition
            .map(Repetition::checked)
            .transpose()
            .map_err(|(key, why)| anyhow!("guards.repetition.{key} {why}"))?;
        let limits = GuardLimits {
            repetition,
            tool_body: own.tool_body,
            prose_between_calls: own.prose_between_calls,
            post_thinking: own.post_thinking,
            held_back: own.held_back,
            calls: own.calls,
            repeated_calls: own.repeated_calls,
        };
        Ok(limits.effective())
    }

    /// Checks that the types of the fields do not make.
    fn check(&self) -> Result<()> {
        self.guards()?;
        if let Some(Marks { open, close }) = &self.reasoning {
            for (key, mark) in [("open", open), ("close", close)] {
                if mark.is_empty() || mark.starts_with(char::is_whitespace) {
                    bail!("reasoning.{key} must be a text that does not begin with a blank");
                }
            }
        }
        Ok(())
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

/// The profile in a file of the user's.
///
/// # Errors
/// The file cannot be read or is no profile.
pub fn from_file(path: &Path) -> Result<(String, Profile)> {
    let file = path.display().to_string();
    let text = std::fs::read_to_string(path).with_context(|| format!("--profile {file}"))?;
    let profile = read(&text, &file)?;
    Ok((file, profile))
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_text::{Dialect, ReasoningTags};

    #[test]
    fn every_profile_parses() {
        for (name, _) in PROFILES {
            assert_eq!(find(name).unwrap().0, *name);
        }
        assert_eq!(find("qwen3_5_moe_text").unwrap().0, "qwen3_5");
        assert_eq!(find("qwen3_moe").unwrap().0, "qwen3_moe");
        assert!(find("gpt_oss").is_err());
    }

    /// A family without one could be loaded and not served.
    #[test]
    fn every_family_has_a_profile() {
        let families = atlas_model::supported_families();
        for family in families.split(", ").filter_map(|text| text.split(' ').next()) {
            let (name, _) = find(family).unwrap_or_else(|error| panic!("{error}"));
            assert!(family != "mistral4" || name == "mistral4");
        }
    }

    #[test]
    fn every_profile_names_parsers_that_exist() {
        for (name, _) in PROFILES {
            let output = find(name).unwrap().1.output;
            let dialect = output.tool_call_parser.unwrap().parse::<Dialect>().unwrap();
            let tags = output.reasoning_parser.map(|tags| ReasoningTags::named(&tags).unwrap());
            let marks = tags.as_ref().map(|tags| tags.close.as_str());
            match *name {
                "deepseek_v3" | "deepseek_v32" => {
                    assert_eq!((dialect, marks), (Dialect::DeepseekV3, Some("</think>")));
                }
                "mistral4" => assert_eq!((dialect, marks), (Dialect::Mistral, Some("[/THINK]"))),
                "nemotron_h" => {
                    assert_eq!((dialect, marks), (Dialect::Qwen3Coder, Some("</think>")));
                }
                _ => {}
            }
        }
    }

    #[test]
    fn families_of_the_latest_kind_know_their_ends() {
        for (name, ends) in [
            ("deepseek_v3", &["<｜end▁of▁sentence｜>"][..]),
            ("deepseek_v32", &["<｜end▁of▁sentence｜>"]),
            ("mistral4", &["</s>"]),
            ("nemotron_h", &["<|im_end|>", "</s>"]),
        ] {
            assert_eq!(find(name).unwrap().1.output.stop_tokens, ends);
        }
    }

    #[test]
    fn presets_are_those_of_the_model_cards() {
        let presets = |name: &str| {
            let profile = find(name).unwrap().1;
            [profile.plain(), profile.thinking(), profile.tools()]
                .map(|preset| (preset.temperature, preset.top_p))
        };
        assert_eq!(presets("deepseek_v3"), [(0.6, 0.95); 3]);
        assert_eq!(presets("mistral4"), [(0.7, 1.0); 3]);
        assert_eq!(presets("nemotron_h"), [(1.0, 1.0), (1.0, 1.0), (0.6, 0.95)]);
    }

    #[test]
    fn an_unknown_key_is_an_error_that_names_it_and_the_keys_there_are() {
        for (table, wrong, known) in [
            ("", "sampeling", "`guards`"),
            ("[sampling]", "temprature", "`temperature`"),
            ("[thinking]", "bugdet", "`budget`"),
            ("[tools]", "budget", "`top_p`"),
            ("[output]", "tool_parser", "`tool_call_parser`"),
            ("[reasoning]", "opens", "`close`"),
            ("[template]", "vars", "`kwargs`"),
            ("[guards]", "tool_boddy", "`tool_body`"),
            ("[guards.repetition]", "count", "`min_count`"),
        ] {
            let text = format!("source = \"x\"\n{table}\n{wrong} = 1\n");
            let e = format!("{:#}", read(&text, "f.toml").unwrap_err());
            for part in ["f.toml", wrong, known, "unknown field"] {
                assert!(e.contains(part), "{part} is not in {e}");
            }
        }
    }

    #[test]
    fn every_section_is_read() {
        let text = r#"
            source = "x"
            [thinking]
            temperature = 0.6
            budget = 512
            [reasoning]
            open = "[THINK]"
            close = "[/THINK]"
            [template.kwargs]
            enable_thinking = true
            [guards]
            repetition = { min_count = 4 }
            tool_body = 1024
            held_back = 0
        "#;
        let profile = read(text, "f.toml").unwrap();
        assert_eq!((profile.thinking.budget, profile.thinking().temperature), (Some(512), 0.6));
        assert_eq!(profile.reasoning.as_ref().unwrap().close, "[/THINK]");
        assert_eq!(profile.template.kwargs["enable_thinking"], true);
        let guards = profile.guards().unwrap();
        let repetition = Repetition { max_pattern_size: 64, min_pattern_size: 2, min_count: 4 };
        assert_eq!(guards.repetition, Some(repetition));
        assert_eq!((guards.tool_body, guards.held_back), (Some(1024), None));
        assert_eq!(find("qwen3").unwrap().1.guards().unwrap(), GuardLimits::default());
    }

    #[test]
    fn values_that_mean_nothing_are_errors() {
        for (text, key) in [
            ("[guards]\nrepetition = { min_count = 1 }", "guards.repetition.min_count"),
            ("[reasoning]\nopen = \"\"\nclose = \"x\"", "reasoning.open"),
            ("[reasoning]\nopen = \"x\"\nclose = \" x\"", "reasoning.close"),
            ("[reasoning]\nopen = \"x\"", "close"),
            ("[thinking]\nbudget = -1", "budget"),
        ] {
            let e = format!("{:#}", read(&format!("source = \"x\"\n{text}\n"), "f").unwrap_err());
            assert!(e.contains(key), "{key} is not in {e}");
        }
    }

    #[test]
    fn phases_fall_through() {
        let below = Preset { temperature: Some(0.7), top_p: Some(0.8), ..Preset::default() };
        let top = Preset { temperature: Some(0.6), ..Preset::default() };
        assert_eq!(top.over(below).temperature, Some(0.6));
        assert_eq!(top.over(below).top_p, Some(0.8));
    }
}
