//! `gated_delta/chunk`: against the f32 reference and the recurrence in f64, cut at all places that
//! keep the bits, amid canaries.

use atlas_cuda::ops::gated_delta;
use atlas_cuda::ops::gated_delta::chunked::CHUNK;
use atlas_cuda::ops::gated_delta::chunked::ChunkedGatedDelta;
use std::ops::Range;

use atlas_tensor::ops::{GatedDelta, GatedDeltaArgs};
use atlas_tensor::testkit::{Noise, OwnedSpan};
use atlas_tensor::{Compute, DType, Op, RecurrentState};

use crate::parity::check::Tally;
use crate::parity::gated_delta::chunked_cases::{Beta, Case, Data, Gates, cases, data};
use crate::parity::rig::Rig;
use crate::parity::rows::{matrix, matrix_mut};

const EPS: f32 = 1e-6;
/// Largest distance of an element of a state from the f64 recurrence, as a share of the case's
/// largest value, state or v. A number kept as two bf16 is exact to 2^-17, and a product leaves out
/// that of the small halves, at most 2^-16. Between the values and a state stand at most 8 of these
/// (what is read of the state; v less that; T in its making and as it is kept; u), which is 2^-13
/// if all have one sign and their largest size. Measured is 2^-17. A half that is forgotten
/// anywhere is 2^-9.
const STATE_BOUND: f64 = 1.0 / 32_768.0;
/// The same of a matrix in norm, as a share of its norm or, where that is small, of the largest
/// value's.
const NORM_BOUND: f64 = 1.0 / 16_384.0;
/// An output is rounded to bf16 besides: half a unit of 8 bits.
const OUT_ROUNDING: f64 = 1.0 / 256.0;

/// Outputs, NaN where no span has the row, and the states after.
#[derive(Clone)]
struct Answer {
    out: Vec<f32>,
    state: Vec<f32>,
}

/// The recurrence in f64.
fn exact(case: &Case, data: &Data) -> (Vec<f64>, Vec<f64>) {
    let [key_heads, heads, dk, dv] = case.shape;
    let mut state: Vec<f64> = data.state.iter().map(|&x| f64::from(x)).collect();
    let mut out = vec![f64::NAN; data.rows * heads * dv];
    let unit = |x: &[f32], scale: f64| -> Vec<f64> {
        let sum: f64 = x.iter().map(|&x| f64::from(x) * f64::from(x)).sum();
        x.iter().map(|&x| f64::from(x) * scale / (sum + f64::from(EPS)).sqrt()).collect()
    };
    for span in &data.spans {
        for t in span.row..span.row + span.len {
            for h in 0..heads {
                let s = &mut state[(span.slot * heads + h) * dk * dv..][..dk * dv];
                let at = (t * key_heads + h / (heads / key_heads)) * dk;
                let k = unit(&data.k[at..at + dk], 1.0);
                let q = unit(&data.q[at..at + dk], 1.0 / (dk as f64).sqrt());
                let decay = f64::from(data.g[t * heads + h]).exp();
                let (beta, at) = (f64::from(data.beta[t * heads + h]), (t * heads + h) * dv);
                let mut delta: Vec<f64> =
                    data.v[at..at + dv].iter().map(|&v| f64::from(v)).collect();
                for (s, k) in s.chunks_exact_mut(dv).zip(&k) {
                    for (s, d) in s.iter_mut().zip(&mut delta) {
                        *s *= decay;
                        *d -= k * *s;
                    }
                }
                let out = &mut out[at..at + dv];
                out.fill(0.0);
                for ((s, k), q) in s.chunks_exact_mut(dv).zip(&k).zip(&q) {
                    for ((s, d), o) in s.iter_mut().zip(&delta).zip(&mut *out) {
                        *s += k * beta * d;
                        *o += q * *s;
                    }
                }
            }
        }
    }
    (out, state)
}

/// The f32 reference.
fn reference(case: &Case, data: &Data) -> Result<Answer, String> {
    let [key_heads, heads, dk, dv] = case.shape;
    let mut state =
        RecurrentState::new(data.slots, heads, dk, dv, 0, 1).map_err(|e| e.to_string())?;
    let matrices = heads * dk * dv;
    for slot in 0..data.slots {
        state.matrices_mut(slot).copy_from_slice(&data.state[slot * matrices..][..matrices]);
    }
    let mut out = vec![f32::NAN; data.rows * heads * dv];
    let spans = OwnedSpan::clip(&data.spans, &(0..data.rows));
    let args = GatedDeltaArgs {
        q: matrix(&data.q, [data.rows, key_heads, dk]),
        k: matrix(&data.k, [data.rows, key_heads, dk]),
        v: matrix(&data.v, [data.rows, heads, dv]),
        g: matrix(&data.g, [data.rows, 1, heads]).view(&[data.rows, heads]),
        beta: matrix(&data.beta, [data.rows, 1, heads]).view(&[data.rows, heads]),
        state: &mut state,
        spans: (&spans).into(),
        out: matrix_mut(&mut out, [data.rows, heads, dv]),
        eps: EPS,
    };
    GatedDelta::check(&args);
    GatedDelta::reference(args, Compute::Bf16);
    Ok(Answer { out, state: state.f32()[..data.slots * matrices].to_vec() })
}

