//! What becomes of every request field: the one table.
//!
//! A field the API (or a widespread extension of it) defines, that Atlas lacks and that would
//! change the answer is refused by name; a field that cannot change the answer is accepted; a
//! field nobody defines is ignored and counted, or refused under `strict_requests`.

use crate::config::JSON_VALUES_MAX;
use crate::http::errors::ApiError;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;
use std::fmt;

/// How a field is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Read by the request's own type.
    Used,
    /// Accepted and without effect: it could not change the answer.
    Harmless,
    /// Only `null` and these JSON values, which mean what the server does anyway.
    Only(&'static [&'static str]),
}

/// A field and its rule.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub name: &'static str,
    pub rule: Rule,
}

pub(crate) const fn used(name: &'static str) -> Field {
    Field { name, rule: Rule::Used }
}

pub(crate) const fn harmless(name: &'static str) -> Field {
    Field { name, rule: Rule::Harmless }
}

pub(crate) const fn only(name: &'static str, values: &'static [&'static str]) -> Field {
    Field { name, rule: Rule::Only(values) }
}

/// Fields of both generation endpoints.
pub const COMMON: &[Field] = &[
    used("model"),
    used("stream"),
    used("stream_options"),
    used("n"),
    used("max_tokens"),
    used("min_tokens"),
    used("temperature"),
    used("top_k"),
    used("top_p"),
    used("min_p"),
    used("presence_penalty"),
    used("frequency_penalty"),
    used("repetition_penalty"),
    used("dry_multiplier"),
    used("dry_base"),
    used("dry_allowed_length"),
    used("dry_range"),
    used("dry_penalty_last_n"),
    used("dry_sequence_breakers"),
    used("logit_bias"),
    used("seed"),
    used("stop"),
    used("stop_token_ids"),
    used("include_stop_str_in_output"),
    used("skip_special_tokens"),
    used("ignore_eos"),
    used("prompt_logprobs"),
    used("return_token_ids"),
    used("add_special_tokens"),
    used("priority"),
    used("repetition_detection"),
    used("atlas"),
    used("response_format"),
    used("structured_outputs"),
    used("guided_choice"),
    used("guided_grammar"),
    used("guided_json"),
    used("guided_regex"),
    harmless("user"),
    harmless("request_id"),
    used("cache_salt"),
    // Extensions of other servers that would change the answer.
    only("allowed_token_ids", &["[]"]),
    only("bad_words", &["[]"]),
    only("grammar", &["\"\""]),
    only("use_beam_search", &["false"]),
    only("length_penalty", &["1", "1.0"]),
    only("logits_processors", &["[]"]),
    only("mirostat", &["0"]),
    only("spaces_between_special_tokens", &["true"]),
    only("top_n_sigma", &["-1", "-1.0", "0"]),
    only("truncate_prompt_tokens", &[]),
    only("typical_p", &["1", "1.0"]),
    only("xtc_probability", &["0", "0.0"]),
];

/// Fields of `/v1/chat/completions` beside [`COMMON`].
pub const CHAT: &[Field] = &[
    used("messages"),
    used("tools"),
    used("logprobs"),
    used("top_logprobs"),
    used("max_completion_tokens"),
    used("chat_template_kwargs"),
    used("add_generation_prompt"),
    used("continue_final_message"),
    harmless("metadata"),
    // A hint that only makes a known answer faster.
    harmless("prediction"),
    harmless("prompt_cache_key"),
    harmless("prompt_cache_retention"),
    harmless("safety_identifier"),
    harmless("service_tier"),
    harmless("store"),
    used("tool_choice"),
    used("parallel_tool_calls"),
    used("reasoning_effort"),
    used("thinking_token_budget"),
    only("audio", &[]),
    only("function_call", &["\"none\"", "\"auto\""]),
    only("functions", &["[]"]),
    only("modalities", &["[\"text\"]"]),
    only("verbosity", &["\"medium\""]),
    only("web_search_options", &[]),
    only("best_of", &["1"]),
    only("chat_template", &[]),
    only("documents", &["[]"]),
    only("echo", &["false"]),
    only("include_reasoning", &["true"]),
    only("mm_processor_kwargs", &["{}"]),
];

/// Fields of `/v1/completions` beside [`COMMON`].
pub const COMPLETIONS: &[Field] = &[
    used("prompt"),
    used("echo"),
    used("logprobs"),
    used("best_of"),
    only("suffix", &["\"\""]),
    only("prompt_embeds", &[]),
    only("thinking_token_budget", &["-1"]),
];

/// Fields of `/v1/messages` and `/v1/messages/count_tokens`.
pub const MESSAGES: &[Field] = &[
    used("model"),
    used("messages"),
    used("system"),
    used("max_tokens"),
    used("stop_sequences"),
    used("stream"),
    used("temperature"),
    used("top_p"),
    used("top_k"),
    used("thinking"),
    used("tools"),
    used("tool_choice"),
    used("output_config"),
    // Extensions, as in chat completions.
    used("seed"),
    used("min_p"),
    used("presence_penalty"),
    used("frequency_penalty"),
    used("repetition_penalty"),
    used("priority"),
    used("repetition_detection"),
    used("cache_salt"),
    used("chat_template_kwargs"),
    used("atlas"),
    harmless("anthropic_beta"),
    harmless("anthropic_version"),
    harmless("betas"),
    harmless("cache_control"),
    // Names a place to run tools of the API's own, of which there are none.
    harmless("container"),
    // Edits would shorten the prompt; it is sent whole.
    harmless("context_management"),
    harmless("diagnostics"),
    // What to do when a model refuses to answer.
    harmless("fallbacks"),
    harmless("fallback_credit_token"),
    harmless("inference_geo"),
    harmless("metadata"),
    harmless("service_tier"),
    harmless("speed"),
    harmless("user_profile_id"),
    only("mcp_servers", &["[]"]),
    only("output_format", &[]),
];

/// Fields of `/tokenize`.
pub const TOKENIZE: &[Field] = &[
    used("model"),
    used("prompt"),
    used("messages"),
    used("tools"),
    used("add_special_tokens"),
    used("add_generation_prompt"),
    used("continue_final_message"),
    used("chat_template_kwargs"),
    used("return_token_strs"),
    only("chat_template", &[]),
    only("mm_processor_kwargs", &["{}"]),
];

/// Fields of `/detokenize`.
pub const DETOKENIZE: &[Field] = &[used("model"), used("tokens"), used("skip_special_tokens")];

/// Fields of `/v1/embeddings`, which is refused whatever they hold.
pub const EMBEDDINGS: &[Field] = &[
    used("model"),
    used("input"),
    harmless("dimensions"),
    harmless("encoding_format"),
    harmless("user"),
];

/// The top-level fields of a JSON object, their values unparsed.
pub struct RawFields<'a>(pub Vec<(String, &'a RawValue)>);

