//! A running request: its slot, its blocks and its positions.

use crate::cache::snapshots::SequenceSnapshots;
use crate::request::Request;
use atlas_cache::{BlockTable, Slot};
use atlas_core::{Epoch, SlotId, Span, SpanResult, Want};

/// A request in a slot.
///
/// Positions nest: `committed <= planned <= projected_known`.
#[derive(Debug)]
pub(crate) struct Sequence {
    pub request: Request,
    pub slot: Slot,
    pub table: BlockTable,
    /// Positions whose results are committed.
    pub committed: u32,
    /// Positions covered by planned spans, committed or not.
    pub planned: u32,
    /// Planned spans that sample a token and are not committed.
    pub sampling: u32,
    /// Whether one of them has drafts: how many tokens it yields is not known before its result.
    pub drafting: bool,
    /// First prompt row to deliver since this start.
    pub rows_from: u32,
    pub snapshots: SequenceSnapshots,
}

impl Sequence {
    /// A sequence that has consumed nothing.
    pub fn new(request: Request, slot: Slot, table: BlockTable) -> Self {
        let rows_from = if request.prompt_rows { request.prompt_rows_done } else { 0 };
        let snapshots = SequenceSnapshots::default();
        let (committed, planned, sampling, drafting) = (0, 0, 0, false);
        Self { request, slot, table, committed, planned, sampling, drafting, rows_from, snapshots }
    }

    pub fn slot_id(&self) -> SlotId {
        self.slot.id()
    }

    /// Slot and epoch, by which state operations name the sequence.
    pub fn slot_epoch(&self) -> (SlotId, Epoch) {
        (self.slot.id(), self.slot.epoch())
    }

    /// Sets a new sequence to a position whose state it gets from elsewhere.
    pub fn resume_at(&mut self, position: u32) {
        (self.committed, self.planned) = (position, position);
        self.snapshots.begin_at(position);
    }

    /// Number of tokens that are known once every planned span has run.
    pub fn projected_known(&self) -> u32 {
        self.request.known + self.sampling
    }

    /// Positions that can be planned now: known, or about to be, and not planned yet. 0 if the
    /// sequence is about to reach its longest length: its last token has no successor. 0 also while
    /// the result of drafts is outstanding.
    pub fn pending(&self) -> u32 {
        let known = self.projected_known();
        let last = known >= self.request.len_max;
        if last || self.drafting { 0 } else { known - self.planned }
    }

    /// Most drafts behind the next position: the answer has begun, nothing is outstanding, and all
    /// of them with the token behind them fit into the longest length. `stop`: a multiple of it is
    /// the end of some span without its drafts, so that state can be saved there.
    pub fn drafts_max(&self, stop: Option<u32>) -> u32 {
        let Request { known, prompt_len, len_max, drafts, .. } = self.request;
        if known <= prompt_len || self.pending() != 1 || self.request.outstanding > 0 {
            return 0;
        }
        let most = drafts.min(len_max - known - 1);
        let end = self.planned + 1;
        match stop.map(|stop| end.next_multiple_of(stop)) {
            Some(next) if next > end => most.min(next - end - 1),
            _ => most,
        }
    }

    /// Whether the sequence pauses before the last token of its prompt until the rest of the prompt
    /// is committed: other requests of its group fork from committed state.
    pub fn pauses_before_fork(&self) -> bool {
        self.request.fork_at() == Some(self.planned) && self.committed < self.planned
    }

    /// Number of positions up to the token after the known ones.
    pub fn foreseeable(&self) -> u32 {
        (self.projected_known() + 1).min(self.request.len_max)
    }

    /// Whether the next span asks for logits of prompt rows.
    pub fn scores(&self) -> bool {
        let start = self.planned;
        self.wants_rows() && start >= self.rows_from && start < self.request.prompt_len
    }

    fn wants_rows(&self) -> bool {
        self.request.prompt_rows && self.rows_from < self.request.prompt_len
    }

    /// The part of `len` further positions that lies before the position at which others fork.
    pub fn cut_at_fork(&self, len: u32) -> u32 {
        let fork = self.request.fork_at().filter(|&at| at > self.planned);
        fork.map_or(len, |at| len.min(at - self.planned))
    }

