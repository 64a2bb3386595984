//! The error of a request. Its body has OpenAI's format,
//! `{"error": {"message", "type", "param", "code"}}`; other dialects rewrite it on the way out.

use atlas_core::{EngineError, SubmitError};
use axum::Json;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// Longest message in bytes. It bounds text of the client that an error quotes.
const MESSAGE_BYTES_MAX: usize = 600;

/// Seconds after which a request may be sent again that the server had no room for.
const OVERLOAD_RETRY_SECONDS: u32 = 2;

/// The body of every answer that is not a success.
#[derive(Clone, Debug, Serialize, PartialEq, Eq, ToSchema)]
pub struct ErrorBody {
    pub error: ErrorObject,
}

/// Message, kind and code of an error.
#[derive(Clone, Debug, Serialize, PartialEq, Eq, ToSchema)]
pub struct ErrorObject {
    pub message: String,
    /// `invalid_request_error`, `rate_limit_error` or `server_error`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Path of the field at fault, such as `messages[0].content`.
    pub param: Option<String>,
    pub code: Option<&'static str>,
}

/// An error that a request is answered with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiError {
    pub status: StatusCode,
    /// Boxed so that `Result<_, ApiError>` stays small.
    pub object: Box<ErrorObject>,
    pub retry_after_seconds: Option<u32>,
}

impl ApiError {
    fn new(status: StatusCode, kind: &'static str, message: impl Into<String>) -> Self {
        let object = Box::new(ErrorObject {
            message: shorten(message.into()),
            kind,
            param: None,
            code: None,
        });
        Self { status, object, retry_after_seconds: None }
    }

    /// 400: the value of `param` cannot be served.
    pub fn param(param: impl Into<String>, message: impl Into<String>) -> Self {
        let mut e = Self::new(StatusCode::BAD_REQUEST, "invalid_request_error", message);
        e.object.param = Some(param.into());
        e
    }

