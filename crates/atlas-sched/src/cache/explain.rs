//! Explanation of the cached prefix of a request, and why it was not longer.

use atlas_cache::{Match, Short, Stop};
use atlas_core::{CacheExplanation, CacheLimit, CacheParting, Tier, TokenId};

/// Tokens shown before the place where two prompts part, and after it.
const BEFORE_TOKENS: usize = 16;
const AFTER_TOKENS: usize = 8;

/// Explains a request that goes on from the state of another of its group.
pub(crate) fn explain_fork(prompt_tokens: u32, position: u32) -> CacheExplanation {
    CacheExplanation {
        prompt_tokens,
        matched_tokens: position,
        usable_tokens: position,
        tier: (position > 0).then_some(Tier::Device),
        why: CacheLimit::Forked,
        parting: None,
    }
}

/// Explains the match `found` for `tokens`. `scored`: logits of tokens of the prompt are wanted, so
/// that only the first of them were looked up. `near`: number of tokens in the first tier before
/// more were loaded from the host, if they were.
pub(crate) fn explain(
    found: &Match,
    tokens: &[TokenId],
    usable: u32,
    near: Option<u32>,
    scored: bool,
) -> CacheExplanation {
    let why = match (found.short, found.stop) {
        _ if scored => CacheLimit::PromptLogprobs,
        _ if found.kept_tokens > found.usable_tokens => CacheLimit::OnHost,
        (Some(Short::NoSnapshot), _) => CacheLimit::NoSnapshot,
        (Some(Short::Evicted), _) => CacheLimit::Window,
        (_, Stop::Diverged { .. }) => CacheLimit::Parted,
        (_, Stop::End) => CacheLimit::End,
        (_, Stop::Prompt) => CacheLimit::LastToken,
    };
    let parting = match found.stop {
        Stop::Diverged { position, .. } if !scored => {
            let at = (position as usize).min(tokens.len());
            Some(CacheParting {
                position,
                before: tokens[at.saturating_sub(BEFORE_TOKENS)..at].to_vec(),
                cached: found.ahead.clone(),
                asked: tokens[at..].iter().copied().take(AFTER_TOKENS).collect(),
            })
        }
        _ => None,
    };
    let far = near.is_some_and(|near| usable > near);
    let tier = if far { Tier::Host } else { Tier::Device };
    CacheExplanation {
        prompt_tokens: tokens.len() as u32,
        matched_tokens: found.kv_tokens,
        usable_tokens: usable,
        tier: (usable > 0).then_some(tier),
        why,
        parting,
    }
}
