//! Text that every token id contributes, computed once at load.

use super::decoder::{Decoder, Piece};
use atlas_core::TokenId;

/// Kind of a token for the decoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// The vocabulary has a gap here; decoding skips it.
    Absent,
    Text,
    /// A byte-fallback token: one byte of a character spread over several tokens.
    Byte,
}

/// The bytes of all tokens, back to back.
pub(crate) struct TokenTable {
    bytes: Vec<u8>,
    /// `bytes[ends[i - 1]..ends[i]]` belongs to token `i`.
    ends: Vec<u32>,
    kinds: Vec<TokenKind>,
    special: Vec<bool>,
    /// Bytes of the tokens that read differently at the start of a text (sorted by id).
    first: Vec<(TokenId, Box<[u8]>)>,
}

impl TokenTable {
    /// Builds the table of ids `0..tokens.len()` from the token strings.
    pub(crate) fn build(
        tokens: &[Option<Box<str>>],
        decoder: &Decoder,
        is_special: impl Fn(&str) -> bool,
    ) -> Self {
        let vocab_size = tokens.len();
        let mut table = Self {
            bytes: Vec::with_capacity(vocab_size * 6),
            ends: Vec::with_capacity(vocab_size),
            kinds: Vec::with_capacity(vocab_size),
            special: Vec::with_capacity(vocab_size),
            first: Vec::new(),
        };
        for (id, text) in tokens.iter().enumerate() {
            let (kind, special) = match text {
                None => (TokenKind::Absent, false),
                Some(text) => {
                    let kind = match decoder.piece(text) {
                        Piece::Byte(byte) => {
                            table.bytes.push(byte);
                            TokenKind::Byte
                        }
                        Piece::Text(bytes) => {
                            if let Some(first) = decoder.first_piece(text)
                                && first != bytes
                            {
                                table.first.push((id as TokenId, first.into_boxed_slice()));
                            }
                            table.bytes.extend_from_slice(&bytes);
                            TokenKind::Text
                        }
                    };
                    (kind, is_special(text))
                }
            };
            table.ends.push(table.bytes.len() as u32);
            table.kinds.push(kind);
            table.special.push(special);
        }
        table
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Which of the 256 bytes are a token by themselves.
    pub(crate) fn single_bytes(&self) -> [bool; 256] {
        let mut seen = [false; 256];
        for id in 0..self.len() as TokenId {
            if let (_, &[byte]) = self.get(id) {
                seen[usize::from(byte)] = true;
            }
        }
        seen
    }

    /// The token's kind and bytes; gaps and ids past the end are [`TokenKind::Absent`].
    pub(crate) fn get(&self, id: TokenId) -> (TokenKind, &[u8]) {
        let i = id as usize;
        let Some(&kind) = self.kinds.get(i) else {
            return (TokenKind::Absent, &[]);
        };
        let start = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        (kind, &self.bytes[start..self.ends[i] as usize])
    }

    /// The token's bytes as the first token of a text.
    pub(crate) fn get_first(&self, id: TokenId) -> (TokenKind, &[u8]) {
        match self.first.binary_search_by_key(&id, |(id, _)| *id) {
            Ok(at) => (TokenKind::Text, &self.first[at].1),
            Err(_) => self.get(id),
        }
    }

    pub(crate) fn is_special(&self, id: TokenId) -> bool {
        self.special.get(id as usize).copied().unwrap_or(false)
    }
}
