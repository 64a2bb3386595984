//! Tokens with a role: those at the ends of texts, those that end answers, the chat templates.

use serde_json::{Map, Value, json};

use super::super::error::GgufProblem;
use super::super::value::{GgufMetadata, GgufValue};
use super::problem;
use super::vocabulary::{Kind, Vocabulary};

const BOS: &str = "tokenizer.ggml.bos_token_id";
const EOS: &str = "tokenizer.ggml.eos_token_id";
const UNKNOWN: &str = "tokenizer.ggml.unknown_token_id";
const PADDING: &str = "tokenizer.ggml.padding_token_id";
/// Ends a turn, not the text.
const EOT: &str = "tokenizer.ggml.eot_token_id";
/// Ends a message that a tool answers.
const EOM: &str = "tokenizer.ggml.eom_token_id";
const ADD_BOS: &str = "tokenizer.ggml.add_bos_token";
const ADD_EOS: &str = "tokenizer.ggml.add_eos_token";
const TEMPLATE: &str = "tokenizer.chat_template";

/// Keys of ids with the names of their roles in `tokenizer_config.json`. `seperator` is the
/// spelling of the format.
const NAMED: [(&str, &str); 7] = [
    (BOS, "bos_token"),
    (EOS, "eos_token"),
    (UNKNOWN, "unk_token"),
    (PADDING, "pad_token"),
    ("tokenizer.ggml.seperator_token_id", "sep_token"),
    ("tokenizer.ggml.cls_token_id", "cls_token"),
    ("tokenizer.ggml.mask_token_id", "mask_token"),
];

/// Control tokens that end an answer by their text, because most files name one of them only. The
/// list is llama.cpp's (`special_eog_ids`).
const ENDS: [&str; 23] = [
    "<|eot_id|>",
    "<|im_end|>",
    "<|end|>",
    "<|return|>",
    "<|call|>",
    "<|flush|>",
    "<|calls|>",
    "<end_of_turn>",
    "<|endoftext|>",
    "</s>",
    "<|eom_id|>",
    "<EOT>",
    "_<EOT>",
    "[EOT]",
    "[EOS]",
    "<|end_of_text|>",
    "<end_of_utterance>",
    "<eos>",
    "<turn|>",
    "<|tool_response>",
    "<｜end▁of▁sentence｜>",
    "[e~[",
    "<|eot|>",
];

/// The ids with a role.
#[derive(Clone, Debug, Default)]
pub struct Roles {
    /// In the order of [`NAMED`].
    named: [Option<u32>; NAMED.len()],
    eot: Option<u32>,
    eom: Option<u32>,
    adds_bos: bool,
    adds_eos: bool,
}

impl Roles {
    /// Reads the ids. `adds_bos`: whether a text begins with the first token where the file does
    /// not say. SentencePiece has the first three ids of its own.
    ///
    /// # Errors
    /// An id that is no token, a flag of another type, a token to be added that has no id.
    pub fn read(
        metadata: &GgufMetadata,
        vocabulary: &Vocabulary<'_>,
        adds_bos: bool,
        is_sentencepiece: bool,
    ) -> Result<Self, GgufProblem> {
        let mut named = [None; NAMED.len()];
        for (id, (key, _)) in named.iter_mut().zip(NAMED) {
            let usual = match key {
                UNKNOWN => Some(0),
                BOS => Some(1),
                EOS => Some(2),
                _ => None,
            };
            let is_added = |id: &u32| matches!(vocabulary.kind(*id), Kind::Added { .. });
            let usual = usual.filter(|id| is_sentencepiece && is_added(id));
            *id = token_id(metadata, vocabulary, key)?.or(usual);
        }
        let [bos, eos, ..] = named;
        Ok(Self {
            named,
            eot: token_id(metadata, vocabulary, EOT)?,
            eom: token_id(metadata, vocabulary, EOM)?,
            adds_bos: adds(metadata, ADD_BOS, BOS, bos)?.unwrap_or(adds_bos && bos.is_some()),
            adds_eos: adds(metadata, ADD_EOS, EOS, eos)?.unwrap_or(false),
        })
    }

    /// Every id with a role.
    pub fn named(&self) -> impl Iterator<Item = u32> {
        self.named.into_iter().chain([self.eot, self.eom]).flatten()
    }

    /// The token of characters without one.
    pub fn unknown(&self) -> Option<u32> {
        self.named[2]
    }

    /// The tokens put before and behind a text.
    pub fn ends(&self) -> [Option<u32>; 2] {
        let [bos, eos, ..] = self.named;
        [bos.filter(|_| self.adds_bos), eos.filter(|_| self.adds_eos)]
    }

