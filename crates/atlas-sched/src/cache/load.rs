//! Loads from the host: cached prefixes and swapped state that are copied to the device before
//! their requests start.
//!
//! If the host has more of a waiting request than the device, the request waits until that is
//! copied, and starts with what was not damaged. What came back is held for it until it starts.

use crate::cache::blocks::KvBlocks;
use crate::cache::prefix::Prefix;
use crate::cache::swap::SwapIn;
use crate::request::{Rank, Request};
use atlas_cache::{Match, Pin, Promotion, cost};
use std::collections::BTreeMap;

/// Decision on a load for a waiting request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoadStart {
    Started,
    /// There is no place or block for it now; there will be.
    Later,
    /// The request starts with what the device has.
    Never,
}

/// Prefixes that came back for waiting requests. While they are held no other load takes their
/// places.
#[derive(Debug, Default)]
pub(crate) struct Arrived {
    pins: BTreeMap<Rank, Pin>,
}

impl Arrived {
    /// Holds what was found for the request of `rank`.
    pub fn hold(&mut self, rank: Rank, found: Match) {
        self.pins.insert(rank, found.pin);
    }

    /// Gives up what is held for a request, which holds it itself or has ended.
    pub fn forget(&mut self, rank: Rank) {
        self.pins.remove(&rank);
    }

    /// Gives up all but that of `spared`. Returns whether there was any.
    pub fn release(&mut self, spared: Option<Rank>) -> bool {
        let before = self.pins.len();
        self.pins.retain(|&rank, _| Some(rank) == spared);
        self.pins.len() < before
    }

    /// All that is held.
    pub fn pins(&self) -> impl Iterator<Item = &Pin> {
        self.pins.values()
    }
}

/// Copies from the host for one request.
#[derive(Debug, Default)]
pub(crate) struct Load {
    /// Copies of the cached prefix.
    pub promotion: Option<Promotion>,
    /// Copies of the request's own state, if it was swapped out.
    pub swap_in: Option<SwapIn>,
}

impl Load {
    /// Whether the cached prefix of a request is worth the copies from the host.
    pub fn pays(found: &Match, prefix: &Prefix) -> bool {
        let (kept, usable) = (found.kept_tokens, found.usable_tokens);
        let bytes = prefix.policy.cost.bytes(found.lacks_blocks, 1);
        kept > usable && prefix.policy.cost.pays(bytes, cost(usable, kept))
    }

    /// Starts to promote the cached prefix of a request, if there is room. `owed`: blocks that must
    /// stay free.
    pub fn promote(
        request: &Request,
        found: &Match,
        owed: u32,
        prefix: &mut Prefix,
        blocks: &KvBlocks,
    ) -> Option<Self> {
        let (kept, lacks) = (found.kept_tokens, found.lacks_blocks);
        if blocks.available() < lacks.saturating_add(owed)
            || prefix.lacks_blocks(lacks, &blocks.pool)
        {
            return None;
        }
        let key = request.key.as_ref()?;
        let promotion = prefix.index.promote(&key.namespace, &key.tokens, kept)?;
        let mut promotion = prefix.fill(promotion, &blocks.pool)?;
        prefix.index.start_promotion(&mut promotion);
        Some(Self { promotion: Some(promotion), swap_in: None })
    }
}
