//! `/v1/chat/completions`.

use super::types::request::{ChatCompletionRequest, ChatFields, ChatPromptFields};
use super::types::response::{
    ChatChoice, ChatChunk, ChatChunkChoice, ChatCompletion, ChatDelta, UsageBody,
};
use super::{answer, checked, count_ignored, log_end, logprobs, parsed, whole_answer};
use crate::api::fields::{CHAT, COMMON};
use crate::api::values::typed;
use crate::config::{SamplingDefaults, ServerConfig};
use crate::generation::choice::{ChoiceEvent, OutputRules, TokenOut};
use crate::generation::job::{self, Collected, Job, Prompt};
use crate::http::errors::{ApiError, ErrorBody};
use crate::http::incoming::Incoming;
use crate::http::sse::{self, ChunkWriter, EventBuffer};
use crate::ids::Origin;
use crate::request::effort;
use crate::request::form::Prescribed;
use crate::request::limits::{self, ThinkingRule};
use crate::request::settings::{Settings, logprobs_mode};
use crate::state::AppState;
use atlas_core::LogprobsMode;
use atlas_text::grammar::ThinkingLimits;
use atlas_text::{
    ChatError, ChatRequest, Dialect, OutputSpec, ReasoningTags, Tokenizer, ToolSet, ToolSetError,
};
use axum::extract::State;
use axum::response::Response;
use jiff::Timestamp;
use serde_json::Value;
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
        (status = 429, body = ErrorBody, description = "The queue is full or a rate limit is reached; see `Retry-After`"),
        (status = 503, body = ErrorBody, description = "Loading, draining, or the engine is dead"),
    )
)]
pub async fn chat_completions(
    State(state): State<AppState>,
    incoming: Incoming,
) -> Result<Response, ApiError> {
    let started = Instant::now();
    let (bytes, caller, trace) = incoming.read(&state).await?;
    let origin = trace.origin;
    let job = parsed(&state, bytes, false, move |state, bytes| job(state, bytes, origin)).await?;
    let job = Arc::new(job);
    let choices = job.submit(&state, &caller, &trace)?;
    let on_end = log_end(&job, started);
    if job.settings.stream {
        let writer = Chunks { job, tokenizer: state.tokenizer().cloned(), ends: Vec::new() };
        return Ok(sse::respond(choices, writer, state.stream_limits(), trace, on_end));
    }
    let collected = job::collect(choices).await.map_err(|e| trace.failed_whole(e))?;
    on_end(true);
    whole_answer(&trace, &whole(&job, collected, state.tokenizer()))
}

fn job(state: &AppState, bytes: &[u8], origin: Origin) -> Result<Job, ApiError> {
    let body = checked(state, bytes, &[COMMON, CHAT])?;
    let chat: ChatFields = body.parse()?;
    let prescribed = Prescribed::new(&body.parse()?)?.with_tools(&chat)?;
    let mut fields: ChatPromptFields = body.parse()?;
    let effort = chat.reasoning_effort.as_deref();
    effort::check("reasoning_effort", effort)?;
    fields.chat_template_kwargs = effort::kwargs(state, fields.chat_template_kwargs, effort);
    let preset = preset(state.config(), &fields, prescribed.shows_tools());
    let mut settings = Settings::new(body.parse()?, state, preset, origin)?;
    settings.calls_max = prescribed.one_call.then_some(1);
    settings.prescribed = prescribed;
    if let Some(tokens) = chat.thinking_token_budget {
        settings.thinking_budget = limits::budget("thinking_token_budget", tokens)?;
        settings.budget_field = settings.thinking_budget.map(|_| "thinking_token_budget");
    }
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
    chat_job(state, fields, settings, preset, origin, origin.response_id("chatcmpl"))
}

