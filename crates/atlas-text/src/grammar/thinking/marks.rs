//! The marks of reasoning, read from the bytes of tokens.

use super::limits::ThinkingLimit;
use super::word_breaks::{Continuations, Tail};
use crate::grammar::constraint::pattern::{Found, Pattern, ScanState};
use crate::grammar::vocabulary::tokens::Vocabulary;
use atlas_core::TokenId;
use std::sync::Arc;

#[derive(Debug)]
pub(super) struct ThinkingMarks {
    pub(super) vocabulary: Arc<Vocabulary>,
    pub(super) open: Vec<u8>,
    /// The token that the opening mark is, if it is one.
    pub(super) open_token: Option<TokenId>,
    pub(super) close: Pattern,
    /// The closing mark in tokens; at least one.
    pub(super) closing: Vec<TokenId>,
    pub(super) continuations: Continuations,
}

impl ThinkingMarks {
    /// `None` if a mark is empty or the vocabulary cannot spell the closing one.
    pub(super) fn new(vocabulary: Arc<Vocabulary>, open: &str, close: &str) -> Option<Self> {
        if open.is_empty() || close.is_empty() {
            return None;
        }
        let token = |text: &str| vocabulary.single(text);
        let closing = match token(close) {
            Some(token) => vec![token],
            None => vocabulary.spell(close.as_bytes()),
        };
        let spelled: Vec<u8> =
            closing.iter().flat_map(|&t| vocabulary.spelled(t)).copied().collect();
        if spelled != close.as_bytes() {
            return None;
        }
        Some(Self {
            open: open.as_bytes().to_vec(),
            open_token: token(open),
            close: Pattern::new(close),
            closing,
            continuations: Continuations::new(&vocabulary),
            vocabulary,
        })
    }

    /// Reads the bytes of a token before the reasoning.
    pub(super) fn start(&self, matched: u16, bytes: &[u8]) -> Phase {
        let mut matched = matched as usize;
        for (i, &byte) in bytes.iter().enumerate() {
            if self.open.get(matched) == Some(&byte) {
                matched += 1;
            } else if matched > 0 || !byte.is_ascii_whitespace() {
                return Phase::Closed;
            }
            if matched == self.open.len() {
                return self.read(0, 0, Tail::default(), &bytes[i + 1..]);
            }
        }
        Phase::Start { matched: matched as u16 }
    }

    /// Reads the bytes of a token of the reasoning; `tokens`: with this one.
    pub(super) fn read(
        &self,
        close: ScanState,
        tokens: u32,
        mut tail: Tail,
        bytes: &[u8],
    ) -> Phase {
        match self.close.feed(close, bytes) {
            Found::At(_) => Phase::Closed,
            Found::Not(close) => {
                tail.push(bytes);
                Phase::Open { close, tokens, tail }
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Before the reasoning; so many bytes of its opening mark have come.
    Start {
        matched: u16,
    },
    Open {
        close: ScanState,
        tokens: u32,
        tail: Tail,
    },
    /// This token of the closing mark comes next.
    Closing {
        at: u16,
        limit: ThinkingLimit,
        tokens: u32,
    },
    Closed,
}

impl Phase {
    pub(super) fn open() -> Self {
        Self::Open { close: 0, tokens: 0, tail: Tail::default() }
    }
}
