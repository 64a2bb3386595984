//! Products in exact integers.

use std::marker::PhantomData;
use std::ops::Range;

#[cfg(target_arch = "aarch64")]
use super::NeonLanes;
use super::kinds::{self, Integers};
use super::lanes::{Kind, Lanes};
#[cfg(target_arch = "x86_64")]
use super::{Avx2Lanes, VnniLanes, packed};
use super::{narrow, panel};
use crate::cpu::gemm::{Multiplier, Product};
use crate::cpu::simd::{Job, Simd};
use crate::weights::WeightFormat;
use crate::weights::ggml::GgmlType;
use crate::weights::pairs::Activation;

/// Products in integers by the arithmetic `L`.
#[derive(Clone, Copy)]
pub struct Blocks<L>(PhantomData<L>);

/// The rows of a product that a thread computes, with their memory.
#[derive(Clone)]
pub struct Part<'a> {
    pub product: Product<'a>,
    pub rows: Range<usize>,
    pub outputs: Range<usize>,
    /// [`Multiplier::pack_floats`] of this thread.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "no arithmetic packs"))]
    pub memory: *mut f32,
}

/// An arithmetic and its ways through rows and outputs.
pub trait Shares: Lanes {
    /// f32 of memory that a thread needs.
    const FLOATS: usize = 0;

    /// Computes `part` for weights of a kind.
    ///
    /// # Safety
    /// As of [`Multiplier::share`].
    #[inline(always)]
    unsafe fn share<K: Kind>(self, part: &Part<'_>) {
        // SAFETY: the caller's promise.
        unsafe { by_outputs::<K, Self>(self, part, part.rows.clone()) };
    }
}

#[cfg(target_arch = "aarch64")]
impl Shares for NeonLanes {}

#[cfg(target_arch = "x86_64")]
impl Shares for Avx2Lanes {}

#[cfg(target_arch = "x86_64")]
impl Shares for VnniLanes {
    const FLOATS: usize = size_of::<packed::Pack>() / size_of::<f32>();

    #[inline(always)]
    unsafe fn share<K: Kind>(self, part: &Part<'_>) {
        /// Bytes of prepared rows that the second-level cache holds beside the weights.
        const ROWS_BYTES: usize = 512 << 10;
        if part.rows.len() <= narrow::ROWS {
            // SAFETY: the caller's promise.
            return unsafe { by_outputs::<K, Self>(self, part, part.rows.clone()) };
        }
        let row_bytes = panel::row_bytes(part.product.weight.k());
        let most = (ROWS_BYTES / row_bytes).clamp(24, packed::ROWS_MAX);
        let blocks = part.rows.len().div_ceil(most);
        let each = part.rows.len().div_ceil(blocks).next_multiple_of(6).min(packed::ROWS_MAX);
        for first in part.rows.clone().step_by(each) {
            let rows = first..(first + each).min(part.rows.end);
            let (outputs, pack) = (part.outputs.clone(), part.memory.cast());
            // SAFETY: the caller's promise; the memory is a pack's.
            unsafe { packed::rows::<K>(self, &part.product, rows, outputs, pack) };
        }
    }
}

/// Every output of a few rows at a time.
///
/// # Safety
/// As of [`Multiplier::share`].
#[inline(always)]
unsafe fn by_outputs<K: Kind, L: Lanes>(l: L, part: &Part<'_>, rows: Range<usize>) {
    let mut o = part.outputs.start;
    while o < part.outputs.end {
        let product = &part.product;
        let outputs = narrow::Outputs::from::<L>(product, o, part.outputs.end);
        let mut row = rows.start;
        while row < rows.end {
            let left = (rows.end - row).min(narrow::ROWS);
            // SAFETY: the caller's promise.
            unsafe {
                match left {
                    2.. => narrow::rows::<K, L, 2>(l, product, row, outputs),
                    _ => narrow::rows::<K, L, 1>(l, product, row, outputs),
                }
            }
            row += left;
        }
        o += outputs.count();
    }
}

/// A part of a product with weights of kind `K`.
struct OfKind<'a, K, L> {
    part: Part<'a>,
    kind: PhantomData<(K, L)>,
}

impl<K: Kind, L: Shares> Job<L::S> for OfKind<'_, K, L> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: L::S) {
        // SAFETY: `Blocks::share` passes its caller's promise on.
        unsafe { L::new(s).share::<K>(&self.part) };
    }
}

impl<L: Shares> Multiplier for Blocks<L> {
    type S = L::S;
    const GROUP: usize = L::OUTPUTS;
    const ACTIVATION: Activation = Activation::Int8;

    fn panel_row_bytes(k: usize) -> usize {
        panel::row_bytes(k)
    }

    fn pack_floats(_k: usize) -> usize {
        L::FLOATS
    }

    #[inline(always)]
    unsafe fn prepare_row(_s: L::S, x: &[f32], to: *mut u8, _round: bool) {
        // SAFETY: the caller's promise.
        unsafe { panel::prepare(x, to) };
    }

    unsafe fn share(
        s: L::S,
        product: Product<'_>,
        rows: Range<usize>,
        outputs: Range<usize>,
        memory: *mut f32,
    ) {
        let part = Part { product, rows, outputs, memory };
        macro_rules! kinds {
            ($($format:pat => $kind:ty,)*) => {
                match part.product.weight.format() {
                    $($format => {
                        s.vectorise(OfKind::<$kind, L> { part, kind: PhantomData })
                    })*
                    other => panic!("{other} has no blocks"),
                }
            };
        }
        kinds! {
            WeightFormat::Int4 { .. } => Integers<4>,
            WeightFormat::Int8 { .. } => Integers<8>,
            WeightFormat::Ggml(GgmlType::Q4_0) => kinds::Q4_0,
            WeightFormat::Ggml(GgmlType::Q4_1) => kinds::Q4_1,
            WeightFormat::Ggml(GgmlType::Q5_0) => kinds::Q5_0,
            WeightFormat::Ggml(GgmlType::Q5_1) => kinds::Q5_1,
            WeightFormat::Ggml(GgmlType::Q8_0) => kinds::Q8_0,
            WeightFormat::Ggml(GgmlType::Q2K) => kinds::Q2K,
            WeightFormat::Ggml(GgmlType::Q3K) => kinds::Q3K,
            WeightFormat::Ggml(GgmlType::Q4K) => kinds::Q4K,
            WeightFormat::Ggml(GgmlType::Q5K) => kinds::Q5K,
            WeightFormat::Ggml(GgmlType::Q6K) => kinds::Q6K,
            WeightFormat::Ggml(GgmlType::Iq4Nl) => kinds::Iq4Nl,
            WeightFormat::Ggml(GgmlType::Iq4Xs) => kinds::Iq4Xs,
            WeightFormat::Ggml(GgmlType::Mxfp4) => kinds::Mxfp4,
        }
    }
}
