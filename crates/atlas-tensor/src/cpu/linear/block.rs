//! One thread's share of a product: a range of outputs for a range of rows.

use std::ops::Range;

use super::mac::{Format, Mac, Packed};
use super::tile::{Weights, accumulate, finish};
use crate::cpu::Isa;
use crate::cpu::simd::{Job, Simd};
use crate::weight::Weight;

/// From this many rows on, weights are widened once a group and reused by every tile.
const PACK_ROWS: usize = 12;

/// A prepared row is read, or an output row written, at `base + stride * (index[i] / divide)`.
#[derive(Clone, Copy)]
pub struct RowMap<'a> {
    pub base: *mut u8,
    pub stride_bytes: usize,
    /// Which row; `None` is row `i` itself.
    pub index: Option<&'a [u32]>,
    pub divide: u32,
}

// SAFETY: a plain address; whoever dereferences it keeps the threads apart.
unsafe impl Send for RowMap<'_> {}
// SAFETY: as above.
unsafe impl Sync for RowMap<'_> {}

impl RowMap<'_> {
    #[inline(always)]
    fn at(&self, i: usize) -> *mut u8 {
        let row = match self.index {
            Some(index) => (index[i] / self.divide) as usize,
            None => i,
        };
        self.base.wrapping_add(row * self.stride_bytes)
    }
}

/// A product of prepared rows with one weight.
#[derive(Clone, Copy)]
pub struct Product<'a> {
    pub weight: &'a Weight,
    pub bias: Option<&'a [f32]>,
    /// Prepared rows of whole chunks.
    pub x: RowMap<'a>,
    /// Output rows of `weight.n()` f32.
    pub out: RowMap<'a>,
}

/// Outputs `outputs` of rows `rows` of a product.
///
/// # Safety (of running it)
/// Panel rows hold `weight.k()` elements in whole chunks of `M`; output rows are writable and
/// written by nobody else in that range; `pack` holds [`pack_floats`] f32 of this thread alone.
pub struct Share<'a, M> {
    pub product: Product<'a>,
    pub rows: Range<usize>,
    pub outputs: Range<usize>,
    /// Rows that go through all outputs before the next ones: what the second-level cache holds.
    pub row_block: usize,
    pub pack: *mut f32,
    pub mac: std::marker::PhantomData<M>,
}

/// f32 that a thread needs to widen a group of weights of `k` inputs.
pub fn pack_floats<M: Format>(k: usize) -> usize {
    if M::PACKS { outputs_a_group::<M::S>() * k.next_multiple_of(M::CHUNK) } else { 0 }
}

/// Outputs that one pass over the prepared rows computes.
pub const fn outputs_a_group<S: Simd>() -> usize {
    match S::ISA {
        Isa::Portable => 2,
        _ => 6,
    }
}

impl<M: Format> Job<M::S> for Share<'_, M> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: M::S) {
        // As many accumulators as the register file holds beside the operands.
        match M::S::ISA {
            Isa::Avx512 | Isa::Avx512Bf16 => self.groups::<4, 6>(s),
            Isa::Avx2 => self.groups::<2, 6>(s),
            Isa::Portable => self.groups::<2, 2>(s),
        }
    }
}

