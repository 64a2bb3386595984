//! `atlas bench`: time and bytes beside the ceilings measured in the same run.

mod between;
mod ceilings;
mod disk;
mod engine_page;
mod experts;
mod measure;
mod page;
mod report;
pub mod serve;

use crate::cli::{AutoNumber, BenchArgs, BenchKind, BenchRunArgs, ModelArgs};
use crate::launch::{self, Launched, Loaded};
use crate::print::{self, say};
use anyhow::{Result, bail};
use atlas_core::{StateSpec, TokenEngine};
use atlas_model::{ModelInfo, Routing};
use atlas_tensor::{CpuDevice, Isa};
use between::Between;
pub use ceilings::Meter;
use disk::DiskFile;
use experts::Counter;
use measure::Leg;
use page::Destination;
use report::{Repeat, Report, Work};
use std::sync::Arc;
use std::time::Instant;

/// Runs the benchmark and prints the reports.
pub fn run(bench: &BenchArgs) -> Result<()> {
    let (name, args) = match &bench.kind {
        BenchKind::Latency(args) => ("latency", args),
        BenchKind::Throughput(args) => ("throughput", args),
        BenchKind::Serve(args) => return serve::run(args, bench.report.as_deref()),
    };
    let concurrency = if name == "latency" { &[1][..] } else { &args.concurrency };
    if args.output_len < 2 {
        bail!("--output-len must be at least 2: the time per token needs a second token");
    }
    let destination = bench.report.as_deref().map(Destination::check).transpose()?;
    let (started, mut reports) = (page::now(), Vec::new());
    measured(name, args, concurrency, &mut |report| {
        match args.json {
            true => say!("{}", serde_json::to_string_pretty(&report)?),
            false => print::write(format_args!("{}", report::text(&report))),
        }
        reports.push(report);
        Ok(())
    })?;
    let Some(destination) = destination else { return Ok(()) };
    let run = engine_page::Run { args, started, command: page::command(None), host: page::host() };
    destination.write(&engine_page::page(run, &reports).html())
}

/// Loads the model once and gives `each` the report for every concurrency.
fn measured(
    kind: &'static str,
    args: &BenchRunArgs,
    concurrency: &[u32],
    each: &mut dyn FnMut(Report) -> Result<()>,
) -> Result<()> {
    let begin = Instant::now();
    let mut loaded = launch::load(&model_args(args, concurrency), true)?;
    // Runs repeat their prompts, and computing them is what is measured.
    loaded.prefix_cache = false;
    let experts = Arc::new(Counter::default());
    loaded.taps = Some(experts.taps());
    let subject = Subject::new(kind, args, &loaded);
    let mut meter = Meter::new(&loaded.device, subject.isa)?;
    let between = Arc::new(Between::default());
    let file = loaded.tier.as_ref().map(DiskFile::new);
    let launched = launch::start(loaded, between.clone())?;
    tracing::info!(seconds = begin.elapsed().as_secs_f64(), "ready");
    for &concurrency in concurrency {
        let run = Run { args, launched: &launched, concurrency, file: file.as_ref() };
        let repeats = run.repeats(&mut meter, &between)?;
        let between_us = between.median_us();
        // The last leg once more, to the same tokens, with the counter on.
        experts.listen(concurrency as usize);
        if subject.info.routing.iter().any(Option::is_some) {
            run.leg(args.repeats)?;
        }
        let work = subject.work(concurrency, experts.mean());
        each(subject.report(work, repeats, between_us))?;
    }
    launched.engine.shutdown();
    Ok(())
}

/// The model's flags with limits that the benchmark needs.
fn model_args(args: &BenchRunArgs, concurrency: &[u32]) -> ModelArgs {
    let mut model = args.model.clone();
    let asked = model.limits.max_batch_size.given().unwrap_or(1);
    let most = concurrency.iter().copied().fold(asked, u32::max);
    model.limits.max_batch_size = AutoNumber::Number(most);
    let needed = args.prompt_len + args.output_len;
    if model.limits.max_seq_len == AutoNumber::Auto {
        // A benchmark of a large model should not reserve its longest context.
        model.limits.max_seq_len = AutoNumber::Number(needed.next_multiple_of(64));
    }
    model
}

/// Requests of one concurrency.
struct Run<'a> {
    args: &'a BenchRunArgs,
    launched: &'a Launched,
    concurrency: u32,
    /// Where KV blocks lie that have no room in memory.
    file: Option<&'a DiskFile>,
}

