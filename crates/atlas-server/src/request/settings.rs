//! From request fields to sampling parameters: ranges checked, defaults resolved.

use super::form::Prescribed;
use super::limits;
use crate::api::openai::types::request::CommonFields;
use crate::config::{self, SamplingDefaults, ServerConfig};
use crate::generation::guards::GuardLimits;
use crate::http::errors::ApiError;
use crate::ids::Origin;
use crate::state::AppState;
use atlas_core::{DryParams, LogprobsMode, Priority, SamplingParams, TokenId};
use atlas_text::{Dialect, StopStrings};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Logits divided by less than this leave the range of f32; the draw is greedy long before.
const TEMPERATURE_MIN: f32 = 1e-5;
/// As for the temperature: a penalty divides logits too.
const REPETITION_PENALTY_MIN: f64 = 0.01;

/// What all choices of a request share.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The name the client used.
    pub model: String,
    pub stream: bool,
    pub include_usage: bool,
    pub n: u32,
    /// `max_tokens` holds the request's wish or 0 if it has none; see [`Self::resolve_length`].
    pub sampling: SamplingParams,
    pub max_tokens: Option<u32>,
    /// Cut `max_tokens` to the room the prompt leaves instead of refusing the request.
    pub cut_to_room: bool,
    /// Name of the field that holds `max_tokens`.
    pub max_tokens_field: &'static str,
    pub stops: Arc<StopStrings>,
    pub include_stop: bool,
    pub skip_special: bool,
    pub return_token_ids: bool,
    pub add_special_tokens: Option<bool>,
    pub priority: Priority,
    pub deadline: Option<Instant>,
    /// List interventions with each choice.
    pub interventions: bool,
    /// The answer ends with this many complete calls.
    pub calls_max: Option<usize>,
    /// Most tokens of reasoning.
    pub thinking_budget: Option<u32>,
    /// The field that set it, if the request did.
    pub budget_field: Option<&'static str>,
    /// The guards that the request sets; [`Self::guards`] has those of the profile too.
    pub own_guards: GuardLimits,
    /// The request's own choice of a tool-call parser.
    pub dialect: Option<Dialect>,
    /// The form of the answer.
    pub prescribed: Prescribed,
    /// Only requests with the same one share cached prefixes.
    pub cache_salt: Option<String>,
}

impl Settings {
    /// Checks and resolves the fields of both endpoints.
    ///
    /// # Errors
    /// 400 naming the field, 404 for an unknown model.
    pub fn new(
        fields: CommonFields,
        state: &AppState,
        preset: &SamplingDefaults,
        origin: Origin,
    ) -> Result<Self, ApiError> {
        let config = state.config();
        let sampling = sampling(&fields, state, preset, origin)?;
        let stream = fields.stream.unwrap_or(false);
        if fields.stream_options.is_some() && !stream {
            let message = "`stream_options` is only allowed with `stream: true`";
            return Err(ApiError::param("stream_options", message));
        }
        if stream && fields.prompt_logprobs.is_some() {
            let message = "`prompt_logprobs` is not available in streams";
            return Err(ApiError::param("prompt_logprobs", message));
        }
        let n = fields.n.unwrap_or(1);
        in_range("n", n, 1, config::CHOICES_MAX)?;
        let atlas = fields.atlas.unwrap_or_default();
        let dialect = atlas.tool_call_parser.map(|name| name.parse::<Dialect>());
        let dialect = dialect
            .transpose()
            .map_err(|e| ApiError::param("atlas.tool_call_parser", e.to_string()))?;
        Ok(Self {
            model: model_name(fields.model, config)?,
            stream,
            include_usage: fields.stream_options.and_then(|o| o.include_usage).unwrap_or(false),
            n,
            sampling,
            max_tokens: fields.max_tokens,
            cut_to_room: false,
            max_tokens_field: "max_tokens",
            stops: stop_strings(fields.stop.map(|s| s.0).unwrap_or_default())?,
            include_stop: fields.include_stop_str_in_output.unwrap_or(false),
            skip_special: fields.skip_special_tokens.unwrap_or(true),
            return_token_ids: fields.return_token_ids.unwrap_or(false),
            add_special_tokens: fields.add_special_tokens,
            priority: Priority(fields.priority.unwrap_or(0)),
            deadline: deadline(atlas.deadline_ms)?,
            interventions: atlas.interventions.unwrap_or(false),
            calls_max: None,
            thinking_budget: config.thinking_budget,
            budget_field: None,
            own_guards: limits::guards(fields.repetition_detection, atlas.guards)?,
            dialect,
            prescribed: Prescribed::default(),
            cache_salt: fields.cache_salt.map(cache_salt).transpose()?,
        })
    }

