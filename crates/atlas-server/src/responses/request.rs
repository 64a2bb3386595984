//! From the body of `POST /v1/responses` to a job.

use super::fields::RESPONSES;
use super::input::{self, Given};
use super::items::Item;
use super::lower::{self, Tools};
use super::store::{History, ResponseStore};
use super::wire::{ReasoningEcho, ResponseBody, ResponseStatus, TextEcho, TextFormatEcho};
use crate::error::ApiError;
use crate::fields::COMMON;
use crate::generate::Job;
use crate::ids;
use crate::openai::chat::{chat_job, preset};
use crate::openai::request::{ChatPromptFields, CommonFields};
use crate::openai::settings::Settings;
use crate::openai::{checked, count_ignored};
use crate::state::AppState;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashSet};
use utoipa::ToSchema;

/// Most entries of `metadata`, and the longest keys and values in characters, as the API says.
const METADATA_MAX: (usize, usize, usize) = (16, 64, 512);

const EFFORTS: [&str; 7] = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];
const SUMMARIES: [&str; 3] = ["auto", "concise", "detailed"];

/// Values of `include` that ask for what tools of other kinds found.
const NOTHING_TO_INCLUDE: [&str; 6] = [
    "file_search_call.results",
    "web_search_call.results",
    "web_search_call.action.sources",
    "message.input_image.image_url",
    "computer_call_output.output.image_url",
    "code_interpreter_call.outputs",
];
const ENCRYPTED_REASONING: &str = "reasoning.encrypted_content";

/// Further fields of `/v1/responses`.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct ResponseFields {
    /// A text, or a list of items.
    #[schema(value_type = Value)]
    pub input: Option<Value>,
    /// The system message, before everything else; never taken over from an earlier response.
    pub instructions: Option<String>,
    /// Goes on after a stored response.
    pub previous_response_id: Option<String>,
    /// Keep the response (default true).
    pub store: Option<bool>,
    /// Tools; those that are not functions are left out and counted.
    #[schema(value_type = Option<Vec<Object>>)]
    pub tools: Option<Vec<Value>>,
    /// `auto` or `none`.
    #[schema(value_type = Option<String>)]
    pub tool_choice: Option<Value>,
    /// False ends the answer after its first call.
    pub parallel_tool_calls: Option<bool>,
    /// Most tokens to generate; all that fit if absent.
    pub max_output_tokens: Option<u32>,
    #[schema(value_type = Option<u32>)]
    pub max_tool_calls: Option<Value>,
    pub text: Option<TextOptions>,
    pub reasoning: Option<ReasoningOptions>,
    /// `reasoning.encrypted_content` adds the reasoning in a form to send back.
    pub include: Option<Vec<String>>,
    /// Up to 16 texts that come back with the response.
    pub metadata: Option<BTreeMap<String, String>>,
    /// Variables for the chat template.
    #[schema(value_type = Option<Object>)]
    pub chat_template_kwargs: Option<Map<String, Value>>,
    #[schema(value_type = Option<String>)]
    pub prompt_cache_key: Option<Value>,
    #[schema(value_type = Option<String>)]
    pub safety_identifier: Option<Value>,
    #[schema(value_type = Option<String>)]
    pub user: Option<Value>,
}

/// `text`.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct TextOptions {
    /// `{"type": "text"}` only.
    #[schema(value_type = Option<Object>)]
    pub format: Option<Value>,
    /// `medium` only.
    pub verbosity: Option<String>,
}

/// `reasoning`.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct ReasoningOptions {
    /// `none` asks the template for no reasoning, anything else for reasoning.
    pub effort: Option<String>,
    /// Accepted without effect: reasoning is returned as it is.
    pub summary: Option<String>,
}

/// Body of `POST /v1/responses`.
#[derive(ToSchema)]
pub struct CreateResponseRequest {
    #[serde(flatten)]
    pub response: ResponseFields,
    #[serde(flatten)]
    pub common: CommonFields,
}

/// A request ready for the engine.
#[derive(Debug)]
pub struct Prepared {
    pub job: Job,
    /// The response with nothing in it yet.
    pub skeleton: ResponseBody,
    /// The conversation before the input.
    pub history: History,
    pub input: Vec<Item>,
    /// Put the reasoning into `encrypted_content` too.
    pub seal: bool,
}

