//! The two tokenizer libraries behind one interface.
//!
//! The fast one is a release candidate that accepts some files it cannot run, so it is used only
//! after it gave the same ids as the stable one on a probe text.

use super::config::AddedToken;
use super::error::TokenizerError;
use super::{marks, probe};
use atlas_core::TokenId;
use std::borrow::Cow;
use std::sync::OnceLock;
use tokenizers::pipeline::{EncodeOptions, Override, PipelineTokenizer};

/// What an encoder does with the text of special tokens and with its post-processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EncodeRules {
    /// Special tokens in the text become their ids; otherwise they are ordinary text.
    pub(crate) parse_special: bool,
    /// The post-processor adds its tokens (BOS and the like).
    pub(crate) post_process: bool,
}

/// The stable library; also the source of vocabulary facts at load.
pub(crate) struct Stable {
    parsing: tokenizers_stable::Tokenizer,
    /// The setting lives in the tokenizer itself there, so plain-text encoding needs a second one.
    literal: OnceLock<tokenizers_stable::Tokenizer>,
}

impl Stable {
    pub(crate) fn load(json: &str) -> Result<Self, TokenizerError> {
        let mut parsing = tokenizers_stable::Tokenizer::from_bytes(json.as_bytes())
            .map_err(|e| TokenizerError::Load { reason: e.to_string() })?;
        // Padding and truncation are per request in transformers and off for a server.
        parsing.with_padding(None);
        parsing
            .with_truncation(None)
            .map_err(|e| TokenizerError::Load { reason: e.to_string() })?;
        parsing.set_encode_special_tokens(false);
        Ok(Self { parsing, literal: OnceLock::new() })
    }

    pub(crate) fn add_tokens(&mut self, tokens: &[AddedToken]) -> Result<(), TokenizerError> {
        let tokens = tokens.iter().map(|t| {
            tokenizers_stable::AddedToken::from(t.content.as_str(), t.special)
                .single_word(t.single_word)
                .lstrip(t.lstrip)
                .rstrip(t.rstrip)
                .normalized(t.normalized.unwrap_or(!t.special))
        });
        self.parsing
            .add_tokens(tokens)
            .map(|_| ())
            .map_err(|e| TokenizerError::Load { reason: e.to_string() })
    }

    /// All added tokens with the ids they really have, ascending.
    pub(crate) fn added_tokens(&self) -> Vec<AddedToken> {
        let mut tokens: Vec<_> = self
            .parsing
            .get_added_tokens_decoder()
            .into_iter()
            .map(|(id, t)| AddedToken {
                id: Some(id),
                content: t.content,
                single_word: t.single_word,
                lstrip: t.lstrip,
                rstrip: t.rstrip,
                normalized: Some(t.normalized),
                special: t.special,
            })
            .collect();
        tokens.sort_by_key(|t| t.id);
        tokens
    }

    pub(crate) fn vocab(&self) -> std::collections::HashMap<String, TokenId> {
        self.parsing.get_vocab(true)
    }

    pub(crate) fn id_to_token(&self, id: TokenId) -> Option<String> {
        self.parsing.id_to_token(id)
    }

    fn encode(&self, text: &str, rules: EncodeRules) -> Result<Vec<TokenId>, TokenizerError> {
        let tokenizer = if rules.parse_special {
            &self.parsing
        } else {
            self.literal.get_or_init(|| {
                let mut literal = self.parsing.clone();
                literal.set_encode_special_tokens(true);
                literal
            })
        };
        tokenizer
            .encode_fast(text, rules.post_process)
            .map(|encoding| encoding.get_ids().to_vec())
            .map_err(|e| TokenizerError::Encode { reason: e.to_string() })
    }
}

/// What the fast library made of a file.
pub(crate) struct FastLoad {
    pub(crate) tokenizer: PipelineTokenizer,
    pub(crate) scope: Scope,
}

/// The texts for which the fast library stands for the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    Any,
    /// Those without combining marks.
    MarkFree {
        /// A text with marks may be cut at lines, so that the fast library gets what it can.
        lines_apart: bool,
    },
}

/// The library a tokenizer encodes with.
pub(crate) enum Engine {
    Fast(Box<PipelineTokenizer>),
    /// The fast one for text without combining marks, the stable one for the rest.
    MarkFree {
        fast: Box<PipelineTokenizer>,
        stable: Box<Stable>,
        lines_apart: bool,
    },
    Stable(Box<Stable>),
}