/// A conversation ready for the engine; every API that speaks in conversations comes through here.
/// `settings` hold the sampling of the request with `preset` behind it.
///
/// # Errors
/// 400 naming the field, in the spelling of chat completions; 500 if the template is broken.
pub fn chat_job(
    state: &AppState,
    fields: ChatPromptFields,
    settings: Settings,
    preset: &SamplingDefaults,
    origin: Origin,
    id: String,
) -> Result<Job, ApiError> {
    let add_special = settings.add_special_tokens.unwrap_or(false);
    let config = state.config();
    let with_tools = settings.prescribed.shows_tools();
    let tools = tool_set(&fields, with_tools)?;
    let shown = if with_tools { fields.tools.as_deref().unwrap_or_default() } else { &[] };
    let form = settings.prescribed.form(settings.dialect.or(config.output.dialect), shown)?;
    let prompt = prompt(state, fields, with_tools, add_special, Some(origin.moment()))?;
    let output = output_rules(state, &settings, tools, &prompt.text);
    // A prompt that has closed the reasoning leaves the answer alone: its form begins at once.
    let ended = |tags: &ReasoningTags| prompt.text.trim_end().ends_with(&tags.close);
    let reasoning = output.as_ref().and_then(|o| o.spec.reasoning.as_ref());
    if let (None, Some(field)) = (reasoning, settings.budget_field) {
        count_ignored(state, field);
    }
    let ended = reasoning.is_some_and(ended);
    let reasoning = reasoning.filter(|_| !ended);
    let grammar = match &form {
        Some(form) => Some(state.grammar(form, reasoning, &settings)?),
        None => None,
    };
    let limits = ThinkingLimits {
        budget: settings.thinking_budget,
        repetition: settings.guards(config.guards, false).repetition,
    };
    let thinking = ThinkingRule::new(state, output.as_ref(), ended, limits, grammar.as_ref())?;
    let (tokens, resume_at) = (prompt.tokens, prompt.resume_at);
    let prompt_logprobs = match settings.sampling.prompt_logprobs {
        LogprobsMode::Off => None,
        LogprobsMode::Top(k) => Some(k),
    };
    let sampling =
        settings.resolve_length(tokens.len(), preset.max_tokens, config.seq_len_max, "messages")?;
    Ok(Job {
        id,
        origin,
        settings,
        prompts: vec![Prompt {
            tokens,
            resume_at,
            echo: None,
            sampling,
            output,
            grammar,
            thinking,
        }],
        prompt_field: "messages",
        prompt_only: false,
        prompt_logprobs,
    })
}

/// The sampling presets of a chat: by its tools, else by whether its template arguments ask for
/// thinking.
pub fn preset<'a>(
    config: &'a ServerConfig,
    fields: &ChatPromptFields,
    with_tools: bool,
) -> &'a SamplingDefaults {
    let kwargs = fields.chat_template_kwargs.as_ref();
    let own = kwargs.and_then(|k| k.get("enable_thinking"));
    let thinks = own.or_else(|| config.template_kwargs.get("enable_thinking"));
    let thinks = thinks.is_some_and(|v| v == true);
    let tools = fields.tools.as_ref().is_some_and(|t| !t.is_empty());
    match (tools && with_tools, thinks) {
        (true, _) => &config.sampling_tools,
        (false, true) => &config.sampling_thinking,
        (false, false) => &config.sampling,
    }
}

/// The tools that the model is shown, for reading its calls.
fn tool_set(fields: &ChatPromptFields, with_tools: bool) -> Result<ToolSet, ApiError> {
    let tools = fields.tools.as_deref().unwrap_or_default();
    check_tools(tools)?;
    let shown = if with_tools { tools } else { &[] };
    ToolSet::new(shown).map_err(|e| {
        let index = match &e {
            ToolSetError::NoName { index } | ToolSetError::Twice { index, .. } => *index,
        };
        ApiError::param(format!("tools[{index}].function.name"), e.to_string())
    })
}

/// How the answer is read: as plain text if the model does not reason and has no tools.
fn output_rules(
    state: &AppState,
    settings: &Settings,
    tools: ToolSet,
    prompt: &str,
) -> Option<OutputRules> {
    let defaults = &state.config().output;
    let dialect = settings.dialect.or(defaults.dialect).filter(|_| !tools.is_empty());
    let reasoning = defaults.reasoning.as_ref().map(|tags| tags.after(prompt));
    if dialect.is_none() && reasoning.is_none() {
        return None;
    }
    let marks = state.output_marks(dialect);
    let (dialect, tools) = match dialect {
        Some(dialect) => (dialect, tools),
        // Without tools no dialect is ever looked for.
        None => (Dialect::Hermes, ToolSet::default()),
    };
    let spec = OutputSpec { dialect, tools: Arc::new(tools), reasoning };
    Some(OutputRules { spec, marks })
}

