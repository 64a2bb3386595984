//! Sampling parameters of a request: ranges checked, defaults resolved.

use super::limits::{self, DRY_BREAKERS_MAX, LOGIT_BIAS_MAX, TOP_LOGPROBS_MAX, in_range};
use super::options::GenerationOptions;
use crate::config::SamplingDefaults;
use crate::http::errors::ApiError;
use crate::ids::Origin;
use crate::served_model::ServedModel;
use atlas_core::{DryParams, LogprobsMode, SamplingParams, TokenId};

/// Smallest temperature that is not greedy. Dividing logits by less could leave the range of f32,
/// and the draw is greedy long before.
const TEMPERATURE_MIN: f32 = 1e-5;
/// Range of repetition penalties; they divide logits, hence the lower end.
pub const REPETITION_PENALTIES: (f64, f64) = (0.01, 10.0);

fn number(
    name: &str,
    value: Option<f64>,
    range: (f64, f64),
    default: f32,
) -> Result<f32, ApiError> {
    match value {
        None => Ok(default),
        Some(v) => in_range(name, v, range.0, range.1).map(|v| v as f32),
    }
}

/// Checks the sampling options and takes missing ones from `preset`. `max_tokens` holds the
/// requested length, or 0 for none; [`super::settings::Settings::resolve_length`] resolves it.
///
/// # Errors
/// 400 naming the field.
pub fn resolve(
    options: &GenerationOptions,
    model: &ServedModel,
    preset: &SamplingDefaults,
    origin: Origin,
) -> Result<SamplingParams, ApiError> {
    let config = model.config();
    let repetition_penalty = number(
        "repetition_penalty",
        options.repetition_penalty,
        REPETITION_PENALTIES,
        preset.repetition_penalty,
    )?;
    let temperature = number("temperature", options.temperature, (0.0, 2.0), preset.temperature)?;
    let penalty = (-2.0, 2.0);
    Ok(SamplingParams {
        temperature: if temperature < TEMPERATURE_MIN { 0.0 } else { temperature },
        top_k: top_k(options.top_k, preset.top_k)?,
        // 0 keeps only the most likely token, as does the smallest positive value.
        top_p: number("top_p", options.top_p, (0.0, 1.0), preset.top_p)?.max(f32::MIN_POSITIVE),
        min_p: number("min_p", options.min_p, (0.0, 1.0), preset.min_p)?,
        presence_penalty: number(
            "presence_penalty",
            options.presence_penalty,
            penalty,
            preset.presence_penalty,
        )?,
        frequency_penalty: number(
            "frequency_penalty",
            options.frequency_penalty,
            penalty,
            preset.frequency_penalty,
        )?,
        repetition_penalty,
        dry: dry(options, model, &preset.dry)?,
        logit_bias: logit_bias(options, config.vocab_size)?,
        seed: options.seed.unwrap_or_else(|| origin.seed()),
        logprobs: LogprobsMode::Off,
        prompt_logprobs: logprobs_mode("prompt_logprobs", options.prompt_logprobs)?,
        stop_token_ids: limits::stop_token_ids(options.stop_token_ids.clone(), config.vocab_size)?,
        ignore_eos: options.ignore_eos,
        min_tokens: options.min_tokens.unwrap_or(0),
        max_tokens: options.max_tokens.unwrap_or(0),
    })
}

/// The log-probability mode for a field that counts alternatives.
///
/// # Errors
/// 400 above the limit.
pub fn logprobs_mode(name: &str, count: Option<u32>) -> Result<LogprobsMode, ApiError> {
    match count {
        None => Ok(LogprobsMode::Off),
        Some(k) => in_range(name, k, 0, TOP_LOGPROBS_MAX).map(LogprobsMode::Top),
    }
}

fn top_k(value: Option<i64>, default: u32) -> Result<u32, ApiError> {
    match value {
        None => Ok(default),
        Some(-1) => Ok(0),
        Some(k) => in_range("top_k", k, 0, i64::from(u32::MAX)).map(|k| k as u32),
    }
}

fn dry(
    options: &GenerationOptions,
    model: &ServedModel,
    preset: &DryParams,
) -> Result<DryParams, ApiError> {
    let mut multiplier =
        number("dry_multiplier", options.dry_multiplier, (0.0, 100.0), preset.multiplier)?;
    let base = number("dry_base", options.dry_base, (1.0, 10.0), preset.base)?;
    let range = match (options.dry_range, options.dry_penalty_last_n) {
        (Some(range), _) => range,
        (None, Some(-1)) => 0,
        (None, Some(0)) => {
            multiplier = 0.0;
            0
        }
        (None, Some(n)) => in_range("dry_penalty_last_n", n, -1, i64::from(u32::MAX))? as u32,
        (None, None) => preset.range,
    };
    let breakers = match &options.dry_sequence_breakers {
        Some(strings) if strings.len() > DRY_BREAKERS_MAX => {
            let message = format!("`dry_sequence_breakers` holds more than {}", DRY_BREAKERS_MAX);
            return Err(ApiError::param("dry_sequence_breakers", message));
        }
        Some(strings) if multiplier > 0.0 => model.tokens_containing(strings),
        None if multiplier > 0.0 && preset.breakers.is_empty() => model.default_breakers(),
        Some(_) => Vec::new(),
        None => preset.breakers.clone(),
    };
    let allowed_length = options.dry_allowed_length.unwrap_or(preset.allowed_length);
    Ok(DryParams { multiplier, base, allowed_length, range, breakers })
}

fn logit_bias(
    options: &GenerationOptions,
    vocab_size: u32,
) -> Result<Vec<(TokenId, f32)>, ApiError> {
    let Some(map) = &options.logit_bias else { return Ok(Vec::new()) };
    if map.len() > LOGIT_BIAS_MAX {
        let message =
            format!("`logit_bias` has {} entries, at most {} are taken", map.len(), LOGIT_BIAS_MAX);
        return Err(ApiError::param("logit_bias", message));
    }
    let mut bias = Vec::with_capacity(map.len());
    for (key, &value) in map {
        let token = key.parse::<TokenId>().ok().filter(|t| *t < vocab_size).ok_or_else(|| {
            let message = format!("`logit_bias`: {key:?} is not a token id below {vocab_size}");
            ApiError::param("logit_bias", message)
        })?;
        if !(-100.0..=100.0).contains(&value) {
            let message = format!("`logit_bias` of {key} must be between -100 and 100");
            return Err(ApiError::param("logit_bias", message));
        }
        bias.push((token, value as f32));
    }
    // One entry per token: "7" and "07" are the same.
    bias.sort_by_key(|(token, _)| *token);
    bias.dedup_by_key(|(token, _)| *token);
    Ok(bias)
}
