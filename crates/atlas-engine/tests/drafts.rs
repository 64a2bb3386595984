//! Drafts change the speed of an answer and nothing else: tokens, log-probabilities and ends are
//! those without drafts, whatever is proposed, for every kind of request.

use atlas_core::{
    ClientId, EngineStats, FinishReason, GenerateRequest, LogprobsMode, Priority, SamplingParams,
    TokenEngine, TokenEvent, TokenId,
};
use atlas_engine::testing::{
    Collected, FakeModel, ToyConstraint, Unreliable, collect, fake_engine_with, small_limits,
};
use atlas_engine::{Chaos, EngineConfig, Ngram, Proposer, TestFault};
use std::sync::Arc;

const VOCAB: u32 = 70;
const EOS: u32 = 69;
/// Requests of an engine, and engines.
const REQUESTS: usize = 40;
const ROUNDS: u64 = 56;

fn request(rng: &mut fastrand::Rng) -> GenerateRequest {
    let max_tokens = rng.u32(1..40);
    let mut sampling = SamplingParams::greedy(max_tokens);
    if rng.bool() {
        sampling.temperature = 0.3 + 1.5 * rng.f32();
        sampling.top_k = if rng.bool() { 0 } else { rng.u32(1..30) };
        sampling.top_p = if rng.bool() { 1.0 } else { 0.8 };
        sampling.min_p = if rng.bool() { 0.0 } else { 0.05 };
        sampling.seed = rng.u64(..);
    }
    match rng.u32(0..6) {
        0 => sampling.repetition_penalty = 1.3,
        1 => (sampling.presence_penalty, sampling.frequency_penalty) = (0.5, 0.7),
        2 => sampling.dry.multiplier = 0.8,
        3 => sampling.logit_bias = vec![(rng.u32(0..VOCAB), 2.0), (rng.u32(0..VOCAB), -4.0)],
        _ => {}
    }
    if rng.u32(0..3) == 0 {
        sampling.stop_token_ids = (0..3).map(|_| rng.u32(0..VOCAB)).collect();
    }
    sampling.min_tokens = if rng.u32(0..3) == 0 { rng.u32(0..=max_tokens) } else { 0 };
    sampling.logprobs = if rng.bool() { LogprobsMode::Top(2) } else { LogprobsMode::Off };
    sampling.ignore_eos = rng.bool();
    let constraint = (rng.u32(0..3) == 0).then(|| {
        let sets = (0..rng.usize(1..30))
            .map(|_| (0..rng.usize(1..12)).map(|_| rng.u32(0..VOCAB - 1)).collect())
            .collect();
        let toy = ToyConstraint::new(sets);
        Box::new(ToyConstraint { may_stop_from: rng.usize(0..30), ..toy }) as _
    });
    GenerateRequest {
        prompt: (0..rng.usize(1..60)).map(|_| rng.u32(0..VOCAB)).collect(),
        sampling,
        eos_token_ids: vec![EOS],
        priority: Priority::default(),
        client: ClientId::default(),
        call: None,
        drafts: None,
        deadline: None,
        constraint,
        cache: Default::default(),
    }
}

/// The answers to requests, a few of them at a time.
fn answers(config: EngineConfig, requests: &[GenerateRequest]) -> (Vec<Collected>, EngineStats) {
    let engine = fake_engine_with(FakeModel::hash(VOCAB), config).expect("an engine");
    let mut all = Vec::new();
    for part in requests.chunks(10) {
        let streams: Vec<_> = part
            .iter()
            .map(|r| {
                engine.submit(r.clone()).unwrap_or_else(|e| panic!("{e}: {:?}", engine.failure()))
            })
            .collect();
        all.extend(streams.into_iter().map(collect));
    }
    let stats = engine.stats();
    engine.shutdown();
    engine.join();
    (all, stats)
}

/// An answer as a client sees it, without the time that it waited and what was cached for it.
fn seen(answer: &Collected) -> (Vec<TokenId>, String, String) {
    let end = match &answer.end {
        Some(TokenEvent::Done(end)) => format!("{:?} {:?}", end.reason, end.detail),
        other => format!("{other:?}"),
    };
    (answer.tokens.clone(), format!("{:?}", answer.logprobs), end)
}

/// Answers that differ from those without drafts, over many rounds; with the drafts that were
/// accepted and rejected.
fn differences(rounds: u64, fault: Option<TestFault>) -> (usize, u64, u64) {
    let (mut differ, mut accepted, mut rejected) = (0, 0, 0);
    for seed in 0..rounds {
        let mut rng = fastrand::Rng::with_seed(seed);
        let requests: Vec<_> = (0..REQUESTS).map(|_| request(&mut rng)).collect();
        let (expected, _) = answers(EngineConfig::new(small_limits()), &requests);
        let texts = requests.iter().zip(&expected).map(|(request, answer)| {
            let tokens = request.prompt.iter().chain(&answer.tokens).copied();
            (request.prompt.len(), tokens.collect())
        });
        let proposer: Arc<dyn atlas_engine::Propose> = match seed % 8 {
            7 => Arc::new(Ngram { least: 1, most: 3 }),
            _ => Arc::new(Unreliable::new(texts.collect(), VOCAB)),
        };
        let mut limits = small_limits();
        limits.drafts_max = 1 + seed as u32 % 7;
        limits.chunk_tokens_max = rng.u32(1..48);
        limits.kv_block_count = 40;
        let chaos = Chaos { seed, preempt_per_mille: 60, random_chunks: rng.bool() };
        let config = EngineConfig {
            depth: 1 + seed as u32 % 2,
            proposer: Some(Proposer::Tokens(proposer)),
            chaos: (seed % 3 == 0).then_some(chaos),
            adapts_drafts: seed % 5 == 0,
            test_fault: fault,
            ..EngineConfig::new(limits)
        };
        let (got, stats) = answers(config, &requests);
        differ += expected.iter().zip(&got).filter(|(a, b)| seen(a) != seen(b)).count();
        accepted += stats.accepted.iter().sum::<u64>();
        rejected += stats.drafted.iter().sum::<u64>() - stats.accepted.iter().sum::<u64>();
    }
    (differ, accepted, rejected)
}

