//! The device pipeline over a picker on the host gives the outcomes of the host pipeline.

use super::super::argmax::arg_max;
use super::super::decode_state::DecodeState;
use super::super::logprobs::position_logprobs;
use super::super::pipeline::{LogitRow, LogitsPipeline};
use super::super::rng::uniform;
use super::super::sample::Sampler;
use super::*;
use crate::testing::ToyConstraint;
use atlas_core::{SamplingParams, Settled};
use atlas_tensor::DeviceFault;
use atlas_tensor::device::sampling::LAUNCHES_MAX;

const VOCAB: usize = 64;

/// A request that owns its lists.
#[derive(Clone)]
struct Owned {
    request: SampleRequest<'static>,
    edits: LogitEdits,
}

/// A picker that computes on the host, with room for few rows and edits.
struct HostPicker {
    rows_max: usize,
    edits_max: usize,
    batch: Vec<Owned>,
    unread: VecDeque<Vec<Result<Sampled, SampleError>>>,
    /// Rows of each batch that ran.
    ran: std::sync::Arc<std::sync::Mutex<Vec<usize>>>,
}

impl HostPicker {
    fn new(
        rows_max: usize,
        edits_max: usize,
        ran: &std::sync::Arc<std::sync::Mutex<Vec<usize>>>,
    ) -> Self {
        let (batch, unread, ran) = (Vec::new(), VecDeque::new(), std::sync::Arc::clone(ran));
        Self { rows_max, edits_max, batch, unread, ran }
    }

    fn edits(&self) -> usize {
        self.batch.iter().map(|r| r.edits.bias.len() + r.edits.penalties.len()).sum()
    }
}

impl Picker for HostPicker {
    fn clear(&mut self) {
        self.batch.clear();
    }

    fn push(&mut self, r: &SampleRequest<'_>) -> Result<bool, DeviceFault> {
        let mut edits = LogitEdits::default();
        edits.bias.extend(r.bias);
        edits.penalties.extend(r.penalties);
        edits.forced = r.forced;
        if let Some(words) = r.allowed {
            edits.restrict(VOCAB, words);
        }
        let request = SampleRequest { bias: &[], penalties: &[], allowed: None, ..*r };
        self.batch.push(Owned { request, edits });
        let fits = self.batch.len() <= self.rows_max && self.edits() <= self.edits_max;
        if !fits {
            self.batch.pop();
        }
        Ok(fits)
    }

    fn len(&self) -> usize {
        self.batch.len()
    }

    fn upload(&mut self) {}

    fn launch(&mut self, logits: &Tensor<'_>) {
        assert_eq!(logits.rows(), self.batch.len());
        assert!(self.unread.len() < LAUNCHES_MAX);
        self.ran.lock().expect("no panic").push(self.batch.len());
        let rows = self.batch.iter().enumerate();
        self.unread.push_back(rows.map(|(i, row)| picked(logits.row_f32(i), row)).collect());
    }

    fn read(&mut self, out: &mut Vec<Result<Sampled, SampleError>>) {
        out.extend(self.unread.pop_front().expect("launched"));
    }

    fn picked(&self) -> Slice<'_, u32> {
        Slice::from(&[][..])
    }
}

fn picked(raw: &[f32], Owned { request, edits }: &Owned) -> Result<Sampled, SampleError> {
    let max = arg_max(raw).ok_or(SampleError::Broken)?;
    let token = match request.need {
        SampleNeed::Score(token) => token,
        SampleNeed::Pick => {
            let mut edited = raw.to_vec();
            edits.apply(&mut edited);
            let most = arg_max(&edited).ok_or(SampleError::NothingAllowed)?;
            let params = SamplingParams {
                temperature: request.temperature,
                top_k: request.top_k,
                top_p: request.top_p,
                min_p: request.min_p,
                ..SamplingParams::default()
            };
            let token = match most.logit {
                f32::NEG_INFINITY => None,
                _ if request.temperature > 0.0 => {
                    let u = uniform(request.seed, request.position);
                    Sampler::default().draw(&edited, most.logit, &params, u)
                }
                _ => Some(most.token),
            };
            token.ok_or(SampleError::NothingAllowed)?
        }
    };
    let Some(top_n) = request.logprobs else {
        return Ok(Sampled { token, logprob: f32::NAN, rank: 0, top: vec![] });
    };
    let found = position_logprobs(raw, max, token, top_n);
    let top = found.top.iter().map(|t| (t.token, t.logprob)).collect();
    Ok(Sampled { token, logprob: found.chosen.logprob, rank: found.chosen.rank, top })
}

