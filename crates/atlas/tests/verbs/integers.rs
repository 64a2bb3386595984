//! Verbs on a checkpoint of integers that no kernel takes as they are.

use crate::support::{atlas, stderr, stdout};
use atlas_model::checkpoint::read_header;
use std::path::Path;

const MODULE: &str = "model.layers.0.self_attn.q_proj";

#[test]
fn matrices_that_are_held_in_f32_are_named() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../atlas-model/tests/quantized");
    let stored = fixtures.join("gptq_act_order");
    let folder = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(&stored).unwrap().flatten() {
        std::fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
    }
    let model = folder.path().to_str().unwrap();
    let taps = stored.join("oracle.safetensors");
    let verify = ["verify", model, "--taps", taps.to_str().unwrap(), "--device", "cpu"];
    let exact = atlas(&[&verify[..], &["--dtype", "f32"]].concat());
    assert!(exact.status.success(), "{}{}", stdout(&exact), stderr(&exact));
    assert!(!stderr(&exact).contains("held in f32"), "{}", stderr(&exact));
    // A column of one group moves to the other: they have 31 and 33.
    let path = folder.path().join("model.safetensors");
    let mut file = std::fs::read(&path).unwrap();
    let g_idx = format!("{MODULE}.g_idx");
    let at = read_header(&file).unwrap().into_iter().find(|e| e.name == g_idx).unwrap().bytes.start;
    file[at] ^= 1;
    std::fs::write(&path, file).unwrap();
    let says = stderr(&atlas(&verify));
    let line = says.lines().find(|line| line.contains("held in f32")).unwrap_or_else(|| {
        panic!("{says}");
    });
    for word in ["WARN", "matrices=1", MODULE, "g_idx"] {
        assert!(line.contains(word), "{word}: {line}");
    }
    let explained = stdout(&atlas(&["explain", model, "--device", "cpu"]));
    let line = format!("held in f32: {MODULE}.weight: g_idx");
    assert!(explained.contains(&line), "{explained}");
}