#[test]
fn answers_are_those_without_drafts() {
    let (differ, accepted, rejected) = differences(ROUNDS, None);
    let cases = ROUNDS as usize * REQUESTS;
    println!("{cases} answers, {accepted} drafts accepted, {rejected} rejected");
    assert_eq!(differ, 0, "of {cases} answers");
    assert!(accepted > 4_000 && rejected > 4_000, "{accepted} and {rejected}");
}

#[test]
fn planted_faults_change_answers() {
    for fault in [
        TestFault::RejectedDraftsStay,
        TestFault::DraftsShareMask,
        TestFault::PenaltiesCountRejected,
    ] {
        let (differ, ..) = differences(8, Some(fault));
        println!("{fault:?}: {differ} answers differ");
        assert!(differ > 0, "{fault:?} changed no answer");
    }
}

/// A request may have fewer drafts than the engine verifies, and none.
#[test]
fn a_request_bounds_its_drafts() {
    let mut limits = small_limits();
    limits.drafts_max = 4;
    for (drafts, most) in [(Some(0), 0), (Some(1), 1), (Some(9), 4), (None, 4)] {
        let config = EngineConfig {
            proposer: Some(Proposer::Tokens(Arc::new(Always))),
            ..EngineConfig::new(limits.clone())
        };
        let mut rng = fastrand::Rng::with_seed(1);
        let sampling = SamplingParams { ignore_eos: true, ..SamplingParams::greedy(30) };
        let one = GenerateRequest { drafts, sampling, constraint: None, ..request(&mut rng) };
        let (_, stats) = answers(config, &[one]);
        let places = stats.drafted.iter().filter(|&&count| count > 0).count();
        assert_eq!(places, most, "{drafts:?}");
    }
}

/// Proposes as much as it is asked for.
struct Always;

impl atlas_engine::Propose for Always {
    fn propose(&self, _: &[TokenId], _: usize, most: usize, drafts: &mut Vec<TokenId>) {
        drafts.extend((0..most as u32).map(|i| i % VOCAB));
    }
}

/// Pearson's statistic of tokens that were sampled under speculation, against the distribution
/// without it.
#[test]
fn samples_have_the_distribution_of_the_model() {
    const TOKENS: usize = 16;
    const SAMPLES: usize = 100_000;
    // The 99.9th percentile of chi-square with 15 degrees of freedom.
    const MOST: f64 = 37.7;
    let logits: [f32; TOKENS] = std::array::from_fn(|i| (i * 7 % 16) as f32 * 0.3);
    for temperature in [0.5f32, 1.0, 1.7] {
        let model = FakeModel::new(TOKENS as u32, move |_, row| row.copy_from_slice(&logits));
        let mut limits = small_limits();
        limits.drafts_max = 5;
        let config = EngineConfig {
            proposer: Some(Proposer::Tokens(Arc::new(Guess))),
            ..EngineConfig::new(limits)
        };
        let engine = fake_engine_with(model, config).expect("an engine");
        let (mut counts, mut seed) = ([0u64; TOKENS], 0u64);
        while counts.iter().sum::<u64>() < SAMPLES as u64 {
            let streams: Vec<_> = (0..8)
                .map(|_| {
                    seed += 1;
                    let sampling = SamplingParams {
                        temperature,
                        seed,
                        ignore_eos: true,
                        ..SamplingParams::greedy(400)
                    };
                    let mut rng = fastrand::Rng::with_seed(seed);
                    let prompt = vec![rng.u32(0..TOKENS as u32)];
                    let plain = GenerateRequest { constraint: None, ..request(&mut rng) };
                    engine.submit(GenerateRequest { prompt, sampling, ..plain }).expect("room")
                })
                .collect();
            for stream in streams {
                let answer = collect(stream);
                assert_eq!(answer.finished().reason, FinishReason::Length);
                answer.tokens.iter().for_each(|&token| counts[token as usize] += 1);
            }
        }
        let stats = engine.stats();
        let accepted = stats.accepted.iter().sum::<u64>();
        assert!(accepted > 5_000, "{accepted} drafts were accepted");
        let weights = logits.map(|logit| f64::from(logit / temperature).exp());
        let (all, sum) = (counts.iter().sum::<u64>() as f64, weights.iter().sum::<f64>());
        let statistic: f64 = counts
            .iter()
            .zip(weights)
            .map(|(&count, weight)| {
                let expected = all * weight / sum;
                (count as f64 - expected).powi(2) / expected
            })
            .sum();
        println!("temperature {temperature}: {statistic:.1} of {all} samples, {accepted} accepted");
        assert!(statistic < MOST, "temperature {temperature}: {statistic}");
        engine.shutdown();
        engine.join();
    }
}

/// Guesses likely and unlikely tokens.
struct Guess;

impl atlas_engine::Propose for Guess {
    fn propose(&self, tokens: &[TokenId], _: usize, most: usize, drafts: &mut Vec<TokenId>) {
        let seed = tokens.iter().fold(7, |s: u64, &t| s.wrapping_mul(31).wrapping_add(t.into()));
        let mut rng = fastrand::Rng::with_seed(seed);
        drafts.extend((0..most).map(|_| if rng.bool() { 9 } else { rng.u32(0..16) }));
    }
}
