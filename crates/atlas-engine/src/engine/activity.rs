//! What the engine thread shows to those who watch it. While none does, a step costs one look at a
//! counter.

use atlas_core::{
    Activity, RunningRequest, Span, SpanKind, SpanRecord, StepRecord, WaitReason, WaitingRequest,
    Watch,
};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use super::event_loop::Loop;
use super::observer::StepTiming;

/// Most steps that are kept for readers, and most waiting requests that are shown.
const STEPS_KEPT: usize = 1024;
const WAITING_SHOWN: usize = 256;

/// Least time between two lists of the requests.
const LISTS_EVERY: Duration = Duration::from_millis(100);

/// What is shown.
#[derive(Debug, Default)]
pub(crate) struct Board {
    watchers: AtomicU32,
    shown: Mutex<Shown>,
}

#[derive(Debug, Default)]
struct Shown {
    running: Vec<RunningRequest>,
    waiting: Vec<WaitingRequest>,
    steps: VecDeque<StepRecord>,
    /// Steps that were ever shown.
    steps_made: u64,
}

impl Board {
    pub fn is_watched(&self) -> bool {
        self.watchers.load(Ordering::Relaxed) > 0
    }

    /// Nothing panics while the lock is held, so a poisoned one still holds whole lists.
    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, step: StepRecord) {
        let mut shown = self.shown();
        if shown.steps.len() == STEPS_KEPT {
            shown.steps.pop_front();
        }
        shown.steps.push_back(step);
        shown.steps_made += 1;
    }

    fn list(&self, running: Vec<RunningRequest>, waiting: Vec<WaitingRequest>) {
        let mut shown = self.shown();
        (shown.running, shown.waiting) = (running, waiting);
    }
}

/// One reader.
pub(crate) struct Reader {
    board: Arc<Board>,
    /// Steps that it has been shown, or that were made before it came.
    seen: u64,
}

impl Reader {
    pub fn new(board: Arc<Board>) -> Self {
        board.watchers.fetch_add(1, Ordering::Relaxed);
        let seen = board.shown().steps_made;
        Self { board, seen }
    }
}

impl Watch for Reader {
    fn look(&mut self, steps_max: usize) -> Activity {
        let shown = self.board.shown();
        let fresh = shown.steps_made - self.seen;
        let count = steps_max.min(shown.steps.len()).min(usize::try_from(fresh).unwrap_or(0));
        self.seen = shown.steps_made;
        Activity {
            running: shown.running.clone(),
            waiting: shown.waiting.clone(),
            steps: shown.steps.range(shown.steps.len() - count..).cloned().collect(),
            steps_left_out: fresh - count as u64,
        }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let board = &self.board;
        if board.watchers.fetch_sub(1, Ordering::Relaxed) == 1 {
            // The next reader must not see what is long over.
            let mut shown = board.shown();
            let steps_made = shown.steps_made;
            *shown = Shown { steps_made, ..Shown::default() };
        }
    }
}

/// The engine thread's notes for readers.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    /// Spans of each step on its way, in the order of the launches; none of those that were
    /// launched unwatched.
    launched: VecDeque<Vec<SpanRecord>>,
    /// When the requests were listed last, and whether there were any.
    listed: Option<(Instant, bool)>,
}

impl Loop {
    /// Notes the spans of a plan that has just been launched.
    pub(super) fn note_launch(&mut self, spans: &[Span]) {
        let watched = self.shared.board.is_watched();
        let spans = if watched { spans } else { &[] };
        let records = spans.iter().filter_map(|span| {
            let request = self.runner.state.slots.holder(span.slot, span.epoch)?;
            let prompt = self.requests.get(&request)?.state.prompt_len() as u32;
            let kind = match span.drafts > 0 {
                true => SpanKind::Verify,
                false if span.start < prompt => SpanKind::Prefill,
                false => SpanKind::Decode,
            };
            Some(SpanRecord { request, slot: span.slot, kind, start: span.start, rows: span.len })
        });
        let records = records.collect();
        self.notes.launched.push_back(records);
    }

