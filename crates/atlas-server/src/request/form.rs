//! The form that a request prescribes for its answer: tool calls, JSON, an expression, a grammar.

use crate::api::openai::types::request::{ChatFields, FormFields};
use crate::api::values::typed;
use crate::http::errors::ApiError;
use atlas_text::Dialect;
use atlas_text::grammar::{Form, GrammarError, ToolChoice, ToolForm};
use serde_json::{Map, Value, json};

/// What a request says about its answer, read and checked but not compiled.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prescribed {
    /// The form of the whole answer.
    pub form: Option<Form>,
    /// The field that the form came from.
    pub place: String,
    pub tools: ToolUse,
    /// `parallel_tool_calls: false`.
    pub one_call: bool,
}

/// `tool_choice`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ToolUse {
    /// The tools are kept out of the prompt.
    None,
    #[default]
    Auto,
    Required,
    Named(String),
}

impl Prescribed {
    /// Reads the fields of a request for text.
    ///
    /// # Errors
    /// 400 naming the field; two forms at once.
    pub fn new(fields: &FormFields) -> Result<Self, ApiError> {
        let mut forms = Vec::new();
        if let Some(format) = &fields.response_format {
            let form = response_format(format)?;
            forms.extend(form.map(|form| ("response_format", form, "response_format".to_owned())));
        }
        if let Some(outputs) = &fields.structured_outputs {
            for (key, value) in object(outputs, "structured_outputs")? {
                let place = format!("structured_outputs.{key}");
                let form = structured(key, value, &place)?;
                forms.extend(form.map(|form| ("structured_outputs", form, place)));
            }
        }
        for (key, value) in [
            ("json", &fields.guided_json),
            ("regex", &fields.guided_regex),
            ("grammar", &fields.guided_grammar),
            ("choice", &fields.guided_choice),
        ] {
            if let Some(value) = value {
                let place = format!("guided_{key}");
                let form = structured(key, value, &place)?;
                forms.extend(form.map(|form| ("guided_*", form, place)));
            }
        }
        if let [(first, ..), (second, ..), ..] = &forms[..] {
            let message = format!("one answer cannot have two forms: `{first}` and `{second}`");
            return Err(ApiError::param(*second, message));
        }
        let (form, place) = forms.pop().map(|(_, form, place)| (form, place)).unzip();
        Ok(Self { form, place: place.unwrap_or_default(), ..Self::default() })
    }

    /// Adds what a chat says about its tools.
    ///
    /// # Errors
    /// 400 for a `tool_choice` of another form.
    pub fn with_tools(self, chat: &ChatFields) -> Result<Self, ApiError> {
        let tools = tool_use(chat.tool_choice.as_ref())?;
        Ok(Self { tools, one_call: chat.parallel_tool_calls == Some(false), ..self })
    }

    /// Whether the model is shown the tools.
    pub fn shows_tools(&self) -> bool {
        self.tools != ToolUse::None
    }

    /// The form of an answer that may be calls instead.
    fn form_or_calls(
        &self,
        form: &Form,
        dialect: Option<Dialect>,
        tools: &[Value],
    ) -> Result<Form, ApiError> {
        let (schema, place) = match form.clone() {
            Form::JsonSchema { schema, place } => (Some(schema), place),
            Form::JsonObject => (Some(json!({"type": "object"})), self.place.clone()),
            _ => (None, String::new()),
        };
        // Calls in other formats begin like any JSON, and expressions may begin like any call.
        let format = dialect.filter(|format| format.trigger().is_some());
        let (Some(schema), Some(format)) = (schema, format) else {
            let message = "an answer that may call tools in this model's format cannot be held to \
                           this form; send `tool_choice` \"none\" or leave out the form";
            return Err(ApiError::unsupported(&self.place, message));
        };
        let (tools, parallel) = (tools.to_vec(), !self.one_call);
        let calls = ToolForm { format, tools, choice: ToolChoice::Required, parallel };
        Ok(Form::SchemaOrCalls { schema, place, calls })
    }

    /// The form of an answer by a model that writes calls in `dialect`, with `tools` shown to it.
    ///
    /// # Errors
    /// 400: calls that are required of a model or request that cannot make them.
    pub fn form(
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

fn tool_use(value: Option<&Value>) -> Result<ToolUse, ApiError> {
    let wrong = || {
        let message = "`tool_choice` must be \"none\", \"auto\", \"required\" or \
                       {\"type\": \"function\", \"function\": {\"name\": ...}}";
        ApiError::param("tool_choice", message)
    };
    match value {
        None | Some(Value::Null) => Ok(ToolUse::Auto),
        Some(Value::String(word)) => match word.as_str() {
            "none" => Ok(ToolUse::None),
            "auto" => Ok(ToolUse::Auto),
            "required" => Ok(ToolUse::Required),
            _ => Err(wrong()),
        },
        Some(Value::Object(choice)) if choice.get("type").is_some_and(|t| t == "function") => {
            let name = choice.get("function").and_then(|f| f.get("name")).and_then(Value::as_str);
            name.map(|name| ToolUse::Named(name.to_owned())).ok_or_else(wrong)
        }
        Some(_) => Err(wrong()),
    }
}

fn object<'v>(value: &'v Value, param: &str) -> Result<&'v Map<String, Value>, ApiError> {
    value.as_object().ok_or_else(|| ApiError::param(param, format!("`{param}` must be an object")))
}

