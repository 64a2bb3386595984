//! Log-probabilities in the forms of chat completions and completions.

use super::types::response::{
    ChatLogprobs, ChatTokenLogprob, ChatTopLogprob, CompletionLogprobs, PromptLogprob,
    PromptLogprobs, TopMap,
};
use crate::generation::events::TokenOut;
use atlas_core::{PositionLogprobs, TokenId, TokenLogprob};
use atlas_text::{Detok, Tokenizer};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Stands for minus infinity, which JSON does not have; the value is that of vLLM.
const LOGPROB_MIN: f32 = -9999.0;

fn finite(logprob: f32) -> f32 {
    // `max` also replaces NaN.
    logprob.max(LOGPROB_MIN)
}

fn bytes_of(tokenizer: Option<&Tokenizer>, token: TokenId) -> Vec<u8> {
    tokenizer.and_then(|t| t.token_bytes(token)).unwrap_or_default().to_vec()
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A token as a map key. Partial characters are written as bytes, since their lossy texts would
/// collide. Ids without a text (no tokenizer, or padding of the vocabulary) are written as in vLLM.
fn spelled(tokenizer: Option<&Tokenizer>, token: TokenId) -> String {
    let Some(bytes) = tokenizer.and_then(|t| t.token_bytes(token)) else {
        return format!("token_id:{token}");
    };
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => {
            let hex: String = bytes.iter().map(|b| format!("\\x{b:02x}")).collect();
            format!("bytes:{hex}")
        }
    }
}

/// The chat form; `None` if the tokens have no log-probabilities.
pub fn chat(tokens: &[TokenOut], tokenizer: Option<&Tokenizer>) -> Option<ChatLogprobs> {
    let content: Vec<_> = tokens
        .iter()
        .filter_map(|t| t.logprobs.as_ref())
        .map(|position| {
            let bytes = bytes_of(tokenizer, position.chosen.token);
            ChatTokenLogprob {
                token: lossy(&bytes),
                logprob: finite(position.chosen.logprob),
                bytes,
                top_logprobs: position.top.iter().map(|t| chat_top(t, tokenizer)).collect(),
            }
        })
        .collect();
    (!content.is_empty()).then_some(ChatLogprobs { content, refusal: None })
}

fn chat_top(top: &TokenLogprob, tokenizer: Option<&Tokenizer>) -> ChatTopLogprob {
    let bytes = bytes_of(tokenizer, top.token);
    ChatTopLogprob { token: lossy(&bytes), logprob: finite(top.logprob), bytes }
}

/// The alternatives, and the chosen token if it is not among them.
fn top_map(position: &PositionLogprobs, k: u32, tokenizer: Option<&Tokenizer>) -> TopMap {
    let mut entries: Vec<(String, f32)> = Vec::with_capacity(position.top.len() + 1);
    let chosen = Some(&position.chosen).filter(|_| k > 0);
    for t in position.top.iter().take(k as usize).chain(chosen) {
        let token = spelled(tokenizer, t.token);
        // Of two ids with the same text, the more likely one stays.
        if !entries.iter().any(|(known, _)| *known == token) {
            entries.push((token, finite(t.logprob)));
        }
    }
    TopMap(entries)
}

/// Adds the answer's tokens in the completions form; offsets count from `text_start`.
pub fn push_completion(
    out: &mut CompletionLogprobs,
    tokens: &[TokenOut],
    text_start: u64,
    tokenizer: Option<&Tokenizer>,
) {
    for t in tokens {
        let Some(position) = &t.logprobs else { continue };
        out.tokens.push(spelled(tokenizer, t.token));
        out.text_offset.push(text_start + t.offset_chars);
        out.token_logprobs.push(Some(finite(position.chosen.logprob)));
        out.top_logprobs.push(Some(top_map(position, position.top.len() as u32, tokenizer)));
    }
}

/// Adds the prompt's tokens in the completions form with `k` alternatives; the first token has no
/// log-probability.
pub fn push_prompt(
    out: &mut CompletionLogprobs,
    prompt: &[TokenId],
    positions: &[PositionLogprobs],
    k: u32,
    tokenizer: Option<&Arc<Tokenizer>>,
) {
    let mut detok = tokenizer.map(|t| Detok::new(t.clone(), true));
    let tokenizer = tokenizer.map(|t| &**t);
    let mut chars = 0u64;
    for (i, &token) in prompt.iter().enumerate() {
        let position = i.checked_sub(1).and_then(|at| positions.get(at));
        out.tokens.push(spelled(tokenizer, token));
        out.text_offset.push(chars);
        out.token_logprobs.push(position.map(|p| finite(p.chosen.logprob)));
        out.top_logprobs.push(position.map(|p| top_map(p, k, tokenizer)));
        if let Some(detok) = &mut detok {
            chars += detok.push(token).chars().count() as u64;
        }
    }
}

/// vLLM's `prompt_logprobs`: `null` for the first token, then id to log-probability of `k`
/// alternatives and the token itself.
pub fn prompt(
    positions: &[PositionLogprobs],
    k: u32,
    tokenizer: Option<&Tokenizer>,
) -> PromptLogprobs {
    let entry = |t: &TokenLogprob| {
        let decoded_token = lossy(&bytes_of(tokenizer, t.token));
        let logprob = finite(t.logprob);
        (t.token, PromptLogprob { logprob, rank: t.rank, decoded_token })
    };
    let position = |p: &PositionLogprobs| -> BTreeMap<TokenId, PromptLogprob> {
        p.top.iter().take(k as usize).chain([&p.chosen]).map(entry).collect()
    };
    std::iter::once(None).chain(positions.iter().map(|p| Some(position(p)))).collect()
}
