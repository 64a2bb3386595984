//! Few rows of inputs: codes go from memory to registers, and their sums over a part of 32
//! elements are exact integers.

use std::ops::Range;

use super::kinds::{Kind, Row};
use super::lanes::{Lanes, MAX_OUTPUTS, PART};
use super::panel::Inputs;
use crate::cpu::gemm::{PREFETCH_BYTES, Product};
use crate::cpu::simd::Simd;

/// Parts whose scales are read at once: those of the longest block.
const UNIT_PARTS: usize = 8;

/// Scales and minima of a unit, a lane an output.
pub struct Scales {
    of: [[f32; MAX_OUTPUTS]; 2 * UNIT_PARTS],
    minima: [[f32; MAX_OUTPUTS]; 2 * UNIT_PARTS],
}

impl Scales {
    pub fn new() -> Self {
        let none = [[0.0; MAX_OUTPUTS]; 2 * UNIT_PARTS];
        Self { of: none, minima: none }
    }

    /// Reads those of the parts from `first` on, up to a unit, of each row.
    ///
    /// # Safety
    /// The rows have these parts, of whole blocks.
    #[inline(always)]
    pub unsafe fn read<K: Kind, L: Lanes>(&mut self, l: L, rows: &[Row], parts: Range<usize>) {
        let halves = if K::HALVES { 2 } else { 1 };
        let each = K::PARTS * halves;
        for (r, row) in rows.iter().enumerate() {
            for (b, block) in (parts.start / K::PARTS..parts.end / K::PARTS).enumerate() {
                let put = |i: usize, scale: f32, minimum: f32| {
                    self.of[b * each + i][r] = scale;
                    if K::HAS_MINIMUM {
                        self.minima[b * each + i][r] = minimum;
                    }
                };
                // SAFETY: the caller's promise.
                unsafe { K::scales(l, *row, block, put) };
            }
        }
    }

    #[inline(always)]
    pub fn scale(&self, i: usize) -> *const f32 {
        self.of[i].as_ptr()
    }

    #[inline(always)]
    pub fn minimum(&self, i: usize) -> *const f32 {
        self.minima[i].as_ptr()
    }
}

/// The rows of a weight's outputs from `o` on; the last one stands for those that are not there.
#[inline(always)]
pub fn rows_of<L: Lanes>(product: &Product<'_>, o: usize) -> [Row; MAX_OUTPUTS] {
    let weight = product.weight;
    let (codes, row_bytes) = (weight.bytes().as_ptr(), weight.codes().row_bytes());
    let words = weight.block_scales().map(|plane| (plane.bytes().as_ptr(), plane.row_bytes()));
    let (words, word_bytes) = words.unwrap_or((codes, 0));
    let group = weight.format().group();
    std::array::from_fn(|r| {
        let n = (o + r.min(L::OUTPUTS - 1)).min(weight.n() - 1);
        let (codes, words) =
            (codes.wrapping_add(n * row_bytes), words.wrapping_add(n * word_bytes));
        Row { codes, words, group }
    })
}

/// Outputs `o` to `o + count` of `T` rows from `row` on.
///
/// # Safety
/// As of [`super::Share`].
#[inline(always)]
pub unsafe fn outputs<K: Kind, L: Lanes, const T: usize>(
    l: L,
    product: &Product<'_>,
    row: usize,
    (o, count): (usize, usize),
) {
    let s = l.simd();
    let k = product.weight.k();
    let rows = rows_of::<L>(product, o);
    let rows = &rows[..L::OUTPUTS];
    let inputs: [Inputs; T] = std::array::from_fn(|t| Inputs::at(product.x.at(row + t), k));
    let ahead =
        PREFETCH_BYTES.next_multiple_of((L::OUTPUTS * product.weight.codes().row_bytes()).max(1));
    let mut sums = [s.splat(0.0); T];
    let mut scales = Scales::new();
    let parts = k / PART;
    let mut first = 0;
    while first < parts {
        let unit = first..(first + UNIT_PARTS).min(parts);
        // SAFETY: rows are whole blocks of the kind.
        unsafe { scales.read::<K, L>(l, rows, unit.clone()) };
        for part in unit.clone() {
            let mut codes = l.no_rows();
            for (codes, row) in codes.as_mut().iter_mut().zip(rows) {
                let block = row.codes.wrapping_add(part / K::PARTS * K::BYTES);
                // SAFETY: as above.
                *codes = unsafe { K::codes(l, block, part % K::PARTS) };
                s.prefetch_far(block.wrapping_add(ahead));
            }
            for t in 0..T {
                let at = part - unit.start;
                // SAFETY: prepared rows have every part.
                unsafe { add_part::<K, L>(l, &mut sums[t], &codes, inputs[t], part, &scales, at) };
            }
        }
        first = unit.end;
    }
    for (t, sum) in sums.into_iter().enumerate() {
        // SAFETY: the caller's promise.
        unsafe { put(s, product, row + t, (o, count), sum) };
    }
}

/// Adds the products of part `part`, the `at`th of its unit, to the sums of a row.
///
/// # Safety
/// The part is readable.
#[inline(always)]
unsafe fn add_part<K: Kind, L: Lanes>(
    l: L,
    sum: &mut <L::S as Simd>::V,
    codes: &L::Rows,
    x: Inputs,
    part: usize,
    scales: &Scales,
    at: usize,
) {
    let s = l.simd();
    // SAFETY: the caller's promise; scales have a lane for every output.
    unsafe {
        let (x_scale, x_sums) = (x.scale(part), x.sums(part));
        let dots = l.dots(codes, x.bytes(part));
        let mut add = |dots: L::Ints, x_sum: i32, i: usize| {
            let dots = if K::OFFSET == 0 { dots } else { l.add_to_all(dots, -K::OFFSET * x_sum) };
            let scale = s.mul(s.load(scales.scale(i)), s.splat(x_scale));
            *sum = s.fma(l.to_f32(dots), scale, *sum);
            if K::HAS_MINIMUM {
                let minimum = s.splat(x_scale * x_sum as f32);
                *sum = s.fma(s.load(scales.minimum(i)), minimum, *sum);
            }
        };
        if K::HALVES {
            add(dots[0], x_sums[0], 2 * at);
            add(dots[1], x_sums[1], 2 * at + 1);
        } else {
            add(l.add(dots[0], dots[1]), x_sums[0] + x_sums[1], at);
        }
    }
}

/// Writes `count` sums of a row, from output `o` on, with their biases.
///
/// # Safety
/// The outputs are writable.
#[inline(always)]
pub unsafe fn put<S: Simd>(
    s: S,
    product: &Product<'_>,
    row: usize,
    (o, count): (usize, usize),
    sum: S::V,
) {
    // SAFETY: the caller's promise; a bias has as many elements as the weight outputs.
    unsafe {
        let sum = match product.bias {
            Some(bias) => s.add(sum, s.load_part(bias.as_ptr().add(o), count)),
            None => sum,
        };
        s.store_part(product.out.at(row).cast::<f32>().add(o), count, sum);
    }
}
