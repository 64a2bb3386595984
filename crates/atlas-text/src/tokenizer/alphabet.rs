//! A way around a gap of the fast library: it loads a byte-level vocabulary only if each byte that
//! UTF-8 has is a token, and vocabularies trained without the whole alphabet lack rare ones.
//!
//! The other library leaves such bytes out of a word before it merges. Here each gets a stand-in
//! with an id past the vocabulary. No merge names a stand-in, so a text without one among its ids
//! has the ids of the file; a text with one goes to the other library.

use super::bound::has_byte_level;
use super::decoder::{BYTE_OF_CHAR, byte_level};
use atlas_core::TokenId;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

/// A tokenizer.json in which every byte is a token.
pub(crate) struct Completed {
    pub(crate) json: String,
    /// Ids from here on are stand-ins.
    pub(crate) stand_ins_from: TokenId,
}

#[derive(Deserialize)]
struct AddedId {
    id: TokenId,
}

/// The tokens of one character in a vocabulary.
struct Letters(HashSet<char>);

#[derive(Deserialize)]
struct Spelling<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'de> Deserialize<'de> for Letters {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = Letters;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("ids by token")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Letters, A::Error> {
                let mut letters = HashSet::new();
                while let Some((Spelling(token), _)) = map.next_entry::<_, TokenId>()? {
                    let mut chars = token.chars();
                    if let (Some(letter), None) = (chars.next(), chars.next()) {
                        letters.insert(letter);
                    }
                }
                Ok(Letters(letters))
            }
        }

        deserializer.deserialize_map(Entries)
    }
}

/// tokenizer.json with stand-ins for the bytes that have no token; `None` if there are none, if it
/// is no byte-level BPE, or if a token of one character is made of such bytes: the fast library
/// gives that token for the character, although no merge leads to it.
pub(crate) fn with_all_bytes(json: &str) -> Option<Completed> {
    let mut fields: BTreeMap<String, Box<RawValue>> = serde_json::from_str(json).ok()?;
    let steps: Value = serde_json::from_str(fields.get("pre_tokenizer")?.get()).ok()?;
    let mut model: BTreeMap<String, Box<RawValue>> =
        serde_json::from_str(fields.get("model")?.get()).ok()?;
    let kind: Option<String> =
        model.get("type").map_or(Some(None), |kind| serde_json::from_str(kind.get()).ok())?;
    if kind.is_some_and(|kind| kind != "BPE") || !has_byte_level(&steps) {
        return None;
    }
    let vocab = model.get("vocab")?.get();
    let Letters(found) = serde_json::from_str(vocab).ok()?;
    let missing: Vec<char> =
        BYTE_OF_CHAR.keys().copied().filter(|letter| !found.contains(letter)).collect();
    if missing.is_empty() {
        return None;
    }
    let mut vocab: HashMap<String, TokenId> = serde_json::from_str(vocab).ok()?;
    let is_out_of_reach = |token: &String| {
        token.contains(missing.as_slice())
            && String::from_utf8(byte_level(token)).is_ok_and(|text| text.chars().count() == 1)
    };
    if vocab.keys().any(is_out_of_reach) {
        return None;
    }
    let added: Vec<AddedId> = fields
        .get("added_tokens")
        .map_or(Some(Vec::new()), |tokens| serde_json::from_str(tokens.get()).ok())?;
    let ids = vocab.values().copied().chain(added.iter().map(|token| token.id));
    let stand_ins_from = ids.max()?.checked_add(1)?;
    for (letter, id) in missing.iter().zip(stand_ins_from..) {
        vocab.insert(letter.to_string(), id);
    }
    model.insert("vocab".to_owned(), serde_json::value::to_raw_value(&json!(vocab)).ok()?);
    fields.insert("model".to_owned(), serde_json::value::to_raw_value(&model).ok()?);
    Some(Completed { json: serde_json::to_string(&fields).ok()?, stand_ins_from })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(kind: &str, step: &str, more: &str) -> String {
        let mut vocab: serde_json::Map<String, Value> = BYTE_OF_CHAR
            .iter()
            .filter(|(_, byte)| **byte != 0xA9)
            .map(|(letter, byte)| (letter.to_string(), json!(byte)))
            .collect();
        vocab.insert(more.to_owned(), json!(300));
        json!({"pre_tokenizer": {"type": step}, "added_tokens": [{"id": 400, "content": "x"}],
            "model": {"type": kind, "vocab": vocab, "merges": []}})
        .to_string()
    }

    #[test]
    fn a_missing_byte_gets_an_id_past_all_others() {
        let completed = with_all_bytes(&file("BPE", "ByteLevel", "ab")).unwrap();
        assert_eq!(completed.stand_ins_from, 401);
        let file: Value = serde_json::from_str(&completed.json).unwrap();
        assert_eq!(file["model"]["vocab"]["©"], 401);
    }

    #[test]
    fn other_vocabularies_are_left_alone() {
        assert!(with_all_bytes(&file("BPE", "Whitespace", "ab")).is_none());
        assert!(with_all_bytes(&file("WordLevel", "ByteLevel", "ab")).is_none());
        assert!(with_all_bytes(&file("BPE", "ByteLevel", "©")).is_none());
        // A character whose bytes do not lead to its token.
        assert!(with_all_bytes(&file("BPE", "ByteLevel", "Ã©")).is_none());
        assert!(with_all_bytes(&file("BPE", "ByteLevel", "Ã©a")).is_some());
    }
}
