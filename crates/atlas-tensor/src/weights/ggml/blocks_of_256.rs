//! Blocks of 256 elements ("super-blocks"): f16 scales of the block, and scales of its parts of 16
//! or 32 elements as small integers.

use super::{IQ4_VALUES, scale};

/// Element `e` of codes of 2 bits: four codes a byte, 32 bytes for each half of the block.
fn two_bits(codes: &[u8], e: usize) -> u8 {
    codes[e / 128 * 32 + e % 32] >> (e % 128 / 32 * 2) & 3
}

/// Element `e` of codes of 4 bits in parts of 32: two parts in 32 bytes, the earlier in the low
/// halves.
fn four_bits(codes: &[u8], e: usize) -> u8 {
    codes[e / 64 * 32 + e % 32] >> (e % 64 / 32 * 4) & 15
}

/// Bit of element `e`: 32 bytes, one bit of each for every part of 32.
fn one_bit(bits: &[u8], e: usize) -> u8 {
    bits[e % 32] >> (e / 32) & 1
}

/// Scales and minima of 8 parts, 6 bits each, in 12 bytes: the first four of each in the low bits
/// of bytes 0 to 7, whose high bits are the high bits of the last four.
fn six_bit_pairs(s: &[u8; 12]) -> [(f32, f32); 8] {
    std::array::from_fn(|j| {
        let (scale, minimum) = match j {
            0..4 => (s[j] & 63, s[j + 4] & 63),
            _ => (s[j + 4] & 15 | s[j - 4] >> 6 << 4, s[j + 4] >> 4 | s[j] >> 6 << 4),
        };
        (f32::from(scale), f32::from(minimum))
    })
}

/// Scales of 16 parts less 32, 6 bits each, in 12 bytes: the low halves in 8, the high pairs in 4.
fn six_bits(s: &[u8; 12]) -> [i8; 16] {
    std::array::from_fn(|j| {
        let low = s[j % 8] >> (j / 8 * 4) & 15;
        let high = s[8 + j % 4] >> (j / 4 * 2) & 3;
        (low | high << 4) as i8 - 32
    })
}

/// Scales `[16]`, codes `[64]`, f16 scale and minimum.
pub fn q2_k(b: &[u8; 84], y: &mut [f32; 256]) {
    let (d, m) = (scale(b, 80), scale(b, 82));
    let (scales, codes) = (&b[..16], &b[16..80]);
    for (part, y) in y.chunks_exact_mut(16).enumerate() {
        let (d, m) = (d * f32::from(scales[part] & 15), m * f32::from(scales[part] >> 4));
        for (i, y) in y.iter_mut().enumerate() {
            *y = d * f32::from(two_bits(codes, part * 16 + i)) - m;
        }
    }
}

/// High bits `[32]`, low codes `[64]`, scales `[12]`, f16 scale. A clear high bit subtracts 4.
pub fn q3_k(b: &[u8; 110], y: &mut [f32; 256]) {
    let d = scale(b, 108);
    let (high, codes) = (&b[..32], &b[32..96]);
    let scales = six_bits(b[96..].first_chunk().expect("12 of 14 bytes"));
    for (part, y) in y.chunks_exact_mut(16).enumerate() {
        let d = d * f32::from(scales[part]);
        for (i, y) in y.iter_mut().enumerate() {
            let e = part * 16 + i;
            let code = (two_bits(codes, e) | one_bit(high, e) << 2) as i8 - 4;
            *y = d * f32::from(code);
        }
    }
}

/// f16 scale and minimum, scales `[12]`, codes `[128]`.
pub fn q4_k(b: &[u8; 144], y: &mut [f32; 256]) {
    let codes = &b[16..];
    with_minima(b, y, |e| four_bits(codes, e));
}

/// f16 scale and minimum, scales `[12]`, high bits `[32]`, low codes `[128]`.
pub fn q5_k(b: &[u8; 176], y: &mut [f32; 256]) {
    let (high, codes) = (&b[16..48], &b[48..]);
    with_minima(b, y, |e| four_bits(codes, e) | one_bit(high, e) << 4);
}

/// Q4_K and Q5_K: `code` gives the code of an element.
fn with_minima(b: &[u8], y: &mut [f32; 256], code: impl Fn(usize) -> u8) {
    let (d, m) = (scale(b, 0), scale(b, 2));
    let pairs = six_bit_pairs(b[4..].first_chunk().expect("a block of 144 bytes or more"));
    for (part, y) in y.chunks_exact_mut(32).enumerate() {
        let (d, m) = (d * pairs[part].0, m * pairs[part].1);
        for (i, y) in y.iter_mut().enumerate() {
            *y = d * f32::from(code(part * 32 + i)) - m;
        }
    }
}

/// Low codes `[128]`, high codes `[64]`, scales `[16]`, f16 scale. The low codes are in parts of
/// 64: two in 64 bytes.
pub fn q6_k(b: &[u8; 210], y: &mut [f32; 256]) {
    let d = scale(b, 208);
    let (low, high, scales) = (&b[..128], &b[128..192], &b[192..208]);
    for (part, y) in y.chunks_exact_mut(16).enumerate() {
        let d = d * f32::from(scales[part] as i8);
        for (i, y) in y.iter_mut().enumerate() {
            let e = part * 16 + i;
            let low = low[e / 128 * 64 + e % 64] >> (e % 128 / 64 * 4) & 15;
            let code = (low | two_bits(high, e) << 4) as i8 - 32;
            *y = d * f32::from(code);
        }
    }
}

/// f16 scale, high pairs of 8 scales in 16 bits, their low halves `[4]`, codes `[128]`.
pub fn iq4_xs(b: &[u8; 136], y: &mut [f32; 256]) {
    let d = scale(b, 0);
    let high = u16::from_le_bytes([b[2], b[3]]);
    for (part, y) in y.chunks_exact_mut(32).enumerate() {
        let low = b[4 + part / 2] >> (part % 2 * 4) & 15;
        let scale = (low | ((high >> (2 * part) & 3) as u8) << 4) as i8 - 32;
        let d = d * f32::from(scale);
        let codes = &b[8 + part * 16..][..16];
        for (i, &byte) in codes.iter().enumerate() {
            y[i] = d * IQ4_VALUES[usize::from(byte & 15)];
            y[i + 16] = d * IQ4_VALUES[usize::from(byte >> 4)];
        }
    }
}
