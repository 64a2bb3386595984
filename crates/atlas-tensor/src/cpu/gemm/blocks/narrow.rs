//! Few rows of inputs: codes go from memory to registers, and their sums over a part of 32
//! elements are exact integers.

use std::ops::Range;

use super::kinds::{Kind, V, Weights};
use super::lanes::{Lanes, MAX_OUTPUTS, PART, Rows};
use super::panel::Inputs;
use crate::cpu::gemm::{PREFETCH_BYTES, Product};
use crate::cpu::simd::Simd;

/// Parts whose words are read at once: those of the longest block.
pub const UNIT_PARTS: usize = 8;
const LINE_BYTES: usize = 64;

/// Outputs that are computed together and those of them that are wanted.
#[derive(Clone, Copy)]
pub struct Outputs {
    /// The first that is computed.
    first: usize,
    /// Of the computed ones, the first wanted one and their number.
    skipped: usize,
    count: usize,
    /// Whether all that are computed are the first.
    same: bool,
}

impl Outputs {
    /// Up to `L::OUTPUTS` outputs from `o` on of `end`. The last ones of a weight are computed
    /// beside those before them, and those of a small weight one by one.
    #[inline(always)]
    pub fn from<L: Lanes>(product: &Product<'_>, o: usize, end: usize) -> Self {
        let n = product.weight.n();
        if n < L::OUTPUTS {
            return Self { first: o, skipped: 0, count: 1, same: true };
        }
        let first = o.min(n - L::OUTPUTS);
        Self { first, skipped: o - first, count: L::OUTPUTS.min(end - o), same: false }
    }

    /// Number of wanted ones.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.count.min(MAX_OUTPUTS - self.skipped)
    }

    /// The rows of a weight that are computed.
    #[inline(always)]
    pub fn weights(&self, product: &Product<'_>) -> Weights {
        let weight = product.weight;
        let rows = |base: *const u8, row_bytes: usize| Rows {
            base: base.wrapping_add(self.first * row_bytes),
            stride: if self.same { 0 } else { row_bytes },
        };
        let codes = rows(weight.bytes().as_ptr(), weight.codes().row_bytes());
        let words = weight.block_scales().map(|p| rows(p.bytes().as_ptr(), p.row_bytes()));
        Weights { codes, words: words.unwrap_or(codes), group: weight.format().group() }
    }

    /// Writes the wanted sums of a row with their biases.
    ///
    /// # Safety
    /// The outputs are writable.
    #[inline(always)]
    pub unsafe fn put<S: Simd>(&self, s: S, product: &Product<'_>, row: usize, sums: S::V) {
        let mut lanes = [0.0; MAX_OUTPUTS];
        let o = self.first + self.skipped;
        // SAFETY: the caller's promise; a bias has as many elements as the weight outputs.
        unsafe {
            let out = product.out.at(row).cast::<f32>().add(o);
            if self.count == S::LANES && self.skipped == 0 {
                let sums = match product.bias {
                    Some(bias) => s.add(sums, s.load(bias.as_ptr().add(o))),
                    None => sums,
                };
                return s.store(out, sums);
            }
            s.store(lanes.as_mut_ptr(), sums);
            for (i, sum) in lanes[self.skipped..][..self.count].iter().enumerate() {
                *out.add(i) = *sum + product.bias.map_or(0.0, |bias| bias[o + i]);
            }
        }
    }
}

/// Words of the blocks of a unit, a lane an output.
pub struct UnitWords {
    whole: [[u32; MAX_OUTPUTS]; UNIT_PARTS],
    scales: [[u32; MAX_OUTPUTS]; 4],
    minima: [[u32; MAX_OUTPUTS]; 4],
}

impl UnitWords {
    pub fn new() -> Self {
        let none = [[0; MAX_OUTPUTS]; 4];
        Self { whole: [[0; MAX_OUTPUTS]; UNIT_PARTS], scales: none, minima: none }
    }

    /// Reads those of the parts `parts`, up to a unit, and asks for the bytes `ahead` of them.
    ///
    /// # Safety
    /// The rows have these parts, of whole blocks.
    #[inline(always)]
    pub unsafe fn read<K: Kind, L: Lanes>(
        &mut self,
        l: L,
        weights: &Weights,
        parts: Range<usize>,
        ahead: usize,
    ) {
        let blocks = parts.start / K::PARTS..parts.end / K::PARTS;
        for (b, index) in blocks.clone().enumerate() {
            for r in 0..L::OUTPUTS {
                // SAFETY: the caller's promise.
                let words = unsafe { K::words(weights, r, index) };
                self.whole[b][r] = words.whole;
                for w in 0..K::WORDS {
                    self.scales[w][r] = words.scales[w];
                    if K::HAS_MINIMUM {
                        self.minima[w][r] = words.minima[w];
                    }
                }
            }
        }
        if ahead > 0 {
            for r in 0..L::OUTPUTS {
                let from = weights.codes.at(r, blocks.start * K::BYTES + ahead);
                for at in (0..blocks.len() * K::BYTES).step_by(LINE_BYTES) {
                    l.simd().prefetch_far(from.wrapping_add(at));
                }
            }
        }
    }

