//! Answers while the model loads.

use super::errors::ApiError;
use super::path;
use crate::api::{anthropic, ollama};
use axum::Json;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use std::convert::Infallible;
use std::sync::{Arc, OnceLock};
use tower::ServiceExt;

/// A server whose port is bound before the model is loaded. Until [`Self::open`] is called,
/// `/health` answers 503 and all other routes are refused.
#[derive(Clone, Debug, Default)]
pub struct Startup(Arc<OnceLock<Router>>);

impl Startup {
    pub fn new() -> Self {
        Self::default()
    }

    /// Passes all further requests to `router`. A second call has no effect.
    pub fn open(&self, router: Router) {
        // The first router stays.
        let _ = self.0.set(router);
    }

    /// The routes to serve from the start of the process.
    pub fn router(&self) -> Router {
        Router::new().fallback(dispatch).with_state(self.clone())
    }
}

async fn dispatch(State(startup): State<Startup>, request: Request) -> Response {
    if let Some(router) = startup.0.get() {
        let answer: Result<Response, Infallible> = router.clone().oneshot(request).await;
        return match answer {
            Ok(response) => response,
            Err(never) => match never {},
        };
    }
    let path = request.uri().path();
    let loading = || ApiError::unavailable("the model is still loading").into_response();
    match path {
        "/health/live" => Json(json!({ "status": "ok" })).into_response(),
        "/health" => {
            let body = Json(json!({ "status": "starting" }));
            (StatusCode::SERVICE_UNAVAILABLE, body).into_response()
        }
        _ if path::is_anthropic(path) => anthropic::errors::rewritten(loading(), None),
        _ if path::is_ollama(path) => ollama::errors::rewritten(loading()),
        _ => loading(),
    }
}