    /// The guards of an answer: the request's over the profile's. `held`: the answer has a form
    /// that ends it, which may well repeat itself; there only the request's own wish counts.
    pub fn guards(&self, profile: GuardLimits, held: bool) -> GuardLimits {
        let repetition = profile.repetition.filter(|_| !held);
        self.own_guards.over(GuardLimits { repetition, ..profile }).effective()
    }

    /// The sampling parameters of a prompt with `prompt_tokens` tokens. `default` is the length of
    /// an answer that asks for none; `prompt_field` names where the prompt came from.
    ///
    /// # Errors
    /// 400 if the prompt leaves no room or less than was asked for.
    pub fn resolve_length(
        &self,
        prompt_tokens: usize,
        default: Option<u32>,
        seq_len_max: u32,
        prompt_field: &str,
    ) -> Result<SamplingParams, ApiError> {
        let room = (seq_len_max as usize).saturating_sub(prompt_tokens) as u32;
        if room == 0 {
            let message = format!(
                "This model's longest sequence is {seq_len_max} tokens, prompt and answer \
                 together; the prompt has {prompt_tokens} tokens"
            );
            return Err(ApiError::param(prompt_field, message).with_code("context_length_exceeded"));
        }
        let field = self.max_tokens_field;
        let max_tokens = match self.max_tokens {
            Some(wish) if wish > room && !self.cut_to_room => {
                let message = format!(
                    "`{field}` is {wish}, but this model's longest sequence is {seq_len_max} \
                     tokens and the prompt has {prompt_tokens}, which leaves {room}"
                );
                return Err(ApiError::param(field, message));
            }
            Some(0) => return Err(ApiError::param(field, format!("`{field}` must be at least 1"))),
            Some(wish) => wish.min(room),
            None => default.unwrap_or(room).clamp(1, room),
        };
        let min_tokens = self.sampling.min_tokens;
        if min_tokens > max_tokens {
            let message =
                format!("`min_tokens` is {min_tokens}, above the {max_tokens} tokens at most");
            return Err(ApiError::param("min_tokens", message));
        }
        Ok(SamplingParams { max_tokens, ..self.sampling.clone() })
    }
}

fn cache_salt(salt: String) -> Result<String, ApiError> {
    let most = config::CACHE_SALT_BYTES_MAX;
    if salt.is_empty() || salt.len() > most {
        let message = format!("`cache_salt` must have 1 to {most} bytes, but has {}", salt.len());
        return Err(ApiError::param("cache_salt", message));
    }
    Ok(salt)
}

fn model_name(name: Option<String>, config: &ServerConfig) -> Result<String, ApiError> {
    match name {
        None => Ok(config.model_name().to_owned()),
        Some(name) if config.served_model_names.contains(&name) => Ok(name),
        Some(name) => Err(ApiError::model_not_found(&name)),
    }
}

/// Whether a request may name `model`.
///
/// # Errors
/// 404 for an unknown model.
pub fn check_model(model: Option<String>, config: &ServerConfig) -> Result<(), ApiError> {
    model_name(model, config).map(|_| ())
}

