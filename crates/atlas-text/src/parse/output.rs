//! The events of an answer, and the description of answers that a parser expects.

use super::dialect::Dialect;
use super::schema::tool_set::ToolSet;
use std::sync::Arc;
use thiserror::Error;

/// The marks around reasoning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReasoningTags {
    pub open: String,
    pub close: String,
    /// The prompt has opened the reasoning already.
    pub starts_open: bool,
}

impl ReasoningTags {
    /// `<think>` and `</think>`.
    pub fn think(starts_open: bool) -> Self {
        Self { open: "<think>".to_owned(), close: "</think>".to_owned(), starts_open }
    }

    /// `[THINK]` and `[/THINK]`, the marks of Mistral's models.
    pub fn mistral() -> Self {
        Self { open: "[THINK]".to_owned(), close: "[/THINK]".to_owned(), starts_open: false }
    }

    /// Tags by their name in settings.
    ///
    /// # Errors
    /// A name that is no tags'.
    pub fn named(name: &str) -> Result<Self, UnknownReasoningTags> {
        match name {
            "think" => Ok(Self::think(false)),
            "mistral" => Ok(Self::mistral()),
            _ => Err(UnknownReasoningTags { name: name.to_owned() }),
        }
    }

    /// Tags that occur in a chat template.
    pub fn of_template(template: &str) -> Option<Self> {
        let known = [Self::think(false), Self::mistral()];
        known.into_iter().find(|tags| template.contains(&tags.close))
    }

    /// The same tags for an answer to `prompt`, which may end with the opening one.
    #[must_use]
    pub fn after(&self, prompt: &str) -> Self {
        Self { starts_open: prompt.trim_end().ends_with(&self.open), ..self.clone() }
    }
}

/// A name that is no reasoning tags'.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("unknown reasoning parser `{name}`; known are think, mistral")]
pub struct UnknownReasoningTags {
    pub name: String,
}

/// Description of the parts that an answer may have.
#[derive(Clone, Debug)]
pub struct OutputSpec {
    /// Dialect in which the model writes tool calls.
    pub dialect: Dialect,
    /// The tools of the request; an empty set means that no markup is a call.
    pub tools: Arc<ToolSet>,
    /// `None`: the model does not reason, or its reasoning is to stay in the text.
    pub reasoning: Option<ReasoningTags>,
}

/// One step of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputEvent {
    Reasoning(String),
    Text(String),
    /// A call of a known tool begins. Indices count from 0 in order.
    CallBegin {
        index: usize,
        name: String,
    },
    /// A piece of the JSON text of the arguments object.
    CallArguments {
        index: usize,
        json: String,
    },
    /// The call is complete: its pieces are one JSON object.
    CallEnd {
        index: usize,
    },
    /// The call stays incomplete: its pieces are the beginning of a JSON object.
    CallCut {
        index: usize,
    },
    /// An event for a list of interventions.
    Note(OutputNote),
}

/// Position in an answer, after the text read so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutputPlace {
    /// Nothing but blanks came, or what may be a mark.
    #[default]
    Start,
    /// In text or reasoning.
    Text,
    /// In the markup of a call.
    Call,
    /// After a call; nothing but blanks and closing markup has followed.
    AfterCall,
}

/// A deviation of the answer from its format, with the machine's reaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputNote {
    /// A complete call inside the reasoning ended the reasoning and was delivered.
    CallInReasoning { name: String },
    /// The answer ended inside the reasoning inside a call; its bytes are in the reasoning.
    IncompleteCallInReasoning { name: String },
    /// A complete call inside the reasoning does not fit the schema; its bytes are reasoning.
    InvalidCallInReasoning { name: String },
    /// A call was taken as complete though closing markup is missing.
    MissingClose { index: usize },
    /// The value of this argument cannot be read as its type and stays a string.
    KeptAsString { index: usize, key: String },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_known_by_name_and_by_the_template() {
        assert_eq!(ReasoningTags::named("think"), Ok(ReasoningTags::think(false)));
        assert_eq!(ReasoningTags::named("mistral"), Ok(ReasoningTags::mistral()));
        let error = ReasoningTags::named("r1").unwrap_err().to_string();
        assert_eq!(error, "unknown reasoning parser `r1`; known are think, mistral");
        for (template, tags) in [
            ("<|im_start|>assistant\n<think>\n", None),
            ("{{ content.split('</think>')[-1] }}", Some(ReasoningTags::think(false))),
            ("{{ '[THINK]' + block['thinking'] + '[/THINK]' }}", Some(ReasoningTags::mistral())),
            ("[INST]{{ content }}[/INST]", None),
        ] {
            assert_eq!(ReasoningTags::of_template(template), tags, "{template}");
        }
    }

    #[test]
    fn a_prompt_opens_the_reasoning_or_has_closed_it() {
        let think = ReasoningTags::think(false);
        assert!(think.after("<|im_start|>assistant\n<think>\n").starts_open);
        assert!(!think.after("<|im_start|>assistant\n<think></think>").starts_open);
        assert!(think.after("<｜Assistant｜><think>").starts_open);
        assert!(!think.after("<｜Assistant｜></think>").starts_open);
        assert!(!ReasoningTags::mistral().after("[INST]a[/INST]").starts_open);
    }
}
