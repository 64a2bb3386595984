//! Recordings: what a request was, what it was rendered to, what the model answered and what the
//! client was sent, so that it can be run again and compared.
//!
//! All that does not follow from a request's body and the server's settings is its [`Origin`]: a
//! moment and a number, of which ids and seeds are made. A recording keeps it, with the few other
//! things that depend on the rest of the world: when the answer ended, how many of its prompt's
//! tokens were reused, where a deadline cut it.

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
pub use trace::Trace;

pub use crate::ids::Origin;
