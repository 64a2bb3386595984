//! Sampling on the device against the engine's logits pipeline on the CPU: the same tokens, ranks
//! and most likely tokens, log-probabilities within a unit in the last place.

use atlas_core::{DryParams, EngineError, LogprobsMode, PositionLogprobs, SamplingParams};
use atlas_cuda::CudaError;
use atlas_cuda::ops::sampling::sample::{
    Batch, Need, Request, Sample, SampleError, SampleLimits, SampleMemory, SampleResult, TOP_MAX,
};
use atlas_engine::sampling::{
    DecodeState, LogitEdits, LogitRow, LogitsPipeline, Need as RowNeed, PROCESSORS, Penalty,
    Sampler, arg_max, position_logprobs, uniform,
};
use atlas_tensor::DType;
use atlas_tensor::testkit::Noise;
use bytemuck::Zeroable;

use crate::parity::check::Tally;
use crate::parity::rig::Rig;
use crate::parity::rows::matrix;

/// Rows and vocabulary.
const CASES: [(usize, usize); 13] = [
    (7, 1),
    (33, 31),
    (33, 32),
    (33, 33),
    (256, 100),
    (256, 257),
    (2, 4099),
    (100, 4099),
    (256, 1031),
    (60, 20_011),
    (7, 151_936),
    (1, 262_144),
    (4, 262_144),
];

/// Sampling settings of a row.
struct Case {
    logits: Vec<f32>,
    state: DecodeState,
    /// Edits that no parameter asks for; otherwise those of the processors.
    free: Option<LogitEdits>,
    score: Option<u32>,
    position: u32,
}

/// Result of the CPU.
type Wanted = Result<(u32, Option<PositionLogprobs>), SampleError>;

pub fn check(rig: &Rig, seed: u64, tally: &mut Tally) {
    if rig.dtype != DType::F32 {
        return;
    }
    if !tally.wants("sample") {
        return;
    }
    for (rows, vocab) in CASES {
        // Filters and nothing else in every second row: most others end in an error or in few
        // tokens.
        let cases = || -> Vec<Case> {
            let mut noise = Noise::new(seed ^ (vocab as u64) << 9 ^ rows as u64);
            (0..rows)
                .map(|i| match i % 2 {
                    0 => case(&mut noise, vocab),
                    _ => filtered(&mut noise, vocab),
                })
                .collect()
        };
        for aligned in [true, false] {
            rig.aligned.set(aligned);
            let name = format!("sample {rows} x {vocab}{}", if aligned { "" } else { ", odd" });
            tally.case(&name, || compare(rig, &cases(), vocab));
        }
    }
    rig.aligned.set(true);
    tally.case("sample, errors of a batch", || refusals(rig));
}

fn text(error: CudaError) -> String {
    error.to_string()
}

fn one_of<T: Copy>(noise: &mut Noise, from: &[T]) -> T {
    from[noise.below(from.len())]
}

/// Logits of one kind or another.
fn logits(noise: &mut Noise, vocab: usize, kind: usize) -> Vec<f32> {
    let mut row = noise.fill(vocab, 3.0);
    let at = noise.below(vocab);
    let scale = one_of(noise, &[1.0f32, 4.0]);
    match kind % 12 {
        // Ties, also of the largest.
        1 => row.iter_mut().for_each(|x| *x = (*x / scale).round()),
        2 => row.iter_mut().for_each(|x| *x = if *x < scale { f32::NEG_INFINITY } else { *x }),
        3 => row[at] = f32::NAN,
        4 => row[at] = f32::INFINITY,
        5 => row.fill(f32::NEG_INFINITY),
        6 => row.fill(-2.5),
        // Zeros of both signs are ties.
        7 => row.iter_mut().for_each(|x| *x = if *x < 0.0 { -0.0 } else { 0.0 }),
        // A few likely tokens above a long tail, beside each other.
        8 => row.iter_mut().skip(at).take(700).for_each(|x| *x = *x * 0.5 + 9.0),
        9 => row.iter_mut().for_each(|x| *x = *x * 1e-3 - 70.0),
        10 => row[at] = 3e38,
        _ => {}
    }
    row
}