fn response_format(value: &Value) -> Result<Option<Form>, ApiError> {
    let format = object(value, "response_format")?;
    match format.get("type").and_then(Value::as_str) {
        Some("text") => Ok(None),
        Some("json_object") => Ok(Some(Form::JsonObject)),
        Some("json_schema") => {
            let place = "response_format.json_schema.schema";
            let given = format.get("json_schema").unwrap_or(&Value::Null);
            let at = |key: &str| format!("response_format.json_schema.{key}");
            typed(given, "name", &at, Value::is_string, "a string")?;
            typed(given, "description", &at, Value::is_string, "a string")?;
            typed(given, "strict", &at, Value::is_boolean, "true or false")?;
            let schema = given.get("schema");
            let schema = schema.filter(|s| s.is_object() || s.is_boolean()).ok_or_else(|| {
                ApiError::param(place, format!("`{place}` must be a JSON schema"))
            })?;
            Ok(Some(Form::JsonSchema { schema: schema.clone(), place: place.to_owned() }))
        }
        _ => {
            let message =
                "`response_format.type` must be \"text\", \"json_object\" or \"json_schema\"";
            Err(ApiError::param("response_format.type", message))
        }
    }
}

/// One of the forms that other servers know as guided decoding; `null` and false are none.
fn structured(key: &str, value: &Value, place: &str) -> Result<Option<Form>, ApiError> {
    let wrong = |want: &str| ApiError::param(place, format!("`{place}` must be {want}"));
    let text = || value.as_str().map(str::to_owned);
    Ok(match (key, value) {
        (_, Value::Null) | ("json_object", Value::Bool(false)) => None,
        ("json_object", Value::Bool(true)) => Some(Form::JsonObject),
        ("json", Value::String(schema)) => {
            let schema = serde_json::from_str(schema).map_err(|_| wrong("a JSON schema"))?;
            Some(Form::JsonSchema { schema, place: place.to_owned() })
        }
        ("json", schema) => {
            Some(Form::JsonSchema { schema: schema.clone(), place: place.to_owned() })
        }
        ("regex", _) => Some(Form::Regex(text().ok_or_else(|| wrong("a string"))?)),
        ("grammar", _) => Some(Form::Lark(text().ok_or_else(|| wrong("a string"))?)),
        ("choice", Value::Array(list)) if !list.is_empty() => {
            let words = list.iter().map(|w| w.as_str().map(regex_literal));
            let words: Option<Vec<_>> = words.collect();
            let words = words.ok_or_else(|| wrong("a list of strings"))?;
            Some(Form::Regex(format!("({})", words.join("|"))))
        }
        ("choice", _) => return Err(wrong("a list of at least one string")),
        _ => {
            let known = "json, json_object, regex, grammar and choice";
            let message = format!("`{place}` is not supported by this server; known are {known}");
            return Err(ApiError::unsupported(place, message));
        }
    })
}

/// An expression that matches `text` alone.
fn regex_literal(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\.+*?()|[]{}^$#&-~/ ".contains(c) || c.is_ascii_control() {
            out.push_str(&format!("\\x{:02x}", c as u32));
        } else {
            out.push(c);
        }
    }
    out
}

/// A refusal by the grammar compiler; the form came from the field `place`, and `length_field`
/// holds the wish for the answer's length.
pub fn refused(error: GrammarError, place: &str, length_field: &str) -> ApiError {
    let message = error.to_string();
    match error {
        GrammarError::Schema { path, .. } => ApiError::param(path, message),
        GrammarError::Regex { .. } | GrammarError::Lark { .. } => ApiError::param(place, message),
        GrammarError::Tools { .. } => ApiError::param("tools", message),
        GrammarError::NoTrigger { .. } => ApiError::param("tool_choice", message),
        GrammarError::Budget { min_tokens, .. } => {
            let message = format!("{message} (min_tokens: {min_tokens})");
            ApiError::param(length_field, message).with_code("answer_too_short")
        }
        GrammarError::Internal { .. } => ApiError::internal(message),
    }
}
