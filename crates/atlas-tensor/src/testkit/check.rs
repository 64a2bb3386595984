//! Kernels against references and against the row contract.

use std::fmt;
use std::ops::Range;

use super::{Output, Testable, Tolerance};
use crate::binder::Binder;
use crate::compute::Compute;
use crate::cpu::{CpuDevice, CpuOp, Isa};
use crate::kernel::Kernel;
use crate::op::{Op, RowInfo, RunsOn};
use crate::ops::*;

/// Numbers of threads every row is run with.
const THREADS: [usize; 2] = [1, 2];

/// Failure of a row.
#[derive(Clone, Debug)]
pub struct Failure {
    pub row: Option<RowInfo>,
    pub case: String,
    pub what: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = self.row.map_or("reference", |row| row.name);
        write!(f, "{row} on {}: {}", self.case, self.what)
    }
}

/// The result of one row of one op.
#[derive(Clone, Debug)]
pub struct OpReport {
    pub row: RowInfo,
    /// The CPU lacks the row's instructions: nothing was run.
    pub not_run: bool,
    /// Cases times precisions times thread counts.
    pub runs: usize,
    /// The largest share of the tolerance that an element took.
    pub worst: f32,
    pub failures: Vec<Failure>,
}

/// One line without the failures themselves.
impl fmt::Display for OpReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { row, runs, worst, failures, .. } = self;
        write!(f, "{:<18} {:<22} ", row.op, row.name)?;
        if self.not_run {
            return write!(f, "NOT RUN: this CPU has no {}", row.runs_on.name());
        }
        let failed = failures.len();
        write!(f, "{runs:4} runs, {failed} failures, worst {worst:.3} of the tolerance")
    }
}

/// Comparison of two results.
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    /// Largest `|got - expected| / (abs + rel * |expected|)`.
    pub worst: f32,
}

/// Compares element by element; NaN and infinities must be in the same places.
///
/// # Errors
/// The first element that is out of tolerance.
pub fn compare(
    expected: &[Output],
    got: &[Output],
    tolerance: Tolerance,
) -> Result<Comparison, String> {
    let mut worst = 0.0f32;
    for ((name, expected), (_, got)) in expected.iter().zip(got) {
        if expected.len() != got.len() {
            return Err(format!("{name}: {} elements for {}", got.len(), expected.len()));
        }
        for (i, (&e, &g)) in expected.iter().zip(got).enumerate() {
            let same = e.to_bits() == g.to_bits() || e == g || (e.is_nan() && g.is_nan());
            if same {
                continue;
            }
            let error = (g - e).abs() / (tolerance.abs + tolerance.rel * e.abs());
            // One of two NaN or infinities makes the error NaN.
            if error > 1.0 || error.is_nan() {
                return Err(format!("{name}[{i}] is {g}, expected {e}"));
            }
            worst = worst.max(error);
        }
    }
    Ok(Comparison { worst })
}

/// The same bits, any NaN being equal to any other.
fn same_bits(a: &[Output], b: &[Output]) -> Result<(), String> {
    for ((name, a), (_, b)) in a.iter().zip(b) {
        for (i, (x, y)) in a.iter().zip(b).enumerate() {
            if x.to_bits() != y.to_bits() && !(x.is_nan() && y.is_nan()) {
                return Err(format!("{name}[{i}] is {x:?} and {y:?}"));
            }
        }
    }
    Ok(())
}

/// Cuts of a case into calls that the row contract is checked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowCuts {
    /// Chunks of seven sizes, both ends alone, and single rows in both orders.
    All,
    /// One cut with both ends alone, seven rows and the others, and chunks of 64. Short calls are
    /// most of all calls, and a kernel computes a whole tile in each. A cut is the second run too.
    Few,
}

/// Ways to cut `rows` rows into calls.
fn partitions(rows: usize, ordered: bool, cuts: RowCuts) -> Vec<(String, Vec<Range<usize>>)> {
    let chunks = |size: usize| -> Vec<Range<usize>> {
        (0..rows).step_by(size).map(|first| first..(first + size).min(rows)).collect()
    };
    let mut out = Vec::new();
    if rows < 2 {
        return out;
    }
    let sizes: &[usize] = match cuts {
        RowCuts::All => &[1, 2, 3, 4, 7, 16, 64],
        RowCuts::Few => &[64],
    };
    for &size in sizes {
        if size < rows {
            out.push((format!("chunks of {size}"), chunks(size)));
        }
    }
    if cuts == RowCuts::Few {
        let (last, short) = (rows - 1, 8.min(rows - 1));
        let mut parts = vec![0..1, 1..short, short..last, last..rows];
        parts.retain(|part| !part.is_empty());
        out.push(("both ends alone".into(), parts));
        return out;
    }
    out.push(("first row, then the rest".into(), vec![0..1, 1..rows]));
    out.push(("all but the last row first".into(), vec![0..rows - 1, rows - 1..rows]));
    if !ordered {
        let mut alone = chunks(1);
        alone.reverse();
        out.push(("single rows, last first".into(), alone));
    }
    out
}

