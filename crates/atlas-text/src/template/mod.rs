//! Chat templates, rendered byte for byte as transformers renders them.

mod content;
mod error;
mod integers;
mod reads;
mod source;

pub(crate) use content::{ContentForms, joined, shaped};
pub use error::TemplateError;
pub use integers::ExactIntegers;
pub(crate) use reads::REASONING_FIELDS;
pub use source::TemplateSource;

use crate::jinja::{self, Template};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Map, Value};

/// Clock of `strftime_now`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// Local time of the machine.
    #[default]
    System,
    /// A fixed moment, so that tests and replays see the same prompt.
    Fixed(jiff::civil::DateTime),
}

impl Clock {
    /// The time as `format` writes it: now, or at `moment`, unless it is fixed.
    fn format(&self, format: &str, moment: Option<Timestamp>) -> Result<String, String> {
        match self {
            Self::System => {
                let moment = moment.unwrap_or_else(Timestamp::now);
                jiff::fmt::strtime::format(format, &moment.to_zoned(TimeZone::system()))
            }
            Self::Fixed(time) => jiff::fmt::strtime::format(format, *time),
        }
        .map_err(|e| e.to_string())
    }
}

/// Inputs of a rendering.
#[derive(Clone, Debug, Default)]
pub struct RenderRequest<'a> {
    /// The messages as JSON objects, passed to the template as they are.
    pub messages: &'a [Value],
    /// The tools as a JSON list; `None` and an empty list mean no tools.
    pub tools: Option<&'a Value>,
    /// Ends the prompt with the header of an assistant message.
    pub add_generation_prompt: bool,
    /// Leaves the final message open, with nothing after its text.
    pub continue_final_message: bool,
    /// `chat_template_kwargs`: variables for the template, over the special tokens.
    pub kwargs: Option<&'a Map<String, Value>>,
    /// Time that `strftime_now` reads as now; `None` is the clock.
    pub now: Option<Timestamp>,
    /// Integers beyond 64 bits of the messages and tools.
    pub integers: Option<&'a ExactIntegers>,
}

/// A model's compiled chat template (or several, by name).
pub struct ChatTemplate {
    /// In the order of the source's templates.
    compiled: Vec<Template>,
    /// Forms of content that each template reads, by role.
    forms: Vec<Vec<content::FormsOfRole>>,
    source: TemplateSource,
    special_tokens: Map<String, Value>,
    clock: Clock,
    /// The fields from which a template reads the reasoning of an earlier answer.
    reasoning_fields: Vec<&'static str>,
}

impl std::fmt::Debug for ChatTemplate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ChatTemplate")
            .field("origin", &self.source.origin())
            .finish_non_exhaustive()
    }
}

/// Variables that the request's own fields set.
const RESERVED: &[&str] =
    &["messages", "tools", "add_generation_prompt", "continue_final_message", "chat_template"];

/// Marks the end of the message to continue while the template runs. The trailing space shows
/// whether the template trims.
const CONTINUE_TAG: &str = "CONTINUE_FINAL_MESSAGE_TAG ";

impl ChatTemplate {
    /// Compiles the templates. `special_tokens` are `bos_token` and the like, as variables.
    ///
    /// # Errors
    /// [`TemplateError::Compile`] with the line.
    pub fn new(
        source: TemplateSource,
        special_tokens: Map<String, Value>,
        clock: Clock,
    ) -> Result<Self, TemplateError> {
        let reads =
            |name: &str| source.templates().iter().any(|(_, text)| reads::reads_field(text, name));
        let reasoning_fields = REASONING_FIELDS.into_iter().filter(|name| reads(name)).collect();
        let compile = |(_, text): &(String, String)| {
            Template::compile(text).map_err(|e| TemplateError::compile(&e))
        };
        let compiled = source.templates().iter().map(compile).collect::<Result<_, _>>()?;
        let mut template =
            Self { compiled, forms: Vec::new(), source, special_tokens, clock, reasoning_fields };
        let names = template.source.templates().iter().map(|(name, _)| name);
        template.forms = names
            .map(|name| {
                content::forms_by_role(|messages| {
                    template.run(name, &RenderRequest::default(), messages, None)
                })
            })
            .collect();
        Ok(template)
    }

    /// The file, field or flag the template came from.
    pub fn origin(&self) -> &str {
        self.source.origin()
    }

    /// The template for conversations with tools, as the model's files spell it.
    pub fn text_with_tools(&self) -> Option<&str> {
        self.source.select(true).ok().map(|(_, text)| text)
    }

    /// Whether the template for conversations with tools reads a variable of this name.
    pub fn reads_variable(&self, name: &str) -> bool {
        self.text_with_tools().is_some_and(|text| reads::reads_variable(text, name))
    }

