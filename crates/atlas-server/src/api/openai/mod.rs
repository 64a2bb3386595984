//! The OpenAI API and the extensions that its clients know from other servers.

pub mod answer;
pub mod completions;
pub mod embeddings;
pub mod logprobs;
pub mod models;
pub mod routes;
pub mod tokenize;
pub mod types;

use super::fields::Field;
use crate::generation::choice::{End, StoppedBy};
use crate::generation::job::Job;
use crate::http::body;
use crate::http::errors::ApiError;
use crate::http::sse::StreamLimits;
use crate::recording::Trace;
use crate::state::AppState;
use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;
use types::response::{AtlasChoice, StopReason};

/// Bodies above this size are parsed, rendered and tokenised off the network threads.
const INLINE_BODY_BYTES_MAX: usize = 16 << 10;

/// How much of the name of a field nobody defines is logged.
const FIELD_NAME_CHARS_LOGGED: usize = 48;

/// Reads a body and applies `parse` to it, away from the network threads if it is large.
pub(crate) async fn read_request<T: Send + 'static>(
    state: &AppState,
    headers: &HeaderMap,
    body: Body,
    parse: fn(&AppState, &[u8]) -> Result<T, ApiError>,
) -> Result<T, ApiError> {
    let bytes = body::read(headers, body, state.config()).await?;
    parsed(state, bytes, false, parse).await
}

/// Applies `parse` to a body, away from the network threads if it is large or, in APIs whose small
/// bodies may stand for much, if `heavy` says that this one does.
pub(crate) async fn parsed<T: Send + 'static>(
    state: &AppState,
    bytes: Bytes,
    heavy: bool,
    parse: impl FnOnce(&AppState, &[u8]) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    if bytes.len() <= INLINE_BODY_BYTES_MAX && !heavy {
        return parse(state, &bytes);
    }
    let own = state.clone();
    state.run_heavy(move || parse(&own, &bytes)).await
}

/// An answer that is sent whole.
///
/// # Errors
/// 500 if it cannot be written, which would be a defect.
pub(crate) fn whole_answer<T: Serialize>(trace: &Trace, answer: &T) -> Result<Response, ApiError> {
    let json = serde_json::to_vec(answer).map(Bytes::from).map_err(|error| {
        tracing::error!(%error, "an answer could not be written");
        ApiError::internal("the answer could not be written")
    })?;
    Ok(whole_bytes(trace, json))
}

/// As [`whole_answer`], of JSON.
pub(crate) fn whole_bytes(trace: &Trace, json: Bytes) -> Response {
    trace.event(None, &json);
    trace.complete();
    ([(CONTENT_TYPE, "application/json")], json).into_response()
}

/// Checks a body against `tables`; counts the fields nobody defines and logs each name once.
pub(crate) fn checked<'a>(
    state: &AppState,
    bytes: &'a [u8],
    tables: &[&[Field]],
) -> Result<body::CheckedBody<'a>, ApiError> {
    let checked = body::check(bytes, tables, state.config().strict_requests)?;
    for name in &checked.unknown {
        count_ignored(state, name);
    }
    Ok(checked)
}

/// Counts something of a request that is ignored; logs it the first time.
pub(crate) fn count_ignored(state: &AppState, name: &str) {
    if state.metrics().ignored_field(name) {
        let field: String = name.chars().take(FIELD_NAME_CHARS_LOGGED).collect();
        tracing::warn!(field = %field.escape_debug(), "ignoring a part of a request");
    }
}

impl AppState {
    pub(crate) fn stream_limits(&self) -> StreamLimits {
        let config = self.config();
        StreamLimits { client_stall_max: config.client_stall_max, keep_alive: config.keep_alive }
    }
}

impl End {
    fn stop_reason(&self) -> Option<StopReason> {
        match &self.stopped_by {
            None => None,
            Some(StoppedBy::Text(text)) => Some(StopReason::Text(text.clone())),
            Some(StoppedBy::Token(id)) => Some(StopReason::Token(*id)),
        }
    }

    /// `listed`: the request asked for the list of interventions.
    pub(crate) fn atlas(&self, listed: bool) -> AtlasChoice {
        let list = || self.notes.iter().map(answer::intervention).collect();
        AtlasChoice { finish_detail: self.detail, interventions: listed.then(list) }
    }
}

/// Logs the end of a generation: counts and times, never text.
pub(crate) fn log_end(job: &Arc<Job>, started: Instant) -> impl FnOnce(bool) + Send + 'static {
    let job = job.clone();
    move |complete| {
        tracing::info!(
            response = %job.id,
            model = %job.settings.model,
            stream = job.settings.stream,
            choices = job.prompts.len() as u64 * u64::from(job.settings.n),
            prompt_tokens = job.prompt_tokens(),
            seconds = started.elapsed().as_secs_f64(),
            complete,
            "generation ended"
        );
    }
}
