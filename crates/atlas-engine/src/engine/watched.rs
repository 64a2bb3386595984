//! The engine thread's part of showing what it does: notes of launches, steps and requests.

use atlas_core::{
    RunningRequest, Span, SpanKind, SpanRecord, StepRecord, WaitReason, WaitingRequest,
};
use rustc_hash::FxHashSet;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant, SystemTime};

use super::event_loop::Loop;
use super::observer::StepTiming;

/// Most waiting requests that are shown.
const WAITING_SHOWN: usize = 256;

/// Least time between two lists of the requests.
const LISTS_EVERY: Duration = Duration::from_millis(100);

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
