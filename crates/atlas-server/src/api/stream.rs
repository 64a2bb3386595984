//! Streamed answers: output events are written by a dialect and sent as server-sent events.

use crate::generation::choice::Choice;
use crate::generation::events::ChoiceEvent;
use crate::generation::stream::OutputStream;
use crate::http::errors::ApiError;
use crate::http::sse::{self, ClientGone, EventBuffer, EventSender, StreamLimits};
use crate::recording::Trace;
use axum::response::Response;
use futures_util::FutureExt;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

/// Writes the output events of a request in one dialect.
pub trait EventWriter: Send + 'static {
    /// Content type of the stream.
    const CONTENT_TYPE: &'static str = "text/event-stream; charset=utf-8";
    /// Writes the events before all others.
    fn start(&mut self, out: &mut EventBuffer);
    /// Writes one event of choice `index`; never [`ChoiceEvent::Failed`].
    fn event(&mut self, index: u32, event: ChoiceEvent, out: &mut EventBuffer);
    /// Writes the events after the end of the last choice.
    fn finish(&mut self, out: &mut EventBuffer);
    /// Writes the event that ends a failed stream.
    fn failed(&mut self, error: &ApiError, out: &mut EventBuffer) {
        out.push(&error.body());
    }
    /// Writes a sign of life for an idle connection.
    fn keep_alive(out: &mut EventBuffer) {
        out.push_comment("keep-alive");
    }
    /// Writes the last event of every stream, failed ones included.
    fn close(out: &mut EventBuffer) {
        out.push_done();
    }
}

/// Streams the events of `choices`. `on_end` runs when the writing task stops and is told whether
/// the stream is complete.
///
/// The task owns the choices. It ends when the client leaves or stops reading, and dropping the
/// choices aborts their generation.
pub fn respond<W: EventWriter>(
    choices: Vec<Choice>,
    mut writer: W,
    limits: StreamLimits,
    trace: Trace,
    on_end: impl FnOnce(bool) + Send + 'static,
) -> Response {
    sse::respond(limits, W::CONTENT_TYPE, |sender| async move {
        let mut out = RecordedSender { sender, trace, keep_alive: limits.keep_alive };
        let run = AssertUnwindSafe(write(choices, &mut writer, &mut out)).catch_unwind();
        let complete = match run.await {
            Ok(ended) => ended.is_ok(),
            Err(_) => {
                let mut buffer = EventBuffer::default();
                let error = ApiError::internal("the server failed on this request");
                writer.failed(&error, &mut buffer);
                W::close(&mut buffer);
                out.sender.send(buffer.take()).await.is_ok()
            }
        };
        // The client must not see the end before it is logged and counted.
        on_end(complete);
        if complete {
            out.sender.finish();
        }
    })
}

/// A sender that records the events of the answer.
struct RecordedSender {
    sender: EventSender,
    trace: Trace,
    keep_alive: Duration,
}

impl RecordedSender {
    /// Sends events of the answer; `choice` is the choice that they belong to.
    async fn send(&mut self, choice: Option<u32>, out: &mut EventBuffer) -> Result<(), ClientGone> {
        let bytes = out.take();
        self.sender.send(bytes.clone()).await?;
        self.trace.event(choice, &bytes);
        Ok(())
    }
}

async fn write<W: EventWriter>(
    choices: Vec<Choice>,
    writer: &mut W,
    out: &mut RecordedSender,
) -> Result<(), ClientGone> {
    let mut buffer = EventBuffer::default();
    writer.start(&mut buffer);
    out.send(None, &mut buffer).await?;
    let mut events = OutputStream::new(choices);
    loop {
        let next = tokio::select! {
            // A choice may always have an event ready, so the client is checked first.
            biased;
            () = out.sender.closed() => return Err(ClientGone),
            next = events.next() => next,
            () = tokio::time::sleep(out.keep_alive) => {
                W::keep_alive(&mut buffer);
                out.sender.send(buffer.take()).await?;
                continue;
            }
        };
        match next {
            Some((_, ChoiceEvent::Failed(error))) => {
                // The whole answer is lost, so the other choices are aborted.
                drop(events);
                writer.failed(&error, &mut buffer);
                W::close(&mut buffer);
                return match out.trace.failed(&error) {
                    true => out.send(None, &mut buffer).await,
                    false => out.sender.send(buffer.take()).await,
                };
            }
            Some((index, event)) => {
                writer.event(index, event, &mut buffer);
                out.send(Some(index), &mut buffer).await?;
            }
            None => {
                writer.finish(&mut buffer);
                W::close(&mut buffer);
                out.send(None, &mut buffer).await?;
                out.trace.complete();
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::BodyExt;

    struct Broken;

    impl EventWriter for Broken {
        fn start(&mut self, out: &mut EventBuffer) {
            out.push(&1);
        }

        fn event(&mut self, _: u32, _: ChoiceEvent, _: &mut EventBuffer) {}

        fn finish(&mut self, _: &mut EventBuffer) {
            panic!("a defect");
        }
    }

    #[tokio::test]
    async fn a_panic_of_the_writer_ends_the_stream_with_an_error_event() {
        let second = Duration::from_secs(1);
        let limits = StreamLimits { client_stall_max: second, keep_alive: second };
        let response = respond(Vec::new(), Broken, limits, Trace::new("/", None), |_| {});
        let body = response.into_body().collect().await.expect("a whole body").to_bytes();
        let text = String::from_utf8_lossy(&body);
        let events: Vec<&str> = text.split_terminator("\n\n").collect();
        assert_eq!(events.len(), 3, "{text}");
        assert_eq!(events[0], "data: 1");
        assert!(events[1].starts_with("data: {\"error\":{"), "{text}");
        assert_eq!(events[2], "data: [DONE]");
    }
}
