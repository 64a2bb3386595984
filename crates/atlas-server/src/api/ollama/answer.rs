//! Parts of an answer in the form of Ollama's API.

use super::types::response::{Answer, AnswerEnd, FunctionCall, Message, ToolCall};
use crate::generation::events::End;
use crate::generation::job::Job;
use atlas_text::OutputEvent;
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The route that an answer belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endpoint {
    Chat,
    Generate,
}

/// Text, reasoning and calls that have come and are not sent.
#[derive(Debug, Default)]
pub struct Parts {
    pub text: String,
    pub thinking: String,
    pub calls: Vec<ToolCall>,
    /// The call that is being written, with its arguments as text.
    open: Option<(ToolCall, String)>,
}

/// Makes the lines of one answer.
pub struct Lines {
    job: Arc<Job>,
    endpoint: Endpoint,
    started: Instant,
    first: Option<Instant>,
    parts: Parts,
}

impl Lines {
    pub fn new(job: Arc<Job>, endpoint: Endpoint, started: Instant) -> Self {
        Self { job, endpoint, started, first: None, parts: Parts::default() }
    }

    /// Takes a part of the answer.
    pub fn push(&mut self, part: OutputEvent) {
        self.first.get_or_insert_with(Instant::now);
        match part {
            OutputEvent::Text(text) => self.parts.text.push_str(&text),
            OutputEvent::Reasoning(text) => self.parts.thinking.push_str(&text),
            OutputEvent::CallBegin { index, name } => {
                let id = self.job.origin.call_id(0, index);
                let function = FunctionCall { index, name, arguments: Value::Null };
                self.parts.open = Some((ToolCall { id, function }, String::new()));
            }
            OutputEvent::CallArguments { json, .. } => {
                if let Some((_, text)) = &mut self.parts.open {
                    text.push_str(&json);
                }
            }
            OutputEvent::CallEnd { .. } => {
                if let Some((mut call, text)) = self.parts.open.take() {
                    let parsed = serde_json::from_str(&text);
                    call.function.arguments = parsed.unwrap_or(Value::String(text));
                    self.parts.calls.push(call);
                }
            }
            // A call that was cut has no arguments that this API could write.
            OutputEvent::CallCut { .. } => self.parts.open = None,
            OutputEvent::Note(_) => {}
        }
    }

    /// The line of what has come since the last one; `None` if that is nothing.
    pub fn line(&mut self) -> Option<Answer> {
        let parts = &self.parts;
        let empty = parts.text.is_empty() && parts.thinking.is_empty() && parts.calls.is_empty();
        (!empty).then(|| self.answer())
    }

    /// The last line, with what has come since the one before.
    pub fn last(&mut self, end: &End) -> Answer {
        let now = Instant::now();
        let first = self.first.unwrap_or(now);
        let end = AnswerEnd {
            done_reason: if end.reason == "length" { "length" } else { "stop" },
            total_duration: nanos(now - self.started),
            load_duration: 0,
            prompt_eval_count: self.job.prompt_tokens(),
            prompt_eval_duration: nanos(first - self.started),
            eval_count: end.completion_tokens,
            eval_duration: nanos(now - first),
        };
        Answer { done: true, end: Some(end), ..self.answer() }
    }

    fn answer(&mut self) -> Answer {
        let open = self.parts.open.take();
        let Parts { text, thinking, calls, .. } = std::mem::take(&mut self.parts);
        self.parts.open = open;
        let empty = Answer {
            model: self.job.settings.model.clone(),
            created_at: self.job.origin.moment().to_string(),
            ..Answer::default()
        };
        match self.endpoint {
            Endpoint::Chat => {
                let message =
                    Message { role: "assistant", content: text, thinking, tool_calls: calls };
                Answer { message: Some(message), ..empty }
            }
            Endpoint::Generate => {
                let thinking = (!thinking.is_empty()).then_some(thinking);
                Answer { response: Some(text), thinking, ..empty }
            }
        }
    }
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}
