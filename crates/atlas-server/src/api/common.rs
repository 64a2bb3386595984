//! Fields that several dialects share, and their conversion into options.

use super::schema::{
    FormatParam, ResponseFormatParam, SchemaOrTextParam, SpeculateParam, StopParam,
    StructuredOutputsParam,
};
use super::values::{Seed, Speculate, StopInput, object};
use crate::http::errors::ApiError;
use crate::request::guards::GuardLimits;
use crate::request::limits::in_range;
use crate::request::options::GenerationOptions;
use crate::request::sampling::REPETITION_PENALTIES;
use atlas_core::TokenId;
use atlas_text::Repetition;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Fields of both generation endpoints.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct CommonFields {
    /// One of the served names; the first of them if absent.
    pub model: Option<String>,
    /// Send server-sent events as the answer is generated.
    pub stream: Option<bool>,
    #[serde(default, deserialize_with = "object")]
    pub stream_options: Option<StreamOptions>,
    /// Choices per prompt, 1 to 128. Choice `i` uses `seed + i`.
    pub n: Option<u32>,
    /// Most tokens to generate. Chat: all that fit if absent. Completions: 16.
    pub max_tokens: Option<u32>,
    /// No stop token is picked and no stop string looked for before this many tokens.
    pub min_tokens: Option<u32>,
    /// 0 (greedy) to 2; below 0.00001 counts as 0.
    pub temperature: Option<f64>,
    /// Keep the k most likely tokens; 0 or -1 keeps all.
    pub top_k: Option<i64>,
    /// 0 to 1.
    pub top_p: Option<f64>,
    /// 0 to 1.
    pub min_p: Option<f64>,
    /// -2 to 2.
    pub presence_penalty: Option<f64>,
    /// -2 to 2.
    pub frequency_penalty: Option<f64>,
    /// 0.01 to 10; 1 is off.
    pub repetition_penalty: Option<f64>,
    /// `repetition_penalty` under another name.
    pub repeat_penalty: Option<f64>,
    /// `max_tokens` under another name.
    pub max_new_tokens: Option<u32>,
    /// `max_tokens` under another name; -1 is all that fit.
    pub n_predict: Option<i64>,
    /// `max_tokens` under another name; -1 is all that fit.
    pub num_predict: Option<i64>,
    /// 0 (off) to 100.
    pub dry_multiplier: Option<f64>,
    /// 1 to 10.
    pub dry_base: Option<f64>,
    /// Repetitions up to this many tokens are free.
    pub dry_allowed_length: Option<u32>,
    /// Tokens looked back on; 0 is the whole sequence.
    pub dry_range: Option<u32>,
    /// The same in llama.cpp's convention: -1 is the whole sequence, 0 switches DRY off.
    pub dry_penalty_last_n: Option<i64>,
    /// A token whose text contains one of these ends a repetition.
    pub dry_sequence_breakers: Option<Vec<String>>,
    /// Token id (as a string) to a number from -100 to 100.
    pub logit_bias: Option<BTreeMap<String, f64>>,
    /// Any 64-bit integer. Random if absent.
    #[schema(value_type = Option<i64>)]
    pub seed: Option<Seed>,
    /// A string or up to 64 strings that end the answer and are not part of it.
    #[schema(value_type = Option<StopParam>)]
    pub stop: Option<StopInput>,
    /// Tokens that end the answer, beside the model's own.
    pub stop_token_ids: Option<Vec<TokenId>>,
    /// Keep the stop string or stop token that ended the answer in the text.
    pub include_stop_str_in_output: Option<bool>,
    /// Leave special tokens out of the text (default true).
    pub skip_special_tokens: Option<bool>,
    /// Go on after the model's own stop tokens.
    pub ignore_eos: Option<bool>,
    /// Log-probabilities of the prompt's tokens with this many alternatives (0 to 20).
    pub prompt_logprobs: Option<u32>,
    /// Add `prompt_token_ids` and each choice's `token_ids` to the response.
    pub return_token_ids: Option<bool>,
    /// Whether the tokenizer adds its own special tokens to the prompt. Chat: false, since the
    /// template writes them. Completions: true.
    pub add_special_tokens: Option<bool>,
    /// Larger runs first (default 0).
    pub priority: Option<i32>,
    /// Drafts that are verified in one step at most, where the server speculates: a number,
    /// `off`, or `auto` for the server's own. The answer is the same.
    #[schema(value_type = Option<SpeculateParam>)]
    pub speculate: Option<Speculate>,
    /// End the answer where it repeats itself.
    #[serde(default, deserialize_with = "object")]
    pub repetition_detection: Option<RepetitionFields>,
    /// Only requests with the same salt share cached prefixes: 1 to 256 bytes.
    pub cache_salt: Option<String>,
    /// Settings that only Atlas has.
    #[serde(default, deserialize_with = "object")]
    pub atlas: Option<AtlasOptions>,
}