/// One call on these rows, from the states on.
fn call(
    rig: &Rig,
    case: &Case,
    data: &Data,
    rows: Range<usize>,
    answer: &mut Answer,
) -> Result<(), String> {
    let [key_heads, heads, dk, dv] = case.shape;
    let text = |error: atlas_cuda::CudaError| error.to_string();
    let part = |all: &'_ [f32], width: usize| all[rows.start * width..rows.end * width].to_vec();
    let count = rows.len();
    let (q, k) = (part(&data.q, key_heads * dk), part(&data.k, key_heads * dk));
    let v = part(&data.v, heads * dv);
    let q = rig.tensor(matrix(&q, [count, key_heads, dk])).map_err(text)?;
    let k = rig.tensor(matrix(&k, [count, key_heads, dk])).map_err(text)?;
    let v = rig.tensor(matrix(&v, [count, heads, dv])).map_err(text)?;
    let (g, beta) = (part(&data.g, heads), part(&data.beta, heads));
    let g = rig.tensor_as(matrix(&g, [count, 1, heads]), DType::F32).map_err(text)?;
    let beta = rig.tensor_as(matrix(&beta, [count, 1, heads]), DType::F32).map_err(text)?;
    let mut result = vec![f32::NAN; count * heads * dv];
    let mut out = rig.tensor(matrix(&result, [count, heads, dv])).map_err(text)?;
    let mut state = rig.slice(&answer.state).map_err(text)?;
    let needed = ChunkedGatedDelta::workspace_bytes(count, heads);
    let mut workspace = rig.memory(needed).map_err(text)?;
    let mut run = || {
        workspace.get_mut().fill(&rig.stream, 0xff)?;
        let spans = OwnedSpan::clip(&data.spans, &rows);
        let step = rig.step(count, &spans, None)?;
        let args = gated_delta::GatedDeltaArgs {
            q: q.view()?,
            k: k.view()?,
            v: v.view()?,
            g: g.view()?,
            beta: beta.view()?,
            state: state.get_mut().slice_mut(0, answer.state.len())?,
            eps: EPS,
            out: out.view_mut()?,
        };
        let op = ChunkedGatedDelta::bind(&rig.device, rig.dtype, dk, dv)?;
        op.run(&rig.stream, &step, &args, workspace.get_mut().slice_mut(0, needed)?)?;
        rig.stream.synchronize()
    };
    run().map_err(text)?;
    answer.state = rig.values(&state, 0, answer.state.len()).map_err(text)?;
    rig.fetch(&out, &mut matrix_mut(&mut result, [count, heads, dv]))?;
    answer.out[rows.start * heads * dv..rows.end * heads * dv].copy_from_slice(&result);
    Ok(())
}

/// The whole step in calls that end before these rows and at the end.
fn calls(rig: &Rig, case: &Case, data: &Data, cuts: &[usize]) -> Result<Answer, String> {
    let [_, heads, _, dv] = case.shape;
    let mut answer = Answer { out: vec![0.0; data.rows * heads * dv], state: data.state.clone() };
    let mut from = 0;
    for &to in cuts.iter().chain([&data.rows]) {
        call(rig, case, data, from..to, &mut answer)?;
        from = to;
    }
    Ok(answer)
}

fn bits(a: &Answer, b: &Answer) -> Result<(), String> {
    for (name, a, b) in [("out", &a.out, &b.out), ("state", &a.state, &b.state)] {
        if let Some(i) = a.iter().zip(b).position(|(x, y)| x.to_bits() != y.to_bits()) {
            return Err(format!("{name}[{i}] is {:?} and {:?}", a[i], b[i]));
        }
    }
    Ok(())
}

/// Rows before which a call may end without another bit: where chunks begin, and all rows of chunks
/// that no span has whole.
fn legal_cuts(data: &Data) -> Vec<usize> {
    let mut all = Vec::new();
    for span in &data.spans {
        for i in 0..=span.len {
            let at = span.start as usize + i;
            let whole = at / CHUNK * CHUNK >= span.start as usize
                && (at / CHUNK + 1) * CHUNK <= span.start as usize + span.len;
            if at.is_multiple_of(CHUNK) || !whole {
                all.push(span.row + i);
            }
        }
    }
    all
}

