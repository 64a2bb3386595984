//! The files of a checkpoint beside its weights.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use super::error::QuantiseError;
use super::staging::Staging;
use crate::checkpoint::{self, CheckpointSource, TensorTable};

/// Ends of the names of weight files, their indices and their checksums.
const WEIGHTS: &[&str] = &[
    ".safetensors",
    ".safetensors.index.json",
    ".bin",
    ".bin.index.json",
    ".ckpt",
    ".engine",
    ".gguf",
    ".h5",
    ".llamafile",
    ".msgpack",
    ".npz",
    ".onnx",
    ".onnx_data",
    ".pt",
    ".pth",
    ".tflite",
    ".sha256",
    "checksums.sha256",
    "sha256sums",
    "sha256sums.txt",
];
/// Written anew.
const WRITTEN: &[&str] = &["config.json", "model.safetensors.index.json"];

/// Copies tokenizer, templates and all other files that are no weights. Returns the names of files
/// that are left out, but for those of `table`.
pub(super) fn copy_others(
    source: &dyn CheckpointSource,
    table: &TensorTable,
    staging: &Staging,
    cancelled: &AtomicBool,
) -> Result<Vec<String>, QuantiseError> {
    let mut left_out = vec![];
    let read: BTreeSet<&str> = table.tensors.values().map(|t| t.file.as_str()).collect();
    for name in source.list().iter().filter(|name| !WRITTEN.contains(&name.as_str())) {
        if cancelled.load(Ordering::Relaxed) {
            return Err(QuantiseError::Cancelled);
        }
        let lower = name.to_lowercase();
        if WEIGHTS.iter().any(|end| lower.ends_with(end)) {
            if !read.contains(name.as_str()) {
                left_out.push(name.clone());
            }
        } else if let Some(bytes) = checkpoint::read(source, name)? {
            staging.write(name, &bytes)?;
        }
    }
    Ok(left_out)
}
