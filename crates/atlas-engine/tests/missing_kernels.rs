//! Loading a model on a device without kernels for it lists every missing kernel.

use atlas_engine::testing::QueuedDevice;
use atlas_model::{DirSource, LoadError, LoadFormat, LoadOptions, load};
use std::path::Path;

#[test]
fn every_missing_kernel_is_named() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../atlas-model/tests/fixtures");
    let source = DirSource::new(fixtures.join("qwen3_5_moe_text")).expect("a fixture");
    let (dev, _) = QueuedDevice::new();
    for load_format in [LoadFormat::Auto, LoadFormat::Shape, LoadFormat::Dummy { seed: 1 }] {
        let options = LoadOptions { load_format, ..LoadOptions::default() };
        let error = load(&source, &dev, &options).err().expect("the device has no kernels");
        let text = error.to_string();
        let LoadError::Kernels(missing) = error else { panic!("{text}") };
        let ops = "embed linear add_rms_norm attention kv_store gated_delta route_topk moe_experts";
        for op in ops.split(' ') {
            assert!(text.contains(&format!("no kernel of `{op}` serves")), "{op}: {text}");
        }
        let mut needs: Vec<_> = missing.iter().map(|m| (m.op, m.need.as_str())).collect();
        needs.sort_unstable();
        needs.dedup();
        assert_eq!(needs.len(), missing.len(), "a need is named twice");
    }
}
