//! Loads from the host: cached prefixes and swapped state that are copied to the device before
//! their requests start.
//!
//! If the host has more of a waiting request than the device, the request waits one step longer.
//! That step copies, and the next one uses what was not damaged. A load never keeps blocks from a
//! running sequence.

use crate::cache::blocks::KvBlocks;
use crate::cache::prefix::Prefix;
use crate::cache::swap::SwapIn;
use crate::request::{Rank, Request};
use atlas_cache::{Match, Promotion, cost};

/// Copies from the host for one request.
#[derive(Debug, Default)]
pub(crate) struct Load {
    /// Copies of the cached prefix.
    pub promotion: Option<Promotion>,
    /// Copies of the request's own state, if it was swapped out.
    pub swap_in: Option<SwapIn>,
}

impl Load {
    fn is_empty(&self) -> bool {
        self.promotion.is_none() && self.swap_in.is_none()
    }

    /// Starts to promote the cached prefix of a request, if it is worth the copies and there is
    /// room. `owed`: blocks that must stay free.
    pub fn promote(
        request: &Request,
        found: &Match,
        owed: u32,
        prefix: &mut Prefix,
        blocks: &KvBlocks,
    ) -> Option<Self> {
        let (kept, usable, lacks) = (found.kept_tokens, found.usable_tokens, found.lacks_blocks);
        let bytes = prefix.copy_cost.bytes(lacks, 1);
        let has_room = blocks.available() >= lacks.saturating_add(owed);
        if kept <= usable || !has_room || !prefix.copy_cost.pays(bytes, cost(usable, kept)) {
            return None;
        }
        let key = request.key.as_ref()?;
        let promotion = prefix.index.promote(&key.namespace, &key.tokens, kept)?;
        let mut promotion = prefix.fill(promotion, &blocks.pool)?;
        prefix.index.start_promotion(&mut promotion);
        Some(Self { promotion: Some(promotion), swap_in: None })
    }
}

/// A load and the step whose plan holds its copies; `None` while that plan is made.
#[derive(Debug)]
struct Pending {
    step: Option<u64>,
    rank: Rank,
    load: Load,
}

/// All loads under way, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Loads {
    pending: Vec<Pending>,
}

impl Loads {
    /// Adds a load of the plan that is being made.
    pub fn start(&mut self, rank: Rank, load: Load) {
        self.pending.push(Pending { step: None, rank, load });
    }

    /// Books that the plan that was being made is that of `step`.
    pub fn planned(&mut self, step: u64) {
        for pending in self.pending.iter_mut().rev().take_while(|p| p.step.is_none()) {
            pending.step = Some(step);
        }
    }

    /// Takes the loads of the plan of `step`.
    pub fn take(&mut self, step: u64) -> Vec<(Rank, Load)> {
        let of_step = self.pending.extract_if(.., |pending| pending.step == Some(step));
        of_step.map(|pending| (pending.rank, pending.load)).collect()
    }

    /// Gives up all loads; their entries stay until their plans are answered. Returns whether any
    /// was left.
    pub fn release(&mut self) -> bool {
        let loads = self.pending.iter_mut().map(|pending| std::mem::take(&mut pending.load));
        loads.filter(|load| !load.is_empty()).count() > 0
    }

    /// Ranks of requests with a load under way.
    pub fn ranks(&self) -> impl Iterator<Item = Rank> {
        self.pending.iter().map(|pending| pending.rank)
    }

    /// Loads of planned steps.
    pub fn iter(&self) -> impl Iterator<Item = &Load> {
        self.pending.iter().map(|pending| &pending.load)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_core::Priority;
    use std::cmp::Reverse;

    #[test]
    fn loads_belong_to_the_step_whose_plan_copies_them() {
        let rank = |arrival| Rank { priority: Reverse(Priority(0)), arrival };
        let mut loads = Loads::default();
        loads.start(rank(1), Load::default());
        loads.planned(7);
        loads.start(rank(2), Load::default());
        assert!(loads.take(8).is_empty(), "its plan is not made");
        loads.planned(8);
        assert_eq!(loads.ranks().collect::<Vec<_>>(), [rank(1), rank(2)]);
        let of = |taken: Vec<(Rank, Load)>| taken.iter().map(|(rank, _)| *rank).collect::<Vec<_>>();
        assert_eq!(of(loads.take(7)), [rank(1)]);
        assert!(!loads.release(), "the other one holds nothing");
        assert_eq!((of(loads.take(8)), loads.iter().count()), (vec![rank(2)], 0));
    }
}
