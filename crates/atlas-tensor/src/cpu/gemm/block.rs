//! One thread's share of a product: a range of outputs for a range of rows.

use std::ops::Range;

use super::mac::{Format, Mac, Packed};
use super::tile::{Weights, accumulate, finish, keep, restore};
use crate::cpu::Isa;
use crate::cpu::simd::{Job, MAX_LANES, Simd};
use crate::weights::Weight;

/// From this many rows on, weights are widened once a block of K and reused by every tile.
const PACK_ROWS: usize = 12;
/// Elements of K in a block: the weights of a group stay in the first-level cache while all row
/// tiles pass. Accumulators wait in memory between blocks, which changes no bit of them.
const PACKED_K: usize = 512;
const DIRECT_K: usize = 1024;

/// A prepared row is read, or an output row written, at `base + stride * (index[i] / divide)`.
#[derive(Clone, Copy)]
pub struct RowMap<'a> {
    pub base: *mut u8,
    pub stride_bytes: usize,
    /// Row that row `i` is mapped to; `None` is row `i` itself.
    pub index: Option<&'a [u32]>,
    pub divide: u32,
}

// SAFETY: a plain address; the code that dereferences it keeps the threads apart.
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
/// written by no other thread in that range; `memory` holds [`pack_floats`] f32 of this thread.
pub struct Share<'a, M> {
    pub product: Product<'a>,
    pub rows: Range<usize>,
    pub outputs: Range<usize>,
    /// Rows that go through all outputs before the next ones: what the second-level cache holds,
    /// at most [`MAX_ROW_BLOCK`], a multiple of the tile's rows.
    pub row_block: usize,
    pub memory: *mut f32,
    pub mac: std::marker::PhantomData<M>,
}

/// f32 that a thread needs: a block of widened weights, and the accumulators of a block of rows.
pub fn pack_floats<M: Format>() -> usize {
    const { assert!(M::S::LANES <= MAX_LANES) };
    outputs_a_group::<M::S>() * (PACKED_K + MAX_ROW_BLOCK * M::S::LANES)
}

/// At least [`pack_floats`], whichever the format.
pub const MAX_PACK_FLOATS: usize = 6 * (PACKED_K + MAX_ROW_BLOCK * MAX_LANES);

/// Most rows of a block of rows.
pub const MAX_ROW_BLOCK: usize = 256;

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
            Isa::Avx512 | Isa::Avx512Vnni | Isa::Avx512Bf16 => self.groups::<4, 6>(s),
            Isa::Avx2 => self.groups::<2, 6>(s),
            Isa::Portable => self.groups::<2, 2>(s),
        }
    }
}

