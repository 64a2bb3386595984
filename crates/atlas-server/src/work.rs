//! Work of a request away from the network threads.

use crate::http::errors::ApiError;
use atlas_text::grammar::Cancel;
use std::cell::{Cell, RefCell};
use tokio::sync::OwnedSemaphorePermit;

/// The work that this thread does.
struct Current {
    /// Held by work on a large body.
    permit: Option<OwnedSemaphorePermit>,
    caller: Cancel,
}

/// Whether this thread does work that must not wait.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inline {
    No,
    Runs,
    WouldWait,
}

thread_local! {
    static INLINE: Cell<Inline> = const { Cell::new(Inline::No) };
    static DEFERRED: RefCell<Vec<Box<dyn FnOnce()>>> = const { RefCell::new(Vec::new()) };
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
        INLINE.set(Inline::No);
        CURRENT.set(Some(Current { permit, caller }));
        let _ends = Ends;
        work()
    });
    task.await.unwrap_or_else(|_| Err(ApiError::internal("the server failed on this request")))
}

/// Does work on this thread, which must not wait. `None`: it would have to, and is to be done with
/// [`run`].
pub fn without_waiting<T>(
    work: impl FnOnce() -> Result<T, ApiError>,
) -> Option<Result<T, ApiError>> {
    // A panic leaves marks behind, and the next work sets them anew.
    DEFERRED.take();
    INLINE.set(Inline::Runs);
    let done = work();
    let waits = INLINE.replace(Inline::No) == Inline::WouldWait;
    let deferred = DEFERRED.take();
    if waits {
        return None;
    }
    deferred.into_iter().for_each(|effect| effect());
    Some(done)
}

/// Does something that must not be repeated: in [`without_waiting`] it is left out if the work is
/// to be done again.
pub fn once(effect: impl FnOnce() + 'static) {
    if INLINE.get() == Inline::No {
        effect();
    } else {
        DEFERRED.with_borrow_mut(|deferred| deferred.push(Box::new(effect)));
    }
}

/// Before this thread waits for others: gives up the permit of large bodies, so that they go on.
/// Returns the sign that the caller has left.
///
/// # Errors
/// In [`without_waiting`], which does not show the error.
pub fn wait() -> Result<Cancel, ApiError> {
    if INLINE.get() != Inline::No {
        INLINE.set(Inline::WouldWait);
        return Err(ApiError::internal("this thread may not wait"));
    }
    Ok(CURRENT.with_borrow_mut(|current| match current {
        Some(current) => {
            current.permit.take();
            current.caller.clone()
        }
        None => Cancel::default(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::rc::Rc;

    #[test]
    fn work_that_is_done_again_has_its_effects_once() {
        let count = Rc::new(Cell::new(0));
        let effect = || {
            let count = count.clone();
            once(move || count.set(count.get() + 1));
        };
        let waits = || {
            effect();
            wait().map(|_| ())
        };
        assert!(without_waiting(waits).is_none());
        assert_eq!(count.get(), 0);
        assert_eq!(waits(), Ok(()));
        assert_eq!(count.get(), 1);
        let failed = without_waiting(|| {
            effect();
            Err::<(), _>(ApiError::bad_request("x"))
        });
        assert!(failed.is_some_and(|result| result.is_err()));
        assert_eq!(count.get(), 2);
    }
}
