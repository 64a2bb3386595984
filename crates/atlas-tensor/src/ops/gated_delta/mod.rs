//! Gated DeltaNet: the short convolution, the gates and the delta rule.

mod conv1d_silu;
mod delta_rule;
mod gdn_gates;

pub use conv1d_silu::{Conv1dSilu, Conv1dSiluArgs};
pub use delta_rule::{GatedDelta, GatedDeltaArgs, GatedDeltaNeed};
pub(crate) use gdn_gates::row as gdn_gates_row;
pub use gdn_gates::{GdnGates, GdnGatesArgs};
