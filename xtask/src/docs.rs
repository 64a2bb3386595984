//! Generated reference pages. Each is printed by the binary itself, so it cannot drift from it.

use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;

/// (page, hidden verb of the binary that prints it)
const PAGES: &[(&str, &str)] = &[
    ("docs/reference/flags.md", "flags"),
    ("docs/reference/ops.md", "ops"),
    ("docs/reference/metrics.md", "metrics"),
    ("docs/reference/json-schema.md", "json-schema"),
    ("docs/reference/weights.md", "weights"),
];

/// Writes every generated page.
pub fn write(root: &Path) -> Result<()> {
    for (page, verb) in PAGES {
        let text = render(root, verb)?;
        let path = root.join(page);
        if let Some(dir) = path.parent() {
            std::fs::create_dir_all(dir)?;
        }
        std::fs::write(&path, text)?;
        println!("wrote {page}");
    }
    Ok(())
}

/// The pages whose committed text differs from what the binary prints.
pub fn stale(root: &Path) -> Result<Vec<String>> {
    let mut out = Vec::new();
    for (page, verb) in PAGES {
        let text = render(root, verb)?;
        if std::fs::read_to_string(root.join(page)).unwrap_or_default() != text {
            out.push(format!("{page}: out of date; run `cargo xtask docs`"));
        }
    }
    Ok(out)
}

/// Names an `atlas` that is built already.
const BINARY: &str = "ATLAS_BINARY";

fn render(root: &Path, verb: &str) -> Result<String> {
    let mut command = match std::env::var_os(BINARY) {
        Some(binary) => Command::new(root.join(binary)),
        None => {
            let mut cargo = Command::new(env!("CARGO"));
            cargo.args(["run", "--quiet", "--package", "atlas", "--"]);
            cargo
        }
    };
    let out = command
        .current_dir(root)
        .args(["reference", verb])
        .output()
        .context("running the atlas binary")?;
    if !out.status.success() {
        bail!("atlas reference {verb}: {}", String::from_utf8_lossy(&out.stderr));
    }
    Ok(String::from_utf8(out.stdout)?)
}
