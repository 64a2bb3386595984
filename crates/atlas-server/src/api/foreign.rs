//! Fields of other servers that would change the answer and that no API here has, with the field
//! that says the same.

use super::fields::{Field, instead, only};

const LENGTH: &str = "send `max_tokens`";
const STOP: &str = "send `stop`, a list of strings";
const SAMPLER: &str = "this server has no such sampler; leave it out";
const BEAM: &str = "answers are sampled one by one; leave it out";
const GRAMMAR: &str =
    "send the grammar in Lark's notation as `structured_outputs: {\"grammar\": ...}`";
const IMAGES: &str = "this model reads text only; leave it out";
const TEMPLATE: &str = "the model's own template is used; leave it out";

/// Fields that every API refuses.
pub const FOREIGN: &[Field] = &[
    // vLLM.
    only("allowed_token_ids", &["[]"]),
    only("bad_words", &["[]"]),
    instead("use_beam_search", &["false"], BEAM),
    only("length_penalty", &["1", "1.0"]),
    only("logits_processors", &["[]"]),
    only("spaces_between_special_tokens", &["true"]),
    only("truncate_prompt_tokens", &[]),
    only("return_tokens_as_token_ids", &["false"]),
    only("guided_whitespace_pattern", &[]),
    only("kv_transfer_params", &["{}"]),
    only("vllm_xargs", &["{}"]),
    instead("guided_json_object", &["false"], "send `structured_outputs: {\"json_object\": true}`"),
    // SGLang.
    instead("ebnf", &["\"\""], GRAMMAR),
    instead("stop_regex", &["[]", "\"\""], STOP),
    instead("no_stop_trim", &["false"], "send `include_stop_str_in_output`"),
    instead("min_new_tokens", &["0"], "send `min_tokens`"),
    instead("sampling_seed", &[], "send `seed`"),
    instead("sampling_params", &["{}"], "send its members as fields of the request"),
    only("custom_logit_processor", &["\"\""]),
    only("custom_params", &["{}"]),
    only("lora_path", &["\"\""]),
    only("separate_reasoning", &["true"]),
    only("stream_reasoning", &["true"]),
    // llama.cpp.
    instead("grammar", &["\"\""], GRAMMAR),
    only("grammar_lazy", &["false"]),
    instead("repeat_last_n", &["-1"], "penalties look at the whole sequence; send -1"),
    instead("penalty_last_n", &["-1"], "penalties look at the whole sequence; send -1"),
    instead("t_max_predict_ms", &["0", "-1"], "send `atlas: {\"deadline_ms\": ...}`"),
    instead("n_probs", &["0"], "send `logprobs` and its number of alternatives"),
    instead("typical_p", &["1", "1.0"], SAMPLER),
    instead("typ_p", &["1", "1.0"], SAMPLER),
    instead("tfs_z", &["1", "1.0"], SAMPLER),
    instead("top_n_sigma", &["-1", "-1.0", "0"], SAMPLER),
    instead("xtc_probability", &["0", "0.0"], SAMPLER),
    instead("mirostat", &["0"], SAMPLER),
    instead("mirostat_mode", &["0"], SAMPLER),
    instead("dynatemp_range", &["0", "0.0"], SAMPLER),
    instead("samplers", &["[]"], "the order of samplers is fixed; leave it out"),
    instead("min_keep", &["0", "1"], SAMPLER),
    instead("n_indent", &["0"], "leave it out"),
    instead("lora", &["[]"], "this server has no adapters; leave it out"),
    instead("input_prefix", &["\"\""], "send it in `messages` or `prompt`"),
    instead("input_suffix", &["\"\""], "send it in `messages` or `prompt`"),
    instead("thinking_budget_tokens", &["-1"], "send `thinking_token_budget`"),
    only("reasoning_format", &["\"auto\"", "\"deepseek\""]),
    // text-generation-webui, TabbyAPI and Hugging Face.
    instead("top_a", &["0", "0.0"], SAMPLER),
    instead("smoothing_factor", &["0", "0.0"], SAMPLER),
    instead("epsilon_cutoff", &["0", "0.0"], SAMPLER),
    instead("eta_cutoff", &["0", "0.0"], SAMPLER),
    instead("penalty_alpha", &["0", "0.0"], SAMPLER),
    instead("no_repeat_ngram_size", &["0"], "send `repetition_detection` or `dry_multiplier`"),
    instead("encoder_repetition_penalty", &["1", "1.0"], SAMPLER),
    instead("repetition_penalty_range", &["0", "-1"], "penalties look at the whole sequence"),
    instead("guidance_scale", &["1", "1.0"], SAMPLER),
    instead("negative_prompt", &["\"\""], SAMPLER),
    instead("dynamic_temperature", &["false"], SAMPLER),
    instead("temperature_last", &["false"], SAMPLER),
    instead("do_sample", &["true"], "send `temperature: 0` for an answer without sampling"),
    instead("num_beams", &["1"], BEAM),
    instead("early_stopping", &["false"], BEAM),
    instead("num_return_sequences", &["1"], "send `n`"),
    instead("ban_eos_token", &["false"], "send `ignore_eos`"),
    instead("custom_token_bans", &["\"\""], "send `logit_bias`"),
    instead("max_length", &[], LENGTH),
    instead("max_tokens_to_sample", &[], LENGTH),
    instead("parameters", &["{}"], "send its members as fields of the request"),
    // Ollama.
    instead("options", &["{}"], "send its members as fields of the request, or use /api/chat"),
    instead("template", &["\"\""], TEMPLATE),
    instead("context", &["[]"], "send the conversation in `messages`"),
    instead("images", &["[]"], IMAGES),
    instead("raw", &["false"], "send the prompt to /v1/completions"),
    // Mistral, Cohere, Google and OpenRouter.
    instead("random_seed", &[], "send `seed`"),
    instead("safe_prompt", &["false"], "send a message of role `system`"),
    instead("models", &["[]"], "send one name in `model`"),
    instead("transforms", &["[]"], "prompts are never shortened; leave it out"),
    instead("plugins", &["[]"], "leave it out"),
    instead("maxOutputTokens", &[], LENGTH),
    instead("max_output_length", &[], LENGTH),
    instead("stopSequences", &["[]"], STOP),
    instead("generationConfig", &["{}"], "send its members as fields of the request"),
    instead("topP", &[], "send `top_p`"),
    instead("topK", &[], "send `top_k`"),
];