impl<'de> serde::Deserialize<'de> for RawFields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = RawFields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = Vec::new();
                while let Some(name) = map.next_key::<String>()? {
                    fields.push((name, map.next_value::<&RawValue>()?));
                }
                Ok(RawFields(fields))
            }
        }
        deserializer.deserialize_map(Fields)
    }
}

/// Applies the rules of `tables` to `fields` and returns the names nobody defines.
///
/// # Errors
/// 400 naming the first refused field, and for a free-form field with too many values.
pub fn check<'f>(fields: &'f RawFields<'_>, tables: &[&[Field]]) -> Result<Vec<&'f str>, ApiError> {
    let mut unknown = Vec::new();
    for (name, raw) in &fields.0 {
        let field = tables.iter().flat_map(|t| t.iter()).find(|f| f.name == name);
        match field.map(|f| f.rule) {
            None => unknown.push(name.as_str()),
            Some(Rule::Harmless) => {}
            Some(Rule::Used) => check_size(name, raw.get())?,
            Some(Rule::Only(values)) => check_only(name, raw.get(), values)?,
        }
    }
    Ok(unknown)
}

fn check_only(name: &str, raw: &str, values: &[&str]) -> Result<(), ApiError> {
    if raw == "null" || values.contains(&raw) {
        return Ok(());
    }
    check_size(name, raw)?;
    // The same value may be written with other white space.
    let parsed: Option<Value> = serde_json::from_str(raw).ok();
    let equal = |v: &&str| parsed.is_some() && serde_json::from_str::<Value>(v).ok() == parsed;
    if values.iter().any(equal) {
        return Ok(());
    }
    let accepted = match values {
        [] => "leave it out".to_owned(),
        [one] => format!("leave it out or send {one}"),
        many => format!("leave it out or send one of {}", many.join(", ")),
    };
    let message = format!("`{name}` is not supported by this server; {accepted}");
    Err(ApiError::unsupported(name, message))
}

