//! The rule of every request field. Each dialect has tables of its own; [`COMMON`] holds the fields
//! that several share.
//!
//! A field that an API or a widespread extension defines is refused by name if Atlas lacks it and
//! ignoring it would change the answer. A field that cannot change the answer is accepted. An
//! unknown field is ignored and counted, or refused under `strict_requests`.

use crate::http::errors::ApiError;
use crate::request::limits::JSON_VALUES_MAX;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;
use std::fmt;

/// The treatment of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Read by a type of the dialect.
    Used,
    /// Accepted without effect, since it cannot change the answer.
    Harmless,
    /// Refused, except for `null` and these JSON values, which ask for what the server does anyway.
    Only(&'static [&'static str]),
    /// As [`Self::Only`], with the advice for a client that means another value.
    Instead(&'static [&'static str], &'static str),
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

pub(crate) const fn instead(
    name: &'static str,
    values: &'static [&'static str],
    advice: &'static str,
) -> Field {
    Field { name, rule: Rule::Instead(values, advice) }
}

/// Fields of chat completions, completions and responses.
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
    used("speculate"),
    used("repetition_detection"),
    used("atlas"),
    used("response_format"),
    used("structured_outputs"),
    used("guided_choice"),
    used("guided_grammar"),
    used("guided_json"),
    used("guided_regex"),
    // The same under the names of other servers.
    used("max_new_tokens"),
    used("n_predict"),
    used("num_predict"),
    used("repeat_penalty"),
    used("regex"),
    used("json_schema"),
    used("format"),
    harmless("user"),
    harmless("request_id"),
    used("cache_salt"),
];

/// The top-level fields of a JSON object, with unparsed values.
pub struct RawFields<'a>(pub Vec<(String, &'a RawValue)>);

impl<'de> serde::Deserialize<'de> for RawFields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FieldsVisitor;
        impl<'de> Visitor<'de> for FieldsVisitor {
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
        deserializer.deserialize_map(FieldsVisitor)
    }
}

/// Applies the rules of `tables` to `fields` and returns the unknown names.
///
/// # Errors
/// 400 naming the first field that is refused or holds too many JSON values.
pub fn check<'f>(fields: &'f RawFields<'_>, tables: &[&[Field]]) -> Result<Vec<&'f str>, ApiError> {
    let mut unknown = Vec::new();
    for (name, raw) in &fields.0 {
        let field = tables.iter().flat_map(|t| t.iter()).find(|f| f.name == name);
        match field.map(|f| f.rule) {
            None => unknown.push(name.as_str()),
            Some(Rule::Harmless) => {}
            Some(Rule::Used) => check_size(name, raw.get())?,
            Some(Rule::Only(values)) => check_only(name, raw.get(), values, None)?,
            Some(Rule::Instead(values, advice)) => {
                check_only(name, raw.get(), values, Some(advice))?;
            }
        }
    }
    Ok(unknown)
}

fn check_only(
    name: &str,
    raw: &str,
    values: &[&str],
    advice: Option<&str>,
) -> Result<(), ApiError> {
    if raw == "null" || values.contains(&raw) {
        return Ok(());
    }
    check_size(name, raw)?;
    // The value may be written with different white space.
    let parsed: Option<Value> = serde_json::from_str(raw).ok();
    let equal = |v: &&str| parsed.is_some() && serde_json::from_str::<Value>(v).ok() == parsed;
    if values.iter().any(equal) {
        return Ok(());
    }
    let accepted = match values {
        _ if advice.is_some() => advice.unwrap_or_default().to_owned(),
        [] => "leave it out".to_owned(),
        [one] => format!("leave it out or send {one}"),
        many => format!("leave it out or send one of {}", many.join(", ")),
    };
    let message = format!("`{name}` is not supported by this server; {accepted}");
    Err(ApiError::unsupported(name, message))
}

/// Limits the number of JSON values, since parsed free-form JSON takes up to 100 times the memory
/// of its text. Arrays of token ids do not.
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
