//! Gated DeltaNet: the short convolution, the gates and the delta rule.

pub(super) mod columns;
mod conv1d_silu;
mod gates;
mod recurrence;

pub use conv1d_silu::conv1d_silu;
pub use gates::gdn_gates;
pub use recurrence::gated_delta;
