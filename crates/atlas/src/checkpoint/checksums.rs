//! Checksums of weights files, where something beside them says what they are.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::Path;

const SINGLE_FILE: &str = "model.safetensors";
const INDEX_FILE: &str = "model.safetensors.index.json";

/// Files with a line of checksum and name for each file of their folder.
const LISTS: [&str; 4] = ["SHA256SUMS", "SHA256SUMS.txt", "sha256sums.txt", "checksums.sha256"];

/// Bytes that are read at a time.
const PIECE_BYTES: usize = 1 << 20;

/// Reads the weights files of the checkpoint in `folder` whole and compares the SHA-256 of each
/// with what is published beside it. Returns their number.
///
/// # Errors
/// A file that is missing, cannot be read or has another checksum; a file without any, or one that
/// two places give different ones for.
pub fn verify(folder: &Path) -> Result<usize> {
    let (files, index) = weights_files(folder)?;
    if files.is_empty() {
        bail!("--verify-checksums: {} holds no safetensors weights", folder.display());
    }
    check(folder, files.iter(), index.as_ref())?;
    Ok(files.len())
}

/// The same for files of a folder whose names are known.
///
/// # Errors
/// Those of [`verify`].
pub fn verify_files(folder: &Path, names: &[String]) -> Result<()> {
    check(folder, names.iter(), None)
}

/// Compares the checksum of each file with what is published.
fn check<'a>(
    folder: &Path,
    names: impl Iterator<Item = &'a String>,
    index: Option<&Value>,
) -> Result<()> {
    for name in names {
        let published = published(folder, name, index)?;
        let Some((first, place)) = published.first() else {
            bail!(
                "--verify-checksums: nothing says what the SHA-256 of {name} is; put {name}.sha256 \
                 or SHA256SUMS beside it, or use the hub's cache, which has the checksums"
            );
        };
        if let Some((_, other)) = published.iter().find(|(sum, _)| sum != first) {
            bail!("--verify-checksums: {place} and {other} give {name} different checksums");
        }
        let found = sha256(&folder.join(name)).with_context(|| format!("reading {name}"))?;
        if found != *first {
            bail!(
                "{name} is damaged or was changed: its SHA-256 is {found}, but {place} says \
                 {first}; download it again"
            );
        }
        tracing::info!(file = name, by = place, "checksum verified");
    }
    Ok(())
}

/// Names of the weights files, and the index if there is one.
fn weights_files(folder: &Path) -> Result<(BTreeSet<String>, Option<Value>)> {
    if folder.join(SINGLE_FILE).exists() {
        return Ok((BTreeSet::from([SINGLE_FILE.to_owned()]), None));
    }
    let Some(text) = read_small(&folder.join(INDEX_FILE))? else {
        return Ok((BTreeSet::new(), None));
    };
    let index: Value = serde_json::from_str(&text).context(INDEX_FILE)?;
    let map = index.get("weight_map").and_then(Value::as_object);
    let names = map.into_iter().flat_map(|map| map.values()).filter_map(Value::as_str);
    let names: BTreeSet<String> = names.map(str::to_owned).collect();
    // Loading refuses such names; they are not read here either.
    if let Some(name) = names.iter().find(|name| name.contains(['/', '\\'])) {
        bail!("{INDEX_FILE}: {name:?} is not a plain file name");
    }
    Ok((names, Some(index)))
}

/// Every published SHA-256 of a file, with its place.
fn published(folder: &Path, name: &str, index: Option<&Value>) -> Result<Vec<(String, String)>> {
    let mut found = Vec::new();
    let own = format!("{name}.sha256");
    if let Some(text) = read_small(&folder.join(&own))? {
        let sum = text.split_whitespace().next().and_then(as_sha256);
        found.push((sum.with_context(|| format!("{own} holds no SHA-256"))?, own));
    }
    for list in LISTS {
        let text = read_small(&folder.join(list))?.unwrap_or_default();
        found.extend(listed(&text, name).map(|sum| (sum, list.to_owned())));
    }
    let of_index = index.and_then(|index| index.get("metadata")?.get("sha256")?.get(name));
    if let Some(sum) = of_index.and_then(Value::as_str).and_then(as_sha256) {
        found.push((sum, INDEX_FILE.to_owned()));
    }
    // Downloads into a folder: the second line is the file's ETag, for large files their SHA-256.
    let note = format!(".cache/huggingface/download/{name}.metadata");
    if let Some(text) = read_small(&folder.join(&note))? {
        let sum = text.lines().nth(1).map(|line| line.trim_matches('"')).and_then(as_sha256);
        found.extend(sum.map(|sum| (sum, note)));
    }
    // The hub's cache: a link to a file whose name is its SHA-256.
    let target = fs::canonicalize(folder.join(name)).with_context(|| name.to_owned())?;
    let is_blob = target.parent().is_some_and(|parent| parent.ends_with("blobs"));
    let sum = target.file_name().and_then(|name| name.to_str()).and_then(as_sha256);
    found.extend(sum.filter(|_| is_blob).map(|sum| (sum, "the hub's cache".to_owned())));
    Ok(found)
}

