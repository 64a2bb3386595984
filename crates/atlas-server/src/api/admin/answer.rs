//! Answers of the routes for operators, from what the engine explains.

use super::types::{ChoiceReport, PartingReport};
use crate::metrics::prefix as metrics;
use crate::served_model::ServedModel;
use atlas_core::{CacheExplanation, CacheLimit, CacheParting, Tier, TokenId};

/// The report of choice `index`.
pub fn choice_report(
    model: &ServedModel,
    index: u32,
    explanation: CacheExplanation,
) -> ChoiceReport {
    let CacheExplanation { prompt_tokens, matched_tokens, usable_tokens, tier, why, parting } =
        explanation;
    let (why, because) = words(why);
    ChoiceReport {
        index,
        prompt_tokens,
        matched_tokens,
        usable_tokens,
        tier: tier.map(tier_name),
        recomputed_tokens: prompt_tokens.saturating_sub(usable_tokens),
        why,
        because,
        parting: parting.map(|parting| shown(model, parting)),
    }
}

/// The word for a tier.
pub fn tier_name(tier: Tier) -> &'static str {
    match tier {
        Tier::Device => metrics::DEVICE,
        Tier::Host => metrics::HOST,
    }
}

/// The word for a reason.
pub fn reason(why: CacheLimit) -> &'static str {
    words(why).0
}

fn words(why: CacheLimit) -> (&'static str, &'static str) {
    match why {
        CacheLimit::LastToken => (
            "last_token",
            "all of it is cached; the block of the last token runs again, since its logits are \
             wanted",
        ),
        CacheLimit::NoSnapshot => (
            "no_snapshot",
            "keys and values are cached further on, but the recurrent state was kept no nearer",
        ),
        CacheLimit::Window => (
            "window",
            "its tokens are known further on, but keys and values that rows there see are no \
             longer kept",
        ),
        CacheLimit::OnHost => (
            "on_host",
            "more is kept on the host: computing it took less time than copying, there was no \
             room, or it was damaged",
        ),
        CacheLimit::PromptLogprobs => {
            ("prompt_logprobs", "log-probabilities of the prompt need all of its tokens computed")
        }
        CacheLimit::Parted => ("parted", "the nearest cached prompt goes on with other tokens"),
        CacheLimit::End => ("end", "nothing is cached that goes on from there"),
        CacheLimit::Forked => ("forked", "another choice of the same request had just computed it"),
    }
}

fn shown(model: &ServedModel, parting: CacheParting) -> PartingReport {
    let text = |tokens: &[TokenId]| model.tokenizer().map(|t| t.decode(tokens, false));
    PartingReport {
        position: parting.position,
        before: text(&parting.before),
        cached: text(&parting.cached),
        asked: text(&parting.asked),
        cached_tokens: parting.cached,
        asked_tokens: parting.asked,
    }
}