    /// Scale and minimum of block `b`.
    ///
    /// # Safety
    /// It was read.
    #[inline(always)]
    pub unsafe fn whole<K: Kind, L: Lanes>(&self, l: L, b: usize) -> [V<L>; 2] {
        // SAFETY: a word has a lane for every output.
        K::whole(l, unsafe { l.load_words(self.whole[b].as_ptr()) })
    }

    /// The `i`th scale and minimum of a block, of which it has the whole ones.
    ///
    /// # Safety
    /// It was read.
    #[inline(always)]
    pub unsafe fn of<K: Kind, L: Lanes>(&self, l: L, whole: [V<L>; 2], i: usize) -> [V<L>; 2] {
        if K::WORDS == 0 {
            return whole;
        }
        let (s, shift) = (l.simd(), i as u32 % 4 * 8);
        // SAFETY: as above.
        let [scales, minima] = unsafe {
            [l.load_words(self.scales[i / 4].as_ptr()), l.load_words(self.minima[i / 4].as_ptr())]
        };
        let scale = l.add_to_all(l.shr_and_words(scales, shift, 0xff), -K::SCALE_OFFSET);
        let scale = s.mul(whole[0], l.to_f32(scale));
        if !K::HAS_MINIMUM {
            return [scale, whole[1]];
        }
        [scale, s.mul(whole[1], l.to_f32(l.shr_and_words(minima, shift, 0xff)))]
    }
}

/// The codes of part `part` of all outputs.
///
/// # Safety
/// The part is readable.
#[inline(always)]
pub unsafe fn codes<K: Kind, L: Lanes>(l: L, weights: &Weights, part: usize) -> [L::All; 2] {
    let mut codes = [l.none(); 2];
    let [first, last] = &mut codes;
    for (g, (first, last)) in first.as_mut().iter_mut().zip(last.as_mut()).enumerate() {
        let at = part / K::PARTS * K::BYTES;
        // SAFETY: the caller's promise.
        [*first, *last] = unsafe { K::codes(l, weights.codes, g, at, part % K::PARTS) };
    }
    codes
}

/// Outputs of `T` rows from `row` on.
///
/// # Safety
/// As of [`super::Multiplier::share`].
#[inline(always)]
pub unsafe fn rows<K: Kind, L: Lanes, const T: usize>(
    l: L,
    product: &Product<'_>,
    row: usize,
    outputs: Outputs,
) {
    let s = l.simd();
    let k = product.weight.k();
    let weights = outputs.weights(product);
    let inputs: [Inputs; T] = std::array::from_fn(|t| Inputs::at(product.x.at(row + t), k));
    // The next outputs lie right behind these.
    let group_bytes = L::OUTPUTS * product.weight.codes().row_bytes();
    let ahead = PREFETCH_BYTES.next_multiple_of(group_bytes.max(1));
    let mut sums = [s.splat(0.0); T];
    let mut words = UnitWords::new();
    let parts = k / PART;
    let mut first = 0;
    while first < parts {
        let unit = first..(first + UNIT_PARTS).min(parts);
        // SAFETY: rows are whole blocks of the kind, and prepared rows have every part.
        unsafe {
            words.read::<K, L>(l, &weights, unit.clone(), ahead);
            if unit.len() == UNIT_PARTS {
                // Places inside a block are constants here.
                for at in 0..UNIT_PARTS {
                    add_part::<K, L, T>(l, &mut sums, &weights, &inputs, (first, at), &words);
                }
            } else {
                for at in 0..unit.len() {
                    add_part::<K, L, T>(l, &mut sums, &weights, &inputs, (first, at), &words);
                }
            }
        }
        first = unit.end;
    }
    for (t, sum) in sums.into_iter().enumerate() {
        // SAFETY: the caller's promise.
        unsafe { outputs.put(s, product, row + t, sum) };
    }
}

/// Adds the products of part `at` of the unit that begins at part `first`.
///
/// # Safety
/// The part is readable.
#[inline(always)]
unsafe fn add_part<K: Kind, L: Lanes, const T: usize>(
    l: L,
    sums: &mut [V<L>; T],
    weights: &Weights,
    inputs: &[Inputs; T],
    (first, at): (usize, usize),
    words: &UnitWords,
) {
    let s = l.simd();
    let part = first + at;
    // SAFETY: the caller's promise.
    unsafe {
        let codes = codes::<K, L>(l, weights, part);
        let whole = words.whole::<K, L>(l, at / K::PARTS);
        for half in 0..if K::HALVES { 2 } else { 1 } {
            let i = if K::HALVES { 2 * at + half } else { at };
            let [scale, minimum] = words.of::<K, L>(l, whole, i);
            for t in 0..T {
                let (x, x_scale, x_sums) =
                    (inputs[t].bytes(part), inputs[t].scale(part), inputs[t].sums(part));
                let (dots, x_sum) = match K::HALVES {
                    true => (l.dot_half(&codes[half], x.add(16 * half)), x_sums[half]),
                    false => (l.dot(&codes, x), x_sums[0] + x_sums[1]),
                };
                let dots = match K::OFFSET {
                    0 => dots,
                    _ => l.add_to_all(dots, -K::OFFSET * x_sum),
                };
                let factor = s.mul(scale, s.splat(x_scale));
                sums[t] = s.fma(l.to_f32(dots), factor, sums[t]);
                if K::HAS_MINIMUM {
                    sums[t] = s.fma(minimum, s.splat(x_scale * x_sum as f32), sums[t]);
                }
            }
        }
    }
}
