//! Checks of Mamba-2: its kernel rows, and the selective scan in chunks.

pub mod chunked;
pub mod rows;
