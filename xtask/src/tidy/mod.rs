//! Rules that keep the design true and that no compiler checks.

mod banned;
mod binary_files;
mod blocks;
mod circles;
mod crate_graph;
mod dialects;
mod kernel_heads;
mod limits;
mod links;
mod size;
mod source;
mod style_words;
mod tools_budget;
mod width;

use crate::docs;
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs every check, prints all findings, and fails if there is one.
pub fn run(root: &Path) -> Result<()> {
    let tracked = tracked(root)?;
    let paths: Vec<String> =
        tracked.iter().map(|path| path.to_string_lossy().replace('\\', "/")).collect();
    let files = source::read(root, &tracked)?;

    let mut findings = crate_graph::check(root)?;
    findings.extend(binary_files::check(root, &tracked)?);
    findings.extend(banned::check(root, &tracked)?);
    findings.extend(circles::check(&files)?);
    findings.extend(dialects::check(&files)?);
    findings.extend(kernel_heads::check(&files));
    findings.extend(tools_budget::check(root, &paths)?);
    let (spread, over) = size::spread(&files);
    findings.extend(over);

    let mut located = size::check(&files)?;
    located.extend(links::check(&paths, &files));
    located.extend(style_words::check(&files)?);
    located.extend(width::check(&files));
    findings.extend(located.iter().map(limits::Finding::show));

    findings.extend(docs::stale(root)?);
    for finding in &findings {
        println!("{finding}");
    }
    println!("{spread}");
    if !findings.is_empty() {
        bail!("tidy: {} findings", findings.len());
    }
    println!("tidy: {} files, no findings", tracked.len());
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
