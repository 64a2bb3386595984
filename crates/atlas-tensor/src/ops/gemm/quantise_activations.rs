//! Rows of inputs as codes of 8 bits: what a device may do before products of 8-bit weights whose
//! checkpoint means its inputs to be rounded ([`crate::Weight::rounds_inputs`]).

use crate::numbers::{E4M3, E4M3_MAX, to_e4m3};
use crate::weights::{FP8_BLOCK, WeightFormat};

/// The code of NaN.
const NAN: u8 = 0x7F;

/// Elements of a row that share a scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScaleGroup {
    /// 128 of them, the last fewer: as weights by block have them.
    Block,
    /// All: for weights with a scale a row.
    Row,
}

impl ScaleGroup {
    /// Groups of the inputs of a weight; `None` for formats of other codes.
    pub fn of(format: WeightFormat) -> Option<Self> {
        match format {
            WeightFormat::Fp8Block => Some(Self::Block),
            WeightFormat::Fp8Row => Some(Self::Row),
            _ => None,
        }
    }

    /// Elements of a group of a row of `k`.
    pub fn width(self, k: usize) -> usize {
        match self {
            Self::Block => FP8_BLOCK,
            Self::Row => k,
        }
    }

    /// Groups of a row of `k` elements.
    pub fn count(self, k: usize) -> usize {
        k.div_ceil(self.width(k).max(1))
    }
}

/// Codes of E4M3 `[rows, k]` and scales `[rows, groups]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuantisedActivations {
    pub codes: Vec<u8>,
    /// Bits of f32.
    pub scales: Vec<u32>,
}

impl QuantisedActivations {
    /// The values that row `row` of `k` elements stands for.
    pub fn row_f32(&self, row: usize, k: usize, group: ScaleGroup) -> Vec<f32> {
        let (codes, groups) = (&self.codes[row * k..][..k], group.count(k));
        let scales = &self.scales[row * groups..][..groups];
        let scale = |i: usize| f32::from_bits(scales[i / group.width(k).max(1)]);
        codes.iter().enumerate().map(|(i, &code)| E4M3[usize::from(code)] * scale(i)).collect()
    }
}

/// `x[rows, k]` as codes. A group's scale is its largest magnitude over 448 in f32, NaN passed
/// over, or 1 where that is zero, subnormal or infinite. Elements are divided by the scale as it is
/// stored and rounded to the nearest code, ties to even. NaN and infinities become the code of NaN.
pub fn quantise_activations(x: &[f32], k: usize, group: ScaleGroup) -> QuantisedActivations {
    let (mut codes, mut scales) = (Vec::with_capacity(x.len()), Vec::new());
    for row in x.chunks_exact(k.max(1)) {
        for elements in row.chunks(group.width(k).max(1)) {
            let largest = elements.iter().fold(0f32, |most, x| x.abs().max(most));
            let scale = largest / E4M3_MAX;
            let scale = if scale.is_normal() { scale } else { 1.0 };
            scales.push(scale.to_bits());
            let code = |x: &f32| if x.is_finite() { to_e4m3(x / scale) } else { NAN };
            codes.extend(elements.iter().map(code));
        }
    }
    QuantisedActivations { codes, scales }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_has_the_scale_of_its_largest() {
        let mut x = vec![0.25f32; 200];
        (x[3], x[190]) = (-896.0, 448.0 / 1024.0);
        let by_block = quantise_activations(&x, 200, ScaleGroup::Block);
        assert_eq!(by_block.scales, [2f32, 1.0 / 1024.0].map(f32::to_bits));
        assert_eq!((by_block.codes[3], by_block.codes[190]), (0xFE, 0x7E));
        assert_eq!(by_block.row_f32(0, 200, ScaleGroup::Block)[199], 0.25);
        let by_row = quantise_activations(&x, 200, ScaleGroup::Row);
        assert_eq!(by_row.scales, [2f32.to_bits()]);
        assert_eq!(by_row.row_f32(0, 200, ScaleGroup::Row)[190], 448.0 / 1024.0);
    }

    #[test]
    fn zeros_stay_zero_and_values_that_are_no_numbers_stay_none() {
        let x = [[0.0f32; 4], [f32::NAN, 1.0, 448.0, -1.0], [f32::INFINITY, 1.0, -500.0, 0.0]];
        let made = quantise_activations(x.as_flattened(), 4, ScaleGroup::Row);
        assert_eq!(made.codes[..4], [0; 4]);
        assert_eq!(made.codes[4..8], [0x7F, 0x38, 0x7E, 0xB8]);
        assert_eq!(made.codes[8..], [0x7F, 0x38, 0xFE, 0]);
        assert_eq!(made.scales, [1f32.to_bits(); 3]);
    }
}