    /// The fields of a message from which the template reads the reasoning of an earlier answer.
    pub(crate) fn reasoning_fields(&self) -> &[&'static str] {
        &self.reasoning_fields
    }

    /// The forms of content that the template reads in messages of `role`, behind a system message
    /// or not.
    pub(crate) fn content_forms(&self, role: &str, behind: bool, tools: bool) -> ContentForms {
        let selected = self.source.select(tools).ok().and_then(|(name, _)| self.index(name));
        let forms = selected.and_then(|index| self.forms.get(index));
        let of = |role: &str| forms?.iter().find(|(r, _)| *r == role);
        let found = |role: &str| of(role).map(|(_, forms)| forms[usize::from(behind)]);
        let strings = ContentForms { string: true, parts: false };
        found(role).or_else(|| found("user")).unwrap_or(strings)
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.source.templates().iter().position(|(n, _)| n == name)
    }

    /// Whether the template names `role` among the roles of messages.
    pub(crate) fn names_role(&self, role: &str) -> bool {
        self.source.templates().iter().any(|(_, text)| reads::names_role(text, role))
    }

    /// Renders a conversation into the prompt text.
    ///
    /// # Errors
    /// [`TemplateError::Raised`] carries what the template says about the conversation; see
    /// [`TemplateError::is_client_error`] for whose fault an error is.
    pub fn render(&self, request: &RenderRequest) -> Result<String, TemplateError> {
        if request.messages.is_empty() {
            return Err(TemplateError::NoMessages);
        }
        let tools = request.tools.filter(|t| t.as_array().is_none_or(|list| !list.is_empty()));
        let (name, text) = self.source.select(tools.is_some())?;
        if !request.continue_final_message {
            return self.run(name, request, request.messages, tools);
        }
        if request.add_generation_prompt {
            return Err(TemplateError::ContinueAndPrompt);
        }
        if !text.contains("content") {
            return Err(TemplateError::CannotContinue);
        }
        let (messages, last_text) = with_continue_tag(request.messages)?;
        let rendered = self.run(name, request, &messages, tools)?;
        cut_at_tag(rendered, &last_text)
    }

    fn run(
        &self,
        name: &str,
        request: &RenderRequest,
        messages: &[Value],
        tools: Option<&Value>,
    ) -> Result<String, TemplateError> {
        let mut context = self.special_tokens.clone();
        context.insert("documents".to_owned(), Value::Null);
        for (key, value) in request.kwargs.into_iter().flatten() {
            if RESERVED.contains(&key.as_str()) {
                return Err(TemplateError::ReservedKwarg { name: key.clone() });
            }
            context.insert(key.clone(), value.clone());
        }
        context.insert("messages".to_owned(), Value::from(messages));
        context.insert("tools".to_owned(), tools.cloned().unwrap_or(Value::Null));
        context.insert("add_generation_prompt".to_owned(), request.add_generation_prompt.into());
        let template = self.index(name).and_then(|index| self.compiled.get(index));
        let template = template.ok_or(TemplateError::Missing)?;
        let (clock, now) = (self.clock, request.now);
        template
            .render(
                context,
                |double| request.integers?.get(double).cloned(),
                move |format| clock.format(format, now),
            )
            .map_err(|e| TemplateError::render(&e))
    }
}

/// The messages with the tag at the end of the last text, and that text.
fn with_continue_tag(messages: &[Value]) -> Result<(Vec<Value>, String), TemplateError> {
    let mut messages = messages.to_vec();
    let content = messages
        .last_mut()
        .and_then(|m| m.get_mut("content"))
        .ok_or(TemplateError::NothingToContinue)?;
    let text = match content {
        Value::Array(parts) => parts.iter_mut().rev().find_map(|part| part.get_mut("text")),
        text => Some(text),
    };
    match text {
        Some(Value::String(text)) => {
            let before = text.clone();
            text.push_str(CONTINUE_TAG);
            Ok((messages, before))
        }
        _ => Err(TemplateError::NothingToContinue),
    }
}

fn cut_at_tag(mut rendered: String, last_text: &str) -> Result<String, TemplateError> {
    let tag = CONTINUE_TAG.trim_end();
    let at = rendered.rfind(tag).ok_or(TemplateError::CannotContinue)?;
    if !rendered.contains(jinja::strip(last_text)) {
        return Err(TemplateError::CannotContinue);
    }
    let kept = rendered[at..].starts_with(CONTINUE_TAG);
    rendered.truncate(at);
    if !kept {
        // The template trims the message, so its trailing space must not stay either.
        let end = rendered.trim_end_matches(jinja::is_space).len();
        rendered.truncate(end);
    }
    Ok(rendered)
}
