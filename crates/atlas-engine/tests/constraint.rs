//! Constrained answers: masks, ends, rollback, preemption, defects of a constraint.

use atlas_core::{
    ClientId, EngineError, FinishDetail, FinishReason, GenerateRequest, Priority, SamplingParams,
    Settled, TokenEngine, TokenEvent,
};
use atlas_engine::sampling::{DecodeState, LogitRow, LogitsPipeline, Need};
use atlas_engine::testing::{
    FakeModel, ToyConstraint, collect, fake_engine, fake_engine_with, hash_answer, small_limits,
};
use atlas_engine::{Chaos, EngineConfig};

const VOCAB: u32 = 70;
const EOS: u32 = 69;

fn constrained(toy: &ToyConstraint, sampling: SamplingParams, eos: Vec<u32>) -> GenerateRequest {
    GenerateRequest {
        prompt: vec![1, 2, 3],
        sampling,
        eos_token_ids: eos,
        priority: Priority::default(),
        client: ClientId::default(),
        call: None,
        drafts: None,
        deadline: None,
        constraint: Some(Box::new(toy.clone())),
        cache: Default::default(),
    }
}

fn sets() -> Vec<Vec<u32>> {
    (0..12u32).map(|i| vec![i, i + 20, i + 40]).collect()
}

fn state(toy: ToyConstraint, params: SamplingParams, eos: &[u32]) -> DecodeState {
    DecodeState::new(vec![1, 2], params, eos).with_constraint(Box::new(toy), eos)
}

/// Tokens that the pipeline can pick, found by making each the most likely one.
fn pickable(state: &mut DecodeState) -> Vec<u32> {
    state.prepare_mask(VOCAB as usize);
    let mut pipeline = LogitsPipeline::new(VOCAB as usize);
    let picked = |token: u32| {
        let mut logits = vec![0.0; VOCAB as usize];
        logits[token as usize] = 5.0;
        let mut outcomes = Vec::new();
        let need = Need::Pick(state);
        pipeline.run([LogitRow { logits: &logits, position: 2, need }], &mut outcomes);
        outcomes[0].as_ref().is_ok_and(|outcome| outcome.token == token)
    };
    (0..VOCAB)
        .filter({
            let mut f = picked;
            move |t| f(*t)
        })
        .collect()
}

/// A constraint may replace a picked token by another one or by the end of the answer.
#[test]
fn picks_are_settled_by_the_constraint() {
    let answer = |settled| {
        let ends = matches!(settled, Some((_, Settled::End)));
        let may_stop_from = if ends { 3 } else { sets().len() };
        let toy = ToyConstraint { settled, may_stop_from, ..ToyConstraint::new(sets()) };
        let limits = small_limits();
        let engine = fake_engine(FakeModel::hash(VOCAB), limits).expect("an engine");
        let sampling = SamplingParams { max_tokens: 8, ..SamplingParams::greedy(8) };
        collect(engine.submit(constrained(&toy, sampling, vec![EOS])).expect("room"))
    };
    let plain = answer(None);
    assert_eq!(plain.tokens.len(), 8);
    let other = [3, 23, 43].into_iter().find(|t| *t != plain.tokens[3]).expect("another");
    let swapped = answer(Some((3, Settled::Token(other))));
    assert_eq!((&swapped.tokens[..3], swapped.tokens[3]), (&plain.tokens[..3], other));
    assert_eq!(swapped.tokens.len(), 8);
    let ended = answer(Some((3, Settled::End)));
    assert_eq!(ended.tokens[..3], plain.tokens[..3]);
    let Some(TokenEvent::Done(done)) = ended.end else { panic!("{:?}", ended.end) };
    assert_eq!((done.reason, done.detail), (FinishReason::Stop, FinishDetail::StopToken(EOS)));
}

