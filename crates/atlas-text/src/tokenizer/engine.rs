//! The two tokenizer libraries behind one interface.
//!
//! The fast one is a release candidate that accepts some files it cannot run, so it is used only
//! after it gave the same ids as the stable one on a probe text.

use super::error::TokenizerError;
use super::fast::{Fast, Scope};
use super::stable::{EncodeRules, Stable};
use super::{marks, probe};
use atlas_core::TokenId;

/// The library a tokenizer encodes with.
pub(crate) enum Engine {
    Fast(Box<Fast>),
    /// The fast one for the texts it stands for, the stable one for the rest.
    Both {
        fast: Box<Fast>,
        stable: Box<Stable>,
        lines_apart: bool,
    },
    Stable(Box<Stable>),
}

impl Engine {
    /// Takes the fast library if it loads the file and agrees with the stable one on the probe.
    pub(crate) fn choose(
        fast: Result<Fast, String>,
        mut stable: Stable,
        probe: &str,
    ) -> Result<Self, TokenizerError> {
        let reason = match fast {
            Ok(fast) => match probe::disagreement(&fast, &mut stable, probe)? {
                Some(reason) => reason,
                None if fast.is_exact_everywhere() => return Ok(Self::Fast(Box::new(fast))),
                None => return Self::both(fast, stable),
            },
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
        let failed = |reason| TokenizerError::Encode { reason };
        match self {
            Self::Fast(fast) => {
                let bytes = || failed("a byte of the text has no token".to_owned());
                fast.encode(text, rules).map_err(failed)?.ok_or_else(bytes)
            }
            Self::Stable(stable) => stable.encode(text, rules),
            Self::Both { fast, stable, lines_apart } => {
                let encode = |text: &str, is_mark_free: bool| {
                    if (is_mark_free || fast.scope == Scope::Any)
                        && let Some(ids) = fast.encode(text, rules).map_err(failed)?
                    {
                        return Ok(ids);
                    }
                    stable.encode(text, rules)
                };
                let is_whole = fast.scope == Scope::Any || marks::is_mark_free(text);
                if is_whole || !lines_apart {
                    return encode(text, is_whole);
                }
                let mut ids = Vec::with_capacity(text.len() / 3);
                for (piece, is_mark_free) in marks::pieces(text) {
                    ids.extend(encode(piece, is_mark_free)?);
                }
                Ok(ids)
            }
        }
    }

    fn both(fast: Fast, stable: Stable) -> Result<Self, TokenizerError> {
        // Pieces would each get what the post-processor adds to a text.
        let rules = EncodeRules { parse_special: true, post_process: true };
        let lines_apart = fast.scope == Scope::MarkFree { lines_apart: true }
            && stable.encode("", rules)?.is_empty();
        Ok(Self::Both { fast: Box::new(fast), stable: Box::new(stable), lines_apart })
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Fast(_) => "fast",
            Self::Both { fast, .. } if fast.scope == Scope::Any => {
                "fast, stable for bytes without a token"
            }
            Self::Both { .. } => "fast, stable for combining marks",
            Self::Stable(_) => "stable",
        }
    }
}
