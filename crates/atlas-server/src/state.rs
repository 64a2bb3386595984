//! The state of the router: the served model and the state of single dialects.

use crate::api::responses::ResponsesState;
use crate::config::ServerConfig;
use crate::http::rate_limits::RateLimiter;
use crate::metrics::Metrics;
use crate::served_model::ServedModel;
use atlas_core::TokenEngine;
use atlas_text::TextModel;
use axum::extract::FromRef;
use std::ops::Deref;
use std::sync::Arc;

/// Everything behind the routes. Cheap to clone. Handlers extract the part that they need.
#[derive(Clone)]
pub struct AppState {
    model: ServedModel,
    responses: ResponsesState,
    limiter: Arc<RateLimiter>,
}

impl AppState {
    /// `text` is `None` for a model without a tokenizer, which serves prompts of token ids.
    pub fn new(
        engine: Arc<dyn TokenEngine>,
        text: Option<Arc<TextModel>>,
        config: ServerConfig,
        metrics: Arc<Metrics>,
    ) -> Self {
        let keys = config.api_keys.len();
        let limiter = Arc::new(RateLimiter::new(config.rate_limits, keys, metrics.clone()));
        let model = ServedModel::new(engine, text, config, metrics);
        Self { responses: ResponsesState::new(model.clone()), model, limiter }
    }

    /// State of the Responses API.
    pub fn responses(&self) -> &ResponsesState {
        &self.responses
    }

    pub(crate) fn limiter(&self) -> &Arc<RateLimiter> {
        &self.limiter
    }
}

/// Every accessor of the served model is one of the state.
impl Deref for AppState {
    type Target = ServedModel;

    fn deref(&self) -> &ServedModel {
        &self.model
    }
}

impl FromRef<AppState> for ServedModel {
    fn from_ref(state: &AppState) -> Self {
        state.model.clone()
    }
}

impl FromRef<AppState> for ResponsesState {
    fn from_ref(state: &AppState) -> Self {
        state.responses.clone()
    }
}
