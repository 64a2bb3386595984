//! Recordings of requests for replay: body, rendered prompt, sampled tokens and sent events.
//!
//! An answer follows from the body, the server's settings and the request's [`Origin`], from which
//! ids and seeds derive. A recording keeps the origin and the few other facts that depend on the
//! environment: when the answer ended, how many prompt tokens were reused, and where a deadline cut
//! it. A replay uses these, so it must give the same tokens and events.

mod compare;
mod files;
mod format;
mod recorder;
mod replay;
mod trace;

pub use compare::{Difference, Place, compare};
pub use files::{FILE_SUFFIX, find, read};
pub use format::{
    FORMAT, Outcome, Prior, RecordedChoice, RecordedEnd, RecordedEvent, RecordedPrompt, Recording,
};
pub use recorder::{RecordResult, Recorder, RecorderSettings};
pub use replay::replay;
pub use trace::{Submitted, Trace};

pub use crate::ids::Origin;