fn in_range<T: PartialOrd + std::fmt::Display>(
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

fn sampling(
    f: &CommonFields,
    state: &AppState,
    preset: &SamplingDefaults,
    origin: Origin,
) -> Result<SamplingParams, ApiError> {
    let config = state.config();
    let repetition_penalty = number(
        "repetition_penalty",
        f.repetition_penalty,
        (REPETITION_PENALTY_MIN, 10.0),
        preset.repetition_penalty,
    )?;
    let temperature = number("temperature", f.temperature, (0.0, 2.0), preset.temperature)?;
    let penalty = (-2.0, 2.0);
    Ok(SamplingParams {
        temperature: if temperature < TEMPERATURE_MIN { 0.0 } else { temperature },
        top_k: top_k(f.top_k, preset.top_k)?,
        // Zero keeps only the most likely token, as does the smallest positive share.
        top_p: number("top_p", f.top_p, (0.0, 1.0), preset.top_p)?.max(f32::MIN_POSITIVE),
        min_p: number("min_p", f.min_p, (0.0, 1.0), preset.min_p)?,
        presence_penalty: number(
            "presence_penalty",
            f.presence_penalty,
            penalty,
            preset.presence_penalty,
        )?,
        frequency_penalty: number(
            "frequency_penalty",
            f.frequency_penalty,
            penalty,
            preset.frequency_penalty,
        )?,
        repetition_penalty,
        dry: dry(f, state, &preset.dry)?,
        logit_bias: logit_bias(f, config.vocab_size)?,
        seed: f.seed.map_or_else(|| origin.seed(), |s| s.0),
        logprobs: LogprobsMode::Off,
        prompt_logprobs: logprobs_mode("prompt_logprobs", f.prompt_logprobs)?,
        stop_token_ids: stop_token_ids(f, config.vocab_size)?,
        ignore_eos: f.ignore_eos.unwrap_or(false),
        min_tokens: f.min_tokens.unwrap_or(0),
        max_tokens: f.max_tokens.unwrap_or(0),
    })
}

/// The mode for a field that counts alternatives.
///
/// # Errors
/// 400 above the limit.
pub fn logprobs_mode(name: &str, count: Option<u32>) -> Result<LogprobsMode, ApiError> {
    match count {
        None => Ok(LogprobsMode::Off),
        Some(k) => in_range(name, k, 0, config::TOP_LOGPROBS_MAX).map(LogprobsMode::Top),
    }
}

fn top_k(value: Option<i64>, default: u32) -> Result<u32, ApiError> {
    match value {
        None => Ok(default),
        Some(-1) => Ok(0),
        Some(k) => in_range("top_k", k, 0, i64::from(u32::MAX)).map(|k| k as u32),
    }
}

fn dry(f: &CommonFields, state: &AppState, preset: &DryParams) -> Result<DryParams, ApiError> {
    let mut multiplier =
        number("dry_multiplier", f.dry_multiplier, (0.0, 100.0), preset.multiplier)?;
    let base = number("dry_base", f.dry_base, (1.0, 10.0), preset.base)?;
    let range = match (f.dry_range, f.dry_penalty_last_n) {
        (Some(range), _) => range,
        (None, Some(-1)) => 0,
        (None, Some(0)) => {
            multiplier = 0.0;
            0
        }
        (None, Some(n)) => in_range("dry_penalty_last_n", n, -1, i64::from(u32::MAX))? as u32,
        (None, None) => preset.range,
    };
    let breakers = match &f.dry_sequence_breakers {
        Some(strings) if strings.len() > config::DRY_BREAKERS_MAX => {
            let message =
                format!("`dry_sequence_breakers` holds more than {}", config::DRY_BREAKERS_MAX);
            return Err(ApiError::param("dry_sequence_breakers", message));
        }
        Some(strings) if multiplier > 0.0 => state.tokens_containing(strings),
        None if multiplier > 0.0 && preset.breakers.is_empty() => state.default_breakers(),
        Some(_) => Vec::new(),
        None => preset.breakers.clone(),
    };
    let allowed_length = f.dry_allowed_length.unwrap_or(preset.allowed_length);
    Ok(DryParams { multiplier, base, allowed_length, range, breakers })
}

fn logit_bias(f: &CommonFields, vocab_size: u32) -> Result<Vec<(TokenId, f32)>, ApiError> {
    let Some(map) = &f.logit_bias else { return Ok(Vec::new()) };
    if map.len() > config::LOGIT_BIAS_MAX {
        let message = format!(
            "`logit_bias` has {} entries, at most {} are taken",
            map.len(),
            config::LOGIT_BIAS_MAX
        );
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
    // One entry a token: "7" and "07" are the same one.
    bias.sort_by_key(|(token, _)| *token);
    bias.dedup_by_key(|(token, _)| *token);
    Ok(bias)
}

fn stop_token_ids(f: &CommonFields, vocab_size: u32) -> Result<Vec<TokenId>, ApiError> {
    let ids = f.stop_token_ids.clone().unwrap_or_default();
    if ids.len() > config::STOP_TOKENS_MAX {
        let message = format!(
            "`stop_token_ids` has {} entries, at most {} are taken",
            ids.len(),
            config::STOP_TOKENS_MAX
        );
        return Err(ApiError::param("stop_token_ids", message));
    }
    if let Some(i) = ids.iter().position(|id| *id >= vocab_size) {
        let message = format!("token id {} is outside the vocabulary of {vocab_size}", ids[i]);
        return Err(ApiError::param(format!("stop_token_ids[{i}]"), message));
    }
    Ok(ids)
}

fn stop_strings(strings: Vec<String>) -> Result<Arc<StopStrings>, ApiError> {
    if strings.len() > config::STOP_STRINGS_MAX {
        let message = format!(
            "`stop` holds {} strings, at most {} are taken",
            strings.len(),
            config::STOP_STRINGS_MAX
        );
        return Err(ApiError::param("stop", message));
    }
    if strings.iter().any(|s| s.len() > config::STOP_STRING_BYTES_MAX) {
        let message =
            format!("a string of `stop` is longer than {} bytes", config::STOP_STRING_BYTES_MAX);
        return Err(ApiError::param("stop", message));
    }
    StopStrings::new(strings).map(Arc::new).map_err(|e| ApiError::param("stop", e.to_string()))
}

fn deadline(after_ms: Option<u64>) -> Result<Option<Instant>, ApiError> {
    let Some(ms) = after_ms else { return Ok(None) };
    let at = Instant::now().checked_add(Duration::from_millis(ms)).filter(|_| ms > 0);
    at.map(Some).ok_or_else(|| {
        ApiError::param(
            "atlas.deadline_ms",
            "`deadline_ms` must be a positive number of milliseconds",
        )
    })
}
