//! What is noted of a request under way.

use super::format::{
    FORMAT, Outcome, Prior, RecordedChoice, RecordedEnd, RecordedEvent, RecordedPrompt, Recording,
};
use super::recorder::Recorder;
use crate::generation::choice::End;
use crate::generation::job::Job;
use crate::http::errors::ApiError;
use crate::ids::{self, Origin};
use atlas_core::{LogprobsMode, SamplingParams, TokenId};
use axum::body::Bytes;
use axum::http::StatusCode;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Most bytes of events that are kept of one request.
const EVENT_BYTES_MAX: usize = 64 << 20;

/// Where a request came from in time and chance, and what is noted of it. Cheap to clone; what was
/// noted is written when the last clone is dropped, however the request ended.
#[derive(Clone, Debug)]
pub struct Trace {
    pub origin: Origin,
    tape: Option<Arc<Tape>>,
}

#[derive(Debug)]
struct Tape {
    noted: Mutex<Noted>,
    /// What it is compared with, in a replay.
    replayed: Option<Arc<Recording>>,
    recorder: Option<Recorder>,
    /// Told of every token and event.
    progress: Notify,
}

#[derive(Debug)]
struct Noted {
    recording: Recording,
    /// Becomes part of the recording when it is written: it may be large.
    body: Bytes,
    /// The engine has taken the request: it is worth keeping.
    submitted: bool,
    event_bytes: usize,
}

impl Trace {
    /// A new request, noted if there is a recorder.
    pub fn new(route: &str, recorder: Option<&Recorder>) -> Self {
        let origin = Origin::fresh();
        let tape = recorder.map(|recorder| {
            let recording = empty(route, origin, recorder.setup());
            Arc::new(Tape::new(recording, None, Some(recorder.clone())))
        });
        Self { origin, tape }
    }

    /// A request that is run again.
    pub fn replaying(recording: Arc<Recording>) -> Self {
        let origin = recording.origin;
        let noted = empty(&recording.route, origin, recording.setup.clone());
        Self { origin, tape: Some(Arc::new(Tape::new(noted, Some(recording), None))) }
    }

    fn note(&self, note: impl FnOnce(&mut Noted)) {
        let Some(tape) = &self.tape else { return };
        note(&mut tape.lock());
        tape.progress.notify_waiters();
    }

    fn replayed(&self) -> Option<&Recording> {
        self.tape.as_ref()?.replayed.as_deref()
    }

    /// The body, once it has been read.
    pub fn body(&self, bytes: &Bytes) {
        self.note(|noted| noted.body = bytes.clone());
    }

    /// What of earlier responses the request refers to; `None` is nothing.
    pub fn prior(&self, prior: impl FnOnce() -> Option<Prior>) {
        self.note(|noted| noted.recording.prior = prior());
    }

    /// The engine has taken all choices of a request.
    pub fn submitted(&self, job: &Job) {
        self.note(|noted| {
            noted.submitted = true;
            let recording = &mut noted.recording;
            let prompt = |prompt: &crate::generation::job::Prompt| RecordedPrompt {
                tokens: prompt.tokens.clone(),
                sampling: sampling_json(&prompt.sampling),
                constrained: prompt.grammar.is_some(),
            };
            recording.prompts = job.prompts.iter().map(prompt).collect();
            for index in 0..job.choice_count() {
                // Tokens may have come already.
                let choice = choice(recording, index);
                choice.prompt = index / job.settings.n;
                choice.seed = job.seed_of(index);
            }
        });
    }

    /// A token of a choice was read.
    pub fn token(&self, index: u32, token: TokenId) {
        self.note(|noted| choice(&mut noted.recording, index).tokens.push(token));
    }

    /// A choice has ended.
    pub fn end(&self, index: u32, end: &End) {
        self.note(|noted| {
            choice(&mut noted.recording, index).end = Some(RecordedEnd {
                reason: end.reason.to_owned(),
                detail: end.detail.to_owned(),
                cached_tokens: end.cached_tokens,
                stored_tokens: end.stored_tokens,
            });
        });
    }

    /// Something was sent to the client.
    pub fn event(&self, choice: Option<u32>, data: &Bytes) {
        if data.is_empty() {
            return;
        }
        self.note(|noted| {
            noted.event_bytes = noted.event_bytes.saturating_add(data.len());
            if noted.event_bytes > EVENT_BYTES_MAX {
                noted.recording.events_cut = true;
                return;
            }
            let data = String::from_utf8_lossy(data).into_owned();
            noted.recording.events.push(RecordedEvent { choice, data });
        });
    }

    /// All of the answer was sent.
    pub fn complete(&self) {
        self.note(|noted| {
            if noted.recording.outcome != Outcome::Failed {
                noted.recording.outcome = Outcome::Complete;
            }
        });
    }

    /// The answer failed. A server that is stopped has not failed on it: that is a cancellation,
    /// and what the client is told of it is not noted.
    pub fn failed(&self, error: &ApiError) -> bool {
        if error.status == StatusCode::SERVICE_UNAVAILABLE {
            return false;
        }
        self.note(|noted| noted.recording.outcome = Outcome::Failed);
        true
    }