    /// Shows the step that has just been finished.
    pub(super) fn show_step(&mut self, timing: &StepTiming, spans: Vec<SpanRecord>) {
        let board = &self.shared.board;
        if !board.is_watched() {
            return;
        }
        board.push(StepRecord {
            ended: SystemTime::now(),
            host_seconds: timing.host_seconds,
            forward_seconds: timing.forward_seconds - timing.sample_seconds,
            sample_seconds: timing.sample_seconds,
            rows: timing.rows as u32,
            spans,
        });
    }

    /// Spans of the oldest step on its way, which is finished next.
    pub(super) fn noted_spans(&mut self) -> Vec<SpanRecord> {
        self.notes.launched.pop_front().unwrap_or_default()
    }

    /// Shows the requests as they are now, unless that was done a moment ago.
    pub(super) fn show_requests(&mut self) {
        if !self.shared.board.is_watched() {
            self.notes.listed = None;
            return;
        }
        let (now, some) = (Instant::now(), !self.requests.is_empty());
        if let Some((at, before)) = self.notes.listed
            && before == some
            && (!some || now - at < LISTS_EVERY)
        {
            return;
        }
        self.notes.listed = Some((now, some));
        let drafts = self.speculation.drafts() > 0;
        let mut with_slot = FxHashSet::default();
        let mut running: Vec<RunningRequest> = Vec::new();
        for (request, slot, computed_tokens) in self.scheduler.computed() {
            let Some(live) = self.requests.get(&request) else { continue };
            with_slot.insert(request);
            let generated_tokens = live.state.generated_len() as u32;
            running.push(RunningRequest {
                request,
                slot,
                kind: match generated_tokens {
                    0 => SpanKind::Prefill,
                    _ if drafts => SpanKind::Verify,
                    _ => SpanKind::Decode,
                },
                prompt_tokens: live.state.prompt_len() as u32,
                cached_tokens: live.cached_tokens,
                computed_tokens,
                generated_tokens,
                tokens_max: live.state.params().max_tokens,
                submitted: live.submitted,
            });
        }
        running.sort_unstable_by_key(|one| one.request);
        let free = self.shared.free_slots.load(Ordering::Acquire);
        let others = self.requests.iter().filter(|(id, _)| !with_slot.contains(*id));
        let mut waiting: Vec<WaitingRequest> = others
            .map(|(&request, live)| WaitingRequest {
                request,
                prompt_tokens: live.state.prompt_len() as u32,
                reason: match live.started {
                    Some(_) => WaitReason::Preempted,
                    None if free == 0 => WaitReason::Slots,
                    None => WaitReason::Blocks,
                },
                submitted: live.submitted,
            })
            .collect();
        waiting.sort_unstable_by_key(|one| one.request);
        waiting.truncate(WAITING_SHOWN);
        self.shared.board.list(running, waiting);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(rows: u32) -> StepRecord {
        let (host_seconds, forward_seconds, sample_seconds) = (0.0, 1.0, 0.0);
        let (ended, spans) = (SystemTime::now(), vec![]);
        StepRecord { ended, host_seconds, forward_seconds, sample_seconds, rows, spans }
    }

    #[test]
    fn readers_see_each_step_once_and_the_last_one_clears_the_board() {
        let board = Arc::new(Board::default());
        assert!(!board.is_watched());
        let mut one = Reader::new(board.clone());
        board.push(step(0));
        let mut other = Reader::new(board.clone());
        (1..STEPS_KEPT as u32 + 10).for_each(|rows| board.push(step(rows)));
        let rows = |seen: &Activity| seen.steps.iter().map(|s| s.rows).collect::<Vec<_>>();
        let seen = one.look(2);
        let last = STEPS_KEPT as u32 + 9;
        assert_eq!((rows(&seen), seen.steps_left_out), (vec![last - 1, last], last as u64 - 1));
        let seen = other.look(usize::MAX);
        assert_eq!((seen.steps.len(), seen.steps_left_out), (STEPS_KEPT, 9));
        assert_eq!(rows(&one.look(64)), [0; 0]);
        board.push(step(7));
        assert_eq!(rows(&one.look(64)), [7]);
        drop(one);
        assert!(board.is_watched());
        assert_eq!(rows(&other.look(64)), [7]);
        drop(other);
        assert!(!board.is_watched());
        assert_eq!(rows(&Reader::new(board.clone()).look(64)), [0; 0]);
    }
}
