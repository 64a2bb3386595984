//! The routes and what surrounds them: request ids, counts, panics, unknown paths.

use super::auth;
use super::errors::ApiError;
use super::rate_limits;
use crate::api::admin::prefix;
use crate::api::anthropic::{self, routes as messages};
use crate::api::openai::{completions, embeddings, models, routes as chat, tokenize};
use crate::api::openapi;
use crate::api::responses::routes as responses;
use crate::health::Readiness;
use crate::ids::{self, RequestId};
use crate::metrics::prometheus_text;
use crate::state::AppState;
use axum::Json;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Serialize;
use std::any::Any;
use std::time::Instant;
use tower_http::catch_panic::CatchPanicLayer;
use tracing::Instrument;
use utoipa::{OpenApi, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const OPENMETRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
const PROMETHEUS_TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Atlas",
        description = "Inference server that speaks the OpenAI and Anthropic APIs"
    ),
    components(schemas(
        crate::api::openai::types::response::ChatChunk,
        crate::api::responses::types::events::ResponseEvent,
        anthropic::types::response::StreamEvent
    ))
)]
struct Document;

/// Answer of the health routes.
#[derive(Clone, Debug, Serialize, PartialEq, Eq, ToSchema)]
pub struct HealthBody {
    pub status: &'static str,
}

/// Answer of `/version`.
#[derive(Clone, Debug, Serialize, PartialEq, Eq, ToSchema)]
pub struct VersionBody {
    pub version: &'static str,
}

/// All routes over `state`.
pub fn router(state: AppState) -> Router {
    let (routes, document) = api().split_for_parts();
    let document = Bytes::from(openapi_json(document));
    let openapi = || async move { ([(CONTENT_TYPE, "application/json")], document) };
    routes
        .route("/openapi.json", get(openapi))
        .route("/v1/models/{first}/{*rest}", get(models::get_model_with_slashes))
        .fallback(unknown_path)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(middleware::from_fn_with_state(state.clone(), rate_limits::apply))
        .layer(middleware::from_fn_with_state(state.clone(), auth::check))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn(anthropic::errors::shape))
        .layer(middleware::from_fn_with_state(state.clone(), surround))
        .with_state(state)
}

/// The routes that the document describes.
fn api() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(chat::chat_completions))
        .routes(routes!(completions::completions))
        .routes(routes!(responses::create_response))
        .routes(routes!(responses::get_response, responses::delete_response))
        .routes(routes!(responses::cancel_response))
        .routes(routes!(responses::input_items))
        .routes(routes!(messages::messages))
        .routes(routes!(messages::count_tokens))
        .routes(routes!(embeddings::embeddings))
        .routes(routes!(models::list_models))
        .routes(routes!(models::get_model))
        .routes(routes!(tokenize::tokenize))
        .routes(routes!(tokenize::detokenize))
        .routes(routes!(health))
        .routes(routes!(live))
        .routes(routes!(metrics))
        .routes(routes!(version))
        .routes(routes!(prefix::debug_prefix))
}

/// The OpenAPI document, for tools that want it without a server.
pub fn openapi_document() -> String {
    openapi_json(api().split_for_parts().1)
}

fn openapi_json(mut document: utoipa::openapi::OpenApi) -> String {
    openapi::complete(&mut document);
    // Serialising a document cannot fail: it holds strings, lists and maps with string keys.
    document.to_pretty_json().unwrap_or_default()
}

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
async fn health(State(state): State<AppState>) -> Response {
    let readiness = state.health().readiness();
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
async fn live() -> Json<HealthBody> {
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
async fn metrics(State(state): State<AppState>, headers: HeaderMap) -> Result<Response, ApiError> {
    let text = state
        .metrics()
        .render(&state.engine().stats())
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
async fn version() -> Json<VersionBody> {
    Json(VersionBody { version: env!("CARGO_PKG_VERSION") })
}

async fn unknown_path(method: Method, uri: Uri) -> ApiError {
    ApiError::unknown_path(method.as_str(), uri.path())
}

async fn method_not_allowed(method: Method, uri: Uri) -> ApiError {
    ApiError::method_not_allowed(method.as_str(), uri.path())
}

fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    tracing::error!("a handler panicked");
    ApiError::internal("the server failed on this request").into_response()
}

/// Names the request, answers with the name, counts and logs. No body is ever logged.
async fn surround(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    let given = request.headers().get(REQUEST_ID).and_then(|v| v.to_str().ok());
    let request_id = ids::request_id(given);
    request.extensions_mut().insert(RequestId(request_id.clone()));
    let method = method_name(request.method());
    let route =
        request.extensions().get::<MatchedPath>().map_or("other", MatchedPath::as_str).to_owned();
    let span = tracing::info_span!("request", id = request_id);
    let mut response = next.run(request).instrument(span.clone()).await;
    let status = response.status().as_u16();
    state.metrics().http_request(method, &route, status);
    let seconds = started.elapsed().as_secs_f64();
    span.in_scope(|| tracing::info!(method, route, status, seconds, "answered"));
    if let Ok(value) = HeaderValue::from_str(&request_id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    response
}

/// Clients choose the method; only the usual ones become labels.
fn method_name(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "POST" => "POST",
        "HEAD" => "HEAD",
        "OPTIONS" => "OPTIONS",
        "PUT" => "PUT",
        "DELETE" => "DELETE",
        "PATCH" => "PATCH",
        _ => "other",
    }
}
