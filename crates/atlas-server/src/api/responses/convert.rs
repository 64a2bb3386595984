//! From the body of `POST /v1/responses` to a job.

use super::fields::RESPONSES_TABLES;
use super::input::{self, InputEntry};
use super::state::ResponsesState;
use super::store::{History, OwnedResponses, Owner};
use super::tools::{self, FunctionTool, Tools};
use super::types::items::{Item, ItemIds};
use super::types::request::ResponseFields;
use super::types::response::{ReasoningEcho, ResponseBody, ResponseStatus, TextEcho};
use super::{conversation, validate};
use crate::api::body::checked;
use crate::api::common::{CommonFields, FormFields};
use crate::api::form::answer_form;
use crate::generation::job::Job;
use crate::generation::prepare::{chat_job, render};
use crate::http::errors::ApiError;
use crate::ids::Origin;
use crate::recording::Prior;
use crate::request::chat::{ChatPrompt, ChatRequest};
use crate::request::form::AnswerForm;
use crate::request::options::GenerationOptions;
use crate::request::reasoning::Reasoning;
use crate::request::settings::check_model;
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// A request ready for the engine.
#[derive(Debug)]
pub struct PreparedResponse {
    pub job: Arc<Job>,
    pub owner: Owner,
    /// The response before its output.
    pub skeleton: ResponseBody,
    /// The conversation before the input.
    pub history: History,
    pub input: Vec<Item>,
    /// Items of the input that the request named by id.
    pub referenced: Vec<Item>,
    /// Whether the reasoning goes into `encrypted_content` too.
    pub seal: bool,
}

impl PreparedResponse {
    /// The items of earlier responses that the request refers to, for a recording.
    pub fn prior(&self) -> Option<Prior> {
        let previous_response_id = self.skeleton.previous_response_id.clone();
        if previous_response_id.is_none() && self.referenced.is_empty() {
            return None;
        }
        // Items hold strings and lists of them: they can be written.
        let json = |item: &Item| serde_json::to_value(item).unwrap_or_default();
        let earlier = self.history.iter().flat_map(|segment| &segment.items);
        Some(Prior {
            previous_response_id,
            conversation: earlier.map(json).collect(),
            referenced: self.referenced.iter().map(json).collect(),
        })
    }
}

/// A converted body: the chat, and what its response needs beside it.
struct ConvertedResponse {
    chat: ChatRequest,
    fields: ResponseFields,
    tools: Tools,
    text: TextEcho,
    reasoning: ReasoningEcho,
    history: History,
    input: Vec<Item>,
    referenced: Vec<Item>,
    seal: bool,
}

/// Converts a body to a job; it may refer to responses of `owner`.
///
/// # Errors
/// 400 with the path of the field, 404 for an unknown model or item.
pub fn prepare(
    state: &ResponsesState,
    bytes: &[u8],
    origin: Origin,
    owner: Owner,
) -> Result<PreparedResponse, ApiError> {
    let converted = convert(state, bytes, origin, owner)?;
    let ConvertedResponse {
        chat,
        fields,
        tools,
        text,
        reasoning,
        history,
        input,
        referenced,
        seal,
    } = converted;
    let job = chat_job(state.model(), chat, origin, origin.id("resp", 0));
    let job = job.map_err(|e| own_field_names(e, &tools.functions()))?;
    let job = Job { prompt_field: "input", ..job };
    let skeleton = skeleton(&job, fields, tools, text, reasoning);
    let job = Arc::new(job);
    Ok(PreparedResponse { job, owner, skeleton, history, input, referenced, seal })
}

/// The number of tokens of the prompt that [`prepare`] makes of a body.
///
/// # Errors
/// Those of [`prepare`], but for those of the answer's length and form.
pub fn count(
    state: &ResponsesState,
    bytes: &[u8],
    origin: Origin,
    owner: Owner,
) -> Result<u64, ApiError> {
    let ConvertedResponse { chat, tools, .. } = convert(state, bytes, origin, owner)?;
    check_model(chat.options.model, state.model().config())?;
    let (shows_tools, special) = (chat.form.shows_tools(), chat.options.add_special_tokens);
    let (special, now) = (special.unwrap_or(false), Some(origin.moment()));
    let prompt = render(state.model(), chat.prompt, shows_tools, special, now);
    let prompt = prompt.map_err(|e| own_field_names(e, &tools.functions()))?;
    Ok(prompt.tokens.len() as u64)
}

