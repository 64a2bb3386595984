//! Work of a request away from the network threads.

use crate::http::errors::ApiError;
use atlas_text::grammar::Cancel;
use std::cell::RefCell;
use tokio::sync::OwnedSemaphorePermit;

/// The work that this thread does.
struct Current {
    /// Held by work on a large body.
    permit: Option<OwnedSemaphorePermit>,
    caller: Cancel,
}

thread_local! {
    static CURRENT: RefCell<Option<Current>> = const { RefCell::new(None) };
}

/// Tells the work that its caller has left, on drop.
struct Leaves(Cancel);

impl Drop for Leaves {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Ends the work of this thread, on drop: also after a panic.
struct Ends;

impl Drop for Ends {
    fn drop(&mut self) {
        CURRENT.with_borrow_mut(Option::take);
    }
}

/// Runs `work` on a thread that may wait. Dropping the future does not stop it, but it is told.
///
/// # Errors
/// Those of `work`; 500 if it panics.
pub async fn run<T: Send + 'static>(
    permit: Option<OwnedSemaphorePermit>,
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let caller = Cancel::default();
    let _leaves = Leaves(caller.clone());
    let task = tokio::task::spawn_blocking(move || {
        CURRENT.set(Some(Current { permit, caller }));
        let _ends = Ends;
        work()
    });
    task.await.unwrap_or_else(|_| Err(ApiError::internal("the server failed on this request")))
}

/// Before this thread waits for others: gives up the permit of large bodies, so that they go on.
/// Returns the sign that the caller has left.
pub fn wait() -> Cancel {
    CURRENT.with_borrow_mut(|current| match current {
        Some(current) => {
            current.permit.take();
            current.caller.clone()
        }
        None => Cancel::default(),
    })
}
