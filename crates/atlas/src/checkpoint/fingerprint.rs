//! Fingerprints of checkpoints, by which recordings and saved state name their model.

use atlas_model::CheckpointSource;
use std::fmt::Write as _;
use std::io;
use xxhash_rust::xxh3::Xxh3;

/// Weight files up to this size are read whole for a fingerprint.
const WHOLE_BYTES_MAX: usize = 64 << 20;
/// Of larger ones this many pieces of this size, evenly spread, the first and the last included.
const PIECES: usize = 1024;
const PIECE_BYTES: usize = 4096;

/// A number that other files than these hardly ever have: of configuration, tokenizer and template
/// in whole, of weights in whole or in pieces.
///
/// # Errors
/// A file cannot be read.
pub fn of(files: &dyn CheckpointSource) -> io::Result<String> {
    let mut hash = Xxh3::new();
    let is_gguf = files.gguf().is_some();
    for name in files.list() {
        // A GGUF model's parts may have any name; what its metadata says is in the small files too.
        let is_small = [".json", ".jinja"].iter().any(|end| name.ends_with(end));
        let is_weights = name.ends_with(".safetensors") || (is_gguf && !is_small);
        if !is_weights && !is_small {
            continue;
        }
        let mapped = files.map(&name)?;
        let bytes = mapped.as_slice();
        hash.update(name.as_bytes());
        hash.update(&(bytes.len() as u64).to_le_bytes());
        if !is_weights || bytes.len() <= WHOLE_BYTES_MAX {
            hash.update(bytes);
            continue;
        }
        let last = bytes.len() - PIECE_BYTES;
        for piece in 0..PIECES {
            let at = (last as u128 * piece as u128 / (PIECES as u128 - 1)) as usize;
            hash.update(&bytes[at..at + PIECE_BYTES]);
        }
    }
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write!(text, "{:032x}", hash.digest128());
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::WHOLE_BYTES_MAX;
    use atlas_model::MemorySource;

    #[test]
    fn a_fingerprint_tells_checkpoints_apart() {
        let of = |files: &[(&str, Vec<u8>)]| {
            let source = MemorySource::new("m", files.to_vec());
            super::of(&source).expect("in memory")
        };
        let weights = vec![1u8; WHOLE_BYTES_MAX + 5];
        let base = of(&[("config.json", b"{}".to_vec()), ("m.safetensors", weights.clone())]);
        assert_eq!(
            base,
            of(&[("m.safetensors", weights.clone()), ("config.json", b"{}".to_vec())])
        );
        assert_eq!(
            base,
            of(&[
                ("README.md", b"x".to_vec()),
                ("m.safetensors", weights.clone()),
                ("config.json", b"{}".to_vec())
            ])
        );
        for at in [0, weights.len() - 1] {
            let mut other = weights.clone();
            other[at] = 2;
            let other = of(&[("config.json", b"{}".to_vec()), ("m.safetensors", other)]);
            assert_ne!(base, other, "byte {at}");
        }
        let shorter = weights[1..].to_vec();
        assert_ne!(base, of(&[("config.json", b"{}".to_vec()), ("m.safetensors", shorter)]));
        assert_ne!(base, of(&[("config.json", b"[]".to_vec()), ("m.safetensors", weights)]));
    }
}
