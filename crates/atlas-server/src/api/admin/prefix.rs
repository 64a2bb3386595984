//! `/debug/prefix`: the part of a prompt that the prefix cache had, and why it was not longer.

use super::types::{ChoiceReport, PartingReport, PrefixQuery, PrefixReport};
use crate::http::errors::{ApiError, ErrorBody};
use crate::http::incoming::SenderTenant;
use crate::metrics::prefix as metrics;
use crate::served_model::ServedModel;
use atlas_core::{CacheExplanation, CacheLimit, CacheParting, Tier, TokenId};
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};

/// Why a request's prompt was computed as far as it was.
///
/// Known of the last 1024 answers, from their first token on, to callers of the same tenant.
#[utoipa::path(
    get,
    path = "/debug/prefix",
    tag = "operations",
    params(PrefixQuery),
    responses(
        (status = 200, body = PrefixReport, description = "What was cached, and why not more"),
        (status = 400, body = ErrorBody, description = "`request` is missing"),
        (status = 404, body = ErrorBody, description = "Nothing is known of such a request"),
    )
)]
pub async fn debug_prefix(
    State(model): State<ServedModel>,
    SenderTenant(tenant): SenderTenant,
    query: Result<Query<PrefixQuery>, QueryRejection>,
) -> Result<Json<PrefixReport>, ApiError> {
    let query = query.map_err(|e| ApiError::bad_request(e.body_text()))?.0;
    let id = query.request.filter(|id| !id.is_empty());
    let wanted = "`request` must be the id of an answer";
    let id = id.ok_or_else(|| ApiError::param("request", wanted))?;
    let requests = model.recent_answers().get(&id, tenant).unwrap_or_default();
    let known = (0..).zip(requests).filter_map(|(i, r)| Some((i, model.engine().explain(r)?)));
    let choices: Vec<_> = known.map(|(index, e)| report(&model, index, e)).collect();
    if choices.is_empty() {
        let message = "nothing is known of such a request: it is not this caller's, has not been \
                       started, is too long ago, or the prefix cache is off";
        return Err(ApiError::not_found(message));
    }
    Ok(Json(PrefixReport { request: id, choices }))
}

fn report(model: &ServedModel, index: u32, explanation: CacheExplanation) -> ChoiceReport {
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

fn tier_name(tier: Tier) -> &'static str {
    match tier {
        Tier::Device => metrics::DEVICE,
        Tier::Host => metrics::HOST,
    }
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
