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

/// Modules behind the last layer, as DeepSeek stores them, and of two blocks, as Nemotron does.
#[test]
fn modules_of_other_layouts_are_loaded_whole() {
    let dev = device(Compute::F32, 1);
    for (case, layers, to) in [
        ("deepseek_v3", &["model.layers.2."][..], &["model.layers.3."][..]),
        (
            "nemotron_h",
            &["backbone.layers.1.", "backbone.layers.2."],
            &["mtp.layers.0.", "mtp.layers.1."],
        ),
    ] {
        assert!(load(case, &dev).model.mtp().is_none(), "{case}");
        let mut checkpoint = Checkpoint::of(case);
        let added = with_module(&mut checkpoint, layers, to);
        let loaded = checkpoint.load().expect("a module");
        assert!(loaded.model.info().has_mtp && loaded.model.draft_spec().is_some(), "{case}");
        for name in added {
            let mut partial = Checkpoint::of(case);
            with_module(&mut partial, layers, to);
            partial.edit(|t| drop(t.remove(&name)));
            // Without the tensor that marks it there is no module, and its tensors are unused.
            let copies = name.ends_with("embed_tokens.weight");
            assert_eq!(partial.load().is_ok(), copies, "{case} without {name}");
        }
        let mut other = Checkpoint::of(case);
        with_module(&mut other, layers, to);
        other.edit(|t| {
            let Some(copy) = t.get_mut("model.layers.3.embed_tokens.weight") else { return };
            copy.map(|x| x + 1.0);
        });
        assert_eq!(other.load().is_ok(), case != "deepseek_v3", "an embedding of its own");
    }
}

/// Adds a module whose layers are copies of others; returns its tensors.
fn with_module(checkpoint: &mut Checkpoint, layers: &[&str], to: &[&str]) -> Vec<String> {
    let mut added = Vec::new();
    checkpoint.edit(|t| {
        let all: Vec<(String, common::StoredTensor)> =
            t.iter().map(|(name, tensor)| (name.clone(), tensor.clone())).collect();
        let mut add = |name: String, tensor: common::StoredTensor| {
            added.push(name.clone());
            t.insert(name, tensor);
        };
        for (from, to) in layers.iter().zip(to) {
            for (name, tensor) in &all {
                if let Some(rest) = name.strip_prefix(from) {
                    add(format!("{to}{rest}"), tensor.clone());
                }
            }
        }
        let of = |ends: &str| all.iter().find(|(name, _)| name.ends_with(ends)).cloned();
        let deepseek = to[0].starts_with("model.");
        let norms = if deepseek { "model.norm.weight" } else { "backbone.norm_f.weight" };
        let (_, norm) = of(norms).expect("a norm");
        let last = match deepseek {
            true => format!("{}shared_head.norm.weight", to[0]),
            false => format!("{}final_layernorm.weight", to[1]),
        };
        for name in [format!("{}enorm.weight", to[0]), format!("{}hnorm.weight", to[0]), last] {
            add(name, norm.clone());
        }
        let hidden = norm.shape[0];
        let mut joined = norm;
        joined.bytes = joined.bytes.repeat(2 * hidden);
        joined.shape = vec![hidden, 2 * hidden];
        add(format!("{}eh_proj.weight", to[0]), joined);
        if deepseek {
            let (_, embedding) = of("embed_tokens.weight").expect("an embedding");
            add(format!("{}embed_tokens.weight", to[0]), embedding);
        }
    });
    added
}
