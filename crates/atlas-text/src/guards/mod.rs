//! Guards over the tokens of an answer.

mod repetition;

pub use repetition::{Repeats, Repetition};
