//! Quantisation of a checkpoint on disk: reads one in bf16, f16 or f32 and writes another.
//!
//! Linears of the layers are rounded by [`atlas_tensor::weights::quantise`]; every other tensor is
//! copied. Stacked experts are written one by one, as `experts.E.gate_proj.weight` and so on. At
//! most one layer is in memory.

mod config;
mod error;
mod files;
mod keep;
mod matrix;
mod plan;
mod shards;
mod staging;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use atlas_tensor::WeightFormat;

pub use error::QuantiseError;
pub use keep::KeepPattern;
use matrix::Sink;
use plan::{Item, Plan, Work};
use shards::Shards;
use staging::Staging;

use crate::checkpoint::{Access, CheckpointSource, Progress, TensorTable};
use crate::load::{find_family, read_config};

/// Bytes of a weight file from which on the next one is begun, as publishers split checkpoints.
pub const SHARD_BYTES: u64 = 5_000_000_000;

/// Options of [`quantise_checkpoint`].
pub struct QuantiseOptions<'a> {
    /// One of the quantised formats.
    pub format: WeightFormat,
    /// Linears that are stored in bf16 instead.
    pub keep: Vec<KeepPattern>,
    /// Threads that quantise; the result does not depend on their number.
    pub threads: usize,
    /// Bytes of tensors in a file, unless a single one is larger.
    pub shard_bytes: u64,
    /// Gets the bytes of tensors read so far.
    pub progress: &'a (dyn Fn(Progress) + Sync),
    /// Ends the work early once it is set.
    pub cancelled: &'a AtomicBool,
}

/// Findings of [`quantise_checkpoint`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QuantiseReport {
    /// Bytes of all tensors before and after.
    pub bytes_before: u64,
    pub bytes_after: u64,
    /// Number of linears by their format in the result; those of stacked experts count one by one.
    pub modules: BTreeMap<&'static str, usize>,
    /// The largest relative error of a linear, `|W - Q| / |W|` in the Frobenius norm, and its name.
    pub largest_error: Option<(f64, String)>,
    /// Experts, by their path, of which `keep` matches a part and all are kept.
    pub widened: Vec<String>,
    /// Linears with a row that ends in a part of a group, which compressed-tensors does not read.
    pub partial_groups: usize,
    /// Files that were not copied: weights that `config.json` says nothing about.
    pub left_out: Vec<String>,
    /// Weight files written.
    pub weight_files: usize,
}

/// Writes the checkpoint in `source`, quantised, to the new folder `out`.
///
/// The files are made in a folder beside it, which takes the name `out` at the end and is removed
/// where there is an error.
///
/// # Errors
/// A checkpoint that cannot be read, is quantised or of an unknown family; a pattern without a
/// match; a weight that is not finite; a file that cannot be written.
pub fn quantise_checkpoint(
    source: &dyn CheckpointSource,
    out: &Path,
    options: &QuantiseOptions<'_>,
) -> Result<QuantiseReport, QuantiseError> {
    let root = read_config(source)?;
    config::refuse_quantised(source, &root)?;
    find_family(&root)?;
    // Every part of the checkpoint is copied, those that are not served too.
    let table = TensorTable::open(source, false, Access::Read)?;
    config::refuse_quantised_tensors(source, &table)?;
    let plan = Plan::new(&table, options.format, &options.keep)?;
    let staging = Staging::new(out)?;
    let shards = Shards::create(&staging, plan.outputs(&table), options.shard_bytes)?;
    let mut report = plan.report(&table);
    report.weight_files = shards.count();
    report.bytes_after = shards.data_bytes();
    let total_bytes = report.bytes_before;
    let done = AtomicU64::new(0);
    let worker =
        Worker { table: &table, staging: &staging, shards: &shards, options, done, total_bytes };
    for layer in plan.items.chunk_by(|a, b| a.layer == b.layer) {
        report.largest_error = worker.run(layer, report.largest_error)?;
    }
    shards.finish(&staging)?;
    let quantised = config::with_quantisation(root, options.format, &plan.kept_linears);
    staging.write("config.json", &quantised)?;
    report.left_out = files::copy_others(source, &table, &staging, options.cancelled)?;
    staging.publish()?;
    Ok(report)
}

/// An error and the name of its module.
type Largest = Option<(f64, String)>;

struct Worker<'a> {
    table: &'a TensorTable,
    staging: &'a Staging,
    shards: &'a Shards,
    options: &'a QuantiseOptions<'a>,
    /// Bytes of tensors read so far.
    done: AtomicU64,
    /// Bytes of all tensors.
    total_bytes: u64,
}

impl Worker<'_> {
    /// Does the work of a layer and returns the larger of its errors and `largest`. Of equal ones
    /// the first counts, whichever thread is ready first.
    fn run(&self, items: &[Item], largest: Largest) -> Result<Largest, QuantiseError> {
        let next = AtomicUsize::new(0);
        let results = Mutex::new(BTreeMap::new());
        let run = || {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(item) = items.get(at) else { return };
                let result = self.item(item);
                if result.is_err() {
                    next.store(items.len(), Ordering::Relaxed);
                }
                results.lock().unwrap_or_else(PoisonError::into_inner).insert(at, result);
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.options.threads.min(items.len()) {
                scope.spawn(run);
            }
            run();
        });
        let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut largest = largest;
        for result in results.into_values() {
            for error in result? {
                if largest.as_ref().is_none_or(|most| error.0 > most.0) {
                    largest = Some(error);
                }
            }
        }
        Ok(largest)
    }

    /// The errors of an item's linears.
    fn item(&self, item: &Item) -> Result<Vec<(f64, String)>, QuantiseError> {
        let read = |bytes: usize| {
            let done_bytes = self.done.fetch_add(bytes as u64, Ordering::Relaxed) + bytes as u64;
            (self.options.progress)(Progress { done_bytes, total_bytes: self.total_bytes });
            match self.options.cancelled.load(Ordering::Relaxed) {
                true => Err(QuantiseError::Cancelled),
                false => Ok(()),
            }
        };
        let sink = Sink { staging: self.staging, shards: self.shards, read: &read };
        match &item.work {
            Work::Quantise(matrices) => {
                matrix::quantise(self.table, matrices, self.options.format, sink)
            }
            Work::Copy { tensor, in_bf16 } => {
                matrix::copy(&self.table.tensors[tensor], *in_bf16, sink)?;
                Ok(vec![])
            }
        }
    }
}
