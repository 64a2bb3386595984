//! The faults and the hooks at which they strike.

use crate::cache::blocks::KvBlocks;
use crate::plan_builder::PlanBuilder;
use crate::running::Running;
use crate::sequence::Sequence;
use crate::types::SchedOptions;
use atlas_cache::{BlockPool, BlockTable, PrefixFault, PrefixIndex};
use atlas_core::Span;
use std::hint::black_box;

/// Text in every binary that can plant faults of the scheduler, which `cargo xtask release-check`
/// looks for.
pub const MARKER: &str = "planted fault: scheduler";

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
    /// The cancellation of a running request is forgotten.
    LostCancel,
    /// Some requests are passed over whenever another can be started instead.
    Starvation,
    /// The client whose request started last goes on as long as it has some.
    TurnKept,
    /// All requests of one call go on to start, whatever else of their client waits.
    CallKept,
    /// Starts of higher priorities past a client's oldest request are not counted.
    AgeForgotten,
    /// A late result is booked on the request that has the slot now.
    EpochIgnored,
    /// The blocks of a preempted sequence are never given back.
    LeakOnPreemption,
    /// A defect of the prefix index.
    Prefix(PrefixFault),
    /// A cached prefix is taken as one block longer than it is.
    RestoreOneBlockLate,
    /// A block of a sequence that is swapped out is not copied.
    SwapLosesBlock,
    /// The recurrent state of a sequence that is swapped out is not copied.
    SwapLosesState,
    /// A sequence that comes back goes on one position early.
    SwapOnePositionOff,
    /// A sequence that comes back writes to the last block of another.
    SwapSharesBlock,
    /// State is saved at the end of a span, past the position that it is said to be of.
    SavedPastPosition,
    /// A choice writes into the block that the one it parts from is writing.
    ForkSharesBlock,
    /// The block that is being written is not copied for a choice.
    ForkForgetsBlock,
    /// Blocks that a step planned behind the end of a sequence would have written are published.
    SurplusPublished,
    /// The first block that the next position still sees is given back too.
    ReleasedOneBlockEarly,
    /// Blocks behind the window of positions that are only planned are given back: the same plan
    /// may write blocks that its rows see.
    ReleasedBehindPlanned,
    /// The plan does not say that the first places of a newly assigned slot's table have no block:
    /// its blocks stand in their places.
    ReleaseUntold,
    /// A token that the host does not know yet is taken from another row of the step that picks it.
    FedFromOtherRow,
}

impl Fault {
    /// Faults that need neither the prefix cache nor a window.
    pub const ALL: [Self; 13] = [
        Self::DoubleFree,
        Self::StaleSlot,
        Self::EarlyPublish,
        Self::OffByOneSpan,
        Self::LostCancel,
        Self::Starvation,
        Self::TurnKept,
        Self::CallKept,
        Self::AgeForgotten,
        Self::EpochIgnored,
        Self::LeakOnPreemption,
        Self::ForkSharesBlock,
        Self::ForkForgetsBlock,
    ];

    /// Faults that need steps that run ahead to show, the first of them the prefix cache too.
    pub const OF_RUN_AHEAD: [Self; 2] = [Self::SurplusPublished, Self::FedFromOtherRow];

    /// Faults that need a window to show.
    pub const OF_THE_WINDOW: [Self; 2] = [Self::ReleasedOneBlockEarly, Self::ReleasedBehindPlanned];

    /// Faults that need a window and the prefix cache to show.
    pub const OF_CACHED_WINDOWS: [Self; 2] =
        [Self::ReleaseUntold, Self::Prefix(PrefixFault::WindowOneBlockShort)];

    /// Whether it needs a window to show.
    pub fn is_of_windows(self) -> bool {
        Self::OF_THE_WINDOW.contains(&self) || Self::OF_CACHED_WINDOWS.contains(&self)
    }

    /// Faults that need the tier on the host to show.
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

    /// Every fault, in the surroundings in which it must be found. A fault may be in several.
    pub const GROUPS: [FaultGroup; 9] = [
        FaultGroup { depth: 1, prefix_cache: false, faults: &Self::OF_THE_WINDOW },
        FaultGroup { depth: 2, prefix_cache: false, faults: &Self::ALL },
        FaultGroup { depth: 2, prefix_cache: false, faults: &Self::OF_THE_WINDOW },
        FaultGroup { depth: 2, prefix_cache: true, faults: &Self::ALL },
        FaultGroup { depth: 2, prefix_cache: true, faults: &Self::OF_THE_CACHE },
        FaultGroup { depth: 2, prefix_cache: true, faults: &Self::OF_THE_HOST },
        FaultGroup { depth: 2, prefix_cache: true, faults: &Self::OF_RUN_AHEAD },
        FaultGroup { depth: 2, prefix_cache: true, faults: &Self::OF_THE_WINDOW },
        FaultGroup { depth: 2, prefix_cache: true, faults: &Self::OF_CACHED_WINDOWS },
    ];

    /// Faults that need the prefix cache to show.
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

/// Surroundings in which the simulator looks for faults: the steps that are planned ahead and not
/// committed, whether the prefix cache is on, and the faults that show there.
pub struct FaultGroup {
    pub depth: u32,
    pub prefix_cache: bool,
    pub faults: &'static [Fault],
}

/// The fault that is planted, if any, and how often it strikes. The default plants none.
#[derive(Clone, Debug, Default)]
pub struct FaultPlan {
    planted: Option<(Fault, u64)>,
    opportunities: u64,
}

impl FaultPlan {
    /// Plants `fault`, which strikes at every `every`-th opportunity.
    pub fn plant(fault: Fault, every: u32) -> Self {
        Self { planted: Some((fault, u64::from(every.max(1)))), opportunities: 0 }
    }

