//! A position in a grammar, moved by tokens.

use crate::grammar::vocabulary::free_text::TextPoint;
use crate::grammar::vocabulary::tokens::Vocabulary;
use atlas_core::{ConstraintError, TokenId};
use llguidance::TokenParser;
use llguidance::api::StopReason;
use llguidance::earley::BiasComputer;
use llguidance::toktrie::SimpleVob;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A parser of the grammar library. It never sees stop tokens and never enters the library's own
/// stopped state, so it can always be taken back.
pub(crate) struct Matcher {
    parser: TokenParser,
}

impl Matcher {
    pub fn new(parser: TokenParser) -> Self {
        Self { parser }
    }

    /// A second matcher at the same point, with caches of its own.
    pub fn fork(&self) -> Self {
        Self { parser: self.parser.deep_clone() }
    }

    /// The tokens that may come next.
    pub fn mask(&mut self) -> Result<SimpleVob, ConstraintError> {
        self.guard(TokenParser::compute_mask)
    }

    /// The same inside a free text.
    pub fn text_mask(
        &mut self,
        vocabulary: &Vocabulary,
        point: TextPoint,
        tag: &[u8],
    ) -> Result<SimpleVob, ConstraintError> {
        let set = self.guard(|p| Ok(vocabulary.text.mask(&mut p.parser, point, tag)))?;
        self.within_limits().map(|()| set)
    }

    /// Has `walk` look at the parser, within the limits of a mask.
    pub fn explore(&mut self, walk: &dyn BiasComputer) -> Result<(), ConstraintError> {
        // Only masks of no bytes are kept by the library.
        self.guard(|p| Ok(p.parser.compute_bias(walk, &[0])))?;
        self.within_limits()
    }

    fn within_limits(&self) -> Result<(), ConstraintError> {
        match self.parser.parser.get_error() {
            Some(error) => Err(ConstraintError::Limit(plain(&error.message()))),
            None => Ok(()),
        }
    }

    /// Number of leading `tokens` that fit; the position does not change.
    pub fn fitting(&mut self, tokens: &[TokenId]) -> Result<usize, ConstraintError> {
        self.guard(|parser| parser.validate_tokens_raw(tokens))
    }

    /// Goes past all of `tokens` or past none.
    pub fn accept(&mut self, tokens: &[TokenId]) -> Result<(), ConstraintError> {
        let fitting = self.fitting(tokens)?;
        if let Some(&token) = tokens.get(fitting) {
            let reason = "the grammar has no place for it".to_owned();
            return Err(ConstraintError::Rejected { token, reason });
        }
        self.guard(|parser| {
            tokens.iter().try_for_each(|&token| parser.consume_token(token).map(|_| ()))
        })
    }

    pub fn rollback(&mut self, tokens: usize) -> Result<(), ConstraintError> {
        self.guard(|parser| parser.rollback(tokens))
    }

    /// Whether the text so far is a whole one.
    pub fn is_accepting(&mut self) -> bool {
        self.parser.is_accepting()
    }

    /// Whether it is a whole one that nothing can follow.
    pub fn is_complete(&mut self) -> bool {
        self.is_accepting() && !self.can_advance()
    }

    /// Whether more may follow. It may turn out that no byte does.
    pub fn can_advance(&mut self) -> bool {
        self.parser.parser.can_advance()
    }

    /// Whether the last mask was empty where the text is not a whole one.
    pub fn is_dead_end(&self) -> bool {
        self.parser.stop_reason() == StopReason::NoExtensionBias
    }

    /// Runs `f`; the library's panics become errors.
    fn guard<T>(
        &mut self,
        f: impl FnOnce(&mut TokenParser) -> Result<T, anyhow::Error>,
    ) -> Result<T, ConstraintError> {
        match catch_unwind(AssertUnwindSafe(|| f(&mut self.parser))) {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(error)) => {
                let reason = format!("{error:#}");
                let limits = [StopReason::LexerTooComplex, StopReason::ParserTooComplex];
                let limit = limits.contains(&self.parser.stop_reason()) || is_limit(&reason);
                Err(if limit {
                    ConstraintError::Limit(plain(&reason))
                } else {
                    ConstraintError::Failed(reason)
                })
            }
            Err(_) => Err(ConstraintError::Failed("the grammar library panicked".to_owned())),
        }
    }
}

/// Whether an error of the library is one of its limits.
fn is_limit(reason: &str) -> bool {
    ["too many", "Too many", "max is", "limit"].iter().any(|word| reason.contains(word))
}

/// The first line of a limit's text, without the library's own advice.
fn plain(reason: &str) -> String {
    let line = reason.lines().next().unwrap_or_default();
    line.split("; consider").next().unwrap_or(line).to_owned()
}

impl std::fmt::Debug for Matcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Matcher").finish_non_exhaustive()
    }
}
