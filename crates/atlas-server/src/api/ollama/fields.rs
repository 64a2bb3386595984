//! Field tables of Ollama's API.

use crate::api::fields::{Field, harmless, instead, used};

const OPTIONS: &str = "send it in `options`";
const IMAGES: &str = "this model reads text only; leave it out";

/// Fields of `/api/chat` and `/api/generate`.
pub const COMMON: &[Field] = &[
    used("model"),
    used("stream"),
    used("format"),
    used("think"),
    used("options"),
    used("speculate"),
    harmless("keep_alive"),
    instead("logprobs", &["false"], "send it to /v1/chat/completions"),
    instead("top_logprobs", &["0"], "send it to /v1/chat/completions"),
    instead("images", &["[]"], IMAGES),
    instead("temperature", &[], OPTIONS),
    instead("top_p", &[], OPTIONS),
    instead("top_k", &[], OPTIONS),
    instead("min_p", &[], OPTIONS),
    instead("seed", &[], OPTIONS),
    instead("stop", &[], OPTIONS),
    instead("num_predict", &[], OPTIONS),
    instead("repeat_penalty", &[], OPTIONS),
    instead("max_tokens", &[], "send `num_predict` in `options`"),
    instead("response_format", &[], "send `format`"),
    instead("tool_choice", &["\"auto\""], "send it to /v1/chat/completions"),
];

/// Fields of `/api/chat` beside [`COMMON`].
pub const CHAT: &[Field] = &[
    used("messages"),
    used("tools"),
    instead("prompt", &["\"\""], "send `messages`"),
    instead("system", &["\"\""], "send a message of role `system`"),
    instead("template", &["\"\""], "the model's own template is used; leave it out"),
];

/// Fields of `/api/generate` beside [`COMMON`].
pub const GENERATE: &[Field] = &[
    used("prompt"),
    used("system"),
    used("raw"),
    instead("suffix", &["\"\""], "this model does not fill in the middle; leave it out"),
    instead("template", &["\"\""], "the model's own template is used; leave it out"),
    instead("context", &["[]"], "send the conversation to /api/chat"),
    instead("messages", &["[]"], "send it to /api/chat"),
    instead("tools", &["[]"], "send it to /api/chat"),
];

/// Members of `options` that change no answer: they place or load a model.
pub const OPTIONS_WITHOUT_EFFECT: [&str; 14] = [
    "num_keep",
    "num_batch",
    "num_gpu",
    "main_gpu",
    "num_thread",
    "num_gqa",
    "numa",
    "low_vram",
    "f16_kv",
    "use_mmap",
    "use_mlock",
    "vocab_only",
    "logits_all",
    "embedding_only",
];

/// Members of `options` that are taken with these values only: samplers that are not here.
pub const NEUTRAL_OPTIONS: [(&str, &[f64]); 8] = [
    ("typical_p", &[1.0]),
    ("tfs_z", &[1.0]),
    ("mirostat", &[0.0]),
    ("penalty_last_n", &[-1.0]),
    ("dynatemp_range", &[0.0]),
    ("xtc_probability", &[0.0]),
    ("top_n_sigma", &[-1.0, 0.0]),
    ("dry_multiplier", &[0.0]),
];
