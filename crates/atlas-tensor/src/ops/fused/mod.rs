//! Fused ops: several ops of a layer in one call, by name.
//!
//! A fused op means its parts, one after the other, and every result of a part is written. A device
//! that has a row for it may launch fewer kernels; elsewhere the kernel is composed of the kernels
//! of its parts when it is bound. Either way the bits are those of the parts' kernels, except where
//! an op says that a row may compute otherwise.

mod add_norm_linears;
mod conv_gated_delta;
mod conv_scan;
mod latent_heads;
mod latent_rope_write;
mod qkv_rope_write;
mod routed_experts;
mod swiglu_linear;

pub use add_norm_linears::{AddNormLinears, AddNormLinearsArgs, AddNormLinearsNeed, LinearOutput};
pub use conv_gated_delta::{ConvGatedDelta, ConvGatedDeltaArgs, GateInputs};
pub use conv_scan::{ConvScan, ConvScanArgs, ScanGateInputs};
pub use latent_heads::{LatentHeads, LatentHeadsArgs, LatentHeadsNeed};
pub use latent_rope_write::{LatentRopeWrite, LatentRopeWriteArgs, LatentRopeWriteNeed};
pub use qkv_rope_write::{QkvRopeWrite, QkvRopeWriteArgs};
pub use routed_experts::{RoutedExperts, RoutedExpertsArgs, RoutedExpertsNeed, SharedExpert};
pub use swiglu_linear::{SwiGluLinear, SwiGluLinearArgs};

use crate::kernel::ComposedKernel;
use crate::{BindError, Binder, Op};

/// An op whose meaning is that of others, called one after the other.
pub trait FusedOp: Op {
    /// Names of the parts, in the order of their calls.
    const PARTS: &'static [&'static str];

    /// Binds the parts and returns the kernel that calls them.
    ///
    /// # Errors
    /// A part without a row, as [`Binder::bind`].
    fn compose(need: &Self::Need, binder: &mut Binder) -> Result<ComposedKernel<Self>, BindError>;
}
