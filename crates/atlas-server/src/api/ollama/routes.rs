//! `/api/chat` and `/api/generate`.

use super::answer::{Endpoint, Lines};
use super::convert::{self, Prepared};
use super::stream::LineWriter;
use super::types::request::{OllamaChatRequest, OllamaGenerateRequest};
use super::types::response::{Answer, AnswerEnd, ErrorText, Message};
use crate::api::answer::{log_end, whole_answer};
use crate::api::{body, stream};
use crate::generation::events::ChoiceEvent;
use crate::generation::stream::OutputStream;
use crate::generation::submit;
use crate::http::errors::ApiError;
use crate::http::incoming::Incoming;
use crate::http::sse::StreamLimits;
use crate::recording::Trace;
use crate::served_model::ServedModel;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::Instant;

/// Answer a conversation, in the form of Ollama's API.
#[utoipa::path(
    post,
    path = "/api/chat",
    tag = "ollama",
    request_body = OllamaChatRequest,
    responses(
        (status = 200, description = "The answer: lines of JSON unless `stream` is false",
         content((Answer = "application/json"), (String = "application/x-ndjson"))),
        (status = 400, body = ErrorText, description = "The request cannot be served"),
        (status = 404, body = ErrorText, description = "No such model"),
        (status = 413, body = ErrorText, description = "The body is too large"),
        (status = 429, body = ErrorText,
         description = "The queue is full or a rate limit is reached; see `Retry-After`"),
        (status = 503, body = ErrorText, description = "Loading, draining, or the engine is dead"),
    )
)]
pub async fn chat(
    State(model): State<ServedModel>,
    incoming: Incoming,
) -> Result<Response, ApiError> {
    respond(model, incoming, Endpoint::Chat).await
}

/// Continue or answer a text, in the form of Ollama's API.
#[utoipa::path(
    post,
    path = "/api/generate",
    tag = "ollama",
    request_body = OllamaGenerateRequest,
    responses(
        (status = 200, description = "The answer: lines of JSON unless `stream` is false",
         content((Answer = "application/json"), (String = "application/x-ndjson"))),
        (status = 400, body = ErrorText, description = "The request cannot be served"),
        (status = 404, body = ErrorText, description = "No such model"),
        (status = 413, body = ErrorText, description = "The body is too large"),
        (status = 429, body = ErrorText,
         description = "The queue is full or a rate limit is reached; see `Retry-After`"),
        (status = 503, body = ErrorText, description = "Loading, draining, or the engine is dead"),
    )
)]
pub async fn generate(
    State(model): State<ServedModel>,
    incoming: Incoming,
) -> Result<Response, ApiError> {
    respond(model, incoming, Endpoint::Generate).await
}

async fn respond(
    model: ServedModel,
    incoming: Incoming,
    endpoint: Endpoint,
) -> Result<Response, ApiError> {
    let started = Instant::now();
    let (bytes, caller, _) = incoming.read(&model).await?;
    // The times in an answer differ from run to run, so that a replay could not compare it.
    let trace = Trace::new("", None);
    let origin = trace.origin;
    let prepare = move |model: &ServedModel, bytes: &[u8]| match endpoint {
        Endpoint::Chat => convert::chat(model, bytes, origin),
        Endpoint::Generate => convert::generate(model, bytes, origin),
    };
    let job = match body::parsed(&model, bytes, false, prepare).await? {
        Prepared::Job(job) => Arc::new(*job),
        Prepared::Load(name) => {
            return Ok(axum::Json(loaded(name, &trace, endpoint)).into_response());
        }
    };
    let choices = submit::submit(&job, &model, &caller, &trace).await?;
    let on_end = log_end(&job, started);
    let mut lines = Lines::new(job.clone(), endpoint, started);
    if job.settings.stream {
        let limits = StreamLimits::new(model.config());
        return Ok(stream::respond(choices, LineWriter(lines), limits, trace, on_end));
    }
    let mut events = OutputStream::new(choices);
    while let Some((_, event)) = events.next().await {
        match event {
            ChoiceEvent::Delta(delta) => delta.parts.into_iter().for_each(|p| lines.push(p)),
            ChoiceEvent::End(end) => {
                on_end(true);
                return whole_answer(&trace, &lines.last(&end));
            }
            ChoiceEvent::Failed(error) => return Err(error),
            ChoiceEvent::PromptLogprobs(_) => {}
        }
    }
    Err(ApiError::internal("the answer is missing"))
}

/// The answer to a request that only loads the model.
fn loaded(model: String, trace: &Trace, endpoint: Endpoint) -> Answer {
    let empty = Message { role: "assistant", ..Message::default() };
    Answer {
        model,
        created_at: trace.origin.moment().to_string(),
        message: (endpoint == Endpoint::Chat).then_some(empty),
        response: (endpoint == Endpoint::Generate).then(String::new),
        thinking: None,
        done: true,
        end: Some(AnswerEnd { done_reason: "load", ..AnswerEnd::default() }),
    }
}