/// A conversation under the model's own template; `now` is what it takes for the present.
///
/// # Errors
/// 400 naming the field; 500 if the template itself is broken.
pub fn prompt(
    state: &AppState,
    fields: ChatPromptFields,
    with_tools: bool,
    add_special_tokens: bool,
    now: Option<Timestamp>,
) -> Result<atlas_text::Prompt, ApiError> {
    let messages =
        fields.messages.ok_or_else(|| ApiError::param("messages", "`messages` is required"))?;
    if messages.is_empty() {
        return Err(ApiError::param("messages", "`messages` must hold at least one message"));
    }
    check_tools(fields.tools.as_deref().unwrap_or_default())?;
    let text = state.text("messages")?;
    let mut kwargs = fields.chat_template_kwargs.unwrap_or_default();
    for (name, value) in &state.config().template_kwargs {
        kwargs.entry(name.clone()).or_insert_with(|| value.clone());
    }
    let request = ChatRequest {
        messages,
        tools: fields.tools.filter(|t| with_tools && !t.is_empty()),
        chat_template_kwargs: kwargs,
        continue_final_message: fields.continue_final_message.unwrap_or(false),
        add_generation_prompt: fields.add_generation_prompt,
        now,
    };
    let mut prompt = text.lower_chat(&request).map_err(chat_error)?;
    if add_special_tokens {
        prompt.tokens =
            text.lower_text(&prompt.text).map_err(|e| ApiError::internal(e.to_string()))?;
        // They are positions among other tokens.
        prompt.resume_at.clear();
    }
    Ok(prompt)
}

fn check_tools(tools: &[Value]) -> Result<(), ApiError> {
    for (i, tool) in tools.iter().enumerate() {
        if tool.get("type").and_then(|t| t.as_str()) != Some("function") {
            let message = "only tools of type `function` are supported";
            return Err(ApiError::param(format!("tools[{i}].type"), message));
        }
        if !tool.pointer("/function/name").is_some_and(Value::is_string) {
            let message = "a function tool needs a name";
            return Err(ApiError::param(format!("tools[{i}].function.name"), message));
        }
        let at = |key: &str| format!("tools[{i}].function.{key}");
        typed(&tool["function"], "description", &at, Value::is_string, "a string")?;
        typed(&tool["function"], "parameters", &at, Value::is_object, "a JSON schema, an object")?;
        typed(&tool["function"], "strict", &at, Value::is_boolean, "true or false")?;
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
            atlas: c.end.atlas(settings.interventions),
            message: answer::message(c.parts, job.origin, c.index),
        });
    }
    ChatCompletion {
        id: job.id.clone(),
        object: "chat.completion",
        created: job.origin.unix_seconds(),
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

fn has_logprobs(tokens: &[TokenOut]) -> bool {
    tokens.iter().any(|t| t.logprobs.is_some())
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
            created: self.job.origin.unix_seconds(),
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
            let delta = ChatDelta {
                role: Some("assistant"),
                content: Some(String::new()),
                ..ChatDelta::default()
            };
            let mut chunk = self.chunk(vec![self.choice(index, delta, &[])]);
            if index == 0 {
                chunk.prompt_token_ids = prompt_ids(&self.job);
            }
            out.push(&chunk);
        }
    }

    fn event(&mut self, index: u32, event: ChoiceEvent, out: &mut EventBuffer) {
        match event {
            ChoiceEvent::Delta(delta) => {
                // The tokens go with the first part that shows something, or alone.
                let mut tokens = delta.tokens;
                let origin = self.job.origin;
                let shown = |part| answer::delta(part, origin, index);
                for shown in delta.parts.into_iter().filter_map(shown) {
                    let choice = self.choice(index, shown, &std::mem::take(&mut tokens));
                    out.push(&self.chunk(vec![choice]));
                }
                if !tokens.is_empty()
                    && (self.job.settings.return_token_ids || has_logprobs(&tokens))
                {
                    let choice = self.choice(index, ChatDelta::default(), &tokens);
                    out.push(&self.chunk(vec![choice]));
                }
            }
            ChoiceEvent::End(end) => {
                self.ends.push((index, end.completion_tokens, end.cached_tokens));
                let mut choice = self.choice(index, ChatDelta::default(), &end.tokens);
                choice.finish_reason = Some(end.reason);
                choice.stop_reason = end.stop_reason();
                choice.atlas = Some(end.atlas(self.job.settings.interventions));
                out.push(&self.chunk(vec![choice]));
            }
            // Refused for streams when the request was read.
            ChoiceEvent::PromptLogprobs(_) | ChoiceEvent::Failed(_) => {}
        }
    }

    fn finish(&mut self, out: &mut EventBuffer) {
        if self.job.settings.include_usage {
            let mut chunk = self.chunk(Vec::new());
            chunk.usage = Some(Some(self.job.usage(&self.ends)));
            out.push(&chunk);
        }
    }
}
