//! Times kernels and sets them beside what the machine can do.

use std::time::{Duration, Instant};

use super::Testable;
use crate::compute::Compute;
use crate::cpu::{CpuDevice, CpuOp, Isa};
use crate::kernel::Kernel;
use crate::measure::{measure_peak_fma, read_bandwidth};
use crate::op::{Cost, Op, RowInfo, RunsOn};
use crate::ops::*;

/// Selection of cases to time.
#[derive(Clone, Debug)]
pub struct Perf {
    /// Part of the op's name; `None` is every op.
    pub filter: Option<String>,
    pub threads: usize,
    /// Rows of this instruction set only; `None` takes the row that would be bound.
    pub isa: Option<Isa>,
    pub compute: Compute,
    /// Time to spend on a case.
    pub budget: Duration,
}

/// One kernel on one case.
#[derive(Clone, Debug)]
pub struct PerfRow {
    pub row: RowInfo,
    pub case: String,
    pub threads: usize,
    /// Median seconds of a call.
    pub seconds: f64,
    /// Seconds of the fastest call.
    pub best_seconds: f64,
    pub cost: Cost,
    /// Streaming read bandwidth measured just before, bytes a second.
    pub bandwidth: f64,
    /// f32 multiply-add peak measured just before, FLOP a second.
    pub peak: f64,
}

impl PerfRow {
    pub fn gigabytes_a_second(&self) -> f64 {
        self.cost.bytes as f64 / self.seconds / 1e9
    }

    pub fn gigaflops(&self) -> f64 {
        self.cost.flops as f64 / self.seconds / 1e9
    }

    /// Bytes moved, as a share of the read bandwidth in percent.
    pub fn percent_of_bandwidth(&self) -> f64 {
        100.0 * self.cost.bytes as f64 / self.seconds / self.bandwidth
    }

    /// FLOPs done, as a share of the multiply-add peak in percent.
    pub fn percent_of_peak(&self) -> f64 {
        100.0 * self.cost.flops as f64 / self.seconds / self.peak
    }
}

/// Data over this size is spread over several copies, so that calls read memory, not cache.
const COLD_BYTES: u64 = 256 << 10;
/// Calls in place drive numbers towards zero, where arithmetic is slow; small data is renewed.
const CALLS_A_COPY: usize = 16;
/// All copies together; well over a last-level cache.
const SPREAD_BYTES: u64 = 192 << 20;
/// FLOPs a byte from which on a case is not about memory.
const COMPUTE_BOUND: u64 = 64;

/// Times what `what` names. A case whose data is worth reading from memory rotates over copies.
///
/// # Errors
/// The device cannot be made.
pub fn perf(what: &Perf) -> Result<Vec<PerfRow>, crate::cpu::DeviceError> {
    let dev = CpuDevice::new(what.threads, what.isa.unwrap_or_else(Isa::detect), what.compute)?;
    let mut out = Vec::new();
    macro_rules! time {
        (; $($op:ident),*) => {$(
            if what.filter.as_deref().is_none_or(|filter| <$op as Op>::NAME.contains(filter)) {
                time_op::<$op>(&dev, what, &mut out);
            }
        )*};
    }
    for_every_op!(time!());
    Ok(out)
}

fn time_op<O: Testable + CpuOp>(dev: &CpuDevice, what: &Perf, out: &mut Vec<PerfRow>) {
    for case in O::perf_cases() {
        for row in O::table() {
            let fits = match what.isa {
                Some(isa) => row.info.runs_on == RunsOn::Cpu(isa),
                None => row.info.runs_on.isa().is_some_and(|needs| dev.isa().includes(needs)),
            };
            if !fits || (row.meets)(&O::need(&case), what.compute).is_err() {
                continue;
            }
            let Some(kernel) = Kernel::of_row(row) else { continue };
            out.push(time_case::<O>(dev, what, (kernel, row.info), &case));
            if what.isa.is_none() {
                break;
            }
        }
    }
}

fn time_case<O: Testable + CpuOp>(
    dev: &CpuDevice,
    what: &Perf,
    (kernel, row): (Kernel<O>, RowInfo),
    case: &O::Case,
) -> PerfRow {
    let rows = O::rows(case);
    let mut cost = Cost::default();
    let mut first = O::data(case, what.compute);
    O::with_args(&mut first, 0..rows, &mut |args| cost = O::cost(&args));
    let about_memory = cost.bytes >= COLD_BYTES && cost.flops / cost.bytes.max(1) < COMPUTE_BOUND;
    let copies = if about_memory { (SPREAD_BYTES / cost.bytes).clamp(1, 128) } else { 1 };
    let mut data = vec![first];
    data.extend((1..copies).map(|_| O::data(case, what.compute)));
    let bandwidth = read_bandwidth(dev, 128 << 20, 3);
    let peak = measure_peak_fma(dev);
    let mut times = Vec::new();
    let start = Instant::now();
    let mut i = 0;
    while start.elapsed() < what.budget || times.len() < 5 {
        let copy = i % data.len();
        if cost.bytes < COLD_BYTES && i % CALLS_A_COPY == 0 {
            data[copy] = O::data(case, what.compute);
        }
        let called = Instant::now();
        O::with_args(&mut data[copy], 0..rows, &mut |args| kernel.run(dev, args));
        // The first round touches what it reads for the first time.
        if i >= data.len() && i % CALLS_A_COPY > 0 {
            times.push(called.elapsed().as_secs_f64());
        }
        i += 1;
    }
    times.sort_by(f64::total_cmp);
    PerfRow {
        row,
        case: format!("{case:?}"),
        threads: dev.threads(),
        seconds: times[times.len() / 2],
        best_seconds: times[0],
        cost,
        bandwidth,
        peak,
    }
}
