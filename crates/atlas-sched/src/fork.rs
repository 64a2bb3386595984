//! Choices of one prompt: the first computes it, the others go on from its state.
//!
//! They part before the prompt's last token. In the plan that runs this token for the one that has
//! computed the rest, the others are seated with its complete blocks, a copy of the block that is
//! being written and a copy of its recurrent state; each then runs the last token itself.

use crate::explain::forked;
use crate::fault::Fault;
use crate::scheduler::{Place, Scheduler};
use crate::sequence::{Request, Seated};
use atlas_cache::BlockTable;
use atlas_core::{BlockAppend, SlotId, StateFork, StateOp, StepPlan};

/// What a waiting request finds of its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kin {
    /// Nobody who is of use to it.
    None,
    /// One who is still computing the prompt, or about to.
    Computing,
    /// One from whom it can part in this plan.
    Ready(SlotId),
}

impl Scheduler {
    /// What there is of the group of a waiting request in this plan.
    pub(crate) fn kin(&self, request: &Request, plan: &StepPlan) -> Kin {
        let Some(at) = request.fork_at() else { return Kin::None };
        let mut found = Kin::None;
        for seated in self.seated().filter(|s| s.request.group == request.group) {
            let slot = seated.slot.id();
            if seated.request.prompt_len != request.prompt_len {
                continue;
            }
            let parts = plan.spans.iter().any(|s| s.slot == slot && s.start == at);
            if parts && seated.committed == at {
                return Kin::Ready(slot);
            }
            if seated.request.fork_at() == Some(at) && seated.planned <= at {
                found = Kin::Computing;
            }
        }
        match found {
            Kin::None if self.kin_comes_back(request) => Kin::Computing,
            _ => found,
        }
    }

    /// Whether something is being brought back from the host for another of the group.
    fn kin_comes_back(&self, request: &Request) -> bool {
        let flights = self.in_flight.iter().flat_map(|flight| &flight.coming);
        flights.chain(&self.coming).any(|(id, _)| {
            let Some(&Place::Waiting(rank)) = self.places.get(id) else { return false };
            let other = self.waiting.get(rank).filter(|other| other.rank != request.rank);
            other.is_some_and(|other| {
                other.group == request.group && other.fork_at() == request.fork_at()
            })
        })
    }

    /// Lets a sequence that is being seated go on from the state of another of its group.
    pub(crate) fn part_from(&mut self, seated: &mut Seated, from: SlotId, plan: &mut StepPlan) {
        let shares_block = self.options.fault.strikes(Fault::ForkSharesBlock);
        let forgets_block = self.options.fault.strikes(Fault::ForkForgetsBlock);
        let Some(position) = seated.request.fork_at() else { return };
        let (slot, epoch) = (seated.slot.id(), seated.slot.epoch());
        let Some(other) = self.seats[from.index()].as_mut() else { return };
        let written = other.table.first_mutable();
        seated.table = if self.paged { other.table.fork() } else { BlockTable::new(&self.pool, 1) };
        self.plan_released(seated, plan);
        let shared = seated.table.ids().map(|block| BlockAppend { slot, epoch, block });
        plan.ops.extend(shared.map(StateOp::Append));
        let partial = !position.is_multiple_of(self.limits.kv_block_tokens);
        let mut copied = None;
        if self.paged
            && let Some(block) = self.take_block()
        {
            let id = block.id();
            let shown = written.filter(|_| shares_block && partial).unwrap_or(id);
            plan.ops.push(StateOp::Append(BlockAppend { slot, epoch, block: shown }));
            seated.table.push(block);
            copied = written.filter(|_| partial && !forgets_block).map(|from| (from, id));
        }
        let fork = StateFork { from, to: slot, position, block: copied };
        plan.ops.push(StateOp::Fork(fork));
        (seated.committed, seated.planned) = (position, position);
        self.forks += 1;
        self.explanations.push((seated.request.id, forked(seated.request.prompt_len, position)));
    }
}
