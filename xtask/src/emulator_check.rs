//! Runs kernels with known faults on the emulated device: each must be found, and a kernel without
//! one must not be blamed.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::emulator::{Sanitizer, build};

/// Kernel, blocks, the sanitizer that watches, and a part of the complaint; none for no complaint.
const CASES: [(&str, u32, Option<Sanitizer>, Option<&str>); 37] = [
    ("reverse_right", 1, None, None),
    ("reverse_right", 1, Some(Sanitizer::Address), None),
    ("reverse_right", 1, Some(Sanitizer::Thread), None),
    ("barriers_apart", 1, None, Some("different barriers")),
    ("lanes_apart", 1, None, Some("mask")),
    ("lane_not_there", 1, None, Some("outside of the mask")),
    ("last_tile_right", 1, None, None),
    ("last_tile_leaves", 1, None, Some("mask")),
    ("last_tile_half_mask", 1, None, Some("not of the mask")),
    ("shared_unwritten", 1, None, Some("not the reversed values")),
    ("writes_beyond", 1, Some(Sanitizer::Address), Some("heap-buffer-overflow")),
    ("shared_beyond", 1, Some(Sanitizer::Address), Some("heap-buffer-overflow")),
    ("reverse_without_barrier", 1, None, Some("not the reversed values")),
    ("reverse_without_barrier", 1, Some(Sanitizer::Thread), Some("data race")),
    ("blocks_race", 2, Some(Sanitizer::Thread), Some("data race")),
    ("product_right", 1, None, None),
    ("product_written_over", 1, None, Some("changed before it was waited for")),
    ("roles_right", 1, None, None),
    ("roles_right", 1, Some(Sanitizer::Address), None),
    ("roles_right", 1, Some(Sanitizer::Thread), None),
    ("copy_without_fence", 1, None, Some("no fence showed")),
    ("no_arrivals", 1, None, Some("arrivals that do not come")),
    ("sums_before_the_wait", 1, None, Some("not the reversed values")),
    ("registers_before_the_wait", 1, None, Some("registers of a product changed")),
    ("numbered_right", 1, None, None),
    ("numbered_right", 1, Some(Sanitizer::Address), None),
    ("numbered_right", 1, Some(Sanitizer::Thread), None),
    ("arrives_and_reads", 1, Some(Sanitizer::Thread), Some("data race")),
    ("mbarrier_right", 1, None, None),
    ("mbarrier_right", 3, Some(Sanitizer::Thread), None),
    ("mbarrier_unwaited", 1, None, Some("under way when its block ends")),
    ("mbarrier_too_many", 1, None, Some("arrivals that do not come")),
    ("mbarrier_too_few", 1, None, Some("under way when its block ends")),
    ("mbarrier_fenced", 1, None, None),
    ("mbarrier_fenced", 1, Some(Sanitizer::Address), None),
    ("mbarrier_fenced", 1, Some(Sanitizer::Thread), None),
    ("mbarrier_without_fence", 1, None, Some("no fence showed")),
];

/// Builds the planted kernels plain and with each sanitizer and runs every case.
///
/// # Errors
/// A fault that is not found, or a right kernel that is blamed.
pub fn run(root: &Path, out: &Path) -> Result<()> {
    let folder = "crates/atlas-cuda/emulator/planted";
    let libraries = [None, Some(Sanitizer::Address), Some(Sanitizer::Thread)]
        .map(|sanitizer| build(root, folder, &out.join(name(sanitizer)), sanitizer));
    let [plain, address, thread] = libraries;
    let (plain, address, thread) = (plain?, address?, thread?);
    let (mut passed, mut failed) = (0, 0);
    for (kernel, blocks, sanitizer, complaint) in CASES {
        let library = match sanitizer {
            None => &plain,
            Some(Sanitizer::Address) => &address,
            Some(Sanitizer::Thread) => &thread,
        };
        let said = in_child(library, sanitizer, kernel, blocks)?;
        let right = match (complaint, &said) {
            (None, None) => true,
            (Some(part), Some(text)) => text.contains(part),
            _ => false,
        };
        if right {
            passed += 1;
        } else {
            failed += 1;
            println!("{kernel} ({}): expected {complaint:?}, got {said:?}", name(sanitizer));
        }
    }
    println!("{passed} passed, {failed} failed");
    ensure!(failed == 0, "the emulated device misses faults");
    Ok(())
}

fn name(sanitizer: Option<Sanitizer>) -> &'static str {
    match sanitizer {
        None => "plain",
        Some(Sanitizer::Address) => "address",
        Some(Sanitizer::Thread) => "thread",
    }
}

/// Runs the kernel in a process of its own. Returns the error output if it fails.
fn in_child(
    library: &Path,
    sanitizer: Option<Sanitizer>,
    kernel: &str,
    blocks: u32,
) -> Result<Option<String>> {
    let this = std::env::current_exe()?;
    let mut child = Command::new("env");
    if sanitizer.is_some() && fixed_addresses() {
        // Where the system spreads addresses widely, the sanitizer does not come up.
        child = Command::new("setarch");
        child.args(["-R", "env"]);
    }
    if let Some(sanitizer) = sanitizer {
        // The sanitizer's own library must come first, and only in the program itself.
        child.arg(format!("LD_PRELOAD={}", runtime(sanitizer)?.display()));
        child.args(["ASAN_OPTIONS=detect_leaks=0", "TSAN_OPTIONS=halt_on_error=1"]);
    }
    child.arg(this).arg("emulator-run").arg(library).arg(kernel).arg(blocks.to_string());
    let output = child.output()?;
    if output.status.success() {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&output.stderr).into_owned()))
}

/// Whether a program can be run without spread addresses.
fn fixed_addresses() -> bool {
    Command::new("setarch").args(["-R", "true"]).output().is_ok_and(|o| o.status.success())
}

/// Where the compiler keeps a sanitizer's library.
pub fn runtime(sanitizer: Sanitizer) -> Result<PathBuf> {
    let file = match sanitizer {
        Sanitizer::Address => "libasan.so",
        Sanitizer::Thread => "libtsan.so",
    };
    let compiler = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
    let output = Command::new(compiler).arg(format!("-print-file-name={file}")).output()?;
    let path = PathBuf::from(String::from_utf8(output.stdout)?.trim());
    ensure!(path.is_absolute(), "the C++ compiler has no {file}");
    std::fs::canonicalize(&path).with_context(|| path.display().to_string())
}
