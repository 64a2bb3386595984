//! Notes: interventions of the server in an answer, and faults found in it.

use super::guards::Fired;
use atlas_text::OutputNote;
use atlas_text::grammar::{ForbiddenToken, ForcedClose, ThinkingLimit};

/// One intervention in an answer, or one fault found in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Reported by the output parser.
    Output(OutputNote),
    /// The reasoning was closed by force.
    Thinking(ForcedClose),
    /// A guard ended the answer.
    Guard(Fired),
    /// A picked token was not taken: the form could not have ended within the answer's length.
    Forbidden(ForbiddenToken),
    /// The constrained form was not certain to fit into the answer's length.
    Unpromised,
}

impl Note {
    /// The name in metrics and in lists of interventions.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Output(OutputNote::CallInReasoning { .. }) => "call_in_reasoning",
            Self::Output(OutputNote::IncompleteCallInReasoning { .. }) => {
                "incomplete_call_in_reasoning"
            }
            Self::Output(OutputNote::InvalidCallInReasoning { .. }) => "invalid_call_in_reasoning",
            Self::Output(OutputNote::MissingClose { .. }) => "missing_close",
            Self::Output(OutputNote::KeptAsString { .. }) => "kept_as_string",
            Self::Thinking(forced) => match forced.limit {
                ThinkingLimit::Budget => "thinking_budget",
                ThinkingLimit::Room => "thinking_room",
                ThinkingLimit::Repetition => "thinking_repetition",
            },
            Self::Guard(fired) => fired.guard.name(),
            Self::Forbidden(_) => "answer_room",
            Self::Unpromised => "unpromised_form",
        }
    }

    /// All names.
    pub const KINDS: [&'static str; 17] = [
        "call_in_reasoning",
        "incomplete_call_in_reasoning",
        "invalid_call_in_reasoning",
        "missing_close",
        "kept_as_string",
        "thinking_budget",
        "thinking_room",
        "thinking_repetition",
        "repetition",
        "tool_body",
        "prose_between_calls",
        "post_thinking",
        "held_back",
        "calls",
        "repeated_calls",
        "answer_room",
        "unpromised_form",
    ];
}