    /// The next span, at most `len` positions long; its positions count as planned. The span ends
    /// early where owed prompt rows begin, so that every such row is delivered exactly once. Up to
    /// `drafts` drafts follow.
    pub fn plan_span(&mut self, len: u32, drafts: u32) -> Span {
        let start = self.planned;
        let mut end = start + len;
        if self.wants_rows() && start < self.rows_from {
            end = end.min(self.rows_from);
        }
        let sample = end == self.projected_known();
        let drafts = if sample { drafts } else { 0 };
        let want = if self.scores() || drafts > 0 {
            Want::All
        } else if sample {
            Want::Last
        } else {
            Want::None
        };
        self.planned = end;
        self.sampling += u32::from(sample);
        self.drafting |= drafts > 0;
        self.request.outstanding += 1;
        let (slot, epoch) = self.slot_epoch();
        Span { slot, epoch, start, len: end - start + drafts, want, sample, drafts }
    }

    /// Commits a span. If it ran, blocks whose positions are all committed become complete.
    pub fn commit(&mut self, span: &Span, got: &SpanResult) {
        self.request.add_result(span, got);
        self.committed = span.known_end().max(span.start + got.accepted);
        self.planned = self.planned.max(self.committed);
        self.sampling = self.sampling.saturating_sub(u32::from(span.sample));
        self.drafting &= span.drafts == 0;
        if got.accepted > 0 {
            self.table.complete_to(self.committed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::SchedRequest;
    use atlas_cache::{BlockPool, Slots};
    use atlas_core::{ClientId, Priority, RequestId};

    fn request(prompt_rows: bool) -> Request {
        let request = SchedRequest {
            id: RequestId(1),
            prompt_len: 6,
            len_max: 8,
            priority: Priority(0),
            client: ClientId::default(),
            call: None,
            prompt_rows,
            drafts: 4,
            group: None,
            prefix: None,
        };
        Request::new(request, 1)
    }

    fn start(request: Request, slots: &Slots) -> Sequence {
        let table = BlockTable::new(&BlockPool::new(0), 4);
        Sequence::new(request, slots.take().unwrap(), table)
    }

    fn ran(span: &Span) -> SpanResult {
        let Span { slot, epoch, len, sample, .. } = *span;
        let tokens = sample.then_some(7).into_iter().collect();
        let sampled = u32::from(sample);
        SpanResult { slot, epoch, accepted: len, sampled, tokens, ended: false }
    }

    #[test]
    fn the_span_that_reaches_the_last_known_token_samples() {
        let slots = Slots::new(1);
        let mut sequence = start(request(false), &slots);
        let first = sequence.plan_span(4, 0);
        assert_eq!((first.want, first.sample, sequence.pending()), (Want::None, false, 2));
        let second = sequence.plan_span(2, 0);
        assert_eq!((second.start, second.want, second.sample), (4, Want::Last, true));
        assert_eq!((sequence.projected_known(), sequence.pending()), (7, 1));
        let third = sequence.plan_span(1, 0);
        assert!(third.sample);
        assert_eq!(sequence.pending(), 0, "the last token has no successor");
        for span in [first, second, third] {
            sequence.commit(&span, &ran(&span));
            assert_eq!(sequence.committed, span.end());
        }
        assert_eq!((sequence.request.known, sequence.sampling), (8, 0));
    }

    #[test]
    fn each_prompt_row_is_delivered_once() {
        let slots = Slots::new(1);
        let mut sequence = start(request(true), &slots);
        let span = sequence.plan_span(4, 0);
        assert_eq!(span.want, Want::All);
        sequence.commit(&span, &ran(&span));
        let request = sequence.request;
        drop((sequence.slot, sequence.table));
        let mut again = start(request, &slots);
        let (computed, scored) = (again.plan_span(6, 0), again.plan_span(2, 0));
        assert_eq!((computed.len, computed.want), (4, Want::None));
        assert_eq!((scored.start, scored.want, scored.sample), (4, Want::All, true));
    }
}
