//! Places at which a text can be broken off without cutting a word.

use crate::grammar::vocabulary::tokens::Vocabulary;
use atlas_core::TokenId;

/// The last bytes of a text: enough for its last character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tail {
    bytes: [u8; 4],
    len: u8,
}

/// Unit of text that a break here would cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    Nothing,
    Word,
    /// A character of several bytes.
    Char,
}

impl Tail {
    pub fn push(&mut self, bytes: &[u8]) {
        for &byte in &bytes[bytes.len().saturating_sub(4)..] {
            if self.len == 4 {
                self.bytes.rotate_left(1);
                self.len = 3;
            }
            self.bytes[self.len as usize] = byte;
            self.len += 1;
        }
    }

    pub fn cut(&self) -> Cut {
        let bytes = &self.bytes[..self.len as usize];
        let Some(lead) = bytes.iter().rposition(|b| b & 0xC0 != 0x80) else { return Cut::Nothing };
        let last = &bytes[lead..];
        match std::str::from_utf8(last) {
            Ok(text) if text.chars().next_back().is_some_and(is_word) => Cut::Word,
            Err(e) if e.error_len().is_none() => Cut::Char,
            _ => Cut::Nothing,
        }
    }
}

/// Whether a character belongs to a word that the next one may go on with. Scripts that write
/// without spaces can be broken after any character.
fn is_word(c: char) -> bool {
    let spaceless = matches!(u32::from(c),
        0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF | 0x3040..=0x30FF | 0x3400..=0x4DBF
        | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF);
    c == '_' || (c.is_alphanumeric() && !spaceless)
}

/// Tokens that go on with what they follow, one bit each.
#[derive(Debug)]
pub(crate) struct Continuations {
    word: Vec<u32>,
    char: Vec<u32>,
}

impl Continuations {
    pub fn new(vocabulary: &Vocabulary) -> Self {
        let size = vocabulary.trie().vocab_size();
        let (mut word, mut char) = (vec![0; size.div_ceil(32)], vec![0; size.div_ceil(32)]);
        for token in 0..size as TokenId {
            let (at, bit) = (token as usize / 32, 1u32 << (token % 32));
            let bytes = vocabulary.text_bytes(token);
            if begins_in_word(bytes) {
                word[at] |= bit;
            }
            if bytes.first().is_some_and(|b| b & 0xC0 == 0x80) {
                char[at] |= bit;
            }
        }
        Self { word, char }
    }

    /// The tokens after which what is cut here would go on; none where nothing is.
    pub fn of(&self, cut: Cut) -> &[u32] {
        match cut {
            Cut::Nothing => &[],
            Cut::Word => &self.word,
            Cut::Char => &self.char,
        }
    }
}

/// Whether a token continues a word that stands before it.
fn begins_in_word(bytes: &[u8]) -> bool {
    let valid = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(e) => std::str::from_utf8(&bytes[..e.valid_up_to()]).unwrap_or_default(),
    };
    let mut chars = valid.chars();
    match chars.next() {
        // don't
        Some('\'' | '\u{2019}') => chars.next().is_some_and(char::is_alphabetic),
        Some(c) => is_word(c),
        // The first byte of a character of two: Latin, Greek, Cyrillic and the like.
        None => bytes.first().is_some_and(|b| (0xC3..=0xDF).contains(b)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &[u8]) -> Cut {
        let mut whole = Tail::default();
        whole.push(text);
        let mut single = Tail::default();
        text.iter().for_each(|b| single.push(&[*b]));
        assert_eq!(whole.cut(), single.cut(), "{text:?}");
        whole.cut()
    }

    #[test]
    fn words_and_characters_are_seen_from_their_last_bytes() {
        for text in ["a", "so é", "привет", "x_", "42", "한국"] {
            assert_eq!(cut(text.as_bytes()), Cut::Word, "{text}");
            assert_eq!(cut(format!("{text} ").as_bytes()), Cut::Nothing, "{text}");
            assert_eq!(cut(format!("{text}.").as_bytes()), Cut::Nothing, "{text}");
        }
        for text in ["", "\n", "你好", "かな", "ไทย", "🌊", "don'"] {
            assert_eq!(cut(text.as_bytes()), Cut::Nothing, "{text}");
        }
        for text in ["é", "你", "🌊"] {
            let bytes = text.as_bytes();
            for end in 1..bytes.len() {
                assert_eq!(cut(&bytes[..end]), Cut::Char, "{text} {end}");
            }
        }
        // No beginning of a character, and more of one than there is.
        assert_eq!(cut(b"\x80\x80\x80\x80"), Cut::Nothing);
        assert_eq!(cut(b"a\xff"), Cut::Nothing);
    }

    #[test]
    fn tokens_continue_a_word_by_their_first_character() {
        for token in ["ing", "é", "'t", "\u{2019}s", "_x", "7"] {
            assert!(begins_in_word(token.as_bytes()), "{token}");
        }
        for token in [" ing", ".", "' ", "'", "\n", "你", "-", ""] {
            assert!(!begins_in_word(token.as_bytes()), "{token}");
        }
        assert!(begins_in_word(b"\xd0") && begins_in_word(b"a\xd0"));
        assert!(!begins_in_word(b"\xe4") && !begins_in_word(b"\xf0\x9f"));
    }
}
