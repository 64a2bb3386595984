//! Checks of `attention`.

pub mod rows;
pub mod spans;
pub mod split_ranges;
