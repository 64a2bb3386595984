//! What a recording holds. `docs/guide/replay.md` describes the file.

use crate::ids::Origin;
use atlas_core::TokenId;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// Version of the format; others are refused.
pub const FORMAT: u32 = 1;

/// One request, from its body to the last event.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    /// [`FORMAT`].
    pub atlas_recording: u32,
    /// How the server was started; its meaning is the binary's.
    pub setup: Box<RawValue>,
    /// Path of the route that was asked.
    pub route: String,
    pub origin: Origin,
    /// The body as it came. Headers are never kept.
    pub request: Box<RawValue>,
    /// What of earlier responses the request referred to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prior: Option<Prior>,
    pub prompts: Vec<RecordedPrompt>,
    pub choices: Vec<RecordedChoice>,
    /// In the order in which they were sent; those of a whole answer are one.
    pub events: Vec<RecordedEvent>,
    /// Later events did not fit and are missing.
    #[serde(default)]
    pub events_cut: bool,
    pub outcome: Outcome,
    /// What the clock said when the answer ended, if it was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_unix_seconds: Option<u64>,
}

/// How a request ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// All of the answer was sent.
    Complete,
    /// The model or the server failed on it.
    Failed,
    /// The client left or stopped reading, or the server was stopped.
    Cancelled,
}

/// Stored items that a request of the Responses API referred to, as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prior {
    pub previous_response_id: Option<String>,
    /// The conversation up to its end.
    pub conversation: Vec<Value>,
    /// Items named one by one.
    pub referenced: Vec<Value>,
}

/// A prompt as the model got it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedPrompt {
    pub tokens: Vec<TokenId>,
    /// Every sampling setting, with defaults resolved; the seed is that of the first choice.
    pub sampling: Map<String, Value>,
    /// Whether the form of the answer was prescribed.
    pub constrained: bool,
}

/// One answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedChoice {
    /// Index of its prompt.
    pub prompt: u32,
    pub seed: u64,
    /// As far as they were read before the answer ended.
    pub tokens: Vec<TokenId>,
    /// How it ended; an answer that was cancelled or failed did not.
    pub end: Option<RecordedEnd>,
}

/// The end of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedEnd {
    pub reason: String,
    pub detail: String,
    /// Tokens of the prompt whose state was there already; a replay says the same.
    pub cached_tokens: u64,
    /// Tokens of the prompt that were computed and stored for later requests.
    #[serde(default)]
    pub stored_tokens: u64,
}

/// Bytes sent to the client, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedEvent {
    /// The choice it belongs to; events of the whole answer belong to none. The order between
    /// choices is that of the day.
    pub choice: Option<u32>,
    pub data: String,
}
