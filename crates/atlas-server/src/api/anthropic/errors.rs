//! Errors in Anthropic's shape. Handlers fail with [`ApiError`] as everywhere; on the way out it is
//! written anew, so that refusals of the router itself have this shape too.

use super::serves;
use super::types::response::{ErrorObject, MessageError};
use crate::http::errors::ApiError;
use crate::ids::RequestId;
use axum::Json;
use axum::extract::Request;
use axum::http::header::CONTENT_LENGTH;
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// What the API answers where others say 503.
const OVERLOADED: u16 = 529;

/// Gives the answers of this API's paths the `request-id` header and their errors the API's shape.
pub async fn shape(request: Request, next: Next) -> Response {
    if !serves(request.uri().path()) {
        return next.run(request).await;
    }
    let id = request.extensions().get::<RequestId>().map(|id| id.0.clone());
    let mut response = shaped(next.run(request).await, id.clone());
    if let Some(value) = id.and_then(|id| HeaderValue::from_str(&id).ok()) {
        response.headers_mut().insert("request-id", value);
    }
    response
}

/// The response with its error, if it is one, in the API's shape.
pub fn shaped(mut response: Response, request_id: Option<String>) -> Response {
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

/// The error as the API names it.
pub fn object(error: &ApiError) -> ErrorObject {
    let kind = match error.status.as_u16() {
        401 => "authentication_error",
        404 => "not_found_error",
        413 => "request_too_large",
        429 => "rate_limit_error",
        503 => "overloaded_error",
        500.. => "api_error",
        _ => "invalid_request_error",
    };
    let message = &error.object.message;
    let message = match &error.object.param {
        // Clients shorten the conversation when they read these words.
        _ if error.object.code == Some("context_length_exceeded") => {
            format!("prompt is too long: {message}")
        }
        // There is no other place for the path.
        Some(param) if !message.contains(param.as_str()) => format!("{param}: {message}"),
        _ => message.clone(),
    };
    ErrorObject { kind, message }
}
