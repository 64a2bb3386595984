//! Every device row on every case: against the reference, run twice, cut into calls in every way.

use std::cell::{Cell, RefCell};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use atlas_tensor::testkit::{Output, Tolerance, compare, row_contract};
use atlas_tensor::{Compute, DType};

use crate::parity::rig::Rig;
use crate::parity::rows::{DeviceRow, OnDevice};

/// Largest difference of results from the reference, in norm: `|got - expected| <= limit *
/// |expected|`, for results of f32 (or the limit of an element, where that is more) and of bf16 (or
/// a fifth of that limit).
const NORM_F32: f64 = 1e-5;
pub const NORM_BF16: f64 = 4e-3;
/// Failures told for a row.
const TOLD: usize = 4;
/// Cases of a row that are never left out.
const FEW_CASES: usize = 6;

/// Treatment of the cases that are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CaseRun {
    /// Whole, and cut into calls in every way.
    #[default]
    Run,
    /// Whole, one call on rows that are aligned and one on others, each case announced: for tools
    /// that slow every launch down and look at what a kernel does, not at its results.
    Once,
    /// Their names are printed, a line each.
    List { once: bool },
}

/// Which cases there are to be, and how they ended so far.
#[derive(Default)]
pub struct Tally {
    pub passed: usize,
    pub failed: usize,
    way: CaseRun,
    /// Names of cases, and parts of names of ops; all where there is none.
    only: Vec<String>,
    /// Of rows with many cases, only those run whose index leaves this rest, by this number.
    pub some: Option<(usize, NonZeroUsize)>,
}

impl Tally {
    pub fn new(way: CaseRun, only: &[String]) -> Self {
        Self { way, only: only.to_vec(), ..Self::default() }
    }

    /// Whether cases of the op may be wanted.
    pub fn wants(&self, op: &str) -> bool {
        let wanted =
            |only: &String| if is_case(only) { op_of(only) == op } else { op.contains(&**only) };
        self.only.is_empty() || self.only.iter().any(wanted)
    }

    /// Whether a case is wanted, by its name, which begins with its op's.
    fn is_wanted(&self, name: &str) -> bool {
        let wanted = |only: &String| {
            if is_case(only) { only == name } else { op_of(name).contains(&**only) }
        };
        self.only.is_empty() || self.only.iter().any(wanted)
    }

    /// Whether a case is to be run now. Lists or announces it.
    fn begins(&self, name: &str) -> bool {
        let wanted = self.is_wanted(name);
        match self.way {
            CaseRun::Run => {}
            CaseRun::Once if wanted => println!("begins {name}"),
            CaseRun::List { .. } if wanted => println!("{name}"),
            CaseRun::Once | CaseRun::List { .. } => {}
        }
        wanted && !self.is_list()
    }

    pub fn is_list(&self) -> bool {
        matches!(self.way, CaseRun::List { .. })
    }

    /// Whether each case runs once.
    pub fn is_once(&self) -> bool {
        matches!(self.way, CaseRun::Once | CaseRun::List { once: true })
    }

    /// Says why there is no such case on this device.
    pub fn leave_out(&self, name: &str, why: &str) {
        if !self.is_list() {
            println!("{name}: {why}");
        }
    }

    /// Runs, counts and prints one check that is no table row, if it is wanted.
    pub fn case(&mut self, name: &str, run: impl FnOnce() -> Result<String, String>) {
        if !self.begins(name) {
            return;
        }
        match run() {
            Ok(what) => {
                self.passed += 1;
                println!("ok    {name:<34} {what}");
            }
            Err(what) => {
                self.failed += 1;
                println!("FAIL  {name:<34} {what}");
            }
        }
    }
}

/// The op that a case is of: the word that its name begins with.
fn op_of(case: &str) -> &str {
    let end = case.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    &case[..end.unwrap_or(case.len())]
}

