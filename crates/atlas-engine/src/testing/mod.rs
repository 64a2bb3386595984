//! Test doubles and long checks of an engine, for tests of this crate and of others: a model
//! without weights and the laws of every [`atlas_core::TokenEngine`]; with the feature `faults`
//! also the checks that neither scheduling nor caching changes a token or a bit of the logits, and
//! the faults that they must find.

#[cfg(feature = "faults")]
pub mod alike;
mod conformance;
mod fake_model;
#[cfg(feature = "faults")]
pub mod host_tier;
#[cfg(feature = "faults")]
pub mod invariants;
#[cfg(feature = "faults")]
pub mod prefix;
mod queued_device;
mod toy_constraint;
#[cfg(feature = "faults")]
mod unreliable;

pub use conformance::{Collected, collect, conformance};
pub use fake_model::{FakeModel, fake_engine, fake_engine_with, hash_answer, small_limits};
pub use queued_device::{QueuedDevice, Reads};
pub use toy_constraint::ToyConstraint;
#[cfg(feature = "faults")]
pub use unreliable::Unreliable;
