//! Slots: the permanent rows of the per-sequence tables, owned one at a time.

use atlas_core::{Epoch, SlotId};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// One assignment of a slot. Dropping it frees the slot.
#[derive(Debug)]
pub struct Slot {
    id: SlotId,
    epoch: Epoch,
    home: Arc<Mutex<Home>>,
}

impl Slot {
    pub fn id(&self) -> SlotId {
        self.id
    }

    /// Ordinal of this assignment of the slot. No two assignments of a slot have the same one,
    /// until the count wraps after 2^32.
    pub fn epoch(&self) -> Epoch {
        self.epoch
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        lock(&self.home).free.push(self.id);
    }
}

#[derive(Debug)]
struct Home {
    /// Last in, first out.
    free: Vec<SlotId>,
    epochs: Vec<Epoch>,
}

/// Every change is one push, pop or store: a panic elsewhere cannot leave the lists half changed.
fn lock(home: &Mutex<Home>) -> MutexGuard<'_, Home> {
    home.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All slots of an engine.
#[derive(Debug)]
pub struct Slots {
    home: Arc<Mutex<Home>>,
    count: u32,
}

impl Slots {
    /// Slots `0..count`, all free, never assigned.
    pub fn new(count: u32) -> Self {
        let free = (0..count).rev().map(SlotId).collect();
        let epochs = vec![Epoch(0); count as usize];
        Self { home: Arc::new(Mutex::new(Home { free, epochs })), count }
    }

    /// A free slot under a new epoch, or `None` if all are assigned.
    pub fn take(&self) -> Option<Slot> {
        let mut home = lock(&self.home);
        let id = home.free.pop()?;
        let epoch = Epoch(home.epochs[id.index()].0.wrapping_add(1));
        home.epochs[id.index()] = epoch;
        drop(home);
        Some(Slot { id, epoch, home: Arc::clone(&self.home) })
    }

    pub fn count(&self) -> u32 {
        self.count
    }

    /// Slots that can be taken now.
    pub fn free(&self) -> u32 {
        lock(&self.home).free.len() as u32
    }

    /// Slots that are assigned.
    pub fn used(&self) -> u32 {
        self.count - self.free()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_assignment_has_its_own_epoch() {
        let slots = Slots::new(1);
        let first = slots.take().unwrap();
        assert!(slots.take().is_none());
        assert_eq!((first.id(), first.epoch()), (SlotId(0), Epoch(1)));
        drop(first);
        let second = slots.take().unwrap();
        assert_eq!((second.id(), second.epoch()), (SlotId(0), Epoch(2)));
        assert_eq!((slots.free(), slots.used()), (0, 1));
    }
}