    /// 400: the request as a whole cannot be served.
    pub fn bad_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid_request_error", message)
    }

    /// 400: Atlas does not support `param`, and ignoring it would change the answer.
    pub fn unsupported(param: &str, message: impl Into<String>) -> Self {
        Self::param(param, message).with_code("unsupported_parameter")
    }

    pub fn with_code(mut self, code: &'static str) -> Self {
        self.object.code = Some(code);
        self
    }

    /// 401: the key is missing or unknown.
    pub fn unauthorized(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "invalid_request_error", message)
            .with_code("invalid_api_key")
    }

    /// 403: the request is meant for a host that this server does not answer to.
    pub fn forbidden_host(host: &str) -> Self {
        let message = format!(
            "this server does not answer to the host `{host}`; `--allowed-hosts NAME` allows it"
        );
        Self::new(StatusCode::FORBIDDEN, "invalid_request_error", message)
            .with_code("forbidden_host")
    }

    /// 403: a page of an origin that is not allowed sent the request.
    pub fn forbidden_origin(origin: &str) -> Self {
        let message = format!(
            "pages of the origin `{origin}` may not use this server; `--cors-origin ORIGIN` \
             allows it"
        );
        Self::new(StatusCode::FORBIDDEN, "invalid_request_error", message)
            .with_code("forbidden_origin")
    }

    /// 404: the server has no model of that name.
    pub fn model_not_found(name: &str) -> Self {
        let message = format!("The model `{name}` does not exist on this server.");
        let mut e = Self::new(StatusCode::NOT_FOUND, "invalid_request_error", message);
        e.object.param = Some("model".to_owned());
        e.with_code("model_not_found")
    }

    /// 404: the resource does not exist.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "invalid_request_error", message)
    }

    /// 404: the route does not exist. `near` is one that may be meant.
    pub fn unknown_path(method: &str, path: &str, near: Option<&str>) -> Self {
        let near = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
        let message = format!("Unknown path: {method} {path}{near}");
        Self::new(StatusCode::NOT_FOUND, "invalid_request_error", message).with_code("unknown_url")
    }

    /// 404: an API has this route, but this server does not. Clients read that as a feature that is
    /// missing and go on without it. `advice` says what to do instead.
    pub fn missing_feature(method: &str, path: &str, advice: &str) -> Self {
        let message = format!("This server does not have {method} {path}: {advice}");
        Self::new(StatusCode::NOT_FOUND, "invalid_request_error", message)
            .with_code("unsupported_endpoint")
    }

    /// 405: the route exists for another method.
    pub fn method_not_allowed(method: &str, path: &str) -> Self {
        let message = format!("Method {method} is not allowed on {path}");
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "invalid_request_error", message)
            .with_code("method_not_allowed")
    }

    /// 408: the body stopped arriving.
    pub fn body_timeout(seconds: u64) -> Self {
        let message = format!("The body made no progress for {seconds} s");
        Self::new(StatusCode::REQUEST_TIMEOUT, "invalid_request_error", message)
    }

    /// 409: what the request is about is not as it would have to be.
    pub fn conflict(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "invalid_request_error", message)
    }

    /// 507: the disk does not take what is to be stored.
    pub fn no_storage(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INSUFFICIENT_STORAGE, "server_error", message)
            .with_code("insufficient_storage")
    }

    /// 413: the body exceeds the limit.
    pub fn body_too_large(body_bytes_max: usize) -> Self {
        let message = format!("The body is larger than {body_bytes_max} bytes, the limit here");
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "invalid_request_error", message)
            .with_code("request_too_large")
    }

    /// 429: the caller has used up a rate limit.
    pub fn rate_limited(message: impl Into<String>, retry_after_seconds: u32) -> Self {
        let mut e = Self::new(StatusCode::TOO_MANY_REQUESTS, "rate_limit_error", message)
            .with_code("rate_limit_exceeded");
        e.retry_after_seconds = Some(retry_after_seconds);
        e
    }

    /// 500: a defect of the server.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "server_error", message)
            .with_code("internal_error")
    }

    /// 503: the server does not accept requests at present.
    pub fn unavailable(message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "server_error", message).with_code("unavailable")
    }

    /// 503: a limit on all clients together is reached; the request may be sent again soon.
    pub fn overloaded(message: impl Into<String>) -> Self {
        let mut e = Self::unavailable(message).with_code("overloaded");
        e.retry_after_seconds = Some(OVERLOAD_RETRY_SECONDS);
        e
    }

    /// 429: work of this kind is done for others now.
    pub fn busy(message: impl Into<String>) -> Self {
        let mut e =
            Self::new(StatusCode::TOO_MANY_REQUESTS, "rate_limit_error", message).with_code("busy");
        e.retry_after_seconds = Some(OVERLOAD_RETRY_SECONDS);
        e
    }

    /// The engine's refusal of a request; `prompt` names the field that held the prompt.
    pub fn from_submit(error: SubmitError, prompt: &str) -> Self {
        let message = error.to_string();
        match error {
            SubmitError::QueueFull { retry_after_seconds, .. } => {
                let mut e = Self::new(StatusCode::TOO_MANY_REQUESTS, "rate_limit_error", message)
                    .with_code("queue_full");
                e.retry_after_seconds = Some(retry_after_seconds.max(1));
                e
            }
            SubmitError::ShuttingDown => Self::unavailable(message),
            SubmitError::PromptTooLong { .. } => {
                Self::param(prompt, message).with_code("context_length_exceeded")
            }
            SubmitError::EmptyPrompt | SubmitError::TokenOutOfRange { .. } => {
                Self::param(prompt, message)
            }
        }
    }

    /// The engine's failure during generation.
    pub fn from_engine(error: &EngineError) -> Self {
        match error {
            EngineError::ShuttingDown => Self::unavailable(error.to_string()),
            EngineError::ConstraintLimit { .. } => Self::bad_request(error.to_string()),
            _ => Self::internal(error.to_string()),
        }
    }

    /// The JSON body, also of an error event in a stream.
    pub fn body(&self) -> ErrorBody {
        ErrorBody { error: (*self.object).clone() }
    }
}

fn shorten(mut message: String) -> String {
    if message.len() > MESSAGE_BYTES_MAX {
        message.truncate(message.floor_char_boundary(MESSAGE_BYTES_MAX));
        message.push_str("...");
    }
    message
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.body())).into_response();
        if let Some(seconds) = self.retry_after_seconds {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        // The middleware of other dialects reads the error from here.
        response.extensions_mut().insert(self);
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_messages_are_cut_at_a_character() {
        let e = ApiError::bad_request("ä".repeat(1000));
        assert!(e.object.message.len() <= MESSAGE_BYTES_MAX + 3);
        assert!(e.object.message.ends_with("ä..."));
    }

    #[test]
    fn a_full_queue_sets_retry_after() {
        let refusal = SubmitError::QueueFull { waiting: 4, retry_after_seconds: 0 };
        let response = ApiError::from_submit(refusal, "prompt").into_response();
        assert_eq!(response.status(), 429);
        assert_eq!(response.headers()[RETRY_AFTER], "1");
    }
}
