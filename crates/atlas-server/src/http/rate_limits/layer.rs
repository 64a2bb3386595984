//! Middleware that counts requests against their caller.

use super::accounts::Accounts;
use super::headers;
use super::limits::RateLimits;
use crate::http::auth::KeyIndex;
use crate::http::client_address::client_address;
use crate::http::errors::ApiError;
use crate::http::path;
use crate::metrics::Metrics;
use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// Paths whose POSTs count: every route that makes the server read, render or generate.
const COUNTED: [&str; 11] = [
    "/v1/chat/completions",
    "/v1/completions",
    "/v1/embeddings",
    "/v1/messages",
    "/v1/messages/count_tokens",
    "/v1/responses",
    "/v1/responses/input_tokens",
    "/api/chat",
    "/api/generate",
    "/tokenize",
    "/detokenize",
];

/// Limits, accounts and the metrics that count refusals.
#[derive(Debug)]
pub struct RateLimiter {
    limits: RateLimits,
    accounts: Accounts,
    metrics: Arc<Metrics>,
}

impl RateLimiter {
    /// Opens an account for each of `key_count` keys.
    pub fn new(limits: RateLimits, key_count: usize, metrics: Arc<Metrics>) -> Self {
        Self { limits, accounts: Accounts::new(limits, key_count), metrics }
    }
}

/// Counts a request against its caller, or refuses it. Runs after the key has been checked.
pub async fn apply(
    State(limiter): State<Arc<RateLimiter>>,
    mut request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path();
    if limiter.limits.is_unlimited() || request.method() != Method::POST || !COUNTED.contains(&path)
    {
        return next.run(request).await;
    }
    let anthropic = path::is_anthropic(path);
    let caller = match request.extensions().get::<KeyIndex>() {
        Some(KeyIndex(index)) => limiter.accounts.of_key(*index),
        None => limiter.accounts.of_address(client_address(&request).map(|a| a.0.ip())),
    };
    let mut response = match caller.take_request() {
        Ok(()) => {
            request.extensions_mut().insert(caller.clone());
            next.run(request).await
        }
        Err(reached) => {
            limiter.metrics.rate_limited(reached.kind);
            ApiError::from(reached).into_response()
        }
    };
    headers::write(&caller, anthropic, response.headers_mut());
    response
}
