//! Weights of blocks and of integers in groups with any codes.

use half::f16;

use super::noise::Noise;
use crate::weights::ggml::GgmlType;
use crate::weights::{GroupWord, Weight, WeightBytes, WeightFormat};

/// A weight of any codes, whose products with rows of x are of the order of 1. Its scales are of
/// both signs, some zero and some subnormal.
///
/// # Panics
/// On other formats than integers in groups and blocks of ggml, and rows that are no whole blocks.
pub fn drawn_blocks(format: WeightFormat, n: usize, k: usize, noise: &mut Noise) -> Weight {
    let codes = bytes(n * format.row_bytes(k), noise);
    let made = match format {
        WeightFormat::Ggml(ty) => {
            Weight::new(format, n, k, WeightBytes::from_vec(with_scales(ty, codes, noise)))
        }
        WeightFormat::Int4 { group } | WeightFormat::Int8 { group } => {
            let spread = if matches!(format, WeightFormat::Int4 { .. }) { 1e-2 } else { 1e-3 };
            let zeros = if matches!(format, WeightFormat::Int4 { .. }) { 17 } else { 257 };
            let words = noise.fill(n * k.div_ceil(group as usize), spread);
            let words = words.into_iter().flat_map(|scale| {
                let scale = f16::from_f32(scale).to_f32();
                let word = GroupWord::new(scale, noise.below(zeros) as u32);
                word.map_or([0; 4], GroupWord::to_le_bytes)
            });
            let words: Vec<u8> = words.collect();
            let [codes, words] = [codes, words].map(WeightBytes::from_vec);
            Weight::in_groups(format, [n, k], codes, words)
        }
        _ => panic!("{format} has no blocks"),
    };
    made.unwrap_or_else(|error| panic!("{error}"))
}

fn bytes(count: usize, noise: &mut Noise) -> Vec<u8> {
    (0..count).map(|_| noise.below(256) as u8).collect()
}

/// Blocks of any codes with scales that are numbers.
fn with_scales(ty: GgmlType, mut blocks: Vec<u8>, noise: &mut Noise) -> Vec<u8> {
    // Places of f16 in a block and the spread that brings its elements to the order of 0.1.
    let (places, spread): (&[usize], f32) = match ty {
        GgmlType::Q4_0 | GgmlType::Q4_1 | GgmlType::Q5_0 | GgmlType::Q5_1 => (&[0, 2], 1e-2),
        GgmlType::Q8_0 | GgmlType::Iq4Nl => (&[0], 1e-3),
        GgmlType::Q2K => (&[80, 82], 3e-3),
        GgmlType::Q3K => (&[108], 1e-3),
        GgmlType::Q4K | GgmlType::Q5K => (&[0, 2], 2e-4),
        GgmlType::Q6K => (&[208], 2e-5),
        GgmlType::Iq4Xs => (&[0], 4e-5),
        GgmlType::Mxfp4 | GgmlType::F32 | GgmlType::F16 | GgmlType::Bf16 => (&[], 0.0),
    };
    let has_minimum = matches!(ty, GgmlType::Q4_1 | GgmlType::Q5_1);
    for (i, block) in blocks.chunks_exact_mut(ty.block_bytes()).enumerate() {
        let is_f16 = |at: usize| at != 2 || has_minimum || ty.block_elements() == 256;
        for &at in places.iter().filter(|&&at| is_f16(at)) {
            let scale = match i % 23 {
                7 => 0.0,
                11 => 3e-8,
                _ => noise.fill(1, spread)[0],
            };
            block[at..at + 2].copy_from_slice(&f16::from_f32(scale).to_le_bytes());
        }
        if ty == GgmlType::Mxfp4 {
            block[0] = 115 + block[0] % 8;
        }
    }
    blocks
}
