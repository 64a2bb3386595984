//! A lower bound of a text's tokens, without encoding it.
//!
//! Every byte `b` of a text belongs to a token that contains `b`, and so to one of at most `L[b]`
//! bytes, the length of the longest such token. The shares `1 / L[b]` of the bytes of one token
//! add up to at most 1, and those of a text to at most the number of its tokens.

use super::config::AddedToken;
use super::decoder::BYTE_OF_CHAR;
use serde::Deserialize;
use serde_json::Value;

/// One token in the unit of shares.
const ONE: u64 = 1 << 24;
/// Unicode's normal forms make at least one byte of so many.
const NORMAL_FORM_SHRINK: u64 = 4;
/// The mark for a space in vocabularies that are not of bytes.
const SPACE_MARK: &str = "\u{2581}";

/// The share of every byte.
#[derive(Clone, Debug)]
pub(crate) struct TokenBound {
    shares: [u64; 256],
    /// The share of a byte that a normal form may change, if the tokenizer has one.
    normalized: Option<u64>,
    /// Tokens swallow the white space beside them.
    strips: bool,
}

/// The parts of tokenizer.json that may take bytes out of a text.
#[derive(Deserialize)]
struct Parts {
    #[serde(default)]
    normalizer: Value,
    #[serde(default)]
    pre_tokenizer: Value,
    model: ModelParts,
}

#[derive(Deserialize)]
struct ModelParts {
    #[serde(rename = "type")]
    kind: Option<String>,
    #[serde(default)]
    byte_fallback: bool,
}

impl TokenBound {
    /// The bound of a tokenizer; `None` if a step of it is not known to keep every byte.
    /// `tokens` are the spellings of the vocabulary, `single` says which bytes are a token.
    pub(crate) fn new<'a>(
        json: &str,
        added: &[AddedToken],
        tokens: impl Iterator<Item = &'a str>,
        single: [bool; 256],
    ) -> Option<Self> {
        let parts: Parts = serde_json::from_str(json).ok()?;
        // Unknown characters of other models may share a token or have none.
        if parts.model.kind.as_deref() != Some("BPE") {
            return None;
        }
        let steps = [&parts.normalizer, &parts.pre_tokenizer];
        let byte_level = steps.iter().any(|step| has_byte_level(step));
        // A character that a byte-level vocabulary spells in part loses the rest of its bytes, one
        // of another vocabulary all of them.
        let has_all_bytes = single.iter().all(|single| *single);
        if !(byte_level || parts.model.byte_fallback && has_all_bytes) {
            return None;
        }
        let mut normal_form = false;
        if !keeps_bytes(&parts.normalizer, &mut normal_form) || !keeps_words(&parts.pre_tokenizer) {
            return None;
        }
        let mut longest = [1u64; 256];
        for token in tokens {
            let bytes = spelled(token, byte_level);
            note(&mut longest, &bytes);
            // A space of the text is written as its mark, unless the mark itself stood there.
            if token.contains(SPACE_MARK) {
                longest[usize::from(b' ')] = longest[usize::from(b' ')].max(bytes.len() as u64);
            }
        }
        added.iter().for_each(|token| note(&mut longest, token.content.as_bytes()));
        let most = longest.iter().copied().max().unwrap_or(1);
        let normalized = normal_form.then_some(ONE / most / NORMAL_FORM_SHRINK);
        let strips = added.iter().any(|token| token.lstrip || token.rstrip);
        let share = |byte: usize| if single[byte] { ONE / longest[byte] } else { 0 };
        let normalized = normalized.filter(|_| has_all_bytes).or(normal_form.then_some(0));
        Some(Self { shares: std::array::from_fn(share), normalized, strips })
    }

    /// A number of tokens that `text` certainly has.
    pub(crate) fn tokens_min(&self, text: &str) -> usize {
        let bytes = text.as_bytes();
        let mut total = 0u64;
        for (i, &byte) in bytes.iter().enumerate() {
            let composed = bytes.get(i + 1).is_some_and(|next| !next.is_ascii());
            total += match self.normalized {
                _ if self.strips && (byte.is_ascii_whitespace() || !byte.is_ascii()) => 0,
                Some(share) if !byte.is_ascii() => share,
                // A mark that follows may make one character of both.
                Some(_) if composed => 0,
                _ => self.shares[usize::from(byte)],
            };
        }
        (total / ONE) as usize
    }
}

fn note(longest: &mut [u64; 256], bytes: &[u8]) {
    for &byte in bytes {
        let known = &mut longest[usize::from(byte)];
        *known = (*known).max(bytes.len() as u64);
    }
}

