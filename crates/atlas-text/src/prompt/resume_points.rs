//! Places in a prompt at which later prompts are likely to diverge from it.
//!
//! Agents rewrite or drop their last turn, and an answer is rarely sent back as it was generated:
//! its reasoning goes, its calls are spelled anew. So the places that matter are where the last
//! turn begins, where the last message of the user begins, and where the generation prompt begins.
//! They are found by rendering the conversation with that turn changed, under the model's own
//! template: whatever both prompts begin with, every rewritten turn begins with too. A place that
//! cannot be found is left out.

use crate::template::joined;
use crate::tokenizer::Tokenizer;
use atlas_core::TokenId;
use serde_json::Value;

/// Prompts of fewer tokens have no places worth looking for.
const PROMPT_TOKENS_MIN: usize = 64;

/// Most tokens between the mark that opens a turn and what it says.
const HEADER_TOKENS_MAX: usize = 8;

/// Texts of a changed turn; at least one of them begins otherwise than the turn does.
const OTHERWISE: [&str; 2] = ["Another turn", "instead of this"];

/// A prompt and what it was rendered from.
pub(crate) struct Rendered<'a> {
    pub tokenizer: &'a Tokenizer,
    pub messages: &'a [Value],
    pub text: &'a str,
    pub tokens: &'a [TokenId],
    /// Whether it ends with the header of an answer.
    pub generates: bool,
}

/// Positions, ascending. `render` renders messages, with or without the header of an answer; it may
/// fail.
pub(crate) fn resume_at(
    prompt: &Rendered<'_>,
    render: impl Fn(&[Value], bool) -> Option<String>,
) -> Vec<u32> {
    if prompt.tokens.len() < PROMPT_TOKENS_MIN {
        return Vec::new();
    }
    let Some(ends) = token_ends(prompt) else { return Vec::new() };
    let mut found = Vec::new();
    if prompt.generates
        && let Some(before) = render(prompt.messages, false)
        && prompt.text.starts_with(&before)
    {
        found.push(tokens_within(&ends, before.len()));
    }
    let is = |role: &str, message: &Value| message["role"] == role;
    let after_answer = prompt.messages.iter().rposition(|m| is("assistant", m)).map(|i| i + 1);
    let of_user = prompt.messages.iter().rposition(|m| is("user", m));
    let turn = after_answer.filter(|i| *i < prompt.messages.len());
    for index in [turn, of_user.filter(|_| of_user != turn)].into_iter().flatten() {
        let changed = with_other_words(prompt.messages, index);
        let changed = changed.and_then(|messages| render(&messages, prompt.generates));
        let Some(changed) = changed else { continue };
        let same = common(prompt.text.as_bytes(), changed.as_bytes());
        if same < prompt.text.len() {
            found.push(header_before(prompt, tokens_within(&ends, same)));
        }
    }
    found.retain(|at| *at > 0);
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|at| at as u32).collect()
}

/// The byte at which each token ends; `None` if the tokens do not spell the text, as with
/// tokenizers that rewrite it.
fn token_ends(prompt: &Rendered<'_>) -> Option<Vec<usize>> {
    let mut at = 0;
    let mut ends = Vec::with_capacity(prompt.tokens.len());
    for &token in prompt.tokens {
        let bytes = prompt.tokenizer.token_bytes(token)?;
        if !prompt.text.as_bytes()[at..].starts_with(bytes) {
            return None;
        }
        at += bytes.len();
        ends.push(at);
    }
    (at == prompt.text.len()).then_some(ends)
}

/// Number of tokens that lie whole within the first `bytes`.
fn tokens_within(ends: &[usize], bytes: usize) -> usize {
    ends.partition_point(|end| *end <= bytes)
}

/// The place before the mark that opens the turn whose words begin at `at`, if it is near.
fn header_before(prompt: &Rendered<'_>, at: usize) -> usize {
    let header = at.saturating_sub(HEADER_TOKENS_MAX)..at;
    let mark = header.rev().find(|i| prompt.tokenizer.is_special(prompt.tokens[*i]));
    mark.unwrap_or(at)
}

/// The conversation in which one message says something else from its first letter.
fn with_other_words(messages: &[Value], index: usize) -> Option<Vec<Value>> {
    let mut messages = messages.to_vec();
    let content = messages.get_mut(index)?.get_mut("content")?;
    let first = joined(content).trim_start().chars().next();
    let other = OTHERWISE.into_iter().find(|text| text.chars().next() != first)?;
    *content = other.into();
    Some(messages)
}

/// Bytes that two texts begin with.
fn common(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}
