//! Many rows of inputs with AVX-512: the codes of 16 outputs are put together once a block of K,
//! four elements of an output to a lane, and multiplied with every row. The sums of a part are the
//! integers of [`super::narrow`] and go through the same operations, so they have its bits.

use std::arch::x86_64::*;
use std::ops::Range;

use super::lanes::{Kind, Lanes, PART, Weights};
use super::narrow::{Outputs, scale_of};
use super::panel::Inputs;
use super::x86::VnniLanes;
use crate::cpu::gemm::Product;
use crate::cpu::simd::{Avx512Vnni, Job, Simd};

const OUTPUTS: usize = 16;
/// Groups of 16 outputs that share a pass over the rows.
pub const GROUPS: usize = 2;
/// Parts of a block of K: its codes stay in the first-level cache while all rows pass.
const BLOCK_PARTS: usize = 16;
/// Rows of a tile: as many sums as the register file holds beside the operands.
const TILE: usize = 6;
/// Most rows of a block of rows, whose sums wait in memory between blocks of K.
pub const ROWS_MAX: usize = 256;

/// A block of K of a group of outputs. Scales are those of halves of parts; a kind that has one for
/// both has the first.
#[repr(C, align(64))]
struct Group {
    codes: [[u8; OUTPUTS * 4]; BLOCK_PARTS * PART / 4],
    scales: [[f32; OUTPUTS]; 2 * BLOCK_PARTS],
    minima: [[f32; OUTPUTS]; 2 * BLOCK_PARTS],
}

/// Memory of a thread.
#[repr(C, align(64))]
pub struct Pack {
    groups: [Group; GROUPS],
    sums: [[[f32; OUTPUTS]; GROUPS]; ROWS_MAX],
}

/// Outputs `outputs` of rows `rows`, at most [`ROWS_MAX`].
///
/// # Safety
/// As of [`super::Share`]; `pack` is this thread's own.
#[inline(always)]
pub unsafe fn rows<K: Kind>(
    l: VnniLanes,
    product: &Product<'_>,
    rows: Range<usize>,
    outputs: Range<usize>,
    pack: *mut Pack,
) {
    let (s, parts) = (l.simd(), product.weight.k() / PART);
    let mut o = outputs.start;
    while o < outputs.end {
        let first_group = Outputs::from::<VnniLanes>(product, o, outputs.end);
        let next = o + first_group.count();
        let is_alone = next >= outputs.end;
        let second = if is_alone { o } else { next };
        let groups = [first_group, Outputs::from::<VnniLanes>(product, second, outputs.end)];
        let used = if is_alone { 1 } else { GROUPS };
        let mut first = 0;
        loop {
            let block = first..(first + BLOCK_PARTS).min(parts);
            for (g, group) in groups.iter().enumerate().take(used) {
                let weights = group.weights(product);
                // SAFETY: the pack is this thread's; weights have these parts.
                unsafe { put_together::<K>(l, &weights, block.clone(), &mut (*pack).groups[g]) };
            }
            let last = block.end == parts;
            let (rows, groups, parts) = (rows.clone(), &groups[..used], block.clone());
            let at = Place { product, rows, groups, block: parts, last, offset: K::OFFSET, pack };
            // Compiled once for all kinds.
            if K::HALVES {
                if K::HAS_MINIMUM {
                    s.vectorise(Tiles::<true, true>(at));
                } else {
                    s.vectorise(Tiles::<true, false>(at));
                }
            } else if K::HAS_MINIMUM {
                s.vectorise(Tiles::<false, true>(at));
            } else {
                s.vectorise(Tiles::<false, false>(at));
            }
            if last {
                break;
            }
            first = block.end;
        }
        o = second + groups[used - 1].count();
    }
}

/// Puts the codes and scales of parts `block` together.
///
/// # Safety
/// The weights have these parts.
#[inline(always)]
unsafe fn put_together<K: Kind>(
    l: VnniLanes,
    weights: &Weights,
    block: Range<usize>,
    to: &mut Group,
) {
    let s = l.simd();
    let first = block.start / K::PARTS;
    for index in first..block.end / K::PARTS {
        // SAFETY: the caller's promise; codes and scales have 16 lanes each.
        unsafe {
            let words = K::words(l, weights, index);
            for part in 0..K::PARTS {
                let at = (index - first) * K::PARTS + part;
                let codes = l.codes::<K>(weights.codes, index * K::BYTES, part);
                for (half, codes) in codes.iter().enumerate() {
                    for (j, four) in l.by_fours(codes).into_iter().enumerate() {
                        let to = to.codes[at * 8 + half * 4 + j].as_mut_ptr();
                        _mm512_store_si512(to.cast(), four);
                    }
                }
                for half in 0..if K::HALVES { 2 } else { 1 } {
                    let i = if K::HALVES { 2 * part + half } else { part };
                    let [scale, minimum] = scale_of::<K, _>(l, &words, i);
                    s.store(to.scales[2 * at + half].as_mut_ptr(), scale);
                    if K::HAS_MINIMUM {
                        s.store(to.minima[2 * at + half].as_mut_ptr(), minimum);
                    }
                }
            }
        }
    }
}

