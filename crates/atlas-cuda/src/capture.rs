//! Calls that are refused while a thread captures a stream, and those put off until it ends.
//!
//! The driver refuses to wait, to allocate and to free on a thread that captures, and gives the
//! capture up. Here such a call is refused before the driver sees it, with an error that names it.

use std::cell::RefCell;

use crate::error::CudaError;

thread_local! {
    static CAPTURE: RefCell<Option<Capture>> = const { RefCell::new(None) };
}

/// The capture of a thread.
struct Capture {
    /// Name of the graph.
    label: &'static str,
    /// The first call that was refused.
    refused: Option<CudaError>,
    /// Releases that the capture must not see.
    postponed: Vec<Box<dyn FnOnce()>>,
}

/// Runs `f` on this thread's capture; `None` where there is none, also while the thread ends.
fn with<T>(f: impl FnOnce(&mut Capture) -> T) -> Option<T> {
    let found = CAPTURE.try_with(|capture| capture.borrow_mut().as_mut().map(f));
    found.ok().flatten()
}

/// Starts a capture of this thread.
///
/// # Errors
/// It has one already.
pub(crate) fn begin(label: &'static str) -> Result<(), CudaError> {
    refuse("another capture")?;
    CAPTURE.set(Some(Capture { label, refused: None, postponed: Vec::new() }));
    Ok(())
}

/// Ends this thread's capture, releases what waited for that, and returns the first refusal.
pub(crate) fn end() -> Option<CudaError> {
    let capture = CAPTURE.take()?;
    for release in capture.postponed {
        release();
    }
    capture.refused
}

/// Whether this thread captures a stream.
pub(crate) fn is_on() -> bool {
    with(|_| ()).is_some()
}

/// Refuses `what` in a capture. The capture fails with the first such error, also where the code
/// that was refused goes on: a graph without what it asked for is not what it meant.
pub(crate) fn refuse(what: &'static str) -> Result<(), CudaError> {
    let refused = with(|capture| {
        let label = capture.label;
        let error =
            CudaError::bad(label, format!("{what} is not allowed in the capture of a graph"));
        capture.refused.get_or_insert_with(|| error.clone());
        error
    });
    refused.map_or(Ok(()), Err)
}

/// Keeps a release until the capture is over; it is run at once where there is none.
pub(crate) fn postpone(release: Box<dyn FnOnce()>) {
    let mut release = Some(release);
    with(|capture| capture.postponed.extend(release.take()));
    if let Some(release) = release {
        release();
    }
}
