//! The two tokenizer libraries behind one interface.
//!
//! The fast one is a release candidate that accepts some files it cannot run, so it is used only
//! after it gave the same ids as the stable one on a probe text.

use super::error::TokenizerError;
use super::fast::{FastLoad, Scope, encode_fast};
use super::stable::{EncodeRules, Stable};
use super::{marks, probe};
use atlas_core::TokenId;
use tokenizers::pipeline::PipelineTokenizer;

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
