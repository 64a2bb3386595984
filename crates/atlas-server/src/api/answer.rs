//! Answers that are not streamed, and the log line at the end of a generation.

use crate::generation::job::Job;
use crate::http::errors::ApiError;
use crate::recording::Trace;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;

/// Writes a whole answer as JSON and records it.
///
/// # Errors
/// 500 if it cannot be written, which would be a defect.
pub fn whole_answer<T: Serialize>(trace: &Trace, answer: &T) -> Result<Response, ApiError> {
    let json = serde_json::to_vec(answer).map(Bytes::from).map_err(|error| {
        tracing::error!(%error, "an answer could not be written");
        ApiError::internal("the answer could not be written")
    })?;
    Ok(whole_bytes(trace, json))
}

/// Sends a whole answer that is JSON already, and records it.
pub fn whole_bytes(trace: &Trace, json: Bytes) -> Response {
    trace.event(None, &json);
    trace.complete();
    ([(CONTENT_TYPE, "application/json")], json).into_response()
}

/// Returns a function that logs the end of a generation: counts and times, never text. It is told
/// whether the answer was complete.
pub fn log_end(job: &Arc<Job>, started: Instant) -> impl FnOnce(bool) + Send + 'static {
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
