//! The tokenizer in the metadata of a GGUF file, as the files of a Hugging Face checkpoint.
//!
//! `tokenizer.ggml.model` names the algorithm: `gpt2` is byte-level BPE, whose splits into words
//! `tokenizer.ggml.pre` names; `llama` is SentencePiece's BPE, whose merges follow from scores.

mod byte_level;
mod json;
mod pre_tokenizers;
mod roles;
mod sentencepiece;
mod vocabulary;

use serde_json::{Map, Value};

use super::error::GgufProblem;
use super::value::GgufMetadata;
use roles::Roles;
use vocabulary::Vocabulary;

const MODEL: &str = "tokenizer.ggml.model";

/// The small files of a checkpoint that speak of text.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenizerFiles {
    /// `tokenizer.json`.
    pub tokenizer: Vec<u8>,
    /// `tokenizer_config.json`, the chat templates in it.
    pub config: Map<String, Value>,
    /// `generation_config.json`: `eos_token_id` lists every token that ends an answer.
    pub generation: Map<String, Value>,
}

/// The text files that `metadata` stands for; `None` where it has no tokenizer.
///
/// # Errors
/// A key of another type than expected, arrays of different lengths, tokens that occur twice, ids
/// and merges that name no token, and algorithms or word splits that are not supported.
pub fn tokenizer_files(metadata: &GgufMetadata) -> Result<Option<TokenizerFiles>, GgufProblem> {
    let (vocabulary, roles);
    let tokenizer = match metadata.text(MODEL)? {
        None | Some("no_vocab" | "none") => return Ok(None),
        Some("gpt2") => {
            let (split, splits) = byte_level::splits(metadata)?;
            (vocabulary, roles) = read(metadata, splits.adds_bos, false)?;
            byte_level::tokenizer(metadata, &vocabulary, &roles, split, &splits)?
        }
        Some("llama") => {
            (vocabulary, roles) = read(metadata, true, true)?;
            sentencepiece::tokenizer(metadata, &vocabulary, &roles)?
        }
        Some(other) => {
            let name = other.chars().take(60).collect::<String>();
            return Err(GgufProblem::Refused {
                what: format!("{MODEL} {name:?}"),
                hint: "supported are \"gpt2\" and \"llama\"; use the safetensors checkpoint of \
                       the model"
                    .to_owned(),
            });
        }
    };
    let config = roles.tokenizer_config(metadata, &vocabulary)?;
    let generation = roles.generation_config(&vocabulary);
    Ok(Some(TokenizerFiles { tokenizer, config, generation }))
}

/// The vocabulary with the tokens that have a role in it.
fn read<'a>(
    metadata: &'a GgufMetadata,
    adds_bos: bool,
    is_sentencepiece: bool,
) -> Result<(Vocabulary<'a>, Roles), GgufProblem> {
    let mut vocabulary = Vocabulary::read(metadata)?;
    let roles = Roles::read(metadata, &vocabulary, adds_bos, is_sentencepiece)?;
    roles.named().for_each(|id| vocabulary.make_special(id));
    vocabulary.check_unique()?;
    Ok((vocabulary, roles))
}

/// The error of a key.
fn problem(key: &str, problem: impl Into<String>) -> GgufProblem {
    GgufProblem::Metadata { key: key.to_owned(), problem: problem.into() }
}

/// A text for messages, short.
fn brief(text: &str) -> String {
    format!("{:?}", text.chars().take(60).collect::<String>())
}
