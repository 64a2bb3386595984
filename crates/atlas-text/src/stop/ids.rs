//! The tokens that end an answer: the union of what the checkpoint's own files say, and those of
//! its family that the tokenizer has.

use crate::tokenizer::Tokenizer;
use atlas_core::TokenId;
use serde_json::Value;
use thiserror::Error;

/// One stop token and every place that names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StopId {
    pub id: TokenId,
    /// Its spelling in the vocabulary.
    pub token: String,
    /// File and field, such as `generation_config.json eos_token_id`.
    pub sources: Vec<String>,
}

/// The stop tokens of a model, in the order the files name them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StopIds(Vec<StopId>);

/// Why the stop tokens of a checkpoint cannot be trusted.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum StopIdError {
    #[error(
        "{origin} names token {id}, but the tokenizer has no such token (its ids end at \
         {vocab_size}); config and tokenizer belong to different models"
    )]
    IdNotInVocabulary { origin: String, id: TokenId, vocab_size: usize },
    #[error("{origin} names {token:?}, but the tokenizer has no such token")]
    TokenNotInVocabulary { origin: String, token: String },
    #[error("{origin} is {value}, not a token id or a list of token ids")]
    NotAnId { origin: String, value: String },
}

impl StopIds {
    /// Collects the ids from config.json (and its `text_config`), generation_config.json and
    /// tokenizer_config.json (`Value::Null` for a file that does not exist).
    ///
    /// # Errors
    /// An id or token that the vocabulary lacks, with the field that names it.
    pub fn collect(
        tokenizer: &Tokenizer,
        config: &Value,
        generation_config: &Value,
    ) -> Result<Self, StopIdError> {
        let mut stops = Self::default();
        for (id, origin) in named(config, generation_config)? {
            stops.add(tokenizer, id, origin)?;
        }
        let origin = "tokenizer_config.json eos_token";
        if let Some(token) = tokenizer.special_tokens().get("eos_token").and_then(Value::as_str) {
            let id =
                tokenizer.token_to_id(token).ok_or_else(|| StopIdError::TokenNotInVocabulary {
                    origin: origin.to_owned(),
                    token: token.to_owned(),
                })?;
            stops.add(tokenizer, id, origin)?;
        }
        Ok(stops)
    }

    /// The ids that config.json (and its `text_config`) and generation_config.json name, for a
    /// checkpoint that has no tokenizer to find them in.
    ///
    /// # Errors
    /// A field that holds no token ids.
    pub fn named_ids(
        config: &Value,
        generation_config: &Value,
    ) -> Result<Vec<TokenId>, StopIdError> {
        let mut found: Vec<TokenId> = vec![];
        for (id, _) in named(config, generation_config)? {
            if !found.contains(&id) {
                found.push(id);
            }
        }
        Ok(found)
    }

    /// Adds the tokens that are spelled so, and returns the spellings that no token has.
    pub(crate) fn add_spelled<'t>(
        &mut self,
        tokenizer: &Tokenizer,
        tokens: &'t [String],
        origin: &str,
    ) -> Result<Vec<&'t str>, StopIdError> {
        let mut unknown = Vec::new();
        for token in tokens {
            match tokenizer.token_to_id(token) {
                Some(id) => self.add(tokenizer, id, origin)?,
                None => unknown.push(token.as_str()),
            }
        }
        Ok(unknown)
    }

    fn add(&mut self, tokenizer: &Tokenizer, id: TokenId, origin: &str) -> Result<(), StopIdError> {
        if let Some(known) = self.0.iter_mut().find(|s| s.id == id) {
            known.sources.push(origin.to_owned());
            return Ok(());
        }
        let Some(token) = tokenizer.id_to_token(id) else {
            return Err(StopIdError::IdNotInVocabulary {
                origin: origin.to_owned(),
                id,
                vocab_size: tokenizer.vocab_size(),
            });
        };
        self.0.push(StopId { id, token: token.to_owned(), sources: vec![origin.to_owned()] });
        Ok(())
    }

    /// All stop tokens with their origins.
    pub fn iter(&self) -> impl Iterator<Item = &StopId> {
        self.0.iter()
    }

    /// The ids alone.
    pub fn ids(&self) -> Vec<TokenId> {
        self.0.iter().map(|s| s.id).collect()
    }

    /// Whether no file names a stop token; answers then end by length only.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether `id` ends an answer.
    pub fn contains(&self, id: TokenId) -> bool {
        self.0.iter().any(|s| s.id == id)
    }
}

/// Every id that the files name, with the field that does.
fn named(
    config: &Value,
    generation_config: &Value,
) -> Result<Vec<(TokenId, &'static str)>, StopIdError> {
    let text_config = config.get("text_config").unwrap_or(&Value::Null);
    let mut found = vec![];
    for (object, origin) in [
        (config, "config.json eos_token_id"),
        (text_config, "config.json text_config.eos_token_id"),
        (generation_config, "generation_config.json eos_token_id"),
    ] {
        found.extend(ids(object.get("eos_token_id"), origin)?.into_iter().map(|id| (id, origin)));
    }
    Ok(found)
}

fn ids(value: Option<&Value>, origin: &str) -> Result<Vec<TokenId>, StopIdError> {
    let one = |v: &Value| {
        v.as_u64()
            .and_then(|id| TokenId::try_from(id).ok())
            .ok_or_else(|| StopIdError::NotAnId { origin: origin.to_owned(), value: v.to_string() })
    };
    match value {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(list)) => list.iter().map(one).collect(),
        Some(value) => Ok(vec![one(value)?]),
    }
}
