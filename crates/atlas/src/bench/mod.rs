//! `atlas bench`: time and bytes beside the ceilings measured in the same run.

pub mod between;
pub mod ceilings;
pub mod experts;
pub mod measure;
pub mod report;

use crate::cli::{BenchKind, BenchRunArgs};
use crate::launch;
use crate::say::say;
use anyhow::{Result, bail};
use atlas_core::StateSpec;
use atlas_model::{ModelInfo, Routing};
use atlas_tensor::{CpuDevice, Isa};
use between::Between;
use experts::Counter;
use report::{Repeat, Report, Work};
use std::sync::Arc;
use std::time::Instant;

/// Runs the benchmark and prints the reports.
pub fn run(kind: &BenchKind) -> Result<()> {
    let (name, args) = match kind {
        BenchKind::Latency(args) => ("latency", args),
        BenchKind::Throughput(args) => ("throughput", args),
    };
    let concurrency = if name == "latency" { &[1][..] } else { &args.concurrency };
    if args.output_len < 2 {
        bail!("--output-len must be at least 2: the time per token needs a second token");
    }
    measured(name, args, concurrency, &mut |report| {
        match args.json {
            true => say!("{}", serde_json::to_string_pretty(&report)?),
            false => crate::say::write(format_args!("{}", report::text(&report))),
        }
        Ok(())
    })
}

/// Loads the model once and gives `each` the report for every concurrency.
fn measured(
    kind: &'static str,
    args: &BenchRunArgs,
    concurrency: &[u32],
    each: &mut dyn FnMut(Report) -> Result<()>,
) -> Result<()> {
    let mut model = args.model.clone();
    let most = concurrency.iter().copied().fold(model.limits.max_batch_size, u32::max);
    model.limits.max_batch_size = most;
    let needed = args.prompt_len + args.output_len;
    if model.limits.max_seq_len.is_none() {
        // A benchmark of a large model should not reserve its longest context.
        model.limits.max_seq_len = Some(needed.next_multiple_of(64));
    }
    let begin = Instant::now();
    let mut loaded = launch::load(&model, true)?;
    // Runs repeat their prompts, and what is measured is computing them.
    loaded.prefix_cache = false;
    let experts = Arc::new(Counter::default());
    loaded.taps = Some(experts.taps());
    let info = loaded.model.model.info().clone();
    let compute = loaded.device.compute();
    let kv_bytes = launch::kv_element_bytes(compute);
    let work = Work {
        prompt_len: args.prompt_len,
        output_len: args.output_len,
        concurrency: 1,
        distinct_experts: None,
        weight_bytes: info.weight_bytes_per_token,
        state_bytes: state_bytes(
            loaded.model.model.state_specs(),
            args.prompt_len + args.output_len / 2,
            kv_bytes,
        ),
        flop_per_token: flop_per_token(&info),
        head_flop_per_token: 2.0 * f64::from(info.vocab_size) * f64::from(info.hidden_size),
    };
    let threads = loaded.device.threads();
    let isa = loaded.device.cpu().map_or_else(Isa::detect, CpuDevice::isa);
    let device = loaded.device.cpu().is_none().then(|| loaded.device.describe());
    let dtype = format!("{compute:?}").to_lowercase();
    let name = loaded.source.name();
    let between = Arc::new(Between::default());
    let mut meter = ceilings::Meter::new(&loaded.device, isa)?;
    let launched = launch::start(loaded, between.clone())?;
    tracing::info!(seconds = begin.elapsed().as_secs_f64(), "ready");
    for &concurrency in concurrency {
        let leg = |i: u32| {
            let seed = args.seed.wrapping_add(u64::from(i) * 1_000_003);
            let (prompt, output) = (args.prompt_len, args.output_len);
            measure::leg(&launched.engine, launched.vocab_size, concurrency, prompt, output, seed)
        };
        let mut repeats = Vec::new();
        // The first leg warms page tables and caches and is thrown away.
        for i in 0..=args.repeats {
            let before = meter.measure()?;
            between.listen(if i > 0 { concurrency as usize } else { 0 });
            let leg = leg(i)?;
            let after = meter.measure()?;
            if i > 0 {
                repeats.push(Repeat { before, leg, after });
            }
        }
        let between_us = between.median_us();
        // The last leg once more, to the same tokens, with somebody who counts.
        experts.listen(concurrency as usize);
        if info.routing.iter().any(Option::is_some) {
            leg(args.repeats)?;
        }
        let distinct = experts.mean();
        let weight_bytes = info.weight_bytes_per_token + more_experts(&info, distinct);
        let work = Work { concurrency, distinct_experts: distinct, weight_bytes, ..work.clone() };
        each(Report {
            kind,
            model: name.clone(),
            isa: isa.name().into(),
            device: device.clone(),
            dtype: dtype.clone(),
            threads,
            summary: report::summarise(&work, &repeats, between_us),
            work,
            repeats,
        })?;
    }
    launched.engine.shutdown();
    Ok(())
}

/// Bytes of experts that a step reads beyond those of one token, where `distinct` of a layer are
/// chosen.
fn more_experts(info: &ModelInfo, distinct: Option<f64>) -> u64 {
    let distinct = distinct.unwrap_or(0.0);
    let of = |routing: &Routing| {
        (distinct - f64::from(routing.experts_per_token)).max(0.0) * routing.expert_bytes as f64
    };
    info.routing.iter().flatten().map(of).sum::<f64>() as u64
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
