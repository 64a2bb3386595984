//! Checks of multi-head latent attention.

pub mod rows;
