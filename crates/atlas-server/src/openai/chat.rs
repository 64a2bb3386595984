//! `/v1/chat/completions`.

use super::request::{ChatCompletionRequest, ChatFields, ChatPromptFields};
use super::settings::{Settings, logprobs_mode};
use super::wire::{
    AssistantMessage, ChatChoice, ChatChunk, ChatChunkChoice, ChatCompletion, ChatDelta, UsageBody,
};
use super::{checked, log_end, logprobs, read_request};
use crate::choice::{ChoiceEvent, TokenOut};
use crate::config::{SamplingDefaults, ServerConfig};
use crate::error::{ApiError, ErrorBody};
use crate::fields::{CHAT, COMMON};
use crate::generate::{self, Collected, Job, Prompt};
use crate::ids;
use crate::sse::{self, ChunkWriter, EventBuffer};
use crate::state::AppState;
use atlas_core::LogprobsMode;
use atlas_text::{ChatError, ChatRequest, Tokenizer};
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
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
        (status = 400, body = ErrorBody, description = "The request cannot be served; `param` names the field"),
        (status = 404, body = ErrorBody, description = "No such model"),
        (status = 413, body = ErrorBody, description = "The body is too large"),
        (status = 429, body = ErrorBody, description = "The queue is full; see `Retry-After`"),
        (status = 503, body = ErrorBody, description = "Loading, draining, or the engine is dead"),
    )
)]
pub async fn chat_completions(
    State(state): State<AppState>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let started = Instant::now();
    let job = Arc::new(read_request(&state, &headers, body, job).await?);
    let choices = job.submit(&state)?;
    let on_end = log_end(&job, started);
    if job.settings.stream {
        let writer = Chunks { job, tokenizer: state.tokenizer().cloned(), ends: Vec::new() };
        return Ok(sse::respond(choices, writer, state.stream_limits(), on_end));
    }
    let collected = generate::collect(choices).await?;
    on_end(true);
    Ok(Json(whole(&job, collected, state.tokenizer())).into_response())
}

fn job(state: &AppState, bytes: &[u8]) -> Result<Job, ApiError> {
    let body = checked(state, bytes, &[COMMON, CHAT])?;
    let chat: ChatFields = body.parse()?;
    let with_tools = chat.tool_choice.as_deref() != Some("none");
    let fields: ChatPromptFields = body.parse()?;
    let preset = preset(state.config(), &fields, with_tools);
    let mut settings = Settings::new(body.parse()?, state, preset)?;
    if let Some(max) = chat.max_completion_tokens {
        settings.max_tokens = Some(max);
        settings.max_tokens_field = "max_completion_tokens";
    }
    settings.sampling.logprobs = match (chat.logprobs.unwrap_or(false), chat.top_logprobs) {
        (true, k) => logprobs_mode("top_logprobs", Some(k.unwrap_or(0)))?,
        (false, None | Some(0)) => LogprobsMode::Off,
        (false, Some(_)) => {
            let message = "`top_logprobs` needs `logprobs: true`";
            return Err(ApiError::param("top_logprobs", message));
        }
    };
    let add_special = settings.add_special_tokens.unwrap_or(false);
    let tokens = prompt_tokens(state, fields, with_tools, add_special)?;
    let config = state.config();
    let prompt_logprobs = match settings.sampling.prompt_logprobs {
        LogprobsMode::Off => None,
        LogprobsMode::Top(k) => Some(k),
    };
    let sampling =
        settings.resolve_length(tokens.len(), preset.max_tokens, config.seq_len_max, "messages")?;
    Ok(Job {
        id: ids::response_id("chatcmpl"),
        created_unix_seconds: ids::unix_seconds(),
        settings,
        prompts: vec![Prompt { tokens, echo: None, sampling }],
        prompt_field: "messages",
        prompt_only: false,
        prompt_logprobs,
    })
}

/// The sampling presets of a chat: by its tools, else by whether its template arguments ask for
/// thinking.
fn preset<'a>(
    config: &'a ServerConfig,
    fields: &ChatPromptFields,
    with_tools: bool,
) -> &'a SamplingDefaults {
    let kwargs = fields.chat_template_kwargs.as_ref();
    let thinks = kwargs.and_then(|k| k.get("enable_thinking")).is_some_and(|v| v == true);
    let tools = fields.tools.as_ref().is_some_and(|t| !t.is_empty());
    match (tools && with_tools, thinks) {
        (true, _) => &config.sampling_tools,
        (false, true) => &config.sampling_thinking,
        (false, false) => &config.sampling,
    }
}

/// The tokens of a conversation under the model's own template.
///
/// # Errors
/// 400 naming the field; 500 if the template itself is broken.
pub fn prompt_tokens(
    state: &AppState,
    fields: ChatPromptFields,
    with_tools: bool,
    add_special_tokens: bool,
) -> Result<Vec<u32>, ApiError> {
    let messages =
        fields.messages.ok_or_else(|| ApiError::param("messages", "`messages` is required"))?;
    if messages.is_empty() {
        return Err(ApiError::param("messages", "`messages` must hold at least one message"));
    }
    check_tools(fields.tools.as_deref().unwrap_or_default())?;
    let text = state.text("messages")?;
    let request = ChatRequest {
        messages,
        tools: fields.tools.filter(|t| with_tools && !t.is_empty()),
        chat_template_kwargs: fields.chat_template_kwargs.unwrap_or_default(),
        continue_final_message: fields.continue_final_message.unwrap_or(false),
        add_generation_prompt: fields.add_generation_prompt,
    };
    let prompt = text.lower_chat(&request).map_err(chat_error)?;
    if add_special_tokens {
        return text.lower_text(&prompt.text).map_err(|e| ApiError::internal(e.to_string()));
    }
    Ok(prompt.tokens)
}

