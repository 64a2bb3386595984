//! Errors of the engine: before a request is taken, and after.

use crate::ids::TokenId;
use thiserror::Error;

/// Why a request was not taken.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SubmitError {
    #[error("{waiting} requests are waiting, the most this server queues; try again later")]
    QueueFull { waiting: u32, retry_after_seconds: u32 },
    #[error("the server is shutting down")]
    ShuttingDown,
    #[error("the prompt is empty")]
    EmptyPrompt,
    #[error(
        "the prompt has {prompt_tokens} tokens; with at least 1 token of answer it exceeds the \
         longest sequence of {seq_len_max}"
    )]
    PromptTooLong { prompt_tokens: u32, seq_len_max: u32 },
    #[error("token id {token} is outside the vocabulary of {vocab_size}")]
    TokenOutOfRange { token: TokenId, vocab_size: u32 },
}

/// An error that ends a request; the engine itself goes on unless it says otherwise.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum EngineError {
    /// The engine thread ended or is shutting down.
    #[error("the engine is shutting down")]
    ShuttingDown,
    /// A row of logits held NaN: the weights or a kernel are broken.
    #[error("the model produced NaN logits at position {position}")]
    NanLogits { position: u32 },
    /// Edits left no token that may be picked.
    #[error("no token is allowed at position {position}")]
    NoTokenAllowed { position: u32 },
    /// A picked token does not fit the request's constraint, which the mask should have prevented.
    #[error("the token at position {position} breaks the constraint of the answer: {reason}")]
    ConstraintRejected { position: u32, reason: String },
    /// The form of the answer takes more work to follow than is allowed.
    #[error("the form of the answer is too large to be followed at its token {position}: {reason}")]
    ConstraintLimit { position: u32, reason: String },
    /// The request's constraint could not say what is allowed.
    #[error("the constraint of the answer failed at position {position}: {reason}")]
    ConstraintFailed { position: u32, reason: String },
    /// A broken invariant; the text names it.
    #[error("internal error: {0}")]
    Internal(String),
}
