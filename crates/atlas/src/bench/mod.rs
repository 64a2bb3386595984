//! `atlas bench`: time and bytes beside the ceilings measured in the same run.

pub mod ceilings;
pub mod measure;
pub mod report;

use crate::cli::{BenchKind, BenchRunArgs};
use crate::launch;
use crate::observer::Silent;
use anyhow::{Result, bail};
use atlas_core::StateSpec;
use atlas_model::ModelInfo;
use report::{Repeat, Report, Work};
use std::sync::Arc;

/// Runs the benchmark and prints the report.
pub fn run(kind: &BenchKind) -> Result<()> {
    let (name, args) = match kind {
        BenchKind::Latency(args) => ("latency", args),
        BenchKind::Throughput(args) => ("throughput", args),
    };
    let concurrency = if name == "latency" { 1 } else { args.concurrency };
    if args.output_len < 2 {
        bail!("--output-len must be at least 2: the time per token needs a second token");
    }
    let report = measured(name, args, concurrency)?;
    if args.json {
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        print!("{}", report::text(&report));
    }
    Ok(())
}

fn measured(kind: &'static str, args: &BenchRunArgs, concurrency: u32) -> Result<Report> {
    let mut model = args.model.clone();
    model.limits.max_batch_size = model.limits.max_batch_size.max(concurrency);
    let needed = args.prompt_len + args.output_len;
    if model.limits.max_seq_len.is_none() {
        // A benchmark of a large model should not reserve its longest context.
        model.limits.max_seq_len = Some(needed.next_multiple_of(64));
    }
    let mut loaded = launch::load(&model, true)?;
    // Runs repeat their prompts, and what is measured is computing them.
    loaded.prefix_cache = false;
    let info = loaded.model.model.info();
    let work = Work {
        prompt_len: args.prompt_len,
        output_len: args.output_len,
        concurrency,
        weight_bytes: info.weight_bytes_per_token,
        state_bytes: state_bytes(
            loaded.model.model.state_specs(),
            args.prompt_len + args.output_len / 2,
            launch::kv_element_bytes(loaded.device.compute()),
        ),
        flop_per_token: flop_per_token(info),
        head_flop_per_token: 2.0 * f64::from(info.vocab_size) * f64::from(info.hidden_size),
    };
    let threads = loaded.device.threads();
    let isa =
        loaded.device.cpu().map_or_else(atlas_tensor::Isa::detect, atlas_tensor::CpuDevice::isa);
    let compute = loaded.device.compute();
    let dtype = format!("{compute:?}").to_lowercase();
    let name = loaded.source.name();
    let meter = ceilings::Meter::new(threads, isa, compute)?;
    let launched = launch::start(loaded, Arc::new(Silent))?;
    let mut repeats = Vec::new();
    // The first leg warms page tables and caches and is thrown away.
    for i in 0..=args.repeats {
        let before = meter.measure();
        let leg = measure::leg(
            &launched.engine,
            launched.vocab_size,
            concurrency,
            args.prompt_len,
            args.output_len,
            args.seed.wrapping_add(u64::from(i) * 1_000_003),
        )?;
        let after = meter.measure();
        if i > 0 {
            repeats.push(Repeat { before, leg, after });
        }
    }
    launched.engine.shutdown();
    let summary = report::summarise(&work, &repeats);
    Ok(Report { kind, model: name, isa: isa.name().into(), dtype, threads, work, summary, repeats })
}

/// A multiply and an add for every weight that a token passes.
fn flop_per_token(info: &ModelInfo) -> f64 {
    let element_bytes = if info.stored_type == "F32" { 4.0 } else { 2.0 };
    2.0 * info.weight_bytes_per_token as f64 / element_bytes
}

/// Bytes of state that one decoded token reads (and, recurrent, writes) at `context` tokens.
fn state_bytes(specs: &[StateSpec], context: u32, kv_element_bytes: u32) -> u64 {
    let of = |spec: &StateSpec| match *spec {
        StateSpec::Paged { kv_heads, head_dim, window } => {
            let tokens = window.map_or(context, |w| context.min(w));
            2 * u64::from(kv_heads)
                * u64::from(head_dim)
                * u64::from(kv_element_bytes)
                * u64::from(tokens)
        }
        StateSpec::Recurrent { heads, key_dim, value_dim, .. } => {
            2 * 4 * u64::from(heads) * u64::from(key_dim) * u64::from(value_dim)
        }
        StateSpec::Stateless => 0,
    };
    specs.iter().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_bytes_count_windows_and_both_directions() {
        let paged = |window| StateSpec::Paged { kv_heads: 2, head_dim: 8, window };
        assert_eq!(state_bytes(&[paged(None)], 10, 2), 640);
        assert_eq!(state_bytes(&[paged(Some(4))], 10, 2), 256);
        let gdn = StateSpec::Recurrent {
            heads: 2,
            key_dim: 4,
            value_dim: 4,
            conv_channels: 24,
            conv_kernel: 4,
        };
        assert_eq!(state_bytes(&[gdn], 10, 2), 256);
    }
}
