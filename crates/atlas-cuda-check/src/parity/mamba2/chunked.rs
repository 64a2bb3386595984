//! `selective_scan/chunk`: against the f32 reference, cut at all places that keep the bits.

use atlas_cuda::ops::gated_delta::chunked::CHUNK;
use atlas_tensor::ops::{SelectiveScan, SelectiveScanArgs};
use atlas_tensor::testkit::{Noise, Output, OwnedSpan, Tolerance};
use atlas_tensor::{Compute, DType, Op, RecurrentState};
use half::bf16;

use crate::parity::check::{Tally, distance, same};
use crate::parity::mamba2::rows::chunked_scan;
use crate::parity::rig::Rig;
use crate::parity::rows::{matrix, matrix_mut};

/// A value kept as two bf16 is exact to 2^-17, and an output is rounded to bf16: half a unit of 8
/// bits. The absolute part is for sums of order 10 that cancel.
const OUT: Tolerance = Tolerance { abs: 2e-3, rel: 1.0 / 200.0 };
const STATE: Tolerance = Tolerance { abs: 2e-4, rel: 1e-4 };

/// Log decays of a case.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Gates {
    /// Some heads forget at once, some hardly.
    Mixed,
    /// Decays of exactly 1, and of 0 amid them.
    Strong,
}

/// A step: (start, len, drafts) of each span, then groups, heads, n and p.
struct Case {
    spans: Vec<(usize, usize, usize)>,
    shape: [usize; 4],
    gates: Gates,
}

struct Data {
    rows: usize,
    spans: Vec<OwnedSpan>,
    x: Vec<f32>,
    b: Vec<f32>,
    c: Vec<f32>,
    delta: Vec<f32>,
    g: Vec<f32>,
    d: Vec<f32>,
    state: Vec<f32>,
}

fn cases(short: bool) -> Vec<Case> {
    use Gates::{Mixed, Strong};
    let case = |spans: &[(usize, usize, usize)], shape, gates| Case {
        spans: spans.to_vec(),
        shape,
        gates,
    };
    let mut all = vec![
        case(&[(0, 64, 0)], [1, 1, 64, 32], Mixed),
        case(&[(0, 63, 0)], [1, 1, 64, 32], Mixed),
        case(&[(63, 66, 0)], [1, 2, 128, 64], Mixed),
        case(&[(60, 197, 0)], [2, 4, 128, 64], Mixed),
        case(&[(128, 128, 0)], [1, 3, 64, 96], Strong),
        case(&[(0, 130, 3)], [1, 2, 128, 32], Mixed),
        case(&[(0, 128, 1), (64, 65, 2)], [1, 2, 64, 32], Strong),
        case(&[], [1, 1, 64, 32], Mixed),
        case(&[(0, 64, 0), (0, 0, 0), (70, 1, 0), (64, 130, 0)], [1, 2, 128, 64], Mixed),
        case(&[(1, 63, 0), (9, 1, 0), (128, 64, 0), (63, 66, 0)], [1, 1, 64, 32], Strong),
    ];
    if !short {
        all.push(case(&[(0, 4096, 0), (17, 1000, 0)], [1, 2, 128, 64], Mixed));
    }
    all
}

/// Fresh numbers for a case, with a row that no span has before each of them.
fn data(case: &Case, index: usize) -> Data {
    let [groups, heads, n, p] = case.shape;
    let mut noise = Noise::new(160 + index as u64);
    let (mut spans, mut rows) = (Vec::new(), 0);
    for (slot, &(start, len, drafts)) in case.spans.iter().enumerate() {
        let (row, start) = (rows + 1, start as u32);
        spans.push(OwnedSpan { slot, row, len, drafts, start, blocks: vec![] });
        rows = row + len;
    }
    let mut fill = |n: usize, scale: f32| -> Vec<f32> {
        (0..n).map(|_| bf16::from_f32(scale * noise.normal()).to_f32()).collect()
    };
    let (draws, fates) = (fill(rows * heads, 1.0), fill(rows * heads, 1.0));
    let gate = |(i, (x, fate)): (usize, (&f32, &f32))| match case.gates {
        Gates::Mixed => -x.abs() * [0.01, 0.3, 3.0][i % heads % 3],
        Gates::Strong if *fate > 2.0 => f32::NEG_INFINITY,
        Gates::Strong if *fate < -1.2 => -90.0 - 900.0 * x.abs(),
        Gates::Strong => 0.0,
    };
    Data {
        rows,
        spans,
        x: fill(rows * heads * p, 1.0),
        b: fill(rows * groups * n, 0.5),
        c: fill(rows * groups * n, 0.5),
        delta: fill(rows * heads, 0.25).iter().map(|x| x.abs()).collect(),
        g: draws.iter().zip(&fates).enumerate().map(gate).collect(),
        d: fill(heads, 1.0),
        state: fill(case.spans.len() * heads * n * p, 0.3),
    }
}

