//! SentencePiece's BPE: `tokenizer.ggml.model` is `llama`.
//!
//! The file has a score for each piece and no merges. The merges are those that transformers
//! derives (`SentencePieceExtractor` of `convert_slow_tokenizer.py`), so that the same library
//! gives the same tokens: every way to make a piece of two others, the best piece first.

use serde_json::{Value, json};

use super::super::error::GgufProblem;
use super::super::value::{GgufArray, GgufMetadata};
use super::byte_level;
use super::json::{Parts, write};
use super::problem;
use super::roles::{Roles, flag};
use super::vocabulary::{Kind, TOKENS, Vocabulary};

const SCORES: &str = "tokenizer.ggml.scores";
const ADD_SPACE: &str = "tokenizer.ggml.add_space_prefix";
/// Stands for a space in pieces.
const MARK: &str = "▁";
/// Most bytes of a piece that merges lead to, because each of its splits is tried. SentencePiece
/// makes pieces of at most 16 characters unless told otherwise.
const PIECE_BYTES_MAX: usize = 256;

/// `tokenizer.json` of the vocabulary.
///
/// # Errors
/// Scores that are missing or no numbers, and a vocabulary without an unknown token.
pub fn tokenizer(
    metadata: &GgufMetadata,
    vocabulary: &Vocabulary<'_>,
    roles: &Roles,
) -> Result<Vec<u8>, GgufProblem> {
    let unknown = roles.unknown().ok_or_else(|| {
        let key = "tokenizer.ggml.unknown_token_id";
        problem(key, "missing, and token 0 is no special token; convert the model again")
    })?;
    let merges = match byte_level::merges(metadata, vocabulary)? {
        Some(merges) => merges,
        None => merges_of_scores(vocabulary, &scores(metadata, vocabulary)?)?,
    };
    let adds_space = flag(metadata, ADD_SPACE)?.unwrap_or(true);
    let to_mark = json!({"type": "Replace", "pattern": {"String": " "}, "content": MARK});
    let prepend = json!({"type": "Prepend", "prepend": MARK});
    let mut decoders = vec![
        json!({"type": "Replace", "pattern": {"String": MARK}, "content": " "}),
        json!({"type": "ByteFallback"}),
        json!({"type": "Fuse"}),
    ];
    if adds_space {
        decoders.push(json!({"type": "Strip", "content": " ", "start": 1, "stop": 0}));
    }
    // Llama 2 and those that follow it put a space before each text between added tokens.
    let (normalizer, pre_tokenizer) = match adds_space {
        false => (to_mark, Value::Null),
        true if has_turns(vocabulary) => {
            let spaces = json!({"type": "Metaspace", "replacement": MARK,
                "prepend_scheme": "first", "split": false});
            (Value::Null, spaces)
        }
        true => (json!({"type": "Sequence", "normalizers": [prepend, to_mark]}), Value::Null),
    };
    let parts = Parts {
        normalizer,
        pre_tokenizer,
        decoder: json!({"type": "Sequence", "decoders": decoders}),
        unk_token: Some(vocabulary.token(unknown)),
        byte_fallback: true,
        ignore_merges: false,
        merges,
    };
    write(vocabulary, roles, parts)
}

/// Whether the marks of turns are tokens, as in Mistral's vocabularies since the second. Those put
/// a space before the text as a whole alone, so that the one behind a mark is not doubled.
fn has_turns(vocabulary: &Vocabulary<'_>) -> bool {
    ["[INST]", "[/INST]"].iter().all(|mark| {
        let id = vocabulary.id(mark);
        id.is_some_and(|id| vocabulary.kind(id) == Kind::Added { special: true })
    })
}

fn scores(metadata: &GgufMetadata, vocabulary: &Vocabulary<'_>) -> Result<Vec<f64>, GgufProblem> {
    let value = metadata
        .get(SCORES)
        .ok_or_else(|| problem(SCORES, "missing, and the file has no merges either"))?;
    let scores = value
        .array()
        .and_then(GgufArray::numbers)
        .ok_or_else(|| problem(SCORES, format!("found {}, expected numbers", value.brief())))?;
    if scores.len() != vocabulary.len() as usize {
        let tokens = vocabulary.len();
        return Err(problem(SCORES, format!("found {} scores for {tokens} tokens", scores.len())));
    }
    match scores.iter().position(|score| score.is_nan()) {
        Some(id) => Err(problem(SCORES, format!("the score of token {id} is no number"))),
        None => Ok(scores),
    }
}

/// Every pair of pieces that makes a third, in the order of published files: by the score of the
/// third, best first, then by the ids of the third, of the first and of the second.
fn merges_of_scores<'a>(
    vocabulary: &Vocabulary<'a>,
    scores: &[f64],
) -> Result<Vec<(&'a str, &'a str)>, GgufProblem> {
    let piece = |piece: &str| {
        let id = vocabulary.id(piece)?;
        (vocabulary.kind(id) == Kind::Normal).then_some(id)
    };
    let mut merges = vec![];
    for (id, token, kind) in vocabulary.iter() {
        if kind != Kind::Normal {
            continue;
        }
        if token.len() > PIECE_BYTES_MAX {
            let found = format!("token {id} has {} bytes", token.len());
            return Err(problem(TOKENS, format!("{found}, expected at most {PIECE_BYTES_MAX}")));
        }
        // Zeros of both signs are equal.
        let score = scores[id as usize] + 0.0;
        for (at, _) in token.char_indices().skip(1) {
            let (left, right) = token.split_at(at);
            if let (Some(first), Some(second)) = (piece(left), piece(right)) {
                merges.push((score, [id, first, second], (left, right)));
            }
        }
    }
    merges.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    Ok(merges.into_iter().map(|(.., pair)| pair).collect())
}
