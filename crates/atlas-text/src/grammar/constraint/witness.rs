//! A witness: a known completion of an answer, in tokens.

use atlas_core::TokenId;
use std::sync::Arc;

/// A completion in tokens.
#[derive(Clone, Debug)]
pub(crate) struct Witness {
    tokens: Arc<[TokenId]>,
    /// So many of them have come.
    at: usize,
}

impl Witness {
    pub fn new(tokens: Vec<TokenId>) -> Self {
        Self { tokens: tokens.into(), at: 0 }
    }

    /// The tokens that have not come.
    pub fn rest(&self) -> &[TokenId] {
        &self.tokens[self.at..]
    }

    pub fn len(&self) -> usize {
        self.tokens.len() - self.at
    }

    pub fn next(&self) -> Option<TokenId> {
        self.tokens.get(self.at).copied()
    }

    pub fn skip(&self, tokens: usize) -> Option<Self> {
        (tokens <= self.len()).then(|| Self { at: self.at + tokens, ..self.clone() })
    }
}