/// A state of any kind: greedy or not, edited or not, constrained in each way.
fn state(rng: &mut fastrand::Rng) -> DecodeState {
    let params = SamplingParams {
        temperature: [0.0, 0.8][rng.usize(..2)],
        top_k: [0, 5][rng.usize(..2)],
        repetition_penalty: [1.0, 1.3][rng.usize(..2)],
        logit_bias: (0..rng.u32(..4)).map(|t| (t * 9, 2.0)).collect(),
        seed: rng.u64(..),
        logprobs: match rng.u32(..3) {
            0 => LogprobsMode::Off,
            n => LogprobsMode::Top(n * 2),
        },
        min_tokens: rng.u32(..2),
        stop_token_ids: vec![3, 5],
        ..SamplingParams::default()
    };
    let state = DecodeState::new(vec![1, 2, 3], params, &[0]);
    let kind = rng.u32(..6);
    if kind > 3 {
        return state;
    }
    let mut toy = ToyConstraint::new(vec![vec![7, 9, 40], vec![1]]);
    match kind {
        0 => toy.fails_at = Some(0),
        1 => toy.ends_at = Some(0),
        2 => toy.settled = Some((0, Settled::Token(9))),
        _ => {}
    }
    let mut state = state.with_constraint(Box::new(toy), &[0]);
    state.prepare_mask(VOCAB);
    state
}

/// Rows of every kind in batches of every size, compared with the host pipeline.
#[test]
fn outcomes_equal_those_of_the_host_for_any_room_in_a_batch() {
    let mut rng = fastrand::Rng::with_seed(1);
    let (mut redirected, mut failed, mut picked, mut launched) = (0, 0, 0, 0);
    for round in 0..300 {
        let count = rng.usize(..9);
        let states: Vec<DecodeState> = (0..count).map(|_| state(&mut rng)).collect();
        let logits: Vec<f32> = (0..count * VOCAB)
            .map(|_| if rng.u32(..2000) == 0 { f32::NAN } else { rng.f32() * 6.0 })
            .collect();
        let rows: Vec<RowWant<'_>> = states
            .iter()
            .map(|state| {
                let scored = Need::Score { token: rng.u32(..VOCAB as u32), top_n: rng.u32(..4) };
                let need = if rng.u32(..5) == 0 { scored } else { Need::Pick(state) };
                RowWant { position: rng.u32(..90), need }
            })
            .collect();
        let mut want = Vec::new();
        let on_host = rows.iter().zip(logits.chunks_exact(VOCAB)).map(|(row, logits)| LogitRow {
            logits,
            position: row.position,
            need: row.need,
        });
        LogitsPipeline::new(VOCAB).run(on_host, &mut want);
        let ran = std::sync::Arc::default();
        let (rows_max, edits_max) = (1 + rng.usize(..9), 8 + rng.usize(..9));
        let picker = HostPicker::new(rows_max, edits_max, &ran);
        let mut pipeline = DevicePipeline::new(Box::new(picker), VOCAB);
        let mut got = vec![Err(EngineError::ShuttingDown)];
        let on_device = Tensor::from_f32(&logits, &[count, VOCAB]);
        pipeline.prepare(&rows);
        // Rows that may be launched are launched twice and read later.
        let whole = count > 0 && pipeline.is_whole(&rows);
        if whole {
            launched += 1;
            pipeline.launch(&on_device, &rows);
            pipeline.prepare(&rows);
            pipeline.launch(&on_device, &rows);
            pipeline.read(&mut got);
            assert_eq!(got[1..], want, "round {round}: launched");
            got.truncate(1);
            pipeline.read(&mut got);
        } else {
            pipeline.run(&on_device, &rows, &mut got);
        }
        assert_eq!(got[1..], want, "round {round}: {rows_max} rows, {edits_max} edits");
        for (row, outcome) in rows.iter().zip(&want) {
            match (row.need, outcome) {
                (_, Err(_)) => failed += 1,
                (Need::Pick(state), Ok(found)) => {
                    picked += 1;
                    redirected += u32::from(state.redirect(1) == found.token);
                }
                _ => {}
            }
        }
        let ran = ran.lock().expect("no panic");
        assert!(ran.iter().all(|&n| n <= rows_max) && ran.iter().sum::<usize>() >= count);
    }
    assert!(launched > 20, "{launched}");
    assert!(picked > 400 && failed > 100 && redirected > 50, "{picked} {failed} {redirected}");
}

/// A row that exceeds the whole room fails; the others do not.
#[test]
fn a_row_without_room_fails_alone() {
    let params = SamplingParams {
        logit_bias: (0..20).map(|t| (t, 1.0)).collect(),
        temperature: 0.0,
        ..SamplingParams::default()
    };
    let wide = DecodeState::new(vec![1], params, &[]);
    let plain = DecodeState::new(vec![1], SamplingParams::greedy(4), &[]);
    let top_n = TOP_MAX as u32 + 1;
    let needs = [
        Need::Pick(&plain),
        Need::Pick(&wide),
        Need::Score { token: 1, top_n },
        Need::Pick(&plain),
    ];
    let rows = needs.map(|need| RowWant { position: 1, need });
    let logits: Vec<f32> = (0..4 * VOCAB).map(|i| (i % 7) as f32).collect();
    let ran = std::sync::Arc::default();
    let picker = HostPicker::new(8, 19, &ran);
    let mut pipeline = DevicePipeline::new(Box::new(picker), VOCAB);
    let mut got = Vec::new();
    pipeline.prepare(&rows);
    pipeline.run(&Tensor::from_f32(&logits, &[4, VOCAB]), &rows, &mut got);
    assert!(got[0].is_ok() && got[3].is_ok(), "{got:?}");
    for error in &got[1..3] {
        assert!(matches!(error, Err(EngineError::Internal(_))), "{error:?}");
    }
}
