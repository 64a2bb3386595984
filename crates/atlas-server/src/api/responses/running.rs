//! Responses that are generated in the background.

use super::store::{Owner, ResponseInput};
use axum::body::Bytes;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, watch};

/// The running background responses by id.
#[derive(Debug, Default)]
pub struct RunningResponses(Mutex<HashMap<String, RunningResponse>>);

#[derive(Debug)]
struct RunningResponse {
    owner: Owner,
    body: Bytes,
    input: ResponseInput,
    cancel: Arc<Notify>,
    /// Closed once the response is stored.
    ended: watch::Receiver<()>,
}

/// The entry of a running response. Dropping it removes the entry and wakes those that wait for the
/// end, so it is dropped after the response is stored.
#[derive(Debug)]
pub struct RunningEntry {
    running: Arc<RunningResponses>,
    id: String,
    /// Dropped after the entry is removed.
    _ended: watch::Sender<()>,
}

impl Drop for RunningEntry {
    fn drop(&mut self) {
        self.running.lock().remove(&self.id);
    }
}

impl RunningResponses {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, RunningResponse>> {
        // Nothing that runs under the lock can leave the map half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T>(
        &self,
        owner: Owner,
        id: &str,
        read: impl FnOnce(&RunningResponse) -> T,
    ) -> Option<T> {
        self.lock().get(id).filter(|r| r.owner == owner).map(read)
    }

    /// Adds a response; returns its entry and the signal that cancels it.
    pub fn insert(
        self: &Arc<Self>,
        id: String,
        owner: Owner,
        body: Bytes,
        input: ResponseInput,
    ) -> (RunningEntry, Arc<Notify>) {
        let (sender, ended) = watch::channel(());
        let cancel = Arc::new(Notify::new());
        let response = RunningResponse { owner, body, input, cancel: cancel.clone(), ended };
        self.lock().insert(id.clone(), response);
        (RunningEntry { running: self.clone(), id, _ended: sender }, cancel)
    }

    /// The body of a running response.
    pub fn body(&self, owner: Owner, id: &str) -> Option<Bytes> {
        self.with(owner, id, |running| running.body.clone())
    }

    /// The input of a running response.
    pub fn input(&self, owner: Owner, id: &str) -> Option<ResponseInput> {
        self.with(owner, id, |running| running.input.clone())
    }

    /// Ends a running response and waits until it is stored.
    pub async fn cancel(&self, owner: Owner, id: &str) {
        let end = self.with(owner, id, |r| (r.cancel.clone(), r.ended.clone()));
        if let Some((cancel, mut ended)) = end {
            cancel.notify_one();
            while ended.changed().await.is_ok() {}
        }
    }

    /// The number of running responses.
    pub fn len(&self) -> usize {
        self.lock().len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
