//! The faults and the hooks at which they strike.

use crate::pool::{Cached, Pool, PoolId, lock};
use crate::prefix::PrefixIndex;
use crate::prefix::tree::{Kept, Mark, MarkAt, Tree};
use atlas_core::{BlockId, Tier};
use std::hint::black_box;

/// Text in every binary that can plant faults of the prefix cache, which `cargo xtask
/// release-check` looks for.
pub const MARKER: &str = "planted fault: cache";

/// A defect that a prefix index of this design could plausibly have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PrefixFault {
    /// A snapshot is attached one block before its position.
    SnapshotOffByOneBlock,
    /// The block after the last complete one is published while it is being written.
    TailPublishedEarly,
    /// Namespaces are ignored: one tenant is served the state of another.
    SaltIgnored,
    /// A block that a sequence uses is evicted.
    ReferencedBlockEvicted,
    /// A prompt that is cached to its end is not cut before its last token, which then runs twice:
    /// its logits are needed.
    LastTokenTwice,
    /// The mark of an evicted snapshot stays in the tree.
    StaleSnapshot,
    /// The mark of a snapshot that was evicted from the host stays in the tree.
    StaleHostSnapshot,
    /// Some blocks and snapshots that move to the host are not copied.
    DemotionForgotten,
    /// A copy from the host that fails its checksum is used.
    ChecksumIgnored,
    /// Blocks that came back from the host are put one place off.
    PromotedOneBlockOff,
    /// The window before a place to resume from is taken as one block shorter than it is: that
    /// block may be evicted.
    WindowOneBlockShort,
}

impl PrefixFault {
    /// Faults that need a tier on the host to show.
    pub const OF_THE_HOST: [Self; 4] = [
        Self::StaleHostSnapshot,
        Self::DemotionForgotten,
        Self::ChecksumIgnored,
        Self::PromotedOneBlockOff,
    ];

    /// Faults that need neither a tier on the host nor a window.
    pub const ALL: [Self; 6] = [
        Self::SnapshotOffByOneBlock,
        Self::TailPublishedEarly,
        Self::SaltIgnored,
        Self::ReferencedBlockEvicted,
        Self::LastTokenTwice,
        Self::StaleSnapshot,
    ];
}

/// The fault that is planted in an index, if any, and its hooks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Faults {
    planted: Option<PrefixFault>,
}

impl Default for Faults {
    fn default() -> Self {
        // Without a use of the text the linker drops it.
        black_box(MARKER);
        Self { planted: None }
    }
}

/// Hooks that tell whether a fault strikes.
macro_rules! strikes {
    ($($hook:ident => $fault:ident,)*) => {
        impl Faults {
            $(pub fn $hook(&self) -> bool {
                self.planted == Some(PrefixFault::$fault)
            })*
        }
    };
}

strikes! {
    ignores_namespace => SaltIgnored,
    matches_last_token => LastTokenTwice,
    publishes_tail_early => TailPublishedEarly,
    attaches_one_block_early => SnapshotOffByOneBlock,
    evicts_used_blocks => ReferencedBlockEvicted,
    shortens_window => WindowOneBlockShort,
    ignores_damage => ChecksumIgnored,
    promotes_one_block_off => PromotedOneBlockOff,
}

impl Faults {
    /// [`PrefixFault::DemotionForgotten`]: every third demotion is not copied. `ordinal`: that of
    /// the demotion.
    pub fn forgets_demotion(&self, ordinal: u64) -> bool {
        self.planted == Some(PrefixFault::DemotionForgotten) && ordinal.is_multiple_of(3)
    }

    /// [`PrefixFault::ReferencedBlockEvicted`]: a block in use enters the free list, which the
    /// handles themselves make impossible. The index must drop its hold then.
    pub fn give_back_in_use(&self, block: &Cached<BlockId>) {
        if self.evicts_used_blocks() {
            block.give_back_in_use();
        }
    }

    /// [`PrefixFault::StaleSnapshot`] and [`PrefixFault::StaleHostSnapshot`]: the snapshot at `at`
    /// goes back to its pool and its mark stays. Returns whether it does.
    pub fn keeps_stale_mark(&self, tier: Tier, tree: &mut Tree, at: MarkAt) -> bool {
        let stale = match tier {
            Tier::Device => PrefixFault::StaleSnapshot,
            Tier::Host => PrefixFault::StaleHostSnapshot,
        };
        let strikes = self.planted == Some(stale);
        if strikes {
            match tree.mark_mut(at) {
                Some(Mark { snapshot: Kept::Device(held), .. }) => held.forget_hold(),
                Some(Mark { snapshot: Kept::Host(held), .. }) => held.forget_hold(),
                None => {}
            }
        }
        strikes
    }
}

impl PrefixIndex {
    /// Plants a fault.
    pub fn plant(&mut self, fault: PrefixFault) {
        self.ranked.rules.faults = Faults { planted: Some(fault) };
    }
}

/// The fault that is planted in a pool, if any.
#[derive(Debug, Default)]
pub(crate) struct PoolFaults {
    duplicate_every: Option<u64>,
    released: u64,
}

impl PoolFaults {
    /// Counts a released id and tells whether it enters the free list twice.
    pub fn frees_twice(&mut self) -> bool {
        self.released += 1;
        self.duplicate_every.is_some_and(|every| self.released.is_multiple_of(every))
    }
}

impl<I: PoolId> Pool<I> {
    /// From now on every `every`-th released id enters the free list twice, which the handles
    /// themselves make impossible.
    pub fn inject_double_free(&self, every: u32) {
        lock(&self.home).faults.duplicate_every = Some(u64::from(every.max(1)));
    }
}

impl<I: PoolId> Cached<I> {
    /// Gives the id back and keeps the handle.
    fn forget_hold(&self) {
        lock(&self.home).uncache(self.id);
    }

    /// Puts the id into the free list if it is in use. The handle must be dropped then.
    fn give_back_in_use(&self) {
        let mut home = lock(&self.home);
        if home.users[self.id as usize] > 0 {
            home.put_back(self.id);
        }
    }
}
