//! Bits flipped in the host tier: no token changes, and every damaged object that is read counts.

use atlas_engine::TestFault;
use atlas_engine::testing::host_tier::{FlipConfig, FlipReport, flip_bits};
use atlas_tensor::Compute;
use std::path::{Path, PathBuf};

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn run(path: &str, compute: Compute, flips: u64, fault: Option<TestFault>) -> FlipReport {
    let report = flip_bits(&FlipConfig { folder: &folder(path), compute, seed: 3, flips, fault });
    println!("{report:?}");
    report
}

#[test]
fn flipped_bits_change_no_token_and_are_counted() {
    for (path, compute, flips) in [
        ("../atlas-model/tests/fixtures/qwen3_5_moe_text", Compute::F32, 1000),
        ("../../models/atlas-mini", Compute::Bf16, 1000),
    ] {
        let report = run(path, compute, flips, None);
        assert_eq!(report.different, 0);
        assert_eq!(report.prefix.checksum_failures, report.damaged_reads);
        assert!(report.damaged_reads > 20, "hardly anything damaged was read");
        assert!(report.prefix.promoted_blocks > 10 && report.prefix.promoted_snapshots > 10);
    }
}

/// What is not checked shows.
#[test]
fn unchecked_damage_turns_the_comparison_red() {
    let fault = Some(TestFault::HostUnchecked);
    let path = "../atlas-model/tests/fixtures/qwen3_5_moe_text";
    let report = run(path, Compute::F32, 1000, fault);
    assert!(report.different > 0 && report.prefix.checksum_failures == 0);
}
