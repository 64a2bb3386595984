//! `/debug/prefix`: what the prefix cache had for a request, and why not more.

use crate::http::auth::Tenant;
use crate::http::errors::{ApiError, ErrorBody};
use crate::http::incoming::Sender;
use crate::metrics::prefix;
use crate::state::AppState;
use atlas_core::{CacheExplanation, CacheLimit, CacheParting, RequestId, Tier, TokenId};
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use utoipa::{IntoParams, ToSchema};

/// Most answers whose requests are remembered; the oldest make room.
const ANSWERS_MAX: usize = 1024;

/// The engine's ids of the choices of the last answers.
#[derive(Debug, Default)]
pub struct Answers(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    of: HashMap<String, (Tenant, Vec<RequestId>)>,
    order: VecDeque<String>,
}

impl Answers {
    /// Remembers the requests of an answer of `tenant`.
    pub fn keep(&self, id: &str, tenant: Tenant, requests: Vec<RequestId>) {
        // A panic while the lock was held cannot have left the two out of step by more than one.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.order.len() >= ANSWERS_MAX
            && let Some(oldest) = kept.order.pop_front()
        {
            kept.of.remove(&oldest);
        }
        if kept.of.insert(id.to_owned(), (tenant, requests)).is_none() {
            kept.order.push_back(id.to_owned());
        }
    }

    /// The requests of an answer, for a caller of the same tenant.
    fn of(&self, id: &str, tenant: Tenant) -> Option<Vec<RequestId>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.of.get(id).filter(|(owner, _)| *owner == tenant).map(|(_, ids)| ids.clone())
    }
}

/// Which request.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PrefixQuery {
    /// The id of its answer: `chatcmpl-...`, `cmpl-...`, `msg_...` or `resp_...`.
    #[param(required = true)]
    request: Option<String>,
}

/// What the prefix cache had for each choice of an answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PrefixReport {
    pub request: String,
    pub choices: Vec<ChoiceReport>,
}

/// What the prefix cache had for a choice.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChoiceReport {
    pub index: u32,
    pub prompt_tokens: u32,
    /// Tokens whose keys and values are cached.
    pub matched_tokens: u32,
    /// Tokens after which every layer could go on.
    pub usable_tokens: u32,
    /// Where the state after them was: `device`, or `host` if it was copied back from there.
    pub tier: Option<&'static str>,
    /// Tokens that were computed.
    pub recomputed_tokens: u32,
    /// `last_token`, `no_snapshot`, `window`, `on_host`, `prompt_logprobs`, `parted`, `end` or
    /// `forked`.
    pub why: &'static str,
    /// The same in words.
    pub because: &'static str,
    /// Where the nearest cached prompt goes on with other tokens.
    pub parting: Option<PartingReport>,
}

/// Where two prompts part.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PartingReport {
    /// Of the first token that differs.
    pub position: u32,
    /// Text before it, which both have.
    pub before: Option<String>,
    /// Text from there on as it is cached, and as it was asked for.
    pub cached: Option<String>,
    pub asked: Option<String>,
    pub cached_tokens: Vec<TokenId>,
    pub asked_tokens: Vec<TokenId>,
}

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
    State(state): State<AppState>,
    Sender(tenant): Sender,
    query: Result<Query<PrefixQuery>, QueryRejection>,
) -> Result<Json<PrefixReport>, ApiError> {
    let query = query.map_err(|e| ApiError::bad_request(e.body_text()))?.0;
    let id = query.request.filter(|id| !id.is_empty());
    let wanted = "`request` must be the id of an answer";
    let id = id.ok_or_else(|| ApiError::param("request", wanted))?;
    let requests = state.answers().of(&id, tenant).unwrap_or_default();
    let known = (0..).zip(requests).filter_map(|(i, r)| Some((i, state.engine().explain(r)?)));
    let choices: Vec<_> = known.map(|(index, e)| report(&state, index, e)).collect();
    if choices.is_empty() {
        let message = "nothing is known of such a request: it is not this caller's, has not been \
                       started, is too long ago, or the prefix cache is off";
        return Err(ApiError::not_found(message));
    }
    Ok(Json(PrefixReport { request: id, choices }))
}

fn report(state: &AppState, index: u32, explanation: CacheExplanation) -> ChoiceReport {
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
        parting: parting.map(|parting| shown(state, parting)),
    }
}

fn tier_name(tier: Tier) -> &'static str {
    match tier {
        Tier::Device => prefix::DEVICE,
        Tier::Host => prefix::HOST,
    }
}

fn words(why: CacheLimit) -> (&'static str, &'static str) {
    match why {
        CacheLimit::LastToken => (
            "last_token",
            "all of it is cached; the block of the last token runs again, since its logits are wanted",
        ),
        CacheLimit::NoSnapshot => (
            "no_snapshot",
            "keys and values are cached further on, but the recurrent state was kept no nearer",
        ),
        CacheLimit::Window => (
            "window",
            "its tokens are known further on, but keys and values that rows there see are no longer kept",
        ),
        CacheLimit::OnHost => (
            "on_host",
            "more is kept on the host: computing it took less time than copying, there was no room, or it was damaged",
        ),
        CacheLimit::PromptLogprobs => {
            ("prompt_logprobs", "log-probabilities of the prompt need all of its tokens computed")
        }
        CacheLimit::Parted => ("parted", "the nearest cached prompt goes on with other tokens"),
        CacheLimit::End => ("end", "nothing is cached that goes on from there"),
        CacheLimit::Forked => ("forked", "another choice of the same request had just computed it"),
    }
}

fn shown(state: &AppState, parting: CacheParting) -> PartingReport {
    let text = |tokens: &[TokenId]| state.tokenizer().map(|t| t.decode(tokens, false));
    PartingReport {
        position: parting.position,
        before: text(&parting.before),
        cached: text(&parting.cached),
        asked: text(&parting.asked),
        cached_tokens: parting.cached,
        asked_tokens: parting.asked,
    }
}