/// Reads a body.
///
/// # Errors
/// 400 with the path of the field, 404 for an unknown model, response or item.
pub fn prepare(state: &AppState, bytes: &[u8]) -> Result<Prepared, ApiError> {
    let body = checked(state, bytes, &[COMMON, RESPONSES])?;
    let mut fields: ResponseFields = body.parse()?;
    let common: CommonFields = body.parse()?;
    refuse_foreign(&common)?;
    let text = text_options(fields.text.take())?;
    let reasoning = reasoning_options(fields.reasoning.take())?;
    let seal = include(fields.include.as_deref().unwrap_or_default())?;
    check_metadata(fields.metadata.as_ref())?;
    let with_tools = tool_choice(fields.tool_choice.as_ref())?;
    let tools = lower::tools(fields.tools.as_deref().unwrap_or_default())?;
    leave_out(state, &tools)?;

    let store = state.responses();
    let previous = fields.previous_response_id.as_deref();
    let history = previous.map_or(Ok(Vec::new()), |id| {
        store.conversation(id).ok_or_else(|| previous_not_found(id))
    })?;
    let given = input::read(fields.input.take())?;
    if given.is_empty() && history.is_empty() {
        return Err(ApiError::param("input", "`input` must hold at least one item"));
    }
    let input = resolve(store, &history, given)?;
    let earlier = history.iter().flat_map(|segment| &segment.items);
    let messages = lower::messages(fields.instructions.as_deref(), earlier.chain(input.iter()));

    let definitions = tools.functions.iter().map(lower::FunctionTool::definition).collect();
    let prompt = ChatPromptFields {
        messages: Some(messages),
        tools: Some(definitions),
        chat_template_kwargs: Some(template_kwargs(&mut fields, reasoning.effort.as_deref())),
        add_generation_prompt: None,
        continue_final_message: None,
    };
    let preset = preset(state.config(), &prompt, with_tools);
    let mut settings = Settings::new(common, state, preset)?;
    settings.max_tokens = fields.max_output_tokens;
    settings.max_tokens_field = "max_output_tokens";
    settings.one_call = fields.parallel_tool_calls == Some(false);
    let id = ids::item_id("resp");
    let mut job =
        chat_job(state, prompt, with_tools, settings, preset, id).map_err(in_our_words)?;
    job.prompt_field = "input";
    let skeleton = skeleton(&job, fields, tools, with_tools, text, reasoning);
    Ok(Prepared { job, skeleton, history, input, seal })
}

/// Fields of the other generation endpoints that mean nothing here.
fn refuse_foreign(common: &CommonFields) -> Result<(), ApiError> {
    if common.max_tokens.is_some() {
        let message = "`max_tokens` is called `max_output_tokens` in this API";
        return Err(ApiError::unsupported("max_tokens", message));
    }
    let foreign = [
        ("n", common.n.is_some_and(|n| n != 1)),
        ("prompt_logprobs", common.prompt_logprobs.is_some()),
        ("return_token_ids", common.return_token_ids == Some(true)),
    ];
    match foreign.iter().find(|(_, given)| *given) {
        Some((name, _)) => {
            let message = format!("`{name}` is not supported in this API; leave it out");
            Err(ApiError::unsupported(name, message))
        }
        None => Ok(()),
    }
}

fn text_options(options: Option<TextOptions>) -> Result<TextEcho, ApiError> {
    let options = options.unwrap_or_default();
    if let Some(format) = &options.format
        && format.get("type").and_then(Value::as_str) != Some("text")
    {
        let message = "only `{\"type\": \"text\"}` is supported by this server";
        return Err(ApiError::unsupported("text.format", message));
    }
    if options.verbosity.as_deref().is_some_and(|v| v != "medium") {
        let message = "only `medium` is supported by this server";
        return Err(ApiError::unsupported("text.verbosity", message));
    }
    Ok(TextEcho { format: TextFormatEcho { kind: "text" }, verbosity: "medium" })
}

fn reasoning_options(options: Option<ReasoningOptions>) -> Result<ReasoningEcho, ApiError> {
    let options = options.unwrap_or_default();
    let check = |name: &str, value: Option<&str>, known: &[&str]| match value {
        Some(value) if !known.contains(&value) => {
            let message = format!("`{name}` must be one of {}", known.join(", "));
            Err(ApiError::param(name, message))
        }
        _ => Ok(()),
    };
    check("reasoning.effort", options.effort.as_deref(), &EFFORTS)?;
    check("reasoning.summary", options.summary.as_deref(), &SUMMARIES)?;
    Ok(ReasoningEcho { effort: options.effort, summary: options.summary })
}

/// Whether the reasoning is to be sealed.
fn include(values: &[String]) -> Result<bool, ApiError> {
    for (i, value) in values.iter().enumerate() {
        let known = [ENCRYPTED_REASONING].iter().chain(&NOTHING_TO_INCLUDE).any(|v| v == value);
        if !known {
            let message = format!("`{value}` cannot be included by this server");
            return Err(ApiError::unsupported(&format!("include[{i}]"), message));
        }
    }
    Ok(values.iter().any(|v| v == ENCRYPTED_REASONING))
}

fn check_metadata(metadata: Option<&BTreeMap<String, String>>) -> Result<(), ApiError> {
    let (entries_max, key_max, value_max) = METADATA_MAX;
    let Some(metadata) = metadata else { return Ok(()) };
    let fits = |(key, value): (&String, &String)| {
        key.chars().count() <= key_max && value.chars().count() <= value_max
    };
    if metadata.len() <= entries_max && metadata.iter().all(fits) {
        return Ok(());
    }
    let message = format!(
        "`metadata` takes up to {entries_max} entries, keys of up to {key_max} and values of up \
         to {value_max} characters"
    );
    Err(ApiError::param("metadata", message))
}