#[test]
fn the_mask_is_what_can_be_picked() {
    let greedy = SamplingParams::greedy(50);
    let toy = ToyConstraint {
        may_stop_from: 2,
        ..ToyConstraint::new(vec![vec![4], vec![5, 64], vec![], vec![9]])
    };
    let mut s = state(toy, greedy, &[EOS]);
    assert_eq!(pickable(&mut s), [4]);
    s.accept(4, 99).expect("allowed");
    assert_eq!(pickable(&mut s), [5, 64]);
    s.accept(64, 99).expect("allowed");
    // Any token, and the end.
    assert_eq!(pickable(&mut s).len(), VOCAB as usize);
    assert!(!s.may_edit(), "a row without a restriction is not copied");
    s.accept(33, 99).expect("allowed");
    assert_eq!(pickable(&mut s), [9, EOS]);
    s.accept(9, 99).expect("allowed");
    assert_eq!(pickable(&mut s), [EOS]);
    assert_eq!(s.accept(EOS, 99), Ok(Some(FinishDetail::StopToken(EOS))));
}

#[test]
fn stop_ids_are_masked_until_the_answer_may_end() {
    let toy =
        ToyConstraint { may_stop_from: 2, ..ToyConstraint::new(vec![vec![], vec![4], vec![5]]) };
    let mut s = state(toy, SamplingParams::greedy(50), &[EOS]);
    // Any token but the end.
    assert_eq!(pickable(&mut s), (0..EOS).collect::<Vec<_>>());
    let rejected = s.clone().accept(EOS, 99);
    assert_eq!(rejected, Ok(Some(FinishDetail::StopToken(EOS))), "a set of any token takes it");
    s.accept(1, 99).expect("any token");
    assert!(matches!(
        s.clone().accept(EOS, 99),
        Err(EngineError::ConstraintRejected { position: 3, .. })
    ));
}

#[test]
fn rollback_includes_the_constraint() {
    let mut s = state(ToyConstraint::new(sets()), SamplingParams::greedy(50), &[EOS]);
    let mut masks = vec![];
    for token in 0..12 {
        masks.push(pickable(&mut s));
        s.accept(token, 99).expect("allowed");
    }
    assert_eq!(s.accept(EOS, 99), Ok(Some(FinishDetail::StopToken(EOS))));
    // The constraint never accepted the stop id, so it stays complete after the rollback.
    s.rollback(12).expect("kept");
    assert_eq!(pickable(&mut s), [EOS]);
    for len in [11, 7, 6, 0] {
        s.rollback(len).expect("kept");
        assert_eq!(pickable(&mut s), masks[len]);
    }
    let before = s.tokens().to_vec();
    assert!(matches!(s.accept(15, 99), Err(EngineError::ConstraintRejected { position: 2, .. })));
    assert_eq!((s.tokens().to_vec(), pickable(&mut s)), (before, masks[0].clone()));
}

/// `min_tokens` and `ignore_eos` hold only while another token may follow.
#[test]
fn a_complete_answer_ends_under_any_parameters() {
    let toy = ToyConstraint { may_stop_from: 1, ..ToyConstraint::new(vec![vec![4], vec![5]]) };
    for params in [
        SamplingParams { min_tokens: 9, ..SamplingParams::greedy(50) },
        SamplingParams { ignore_eos: true, ..SamplingParams::greedy(50) },
    ] {
        let mut s = state(toy.clone(), params, &[EOS]);
        s.accept(4, 99).expect("allowed");
        assert_eq!(pickable(&mut s), [5], "the answer may end, but need not");
        // The reason why no token may follow does not matter.
        let cut = ToyConstraint { ends_at: Some(1), ..toy.clone() };
        let mut early = state(cut, s.params().clone(), &[EOS]);
        early.accept(4, 99).expect("allowed");
        assert_eq!(pickable(&mut early), [EOS]);
        assert_eq!(early.accept(EOS, 99), Ok(Some(FinishDetail::StopToken(EOS))));
        s.accept(5, 99).expect("allowed");
        assert_eq!(pickable(&mut s), [EOS]);
        assert_eq!(s.accept(EOS, 99), Ok(Some(FinishDetail::StopToken(EOS))));
    }
    let mut s = state(toy, SamplingParams::greedy(50), &[]);
    assert_eq!(s.accept(4, 99), Ok(None));
    assert_eq!(s.accept(5, 99), Ok(Some(FinishDetail::ConstraintComplete)));
}

#[test]
fn a_mask_that_is_not_computed_is_an_error() {
    let s = state(ToyConstraint::new(sets()), SamplingParams::greedy(5), &[EOS]);
    let mut outcomes = Vec::new();
    let logits = vec![0.0; VOCAB as usize];
    let row = LogitRow { logits: &logits, position: 2, need: Need::Pick(&s) };
    LogitsPipeline::new(VOCAB as usize).run([row], &mut outcomes);
    assert!(matches!(outcomes[0], Err(EngineError::Internal(_))));
}

