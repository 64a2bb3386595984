//! Checks of `attention`.

pub mod parts;
pub mod rows;
pub mod spans;
pub mod split_ranges;
