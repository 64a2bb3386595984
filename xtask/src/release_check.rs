//! Planted faults in a binary that is to be shipped.

use anyhow::{Context, Result, bail};
use atlas_engine::TestFault;
use memchr::memmem;
use std::path::Path;

/// Texts that a binary contains if it was built with the cargo feature `faults` of one of its
/// crates.
fn fault_texts() -> Vec<&'static str> {
    let engine = TestFault::ALL.iter().map(|fault| fault.name());
    engine.chain([atlas_sched::FAULT_MARKER, atlas_cache::FAULT_MARKER]).collect()
}

fn found_in(binary: &[u8]) -> Vec<&'static str> {
    let holds = |text: &&str| memmem::find(binary, text.as_bytes()).is_some();
    // All names of faults begin alike.
    match holds(&"planted fault: ") {
        true => fault_texts().into_iter().filter(holds).collect(),
        false => Vec::new(),
    }
}

/// Searches a built binary for planted faults.
///
/// # Errors
/// A file that cannot be read, or one with planted faults, which are named.
pub fn run(binary: &Path) -> Result<()> {
    let bytes = std::fs::read(binary).with_context(|| format!("reading {}", binary.display()))?;
    let found = found_in(&bytes);
    if !found.is_empty() {
        bail!(
            "{} was built with the feature `faults`: {}. Build it with `cargo build --release`.",
            binary.display(),
            found.join(", ")
        );
    }
    println!("{}: none of {} planted faults", binary.display(), fault_texts().len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fault_is_found_and_nothing_else() {
        for text in fault_texts() {
            assert!(found_in(format!("\0x{text}y\0").as_bytes()).contains(&text), "{text}");
        }
        assert!(found_in(b"planted fault: \0engine/").is_empty());
    }

    /// This program is built with the feature, so its own binary must be refused.
    #[test]
    fn a_binary_with_planted_faults_is_refused() {
        let error = run(&std::env::current_exe().unwrap()).unwrap_err().to_string();
        assert!(error.contains(TestFault::NeighbourBlocks.name()), "{error}");
    }
}
