//! Byte-level BPE: `tokenizer.ggml.model` is `gpt2`.

use serde_json::{Value, json};

use super::super::error::GgufProblem;
use super::super::value::{GgufArray, GgufMetadata};
use super::json::{Parts, write};
use super::pre_tokenizers::{Splits, find};
use super::roles::Roles;
use super::vocabulary::Vocabulary;
use super::{brief, problem};

const PRE: &str = "tokenizer.ggml.pre";
pub const MERGES: &str = "tokenizer.ggml.merges";

/// The split into words that the file names, as a pre-tokenizer and its entry.
///
/// # Errors
/// A file without a name, or an unknown one.
pub fn splits(metadata: &GgufMetadata) -> Result<(Value, Splits), GgufProblem> {
    let name = metadata.text(PRE)?.ok_or_else(|| {
        let hint = "missing, and without it the words of a text are not known; \
                    convert the model again with a newer converter";
        problem(PRE, hint)
    })?;
    let splits = find(name).ok_or_else(|| GgufProblem::Refused {
        what: format!("{PRE} {}", brief(name)),
        hint: "the words that it splits a text into are not known; use the safetensors checkpoint \
               of the model"
            .to_owned(),
    })?;
    Ok((splits.pre_tokenizer(), splits))
}

/// `tokenizer.json` with the given splits.
///
/// # Errors
/// Merges that are missing, no texts, or name no token.
pub fn tokenizer(
    metadata: &GgufMetadata,
    vocabulary: &Vocabulary<'_>,
    roles: &Roles,
    pre_tokenizer: Value,
    splits: &Splits,
) -> Result<Vec<u8>, GgufProblem> {
    let merges = merges(metadata, vocabulary)?
        .ok_or_else(|| problem(MERGES, "missing; convert the model again"))?;
    let byte_level = json!({"type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true,
        "use_regex": true});
    let normalizer = if splits.composes { json!({"type": "NFC"}) } else { Value::Null };
    let parts = Parts {
        normalizer,
        pre_tokenizer,
        decoder: byte_level,
        unk_token: None,
        byte_fallback: false,
        ignore_merges: splits.ignores_merges,
        merges,
    };
    write(vocabulary, roles, parts)
}

/// The merges of the file, in its order; `None` where it has none.
///
/// # Errors
/// See [`tokenizer`].
pub fn merges<'a>(
    metadata: &'a GgufMetadata,
    vocabulary: &Vocabulary<'_>,
) -> Result<Option<Vec<(&'a str, &'a str)>>, GgufProblem> {
    let Some(value) = metadata.get(MERGES) else { return Ok(None) };
    let list = value
        .array()
        .and_then(GgufArray::texts)
        .ok_or_else(|| problem(MERGES, format!("found {}, expected UTF-8 texts", value.brief())))?;
    let mut merged = String::new();
    let mut is_token = |left: &str, right: &str| {
        merged.clear();
        merged.extend([left, right]);
        [left, right, &merged].into_iter().all(|token| vocabulary.id(token).is_some())
    };
    let mut pairs = Vec::with_capacity(list.len());
    for (at, merge) in list.into_iter().enumerate() {
        // A part that is a space itself comes first.
        let space = merge.char_indices().skip(1).find(|(_, c)| *c == ' ').map(|(at, _)| at);
        let pair = space.map(|at| (&merge[..at], &merge[at + 1..]));
        let pair = pair.filter(|(left, right)| is_token(left, right)).ok_or_else(|| {
            let merge = brief(merge);
            problem(MERGES, format!("merge {at}, {merge}, is not made of two tokens to a third"))
        })?;
        pairs.push(pair);
    }
    Ok(Some(pairs))
}