/// Settings that only Atlas has.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AtlasOptions {
    /// The answer ends with `finish_reason` "length" this many milliseconds after the request
    /// arrived.
    pub deadline_ms: Option<u64>,
    /// List in each choice's `atlas.interventions` where the server did other than pass the answer
    /// on.
    pub interventions: Option<bool>,
    /// Format of tool calls in the answer, in place of the model's own.
    pub tool_call_parser: Option<String>,
    /// Limits at which the answer is ended.
    #[serde(default, deserialize_with = "object")]
    pub guards: Option<GuardFields>,
}

/// A pattern of tokens, repeated at the end of what was generated, ends the answer.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RepetitionFields {
    /// Tokens of the longest pattern, up to 1024 (default 64); 0 switches the guard off.
    pub max_pattern_size: Option<u32>,
    /// Tokens of the shortest pattern (default 2); 0 counts as 1.
    pub min_pattern_size: Option<u32>,
    /// Repetitions in a row, from 2 (default 3).
    #[schema(minimum = 2)]
    pub min_count: Option<u32>,
}

/// Limits in tokens, or calls, at which an answer is ended. 0 switches one off that the model's
/// profile sets.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GuardFields {
    /// A call that does not end.
    pub tool_body: Option<u32>,
    /// Text since the last call.
    pub prose_between_calls: Option<u32>,
    /// Everything but the reasoning.
    pub post_thinking: Option<u32>,
    /// In a row, with nothing to show to the client.
    pub held_back: Option<u32>,
    /// Calls that may come; the answer ends with the next one.
    pub calls: Option<u32>,
    /// Calls of one tool with the same arguments.
    pub repeated_calls: Option<u32>,
}

/// `stream_options`.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct StreamOptions {
    /// Send token counts in a last chunk without choices.
    pub include_usage: Option<bool>,
}

/// Fields that prescribe the form of an answer.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct FormFields {
    /// `{"type": "text" | "json_object"}` or `{"type": "json_schema", "json_schema": {"schema"}}`.
    #[schema(value_type = Option<ResponseFormatParam>)]
    pub response_format: Option<Value>,
    /// `{"json" | "regex" | "grammar" | "choice" | "json_object": ...}`, as in vLLM.
    #[schema(value_type = Option<StructuredOutputsParam>)]
    pub structured_outputs: Option<Value>,
    #[schema(value_type = Option<SchemaOrTextParam>)]
    pub guided_json: Option<Value>,
    #[schema(value_type = Option<String>)]
    pub guided_regex: Option<Value>,
    #[schema(value_type = Option<String>)]
    pub guided_grammar: Option<Value>,
    #[schema(value_type = Option<Vec<String>>)]
    pub guided_choice: Option<Value>,
    /// `guided_regex` under another name.
    #[schema(value_type = Option<String>)]
    pub regex: Option<Value>,
    /// `guided_json` under another name.
    #[schema(value_type = Option<SchemaOrTextParam>)]
    pub json_schema: Option<Value>,
    /// `"json"`, or `guided_json` under another name.
    #[schema(value_type = Option<FormatParam>)]
    pub format: Option<Value>,
}

/// The length that a request asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LengthFields {
    /// `None` is the default of the endpoint.
    pub tokens: Option<u32>,
    /// The field that holds it; `None` is `max_tokens`.
    pub field: Option<&'static str>,
    /// All that fit, and no more.
    pub cut_to_room: bool,
}

