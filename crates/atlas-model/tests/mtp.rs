//! The multi-token-prediction module is read, counted and kept.

mod common;

use atlas_model::LoadError;
use atlas_model::checkpoint::TensorProblem;
use atlas_tensor::Compute;
use common::{CASES, Checkpoint, device, load};

#[test]
fn a_stored_module_is_loaded() {
    let dev = device(Compute::F32, 1);
    for case in CASES {
        let stored = ["qwen3_next", "qwen3_5_moe_wrapper", "qwen3_5_wrapper"].contains(case);
        let loaded = load(case, &dev);
        assert_eq!(loaded.model.mtp().is_some(), stored, "{case}");
        assert_eq!(loaded.model.info().has_mtp, stored, "{case}");
        if stored {
            let mut without = Checkpoint::of(case);
            without.edit(|t| t.retain(|name, _| !name.starts_with("mtp.")));
            let bare = without.load().expect("a checkpoint without the module");
            let (with, bare) = (loaded.model.info(), bare.model.info());
            assert!(with.weight_bytes > bare.weight_bytes, "{case}");
            // It is not run, so a token reads none of it.
            assert_eq!(with.weight_bytes_per_token, bare.weight_bytes_per_token, "{case}");
            assert_eq!(with.parameters_per_token, bare.parameters_per_token, "{case}");
        }
    }
}

#[test]
fn an_incomplete_module_is_an_error() {
    let mut partial = Checkpoint::of("qwen3_5_wrapper");
    partial.edit(|t| drop(t.remove("mtp.fc.weight")));
    let Err(LoadError::Tensors(problems)) = partial.load() else { panic!("it loaded") };
    assert!(
        matches!(&problems.0[..], [TensorProblem::Missing { name, .. }] if name == "mtp.fc.weight")
    );
    // The dense families have no such module.
    let mut foreign = Checkpoint::of("qwen3_5_wrapper");
    let mut module = vec![];
    foreign.edit(|t| module.extend(t.remove("mtp.norm.weight")));
    let mut dense = Checkpoint::of("qwen3_tied_f32");
    dense.edit(|t| t.extend(module.into_iter().map(|m| ("mtp.norm.weight".to_owned(), m))));
    let Err(LoadError::Tensors(problems)) = dense.load() else { panic!("it loaded") };
    assert!(matches!(&problems.0[..], [TensorProblem::Unused { .. }]), "{problems}");
}
