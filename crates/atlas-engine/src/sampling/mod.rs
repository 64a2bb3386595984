//! Sampling: from a row of logits to a token.
//!
//! A processor never edits logits: it reads the sequence's [`DecodeState`] and emits
//! [`LogitEdits`]; the pipeline applies them, picks, and reports log-probabilities of the raw
//! model distribution. `docs/reference/sampling.md` defines the order of these steps.

mod argmax;
mod constraint;
mod decode_state;
mod device;
mod dry;
mod edits;
mod exp;
mod logprobs;
mod pipeline;
mod processors;
mod rng;
mod sample;
mod top;

pub use argmax::{ArgMax, arg_max};
pub use decode_state::{DecodeState, Held};
pub use device::DevicePipeline;
pub use dry::dry_penalties;
pub use edits::{LogitEdits, Penalty, TokenMask};
pub use logprobs::position_logprobs;
pub use pipeline::{LogitRow, LogitsPipeline, Need, Outcome, RowWant};
pub use processors::{PROCESSORS, Processor};
pub use rng::{philox4x32_10, uniform};
pub use sample::Sampler;
