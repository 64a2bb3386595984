//! The `atlas` object of an answer: facts that no other API reports.

use crate::generation::events::End;
use crate::generation::note::Note;
use atlas_text::OutputNote;
use atlas_text::grammar::ForbiddenToken;
use serde::Serialize;
use utoipa::ToSchema;

/// Atlas's own report about a choice.
#[derive(Clone, Debug, Serialize, PartialEq, Eq, ToSchema)]
pub struct AtlasChoice {
    /// `stop_token`, `stop_string`, `max_tokens`, `seq_len`, `deadline`, `calls_max`,
    /// `incomplete_call`, `constraint_complete`, or the guard that ended it: `repetition`,
    /// `tool_body`, `prose_between_calls`, `post_thinking`, `held_back`, `calls` or
    /// `repeated_calls`.
    pub finish_detail: &'static str,
    /// Where the server did other than pass the answer on; if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interventions: Option<Vec<Intervention>>,
}

/// One thing that the server did to an answer or found wrong with it.
#[derive(Clone, Debug, Default, Serialize, PartialEq, Eq, ToSchema)]
pub struct Intervention {
    /// `call_in_reasoning`, `incomplete_call_in_reasoning`, `invalid_call_in_reasoning`,
    /// `missing_close`, `kept_as_string`, `thinking_budget`, `thinking_room`,
    /// `thinking_repetition`, `repetition`, `tool_body`, `prose_between_calls`, `post_thinking`,
    /// `held_back`, `calls`, `repeated_calls`, `answer_room` or `unpromised_form`.
    pub kind: &'static str,
    /// The tool, where the answer names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// Index of the call it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<usize>,
    /// The argument it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub argument: Option<String>,
    /// The limit of the guard that ended the answer; of a repetition, its least count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Tokens of the reasoning that was closed by force, or of the pattern that was repeated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u32>,
    /// Tokens of the answer before the one that was not taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<u32>,
    /// The token that was picked and not taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<u32>,
}

impl AtlasChoice {
    /// The object for the end of a choice; `listed` adds the interventions.
    pub fn new(end: &End, listed: bool) -> Self {
        let list = || end.notes.iter().map(Intervention::new).collect();
        Self { finish_detail: end.detail, interventions: listed.then(list) }
    }
}

impl Intervention {
    fn new(note: &Note) -> Self {
        let (kind, empty) = (note.kind(), Self::default());
        match note.clone() {
            Note::Output(
                OutputNote::CallInReasoning { name }
                | OutputNote::IncompleteCallInReasoning { name }
                | OutputNote::InvalidCallInReasoning { name },
            ) => Self { kind, tool: Some(name), ..empty },
            Note::Output(OutputNote::MissingClose { index }) => {
                Self { kind, call: Some(index), ..empty }
            }
            Note::Output(OutputNote::KeptAsString { index, key }) => {
                Self { kind, call: Some(index), argument: Some(key), ..empty }
            }
            Note::Thinking(forced) => Self { kind, tokens: Some(forced.tokens), ..empty },
            Note::Forbidden(ForbiddenToken { at, token }) => {
                Self { kind, position: Some(at), token: Some(token), ..empty }
            }
            Note::Unpromised => Self { kind, ..empty },
            Note::Guard(fired) => {
                Self { kind, limit: Some(fired.limit), tokens: fired.pattern_size, ..empty }
            }
        }
    }
}
