//! Cases of the fused ops.

mod add_norm_linears;
mod conv_gated_delta;
mod conv_scan;
mod latent_heads;
mod latent_rope_write;
mod qkv_rope_write;
mod routed_experts;
mod swiglu_linear;

use crate::compute::Compute;
use crate::testkit::Tolerance;

/// Tolerance of a part that reads results of another. In bf16 compute a result within the other
/// part's tolerance may be rounded to the next number of bf16.
const fn chained(compute: Compute) -> Tolerance {
    match compute {
        Compute::F32 => Tolerance { abs: 3e-5, rel: 3e-5 },
        Compute::Bf16 => Tolerance { abs: 1e-2, rel: 1e-2 },
    }
}
