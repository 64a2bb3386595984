//! Token ids to text, one token at a time.
//!
//! The concatenation of what is returned equals [`Tokenizer::decode`] of all ids, byte for byte;
//! text is held back only while later tokens can still change it.

mod stages;
mod utf8;

use crate::tokenizer::{ByteRule, Decoder, TokenKind, TokenTable, Tokenizer};
use atlas_core::TokenId;
use stages::StageState;
use std::sync::Arc;
use utf8::Utf8Stream;

/// Turns the tokens of one answer into text as they come.
#[derive(Debug)]
pub struct Detok {
    tokenizer: Arc<Tokenizer>,
    state: DecodeState,
}

impl Detok {
    /// For a text that starts with the next token, as `decode` of transformers treats its ids.
    pub fn new(tokenizer: Arc<Tokenizer>, skip_special: bool) -> Self {
        Self::with_start(tokenizer, skip_special, false)
    }

    /// For tokens that continue a text: the rules for the first token of a text (dropping the
    /// leading space of SentencePiece vocabularies) do not apply.
    pub fn after_text(tokenizer: Arc<Tokenizer>, skip_special: bool) -> Self {
        Self::with_start(tokenizer, skip_special, true)
    }

    /// Shows these special tokens although special tokens are left out: the marks that the parser
    /// of the answer looks for. `ids`: ascending.
    #[must_use]
    pub fn showing(mut self, ids: Arc<[TokenId]>) -> Self {
        self.state.shown = ids;
        self
    }

    fn with_start(tokenizer: Arc<Tokenizer>, skip_special: bool, continues: bool) -> Self {
        let state = DecodeState::new(tokenizer.decode_parts().1, skip_special, continues);
        Self { tokenizer, state }
    }

    /// Adds a token and returns the text that is now certain (often empty for a part of a
    /// character).
    pub fn push(&mut self, id: TokenId) -> String {
        let mut text = String::new();
        self.push_into(id, &mut text);
        text
    }

    /// As [`Detok::push`], appending to `text`.
    pub fn push_into(&mut self, id: TokenId, text: &mut String) {
        let (table, decoder) = self.tokenizer.decode_parts();
        self.state.push(table, decoder, id, text);
    }

    /// Ends the text and returns what was held back; an incomplete character becomes U+FFFD.
    pub fn finish(&mut self) -> String {
        let mut text = String::new();
        self.state.finish(&mut text);
        text
    }
}

/// The state behind [`Detok`] and `decode`.
#[derive(Debug)]
pub(crate) struct DecodeState {
    skip_special: bool,
    /// Special tokens that are text all the same, ascending.
    shown: Arc<[TokenId]>,
    started: bool,
    /// Bytes of the current run of byte-fallback tokens.
    run: Vec<u8>,
    utf8: Utf8Stream,
    stages: Vec<StageState>,
}

impl DecodeState {
    pub(crate) fn new(decoder: &Decoder, skip_special: bool, continues: bool) -> Self {
        Self {
            skip_special,
            shown: Arc::default(),
            started: continues,
            run: Vec::new(),
            utf8: Utf8Stream::default(),
            stages: decoder.text.iter().map(|s| StageState::new(s, continues)).collect(),
        }
    }

    pub(crate) fn push(
        &mut self,
        table: &TokenTable,
        decoder: &Decoder,
        id: TokenId,
        out: &mut String,
    ) {
        if self.skip_special && table.is_special(id) && self.shown.binary_search(&id).is_err() {
            return;
        }
        let (kind, bytes) = if self.started { table.get(id) } else { table.get_first(id) };
        let mut text = String::new();
        match (kind, decoder.bytes) {
            (TokenKind::Absent, _) => return,
            (TokenKind::Byte, _) => self.run.extend_from_slice(bytes),
            (TokenKind::Text, ByteRule::ByteLevel) => self.utf8.push(bytes, &mut text),
            (TokenKind::Text, ByteRule::Fallback) => {
                self.end_run(&mut text);
                if decoder.spaced && self.started {
                    text.push(' ');
                }
                self.utf8.push(bytes, &mut text);
            }
        }
        self.started = true;
        stages::feed(&mut self.stages, &text, out);
    }

    pub(crate) fn finish(&mut self, out: &mut String) {
        let mut text = String::new();
        self.end_run(&mut text);
        self.utf8.finish(&mut text);
        stages::finish(&mut self.stages, &text, out);
    }

    /// A run of byte tokens is text if it is valid as a whole, else one U+FFFD a byte.
    fn end_run(&mut self, out: &mut String) {
        match std::str::from_utf8(&self.run) {
            Ok(text) => out.push_str(text),
            Err(_) => out.extend(self.run.iter().map(|_| char::REPLACEMENT_CHARACTER)),
        }
        self.run.clear();
    }
}