fn case(noise: &mut Noise, vocab: usize) -> Case {
    let kind = noise.below(24);
    let logits = logits(noise, vocab, kind);
    let token = |noise: &mut Noise| noise.below(vocab) as u32;
    let prompt: Vec<u32> = (0..1 + noise.below(400)).map(|_| token(noise)).collect();
    let coin = |noise: &mut Noise, n| noise.below(n) == 0;
    let stops = match noise.below(8) {
        0 => (0..vocab as u32).collect(),
        1 => {
            let kept = token(noise);
            (0..vocab as u32).filter(|&t| t != kept).collect()
        }
        2 => (0..noise.below(vocab)).map(|_| token(noise)).collect(),
        _ => vec![],
    };
    let params = SamplingParams {
        temperature: one_of(noise, &[0.0, 0.6, 1.0, 1.0, 0.7, 2.5, 1e-42, 1e-3, 1e6, 3e38]),
        top_k: one_of(noise, &[0, 0, 0, 1, 2, 20, 64, 300, 5000, vocab as u32, u32::MAX]),
        top_p: one_of(noise, &[1.0, 1.0, 1.0, 0.9, 0.95, 0.5, 0.1, 0.0, 0.999_999]),
        min_p: one_of(noise, &[0.0, 0.0, 0.05, 0.3, 1.0, 2.0]),
        repetition_penalty: one_of(noise, &[1.0, 1.0, 1.3, 0.7]),
        presence_penalty: one_of(noise, &[0.0, 0.0, 0.8, -1.5]),
        frequency_penalty: one_of(noise, &[0.0, 0.0, 0.4]),
        dry: DryParams {
            multiplier: one_of(noise, &[0.0, 0.0, 0.8]),
            allowed_length: 1,
            ..DryParams::default()
        },
        logit_bias: (0..one_of(noise, &[0, 0, 3, 70]))
            .map(|_| (noise.below(vocab + 2) as u32, noise.normal() * 4.0))
            .collect(),
        seed: noise.next_u64() >> one_of(noise, &[0, 40]),
        logprobs: match noise.below(4) {
            0 => LogprobsMode::Off,
            _ => LogprobsMode::Top(one_of(noise, &[0, 1, 2, 5, TOP_MAX as u32])),
        },
        min_tokens: 1000,
        max_tokens: 2000,
        stop_token_ids: stops,
        ..SamplingParams::default()
    };
    let mut state = DecodeState::new(prompt, params, &[]);
    for _ in 0..noise.below(5) {
        // Without a constraint every token is taken.
        let _ = state.accept(token(noise), usize::MAX);
    }
    let free = coin(noise, 4).then(|| free_edits(noise, vocab));
    let score = coin(noise, 6).then(|| noise.below(vocab + 1) as u32);
    let position = noise.below(1 << 20) as u32;
    let position = one_of(noise, &[position, u32::MAX]);
    Case { logits, state, free, score, position }
}

/// A row without edits on which the filters decide. Equal logits weigh 1 each, so that a share of
/// them is met exactly.
fn filtered(noise: &mut Noise, vocab: usize) -> Case {
    let kind = one_of(noise, &[0, 0, 1, 6, 8, 9]);
    let mut logits = logits(noise, vocab, kind);
    if kind == 6 {
        let kept = one_of(noise, &[4, 20, 100, 1000, 4000]);
        for logit in &mut logits {
            *logit = if noise.below(vocab) < kept { *logit } else { f32::NEG_INFINITY };
        }
    }
    let params = SamplingParams {
        temperature: one_of(noise, &[0.6, 1.0, 2.5]),
        top_k: one_of(noise, &[0, 0, 2, 8, 20, 64, 300, 1500]),
        top_p: one_of(noise, &[1.0, 0.9, 0.75, 0.5, 0.25]),
        min_p: one_of(noise, &[0.0, 0.05, 0.3, 0.5]),
        seed: noise.next_u64(),
        ..SamplingParams::default()
    };
    let position = noise.below(1 << 20) as u32;
    let state = DecodeState::new(vec![1], params, &[]);
    Case { logits, state, free: None, score: None, position }
}

