//! From the body of `POST /v1/responses` to a job.

use super::conversation::{self, Tools};
use super::fields::RESPONSES;
use super::input::{self, Given};
use super::store::{History, Owner, Shelf};
use super::types::items::{Item, ItemIds};
use super::types::response::{ReasoningEcho, ResponseBody, ResponseStatus, TextEcho};
use super::types::schema::{
    ResponseInputParam, ResponseToolChoiceParam, ResponseToolParam, SummaryParam, TextFormatParam,
};
use super::validate;
use crate::api::fields::COMMON;
use crate::api::openai::routes::{chat_job, preset};
use crate::api::openai::types::request::{ChatPromptFields, CommonFields, FormFields};
use crate::api::openai::types::schema::EffortParam;
use crate::api::openai::{checked, count_ignored};
use crate::api::values::object;
use crate::generation::job::Job;
use crate::http::errors::ApiError;
use crate::ids::Origin;
use crate::recording::Prior;
use crate::request::form::{Prescribed, ToolUse};
use crate::request::settings::Settings;
use crate::request::{effort, limits};
use crate::state::AppState;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashSet};
use utoipa::ToSchema;

/// Further fields of `/v1/responses`.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct ResponseFields {
    /// A text, or a list of items.
    #[schema(value_type = ResponseInputParam)]
    pub input: Option<Value>,
    /// The system message, before everything else; never taken over from an earlier response.
    pub instructions: Option<String>,
    /// Goes on after a stored response.
    pub previous_response_id: Option<String>,
    /// Keep the response (default true).
    pub store: Option<bool>,
    /// Generate the response after this request has been answered (needs `store`, not `stream`).
    pub background: Option<bool>,
    /// Tools; those that are not functions are left out and counted.
    #[schema(value_type = Option<Vec<ResponseToolParam>>)]
    pub tools: Option<Vec<Value>>,
    /// `auto`, `none`, `required` or `{"type": "function", "name": ...}`.
    #[schema(value_type = Option<ResponseToolChoiceParam>)]
    pub tool_choice: Option<Value>,
    /// False ends the answer after its first call.
    pub parallel_tool_calls: Option<bool>,
    /// Most tokens to generate; all that fit if absent.
    pub max_output_tokens: Option<u32>,
    /// Comes back with the response if it is a number.
    #[schema(ignore)]
    pub max_tool_calls: Option<Value>,
    #[serde(default, deserialize_with = "object")]
    pub text: Option<TextOptions>,
    #[serde(default, deserialize_with = "object")]
    pub reasoning: Option<ReasoningOptions>,
    /// Extension: most tokens of reasoning; -1: no limit.
    pub thinking_token_budget: Option<i64>,
    /// `reasoning.encrypted_content` adds the reasoning in a form to send back.
    pub include: Option<Vec<String>>,
    /// Up to 16 texts that come back with the response.
    pub metadata: Option<BTreeMap<String, String>>,
    /// Variables for the chat template.
    #[schema(value_type = Option<Object>)]
    pub chat_template_kwargs: Option<Map<String, Value>>,
    /// Comes back with the response if it is a text.
    #[schema(ignore)]
    pub prompt_cache_key: Option<Value>,
    /// Comes back with the response if it is a text.
    #[schema(ignore)]
    pub safety_identifier: Option<Value>,
    /// Comes back with the response if it is a text.
    #[schema(ignore)]
    pub user: Option<Value>,
}

/// `text`.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct TextOptions {
    /// `{"type": "text" | "json_object"}` or `{"type": "json_schema", "schema": ...}`.
    #[schema(value_type = Option<TextFormatParam>)]
    pub format: Option<Value>,
    /// `medium` only.
    pub verbosity: Option<String>,
}

/// `reasoning`.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct ReasoningOptions {
    /// `none` asks the template for no reasoning, anything else for reasoning.
    #[schema(value_type = Option<EffortParam>)]
    pub effort: Option<String>,
    /// Accepted without effect: reasoning is returned as it is.
    #[schema(value_type = Option<SummaryParam>)]
    pub summary: Option<String>,
}

/// Body of `POST /v1/responses`.
#[derive(ToSchema)]
pub struct CreateResponseRequest {
    #[serde(flatten)]
    pub response: ResponseFields,
    #[serde(flatten)]
    pub form: FormFields,
    #[serde(flatten)]
    pub common: CommonFields,
}

/// A request ready for the engine.
#[derive(Debug)]
pub struct Prepared {
    pub job: Job,
    pub owner: Owner,
    /// The response with nothing in it yet.
    pub skeleton: ResponseBody,
    /// The conversation before the input.
    pub history: History,
    pub input: Vec<Item>,
    /// What of the input was named by its id alone.
    pub referenced: Vec<Item>,
    /// Put the reasoning into `encrypted_content` too.
    pub seal: bool,
}

