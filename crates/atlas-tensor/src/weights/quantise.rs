//! Rounding of f32 matrices to the quantised formats.

use std::io;

use super::bytes::WeightBytes;
use super::format::{FP8_BLOCK, MXFP4_GROUP, NVFP4_GROUP, WeightFormat};
use super::scales::Scales;
use crate::numbers::{E2M1_MAX, E4M3, E4M3_MAX, e8m0, to_e2m1, to_e4m3, to_e8m0_up};

/// The smallest E4M3 above zero.
const E4M3_MIN: f32 = 1.0 / 512.0;

/// A matrix in a quantised format.
pub struct Quantised {
    pub(super) format: WeightFormat,
    /// Codes of the elements, row by row.
    pub codes: WeightBytes,
    /// Codes of the block scales, row by row.
    pub blocks: Option<WeightBytes>,
    /// The f32 scales.
    pub scales: Option<Scales>,
}

/// `values` (row-major `[n, k]`) in a quantised format, with scales from the largest magnitudes:
///
/// - FP8: `max |x| / 448` of the row or of the block of 128 by 128;
/// - NVFP4: a scale of the matrix for each row, the least power of two that is not below
///   `max |x| / (6 * 448)`, and for every 16 elements `max |x| / (6 * scale)` as an E4M3 that is
///   not below the smallest above zero;
/// - MXFP4: for every 32 elements the least power of two that brings `max |x|` to at most 6.
///
/// Elements are divided by the scales as they are stored. Where all are zero, so are the codes.
/// With the power of two an NVFP4 element is exact in bf16, whether the scale or its reciprocal is
/// stored and in whichever order it is multiplied. Block scales are as precise with any scale of
/// the matrix.
///
/// # Errors
/// The operating system has no memory to give.
///
/// # Panics
/// On a format without scales, and on a wrong number of values.
pub fn quantise(format: WeightFormat, n: usize, k: usize, values: &[f32]) -> io::Result<Quantised> {
    assert_eq!(values.len(), n * k, "values of a [{n}, {k}] weight");
    match format {
        WeightFormat::Fp8Row => fp8(n, k, values, (1, k)),
        WeightFormat::Fp8Block => fp8(n, k, values, (FP8_BLOCK, FP8_BLOCK)),
        WeightFormat::Nvfp4 => nvfp4(n, k, values),
        WeightFormat::Mxfp4 => mxfp4(n, k, values),
        WeightFormat::Bf16 | WeightFormat::F16 | WeightFormat::F32 => {
            panic!("{format} has no scales")
        }
        WeightFormat::Int4 { .. } | WeightFormat::Int8 { .. } | WeightFormat::Ggml(_) => {
            panic!("{format} is read, and not made")
        }
    }
}

/// E4M3 with one f32 scale for `rows` by `width` elements.
fn fp8(n: usize, k: usize, values: &[f32], (rows, width): (usize, usize)) -> io::Result<Quantised> {
    let columns = k.div_ceil(width.max(1)).max(1);
    let mut grid = vec![0f32; n.div_ceil(rows) * columns];
    for (i, row) in values.chunks_exact(k.max(1)).enumerate() {
        for (c, block) in row.chunks(width.max(1)).enumerate() {
            let scale = &mut grid[i / rows * columns + c];
            *scale = scale.max(largest(block));
        }
    }
    grid.iter_mut().for_each(|scale| *scale = scale_for(*scale, E4M3_MAX));
    let codes = WeightBytes::filled(n * k, |out| {
        for (i, (out, row)) in
            out.chunks_exact_mut(k.max(1)).zip(values.chunks_exact(k.max(1))).enumerate()
        {
            for (j, (to, &x)) in out.iter_mut().zip(row).enumerate() {
                *to = to_e4m3(x / grid[i / rows * columns + j / width]);
            }
        }
    })?;
    let format_columns = k.div_ceil(width.max(1));
    let scales = if format_columns == 0 { None } else { Scales::new(grid, columns, rows) };
    let format = if rows == 1 { WeightFormat::Fp8Row } else { WeightFormat::Fp8Block };
    Ok(Quantised { format, codes, blocks: None, scales })
}

fn nvfp4(n: usize, k: usize, values: &[f32]) -> io::Result<Quantised> {
    let whole = e8m0(to_e8m0_up(scale_for(largest(values), E2M1_MAX * E4M3_MAX)));
    let format = WeightFormat::Nvfp4;
    let block_of =
        |block: &[f32]| to_e4m3((largest(block) / (E2M1_MAX * whole)).clamp(E4M3_MIN, E4M3_MAX));
    let blocks = by_block(n, k, values, NVFP4_GROUP, block_of)?;
    let codes = fp4(n, k, values, NVFP4_GROUP, &blocks, |code| E4M3[usize::from(code)] * whole)?;
    let scales = Scales::new(vec![whole; n], format.scale_columns(k), 1);
    Ok(Quantised { format, codes, blocks: Some(blocks), scales })
}

