//! Every device row on every case: against the reference, run twice, cut into calls in every way.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use atlas_tensor::testkit::{Output, Tolerance, compare, row_contract};
use atlas_tensor::{Compute, DType};

use crate::rig::Rig;
use crate::rows::{DeviceRow, OnDevice};

/// How results may differ from the reference, in norm: `|got - expected| <= limit * |expected|`, for
/// results of f32 (or the limit of an element, where that is more) and of bf16.
const NORM_F32: f64 = 1e-5;
pub const NORM_BF16: f64 = 4e-3;
/// Failures told for a row.
const TOLD: usize = 4;

/// Passed and failed cases so far.
#[derive(Default)]
pub struct Tally {
    pub passed: usize,
    pub failed: usize,
}

impl Tally {
    /// Counts and prints one check that is no table row.
    pub fn note(&mut self, name: &str, result: Result<String, String>) {
        match result {
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

/// How far a result is from the reference.
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
    // Half a unit in the last place of 8 bits, and again where an intermediate is rounded too. One of
    // the experts' hidden elements that falls to the other side moves a result by more.
    let rounding = 1.0 / 256.0;
    match op {
        // The rounded sum moves an element and, in a narrow row, the row's scale; then the result is rounded.
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
    let most = if f32 { NORM_F32.max(f64::from(limit.rel)) } else { NORM_BF16 };
    if norm <= most {
        return Ok(Error { max, norm, share });
    }
    // Not `norm > most`: a NaN is never near.
    Err(format!("the norm of the difference is {norm:.1e} of the reference's, at most {most:.0e}"))
}

/// All rows of an op that serve the rig's type.
pub fn check_op<O: OnDevice>(rig: &Rig, filter: Option<&str>, tally: &mut Tally) {
    if filter.is_some_and(|filter| !O::NAME.contains(filter)) {
        return;
    }
    let compute = if rig.dtype == DType::F32 { Compute::F32 } else { Compute::Bf16 };
    let rows = O::device_rows();
    let limit = |row: &DeviceRow<O>| {
        row.limit.unwrap_or_else(|| tolerance(O::NAME, O::TOLERANCE, rig.dtype))
    };
    let serving = rows.iter().filter(|row| row.dtype.is_none_or(|dtype| dtype == rig.dtype));
    let mut reports: Vec<_> =
        serving.map(|row| (row, Error::default(), 0usize, Vec::<String>::new())).collect();
    for (case, tall) in O::cases()
        .iter()
        .map(|case| (case, false))
        .chain(rig.tall_cases::<O>().iter().map(|case| (case, true)))
    {
        let need = O::need(case);
        if reports.iter().all(|(row, ..)| (row.meets)(&need).is_err()) {
            continue;
        }
        let reference = run_whole::<O>(case, compute, &|args| {
            O::check(&args);
            O::reference(args, compute);
            Ok(())
        });
        for (row, worst, count, failures) in &mut reports {
            if (row.meets)(&need).is_err() {
                continue;
            }
            *count += 1;
            let result = reference.clone().and_then(|expected| {
                check_case(rig, row, case, compute, &expected, limit(row), tall)
            });
            match result {
                Ok(error) => worst.join(error),
                Err(what) => failures.push(format!("{case:?}: {what}")),
            }
        }
    }
    for (row, worst, count, failures) in reports {
        tally.failed += failures.len();
        tally.passed += count - failures.len();
        let head = if failures.is_empty() { "ok   " } else { "FAIL " };
        let name = format!("{}/{} {:?}", O::NAME, row.name, rig.dtype).to_lowercase();
        let Tolerance { abs, rel } = limit(row);
        println!(
            "{head} {name:<34} {count:3} cases, {:2} failed; max error {:.1e} ({:.2} of {abs:.0e} + \
             {rel:.0e} |x|), norm {:.1e}",
            failures.len(),
            worst.max,
            worst.share,
            worst.norm
        );
        for failure in failures.iter().take(TOLD) {
            println!("        {failure}");
        }
        if count == 0 {
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

fn check_case<O: OnDevice>(
    rig: &Rig,
    row: &DeviceRow<O>,
    case: &O::Case,
    compute: Compute,
    expected: &[Output],
    limit: Tolerance,
    tall: bool,
) -> Result<Error, String> {
    // Calls take turns in how rows lie in memory: it must not show in the bits.
    let (calls, broken) = (Cell::new(0usize), RefCell::new(None));
    let run = |args: O::Args<'_>| -> Result<(), String> {
        rig.aligned.set(row.aligned || calls.get().is_multiple_of(2));
        calls.set(calls.get() + 1);
        (row.run)(rig, args)
    };
    let got = if O::rows(case) > row.kept_to {
        let whole = run_whole::<O>(case, compute, &run)?;
        same(&whole, &run_whole::<O>(case, compute, &run)?)?;
        whole
    } else if tall {
        // Once whole and once in two calls, of which a kernel may choose other tiles for the short one.
        let (rows, cut) = (O::rows(case), O::rows(case) / 8);
        let whole = run_whole::<O>(case, compute, &run)?;
        let parts = run_parts::<O>(case, compute, &[0..cut, cut..rows], &run)?;
        same(&whole, &parts)?;
        whole
    } else {
        let contract = catch_unwind(AssertUnwindSafe(|| {
            row_contract::<O>(case, compute, &|args| {
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
    let rows = O::device_rows();
    let find = |name: &str| {
        rows.iter().find(|row| row.name == name && row.dtype.is_none_or(|d| d == rig.dtype))
    };
    let (Some(first), Some(second)) = (find(a), find(b)) else { return };
    let compute = if rig.dtype == DType::F32 { Compute::F32 } else { Compute::Bf16 };
    rig.aligned.set(true);
    let mut count = 0;
    let mut failure = None;
    for case in O::cases().iter().chain(&rig.tall_cases::<O>()) {
        let need = O::need(case);
        if (first.meets)(&need).is_err() || (second.meets)(&need).is_err() {
            continue;
        }
        count += 1;
        let run = |row: &DeviceRow<O>| run_whole::<O>(case, compute, &|args| (row.run)(rig, args));
        let result = run(first).and_then(|a| same(&a, &run(second)?));
        failure = failure.or(result.err().map(|what| format!("{case:?}: {what}")));
    }
    let name = format!("{}/{a} = {b} {:?}", O::NAME, rig.dtype).to_lowercase();
    tally.note(&name, failure.map_or(Ok(format!("{count} cases, the same bits")), Err));
}