/// The bytes of a token's spelling: one for each character of the byte-level alphabet.
fn spelled(token: &str, byte_level: bool) -> Vec<u8> {
    let byte = token.strip_prefix("<0x").and_then(|t| t.strip_suffix('>'));
    if let Some(byte) = byte.and_then(|hex| u8::from_str_radix(hex, 16).ok())
        && !byte_level
    {
        return vec![byte];
    }
    let letters: Option<Vec<u8>> = token.chars().map(|c| BYTE_OF_CHAR.get(&c).copied()).collect();
    letters.filter(|_| byte_level).unwrap_or_else(|| token.as_bytes().to_vec())
}

fn kind(step: &Value) -> &str {
    step["type"].as_str().unwrap_or_default()
}

fn children<'a>(step: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    step[name].as_array().into_iter().flatten()
}

pub(super) fn has_byte_level(step: &Value) -> bool {
    kind(step) == "ByteLevel"
        || ["normalizers", "pretokenizers"]
            .iter()
            .any(|name| children(step, name).any(has_byte_level))
}

/// Whether a normalizer drops nothing; notes a normal form.
fn keeps_bytes(step: &Value, normal_form: &mut bool) -> bool {
    if step.is_null() {
        return true;
    }
    match kind(step) {
        "NFC" | "NFD" | "NFKC" | "NFKD" => {
            *normal_form = true;
            true
        }
        "ByteLevel" | "Prepend" => true,
        "Sequence" => children(step, "normalizers").all(|step| keeps_bytes(step, normal_form)),
        // The mark of a space; other replacements may make bytes into fewer.
        "Replace" => step["pattern"]["String"] == " " && step["content"] == SPACE_MARK,
        _ => false,
    }
}

/// Whether a pre-tokenizer drops nothing.
fn keeps_words(step: &Value) -> bool {
    if step.is_null() {
        return true;
    }
    match kind(step) {
        "ByteLevel" | "Metaspace" | "Digits" => true,
        "Split" | "Punctuation" => step["behavior"] != "Removed",
        "Sequence" => children(step, "pretokenizers").all(keeps_words),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn bound(normalizer: Value, tokens: &[&str]) -> Option<TokenBound> {
        let json = json!({
            "normalizer": normalizer,
            "pre_tokenizer": {"type": "ByteLevel"},
            "model": {"type": "BPE", "unk_token": null},
        });
        TokenBound::new(&json.to_string(), &[], tokens.iter().copied(), [true; 256])
    }

    #[test]
    fn bytes_count_by_the_longest_token_that_contains_them() {
        let tokens = ["a", "b", "aaaa", "ab", "\u{120}\u{120}\u{120}"];
        let plain = bound(Value::Null, &tokens).expect("a bound");
        assert_eq!(plain.tokens_min(&"a".repeat(4000)), 1000);
        assert_eq!(plain.tokens_min(&"b".repeat(4000)), 2000);
        assert!((998..=1000).contains(&plain.tokens_min(&" ".repeat(3000))));
        assert_eq!(plain.tokens_min(""), 0);
        let normal = bound(json!({"type": "NFC"}), &tokens).expect("a bound");
        assert_eq!(normal.tokens_min(&"a".repeat(4000)), 1000);
        // Each is one character of two bytes afterwards, and so at least half a token of 4 bytes.
        assert!(normal.tokens_min(&"a\u{301}".repeat(4000)) <= 2000);
    }

    #[test]
    fn bytes_without_a_token_count_nothing() {
        let single = std::array::from_fn(|byte| byte != 0xF3);
        for (normalizer, tokens_min) in [("null", 500), (r#"{"type": "NFC"}"#, 0)] {
            let json = format!(
                r#"{{"normalizer": {normalizer}, "pre_tokenizer": {{"type": "ByteLevel"}},
                    "model": {{"type": "BPE"}}}}"#
            );
            let bound = TokenBound::new(&json, &[], ["aa", "óa"].into_iter(), single);
            let bound = bound.expect("a bound");
            assert_eq!(bound.tokens_min(&"a".repeat(1000)), 500);
            assert_eq!(bound.tokens_min(&"é".repeat(250)), tokens_min, "{normalizer}");
            // The first of four bytes has no token.
            assert_eq!(bound.tokens_min(&"\u{e0001}".repeat(100)), tokens_min * 3 / 5);
        }
    }

    #[test]
    fn steps_that_may_drop_bytes_have_no_bound() {
        let replace = json!({"type": "Replace", "pattern": {"String": "aa"}, "content": ""});
        for step in [replace, json!({"type": "Strip"}), json!({"type": "Lowercase"})] {
            assert!(bound(step.clone(), &["a"]).is_none(), "{step}");
        }
    }
}
