//! The project's own test machinery at length: simulator and invariants.

use anyhow::{Context, Result, bail};
use atlas_sched::sim::{self, SimConfig};
use atlas_sched::{Fault, FaultGroup};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Runs `seeds` seeds of the simulator at both depths.
pub fn simulate(first_seed: u64, seeds: u64, steps: u64) -> Result<()> {
    let start = Instant::now();
    let last = first_seed + seeds.max(1) - 1;
    let total = sim::soak(first_seed, steps, |seed, _| seed < last)?;
    println!(
        "seeds {first_seed}..={last}, depth 1 and 2: {} steps with two or more live requests \
         ({} in all), \
         {} finished, {} tokens, {} preemptions, {} cancels, most overtaken {}; {:.1} s",
        total.steps,
        total.steps_total,
        total.finished,
        total.tokens,
        total.preemptions,
        total.cancelled,
        total.overtaken_max,
        start.elapsed().as_secs_f64()
    );
    Ok(())
}

/// Plants each fault in each of the surroundings where it can show, and reports when the simulator
/// finds it.
///
/// # Errors
/// A fault that is not found.
pub fn simulate_faults(seeds: u64) -> Result<()> {
    const STEPS_MAX: u64 = 100_000;
    for FaultGroup { depth, prefix_cache, faults } in Fault::GROUPS {
        let cache = if prefix_cache { "on" } else { "off" };
        println!("depth {depth}, prefix cache {cache}:");
        for &fault in faults {
            let mut worst = 0;
            for seed in 0..seeds {
                let planted = Some(fault);
                let steps = STEPS_MAX;
                match sim::run(SimConfig { seed, steps, depth, prefix_cache, fault: planted }) {
                    Ok(_) => bail!("{fault:?} was not found from seed {seed} in {STEPS_MAX} steps"),
                    Err(found) => worst = worst.max(found.step),
                }
            }
            println!(
                "  {fault:?}: found from each of {seeds} seeds, at step {worst} at the latest"
            );
        }
    }
    Ok(())
}

/// The long runs: simulator for `minutes`, then `cases` of every invariant on atlas-mini and on a
/// random hybrid checkpoint, in release.
pub fn soak(root: &Path, minutes: u64, cases: usize) -> Result<()> {
    let end = Instant::now() + Duration::from_secs(60 * minutes);
    let total = sim::soak(1, 20_000, |_, _| Instant::now() < end)?;
    println!(
        "simulator: {} counted steps, {} finished, {} preemptions, most overtaken {}",
        total.steps, total.finished, total.preemptions, total.overtaken_max
    );
    let status = Command::new(env!("CARGO"))
        .current_dir(root)
        .args(["run", "--release", "--quiet", "-p", "atlas-engine", "--example", "soak", "--"])
        .args([
            &cases.to_string(),
            "models/atlas-mini",
            "crates/atlas-model/tests/fixtures/qwen3_5_moe_wrapper",
        ])
        .status()
        .context("running the invariants")?;
    if !status.success() {
        bail!("invariants: {status}");
    }
    Ok(())
}
