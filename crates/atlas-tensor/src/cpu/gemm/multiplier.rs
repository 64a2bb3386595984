//! Ways to multiply prepared rows of inputs with weights.

use std::marker::PhantomData;
use std::ops::Range;

use super::block::{MAX_ROW_BLOCK, Product, Share, outputs_a_group, pack_floats};
use super::mac::Format;
use crate::cpu::simd::Simd;
use crate::weights::pairs::{Activation, ActivationType};

/// Most elements of K in a chunk of any format, and most bytes of a panel element.
pub const MAX_CHUNK: usize = 128;
pub const MAX_X_BYTES: usize = 4;

/// Panel bytes that a block of rows may take of the second-level cache.
const ROW_BLOCK_BYTES: usize = 512 << 10;

/// A way to multiply. The bits of an output depend on its row, its weights and K alone.
pub trait Multiplier: Copy + Send + Sync + 'static {
    type S: Simd;
    /// Outputs that are computed together: threads get multiples of them.
    const GROUP: usize;
    /// The inputs that the weights meet.
    const ACTIVATION: Activation;

    /// Bytes of a prepared row of `k` inputs.
    fn panel_row_bytes(k: usize) -> usize;
    /// f32 of memory that a thread needs for rows of `k` inputs.
    fn pack_floats(k: usize) -> usize;

    /// Prepares a row, whose inputs are rounded to bf16 first where `round` is set and the prepared
    /// ones are floats.
    ///
    /// # Safety
    /// [`Self::panel_row_bytes`] are writable at `to`, which lies on a cache line.
    unsafe fn prepare_row(s: Self::S, x: &[f32], to: *mut u8, round: bool);

    /// Outputs `outputs` of rows `rows` on the calling thread.
    ///
    /// # Safety
    /// Rows were prepared for the weight's K; output rows are writable, and no other thread writes
    /// these outputs of them; `memory` holds [`Self::pack_floats`] of this thread.
    unsafe fn share(
        s: Self::S,
        product: Product<'_>,
        rows: Range<usize>,
        outputs: Range<usize>,
        memory: *mut f32,
    );
}

impl<M: Format> Multiplier for M {
    type S = M::S;
    const GROUP: usize = outputs_a_group::<M::S>();
    const ACTIVATION: Activation = M::Inputs::ACTIVATION;

    /// One chunk of padding keeps rows of a power of two from falling on the same cache sets.
    fn panel_row_bytes(k: usize) -> usize {
        const { assert!(M::CHUNK <= MAX_CHUNK && M::X_BYTES <= MAX_X_BYTES) };
        (k.next_multiple_of(M::CHUNK) + M::CHUNK) * M::X_BYTES
    }

    fn pack_floats(_k: usize) -> usize {
        pack_floats::<M>()
    }

    #[inline(always)]
    unsafe fn prepare_row(s: M::S, x: &[f32], to: *mut u8, round: bool) {
        for (c, from) in x.chunks(M::CHUNK).enumerate() {
            let at = to.wrapping_add(c * M::CHUNK * M::X_BYTES);
            // SAFETY: a prepared row holds whole chunks.
            unsafe { M::prepare(s, from.as_ptr(), from.len(), at, round) };
        }
    }

    unsafe fn share(
        s: M::S,
        product: Product<'_>,
        rows: Range<usize>,
        outputs: Range<usize>,
        memory: *mut f32,
    ) {
        let row_bytes = product.weight.k().next_multiple_of(M::CHUNK) * M::X_BYTES;
        let row_block = (ROW_BLOCK_BYTES / row_bytes.max(1)).clamp(16, MAX_ROW_BLOCK) & !3;
        s.vectorise(Share::<M> { product, rows, outputs, row_block, memory, mac: PhantomData });
    }
}
