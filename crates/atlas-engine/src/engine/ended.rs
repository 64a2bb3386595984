//! Tokens of requests that have ended, for sessions of them.

use std::collections::VecDeque;

use atlas_core::{EndedRequest, RequestId};
use rustc_hash::FxHashMap;

/// Most requests that are kept, and most tokens of them all but the last one: 16 MiB.
const REQUESTS_MAX: usize = 256;
const TOKENS_MAX: usize = 4 << 20;

/// The last requests that have ended.
#[derive(Debug, Default)]
pub(crate) struct EndedRequests {
    by_id: FxHashMap<RequestId, EndedRequest>,
    /// The oldest first.
    order: VecDeque<RequestId>,
    tokens: usize,
}

impl EndedRequests {
    pub fn keep(&mut self, id: RequestId, request: EndedRequest) {
        self.tokens += request.tokens.len();
        self.by_id.insert(id, request);
        self.order.push_back(id);
        while self.order.len() > REQUESTS_MAX || (self.tokens > TOKENS_MAX && self.order.len() > 1)
        {
            let oldest = self.order.pop_front().and_then(|id| self.by_id.remove(&id));
            self.tokens -= oldest.map_or(0, |request| request.tokens.len());
        }
    }

    pub fn get(&self, id: RequestId) -> Option<EndedRequest> {
        self.by_id.get(&id).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(len: usize) -> EndedRequest {
        let (tokens, salt) = (vec![7; len].into(), [].into());
        EndedRequest { tokens, prompt_len: 1, seed: 0, salt, adapter: 0 }
    }

    #[test]
    fn the_oldest_are_given_up_and_the_last_is_kept() {
        let mut ended = EndedRequests::default();
        (0..300).for_each(|id| ended.keep(RequestId(id), of(2)));
        assert!(ended.get(RequestId(43)).is_none() && ended.get(RequestId(44)).is_some());
        assert_eq!((ended.order.len(), ended.tokens), (256, 512));
        ended.keep(RequestId(500), of(TOKENS_MAX + 1));
        assert_eq!((ended.order.len(), ended.by_id.len()), (1, 1));
        ended.keep(RequestId(501), of(3));
        assert!(ended.get(RequestId(500)).is_none());
        assert_eq!(ended.tokens, 3);
    }
}
