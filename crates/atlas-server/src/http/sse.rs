//! Server-sent events: one task a request writes, a bounded channel carries, the connection reads.
//!
//! A client that leaves closes the channel and a client that stops reading fills it; both end the
//! task, and with it the choices it owns.

use super::errors::ApiError;
use crate::generation::choice::{Choice, ChoiceEvent};
use crate::recording::Trace;
use axum::body::{Body, Bytes};
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::Response;
use futures_channel::mpsc;
use futures_util::stream::{self, SelectAll, StreamExt};
use futures_util::{FutureExt, SinkExt, Stream};
use serde::Serialize;
use std::io;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::oneshot;
use tracing::Instrument;

/// Events under way between the writer and the connection.
const EVENTS_QUEUED_MAX: usize = 32;

/// Turns the events of choices into the JSON of one API.
pub trait ChunkWriter: Send + 'static {
    /// Chunks that come before everything else.
    fn start(&mut self, out: &mut EventBuffer);
    /// One event of choice `index`; never [`ChoiceEvent::Failed`].
    fn event(&mut self, index: u32, event: ChoiceEvent, out: &mut EventBuffer);
    /// Chunks after the last choice has ended.
    fn finish(&mut self, out: &mut EventBuffer);
    /// The event that ends a stream which cannot go on.
    fn failed(&mut self, error: &ApiError, out: &mut EventBuffer) {
        out.push(&error.body());
    }
    /// What keeps an idle connection open.
    fn keep_alive(out: &mut EventBuffer) {
        out.push_comment("keep-alive");
    }
    /// What comes last in every stream.
    fn close(out: &mut EventBuffer) {
        out.push_done();
    }
}

/// Events in their wire form.
#[derive(Debug, Default)]
pub struct EventBuffer(Vec<u8>);

impl EventBuffer {
    /// Adds an event with `value` as its data.
    pub fn push<T: Serialize>(&mut self, value: &T) {
        self.write("", value);
    }

    /// Adds an event that has a name. Names are the API's own, without line breaks.
    pub fn push_named<T: Serialize>(&mut self, name: &'static str, value: &T) {
        self.write(name, value);
    }

    fn write<T: Serialize>(&mut self, name: &str, value: &T) {
        let start = self.0.len();
        if !name.is_empty() {
            self.0.extend_from_slice(b"event: ");
            self.0.extend_from_slice(name.as_bytes());
            self.0.push(b'\n');
        }
        self.0.extend_from_slice(b"data: ");
        // Compact JSON has no line breaks, so one data line holds it. The types written here have
        // string keys and finite numbers; an error would be a defect, and half an event must not
        // be sent.
        if let Err(error) = serde_json::to_writer(&mut self.0, value) {
            tracing::error!(%error, "a stream event could not be written");
            self.0.truncate(start);
            return;
        }
        self.0.extend_from_slice(b"\n\n");
    }

    /// Adds a line that clients skip.
    pub fn push_comment(&mut self, text: &'static str) {
        self.0.extend_from_slice(b": ");
        self.0.extend_from_slice(text.as_bytes());
        self.0.extend_from_slice(b"\n\n");
    }

    /// Adds OpenAI's last line.
    pub fn push_done(&mut self) {
        self.0.extend_from_slice(b"data: [DONE]\n\n");
    }

    fn take(&mut self) -> Bytes {
        std::mem::take(&mut self.0).into()
    }
}

/// Limits of a stream.
#[derive(Clone, Copy, Debug)]
pub struct StreamLimits {
    /// A client that takes nothing for this long is given up.
    pub client_stall_max: Duration,
    pub keep_alive: Duration,
}

/// The client is gone or does not read.
struct ClientGone;

struct EventSender {
    tx: mpsc::Sender<Bytes>,
    /// Says when the body is gone.
    reader: oneshot::Sender<()>,
    limits: StreamLimits,
    trace: Trace,
}

impl EventSender {
    /// Sends what an answer consists of; `choice` is whose it is.
    async fn send_part(
        &mut self,
        choice: Option<u32>,
        out: &mut EventBuffer,
    ) -> Result<(), ClientGone> {
        let bytes = out.take();
        self.send(bytes.clone()).await?;
        self.trace.event(choice, &bytes);
        Ok(())
    }

    async fn send(&mut self, bytes: Bytes) -> Result<(), ClientGone> {
        if bytes.is_empty() {
            return Ok(());
        }
        match tokio::time::timeout(self.limits.client_stall_max, self.tx.send(bytes)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(ClientGone),
        }
    }
}