/// The largest difference of a state as a share of the largest value; the norm of the worst
/// matrix's difference as a share of its own, which counts as at least the largest value over 16 in
/// a row; and the largest share of what an output may be off besides its rounding.
struct Distance {
    most: f64,
    norm: f64,
    out: f64,
}

fn distance(
    case: &Case,
    data: &Data,
    exact: &(Vec<f64>, Vec<f64>),
    got: &Answer,
    rounded: bool,
) -> Result<Distance, String> {
    let [_, heads, dk, dv] = case.shape;
    let size = |all: &[f32]| {
        all.iter().filter(|x| x.is_finite()).fold(0.0f64, |m, x| m.max(f64::from(x.abs())))
    };
    let scale = size(&data.v).max(size(&data.state));
    let mut far = Distance { most: 0.0, norm: 0.0, out: 0.0 };
    let matrix = dk * dv;
    for (index, (e, g)) in
        exact.1.chunks_exact(matrix).zip(got.state.chunks_exact(matrix)).enumerate()
    {
        if (index / heads).is_multiple_of(2) {
            let before = &data.state[index * matrix..][..matrix];
            if before.iter().zip(g).any(|(a, b)| a.to_bits() != b.to_bits()) {
                return Err(format!(
                    "the state of slot {} that no span has was written",
                    index / heads
                ));
            }
            continue;
        }
        let (mut squares, mut all) = (0.0, 0.0);
        for (e, g) in e.iter().zip(g) {
            let difference = f64::from(*g) - e;
            if !difference.is_finite() {
                return Err(format!("a state of {g}, expected {e}"));
            }
            far.most = far.most.max(difference.abs() / scale);
            squares += difference * difference;
            all += e * e;
        }
        let floor = scale / 16.0 * (dv as f64).sqrt();
        far.norm = far.norm.max(squares.sqrt() / all.sqrt().max(floor));
    }
    let limit = STATE_BOUND * scale / (dk as f64).sqrt();
    let rows: Vec<bool> = (0..data.rows)
        .map(|t| data.spans.iter().any(|s| (s.row..s.row + s.len).contains(&t)))
        .collect();
    for (i, (e, g)) in exact.0.iter().zip(&got.out).enumerate() {
        if !rows[i / (heads * dv)] {
            if !g.is_nan() {
                return Err(format!("row {} that no span has was written", i / (heads * dv)));
            }
            continue;
        }
        let difference = (f64::from(*g) - e).abs();
        let rounding = if rounded { OUT_ROUNDING * 1.001 * e.abs() } else { 0.0 };
        let share = (difference - rounding).max(0.0) / limit;
        // Not `share > 1`: NaN is never near.
        if !(difference.is_finite() && share <= 1.0) {
            return Err(format!("out[{i}] is {g}, expected {e}"));
        }
        far.out = far.out.max(share);
    }
    if !(far.most <= STATE_BOUND && far.norm <= NORM_BOUND) {
        return Err(format!("states differ by {:.1e} and {:.1e} in norm", far.most, far.norm));
    }
    Ok(far)
}

fn check_case(rig: &Rig, case: &Case, index: usize) -> Result<String, String> {
    let data = data(case, index);
    let exact = exact(case, &data);
    let f32 = distance(case, &data, &exact, &reference(case, &data)?, false);
    let f32 = f32.map_err(|what| format!("the f32 reference: {what}"))?;
    let whole = calls(rig, case, &data, &[])?;
    let far = distance(case, &data, &exact, &whole, true)?;
    bits(&whole, &calls(rig, case, &data, &[])?).map_err(|what| format!("run twice: {what}"))?;
    let legal = legal_cuts(&data);
    let mut noise = Noise::new(97 + index as u64);
    let mut tried = 0;
    let mut some = |one_in: usize| -> Vec<usize> {
        let chosen = legal.iter().copied().filter(|_| noise.below(one_in) == 0);
        chosen.take(40).collect()
    };
    for cuts in [some(1), some(3), some(3), some(1 + legal.len() / 2)] {
        tried += cuts.len();
        let parts = calls(rig, case, &data, &cuts)?;
        bits(&whole, &parts).map_err(|what| format!("calls that end before {cuts:?}: {what}"))?;
    }
    // Any other cut computes rows in another way: near, not equal.
    let anywhere: Vec<usize> = (1..4).map(|i| i * data.rows / 4).collect();
    distance(case, &data, &exact, &calls(rig, case, &data, &anywhere)?, true)
        .map_err(|what| format!("calls that end before {anywhere:?}: {what}"))?;
    Ok(format!(
        "{tried:3} cuts; state {:.1e} (f32 {:.1e}) of {STATE_BOUND:.0e}, norm {:.1e} \
         ({:.1e}) of {NORM_BOUND:.0e}, \
         out {:.2} ({:.2})",
        far.most, f32.most, far.norm, f32.norm, far.out, f32.out
    ))
}

