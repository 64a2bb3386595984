//! For tests of this crate, of the server and of long runs: a model that needs no weights, the
//! laws every [`atlas_core::TokenEngine`] obeys, and the proof that scheduling never changes
//! tokens.

pub mod alike;
mod conformance;
mod fake_model;
pub mod host_tier;
pub mod invariants;
pub mod prefix;
mod queued_device;
mod toy_constraint;

pub use conformance::{Collected, collect, conformance};
pub use fake_model::{FakeModel, fake_engine, fake_engine_with, hash_answer, small_limits};
pub use queued_device::{QueuedDevice, Reads};
pub use toy_constraint::ToyConstraint;