fn mxfp4(n: usize, k: usize, values: &[f32]) -> io::Result<Quantised> {
    let block_of = |block: &[f32]| match largest(block) {
        0.0 => to_e8m0_up(1.0),
        largest => to_e8m0_up(largest / E2M1_MAX),
    };
    let blocks = by_block(n, k, values, MXFP4_GROUP, block_of)?;
    let codes = fp4(n, k, values, MXFP4_GROUP, &blocks, e8m0)?;
    Ok(Quantised { format: WeightFormat::Mxfp4, codes, blocks: Some(blocks), scales: None })
}

/// The code of every block of `width` elements of a row, row by row.
fn by_block(
    n: usize,
    k: usize,
    values: &[f32],
    width: usize,
    code: impl Fn(&[f32]) -> u8,
) -> io::Result<WeightBytes> {
    WeightBytes::filled(n * k.div_ceil(width), |out| {
        let blocks = values.chunks_exact(k.max(1)).flat_map(|row| row.chunks(width));
        out.iter_mut().zip(blocks).for_each(|(to, block)| *to = code(block));
    })
}

/// E2M1 codes of elements divided by their block's scale, two a byte, the earlier in the low half.
fn fp4(
    n: usize,
    k: usize,
    values: &[f32],
    width: usize,
    blocks: &WeightBytes,
    scale: impl Fn(u8) -> f32,
) -> io::Result<WeightBytes> {
    let (row_bytes, row_blocks) = (k.div_ceil(2), k.div_ceil(width));
    WeightBytes::filled(n * row_bytes, |out| {
        for (i, row) in values.chunks_exact(k.max(1)).enumerate() {
            for (j, &x) in row.iter().enumerate() {
                let block = blocks.as_slice()[i * row_blocks + j / width];
                out[i * row_bytes + j / 2] |= to_e2m1(x / scale(block)) << (4 * (j % 2));
            }
        }
    })
}

/// The scale that brings `largest` to `limit`; 1 where nothing, or nothing normal, is to be scaled.
fn scale_for(largest: f32, limit: f32) -> f32 {
    let scale = largest / limit;
    if scale.is_normal() { scale } else { 1.0 }
}

/// The largest magnitude; NaN counts as nothing.
fn largest(values: &[f32]) -> f32 {
    values.iter().fold(0.0, |most, x| x.abs().max(most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::Weight;

    /// The largest distance of an element from its rounding, relative to the largest of its scale.
    const STEPS: [(WeightFormat, usize, f32); 4] = [
        // Half a step at the top of the range: 16 of 448, and 1 of 6.
        (WeightFormat::Fp8Row, usize::MAX, 16.0 / 448.0),
        (WeightFormat::Fp8Block, 128, 16.0 / 448.0),
        // The block scale itself is rounded by up to 1/16.
        (WeightFormat::Nvfp4, 16, 1.0 / 6.0 + 1.0 / 16.0),
        // The power of two leaves up to half of the range unused.
        (WeightFormat::Mxfp4, 32, 1.0 / 3.0),
    ];

    #[test]
    fn values_come_back_within_half_a_step() {
        for (n, k) in [(1, 1), (3, 17), (130, 257), (2, 128)] {
            let mut bits = 7u32;
            let values: Vec<f32> = (0..n * k)
                .map(|_| {
                    bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (bits >> 8) as f32 / (1 << 23) as f32 - 1.0
                })
                .collect();
            for (format, width, step) in STEPS {
                let got = Weight::from_f32(format, n, k, &values).to_f32();
                for (i, row) in values.chunks(k).enumerate() {
                    for (j, x) in row.iter().enumerate() {
                        let first = j / width.min(k) * width.min(k);
                        let most = match format {
                            WeightFormat::Fp8Block => 1.0,
                            _ => largest(&row[first..(first + width.min(k)).min(k)]),
                        };
                        let off = (got[i * k + j] - x).abs();
                        assert!(off <= step * most, "{format} [{n}, {k}]: {x} off by {off}");
                    }
                }
            }
        }
    }

    #[test]
    fn zeros_and_extremes_of_scales_stay_finite() {
        for format in STEPS.map(|(format, ..)| format) {
            for x in [0.0, f32::MIN_POSITIVE, 1e-30, 1e30, 1e38] {
                let got = Weight::from_f32(format, 2, 40, &[x; 80]).to_f32();
                let near = |y: &f32| y.is_finite() && (y - x).abs() <= 0.4 * x;
                let lost = x < 1e-36 && got.iter().all(|y| y.is_finite());
                assert!(got.iter().all(near) || lost, "{format}: {x} became {:?}", &got[..2]);
            }
        }
    }
}
