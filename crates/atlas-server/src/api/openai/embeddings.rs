//! `/v1/embeddings`, which is refused: the served models generate text.

use super::fields::EMBEDDINGS;
use crate::api::body;
use crate::http::errors::{ApiError, ErrorBody};
use crate::request::settings::check_model;
use crate::served_model::ServedModel;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

/// Body of `/v1/embeddings`.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct EmbeddingsRequest {
    pub model: Option<String>,
    /// A text, a list of texts, or token ids.
    #[schema(value_type = Option<Value>)]
    pub input: Option<Value>,
}

/// Refused: the model generates text and makes no embeddings.
#[utoipa::path(
    post,
    path = "/v1/embeddings",
    tag = "operations",
    request_body = EmbeddingsRequest,
    responses(
        (status = 400, body = ErrorBody,
         description = "The model makes no embeddings (`code` is `unsupported_model`), \
                         or the body is wrong"),
        (status = 404, body = ErrorBody, description = "No such model"),
        (status = 413, body = ErrorBody, description = "The body is too large"),
        (status = 429, body = ErrorBody,
         description = "A rate limit is reached; see `Retry-After`"),
    )
)]
pub async fn embeddings(
    State(model): State<ServedModel>,
    headers: HeaderMap,
    body: Body,
) -> Result<(), ApiError> {
    body::read_request(&model, &headers, body, refuse).await
}

// 400 instead of 501, which the official clients retry.
fn refuse(model: &ServedModel, bytes: &[u8]) -> Result<(), ApiError> {
    let request: EmbeddingsRequest = body::check(bytes, &[EMBEDDINGS], false)?.parse()?;
    let name = request.model.clone().unwrap_or_else(|| model.config().model_name().to_owned());
    check_model(request.model, model.config())?;
    let message = format!("The model `{name}` generates text; it makes no embeddings");
    Err(ApiError::param("model", message).with_code("unsupported_model"))
}
