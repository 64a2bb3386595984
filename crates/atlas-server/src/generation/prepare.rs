//! From a chat request to a job: settings resolved, prompt rendered, grammar compiled.

use super::job::{Job, Prompt};
use super::rules::OutputRules;
use super::thinking::ThinkingRule;
use crate::http::errors::ApiError;
use crate::ids::Origin;
use crate::request::chat::{ChatPrompt, ChatRequest};
use crate::request::settings::Settings;
use crate::request::tools::check_tools;
use crate::request::{form, limits, reasoning, sampling};
use crate::served_model::ServedModel;
use crate::work;
use atlas_core::{LogprobsMode, TokenId};
use atlas_text::grammar::{
    Form, Grammar, ReasoningFrame, ThinkingLimits, check_tools as check_tools_size,
};
use atlas_text::{ChatError, Dialect, OutputSpec, ReasoningTags, SpecialMode, ToolSet};
use jiff::Timestamp;
use std::sync::Arc;

/// Makes the job of a chat request; its answer gets the id `id`.
///
/// # Errors
/// 400 naming the field, 404 for an unknown model, 500 if the template is broken.
pub fn chat_job(
    model: &ServedModel,
    request: ChatRequest,
    origin: Origin,
    id: String,
) -> Result<Job, ApiError> {
    let ChatRequest { mut prompt, options, form, thinking_budget, logprobs } = request;
    prompt.resolve_reasoning(model);
    let config = model.config();
    let shows_tools = form.shows_tools();
    let preset = prompt.preset(config, shows_tools);
    let mut settings = Settings::new(options, model, preset, origin)?;
    settings.calls_max = form.one_call.then_some(1);
    settings.form = form;
    if let Some((field, tokens)) = thinking_budget {
        // -1 overrides the server's budget too; without a budget no field has set one.
        settings.thinking_budget = reasoning::budget(field, tokens)?;
        settings.thinking_budget_field = settings.thinking_budget.map(|_| field);
    }
    if let Some((field, count)) = logprobs {
        settings.sampling.logprobs = sampling::logprobs_mode(field, Some(count))?;
    }
    let prompt = chat_prompt(model, prompt, &settings, origin)?;
    let sampling = settings.resolve_length(
        prompt.tokens.len(),
        preset.max_tokens,
        config.seq_len_max,
        "messages",
    )?;
    let prompt_logprobs = match settings.sampling.prompt_logprobs {
        LogprobsMode::Off => None,
        LogprobsMode::Top(k) => Some(k),
    };
    Ok(Job {
        id,
        origin,
        settings,
        prompts: vec![Prompt { sampling, ..prompt }],
        prompt_field: "messages",
        prompt_only: false,
        prompt_logprobs,
    })
}

/// The prompt of a chat with the rules for its answer; the length is not resolved yet.
fn chat_prompt(
    model: &ServedModel,
    prompt: ChatPrompt,
    settings: &Settings,
    origin: Origin,
) -> Result<Prompt, ApiError> {
    let config = model.config();
    let shows_tools = settings.form.shows_tools();
    let shown = prompt.shown_tools(shows_tools).to_vec();
    // Before anything goes through them.
    check_tools_size(&shown)
        .map_err(|e| form::refused(e, &settings.form.field, settings.max_tokens_field))?;
    let (callable, tools) = prompt.callable_tools(&settings.form)?;
    let dialect = settings.dialect.or(config.output.dialect);
    let form = settings.form.grammar_form(dialect, &callable)?;
    let add_special = settings.add_special_tokens.unwrap_or(false);
    let rendered = render(model, prompt, shows_tools, add_special, Some(origin.moment()))?;
    let output = output_rules(model, dialect, tools, &rendered.text);
    let calls_alone = settings.form.must_call();
    let output = output.map(|rules| OutputRules { calls_alone, ..rules });
    let reasoning = output.as_ref().and_then(|o| o.spec.reasoning.as_ref());
    if let (None, Some(field)) = (reasoning, settings.thinking_budget_field) {
        model.count_ignored(field);
    }
    // If the prompt has closed the reasoning, the form of the answer begins at once.
    let closed = |tags: &ReasoningTags| rendered.text.trim_end().ends_with(&tags.close);
    let closed = reasoning.is_some_and(closed);
    let reasoning = reasoning.filter(|_| !closed);
    let grammar = form.map(|form| grammar(model, &form, reasoning, settings)).transpose();
    let grammar = grammar.map_err(|e| settings.form.at_shown_index(e, &shown))?;
    let limits = ThinkingLimits {
        budget: settings.thinking_budget,
        repetition: settings.guards(config.guards, false).repetition,
    };
    let thinking = ThinkingRule::new(model, output.as_ref(), closed, limits, grammar.as_ref())?;
    Ok(Prompt {
        tokens: rendered.tokens,
        resume_at: rendered.resume_at,
        echo: None,
        sampling: settings.sampling.clone(),
        output,
        grammar,
        thinking,
    })
}

