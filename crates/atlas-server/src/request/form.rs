//! The form of an answer: tool calls, JSON, a regular expression or a grammar.

use crate::http::errors::ApiError;
use atlas_text::Dialect;
use atlas_text::grammar::{Form, GrammarError, ToolChoice, ToolForm};
use serde_json::{Value, json};

/// The requested form of an answer, checked but not compiled.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnswerForm {
    /// The form of the whole answer, calls aside.
    pub form: Option<Form>,
    /// Path of the field that the form came from.
    pub field: String,
    pub tools: ToolUse,
    /// At most one call: `parallel_tool_calls` is false.
    pub one_call: bool,
}

/// Use of the tools that the answer may make: `tool_choice`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ToolUse {
    /// The prompt does not show the tools.
    None,
    #[default]
    Auto,
    Required,
    Named(String),
}

impl AnswerForm {
    /// Whether the prompt shows the tools.
    pub fn shows_tools(&self) -> bool {
        self.tools != ToolUse::None
    }

    /// The form of an answer that may consist of calls instead.
    fn form_or_calls(
        &self,
        form: &Form,
        dialect: Option<Dialect>,
        tools: &[Value],
    ) -> Result<Form, ApiError> {
        let (schema, place) = match form.clone() {
            Form::JsonSchema { schema, place } => (Some(schema), place),
            Form::JsonObject => (Some(json!({"type": "object"})), self.field.clone()),
            _ => (None, String::new()),
        };
        // Without a trigger a call begins like any JSON, and an expression may begin like a call.
        let format = dialect.filter(|format| format.trigger().is_some());
        let (Some(schema), Some(format)) = (schema, format) else {
            let message = "an answer that may call tools in this model's format cannot be held to \
                           this form; send `tool_choice` \"none\" or leave out the form";
            return Err(ApiError::unsupported(&self.field, message));
        };
        let (tools, parallel) = (tools.to_vec(), !self.one_call);
        let calls = ToolForm { format, tools, choice: ToolChoice::Required, parallel };
        Ok(Form::SchemaOrCalls { schema, place, calls })
    }

    /// The grammar's form for a model that writes calls in `dialect` and is shown `tools`.
    ///
    /// # Errors
    /// 400: the model or the request cannot make a required call.
    pub fn grammar_form(
        &self,
        dialect: Option<Dialect>,
        tools: &[Value],
    ) -> Result<Option<Form>, ApiError> {
        let required = !matches!(self.tools, ToolUse::None | ToolUse::Auto);
        if required && tools.is_empty() {
            let message = "`tool_choice` asks for a call, but there are no `tools`";
            return Err(ApiError::param("tool_choice", message));
        }
        if self.form.is_some() && required {
            let message = "an answer that must be a tool call cannot have another form as well";
            return Err(ApiError::param("response_format", message));
        }
        if let Some(form) = &self.form
            && !tools.is_empty()
            && self.tools == ToolUse::Auto
        {
            return self.form_or_calls(form, dialect, tools).map(Some);
        }
        if self.form.is_some() || tools.is_empty() || self.tools == ToolUse::None {
            return Ok(self.form.clone());
        }
        if let ToolUse::Named(name) = &self.tools
            && !tools.iter().any(|t| t.pointer("/function/name").is_some_and(|n| n == name))
        {
            let message = format!("`tools` has no function `{name}`");
            return Err(ApiError::param("tool_choice", message));
        }
        let Some(format) = dialect else {
            return if required {
                let message =
                    "this model has no known form of tool calls; `--tool-call-parser` sets one";
                Err(ApiError::unsupported("tool_choice", message))
            } else {
                Ok(None)
            };
        };
        let choice = match &self.tools {
            ToolUse::Required => ToolChoice::Required,
            ToolUse::Named(name) => ToolChoice::Named(name.clone()),
            ToolUse::None | ToolUse::Auto if format.trigger().is_none() => return Ok(None),
            ToolUse::None | ToolUse::Auto => ToolChoice::Auto,
        };
        let (tools, parallel) = (tools.to_vec(), !self.one_call);
        Ok(Some(Form::Tools(ToolForm { format, tools, choice, parallel })))
    }
}

/// The error of a form that the grammar compiler refuses. The form came from `form_field`, and
/// `length_field` holds the requested length of the answer.
pub fn refused(error: GrammarError, form_field: &str, length_field: &str) -> ApiError {
    let message = error.to_string();
    match error {
        GrammarError::Schema { path, .. } => ApiError::param(path, message),
        GrammarError::Regex { .. } | GrammarError::Lark { .. } => {
            ApiError::param(form_field, message)
        }
        GrammarError::Tools { .. } => ApiError::param("tools", message),
        GrammarError::NoTrigger { .. } => ApiError::param("tool_choice", message),
        GrammarError::Budget { min_tokens, .. } => {
            let message = format!("{message} (min_tokens: {min_tokens})");
            ApiError::param(length_field, message).with_code("answer_too_short")
        }
        GrammarError::Time { .. } | GrammarError::TooLarge { .. } => {
            ApiError::param(form_field, message)
        }
        GrammarError::Busy => ApiError::unavailable(message),
        GrammarError::Internal { .. } => ApiError::internal(message),
    }
}
