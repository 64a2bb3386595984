//! `/v1/messages` and `/v1/messages/count_tokens`.

use super::fields::MESSAGES_TABLES;
use super::stream::MessageWriter;
use super::types::request::MessagesRequest;
use super::types::response::{Message, MessageError, TokenCount};
use super::{answer, convert};
use crate::api::answer::{OpenKeywords, log_end, whole_answer};
use crate::api::{body, stream};
use crate::generation::job::Job;
use crate::generation::prepare::{chat_job, render};
use crate::generation::stream as generation;
use crate::generation::submit;
use crate::http::errors::ApiError;
use crate::http::incoming::Incoming;
use crate::http::sse::StreamLimits;
use crate::ids::Origin;
use crate::request::settings::check_model;
use crate::served_model::ServedModel;
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use std::sync::Arc;
use std::time::Instant;

/// Answer a conversation, in the form of the Anthropic API.
#[utoipa::path(
    post,
    path = "/v1/messages",
    tag = "anthropic",
    request_body = MessagesRequest,
    responses(
        (status = 200, body = Message,
         description = "The answer; with `stream` a sequence of named `StreamEvent`s"),
        (status = 400, body = MessageError,
         description = "The request cannot be served; the message names the field"),
        (status = 404, body = MessageError, description = "No such model"),
        (status = 413, body = MessageError, description = "The body is too large"),
        (status = 429, body = MessageError,
         description = "The queue is full or a rate limit is reached; see `Retry-After`"),
        (status = 529, body = MessageError,
         description = "Loading, draining, or the engine is dead"),
    )
)]
pub async fn messages(
    State(model): State<ServedModel>,
    incoming: Incoming,
) -> Result<Response, ApiError> {
    let started = Instant::now();
    let (bytes, caller, trace) = incoming.read(&model).await?;
    let origin = trace.origin;
    let job = move |model: &ServedModel, bytes: &[u8]| job(model, bytes, origin);
    let (job, show_thinking) = body::parsed(&model, bytes, false, job).await?;
    let job = Arc::new(job);
    let choices = submit::submit(&job, &model, &caller, &trace).await?;
    let open = OpenKeywords::of(&job);
    let on_end = log_end(&job, started);
    if job.settings.stream {
        let writer = MessageWriter::new(job, show_thinking);
        let limits = StreamLimits::new(model.config());
        return Ok(open.tell(stream::respond(choices, writer, limits, trace, on_end)));
    }
    let collected = generation::collect(choices).await.map_err(|e| trace.failed_whole(e))?;
    on_end(true);
    let collected =
        collected.into_iter().next().ok_or_else(|| ApiError::internal("there is no answer"))?;
    let answer = answer::message(&job, collected, show_thinking);
    whole_answer(&trace, &answer).map(|response| open.tell(response))
}

/// Count the tokens of a conversation: those of the prompt that `/v1/messages` makes of it.
#[utoipa::path(
    post,
    path = "/v1/messages/count_tokens",
    tag = "anthropic",
    request_body = MessagesRequest,
    responses(
        (status = 200, body = TokenCount, description = "The count"),
        (status = 400, body = MessageError,
         description = "The request cannot be served; the message names the field"),
        (status = 404, body = MessageError, description = "No such model"),
        (status = 413, body = MessageError, description = "The body is too large"),
    )
)]
pub async fn count_tokens(
    State(model): State<ServedModel>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<TokenCount>, ApiError> {
    Ok(Json(body::read_request(&model, &headers, body, count).await?))
}

/// The job of a body, and whether the answer shows the text of its thinking.
fn job(model: &ServedModel, bytes: &[u8], origin: Origin) -> Result<(Job, bool), ApiError> {
    let body = body::checked(model, bytes, MESSAGES_TABLES)?;
    let converted = convert::messages_request(&body)?;
    let show_thinking = converted.show_thinking;
    let job = chat_job(model, converted.into_chat_request()?, origin, origin.id("msg", 0));
    Ok((job.map_err(convert::own_field_names)?, show_thinking))
}

fn count(model: &ServedModel, bytes: &[u8]) -> Result<TokenCount, ApiError> {
    let body = body::checked(model, bytes, MESSAGES_TABLES)?;
    let converted = convert::messages_request(&body)?;
    let shows_tools = converted.form.shows_tools();
    check_model(converted.options.model, model.config())?;
    let prompt = render(model, converted.prompt, shows_tools, false, None);
    let prompt = prompt.map_err(convert::own_field_names)?;
    Ok(TokenCount { input_tokens: prompt.tokens.len() as u64 })
}