impl<M: Format> Share<'_, M> {
    #[inline(always)]
    fn groups<const T: usize, const O: usize>(&self, s: M::S) {
        let mut first = self.rows.start;
        while first < self.rows.end {
            let rows = first..(first + self.row_block).min(self.rows.end);
            let mut o = self.outputs.start;
            while o < self.outputs.end {
                if o + O <= self.outputs.end {
                    self.group::<T, O>(s, rows.clone(), o);
                    o += O;
                } else {
                    self.group::<T, 1>(s, rows.clone(), o);
                    o += 1;
                }
            }
            first = rows.end;
        }
    }

    #[inline(always)]
    fn group<const T: usize, const O: usize>(&self, s: M::S, rows: Range<usize>, o: usize) {
        let k = self.product.weight.k();
        let row_bytes = k * M::W_BYTES;
        let base = self.product.weight.bytes()[o * row_bytes..][..O * row_bytes].as_ptr();
        let mut weights = Weights {
            rows: [base; O],
            step_bytes: M::CHUNK * M::W_BYTES,
            // The next group lies right behind this one.
            ahead_bytes: O * row_bytes,
        };
        for i in 1..O {
            weights.rows[i] = base.wrapping_add(i * row_bytes);
        }
        let tail = Tail::<O>::of::<M>(&weights, k);
        if M::PACKS && rows.len() >= PACK_ROWS {
            let packed = self.pack::<O>(s, &weights, &tail, k);
            self.tiles::<Packed<M::S, O>, T, O>(s, rows, o, packed, k.div_ceil(M::CHUNK), None);
        } else {
            self.tiles::<M, T, O>(s, rows, o, weights, k / M::CHUNK, Some(&tail));
        }
    }

    /// Widens a group: chunk after chunk, phase after phase, one vector an output.
    #[inline(always)]
    fn pack<const O: usize>(
        &self,
        s: M::S,
        w: &Weights<O>,
        tail: &Tail<O>,
        k: usize,
    ) -> Weights<O> {
        let lanes = M::S::LANES;
        let vectors = M::PHASES * O;
        for c in 0..k.div_ceil(M::CHUNK) {
            for phase in 0..M::PHASES {
                for i in 0..O {
                    let whole = c < k / M::CHUNK;
                    let from = if whole {
                        w.rows[i].wrapping_add(c * w.step_bytes)
                    } else {
                        tail.bytes[i].as_ptr()
                    };
                    // SAFETY: chunk `c` of the row, or the padded tail, is readable; `pack`
                    // holds all vectors of the group.
                    unsafe {
                        let to = self.pack.add((c * vectors + phase * O + i) * lanes);
                        M::widen(s, from, phase, to);
                        s.prefetch(from.wrapping_add(w.ahead_bytes));
                    }
                }
            }
        }
        let base = self.pack.cast_const().cast::<u8>();
        let mut rows = [base; O];
        for i in 1..O {
            rows[i] = base.wrapping_add(i * lanes * 4);
        }
        Weights { rows, step_bytes: vectors * lanes * 4, ahead_bytes: 0 }
    }

    /// All row tiles of a group.
    #[inline(always)]
    fn tiles<N: Mac<S = M::S>, const T: usize, const O: usize>(
        &self,
        s: M::S,
        rows: Range<usize>,
        o: usize,
        mut w: Weights<O>,
        chunks: usize,
        tail: Option<&Tail<O>>,
    ) {
        let mut row = rows.start;
        while row < rows.end {
            let left = rows.end - row;
            if left >= T {
                self.tile::<N, T, O>(s, row, o, w, chunks, tail);
                row += T;
            } else if T > 2 && left >= 2 {
                self.tile::<N, 2, O>(s, row, o, w, chunks, tail);
                row += 2;
            } else {
                self.tile::<N, 1, O>(s, row, o, w, chunks, tail);
                row += 1;
            }
            // The first tile has asked for the next group already.
            w.ahead_bytes = 0;
        }
    }

    #[inline(always)]
    fn tile<N: Mac<S = M::S>, const T: usize, const O: usize>(
        &self,
        s: M::S,
        row: usize,
        o: usize,
        w: Weights<O>,
        chunks: usize,
        tail: Option<&Tail<O>>,
    ) {
        let mut x = [self.product.x.at(row).cast_const(); T];
        let mut out = [self.product.out.at(row).cast::<f32>().wrapping_add(o); T];
        for t in 1..T {
            x[t] = self.product.x.at(row + t).cast_const();
            out[t] = self.product.out.at(row + t).cast::<f32>().wrapping_add(o);
        }
        let mut acc = [[s.splat(0.0); T]; O];
        let bias = self.product.bias.map(|bias| bias[o..o + O].as_ptr());
        // SAFETY: the rows hold whole chunks, the tail one more; output rows hold `o..o + O`
        // and are this thread's; all by the promise of `Share`.
        unsafe {
            accumulate::<N, T, O>(s, &mut acc, x, w, chunks);
            if let Some(tail) = tail.filter(|tail| tail.elements > 0) {
                for t in 0..T {
                    x[t] = x[t].add(chunks * N::CHUNK * N::X_BYTES);
                }
                let last = Weights { rows: tail.pointers(), step_bytes: 0, ahead_bytes: 0 };
                accumulate::<N, T, O>(s, &mut acc, x, last, 1);
            }
            finish::<N, T, O>(s, &acc, bias, out);
        }
    }
}

/// The last, partial chunk of each weight row, padded with zeros.
struct Tail<const O: usize> {
    bytes: [[u8; 128]; O],
    elements: usize,
}

impl<const O: usize> Tail<O> {
    #[inline(always)]
    fn of<M: Mac>(w: &Weights<O>, k: usize) -> Self {
        let elements = k % M::CHUNK;
        let mut bytes = [[0; 128]; O];
        let at = (k - elements) * M::W_BYTES;
        if elements > 0 {
            for i in 0..O {
                // SAFETY: `elements` elements follow the whole chunks of the row; a chunk is at
                // most 128 bytes.
                unsafe {
                    let from = w.rows[i].add(at);
                    let len = elements * M::W_BYTES;
                    std::ptr::copy_nonoverlapping(from, bytes[i].as_mut_ptr(), len);
                }
            }
        }
        Self { bytes, elements }
    }

    #[inline(always)]
    fn pointers(&self) -> [*const u8; O] {
        let mut rows = [self.bytes[0].as_ptr(); O];
        for i in 1..O {
            rows[i] = self.bytes[i].as_ptr();
        }
        rows
    }
}
