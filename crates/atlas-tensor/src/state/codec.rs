//! Vectors of keys and values as codes with scales, and back.

use atlas_core::{KV_GROUP, KvFormat};

use super::levels::{LEVELS_3, LEVELS_4, LEVELS_8};
use crate::numbers::{E2M1, E2M1_MAX, E4M3, to_e2m1, to_e4m3};

/// The largest scale of a group in the turbo formats.
const TURBO_SCALE_MAX: f32 = 61440.0;
/// The code of a scale that is not a number.
const TURBO_SCALE_NAN: u8 = 0xFF;

/// An unsigned 8-bit scale with 5 bits of exponent and 3 of fraction: the upper bits of an f16
/// without its sign.
pub fn turbo_scale(code: u8) -> f32 {
    half::f16::from_bits(u16::from(code) << 7).to_f32()
}

/// `x >= 0` rounded to the nearest such scale, ties to even; larger ones become the largest.
fn to_turbo_scale(x: f32) -> u8 {
    if x.is_nan() {
        return TURBO_SCALE_NAN;
    }
    // By way of f16, on every device.
    let bits = half::f16::from_f32(x.min(TURBO_SCALE_MAX)).to_bits();
    ((bits + 0x3F + ((bits >> 7) & 1)) >> 7) as u8
}

/// Levels above zero of a turbo format.
fn levels(format: KvFormat) -> &'static [f32] {
    match format {
        KvFormat::Turbo3 => &LEVELS_3,
        KvFormat::Turbo4 => &LEVELS_4,
        _ => &LEVELS_8,
    }
}

/// The index of the level nearest to `x >= 0`.
fn nearest(levels: &[f32], x: f32) -> usize {
    let middles = levels.windows(2);
    match levels.len() {
        ..=8 => middles.filter(|pair| x > 0.5 * (pair[0] + pair[1])).count(),
        count => {
            let above = |i: usize| x > 0.5 * (levels[i] + levels[i + 1]);
            let (mut low, mut high) = (0, count - 1);
            while low < high {
                let middle = (low + high) / 2;
                (low, high) = if above(middle) { (middle + 1, high) } else { (low, middle) };
            }
            low
        }
    }
}

fn norm(x: &[f32]) -> f32 {
    x.iter().map(|x| x * x).sum::<f32>().sqrt()
}

/// Codes of one vector. `codes` and `scales` have the bytes that the format says, `layer_scale`
/// is the scale of the layer. The vector is rotated already, where the format is.
pub fn encode(
    format: KvFormat,
    layer_scale: f32,
    vector: &[f32],
    codes: &mut [u8],
    scales: &mut [u8],
) {
    match format {
        KvFormat::F32 => codes.copy_from_slice(bytemuck::cast_slice(vector)),
        KvFormat::Bf16 => {
            for (to, &x) in codes.chunks_exact_mut(2).zip(vector) {
                to.copy_from_slice(&half::bf16::from_f32(x).to_le_bytes());
            }
        }
        KvFormat::Fp8 => {
            for (to, &x) in codes.iter_mut().zip(vector) {
                *to = to_e4m3(x / layer_scale);
            }
        }
        KvFormat::Nvfp4 => {
            let groups = vector.chunks(KV_GROUP).zip(codes.chunks_mut(KV_GROUP / 2)).zip(scales);
            for ((group, codes), scale) in groups {
                let amax = group.iter().fold(0.0f32, |a, x| a.max(x.abs()));
                let nan = group.iter().any(|x| x.is_nan());
                *scale = if nan { 0x7F } else { to_e4m3(amax / (E2M1_MAX * layer_scale)) };
                // Rounded first: the scale that divides is the one that multiplies.
                let step = E4M3[usize::from(*scale)] * layer_scale;
                let inverse = if step > 0.0 { 1.0 / step } else { 0.0 };
                for (to, pair) in codes.iter_mut().zip(group.chunks(2)) {
                    *to = to_e2m1(pair[0] * inverse) | to_e2m1(pair[1] * inverse) << 4;
                }
            }
        }
        KvFormat::Turbo8 | KvFormat::Turbo4 | KvFormat::Turbo3 => {
            let levels = levels(format);
            codes.fill(0);
            for (i, (group, scale)) in vector.chunks(KV_GROUP).zip(scales).enumerate() {
                *scale = matched_scale(levels, group);
                let step = turbo_scale(*scale);
                let inverse = if step > 0.0 { 1.0 / step } else { 0.0 };
                for (j, &x) in group.iter().enumerate() {
                    let sign = u8::from(x < 0.0) << (format.bits() - 1);
                    let code = nearest(levels, x.abs() * inverse) as u8 | sign;
                    put_code(format, codes, vector.len(), i * KV_GROUP + j, code);
                }
            }
        }
    }
}

