//! Codes of FP8 blocks do not go with the scales of NVFP4.

use atlas_tensor::WeightBytes;
use atlas_tensor::weights::pairs::formats;
use atlas_tensor::weights::{BlockScales, Codes, QuantisedParts, RowScales};

fn main() {
    let bytes = WeightBytes::from_vec(vec![0; 16]);
    let codes = Codes::<formats::Fp8Block>::new(bytes.clone());
    let blocks = BlockScales::<formats::Nvfp4>::new(bytes);
    let _ = QuantisedParts::new(codes, (blocks, RowScales::new(vec![1.0], 1)));
}
