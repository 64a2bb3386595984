//! The CPU has no kernel that multiplies MXFP4 weights with 8-bit activations.

use atlas_tensor::LegalPair;
use atlas_tensor::weights::pairs::{activations, devices, formats};

fn main() {
    let _ = LegalPair::of::<formats::Mxfp4, activations::E4m3, devices::Cpu>();
}
