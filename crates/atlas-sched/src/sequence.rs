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
    /// First prompt row to deliver since this start.
    pub rows_from: u32,
    pub snapshots: SequenceSnapshots,
}

impl Sequence {
    /// A sequence that has consumed nothing.
    pub fn new(request: Request, slot: Slot, table: BlockTable) -> Self {
        let rows_from = if request.prompt_rows { request.prompt_rows_done } else { 0 };
        let snapshots = SequenceSnapshots::default();
        Self { request, slot, table, committed: 0, planned: 0, sampling: 0, rows_from, snapshots }
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
    }

    /// Number of tokens that are known once every planned span has run.
    pub fn projected_known(&self) -> u32 {
        self.request.known + self.sampling
    }

    /// Positions that can be planned now: known, or about to be, and not planned yet. 0 if the
    /// sequence is about to reach its longest length: its last token has no successor.
    pub fn pending(&self) -> u32 {
        let known = self.projected_known();
        if known >= self.request.len_max { 0 } else { known - self.planned }
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
    /// early where owed prompt rows begin, so that every such row is delivered exactly once.
    pub fn plan_span(&mut self, len: u32) -> Span {
        let start = self.planned;
        let mut end = start + len;
        if self.wants_rows() && start < self.rows_from {
            end = end.min(self.rows_from);
        }
        let sample = end == self.projected_known();
        let want = if self.scores() {
            Want::All
        } else if sample {
            Want::Last
        } else {
            Want::None
        };
        self.planned = end;
        self.sampling += u32::from(sample);
        self.request.outstanding += 1;
        let (slot, epoch) = self.slot_epoch();
        Span { slot, epoch, start, len: end - start, want, sample }
    }

    /// Commits a span. If it ran, blocks whose positions are all committed become complete.
    pub fn commit(&mut self, span: &Span, got: &SpanResult) {
        self.request.add_result(span, got);
        self.committed = span.end();
        self.sampling = self.sampling.saturating_sub(u32::from(span.sample));
        if got.accepted == span.len {
            self.table.complete_to(self.committed);
        }
    }
}
