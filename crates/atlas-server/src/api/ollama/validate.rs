//! Checks of single fields of Ollama's API.

use super::fields::{NEUTRAL_OPTIONS, OPTIONS_WITHOUT_EFFECT};
use super::types::request::Options;
use crate::api::common::length_of;
use crate::config::ServerConfig;
use crate::http::errors::ApiError;
use crate::request::limits::in_range;
use crate::request::options::GenerationOptions;
use crate::request::sampling::REPETITION_PENALTIES;
use crate::served_model::ServedModel;
use serde_json::Value;

/// The served name that a client means: it may end in `:latest`.
///
/// # Errors
/// 400 without a name, 404 for an unknown one.
pub fn model_name(name: Option<String>, config: &ServerConfig) -> Result<String, ApiError> {
    let name = name.filter(|name| !name.is_empty());
    let name = name.ok_or_else(|| ApiError::param("model", "`model` is required"))?;
    let plain = name.strip_suffix(":latest").unwrap_or(&name);
    let served = &config.served_model_names;
    let found = served.iter().find(|served| **served == name || *served == plain);
    found.cloned().ok_or_else(|| ApiError::model_not_found(&name))
}

/// Reads `options`.
///
/// # Errors
/// 400 with the path of the option.
pub fn options(given: Options, model: &ServedModel) -> Result<GenerationOptions, ApiError> {
    for (name, value) in &given.others {
        other(name, value, model)?;
    }
    let seq_len_max = model.config().seq_len_max;
    if let Some(longest) = given.num_ctx.filter(|n| *n > u64::from(seq_len_max)) {
        // Its least harm is a refusal later, of a prompt that is too long.
        tracing::debug!(num_ctx = longest, seq_len_max, "a longer context than there is");
    }
    let mut repetition_penalty = given.repeat_penalty;
    match given.repeat_last_n {
        None | Some(-1) => {}
        Some(0) => repetition_penalty = Some(1.0),
        Some(_) if repetition_penalty.is_none_or(|penalty| penalty == 1.0) => {}
        Some(_) => {
            let message = "`options.repeat_last_n` must be -1 or 0: the penalty looks at the \
                           whole sequence";
            return Err(ApiError::unsupported("options.repeat_last_n", message));
        }
    }
    if let Some(penalty) = repetition_penalty {
        let (low, high) = REPETITION_PENALTIES;
        in_range("options.repeat_penalty", penalty, low, high)?;
    }
    let length = given.num_predict.map(|n| length_of("options.num_predict", n)).transpose()?;
    let length = length.unwrap_or_default();
    Ok(GenerationOptions {
        max_tokens: length.tokens,
        max_tokens_field: length.field,
        cut_to_room: true,
        temperature: given.temperature,
        top_k: given.top_k,
        top_p: given.top_p,
        min_p: given.min_p,
        seed: given.seed.map(|seed| seed.0),
        stop: given.stop.map(|stop| stop.0).unwrap_or_default(),
        repetition_penalty,
        presence_penalty: given.presence_penalty,
        frequency_penalty: given.frequency_penalty,
        ..GenerationOptions::default()
    })
}

/// Checks an option that the API has and this server lacks, or that no API has.
fn other(name: &str, value: &Value, model: &ServedModel) -> Result<(), ApiError> {
    if value.is_null() || OPTIONS_WITHOUT_EFFECT.contains(&name) {
        return Ok(());
    }
    let path = format!("options.{name}");
    if let Some((_, neutral)) = NEUTRAL_OPTIONS.iter().find(|(known, _)| *known == name) {
        if value.as_f64().is_some_and(|value| neutral.contains(&value)) {
            return Ok(());
        }
        let message = format!("`{path}` is not supported by this server; leave it out");
        return Err(ApiError::unsupported(&path, message));
    }
    // Settings of samplers that are off, such as `mirostat_tau`, and names that no API has.
    if model.config().strict_requests {
        let message =
            format!("Unknown field `{path}`; this server refuses fields it does not know");
        return Err(ApiError::param(path, message).with_code("unknown_parameter"));
    }
    model.count_ignored(&path);
    Ok(())
}

/// Puts `options.` before the name of an option in an error.
pub fn own_field_names(mut error: ApiError) -> ApiError {
    const OPTIONS: [(&str, &str); 8] = [
        ("temperature", "options.temperature"),
        ("top_k", "options.top_k"),
        ("top_p", "options.top_p"),
        ("min_p", "options.min_p"),
        ("stop", "options.stop"),
        ("repetition_penalty", "options.repeat_penalty"),
        ("presence_penalty", "options.presence_penalty"),
        ("frequency_penalty", "options.frequency_penalty"),
    ];
    let object = &mut *error.object;
    let own = OPTIONS.iter().find(|(name, _)| object.param.as_deref() == Some(name));
    if let Some((name, own)) = own {
        object.message = object.message.replace(&format!("`{name}`"), &format!("`{own}`"));
        object.param = Some((*own).to_owned());
    }
    error
}
