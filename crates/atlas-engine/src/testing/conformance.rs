//! Conformance of a [`TokenEngine`]: laws that hold for every engine and model.

use atlas_core::{
    EngineStats, FinishDetail, FinishReason, Finished, GenerateRequest, PositionLogprobs,
    SamplingParams, SubmitError, TokenEngine, TokenEvent, TokenId, TokenStream,
};
use std::time::{Duration, Instant};

/// Events of a stream that was read to its end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Collected {
    pub tokens: Vec<TokenId>,
    pub logprobs: Vec<Option<PositionLogprobs>>,
    pub prompt_logprobs: Option<Vec<PositionLogprobs>>,
    /// Terminal item.
    pub end: Option<TokenEvent>,
}

impl Collected {
    /// Returns the terminal item of a successful stream; panics on any other.
    pub fn finished(&self) -> Finished {
        match &self.end {
            Some(TokenEvent::Done(finished)) => *finished,
            other => panic!("the stream ended with {other:?}"),
        }
    }
}

/// Reads a stream to its end, on a thread outside an async runtime. Panics if events are out of
/// order.
pub fn collect(mut stream: TokenStream) -> Collected {
    let mut all = Collected::default();
    while let Some(event) = stream.blocking_next() {
        assert!(all.end.is_none(), "{event:?} after the terminal item");
        match event {
            TokenEvent::PromptLogprobs(scores) => {
                assert!(all.tokens.is_empty(), "prompt log-probabilities after a token");
                assert!(all.prompt_logprobs.is_none(), "prompt log-probabilities twice");
                all.prompt_logprobs = Some(scores);
            }
            TokenEvent::Token { token, logprobs } => {
                all.tokens.push(token);
                all.logprobs.push(logprobs);
            }
            end @ (TokenEvent::Done(_) | TokenEvent::Failed(_)) => all.end = Some(end),
        }
    }
    assert!(all.end.is_some(), "the stream ended without a terminal item");
    all
}

fn request(prompt: Vec<TokenId>, max_tokens: u32) -> GenerateRequest {
    GenerateRequest::new(
        prompt,
        SamplingParams { ignore_eos: true, ..SamplingParams::greedy(max_tokens) },
    )
}

/// Checks the laws of [`TokenEngine`] on an idle engine whose vocabulary has at least 8 tokens and
/// whose longest sequence holds at least 64. Panics on the first broken law.
pub fn conformance(engine: &dyn TokenEngine) {
    settle(engine, "at the start");
    lengths_and_usage(engine);
    refusals(engine);
    answers_do_not_depend_on_the_batch(engine);
    dropping_a_stream_aborts(engine);
    abort_ends_with_a_terminal_item(engine);
    deadlines_end_answers(engine);
    the_queue_is_bounded(engine);
}

