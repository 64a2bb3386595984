//! Checks of multi-head latent attention.

pub mod parts;
pub mod rows;
pub mod tiles;
