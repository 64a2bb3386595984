//! The `decoder` of a tokenizer.json as a streaming program.
//!
//! The decoders of the library work on the list of all tokens at once. Here the same chain is cut
//! in three: what can be computed per token at load ([`Decoder::piece`]), whether bytes of several
//! tokens form characters ([`ByteRule`]), and what acts on the joined text ([`TextStage`]). A chain
//! that does not fit this form is refused at load by name.

use super::error::TokenizerError;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Rule by which bytes of neighbouring tokens become characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ByteRule {
    /// Every token is a run of bytes; the concatenation is decoded, each maximal invalid part
    /// becoming one U+FFFD.
    ByteLevel,
    /// Tokens are text, except `<0xNN>` tokens: a run of them is one string if it is valid UTF-8
    /// as a whole, else one U+FFFD per token.
    Fallback,
}

/// A step on the joined text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TextStage {
    /// Drops up to `count` leading `content` characters.
    StripStart { content: char, count: usize },
    /// Replaces every occurrence, left to right.
    Replace { pattern: String, content: String },
}

/// A token's contribution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Text(Vec<u8>),
    Byte(u8),
}

/// A step on one token, before tokens are joined.
#[derive(Clone, Debug, PartialEq, Eq)]
enum TokenStage {
    Replace {
        pattern: String,
        content: String,
    },
    Strip {
        content: char,
        start: usize,
        stop: usize,
    },
    /// The word marker becomes a space, or nothing in the first token.
    Metaspace {
        marker: char,
        drop_in_first: bool,
    },
    ByteFallback,
    ByteLevel,
}

/// The compiled chain.
#[derive(Clone, Debug)]
pub(crate) struct Decoder {
    token: Vec<TokenStage>,
    pub(crate) text: Vec<TextStage>,
    pub(crate) bytes: ByteRule,
    /// Without any decoder the library puts a space between tokens.
    pub(crate) spaced: bool,
}

impl Decoder {
    /// Compiles the `decoder` value (`null` means none).
    ///
    /// # Errors
    /// [`TokenizerError::UnsupportedDecoder`] names the step that has no streaming form.
    pub(crate) fn compile(decoder: &Value) -> Result<Self, TokenizerError> {
        let mut compiled = Self {
            token: Vec::new(),
            text: Vec::new(),
            bytes: ByteRule::Fallback,
            spaced: decoder.is_null(),
        };
        let mut joined = false;
        for step in flatten(decoder)? {
            compiled.add(step, &mut joined)?;
        }
        Ok(compiled)
    }

    fn add(&mut self, step: &Value, joined: &mut bool) -> Result<(), TokenizerError> {
        let unsupported = || TokenizerError::UnsupportedDecoder { step: step.to_string() };
        let kind = step.get("type").and_then(Value::as_str).ok_or_else(unsupported)?;
        let bytes_done = self.token.contains(&TokenStage::ByteFallback);
        if kind == "Fuse" {
            *joined = true;
            return Ok(());
        }
        if *joined {
            self.text.push(match kind {
                "Strip" if int(step, "stop") == Some(0) => TextStage::StripStart {
                    content: character(step, "content").ok_or_else(unsupported)?,
                    count: int(step, "start").ok_or_else(unsupported)?,
                },
                "Replace" => {
                    let (pattern, content) = replacement(step).ok_or_else(unsupported)?;
                    TextStage::Replace { pattern, content }
                }
                _ => return Err(unsupported()),
            });
            return Ok(());
        }
        if bytes_done {
            // A step between the bytes of a run and the joining would see pieces that do not
            // exist yet while streaming.
            return Err(unsupported());
        }
        self.token.push(match kind {
            "Replace" => {
                let (pattern, content) = replacement(step).ok_or_else(unsupported)?;
                TokenStage::Replace { pattern, content }
            }
            "Strip" => TokenStage::Strip {
                content: character(step, "content").ok_or_else(unsupported)?,
                start: int(step, "start").ok_or_else(unsupported)?,
                stop: int(step, "stop").ok_or_else(unsupported)?,
            },
            "Metaspace" => metaspace(step).ok_or_else(unsupported)?,
            "ByteFallback" => TokenStage::ByteFallback,
            "ByteLevel" => {
                self.bytes = ByteRule::ByteLevel;
                *joined = true;
                TokenStage::ByteLevel
            }
            _ => return Err(unsupported()),
        });
        Ok(())
    }

    /// Returns the bytes that `token` adds to a text that has already begun.
    pub(crate) fn piece(&self, token: &str) -> Piece {
        self.apply(token, false)
    }

    /// Returns the bytes that `token` adds as the first token, if the chain has a rule for it.
    pub(crate) fn first_piece(&self, token: &str) -> Option<Vec<u8>> {
        let special_first = self
            .token
            .iter()
            .any(|s| matches!(s, TokenStage::Metaspace { drop_in_first: true, .. }));
        match special_first.then(|| self.apply(token, true))? {
            Piece::Text(bytes) => Some(bytes),
            Piece::Byte(_) => None,
        }
    }