impl Prepared {
    /// What of earlier responses the request refers to.
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

/// Reads a body; it may refer to responses of `owner`.
///
/// # Errors
/// 400 with the path of the field, 404 for an unknown model or item.
pub fn prepare(
    state: &AppState,
    bytes: &[u8],
    origin: Origin,
    owner: Owner,
) -> Result<Prepared, ApiError> {
    let body = checked(state, bytes, &[COMMON, RESPONSES])?;
    let mut fields: ResponseFields = body.parse()?;
    let common: CommonFields = body.parse()?;
    let mut form: FormFields = body.parse()?;
    refuse_foreign(&common, &form)?;
    let text = validate::text_options(fields.text.take())?;
    form.response_format = Some(validate::response_format(&text.format));
    let reasoning = validate::reasoning_options(fields.reasoning.take())?;
    let seal = validate::include(fields.include.as_deref().unwrap_or_default())?;
    validate::check_metadata(fields.metadata.as_ref())?;
    let prescribed = Prescribed {
        tools: validate::tool_choice(fields.tool_choice.as_ref())?,
        one_call: fields.parallel_tool_calls == Some(false),
        ..Prescribed::new(&form).map_err(|e| in_our_words(e, &[]))?
    };
    let tools = conversation::tools(fields.tools.as_deref().unwrap_or_default())?;
    leave_out(state, &tools, &prescribed.tools)?;

    check_background(state, &fields, common.stream)?;
    let store = state.responses().of(owner);
    let previous = fields.previous_response_id.as_deref();
    let history = previous.map_or(Ok(Vec::new()), |id| {
        if state.background().body(owner, id).is_some() {
            let message = format!("The response '{id}' is still being generated.");
            return Err(ApiError::param("previous_response_id", message));
        }
        store.conversation(id).ok_or_else(|| previous_not_found(id))
    })?;
    let given = input::read(fields.input.take(), &ItemIds::of_input(origin))?;
    if given.is_empty() && history.is_empty() {
        return Err(ApiError::param("input", "`input` must hold at least one item"));
    }
    let (input, referenced) = resolve(store, &history, given)?;
    let earlier = history.iter().flat_map(|segment| &segment.items);
    let messages =
        conversation::messages(fields.instructions.as_deref(), earlier.chain(input.iter()));

    let functions = tools.functions();
    let definitions = functions.iter().map(|f| f.definition()).collect();
    let prompt = ChatPromptFields {
        messages: Some(messages),
        tools: Some(definitions),
        chat_template_kwargs: effort::kwargs(
            state,
            fields.chat_template_kwargs.take(),
            reasoning.effort.as_deref(),
        ),
        add_generation_prompt: None,
        continue_final_message: None,
    };
    let preset = preset(state.config(), &prompt, prescribed.shows_tools());
    let mut settings = Settings::new(common, state, preset, origin)?;
    if let Some(tokens) = fields.thinking_token_budget {
        settings.thinking_budget = limits::budget("thinking_token_budget", tokens)?;
        settings.budget_field = settings.thinking_budget.map(|_| "thinking_token_budget");
    }
    settings.max_tokens = fields.max_output_tokens;
    settings.max_tokens_field = "max_output_tokens";
    settings.calls_max = prescribed.one_call.then_some(1);
    settings.prescribed = prescribed;
    let id = origin.id("resp", 0);
    let mut job = chat_job(state, prompt, settings, preset, origin, id)
        .map_err(|e| in_our_words(e, &functions))?;
    job.prompt_field = "input";
    let skeleton = skeleton(&job, fields, tools, text, reasoning);
    Ok(Prepared { job, owner, skeleton, history, input, referenced, seal })
}

/// Fields of the other generation endpoints that mean nothing here.
fn refuse_foreign(common: &CommonFields, form: &FormFields) -> Result<(), ApiError> {
    if common.max_tokens.is_some() {
        let message = "`max_tokens` is called `max_output_tokens` in this API";
        return Err(ApiError::unsupported("max_tokens", message));
    }
    if form.response_format.as_ref().is_some_and(|f| f["type"] != "text") {
        let message = "`response_format` is called `text.format` in this API";
        return Err(ApiError::unsupported("response_format", message));
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

/// Tools that run elsewhere than at the client cannot be offered; clients send them by default.
/// Where a call is required they could have been meant, so there they are refused.
fn leave_out(state: &AppState, tools: &Tools, choice: &ToolUse) -> Result<(), ApiError> {
    for (path, kind) in &tools.left_out {
        if state.config().strict_requests || *choice == ToolUse::Required {
            let message = format!("tools of type `{kind}` are not supported by this server");
            return Err(ApiError::unsupported(&format!("{path}.type"), message));
        }
        count_ignored(state, &format!("tools.{kind}"));
    }
    Ok(())
}

/// Whether a response can be generated in the background, if that is asked for.
fn check_background(
    state: &AppState,
    fields: &ResponseFields,
    stream: Option<bool>,
) -> Result<(), ApiError> {
    if fields.background != Some(true) {
        return Ok(());
    }
    if fields.store == Some(false) || state.config().responses_max == 0 {
        let message = "a background response must be stored: nobody waits for it";
        return Err(ApiError::param("background", message));
    }
    if stream == Some(true) {
        let message = "a background response cannot be streamed; ask for it by its id";
        return Err(ApiError::unsupported("stream", message));
    }
    Ok(())
}

fn previous_not_found(id: &str) -> ApiError {
    let message = format!(
        "Previous response with id '{id}' not found. Responses are kept in memory: it was not \
         stored, was deleted, or made room for newer ones."
    );
    // 400, as OpenAI has it: the path of this request is there.
    ApiError::param("previous_response_id", message).with_code("previous_response_not_found")
}

/// Puts stored items where the input refers to them; gives them by themselves too.
fn resolve(
    store: Shelf<'_>,
    history: &History,
    given: Vec<Given>,
) -> Result<(Vec<Item>, Vec<Item>), ApiError> {
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
    let items = given.into_iter().enumerate().map(item).collect::<Result<_, ApiError>>()?;
    Ok((items, found.values().cloned().collect()))
}

/// An error of the shared code in the names of this API; `tools` are those it speaks of.
fn in_our_words(mut error: ApiError, tools: &[&conversation::FunctionTool]) -> ApiError {
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
        // The tools that were left out do not count there, and a function is an object of its own.
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
        parallel_tool_calls: !job.settings.prescribed.one_call,
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