/// Starts the writer and returns the response that reads from it. `on_end` runs when the writer
/// stops, with whether it got to the end.
pub fn respond<W: ChunkWriter>(
    choices: Vec<Choice>,
    mut writer: W,
    limits: StreamLimits,
    trace: Trace,
    on_end: impl FnOnce(bool) + Send + 'static,
) -> Response {
    // Neither sets memory aside for events to come: most streams of a busy server wait.
    let (tx, rx) = mpsc::channel(EVENTS_QUEUED_MAX);
    let (reader, present) = oneshot::channel();
    let complete = Arc::new(AtomicBool::new(false));
    let body = EventBody { rx, _present: present, complete: complete.clone(), failed: false };
    let task = async move {
        let mut sender = EventSender { tx, reader, limits, trace };
        let run = AssertUnwindSafe(write(choices, &mut writer, &mut sender)).catch_unwind();
        let ended = match run.await {
            Ok(ended) => ended.is_ok(),
            Err(_) => {
                let mut out = EventBuffer::default();
                writer.failed(&ApiError::internal("the server failed on this request"), &mut out);
                W::close(&mut out);
                sender.send(out.take()).await.is_ok()
            }
        };
        complete.store(ended, Ordering::Release);
        on_end(ended);
    };
    // The request's span outlives the handler: it names the request in what is logged here.
    tokio::spawn(task.in_current_span());
    let mut response = Response::new(Body::from_stream(body));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    // Asks reverse proxies not to collect the events.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

async fn write<W: ChunkWriter>(
    choices: Vec<Choice>,
    writer: &mut W,
    sender: &mut EventSender,
) -> Result<(), ClientGone> {
    let mut out = EventBuffer::default();
    writer.start(&mut out);
    sender.send_part(None, &mut out).await?;
    let mut events: SelectAll<_> = choices.into_iter().map(|c| Box::pin(events_of(c))).collect();
    loop {
        let next = tokio::select! {
            // The queue of a choice may never run dry; look at the client first.
            biased;
            () = sender.reader.closed() => return Err(ClientGone),
            next = events.next() => next,
            () = tokio::time::sleep(sender.limits.keep_alive) => {
                W::keep_alive(&mut out);
                sender.send(out.take()).await?;
                continue;
            }
        };
        match next {
            Some((_, ChoiceEvent::Failed(error))) => {
                // The answer is lost as a whole: the other choices are aborted.
                drop(events);
                writer.failed(&error, &mut out);
                W::close(&mut out);
                return match sender.trace.failed(&error) {
                    true => sender.send_part(None, &mut out).await,
                    false => sender.send(out.take()).await,
                };
            }
            Some((index, event)) => {
                writer.event(index, event, &mut out);
                sender.send_part(Some(index), &mut out).await?;
            }
            None => {
                writer.finish(&mut out);
                W::close(&mut out);
                sender.send_part(None, &mut out).await?;
                sender.trace.complete();
                return Ok(());
            }
        }
    }
}

fn events_of(choice: Choice) -> impl Stream<Item = (u32, ChoiceEvent)> {
    stream::unfold(choice, |mut choice| async move {
        let event = choice.next().await?;
        Some(((choice.index, event), choice))
    })
}

/// The reading end as a body.
struct EventBody {
    rx: mpsc::Receiver<Bytes>,
    _present: oneshot::Receiver<()>,
    complete: Arc<AtomicBool>,
    failed: bool,
}

impl Stream for EventBody {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.failed {
            return Poll::Ready(None);
        }
        match self.rx.poll_next_unpin(cx) {
            Poll::Ready(None) if !self.complete.load(Ordering::Acquire) => {
                // An error breaks the connection, so that a cut stream does not look whole.
                self.failed = true;
                Poll::Ready(Some(Err(io::Error::from(io::ErrorKind::TimedOut))))
            }
            next => next.map(|bytes| bytes.map(Ok)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::BodyExt;

    struct Broken;

    impl ChunkWriter for Broken {
        fn start(&mut self, out: &mut EventBuffer) {
            out.push(&1);
        }

        fn event(&mut self, _: u32, _: ChoiceEvent, _: &mut EventBuffer) {}

        fn finish(&mut self, _: &mut EventBuffer) {
            panic!("a defect");
        }
    }

    #[tokio::test]
    async fn a_panic_of_the_writer_is_an_error_event_and_the_end() {
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
