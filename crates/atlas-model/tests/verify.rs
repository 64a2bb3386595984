//! Comparison with a file of taps: what it names, and what it refuses.

mod common;

use atlas_model::verify::{VerifyError, compare, distance};
use atlas_tensor::Compute;
use common::{Tensors, device, fixture, load, read_tensors, write_tensors};

const CASE: &str = "qwen3_5_moe_text";

/// Writes the oracle file with a change, and compares with it.
fn compare_changed(
    change: impl FnOnce(&mut Tensors),
) -> Result<atlas_model::verify::Report, VerifyError> {
    let dev = device(Compute::F32, 1);
    let loaded = load(CASE, &dev);
    let file = std::fs::read(fixture(CASE).join("oracle.safetensors")).expect("oracle");
    let mut tensors = read_tensors(&file);
    change(&mut tensors);
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("taps.safetensors");
    std::fs::write(&path, write_tensors(&tensors)).expect("write");
    compare(&*loaded.model, &dev, &path)
}

#[test]
fn the_first_divergence_is_named_in_order_of_computation() {
    let report = compare_changed(|_| {}).expect("report");
    assert_eq!(report.first_divergence(), None);
    let at = |name: &str| report.taps.iter().position(|t| t.name == name).expect("tap");
    assert!(at("embed") < at("layers.0.mixer_out"));
    assert!(at("layers.0.mixer_out") < at("layers.0.router_logits"));
    assert!(at("layers.0.router_weights") < at("layers.0.mlp_out"));
    assert!(at("layers.3.out") < at("final_norm") && at("final_norm") < at("logits"));

    let report = compare_changed(|t| {
        for name in ["layers.2.mlp_out", "layers.1.out", "logits"] {
            t.get_mut(name).expect("tap").map(|v| v * 1.001);
        }
    });
    let report = report.expect("report");
    let first = report.first_divergence().expect("a divergence");
    assert_eq!(first.name, "layers.1.out");
    assert!((first.relative_error - 1e-3).abs() < 1e-4, "{first:?}");
    assert_eq!(report.taps.iter().filter(|t| !t.within).count(), 3);
}

#[test]
fn files_without_taps_are_refused() {
    let refused = |change: fn(&mut Tensors)| match compare_changed(change) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("it compared"),
    };
    assert!(refused(|t| drop(t.remove("input_ids"))).contains("input_ids"));
    assert!(refused(|t| t.retain(|name, _| name == "input_ids")).contains("no taps"));
    let text = refused(|t| t.get_mut("logits").expect("logits").shape.reverse());
    assert!(text.contains("logits") && text.contains("shape"), "{text}");
    let text = refused(|t| {
        let ids = t.get_mut("input_ids").expect("ids");
        ids.bytes[..8].copy_from_slice(&9999u64.to_le_bytes());
    });
    assert!(text.contains("9999"), "{text}");
}

#[test]
fn distances() {
    let (error, cosine) = distance(&[3.0, 4.0], &[3.0, 4.0]);
    assert!(error == 0.0 && (cosine - 1.0).abs() < 1e-12);
    let (error, cosine) = distance(&[4.0, -3.0], &[3.0, 4.0]);
    assert!((error - 2f64.sqrt()).abs() < 1e-7 && cosine.abs() < 1e-7);
    // NaN is never within a bound.
    let (error, cosine) = distance(&[f32::NAN], &[1.0]);
    assert!(error.is_nan() && cosine.is_nan());
    assert_eq!(distance(&[0.0], &[0.0]), (0.0, 1.0));
}