    /// Interval of `fault` if it is the planted one.
    fn interval(&self, fault: Fault) -> Option<u64> {
        self.planted.filter(|(f, _)| *f == fault).map(|(_, every)| every)
    }

    /// Counts an opportunity for `fault` and tells whether it strikes.
    pub(crate) fn strikes(&mut self, fault: Fault) -> bool {
        let Some(every) = self.interval(fault) else { return false };
        self.opportunities += 1;
        self.opportunities.is_multiple_of(every)
    }
}

/// The planted fault and its hooks. Each owner has a copy; no fault strikes in two of them.
#[derive(Clone, Debug)]
pub(crate) struct Faults {
    plan: FaultPlan,
}

/// Hooks that tell whether a fault strikes.
macro_rules! strikes {
    ($($hook:ident => $fault:ident,)*) => {
        impl Faults {
            $(pub fn $hook(&mut self) -> bool {
                self.plan.strikes(Fault::$fault)
            })*
        }
    };
}

strikes! {
    leaves_slot_unassigned => StaleSlot,
    loses_cancel => LostCancel,
    ignores_epoch => EpochIgnored,
    restores_one_block_late => RestoreOneBlockLate,
    saves_past_position => SavedPastPosition,
    swap_loses_block => SwapLosesBlock,
    swap_loses_state => SwapLosesState,
    swap_resumes_one_position_early => SwapOnePositionOff,
    fork_shares_block => ForkSharesBlock,
    fork_forgets_block => ForkForgetsBlock,
    releases_one_block_early => ReleasedOneBlockEarly,
    release_is_not_told => ReleaseUntold,
}

impl Faults {
    pub fn new(options: &SchedOptions) -> Self {
        // Without a use of the text the linker drops it.
        black_box(MARKER);
        Self { plan: options.fault.clone() }
    }

    pub fn plant_in_pool(&self, pool: &BlockPool) {
        if let Some(every) = self.plan.interval(Fault::DoubleFree) {
            pool.inject_double_free(every as u32);
        }
    }

    pub fn plant_in_index(&self, index: &mut PrefixIndex) {
        if let Some((Fault::Prefix(fault), _)) = self.plan.planted {
            index.plant(fault);
        }
    }

    /// Whether the fault is one of the prefix index.
    pub fn are_of_index(&self) -> bool {
        matches!(self.plan.planted, Some((Fault::Prefix(_), _)))
    }

    /// [`Fault::Starvation`]: one arrival in `every` is passed over while other requests wait.
    pub fn starve(&self, arrival: u64, waiting: u32) -> bool {
        let every = self.plan.interval(Fault::Starvation);
        every.is_some_and(|every| arrival.is_multiple_of(every)) && waiting > 1
    }

    /// [`Fault::TurnKept`].
    pub fn keeps_turn(&self) -> bool {
        self.plan.interval(Fault::TurnKept).is_some()
    }

    /// [`Fault::CallKept`].
    pub fn keeps_call(&self) -> bool {
        self.plan.interval(Fault::CallKept).is_some()
    }

    /// [`Fault::AgeForgotten`].
    pub fn forgets_age(&self) -> bool {
        self.plan.interval(Fault::AgeForgotten).is_some()
    }

    /// [`Fault::EarlyPublish`] and [`Fault::OffByOneSpan`] on a span that was just planned.
    pub fn change_span(&mut self, sequence: &mut Sequence, span: &mut Span) {
        if self.plan.strikes(Fault::EarlyPublish) {
            sequence.table.complete_to(sequence.planned);
        }
        if span.len > 1 && self.plan.strikes(Fault::OffByOneSpan) {
            span.len -= 1;
        }
    }

    /// [`Fault::ReleasedBehindPlanned`]. The runner is not told, so that the fault shows when
    /// others write the blocks.
    pub fn release_behind_planned(&mut self, sequence: &mut Sequence, blocks: &KvBlocks) {
        let first = blocks.first_seen(sequence.planned);
        let some = blocks.window.is_some() && first > sequence.table.released();
        if some && self.plan.strikes(Fault::ReleasedBehindPlanned) {
            sequence.table.release_before(first);
        }
    }

    /// [`Fault::SwapSharesBlock`]: the last block that the plan appends is one that another running
    /// sequence writes.
    pub fn share_last_block(&mut self, plan: &mut PlanBuilder, running: &Running) {
        if self.plan.strikes(Fault::SwapSharesBlock)
            && let Some(other) =
                running.iter().filter_map(|s| s.table.exclusive_ids().last()).last()
        {
            plan.change_last_block(other);
        }
    }

    /// [`Fault::SurplusPublished`]: positions planned behind the end of a sequence count as
    /// committed.
    pub fn commit_surplus(&mut self, sequence: &mut Sequence) -> bool {
        let surplus = sequence.planned > sequence.committed;
        let strikes = surplus && self.plan.strikes(Fault::SurplusPublished);
        if strikes {
            sequence.committed = sequence.planned;
            sequence.table.complete_to(sequence.committed);
        }
        strikes
    }

    /// Drops the table of a preempted sequence, unless [`Fault::LeakOnPreemption`] strikes.
    pub fn drop_table(&mut self, table: BlockTable) {
        if self.plan.strikes(Fault::LeakOnPreemption) {
            std::mem::forget(table);
        }
    }
}