/// Edits as no processor emits them today: a forced token, long lists, penalties of all kinds,
/// masks with few tokens.
fn free_edits(noise: &mut Noise, vocab: usize) -> LogitEdits {
    let mut edits = LogitEdits::default();
    let id = |noise: &mut Noise| noise.below(vocab + 3) as u32;
    for _ in 0..one_of(noise, &[0, 5, 2000]) {
        edits.bias.push((id(noise), noise.normal()));
        let (divide, subtract) = (one_of(noise, &[1.0, 1.7, 0.3]), noise.normal());
        edits.penalties.push(Penalty { token: id(noise), divide, subtract });
    }
    match noise.below(7) {
        0 => edits.forced = Some(id(noise)),
        1 => edits.bias.push((id(noise), f32::INFINITY)),
        2 => edits.bias.push((id(noise), f32::NEG_INFINITY)),
        3 => {
            let words: Vec<u32> = (0..noise.below(vocab.div_ceil(32) + 2))
                .map(|_| (noise.next_u64() & noise.next_u64() & noise.next_u64()) as u32)
                .collect();
            edits.restrict(vocab, &words);
        }
        // The first token of a chunk, which then is the one.
        4 => edits.bias.push((noise.below(vocab) as u32 / 256 * 256, 60.0)),
        _ => {}
    }
    edits
}

/// The edits of a case, as the pipeline makes them.
fn edits(case: &Case) -> LogitEdits {
    let mut edits = LogitEdits::default();
    match &case.free {
        Some(free) => edits.clone_from(free),
        None => {
            for (_, processor) in PROCESSORS {
                processor(&case.state, case.logits.len(), &mut edits);
            }
        }
    }
    edits
}

/// Result of the engine's pipeline, or of its parts where the edits are free.
fn wanted(case: &Case) -> Wanted {
    let (logits, position, params) = (&case.logits, case.position, case.state.params());
    let top_n = match params.logprobs {
        LogprobsMode::Off => None,
        LogprobsMode::Top(n) => Some(n),
    };
    if let (Some(_), None) = (&case.free, case.score) {
        let raw = arg_max(logits).ok_or(SampleError::Broken)?;
        let mut edited = logits.clone();
        edits(case).apply(&mut edited);
        let max = arg_max(&edited).ok_or(SampleError::NothingAllowed)?;
        let token = if max.logit == f32::NEG_INFINITY {
            None
        } else if params.temperature > 0.0 {
            let u = uniform(params.seed, position);
            Sampler::default().draw(&edited, max.logit, params, u)
        } else {
            Some(max.token)
        };
        let token = token.ok_or(SampleError::NothingAllowed)?;
        return Ok((token, top_n.map(|n| position_logprobs(logits, raw, token, n))));
    }
    let need = match case.score {
        Some(token) => RowNeed::Score { token, top_n: top_n.unwrap_or(0) },
        None => RowNeed::Pick(&case.state),
    };
    let mut outcomes = Vec::new();
    LogitsPipeline::default().run([LogitRow { logits, position, need }], &mut outcomes);
    match outcomes.remove(0) {
        Ok(outcome) => Ok((outcome.token, outcome.logprobs)),
        Err(EngineError::NanLogits { .. }) => Err(SampleError::Broken),
        Err(EngineError::NoTokenAllowed { .. }) => Err(SampleError::NothingAllowed),
        Err(_) => Err(SampleError::BadRow(u32::MAX)),
    }
}

