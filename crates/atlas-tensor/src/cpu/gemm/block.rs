//! One thread's share of a product: a range of outputs for a range of rows.

use std::ops::Range;

use super::mac::{Format, Mac};
use super::tile::{Ends, Weights, accumulate, finish, keep, restore};
use crate::cpu::Isa;
use crate::cpu::simd::{Job, MAX_LANES, Simd};
use crate::weights::Weight;

/// From this many rows on, weights are widened once a block of K and reused by every tile.
const PACK_ROWS: usize = 12;
/// Elements of K in a block: the weights of a group stay in the first-level cache while all row
/// tiles pass. Accumulators wait in memory between blocks, which changes no bit of them.
const PACKED_K: usize = 512;
const DIRECT_K: usize = 1024;
/// Weights are prefetched at least so far ahead: the time that a line takes, at the rate of a core.
pub const AHEAD_BYTES: usize = 12 << 10;

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
    /// Address of row `i`.
    #[inline(always)]
    pub fn at(&self, i: usize) -> *mut u8 {
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
        // As many accumulators as the register file holds beside the operands; sums that are
        // scaled by chunk need a second set.
        match M::S::ISA {
            Isa::Avx512Bf16 if M::SCALES_SUMS => self.groups::<2, 6>(s),
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
        let weight = self.product.weight;
        let k = weight.k();
        let row_bytes = weight.codes().row_bytes();
        let base = weight.bytes()[o * row_bytes..][..O * row_bytes].as_ptr();
        let mut whole = Weights {
            rows: [base; O],
            scales: [base; O],
            // The next groups lie right behind this one.
            ahead_bytes: AHEAD_BYTES.next_multiple_of((O * row_bytes).max(1)),
        };
        let scales = RowScales::of::<M>(weight);
        for i in 0..O {
            whole.rows[i] = base.wrapping_add(i * row_bytes);
            whole.scales[i] = scales.of_row(o + i).as_ptr();
        }
        let tail = Tail::<O>::of::<M>(&whole, k, row_bytes, scales.of_row(o).len());
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
            let mut padded = (last && tail.elements > 0).then(|| tail.chunk());
            if packs {
                let weights = self.pack::<O>(s, &whole, &tail, &part);
                if let Some(padded) = &mut padded {
                    let bytes = <M::Packed<O> as Mac>::W_BYTES;
                    padded.rows = weights.rows.map(|row| row.wrapping_add((count - 1) * bytes));
                }
                self.tiles::<M::Packed<O>, T, O>(s, &part, weights, padded);
            } else {
                let mut weights = whole;
                for i in 0..O {
                    weights.rows[i] = whole.rows[i].wrapping_add(first * M::W_BYTES);
                    weights.scales[i] = whole.scales[i].wrapping_add(first * M::SCALE_BYTES);
                }
                self.tiles::<M, T, O>(s, &part, weights, padded);
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
                let (from, scales) = if part.first + c < whole {
                    let c = part.first + c;
                    let scales = w.scales[i].wrapping_add(c * M::SCALE_BYTES);
                    (w.rows[i].wrapping_add(c * M::W_BYTES), scales)
                } else {
                    (tail.bytes[i].as_ptr(), tail.scales[i].as_ptr())
                };
                s.prefetch_far(from.wrapping_add(w.ahead_bytes));
                for phase in 0..M::PHASES {
                    // SAFETY: the chunk of the row, or the padded tail, is readable; `memory`
                    // holds all vectors of a part.
                    unsafe {
                        let to = self.memory.add((c * vectors + phase * O + i) * lanes);
                        M::widen(s, from, scales, phase, to);
                    }
                }
            }
        }
        let base = self.memory.cast_const().cast::<u8>();
        let (mut rows, mut scales) = ([base; O], w.scales);
        for i in 0..O {
            rows[i] = base.wrapping_add(i * lanes * 4);
            scales[i] = w.scales[i].wrapping_add(part.first * M::SCALE_BYTES);
        }
        Weights { rows, scales, ahead_bytes: 0 }
    }

    /// The scales and biases of the outputs from `o` on.
    #[inline(always)]
    fn ends<const O: usize>(&self, o: usize) -> Ends<O> {
        let weight = self.product.weight;
        let scales = weight.scales().filter(|_| weight.format().has_row_scale());
        Ends {
            scales: scales.map(|scales| std::array::from_fn(|i| scales.of_row(o + i)[0])),
            bias: self.product.bias.map(|bias| std::array::from_fn(|i| bias[o + i])),
        }
    }

    /// All row tiles of a part of a group.
    #[inline(always)]
    fn tiles<N: Mac<S = M::S>, const T: usize, const O: usize>(
        &self,
        s: M::S,
        part: &KBlock,
        mut w: Weights<O>,
        padded: Option<Weights<O>>,
    ) {
        let mut row = part.rows.start;
        while row < part.rows.end {
            let left = part.rows.end - row;
            if left >= T {
                self.tile::<N, T, O>(s, row, part, w, padded);
                row += T;
            } else if T > 2 && left >= 2 {
                self.tile::<N, 2, O>(s, row, part, w, padded);
                row += 2;
            } else {
                self.tile::<N, 1, O>(s, row, part, w, padded);
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
        padded: Option<Weights<O>>,
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
            let chunks = part.count - usize::from(padded.is_some());
            accumulate::<N, T, O>(s, &mut acc, x, w, chunks);
            if let Some(last) = padded {
                for t in 0..T {
                    x[t] = x[t].add(chunks * N::CHUNK * N::X_BYTES);
                }
                accumulate::<N, T, O>(s, &mut acc, x, last, 1);
            }
            if !part.last {
                return keep(s, &acc, kept);
            }
            let ends = self.ends(part.o);
            let mut out = [self.product.out.at(row).cast::<f32>().add(part.o); T];
            for t in 1..T {
                out[t] = self.product.out.at(row + t).cast::<f32>().add(part.o);
            }
            finish::<N::S, T, O>(s, &acc, ends, out);
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

/// The last, partial chunk of each weight row and of its scales, padded with zeros.
struct Tail<const O: usize> {
    bytes: [[u8; 128]; O],
    scales: [[u8; 8]; O],
    elements: usize,
}

impl<const O: usize> Tail<O> {
    #[inline(always)]
    fn of<M: Mac>(w: &Weights<O>, k: usize, row_bytes: usize, scale_bytes: usize) -> Self {
        const { assert!(M::W_BYTES <= 128 && M::SCALE_BYTES <= 8) };
        let elements = k % M::CHUNK;
        let (mut bytes, mut scales) = ([[0; 128]; O], [[0; 8]; O]);
        if elements > 0 {
            let whole = k / M::CHUNK;
            let (at, scale_at) = (whole * M::W_BYTES, whole * M::SCALE_BYTES);
            for i in 0..O {
                // SAFETY: a row has `row_bytes`, its scales have `scale_bytes`; what is left of
                // them behind whole chunks is at most a chunk.
                unsafe {
                    let to = bytes[i].as_mut_ptr();
                    std::ptr::copy_nonoverlapping(w.rows[i].add(at), to, row_bytes - at);
                    let left = scale_bytes.saturating_sub(scale_at);
                    let to = scales[i].as_mut_ptr();
                    std::ptr::copy_nonoverlapping(w.scales[i].wrapping_add(scale_at), to, left);
                }
            }
        }
        Self { bytes, scales, elements }
    }

    #[inline(always)]
    fn chunk(&self) -> Weights<O> {
        let (mut rows, mut scales) = ([self.bytes[0].as_ptr(); O], [self.scales[0].as_ptr(); O]);
        for i in 1..O {
            (rows[i], scales[i]) = (self.bytes[i].as_ptr(), self.scales[i].as_ptr());
        }
        Weights { rows, scales, ahead_bytes: 0 }
    }
}

/// The scales that a weight's chunks have, as bytes of a row.
struct RowScales<'a> {
    weight: &'a Weight,
    /// Whether chunks have any.
    by_chunk: bool,
}

impl<'a> RowScales<'a> {
    #[inline(always)]
    fn of<M: Mac>(weight: &'a Weight) -> Self {
        Self { weight, by_chunk: M::SCALE_BYTES > 0 }
    }

    #[inline(always)]
    fn of_row(&self, row: usize) -> &'a [u8] {
        if !self.by_chunk {
            return &[];
        }
        match (self.weight.block_scales(), self.weight.scales()) {
            (Some(plane), _) => &plane.bytes()[row * plane.row_bytes()..][..plane.row_bytes()],
            (None, Some(scales)) => bytemuck::cast_slice(scales.of_row(row)),
            (None, None) => &[],
        }
    }
}
