//! Settings of a request: its options checked, with defaults of profile and server.

use super::form::AnswerForm;
use super::guards::GuardLimits;
use super::limits::{self, in_range};
use super::options::GenerationOptions;
use super::sampling;
use crate::config::{SamplingDefaults, ServerConfig};
use crate::http::errors::ApiError;
use crate::ids::Origin;
use crate::served_model::ServedModel;
use atlas_core::{Priority, SamplingParams};
use atlas_text::{Dialect, StopStrings};
use std::sync::Arc;
use std::time::Instant;

/// Settings that all choices of a request share.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The name under which the client addressed the model.
    pub model: String,
    pub stream: bool,
    pub include_usage: bool,
    /// Choices per prompt.
    pub n: u32,
    /// `max_tokens` holds the requested length, or 0 for none; see [`Self::resolve_length`].
    pub sampling: SamplingParams,
    pub max_tokens: Option<u32>,
    /// Cut `max_tokens` to the room that the prompt leaves instead of refusing the request.
    pub cut_to_room: bool,
    /// Name of the field that holds `max_tokens`.
    pub max_tokens_field: &'static str,
    pub stops: Arc<StopStrings>,
    pub include_stop: bool,
    pub skip_special: bool,
    pub return_token_ids: bool,
    pub add_special_tokens: Option<bool>,
    pub priority: Priority,
    /// Drafts in a step at most; `None`: as many as the engine verifies.
    pub drafts: Option<u32>,
    pub deadline: Option<Instant>,
    /// List interventions with each choice.
    pub interventions: bool,
    /// The answer ends with this many complete calls.
    pub calls_max: Option<usize>,
    /// Limit of the reasoning in tokens.
    pub thinking_budget: Option<u32>,
    /// The field that set the limit, if the request did.
    pub thinking_budget_field: Option<&'static str>,
    /// The guards that the request sets; [`Self::guards`] adds those of the profile.
    pub own_guards: GuardLimits,
    /// The parser of tool calls that the request names.
    pub dialect: Option<Dialect>,
    pub form: AnswerForm,
    /// Only requests with the same salt share cached prefixes.
    pub cache_salt: Option<String>,
}

impl Settings {
    /// Checks `options` and takes missing ones from `preset` and the server's configuration.
    ///
    /// # Errors
    /// 400 naming the field, 404 for an unknown model.
    pub fn new(
        options: GenerationOptions,
        model: &ServedModel,
        preset: &SamplingDefaults,
        origin: Origin,
    ) -> Result<Self, ApiError> {
        let config = model.config();
        let sampling = sampling::resolve(&options, model, preset, origin)?;
        if options.stream && options.prompt_logprobs.is_some() {
            let message = "`prompt_logprobs` is not available in streams";
            return Err(ApiError::param("prompt_logprobs", message));
        }
        let n = in_range("n", options.n.unwrap_or(1), 1, limits::CHOICES_MAX)?;
        let dialect = options.tool_call_parser.map(|name| name.parse::<Dialect>());
        let dialect = dialect
            .transpose()
            .map_err(|e| ApiError::param("atlas.tool_call_parser", e.to_string()))?;
        Ok(Self {
            model: model_name(options.model, config)?,
            stream: options.stream,
            include_usage: options.include_usage,
            n,
            sampling,
            max_tokens: options.max_tokens,
            cut_to_room: options.cut_to_room,
            max_tokens_field: options.max_tokens_field.unwrap_or("max_tokens"),
            stops: limits::stop_strings(options.stop)?,
            include_stop: options.include_stop,
            skip_special: options.skip_special_tokens.unwrap_or(true),
            return_token_ids: options.return_token_ids,
            add_special_tokens: options.add_special_tokens,
            priority: Priority(options.priority.unwrap_or(0)),
            drafts: options.drafts,
            deadline: limits::deadline(options.deadline_ms)?,
            interventions: options.interventions,
            calls_max: None,
            thinking_budget: config.thinking_budget,
            thinking_budget_field: None,
            own_guards: options.guards.checked()?,
            dialect,
            form: AnswerForm::default(),
            cache_salt: options.cache_salt.map(limits::cache_salt).transpose()?,
        })
    }

    /// The guards of an answer: those of the request, then those of `profile`. A grammar that ends
    /// the answer (`constrained`) may prescribe repetition, so there the profile's limit of
    /// repetition does not apply.
    pub fn guards(&self, profile: GuardLimits, constrained: bool) -> GuardLimits {
        let repetition = profile.repetition.filter(|_| !constrained);
        self.own_guards.or(GuardLimits { repetition, ..profile }).effective()
    }

    /// The sampling parameters for a prompt of `prompt_tokens` tokens that came from the field
    /// `prompt_field`; `default` is the answer's length if none is requested.
    ///
    /// # Errors
    /// Those of [`limits::answer_length`]; 400 if `min_tokens` exceeds the length.
    pub fn resolve_length(
        &self,
        prompt_tokens: usize,
        default: Option<u32>,
        seq_len_max: u32,
        prompt_field: &str,
    ) -> Result<SamplingParams, ApiError> {
        let max_tokens = limits::answer_length(
            (prompt_tokens, prompt_field),
            (self.max_tokens, self.max_tokens_field),
            self.cut_to_room,
            default,
            seq_len_max,
        )?;
        let min_tokens = self.sampling.min_tokens;
        if min_tokens > max_tokens {
            let message =
                format!("`min_tokens` is {min_tokens}, above the {max_tokens} tokens at most");
            return Err(ApiError::param("min_tokens", message));
        }
        Ok(SamplingParams { max_tokens, ..self.sampling.clone() })
    }
}

fn model_name(name: Option<String>, config: &ServerConfig) -> Result<String, ApiError> {
    match name {
        None => Ok(config.model_name().to_owned()),
        Some(name) if config.served_model_names.contains(&name) => Ok(name),
        Some(name) => Err(ApiError::model_not_found(&name)),
    }
}

/// Checks that the server serves `model`.
///
/// # Errors
/// 404 for an unknown model.
pub fn check_model(model: Option<String>, config: &ServerConfig) -> Result<(), ApiError> {
    model_name(model, config).map(|_| ())
}
