//! Settings of the server, which the binary resolves from flags, profile and checkpoint.

use crate::api::sessions::SessionFolder;
use crate::http::auth::ApiKeys;
use crate::http::rate_limits::RateLimits;
use crate::request::guards::GuardLimits;
use atlas_core::{DryParams, TokenId};
use atlas_text::grammar::CompileLimits;
use atlas_text::{Dialect, ReasoningTags};
use serde_json::{Map, Value};
use std::time::Duration;

/// Sampling parameters of requests that name none, from the checkpoint's generation config or the
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
    /// Default length of a chat answer in tokens; `None` is all that fits.
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

/// The model's syntax for reasoning and tool calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutputDefaults {
    /// Syntax of tool calls; with `None` calls in an answer stay text.
    pub dialect: Option<Dialect>,
    /// Tags around the reasoning; with `None` reasoning stays text.
    pub reasoning: Option<ReasoningTags>,
}

/// Facts of the model that lists of models show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelCard {
    /// The family's `model_type`.
    pub family: String,
    pub parameter_count: u64,
    /// The count in short: `7.84 M`, `30.5 B`.
    pub parameters: String,
    /// Format of the weight files: `safetensors` or `gguf`.
    pub format: String,
    /// Stored type of the weights, such as `BF16`, `F16`, `F32` or `Q4_K_M`.
    pub stored_type: String,
    /// Bytes of all weights in memory.
    pub weight_bytes: u64,
    /// SHA-256 of what the card says and the first name, in hex: no two models of different shape
    /// or name have the same. It says nothing of the values of the weights.
    pub digest: String,
}

/// Settings of the HTTP side.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerConfig {
    /// Names under which requests address the model, at least one. Responses and metrics use the
    /// first if a request names none.
    pub served_model_names: Vec<String>,
    /// Longest sequence, prompt and answer together, in tokens.
    pub seq_len_max: u32,
    /// Size of the logits row; token ids of requests must be smaller.
    pub vocab_size: u32,
    /// The model's own stop tokens.
    pub eos_token_ids: Vec<TokenId>,
    /// Presets of requests without thinking and tools, completions included.
    pub sampling: SamplingDefaults,
    /// Presets of chats whose template variables enable thinking.
    pub sampling_thinking: SamplingDefaults,
    /// Presets of chats with tools; they take precedence over those of thinking.
    pub sampling_tools: SamplingDefaults,
    pub output: OutputDefaults,
    /// Default limit of reasoning in tokens.
    pub thinking_budget: Option<u32>,
    /// Default guards.
    pub guards: GuardLimits,
    /// Default variables of the chat template.
    pub template_kwargs: Map<String, Value>,
    pub body_bytes_max: usize,
    /// Limits of compiling the forms of answers.
    pub compile: CompileLimits,
    /// Most bytes of the bodies of all requests together, at least `body_bytes_max`.
    pub bodies_bytes_max: usize,
    /// A request must carry one of these keys, unless there are none.
    pub api_keys: ApiKeys,
    /// Limits of each key, or of each client address on a server without keys.
    pub rate_limits: RateLimits,
    /// Serve `/debug/...`: the engine at work, the model, and what was cached for requests.
    pub debug_endpoints: bool,
    /// Refuse unknown fields instead of ignoring and counting them.
    pub strict_requests: bool,
    /// Longest time for which a client may read nothing of its stream; then the request ends.
    pub client_stall_max: Duration,
    /// Longest time in which not 64 KiB more of a body arrive, nor the rest of it; then the
    /// request is refused.
    pub body_stall_max: Duration,
    /// Interval of SSE comments that keep idle connections open.
    pub keep_alive: Duration,
    /// Most responses that `/v1/responses` stores for later requests.
    pub responses_max: usize,
    /// Approximate limit of their bytes; the oldest are dropped first.
    pub responses_bytes_max: usize,
    /// Where sessions are kept; `None` where they are not.
    pub sessions: Option<SessionFolder>,
    pub card: ModelCard,
    /// `created` field of the model: Unix time in seconds.
    pub created_unix_seconds: u64,
}

impl ServerConfig {
    /// Defaults for a model: no sampling presets, bodies up to 32 MiB, unknown fields ignored, up
    /// to 1000 stored responses of 64 MiB together.
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
            compile: CompileLimits::default(),
            bodies_bytes_max: 256 << 20,
            api_keys: ApiKeys::default(),
            rate_limits: RateLimits::default(),
            debug_endpoints: false,
            strict_requests: false,
            client_stall_max: Duration::from_secs(60),
            body_stall_max: Duration::from_secs(30),
            keep_alive: Duration::from_secs(15),
            responses_max: 1000,
            responses_bytes_max: 64 << 20,
            sessions: None,
            card: ModelCard::default(),
            created_unix_seconds: crate::ids::unix_seconds(),
        }
    }

    /// The name of the model for requests that give none.
    pub fn model_name(&self) -> &str {
        self.served_model_names.first().map_or("", String::as_str)
    }
}
