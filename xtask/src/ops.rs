//! Kernel rows against their references, and their speed.

use anyhow::{Context, Result, bail};
use atlas_tensor::testkit::run_all;
use std::path::Path;
use std::process::Command;

/// Runs every row and prints a line for each; rows that this CPU cannot run are named.
pub fn test(filter: Option<&str>) -> Result<()> {
    let (mut passed, mut failed) = (0, 0);
    for report in run_all(filter) {
        println!("{report}");
        for failure in &report.failures {
            println!("    {failure}");
        }
        failed += report.failures.len();
        passed += report.runs - report.failures.len().min(report.runs);
    }
    println!("{passed} passed, {failed} failed");
    if failed > 0 {
        bail!("{failed} cases failed");
    }
    Ok(())
}

/// Times the kernels of a GPU in a release build.
pub fn perf_cuda(root: &Path, op: Option<&str>) -> Result<()> {
    let only = op.map(|op| ["--only", op]);
    let status = Command::new(env!("CARGO"))
        .current_dir(root)
        .args(["run", "--release", "--quiet", "-p", "atlas-cuda-check", "--features", "cuda"])
        .args(["--", "parity", "--perf"])
        .args(only.iter().flatten())
        .status()
        .context("running the timing")?;
    if !status.success() {
        bail!("timing: {status}");
    }
    Ok(())
}

/// Times the rows in a release build.
pub fn perf(root: &Path, op: Option<&str>, threads: usize, isa: Option<&str>) -> Result<()> {
    let threads = threads.to_string();
    let mut args = vec!["perf", op.unwrap_or("-"), &threads];
    args.extend(isa);
    let status = Command::new(env!("CARGO"))
        .current_dir(root)
        .args(["run", "--release", "--quiet", "-p", "atlas-tensor", "--example", "ops", "--"])
        .args(args)
        .status()
        .context("running the timing")?;
    if !status.success() {
        bail!("timing: {status}");
    }
    Ok(())
}
