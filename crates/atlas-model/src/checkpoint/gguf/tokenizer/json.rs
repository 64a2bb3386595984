//! The form of `tokenizer.json`.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::super::error::GgufProblem;
use super::problem;
use super::roles::Roles;
use super::vocabulary::{Kind, TOKENS, Vocabulary};

/// Parts of `tokenizer.json` in which algorithms differ.
pub struct Parts<'a> {
    pub normalizer: Value,
    pub pre_tokenizer: Value,
    pub decoder: Value,
    pub unk_token: Option<&'a str>,
    pub byte_fallback: bool,
    /// A word that is a token becomes it, whatever the merges say.
    pub ignore_merges: bool,
    pub merges: Vec<(&'a str, &'a str)>,
}

#[derive(Serialize)]
struct TokenizerJson<'a> {
    version: &'static str,
    truncation: Option<()>,
    padding: Option<()>,
    added_tokens: Vec<AddedToken<'a>>,
    normalizer: Value,
    pre_tokenizer: Value,
    post_processor: Value,
    decoder: Value,
    model: Bpe<'a>,
}

#[derive(Serialize)]
struct AddedToken<'a> {
    id: u32,
    content: &'a str,
    single_word: bool,
    lstrip: bool,
    rstrip: bool,
    normalized: bool,
    special: bool,
}

#[derive(Serialize)]
struct Bpe<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    dropout: Option<()>,
    unk_token: Option<&'a str>,
    continuing_subword_prefix: Option<()>,
    end_of_word_suffix: Option<()>,
    fuse_unk: bool,
    byte_fallback: bool,
    ignore_merges: bool,
    #[serde(serialize_with = "as_map")]
    vocab: Vec<(&'a str, u32)>,
    merges: Vec<(&'a str, &'a str)>,
}

fn as_map<S: Serializer>(vocab: &[(&str, u32)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(vocab.iter().copied())
}

/// `tokenizer.json` of `vocabulary`.
///
/// # Errors
/// A vocabulary without a token that merges lead to.
pub fn write(
    vocabulary: &Vocabulary<'_>,
    roles: &Roles,
    parts: Parts<'_>,
) -> Result<Vec<u8>, GgufProblem> {
    let added = |(id, content, kind)| match kind {
        Kind::Added { special } => Some(AddedToken {
            id,
            content,
            single_word: false,
            lstrip: false,
            rstrip: false,
            normalized: false,
            special,
        }),
        _ => None,
    };
    let added_tokens: Vec<_> = vocabulary.iter().filter_map(added).collect();
    let vocab = model_vocabulary(vocabulary);
    if vocab.is_empty() {
        return Err(problem(TOKENS, "every token is special or unused"));
    }
    let file = TokenizerJson {
        version: "1.0",
        truncation: None,
        padding: None,
        added_tokens,
        normalizer: parts.normalizer,
        pre_tokenizer: parts.pre_tokenizer,
        post_processor: post_processor(vocabulary, roles),
        decoder: parts.decoder,
        model: Bpe {
            kind: "BPE",
            dropout: None,
            unk_token: parts.unk_token,
            continuing_subword_prefix: None,
            end_of_word_suffix: None,
            fuse_unk: parts.unk_token.is_some(),
            byte_fallback: parts.byte_fallback,
            ignore_merges: parts.ignore_merges,
            vocab,
            merges: parts.merges,
        },
    };
    serde_json::to_vec(&file).map_err(|error| problem(TOKENS, error.to_string()))
}

/// Tokens of the model itself. Added tokens behind all others stay out of it where the library
/// gives them the same ids, so that none of them is a word.
fn model_vocabulary<'a>(vocabulary: &Vocabulary<'a>) -> Vec<(&'a str, u32)> {
    let all: Vec<_> = vocabulary.iter().collect();
    let is_added = |kind: Kind| matches!(kind, Kind::Added { .. });
    let behind = all.iter().rposition(|(.., kind)| !is_added(*kind)).map_or(0, |last| last + 1);
    // The library counts on from the number of tokens before.
    let goes_on =
        all.iter().enumerate().skip(behind).all(|(at, (id, ..))| at as u64 == u64::from(*id));
    let kept = if goes_on { behind } else { all.len() };
    all[..kept].iter().map(|&(id, token, _)| (token, id)).collect()
}

/// Tokens that a text gets at its ends; null for none.
fn post_processor(vocabulary: &Vocabulary<'_>, roles: &Roles) -> Value {
    let [bos, eos] = roles.ends();
    if bos.is_none() && eos.is_none() {
        return Value::Null;
    }
    let special = |id: Option<u32>, ty: u32| {
        id.map(|id| json!({"SpecialToken": {"id": vocabulary.token(id), "type_id": ty}}))
    };
    let part = |name: &str, ty: u32| {
        let text = json!({"Sequence": {"id": name, "type_id": ty}});
        special(bos, ty).into_iter().chain([text]).chain(special(eos, ty))
    };
    let tokens = bos.into_iter().chain(eos).map(|id| {
        let token = vocabulary.token(id);
        (token.to_owned(), json!({"id": token, "ids": [id], "tokens": [token]}))
    });
    json!({
        "type": "TemplateProcessing",
        "single": part("A", 0).collect::<Vec<_>>(),
        "pair": part("A", 0).chain(part("B", 1)).collect::<Vec<_>>(),
        "special_tokens": tokens.collect::<serde_json::Map<_, _>>(),
    })
}
