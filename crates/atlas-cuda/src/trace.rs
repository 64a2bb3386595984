//! Fingerprints of the work that a thread queues: a graph whose fingerprint differs no longer
//! stands for the work that it was captured from.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};

thread_local! {
    static TRACE: RefCell<Option<Trace>> = const { RefCell::new(None) };
}

struct Trace {
    hasher: DefaultHasher,
    count: u64,
    /// Whether the work is noted only, not queued.
    dry: bool,
}

/// Fingerprint of a list of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fingerprint {
    hash: u64,
    /// Kernels, copies and fills.
    pub count: u64,
}

/// Ends a trace, however the work does.
struct Ending;

impl Drop for Ending {
    fn drop(&mut self) {
        take();
    }
}

fn take() -> Option<Fingerprint> {
    let trace = TRACE.take()?;
    Some(Fingerprint { hash: trace.hasher.finish(), count: trace.count })
}

/// The fingerprint of what `work` queues on this thread. Where `dry`, kernels,
/// asynchronous copies and fills are noted and left undone. A trace in a trace ends the outer one.
pub(crate) fn of<T>(dry: bool, work: impl FnOnce() -> T) -> (T, Fingerprint) {
    TRACE.set(Some(Trace { hasher: DefaultHasher::new(), count: 0, dry }));
    let ending = Ending;
    let done = work();
    let found = take().unwrap_or(Fingerprint { hash: 0, count: 0 });
    drop(ending);
    (done, found)
}

/// Notes work that is queued next, all that decides what it does; true where it is to be left
/// undone.
pub(crate) fn note(what: impl Hash) -> bool {
    TRACE.with_borrow_mut(|trace| match trace {
        Some(trace) => {
            what.hash(&mut trace.hasher);
            trace.count += 1;
            trace.dry
        }
        None => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_is_of_all_parts_in_their_order() {
        let print = |parts: &[(u64, &str)]| of(true, || parts.iter().all(note)).1;
        let first = print(&[(1, "a"), (2, "b")]);
        assert_eq!(first, print(&[(1, "a"), (2, "b")]));
        assert_eq!(first.count, 2);
        for other in [&[(2, "b"), (1, "a")][..], &[(1, "a"), (2, "c")], &[(1, "a")]] {
            assert_ne!(first, print(other));
        }
    }

    #[test]
    fn work_is_left_undone_in_a_dry_trace_alone() {
        assert!(!note(1));
        assert!(of(true, || note(1)).0);
        assert!(!of(false, || note(1)).0);
        let panicked = std::panic::catch_unwind(|| of(true, || panic!("planted")));
        assert!(panicked.is_err() && !note(1), "a trace outlived its work");
    }
}
