//! Answers in the form of the Messages API.

use super::blocks::{Blocks, joined};
use super::types::response::{Message, MessageUsage};
use crate::api::atlas::AtlasChoice;
use crate::generation::events::{End, StoppedBy};
use crate::generation::job::Job;
use crate::generation::note::Note;
use crate::generation::stream::Collected;

/// The message of an answer that is not streamed.
pub fn message(job: &Job, collected: Collected, show_thinking: bool) -> Message {
    let mut blocks = Blocks::new(job, show_thinking);
    let mut changes = Vec::new();
    for part in collected.parts {
        blocks.push(part, &mut changes);
    }
    blocks.end(&mut changes);
    let (stop_reason, stop_sequence) = stop(job, &collected.end);
    Message {
        content: joined(changes),
        stop_reason: Some(stop_reason),
        stop_sequence,
        usage: usage(job, Some(&collected.end)),
        atlas: atlas(job, &collected.end),
        ..empty(job)
    }
}

/// The message before its answer.
pub fn empty(job: &Job) -> Message {
    Message {
        id: job.id.clone(),
        kind: "message",
        role: "assistant",
        model: job.settings.model.clone(),
        content: Vec::new(),
        stop_reason: None,
        stop_sequence: None,
        usage: usage(job, None),
        atlas: None,
    }
}

/// The `atlas` object, which the API does not define, if the request asks for interventions.
pub fn atlas(job: &Job, end: &End) -> Option<AtlasChoice> {
    job.settings.interventions.then(|| AtlasChoice::new(end, true))
}

/// `stop_reason` and `stop_sequence`.
pub fn stop(job: &Job, end: &End) -> (&'static str, Option<String>) {
    match (end.reason, &end.stopped_by) {
        ("tool_calls", _) => ("tool_use", None),
        ("length", _) => {
            let wish = job.settings.max_tokens.map_or(0, u64::from);
            let room = u64::from(job.prompt_of(0).sampling.max_tokens);
            let guarded = end.notes.iter().any(|note| matches!(note, Note::Guard(_)));
            let full = end.completion_tokens >= room && room < wish && !guarded;
            (if full { "model_context_window_exceeded" } else { "max_tokens" }, None)
        }
        (_, Some(StoppedBy::Text(text))) => ("stop_sequence", Some(text.clone())),
        _ => ("end_turn", None),
    }
}

/// The token counts; before the end those of the answer are 0.
pub fn usage(job: &Job, end: Option<&End>) -> MessageUsage {
    let (cached, stored) = end.map_or((0, 0), |end| (end.cached_tokens, end.stored_tokens));
    MessageUsage {
        input_tokens: job.prompt_tokens().saturating_sub(cached + stored),
        cache_creation_input_tokens: stored,
        cache_read_input_tokens: cached,
        output_tokens: end.map_or(0, |end| end.completion_tokens),
    }
}
