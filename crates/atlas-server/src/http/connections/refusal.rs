//! Answers on connections for which there is no place.

use crate::api::{anthropic, ollama};
use crate::http::errors::ApiError;
use crate::http::path;
use axum::Router;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use std::convert::Infallible;
use std::time::Duration;
use tower::ServiceExt;

/// Paths that are answered all the same: probes must not take a full server for a dead one.
const ANSWERED: [&str; 3] = ["/health", "/health/live", "/metrics"];
/// Bytes and time for which a body is read and discarded. Without reading on, the client would see
/// a reset connection instead of the answer.
const DISCARD_BYTES_MAX: usize = 4 << 20;
const DISCARD_TIME_MAX: Duration = Duration::from_secs(2);

/// Refuses all but probes, which `app` answers.
pub fn router(app: Router) -> Router {
    Router::new().fallback(refuse).with_state(app)
}

async fn refuse(State(app): State<Router>, request: Request) -> Response {
    if ANSWERED.contains(&request.uri().path()) {
        let answer: Result<Response, Infallible> = app.oneshot(request).await;
        return match answer {
            Ok(response) => response,
            Err(never) => match never {},
        };
    }
    let (parts, mut body) = request.into_parts();
    let discard = async {
        let mut bytes = 0;
        while let Some(Ok(frame)) = body.frame().await
            && bytes <= DISCARD_BYTES_MAX
        {
            bytes += frame.data_ref().map_or(0, |data| data.len());
        }
    };
    // A body that takes longer is left where it is.
    let _ = tokio::time::timeout(DISCARD_TIME_MAX, discard).await;
    let response =
        ApiError::overloaded("all connections of this server are in use").into_response();
    if path::is_anthropic(parts.uri.path()) {
        return anthropic::errors::rewritten(response, None);
    }
    if path::is_ollama(parts.uri.path()) {
        return ollama::errors::rewritten(response);
    }
    response
}
