//! Planted defects, for tests that show that the simulator's checks can fail.

use atlas_cache::PrefixFault;

/// A defect that a scheduler of this design could plausibly have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// A returned KV block enters the free list twice.
    DoubleFree,
    /// A slot is given to a new request without being cleared of the one before.
    StaleSlot,
    /// A block is declared complete when its positions are planned instead of when they are
    /// committed.
    EarlyPublish,
    /// A span is one position shorter than what the scheduler books.
    OffByOneSpan,
    /// The cancellation of a seated request is forgotten.
    LostCancel,
    /// Some requests are passed over whenever another can be seated instead.
    Starvation,
    /// A late result is booked on whoever holds the slot now.
    EpochIgnored,
    /// The blocks of a preempted sequence are never given back.
    LeakOnPreemption,
    /// A defect of the prefix index.
    Prefix(PrefixFault),
    /// A cached prefix is taken as one block longer than it is.
    RestoreOneBlockLate,
    /// A block of a sequence that is swapped out is not copied.
    SwapLosesBlock,
    /// Its recurrent state is not.
    SwapLosesState,
    /// A sequence that comes back goes on one position early.
    SwapOnePositionOff,
    /// It writes to the last block of another.
    SwapSharesBlock,
    /// State is saved at the end of a span, past the position that it is said to be of.
    SavedPastPosition,
    /// A choice writes into the block that the one it parts from is writing.
    ForkSharesBlock,
    /// The block that is being written is not copied for a choice.
    ForkForgetsBlock,
    /// What the step that was planned behind the end of a sequence would have written becomes
    /// others'.
    SurplusPublished,
    /// The first block that the next position still sees is given back too.
    DroppedOneBlockEarly,
    /// What lies behind the window of positions that are only planned is given back: the same plan
    /// may write what its rows see.
    DroppedBehindPlanned,
    /// That the first places of a new seat's table have no block is not said: its blocks stand in
    /// their places.
    ReleaseUntold,
    /// A token that the host does not know yet is taken from another row of the step that picks it.
    FedFromOtherRow,
}

impl Fault {
    /// All that need no prefix cache.
    pub const ALL: [Self; 10] = [
        Self::DoubleFree,
        Self::StaleSlot,
        Self::EarlyPublish,
        Self::OffByOneSpan,
        Self::LostCancel,
        Self::Starvation,
        Self::EpochIgnored,
        Self::LeakOnPreemption,
        Self::ForkSharesBlock,
        Self::ForkForgetsBlock,
    ];

    /// Those that need steps that run ahead to show, and the first of them the prefix cache.
    pub const OF_RUN_AHEAD: [Self; 2] = [Self::SurplusPublished, Self::FedFromOtherRow];

    /// Those that need a window to show.
    pub const OF_THE_WINDOW: [Self; 2] = [Self::DroppedOneBlockEarly, Self::DroppedBehindPlanned];

    /// Those that need a window and the prefix cache to show.
    pub const OF_CACHED_WINDOWS: [Self; 2] =
        [Self::ReleaseUntold, Self::Prefix(PrefixFault::WindowOneBlockShort)];

    /// Whether it needs a window to show.
    pub fn is_of_windows(self) -> bool {
        Self::OF_THE_WINDOW.contains(&self) || Self::OF_CACHED_WINDOWS.contains(&self)
    }

    /// Those that need the tier on the host to show.
    pub const OF_THE_HOST: [Self; 8] = [
        Self::SwapLosesBlock,
        Self::SwapLosesState,
        Self::SwapOnePositionOff,
        Self::SwapSharesBlock,
        Self::Prefix(PrefixFault::StaleHostSnapshot),
        Self::Prefix(PrefixFault::DemotionForgotten),
        Self::Prefix(PrefixFault::ChecksumIgnored),
        Self::Prefix(PrefixFault::PromotedOneBlockOff),
    ];

    /// Those that need the prefix cache to show.
    pub const OF_THE_CACHE: [Self; 8] = [
        Self::Prefix(PrefixFault::SnapshotOffByOneBlock),
        Self::Prefix(PrefixFault::TailPublishedEarly),
        Self::Prefix(PrefixFault::SaltIgnored),
        Self::Prefix(PrefixFault::ReferencedBlockEvicted),
        Self::Prefix(PrefixFault::LastTokenTwice),
        Self::Prefix(PrefixFault::StaleSnapshot),
        Self::RestoreOneBlockLate,
        Self::SavedPastPosition,
    ];
}

/// Which fault is planted, if any, and how often it strikes. The default plants none.
#[derive(Clone, Debug, Default)]
pub struct FaultPlan {
    planted: Option<(Fault, u64)>,
    opportunities: u64,
}

impl FaultPlan {
    /// `fault` strikes at every `every`-th opportunity.
    pub fn plant(fault: Fault, every: u32) -> Self {
        Self { planted: Some((fault, u64::from(every.max(1)))), opportunities: 0 }
    }

    /// The interval of `fault` if it is the planted one.
    pub(crate) fn interval(&self, fault: Fault) -> Option<u64> {
        self.planted.filter(|(f, _)| *f == fault).map(|(_, every)| every)
    }

    /// The planted defect of the prefix index, if it is one.
    pub(crate) fn of_index(&self) -> Option<PrefixFault> {
        match self.planted {
            Some((Fault::Prefix(fault), _)) => Some(fault),
            _ => None,
        }
    }

    /// Counts an opportunity for `fault` and says whether it strikes.
    pub(crate) fn strikes(&mut self, fault: Fault) -> bool {
        let Some(every) = self.interval(fault) else { return false };
        self.opportunities += 1;
        self.opportunities.is_multiple_of(every)
    }
}