/// Converts a body; it may refer to responses of `owner`.
fn convert(
    state: &ResponsesState,
    bytes: &[u8],
    origin: Origin,
    owner: Owner,
) -> Result<ConvertedResponse, ApiError> {
    let model = state.model();
    let body = checked(model, bytes, RESPONSES_TABLES)?;
    let mut fields: ResponseFields = body.parse()?;
    let common: CommonFields = body.parse()?;
    let mut form: FormFields = body.parse()?;
    validate::refuse_foreign(&common, &form)?;
    let text = validate::text_options(fields.text.take())?;
    form.response_format = Some(validate::response_format(&text.format));
    let reasoning = validate::reasoning_options(fields.reasoning.take())?;
    let seal = validate::include(fields.include.as_deref().unwrap_or_default())?;
    validate::check_metadata(fields.metadata.as_ref())?;
    let form = answer_form(&form).map_err(|e| own_field_names(e, &[]))?;
    let form = AnswerForm {
        form: form.form,
        field: form.field,
        one_call: fields.parallel_tool_calls == Some(false),
        ..validate::tool_choice(fields.tool_choice.as_ref())?
    };
    let tools = tools::read(fields.tools.as_deref().unwrap_or_default())?;
    validate::count_left_out(model, &tools, &form)?;
    validate::check_background(model.config(), &fields, common.stream)?;

    let history = history(state, owner, fields.previous_response_id.as_deref())?;
    let given = input::read(fields.input.take(), &ItemIds::of_input(origin))?;
    if given.is_empty() && history.is_empty() {
        return Err(ApiError::param("input", "`input` must hold at least one item"));
    }
    let (input, referenced) = resolve(state.store().of(owner), &history, given)?;
    let earlier = history.iter().flat_map(|segment| &segment.items);
    let items = earlier.chain(input.iter());
    let messages = conversation::messages(fields.instructions.as_deref(), items);

    let functions = tools.functions();
    let chat = ChatRequest {
        prompt: ChatPrompt {
            messages: Some(messages),
            integers: body.integers(),
            tools: functions.iter().map(|f| f.definition()).collect(),
            template_variables: fields.chat_template_kwargs.take(),
            reasoning: Reasoning { effort: reasoning.effort.clone(), enabled: None },
            ..ChatPrompt::default()
        },
        options: GenerationOptions {
            max_tokens: fields.max_output_tokens,
            max_tokens_field: Some("max_output_tokens"),
            ..common.into_options()?
        },
        form,
        thinking_budget: fields.thinking_token_budget.map(|n| ("thinking_token_budget", n)),
        logprobs: None,
    };
    Ok(ConvertedResponse { chat, fields, tools, text, reasoning, history, input, referenced, seal })
}

/// The conversation up to the end of the response that the request continues.
fn history(
    state: &ResponsesState,
    owner: Owner,
    previous: Option<&str>,
) -> Result<History, ApiError> {
    let Some(id) = previous else { return Ok(Vec::new()) };
    if state.running().body(owner, id).is_some() {
        let message = format!("The response '{id}' is still being generated.");
        return Err(ApiError::param("previous_response_id", message));
    }
    state.store().of(owner).conversation(id).ok_or_else(|| previous_not_found(id))
}

fn previous_not_found(id: &str) -> ApiError {
    let message = format!(
        "Previous response with id '{id}' not found. Responses are kept in memory: it was not \
         stored, was deleted, or made room for newer ones."
    );
    // 400 as in OpenAI's API, since the path of this request exists.
    ApiError::param("previous_response_id", message).with_code("previous_response_not_found")
}

