//! Scheduling changes no token and no logit bit, on real layers: a small random checkpoint with
//! Gated DeltaNet, attention and mixture-of-experts layers, and the bundled model.
//! `examples/soak.rs` is the long run.

use atlas_core::StateSpec;
use atlas_engine::testing::invariants::{
    InvariantOptions, Property, checkpoint_loader, invariants, planted,
};
use atlas_tensor::Compute;
use std::path::{Path, PathBuf};

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn fixture(name: &str) -> PathBuf {
    folder("../atlas-model/tests/fixtures").join(name)
}

fn random_hybrid() -> PathBuf {
    fixture("qwen3_5_moe_text")
}

/// Checks that the checkpoint has layers of both kinds of state.
fn check_layers(folder: &Path) {
    let (model, _) = checkpoint_loader(folder, Compute::F32)(1);
    let count = |paged: bool| {
        let kind = |s: &&StateSpec| matches!(s, StateSpec::Paged { .. }) == paged;
        model.state_specs().iter().filter(kind).count()
    };
    assert!(model.info().vocab_size >= 256);
    assert!(count(false) >= 2, "at least two recurrent layers");
    assert!(count(true) >= 1, "at least one attention layer");
}

/// Checks every property on the checkpoint in `folder`.
fn nothing_changes(folder: &Path, compute: Compute, cases: usize) {
    let options = InvariantOptions { cases, ..InvariantOptions::default() };
    let report = invariants(&checkpoint_loader(folder, compute), &options);
    println!("{} in {compute:?}: {report}", folder.display());
    assert_eq!(report.mismatches, Vec::<String>::new());
    assert_eq!(report.comparisons, 18 * cases);
    assert!(report.accepted as usize > 100 * cases && report.rejected as usize > 100 * cases);
    assert_eq!(report.likeness.rows as usize, report.comparisons * options.generated);
    assert!(report.preemptions as usize > cases, "too few preemptions: {report}");
}

#[test]
fn scheduling_changes_nothing_on_a_random_hybrid() {
    check_layers(&random_hybrid());
    nothing_changes(&random_hybrid(), Compute::F32, 6);
    nothing_changes(&random_hybrid(), Compute::Bf16, 6);
}

#[test]
fn scheduling_changes_nothing_on_the_bundled_model() {
    check_layers(&folder("../../models/atlas-mini"));
    nothing_changes(&folder("../../models/atlas-mini"), Compute::Bf16, 2);
}

#[test]
fn scheduling_changes_nothing_on_mamba() {
    for (name, compute) in [("nemotron_h", Compute::F32), ("nemotron_h_latent", Compute::Bf16)] {
        nothing_changes(&fixture(name), compute, 4);
    }
}

#[test]
fn scheduling_changes_nothing_on_latents() {
    for (name, compute) in
        [("deepseek_v3", Compute::F32), ("deepseek_v32", Compute::F32), ("mistral4", Compute::Bf16)]
    {
        nothing_changes(&fixture(name), compute, 4);
    }
}

/// Each property reports mismatches when its fault is planted.
#[test]
fn every_property_finds_its_planted_fault() {
    for property in Property::ALL {
        let report = planted(&checkpoint_loader(&random_hybrid(), Compute::F32), property);
        println!("{property:?} with {:?} planted: {report}", property.planted_fault());
        assert!(!report.mismatches.is_empty(), "{property:?} did not find its planted fault");
    }
}

/// The faults that strike layers of these kinds: of recurrent state, and of blocks and tokens.
#[test]
fn planted_faults_are_found_on_mamba_and_latents() {
    let of_state = [Property::Chunks, Property::Drafts];
    for (name, compute) in [("nemotron_h", Compute::F32), ("deepseek_v3", Compute::F32)] {
        let folder = fixture(name);
        let load = checkpoint_loader(&folder, compute);
        for property in Property::ALL {
            if of_state.contains(&property) && name != "nemotron_h" {
                continue;
            }
            let report = planted(&load, property);
            println!("{name}, {property:?}: {report}");
            assert!(!report.mismatches.is_empty(), "{name}: {property:?} found no fault");
        }
    }
}
