//! Products with weights of blocks of codes: with inputs as signed bytes, in exact integers by
//! parts of 32 elements, or of weights widened to f32.
//!
//! `docs/kernels/gemm/cpu.md` has the arithmetic and the figures.

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod integers;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod kinds;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod lanes;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod narrow;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "x86_64")]
mod packed;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod panel;
#[cfg(all(test, any(target_arch = "x86_64", target_arch = "aarch64")))]
mod tests;
mod widened;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::marker::PhantomData;
use std::ops::Range;

use super::Multiplier;
use super::block::Product;
use crate::cpu::simd::{Job, Simd};
use crate::ops::{INT8_GROUP, round_to_int8};
use crate::weights::pairs::Activation;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub use integers::Blocks;
#[cfg(target_arch = "aarch64")]
pub use neon::NeonLanes;
#[cfg(target_arch = "x86_64")]
pub use x86::{Avx2Lanes, VnniLanes};

/// Products of weights that are widened row by row, with inputs that are rounded to 8 bits where
/// `ROUNDS`.
#[derive(Clone, Copy)]
pub struct Widened<S, const ROUNDS: bool>(PhantomData<S>);

/// A part of a product of widened weights.
struct OfRows<'a> {
    product: Product<'a>,
    rows: Range<usize>,
    outputs: Range<usize>,
    memory: *mut f32,
}

impl<S: Simd> Job<S> for OfRows<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        let Self { product, rows, outputs, memory } = self;
        // SAFETY: `Widened::share` passes its caller's promise on.
        unsafe { widened::share(s, &product, rows, outputs, memory) };
    }
}

impl<S: Simd, const ROUNDS: bool> Multiplier for Widened<S, ROUNDS> {
    type S = S;
    const GROUP: usize = 4;
    const ACTIVATION: Activation = if ROUNDS { Activation::Int8 } else { Activation::F32 };

    fn panel_row_bytes(k: usize) -> usize {
        widened::row_floats::<S>(k) * size_of::<f32>()
    }

    fn pack_floats(k: usize) -> usize {
        widened::row_floats::<S>(k)
    }

    #[inline(always)]
    unsafe fn prepare_row(_s: S, x: &[f32], to: *mut u8, _round: bool) {
        // SAFETY: the caller's promise.
        let row = unsafe {
            std::slice::from_raw_parts_mut(to.cast::<f32>(), widened::row_floats::<S>(x.len()))
        };
        row[..x.len()].copy_from_slice(x);
        row[x.len()..].fill(0.0);
        if ROUNDS {
            // Rows end with whole groups.
            for group in row.as_chunks_mut::<INT8_GROUP>().0 {
                let (codes, scale) = round_to_int8(group);
                *group = codes.map(|code| f32::from(code) * scale);
            }
        }
    }

    unsafe fn share(
        s: S,
        product: Product<'_>,
        rows: Range<usize>,
        outputs: Range<usize>,
        memory: *mut f32,
    ) {
        s.vectorise(OfRows { product, rows, outputs, memory });
    }
}