/// Whether `run` gives every row the same bits in each of the cuts into calls; returns the results
/// of the whole.
///
/// # Errors
/// The first cut and element that differ.
pub fn row_contract<O: Testable>(
    case: &O::Case,
    compute: Compute,
    cuts: RowCuts,
    run: &dyn Fn(O::Args<'_>),
) -> Result<Vec<Output>, String> {
    let rows = O::rows(case);
    let run_whole = || run_parts::<O>(case, compute, std::slice::from_ref(&(0..rows)), run);
    let whole = run_whole()?;
    let partitions = match O::may_be_cut(case) {
        true => partitions(rows, O::ORDERED, cuts),
        false => Vec::new(),
    };
    if cuts == RowCuts::All || partitions.is_empty() {
        same_bits(&whole, &run_whole()?).map_err(|what| format!("run twice: {what}"))?;
    }
    for (name, parts) in partitions {
        let cut = run_parts::<O>(case, compute, &parts, run)?;
        same_bits(&whole, &cut).map_err(|what| format!("row contract, {name}: {what}"))?;
    }
    Ok(whole)
}

fn run_parts<O: Testable>(
    case: &O::Case,
    compute: Compute,
    parts: &[Range<usize>],
    run: &dyn Fn(O::Args<'_>),
) -> Result<Vec<Output>, String> {
    let mut data = O::data(case, compute);
    for part in parts {
        O::with_args(&mut data, part.clone(), &mut |args| run(args));
    }
    if !O::intact(&data) {
        return Err("memory around an output was written".into());
    }
    Ok(O::outputs(&data))
}

/// Every row of `O` on every case, precision and number of threads.
fn check_op<O: Testable + CpuOp>() -> Vec<OpReport> {
    let kernel = |row: &RowInfo, case: &O::Case, compute: Compute| {
        let row = O::table().iter().find(|r| r.info == *row)?;
        let meets = (row.meets)(&O::need(case), compute).is_ok();
        Kernel::of_row(row).filter(|_| meets)
    };
    check_rows::<O>(O::table().iter().map(|row| row.info).collect(), kernel)
}

/// The kernels that `O` is composed of, with each instruction set, on every case, precision and
/// number of threads.
fn check_fused<O: Testable + FusedOp>() -> Vec<OpReport> {
    let info = |isa| {
        let (name, runs_on) = ("composed", RunsOn::Cpu(isa));
        RowInfo { op: O::NAME, name, runs_on, width_invariant: true }
    };
    let kernel = |row: &RowInfo, case: &O::Case, compute: Compute| {
        let dev = device(1, *row, compute).ok()?;
        Binder::new(&dev).bind_fused::<O>(O::need(case)).ok()
    };
    check_rows::<O>(Isa::ALL.into_iter().map(info).collect(), kernel)
}

/// `rows` of `O` on every case, precision and number of threads. `kernel` returns none for a row
/// that does not serve a case.
fn check_rows<O: Testable>(
    rows: Vec<RowInfo>,
    kernel: impl Fn(&RowInfo, &O::Case, Compute) -> Option<Kernel<O>>,
) -> Vec<OpReport> {
    let report = |row: RowInfo| OpReport {
        row,
        not_run: !row.runs_on.isa().is_some_and(Isa::is_available),
        runs: 0,
        worst: 0.0,
        failures: Vec::new(),
    };
    let mut reports: Vec<OpReport> = rows.into_iter().map(report).collect();
    for (case, compute) in
        O::cases().iter().flat_map(|case| [(case, Compute::F32), (case, Compute::Bf16)])
    {
        let label = format!("{case:?} in {compute:?}");
        let reference = row_contract::<O>(case, compute, RowCuts::All, &|args| {
            checked_reference::<O>(args, compute)
        });
        let expected = match reference {
            Ok(expected) => expected,
            Err(what) => {
                let failure = Failure { row: None, case: label, what };
                reports.iter_mut().for_each(|r| r.failures.push(failure.clone()));
                continue;
            }
        };
        for report in reports.iter_mut().filter(|report| !report.not_run) {
            let Some(kernel) = kernel(&report.row, case, compute) else { continue };
            match check_case::<O>(kernel, report.row, case, compute, &expected) {
                Ok(comparison) => report.worst = report.worst.max(comparison.worst),
                Err(what) => {
                    let (row, case) = (Some(report.row), label.clone());
                    report.failures.push(Failure { row, case, what });
                }
            }
            report.runs += THREADS.len();
        }
    }
    reports
}

fn checked_reference<O: Op>(args: O::Args<'_>, compute: Compute) {
    O::check(&args);
    O::reference(args, compute);
}

fn check_case<O: Testable>(
    kernel: Kernel<O>,
    row: RowInfo,
    case: &O::Case,
    compute: Compute,
    expected: &[Output],
) -> Result<Comparison, String> {
    let mut first: Option<Vec<Output>> = None;
    let mut worst = 0.0f32;
    for threads in THREADS {
        let dev = device(threads, row, compute)?;
        let got = row_contract::<O>(case, compute, RowCuts::All, &|args| kernel.run(&dev, args))
            .map_err(|what| format!("{threads} threads: {what}"))?;
        worst = worst.max(compare(expected, &got, O::tolerance(compute))?.worst);
        match &first {
            None => first = Some(got),
            Some(first) => same_bits(first, &got)
                .map_err(|what| format!("{} and {threads} threads: {what}", THREADS[0]))?,
        }
    }
    Ok(Comparison { worst })
}

fn device(threads: usize, row: RowInfo, compute: Compute) -> Result<CpuDevice, String> {
    let Some(isa) = row.runs_on.isa() else { return Err("no kernel of the CPU".into()) };
    match CpuDevice::new(threads, isa, compute) {
        Ok(dev) => Ok(dev.eager()),
        Err(error) => Err(error.to_string()),
    }
}

/// Checks every row of the ops whose name contains `filter` (`None`: all).
pub fn run_all(filter: Option<&str>) -> Vec<OpReport> {
    let mut reports = Vec::new();
    macro_rules! check {
        ($check:ident; $($op:ident),*) => {$(
            if filter.is_none_or(|filter| <$op as Op>::NAME.contains(filter)) {
                reports.extend($check::<$op>());
            }
        )*};
    }
    for_every_op!(check!(check_op));
    for_every_fused_op!(check!(check_fused));
    reports
}
