//! Files that are not text. Everything written in this repository is text or weights.

use anyhow::{Context, Result};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Extensions of binary files that are allowed: weights, made by recipes of this repository.
const EXTENSIONS: [&str; 1] = ["safetensors"];
/// Bytes read of each file.
const HEAD_BYTES: u64 = 8192;

/// Reports binary files.
pub fn check(root: &Path, files: &[PathBuf]) -> Result<Vec<String>> {
    let mut findings = Vec::new();
    for file in files {
        if file.extension().is_some_and(|e| EXTENSIONS.iter().any(|known| e == *known)) {
            continue;
        }
        let mut head = Vec::new();
        let open = File::open(root.join(file)).with_context(|| file.display().to_string())?;
        open.take(HEAD_BYTES).read_to_end(&mut head)?;
        if head.contains(&0) {
            findings.push(format!("{}: neither text nor weights", file.display()));
        }
    }
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::check;
    use std::path::PathBuf;

    #[test]
    fn binary_files_are_reported() {
        let folder = std::env::temp_dir().join(format!("atlas-tidy-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let files =
            [("a.whl", "PK\0\u{4}"), ("b", "x\0"), ("c.safetensors", "\0"), ("d.md", "text")];
        for (name, text) in files {
            std::fs::write(folder.join(name), text).unwrap();
        }
        let found = check(&folder, &files.map(|(name, _)| PathBuf::from(name)));
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(
            found.unwrap(),
            ["a.whl: neither text nor weights", "b: neither text nor weights"]
        );
    }
}
