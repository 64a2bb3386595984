//! Routes for operators: health, metrics, version and the prefix cache.

use super::prefix_tree::PrefixAnswer;
use super::types::{HealthBody, PrefixQuery, PrefixReport, VersionBody};
use super::{answer, prefix_tree, validate};
use crate::health::Readiness;
use crate::http::errors::{ApiError, ErrorBody};
use crate::http::incoming::SenderTenant;
use crate::metrics::prometheus_text;
use crate::served_model::ServedModel;
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

const OPENMETRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
const PROMETHEUS_TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Whether the server takes requests.
#[utoipa::path(
    get,
    path = "/health",
    tag = "operations",
    responses(
        (status = 200, body = HealthBody, description = "Requests are taken"),
        (status = 503, body = HealthBody, description = "Draining, or the engine is dead")
    )
)]
pub async fn health(State(model): State<ServedModel>) -> Response {
    let readiness = model.health().readiness();
    let status = match readiness {
        Readiness::Ready => StatusCode::OK,
        Readiness::Draining | Readiness::Dead => StatusCode::SERVICE_UNAVAILABLE,
    };
    (status, Json(HealthBody { status: readiness.as_str() })).into_response()
}

/// Whether the process answers at all.
#[utoipa::path(
    get,
    path = "/health/live",
    tag = "operations",
    responses((status = 200, body = HealthBody, description = "The process answers"))
)]
pub async fn live() -> Json<HealthBody> {
    Json(HealthBody { status: "ok" })
}

/// Figures in Prometheus text form, or in OpenMetrics form for a client that accepts it.
#[utoipa::path(
    get,
    path = "/metrics",
    tag = "operations",
    responses((status = 200, description = "All figures", content(
        (String = "text/plain"),
        (String = "application/openmetrics-text")
    )))
)]
pub async fn metrics(
    State(model): State<ServedModel>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let text = model
        .metrics()
        .render(&model.engine().stats())
        .map_err(|_| ApiError::internal("the metrics could not be written"))?;
    let accepted = headers.get_all(ACCEPT).iter().filter_map(|v| v.to_str().ok());
    if accepted.into_iter().any(|v| v.contains("application/openmetrics-text")) {
        return Ok(([(CONTENT_TYPE, OPENMETRICS)], text).into_response());
    }
    Ok(([(CONTENT_TYPE, PROMETHEUS_TEXT)], prometheus_text(&text)).into_response())
}

/// The server's version.
#[utoipa::path(
    get,
    path = "/version",
    tag = "operations",
    responses((status = 200, body = VersionBody, description = "The version"))
)]
pub async fn version() -> Json<VersionBody> {
    Json(VersionBody { version: env!("CARGO_PKG_VERSION") })
}

/// Why a request's prompt was computed as far as it was; without `request`, the tree of cached
/// prefixes.
///
/// Requests are known of the last 1024 answers, from their first token on, to callers of the same
/// tenant, who see the text of their own prefixes alone.
#[utoipa::path(
    get,
    path = "/debug/prefix",
    tag = "operations",
    params(PrefixQuery),
    responses(
        (status = 200, body = PrefixAnswer, description = "What was cached, and why not more"),
        (status = 400, body = ErrorBody, description = "`request` is empty"),
        (status = 404, body = ErrorBody, description = "Nothing is known of such a request"),
    )
)]
pub async fn debug_prefix(
    State(model): State<ServedModel>,
    SenderTenant(tenant): SenderTenant,
    query: Result<Query<PrefixQuery>, QueryRejection>,
) -> Result<Json<PrefixAnswer>, ApiError> {
    let Some(id) = validate::request_id(query)? else {
        let tree = prefix_tree::report(&model, tenant).await?;
        return Ok(Json(PrefixAnswer::Tree(tree)));
    };
    let requests = model.recent_answers().get(&id, tenant).unwrap_or_default();
    let known = (0..).zip(requests).filter_map(|(i, r)| Some((i, model.engine().explain(r)?)));
    let choices: Vec<_> = known.map(|(i, e)| answer::choice_report(&model, i, e)).collect();
    if choices.is_empty() {
        let message = "nothing is known of such a request: it is not this caller's, has not been \
                       started, is too long ago, or the prefix cache is off";
        return Err(ApiError::not_found(message));
    }
    Ok(Json(PrefixAnswer::Request(PrefixReport { request: id, choices })))
}

/// Answers of `atlas explain`, `plan` and `kernels` about the served model, each as with `--json`.
#[utoipa::path(
    get,
    path = "/debug/model",
    tag = "operations",
    responses((status = 200, body = serde_json::Value, description = "The three reports"))
)]
pub async fn debug_model(State(model): State<ServedModel>) -> Json<serde_json::Value> {
    Json(model.facts().model.clone())
}
