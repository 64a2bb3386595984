//! The content of a recording. `docs/guide/replay.md` describes the file.

use crate::ids::Origin;
use atlas_core::{LogprobsMode, SamplingParams, TokenId};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

/// Version of the format; files of other versions are refused.
pub const FORMAT: u32 = 1;

/// One request, from its body to the last event.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    /// [`FORMAT`].
    pub atlas_recording: u32,
    /// Start-up settings of the server, in the binary's own form.
    pub setup: Box<RawValue>,
    /// Path of the route.
    pub route: String,
    pub origin: Origin,
    /// The body as it arrived. Headers are never recorded.
    pub request: Box<RawValue>,
    /// Items of earlier responses that the request referred to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prior: Option<Prior>,
    pub prompts: Vec<RecordedPrompt>,
    pub choices: Vec<RecordedChoice>,
    /// Events in the order in which they were sent; an answer that is not streamed is one event.
    pub events: Vec<RecordedEvent>,
    /// Whether later events are missing because they did not fit.
    #[serde(default)]
    pub events_cut: bool,
    pub outcome: Outcome,
    /// Unix time at the end of the answer, in seconds, if the answer contains it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_unix_seconds: Option<u64>,
}

/// The outcome of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The whole answer was sent.
    Complete,
    /// The model or the server failed.
    Failed,
    /// The client left or stopped reading, or the server was stopped.
    Cancelled,
}

/// Stored items that a request of the Responses API referred to, as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prior {
    pub previous_response_id: Option<String>,
    /// The conversation up to the end of that response.
    pub conversation: Vec<Value>,
    /// Items that the request referred to by their ids.
    pub referenced: Vec<Value>,
}

/// A prompt as the model received it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedPrompt {
    pub tokens: Vec<TokenId>,
    /// Every sampling parameter, with defaults resolved; the seed is that of the first choice.
    pub sampling: Map<String, Value>,
    /// Whether a grammar constrained the answer.
    pub constrained: bool,
}

impl RecordedPrompt {
    /// A prompt with its resolved sampling parameters.
    pub fn new(tokens: Vec<TokenId>, params: &SamplingParams, constrained: bool) -> Self {
        Self { tokens, sampling: sampling_json(params), constrained }
    }
}

/// One answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedChoice {
    /// Index of its prompt.
    pub prompt: u32,
    pub seed: u64,
    /// Tokens that were read before the answer ended.
    pub tokens: Vec<TokenId>,
    /// Its end; `None` if the answer was cancelled or failed.
    pub end: Option<RecordedEnd>,
}

/// The end of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedEnd {
    pub reason: String,
    pub detail: String,
    /// Prompt tokens whose state was cached; a replay reports the same number.
    pub cached_tokens: u64,
    /// Prompt tokens that were computed and stored for later requests.
    #[serde(default)]
    pub stored_tokens: u64,
}

/// Bytes sent to the client, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedEvent {
    /// The choice it belongs to, or `None` for events of the whole answer. The order of events of
    /// different choices may differ from run to run.
    pub choice: Option<u32>,
    pub data: String,
}

/// Every sampling parameter by its name.
fn sampling_json(params: &SamplingParams) -> Map<String, Value> {
    // Destructured, so that a new parameter cannot be left out.
    let SamplingParams {
        temperature,
        top_k,
        top_p,
        min_p,
        presence_penalty,
        frequency_penalty,
        repetition_penalty,
        dry,
        logit_bias,
        seed,
        logprobs,
        prompt_logprobs,
        stop_token_ids,
        ignore_eos,
        min_tokens,
        max_tokens,
    } = params;
    let count = |mode: &LogprobsMode| match mode {
        LogprobsMode::Off => None,
        LogprobsMode::Top(k) => Some(*k),
    };
    let all = json!({
        "temperature": temperature, "top_k": top_k, "top_p": top_p, "min_p": min_p,
        "presence_penalty": presence_penalty, "frequency_penalty": frequency_penalty,
        "repetition_penalty": repetition_penalty,
        "dry_multiplier": dry.multiplier, "dry_base": dry.base,
        "dry_allowed_length": dry.allowed_length, "dry_range": dry.range,
        "dry_breakers": dry.breakers,
        "logit_bias": logit_bias, "seed": seed,
        "logprobs": count(logprobs), "prompt_logprobs": count(prompt_logprobs),
        "stop_token_ids": stop_token_ids, "ignore_eos": ignore_eos,
        "min_tokens": min_tokens, "max_tokens": max_tokens,
    });
    match all {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}