/// Returns the first field among `given` that holds a value, with its value.
///
/// # Errors
/// 400 naming a later field with another value: they mean the same.
pub fn only_one<T: Copy + PartialEq>(
    given: &[(&'static str, Option<T>)],
) -> Result<Option<(&'static str, T)>, ApiError> {
    let mut held = given.iter().filter_map(|(name, value)| Some((*name, (*value)?)));
    let first = held.next();
    if let Some((name, value)) = first
        && let Some((other, _)) = held.find(|(_, other)| *other != value)
    {
        let message = format!("`{other}` means the same as `{name}`; send one of them");
        return Err(ApiError::param(other, message));
    }
    Ok(first)
}

impl CommonFields {
    /// The length of the answer, whatever its field is called.
    ///
    /// # Errors
    /// 400 for two such fields, or for a number that is no length.
    pub fn length(&self) -> Result<LengthFields, ApiError> {
        let given = only_one(&[
            ("max_tokens", self.max_tokens.map(i64::from)),
            ("max_new_tokens", self.max_new_tokens.map(i64::from)),
            ("n_predict", self.n_predict),
            ("num_predict", self.num_predict),
        ])?;
        let Some((field, tokens)) = given else { return Ok(LengthFields::default()) };
        length_of(field, tokens)
    }

    /// The penalty of repetitions, whatever its field is called.
    fn repetition_penalty(&self) -> Result<Option<f64>, ApiError> {
        let given = only_one(&[
            ("repetition_penalty", self.repetition_penalty),
            ("repeat_penalty", self.repeat_penalty),
        ])?;
        let Some((field, penalty)) = given else { return Ok(None) };
        let (low, high) = REPETITION_PENALTIES;
        in_range(field, penalty, low, high).map(Some)
    }

    /// Converts the fields of chat completions, completions and responses.
    ///
    /// # Errors
    /// 400 for `stream_options` without `stream`.
    pub fn into_options(self) -> Result<GenerationOptions, ApiError> {
        let stream = self.stream.unwrap_or(false);
        if self.stream_options.is_some() && !stream {
            let message = "`stream_options` is only allowed with `stream: true`";
            return Err(ApiError::param("stream_options", message));
        }
        let length = self.length()?;
        let options = GenerationOptions {
            repetition_penalty: self.repetition_penalty()?,
            model: self.model,
            stream,
            include_usage: self.stream_options.and_then(|o| o.include_usage).unwrap_or(false),
            n: self.n,
            max_tokens: length.tokens,
            max_tokens_field: length.field,
            cut_to_room: length.cut_to_room,
            min_tokens: self.min_tokens,
            temperature: self.temperature,
            top_k: self.top_k,
            top_p: self.top_p,
            min_p: self.min_p,
            presence_penalty: self.presence_penalty,
            frequency_penalty: self.frequency_penalty,
            dry_multiplier: self.dry_multiplier,
            dry_base: self.dry_base,
            dry_allowed_length: self.dry_allowed_length,
            dry_range: self.dry_range,
            dry_penalty_last_n: self.dry_penalty_last_n,
            dry_sequence_breakers: self.dry_sequence_breakers,
            logit_bias: self.logit_bias,
            seed: self.seed.map(|seed| seed.0),
            stop: self.stop.map(|stop| stop.0).unwrap_or_default(),
            stop_token_ids: self.stop_token_ids.unwrap_or_default(),
            include_stop: self.include_stop_str_in_output.unwrap_or(false),
            skip_special_tokens: self.skip_special_tokens,
            ignore_eos: self.ignore_eos.unwrap_or(false),
            prompt_logprobs: self.prompt_logprobs,
            return_token_ids: self.return_token_ids.unwrap_or(false),
            add_special_tokens: self.add_special_tokens,
            priority: self.priority,
            drafts: self.speculate.and_then(|speculate| speculate.0),
            cache_salt: self.cache_salt,
            ..GenerationOptions::default()
        };
        Ok(extend(options, self.repetition_detection, self.atlas))
    }
}

/// A length in `field`, where -1 is all that fit.
///
/// # Errors
/// 400 for another number that is no length.
pub fn length_of(field: &'static str, tokens: i64) -> Result<LengthFields, ApiError> {
    let cut_to_room = tokens == -1;
    let tokens = if cut_to_room { i64::from(u32::MAX) } else { tokens };
    let tokens = in_range(field, tokens, 0, i64::from(u32::MAX))?;
    let tokens = u32::try_from(tokens).unwrap_or(u32::MAX);
    Ok(LengthFields { tokens: Some(tokens), field: Some(field), cut_to_room })
}

/// Adds the extensions that every dialect has to its options.
pub fn extend(
    options: GenerationOptions,
    repetition: Option<RepetitionFields>,
    atlas: Option<AtlasOptions>,
) -> GenerationOptions {
    let atlas = atlas.unwrap_or_default();
    let guards = atlas.guards.unwrap_or_default();
    GenerationOptions {
        deadline_ms: atlas.deadline_ms,
        interventions: atlas.interventions.unwrap_or(false),
        tool_call_parser: atlas.tool_call_parser,
        guards: GuardLimits {
            repetition: repetition.map(Repetition::from),
            tool_body: guards.tool_body,
            prose_between_calls: guards.prose_between_calls,
            post_thinking: guards.post_thinking,
            held_back: guards.held_back,
            calls: guards.calls,
            repeated_calls: guards.repeated_calls,
        },
        ..options
    }
}

impl From<RepetitionFields> for Repetition {
    fn from(given: RepetitionFields) -> Self {
        let unset = Self::default();
        Self {
            max_pattern_size: given.max_pattern_size.unwrap_or(unset.max_pattern_size),
            min_pattern_size: given.min_pattern_size.unwrap_or(unset.min_pattern_size),
            min_count: given.min_count.unwrap_or(unset.min_count),
        }
    }
}
