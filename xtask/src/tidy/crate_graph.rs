//! Dependencies between the crates point down, and none turns on test code in a shipped crate.

use anyhow::{Context, Result};
use std::path::Path;

/// Crates of the workspace that each crate may depend on.
const ALLOWED: &[(&str, &[&str])] = &[
    ("atlas-core", &[]),
    ("atlas-tensor", &["atlas-core"]),
    ("atlas-cuda", &["atlas-tensor"]),
    ("atlas-model", &["atlas-core", "atlas-tensor"]),
    ("atlas-cache", &["atlas-core"]),
    ("atlas-disk", &[]),
    ("atlas-sched", &["atlas-core", "atlas-cache"]),
    (
        "atlas-engine",
        &["atlas-core", "atlas-tensor", "atlas-model", "atlas-cache", "atlas-sched", "atlas-disk"],
    ),
    ("atlas-text", &["atlas-core"]),
    ("atlas-server", &["atlas-core", "atlas-text"]),
];

/// Crates that may depend on all others.
const WIRING: &[&str] = &["atlas", "atlas-cuda-check", "xtask"];

/// Features with planted faults or generators of test cases.
const TEST_FEATURES: [&str; 2] = ["faults", "testkit"];

/// Crates that run tests on a device and are not part of a release.
const TEST_PROGRAMS: &[&str] = &["atlas-cuda-check"];

/// Reports test features that a manifest turns on outside of tests: of a dependency, or of itself
/// by default.
fn test_features(name: &str, manifest: &toml::Table) -> Vec<String> {
    let is_test = |feature: &&str| {
        let own = feature.rsplit('/').next().unwrap_or_default();
        TEST_FEATURES.contains(&own)
    };
    let names = |list: Option<&toml::Value>| -> Vec<String> {
        let list = list.and_then(|list| list.as_array()).into_iter().flatten();
        list.filter_map(|one| one.as_str()).filter(is_test).map(str::to_owned).collect()
    };
    let table = |key: &str| manifest.get(key).and_then(|table| table.as_table());
    let dependencies = table("dependencies").into_iter().flatten();
    let of_dependencies = dependencies.flat_map(|(_, dep)| names(dep.get("features")));
    let by_default = names(table("features").and_then(|features| features.get("default")));
    let found = of_dependencies.chain(by_default);
    found.map(|feature| format!("{name}: turns on `{feature}` outside of tests")).collect()
}

/// Compares each crate's `[dependencies]` with the table (tests may use more).
pub fn check(root: &Path) -> Result<Vec<String>> {
    let text = std::fs::read_to_string(root.join("Cargo.toml"))?;
    let workspace: toml::Table = toml::from_str(&text)?;
    let shared = workspace["workspace"].as_table();
    let mut findings = shared.map_or_else(Vec::new, |shared| test_features("Cargo.toml", shared));
    for entry in std::fs::read_dir(root.join("crates"))? {
        let manifest = entry?.path().join("Cargo.toml");
        let text = std::fs::read_to_string(&manifest)
            .with_context(|| format!("reading {}", manifest.display()))?;
        let value: toml::Table = toml::from_str(&text)?;
        let name = value["package"]["name"].as_str().unwrap_or_default().to_owned();
        if !TEST_PROGRAMS.contains(&name.as_str()) {
            findings.extend(test_features(&format!("crates/{name}"), &value));
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_features_of_shipped_crates_are_reported() {
        let found = |text: &str| test_features("crates/a", &toml::from_str(text).unwrap()).len();
        let on = "atlas-sched = { workspace = true, features = [\"faults\"] }\n";
        assert_eq!(found(&format!("[dependencies]\n{on}")), 1);
        assert_eq!(found(&format!("[dev-dependencies]\n{on}")), 0);
        assert_eq!(found("[features]\ndefault = [\"atlas-cache/faults\", \"cuda\"]\n"), 1);
        assert_eq!(found("[features]\ndefault = []\nfaults = [\"testkit\"]\n"), 0);
        assert_eq!(found("[dependencies]\nserde = \"1\"\n"), 0);
    }
}
