//! Rules by which the tokens of an answer become text and events.

use crate::request::guards::GuardLimits;
use atlas_core::TokenId;
use atlas_text::{OutputSpec, StopStrings, Tokenizer};
use std::sync::Arc;

/// Rules for the text of all choices of a prompt.
#[derive(Clone, Debug)]
pub struct TextRules {
    /// `None` for a model without a tokenizer, whose answers are token ids alone.
    pub tokenizer: Option<Arc<Tokenizer>>,
    pub stops: Arc<StopStrings>,
    pub include_stop: bool,
    pub skip_special: bool,
    pub min_tokens: u32,
    /// Stop tokens that the request names.
    pub stop_tokens: Vec<TokenId>,
    /// The model's own stop tokens; empty if they are ignored.
    pub eos_tokens: Vec<TokenId>,
    /// `None` for answers that are plain text.
    pub output: Option<OutputRules>,
    /// The answer ends with this many complete calls.
    pub calls_max: Option<usize>,
    pub guards: GuardLimits,
    /// Whether the length may cut the constrained form, since no completion of it is known.
    pub unpromised: bool,
}

/// Rules for reading reasoning and tool calls from the text.
#[derive(Clone, Debug)]
pub struct OutputRules {
    pub spec: OutputSpec,
    /// Special tokens that mark reasoning or calls, ascending.
    pub marks: Arc<[TokenId]>,
    /// The answer is calls alone, the reasoning aside.
    pub calls_alone: bool,
}
