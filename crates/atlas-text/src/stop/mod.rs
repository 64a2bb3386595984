//! The ends of an answer: stop strings and the ids of stop tokens.

mod ids;
mod strings;

pub use ids::{StopId, StopIdError, StopIds};
pub use strings::{StopBuffer, StopError, StopOutput, StopStrings};