/// Whether the tools are shown.
fn tool_choice(choice: Option<&Value>) -> Result<bool, ApiError> {
    match choice {
        None | Some(Value::Null) => Ok(true),
        Some(choice) if choice == "auto" => Ok(true),
        Some(choice) if choice == "none" => Ok(false),
        Some(_) => {
            let message = "only `auto` and `none` are supported by this server: no call is forced";
            Err(ApiError::unsupported("tool_choice", message))
        }
    }
}

/// Tools that run elsewhere than at the client cannot be offered; clients send them by default.
fn leave_out(state: &AppState, tools: &Tools) -> Result<(), ApiError> {
    for (i, kind) in &tools.left_out {
        if state.config().strict_requests {
            let message = format!("tools of type `{kind}` are not supported by this server");
            return Err(ApiError::unsupported(&format!("tools[{i}].type"), message));
        }
        count_ignored(state, &format!("tools.{kind}"));
    }
    Ok(())
}

fn previous_not_found(id: &str) -> ApiError {
    let message = format!(
        "Previous response with id '{id}' not found. Responses are kept in memory: it was not \
         stored, was deleted, or made room for newer ones."
    );
    let mut error = ApiError::not_found(message).with_code("previous_response_not_found");
    error.object.param = Some("previous_response_id".to_owned());
    error
}

/// Puts stored items where the input refers to them.
fn resolve(
    store: &ResponseStore,
    history: &History,
    given: Vec<Given>,
) -> Result<Vec<Item>, ApiError> {
    let ids: HashSet<&str> = given
        .iter()
        .filter_map(|g| if let Given::Reference(id) = g { Some(id.as_str()) } else { None })
        .collect();
    let mut found = BTreeMap::new();
    if !ids.is_empty() {
        let earlier = history.iter().flat_map(|segment| &segment.items);
        let earlier = earlier.filter(|item| ids.contains(item.id()));
        found.extend(earlier.map(|item| (item.id().to_owned(), item.clone())));
        found.extend(store.items(&ids));
    }
    let item = |(i, given): (usize, Given)| match given {
        Given::Item(item) => Ok(item),
        Given::Reference(id) => found.get(&id).cloned().ok_or_else(|| {
            let message = format!(
                "Item with id '{id}' not found. Items of responses that are not stored cannot be \
                 referred to; send the item itself."
            );
            let mut error = ApiError::not_found(message);
            error.object.param = Some(format!("input[{i}].id"));
            error
        }),
    };
    given.into_iter().enumerate().map(item).collect()
}

/// The request's own template variables, and what the effort means where it says nothing.
fn template_kwargs(fields: &mut ResponseFields, effort: Option<&str>) -> Map<String, Value> {
    let mut kwargs = fields.chat_template_kwargs.take().unwrap_or_default();
    if let Some(effort) = effort {
        kwargs.entry("enable_thinking").or_insert((effort != "none").into());
        if effort != "none" {
            kwargs.entry("reasoning_effort").or_insert(effort.into());
        }
    }
    kwargs
}

/// Errors about the prompt name the field it came from.
fn in_our_words(mut error: ApiError) -> ApiError {
    if error.object.param.as_ref().is_some_and(|p| p.starts_with("messages")) {
        error.object.param = Some("input".to_owned());
    }
    error
}

fn skeleton(
    job: &Job,
    fields: ResponseFields,
    tools: Tools,
    with_tools: bool,
    text: TextEcho,
    reasoning: ReasoningEcho,
) -> ResponseBody {
    let sampling = &job.settings.sampling;
    let string = |value: Option<Value>| value.filter(Value::is_string);
    ResponseBody {
        id: job.id.clone(),
        object: "response",
        created_at: job.created_unix_seconds,
        status: ResponseStatus::InProgress,
        completed_at: None,
        background: false,
        error: None,
        incomplete_details: None,
        instructions: fields.instructions,
        max_output_tokens: fields.max_output_tokens,
        max_tool_calls: fields.max_tool_calls.filter(Value::is_u64),
        metadata: fields.metadata.unwrap_or_default(),
        model: job.settings.model.clone(),
        output: Vec::new(),
        parallel_tool_calls: !job.settings.one_call,
        previous_response_id: fields.previous_response_id,
        prompt_cache_key: string(fields.prompt_cache_key),
        reasoning,
        safety_identifier: string(fields.safety_identifier),
        service_tier: "default",
        store: fields.store.unwrap_or(true),
        temperature: sampling.temperature,
        text,
        tool_choice: if with_tools { "auto" } else { "none" },
        tools: tools.functions,
        top_logprobs: 0,
        top_p: sampling.top_p,
        truncation: "disabled",
        usage: None,
        user: string(fields.user),
        atlas: None,
    }
}
