//! The waiting requests of one client.

use crate::request::{Rank, Request};
use std::collections::BTreeMap;

/// A client's oldest request is its next after so many starts of later ones with higher priority.
pub(crate) const AGE_STARTS: u32 = 8;

/// A client's waiting requests, in the order of their rank, and what the client has left to spend.
#[derive(Debug, Default)]
pub(crate) struct Lane {
    by_rank: BTreeMap<Rank, Request>,
    by_arrival: BTreeMap<u64, Rank>,
    /// Tokens that the client may still start in its turn; below 0 after a start out of turn.
    deficit: i64,
    /// Starts of other clients past a request of this one that was due, since its last start.
    pub yielded: u32,
    /// Plans in which running sequences kept its first request out, though it runs none.
    pub crowded: u32,
}

impl Lane {
    pub fn len(&self) -> usize {
        self.by_rank.len()
    }

    pub fn is_empty(&self) -> bool {
        self.by_rank.is_empty()
    }

    pub fn insert(&mut self, request: Request) {
        self.by_arrival.insert(request.rank.arrival, request.rank);
        self.by_rank.insert(request.rank, request);
    }

    pub fn remove(&mut self, rank: Rank) -> Option<Request> {
        self.by_arrival.remove(&rank.arrival);
        self.by_rank.remove(&rank)
    }

    pub fn get(&self, rank: Rank) -> Option<&Request> {
        self.by_rank.get(&rank)
    }

    pub fn get_mut(&mut self, rank: Rank) -> Option<&mut Request> {
        self.by_rank.get_mut(&rank)
    }

    /// By rank.
    pub fn iter(&self) -> impl Iterator<Item = &Request> {
        self.by_rank.values()
    }

    fn oldest(&self) -> Option<&Request> {
        self.by_arrival.first_key_value().and_then(|(_, &rank)| self.get(rank))
    }

    /// The oldest request, if so many of higher priority were started past it that it comes first.
    pub fn urgent(&self) -> Option<&Request> {
        self.oldest().filter(|oldest| oldest.passed >= AGE_STARTS)
    }

    /// The request to look at after those that `seen` says were looked at: the urgent one, then the
    /// first by rank, those that are `wide` behind others of their priority.
    pub fn next(
        &self,
        seen: impl Fn(Rank) -> bool,
        wide: impl Fn(&Request) -> bool,
    ) -> Option<&Request> {
        let is_new = |request: &&Request| !seen(request.rank);
        self.urgent().filter(is_new).or_else(|| {
            let mut new = self.by_rank.values().filter(is_new);
            let first = new.next()?;
            let mut equals = new.take_while(|r| r.rank.priority == first.rank.priority);
            if wide(first) { equals.find(|r| !wide(r)).or(Some(first)) } else { Some(first) }
        })
    }

    /// The urgent request, or the first by rank.
    pub fn first(&self) -> Option<&Request> {
        self.urgent().or_else(|| self.by_rank.values().next())
    }

    /// Quanta of `quantum` tokens that the client lacks to start a request of `cost`.
    pub fn rounds(&self, cost: i64, quantum: i64) -> i64 {
        let lacks = (cost - self.deficit).max(0);
        (lacks + quantum - 1) / quantum
    }

    /// Gives the client `tokens` more to spend, but no more than its first request costs.
    pub fn earn(&mut self, tokens: i64) {
        let first = self.first().map_or(0, |request| request.cost(request.known));
        self.deficit = (self.deficit + tokens).min(self.deficit.max(first));
    }

    /// Books a start of the request of `rank` for `cost`, with `earned` more to spend before it.
    pub fn spend(&mut self, rank: Rank, earned: i64, cost: i64, ages: bool) {
        self.deficit += earned - cost;
        (self.yielded, self.crowded) = (0, 0);
        let Some(oldest) = self.oldest().map(|oldest| oldest.rank).filter(|_| ages) else { return };
        if oldest.arrival < rank.arrival
            && oldest.priority.0 < rank.priority.0
            && let Some(request) = self.get_mut(oldest)
        {
            request.passed += 1;
        }
    }
}
