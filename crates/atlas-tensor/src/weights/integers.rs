//! Integers in groups: codes of 4 or 8 bits, and a scale and a zero for each group of a row, which
//! are one word.
//!
//! An element is `scale * (code - zero)`, with an unsigned code.

use super::format::GROUP_WORD_BYTES;

/// Largest zero: 9 bits.
pub const ZERO_MAX: u32 = 511;

/// A scale and a zero: an f32 in whose lowest 9 bits the zero stands. Every bf16 and f16 fits, and
/// every f32 of up to 14 bits of fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupWord(u32);

impl GroupWord {
    /// The word of a scale and a zero; `None` where one of them does not fit.
    pub fn new(scale: f32, zero: u32) -> Option<Self> {
        let bits = scale.to_bits();
        (zero <= ZERO_MAX && bits & ZERO_MAX == 0).then_some(Self(bits | zero))
    }

    /// The word at `bytes`.
    pub fn from_le_bytes(bytes: [u8; GROUP_WORD_BYTES]) -> Self {
        Self(u32::from_le_bytes(bytes))
    }

    /// Its bytes in a plane of block scales.
    pub fn to_le_bytes(self) -> [u8; GROUP_WORD_BYTES] {
        self.0.to_le_bytes()
    }

    pub fn scale(self) -> f32 {
        f32::from_bits(self.0 & !ZERO_MAX)
    }

    pub fn zero(self) -> u32 {
        self.0 & ZERO_MAX
    }
}

/// A row of integers in groups.
#[derive(Clone, Copy)]
pub struct Integers<'a> {
    /// Codes of `bits` bits; of 4, the earlier in the low half of a byte.
    pub codes: &'a [u8],
    /// [`GroupWord`]s.
    pub words: &'a [u8],
    /// 4 or 8.
    pub bits: u32,
    /// Elements of a group.
    pub group: usize,
}

impl Integers<'_> {
    /// Writes the elements: `scale * (code - zero)` in f32, whose difference is exact.
    pub fn dequantise(&self, out: &mut [f32]) {
        let words = self.words.as_chunks::<GROUP_WORD_BYTES>().0;
        for (g, (group, word)) in out.chunks_mut(self.group.max(1)).zip(words).enumerate() {
            let word = GroupWord::from_le_bytes(*word);
            for (i, y) in group.iter_mut().enumerate() {
                let at = g * self.group + i;
                let code = match self.bits {
                    4 => self.codes[at / 2] >> (at % 2 * 4) & 0xf,
                    _ => self.codes[at],
                };
                *y = word.scale() * (f32::from(code) - word.zero() as f32);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use half::{bf16, f16};

    #[test]
    fn every_scale_of_16_bits_fits_a_word_with_every_zero() {
        for bits in 0..=u16::MAX {
            for scale in [f16::from_bits(bits).to_f32(), bf16::from_bits(bits).to_f32()] {
                if scale.is_nan() {
                    continue;
                }
                let zero = u32::from(bits) & ZERO_MAX;
                let word = GroupWord::new(scale, zero).expect("16 bits");
                let read = GroupWord::from_le_bytes(word.to_le_bytes());
                assert_eq!((read.scale().to_bits(), read.zero()), (scale.to_bits(), zero));
            }
        }
        assert_eq!(GroupWord::new(1.0, 512), None);
        assert_eq!(GroupWord::new(0.1, 0), None);
    }

    #[test]
    fn rows_are_dequantised_group_by_group() {
        let words = [GroupWord::new(0.5, 8), GroupWord::new(-2.0, 0)].map(Option::unwrap);
        let words = words.map(GroupWord::to_le_bytes).concat();
        let mut out = [f32::NAN; 5];
        Integers { codes: &[0xf0, 0x38, 0x02], words: &words, bits: 4, group: 3 }
            .dequantise(&mut out);
        assert_eq!(out, [-4.0, 3.5, 0.0, -6.0, -4.0]);
        let row = Integers { codes: &[255, 8, 1, 2, 3], words: &words, bits: 8, group: 3 };
        row.dequantise(&mut out);
        assert_eq!(out, [123.5, 0.0, -3.5, -4.0, -6.0]);
    }
}
