//! Output events of a choice, in no dialect.

use super::note::Note;
use crate::http::errors::ApiError;
use atlas_core::{PositionLogprobs, TokenId};
use atlas_text::OutputEvent;

/// A token of the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenOut {
    pub token: TokenId,
    pub logprobs: Option<PositionLogprobs>,
    /// Characters of the answer before this token.
    pub offset_chars: u64,
}

/// New parts of the answer with the tokens consumed since the previous parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Delta {
    /// At least one part; never [`OutputEvent::Note`], which [`End::notes`] collects.
    pub parts: Vec<OutputEvent>,
    pub tokens: Vec<TokenOut>,
}

impl Delta {
    /// Joins the text parts, for answers without other parts.
    pub fn into_text(self) -> (String, Vec<TokenOut>) {
        let text = self.parts.into_iter().filter_map(|part| match part {
            OutputEvent::Text(text) => Some(text),
            _ => None,
        });
        (text.collect(), self.tokens)
    }
}

/// A stop string or stop token of the request that ended the answer. The model's own stop tokens
/// do not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoppedBy {
    Token(TokenId),
    Text(String),
}

/// The end of a choice.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// `stop`, `length` or `tool_calls`.
    pub reason: &'static str,
    pub detail: &'static str,
    pub stopped_by: Option<StoppedBy>,
    /// Tokens without further text.
    pub tokens: Vec<TokenOut>,
    /// Generated tokens that are billed.
    pub completion_tokens: u64,
    /// Of these, tokens of the reasoning.
    pub reasoning_tokens: u64,
    pub cached_tokens: u64,
    /// Prompt tokens that were computed and stored for later requests.
    pub stored_tokens: u64,
    /// Interventions and faults, in order.
    pub notes: Vec<Note>,
}

/// One event of a choice. [`Self::End`] and [`Self::Failed`] are terminal.
#[derive(Clone, Debug, PartialEq)]
pub enum ChoiceEvent {
    PromptLogprobs(Vec<PositionLogprobs>),
    Delta(Delta),
    End(End),
    Failed(ApiError),
}
