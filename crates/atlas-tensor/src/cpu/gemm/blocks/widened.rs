//! Products with inputs as they are: rows of blocks are widened to f32, one after the other, and
//! each is multiplied with every row of inputs.

use std::ops::Range;

use crate::cpu::gemm::Product;
use crate::cpu::simd::Simd;

/// Vectors that are summed side by side.
const STREAMS: usize = 4;

/// Outputs `outputs` of rows `rows`, whose inputs are f32 with zeros up to a whole vector.
///
/// # Safety
/// As of [`super::Share`]; a row of f32 with whole vectors is writable at `memory`.
#[inline(always)]
pub unsafe fn share<S: Simd>(
    s: S,
    product: &Product<'_>,
    rows: Range<usize>,
    outputs: Range<usize>,
    memory: *mut f32,
) {
    let k = product.weight.k();
    let step = STREAMS * S::LANES;
    let padded = k.next_multiple_of(step);
    // SAFETY: the caller's promise.
    let row = unsafe { std::slice::from_raw_parts_mut(memory, padded) };
    row[k..].fill(0.0);
    for o in outputs {
        product.weight.row_f32(o, &mut row[..k]);
        for t in rows.clone() {
            let x = product.x.at(t).cast::<f32>();
            let mut sums = [s.splat(0.0); STREAMS];
            for at in (0..padded).step_by(step) {
                for (i, sum) in sums.iter_mut().enumerate() {
                    let at = at + i * S::LANES;
                    // SAFETY: both have whole vectors.
                    unsafe { *sum = s.fma(s.load(x.add(at)), s.load(row.as_ptr().add(at)), *sum) };
                }
            }
            let [a, b, c, d] = sums;
            let sum = s.sum(s.add(s.add(a, b), s.add(c, d)));
            let sum = sum + product.bias.map_or(0.0, |bias| bias[o]);
            // SAFETY: the caller's promise.
            unsafe { *product.out.at(t).cast::<f32>().add(o) = sum };
        }
    }
}

/// f32 of a prepared row of `k` inputs, and of a widened row of a weight.
pub const fn row_floats<S: Simd>(k: usize) -> usize {
    k.next_multiple_of(STREAMS * S::LANES)
}
