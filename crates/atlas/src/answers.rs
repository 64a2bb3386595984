//! Settings of answers: sampling, guards, and the parsers that read them. A parser is chosen by its
//! flag, then by what the chat template writes, then by the family's profile.

use crate::checkpoint::Source;
use crate::cli::AnswerArgs;
use crate::launch::Loaded;
use crate::print::count;
use crate::profile::{Marks, Profile};
use crate::settings::EffectiveSetting;
use anyhow::{Result, anyhow};
use atlas_server::{ModelCard, OutputDefaults, ServerConfig};
use atlas_text::{Dialect, ReasoningTags};
use sha2::{Digest, Sha256};

/// Configuration of a server of `loaded`, as far as its answers depend on it, and its settings.
///
/// # Errors
/// A flag or profile that names no parser; limits that do not hold together.
pub fn server_config(
    args: &AnswerArgs,
    loaded: &Loaded,
) -> Result<(ServerConfig, Vec<EffectiveSetting>)> {
    let mut config = ServerConfig::new(
        loaded.source.name(),
        loaded.limits.seq_len_max,
        loaded.model.model.info().vocab_size,
    );
    if !args.served_model_name.is_empty() {
        config.served_model_names.clear();
        for name in &args.served_model_name {
            if !config.served_model_names.contains(name) {
                config.served_model_names.push(name.clone());
            }
        }
    }
    config.body_bytes_max = args.max_body_mb as usize * 1024 * 1024;
    config.strict_requests = args.strict_requests;
    config.compile = args.grammar.limits();
    let (file, profile) = loaded.profile()?;
    config.sampling = profile.plain();
    config.sampling_thinking = profile.thinking();
    config.sampling_tools = profile.tools();
    let (output, mut settings) = parsers(args, loaded)?;
    settings.extend(limits(&file, &profile)?);
    config.thinking_budget = profile.thinking.budget;
    config.guards = profile.guards()?;
    config.template_kwargs.clone_from(&profile.template.kwargs);
    config.output = output;
    config.eos_token_ids.clone_from(&loaded.stop_ids);
    config.card = card(config.model_name(), loaded);
    Ok((config, settings))
}

/// Facts that lists of models show of a model served as `name`.
fn card(name: &str, loaded: &Loaded) -> ModelCard {
    let info = loaded.model.model.info();
    let (format, stored_type) = match &loaded.source {
        Source::Gguf(place) => ("gguf", place.files.tag().unwrap_or(info.stored_type)),
        _ => ("safetensors", info.stored_type),
    };
    let shape = [info.parameter_count, info.weight_bytes, u64::from(info.vocab_size)];
    let told = format!("{name}\n{}\n{stored_type}\n{shape:?}", info.family);
    ModelCard {
        family: info.family.to_owned(),
        parameter_count: info.parameter_count,
        parameters: count(info.parameter_count),
        format: format.to_owned(),
        stored_type: stored_type.to_owned(),
        weight_bytes: info.weight_bytes,
        digest: Sha256::digest(told).iter().map(|byte| format!("{byte:02x}")).collect(),
    }
}

/// Resolves both parsers; warns where a flag contradicts the checkpoint's template.
///
/// # Errors
/// A flag or profile that names no parser.
pub fn parsers(
    args: &AnswerArgs,
    loaded: &Loaded,
) -> Result<(OutputDefaults, Vec<EffectiveSetting>)> {
    let template = loaded.text.as_ref().and_then(|t| t.template()?.text_with_tools());
    let (file, profile) = loaded.profile()?;
    let (dialect, dialect_source) = choose(
        ("--tool-call-parser", args.tool_call_parser.as_str()),
        template.and_then(Dialect::of_template),
        (&file, profile.output.tool_call_parser.as_deref()),
        |name| name.parse().map_err(|e| anyhow!("{e}")),
    )?;
    let (mut reasoning, mut reasoning_source) = choose(
        ("--reasoning-parser", args.reasoning_parser.as_str()),
        template.and_then(ReasoningTags::of_template),
        (&file, profile.output.reasoning_parser.as_deref()),
        |name| ReasoningTags::named(name).map_err(|e| anyhow!("{e}")),
    )?;
    // Marks that are written out say more than a template in which others were found.
    if let (Some(Marks { open, close }), "auto") =
        (profile.reasoning, args.reasoning_parser.as_str())
    {
        reasoning = Some(ReasoningTags { open, close, starts_open: false });
        reasoning_source.clone_from(&file);
    }
    let settings = vec![
        EffectiveSetting::new(
            "tool_call_parser",
            dialect.map_or("none", Dialect::name),
            dialect_source,
        ),
        EffectiveSetting::new(
            "reasoning_parser",
            reasoning.as_ref().map_or("none".to_owned(), |t| format!("{} {}", t.open, t.close)),
            reasoning_source,
        ),
    ];
    Ok((OutputDefaults { dialect, reasoning }, settings))
}

