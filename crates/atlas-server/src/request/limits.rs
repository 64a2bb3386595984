//! Limits of request fields, and the limit of prompt and answer together.

use crate::http::errors::ApiError;
use atlas_core::TokenId;
use atlas_text::StopStrings;
use std::fmt::Display;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Most choices per prompt (`n`).
pub const CHOICES_MAX: u32 = 128;
/// Most prompts of one completions request, and most prompts times `n`.
pub const PROMPTS_MAX: usize = 2048;
/// Most stop strings of one request.
pub const STOP_STRINGS_MAX: usize = 64;
/// Longest stop string in bytes.
pub const STOP_STRING_BYTES_MAX: usize = 4096;
/// Most entries of `stop_token_ids`.
pub const STOP_TOKENS_MAX: usize = 1024;
/// Most entries of `logit_bias`.
pub const LOGIT_BIAS_MAX: usize = 4096;
/// Most alternatives per token (`top_logprobs`, `logprobs`, `prompt_logprobs`).
pub const TOP_LOGPROBS_MAX: u32 = 20;
/// Most entries of `dry_sequence_breakers`.
pub const DRY_BREAKERS_MAX: usize = 32;
/// Longest `cache_salt` in bytes.
pub const CACHE_SALT_BYTES_MAX: usize = 256;
/// Most JSON values in one free-form field (messages, tools, template arguments).
pub const JSON_VALUES_MAX: usize = 200_000;

/// Checks that `value` is between `low` and `high`, both included.
///
/// # Errors
/// 400 naming the field.
pub fn in_range<T: PartialOrd + Display>(
    name: &str,
    value: T,
    low: T,
    high: T,
) -> Result<T, ApiError> {
    // A NaN is in no range.
    if value >= low && value <= high {
        return Ok(value);
    }
    let message = format!("`{name}` must be between {low} and {high}, but is {value}");
    Err(ApiError::param(name, message))
}

/// The length of an answer to a prompt of `prompt_tokens` tokens: `requested`, or `default`, within
/// the room that `seq_len_max` leaves. `default` of `None` is all of the room. With `cut_to_room`
/// a longer request is cut instead of refused.
///
/// # Errors
/// 400 naming `prompt_field` if the prompt leaves no room, or `length_field` if it leaves less than
/// was requested.
pub fn answer_length(
    prompt: (usize, &str),
    requested: (Option<u32>, &str),
    cut_to_room: bool,
    default: Option<u32>,
    seq_len_max: u32,
) -> Result<u32, ApiError> {
    let ((prompt_tokens, prompt_field), (requested, field)) = (prompt, requested);
    let room = (seq_len_max as usize).saturating_sub(prompt_tokens) as u32;
    if room == 0 {
        return Err(prompt_too_long(prompt_field, &prompt_tokens.to_string(), seq_len_max));
    }
    match requested {
        Some(wish) if wish > room && !cut_to_room => {
            let message = format!(
                "`{field}` is {wish}, but this model's longest sequence is {seq_len_max} \
                 tokens and the prompt has {prompt_tokens}, which leaves {room}"
            );
            Err(ApiError::param(field, message))
        }
        Some(0) => Err(ApiError::param(field, format!("`{field}` must be at least 1"))),
        Some(wish) => Ok(wish.min(room)),
        None => Ok(default.unwrap_or(room).clamp(1, room)),
    }
}

/// 400 for a prompt of `tokens` tokens, which leaves no room for an answer.
fn prompt_too_long(field: &str, tokens: &str, seq_len_max: u32) -> ApiError {
    let message = format!(
        "This model's longest sequence is {seq_len_max} tokens, prompt and answer together; the \
         prompt has {tokens} tokens"
    );
    ApiError::param(field, message).with_code("context_length_exceeded")
}

/// 400 for a text that certainly has `tokens_min` tokens, the longest sequence or more.
pub fn text_too_long(field: &str, tokens_min: usize, seq_len_max: u32) -> ApiError {
    prompt_too_long(field, &format!("at least {tokens_min}"), seq_len_max)
}

/// Checks the number and length of stop strings.
///
/// # Errors
/// 400 naming `stop`.
pub fn stop_strings(strings: Vec<String>) -> Result<Arc<StopStrings>, ApiError> {
    if strings.len() > STOP_STRINGS_MAX {
        let message =
            format!("`stop` holds {} strings, at most {STOP_STRINGS_MAX} are taken", strings.len());
        return Err(ApiError::param("stop", message));
    }
    if strings.iter().any(|s| s.len() > STOP_STRING_BYTES_MAX) {
        let message = format!("a string of `stop` is longer than {STOP_STRING_BYTES_MAX} bytes");
        return Err(ApiError::param("stop", message));
    }
    StopStrings::new(strings).map(Arc::new).map_err(|e| ApiError::param("stop", e.to_string()))
}

/// Checks the number of stop tokens and that each is in the vocabulary.
///
/// # Errors
/// 400 naming `stop_token_ids` or its entry.
pub fn stop_token_ids(ids: Vec<TokenId>, vocab_size: u32) -> Result<Vec<TokenId>, ApiError> {
    if ids.len() > STOP_TOKENS_MAX {
        let message = format!(
            "`stop_token_ids` has {} entries, at most {STOP_TOKENS_MAX} are taken",
            ids.len()
        );
        return Err(ApiError::param("stop_token_ids", message));
    }
    if let Some(i) = ids.iter().position(|id| *id >= vocab_size) {
        let message = format!("token id {} is outside the vocabulary of {vocab_size}", ids[i]);
        return Err(ApiError::param(format!("stop_token_ids[{i}]"), message));
    }
    Ok(ids)
}

/// Checks the length of a cache salt.
///
/// # Errors
/// 400 naming `cache_salt`.
pub fn cache_salt(salt: String) -> Result<String, ApiError> {
    if salt.is_empty() || salt.len() > CACHE_SALT_BYTES_MAX {
        let bytes = salt.len();
        let message =
            format!("`cache_salt` must have 1 to {CACHE_SALT_BYTES_MAX} bytes, but has {bytes}");
        return Err(ApiError::param("cache_salt", message));
    }
    Ok(salt)
}

/// The instant `after_ms` milliseconds from now.
///
/// # Errors
/// 400 naming `atlas.deadline_ms` for 0 and for times out of range.
pub fn deadline(after_ms: Option<u64>) -> Result<Option<Instant>, ApiError> {
    let Some(ms) = after_ms else { return Ok(None) };
    let at = Instant::now().checked_add(Duration::from_millis(ms)).filter(|_| ms > 0);
    at.map(Some).ok_or_else(|| {
        ApiError::param(
            "atlas.deadline_ms",
            "`deadline_ms` must be a positive number of milliseconds",
        )
    })
}