/// Waits until no request runs, is queued or holds memory.
fn settle(engine: &dyn TokenEngine, when: &str) -> EngineStats {
    let deadline = Instant::now() + Duration::from_secs(30);
    loop {
        let stats = engine.stats();
        let held = [stats.running, stats.waiting, stats.slots_used, stats.kv_blocks_used];
        if held == [0; 4] {
            return stats;
        }
        assert!(Instant::now() < deadline, "{when}: counts stay at {stats:?}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn submit(engine: &dyn TokenEngine, request: GenerateRequest) -> TokenStream {
    match engine.submit(request) {
        Ok(stream) => stream,
        Err(error) => panic!("an idle engine refused a request: {error}"),
    }
}

fn lengths_and_usage(engine: &dyn TokenEngine) {
    for max_tokens in [1, 2, 17] {
        let got = collect(submit(engine, request(vec![1, 2, 3], max_tokens)));
        let finished = got.finished();
        assert_eq!(got.tokens.len() as u32, max_tokens);
        assert_eq!(finished.reason, FinishReason::Length);
        assert_eq!(finished.detail, FinishDetail::MaxTokens);
        assert_eq!(finished.usage.prompt_tokens, 3);
        assert_eq!(finished.usage.completion_tokens, max_tokens);
        assert!(finished.queue_seconds >= 0.0);
    }
    // A token of the first answer, as a stop token, ends the second answer at that token.
    let open = collect(submit(engine, request(vec![4, 5], 8)));
    let mut stopped = request(vec![4, 5], 8);
    stopped.sampling.stop_token_ids = vec![open.tokens[3]];
    let got = collect(submit(engine, stopped));
    let at = open.tokens.iter().position(|&t| t == open.tokens[3]).map_or(0, |at| at + 1);
    assert_eq!(got.tokens, open.tokens[..at]);
    assert_eq!(got.finished().reason, FinishReason::Stop);
    assert_eq!(got.finished().detail, FinishDetail::StopToken(open.tokens[3]));
    settle(engine, "after plain requests");
}

fn refusals(engine: &dyn TokenEngine) {
    assert_eq!(engine.submit(request(vec![], 1)).err(), Some(SubmitError::EmptyPrompt));
    let huge = engine.submit(request(vec![1; 4 << 20], 1)).err();
    assert!(matches!(huge, Some(SubmitError::PromptTooLong { .. })), "{huge:?}");
    let foreign = engine.submit(request(vec![TokenId::MAX], 1)).err();
    assert!(matches!(foreign, Some(SubmitError::TokenOutOfRange { .. })), "{foreign:?}");
    settle(engine, "after refusals");
}

fn answers_do_not_depend_on_the_batch(engine: &dyn TokenEngine) {
    let prompts: Vec<Vec<TokenId>> = (1..6).map(|i| vec![i % 8; i as usize * 3]).collect();
    let alone: Vec<_> =
        prompts.iter().map(|p| collect(submit(engine, request(p.clone(), 20))).tokens).collect();
    let streams: Vec<_> =
        prompts.iter().map_while(|p| engine.submit(request(p.clone(), 20)).ok()).collect();
    assert!(!streams.is_empty(), "an idle engine took no request");
    for (stream, alone) in streams.into_iter().zip(&alone) {
        assert_eq!(&collect(stream).tokens, alone);
    }
    settle(engine, "after concurrent requests");
}

fn dropping_a_stream_aborts(engine: &dyn TokenEngine) {
    let before = engine.stats();
    let mut read = submit(engine, request(vec![1, 2, 3], 40));
    let first = read.blocking_next();
    assert!(matches!(first, Some(TokenEvent::Token { .. })), "{first:?}");
    drop(read);
    drop(engine.submit(request(vec![3; 20], 40)));
    let after = settle(engine, "after streams were dropped");
    let ended =
        |s: &EngineStats| s.finished_abort + s.finished_length + s.finished_stop + s.finished_error;
    // A request whose stream is dropped before the engine takes it may not be counted.
    assert!((1..=2).contains(&(ended(&after) - ended(&before))), "{before:?} {after:?}");
}

fn abort_ends_with_a_terminal_item(engine: &dyn TokenEngine) {
    let stream = submit(engine, request(vec![1, 2], 60));
    engine.abort(stream.id());
    let got = collect(stream);
    if got.tokens.len() < 60 {
        assert_eq!(got.finished().reason, FinishReason::Abort);
        assert_eq!(got.finished().detail, FinishDetail::Cancelled);
    }
    engine.abort(atlas_core::RequestId(u64::MAX));
    settle(engine, "after an abort");
}

fn deadlines_end_answers(engine: &dyn TokenEngine) {
    let mut late = request(vec![1, 2], 60);
    late.deadline = Some(Instant::now());
    let finished = collect(submit(engine, late)).finished();
    assert_eq!((finished.reason, finished.detail), (FinishReason::Length, FinishDetail::Deadline));
    settle(engine, "after a deadline");
}

fn the_queue_is_bounded(engine: &dyn TokenEngine) {
    let mut streams = Vec::new();
    let refused = (0..100_000).find_map(|i| match engine.submit(request(vec![1 + i % 7], 60)) {
        Ok(stream) => {
            streams.push(stream);
            None
        }
        Err(error) => Some(error),
    });
    match refused {
        Some(SubmitError::QueueFull { waiting, retry_after_seconds }) => {
            assert!(waiting > 0 && retry_after_seconds > 0);
        }
        other => panic!("100000 requests at once and no full queue: {other:?}"),
    }
    let kept = streams.pop();
    drop(streams);
    if let Some(kept) = kept {
        assert_eq!(collect(kept).tokens.len(), 60);
    }
    settle(engine, "after a full queue");
    assert_eq!(collect(submit(engine, request(vec![2], 3))).tokens.len(), 3);
    settle(engine, "at the end");
}
