//! A request waiting and a request seated.

use crate::prefix::{Named, Snapshots};
use crate::swap::{Returned, Swapped};
use crate::types::SchedRequest;
use atlas_cache::{BlockTable, Slot};
use atlas_core::{Priority, RequestId, Span, SpanResult, Want};
use std::cmp::Reverse;

/// The order in which requests are served: higher priority first, then earlier arrival. Smaller is
/// served first. It is total, and fixed for the life of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank {
    pub priority: Reverse<Priority>,
    pub arrival: u64,
}

/// What is known of a request whether it is seated or not.
#[derive(Debug)]
pub(crate) struct Request {
    pub id: RequestId,
    pub rank: Rank,
    pub prompt_len: u32,
    pub len_max: u32,
    pub prompt_rows: bool,
    pub group: Option<u64>,
    /// Committed tokens: the prompt and what was sampled.
    pub known: u32,
    /// Prompt rows whose logits a result has delivered.
    pub prompt_rows_done: u32,
    /// How often a later equal was seated while this one waited.
    pub overtaken: u32,
    pub preemptions: u32,
    /// Spans planned for it whose results are outstanding, under whatever seating.
    pub outstanding: u32,
    /// If the host has been asked for what it keeps of it since it waits: after how many tokens it
    /// could have resumed in the first tier then.
    pub asked_host: Option<u32>,
    /// Its state as it was when it was preempted, on the host or back from there.
    pub swapped: Option<Swapped>,
    pub returned: Option<Returned>,
    /// By what its state is cached, if it may be.
    pub named: Option<Named>,
}

impl Request {
    pub fn new(request: SchedRequest, arrival: u64) -> Self {
        Self {
            id: request.id,
            rank: Rank { priority: Reverse(request.priority), arrival },
            prompt_len: request.prompt_len,
            len_max: request.len_max,
            prompt_rows: request.prompt_rows,
            // A prompt of one token leaves nothing to share, and rows are delivered by each.
            group: request.group.filter(|_| !request.prompt_rows && request.prompt_len > 1),
            known: request.prompt_len,
            prompt_rows_done: 0,
            overtaken: 0,
            preemptions: 0,
            outstanding: 0,
            asked_host: None,
            swapped: None,
            returned: None,
            named: request.prefix.map(Named::new),
        }
    }

    /// Where others of its group part from it: before the last token of the prompt, as long as
    /// nothing follows that.
    pub fn fork_at(&self) -> Option<u32> {
        let whole = self.known == self.prompt_len;
        self.group.filter(|_| whole).map(|_| self.prompt_len - 1)
    }

    /// Whether the first span of its next seating asks for logits of its rows.
    pub fn scores_first(&self) -> bool {
        self.prompt_rows && self.prompt_rows_done == 0
    }

    /// Books what a span of this request brought.
    pub fn book(&mut self, span: &Span, got: &SpanResult) {
        self.known += got.sampled;
        if let Some(named) = &mut self.named {
            named.tokens.extend(got.token);
            // Without its tokens a sequence has no name.
            if named.tokens.len() as u32 != self.known {
                self.named = None;
            }
        }
        if span.want == Want::All {
            let done = span.end().min(self.prompt_len);
            self.prompt_rows_done = self.prompt_rows_done.max(done);
        }
    }
}

/// A request in a slot.
#[derive(Debug)]
pub(crate) struct Seated {
    pub request: Request,
    pub slot: Slot,
    pub table: BlockTable,
    /// Positions whose results are committed.
    pub committed: u32,
    /// Positions covered by planned spans, committed or not.
    pub planned: u32,
    /// Planned spans that sample a token and are not committed.
    pub sampling: u32,
    /// First prompt row this seating has to deliver.
    pub rows_from: u32,
    pub snapshots: Snapshots,
}

impl Seated {
    pub fn new(request: Request, slot: Slot, table: BlockTable) -> Self {
        let rows_from = if request.prompt_rows { request.prompt_rows_done } else { 0 };
        let snapshots = Snapshots::default();
        Self { request, slot, table, committed: 0, planned: 0, sampling: 0, rows_from, snapshots }
    }

    /// Tokens that are known once every planned span has run.
    pub fn projected_known(&self) -> u32 {
        self.request.known + self.sampling
    }

    /// Positions that can be planned now: known, or about to be, and not planned yet. None when
    /// the sequence is about to have its longest length: its last token has no successor.
    pub fn pending(&self) -> u32 {
        let known = self.projected_known();
        if known >= self.request.len_max { 0 } else { known - self.planned }
    }

    /// Whether the results that it waits for are those of the prompt but for its last token: what
    /// others of its group share must be committed.
    pub fn pauses(&self) -> bool {
        self.request.fork_at() == Some(self.planned) && self.committed < self.planned
    }

    /// Positions up to the token after the known ones: what the sequence will soon occupy.
    pub fn foreseeable(&self) -> u32 {
        (self.projected_known() + 1).min(self.request.len_max)
    }

    /// Whether the next span asks for logits of prompt rows.
    pub fn scores(&self) -> bool {
        let start = self.planned;
        self.rows_wanted() && start >= self.rows_from && start < self.request.prompt_len
    }

    fn rows_wanted(&self) -> bool {
        self.request.prompt_rows && self.rows_from < self.request.prompt_len
    }

    /// The next span, at most `len` positions long. It ends early where prompt rows begin that are
    /// still wanted, so that every such row is delivered exactly once.
    pub fn next_span(&self, len: u32) -> Span {
        let start = self.planned;
        let mut end = start + len;
        if self.rows_wanted() && start < self.rows_from {
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
        let (slot, epoch) = (self.slot.id(), self.slot.epoch());
        Span { slot, epoch, start, len: end - start, want, sample }
    }
}
