//! The reasoning that a chat completion asks for: other servers have fields of their own for it.

use super::types::request::{ChatFields, ThinkingSwitchKind};
use crate::api::common::only_one;
use crate::api::values::Think;
use crate::http::errors::ApiError;
use crate::request::reasoning::{self, Reasoning};

/// A limit of tokens, and the field that holds it.
type Limit = (&'static str, i64);

/// The reasoning of a chat completion, and the limit of its tokens.
///
/// # Errors
/// 400 naming the field: an unknown effort, fields that contradict each other, two limits.
pub fn requested(chat: &ChatFields) -> Result<(Reasoning, Option<Limit>), ApiError> {
    let given = chat.reasoning.clone().unwrap_or_default();
    if given.exclude == Some(true) {
        let message = "`reasoning.exclude` is not supported by this server: the reasoning comes \
                       in `reasoning_content`, which a client may skip";
        return Err(ApiError::unsupported("reasoning.exclude", message));
    }
    let think = chat.think.clone().map(|Think(think)| think).unwrap_or_default();
    let efforts = [
        ("reasoning_effort", &chat.reasoning_effort),
        ("reasoning.effort", &given.effort),
        ("think", &think.effort),
    ];
    let mut effort: Option<(&str, &str)> = None;
    for (field, level) in efforts {
        let Some(level) = level.as_deref() else { continue };
        reasoning::check_effort(field, Some(level))?;
        match effort {
            Some((first, other)) if other != level => return Err(contradicts(field, first)),
            _ => effort = Some((field, level)),
        }
    }
    let thinking = chat.thinking.map(|thinking| thinking.kind != ThinkingSwitchKind::Disabled);
    let switches = [
        effort.map(|(field, level)| (field, level != "none")),
        chat.enable_thinking.map(|on| ("enable_thinking", on)),
        think.enabled.map(|on| ("think", on)),
        thinking.map(|on| ("thinking", on)),
        given.enabled.map(|on| ("reasoning.enabled", on)),
    ];
    let mut enabled: Option<(&str, bool)> = None;
    for (field, on) in switches.into_iter().flatten() {
        match enabled {
            Some((first, other)) if other != on => return Err(contradicts(field, first)),
            _ => enabled = Some((field, on)),
        }
    }
    let budget = only_one(&[
        ("thinking_token_budget", chat.thinking_token_budget),
        ("thinking_budget", chat.thinking_budget),
        ("thinking.budget_tokens", chat.thinking.and_then(|t| t.budget_tokens).map(i64::from)),
        ("reasoning.max_tokens", given.max_tokens.map(i64::from)),
    ])?;
    // A limit of the reasoning alone asks for reasoning, where its dialect says so.
    let asks = given.max_tokens.map(|tokens| tokens > 0);
    let enabled = enabled.map(|(_, on)| on).or(asks);
    let effort = effort.map(|(_, level)| level.to_owned());
    Ok((Reasoning { effort, enabled }, budget))
}

fn contradicts(field: &str, first: &str) -> ApiError {
    ApiError::param(field, format!("`{field}` contradicts `{first}`; send one of them"))
}
