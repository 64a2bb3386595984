//! Requests without a slot, in the order of their rank.

use crate::request::{Rank, Request};
use crate::types::SchedRequest;
use std::collections::BTreeMap;
use std::ops::Bound;

/// The waiting requests. A preempted request returns to the place of its arrival.
#[derive(Debug, Default)]
pub(crate) struct Waiting {
    by_rank: BTreeMap<Rank, Request>,
    arrivals: u64,
}

impl Waiting {
    pub fn len(&self) -> u32 {
        self.by_rank.len() as u32
    }

    pub fn is_empty(&self) -> bool {
        self.by_rank.is_empty()
    }

    /// Queues a new request behind all earlier ones of its priority. `caches`: whether there is a
    /// prefix cache. Returns its rank.
    pub fn arrive(&mut self, request: SchedRequest, caches: bool) -> Rank {
        self.arrivals += 1;
        let mut request = Request::new(request, self.arrivals);
        if !caches {
            request.key = None;
        }
        let rank = request.rank;
        self.insert(request);
        rank
    }

    /// Queues a request at the place of its rank.
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

    /// By rank.
    pub fn iter(&self) -> impl Iterator<Item = &Request> {
        self.by_rank.values()
    }

    /// Counts that a request was started past each of `passed`. Returns whether one of them may not
    /// be passed again: it has been overtaken `overtake_max` times.
    pub fn overtake(&mut self, passed: &[Rank], overtake_max: u32) -> bool {
        let mut at_bound = false;
        for &rank in passed {
            if let Some(request) = self.get_mut(rank) {
                request.overtaken += 1;
                at_bound |= request.overtaken >= overtake_max;
            }
        }
        at_bound
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_core::{Priority, RequestId};

    fn request(id: u64, priority: i32) -> SchedRequest {
        SchedRequest {
            id: RequestId(id),
            prompt_len: 4,
            len_max: 8,
            priority: Priority(priority),
            prompt_rows: false,
            group: None,
            prefix: None,
        }
    }

    #[test]
    fn a_preempted_request_returns_to_the_place_of_its_arrival() {
        let mut waiting = Waiting::default();
        let ranks: Vec<_> =
            [(1, 0), (2, 0), (3, 1)].map(|(id, p)| waiting.arrive(request(id, p), false)).into();
        let ids = |waiting: &Waiting| waiting.iter().map(|r| r.id.0).collect::<Vec<_>>();
        assert_eq!(ids(&waiting), [3, 1, 2], "a higher priority comes first");
        let first = waiting.remove(ranks[0]).unwrap();
        assert_eq!(ids(&waiting), [3, 2]);
        waiting.insert(first);
        assert_eq!(ids(&waiting), [3, 1, 2]);
        assert_eq!(waiting.after(Some(ranks[0])).map(|r| r.id), Some(RequestId(2)));
    }

    #[test]
    fn a_request_is_overtaken_up_to_the_bound() {
        let mut waiting = Waiting::default();
        let rank = waiting.arrive(request(1, 0), false);
        assert!(!waiting.overtake(&[rank], 2));
        assert!(waiting.overtake(&[rank], 2));
        assert_eq!(waiting.get(rank).map(|r| r.overtaken), Some(2));
        assert!(!waiting.overtake(&[], 2));
    }
}
