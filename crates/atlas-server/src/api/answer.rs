//! Answers that are not streamed, and the log line at the end of a generation.

use crate::generation::job::Job;
use crate::http::errors::ApiError;
use crate::recording::Trace;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, HeaderValue};
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

/// The header that lists what the schemas of tools say and answers are not held to.
const SCHEMA_OPEN: HeaderName = HeaderName::from_static("x-atlas-schema-open");

/// Most keywords in the header.
const OPEN_MAX: usize = 16;

/// Keywords of the tools of a request that are left open.
pub struct OpenKeywords(Option<HeaderValue>);

impl OpenKeywords {
    /// Of all prompts, as `TOOL#POINTER` in percent-encoding, with commas between them.
    pub fn of(job: &Job) -> Self {
        let open = job.prompts.iter().filter_map(|prompt| prompt.grammar.as_ref());
        let mut all: Vec<String> = Vec::new();
        for keyword in open.flat_map(|grammar| grammar.dropped()) {
            let text = encoded(&keyword.to_string());
            if !all.contains(&text) && all.len() < OPEN_MAX {
                all.push(text);
            }
        }
        let value = HeaderValue::from_str(&all.join(", ")).ok();
        Self(value.filter(|_| !all.is_empty()))
    }

    /// `response` with the header, if there is something to list.
    pub fn tell(self, mut response: Response) -> Response {
        if let Some(value) = self.0 {
            response.headers_mut().insert(SCHEMA_OPEN, value);
        }
        response
    }
}

/// Visible characters of ASCII as they are, but for those with a meaning of their own.
fn encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_graphic() && !b"%,".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}
