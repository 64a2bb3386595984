//! Errors of loading and using a tokenizer.

use atlas_core::TokenId;
use thiserror::Error;

/// Why a tokenizer could not be loaded or used.
#[derive(Debug, Error)]
pub enum TokenizerError {
    #[error("tokenizer.json is not a tokenizer file: {0}; is the download complete?")]
    Json(#[from] serde_json::Error),
    #[error("the tokenizer library refuses tokenizer.json: {reason}")]
    Load { reason: String },
    #[error(
        "tokenizer_config.json: `{field}` is not what a tokenizer configuration holds there: \
         {value}"
    )]
    Config { field: String, value: String },
    #[error(
        "the decoder step {step} cannot be streamed exactly; supported are ByteLevel, \
         ByteFallback, Metaspace, Replace (plain pattern), Strip and Fuse in their usual order"
    )]
    UnsupportedDecoder { step: String },
    #[error(
        "added token {content:?} is declared with id {declared} but the vocabulary gives it \
         {actual}; the ids of tokenizer.json and tokenizer_config.json must have no gaps"
    )]
    AddedTokenId { content: String, declared: TokenId, actual: TokenId },
    #[error("the text could not be encoded: {reason}")]
    Encode { reason: String },
}