    /// `tokenizer_config.json`.
    ///
    /// # Errors
    /// A chat template that is no text.
    pub fn tokenizer_config(
        &self,
        metadata: &GgufMetadata,
        vocabulary: &Vocabulary<'_>,
    ) -> Result<Map<String, Value>, GgufProblem> {
        let mut config = Map::new();
        for (id, (_, name)) in self.named.into_iter().zip(NAMED) {
            if let Some(id) = id {
                config.insert(name.to_owned(), json!(vocabulary.token(id)));
            }
        }
        config.insert("add_bos_token".to_owned(), json!(self.adds_bos));
        config.insert("add_eos_token".to_owned(), json!(self.adds_eos));
        config.insert("clean_up_tokenization_spaces".to_owned(), json!(false));
        config.insert("tokenizer_class".to_owned(), json!("PreTrainedTokenizerFast"));
        if let Some(templates) = templates(metadata)? {
            config.insert("chat_template".to_owned(), templates);
        }
        Ok(config)
    }

    /// `generation_config.json`.
    pub fn generation_config(&self, vocabulary: &Vocabulary<'_>) -> Map<String, Value> {
        let mut config = Map::new();
        let [bos, _, _, pad, ..] = self.named;
        for (name, id) in [("bos_token_id", bos), ("pad_token_id", pad)] {
            if let Some(id) = id {
                config.insert(name.to_owned(), json!(id));
            }
        }
        let ends = self.stops(vocabulary);
        if !ends.is_empty() {
            config.insert("eos_token_id".to_owned(), json!(ends));
        }
        config
    }

    /// Tokens that end an answer: those that the file names, then those of [`ENDS`].
    fn stops(&self, vocabulary: &Vocabulary<'_>) -> Vec<u32> {
        let by_text = |token: &str| {
            let id = vocabulary.id(token)?;
            (vocabulary.kind(id) == Kind::Added { special: true }).then_some(id)
        };
        let has = |token| by_text(token).is_some();
        // Where a message has more than one part, its end is not the answer's.
        let has_parts =
            has("<|return|>") && has("<|call|>") || has("<|flush|>") && has("<|calls|>");
        let is_end = |token: &str| match token {
            "<|end|>" => !has_parts,
            "</s>" => !has("<|tool_response>"),
            _ => true,
        };
        let [_, eos, ..] = self.named;
        let stated = [eos, self.eot, self.eom].into_iter().flatten();
        let mut found: Vec<u32> = vec![];
        let by_texts = ENDS.into_iter().filter(|token| is_end(token)).filter_map(by_text);
        for id in stated.chain(by_texts) {
            if !found.contains(&id) {
                found.push(id);
            }
        }
        found
    }
}

/// The token of a key.
fn token_id(
    metadata: &GgufMetadata,
    vocabulary: &Vocabulary<'_>,
    key: &str,
) -> Result<Option<u32>, GgufProblem> {
    let Some(id) = metadata.integer(key)? else { return Ok(None) };
    match u32::try_from(id) {
        Ok(fits) if !vocabulary.token(fits).is_empty() => Ok(Some(fits)),
        _ => {
            let last = vocabulary.len().saturating_sub(1);
            Err(problem(key, format!("it is {id}, but the tokens have ids 0 to {last}")))
        }
    }
}

/// Whether a text gets the token of `role`; `None` where the file does not say.
fn adds(
    metadata: &GgufMetadata,
    key: &str,
    role: &str,
    id: Option<u32>,
) -> Result<Option<bool>, GgufProblem> {
    let flag = flag(metadata, key)?;
    if flag == Some(true) && id.is_none() {
        return Err(problem(key, format!("it is true, but the file has no {role}")));
    }
    Ok(flag)
}

/// The boolean of a key.
pub fn flag(metadata: &GgufMetadata, key: &str) -> Result<Option<bool>, GgufProblem> {
    let Some(value) = metadata.get(key) else { return Ok(None) };
    let wrong = || problem(key, format!("found {}, expected true or false", value.brief()));
    value.flag().ok_or_else(wrong).map(Some)
}

/// The chat template, or a list of those with names; `None` without any.
fn templates(metadata: &GgufMetadata) -> Result<Option<Value>, GgufProblem> {
    let default = metadata.text(TEMPLATE)?;
    let prefix = format!("{TEMPLATE}.");
    let mut list = vec![];
    for (key, value) in metadata.iter() {
        if let Some(name) = key.strip_prefix(&prefix) {
            list.push(named_template(key, name, value)?);
        }
    }
    Ok(match default {
        Some(text) if list.is_empty() => Some(json!(text)),
        None if list.is_empty() => None,
        default => {
            let default = default.map(|text| json!({"name": "default", "template": text}));
            Some(default.into_iter().chain(list).collect())
        }
    })
}

fn named_template(key: &str, name: &str, value: &GgufValue) -> Result<Value, GgufProblem> {
    let text = value
        .text()
        .ok_or_else(|| problem(key, format!("found {}, expected a string", value.brief())))?;
    Ok(json!({"name": name, "template": text}))
}
