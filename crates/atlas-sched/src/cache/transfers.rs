//! Copies between the tiers that are made beside the steps: loads from the host for waiting
//! requests, and spills of what is about to be evicted.
//!
//! They are handed out in order, each when the plan that was made before it is launched, and made
//! in that order. Until a copy is reported as made, what it reads and writes belongs to it: no
//! plan uses a place that is being written, and none waits.

use crate::cache::load::Load;
use crate::request::Rank;
use crate::types::Transfer;
use atlas_cache::Spill;
use atlas_core::TierCopy;
use std::collections::VecDeque;

/// Transfers of spills at a time, and while loads are under way, so that a load does not wait
/// behind many.
const SPILLS_MAX: usize = 16;
const SPILLS_BESIDE_LOADS: usize = 8;

/// Purpose of a transfer.
#[derive(Debug)]
enum Purpose {
    /// A waiting request. `booked`: copies that were booked before its own when it was made.
    Load {
        rank: Rank,
        load: Box<Load>,
        booked: usize,
    },
    Spill(Vec<Spill>),
}

/// Purpose of a transfer that is made.
#[derive(Debug)]
pub(crate) enum Made {
    Load { rank: Rank, load: Box<Load>, booked: usize },
    Spill,
}

/// Transfers that are not reported as made, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Transfers {
    made: u64,
    pending: VecDeque<(u64, Purpose)>,
    /// Those that are not handed out yet.
    out: Vec<Transfer>,
}

impl Transfers {
    fn add(&mut self, purpose: Purpose, copies: Vec<TierCopy>) {
        self.made += 1;
        self.pending.push_back((self.made, purpose));
        self.out.push(Transfer { id: self.made, copies });
    }

    /// Adds a load for the request of `rank`; `booked`: see [`Purpose`].
    pub fn load(&mut self, rank: Rank, load: Load, copies: Vec<TierCopy>, booked: usize) {
        self.add(Purpose::Load { rank, load: Box::new(load), booked }, copies);
    }

    /// Adds a transfer of what moves to the host.
    pub fn spill(&mut self, spills: Vec<Spill>) {
        let copies = spills.iter().filter_map(|spill| spill.copy).collect();
        self.add(Purpose::Spill(spills), copies);
    }

    /// Whether a spill may be added: few are under way.
    pub fn may_spill(&self) -> bool {
        let loads = self.ranks().count();
        let most = if loads > 0 { SPILLS_BESIDE_LOADS } else { SPILLS_MAX };
        self.pending.len() - loads < most
    }

    /// Takes those that were added since the last call.
    pub fn take(&mut self) -> Vec<Transfer> {
        std::mem::take(&mut self.out)
    }

    /// Books that a transfer is made, and the oldest; `None` if it is not the oldest.
    pub fn finish(&mut self, id: u64) -> Option<Made> {
        let (_, purpose) = self.pending.pop_front_if(|(oldest, _)| *oldest == id)?;
        Some(match purpose {
            Purpose::Load { rank, load, booked } => Made::Load { rank, load, booked },
            Purpose::Spill(_) => Made::Spill,
        })
    }

    pub fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }

    /// Ranks of requests with a load under way.
    pub fn ranks(&self) -> impl Iterator<Item = Rank> {
        self.pending.iter().filter_map(|(_, purpose)| match purpose {
            Purpose::Load { rank, .. } => Some(*rank),
            Purpose::Spill(_) => None,
        })
    }

    /// Loads under way.
    pub fn loads(&self) -> impl Iterator<Item = &Load> {
        self.pending.iter().filter_map(|(_, purpose)| match purpose {
            Purpose::Load { load, .. } => Some(&**load),
            Purpose::Spill(_) => None,
        })
    }

    /// State that moves to the host.
    pub fn spills(&self) -> impl Iterator<Item = &Spill> {
        self.pending.iter().flat_map(|(_, purpose)| match purpose {
            Purpose::Load { .. } => &[][..],
            Purpose::Spill(spills) => spills,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_core::{ClientId, Priority};
    use std::cmp::Reverse;

    #[test]
    fn transfers_are_handed_out_once_and_end_in_their_order() {
        let rank = Rank { priority: Reverse(Priority(0)), arrival: 3, client: ClientId::default() };
        let mut transfers = Transfers::default();
        assert!(transfers.may_spill() && transfers.is_empty());
        transfers.spill(vec![Spill::default()]);
        assert!(transfers.may_spill());
        transfers.load(rank, Load::default(), Vec::new(), 5);
        assert!(transfers.may_spill());
        let ids: Vec<_> = transfers.take().iter().map(|transfer| transfer.id).collect();
        assert_eq!((ids.as_slice(), transfers.take().len()), (&[1, 2][..], 0));
        assert_eq!((transfers.loads().count(), transfers.spills().count()), (1, 1));
        assert!(transfers.finish(2).is_none(), "it is not the oldest");
        assert!(matches!(transfers.finish(1), Some(Made::Spill)));
        assert_eq!(transfers.ranks().collect::<Vec<_>>(), [rank]);
        assert!(matches!(transfers.finish(2), Some(Made::Load { booked: 5, .. })));
        assert!(transfers.is_empty());
    }
}
