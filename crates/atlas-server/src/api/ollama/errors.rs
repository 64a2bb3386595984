//! Errors in Ollama's form, `{"error": "..."}`. Handlers return [`ApiError`]; a middleware rewrites
//! the response, so that refusals of the router itself have this form too.

use super::types::response::ErrorText;
use crate::http::errors::ApiError;
use crate::http::path;
use axum::Json;
use axum::extract::Request;
use axum::http::header::CONTENT_LENGTH;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Middleware that rewrites the errors of this API.
pub async fn rewrite_errors(request: Request, next: Next) -> Response {
    if !path::is_ollama(request.uri().path()) {
        return next.run(request).await;
    }
    rewritten(next.run(request).await)
}

/// Rewrites the error of a response, if it is one, in the form of the API.
pub fn rewritten(mut response: Response) -> Response {
    let Some(error) = response.extensions_mut().remove::<ApiError>() else { return response };
    // Headers such as `allow` and `retry-after` stay.
    response.headers_mut().remove(CONTENT_LENGTH);
    *response.body_mut() = Json(text(&error)).into_response().into_body();
    response
}

/// The message of an error, with the path of its field.
pub fn text(error: &ApiError) -> ErrorText {
    let message = &error.object.message;
    let error = match &error.object.param {
        Some(param) if !message.contains(param.as_str()) => format!("{param}: {message}"),
        _ => message.clone(),
    };
    ErrorText { error }
}
