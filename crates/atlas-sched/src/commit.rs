//! Booking what a step brought.

use crate::fault::Fault;
use crate::integrity::IntegrityError;
use crate::scheduler::{Place, Scheduler};
use atlas_core::{RequestId, SlotId, Span, SpanResult, StepResult};

impl Scheduler {
    /// Books the result of the oldest outstanding plan. A span whose request has ended since is
    /// ignored; one whose request was preempted since counts, because the step ran before the
    /// plan that dropped it. A result that does not answer the plan shows in
    /// [`Self::check_integrity`].
    pub fn commit(&mut self, result: &StepResult) {
        let Some(flight) = self.in_flight.pop_front() else {
            self.report(IntegrityError::UnexpectedResult { step: result.step });
            return;
        };
        if flight.step != result.step || flight.spans.len() != result.spans.len() {
            self.report(IntegrityError::WrongResult {
                step: result.step,
                spans: result.spans.len(),
                expected_step: flight.step,
                expected_spans: flight.spans.len(),
            });
        }
        for (id, coming) in flight.coming {
            self.commit_coming(id, coming, &result.damaged_copies);
        }
        for ((span, id), got) in flight.spans.iter().zip(&result.spans) {
            self.commit_span(flight.step, span, *id, got);
        }
    }

    fn commit_span(&mut self, step: u64, span: &Span, id: RequestId, got: &SpanResult) {
        let answers = (got.slot, got.epoch) == (span.slot, span.epoch)
            && got.accepted <= span.len
            && got.sampled <= u32::from(span.sample)
            && (got.ended || (got.accepted == span.len && got.sampled == u32::from(span.sample)));
        match self.place_for(span, id) {
            None => {}
            Some(_) if !answers => {
                self.report(IntegrityError::WrongSpanResult { step, slot: span.slot });
                // Nothing is known about the sequence any more; ending it keeps the rest going.
                self.cancel(id);
            }
            Some(Place::Seated(slot)) => self.commit_seated(slot, span, got),
            Some(Place::Waiting(rank)) => {
                let Some(request) = self.waiting.get_mut(rank) else { return };
                request.outstanding = request.outstanding.saturating_sub(1);
                request.book(span, got);
                if got.ended || request.known >= request.len_max {
                    self.cancel(id);
                }
            }
        }
    }

    /// Where the result of `span` counts: in the span's own seating, or in the queue if its request
    /// was preempted since. A request is not seated again while a result of it is outstanding.
    fn place_for(&mut self, span: &Span, id: RequestId) -> Option<Place> {
        if let Some(&Place::Waiting(rank)) = self.places.get(&id) {
            return Some(Place::Waiting(rank));
        }
        let seated = self.seats.get(span.slot.index())?.as_ref()?;
        let own = seated.slot.epoch() == span.epoch;
        (own || self.options.fault.strikes(Fault::EpochIgnored)).then_some(Place::Seated(span.slot))
    }

    fn commit_seated(&mut self, slot: SlotId, span: &Span, got: &SpanResult) {
        let Some(seated) = self.seats[slot.index()].as_mut() else { return };
        seated.request.outstanding = seated.request.outstanding.saturating_sub(1);
        seated.request.book(span, got);
        seated.committed = span.end();
        seated.sampling = seated.sampling.saturating_sub(u32::from(span.sample));
        let over = got.ended || seated.request.known >= seated.request.len_max;
        // What did not run has written nothing.
        if got.accepted == span.len {
            seated.table.complete_to(seated.committed);
            self.publish(slot);
            if self.options.window.is_some() {
                self.release_behind(slot);
            }
        }
        if over {
            self.publish_surplus(slot);
            self.end(slot);
        }
    }

    /// The planted fault: what is planned behind the end of a sequence counts as committed.
    fn publish_surplus(&mut self, slot: SlotId) {
        let seated = self.seats[slot.index()].as_mut();
        if let Some(seated) = seated.filter(|seated| seated.planned > seated.committed)
            && self.options.fault.strikes(Fault::SurplusPublished)
        {
            seated.committed = seated.planned;
            seated.table.complete_to(seated.committed);
            self.publish(slot);
        }
    }

    fn report(&mut self, error: IntegrityError) {
        self.broken.get_or_insert(error);
    }
}
