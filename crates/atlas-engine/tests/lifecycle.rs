//! Requests that end early or fail, and requests to an engine that is ending.

use atlas_core::{
    EngineError, FinishDetail, FinishReason, GenerateRequest, Limits, LogprobsMode, SamplingParams,
    SubmitError, TokenEngine, TokenEvent,
};
use atlas_engine::testing::{
    Collected, FakeModel, collect, fake_engine, fake_engine_with, hash_answer, small_limits,
};
use atlas_engine::{Chaos, EngineConfig, EngineHandle};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

const VOCAB: u32 = 64;

fn request(prompt: Vec<u32>, max_tokens: u32) -> GenerateRequest {
    GenerateRequest::new(prompt, SamplingParams::greedy(max_tokens))
}

fn engine(model: FakeModel) -> EngineHandle {
    fake_engine(model, small_limits()).expect("small pools")
}

fn settled(engine: &EngineHandle) {
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let s = engine.stats();
        if [s.running, s.waiting, s.slots_used, s.kv_blocks_used] == [0; 4] {
            return;
        }
        assert!(Instant::now() < deadline, "counts stay at {s:?}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// A model that computes one row of logits for each permit, and every row once the permits are
/// dropped.
fn model_with_permits() -> (FakeModel, mpsc::Sender<()>, Arc<AtomicU32>) {
    let (permits, receiver) = mpsc::channel::<()>();
    let receiver = std::sync::Mutex::new(receiver);
    let steps = Arc::new(AtomicU32::new(0));
    let counted = steps.clone();
    let model = FakeModel::new(VOCAB, move |prefix, logits| {
        counted.fetch_add(1, Ordering::SeqCst);
        let _ = receiver.lock().expect("one engine").recv();
        logits[prefix.len() % VOCAB as usize] = 9.0;
    });
    (model, permits, steps)
}

fn wait_for(steps: &AtomicU32, n: u32) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while steps.load(Ordering::SeqCst) < n {
        assert!(Instant::now() < deadline, "the model was not called {n} times");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_dropped_or_aborted_request_ends_within_one_step() {
    for by_drop in [true, false] {
        let (model, permits, steps) = model_with_permits();
        let engine = engine(model);
        let stream = engine.submit(request(vec![1, 2], 100)).expect("idle");
        for _ in 0..3 {
            permits.send(()).expect("the model receives");
        }
        wait_for(&steps, 4);
        let kept = if by_drop {
            drop(stream);
            None
        } else {
            engine.abort(stream.id());
            Some(stream)
        };
        // The running step finishes. Without permits to wait for, another would follow at once.
        drop(permits);
        settled(&engine);
        assert_eq!(steps.load(Ordering::SeqCst), 4, "a step ran after the request had ended");
        if let Some(stream) = kept {
            let got = collect(stream);
            assert_eq!(got.finished().detail, FinishDetail::Cancelled);
            assert!(got.tokens.len() <= 4);
        }
    }
}

#[test]
fn a_long_prompt_can_be_cancelled_between_its_chunks() {
    let limits = Limits { step_tokens_max: 4, chunk_tokens_max: 1, ..small_limits() };
    let (model, permits, steps) = model_with_permits();
    let engine = fake_engine(model, limits).expect("small pools");
    let mut slow = request((0..400).map(|i| i % VOCAB).collect(), 4);
    slow.sampling.prompt_logprobs = LogprobsMode::Top(0);
    let stream = engine.submit(slow).expect("idle");
    permits.send(()).expect("the model receives");
    wait_for(&steps, 2);
    drop(stream);
    drop(permits);
    settled(&engine);
    assert_eq!(
        steps.load(Ordering::SeqCst),
        2,
        "the prompt continued after its stream was dropped"
    );
}

#[test]
fn a_full_queue_refuses_without_waiting_for_the_step() {
    let (model, permits, steps) = model_with_permits();
    let limits = Limits { slot_count: 1, queue_len_max: 2, ..small_limits() };
    let engine = fake_engine(model, limits).expect("small pools");
    let first = engine.submit(request(vec![1], 1)).expect("idle");
    wait_for(&steps, 1);
    let waiting: Vec<_> = (0..2).map(|_| engine.submit(request(vec![1], 1))).collect();
    let begin = Instant::now();
    let refused = engine.submit(request(vec![1], 1));
    assert!(matches!(refused, Err(SubmitError::QueueFull { waiting: 2, .. })), "{refused:?}");
    assert!(begin.elapsed() < Duration::from_secs(5));
    assert_eq!((engine.stats().running, engine.stats().waiting), (1, 2));
    drop(permits);
    for stream in waiting.into_iter().map(|s| s.expect("room for two")).chain([first]) {
        assert_eq!(collect(stream).tokens.len(), 1);
    }
    settled(&engine);
}

#[test]
fn rows_without_a_token_fail_their_request_alone() {
    let model = FakeModel::new(VOCAB, |prefix, logits| {
        logits[1] = 1.0;
        match prefix {
            [7, .., 1] if prefix.len() > 4 => logits[5] = f32::NAN,
            [8, ..] if prefix.len() > 4 => logits.fill(f32::NEG_INFINITY),
            _ => {}
        }
    });
    let engine = engine(model);
    let streams = [7, 8, 9].map(|t| engine.submit(request(vec![t, 2, 3], 10)).expect("idle"));
    let [nan, banned, good] = streams.map(collect);
    assert_eq!(nan.end, Some(TokenEvent::Failed(EngineError::NanLogits { position: 5 })));
    let none = EngineError::NoTokenAllowed { position: 5 };
    assert_eq!(banned.end, Some(TokenEvent::Failed(none)));
    assert_eq!((nan.tokens.len(), banned.tokens.len(), good.tokens.len()), (2, 2, 10));
    settled(&engine);
    assert_eq!(engine.stats().finished_error, 2);
    assert!(engine.is_alive());
}

#[test]
fn a_panic_fails_every_stream_and_is_reported() {
    let model = FakeModel::new(VOCAB, |prefix, logits| {
        assert!(prefix.len() < 20, "the planted panic");
        std::thread::sleep(Duration::from_millis(2));
        logits[1] = 1.0;
    });
    let engine = engine(model);
    let streams: Vec<_> =
        (0..12).map(|i| engine.submit(request(vec![i, 2], 60)).expect("room")).collect();
    for stream in streams {
        let Some(TokenEvent::Failed(EngineError::Internal(message))) = collect(stream).end else {
            panic!("a stream did not fail with the engine");
        };
        assert!(message.contains("the planted panic"), "{message}");
    }
    assert!(!engine.join());
    assert!(!engine.is_alive());
    assert!(engine.failure().is_some_and(|f| f.contains("the planted panic")));
    settled(&engine);
    assert_eq!(engine.submit(request(vec![1], 1)).err(), Some(SubmitError::ShuttingDown));
}

#[test]
fn drain_finishes_accepted_requests_and_refuses_more() {
    let engine = engine(FakeModel::hash(VOCAB));
    let streams: Vec<_> =
        (0..12).map(|i| engine.submit(request(vec![i], 50)).expect("room")).collect();
    engine.drain();
    assert_eq!(engine.submit(request(vec![1], 1)).err(), Some(SubmitError::ShuttingDown));
    for (i, stream) in (0..).zip(streams) {
        assert_eq!(collect(stream).tokens, hash_answer(&[i], 50, VOCAB));
    }
    assert!(engine.join());
    assert!(!engine.is_alive() && engine.failure().is_none());
}

fn aborted(got: &Collected) {
    assert_eq!(got.finished().reason, FinishReason::Abort);
}

#[test]
fn shutdown_and_a_late_drain_abort() {
    for late_drain in [false, true] {
        let (model, permits, steps) = model_with_permits();
        let engine = engine(model);
        let streams: Vec<_> =
            (0..9).map(|i| engine.submit(request(vec![i], 400)).expect("room")).collect();
        wait_for(&steps, 1);
        if late_drain {
            engine.drain_until(Instant::now());
        } else {
            engine.shutdown();
        }
        drop(permits);
        streams.into_iter().map(collect).for_each(|got| aborted(&got));
        assert!(engine.join());
        settled(&engine);
    }
}

#[test]
fn dropping_the_last_handle_drains() {
    let engine = engine(FakeModel::hash(VOCAB));
    let stream = engine.submit(request(vec![3], 30)).expect("idle");
    drop(engine);
    assert_eq!(collect(stream).tokens, hash_answer(&[3], 30, VOCAB));
}

#[test]
fn deadlines_end_running_answers() {
    let model = FakeModel::new(VOCAB, |_, logits| {
        std::thread::sleep(Duration::from_millis(2));
        logits[1] = 1.0;
    });
    let engine = engine(model);
    let mut late = request(vec![1], 400);
    late.deadline = Some(Instant::now() + Duration::from_millis(60));
    let got = collect(engine.submit(late).expect("idle"));
    assert_eq!(got.finished().detail, FinishDetail::Deadline);
    assert_eq!(got.finished().reason, FinishReason::Length);
    assert!((1..200).contains(&got.tokens.len()), "{} tokens", got.tokens.len());
    assert_eq!(got.finished().usage.completion_tokens as usize, got.tokens.len());
    settled(&engine);
}

#[test]
fn sequences_end_at_the_longest_length() {
    let engine = engine(FakeModel::hash(VOCAB));
    let longest = small_limits().seq_len_max;
    let prompt: Vec<u32> = (0..longest - 3).map(|i| i % VOCAB).collect();
    let got = collect(engine.submit(request(prompt, 50)).expect("idle"));
    assert_eq!(got.tokens.len(), 3);
    assert_eq!(got.finished().detail, FinishDetail::SeqLen);
    let full = engine.submit(request(vec![1; longest as usize], 1)).err();
    assert!(matches!(full, Some(SubmitError::PromptTooLong { .. })));
}

/// Prompt scores are equal, complete and in order for every chunk size, with preemption, and beside
/// requests without scores.
#[test]
fn prompt_scores_survive_chunks_and_preemption() {
    let prompt: Vec<u32> = (0..150).map(|i| (i * 7) % VOCAB).collect();
    let mut expected: Option<Collected> = None;
    for (chunk, seed) in [(64, None), (1, None), (7, None), (7, Some(1)), (3, Some(2))] {
        let chaos = seed.map(|seed| Chaos { seed, preempt_per_mille: 100, random_chunks: true });
        let limits = Limits { chunk_tokens_max: chunk, ..small_limits() };
        let config = EngineConfig { chaos, ..EngineConfig::new(limits) };
        let engine = fake_engine_with(FakeModel::hash(VOCAB), config).expect("small pools");
        let mut scored = request(prompt.clone(), 12);
        scored.sampling.prompt_logprobs = LogprobsMode::Top(3);
        scored.sampling.logprobs = LogprobsMode::Top(2);
        let others: Vec<_> =
            (0..5).map(|i| engine.submit(request(vec![i; 90], 200)).expect("room")).collect();
        let mut got = collect(engine.submit(scored).expect("room"));
        let scores = got.prompt_logprobs.as_ref().expect("asked for");
        assert_eq!(scores.len(), prompt.len() - 1);
        assert!(scores.iter().zip(&prompt[1..]).all(|(s, &t)| s.chosen.token == t));
        assert!(scores.iter().all(|s| s.top.len() == 3));
        let usage = got.finished().usage;
        assert!(seed.is_none() || engine.stats().preemptions > 0);
        assert_eq!((usage.prompt_tokens, usage.completion_tokens), (150, 12));
        got.end = None;
        assert_eq!(expected.get_or_insert(got.clone()), &got, "chunks of {chunk}");
        drop(others);
    }
}

#[test]
fn a_prompt_of_one_token_has_no_scores() {
    let engine = engine(FakeModel::hash(VOCAB));
    let mut scored = request(vec![5], 2);
    scored.sampling.prompt_logprobs = LogprobsMode::Top(1);
    let got = collect(engine.submit(scored).expect("idle"));
    assert_eq!(got.prompt_logprobs, Some(vec![]));
    assert_eq!(got.tokens.len(), 2);
}