fn check_tools(tools: &[serde_json::Value]) -> Result<(), ApiError> {
    for (i, tool) in tools.iter().enumerate() {
        if tool.get("type").and_then(|t| t.as_str()) != Some("function") {
            let message = "only tools of type `function` are supported";
            return Err(ApiError::param(format!("tools[{i}].type"), message));
        }
        if !tool.pointer("/function/name").is_some_and(serde_json::Value::is_string) {
            let message = "a function tool needs a name";
            return Err(ApiError::param(format!("tools[{i}].function.name"), message));
        }
    }
    Ok(())
}

fn chat_error(error: ChatError) -> ApiError {
    let message = error.to_string();
    match error.param() {
        Some(param) if error.is_client_error() => ApiError::param(param, message),
        None if error.is_client_error() => ApiError::bad_request(message),
        _ => ApiError::internal(message),
    }
}

fn whole(
    job: &Job,
    collected: Vec<Collected>,
    tokenizer: Option<&Arc<Tokenizer>>,
) -> ChatCompletion {
    let tokenizer = tokenizer.map(|t| &**t);
    let settings = &job.settings;
    let mut ends = Vec::with_capacity(collected.len());
    let mut prompt_logprobs = None;
    let mut choices = Vec::with_capacity(collected.len());
    for c in collected {
        ends.push((c.index, c.end.completion_tokens, c.end.cached_tokens));
        // All choices have the same prompt.
        if let (None, Some(k)) = (&prompt_logprobs, job.prompt_logprobs) {
            prompt_logprobs = Some(logprobs::prompt(&c.prompt_logprobs, k, tokenizer));
        }
        choices.push(ChatChoice {
            index: c.index,
            logprobs: logprobs::chat(&c.tokens, tokenizer),
            finish_reason: c.end.reason,
            stop_reason: c.end.stop_reason(),
            token_ids: settings.return_token_ids.then(|| ids_of(&c.tokens)),
            atlas: c.end.atlas(),
            message: AssistantMessage { role: "assistant", content: c.text, refusal: None },
        });
    }
    ChatCompletion {
        id: job.id.clone(),
        object: "chat.completion",
        created: job.created_unix_seconds,
        model: settings.model.clone(),
        choices,
        usage: job.usage(&ends),
        prompt_logprobs,
        prompt_token_ids: prompt_ids(job),
    }
}

/// Ids of tokens.
pub fn ids_of(tokens: &[TokenOut]) -> Vec<u32> {
    tokens.iter().map(|t| t.token).collect()
}

/// The prompt's ids if they were asked for and there is one prompt.
pub fn prompt_ids(job: &Job) -> Option<Vec<u32>> {
    match &job.prompts[..] {
        [prompt] if job.settings.return_token_ids => Some(prompt.tokens.clone()),
        _ => None,
    }
}

/// Writes the chunks of a streamed chat completion.
struct Chunks {
    job: Arc<Job>,
    tokenizer: Option<Arc<Tokenizer>>,
    ends: Vec<(u32, u64, u64)>,
}

impl Chunks {
    fn chunk(&self, choices: Vec<ChatChunkChoice>) -> ChatChunk {
        ChatChunk {
            id: self.job.id.clone(),
            object: "chat.completion.chunk",
            created: self.job.created_unix_seconds,
            model: self.job.settings.model.clone(),
            choices,
            usage: self.job.settings.include_usage.then_some(None::<UsageBody>),
            prompt_token_ids: None,
        }
    }

    fn choice(&self, index: u32, delta: ChatDelta, tokens: &[TokenOut]) -> ChatChunkChoice {
        let token_ids = self.job.settings.return_token_ids.then(|| ids_of(tokens));
        ChatChunkChoice {
            index,
            delta,
            logprobs: logprobs::chat(tokens, self.tokenizer.as_deref()),
            finish_reason: None,
            stop_reason: None,
            token_ids,
            atlas: None,
        }
    }
}

impl ChunkWriter for Chunks {
    fn start(&mut self, out: &mut EventBuffer) {
        for index in 0..self.job.settings.n {
            let delta = ChatDelta { role: Some("assistant"), content: Some(String::new()) };
            let mut chunk = self.chunk(vec![self.choice(index, delta, &[])]);
            if index == 0 {
                chunk.prompt_token_ids = prompt_ids(&self.job);
            }
            out.push(&chunk);
        }
    }

    fn event(&mut self, index: u32, event: ChoiceEvent, out: &mut EventBuffer) {
        let choice = match event {
            ChoiceEvent::Delta(delta) => {
                let content = ChatDelta { role: None, content: Some(delta.text) };
                self.choice(index, content, &delta.tokens)
            }
            ChoiceEvent::End(end) => {
                self.ends.push((index, end.completion_tokens, end.cached_tokens));
                let mut choice = self.choice(index, ChatDelta::default(), &end.tokens);
                choice.finish_reason = Some(end.reason);
                choice.stop_reason = end.stop_reason();
                choice.atlas = Some(end.atlas());
                choice
            }
            // Refused for streams when the request was read.
            ChoiceEvent::PromptLogprobs(_) | ChoiceEvent::Failed(_) => return,
        };
        out.push(&self.chunk(vec![choice]));
    }

    fn finish(&mut self, out: &mut EventBuffer) {
        if self.job.settings.include_usage {
            let mut chunk = self.chunk(Vec::new());
            chunk.usage = Some(Some(self.job.usage(&self.ends)));
            out.push(&chunk);
        }
    }
}