/// Limits of answers and variables of the template that the profile in `file` sets.
///
/// # Errors
/// Limits that do not hold together.
pub fn limits(file: &str, profile: &Profile) -> Result<Vec<EffectiveSetting>> {
    let off = || "off".to_owned();
    let shown = |limit: Option<u32>| limit.map_or_else(off, |limit| format!("{limit} tokens"));
    let guards = profile.guards()?;
    let repetition = guards.repetition.map_or_else(off, |r| {
        let (min, max) = (r.min_pattern_size, r.max_pattern_size);
        format!("{} times {min} to {max} tokens", r.min_count)
    });
    let kwargs = serde_json::to_string(&profile.template.kwargs)?;
    let list = [
        ("thinking_budget", shown(profile.thinking.budget)),
        ("guard.repetition", repetition),
        ("guard.tool_body", shown(guards.tool_body)),
        ("guard.prose_between_calls", shown(guards.prose_between_calls)),
        ("guard.post_thinking", shown(guards.post_thinking)),
        ("guard.held_back", shown(guards.held_back)),
        ("guard.calls", shown(guards.calls)),
        ("guard.repeated_calls", shown(guards.repeated_calls)),
        ("chat_template_kwargs", kwargs),
    ];
    Ok(list.into_iter().map(|(name, value)| EffectiveSetting::new(name, value, file)).collect())
}

/// The value of a flag, else of the template, else of the profile, with its source.
fn choose<T: PartialEq>(
    (flag, given): (&str, &str),
    template: Option<T>,
    (file, family): (&str, Option<&str>),
    parse: impl Fn(&str) -> Result<T>,
) -> Result<(Option<T>, String)> {
    let chosen = match given {
        "auto" => None,
        "none" => Some(None),
        name => Some(Some(parse(name).map_err(|e| anyhow!("{flag}: {e}"))?)),
    };
    match (chosen, template) {
        (Some(chosen), template) => {
            if template.is_some() && template != chosen {
                tracing::warn!(flag, given, "contradicts what the chat template writes");
            }
            Ok((chosen, flag.to_owned()))
        }
        (None, Some(taught)) => Ok((Some(taught), "the chat template".to_owned())),
        (None, None) => match family {
            Some(name) => {
                Ok((Some(parse(name).map_err(|e| anyhow!("{file}: {e}"))?), file.to_owned()))
            }
            None => Ok((None, "neither template nor profile names one".to_owned())),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dialect(
        flag: &str,
        template: Option<&str>,
        family: Option<&str>,
    ) -> Result<(Option<Dialect>, String)> {
        let parse = |name: &str| name.parse().map_err(|e| anyhow!("{e}"));
        choose(
            ("--tool-call-parser", flag),
            template.and_then(Dialect::of_template),
            ("f.toml", family),
            parse,
        )
    }

    #[test]
    fn flag_then_template_then_family() {
        let xml = Some("<tool_call>\n<function=");
        let name = |found: Result<(Option<Dialect>, String)>| found.unwrap().0.map(Dialect::name);
        assert_eq!(name(dialect("gemma", xml, Some("llama"))), Some("gemma"));
        assert_eq!(name(dialect("none", xml, Some("llama"))), None);
        assert_eq!(name(dialect("auto", xml, Some("llama"))), Some("qwen3_coder"));
        assert_eq!(name(dialect("auto", Some("no tools"), Some("llama"))), Some("llama"));
        assert_eq!(name(dialect("auto", None, None)), None);
        for bad in [dialect("xml", None, None), dialect("auto", None, Some("xml"))] {
            assert!(bad.unwrap_err().to_string().contains("unknown tool-call dialect `xml`"));
        }
    }
}