/// Results of some of the cases on the device, in the order of `which`.
fn on_device(
    rig: &Rig,
    cases: &[Case],
    which: &[usize],
    vocab: usize,
) -> Result<Vec<SampleResult>, String> {
    let mut batch = Batch::new(vocab);
    let (mut all, mut rows_edits, mut masks) = (Vec::new(), 0, 0);
    for &i in which {
        let (case, edits) = (&cases[i], edits(&cases[i]));
        let params = case.state.params();
        let words: Option<Vec<u32>> = edits.allowed().map(|mask| {
            let bit = |t: usize| u32::from(mask.allows(t as u32)) << (t % 32);
            (0..vocab.div_ceil(32)).map(|w| (32 * w..32 * w + 32).map(bit).sum()).collect()
        });
        let request = Request {
            need: case.score.map_or(Need::Pick, Need::Score),
            seed: params.seed,
            position: case.position,
            temperature: params.temperature,
            top_k: params.top_k,
            top_p: params.top_p,
            min_p: params.min_p,
            bias: &edits.bias,
            penalties: &edits.penalties,
            allowed: words.as_deref(),
            forced: edits.forced,
            logprobs: match params.logprobs {
                LogprobsMode::Off => None,
                LogprobsMode::Top(n) => Some(n),
            },
        };
        batch.push(&request).map_err(text)?;
        all.extend_from_slice(&case.logits);
        rows_edits += edits.bias.len() + edits.penalties.len();
        masks += usize::from(words.is_some());
    }
    let rows = which.len();
    let limits = SampleLimits { rows, vocab, edits: rows_edits, masks };
    let mut memory = SampleMemory::new(&rig.device, limits).map_err(text)?;
    memory.upload(&rig.stream, &batch).map_err(text)?;
    let logits = rig.tensor(matrix(&all, [rows, 1, vocab])).map_err(text)?;
    // A result before and after the others must stay as it is.
    let size = size_of::<SampleResult>();
    let mut results = rig.slice(&vec![0xa5u8; (rows + 2) * size]).map_err(text)?;
    let mut run = || {
        let out = results.get_mut().slice_mut(size, rows)?;
        Sample::bind(&rig.device)?.run(&rig.stream, logits.view()?, &mut memory, out)
    };
    run().map_err(text)?;
    let ends: [Vec<u8>; 2] =
        [0, (rows + 1) * size].map(|at| rig.values(&results, at, size).unwrap_or_default());
    if ends.iter().any(|end| end.len() != size || end.iter().any(|&b| b != 0xa5)) {
        return Err("memory around the results was written".into());
    }
    let mut got = vec![SampleResult::zeroed(); rows];
    results.get().read(&rig.stream, size, &mut got).map_err(text)?;
    let mut after = vec![0.0; all.len()];
    rig.fetch(&logits, &mut crate::parity::rows::matrix_mut(&mut after, [rows, 1, vocab]))?;
    if all.iter().zip(&after).any(|(a, b)| a.to_bits() != b.to_bits()) {
        return Err("the logits were written".into());
    }
    Ok(got)
}

