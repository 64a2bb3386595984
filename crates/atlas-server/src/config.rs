//! What the binary decides about serving.

use crate::generation::guards::GuardLimits;
use crate::http::auth::ApiKeys;
use crate::http::rate_limits::RateLimits;
use atlas_core::{DryParams, TokenId};
use atlas_text::{Dialect, ReasoningTags};
use serde_json::{Map, Value};
use std::time::Duration;

/// Most choices of one prompt (`n`).
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
/// Most alternatives per position (`top_logprobs`, `logprobs`, `prompt_logprobs`).
pub const TOP_LOGPROBS_MAX: u32 = 20;
/// Most entries of `dry_sequence_breakers`.
pub const DRY_BREAKERS_MAX: usize = 32;
/// Longest `cache_salt` in bytes.
pub const CACHE_SALT_BYTES_MAX: usize = 256;
/// Most JSON values in one free-form field (messages, tools, template arguments).
pub const JSON_VALUES_MAX: usize = 200_000;

/// Sampling where a request says nothing: from the checkpoint's generation config or the
/// family's profile.
#[derive(Clone, Debug, PartialEq)]
pub struct SamplingDefaults {
    pub temperature: f32,
    /// 0 keeps all.
    pub top_k: u32,
    pub top_p: f32,
    pub min_p: f32,
    pub presence_penalty: f32,
    pub frequency_penalty: f32,
    /// 1 is off.
    pub repetition_penalty: f32,
    pub dry: DryParams,
    /// Longest answer of a chat completion that asks for none; `None` is all that fits.
    pub max_tokens: Option<u32>,
}

impl Default for SamplingDefaults {
    fn default() -> Self {
        Self {
            temperature: 1.0,
            top_k: 0,
            top_p: 1.0,
            min_p: 0.0,
            presence_penalty: 0.0,
            frequency_penalty: 0.0,
            repetition_penalty: 1.0,
            dry: DryParams::default(),
            max_tokens: None,
        }
    }
}

/// How the served model writes what is no plain text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutputDefaults {
    /// `None`: calls in an answer stay text.
    pub dialect: Option<Dialect>,
    /// `None`: reasoning stays text.
    pub reasoning: Option<ReasoningTags>,
}

/// Settings of the HTTP side.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerConfig {
    /// Names a request may call the model; the first is the one responses and metrics use when a
    /// request names none. At least one.
    pub served_model_names: Vec<String>,
    /// Longest sequence, prompt and answer together, in tokens.
    pub seq_len_max: u32,
    /// Size of the logits row; token ids from outside must be below.
    pub vocab_size: u32,
    /// The model's own stop tokens.
    pub eos_token_ids: Vec<TokenId>,
    /// Presets of plain requests; completions take these too.
    pub sampling: SamplingDefaults,
    /// Presets of chats whose template arguments switch thinking on.
    pub sampling_thinking: SamplingDefaults,
    /// Presets of chats that show tools to the model; they win over those of thinking.
    pub sampling_tools: SamplingDefaults,
    pub output: OutputDefaults,
    /// Most tokens of reasoning unless a request says otherwise.
    pub thinking_budget: Option<u32>,
    /// Guards of all answers unless a request says otherwise.
    pub guards: GuardLimits,
    /// Variables of the chat template that requests need not set.
    pub template_kwargs: Map<String, Value>,
    pub body_bytes_max: usize,
    /// Of these a request must carry one; empty: none is needed.
    pub api_keys: ApiKeys,
    /// Of each key, or of each client's address where no key is needed.
    pub rate_limits: RateLimits,
    /// Refuse fields that no API defines instead of ignoring and counting them.
    pub strict_requests: bool,
    /// A client that takes nothing of its stream for this long is given up.
    pub client_stall_max: Duration,
    /// A body of which nothing arrives for this long is given up.
    pub body_stall_max: Duration,
    /// Interval of SSE comments that keep idle connections open.
    pub keep_alive: Duration,
    /// Most responses that `/v1/responses` keeps for later requests.
    pub responses_max: usize,
    /// Most bytes that these take, about; the oldest make room.
    pub responses_bytes_max: usize,
    /// Unix time of the model's `created` field, in seconds.
    pub created_unix_seconds: u64,
}

impl ServerConfig {
    /// Defaults for a model: no sampling presets, 32 MiB bodies, lenient about unknown fields,
    /// up to 1000 responses of 64 MiB together kept.
    pub fn new(served_model_name: impl Into<String>, seq_len_max: u32, vocab_size: u32) -> Self {
        Self {
            served_model_names: vec![served_model_name.into()],
            seq_len_max,
            vocab_size,
            eos_token_ids: Vec::new(),
            sampling: SamplingDefaults::default(),
            sampling_thinking: SamplingDefaults::default(),
            sampling_tools: SamplingDefaults::default(),
            output: OutputDefaults::default(),
            thinking_budget: None,
            guards: GuardLimits::default(),
            template_kwargs: Map::new(),
            body_bytes_max: 32 << 20,
            api_keys: ApiKeys::default(),
            rate_limits: RateLimits::default(),
            strict_requests: false,
            client_stall_max: Duration::from_secs(60),
            body_stall_max: Duration::from_secs(30),
            keep_alive: Duration::from_secs(15),
            responses_max: 1000,
            responses_bytes_max: 64 << 20,
            created_unix_seconds: crate::ids::unix_seconds(),
        }
    }

    /// The name used when a request gives none.
    pub fn model_name(&self) -> &str {
        self.served_model_names.first().map_or("", String::as_str)
    }
}
