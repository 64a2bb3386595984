//! Whether the books agree with each other.

use crate::scheduler::{Place, Scheduler};
use crate::sequence::Seated;
use atlas_cache::{Block, Holders, PoolError, Snapshot, TreeError};
use atlas_core::{RequestId, SlotId};
use thiserror::Error;

/// A contradiction in the scheduler's state, or between a plan and the result it got.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum IntegrityError {
    #[error("a result of step {step} came while none was outstanding")]
    UnexpectedResult { step: u64 },
    #[error(
        "the result of step {step} with {spans} spans came where step {expected_step} with {expected_spans} was due"
    )]
    WrongResult { step: u64, spans: usize, expected_step: u64, expected_spans: usize },
    #[error("the result for slot {} in step {step} does not answer its span", .slot.0)]
    WrongSpanResult { step: u64, slot: SlotId },
    #[error(transparent)]
    Pool(#[from] PoolError),
    #[error("the prefix index: {0}")]
    Index(#[from] TreeError),
    #[error("{used} slots are out but {seated} are seated")]
    SlotLeak { used: u32, seated: u32 },
    #[error("{id} is not where the index says")]
    Misplaced { id: RequestId },
    #[error("the seated slots are not in the order of rank, or one is missing or doubled")]
    Order,
    #[error(
        "{id}: positions do not nest: committed {committed}, planned {planned}, known {known} (with outstanding samples), longest {len_max}"
    )]
    Positions { id: RequestId, committed: u32, planned: u32, known: u32, len_max: u32 },
    #[error("{id}: {planned} positions are planned but its blocks hold {capacity}")]
    Unbacked { id: RequestId, planned: u32, capacity: u64 },
    #[error("{id}: blocks of {complete} positions are complete but only {committed} are committed")]
    EarlyComplete { id: RequestId, complete: u64, committed: u32 },
    #[error(
        "{id}: {released} blocks were given back, {first} lie behind the window of position {committed}"
    )]
    Window { id: RequestId, released: u32, first: u32, committed: u32 },
    #[error("{id}: planned minus committed positions are not those of the outstanding spans")]
    Outstanding { id: RequestId },
    #[error("{id} was overtaken {overtaken} times, the most is {overtake_max}")]
    Overtaken { id: RequestId, overtaken: u32, overtake_max: u32 },
}

impl Scheduler {
    /// Checks every relation between the counts, tables and indices. Costs a pass over all blocks
    /// and live requests: for tests and debug builds.
    ///
    /// # Errors
    /// The first contradiction found, or the first one a result brought.
    pub fn check_integrity(&self) -> Result<(), IntegrityError> {
        if let Some(broken) = &self.broken {
            return Err(broken.clone());
        }
        self.check_pools()?;
        self.check_index()?;
        for seated in self.seated() {
            self.check_seated(seated)?;
        }
        for request in self.waiting.iter() {
            self.check_waiting(request.id, request.overtaken, request.outstanding)?;
        }
        Ok(())
    }

    fn check_pools(&self) -> Result<(), IntegrityError> {
        let index = self.prefix.as_ref().map(|p| &p.index);
        let flights = || self.in_flight.iter().flat_map(|f| &f.coming).map(|(_, coming)| coming);
        let coming = || flights().filter_map(|coming| coming.promotion.as_ref());
        let returning = || flights().filter_map(|coming| coming.back.as_ref());
        let returned = || self.waiting.iter().filter_map(|r| r.returned.as_ref());
        let waiting = || self.waiting.iter().filter_map(|r| r.swapped.as_ref());
        let swapped = || waiting().chain(returning().map(|r| &r.swapped));
        let back = returning().flat_map(|r| &r.blocks).chain(returned().flat_map(|r| &r.blocks));
        let own = self.seated().flat_map(|s| s.table.exclusive_ids());
        let used = self.seated().flat_map(|s| s.table.shared_ids());
        self.pool.check(Holders {
            exclusive: own.chain(coming().flat_map(|p| p.block_ids().0)).chain(back.map(Block::id)),
            shared: used.chain(coming().flat_map(|p| p.block_ids().1)),
            cached: index.into_iter().flat_map(|i| i.block_ids()),
        })?;
        if let Some(prefix) = &self.prefix {
            prefix.index.check()?;
            let own = self.seated().flat_map(|s| s.snapshots.ids());
            let back = returning().flat_map(|r| &r.state).chain(returned().flat_map(|r| &r.state));
            let own = own.chain(back.map(Snapshot::id));
            prefix.snapshots.check(Holders {
                exclusive: own.chain(coming().flat_map(|p| p.snapshot_ids().0)),
                shared: coming().flat_map(|p| p.snapshot_ids().1),
                cached: prefix.index.snapshot_ids(),
            })?;
            let blocks = coming().flat_map(|p| p.host_block_ids()).collect();
            let snapshots = coming().flat_map(|p| p.host_snapshot_ids()).collect();
            let own_blocks = swapped().flat_map(|s| &s.blocks).map(|b| b.id()).collect();
            let own_states = swapped().flat_map(|s| &s.state).map(|s| s.id()).collect();
            prefix.index.check_host((own_blocks, blocks), (own_states, snapshots))?;
        }
        Ok(())
    }