    fn apply(&self, token: &str, first: bool) -> Piece {
        let mut text = token.to_owned();
        for stage in &self.token {
            match stage {
                TokenStage::Replace { pattern, content } => {
                    text = text.replace(pattern.as_str(), content);
                }
                TokenStage::Strip { content, start, stop } => {
                    text = strip(&text, *content, *start, *stop);
                }
                TokenStage::Metaspace { marker, drop_in_first } => {
                    let space = if first && *drop_in_first { "" } else { " " };
                    text = text.replace(*marker, space);
                }
                TokenStage::ByteFallback => {
                    if let Some(byte) = fallback_byte(&text) {
                        return Piece::Byte(byte);
                    }
                }
                TokenStage::ByteLevel => return Piece::Text(byte_level(&text)),
            }
        }
        Piece::Text(text.into_bytes())
    }
}

fn flatten(decoder: &Value) -> Result<Vec<&Value>, TokenizerError> {
    if decoder.is_null() {
        return Ok(Vec::new());
    }
    if decoder.get("type").and_then(Value::as_str) != Some("Sequence") {
        return Ok(vec![decoder]);
    }
    let steps = decoder
        .get("decoders")
        .and_then(Value::as_array)
        .ok_or_else(|| TokenizerError::UnsupportedDecoder { step: decoder.to_string() })?;
    let mut flat = Vec::new();
    for step in steps {
        flat.extend(flatten(step)?);
    }
    Ok(flat)
}

fn int(step: &Value, key: &str) -> Option<usize> {
    step.get(key)?.as_u64().map(|n| n as usize)
}

fn character(step: &Value, key: &str) -> Option<char> {
    let mut chars = step.get(key)?.as_str()?.chars();
    chars.next().filter(|_| chars.next().is_none())
}

/// Pattern and content of a `Replace` with a plain, non-empty pattern.
fn replacement(step: &Value) -> Option<(String, String)> {
    let pattern = step.get("pattern")?.get("String")?.as_str()?;
    let content = step.get("content")?.as_str()?;
    (!pattern.is_empty()).then(|| (pattern.to_owned(), content.to_owned()))
}

fn metaspace(step: &Value) -> Option<TokenStage> {
    let marker = character(step, "replacement")?;
    let scheme = step.get("prepend_scheme").and_then(Value::as_str);
    let legacy = step.get("add_prefix_space").and_then(Value::as_bool);
    let never = scheme == Some("never") || (scheme.is_none() && legacy == Some(false));
    Some(TokenStage::Metaspace { marker, drop_in_first: !never })
}

fn strip(text: &str, content: char, start: usize, stop: usize) -> String {
    let head = text.chars().take(start).take_while(|c| *c == content).count();
    let rest: Vec<char> = text.chars().skip(head).collect();
    let tail = rest.iter().rev().take(stop).take_while(|c| **c == content).count();
    rest[..rest.len() - tail].iter().collect()
}

/// The byte of a `<0xNN>` token.
fn fallback_byte(token: &str) -> Option<u8> {
    if token.len() != 6 || !token.starts_with("<0x") || !token.ends_with('>') {
        return None;
    }
    u8::from_str_radix(token.get(3..5)?, 16).ok()
}

/// The byte-level alphabet of GPT-2: printable Latin-1 stands for itself, the other bytes in
/// ascending order for U+0100 and up.
pub(super) static BYTE_OF_CHAR: LazyLock<HashMap<char, u8>> = LazyLock::new(|| {
    let mut next = 0x100u32;
    (0..=255u8)
        .filter_map(|byte| {
            let code = match byte {
                b'!'..=b'~' | 0xA1..=0xAC | 0xAE..=0xFF => u32::from(byte),
                _ => {
                    next += 1;
                    next - 1
                }
            };
            char::from_u32(code).map(|c| (c, byte))
        })
        .collect()
});

/// Bytes of a byte-level token; a token with a character outside the alphabet is its own text.
pub(super) fn byte_level(token: &str) -> Vec<u8> {
    token
        .chars()
        .map(|c| BYTE_OF_CHAR.get(&c).copied())
        .collect::<Option<Vec<u8>>>()
        .unwrap_or_else(|| token.as_bytes().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_alphabet_has_256_characters() {
        assert_eq!(BYTE_OF_CHAR.len(), 256);
        assert_eq!(BYTE_OF_CHAR[&'Ġ'], b' ');
        assert_eq!(BYTE_OF_CHAR[&'Ċ'], b'\n');
        assert_eq!(BYTE_OF_CHAR[&'Ń'], 0xAD);
    }

    #[test]
    fn steps_without_a_streaming_form_are_named() {
        for (decoder, name) in [
            (json!({"type": "WordPiece", "prefix": "##", "cleanup": true}), "WordPiece"),
            (
                json!({"type": "Sequence", "decoders": [
                    {"type": "ByteFallback"},
                    {"type": "Strip", "content": " ", "start": 1, "stop": 0}
                ]}),
                "Strip",
            ),
            (
                json!({"type": "Sequence", "decoders": [
                    {"type": "Fuse"},
                    {"type": "Strip", "content": " ", "start": 0, "stop": 1}
                ]}),
                "Strip",
            ),
            (json!({"type": "Replace", "pattern": {"Regex": "a+"}, "content": "b"}), "Regex"),
        ] {
            let error = Decoder::compile(&decoder).unwrap_err().to_string();
            assert!(error.contains(name), "{error}");
        }
    }
}
