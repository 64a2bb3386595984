//! Dependencies between the crates point down.

use anyhow::{Context, Result};
use std::path::Path;

/// Crates of the workspace that each crate may depend on.
const ALLOWED: &[(&str, &[&str])] = &[
    ("atlas-core", &[]),
    ("atlas-tensor", &["atlas-core"]),
    ("atlas-cuda", &["atlas-tensor"]),
    ("atlas-model", &["atlas-core", "atlas-tensor"]),
    ("atlas-cache", &["atlas-core"]),
    ("atlas-sched", &["atlas-core", "atlas-cache"]),
    ("atlas-engine", &["atlas-core", "atlas-tensor", "atlas-model", "atlas-cache", "atlas-sched"]),
    ("atlas-text", &["atlas-core"]),
    ("atlas-server", &["atlas-core", "atlas-text"]),
];

/// Crates that may depend on all others.
const WIRING: &[&str] = &["atlas", "atlas-cuda-check", "xtask"];

/// Compares each crate's `[dependencies]` with the table (tests may use more).
pub fn check(root: &Path) -> Result<Vec<String>> {
    let mut findings = Vec::new();
    for entry in std::fs::read_dir(root.join("crates"))? {
        let manifest = entry?.path().join("Cargo.toml");
        let text = std::fs::read_to_string(&manifest)
            .with_context(|| format!("reading {}", manifest.display()))?;
        let value: toml::Table = toml::from_str(&text)?;
        let name = value["package"]["name"].as_str().unwrap_or_default().to_owned();
        if WIRING.contains(&name.as_str()) {
            continue;
        }
        let Some((_, allowed)) = ALLOWED.iter().find(|(n, _)| *n == name) else {
            findings.push(format!("crates/{name}: not in the dependency table of xtask tidy"));
            continue;
        };
        let deps = value.get("dependencies").and_then(|d| d.as_table());
        for dep in deps.into_iter().flat_map(|t| t.keys()) {
            if dep.starts_with("atlas") && !allowed.contains(&dep.as_str()) {
                findings.push(format!("crates/{name}: may not depend on {dep}"));
            }
        }
    }
    Ok(findings)
}