impl<M: Format> Share<'_, M> {
    #[inline(always)]
    fn groups<const T: usize, const O: usize>(&self, s: M::S) {
        // Blocks of like size, so that no small one is left over.
        let blocks = self.rows.len().div_ceil(self.row_block).max(1);
        let row_block = self.rows.len().div_ceil(blocks).next_multiple_of(T);
        let mut first = self.rows.start;
        while first < self.rows.end {
            let rows = first..(first + row_block).min(self.rows.end);
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
        let mut whole = Weights {
            rows: [base; O],
            step_bytes: M::CHUNK * M::W_BYTES,
            // The next group lies right behind this one.
            ahead_bytes: O * row_bytes,
        };
        for i in 1..O {
            whole.rows[i] = base.wrapping_add(i * row_bytes);
        }
        let tail = Tail::<O>::of::<M>(&whole, k);
        let packs = M::PACKS && rows.len() >= PACK_ROWS;
        let chunks = k.div_ceil(M::CHUNK);
        let block = match (packs, rows.len() <= T) {
            (true, _) => PACKED_K / M::CHUNK,
            (false, false) => DIRECT_K / M::CHUNK,
            (false, true) => chunks.max(1),
        };
        let mut first = 0;
        loop {
            let count = block.min(chunks - first);
            let last = first + count == chunks;
            let part = KBlock { rows: rows.clone(), o, first, count, last };
            if packs {
                let weights = self.pack::<O>(s, &whole, &tail, &part);
                self.tiles::<Packed<M::S, O>, T, O>(s, &part, weights, None);
            } else {
                let mut weights = whole;
                for i in 0..O {
                    weights.rows[i] = whole.rows[i].wrapping_add(first * whole.step_bytes);
                }
                self.tiles::<M, T, O>(s, &part, weights, last.then_some(&tail));
            }
            first += count;
            if last {
                return;
            }
        }
    }

    /// Widens a part of a group: chunk after chunk, phase after phase, one vector an output.
    #[inline(always)]
    fn pack<const O: usize>(
        &self,
        s: M::S,
        w: &Weights<O>,
        tail: &Tail<O>,
        part: &KBlock,
    ) -> Weights<O> {
        let lanes = M::S::LANES;
        let vectors = M::PHASES * O;
        let whole = self.product.weight.k() / M::CHUNK;
        for c in 0..part.count {
            for i in 0..O {
                let from = if part.first + c < whole {
                    w.rows[i].wrapping_add((part.first + c) * w.step_bytes)
                } else {
                    tail.bytes[i].as_ptr()
                };
                s.prefetch_far(from.wrapping_add(w.ahead_bytes));
                for phase in 0..M::PHASES {
                    // SAFETY: the chunk of the row, or the padded tail, is readable; `memory`
                    // holds all vectors of a part.
                    unsafe {
                        let to = self.memory.add((c * vectors + phase * O + i) * lanes);
                        M::widen(s, from, phase, to);
                    }
                }
            }
        }
        let base = self.memory.cast_const().cast::<u8>();
        let mut rows = [base; O];
        for i in 1..O {
            rows[i] = base.wrapping_add(i * lanes * 4);
        }
        Weights { rows, step_bytes: vectors * lanes * 4, ahead_bytes: 0 }
    }

    /// All row tiles of a part of a group.
    #[inline(always)]
    fn tiles<N: Mac<S = M::S>, const T: usize, const O: usize>(
        &self,
        s: M::S,
        part: &KBlock,
        mut w: Weights<O>,
        tail: Option<&Tail<O>>,
    ) {
        let mut row = part.rows.start;
        while row < part.rows.end {
            let left = part.rows.end - row;
            if left >= T {
                self.tile::<N, T, O>(s, row, part, w, tail);
                row += T;
            } else if T > 2 && left >= 2 {
                self.tile::<N, 2, O>(s, row, part, w, tail);
                row += 2;
            } else {
                self.tile::<N, 1, O>(s, row, part, w, tail);
                row += 1;
            }
            // The first tile has prefetched the next group already.
            w.ahead_bytes = 0;
        }
    }

    #[inline(always)]
    fn tile<N: Mac<S = M::S>, const T: usize, const O: usize>(
        &self,
        s: M::S,
        row: usize,
        part: &KBlock,
        w: Weights<O>,
        tail: Option<&Tail<O>>,
    ) {
        let x_at = part.first * N::CHUNK * N::X_BYTES;
        let mut x = [self.product.x.at(row).cast_const().wrapping_add(x_at); T];
        for t in 1..T {
            x[t] = self.product.x.at(row + t).cast_const().wrapping_add(x_at);
        }
        let kept = (row - part.rows.start) * O * M::S::LANES;
        let kept = self.memory.wrapping_add(O * PACKED_K + kept);
        let mut acc = [[s.splat(0.0); T]; O];
        // SAFETY: rows hold whole chunks, the tail one more; `memory` holds the accumulators of
        // all rows of the block behind the widened weights; output rows hold `o..o + O` and are
        // this thread's; all by the promise of `Share`.
        unsafe {
            if part.first > 0 {
                restore(s, &mut acc, kept);
            }
            let padded = tail.filter(|tail| tail.elements > 0);
            let chunks = part.count - usize::from(padded.is_some());
            accumulate::<N, T, O>(s, &mut acc, x, w, chunks);
            if let Some(tail) = padded {
                for t in 0..T {
                    x[t] = x[t].add(chunks * N::CHUNK * N::X_BYTES);
                }
                let last = Weights { rows: tail.pointers(), step_bytes: 0, ahead_bytes: 0 };
                accumulate::<N, T, O>(s, &mut acc, x, last, 1);
            }
            if !part.last {
                return keep(s, &acc, kept);
            }
            let bias = self.product.bias.map(|bias| bias[part.o..part.o + O].as_ptr());
            let mut out = [self.product.out.at(row).cast::<f32>().add(part.o); T];
            for t in 1..T {
                out[t] = self.product.out.at(row + t).cast::<f32>().add(part.o);
            }
            finish::<N::S, T, O>(s, &acc, bias, out);
        }
    }
}

/// A block of K of a group of outputs.
struct KBlock {
    rows: Range<usize>,
    /// First output of the group.
    o: usize,
    /// Chunks.
    first: usize,
    count: usize,
    last: bool,
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