/// Calls that end before each of `cuts`, from the states on.
fn calls(
    case: &Case,
    data: &Data,
    cuts: &[usize],
    run: impl Fn(SelectiveScanArgs<'_>) -> Result<(), String>,
) -> Result<[Output; 2], String> {
    let [groups, heads, n, p] = case.shape;
    let slots = case.spans.len();
    let mut state = RecurrentState::new(slots, heads, n, p, 0, 1).map_err(|e| e.to_string())?;
    for slot in 0..slots {
        let matrices = state.matrices_mut(slot);
        let len = matrices.len();
        matrices.copy_from_slice(&data.state[slot * len..][..len]);
    }
    let mut out = vec![f32::NAN; data.rows * heads * p];
    let ends = cuts.iter().copied().chain([data.rows]);
    let mut from = 0;
    for to in ends {
        let (rows, count) = (from..to, to - from);
        let part = |x: &'_ [f32], width: usize| x[from * width..to * width].to_vec();
        let (x, b, c) =
            (part(&data.x, heads * p), part(&data.b, groups * n), part(&data.c, groups * n));
        let (delta, g) = (part(&data.delta, heads), part(&data.g, heads));
        run(SelectiveScanArgs {
            x: matrix(&x, [count, heads, p]),
            b: matrix(&b, [count, groups, n]),
            c: matrix(&c, [count, groups, n]),
            delta: matrix(&delta, [count, 1, heads]).view(&[count, heads]),
            g: matrix(&g, [count, 1, heads]).view(&[count, heads]),
            d: (&data.d).into(),
            state: &mut state,
            spans: (&OwnedSpan::clip(&data.spans, &rows)).into(),
            out: matrix_mut(&mut out[from * heads * p..to * heads * p], [count, heads, p]),
        })?;
        from = to;
    }
    Ok([("out", out), ("state", state.f32()[..data.state.len()].to_vec())])
}

/// Rows before which a call may end: where a span has a chunk's first row, or no span has any, and
/// no draft lies before them.
fn legal_cuts(data: &Data) -> Vec<usize> {
    let drafted = data.spans.iter().any(|span| span.drafts > 0);
    let begins = |t: usize| {
        data.spans.iter().all(|span| {
            let inside = t > span.row && t < span.row + span.len;
            !inside || (span.start as usize + t - span.row).is_multiple_of(CHUNK)
        })
    };
    (1..data.rows).filter(|&t| !drafted && begins(t)).collect()
}

fn check_case(rig: &Rig, case: &Case, index: usize) -> Result<String, String> {
    let data = data(case, index);
    let expected = calls(case, &data, &[], |args| {
        SelectiveScan::check(&args);
        SelectiveScan::reference(args, Compute::Bf16);
        Ok(())
    })?;
    let on_device = |cuts: &[usize]| calls(case, &data, cuts, |args| chunked_scan(rig, args));
    let whole = on_device(&[])?;
    let [out, state] = [0, 1].map(|i| {
        let limit = [OUT, STATE][i];
        distance(&expected[i..=i], &whole[i..=i], limit)
    });
    let (out, state) = (out?, state?);
    same(&whole, &on_device(&[])?).map_err(|what| format!("run twice: {what}"))?;
    let cuts = legal_cuts(&data);
    same(&whole, &on_device(&cuts)?).map_err(|what| format!("calls before {cuts:?}: {what}"))?;
    Ok(format!("{} cuts; out {:.1e}, state {:.1e}", cuts.len(), out.max, state.max))
}

/// Every case, unless the op is not asked for.
pub fn check(rig: &Rig, short: bool, tally: &mut Tally) {
    if !tally.wants("selective_scan") || rig.dtype != DType::Bf16 {
        return;
    }
    rig.aligned.set(true);
    for (index, case) in cases(short).iter().enumerate() {
        let Case { spans, shape: [groups, heads, n, p], gates } = case;
        let name = format!("selective_scan/chunk {spans:?} {groups}/{heads} x {n}/{p} {gates:?}");
        tally.case(&name, || check_case(rig, case, index));
    }
}
