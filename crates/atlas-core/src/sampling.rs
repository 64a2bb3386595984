//! Parameters by which the next token is picked, with every default resolved.

use crate::ids::TokenId;

/// "Don't repeat yourself" penalty: a token that would extend a repetition of at least
/// `allowed_length` tokens is lowered by `multiplier * base^(match_len - allowed_length)`.
/// Source: the DRY sampler as introduced by p-e-w in text-generation-webui (public description).
#[derive(Clone, Debug, PartialEq)]
pub struct DryParams {
    /// 0 switches the penalty off.
    pub multiplier: f32,
    pub base: f32,
    pub allowed_length: u32,
    /// Tokens looked back on; 0 means the whole sequence.
    pub range: u32,
    /// Tokens that end a match (newline, quotes, ...).
    pub breakers: Vec<TokenId>,
}

impl Default for DryParams {
    fn default() -> Self {
        Self { multiplier: 0.0, base: 1.75, allowed_length: 2, range: 0, breakers: Vec::new() }
    }
}

/// Whether log-probabilities are returned, and how many alternatives beside the chosen token.
/// They are of the raw model distribution: before edits and temperature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogprobsMode {
    #[default]
    Off,
    /// The chosen token's, and the `n` most likely tokens' (0 is legal).
    Top(u32),
}

/// Sampling of one request; nothing is optional any more.
#[derive(Clone, Debug, PartialEq)]
pub struct SamplingParams {
    /// 0 is greedy.
    pub temperature: f32,
    /// Keep the k most likely tokens; 0 keeps all.
    pub top_k: u32,
    /// Keep the smallest set with at least this probability; 1 keeps all.
    pub top_p: f32,
    /// Drop tokens below this share of the most likely token's probability; 0 keeps all.
    pub min_p: f32,
    /// Subtracted once from every token generated so far.
    pub presence_penalty: f32,
    /// Subtracted per occurrence among the generated tokens.
    pub frequency_penalty: f32,
    /// Divides positive and multiplies negative logits of tokens in prompt and answer; 1 is off.
    pub repetition_penalty: f32,
    pub dry: DryParams,
    /// Added to the logits of single tokens.
    pub logit_bias: Vec<(TokenId, f32)>,
    /// Draws are keyed by (seed, position): batch order never matters.
    pub seed: u64,
    pub logprobs: LogprobsMode,
    /// Log-probabilities of the prompt's own tokens.
    pub prompt_logprobs: LogprobsMode,
    /// Tokens that end the answer, besides the model's own (which `ignore_eos` switches off).
    pub stop_token_ids: Vec<TokenId>,
    pub ignore_eos: bool,
    /// No stop token can be picked before this many tokens.
    pub min_tokens: u32,
    /// At most this many tokens are generated; at least 1.
    pub max_tokens: u32,
}

impl Default for SamplingParams {
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
            logit_bias: Vec::new(),
            seed: 0,
            logprobs: LogprobsMode::Off,
            prompt_logprobs: LogprobsMode::Off,
            stop_token_ids: Vec::new(),
            ignore_eos: false,
            min_tokens: 0,
            max_tokens: 16,
        }
    }
}

impl SamplingParams {
    /// Greedy with nothing else set: the arg-max of the model's own logits.
    pub fn greedy(max_tokens: u32) -> Self {
        Self { temperature: 0.0, max_tokens, ..Self::default() }
    }
}
