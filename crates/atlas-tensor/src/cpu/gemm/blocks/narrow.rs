//! Few rows of inputs: codes go from memory to registers, and their sums over a part of 32
//! elements are exact integers.

use super::lanes::{Kind, Lanes, MAX_OUTPUTS, PART, Rows, V, Weights, Words};
use super::panel::Inputs;
use crate::cpu::gemm::{PREFETCH_BYTES, Product};
use crate::cpu::simd::Simd;

/// Most rows that codes are read for at once.
pub const ROWS: usize = 2;
/// Parts whose bytes are asked for at once: those of the longest block.
const UNIT_PARTS: usize = 8;
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

/// The `i`th scale and minimum of a block.
#[inline(always)]
pub fn scale_of<K: Kind, L: Lanes>(l: L, words: &Words<L>, i: usize) -> [V<L>; 2] {
    if !K::HAS_BYTES {
        return words.whole;
    }
    let (s, shift) = (l.simd(), i as u32 % 4 * 8);
    let [scale, minimum] = words.whole;
    let byte = l.shr_and_words(words.scales[i / 4], shift, 0xff);
    let scale = s.mul(scale, l.to_f32(l.add_to_all(byte, -K::SCALE_OFFSET)));
    if !K::HAS_MINIMUM {
        return [scale, minimum];
    }
    let byte = l.shr_and_words(words.minima[i / 4], shift, 0xff);
    [scale, s.mul(minimum, l.to_f32(byte))]
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
    let blocks = k / PART / K::PARTS;
    let each = UNIT_PARTS / K::PARTS;
    for block in 0..blocks {
        if block.is_multiple_of(each) {
            prefetch::<L>(l, &weights, block * K::BYTES + ahead, each * K::BYTES);
        }
        // SAFETY: rows are whole blocks of the kind, and prepared rows have every part.
        unsafe {
            let words = K::words(l, &weights, block);
            if const { K::PARTS == 1 || !L::UNROLLS } {
                for part in 0..K::PARTS {
                    add_part::<K, L, T>(l, &mut sums, &weights, &inputs, (block, part), &words);
                }
            } else {
                // Parts share bytes, which are read once for those that are in sight.
                for four in (0..K::PARTS).step_by(4) {
                    let sums = &mut sums;
                    add_part::<K, L, T>(l, sums, &weights, &inputs, (block, four), &words);
                    add_part::<K, L, T>(l, sums, &weights, &inputs, (block, four + 1), &words);
                    add_part::<K, L, T>(l, sums, &weights, &inputs, (block, four + 2), &words);
                    add_part::<K, L, T>(l, sums, &weights, &inputs, (block, four + 3), &words);
                }
            }
        }
    }
    for (t, sum) in sums.into_iter().enumerate() {
        // SAFETY: the caller's promise.
        unsafe { outputs.put(s, product, row + t, sum) };
    }
}

/// Asks for `bytes` bytes of each row from byte `at` on.
#[inline(always)]
fn prefetch<L: Lanes>(l: L, weights: &Weights, at: usize, bytes: usize) {
    for r in 0..L::OUTPUTS {
        let from = weights.codes.at(r, at);
        for line in (0..bytes).step_by(LINE_BYTES) {
            l.simd().prefetch_far(from.wrapping_add(line));
        }
    }
}

/// Adds the products of part `at` of a block.
///
/// # Safety
/// The part is readable.
#[inline(always)]
unsafe fn add_part<K: Kind, L: Lanes, const T: usize>(
    l: L,
    sums: &mut [V<L>; T],
    weights: &Weights,
    inputs: &[Inputs; T],
    (block, at): (usize, usize),
    words: &Words<L>,
) {
    let s = l.simd();
    let part = block * K::PARTS + at;
    // SAFETY: the caller's promise.
    unsafe {
        let codes = l.codes::<K>(weights.codes, block * K::BYTES, at);
        for half in 0..if K::HALVES { 2 } else { 1 } {
            let i = if K::HALVES { 2 * at + half } else { at };
            let [scale, minimum] = scale_of::<K, L>(l, words, i);
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
