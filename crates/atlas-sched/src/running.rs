//! Sequences in slots, in the order of their rank.

use crate::request::Request;
use crate::sequence::Sequence;
use atlas_core::{Epoch, SlotId};

/// The running sequences.
#[derive(Debug)]
pub(crate) struct Running {
    by_slot: Vec<Option<Sequence>>,
    /// Occupied slots by rank, the first to be served first.
    by_rank: Vec<SlotId>,
}

impl Running {
    pub fn new(slot_count: u32) -> Self {
        Self {
            by_slot: (0..slot_count).map(|_| None).collect(),
            by_rank: Vec::with_capacity(slot_count as usize),
        }
    }

    pub fn len(&self) -> usize {
        self.by_rank.len()
    }

    pub fn is_empty(&self) -> bool {
        self.by_rank.is_empty()
    }

    pub fn get(&self, slot: SlotId) -> Option<&Sequence> {
        self.by_slot.get(slot.index())?.as_ref()
    }

    pub fn get_mut(&mut self, slot: SlotId) -> Option<&mut Sequence> {
        self.by_slot.get_mut(slot.index())?.as_mut()
    }

    /// Slot of the sequence at place `at` in the order of rank.
    pub fn slot_at(&self, at: usize) -> Option<SlotId> {
        self.by_rank.get(at).copied()
    }

    /// Sequences by rank.
    pub fn iter(&self) -> impl Iterator<Item = &Sequence> {
        self.by_rank.iter().filter_map(|&slot| self.get(slot))
    }

    /// Number of slots that have a sequence.
    pub fn occupied(&self) -> u32 {
        self.by_slot.iter().flatten().count() as u32
    }

    /// Whether the slot still has the sequence of `epoch`.
    pub fn holds(&self, slot: SlotId, epoch: Epoch) -> bool {
        self.get(slot).is_some_and(|sequence| sequence.slot.epoch() == epoch)
    }

    /// Sequences that can plan exactly one position.
    pub fn single_count(&self) -> u32 {
        self.iter().filter(|sequence| sequence.pending() == 1).count() as u32
    }

    pub fn insert(&mut self, sequence: Sequence) {
        let (slot, rank) = (sequence.slot_id(), sequence.request.rank);
        let before = |&slot: &SlotId| self.get(slot).is_some_and(|s| s.request.rank < rank);
        let at = self.by_rank.partition_point(before);
        self.by_rank.insert(at, slot);
        self.by_slot[slot.index()] = Some(sequence);
    }

    /// Takes a sequence out of its slot. Dropping it gives its slot and blocks back.
    pub fn remove(&mut self, slot: SlotId) -> Option<Sequence> {
        let sequence = self.by_slot.get_mut(slot.index())?.take()?;
        self.by_rank.retain(|&s| s != slot);
        Some(sequence)
    }

    /// The sequence of the group of a waiting request that it can fork from, if `starts_at` says
    /// that a span of this plan runs the last token of the prompt there.
    pub fn fork_source(
        &self,
        request: &Request,
        starts_at: impl Fn(SlotId, u32) -> bool,
    ) -> Source {
        let Some(at) = request.fork_at() else { return Source::None };
        let mut found = Source::None;
        for other in self.iter().filter(|s| s.request.group == request.group) {
            if other.request.prompt_len != request.prompt_len {
                continue;
            }
            if starts_at(other.slot_id(), at) && other.committed == at {
                return Source::Ready(other.slot_id());
            }
            if other.request.fork_at() == Some(at) && other.planned <= at {
                found = Source::Computing;
            }
        }
        found
    }
}

/// State of the group of a waiting request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// No sequence to fork from.
    None,
    /// A sequence that is computing the prompt, or about to.
    Computing,
    /// A sequence to fork from in this plan.
    Ready(SlotId),
}
