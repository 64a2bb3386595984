//! Requests without a slot, in the order of their rank.

use crate::sequence::{Rank, Request};
use std::collections::BTreeMap;
use std::ops::Bound;

/// The waiting requests. A preempted request returns to the place that its arrival gives it.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    by_rank: BTreeMap<Rank, Request>,
}

impl Queue {
    pub fn len(&self) -> u32 {
        self.by_rank.len() as u32
    }

    pub fn is_empty(&self) -> bool {
        self.by_rank.is_empty()
    }

    pub fn insert(&mut self, request: Request) {
        self.by_rank.insert(request.rank, request);
    }

    pub fn remove(&mut self, rank: Rank) -> Option<Request> {
        self.by_rank.remove(&rank)
    }

    pub fn get(&self, rank: Rank) -> Option<&Request> {
        self.by_rank.get(&rank)
    }

    pub fn get_mut(&mut self, rank: Rank) -> Option<&mut Request> {
        self.by_rank.get_mut(&rank)
    }

    /// The first request, or the first one after `rank`.
    pub fn after(&self, rank: Option<Rank>) -> Option<&Request> {
        let low = rank.map_or(Bound::Unbounded, Bound::Excluded);
        self.by_rank.range((low, Bound::Unbounded)).next().map(|(_, request)| request)
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Request> {
        self.by_rank.values_mut()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Request> {
        self.by_rank.values()
    }
}