/// Whether a text names one case, not ops.
fn is_case(text: &str) -> bool {
    op_of(text).len() < text.len()
}

/// Distance of a result from the reference.
#[derive(Clone, Copy, Default)]
pub struct Error {
    /// Largest difference of an element.
    pub max: f64,
    /// Norm of the difference over that of the reference.
    pub norm: f64,
    /// Largest share of the element's tolerance.
    pub share: f32,
}

impl Error {
    fn join(&mut self, other: Self) {
        self.max = self.max.max(other.max);
        self.norm = self.norm.max(other.norm);
        self.share = self.share.max(other.share);
    }
}

/// The tolerance of an op on activations of `dtype`.
pub fn tolerance(op: &str, exact: Tolerance, dtype: DType) -> Tolerance {
    if dtype == DType::F32 {
        return exact;
    }
    // Half a unit in the last place of 8 bits, and again where an intermediate is rounded too. One
    // of the experts' hidden elements that falls to the other side moves a result by more.
    let rounding = 1.0 / 256.0;
    match op {
        // The rounded sum moves an element and, in a narrow row, the row's scale; then the result
        // is rounded.
        "add_rms_norm" => Tolerance { abs: 1e-5, rel: 3.03 * rounding },
        "moe_experts" => Tolerance { abs: 1e-2, rel: 2.0 * rounding },
        _ => Tolerance { abs: exact.abs, rel: exact.rel + 1.01 * rounding },
    }
}

/// Compares element by element and in norm.
pub fn distance(expected: &[Output], got: &[Output], limit: Tolerance) -> Result<Error, String> {
    let share = compare(expected, got, limit)?.worst;
    let (mut max, mut squares, mut all) = (0.0f64, 0.0, 0.0);
    for ((_, expected), (_, got)) in expected.iter().zip(got) {
        for (&e, &g) in expected.iter().zip(got) {
            if e.is_finite() && g.is_finite() {
                let difference = f64::from(g) - f64::from(e);
                max = max.max(difference.abs());
                squares += difference * difference;
                all += f64::from(e) * f64::from(e);
            }
        }
    }
    let norm = if all > 0.0 { (squares / all).sqrt() } else { squares.sqrt() };
    let f32 = limit.rel < 1.0 / 512.0;
    // Rows that round more than their result, such as decoded keys, have a wider limit of both.
    let most = match f32 {
        true => NORM_F32.max(f64::from(limit.rel)),
        false => NORM_BF16.max(f64::from(limit.rel) / 5.0),
    };
    if norm <= most {
        return Ok(Error { max, norm, share });
    }
    // Not `norm > most`: a NaN is never near.
    Err(format!("the norm of the difference is {norm:.1e} of the reference's, at most {most:.0e}"))
}

/// Outcomes of the cases of a row.
struct Report<'a, O: OnDevice> {
    row: &'a DeviceRow<O>,
    limit: Tolerance,
    worst: Error,
    count: usize,
    /// Cases that it serves, wanted or not.
    met: usize,
    failures: Vec<String>,
}