/// The scale at which the levels of a group have the norm of the group, rounded.
fn matched_scale(levels: &[f32], group: &[f32]) -> u8 {
    let size = norm(group);
    let spread = size / (group.len() as f32).sqrt();
    if spread == 0.0 {
        return 0;
    }
    let of_levels = group.iter().map(|x| levels[nearest(levels, x.abs() / spread)].powi(2));
    to_turbo_scale(size / of_levels.sum::<f32>().sqrt())
}

/// Writes code `i` of `width`. Three bits lie in two planes: the lower two of all elements, then
/// the signs.
fn put_code(format: KvFormat, codes: &mut [u8], width: usize, i: usize, code: u8) {
    match format {
        KvFormat::Turbo3 => {
            codes[i / 4] |= (code & 3) << (2 * (i % 4));
            codes[width / 4 + i / 8] |= (code >> 2) << (i % 8);
        }
        KvFormat::Turbo4 => codes[i / 2] |= code << (4 * (i % 2)),
        _ => codes[i] = code,
    }
}

/// A level with its sign.
fn level(levels: &[f32], code: u8, bits: usize) -> f32 {
    let level = levels[usize::from(code) & (levels.len() - 1)];
    if code >> (bits - 1) & 1 == 1 { -level } else { level }
}

/// The vector of codes and scales as [`encode`] wrote them, in the basis in which it was encoded.
#[inline(always)]
pub fn decode(format: KvFormat, layer_scale: f32, codes: &[u8], scales: &[u8], vector: &mut [f32]) {
    match format {
        KvFormat::F32 => {
            for (to, bytes) in vector.iter_mut().zip(codes.as_chunks().0) {
                *to = f32::from_le_bytes(*bytes);
            }
        }
        KvFormat::Bf16 => {
            for (to, bytes) in vector.iter_mut().zip(codes.as_chunks().0) {
                *to = half::bf16::from_le_bytes(*bytes).to_f32();
            }
        }
        KvFormat::Fp8 => {
            for (to, &code) in vector.iter_mut().zip(codes) {
                *to = E4M3[usize::from(code)] * layer_scale;
            }
        }
        KvFormat::Nvfp4 => {
            let groups = vector.chunks_mut(KV_GROUP).zip(codes.chunks(KV_GROUP / 2)).zip(scales);
            for ((group, codes), &scale) in groups {
                let step = E4M3[usize::from(scale)] * layer_scale;
                for (pair, &code) in group.chunks_exact_mut(2).zip(codes) {
                    pair[0] = E2M1[usize::from(code & 15)] * step;
                    pair[1] = E2M1[usize::from(code >> 4)] * step;
                }
            }
        }
        KvFormat::Turbo8 => decode_groups(vector, scales, |i| level(&LEVELS_8, codes[i], 8)),
        KvFormat::Turbo4 => decode_groups(vector, scales, |i| {
            level(&LEVELS_4, codes[i / 2] >> (4 * (i % 2)) & 15, 4)
        }),
        KvFormat::Turbo3 => {
            let signs = &codes[vector.len() / 4..];
            decode_groups(vector, scales, |i| {
                let low = codes[i / 4] >> (2 * (i % 4)) & 3;
                level(&LEVELS_3, low | (signs[i / 8] >> (i % 8) & 1) << 2, 3)
            });
        }
    }
}

#[inline(always)]
fn decode_groups(vector: &mut [f32], scales: &[u8], level: impl Fn(usize) -> f32) {
    for (i, (group, &scale)) in vector.chunks_mut(KV_GROUP).zip(scales).enumerate() {
        let step = turbo_scale(scale);
        for (j, to) in group.iter_mut().enumerate() {
            *to = level(i * KV_GROUP + j) * step;
        }
    }
}

#[cfg(test)]
#[path = "codec_tests.rs"]
mod tests;
