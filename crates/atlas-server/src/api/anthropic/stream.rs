//! Events of a streamed message.

use super::answer::{atlas, empty, stop, usage};
use super::blocks::{BlockChange, Blocks};
use super::errors;
use super::types::response::{MessageEnd, StreamEvent};
use crate::api::stream::EventWriter;
use crate::generation::events::ChoiceEvent;
use crate::generation::job::Job;
use crate::http::errors::ApiError;
use crate::http::sse::EventBuffer;
use std::sync::Arc;

/// Writes the events of a streamed message: one block after the other, each with start, deltas and
/// stop.
pub struct MessageWriter {
    job: Arc<Job>,
    blocks: Blocks,
    /// Number of blocks begun.
    begun: usize,
}

impl MessageWriter {
    pub fn new(job: Arc<Job>, show_thinking: bool) -> Self {
        let blocks = Blocks::new(&job, show_thinking);
        Self { job, blocks, begun: 0 }
    }

    fn write(&mut self, changes: Vec<BlockChange>, out: &mut EventBuffer) {
        for change in changes {
            if let BlockChange::Begin(_) = change {
                self.begun += 1;
            }
            let index = self.begun.saturating_sub(1);
            send(
                &match change {
                    BlockChange::Begin(content_block) => {
                        StreamEvent::ContentBlockStart { index, content_block }
                    }
                    BlockChange::Delta(delta) => StreamEvent::ContentBlockDelta { index, delta },
                    BlockChange::End => StreamEvent::ContentBlockStop { index },
                },
                out,
            );
        }
    }
}

fn send(event: &StreamEvent, out: &mut EventBuffer) {
    out.push_named(event.name(), event);
}

impl EventWriter for MessageWriter {
    fn start(&mut self, out: &mut EventBuffer) {
        send(&StreamEvent::MessageStart { message: empty(&self.job) }, out);
    }

    fn event(&mut self, _: u32, event: ChoiceEvent, out: &mut EventBuffer) {
        let mut changes = Vec::new();
        match event {
            ChoiceEvent::Delta(delta) => {
                for part in delta.parts {
                    self.blocks.push(part, &mut changes);
                }
                self.write(changes, out);
            }
            ChoiceEvent::End(end) => {
                self.blocks.end(&mut changes);
                self.write(changes, out);
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
