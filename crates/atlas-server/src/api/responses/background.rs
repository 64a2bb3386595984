//! Background responses: a task of its own generates each of them, and the client fetches it by id.
//!
//! A background response occupies the engine's queue and batch like any other, so their number is
//! bounded. It is stored before it leaves the list of running responses: a look into the list and
//! then into the store always finds it.

use super::running::RunningResponses;
use super::store::Owner;
use super::stream::ResponseWriter;
use crate::api::answer::whole_bytes;
use crate::generation::choice::Choice;
use crate::generation::stream::collect;
use crate::http::errors::ApiError;
use crate::recording::Trace;
use futures_util::FutureExt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use tracing::Instrument;

/// Generates a response in a task of its own. `on_end` is told whether the answer is complete.
///
/// # Errors
/// 500 if the running response cannot be written.
pub fn start(
    choices: Vec<Choice>,
    writer: ResponseWriter,
    owner: Owner,
    trace: Trace,
    running: &Arc<RunningResponses>,
    on_end: impl FnOnce(bool) + Send + 'static,
) -> Result<(), ApiError> {
    let (id, body, input) = (writer.id().to_owned(), writer.in_progress()?, writer.input());
    let (entry, cancel) = running.insert(id, owner, body, input);
    let task = async move {
        let answer = AssertUnwindSafe(collect(choices)).catch_unwind();
        let stored = tokio::select! {
            biased;
            () = cancel.notified() => writer.cancelled(),
            answer = answer => match answer {
                Ok(Ok(mut answers)) => match answers.pop() {
                    Some(answer) => {
                        on_end(true);
                        let whole = writer.whole(answer.parts, &answer.end);
                        // Recorded like an answer that is sent at once.
                        whole.inspect(|body| drop(whole_bytes(&trace, body.clone())))
                    }
                    None => writer.failed_whole(&ApiError::internal("the answer is missing")),
                },
                Ok(Err(error)) => writer.failed_whole(&trace.failed_whole(error)),
                Err(_) => {
                    tracing::error!("the task of a background response has panicked");
                    writer.failed_whole(&ApiError::internal("the server failed"))
                }
            },
        };
        // A response that cannot be written has been logged by the writer.
        drop((stored, entry));
    };
    tokio::spawn(task.instrument(tracing::Span::current()));
    Ok(())
}
