//! Tiny GGUF files: those of the crate of models, without their made-up tokenizer.
#![allow(dead_code)] // Each test file uses its own part.

#[path = "../../../atlas-model/tests/common/gguf.rs"]
mod files;

use atlas_model::checkpoint::read_header;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub use files::Raw;

/// One tensor of a file.
pub struct StoredTensor {
    pub bytes: Vec<u8>,
}

pub type Tensors = BTreeMap<String, StoredTensor>;

fn read_tensors(file: &[u8]) -> Tensors {
    let entries = read_header(file).unwrap().into_iter();
    entries.map(|e| (e.name, StoredTensor { bytes: file[e.bytes].to_vec() })).collect()
}

/// A GGUF file whose forward pass is recorded, and the file of its taps.
pub fn recorded(case: &str) -> (Vec<u8>, PathBuf) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../atlas-model/tests/gguf").join(case);
    let taps = folder.join("oracle.safetensors");
    let mut tensors = read_tensors(&std::fs::read(&taps).unwrap());
    (tensors.remove("model.gguf").unwrap().bytes, taps)
}

/// The model of a family in one file, to be changed.
pub fn tiny(family: &str) -> Raw {
    let mut raw = Raw::of(&files::file_of(family));
    raw.entries.retain(|(key, ..)| !key.starts_with("tokenizer."));
    raw.set_u32("tokenizer.ggml.eos_token_id", 1);
    raw
}

/// The parts of a split model, in order.
pub fn parts(family: &str) -> Vec<Vec<u8>> {
    let mut files = files::families().remove(family).unwrap();
    files.retain(|name, _| name.ends_with(".gguf"));
    let without_tokenizer = |(i, bytes): (usize, Vec<u8>)| {
        let mut raw = Raw::of(&bytes);
        raw.entries.retain(|(key, ..)| i > 0 || !key.starts_with("tokenizer."));
        raw.bytes()
    };
    files.into_values().enumerate().map(without_tokenizer).collect()
}
