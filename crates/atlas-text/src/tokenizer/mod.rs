//! Text to token ids and back, exactly as transformers does for the same checkpoint files.

mod alphabet;
mod bound;
mod canonical;
mod config;
mod decoder;
mod engine;
mod error;
mod fast;
mod marks;
mod probe;
mod stable;
mod table;

pub use error::TokenizerError;

use crate::detokenizer::DecodeState;
use atlas_core::TokenId;
use bound::TokenBound;
use config::{AddedToken, TokenizerConfig};
pub(crate) use decoder::{ByteRule, Decoder, TextStage};
use engine::Engine;
use fast::Fast;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use stable::{EncodeRules, Stable};
use std::collections::{BTreeMap, HashMap};
pub(crate) use table::{TokenKind, TokenTable};

/// Treatment of the text of special tokens when encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecialMode {
    /// The output of a chat template: special tokens are recognised, nothing is added
    /// (`add_special_tokens=False` of transformers).
    Rendered,
    /// A prompt as text: special tokens are recognised and the tokenizer's own post-processor adds
    /// what it adds by default (`add_special_tokens=True`).
    Plain,
    /// Untrusted text: the spelling of a special token is ordinary text.
    Literal,
}

/// A loaded tokenizer. Immutable; share it in an `Arc`.
pub struct Tokenizer {
    engine: Engine,
    ids: HashMap<String, TokenId>,
    tokens: Vec<Option<Box<str>>>,
    table: TokenTable,
    decoder: Decoder,
    special_tokens: Map<String, Value>,
    split_special_tokens: bool,
    bound: Option<TokenBound>,
}

impl std::fmt::Debug for Tokenizer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tokenizer")
            .field("engine", &self.engine.name())
            .field("vocab_size", &self.vocab_size())
            .finish_non_exhaustive()
    }
}

/// The parts of tokenizer.json that Atlas looks into; the rest stays unparsed text.
#[derive(Deserialize)]
struct File<'a> {
    #[serde(borrow)]
    model: &'a RawValue,
    #[serde(default)]
    added_tokens: Vec<AddedToken>,
    #[serde(default)]
    decoder: Value,
}

#[derive(Deserialize)]
struct ModelType {
    #[serde(rename = "type")]
    kind: Option<String>,
    merges: Option<serde::de::IgnoredAny>,
}

impl Tokenizer {
    /// Loads tokenizer.json, with the additions of tokenizer_config.json if there is one.
    ///
    /// # Errors
    /// A file that is not a tokenizer, a decoder that cannot be streamed exactly, or added tokens
    /// whose declared ids do not exist.
    pub fn load(json: &[u8], config: Option<&Value>) -> Result<Self, TokenizerError> {
        let text = std::str::from_utf8(json)
            .map_err(|e| TokenizerError::Load { reason: format!("not UTF-8: {e}") })?;
        let file: File = serde_json::from_str(text)?;
        let config = TokenizerConfig::parse(config.unwrap_or(&Value::Null))?;
        let mut decoder = Decoder::compile(&file.decoder)?;
        if config.clean_up_spaces && (!is_bpe(file.model)? || config.clean_up_spaces_for_bpe) {
            decoder.text.extend(clean_up_stages());
        }
        let additions = config.additions(&file.added_tokens);
        // Read side by side, unless tokens must be added first.
        std::thread::scope(|scope| {
            let early = additions.is_empty().then(|| scope.spawn(|| Fast::load(text)));
            let mut stable = Stable::load(text)?;
            stable.add_tokens(&additions)?;
            let added = stable.added_tokens();
            check_added_ids(file.added_tokens.iter().chain(&additions), &added)?;
            let fast = match early {
                Some(early) => early,
                None => {
                    let with_all = with_added_tokens(text, &added)?;
                    scope.spawn(move || Fast::load(&with_all))
                }
            };
            let special: std::collections::HashSet<&str> =
                added.iter().filter(|t| t.special).map(|t| t.content.as_str()).collect();
            let ids = stable.vocab();
            let vocab_size = ids.values().max().map_or(0, |max| *max as usize + 1);
            let tokens: Vec<Option<Box<str>>> = (0..vocab_size as TokenId)
                .map(|id| stable.id_to_token(id).map(String::into_boxed_str))
                .collect();
            let table = TokenTable::build(&tokens, &decoder, |token| special.contains(token));
            let spellings = tokens.iter().flatten().map(AsRef::as_ref);
            let bound = TokenBound::new(text, &added, spellings, table.single_bytes());
            let fast = fast.join().unwrap_or_else(|_| Err("the reader panicked".to_owned()));
            let engine = Engine::choose(fast, stable, &probe::text(&added))?;
            let (special_tokens, split_special_tokens) =
                (config.named, config.split_special_tokens);
            Ok(Self {
                engine,
                ids,
                tokens,
                table,
                decoder,
                special_tokens,
                split_special_tokens,
                bound,
            })
        })
    }

