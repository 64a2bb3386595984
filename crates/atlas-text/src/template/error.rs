//! Errors of loading and applying a chat template.

use crate::jinja;
use thiserror::Error;

/// Why a chat template could not be loaded or applied.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TemplateError {
    #[error(
        "the model has no chat template; give one with --chat-template, or use /v1/completions"
    )]
    Missing,
    #[error(
        "the model has chat templates named {}, but none named `default`; \
         give one with --chat-template",
        names.join(", ")
    )]
    NoDefault { names: Vec<String> },
    #[error("the chat template does not compile{}: {message}", at_line(*line))]
    Compile { message: String, line: Option<usize> },
    #[error("{field} of tokenizer_config.json is not a template or a list of named templates")]
    Malformed { field: String },
    /// The template itself refused the conversation through `raise_exception`.
    #[error("{message}")]
    Raised { message: String },
    #[error("the chat template fails on this conversation{}: {message}", at_line(*line))]
    Render { message: String, line: Option<usize> },
    #[error("`{name}` cannot be set through chat_template_kwargs; the request has a field for it")]
    ReservedKwarg { name: String },
    #[error("the conversation is empty; send at least one message")]
    NoMessages,
    #[error("continue_final_message and add_generation_prompt exclude each other; set one of them")]
    ContinueAndPrompt,
    #[error("continue_final_message needs text in the final message, and there is none")]
    NothingToContinue,
    #[error(
        "continue_final_message: the chat template changes or drops the final message, so it \
         cannot be left open"
    )]
    CannotContinue,
}

fn at_line(line: Option<usize>) -> String {
    line.map_or_else(String::new, |line| format!(" (line {line})"))
}

impl TemplateError {
    /// Whether the request is at fault (400) and not the model's files (500).
    pub fn is_client_error(&self) -> bool {
        !matches!(self, Self::Compile { .. } | Self::Malformed { .. } | Self::NoDefault { .. })
    }

    pub(crate) fn compile(error: &jinja::Error) -> Self {
        Self::Compile { message: error.message.clone(), line: error.line }
    }

    pub(crate) fn render(error: &jinja::Error) -> Self {
        let message = error.message.clone();
        match error.raised {
            true => Self::Raised { message },
            false => Self::Render { message, line: error.line },
        }
    }
}
