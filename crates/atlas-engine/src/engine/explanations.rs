//! Explanations of recent requests: the prefix that the cache had for each.

use atlas_core::{CacheExplanation, CacheLimit, RecentExplanation, RequestId};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};
use std::time::SystemTime;

/// Most that are kept; the oldest make room.
const KEPT_MAX: usize = 1024;

/// Explanations of the last requests.
#[derive(Debug, Default)]
pub(crate) struct Explanations {
    of: FxHashMap<RequestId, (SystemTime, CacheExplanation)>,
    order: VecDeque<RequestId>,
    /// Explanations of each reason since the start.
    counts: BTreeMap<CacheLimit, u64>,
}

impl Explanations {
    /// Keeps an explanation, unless there is one of an earlier assignment.
    pub fn keep(&mut self, request: RequestId, explanation: CacheExplanation) {
        if self.of.contains_key(&request) {
            return;
        }
        if self.order.len() == KEPT_MAX
            && let Some(oldest) = self.order.pop_front()
        {
            self.of.remove(&oldest);
        }
        *self.counts.entry(explanation.why).or_default() += 1;
        self.order.push_back(request);
        self.of.insert(request, (SystemTime::now(), explanation));
    }

    pub fn get(&self, request: RequestId) -> Option<&CacheExplanation> {
        self.of.get(&request).map(|(_, explanation)| explanation)
    }

    /// The latest, at most `count`, oldest first.
    pub fn latest(&self, count: usize) -> Vec<RecentExplanation> {
        let ids = self.order.range(self.order.len().saturating_sub(count)..);
        ids.filter_map(|&request| {
            let (at, explanation) = self.of.get(&request)?.clone();
            Some(RecentExplanation { at, request, explanation })
        })
        .collect()
    }

    /// Explanations of each reason since the start.
    pub fn counts(&self) -> &BTreeMap<CacheLimit, u64> {
        &self.counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_a_request_stays_and_the_oldest_request_goes() {
        let mut kept = Explanations::default();
        let one = |prompt_tokens| CacheExplanation {
            prompt_tokens,
            matched_tokens: 0,
            usable_tokens: 0,
            tier: None,
            why: CacheLimit::End,
            parting: None,
        };
        for id in 0..KEPT_MAX as u64 + 3 {
            kept.keep(RequestId(id), one(id as u32));
            kept.keep(RequestId(id), one(0));
        }
        assert_eq!((kept.of.len(), kept.order.len()), (KEPT_MAX, KEPT_MAX));
        assert!((0..3).all(|id| kept.get(RequestId(id)).is_none()));
        assert_eq!(kept.get(RequestId(3)), Some(&one(3)));
        let latest: Vec<u64> = kept.latest(2).iter().map(|one| one.request.0).collect();
        assert_eq!(latest, [KEPT_MAX as u64 + 1, KEPT_MAX as u64 + 2]);
        assert_eq!(kept.latest(usize::MAX).len(), KEPT_MAX);
        assert_eq!(kept.counts()[&CacheLimit::End], KEPT_MAX as u64 + 3);
    }
}
