//! A weights file that is shortened while it is mapped.
#![cfg(unix)]

use atlas_model::{CheckpointSource, DirSource};
use std::fs::{self, File};
use std::process::Command;

/// A filter of tests that marks the process which reads behind the end.
const CHILD: &str = "in-a-process-of-its-own";

/// Maps a file, shortens it and reads what is gone. Ends the process.
fn read_behind_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cut.safetensors");
    fs::write(&path, vec![1; 1 << 20]).unwrap();
    let source = DirSource::new(folder.path()).unwrap();
    let other = folder.path().join("other.safetensors");
    fs::write(&other, vec![1; 1 << 20]).unwrap();
    let closed = source.map("other.safetensors").unwrap();
    drop(closed);
    let bytes = source.map("cut.safetensors").unwrap();
    File::options().write(true).open(&path).unwrap().set_len(4096).unwrap();
    assert_eq!(bytes.as_slice()[100], 1, "what is left is read");
    println!("{}", bytes.as_slice()[1 << 19]);
}

#[test]
fn a_file_that_is_shortened_ends_the_process_with_its_name() {
    if std::env::args().any(|arg| arg == CHILD) {
        return read_behind_the_end();
    }
    let name = "a_file_that_is_shortened_ends_the_process_with_its_name";
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture", "--skip", CHILD])
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&child.stderr);
    assert_eq!(child.status.code(), Some(74), "{words}");
    assert!(words.contains("cut.safetensors") && words.contains("shortened"), "{words}");
}
