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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::SchedRequest;
    use atlas_cache::{BlockPool, BlockTable, Slots};
    use atlas_core::{Priority, RequestId};

    fn sequence(slots: &Slots, arrival: u64, priority: i32, group: Option<u64>) -> Sequence {
        let request = SchedRequest {
            id: RequestId(arrival),
            prompt_len: 4,
            len_max: 8,
            priority: Priority(priority),
            prompt_rows: false,
            group,
            prefix: None,
        };
        let table = BlockTable::new(&BlockPool::new(0), 4);
        Sequence::new(Request::new(request, arrival), slots.take().unwrap(), table)
    }

    #[test]
    fn sequences_are_in_the_order_of_their_rank() {
        let slots = Slots::new(3);
        let mut running = Running::new(3);
        for (arrival, priority) in [(2, 0), (1, 0), (3, 5)] {
            running.insert(sequence(&slots, arrival, priority, None));
        }
        let ids = |running: &Running| running.iter().map(|s| s.request.id.0).collect::<Vec<_>>();
        assert_eq!(ids(&running), [3, 1, 2]);
        assert_eq!((running.len(), running.occupied(), slots.free()), (3, 3, 0));
        let first = running.slot_at(0).unwrap();
        assert!(running.remove(first).is_some() && running.remove(first).is_none());
        assert_eq!((ids(&running), slots.free()), (vec![1, 2], 1));
    }

    #[test]
    fn a_slot_holds_one_epoch() {
        let slots = Slots::new(1);
        let mut running = Running::new(1);
        running.insert(sequence(&slots, 1, 0, None));
        let (slot, epoch) = running.get(SlotId(0)).unwrap().slot_epoch();
        assert!(running.holds(slot, epoch));
        running.remove(slot);
        running.insert(sequence(&slots, 2, 0, None));
        assert!(!running.holds(slot, epoch) && running.get(slot).is_some());
    }

    #[test]
    fn only_sequences_with_one_position_left_are_single() {
        let slots = Slots::new(2);
        let mut running = Running::new(2);
        running.insert(sequence(&slots, 1, 0, None));
        let mut other = sequence(&slots, 2, 0, None);
        other.resume_at(3);
        running.insert(other);
        assert_eq!(running.single_count(), 1);
    }

    #[test]
    fn a_request_forks_once_the_rest_of_the_prompt_is_committed() {
        let slots = Slots::new(3);
        let mut running = Running::new(3);
        let waiting = sequence(&slots, 9, 0, Some(1)).request;
        assert_eq!(running.fork_source(&waiting, |_, _| true), Source::None);
        running.insert(sequence(&slots, 1, 0, Some(2)));
        assert_eq!(running.fork_source(&waiting, |_, _| true), Source::None, "another group");
        running.insert(sequence(&slots, 2, 0, Some(1)));
        assert_eq!(running.fork_source(&waiting, |_, _| false), Source::Computing);
        let slot = running.slot_at(1).unwrap();
        running.get_mut(slot).unwrap().resume_at(3);
        let at_three = |of: SlotId, at: u32| of == slot && at == 3;
        assert_eq!(running.fork_source(&waiting, at_three), Source::Ready(slot));
    }
}
