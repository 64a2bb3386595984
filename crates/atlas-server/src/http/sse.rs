//! Server-sent events: a task writes them, a bounded channel carries them, the connection reads.
//!
//! A client that leaves closes the channel, and one that stops reading fills it. Both end the
//! writing task with [`ClientGone`], and with the task the generation that it owns.

use crate::config::ServerConfig;
use axum::body::{Body, Bytes};
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::Response;
use futures_channel::mpsc;
use futures_util::stream::StreamExt;
use futures_util::{SinkExt, Stream};
use serde::Serialize;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::oneshot;
use tracing::Instrument;

/// Most events queued between the writer and the connection.
const EVENTS_QUEUED_MAX: usize = 32;

/// Events in their wire form.
#[derive(Debug, Default)]
pub struct EventBuffer(Vec<u8>);

impl EventBuffer {
    /// Adds an event with `value` as its data.
    pub fn push<T: Serialize>(&mut self, value: &T) {
        self.write("", value);
    }

    /// Adds a named event. Names are constants of the API, without line breaks.
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
        // string keys and finite numbers, so an error would be a defect. Half an event must not be
        // sent in any case.
        if let Err(error) = serde_json::to_writer(&mut self.0, value) {
            tracing::error!(%error, "a stream event could not be written");
            self.0.truncate(start);
            return;
        }
        self.0.extend_from_slice(b"\n\n");
    }

    /// Adds a line of JSON, for streams of such lines.
    pub fn push_line<T: Serialize>(&mut self, value: &T) {
        let start = self.0.len();
        // As above: compact JSON has no line breaks.
        if let Err(error) = serde_json::to_writer(&mut self.0, value) {
            tracing::error!(%error, "a line of a stream could not be written");
            self.0.truncate(start);
            return;
        }
        self.0.push(b'\n');
    }

    /// Adds a comment, which clients skip.
    pub fn push_comment(&mut self, text: &'static str) {
        self.0.extend_from_slice(b": ");
        self.0.extend_from_slice(text.as_bytes());
        self.0.extend_from_slice(b"\n\n");
    }

    /// Adds the last event of OpenAI's streams.
    pub fn push_done(&mut self) {
        self.0.extend_from_slice(b"data: [DONE]\n\n");
    }

    /// Takes the bytes out and leaves the buffer empty.
    pub fn take(&mut self) -> Bytes {
        std::mem::take(&mut self.0).into()
    }
}

/// Time limits of a stream.
#[derive(Clone, Copy, Debug)]
pub struct StreamLimits {
    /// Longest time for which a client may read nothing.
    pub client_stall_max: Duration,
    /// Time without an event after which a comment keeps the connection open.
    pub keep_alive: Duration,
}

impl StreamLimits {
    pub fn new(config: &ServerConfig) -> Self {
        Self { client_stall_max: config.client_stall_max, keep_alive: config.keep_alive }
    }
}

/// The client has left or does not read.
#[derive(Debug)]
pub struct ClientGone;

/// The writing end of a stream. If it is dropped before [`Self::finish`], the connection breaks, so
/// that a cut stream does not look complete.
#[derive(Debug)]
pub struct EventSender {
    tx: mpsc::Sender<Bytes>,
    /// Closed when the body is dropped.
    reader: oneshot::Sender<()>,
    client_stall_max: Duration,
    complete: Arc<AtomicBool>,
}

impl EventSender {
    /// Sends bytes, waiting for a slow client within the limit.
    ///
    /// # Errors
    /// The client has left, or reads nothing for too long.
    pub async fn send(&mut self, bytes: Bytes) -> Result<(), ClientGone> {
        if bytes.is_empty() {
            return Ok(());
        }
        match tokio::time::timeout(self.client_stall_max, self.tx.send(bytes)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(ClientGone),
        }
    }

    /// Returns once the client has left.
    pub async fn closed(&mut self) {
        self.reader.closed().await;
    }

    /// Ends a complete stream.
    pub fn finish(self) {
        // Stored before the channel closes: the body reads the flag when the channel is empty.
        self.complete.store(true, Ordering::Release);
    }
}

/// Starts `write` as a task and returns the response that reads its events.
pub fn respond<F: Future<Output = ()> + Send + 'static>(
    limits: StreamLimits,
    content_type: &'static str,
    write: impl FnOnce(EventSender) -> F,
) -> Response {
    // Neither channel allocates for future events, so that idle streams stay small.
    let (tx, rx) = mpsc::channel(EVENTS_QUEUED_MAX);
    let (reader, present) = oneshot::channel();
    let complete = Arc::new(AtomicBool::new(false));
    let body = EventBody { rx, _present: present, complete: complete.clone(), failed: false };
    let client_stall_max = limits.client_stall_max;
    let writing = write(EventSender { tx, reader, client_stall_max, complete });
    // The request's span outlives the handler, so that log lines of the task carry its id.
    tokio::spawn(writing.in_current_span());
    let mut response = Response::new(Body::from_stream(body));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    // Asks reverse proxies not to buffer events.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

/// The reading end of a stream, as a response body.
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
                // An error breaks the connection, so that a cut stream does not look complete.
                self.failed = true;
                Poll::Ready(Some(Err(io::Error::from(io::ErrorKind::TimedOut))))
            }
            next => next.map(|bytes| bytes.map(Ok)),
        }
    }
}
