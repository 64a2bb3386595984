//! `atlas quantize IN OUT --format FORMAT`: a checkpoint with quantised linears.

use crate::checkpoint;
use crate::cli::QuantizeArgs;
use crate::log;
use crate::print::{self, mib, say};
use crate::settings;
use anyhow::{Context, Result};
use atlas_model::Progress;
use atlas_model::quantise::{
    QuantiseError, QuantiseOptions, QuantiseReport, SHARD_BYTES, quantise_checkpoint,
};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::Instant;
use tokio::signal::unix::{SignalKind, signal};

/// A shell's exit status of a program that a signal ends, less the signal's number.
const SIGNALLED: i32 = 128;

/// Writes the checkpoint and prints a summary.
///
/// # Errors
/// The checkpoint cannot be read or quantised, or the result cannot be written.
pub fn run(args: &QuantizeArgs) -> Result<()> {
    let source = checkpoint::find_named(&args.input)?;
    let files = checkpoint::open(&source)?;
    let interrupt = Interrupt::watch()?;
    let bar = ProgressBar::new(0).with_style(
        ProgressStyle::with_template("quantising {bar:30} {bytes}/{total_bytes} {eta}")
            .context("progress style")?,
    );
    let options = QuantiseOptions {
        format: args.format.into(),
        keep: args.keep.clone(),
        threads: settings::cores(),
        shard_bytes: SHARD_BYTES,
        progress: &|p: Progress| {
            bar.set_length(p.total_bytes);
            bar.set_position(p.done_bytes);
        },
        cancelled: &interrupt.cancelled,
    };
    let start = Instant::now();
    let result = quantise_checkpoint(&*files, &args.out, &options);
    bar.finish_and_clear();
    match result {
        Ok(report) => {
            print_report(args, &report, start.elapsed().as_secs_f64());
            Ok(())
        }
        Err(error @ QuantiseError::Cancelled) => {
            log::last_words(&format!("error: {error}"));
            log::exit(SIGNALLED + interrupt.signal.load(Ordering::Relaxed));
        }
        Err(error) => Err(error.into()),
    }
}

/// Signals that end the work in order.
struct Interrupt {
    cancelled: Arc<AtomicBool>,
    /// Number of the first signal.
    signal: Arc<AtomicI32>,
}

impl Interrupt {
    /// Watches for Ctrl-C, SIGTERM and a closed terminal from now on. Later signals change nothing:
    /// the work ends after the matrix at hand, and its folder is removed.
    fn watch() -> Result<Self> {
        let kinds = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
        let [mut interrupt, mut terminate, mut hangup] = {
            let _guard = runtime.enter();
            [signal(kinds[0])?, signal(kinds[1])?, signal(kinds[2])?]
        };
        let this = Self { cancelled: Arc::default(), signal: Arc::default() };
        let (cancelled, number) = (Arc::clone(&this.cancelled), Arc::clone(&this.signal));
        std::thread::spawn(move || {
            let first = runtime.block_on(async {
                tokio::select! {
                    _ = interrupt.recv() => kinds[0],
                    _ = terminate.recv() => kinds[1],
                    _ = hangup.recv() => kinds[2],
                }
            });
            number.store(first.as_raw_value(), Ordering::Relaxed);
            cancelled.store(true, Ordering::Release);
        });
        Ok(this)
    }
}

fn print_report(args: &QuantizeArgs, report: &QuantiseReport, seconds: f64) {
    let error = report.largest_error.as_ref();
    if args.json {
        let error = error.map(|(error, module)| json!({"error": error, "module": module}));
        let format = atlas_tensor::WeightFormat::from(args.format).name();
        say!(
            "{}",
            json!({
                "out": args.out, "format": format, "modules": report.modules,
                "bytes_before": report.bytes_before, "bytes_after": report.bytes_after,
                "largest_relative_error": {format: error}, "weight_files": report.weight_files,
                "partial_groups": report.partial_groups, "left_out": report.left_out,
                "kept_whole": report.widened,
                "seconds": seconds,
            })
        );
        return;
    }
    let mut table = print::table(["format", "linears", "largest relative error", "of"], false);
    for (format, count) in &report.modules {
        let (error, module) = match error.filter(|_| *format != "bf16") {
            Some((error, module)) => (format!("{error:.4}"), module.clone()),
            None => Default::default(),
        };
        table.add_row([(*format).to_owned(), count.to_string(), error, module]);
    }
    say!("{table}");
    let (before, after) = (report.bytes_before, report.bytes_after);
    let share = 100.0 * after as f64 / before.max(1) as f64;
    say!("weights: {} MiB, of {} MiB before ({share:.0} %)", mib(after), mib(before));
    if let Some(first) = report.widened.first() {
        let others = report.widened.len() - 1;
        let others = if others > 0 { format!(" and {others} more") } else { String::new() };
        say!("kept whole, since the experts of a layer have one format: {first}{others}");
    }
    if report.partial_groups > 0 {
        say!(
            "{} linears have rows that end in a part of a group: compressed-tensors does not read \
             them",
            report.partial_groups
        );
    }
    if !report.left_out.is_empty() {
        say!(
            "not copied, since config.json now describes other weights: {}",
            report.left_out.join(", ")
        );
    }
    say!("written to {} in {seconds:.1} s", args.out.display());
}