/// All rows of an op that serve the rig's type.
pub fn check_op<O: OnDevice>(rig: &Rig, tally: &mut Tally) {
    if !tally.wants(O::NAME) {
        return;
    }
    let compute = if rig.dtype == DType::F32 { Compute::F32 } else { Compute::Bf16 };
    let rows = O::device_rows();
    let serving = rows.iter().filter(|row| row.dtype.is_none_or(|dtype| dtype == rig.dtype));
    let mut reports: Vec<Report<'_, O>> = serving
        .map(|row| {
            let usual = || tolerance(O::NAME, O::TOLERANCE, rig.dtype);
            let limit = row.limit.unwrap_or_else(usual);
            Report { row, limit, worst: Error::default(), count: 0, met: 0, failures: Vec::new() }
        })
        .collect();
    let cases = O::cases().into_iter().map(|case| (case, false));
    let tall = rig.tall_cases::<O>().into_iter().map(|case| (case, true));
    for (index, (case, tall)) in cases.chain(tall).enumerate() {
        let need = O::need(&case);
        let mut reference = None;
        for report in &mut reports {
            let row = report.row;
            let name = format!("{} #{index}", row_name(row, rig.dtype));
            if (row.meets)(&need).is_err() {
                continue;
            }
            report.met += 1;
            let left_out =
                report.met > FEW_CASES && tally.some.is_some_and(|(rest, of)| index % of != rest);
            if left_out || !tally.begins(&name) {
                continue;
            }
            let reference = reference.get_or_insert_with(|| {
                run_whole::<O>(&case, compute, &|args| {
                    O::check(&args);
                    O::device_reference(args, compute);
                    Ok(())
                })
            });
            report.count += 1;
            let how = CaseBounds { limit: report.limit, tall, once: tally.is_once() };
            let result = match &*reference {
                Ok(expected) => check_case(rig, row, &case, compute, expected, how),
                Err(what) => Err(what.clone()),
            };
            match result {
                Ok(error) => report.worst.join(error),
                Err(what) => report.failures.push(format!("#{index} {case:?}: {what}")),
            }
        }
    }
    if !tally.is_list() {
        reports.iter().for_each(|report| report.tell(rig.dtype, tally));
    }
}

/// `op/row type`, which the names of its cases begin with.
fn row_name<O: OnDevice>(row: &DeviceRow<O>, dtype: DType) -> String {
    format!("{}/{} {dtype:?}", O::NAME, row.name).to_lowercase()
}

impl<O: OnDevice> Report<'_, O> {
    fn tell(&self, dtype: DType, tally: &mut Tally) {
        let Self { row, limit, worst, count, failures, .. } = self;
        if *count == 0 && tally.only.iter().any(|only| is_case(only)) {
            return;
        }
        tally.failed += failures.len();
        tally.passed += count - failures.len();
        let head = if failures.is_empty() { "ok   " } else { "FAIL " };
        let (name, Tolerance { abs, rel }) = (row_name(row, dtype), limit);
        println!(
            "{head} {name:<34} {count:3} cases, {:2} failed; max error {:.1e} ({:.2} of \
             {abs:.0e} + \
             {rel:.0e} |x|), norm {:.1e}",
            failures.len(),
            worst.max,
            worst.share,
            worst.norm
        );
        for failure in failures.iter().take(TOLD) {
            println!("        {failure}");
        }
        if *count == 0 {
            tally.failed += 1;
            println!("        no case");
        }
    }
}

