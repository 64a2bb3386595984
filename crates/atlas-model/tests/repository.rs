//! The configs and checkpoints that this repository carries load.

mod common;
#[path = "repository/formats.rs"]
mod formats;

use std::path::PathBuf;

use atlas_model::{DirSource, LoadFormat, LoadOptions, MemorySource};
use atlas_tensor::Compute;
use common::{Session, device};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn the_bundled_checkpoint_runs() {
    let dev = device(Compute::Bf16, 2);
    let source = DirSource::new(root().join("models/atlas-mini")).expect("folder");
    let loaded = match atlas_model::load(&source, &dev, &LoadOptions::default()) {
        Ok(loaded) => loaded,
        Err(error) => panic!("{error}"),
    };
    assert!(loaded.skipped.is_empty());
    let mut session = Session::new(&*loaded.model, &dev, 1, 64);
    let logits = session.feed_in_chunks(&[1, 5, 300, 4000, 17], 2);
    assert!(logits.iter().all(|l| l.is_finite()));
}

#[test]
fn benchmark_configs_have_a_shape() {
    let dev = device(Compute::Bf16, 1);
    let mut count = 0;
    for entry in std::fs::read_dir(root().join("benches/configs")).expect("folder").flatten() {
        let path = entry.path();
        if path.extension().is_none_or(|e| e != "json") {
            continue;
        }
        let config = std::fs::read(&path).expect("config");
        let source = MemorySource::new(path.display().to_string(), [("config.json", config)]);
        let options = LoadOptions { load_format: LoadFormat::Shape, ..LoadOptions::default() };
        if let Err(error) = atlas_model::load(&source, &dev, &options) {
            panic!("{}: {error}", path.display());
        }
        count += 1;
    }
    assert!(count > 0);
}
