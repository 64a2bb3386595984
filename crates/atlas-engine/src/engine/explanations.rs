//! Explanations of recent requests: the prefix that the cache had for each.

use atlas_core::{CacheExplanation, RequestId};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Most that are kept; the oldest make room.
const KEPT_MAX: usize = 1024;

/// Explanations of the last requests.
#[derive(Debug, Default)]
pub(crate) struct Explanations {
    of: FxHashMap<RequestId, CacheExplanation>,
    order: VecDeque<RequestId>,
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
        self.order.push_back(request);
        self.of.insert(request, explanation);
    }

    pub fn get(&self, request: RequestId) -> Option<&CacheExplanation> {
        self.of.get(&request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_core::CacheLimit;

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
    }
}