/// The checksum of `name` in the text of `sha256sum`.
fn listed(text: &str, name: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let (sum, rest) = line.trim().split_once(char::is_whitespace)?;
        let listed = rest.trim_start().trim_start_matches('*').trim_start_matches("./");
        (listed == name).then(|| as_sha256(sum)).flatten()
    })
}

fn as_sha256(text: &str) -> Option<String> {
    let text = text.trim();
    let is_hex = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hex.then(|| text.to_ascii_lowercase())
}

/// The text of a file; `None` if there is no such file.
fn read_small(path: &Path) -> Result<Option<String>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}

fn sha256(path: &Path) -> std::io::Result<String> {
    let (mut file, mut hash) = (File::open(path)?, Sha256::new());
    let mut piece = vec![0; PIECE_BYTES];
    loop {
        match file.read(&mut piece)? {
            0 => break,
            len => hash.update(&piece[..len]),
        }
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The SHA-256 of `abc`, from FIPS 180-2.
    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        folder
    }

    fn result(files: &[(&str, &str)]) -> Result<usize, String> {
        verify(folder(files).path()).map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn each_place_of_a_checksum_is_used() {
        let weights = (SINGLE_FILE, "abc");
        let upper = format!("{}\n", ABC.to_uppercase());
        let list = format!("{}  other.bin\n{ABC} *./{SINGLE_FILE}\n", "0".repeat(64));
        let note = format!("commit\n{ABC}\n12.5\n");
        for place in [
            ("model.safetensors.sha256", &upper),
            ("SHA256SUMS", &list),
            (".cache/huggingface/download/model.safetensors.metadata", &note),
        ] {
            let (name, text) = place;
            assert_eq!(result(&[weights, (name, text)]), Ok(1), "{name}");
            let error = result(&[(SINGLE_FILE, "abd"), (name, text)]).expect_err("damaged");
            assert!(error.contains("model.safetensors is damaged") && error.contains(name));
        }
        let index = format!(
            r#"{{"metadata": {{"sha256": {{"a.safetensors": "{ABC}", "b.safetensors": "{ABC}"}}}},
               "weight_map": {{"x": "a.safetensors", "y": "b.safetensors"}}}}"#
        );
        let index = (INDEX_FILE, index.as_str());
        assert_eq!(result(&[("a.safetensors", "abc"), ("b.safetensors", "abc"), index]), Ok(2));
        let error = result(&[("a.safetensors", "abc"), ("b.safetensors", ""), index]);
        assert!(error.expect_err("damaged").contains("b.safetensors is damaged"));
        let files = [("x.gguf", "abc"), ("x.gguf.sha256", ABC), ("y.gguf", "abc")];
        let folder = folder(&files);
        assert!(verify_files(folder.path(), &["x.gguf".to_owned()]).is_ok());
        let error = verify_files(folder.path(), &["x.gguf".to_owned(), "y.gguf".to_owned()]);
        assert!(error.expect_err("no checksum").to_string().contains("y.gguf.sha256"));
    }

    #[test]
    fn nothing_to_verify_against_is_an_error() {
        let error = result(&[(SINGLE_FILE, "abc")]).expect_err("no checksum");
        assert!(error.contains("nothing says") && error.contains("model.safetensors.sha256"));
        let error = result(&[(SINGLE_FILE, "abc"), ("model.safetensors.sha256", "x")]);
        assert!(error.expect_err("no checksum").contains("holds no SHA-256"));
        assert!(result(&[]).expect_err("no weights").contains("no safetensors"));
        let other = format!("{}  {SINGLE_FILE}\n", "0".repeat(64));
        let files =
            [(SINGLE_FILE, "abc"), ("model.safetensors.sha256", ABC), ("SHA256SUMS", &other)];
        assert!(result(&files).expect_err("two").contains("different checksums"));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_into_the_cache_of_the_hub_names_its_checksum() {
        let blob = format!("blobs/{ABC}");
        let folder = folder(&[(&blob, "abc"), ("snapshots/main/config.json", "{}")]);
        let snapshot = folder.path().join("snapshots/main");
        let link = snapshot.join(SINGLE_FILE);
        std::os::unix::fs::symlink(format!("../../{blob}"), link).expect("a link");
        assert_eq!(verify(&snapshot).ok(), Some(1));
        fs::write(folder.path().join(blob), "abd").expect("a file");
        assert!(verify(&snapshot).is_err());
    }
}
