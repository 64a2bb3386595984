//! Errors in Anthropic's form. Handlers return [`ApiError`]; a middleware rewrites the response, so
//! that refusals of the router itself have this form too.

use super::types::response::{ErrorObject, MessageError};
use crate::http::errors::ApiError;
use crate::http::path;
use crate::http::request_ids::RequestId;
use axum::Json;
use axum::extract::Request;
use axum::http::header::CONTENT_LENGTH;
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Status of the API where other APIs answer 503.
const OVERLOADED: u16 = 529;

/// Middleware that adds the `request-id` header to answers of this API, and rewrites its errors.
pub async fn rewrite_errors(request: Request, next: Next) -> Response {
    if !path::is_anthropic(request.uri().path()) {
        return next.run(request).await;
    }
    let id = request.extensions().get::<RequestId>().map(|id| id.0.clone());
    let mut response = rewritten(next.run(request).await, id.clone());
    if let Some(value) = id.and_then(|id| HeaderValue::from_str(&id).ok()) {
        response.headers_mut().insert("request-id", value);
    }
    response
}

/// Rewrites the error of a response, if it is one, in the form of the API.
pub fn rewritten(mut response: Response, request_id: Option<String>) -> Response {
    let Some(error) = response.extensions_mut().remove::<ApiError>() else { return response };
    if error.status == StatusCode::SERVICE_UNAVAILABLE
        && let Ok(status) = StatusCode::from_u16(OVERLOADED)
    {
        *response.status_mut() = status;
    }
    let body = MessageError { kind: "error", error: object(&error), request_id };
    // Headers such as `allow` and `retry-after` stay.
    response.headers_mut().remove(CONTENT_LENGTH);
    *response.body_mut() = Json(body).into_response().into_body();
    response
}

/// The error object of the API.
pub fn object(error: &ApiError) -> ErrorObject {
    let kind = match error.status.as_u16() {
        401 => "authentication_error",
        403 => "permission_error",
        404 => "not_found_error",
        413 => "request_too_large",
        429 => "rate_limit_error",
        503 => "overloaded_error",
        500.. => "api_error",
        _ => "invalid_request_error",
    };
    let message = &error.object.message;
    let message = match &error.object.param {
        // Clients recognise these words and shorten the conversation.
        _ if error.object.code == Some("context_length_exceeded") => {
            format!("prompt is too long: {message}")
        }
        // The API has no field for the path.
        Some(param) if !message.contains(param.as_str()) => format!("{param}: {message}"),
        _ => message.clone(),
    };
    ErrorObject { kind, message }
}
