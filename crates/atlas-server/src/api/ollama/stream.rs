//! Lines of a streamed answer.

use super::answer::Lines;
use super::errors;
use crate::api::stream::EventWriter;
use crate::generation::events::ChoiceEvent;
use crate::http::errors::ApiError;
use crate::http::sse::EventBuffer;

/// Writes an answer as lines of JSON.
pub struct LineWriter(pub Lines);

impl EventWriter for LineWriter {
    const CONTENT_TYPE: &'static str = "application/x-ndjson";

    fn start(&mut self, _: &mut EventBuffer) {}

    fn event(&mut self, _: u32, event: ChoiceEvent, out: &mut EventBuffer) {
        match event {
            ChoiceEvent::Delta(delta) => {
                for part in delta.parts {
                    self.0.push(part);
                    if let Some(line) = self.0.line() {
                        out.push_line(&line);
                    }
                }
            }
            ChoiceEvent::End(end) => out.push_line(&self.0.last(&end)),
            // The API has no log-probabilities.
            ChoiceEvent::PromptLogprobs(_) | ChoiceEvent::Failed(_) => {}
        }
    }

    fn finish(&mut self, _: &mut EventBuffer) {}

    fn failed(&mut self, error: &ApiError, out: &mut EventBuffer) {
        out.push_line(&errors::text(error));
    }

    /// Its clients read every line as JSON, so that there is no sign of life to send.
    fn keep_alive(_: &mut EventBuffer) {}

    fn close(_: &mut EventBuffer) {}
}
