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
    /// It starts with a span of `len` positions from `position` on.
    Start { start: Start, position: u32, len: u32, scores: bool },
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

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_core::Priority;
    use std::cmp::Reverse;

    fn rank(priority: i32, arrival: u64) -> Rank {
        Rank { priority: Reverse(Priority(priority)), arrival }
    }

    #[test]
    fn a_lower_priority_never_starts_before_a_passed_request() {
        let mut scan = Admission::new(0);
        assert!(scan.visit(rank(2, 1)) && scan.visit(rank(1, 2)), "none was passed");
        assert!(scan.pass(rank(1, 2), 0, 2));
        assert!(scan.visit(rank(1, 3)));
        assert!(!scan.visit(rank(0, 4)));
        assert_eq!((scan.passed(), scan.last()), (&[rank(1, 2)][..], Some(rank(0, 4))));
    }

    #[test]
    fn the_scan_ends_at_a_request_that_was_overtaken_often_enough() {
        let mut scan = Admission::new(0);
        assert!(scan.pass(rank(0, 1), 1, 2));
        assert!(!scan.pass(rank(0, 2), 2, 2));
        let mut scan = Admission::new(0);
        let passed = (0..100).take_while(|&i| scan.pass(rank(0, i), 0, 2)).count();
        assert_eq!(passed + 1, PASSED_MAX);
    }
}
