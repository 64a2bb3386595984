//! Parts of an answer as content blocks, whole and streamed. Both are made from the same steps, so
//! they are equal by construction.

use super::errors;
use super::types::response::{
    BlockDelta, ContentBlock, Message, MessageEnd, MessageUsage, StreamEvent,
};
use crate::api::openai::types::response::AtlasChoice;
use crate::generation::choice::{ChoiceEvent, End, Note, StoppedBy};
use crate::generation::job::{Collected, Job};
use crate::http::errors::ApiError;
use crate::http::sse::{ChunkWriter, EventBuffer};
use crate::ids::Origin;
use atlas_text::OutputEvent;
use serde_json::value::RawValue;
use std::sync::Arc;

/// A step in the writing of blocks. Deltas belong to the block begun last.
enum Step {
    Begin(ContentBlock),
    Delta(BlockDelta),
    End,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Thinking,
    Call,
}

/// Cuts the parts of an answer into blocks.
struct Blocks {
    open: Option<Kind>,
    show_thinking: bool,
    origin: Origin,
}

impl Blocks {
    fn new(job: &Job, show_thinking: bool) -> Self {
        Self { open: None, show_thinking, origin: job.origin }
    }

    fn push(&mut self, part: OutputEvent, out: &mut Vec<Step>) {
        match part {
            OutputEvent::Text(text) => {
                if self.open != Some(Kind::Text) {
                    self.begin(Kind::Text, ContentBlock::Text { text: String::new() }, out);
                }
                out.push(Step::Delta(BlockDelta::TextDelta { text }));
            }
            OutputEvent::Reasoning(thinking) => {
                if self.open != Some(Kind::Thinking) {
                    let (thinking, signature) = Default::default();
                    let block = ContentBlock::Thinking { thinking, signature };
                    self.begin(Kind::Thinking, block, out);
                }
                if self.show_thinking {
                    out.push(Step::Delta(BlockDelta::ThinkingDelta { thinking }));
                }
            }
            OutputEvent::CallBegin { index, name } => {
                let id = self.origin.id("toolu", index as u64);
                let block = ContentBlock::ToolUse { id, name, input: no_input() };
                self.begin(Kind::Call, block, out);
            }
            OutputEvent::CallArguments { json, .. } => {
                out.push(Step::Delta(BlockDelta::InputJsonDelta { partial_json: json }));
            }
            OutputEvent::CallEnd { .. } | OutputEvent::CallCut { .. } => self.end(out),
            OutputEvent::Note(_) => {}
        }
    }

    fn begin(&mut self, kind: Kind, block: ContentBlock, out: &mut Vec<Step>) {
        self.end(out);
        self.open = Some(kind);
        out.push(Step::Begin(block));
    }

    fn end(&mut self, out: &mut Vec<Step>) {
        match self.open.take() {
            None => return,
            Some(Kind::Thinking) => {
                let signature = String::new();
                out.push(Step::Delta(BlockDelta::SignatureDelta { signature }));
            }
            Some(_) => {}
        }
        out.push(Step::End);
    }
}

fn no_input() -> Box<RawValue> {
    // `{}` is JSON, and so is what stands in for it.
    RawValue::from_string("{}".to_owned()).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

/// The message of a whole answer.
pub fn message(job: &Job, collected: Collected, show_thinking: bool) -> Message {
    let mut blocks = Blocks::new(job, show_thinking);
    let mut steps = Vec::new();
    for part in collected.parts {
        blocks.push(part, &mut steps);
    }
    blocks.end(&mut steps);
    let (stop_reason, stop_sequence) = stop(job, &collected.end);
    Message {
        content: joined(steps),
        stop_reason: Some(stop_reason),
        stop_sequence,
        usage: usage(job, Some(&collected.end)),
        atlas: atlas(job, &collected.end),
        ..empty(job)
    }
}

fn empty(job: &Job) -> Message {
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

/// What the API does not define is there for those who ask for it.
fn atlas(job: &Job, end: &End) -> Option<AtlasChoice> {
    job.settings.interventions.then(|| end.atlas(true))
}

fn joined(steps: Vec<Step>) -> Vec<ContentBlock> {
    let (mut content, mut json): (Vec<ContentBlock>, _) = (Vec::new(), String::new());
    for step in steps {
        match (step, content.last_mut()) {
            (Step::Begin(block), _) => content.push(block),
            (
                Step::Delta(BlockDelta::TextDelta { text: new }),
                Some(ContentBlock::Text { text }),
            ) => {
                text.push_str(&new);
            }
            (
                Step::Delta(BlockDelta::ThinkingDelta { thinking: new }),
                Some(ContentBlock::Thinking { thinking, .. }),
            ) => thinking.push_str(&new),
            (Step::Delta(BlockDelta::InputJsonDelta { partial_json }), _) => {
                json.push_str(&partial_json);
            }
            (Step::End, Some(ContentBlock::ToolUse { input, .. })) => {
                *input = complete(std::mem::take(&mut json));
            }
            (Step::Delta(_) | Step::End, _) => {}
        }
    }
    content
}

/// JSON text of an object, or the complete members of one that breaks off.
fn complete(json: String) -> Box<RawValue> {
    let json = match RawValue::from_string(json.clone()) {
        Ok(value) => return value,
        Err(_) => json,
    };
    let (cut, closers) = last_complete(&json);
    let closed: String = json[..cut].chars().chain(closers.chars().rev()).collect();
    RawValue::from_string(closed).unwrap_or_else(|_| no_input())
}

/// Where the beginning of a JSON text can be cut so that brackets alone complete it, and those
/// brackets from the outermost to the innermost.
fn last_complete(json: &str) -> (usize, String) {
    let (mut open, mut best) = (String::new(), (0, String::new()));
    // In an object only the string after a colon is a value.
    let (mut in_string, mut escaped, mut after_colon) = (false, false, false);
    for (at, byte) in json.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' if in_string => {
                in_string = false;
                if after_colon || open.ends_with(']') {
                    best = (at + 1, open.clone());
                }
            }
            b'"' => in_string = true,
            _ if in_string => {}
            b':' => after_colon = true,
            b'{' | b'[' => {
                open.push(if byte == b'{' { '}' } else { ']' });
                after_colon = false;
                best = (at + 1, open.clone());
            }
            b'}' | b']' => {
                open.pop();
                best = (at + 1, open.clone());
            }
            // Numbers and words are complete when something follows them.
            b',' => {
                after_colon = false;
                best = (at, open.clone());
            }
            _ => {}
        }
    }
    best
}

