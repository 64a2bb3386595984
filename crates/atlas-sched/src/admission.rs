//! One scan over the waiting requests: which of them were passed, and which may not be.

use crate::request::Rank;
use atlas_cache::Match;
use atlas_core::SlotId;

/// Most requests that may be passed in one step.
const PASSED_MAX: usize = 32;

/// State that a request begins with in its slot.
pub(crate) enum Start {
    Empty,
    /// A cached prefix, or state that was swapped out behind one.
    Cached(Box<Match>),
    /// The state of another sequence of its group.
    Fork(SlotId),
}

impl Start {
    pub fn from_match(found: Option<Match>) -> Self {
        found.map_or(Self::Empty, |found| Self::Cached(Box::new(found)))
    }
}

/// Decision on a waiting request in this plan.
pub(crate) enum Decision {
    /// It starts with a span of `len` positions.
    Start { start: Start, len: u32, scores: bool },
    /// It waits; later requests of its priority may be started before it.
    Wait,
}

/// Requests passed by one scan. A request that lacks blocks or rows of logits may be passed by
/// later ones of its priority, never by a lower priority.
#[derive(Debug)]
pub(crate) struct Admission {
    /// Blocks that running sequences lack for the tokens they know and one more each. New requests
    /// leave these free, so that starting one does not soon preempt it or another.
    pub owed: u32,
    passed: Vec<Rank>,
    last: Option<Rank>,
}

impl Admission {
    pub fn new(owed: u32) -> Self {
        Self { owed, passed: Vec::new(), last: None }
    }

    /// Rank of the last request that was looked at.
    pub fn last(&self) -> Option<Rank> {
        self.last
    }

    /// Looks at a request. Returns `false` if a request of higher priority was passed: then no
    /// lower one may start.
    pub fn visit(&mut self, rank: Rank) -> bool {
        self.last = Some(rank);
        self.passed.first().is_none_or(|passed| passed.priority == rank.priority)
    }

    /// Passes a request, which has been overtaken `overtaken` times. Returns whether the scan goes
    /// on.
    pub fn pass(&mut self, rank: Rank, overtaken: u32, overtake_max: u32) -> bool {
        self.passed.push(rank);
        overtaken < overtake_max && self.passed.len() < PASSED_MAX
    }

    /// Requests passed so far.
    pub fn passed(&self) -> &[Rank] {
        &self.passed
    }
}
