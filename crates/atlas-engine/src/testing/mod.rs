//! Test doubles and long checks of an engine, for tests of this crate and of others: a model
//! without weights, the laws of every [`atlas_core::TokenEngine`], and the checks that neither
//! scheduling nor caching changes a token or a bit of the logits.

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
