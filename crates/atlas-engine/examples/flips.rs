//! Flips bits in the host tier and compares tokens with an engine without a cache:
//! `cargo run --release -p atlas-engine --example flips -- [FLIPS] [FOLDER]`

use atlas_engine::testing::host_tier::{FlipConfig, flip_bits};
use atlas_tensor::Compute;
use std::path::PathBuf;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let flips = arguments.next().and_then(|a| a.parse().ok()).unwrap_or(10_000);
    let folder = arguments.next().map_or_else(|| PathBuf::from("models/atlas-mini"), PathBuf::from);
    let talk = FlipConfig { folder: &folder, compute: Compute::Bf16, seed: 1, flips, fault: None };
    let report = flip_bits(&talk);
    println!("{report:#?}");
    assert_eq!(report.different, 0, "answers have changed");
    assert_eq!(
        report.prefix.checksum_failures, report.damaged_reads,
        "some damage was not counted"
    );
}