    /// Encodes `text`; appends nothing but what `mode` says.
    ///
    /// # Errors
    /// [`TokenizerError::Encode`] if the library fails on this text.
    pub fn encode(&self, text: &str, mode: SpecialMode) -> Result<Vec<TokenId>, TokenizerError> {
        let rules = EncodeRules {
            parse_special: mode != SpecialMode::Literal && !self.split_special_tokens,
            post_process: mode == SpecialMode::Plain,
        };
        self.engine.encode(text, rules)
    }

    /// A number of tokens that `text` certainly has, found without encoding it; 0 if the tokenizer
    /// has steps of which no bound is known.
    pub fn tokens_min(&self, text: &str) -> usize {
        self.bound.as_ref().map_or(0, |bound| bound.tokens_min(text))
    }

    /// Decodes `ids` as transformers does; ids outside the vocabulary contribute nothing.
    pub fn decode(&self, ids: &[TokenId], skip_special: bool) -> String {
        let mut state = DecodeState::new(&self.decoder, skip_special, false);
        let mut text = String::new();
        for &id in ids {
            state.push(&self.table, &self.decoder, id, &mut text);
        }
        state.finish(&mut text);
        text
    }

    /// The bytes this token stands for inside a text; `None` for ids without a token.
    pub fn token_bytes(&self, id: TokenId) -> Option<&[u8]> {
        match self.table.get(id) {
            (TokenKind::Absent, _) => None,
            (_, bytes) => Some(bytes),
        }
    }

    /// Whether decoding with `skip_special` drops this token.
    pub fn is_special(&self, id: TokenId) -> bool {
        self.table.is_special(id)
    }

    /// Special tokens whose spelling is part of one of `texts`, ascending.
    pub fn special_within(&self, texts: &[&str]) -> Vec<TokenId> {
        let within = |id: &TokenId| {
            let bytes = self.is_special(*id).then(|| self.token_bytes(*id)).flatten();
            let text = bytes.and_then(|b| std::str::from_utf8(b).ok()).unwrap_or_default();
            !text.is_empty() && texts.iter().any(|t| t.contains(text))
        };
        (0..self.vocab_size() as TokenId).filter(within).collect()
    }

    /// One more than the highest token id, added tokens included.
    pub fn vocab_size(&self) -> usize {
        self.table.len()
    }

    /// The id of a token by its exact spelling in the vocabulary.
    pub fn token_to_id(&self, token: &str) -> Option<TokenId> {
        self.ids.get(token).copied()
    }

    /// The spelling of a token in the vocabulary (byte-level tokens in their own alphabet).
    pub fn id_to_token(&self, id: TokenId) -> Option<&str> {
        self.tokens.get(id as usize)?.as_deref()
    }

    /// `bos_token`, `eos_token`, ... as chat templates see them.
    pub fn special_tokens(&self) -> &Map<String, Value> {
        &self.special_tokens
    }

    /// Name of the library that encodes: `"fast"`, `"stable"`, or the fast one except for texts
    /// with combining marks or with bytes that have no token.
    pub fn engine_name(&self) -> &'static str {
        self.engine.name()
    }

    pub(crate) fn decode_parts(&self) -> (&TokenTable, &Decoder) {
        (&self.table, &self.decoder)
    }
}

/// tokenizer.json with its list of added tokens replaced.
fn with_added_tokens(json: &str, added: &[AddedToken]) -> Result<String, serde_json::Error> {
    let mut fields: BTreeMap<String, Box<RawValue>> = serde_json::from_str(json)?;
    fields.insert("added_tokens".to_owned(), serde_json::value::to_raw_value(added)?);
    serde_json::to_string(&fields)
}

fn check_added_ids<'a>(
    declared: impl Iterator<Item = &'a AddedToken>,
    actual: &[AddedToken],
) -> Result<(), TokenizerError> {
    let ids: HashMap<&str, TokenId> =
        actual.iter().filter_map(|t| Some((t.content.as_str(), t.id?))).collect();
    for token in declared {
        if let (Some(declared), Some(&actual)) = (token.id, ids.get(token.content.as_str()))
            && declared != actual
        {
            return Err(TokenizerError::AddedTokenId {
                content: token.content.clone(),
                declared,
                actual,
            });
        }
    }
    Ok(())
}

fn is_bpe(model: &RawValue) -> Result<bool, serde_json::Error> {
    let model: ModelType = serde_json::from_str(model.get())?;
    Ok(model.kind.map_or(model.merges.is_some(), |kind| kind == "BPE"))
}

/// The replacements of transformers' `clean_up_tokenization`, in its order.
fn clean_up_stages() -> impl Iterator<Item = TextStage> {
    let pairs = [
        (" .", "."),
        (" ?", "?"),
        (" !", "!"),
        (" ,", ","),
        (" ' ", "'"),
        (" n't", "n't"),
        (" 'm", "'m"),
        (" 's", "'s"),
        (" 've", "'ve"),
        (" 're", "'re"),
    ];
    pairs.into_iter().map(|(pattern, content)| TextStage::Replace {
        pattern: pattern.to_owned(),
        content: content.to_owned(),
    })
}
