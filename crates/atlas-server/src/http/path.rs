//! Paths: the parameters of a route, and which API a path belongs to.

use super::errors::ApiError;
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

/// The parameters in a path, like [`Path`]; a refusal is an [`ApiError`].
pub struct PathParams<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for PathParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = Path::<T>::from_request_parts(parts, state).await;
        path.map(|Path(value)| Self(value)).map_err(|e| ApiError::param("id", e.body_text()))
    }
}

/// Whether a path belongs to Ollama's API, whose errors have a shape of their own.
pub fn is_ollama(path: &str) -> bool {
    path.strip_prefix("/api").is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether a path belongs to the Anthropic API, whose errors and rate-limit headers have a shape
/// of their own.
pub fn is_anthropic(path: &str) -> bool {
    path.strip_prefix("/v1/messages").is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
