//! The chat request that every dialect converts its bodies into.

use super::form::AnswerForm;
use super::options::GenerationOptions;
use super::reasoning::{self, Reasoning};
use super::tools::check_tools;
use crate::config::{SamplingDefaults, ServerConfig};
use crate::http::errors::ApiError;
use crate::served_model::ServedModel;
use atlas_text::{ExactIntegers, ToolSet, ToolSetError};
use serde_json::{Map, Value};

/// A chat request in no dialect. `generation::prepare` renders and checks it.
#[derive(Debug, Default)]
pub struct ChatRequest {
    pub prompt: ChatPrompt,
    pub options: GenerationOptions,
    /// Form of the answer and choice of tools.
    pub form: AnswerForm,
    /// Limit of the reasoning and the field that holds it; -1 is no limit.
    pub thinking_budget: Option<(&'static str, i64)>,
    /// Alternatives per answer token and the field that holds their number; `None` is no
    /// log-probabilities.
    pub logprobs: Option<(&'static str, u32)>,
}

/// The parts of a chat request that decide its prompt.
#[derive(Clone, Debug, Default)]
pub struct ChatPrompt {
    /// Messages in the form that chat templates read; required.
    pub messages: Option<Vec<Value>>,
    /// Function tools in the form of chat completions.
    pub tools: Vec<Value>,
    /// The request's own template variables.
    pub template_variables: Option<Map<String, Value>>,
    pub reasoning: Reasoning,
    /// Whether the prompt ends with the header of an assistant message; by default unless the
    /// final message is continued.
    pub add_generation_prompt: Option<bool>,
    /// Leave the final message open for the model to continue.
    pub continue_final_message: bool,
    /// Integers beyond 64 bits of the body.
    pub integers: ExactIntegers,
}

impl ChatPrompt {
    /// Turns the requested reasoning into template variables.
    pub fn resolve_reasoning(&mut self, model: &ServedModel) {
        let reasoning = std::mem::take(&mut self.reasoning);
        self.template_variables =
            reasoning.template_variables(model, self.template_variables.take());
    }

    /// The sampling presets of the chat: those for tools if it has any, else those for thinking if
    /// its template variables enable it.
    pub fn preset<'a>(&self, config: &'a ServerConfig, shows_tools: bool) -> &'a SamplingDefaults {
        let given = [self.template_variables.as_ref(), Some(&config.template_kwargs)];
        let thinks = reasoning::is_on(given);
        match (shows_tools && !self.tools.is_empty(), thinks) {
            (true, _) => &config.sampling_tools,
            (false, true) => &config.sampling_thinking,
            (false, false) => &config.sampling,
        }
    }

    /// The tools that the prompt shows.
    pub fn shown_tools(&self, shows_tools: bool) -> &[Value] {
        if shows_tools { &self.tools } else { &[] }
    }

    /// The tools that the answer may call, and these as the output parser needs them.
    ///
    /// # Errors
    /// 400 naming the tool that is no valid function tool or whose name is taken, or `tool_choice`
    /// for the name of a tool that is not there.
    pub fn callable_tools(&self, form: &AnswerForm) -> Result<(Vec<Value>, ToolSet), ApiError> {
        check_tools(&self.tools)?;
        let shown = self.shown_tools(form.shows_tools());
        let set = |tools: &[Value]| {
            ToolSet::new(tools).map_err(|e| {
                let index = match &e {
                    ToolSetError::NoName { index } | ToolSetError::Twice { index, .. } => *index,
                };
                ApiError::param(format!("tools[{index}].function.name"), e.to_string())
            })
        };
        let all = set(shown)?;
        let callable = form.callable(shown)?;
        let tools = if callable.len() == shown.len() { all } else { set(&callable)? };
        Ok((callable, tools))
    }
}
