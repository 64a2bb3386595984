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
    /// Names of the shown tools that may be called; `None` is all of them.
    pub allowed: Option<Vec<String>>,
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

    /// Whether the answer must be a call.
    pub fn must_call(&self) -> bool {
        matches!(self.tools, ToolUse::Required | ToolUse::Named(_))
    }

    /// The tools among `shown` that may be called.
    ///
    /// # Errors
    /// 400 for the name of a tool that is not shown.
    pub fn callable(&self, shown: &[Value]) -> Result<Vec<Value>, ApiError> {
        let named = match &self.tools {
            ToolUse::Named(name) => std::slice::from_ref(name),
            _ => self.allowed.as_deref().unwrap_or_default(),
        };
        let is_shown = |name: &String| shown.iter().any(|tool| name_of(tool) == Some(name));
        if let Some(name) = named.iter().find(|name| !is_shown(name)) {
            let message = format!("`tools` has no function `{name}`");
            return Err(ApiError::param("tool_choice", message));
        }
        Ok(shown.iter().filter(|tool| self.is_callable(tool)).cloned().collect())
    }

    fn is_callable(&self, tool: &Value) -> bool {
        let allows = |names: &Vec<String>| names.iter().any(|name| name_of(tool) == Some(name));
        self.allowed.as_ref().is_none_or(allows)
    }

    /// Translates the index of a callable tool in an error to its index among `shown`.
    pub fn at_shown_index(&self, mut error: ApiError, shown: &[Value]) -> ApiError {
        let object = &mut *error.object;
        let index = object.param.as_deref().and_then(|param| {
            let (index, _) = param.strip_prefix("tools[")?.split_once(']')?;
            index.parse::<usize>().ok()
        });
        let mut callable = (0..shown.len()).filter(|i| self.is_callable(&shown[*i]));
        let moved = index.and_then(|i| Some((i, callable.nth(i)?)));
        if let (Some((from, to)), Some(param)) = (moved, &object.param) {
            let (from, to) = (format!("tools[{from}]"), format!("tools[{to}]"));
            object.message = object.message.replace(&from, &to);
            object.param = Some(param.replacen(&from, &to, 1));
        }
        error
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

    /// The grammar's form for a model that writes calls in `dialect` and may call `tools`. A call
    /// that must come is the whole answer, so that another form does not apply to it.
    ///
    /// # Errors
    /// 400: the model or the request cannot make a required call.
    pub fn grammar_form(
        &self,
        dialect: Option<Dialect>,
        tools: &[Value],
    ) -> Result<Option<Form>, ApiError> {
        let required = self.must_call();
        if required && tools.is_empty() {
            let message = "`tool_choice` asks for a call, but there are no `tools`";
            return Err(ApiError::param("tool_choice", message));
        }
        if tools.is_empty() || self.tools == ToolUse::None {
            return Ok(self.form.clone());
        }
        if let Some(form) = self.form.as_ref().filter(|_| !required) {
            return self.form_or_calls(form, dialect, tools).map(Some);
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

fn name_of(tool: &Value) -> Option<&str> {
    tool.pointer("/function/name").and_then(Value::as_str)
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
        GrammarError::Busy => ApiError::busy(message),
        GrammarError::Internal { .. } => ApiError::internal(message),
    }
}
