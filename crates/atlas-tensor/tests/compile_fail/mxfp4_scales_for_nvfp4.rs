//! Block scales of MXFP4, E8M0 for 32 elements, are none of NVFP4, E4M3 for 16.

use atlas_tensor::WeightBytes;
use atlas_tensor::weights::pairs::formats;
use atlas_tensor::weights::{BlockScales, Codes, QuantisedParts, RowScales};

fn main() {
    let bytes = WeightBytes::from_vec(vec![0; 16]);
    let codes = Codes::<formats::Nvfp4>::new(bytes.clone());
    let blocks = BlockScales::<formats::Mxfp4>::new(bytes);
    let _ = QuantisedParts::new(codes, (blocks, RowScales::new(vec![1.0], 1)));
}