/// A product of rows with groups that were put together.
struct Place<'a, 'b> {
    product: &'b Product<'a>,
    rows: Range<usize>,
    groups: &'b [Outputs],
    /// Parts of a block of K.
    block: Range<usize>,
    /// Whether it is the last.
    last: bool,
    /// Codes less this are their values.
    offset: i32,
    /// This thread's own.
    pack: *mut Pack,
}

/// All rows times the groups that were put together, of kinds with two scales a part or one, and
/// with a minimum or none.
struct Tiles<'a, 'b, const HALVES: bool, const MINIMUM: bool>(Place<'a, 'b>);

impl<const HALVES: bool, const MINIMUM: bool> Job<Avx512Vnni> for Tiles<'_, '_, HALVES, MINIMUM> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: Avx512Vnni) {
        // SAFETY: `rows` passes its caller's promise on.
        unsafe { all::<HALVES, MINIMUM>(VnniLanes::new(s), &self.0) };
    }
}

/// All rows times the groups that were put together.
///
/// # Safety
/// As of [`rows`].
#[inline(always)]
unsafe fn all<const HALVES: bool, const MINIMUM: bool>(l: VnniLanes, at: &Place<'_, '_>) {
    let both = at.groups.len() == GROUPS;
    let mut row = at.rows.start;
    while row < at.rows.end {
        // SAFETY: the caller's promise.
        row += unsafe {
            match (at.rows.end - row, both) {
                (TILE.., true) => tile::<HALVES, MINIMUM, TILE, 2>(l, at, row),
                (TILE.., false) => tile::<HALVES, MINIMUM, TILE, 1>(l, at, row),
                (3.., true) => tile::<HALVES, MINIMUM, 3, 2>(l, at, row),
                (3.., false) => tile::<HALVES, MINIMUM, 3, 1>(l, at, row),
                (_, true) => tile::<HALVES, MINIMUM, 1, 2>(l, at, row),
                (_, false) => tile::<HALVES, MINIMUM, 1, 1>(l, at, row),
            }
        };
    }
}

/// `T` rows by `G` groups of outputs. Returns `T`.
///
/// # Safety
/// As of [`rows`].
#[inline(always)]
// Long: accumulators stay in registers from the first part to the last.
unsafe fn tile<const HALVES: bool, const MINIMUM: bool, const T: usize, const G: usize>(
    l: VnniLanes,
    at: &Place<'_, '_>,
    row: usize,
) -> usize {
    let Place { product, rows, groups, block, last, offset, pack } = at;
    let (first_row, pack) = (rows.start, *pack);
    let (s, k) = (l.simd(), product.weight.k());
    let x: [Inputs; T] = std::array::from_fn(|t| Inputs::at(product.x.at(row + t), k));
    // SAFETY: the pack is this thread's own, and the groups were put together.
    unsafe {
        let mut sums = [[s.splat(0.0); G]; T];
        let kept = &raw mut (*pack).sums;
        if block.start > 0 {
            for t in 0..T {
                for g in 0..G {
                    sums[t][g] = s.load((*kept)[row - first_row + t][g].as_ptr());
                }
            }
        }
        for part in block.clone() {
            let i = part - block.start;
            let halves = if HALVES { 2 } else { 1 };
            for half in 0..halves {
                let fours = 8 / halves;
                let mut dots = [[_mm512_setzero_si512(); G]; T];
                let mut x_sums = [0; T];
                for t in 0..T {
                    let both = x[t].sums(part);
                    x_sums[t] = if HALVES { both[half] } else { both[0] + both[1] };
                    dots[t] = [_mm512_set1_epi32(-offset * x_sums[t]); G];
                }
                for j in half * fours..(half + 1) * fours {
                    let mut codes = [_mm512_setzero_si512(); G];
                    for g in 0..G {
                        let from = &raw const (*pack).groups[g].codes[i * 8 + j];
                        codes[g] = _mm512_load_si512(from.cast());
                    }
                    for t in 0..T {
                        let four = x[t].bytes(part).add(4 * j).cast::<i32>().read();
                        for g in 0..G {
                            let x = _mm512_set1_epi32(four);
                            dots[t][g] = _mm512_dpbusd_epi32(dots[t][g], codes[g], x);
                        }
                    }
                }
                for t in 0..T {
                    let x_scale = x[t].scale(part);
                    for g in 0..G {
                        let group = &raw const (*pack).groups[g];
                        let scale = s.load((*group).scales[2 * i + half].as_ptr());
                        let scale = s.mul(scale, s.splat(x_scale));
                        sums[t][g] = s.fma(l.to_f32(dots[t][g]), scale, sums[t][g]);
                        if MINIMUM {
                            let minimum = s.splat(x_scale * x_sums[t] as f32);
                            let minima = s.load((*group).minima[2 * i + half].as_ptr());
                            sums[t][g] = s.fma(minima, minimum, sums[t][g]);
                        }
                    }
                }
            }
        }
        for t in 0..T {
            for g in 0..G {
                if *last {
                    groups[g].put(s, product, row + t, sums[t][g]);
                } else {
                    s.store((*kept)[row - first_row + t][g].as_mut_ptr(), sums[t][g]);
                }
            }
        }
    }
    T
}