/// Compiles the form of an answer; the reasoning comes before it.
///
/// # Errors
/// 400 naming the field of the form or of the length.
pub fn grammar(
    model: &ServedModel,
    form: &Form,
    reasoning: Option<&ReasoningTags>,
    settings: &Settings,
) -> Result<Grammar, ApiError> {
    let frame = reasoning.map(|tags| ReasoningFrame {
        open: tags.open.clone(),
        close: tags.close.clone(),
        starts_open: tags.starts_open,
    });
    let caller = work::wait()?;
    let compiled = model.compiler().and_then(|c| c.compile_for(form, frame.as_ref(), &caller));
    compiled.map_err(|e| form::refused(e, &settings.form.field, settings.max_tokens_field))
}

/// Rules for reading the answer; `None` for plain text, if the model neither reasons nor has tools.
fn output_rules(
    model: &ServedModel,
    dialect: Option<Dialect>,
    tools: ToolSet,
    prompt: &str,
) -> Option<OutputRules> {
    let dialect = dialect.filter(|_| !tools.is_empty());
    let reasoning = model.config().output.reasoning.as_ref().map(|tags| tags.after(prompt));
    if dialect.is_none() && reasoning.is_none() {
        return None;
    }
    let marks = model.output_marks(dialect);
    let (dialect, tools) = match dialect {
        Some(dialect) => (dialect, tools),
        // Without tools the parser looks for no calls, so any dialect will do.
        None => (Dialect::Hermes, ToolSet::default()),
    };
    let spec = OutputSpec { dialect, tools: Arc::new(tools), reasoning };
    Some(OutputRules { spec, marks, calls_alone: false })
}

/// Tokens from which on a text is refused before it is encoded: prompts that are a few times too
/// long can still be counted.
fn text_tokens_max(seq_len_max: u32) -> usize {
    4 * seq_len_max as usize
}

/// Renders a conversation with the model's own template; `now` is the time that it shows.
///
/// # Errors
/// 400 naming the field; 500 if the template itself is broken.
pub fn render(
    model: &ServedModel,
    mut prompt: ChatPrompt,
    shows_tools: bool,
    add_special_tokens: bool,
    now: Option<Timestamp>,
) -> Result<atlas_text::Prompt, ApiError> {
    prompt.resolve_reasoning(model);
    let messages =
        prompt.messages.ok_or_else(|| ApiError::param("messages", "`messages` is required"))?;
    if messages.is_empty() {
        return Err(ApiError::param("messages", "`messages` must hold at least one message"));
    }
    check_tools(&prompt.tools)?;
    let text = model.text("messages")?;
    let mut variables = prompt.template_variables.unwrap_or_default();
    for (name, value) in &model.config().template_kwargs {
        variables.entry(name.clone()).or_insert_with(|| value.clone());
    }
    let seq_len_max = model.config().seq_len_max;
    let request = atlas_text::ChatRequest {
        messages,
        tools: Some(prompt.tools).filter(|tools| shows_tools && !tools.is_empty()),
        chat_template_kwargs: variables,
        continue_final_message: prompt.continue_final_message,
        add_generation_prompt: prompt.add_generation_prompt,
        now,
        integers: prompt.integers,
        tokens_max: Some(text_tokens_max(seq_len_max)),
    };
    let mut rendered = text.lower_chat(&request).map_err(|e| chat_error(e, seq_len_max))?;
    if add_special_tokens {
        rendered.tokens =
            text.lower_text(&rendered.text).map_err(|e| ApiError::internal(e.to_string()))?;
        // The positions were those of the tokens before.
        rendered.resume_at.clear();
    }
    Ok(rendered)
}

fn chat_error(error: ChatError, seq_len_max: u32) -> ApiError {
    if let ChatError::TooLong { tokens_min } = error {
        return limits::text_too_long("messages", tokens_min, seq_len_max);
    }
    let message = error.to_string();
    match error.param() {
        Some(param) if error.is_client_error() => ApiError::param(param, message),
        None if error.is_client_error() => ApiError::bad_request(message),
        _ => ApiError::internal(message),
    }
}

/// Encodes text as a prompt.
///
/// # Errors
/// 400 naming `param` if the model has no tokenizer, or if the text cannot fit into a sequence.
pub fn encode(
    model: &ServedModel,
    text: &str,
    add_special_tokens: bool,
    param: &str,
) -> Result<Vec<TokenId>, ApiError> {
    let mode = if add_special_tokens { SpecialMode::Plain } else { SpecialMode::Rendered };
    let tokenizer = model.text(param)?.tokenizer();
    // Encoding takes many times the memory of the text.
    let (tokens_min, seq_len_max) = (tokenizer.tokens_min(text), model.config().seq_len_max);
    if tokens_min >= text_tokens_max(seq_len_max) {
        return Err(limits::text_too_long(param, tokens_min, seq_len_max));
    }
    tokenizer.encode(text, mode).map_err(|e| ApiError::internal(e.to_string()))
}
