//! Blocks of 32 elements with one scale. The low halves of the 16 bytes of codes are the first 16
//! elements, the high halves the last.

use super::{IQ4_VALUES, scale};

/// Calls `put` with each code of 4 bits and its element.
fn nibbles(codes: &[u8], mut put: impl FnMut(usize, u8)) {
    for (i, &byte) in codes.iter().enumerate() {
        put(i, byte & 15);
        put(i + 16, byte >> 4);
    }
}

/// Calls `put` with each code of 5 bits and its element: bit `i` of `high` is the top bit of
/// element `i`.
fn five_bits(high: [u8; 4], codes: &[u8], mut put: impl FnMut(usize, u8)) {
    let high = u32::from_le_bytes(high);
    nibbles(codes, |i, low| put(i, low | ((high >> i & 1) as u8) << 4));
}

pub fn q4_0(b: &[u8; 18], y: &mut [f32; 32]) {
    let d = scale(b, 0);
    nibbles(&b[2..], |i, q| y[i] = d * f32::from(q as i8 - 8));
}

pub fn q4_1(b: &[u8; 20], y: &mut [f32; 32]) {
    let (d, m) = (scale(b, 0), scale(b, 2));
    nibbles(&b[4..], |i, q| y[i] = d * f32::from(q) + m);
}

pub fn q5_0(b: &[u8; 22], y: &mut [f32; 32]) {
    let d = scale(b, 0);
    five_bits([b[2], b[3], b[4], b[5]], &b[6..], |i, q| y[i] = d * f32::from(q as i8 - 16));
}

pub fn q5_1(b: &[u8; 24], y: &mut [f32; 32]) {
    let (d, m) = (scale(b, 0), scale(b, 2));
    five_bits([b[4], b[5], b[6], b[7]], &b[8..], |i, q| y[i] = d * f32::from(q) + m);
}

pub fn q8_0(b: &[u8; 34], y: &mut [f32; 32]) {
    let d = scale(b, 0);
    for (y, &q) in y.iter_mut().zip(&b[2..]) {
        *y = d * f32::from(q as i8);
    }
}

pub fn iq4_nl(b: &[u8; 18], y: &mut [f32; 32]) {
    let d = scale(b, 0);
    nibbles(&b[2..], |i, q| y[i] = d * IQ4_VALUES[usize::from(q)]);
}

/// The values of E2M1 codes, doubled (`kvalues_mxfp4`): the scale is halved.
const E2M1_DOUBLED: [f32; 16] =
    [0.0, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 0.0, -1.0, -2.0, -3.0, -4.0, -6.0, -8.0, -12.0];

/// ggml reads the scale 0xFF as 2^128, where the OCP format has a NaN, and code 8 as +0.
pub fn mxfp4(b: &[u8; 17], y: &mut [f32; 32]) {
    // 2^(e - 128); the two least are subnormal.
    let d = f32::from_bits(match b[0] {
        e @ 0..2 => 0x0020_0000 << e,
        e => u32::from(e - 1) << 23,
    });
    nibbles(&b[1..], |i, q| y[i] = d * E2M1_DOUBLED[usize::from(q)]);
}
