//! `/v1/messages` and `/v1/messages/count_tokens`.

use super::answer::{self, Events};
use super::types::request::{MessagesRequest, ThinkingDisplay, ThinkingKind};
use super::types::response::{Message, MessageError, TokenCount};
use super::{conversation, tools};
use crate::api::fields::MESSAGES;
use crate::api::openai::types::request::{ChatPromptFields, CommonFields};
use crate::api::openai::{checked, log_end, parsed, read_request, routes as chat, whole_answer};
use crate::api::values::StopInput;
use crate::generation::job::{self, Job};
use crate::http::body::CheckedBody;
use crate::http::errors::ApiError;
use crate::http::incoming::Incoming;
use crate::http::sse;
use crate::ids::Origin;
use crate::request::form::Prescribed;
use crate::request::settings::{Settings, check_model};
use crate::state::AppState;
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
        (status = 400, body = MessageError, description = "The request cannot be served; the message names the field"),
        (status = 404, body = MessageError, description = "No such model"),
        (status = 413, body = MessageError, description = "The body is too large"),
        (status = 429, body = MessageError, description = "The queue is full or a rate limit is reached; see `Retry-After`"),
        (status = 529, body = MessageError, description = "Loading, draining, or the engine is dead"),
    )
)]
pub async fn messages(
    State(state): State<AppState>,
    incoming: Incoming,
) -> Result<Response, ApiError> {
    let started = Instant::now();
    let (bytes, caller, trace) = incoming.read(&state).await?;
    let origin = trace.origin;
    let request = move |state: &AppState, bytes: &[u8]| request(state, bytes, origin);
    let request = parsed(&state, bytes, false, request).await?;
    let (job, show_thinking) = (Arc::new(request.job), request.show_thinking);
    let choices = job.submit(&state, &caller, &trace)?;
    let on_end = log_end(&job, started);
    if job.settings.stream {
        let writer = Events::new(job, show_thinking);
        return Ok(sse::respond(choices, writer, state.stream_limits(), trace, on_end));
    }
    let collected = job::collect(choices).await.map_err(|e| trace.failed_whole(e))?;
    on_end(true);
    let collected =
        collected.into_iter().next().ok_or_else(|| ApiError::internal("there is no answer"))?;
    whole_answer(&trace, &answer::message(&job, collected, show_thinking))
}

/// Count the tokens of a conversation: those of the prompt that `/v1/messages` makes of it.
#[utoipa::path(
    post,
    path = "/v1/messages/count_tokens",
    tag = "anthropic",
    request_body = MessagesRequest,
    responses(
        (status = 200, body = TokenCount, description = "The count"),
        (status = 400, body = MessageError, description = "The request cannot be served; the message names the field"),
        (status = 404, body = MessageError, description = "No such model"),
        (status = 413, body = MessageError, description = "The body is too large"),
    )
)]
pub async fn count_tokens(
    State(state): State<AppState>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<TokenCount>, ApiError> {
    Ok(Json(read_request(&state, &headers, body, count).await?))
}

/// A request ready for the engine.
struct Request {
    job: Job,
    show_thinking: bool,
}

fn request(state: &AppState, bytes: &[u8], origin: Origin) -> Result<Request, ApiError> {
    let body = checked(state, bytes, &[MESSAGES])?;
    let (mut request, prompt, prescribed) = lowered(state, &body)?;
    if request.max_tokens.is_none() {
        return Err(ApiError::param("max_tokens", "`max_tokens` is required"));
    }
    let display = request.thinking.and_then(|t| t.display);
    let preset = chat::preset(state.config(), &prompt, prescribed.shows_tools());
    let settings = Settings::new(common(&mut request), state, preset, origin).map_err(own_names)?;
    let calls_max = tools::calls_max(request.tool_choice.as_ref());
    let own = request.thinking.filter(|t| t.kind == ThinkingKind::Enabled);
    let budget = own.and_then(|t| t.budget_tokens);
    let budget = budget.map(|tokens| u32::try_from(tokens).unwrap_or(u32::MAX));
    let settings = Settings {
        cut_to_room: true,
        calls_max,
        prescribed,
        thinking_budget: budget.or(settings.thinking_budget),
        budget_field: budget.map(|_| "thinking.budget_tokens"),
        ..settings
    };
    let id = origin.id("msg", 0);
    let job = chat::chat_job(state, prompt, settings, preset, origin, id).map_err(own_names)?;
    Ok(Request { job, show_thinking: display != Some(ThinkingDisplay::Omitted) })
}

fn count(state: &AppState, bytes: &[u8]) -> Result<TokenCount, ApiError> {
    let body = checked(state, bytes, &[MESSAGES])?;
    let (request, prompt, prescribed) = lowered(state, &body)?;
    check_model(request.model, state.config())?;
    let prompt = chat::prompt(state, prompt, prescribed.shows_tools(), false, None);
    let prompt = prompt.map_err(own_names)?;
    Ok(TokenCount { input_tokens: prompt.tokens.len() as u64 })
}

/// The request, what decides its prompt in the form of chat completions, and the form of the
/// answer. Both routes come through here, so that they count the same prompt.
fn lowered(
    state: &AppState,
    body: &CheckedBody<'_>,
) -> Result<(MessagesRequest, ChatPromptFields, Prescribed), ApiError> {
    let mut request: MessagesRequest = body.parse()?;
    let messages = request.messages.take();
    let messages = messages.ok_or_else(|| ApiError::param("messages", "`messages` is required"))?;
    let conversation = conversation::conversation(request.system.as_ref(), &messages)?;
    let own_tools = request.tools.take().unwrap_or_default();
    let prescribed = tools::prescribed(&request)?;
    let function_tools = tools::lower(&own_tools)?;
    let prompt = ChatPromptFields {
        messages: Some(conversation.messages),
        tools: Some(function_tools),
        chat_template_kwargs: tools::template_kwargs(state, &mut request)?,
        add_generation_prompt: None,
        continue_final_message: conversation.continued.then_some(true),
    };
    Ok((request, prompt, prescribed))
}

/// The settings of the request in the fields of chat completions.
fn common(request: &mut MessagesRequest) -> CommonFields {
    CommonFields {
        model: request.model.take(),
        stream: request.stream,
        max_tokens: request.max_tokens,
        temperature: request.temperature,
        top_k: request.top_k,
        top_p: request.top_p,
        min_p: request.min_p,
        presence_penalty: request.presence_penalty,
        frequency_penalty: request.frequency_penalty,
        repetition_penalty: request.repetition_penalty,
        seed: request.seed,
        stop: request.stop_sequences.take().map(StopInput),
        priority: request.priority,
        repetition_detection: request.repetition_detection,
        cache_salt: request.cache_salt.take(),
        atlas: request.atlas.take(),
        ..CommonFields::default()
    }
}

/// An error of the shared code in the names of this API.
fn own_names(mut error: ApiError) -> ApiError {
    let object = &mut *error.object;
    let Some(param) = object.param.as_deref() else { return error };
    if param == "stop" {
        object.param = Some("stop_sequences".to_owned());
        object.message = object.message.replace("`stop`", "`stop_sequences`");
    } else if param == "response_format" {
        object.param = Some("output_config.format".to_owned());
    } else if param == "continue_final_message" {
        let message = "`messages`: the chat template cannot leave the last message, the assistant's, \
                       open to be continued";
        return ApiError::param("messages", message);
    } else if param.starts_with("messages[") {
        // Places in the lowered conversation are no places in the client's.
        object.param = Some("messages".to_owned());
    }
    error
}
