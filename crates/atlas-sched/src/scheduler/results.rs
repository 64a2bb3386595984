//! Results of plans and of transfers.

use super::Scheduler;
use crate::integrity::{self, IntegrityError};
use crate::request::Place;
use crate::types::Transfer;
use atlas_core::{RequestId, SlotId, Span, SpanResult, StepResult};

impl Scheduler {
    /// Books the result of the oldest outstanding plan. A span whose request has ended since is
    /// ignored; one whose request was preempted since counts, because the step ran before the
    /// plan that dropped it. A result that does not answer the plan shows in
    /// [`Self::check_integrity`].
    pub fn commit(&mut self, result: &StepResult) {
        let Some(flight) = self.outstanding.pop() else {
            self.report(IntegrityError::UnexpectedResult { step: result.step });
            return;
        };
        if let Err(error) = integrity::check_result(&flight, result) {
            self.report(error);
        }
        for ((span, id), got) in flight.spans.iter().zip(&result.spans) {
            self.commit_span(flight.step, span, *id, got);
        }
    }

    /// Transfers to be made beside the steps, in their order, after what is launched already and
    /// the last plan of [`Self::step`].
    pub fn take_transfers(&mut self) -> Vec<Transfer> {
        self.cache.transfers.take()
    }

    /// Books that a transfer is made: they end in the order in which they were handed out.
    /// `damaged`: indices of copies to the device that found damage or the state of other tokens.
    pub fn finish_transfer(&mut self, id: u64, damaged: &[u32]) {
        self.turned_away = false;
        match self.cache.finish_transfer(id, damaged) {
            Err(_) => self.report(IntegrityError::UnexpectedTransfer { id }),
            Ok(None) => {}
            Ok(Some((rank, back))) => {
                // A request that was cancelled meanwhile has no use for it.
                if let Some(request) = self.waiting.get_mut(rank) {
                    request.outstanding = request.outstanding.saturating_sub(1);
                    self.cache.swaps.arrive(rank, back);
                    self.cache.hold_arrived(request);
                }
            }
        }
    }

    fn commit_span(&mut self, step: u64, span: &Span, id: RequestId, got: &SpanResult) {
        let answers = integrity::is_answer(span, got);
        match self.place_of_result(span, id) {
            None => {}
            Some(_) if !answers => {
                self.report(IntegrityError::WrongSpanResult { step, slot: span.slot });
                // The state of the sequence is unknown; ending it keeps the others going.
                self.cancel(id);
            }
            Some(Place::Running(slot)) => self.commit_running(slot, span, got),
            Some(Place::Waiting(rank)) => {
                let Some(request) = self.waiting.get_mut(rank) else { return };
                request.add_result(span, got);
                if got.ended || request.known >= request.len_max {
                    self.cancel(id);
                }
            }
        }
    }

    /// Where the result of `span` counts: in the slot and epoch of the span, or in the queue if its
    /// request was preempted since. A request does not start again while a result of it is
    /// outstanding.
    fn place_of_result(&mut self, span: &Span, id: RequestId) -> Option<Place> {
        if let Some(&Place::Waiting(rank)) = self.places.get(&id) {
            return Some(Place::Waiting(rank));
        }
        let sequence = self.running.get(span.slot)?;
        let is_own = sequence.slot.epoch() == span.epoch;
        (is_own || self.faults.ignores_epoch()).then_some(Place::Running(span.slot))
    }

    fn commit_running(&mut self, slot: SlotId, span: &Span, got: &SpanResult) {
        let Self { running, cache, plan, faults, .. } = self;
        let Some(sequence) = running.get_mut(slot) else { return };
        sequence.commit(span, got);
        // A span that did not run has written nothing.
        if got.accepted > 0 {
            cache.publish(sequence, plan);
            if cache.blocks.window.is_some() && cache.release_behind(sequence, plan) {
                self.turned_away = false;
            }
        }
        if got.ended || sequence.request.known >= sequence.request.len_max {
            if faults.commit_surplus(sequence) {
                cache.publish(sequence, plan);
            }
            self.end(slot);
        }
    }

    fn report(&mut self, error: IntegrityError) {
        self.broken.get_or_insert(error);
    }
}