#[test]
fn the_memory_of_a_mask_is_reused() {
    let mut s = state(ToyConstraint::new(sets()), SamplingParams::greedy(50), &[EOS]);
    s.prepare_mask(VOCAB as usize);
    let at = s.mask().map(<[u32]>::as_ptr);
    for token in 0..11 {
        s.accept(token, 99).expect("allowed");
        s.prepare_mask(VOCAB as usize);
        assert_eq!(s.mask().map(<[u32]>::as_ptr), at);
    }
}

#[test]
fn answers_keep_their_form_under_preemption() {
    let model = || FakeModel::hash(VOCAB);
    let plain = fake_engine(model(), small_limits()).expect("small pools");
    let chaotic = |seed| {
        let chaos = Chaos { seed, preempt_per_mille: 300, random_chunks: true };
        let config = EngineConfig {
            depth: 1 + u32::from(seed.is_multiple_of(2)),
            chaos: Some(chaos),
            ..EngineConfig::new(small_limits())
        };
        fake_engine_with(model(), config).expect("small pools")
    };
    let toy = ToyConstraint::new(sets());
    let free = GenerateRequest {
        constraint: None,
        cache: Default::default(),
        ..constrained(&toy, SamplingParams::greedy(14), vec![])
    };
    for temperature in [0.0, 1.0] {
        let sampling = SamplingParams { temperature, seed: 5, ..SamplingParams::greedy(40) };
        let request = || constrained(&toy, sampling.clone(), vec![EOS]);
        let want = collect(plain.submit(request()).expect("idle"));
        assert_eq!(want.tokens.len(), 13);
        assert_eq!(want.finished().detail, FinishDetail::StopToken(EOS));
        for (token, set) in want.tokens.iter().zip(sets()) {
            assert!(set.contains(token), "{token} is not in {set:?}");
        }
        let mut preemptions = 0;
        for seed in 0..6 {
            let engine = chaotic(seed);
            let (a, b) = (engine.submit(request()), engine.submit(free.clone()));
            let (a, b) = (collect(a.expect("idle")), collect(b.expect("idle")));
            assert_eq!(a.tokens, want.tokens, "seed {seed}");
            assert_eq!(
                b.tokens,
                hash_answer(&[1, 2, 3], 14, VOCAB),
                "the answer beside it changed"
            );
            preemptions += a.finished().usage.preemptions;
        }
        assert!(preemptions > 0, "no request was preempted: the test proves nothing");
    }
}

/// A defect of a constraint ends its request with the position, and is counted; others continue.
#[test]
fn a_broken_constraint_fails_alone_and_is_counted() {
    let engine = fake_engine(FakeModel::hash(VOCAB), small_limits()).expect("small pools");
    let sampling = SamplingParams { logit_bias: vec![(60, 100.0)], ..SamplingParams::greedy(40) };
    let liar = ToyConstraint { lie: Some((3, 60)), ..ToyConstraint::new(sets()) };
    let failing = ToyConstraint { fails_at: Some(5), ..ToyConstraint::new(sets()) };
    let sound = ToyConstraint::new(sets());
    let streams = [&liar, &failing, &sound]
        .map(|toy| engine.submit(constrained(toy, sampling.clone(), vec![EOS])).expect("idle"));
    let ends = streams.map(|mut stream| {
        let mut tokens = 0;
        loop {
            match stream.blocking_next().expect("a terminal item") {
                TokenEvent::Token { .. } => tokens += 1,
                end => break (tokens, end),
            }
        }
    });
    assert!(matches!(
        &ends[0],
        (3, TokenEvent::Failed(EngineError::ConstraintRejected { position: 6, reason }))
            if reason.contains("token 60")
    ));
    assert!(matches!(
        &ends[1],
        (5, TokenEvent::Failed(EngineError::ConstraintFailed { position: 8, .. }))
    ));
    assert!(matches!(&ends[2], (13, TokenEvent::Done(done)) if done.reason == FinishReason::Stop));
    let stats = engine.stats();
    assert_eq!((stats.constraint_rejections, stats.finished_error), (1, 2));
}
