//! Planted defects, for tests that show that the simulator's checks can fail.

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
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::DoubleFree,
        Self::StaleSlot,
        Self::EarlyPublish,
        Self::OffByOneSpan,
        Self::LostCancel,
        Self::Starvation,
        Self::EpochIgnored,
        Self::LeakOnPreemption,
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

    /// Counts an opportunity for `fault` and says whether it strikes.
    pub(crate) fn strikes(&mut self, fault: Fault) -> bool {
        let Some(every) = self.interval(fault) else { return false };
        self.opportunities += 1;
        self.opportunities.is_multiple_of(every)
    }
}