/// A NaN is in its own row, in those behind it and in the state, and in no row of an earlier block
/// of 16.
fn nan(rig: &Rig) -> Result<String, String> {
    let shape = [1, 2, 64, 64];
    let spans = vec![(0, 192)];
    let case =
        Case { spans, shape, gates: Gates::Mixed, beta: Beta::Between, alike: false, state: 0.3 };
    for what in 0..5 {
        let mut data = data(&case, 200 + what);
        let (t, h, c) = (64 + 37, 1, 13);
        let row = data.spans[0].row + t;
        match what {
            0 => data.q[row * 64 + c] = f32::NAN,
            1 => data.k[row * 64 + c] = f32::NAN,
            2 => data.v[(row * 2 + h) * 64 + c] = f32::NAN,
            3 => data.g[row * 2 + h] = f32::NAN,
            _ => data.beta[row * 2 + h] = f32::NAN,
        }
        let answer = calls(rig, &case, &data, &[])?;
        for (i, x) in answer.out.iter().enumerate() {
            let (at, head, column) = (i / 128, i / 64 % 2, i % 64);
            let struck = head == h || what < 2;
            let wanted =
                struck && (what != 2 || column == c) && at >= row && (what > 0 || at == row);
            let free = !struck || at < row - t % 16 || (what == 0 && at > row + 15 - t % 16);
            let inside = (data.spans[0].row..data.spans[0].row + 192).contains(&at);
            if inside && ((wanted && !x.is_nan()) || (free && x.is_nan())) {
                return Err(format!("input {what}: row {at}, head {head}, column {column} is {x}"));
            }
        }
        let state = &answer.state[2 * 64 * 64 + h * 64 * 64..][..64 * 64];
        let struck = state.iter().enumerate().filter(|(i, _)| what != 2 || i % 64 == c);
        let count = struck.filter(|(_, x)| x.is_nan()).count();
        let wanted = [0, 4096, 64, 4096, 4096][what];
        if count != wanted {
            return Err(format!(
                "input {what}: {count} elements of the state are NaN, not {wanted}"
            ));
        }
    }
    Ok("in q, k, v, g and beta".into())
}

/// Shapes that it does not serve are refused by name.
fn refusals(rig: &Rig) -> Result<String, String> {
    let why = |dtype, key_dim, value_dim| match ChunkedGatedDelta::bind(
        &rig.device,
        dtype,
        key_dim,
        value_dim,
    ) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    };
    for (text, part) in [
        (why(DType::F32, 128, 128), "it takes bf16"),
        (why(DType::Bf16, 96, 128), "keys of 96"),
        (why(DType::Bf16, 256, 128), "keys of 256"),
        (why(DType::Bf16, 128, 48), "values of 48"),
        (why(DType::Bf16, 128, 0), "values of 0"),
    ] {
        if !text.contains(part) {
            return Err(format!("{text:?} does not say {part:?}"));
        }
    }
    let spans = vec![(0, 64)];
    let shape = [1, 1, 64, 64];
    let case = Case { spans, shape, gates: Gates::Open, beta: Beta::One, alike: false, state: 0.0 };
    rig.aligned.set(false);
    let result = calls(rig, &case, &data(&case, 300), &[]);
    rig.aligned.set(true);
    match result {
        Err(what) if what.contains("16-byte") => {
            Ok("types, widths and rows off their boundaries".into())
        }
        Err(what) => Err(format!("rows off their boundaries: {what}")),
        Ok(_) => Err("rows off their boundaries are taken".into()),
    }
}

/// Every case, unless the op is not asked for.
pub fn check(rig: &Rig, short: bool, tally: &mut Tally) {
    if !tally.wants("gated_delta") || rig.dtype != DType::Bf16 {
        return;
    }
    rig.aligned.set(true);
    for (index, case) in cases(short).iter().enumerate() {
        let Case { spans, shape: [kh, h, dk, dv], gates, beta, .. } = case;
        let kind = if case.alike { ", alike" } else { "" };
        let name =
            format!("gated_delta/chunk {spans:?} {kh}/{h} x {dk}/{dv} {gates:?} {beta:?}{kind}");
        tally.case(&name, || check_case(rig, case, index));
    }
    tally.case("gated_delta/chunk NaN", || nan(rig));
    tally.case("gated_delta/chunk refusals", || refusals(rig));
}