/// Fields that chat completions, completions and responses refuse beside [`FOREIGN`]; each is a
/// field of another API.
pub const FOREIGN_TO_OPENAI: &[Field] = &[
    instead("stop_sequences", &["[]"], STOP),
    instead("stop_sequence", &["[]", "\"\""], STOP),
    instead("stop_strings", &["[]"], STOP),
    instead("output_config", &["{}"], "send `response_format` or `reasoning_effort`"),
];

/// Fields of chat completions that the Messages API refuses beside [`FOREIGN`].
pub const FOREIGN_TO_MESSAGES: &[Field] = &[
    instead("stop", &["[]", "\"\""], "send `stop_sequences`"),
    instead("n", &["1"], "one answer is given"),
    instead("max_completion_tokens", &[], LENGTH),
    instead("max_output_tokens", &[], LENGTH),
    instead("max_new_tokens", &[], LENGTH),
    instead("n_predict", &[], LENGTH),
    instead("num_predict", &[], LENGTH),
    instead("min_tokens", &["0"], "leave it out"),
    instead("repeat_penalty", &["1", "1.0"], "send `repetition_penalty`"),
    instead("ignore_eos", &["false"], "leave it out"),
    instead("logit_bias", &["{}"], "send it to /v1/chat/completions"),
    instead("logprobs", &["false"], "send it to /v1/chat/completions"),
    instead("top_logprobs", &["0"], "send it to /v1/chat/completions"),
    instead("stop_token_ids", &["[]"], "send `stop_sequences`"),
    instead("response_format", &["{\"type\":\"text\"}"], "send `output_config.format`"),
    instead("structured_outputs", &["{}"], "send `output_config.format`"),
    instead("guided_json", &[], "send `output_config.format`"),
    instead("guided_regex", &[], "send it to /v1/chat/completions"),
    instead("guided_grammar", &[], "send it to /v1/chat/completions"),
    instead("guided_choice", &[], "send an `enum` in `output_config.format`"),
    instead("regex", &["\"\""], "send `guided_regex` to /v1/chat/completions"),
    instead("json_schema", &[], "send `output_config.format`"),
    instead("format", &["\"\""], "send `output_config.format`"),
    instead("parallel_tool_calls", &["true"], "send `tool_choice.disable_parallel_tool_use`"),
    instead("enable_thinking", &[], "send `thinking`"),
    instead("think", &[], "send `thinking`"),
    instead("reasoning", &[], "send `thinking`"),
    instead("reasoning_effort", &[], "send `thinking`"),
    instead("thinking_budget", &[], "send `thinking.budget_tokens`"),
    instead("thinking_token_budget", &["-1"], "send `thinking.budget_tokens`"),
    instead("functions", &["[]"], "send `tools`"),
    instead("continue_final_message", &["true"], "a last message of the assistant is continued"),
];
