//! The trace of a running request: its origin, and what a recording keeps of it.

use super::format::{
    FORMAT, Outcome, Prior, RecordedChoice, RecordedEnd, RecordedEvent, RecordedPrompt, Recording,
};
use super::recorder::Recorder;
use crate::http::errors::ApiError;
use crate::ids::{self, Origin};
use atlas_core::TokenId;
use axum::body::Bytes;
use axum::http::StatusCode;
use serde_json::value::RawValue;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Most bytes of events that a recording keeps.
const EVENT_BYTES_MAX: usize = 64 << 20;

/// Prompts of a request, and the prompt and seed of each choice.
#[derive(Debug)]
pub struct Submitted {
    pub prompts: Vec<RecordedPrompt>,
    /// Index of the prompt and seed, in the order of the choices.
    pub choices: Vec<(u32, u64)>,
}

/// The origin of a request and its growing recording. Cheap to clone. The recording is written
/// when the last clone is dropped, however the request ended.
#[derive(Clone, Debug)]
pub struct Trace {
    pub origin: Origin,
    draft: Option<Arc<Draft>>,
}

#[derive(Debug)]
struct Draft {
    noted: Mutex<Noted>,
    /// The recording that a replay is compared with.
    replayed: Option<Arc<Recording>>,
    recorder: Option<Recorder>,
    /// Notified at every token and event.
    progress: Notify,
}

#[derive(Debug)]
struct Noted {
    recording: Recording,
    /// Added to the recording when it is written, since it may be large.
    body: Bytes,
    /// Whether the engine has accepted the request; others are not kept.
    submitted: bool,
    event_bytes: usize,
}

impl Trace {
    /// A new request, recorded if there is a recorder.
    pub fn new(route: &str, recorder: Option<&Recorder>) -> Self {
        let origin = Origin::fresh();
        let draft = recorder.map(|recorder| {
            let recording = empty(route, origin, recorder.setup());
            Arc::new(Draft::new(recording, None, Some(recorder.clone())))
        });
        Self { origin, draft }
    }

    /// The replay of a recorded request.
    pub fn replaying(recording: Arc<Recording>) -> Self {
        let origin = recording.origin;
        let noted = empty(&recording.route, origin, recording.setup.clone());
        Self { origin, draft: Some(Arc::new(Draft::new(noted, Some(recording), None))) }
    }

    fn note(&self, note: impl FnOnce(&mut Noted)) {
        let Some(draft) = &self.draft else { return };
        note(&mut draft.lock());
        draft.progress.notify_waiters();
    }

    fn replayed(&self) -> Option<&Recording> {
        self.draft.as_ref()?.replayed.as_deref()
    }

    /// Notes the body, once it has been read.
    pub fn body(&self, bytes: &Bytes) {
        self.note(|noted| noted.body = bytes.clone());
    }

    /// Notes the items of earlier responses that the request refers to.
    pub fn prior(&self, prior: impl FnOnce() -> Option<Prior>) {
        self.note(|noted| noted.recording.prior = prior());
    }

    /// Notes that the engine has accepted all choices of the request.
    pub fn submitted(&self, describe: impl FnOnce() -> Submitted) {
        self.note(|noted| {
            noted.submitted = true;
            let Submitted { prompts, choices } = describe();
            noted.recording.prompts = prompts;
            for (index, (prompt, seed)) in (0..).zip(choices) {
                // The choice may have tokens already.
                let choice = choice(&mut noted.recording, index);
                (choice.prompt, choice.seed) = (prompt, seed);
            }
        });
    }

    /// Notes a token of a choice.
    pub fn token(&self, index: u32, token: TokenId) {
        self.note(|noted| choice(&mut noted.recording, index).tokens.push(token));
    }

    /// Notes the end of a choice.
    pub fn end(&self, index: u32, end: impl FnOnce() -> RecordedEnd) {
        self.note(|noted| choice(&mut noted.recording, index).end = Some(end()));
    }

    /// Notes bytes that were sent to the client.
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

    /// Notes that the whole answer was sent.
    pub fn complete(&self) {
        self.note(|noted| {
            if noted.recording.outcome != Outcome::Failed {
                noted.recording.outcome = Outcome::Complete;
            }
        });
    }

    /// Notes that the answer failed; returns whether the failure is recorded. An answer that ends
    /// because the server stops counts as cancelled, and its error event is not recorded.
    pub fn failed(&self, error: &ApiError) -> bool {
        if error.status == StatusCode::SERVICE_UNAVAILABLE {
            return false;
        }
        self.note(|noted| noted.recording.outcome = Outcome::Failed);
        true
    }

    /// Like [`Self::failed`], for an answer that is not streamed: the body of the error is noted
    /// too.
    pub fn failed_whole(&self, error: ApiError) -> ApiError {
        if self.failed(&error) {
            let body = serde_json::to_vec(&error.body()).unwrap_or_default();
            self.event(None, &body.into());
        }
        error
    }

    /// Unix time at the end of the answer, in seconds; in a replay the recorded one.
    pub fn ended_unix_seconds(&self) -> u64 {
        let replayed = self.replayed().and_then(|r| r.ended_unix_seconds);
        let seconds = replayed.unwrap_or_else(ids::unix_seconds);
        self.note(|noted| noted.recording.ended_unix_seconds = Some(seconds));
        seconds
    }

    /// Numbers of prompt tokens that were reused and stored: `now`, or the recorded ones in a
    /// replay.
    pub fn prompt_counts(&self, index: u32, now: (u64, u64)) -> (u64, u64) {
        self.recorded_end(index).map_or(now, |end| (end.cached_tokens, end.stored_tokens))
    }

    /// Whether the recorded deadline ended this choice after `tokens` tokens. A replay ends choices
    /// there instead of by the clock.
    pub fn deadline_reached(&self, index: u32, tokens: u64) -> bool {
        let Some(end) = self.recorded_end(index) else { return false };
        let recorded = self.replayed().and_then(|r| r.choices.get(index as usize));
        end.detail == "deadline" && recorded.is_some_and(|c| c.tokens.len() as u64 == tokens)
    }

    fn recorded_end(&self, index: u32) -> Option<&RecordedEnd> {
        self.replayed()?.choices.get(index as usize)?.end.as_ref()
    }

    /// Whether the request is a replay.
    pub fn is_replay(&self) -> bool {
        self.replayed().is_some()
    }

    /// The recording so far.
    pub fn noted(&self) -> Option<Recording> {
        self.draft.as_ref().map(|draft| draft.lock().recording.clone())
    }

    /// Waits until `enough` holds for the recording so far.
    pub async fn until(&self, enough: impl Fn(&Recording) -> bool) {
        let Some(draft) = &self.draft else { return };
        loop {
            let progress = draft.progress.notified();
            tokio::pin!(progress);
            // Enabled before the check, so that no notification after it is missed.
            progress.as_mut().enable();
            if enough(&draft.lock().recording) {
                return;
            }
            progress.await;
        }
    }
}

impl Draft {
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
        // A panic inside a note loses at most that note.
        self.noted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        let Some(recorder) = self.recorder.take() else { return };
        let noted = self.noted.get_mut().unwrap_or_else(PoisonError::into_inner);
        if noted.submitted {
            let blank = empty("", noted.recording.origin, RawValue::NULL.to_owned());
            let recording = std::mem::replace(&mut noted.recording, blank);
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
