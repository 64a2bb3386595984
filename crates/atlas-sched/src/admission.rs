//! One scan over the waiting requests: which of them were passed, and which may not be.

use crate::request::Rank;
use atlas_cache::Match;
use atlas_core::{ClientId, Priority, SlotId};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// Most requests that may be passed in one step: of one client, and of all.
const PASSED_MAX: usize = 32;
const PASSED_MAX_ALL: usize = 64;

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
/// later ones of its client and priority, never by a lower priority of its client, and by those of
/// other clients.
#[derive(Debug)]
pub(crate) struct Admission {
    /// Blocks that running sequences lack for the tokens they know and one more each. New requests
    /// leave these free, so that starting one does not soon preempt it or another.
    pub owed: u32,
    /// Whether a client that was passed may not be passed again.
    pub has_ended: bool,
    clients: FxHashMap<ClientId, Scanned>,
    passed_count: usize,
}

/// Requests of one client that a scan has looked at.
#[derive(Debug, Default)]
struct Scanned {
    urgent: Option<Rank>,
    passed: Vec<Rank>,
    skipped: Vec<Rank>,
    /// Priority of those passed that are not the client's urgent request: no lower one may start.
    priority: Option<Reverse<Priority>>,
    is_over: bool,
}

impl Admission {
    pub fn new(owed: u32) -> Self {
        Self { owed, has_ended: false, clients: FxHashMap::default(), passed_count: 0 }
    }

    /// Whether no other request of a client may be looked at.
    pub fn is_over(&self, client: ClientId) -> bool {
        self.clients.get(&client).is_some_and(|scanned| scanned.is_over)
    }

    /// Looks at a request. Returns `false` if a request of its client of higher priority was
    /// passed: then no other one of the client starts.
    pub fn visit(&mut self, rank: Rank, is_urgent: bool) -> bool {
        let scanned = self.clients.entry(rank.client).or_default();
        if is_urgent {
            scanned.urgent = Some(rank);
            return true;
        }
        scanned.is_over |= scanned.priority.is_some_and(|passed| passed != rank.priority);
        !scanned.is_over
    }

    /// Passes a request, which is overtaken so often that no other one of its client may start if
    /// `at_bound`, and none of any client if `client_at_bound`.
    pub fn pass(&mut self, rank: Rank, is_urgent: bool, at_bound: bool, client_at_bound: bool) {
        let scanned = self.clients.entry(rank.client).or_default();
        scanned.passed.push(rank);
        if !is_urgent {
            scanned.priority = Some(rank.priority);
        }
        scanned.is_over |= at_bound || scanned.passed.len() >= PASSED_MAX;
        self.passed_count += 1;
        self.has_ended |= client_at_bound || self.passed_count >= PASSED_MAX_ALL;
    }

    /// Leaves a request out of the scan.
    pub fn skip(&mut self, rank: Rank) {
        self.clients.entry(rank.client).or_default().skipped.push(rank);
    }

    /// Ends the scan of a client's requests.
    pub fn end(&mut self, client: ClientId) {
        self.clients.entry(client).or_default().is_over = true;
    }

    /// Whether a request was passed, or was looked at as the urgent one of its client.
    pub fn has_seen(&self, rank: Rank) -> bool {
        let scanned = self.clients.get(&rank.client);
        let is_in = |s: &Scanned| {
            s.urgent == Some(rank) || s.passed.contains(&rank) || s.skipped.contains(&rank)
        };
        scanned.is_some_and(is_in)
    }

    /// Requests of a client passed so far.
    pub fn passed_of(&self, client: ClientId) -> &[Rank] {
        self.clients.get(&client).map_or(&[], |scanned| &scanned.passed)
    }

    /// Clients of which requests were passed.
    pub fn passed_clients(&self) -> impl Iterator<Item = ClientId> + '_ {
        let clients = self.clients.iter().filter(|(_, scanned)| !scanned.passed.is_empty());
        clients.map(|(&client, _)| client)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(priority: i32, arrival: u64) -> Rank {
        Rank { priority: Reverse(Priority(priority)), arrival, client: ClientId(1) }
    }

    #[test]
    fn a_lower_priority_never_starts_before_a_passed_request_of_its_client() {
        let mut scan = Admission::new(0);
        assert!(scan.visit(rank(2, 1), false) && scan.visit(rank(1, 2), false), "none was passed");
        scan.pass(rank(1, 2), false, false, false);
        assert!(scan.visit(rank(1, 3), false));
        assert!(!scan.visit(rank(0, 4), false));
        assert_eq!(scan.passed_of(ClientId(1)), &[rank(1, 2)][..]);
        assert!(scan.is_over(ClientId(1)));
        assert!(scan.visit(Rank { client: ClientId(2), ..rank(0, 5) }, false), "another client");
    }

    #[test]
    fn an_urgent_request_that_is_passed_holds_up_no_priority() {
        let mut scan = Admission::new(0);
        assert!(scan.visit(rank(0, 1), true));
        scan.pass(rank(0, 1), true, false, false);
        assert!(scan.visit(rank(2, 2), false) && scan.visit(rank(1, 3), false));
        assert!(scan.has_seen(rank(0, 1)) && !scan.has_ended);
    }

    #[test]
    fn the_scan_ends_at_a_request_that_was_overtaken_often_enough() {
        let mut scan = Admission::new(0);
        scan.pass(rank(0, 1), false, false, false);
        assert!(!scan.is_over(ClientId(1)));
        scan.pass(rank(0, 2), false, true, false);
        assert!(scan.is_over(ClientId(1)) && !scan.has_ended);
        scan.pass(rank(0, 3), false, true, true);
        assert!(scan.has_ended);
        let mut scan = Admission::new(0);
        (0..PASSED_MAX as u64).for_each(|i| scan.pass(rank(0, i), false, false, false));
        assert!(scan.is_over(ClientId(1)));
    }
}
