//! The ops: arguments, checks, meaning. `docs/contracts/ops.md` is their contract.

use atlas_core::{BlockId, first_block_seen};

use crate::binder::{Op, RowInfo};

pub mod add_rms_norm;
pub mod attention;
pub mod conv1d_silu;
pub mod embed;
pub mod gated_delta;
pub mod gated_rms_norm;
pub mod gdn_gates;
pub mod kv_store;
pub mod linear;
pub mod linear_q8;
pub mod moe_experts;
pub mod pick_rows;
pub mod qk_norm_rope;
pub mod rms_norm;
pub mod route_topk;
pub mod shared_expert_add;
pub mod sigmoid_mul;
pub mod swiglu;

pub use add_rms_norm::{AddRmsNorm, AddRmsNormArgs};
pub use attention::{Attention, AttentionArgs, AttentionNeed};
pub use conv1d_silu::{Conv1dSilu, Conv1dSiluArgs};
pub use embed::{Embed, EmbedArgs, EmbedNeed};
pub use gated_delta::{GatedDelta, GatedDeltaArgs, GatedDeltaNeed};
pub use gated_rms_norm::{GatedRmsNorm, GatedRmsNormArgs};
pub use gdn_gates::{GdnGates, GdnGatesArgs};
pub use kv_store::{KvStore, KvStoreArgs, KvStoreNeed};
pub use linear::{Linear, LinearArgs, LinearNeed};
pub use linear_q8::{LinearQ8, LinearQ8Args};
pub use moe_experts::{Expert, Experts, MoeExperts, MoeExpertsArgs, MoeExpertsNeed};
pub use pick_rows::{PickRows, PickRowsArgs};
pub use qk_norm_rope::{QkNormRope, QkNormRopeArgs};
pub use rms_norm::{RmsNorm, RmsNormArgs};
pub use route_topk::{RouteTopk, RouteTopkArgs};
pub use shared_expert_add::{SharedExpertAdd, SharedExpertAddArgs};
pub use sigmoid_mul::{SigmoidMul, SigmoidMulArgs};
pub use swiglu::{SwiGlu, SwiGluArgs};

/// Calls the macro `$then!` with every op, in the contract's order.
macro_rules! for_every_op {
    ($then:ident!($($with:tt)*)) => {
        $then!($($with)*; Embed, PickRows, RmsNorm, AddRmsNorm, Linear, LinearQ8, QkNormRope, KvStore,
            Attention, SwiGlu, SigmoidMul, RouteTopk, MoeExperts, SharedExpertAdd, Conv1dSilu,
            GdnGates, GatedDelta, GatedRmsNorm)
    };
}
#[cfg(feature = "testkit")]
pub(crate) use for_every_op;

/// Rows of every op's table, in the contract's order.
pub fn all_rows() -> Vec<RowInfo> {
    let mut rows = Vec::new();
    macro_rules! push {
        (; $($op:ident),*) => {
            $(rows.extend(<$op as Op>::table().iter().map(|row| row.info));)*
        };
    }
    for_every_op!(push!());
    rows
}

/// The precision of the inputs of linears: `Bf16` rounds them to bf16, `F32` leaves them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compute {
    F32,
    Bf16,
}

impl Compute {
    /// `x` as a linear reads it.
    pub fn round(self, x: f32) -> f32 {
        match self {
            Self::F32 => x,
            Self::Bf16 => half::bf16::from_f32(x).to_f32(),
        }
    }
}

/// The rows of one sequence in a step: `len` consecutive positions from `start`, in rows
/// `row..row + len`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpanRows<'a> {
    pub slot: usize,
    /// First row in the step.
    pub row: usize,
    pub len: usize,
    /// Position of the first row.
    pub start: u32,
    /// The slot's block table: block `i` holds positions from `i * block_tokens`. Places that no
    /// row sees any more have [`NO_BLOCK`].
    pub blocks: &'a [u32],
}

impl SpanRows<'_> {
    /// Positions known after the span.
    pub fn end(&self) -> usize {
        self.start as usize + self.len
    }
}

/// What stands in a block table where there is no block.
pub const NO_BLOCK: u32 = BlockId::NONE.0;

/// Panics unless spans lie in `0..rows`, in order and apart.
pub(crate) fn check_spans(op: &str, spans: &[SpanRows<'_>], rows: usize) {
    let mut next = 0;
    for span in spans {
        assert!(span.row >= next, "{op}: span at row {} overlaps the one before", span.row);
        next = span.row + span.len;
        assert!(next <= rows, "{op}: span of rows {}..{next} in a step of {rows}", span.row);
    }
}

/// Panics unless every span's block table reaches its last position, with blocks of the cache
/// wherever its rows see something through `window`.
pub(crate) fn check_blocks(
    op: &str,
    spans: &[SpanRows<'_>],
    cache: &crate::state::KvCache,
    window: Option<u32>,
) {
    for span in spans.iter().filter(|span| span.len > 0) {
        let needed = span.end().div_ceil(cache.block_tokens);
        let (have, slot) = (span.blocks.len(), span.slot);
        assert!(have >= needed, "{op}: slot {slot} has {have} blocks, position needs {needed}");
        let first = first_block_seen(window, span.start, cache.block_tokens as u32) as usize;
        for &block in &span.blocks[first..needed] {
            let count = cache.block_count;
            assert!((block as usize) < count, "{op}: block {block} of a cache of {count}");
        }
    }
}

/// Panics unless every span's slot exists.
pub(crate) fn check_slots(op: &str, spans: &[SpanRows<'_>], slots: usize) {
    for span in spans {
        assert!(span.slot < slots, "{op}: slot {} of {slots}", span.slot);
    }
}

/// Logistic function in f32, the reference's.
pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// `x * sigmoid(x)`, the reference's.
pub(crate) fn silu(x: f32) -> f32 {
    x / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binder::Binder;
    use crate::cpu::{CpuDevice, Isa};
    use crate::tensor::{Tensor, TensorMut};
    use crate::weight::{Weight, WeightFormat};

    #[test]
    fn a_bound_linear_multiplies() {
        let dev = CpuDevice::new(1, Isa::Portable, Compute::Bf16).unwrap();
        let weight = Weight::from_f32(WeightFormat::Bf16, 2, 3, &[1., 2., 3., -1., 0., 0.5]);
        let mut out = [0.0; 2];
        let kernel = Binder::new(&dev).bind::<Linear>(LinearNeed::of(&weight)).unwrap();
        let args = LinearArgs {
            x: Tensor::from_f32(&[1.0, 1.0, 2.001], &[1, 3]),
            weight: &weight,
            bias: Some([0.5, 0.0].as_slice().into()),
            out: TensorMut::from_f32(&mut out, &[1, 2]),
        };
        kernel.run(&dev, args);
        assert_eq!(out, [9.5, 0.0]);
    }
}
