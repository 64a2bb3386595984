//! Special tokens and options that tokenizer_config.json adds to tokenizer.json, by the rules of
//! transformers 5: `added_tokens_decoder` entries override flags, named tokens that the vocabulary
//! lacks are added, `add_bos_token`/`add_eos_token` have no say beside a tokenizer.json.

use super::error::TokenizerError;
use atlas_core::TokenId;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// One added token with its matching rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AddedToken {
    /// Declared id; `None` if the configuration only names the token.
    pub(crate) id: Option<TokenId>,
    pub(crate) content: String,
    #[serde(default)]
    pub(crate) single_word: bool,
    #[serde(default)]
    pub(crate) lstrip: bool,
    #[serde(default)]
    pub(crate) rstrip: bool,
    /// Unstated means: only if the token is not special.
    pub(crate) normalized: Option<bool>,
    #[serde(default)]
    pub(crate) special: bool,
}

impl AddedToken {
    fn same_rules(&self, other: &Self) -> bool {
        let rules = |t: &Self| {
            (t.single_word, t.lstrip, t.rstrip, t.normalized.unwrap_or(!t.special), t.special)
        };
        rules(self) == rules(other)
    }

    fn special(content: &str) -> Self {
        Self {
            id: None,
            content: content.to_owned(),
            single_word: false,
            lstrip: false,
            rstrip: false,
            normalized: Some(false),
            special: true,
        }
    }
}

/// Fields of tokenizer_config.json that encoding and decoding use.
#[derive(Clone, Debug, Default)]
pub(crate) struct TokenizerConfig {
    pub(crate) added: Vec<AddedToken>,
    pub(crate) named: Map<String, Value>,
    pub(crate) extra: Vec<String>,
    pub(crate) clean_up_spaces: bool,
    pub(crate) clean_up_spaces_for_bpe: bool,
    pub(crate) split_special_tokens: bool,
}

impl TokenizerConfig {
    pub(crate) fn parse(config: &Value) -> Result<Self, TokenizerError> {
        let Some(fields) = config.as_object() else {
            return match config {
                Value::Null => Ok(Self::default()),
                other => Err(wrong("(whole file)", other)),
            };
        };
        let flag = |key: &str| match fields.get(key) {
            None | Some(Value::Null) => Ok(false),
            Some(Value::Bool(b)) => Ok(*b),
            Some(other) => Err(wrong(key, other)),
        };
        Ok(Self {
            added: added_tokens_decoder(fields.get("added_tokens_decoder"))?,
            named: named_tokens(fields),
            extra: extra_tokens(fields),
            clean_up_spaces: flag("clean_up_tokenization_spaces")?,
            clean_up_spaces_for_bpe: flag(
                "clean_up_tokenization_spaces_for_bpe_even_though_it_will_corrupt_output",
            )?,
            split_special_tokens: flag("split_special_tokens")?,
        })
    }

    /// Tokens to add to a file that already has `present`, in the order transformers adds them.
    pub(crate) fn additions(&self, present: &[AddedToken]) -> Vec<AddedToken> {
        let mut additions: Vec<AddedToken> = Vec::new();
        for token in &self.added {
            match present.iter().find(|p| p.content == token.content) {
                Some(p) if p.same_rules(token) => {}
                _ => additions.push(token.clone()),
            }
        }
        let named = self.named.values().filter_map(Value::as_str);
        for content in named.chain(self.extra.iter().map(String::as_str)) {
            let known = |t: &AddedToken| t.content == content;
            if let Some(addition) = additions.iter_mut().find(|t| known(t)) {
                addition.special = true;
            } else if let Some(token) = present.iter().find(|t| known(t)) {
                // A token with a role is special, whatever tokenizer.json says of it.
                if !token.special {
                    let normalized = Some(token.normalized.unwrap_or(true));
                    additions.push(AddedToken { special: true, normalized, ..token.clone() });
                }
            } else {
                additions.push(AddedToken::special(content));
            }
        }
        additions
    }
}

fn wrong(field: &str, value: &Value) -> TokenizerError {
    TokenizerError::Config { field: field.to_owned(), value: value.to_string() }
}

fn added_tokens_decoder(value: Option<&Value>) -> Result<Vec<AddedToken>, TokenizerError> {
    let entries = match value {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Object(entries)) => entries,
        Some(other) => return Err(wrong("added_tokens_decoder", other)),
    };
    let mut tokens = Vec::with_capacity(entries.len());
    for (id, token) in entries {
        let field = || format!("added_tokens_decoder.{id}");
        let id = id.parse::<TokenId>().map_err(|_| wrong(&field(), token))?;
        let mut token = AddedToken::deserialize(token).map_err(|_| wrong(&field(), token))?;
        token.id = Some(id);
        tokens.push(token);
    }
    tokens.sort_by_key(|t| t.id);
    Ok(tokens)
}

/// The text of a token given as a string or as `{"content": ...}`.
pub(crate) fn token_text(value: &Value) -> Option<&str> {
    value.as_str().or_else(|| value.get("content").and_then(Value::as_str))
}

/// `bos_token`, `eos_token`, ... and the model's own `*_token` entries, as templates see them.
fn named_tokens(fields: &Map<String, Value>) -> Map<String, Value> {
    let extra = fields.get("extra_special_tokens").and_then(Value::as_object);
    fields
        .iter()
        .filter(|(key, _)| key.ends_with("_token"))
        .chain(extra.into_iter().flatten())
        .filter_map(|(key, value)| Some((key.clone(), Value::from(token_text(value)?))))
        .collect()
}

fn extra_tokens(fields: &Map<String, Value>) -> Vec<String> {
    ["extra_special_tokens", "additional_special_tokens"]
        .iter()
        .find_map(|key| fields.get(*key).and_then(Value::as_array))
        .into_iter()
        .flatten()
        .filter_map(|t| token_text(t).map(str::to_owned))
        .collect()
}