/// Runs a case whole on fresh data. A panic of a check is an error here.
fn run_whole<O: OnDevice>(
    case: &O::Case,
    compute: Compute,
    run: &dyn Fn(O::Args<'_>) -> Result<(), String>,
) -> Result<Vec<Output>, String> {
    run_parts::<O>(case, compute, std::slice::from_ref(&(0..O::rows(case))), run)
}

/// As [`run_whole`], in calls of these rows.
fn run_parts<O: OnDevice>(
    case: &O::Case,
    compute: Compute,
    parts: &[Range<usize>],
    run: &dyn Fn(O::Args<'_>) -> Result<(), String>,
) -> Result<Vec<Output>, String> {
    let mut data = O::data(case, compute);
    let result = RefCell::new(Ok(()));
    for part in parts {
        O::with_args(&mut data, part.clone(), &mut |args| {
            if let Err(what) = run(args) {
                *result.borrow_mut() = Err(what);
            }
        });
    }
    result.into_inner()?;
    if !O::intact(&data) {
        return Err("memory around an output was written".into());
    }
    Ok(O::outputs(&data))
}

/// Bounds and cuts of a check.
#[derive(Clone, Copy)]
struct CaseBounds {
    limit: Tolerance,
    tall: bool,
    once: bool,
}

fn check_case<O: OnDevice>(
    rig: &Rig,
    row: &DeviceRow<O>,
    case: &O::Case,
    compute: Compute,
    expected: &[Output],
    CaseBounds { limit, tall, once }: CaseBounds,
) -> Result<Error, String> {
    // Calls take turns in how rows lie in memory: it must not show in the bits.
    let (calls, broken) = (Cell::new(0usize), RefCell::new(None));
    let run = |args: O::Args<'_>| -> Result<(), String> {
        rig.aligned.set(row.aligned || calls.get().is_multiple_of(2));
        calls.set(calls.get() + 1);
        (row.run)(rig, args)
    };
    let got = if once || O::rows(case) > row.kept_to || !O::may_be_cut(case) {
        let whole = run_whole::<O>(case, compute, &run)?;
        same(&whole, &run_whole::<O>(case, compute, &run)?)?;
        whole
    } else if tall {
        // Once whole and once in two calls, of which a kernel may choose other tiles for the short
        // one.
        let (rows, cut) = (O::rows(case), O::rows(case) / 8);
        let whole = run_whole::<O>(case, compute, &run)?;
        let parts = run_parts::<O>(case, compute, &[0..cut, cut..rows], &run)?;
        same(&whole, &parts)?;
        whole
    } else {
        let contract = catch_unwind(AssertUnwindSafe(|| {
            row_contract::<O>(case, compute, rig.row_cuts(), &|args| {
                if broken.borrow().is_none()
                    && let Err(what) = run(args)
                {
                    *broken.borrow_mut() = Some(what);
                }
            })
        }));
        if let Some(what) = broken.into_inner() {
            return Err(what);
        }
        contract.map_err(|_| "a check of the op failed".to_owned())??
    };
    distance(expected, &got, limit)
}

/// The same bits, any NaN being equal to any other.
pub fn same(a: &[Output], b: &[Output]) -> Result<(), String> {
    for ((name, a), (_, b)) in a.iter().zip(b) {
        for (i, (x, y)) in a.iter().zip(b).enumerate() {
            if x.to_bits() != y.to_bits() && !(x.is_nan() && y.is_nan()) {
                return Err(format!("two runs: {name}[{i}] is {x:?} and {y:?}"));
            }
        }
    }
    Ok(())
}

/// The bits of one row of an op against another's, over all cases that both serve.
pub fn same_bits<O: OnDevice>(rig: &Rig, [a, b]: [&str; 2], tally: &mut Tally) {
    if tally.is_once() {
        // Both have run on all of these cases.
        return;
    }
    let rows = O::device_rows();
    let unknown = [a, b].into_iter().find(|name| rows.iter().all(|row| row.name != *name));
    if let Some(name) = unknown {
        tally.case(&format!("{}/{a} = {b}", O::NAME), || Err(format!("no row is named {name}")));
        return;
    }
    let find = |name: &str| {
        rows.iter().find(|row| row.name == name && row.dtype.is_none_or(|d| d == rig.dtype))
    };
    // Rows of other element types are compared in runs of those.
    let (Some(first), Some(second)) = (find(a), find(b)) else { return };
    let compute = if rig.dtype == DType::F32 { Compute::F32 } else { Compute::Bf16 };
    rig.aligned.set(true);
    let name = format!("{}/{a} = {b} {:?}", O::NAME, rig.dtype).to_lowercase();
    tally.case(&name, || {
        let mut count = 0;
        for case in O::cases().iter().chain(&rig.tall_cases::<O>()) {
            let need = O::need(case);
            if (first.meets)(&need).is_err() || (second.meets)(&need).is_err() {
                continue;
            }
            count += 1;
            let run =
                |row: &DeviceRow<O>| run_whole::<O>(case, compute, &|args| (row.run)(rig, args));
            let result = run(first).and_then(|a| same(&a, &run(second)?));
            result.map_err(|what| format!("{case:?}: {what}"))?;
        }
        Ok(format!("{count} cases, the same bits"))
    });
}
