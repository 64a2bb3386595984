//! Rules that keep the design true and that no compiler checks.

mod binary;
mod graph;
mod size;
mod words;

use crate::docs;
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs every check, prints all findings, and fails if there is one.
pub fn run(root: &Path) -> Result<()> {
    let files = tracked(root)?;
    let mut findings = graph::check(root)?;
    findings.extend(binary::check(root, &files)?);
    findings.extend(size::check(root, &files)?);
    findings.extend(words::check(root, &files)?);
    findings.extend(docs::stale(root)?);
    for f in &findings {
        println!("{f}");
    }
    if !findings.is_empty() {
        bail!("tidy: {} findings", findings.len());
    }
    println!("tidy: {} files, no findings", files.len());
    Ok(())
}

/// Files known to git, and new ones it does not ignore.
fn tracked(root: &Path) -> Result<Vec<PathBuf>> {
    let out = Command::new("git")
        .current_dir(root)
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .output()?;
    if !out.status.success() {
        bail!("git ls-files: {}", String::from_utf8_lossy(&out.stderr));
    }
    let names = String::from_utf8(out.stdout)?;
    Ok(names.lines().map(PathBuf::from).filter(|p| root.join(p).is_file()).collect())
}
