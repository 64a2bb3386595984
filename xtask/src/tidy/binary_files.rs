//! Files that are not text. Everything in this repository is text, weights or pictures of the
//! guide.

use anyhow::{Context, Result};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Extensions of binary files that are allowed: weights, made by recipes of this repository.
const EXTENSIONS: [&str; 1] = ["safetensors"];
/// The folder of pictures, and the bytes that one of them may have.
const PICTURES: &str = "docs/images";
const PICTURE_BYTES_MAX: u64 = 80 * 1024;
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
        if file.starts_with(PICTURES) && file.extension().is_some_and(|e| e == "png") {
            let bytes = open.metadata()?.len();
            if bytes > PICTURE_BYTES_MAX {
                findings.push(format!("{}: {bytes} bytes of picture", file.display()));
            }
            continue;
        }
        open.take(HEAD_BYTES).read_to_end(&mut head)?;
        if head.contains(&0) {
            findings.push(format!("{}: neither text nor weights", file.display()));
        }
    }
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::{PICTURE_BYTES_MAX, PICTURES, check};
    use std::path::PathBuf;

    #[test]
    fn binary_files_are_reported() {
        let folder = std::env::temp_dir().join(format!("atlas-tidy-{}", std::process::id()));
        std::fs::create_dir_all(folder.join(PICTURES)).unwrap();
        let large = "\0".repeat(PICTURE_BYTES_MAX as usize + 1);
        let files = [
            ("a.whl", "PK\0\u{4}"),
            ("b", "x\0"),
            ("c.safetensors", "\0"),
            ("d.md", "text"),
            ("e.png", "\0"),
            ("docs/images/f.png", "\0"),
            ("docs/images/g.png", &large),
        ];
        for (name, text) in files {
            std::fs::write(folder.join(name), text).unwrap();
        }
        let found = check(&folder, &files.map(|(name, _)| PathBuf::from(name)));
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(
            found.unwrap(),
            [
                "a.whl: neither text nor weights",
                "b: neither text nor weights",
                "e.png: neither text nor weights",
                "docs/images/g.png: 81921 bytes of picture",
            ]
        );
    }
}
