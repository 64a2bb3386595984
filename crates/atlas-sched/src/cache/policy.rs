//! The worth of cached state: which snapshots are taken inside an answer, and which state moves to
//! the host instead of being dropped.
//!
//! State is worth the cost of computing it again times the chance that it is asked for, and it
//! costs the bytes that are moved (Pan et al., Marconi, 2025, arXiv 2411.19379). The chance is
//! learnt for each namespace: the share of its requests that went on from where an earlier one
//! ended.

use crate::types::CopyCost;
use atlas_cache::{Namespace, cost};
use std::collections::BTreeMap;

/// Requests that a namespace is taken to have had before its first, half of which went on from an
/// earlier one.
const PRIOR: u64 = 64;
/// Part of its time that a copy to the host counts for: it is made beside the steps.
const SPILL_PART: u64 = 8;
/// Of so many requests that go on from an earlier one, one parts from it at a given place within.
const PARTING: u64 = 8;
/// Requests after which the counts of a namespace are halved, so that they follow what it does now.
const REQUESTS_MAX: u64 = 1024;
/// Namespaces that are remembered.
const NAMESPACES_MAX: usize = 4096;

/// Requests of a namespace.
#[derive(Clone, Copy, Debug)]
struct Requests {
    all: u64,
    /// Those that went on from an earlier one.
    went_on: u64,
    /// Ordinal of the last.
    last: u64,
}

impl Default for Requests {
    fn default() -> Self {
        Self { all: PRIOR, went_on: PRIOR / 2, last: 0 }
    }
}

/// Decides what is saved and what an eviction does.
#[derive(Debug)]
pub(crate) struct Policy {
    pub cost: CopyCost,
    requests: BTreeMap<Namespace, Requests>,
    seen: u64,
}

impl Policy {
    /// Nothing is known yet.
    pub fn new(cost: CopyCost) -> Self {
        Self { cost, requests: BTreeMap::new(), seen: 0 }
    }

    /// Learns from a request of `namespace`.
    pub fn note(&mut self, namespace: &Namespace, went_on: bool) {
        self.seen += 1;
        if !self.requests.contains_key(namespace) && self.requests.len() >= NAMESPACES_MAX {
            let oldest = self.requests.iter().min_by_key(|(_, requests)| requests.last);
            if let Some(oldest) = oldest.map(|(namespace, _)| namespace.clone()) {
                self.requests.remove(&oldest);
            }
        }
        let requests = self.requests.entry(namespace.clone()).or_default();
        requests.all += 1;
        requests.went_on += u64::from(went_on);
        requests.last = self.seen;
        if requests.all > REQUESTS_MAX {
            (requests.all, requests.went_on) = (requests.all / 2, requests.went_on / 2);
        }
    }

    /// The chance that a request of `namespace` goes on from an earlier one, as a numerator and a
    /// denominator.
    fn chance(&self, namespace: &Namespace) -> (u64, u64) {
        let Requests { all, went_on, .. } =
            self.requests.get(namespace).copied().unwrap_or_default();
        (went_on, all)
    }

    /// Whether a snapshot whose state takes `again` to compute is worth a copy to the host and,
    /// if it is asked for, one back.
    pub fn spills_snapshot(&self, namespace: &Namespace, again: u64) -> bool {
        self.spills(namespace, again, self.cost.bytes(0, 1))
    }

    /// The same of a block.
    pub fn spills_block(&self, namespace: &Namespace, again: u64) -> bool {
        self.spills(namespace, again, self.cost.bytes(1, 0))
    }

    fn spills(&self, namespace: &Namespace, again: u64, bytes: u64) -> bool {
        let (hits, of) = self.chance(namespace);
        let copy = self.cost.copy_cost(bytes);
        // The copy back is made of what is asked for alone, and its request waits for it.
        let gain = again.saturating_sub(copy).saturating_mul(hits);
        gain.saturating_mul(SPILL_PART) > copy.saturating_mul(of)
    }