    fn check_index(&self) -> Result<(), IntegrityError> {
        let seated = self.seats.iter().flatten().count() as u32;
        if self.slots.used() != seated {
            return Err(IntegrityError::SlotLeak { used: self.slots.used(), seated });
        }
        let ranks: Vec<_> = self.seated().map(|s| s.request.rank).collect();
        if ranks.len() as u32 != seated || !ranks.is_sorted_by(|a, b| a < b) {
            return Err(IntegrityError::Order);
        }
        let seats = self.seated().map(|s| (s.request.id, Place::Seated(s.slot.id())));
        let waits = self.waiting.iter().map(|r| (r.id, Place::Waiting(r.rank)));
        let mut count = 0;
        for (id, place) in seats.chain(waits) {
            count += 1;
            if self.places.get(&id) != Some(&place) {
                return Err(IntegrityError::Misplaced { id });
            }
        }
        match self.places.keys().next() {
            Some(&id) if self.places.len() != count => Err(IntegrityError::Misplaced { id }),
            _ => Ok(()),
        }
    }

    fn check_seated(&self, seated: &Seated) -> Result<(), IntegrityError> {
        let Seated { request, table, committed, planned, .. } = seated;
        let (id, committed, planned) = (request.id, *committed, *planned);
        let (known, len_max) = (seated.projected_known(), request.len_max);
        if committed > planned || planned > known || known > len_max {
            return Err(IntegrityError::Positions { id, committed, planned, known, len_max });
        }
        if self.paged && table.capacity_tokens() < u64::from(planned) {
            let capacity = table.capacity_tokens();
            return Err(IntegrityError::Unbacked { id, planned, capacity });
        }
        if table.complete_tokens() > u64::from(committed) {
            let complete = table.complete_tokens();
            return Err(IntegrityError::EarlyComplete { id, complete, committed });
        }
        let (released, first) = (table.released(), self.first_block(committed));
        if self.paged && released != first {
            return Err(IntegrityError::Window { id, released, first, committed });
        }
        let (mut spans, mut positions, mut sampling) = (0, 0, 0);
        for (span, owner) in self.in_flight.iter().flat_map(|f| &f.spans) {
            if *owner == id {
                spans += 1;
                positions += span.len;
                sampling += u32::from(span.sample);
            }
        }
        let booked = (request.outstanding, planned - committed, seated.sampling);
        if booked != (spans, positions, sampling) {
            return Err(IntegrityError::Outstanding { id });
        }
        Ok(())
    }

    fn check_waiting(
        &self,
        id: RequestId,
        overtaken: u32,
        outstanding: u32,
    ) -> Result<(), IntegrityError> {
        let overtake_max = self.limits.overtake_max;
        if overtaken > overtake_max {
            return Err(IntegrityError::Overtaken { id, overtaken, overtake_max });
        }
        let spans = self.in_flight.iter().flat_map(|f| &f.spans).map(|(_, owner)| owner);
        let promotions = self.in_flight.iter().flat_map(|f| &f.coming).map(|(owner, _)| owner);
        if spans.chain(promotions).filter(|owner| **owner == id).count() as u32 != outstanding {
            return Err(IntegrityError::Outstanding { id });
        }
        Ok(())
    }
}