/// Parsed free-form JSON takes up to 100 times the memory of its text; token id arrays do not.
fn check_size(name: &str, raw: &str) -> Result<(), ApiError> {
    if matches!(name, "prompt" | "tokens") || raw.len() <= JSON_VALUES_MAX {
        return Ok(());
    }
    let (mut values, mut in_string, mut escaped) = (1usize, false, false);
    for byte in raw.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b',' | b':' | b'[' | b'{' if !in_string => values += 1,
            _ => {}
        }
    }
    if values > JSON_VALUES_MAX {
        let message = format!("`{name}` holds more than {JSON_VALUES_MAX} JSON values");
        return Err(ApiError::param(name, message));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(json: &str) -> RawFields<'_> {
        serde_json::from_str(json).expect("test JSON")
    }

    fn all_tables() -> [(&'static str, Vec<&'static [Field]>); 7] {
        [
            ("chat", vec![COMMON, CHAT]),
            ("completions", vec![COMMON, COMPLETIONS]),
            ("responses", vec![COMMON, crate::api::responses::fields::RESPONSES]),
            ("messages", vec![MESSAGES]),
            ("tokenize", vec![TOKENIZE]),
            ("detokenize", vec![DETOKENIZE]),
            ("embeddings", vec![EMBEDDINGS]),
        ]
    }

    #[test]
    fn no_field_is_listed_twice() {
        for (endpoint, tables) in all_tables() {
            let mut names: Vec<_> = tables.iter().flat_map(|t| t.iter()).map(|f| f.name).collect();
            names.sort_unstable();
            let count = names.len();
            names.dedup();
            assert_eq!(names.len(), count, "{endpoint}");
        }
    }

    /// Every row of every table, as null, as each neutral value and as something else.
    #[test]
    fn every_row_does_what_it_says() {
        for (endpoint, tables) in all_tables() {
            for field in tables.iter().flat_map(|t| t.iter()) {
                let of = |value: &str| {
                    let body = format!("{{\"{}\": {value}}}", field.name);
                    check(&fields(&body), &tables).map(|unknown| unknown.len())
                };
                assert_eq!(of("null"), Ok(0), "{endpoint} {}", field.name);
                let odd = of("{\"odd\": [1]}");
                match field.rule {
                    Rule::Used | Rule::Harmless => assert_eq!(odd, Ok(0), "{}", field.name),
                    Rule::Only(values) => {
                        let e = odd.expect_err(field.name);
                        assert_eq!(e.status, 400);
                        assert_eq!(e.object.param.as_deref(), Some(field.name));
                        assert_eq!(e.object.code, Some("unsupported_parameter"));
                        for v in values {
                            assert_eq!(of(v), Ok(0), "{} {v}", field.name);
                            assert_eq!(of(&v.replace(',', " , ")), Ok(0), "{} {v}", field.name);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn unknown_names_are_returned() {
        let body = fields(r#"{"temperature": 1, "wibble": {}, "Temperature": 0}"#);
        assert_eq!(check(&body, &[COMMON, CHAT]), Ok(vec!["wibble", "Temperature"]));
    }

    #[test]
    fn a_flood_of_values_is_refused_and_long_text_is_not() {
        let flood = format!("{{\"messages\": [{}1]}}", "1,".repeat(JSON_VALUES_MAX));
        let e = check(&fields(&flood), &[COMMON, CHAT]).expect_err("too many");
        assert_eq!(e.object.param.as_deref(), Some("messages"));
        let text = format!("{{\"messages\": [\"{}\"]}}", ",\\\"".repeat(JSON_VALUES_MAX));
        assert_eq!(check(&fields(&text), &[COMMON, CHAT]), Ok(vec![]));
        let ids = format!("{{\"prompt\": [{}1]}}", "1,".repeat(JSON_VALUES_MAX));
        assert_eq!(check(&fields(&ids), &[COMMON, COMPLETIONS]), Ok(vec![]));
    }
}
