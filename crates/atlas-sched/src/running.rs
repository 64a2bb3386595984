//! Sequences in slots, in the order in which they started first.

use crate::request::Request;
use crate::sequence::Sequence;
use atlas_core::{ClientId, Epoch, SlotId};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// The running sequences.
#[derive(Debug)]
pub(crate) struct Running {
    by_slot: Vec<Option<Sequence>>,
    /// Occupied slots in the order of first starts, the first to be served first.
    in_order: Vec<SlotId>,
    /// Sequences of each client that has some.
    clients: FxHashMap<ClientId, u32>,
    /// Sequences of each call that has some.
    calls: FxHashMap<u64, u32>,
    /// Of one call, sequences that run like others.
    call_width: u32,
    /// Calls with more than these.
    wide_calls: u32,
}

impl Running {
    /// `call_width`: sequences of one call that run while other requests of its client wait.
    pub fn new(slot_count: u32, call_width: u32) -> Self {
        Self {
            by_slot: (0..slot_count).map(|_| None).collect(),
            in_order: Vec::with_capacity(slot_count as usize),
            clients: FxHashMap::default(),
            calls: FxHashMap::default(),
            call_width,
            wide_calls: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.in_order.len()
    }

    pub fn is_empty(&self) -> bool {
        self.in_order.is_empty()
    }

    pub fn get(&self, slot: SlotId) -> Option<&Sequence> {
        self.by_slot.get(slot.index())?.as_ref()
    }

    pub fn get_mut(&mut self, slot: SlotId) -> Option<&mut Sequence> {
        self.by_slot.get_mut(slot.index())?.as_mut()
    }

    /// Slot of the sequence at place `at` in the order.
    pub fn slot_at(&self, at: usize) -> Option<SlotId> {
        self.in_order.get(at).copied()
    }

    /// Sequences in the order.
    pub fn iter(&self) -> impl Iterator<Item = &Sequence> {
        self.in_order.iter().filter_map(|&slot| self.get(slot))
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
        let (slot, started) = (sequence.slot_id(), sequence.request.started);
        let before = |&slot: &SlotId| self.get(slot).is_some_and(|s| s.request.started < started);
        let at = self.in_order.partition_point(before);
        self.in_order.insert(at, slot);
        *self.clients.entry(sequence.request.rank.client).or_default() += 1;
        if let Some(call) = sequence.request.call {
            let count = self.calls.entry(call).or_default();
            *count += 1;
            self.wide_calls += u32::from(*count == self.call_width + 1);
        }
        self.by_slot[slot.index()] = Some(sequence);
    }

    /// Sequences of a client.
    pub fn count_of(&self, client: ClientId) -> u32 {
        self.clients.get(&client).copied().unwrap_or(0)
    }

    /// The sequence that gives way to one at place `at`: of those behind it the last of the client
    /// that has the most sequences.
    pub fn last_behind(&self, at: usize) -> Option<SlotId> {
        let behind = self.in_order.iter().enumerate().skip(at + 1);
        let count = |slot| self.get(slot).map_or(0, |s| self.count_of(s.request.rank.client));
        behind.max_by_key(|&(place, &slot)| (count(slot), place)).map(|(_, &slot)| slot)
    }

    /// The last sequence of the client that has the most, at least two.
    fn last_of_most(&self) -> Option<SlotId> {
        let slot = self.last_behind(0)?;
        let client = self.get(slot)?.request.rank.client;
        (self.count_of(client) > 1).then_some(slot)
    }

    /// Whether so many of its call run that others of its client come before it.
    pub fn is_wide(&self, request: &Request) -> bool {
        let count = request.call.and_then(|call| self.calls.get(&call));
        count.is_some_and(|&count| count >= self.call_width)
    }

    /// Whether running sequences should give way to a waiting request.
    pub fn yields_to(&self, request: &Request) -> bool {
        self.count_of(request.rank.client) == 0 || self.last_of_widest(request).is_some()
    }

    /// The sequence that gives way to a waiting request. If its client runs none: the last of the
    /// client that has the most, at least two. Else the last of the widest call of its client, if
    /// that is wider than `call_width` and of no higher priority.
    pub fn victim_for(&self, request: &Request) -> Option<SlotId> {
        match self.count_of(request.rank.client) {
            0 => self.last_of_most(),
            _ => self.last_of_widest(request),
        }
    }

    fn last_of_widest(&self, waiting: &Request) -> Option<SlotId> {
        if self.wide_calls == 0 || self.is_wide(waiting) {
            return None;
        }
        let gives_way = |s: &&Sequence| {
            let (rank, waiting) = (s.request.rank, waiting.rank);
            rank.client == waiting.client && rank.priority >= waiting.priority
        };
        let width = |s: &Sequence| s.request.call.and_then(|call| self.calls.get(&call)).copied();
        let of_calls = self.iter().filter(gives_way).filter_map(|s| Some((width(s)?, s)));
        let wide = of_calls.filter(|&(width, _)| width > self.call_width);
        wide.max_by_key(|&(width, _)| width).map(|(_, s)| s.slot_id())
    }

    /// Takes a sequence out of its slot. Dropping it gives its slot and blocks back.
    pub fn remove(&mut self, slot: SlotId) -> Option<Sequence> {
        let sequence = self.by_slot.get_mut(slot.index())?.take()?;
        self.in_order.retain(|&s| s != slot);
        if let Entry::Occupied(mut count) = self.clients.entry(sequence.request.rank.client) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
        if let Some(call) = sequence.request.call
            && let Entry::Occupied(mut count) = self.calls.entry(call)
        {
            self.wide_calls -= u32::from(*count.get() == self.call_width + 1);
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
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
    use atlas_core::{ClientId, Priority, RequestId};

    fn sequence(slots: &Slots, arrival: u64, priority: i32, group: Option<u64>) -> Sequence {
        let request = SchedRequest {
            id: RequestId(arrival),
            prompt_len: 4,
            len_max: 8,
            priority: Priority(priority),
            client: ClientId::default(),
            call: None,
            prompt_rows: false,
            drafts: 0,
            group,
            prefix: None,
        };
        let table = BlockTable::new(&BlockPool::new(0), 4);
        let mut request = Request::new(request, arrival);
        request.started = Some(arrival);
        Sequence::new(request, slots.take().unwrap(), table)
    }

    #[test]
    fn sequences_are_in_the_order_of_their_first_starts() {
        let slots = Slots::new(3);
        let mut running = Running::new(3, 2);
        for (arrival, priority) in [(2, 0), (1, 0), (3, 5)] {
            running.insert(sequence(&slots, arrival, priority, None));
        }
        let ids = |running: &Running| running.iter().map(|s| s.request.id.0).collect::<Vec<_>>();
        assert_eq!(ids(&running), [1, 2, 3]);
        assert_eq!((running.len(), running.occupied(), slots.free()), (3, 3, 0));
        let first = running.slot_at(0).unwrap();
        assert!(running.remove(first).is_some() && running.remove(first).is_none());
        assert_eq!((ids(&running), slots.free()), (vec![2, 3], 1));
    }

    #[test]
    fn the_client_with_the_most_sequences_gives_way() {
        let slots = Slots::new(5);
        let mut running = Running::new(5, 2);
        assert_eq!(running.last_of_most(), None);
        for (arrival, client) in [(1, 1), (2, 2), (3, 1), (4, 1), (5, 3)] {
            let mut sequence = sequence(&slots, arrival, 0, None);
            sequence.request.rank.client = ClientId(client);
            running.insert(sequence);
        }
        let id = |running: &Running, slot: Option<SlotId>| {
            slot.and_then(|slot| running.get(slot)).map(|s| s.request.id.0)
        };
        assert_eq!(id(&running, running.last_behind(1)), Some(4));
        assert_eq!(id(&running, running.last_behind(3)), Some(5), "the only one behind");
        assert_eq!(running.last_behind(4), None);
        for left in [[4, 2], [3, 1]] {
            let slot = running.last_of_most();
            assert_eq!(id(&running, slot), Some(left[0]));
            running.remove(slot.unwrap());
            assert_eq!(u64::from(running.count_of(ClientId(1))), left[1]);
        }
        assert_eq!(running.last_of_most(), None, "each client has one");
    }

    #[test]
    fn a_slot_holds_one_epoch() {
        let slots = Slots::new(1);
        let mut running = Running::new(1, 2);
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
        let mut running = Running::new(2, 2);
        running.insert(sequence(&slots, 1, 0, None));
        let mut other = sequence(&slots, 2, 0, None);
        other.resume_at(3);
        running.insert(other);
        assert_eq!(running.single_count(), 1);
    }

    #[test]
    fn a_request_forks_once_the_rest_of_the_prompt_is_committed() {
        let slots = Slots::new(3);
        let mut running = Running::new(3, 2);
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
