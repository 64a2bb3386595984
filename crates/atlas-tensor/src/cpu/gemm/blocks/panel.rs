//! Inputs as signed bytes with a scale for 32 of them.

use super::lanes::PART;
use crate::ops::round_to_int8;

/// Bytes of a scale, and of two sums of 16 inputs.
const SCALE_BYTES: usize = 4;
const SUMS_BYTES: usize = 8;
/// Rows begin on cache lines, and one line of padding keeps those of a power of two from falling
/// on the same cache sets.
const LINE_BYTES: usize = 64;

/// Bytes of a prepared row of `k` inputs: its bytes, its scales, its sums.
pub const fn row_bytes(k: usize) -> usize {
    let parts = k.div_ceil(PART);
    (parts * (PART + SCALE_BYTES + SUMS_BYTES)).next_multiple_of(LINE_BYTES) + LINE_BYTES
}

/// A prepared row.
#[derive(Clone, Copy)]
pub struct Inputs {
    base: *const u8,
    parts: usize,
}

impl Inputs {
    /// The row at `base` of `k` inputs.
    #[inline(always)]
    pub fn at(base: *const u8, k: usize) -> Self {
        Self { base, parts: k.div_ceil(PART) }
    }

    /// The bytes of part `part`.
    #[inline(always)]
    pub fn bytes(&self, part: usize) -> *const i8 {
        self.base.wrapping_add(part * PART).cast()
    }

    /// The scale of part `part`.
    ///
    /// # Safety
    /// The row is readable and has that part.
    #[inline(always)]
    pub unsafe fn scale(&self, part: usize) -> f32 {
        let scales = self.base.wrapping_add(self.parts * PART).cast::<f32>();
        // SAFETY: the caller's promise; rows are aligned.
        unsafe { *scales.add(part) }
    }

    /// The sums of the bytes of both halves of part `part`.
    ///
    /// # Safety
    /// The row is readable and has that part.
    #[inline(always)]
    pub unsafe fn sums(&self, part: usize) -> [i32; 2] {
        let sums = self.base.wrapping_add(self.parts * (PART + SCALE_BYTES)).cast::<[i32; 2]>();
        // SAFETY: as above.
        unsafe { *sums.add(part) }
    }
}

/// Writes the prepared row of `x` to `to`.
///
/// # Safety
/// [`row_bytes`] are writable at `to`, on a boundary of 8 bytes.
#[inline(always)]
pub unsafe fn prepare(x: &[f32], to: *mut u8) {
    let parts = x.len().div_ceil(PART);
    let scales = to.wrapping_add(parts * PART).cast::<f32>();
    let sums = to.wrapping_add(parts * (PART + SCALE_BYTES)).cast::<[i32; 2]>();
    for (part, from) in x.chunks(PART).enumerate() {
        let mut padded = [0.0; PART];
        padded[..from.len()].copy_from_slice(from);
        let (codes, scale) = round_to_int8(&padded);
        let sum = |half: &[i8]| half.iter().map(|&code| i32::from(code)).sum();
        // SAFETY: the caller's promise.
        unsafe {
            to.cast::<[i8; PART]>().add(part).write(codes);
            scales.add(part).write(scale);
            sums.add(part).write([sum(&codes[..16]), sum(&codes[16..])]);
        }
    }
}
