//! Routes for operators: health, metrics and version.

use super::types::{HealthBody, VersionBody};
use crate::health::Readiness;
use crate::http::errors::ApiError;
use crate::metrics::prometheus_text;
use crate::served_model::ServedModel;
use axum::Json;
use axum::extract::State;
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
