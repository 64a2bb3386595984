//! Snapshots of one running sequence.

use atlas_cache::{Complete, Mutable, Snapshot};
use atlas_core::SnapshotId;
use std::collections::VecDeque;

/// Snapshots that a running sequence takes, from the wish to the index.
#[derive(Debug, Default)]
pub(crate) struct SequenceSnapshots {
    /// Positions at which a snapshot is wanted and not planned, ascending.
    wanted: VecDeque<u32>,
    /// Planned and not committed, by position.
    saving: VecDeque<(u32, Snapshot<Mutable>)>,
    /// Position of the one that was planned last, or of the state that the sequence began with.
    last_position: u32,
    /// The last one inside the answer. The index gets it when the sequence leaves its slot.
    last: Option<(u32, Snapshot<Complete>)>,
}

impl SequenceSnapshots {
    /// Sets the wanted positions.
    pub fn want(&mut self, positions: VecDeque<u32>) {
        self.wanted = positions;
    }

    /// Takes the wanted positions up to `end`.
    pub fn take_wanted(&mut self, end: u32) -> Vec<u32> {
        let count = self.wanted.iter().take_while(|&&position| position <= end).count();
        self.wanted.drain(..count).collect()
    }

    /// Adds a planned snapshot.
    pub fn plan(&mut self, position: u32, place: Snapshot<Mutable>) {
        self.saving.push_back((position, place));
        self.last_position = position;
    }

    /// Notes that the sequence begins with the state at `position`.
    pub fn begin_at(&mut self, position: u32) {
        self.last_position = position;
    }

    /// The last position with a snapshot, or at which the sequence began.
    pub fn last_position(&self) -> u32 {
        self.last_position
    }

    /// Takes the first planned snapshot if its position is committed.
    pub fn take_saved(&mut self, committed: u32) -> Option<(u32, Snapshot<Complete>)> {
        let (position, place) = self.saving.pop_front_if(|(at, _)| *at <= committed)?;
        Some((position, place.complete()))
    }

    /// Keeps a snapshot inside the answer; the one before it returns to its pool.
    pub fn keep_last(&mut self, position: u32, snapshot: Snapshot<Complete>) {
        self.last = Some((position, snapshot));
    }

    pub fn take_last(&mut self) -> Option<(u32, Snapshot<Complete>)> {
        self.last.take()
    }

    /// Places that the sequence holds.
    pub fn ids(&self) -> impl Iterator<Item = SnapshotId> + '_ {
        let saving = self.saving.iter().map(|(_, s)| s.id());
        saving.chain(self.last.iter().map(|(_, s)| s.id()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_cache::SnapshotPool;

    #[test]
    fn snapshots_go_from_the_wish_to_the_index() {
        let pool = SnapshotPool::new(2);
        let mut snapshots = SequenceSnapshots::default();
        snapshots.want([4, 8, 12].into());
        assert_eq!(snapshots.take_wanted(9), [4, 8]);
        assert_eq!(snapshots.take_wanted(9), [0; 0]);
        snapshots.plan(4, pool.take().unwrap());
        snapshots.plan(8, pool.take().unwrap());
        assert!(snapshots.take_saved(3).is_none());
        assert_eq!(snapshots.take_saved(6).map(|(at, _)| at), Some(4));
        assert!(snapshots.take_saved(6).is_none());
        assert_eq!((snapshots.ids().count(), pool.free()), (1, 1));
    }

    #[test]
    fn the_last_one_of_an_answer_replaces_the_one_before() {
        let pool = SnapshotPool::new(2);
        let mut snapshots = SequenceSnapshots::default();
        for at in [4, 8] {
            snapshots.keep_last(at, pool.take().unwrap().complete());
        }
        assert_eq!((snapshots.ids().count(), pool.free()), (1, 1));
        assert_eq!(snapshots.take_last().map(|(at, _)| at), Some(8));
        assert_eq!(pool.free(), 2);
    }
}