impl Run<'_> {
    /// One leg; `i` decides its prompts.
    fn leg(&self, i: u32) -> Result<Leg> {
        let seed = self.args.seed.wrapping_add(u64::from(i) * 1_000_003);
        let (prompt, output) = (self.args.prompt_len, self.args.output_len);
        let Launched { engine, vocab_size, .. } = self.launched;
        measure::leg(engine, *vocab_size, self.concurrency, prompt, output, seed)
    }

    /// Timed legs, each between two measurements of the ceilings. The first leg warms page tables
    /// and caches and is thrown away.
    fn repeats(&self, meter: &mut Meter, between: &Between) -> Result<Vec<Repeat>> {
        let mut repeats = Vec::new();
        for i in 0..=self.args.repeats {
            let before = meter.measure()?;
            between.listen(if i > 0 { self.concurrency as usize } else { 0 });
            let leg = self.leg(i)?;
            let after = meter.measure()?;
            if i > 0 {
                // Where all blocks have room in memory nothing is read.
                let reads = leg.disk.is_some_and(|disk| disk.bytes > 0);
                let file = self.file.filter(|_| reads);
                let disk = file.map(|file| file.sequential(&self.launched.engine.stats()));
                let disk_gb_per_second = disk.transpose()?;
                repeats.push(Repeat { before, leg, after, disk_gb_per_second });
            }
        }
        Ok(repeats)
    }
}

/// The model and device that are measured, as the report describes them.
struct Subject {
    kind: &'static str,
    model: String,
    isa: Isa,
    /// The device, where it is not the CPU.
    device: Option<String>,
    dtype: String,
    threads: usize,
    info: ModelInfo,
    /// Work of one sequence.
    work: Work,
}

impl Subject {
    fn new(kind: &'static str, args: &BenchRunArgs, loaded: &Loaded) -> Self {
        let info = loaded.model.model.info().clone();
        let (device, compute) = (&loaded.device, loaded.device.compute());
        let specs = loaded.model.model.state_specs();
        let context = args.prompt_len + args.output_len / 2;
        let work = Work {
            prompt_len: args.prompt_len,
            output_len: args.output_len,
            concurrency: 1,
            distinct_experts: None,
            weight_bytes: info.weight_bytes_per_token,
            state_bytes: state_bytes(specs, context),
            flop_per_token: flop_per_token(&info),
            head_flop_per_token: 2.0 * f64::from(info.vocab_size) * f64::from(info.hidden_size),
        };
        Self {
            kind,
            model: loaded.source.name(),
            isa: device.cpu().map_or_else(Isa::detect, CpuDevice::isa),
            device: device.cpu().is_none().then(|| device.describe()),
            dtype: format!("{compute:?}").to_lowercase(),
            threads: device.threads(),
            info,
            work,
        }
    }

    /// Work of `concurrency` sequences whose tokens choose `distinct` experts of a layer.
    fn work(&self, concurrency: u32, distinct: Option<f64>) -> Work {
        let weight_bytes = self.info.weight_bytes_per_token + more_experts(&self.info, distinct);
        let work = self.work.clone();
        Work { concurrency, distinct_experts: distinct, weight_bytes, ..work }
    }

    fn report(&self, work: Work, repeats: Vec<Repeat>, between_us: Option<f64>) -> Report {
        Report {
            kind: self.kind,
            model: self.model.clone(),
            isa: self.isa.name().into(),
            device: self.device.clone(),
            dtype: self.dtype.clone(),
            threads: self.threads,
            summary: report::summarise(&work, &repeats, between_us),
            work,
            repeats,
        }
    }
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
    2.0 * info.parameters_per_token as f64
}

/// Bytes of state that one decoded token reads (and, recurrent, writes) at `context` tokens.
fn state_bytes(specs: &[StateSpec], context: u32) -> u64 {
    let of = |spec: &StateSpec| match *spec {
        StateSpec::Paged { window, .. } => {
            spec.token_bytes() * u64::from(window.map_or(context, |w| context.min(w)))
        }
        StateSpec::Latent { .. } => spec.token_bytes() * u64::from(context),
        StateSpec::Recurrent { heads, key_dim, value_dim, .. } => {
            2 * 4 * u64::from(heads) * u64::from(key_dim) * u64::from(value_dim)
        }
        StateSpec::Stateless => 0,
    };
    specs.iter().map(of).sum()
}

#[cfg(test)]
mod tests {
    use atlas_core::{KvFormat, KvFormats};

    use super::*;

    #[test]
    fn state_bytes_count_windows_and_both_directions() {
        let formats = KvFormats::both(KvFormat::Bf16);
        let paged = |window| StateSpec::Paged { kv_heads: 2, head_dim: 8, window, formats };
        assert_eq!(state_bytes(&[paged(None)], 10), 640);
        assert_eq!(state_bytes(&[paged(Some(4))], 10), 256);
        let gdn = StateSpec::Recurrent {
            heads: 2,
            key_dim: 4,
            value_dim: 4,
            conv_channels: 24,
            conv_kernel: 4,
        };
        assert_eq!(state_bytes(&[gdn], 10), 256);
    }
}