/// `stop_reason` and `stop_sequence`.
fn stop(job: &Job, end: &End) -> (&'static str, Option<String>) {
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

/// Token counts; before the end nothing is known of the answer.
fn usage(job: &Job, end: Option<&End>) -> MessageUsage {
    let (cached, stored) = end.map_or((0, 0), |end| (end.cached_tokens, end.stored_tokens));
    MessageUsage {
        input_tokens: job.prompt_tokens().saturating_sub(cached + stored),
        cache_creation_input_tokens: stored,
        cache_read_input_tokens: cached,
        output_tokens: end.map_or(0, |end| end.completion_tokens),
    }
}

/// Writes the events of a streamed message.
pub struct Events {
    job: Arc<Job>,
    blocks: Blocks,
    /// Index of the block begun last, plus one.
    begun: usize,
}

impl Events {
    pub fn new(job: Arc<Job>, show_thinking: bool) -> Self {
        let blocks = Blocks::new(&job, show_thinking);
        Self { job, blocks, begun: 0 }
    }

    fn write(&mut self, steps: Vec<Step>, out: &mut EventBuffer) {
        for step in steps {
            if let Step::Begin(_) = step {
                self.begun += 1;
            }
            let index = self.begun.saturating_sub(1);
            send(
                &match step {
                    Step::Begin(content_block) => {
                        StreamEvent::ContentBlockStart { index, content_block }
                    }
                    Step::Delta(delta) => StreamEvent::ContentBlockDelta { index, delta },
                    Step::End => StreamEvent::ContentBlockStop { index },
                },
                out,
            );
        }
    }
}

fn send(event: &StreamEvent, out: &mut EventBuffer) {
    out.push_named(event.name(), event);
}

impl ChunkWriter for Events {
    fn start(&mut self, out: &mut EventBuffer) {
        send(&StreamEvent::MessageStart { message: empty(&self.job) }, out);
    }

    fn event(&mut self, _: u32, event: ChoiceEvent, out: &mut EventBuffer) {
        let mut steps = Vec::new();
        match event {
            ChoiceEvent::Delta(delta) => {
                for part in delta.parts {
                    self.blocks.push(part, &mut steps);
                }
                self.write(steps, out);
            }
            ChoiceEvent::End(end) => {
                self.blocks.end(&mut steps);
                self.write(steps, out);
                let (stop_reason, stop_sequence) = stop(&self.job, &end);
                let delta = MessageEnd { stop_reason: Some(stop_reason), stop_sequence };
                let usage = usage(&self.job, Some(&end));
                let atlas = atlas(&self.job, &end);
                send(&StreamEvent::MessageDelta { delta, usage, atlas }, out);
            }
            // The API has no log-probabilities.
            ChoiceEvent::PromptLogprobs(_) | ChoiceEvent::Failed(_) => {}
        }
    }

    fn finish(&mut self, out: &mut EventBuffer) {
        send(&StreamEvent::MessageStop, out);
    }

    fn keep_alive(out: &mut EventBuffer) {
        send(&StreamEvent::Ping, out);
    }

    fn failed(&mut self, error: &ApiError, out: &mut EventBuffer) {
        send(&StreamEvent::Error { error: errors::object(error) }, out);
    }

    /// `message_stop` or the error was the last event.
    fn close(_: &mut EventBuffer) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn a_call_that_breaks_off_keeps_its_complete_members() {
        let whole = r#"{"a": "x\"}", "b": [1, {"c": 2.50}, "y"], "d": {}, "e": -7, "f": null}"#;
        let expected = |json: &str| complete(json.to_owned()).get().to_owned();
        assert_eq!(expected(whole), whole);
        assert_eq!(expected(""), "{}");
        assert_eq!(expected(r#"{"a": "x\"}"#), "{}");
        assert_eq!(expected(r#"{"a": "x\"}", "b": [1"#), r#"{"a": "x\"}", "b": []}"#);
        assert_eq!(expected(r#"{"a": "x", "b": [1, {"c": 2."#), r#"{"a": "x", "b": [1, {}]}"#);
        assert_eq!(expected(r#"{"a": 1, "b": "y"#), r#"{"a": 1}"#);
        assert_eq!(expected(r#"{"a": 1, "b": "y""#), r#"{"a": 1, "b": "y"}"#);
        assert_eq!(expected(r#"{"a": {"b": 1}, "c""#), r#"{"a": {"b": 1}}"#);
        assert_eq!(expected(r#"{"a": ["x", "y""#), r#"{"a": ["x", "y"]}"#);
        assert_eq!(expected(r#"{"a": tr"#), "{}");
        assert_eq!(expected(r#"{"a": [1, []], "b": 2, "c"#), r#"{"a": [1, []], "b": 2}"#);
        for end in 0..whole.len() {
            let value: Value = serde_json::from_str(&expected(&whole[..end])).expect("JSON");
            assert!(value.is_object(), "{value}");
        }
    }
}
