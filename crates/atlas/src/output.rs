//! How the answers of a model are read: flag, then what its chat template writes, then its family.

use crate::cli::ServeArgs;
use crate::launch::Loaded;
use crate::settings::Setting;
use anyhow::{Result, anyhow};
use atlas_server::OutputDefaults;
use atlas_text::{Dialect, ReasoningTags};

/// Resolves both parsers; warns where a flag contradicts the checkpoint's template.
///
/// # Errors
/// A flag or profile that names no parser.
pub fn resolve(args: &ServeArgs, loaded: &Loaded) -> Result<(OutputDefaults, Vec<Setting>)> {
    let template = loaded.text.as_ref().and_then(|t| t.template()?.text_with_tools());
    let (name, profile) = crate::profile::of(loaded)?;
    let file = format!("profiles/{name}.toml");
    let (dialect, dialect_source) = choose(
        ("--tool-call-parser", args.tool_call_parser.as_str()),
        template.and_then(Dialect::of_template),
        (&file, profile.output.tool_call_parser.as_deref()),
        |name| name.parse().map_err(|e| anyhow!("{e}")),
    )?;
    let (reasoning, reasoning_source) = choose(
        ("--reasoning-parser", args.reasoning_parser.as_str()),
        template.and_then(ReasoningTags::of_template),
        (&file, profile.output.reasoning_parser.as_deref()),
        |name| match name {
            "think" => Ok(ReasoningTags::think(false)),
            other => Err(anyhow!("unknown reasoning parser `{other}`; known are think")),
        },
    )?;
    let settings = vec![
        Setting::new("tool_call_parser", dialect.map_or("none", Dialect::name), dialect_source),
        Setting::new(
            "reasoning_parser",
            reasoning.as_ref().map_or("none".to_owned(), |t| format!("{} {}", t.open, t.close)),
            reasoning_source,
        ),
    ];
    Ok((OutputDefaults { dialect, reasoning }, settings))
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
