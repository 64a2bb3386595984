//! Scales of blocks of 128 by 128 are no scales of rows.

use atlas_tensor::WeightBytes;
use atlas_tensor::weights::pairs::formats;
use atlas_tensor::weights::{Codes, QuantisedParts, TileScales};

fn main() {
    let codes = Codes::<formats::Fp8Row>::new(WeightBytes::from_vec(vec![0; 128]));
    let _ = QuantisedParts::new(codes, TileScales::new(vec![1.0], 128));
}