impl Engine {
    /// Takes the fast library if it loads the file and agrees with the stable one on the probe.
    pub(crate) fn choose(
        fast: Result<FastLoad, String>,
        stable: Stable,
        probe: &str,
    ) -> Result<Self, TokenizerError> {
        let reason = match fast {
            Ok(FastLoad { tokenizer, scope }) => {
                let reason = probe::disagreement(&tokenizer, &stable, probe, scope)?;
                match (reason, scope) {
                    (Some(reason), _) => reason,
                    (None, Scope::Any) => return Ok(Self::Fast(Box::new(tokenizer))),
                    (None, Scope::MarkFree { lines_apart }) => {
                        return Self::mark_free(tokenizer, stable, lines_apart);
                    }
                }
            }
            Err(reason) => reason,
        };
        tracing::warn!(
            reason,
            "the fast tokenizer cannot be used for this model; encoding is about 40 times slower"
        );
        Ok(Self::Stable(Box::new(stable)))
    }

    pub(crate) fn encode(
        &self,
        text: &str,
        rules: EncodeRules,
    ) -> Result<Vec<TokenId>, TokenizerError> {
        match self {
            Self::Fast(fast) => encode_fast(fast, text, rules),
            Self::Stable(stable) => return stable.encode(text, rules),
            Self::MarkFree { fast, .. } if marks::is_mark_free(text) => {
                encode_fast(fast, text, rules)
            }
            Self::MarkFree { fast, stable, lines_apart: true } => {
                let mut ids = Vec::with_capacity(text.len() / 3);
                for (piece, mark_free) in marks::pieces(text) {
                    ids.extend(if mark_free {
                        encode_fast(fast, piece, rules)
                            .map_err(|reason| TokenizerError::Encode { reason })?
                    } else {
                        stable.encode(piece, rules)?
                    });
                }
                return Ok(ids);
            }
            Self::MarkFree { stable, .. } => return stable.encode(text, rules),
        }
        .map_err(|reason| TokenizerError::Encode { reason })
    }

    fn mark_free(
        fast: PipelineTokenizer,
        stable: Stable,
        lines_apart: bool,
    ) -> Result<Self, TokenizerError> {
        // Pieces would each get what the post-processor adds to a text.
        let rules = EncodeRules { parse_special: true, post_process: true };
        let lines_apart = lines_apart && stable.encode("", rules)?.is_empty();
        Ok(Self::MarkFree { fast: Box::new(fast), stable: Box::new(stable), lines_apart })
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Fast(_) => "fast",
            Self::MarkFree { .. } => "fast, stable for combining marks",
            Self::Stable(_) => "stable",
        }
    }
}

/// Reads `json` (any version) with the fast library.
pub(crate) fn load_fast(json: &str) -> Result<FastLoad, String> {
    let (json, scope) = match marks::without_marks(json) {
        Some(free) => (Cow::Owned(free.json), Scope::MarkFree { lines_apart: free.lines_apart }),
        None => (Cow::Borrowed(json), Scope::Any),
    };
    let canonical = tokenizers::canonicalize_str(&json).map_err(|e| e.to_string())?;
    let tokenizer = tokenizers::from_json(&canonical).map_err(|e| e.to_string())?;
    Ok(FastLoad { tokenizer, scope })
}

pub(crate) fn encode_fast(
    tokenizer: &PipelineTokenizer,
    text: &str,
    rules: EncodeRules,
) -> Result<Vec<TokenId>, String> {
    let options = EncodeOptions {
        add_special_tokens: rules.post_process,
        encode_special_tokens: !rules.parse_special,
        padding: Override::Off,
        truncation: Override::Off,
    };
    let mut out = Vec::with_capacity(text.len() / 3);
    tokenizer.encode_into(text, &options, &mut out).map_err(|e| e.to_string())?;
    Ok(out.into_iter().map(TokenId::from).collect())
}

pub(crate) fn encode_stable(
    tokenizer: &Stable,
    text: &str,
    rules: EncodeRules,
) -> Result<Vec<TokenId>, TokenizerError> {
    tokenizer.encode(text, rules)
}
