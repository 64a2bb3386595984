//! Checks of the gated delta rule in chunks.

pub mod chunked;
pub mod chunked_cases;
