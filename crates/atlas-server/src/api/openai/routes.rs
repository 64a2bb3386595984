//! `/v1/chat/completions`.

use super::fields::CHAT_TABLES;
use super::stream::ChatWriter;
use super::types::request::ChatCompletionRequest;
use super::types::response::ChatCompletion;
use super::{answer, convert};
use crate::api::answer::{OpenKeywords, log_end, whole_answer};
use crate::api::{body, stream};
use crate::generation::job::Job;
use crate::generation::prepare::chat_job;
use crate::generation::stream as generation;
use crate::generation::submit;
use crate::http::errors::{ApiError, ErrorBody};
use crate::http::incoming::Incoming;
use crate::http::sse::StreamLimits;
use crate::ids::Origin;
use crate::served_model::ServedModel;
use axum::extract::State;
use axum::response::Response;
use std::sync::Arc;
use std::time::Instant;

/// Answer a conversation.
#[utoipa::path(
    post,
    path = "/v1/chat/completions",
    tag = "generation",
    request_body = ChatCompletionRequest,
    responses(
        (status = 200, body = ChatCompletion,
         description = "The answer; with `stream` a sequence of `ChatChunk` events and `[DONE]`"),
        (status = 400, body = ErrorBody,
         description = "The request cannot be served; `param` names the field"),
        (status = 404, body = ErrorBody, description = "No such model"),
        (status = 413, body = ErrorBody, description = "The body is too large"),
        (status = 429, body = ErrorBody,
         description = "The queue is full or a rate limit is reached; see `Retry-After`"),
        (status = 503, body = ErrorBody, description = "Loading, draining, or the engine is dead"),
    )
)]
pub async fn chat_completions(
    State(model): State<ServedModel>,
    incoming: Incoming,
) -> Result<Response, ApiError> {
    let started = Instant::now();
    let (bytes, caller, trace) = incoming.read(&model).await?;
    let origin = trace.origin;
    let job =
        body::parsed(&model, bytes, false, move |model, bytes| job(model, bytes, origin)).await?;
    let job = Arc::new(job);
    let choices = submit::submit(&job, &model, &caller, &trace).await?;
    let open = OpenKeywords::of(&job);
    let on_end = log_end(&job, started);
    if job.settings.stream {
        let writer = ChatWriter::new(job, model.tokenizer().cloned());
        let limits = StreamLimits::new(model.config());
        return Ok(open.tell(stream::respond(choices, writer, limits, trace, on_end)));
    }
    let collected = generation::collect(choices).await.map_err(|e| trace.failed_whole(e))?;
    on_end(true);
    let tokenizer = model.tokenizer().map(|t| &**t);
    let answer = answer::completion(&job, collected, tokenizer);
    whole_answer(&trace, &answer).map(|response| open.tell(response))
}

fn job(model: &ServedModel, bytes: &[u8], origin: Origin) -> Result<Job, ApiError> {
    let body = body::checked(model, bytes, CHAT_TABLES)?;
    let request = convert::chat_request(&body)?;
    chat_job(model, request, origin, origin.response_id("chatcmpl"))
}