    /// Whether a sequence of `namespace` takes a snapshot at `at` inside its prompt, behind one at
    /// `last`: few requests part there, and most of those that go on do so from the end.
    pub fn saves_in_prompt(&self, namespace: &Namespace, last: u32, at: u32) -> bool {
        let (hits, of) = self.chance(namespace);
        let gain = cost(last, at).saturating_mul(hits) / PARTING;
        gain >= self.cost.save_cost().saturating_mul(of)
    }

    /// Whether a sequence of `namespace` that has its last snapshot at `last` takes one at `at`,
    /// inside its answer. A request that goes on from the answer computes half of the distance
    /// between two of them again, in the mean.
    pub fn saves_in_answer(&self, namespace: &Namespace, last: u32, at: u32) -> bool {
        let (hits, of) = self.chance(namespace);
        let gain = cost(last, at).saturating_mul(hits) / 2;
        gain > self.cost.save_cost().saturating_mul(of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tenant(salt: &str) -> Namespace {
        Namespace { salt: salt.as_bytes().into(), adapter: 0 }
    }

    /// Copies of 63 MB that take as long as 168 tokens, and saves as long as 10.
    fn policy() -> Policy {
        Policy::new(CopyCost {
            block_bytes: 655_360,
            snapshot_bytes: 63 << 20,
            bytes_per_token: 375_000,
            saved_bytes_per_token: 6_300_000,
        })
    }

    #[test]
    fn state_that_is_asked_for_is_kept_and_other_state_is_dropped() {
        let mut policy = policy();
        let again = cost(0, 1024);
        assert!(policy.spills_snapshot(&tenant("new"), again), "nothing is known of it");
        for _ in 0..4000 {
            policy.note(&tenant("unique"), false);
            policy.note(&tenant("chat"), true);
        }
        assert!(!policy.spills_snapshot(&tenant("unique"), again));
        assert!(!policy.spills_block(&tenant("unique"), cost(1000, 1032)));
        assert!(policy.spills_snapshot(&tenant("chat"), again));
        assert!(policy.spills_block(&tenant("chat"), cost(1000, 1032)));
        // Computing is faster than a copy, however often it is asked for.
        assert!(!policy.spills_snapshot(&tenant("chat"), cost(0, 100)));
        // The first turns of many users at once are no reason to give up.
        for _ in 0..128 {
            policy.note(&tenant("burst"), false);
        }
        assert!(policy.spills_snapshot(&tenant("burst"), cost(0, 600)));
        for _ in 0..3000 {
            policy.note(&tenant("unique"), true);
        }
        assert!(policy.spills_snapshot(&tenant("unique"), again), "it follows what is done now");
    }

    #[test]
    fn answers_that_are_never_continued_have_no_snapshots() {
        let mut policy = policy();
        let at = |policy: &Policy, name, distance: u32| {
            policy.saves_in_answer(&tenant(name), 1000, 1000 + distance)
        };
        assert!(!at(&policy, "chat", 32) && at(&policy, "chat", 64));
        for _ in 0..2000 {
            policy.note(&tenant("unique"), false);
        }
        assert!(!at(&policy, "unique", 256));
    }

    #[test]
    fn places_within_a_prompt_are_worth_it_if_they_are_far_apart() {
        let mut policy = policy();
        let at = |policy: &Policy, name, distance: u32| {
            policy.saves_in_prompt(&tenant(name), 1000, 1000 + distance)
        };
        assert!(!at(&policy, "chat", 64) && at(&policy, "chat", 256));
        for _ in 0..2000 {
            policy.note(&tenant("unique"), false);
        }
        assert!(!at(&policy, "unique", 256));
        assert!(Policy::new(CopyCost::default()).saves_in_prompt(&tenant("free"), 0, 1));
    }

    #[test]
    fn namespaces_are_forgotten_in_the_order_of_their_last_use() {
        let mut policy = policy();
        for i in 0..NAMESPACES_MAX + 10 {
            policy.note(&tenant("first"), true);
            policy.note(&tenant(&format!("{i}")), true);
        }
        assert_eq!(policy.requests.len(), NAMESPACES_MAX);
        assert!(policy.requests.contains_key(&tenant("first")));
        assert!(!policy.requests.contains_key(&tenant("0")));
    }
}
