//! Tokens of a GGUF file with their kinds.

use std::collections::HashMap;

use super::super::error::GgufProblem;
use super::super::value::{GgufArray, GgufMetadata, GgufValue};
use super::{brief, problem};

pub const TOKENS: &str = "tokenizer.ggml.tokens";
const TYPES: &str = "tokenizer.ggml.token_type";
/// Most tokens. The largest vocabulary in use has 262,208.
const TOKENS_MAX: usize = 1 << 21;
/// Most bytes of all tokens. Those of the largest vocabulary in use have 3 MB.
const BYTES_MAX: usize = 64 << 20;

/// Kind of a token (`llama_token_type`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A piece that merges lead to.
    Normal,
    /// A token found in a text before anything else. Decoding drops it where it is special.
    Added { special: bool },
    /// A number without a token: nothing becomes it, and it becomes nothing.
    Unused,
    /// One byte of a character that has no token.
    Byte,
}

/// The tokens, by id.
#[derive(Clone, Debug)]
pub struct Vocabulary<'a> {
    tokens: Vec<&'a str>,
    kinds: Vec<Kind>,
    ids: HashMap<&'a str, u32>,
    /// A token with two ids.
    twice: Option<(u32, u32)>,
}

impl<'a> Vocabulary<'a> {
    /// Reads tokens and types; a file without types has plain tokens alone.
    ///
    /// # Errors
    /// Missing or wrong arrays, different lengths, an unknown type.
    pub fn read(metadata: &'a GgufMetadata) -> Result<Self, GgufProblem> {
        let tokens = metadata.get(TOKENS).ok_or_else(|| {
            problem(TOKENS, "missing, but the file has a tokenizer; convert the model again")
        })?;
        let tokens = tokens.array().and_then(GgufArray::texts).ok_or_else(|| {
            problem(TOKENS, format!("found {}, expected UTF-8 texts", tokens.brief()))
        })?;
        let bytes: usize = tokens.iter().map(|token| token.len()).sum();
        if tokens.is_empty() || tokens.len() > TOKENS_MAX || bytes > BYTES_MAX {
            let found = format!("found {} tokens of {bytes} bytes together", tokens.len());
            let most = format!("expected 1 to {TOKENS_MAX} tokens of at most {BYTES_MAX} bytes");
            return Err(problem(TOKENS, format!("{found}, {most}")));
        }
        let kinds = match metadata.get(TYPES) {
            Some(types) => kinds(types, tokens.len())?,
            None => vec![Kind::Normal; tokens.len()],
        };
        let mut all = Self { tokens, kinds, ids: HashMap::new(), twice: None };
        // A token without text cannot be matched.
        let tokens_and_kinds = all.tokens.iter().zip(&mut all.kinds);
        tokens_and_kinds.filter(|(t, _)| t.is_empty()).for_each(|(_, kind)| *kind = Kind::Unused);
        for id in 0..all.len() {
            if all.kind(id) != Kind::Unused {
                all.list(id);
            }
        }
        Ok(all)
    }

    /// Notes the id of a token; the first keeps it.
    fn list(&mut self, id: u32) {
        let first = *self.ids.entry(self.tokens[id as usize]).or_insert(id);
        if first != id {
            self.twice = self.twice.or(Some((first, id)));
        }
    }

    /// Number of ids.
    pub fn len(&self) -> u32 {
        self.tokens.len() as u32
    }

    /// The text of a token; ids past the end have none.
    pub fn token(&self, id: u32) -> &'a str {
        self.tokens.get(id as usize).copied().unwrap_or_default()
    }

    /// The kind of a token; ids past the end have none.
    pub fn kind(&self, id: u32) -> Kind {
        self.kinds.get(id as usize).copied().unwrap_or(Kind::Unused)
    }

    /// The id of a token that is used.
    pub fn id(&self, token: &str) -> Option<u32> {
        self.ids.get(token).copied()
    }

    /// Ids of tokens that are used, with their texts and kinds.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &'a str, Kind)> {
        let all = (0..self.len()).map(|id| (id, self.token(id), self.kind(id)));
        all.filter(|(_, _, kind)| *kind != Kind::Unused)
    }

    /// Makes a token special, as one with a role is.
    pub fn make_special(&mut self, id: u32) {
        if self.token(id).is_empty() {
            return;
        }
        self.list(id);
        if let Some(kind) = self.kinds.get_mut(id as usize) {
            *kind = Kind::Added { special: true };
        }
    }

    /// # Errors
    /// A text that two ids have.
    pub fn check_unique(&self) -> Result<(), GgufProblem> {
        let Some((first, second)) = self.twice else { return Ok(()) };
        let token = brief(self.token(first));
        Err(problem(TOKENS, format!("{token} is token {first} and token {second}")))
    }
}

fn kinds(types: &GgufValue, len: usize) -> Result<Vec<Kind>, GgufProblem> {
    let list = types.array().and_then(GgufArray::integers).ok_or_else(|| {
        problem(TYPES, format!("found {}, expected integers of 0 or more", types.brief()))
    })?;
    if list.len() != len {
        return Err(problem(TYPES, format!("found {} types for {len} tokens", list.len())));
    }
    let kind = |(id, &code): (usize, &u64)| match code {
        0 | 1 => Ok(Kind::Normal),
        2 | 3 => Ok(Kind::Added { special: true }),
        4 => Ok(Kind::Added { special: false }),
        5 => Ok(Kind::Unused),
        6 => Ok(Kind::Byte),
        _ => Err(problem(TYPES, format!("token {id} has type {code}, expected 0 to 6"))),
    };
    list.iter().enumerate().map(kind).collect()
}