/// Replaces references in the input by stored items; returns the input and these items.
fn resolve(
    store: OwnedResponses<'_>,
    history: &History,
    given: Vec<InputEntry>,
) -> Result<(Vec<Item>, Vec<Item>), ApiError> {
    let ids: HashSet<&str> = given
        .iter()
        .filter_map(|g| if let InputEntry::Reference(id) = g { Some(id.as_str()) } else { None })
        .collect();
    let mut found = BTreeMap::new();
    if !ids.is_empty() {
        let earlier = history.iter().flat_map(|segment| &segment.items);
        let earlier = earlier.filter(|item| ids.contains(item.id()));
        found.extend(earlier.map(|item| (item.id().to_owned(), item.clone())));
        found.extend(store.items(&ids));
    }
    let item = |(i, given): (usize, InputEntry)| match given {
        InputEntry::Item(item) => Ok(item),
        InputEntry::Reference(id) => found.get(&id).cloned().ok_or_else(|| {
            let message = format!(
                "Item with id '{id}' not found. Items of responses that are not stored cannot be \
                 referred to; send the item itself."
            );
            let mut error = ApiError::not_found(message);
            error.object.param = Some(format!("input[{i}].id"));
            error
        }),
    };
    let items = given.into_iter().enumerate().map(item).collect::<Result<_, ApiError>>()?;
    Ok((items, found.values().cloned().collect()))
}

/// Translates the field names of an error into those of this API; `tools` are the function tools
/// of the request.
fn own_field_names(mut error: ApiError, tools: &[&FunctionTool]) -> ApiError {
    let object = &mut *error.object;
    let Some(param) = object.param.clone() else { return error };
    let mut renamed = |from: &str, to: &str| {
        object.param = Some(param.replacen(from, to, 1));
        object.message = object.message.replace(from, to);
    };
    if param.starts_with("messages") {
        object.param = Some("input".to_owned());
    } else if param.starts_with("response_format") {
        let inner = "response_format.json_schema";
        renamed(if param.starts_with(inner) { inner } else { "response_format" }, "text.format");
    } else if let Some(tool) = tool_index(&param).and_then(|i| Some((i, tools.get(i)?))) {
        // The index counts function tools alone; the path is that of the request.
        let (i, tool) = tool;
        renamed(&format!("tools[{i}].function"), &tool.path);
    }
    error
}

/// `i` of `tools[i].function...`.
fn tool_index(param: &str) -> Option<usize> {
    let (index, rest) = param.strip_prefix("tools[")?.split_once(']')?;
    rest.starts_with(".function").then(|| index.parse().ok())?
}

/// The response before its output.
fn skeleton(
    job: &Job,
    fields: ResponseFields,
    tools: Tools,
    text: TextEcho,
    reasoning: ReasoningEcho,
) -> ResponseBody {
    let sampling = &job.settings.sampling;
    let string = |value: Option<Value>| value.filter(Value::is_string);
    ResponseBody {
        id: job.id.clone(),
        object: "response",
        created_at: job.origin.unix_seconds(),
        status: ResponseStatus::InProgress,
        completed_at: None,
        background: fields.background.unwrap_or(false),
        error: None,
        incomplete_details: None,
        instructions: fields.instructions,
        max_output_tokens: fields.max_output_tokens,
        max_tool_calls: fields.max_tool_calls.filter(Value::is_u64),
        metadata: fields.metadata.unwrap_or_default(),
        model: job.settings.model.clone(),
        output: Vec::new(),
        parallel_tool_calls: !job.settings.form.one_call,
        previous_response_id: fields.previous_response_id,
        prompt_cache_key: string(fields.prompt_cache_key),
        reasoning,
        safety_identifier: string(fields.safety_identifier),
        service_tier: "default",
        store: fields.store.unwrap_or(true),
        temperature: sampling.temperature,
        text,
        tool_choice: fields.tool_choice.unwrap_or_else(|| "auto".into()),
        tools: tools.known,
        top_logprobs: 0,
        top_p: sampling.top_p,
        truncation: "disabled",
        usage: None,
        user: string(fields.user),
        atlas: None,
    }
}
