//! Sizes of temporary tensors.

use atlas_tensor::Arena;

/// Arena bytes of one tensor `[rows, width]` for each width.
pub(crate) fn scratch_of(rows: usize, widths: &[usize]) -> usize {
    widths.iter().map(|w| Arena::alloc_bytes(rows * w)).sum()
}