    /// As [`Self::failed`], for an answer that would have come whole.
    pub fn failed_whole(&self, error: ApiError) -> ApiError {
        if self.failed(&error) {
            let body = serde_json::to_vec(&error.body()).unwrap_or_default();
            self.event(None, &body.into());
        }
        error
    }

    /// The clock at the end of the answer, in seconds; in a replay, as it was.
    pub fn ended_unix_seconds(&self) -> u64 {
        let replayed = self.replayed().and_then(|r| r.ended_unix_seconds);
        let seconds = replayed.unwrap_or_else(ids::unix_seconds);
        self.note(|noted| noted.recording.ended_unix_seconds = Some(seconds));
        seconds
    }

    /// Tokens of the prompt that were reused and those that were stored, now or, in a replay,
    /// then.
    pub fn prompt_counts(&self, index: u32, now: (u64, u64)) -> (u64, u64) {
        self.recorded_end(index).map_or(now, |end| (end.cached_tokens, end.stored_tokens))
    }

    /// Whether a deadline ended this choice after `tokens` tokens. In a replay nothing else does.
    pub fn deadline_was_here(&self, index: u32, tokens: u64) -> bool {
        let Some(end) = self.recorded_end(index) else { return false };
        let recorded = self.replayed().and_then(|r| r.choices.get(index as usize));
        end.detail == "deadline" && recorded.is_some_and(|c| c.tokens.len() as u64 == tokens)
    }

    fn recorded_end(&self, index: u32) -> Option<&RecordedEnd> {
        self.replayed()?.choices.get(index as usize)?.end.as_ref()
    }

    /// Whether deadlines are those of a recording.
    pub fn is_replay(&self) -> bool {
        self.replayed().is_some()
    }

    /// What has been noted so far.
    pub fn noted(&self) -> Option<Recording> {
        self.tape.as_ref().map(|tape| tape.lock().recording.clone())
    }

    /// Returns once `enough` says so of what has been noted.
    pub async fn until(&self, enough: impl Fn(&Recording) -> bool) {
        let Some(tape) = &self.tape else { return };
        loop {
            let progress = tape.progress.notified();
            tokio::pin!(progress);
            // Enabled before the look, so that nothing after it is missed.
            progress.as_mut().enable();
            if enough(&tape.lock().recording) {
                return;
            }
            progress.await;
        }
    }
}

impl Tape {
    fn new(
        recording: Recording,
        replayed: Option<Arc<Recording>>,
        recorder: Option<Recorder>,
    ) -> Self {
        let body = Bytes::new();
        let noted = Mutex::new(Noted { recording, body, submitted: false, event_bytes: 0 });
        Self { noted, replayed, recorder, progress: Notify::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Noted> {
        // A panic while something was noted leaves at worst a recording without it.
        self.noted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Tape {
    fn drop(&mut self) {
        let Some(recorder) = self.recorder.take() else { return };
        let noted = self.noted.get_mut().unwrap_or_else(PoisonError::into_inner);
        if noted.submitted {
            let hollow = empty("", noted.recording.origin, RawValue::NULL.to_owned());
            let recording = std::mem::replace(&mut noted.recording, hollow);
            recorder.keep(recording, std::mem::take(&mut noted.body));
        }
    }
}

fn choice(recording: &mut Recording, index: u32) -> &mut RecordedChoice {
    let index = index as usize;
    if recording.choices.len() <= index {
        recording.choices.resize_with(index + 1, RecordedChoice::default);
    }
    &mut recording.choices[index]
}

fn empty(route: &str, origin: Origin, setup: Box<RawValue>) -> Recording {
    Recording {
        atlas_recording: FORMAT,
        setup,
        route: route.to_owned(),
        origin,
        request: RawValue::NULL.to_owned(),
        prior: None,
        prompts: Vec::new(),
        choices: Vec::new(),
        events: Vec::new(),
        events_cut: false,
        outcome: Outcome::Cancelled,
        ended_unix_seconds: None,
    }
}

/// Every sampling setting under its name.
fn sampling_json(params: &SamplingParams) -> Map<String, Value> {
    // Taken apart, so that a new setting cannot be left out.
    let SamplingParams {
        temperature,
        top_k,
        top_p,
        min_p,
        presence_penalty,
        frequency_penalty,
        repetition_penalty,
        dry,
        logit_bias,
        seed,
        logprobs,
        prompt_logprobs,
        stop_token_ids,
        ignore_eos,
        min_tokens,
        max_tokens,
    } = params;
    let count = |mode: &LogprobsMode| match mode {
        LogprobsMode::Off => None,
        LogprobsMode::Top(k) => Some(*k),
    };
    let all = json!({
        "temperature": temperature, "top_k": top_k, "top_p": top_p, "min_p": min_p,
        "presence_penalty": presence_penalty, "frequency_penalty": frequency_penalty,
        "repetition_penalty": repetition_penalty,
        "dry_multiplier": dry.multiplier, "dry_base": dry.base,
        "dry_allowed_length": dry.allowed_length, "dry_range": dry.range,
        "dry_breakers": dry.breakers,
        "logit_bias": logit_bias, "seed": seed,
        "logprobs": count(logprobs), "prompt_logprobs": count(prompt_logprobs),
        "stop_token_ids": stop_token_ids, "ignore_eos": ignore_eos,
        "min_tokens": min_tokens, "max_tokens": max_tokens,
    });
    match all {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}