/// All cases against the CPU, then the same bits in other company.
fn compare(rig: &Rig, cases: &[Case], vocab: usize) -> Result<String, String> {
    let order: Vec<usize> = (0..cases.len()).collect();
    let got = on_device(rig, cases, &order, vocab)?;
    let (mut tokens, mut errors, mut logprobs, mut apart) = (0, 0, 0, 0);
    for (i, (case, got)) in cases.iter().zip(&got).enumerate() {
        let want = wanted(case);
        let differ = |what: String| {
            let params = SamplingParams { stop_token_ids: vec![], ..case.state.params().clone() };
            let row = (case.free.is_some(), case.score, case.position);
            Err(format!("row {i}: {what}; {row:?} {params:?}"))
        };
        if got.token() != want.as_ref().map(|(token, _)| *token).map_err(|e| *e) {
            return differ(format!("{:?}, expected {:?}", got.token(), want.map(|w| w.0)));
        }
        match want {
            Err(_) => errors += 1,
            Ok((_, None)) => {
                tokens += 1;
                if !got.logprob().is_nan() || got.rank() != 0 || got.top().next().is_some() {
                    return differ("log-probabilities that were not requested".into());
                }
            }
            Ok((_, Some(want))) => {
                tokens += 1;
                let top: Vec<_> = got.top().collect();
                let ids = |top: &[(u32, f32)]| top.iter().map(|t| t.0).collect::<Vec<_>>();
                let expected: Vec<_> = want.top.iter().map(|t| (t.token, t.logprob)).collect();
                if got.rank() != want.chosen.rank || ids(&top) != ids(&expected) {
                    return differ(format!("rank {} and {top:?}, expected {want:?}", got.rank()));
                }
                let pairs = top.iter().zip(&expected).map(|(a, b)| (a.1, b.1));
                for (a, b) in pairs.chain([(got.logprob(), want.chosen.logprob)]) {
                    logprobs += 1;
                    apart += usize::from(a.to_bits() != b.to_bits());
                    if !close(a, b) {
                        return differ(format!("log-probability {a}, expected {b}"));
                    }
                }
            }
        }
    }
    let bits = |results: &[SampleResult]| bytemuck::cast_slice::<_, u8>(results).to_vec();
    let reversed: Vec<usize> = order.iter().rev().copied().collect();
    let mut again = on_device(rig, cases, &reversed, vocab)?;
    again.reverse();
    if bits(&again) != bits(&got) {
        return Err("other bits in another order of rows".into());
    }
    for i in (0..cases.len()).step_by(cases.len().div_ceil(8)) {
        if bits(&on_device(rig, cases, &[i], vocab)?) != bits(&got[i..=i]) {
            return Err(format!("row {i} has other bits alone"));
        }
    }
    Ok(format!(
        "{tokens} tokens, {errors} errors, {apart} of {logprobs} log-probabilities 1 ulp apart"
    ))
}

/// Equal or neighbours; NaN only where NaN is expected.
fn close(a: f32, b: f32) -> bool {
    let neighbours = a.is_finite()
        && b.is_finite()
        && a.is_sign_negative() == b.is_sign_negative()
        && a.to_bits().abs_diff(b.to_bits()) <= 1;
    a == b || (a.is_nan() && b.is_nan()) || neighbours
}

/// Contradicting arguments are refused before any launch.
fn refusals(rig: &Rig) -> Result<String, String> {
    let limits = SampleLimits { rows: 2, vocab: 40, edits: 1, masks: 0 };
    let mut memory = SampleMemory::new(&rig.device, limits).map_err(text)?;
    let refused = |result: Result<(), CudaError>, what: &str| match result {
        Err(CudaError::BadLaunch { .. }) => Ok(()),
        other => Err(format!("{what}: {other:?}")),
    };
    let mut batch = Batch::new(40);
    for rows in 1..=3 {
        batch.push(&Request::default()).map_err(text)?;
        let uploaded = memory.upload(&rig.stream, &batch);
        match rows {
            3 => refused(uploaded, "three rows in room for two")?,
            _ => uploaded.map_err(text)?,
        }
    }
    let mut masked = Batch::new(40);
    for _ in 0..2 {
        let request = Request { allowed: Some(&[1]), bias: &[(0, 1.0)], ..Request::default() };
        masked.push(&request).map_err(text)?;
    }
    refused(memory.upload(&rig.stream, &masked), "masks without room")?;
    refused(memory.upload(&rig.stream, &Batch::new(41)), "another vocabulary")?;
    let logits = rig.tensor(matrix(&[0.0; 123], [3, 1, 41])).map_err(text)?;
    let mut results = rig.slice(&vec![SampleResult::zeroed(); 2]).map_err(text)?;
    let mut run = || {
        let out = results.get_mut().slice_mut(0, 2)?;
        Sample::bind(&rig.device)?.run(&rig.stream, logits.view()?, &mut memory, out)
    };
    refused(run(), "logits of another shape")?;
    let none = SampleLimits { vocab: 0, ..limits };
    refused(SampleMemory::new(&rig.device, none).map(|_| ()), "no vocabulary")?;
    Ok("refused".into())
}
