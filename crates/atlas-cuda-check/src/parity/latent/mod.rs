//! Checks of multi-head latent attention.

pub mod rows;
pub mod tiles;
