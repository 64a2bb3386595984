//! From the bodies of `/api/chat` and `/api/generate` to a job.

use super::fields::{CHAT, COMMON, GENERATE};
use super::types::request::{ChatFields, CommonFields, GenerateFields};
use super::{conversation, validate};
use crate::api::body::checked;
use crate::api::common::FormFields;
use crate::api::form::answer_form;
use crate::generation::job::{Job, Prompt};
use crate::generation::prepare::{chat_job, encode, grammar};
use crate::http::errors::ApiError;
use crate::ids::Origin;
use crate::request::chat::{ChatPrompt, ChatRequest};
use crate::request::form::AnswerForm;
use crate::request::options::GenerationOptions;
use crate::request::reasoning;
use crate::request::settings::Settings;
use crate::served_model::ServedModel;
use serde_json::{Value, json};

/// A converted body.
#[derive(Debug)]
pub enum Prepared {
    Job(Box<Job>),
    /// There is nothing to answer: the client has the model loaded, under this name.
    Load(String),
}

/// Options, form and reasoning of a body.
struct Converted {
    model: String,
    options: GenerationOptions,
    form: AnswerForm,
    prompt: ChatPrompt,
}

fn convert(common: CommonFields, model: &ServedModel) -> Result<Converted, ApiError> {
    let name = validate::model_name(common.model, model.config())?;
    let form = FormFields { format: common.format, ..FormFields::default() };
    let form = answer_form(&form)?;
    let options = GenerationOptions {
        model: Some(name.clone()),
        stream: common.stream.unwrap_or(true),
        drafts: common.speculate.and_then(|speculate| speculate.0),
        ..validate::options(common.options.unwrap_or_default(), model)?
    };
    let reasoning = common.think.map(|think| think.0).unwrap_or_default();
    reasoning::check_effort("think", reasoning.effort.as_deref())?;
    let prompt = ChatPrompt { reasoning, ..ChatPrompt::default() };
    Ok(Converted { model: name, options, form, prompt })
}

impl Converted {
    fn job(self, model: &ServedModel, origin: Origin) -> Result<Prepared, ApiError> {
        let request = ChatRequest {
            prompt: self.prompt,
            options: self.options,
            form: self.form,
            ..ChatRequest::default()
        };
        let job = chat_job(model, request, origin, origin.response_id("ollama"));
        job.map(|job| Prepared::Job(Box::new(job))).map_err(validate::own_field_names)
    }
}

/// Converts the body of `/api/chat`.
///
/// # Errors
/// 400 with the path of the field, 404 for an unknown model.
pub fn chat(model: &ServedModel, bytes: &[u8], origin: Origin) -> Result<Prepared, ApiError> {
    let body = checked(model, bytes, &[COMMON, CHAT])?;
    let fields: ChatFields = body.parse()?;
    let mut converted = convert(body.parse()?, model)?;
    let messages = fields.messages.unwrap_or_default();
    if messages.is_empty() {
        return Ok(Prepared::Load(converted.model));
    }
    let continues = messages.last().is_some_and(|m| {
        m["role"] == "assistant" && m.get("tool_calls").is_none_or(Value::is_null)
    });
    converted.prompt.messages = Some(conversation::convert(messages)?);
    converted.prompt.tools = fields.tools.unwrap_or_default();
    converted.prompt.integers = body.integers();
    converted.prompt.continue_final_message = continues;
    converted.job(model, origin)
}

/// Converts the body of `/api/generate`.
///
/// # Errors
/// 400 with the path of the field, 404 for an unknown model.
pub fn generate(model: &ServedModel, bytes: &[u8], origin: Origin) -> Result<Prepared, ApiError> {
    let body = checked(model, bytes, &[COMMON, GENERATE])?;
    let fields: GenerateFields = body.parse()?;
    let mut converted = convert(body.parse()?, model)?;
    let Some(prompt) = fields.prompt.filter(|prompt| !prompt.is_empty()) else {
        return Ok(Prepared::Load(converted.model));
    };
    let system = fields.system.filter(|system| !system.is_empty());
    if fields.raw == Some(true) {
        if system.is_some() {
            let message = "`system` has no place in a prompt that is sent as it is (`raw`)";
            return Err(ApiError::param("system", message));
        }
        return raw(model, converted, &prompt, origin);
    }
    let mut messages = Vec::new();
    messages.extend(system.map(|text| json!({"role": "system", "content": text})));
    messages.push(json!({"role": "user", "content": prompt}));
    converted.prompt.messages = Some(messages);
    converted.job(model, origin)
}

/// The job of a text that is continued as it is.
fn raw(
    model: &ServedModel,
    converted: Converted,
    text: &str,
    origin: Origin,
) -> Result<Prepared, ApiError> {
    let config = model.config();
    let settings = Settings::new(converted.options, model, &config.sampling, origin)
        .map_err(validate::own_field_names)?;
    let settings = Settings { form: converted.form, ..settings };
    let form = settings.form.form.as_ref();
    let grammar = form.map(|form| grammar(model, form, None, &settings)).transpose()?;
    let tokens = encode(model, text, true, "prompt")?;
    let default = config.sampling.max_tokens;
    let sampling = settings.resolve_length(tokens.len(), default, config.seq_len_max, "prompt")?;
    let prompt = Prompt {
        tokens,
        resume_at: Vec::new(),
        echo: None,
        sampling,
        output: None,
        grammar,
        thinking: None,
    };
    Ok(Prepared::Job(Box::new(Job {
        id: origin.response_id("ollama"),
        origin,
        settings,
        prompts: vec![prompt],
        prompt_field: "prompt",
        prompt_only: false,
        prompt_logprobs: None,
    })))
}
