//! Checks that counts, tables and indices agree with each other.

use crate::cache::Cache;
use crate::cache::blocks::KvBlocks;
use crate::cache::transfers::Transfers;
use crate::outstanding::{Flight, Outstanding};
use crate::request::{Place, Request};
use crate::running::Running;
use crate::sequence::Sequence;
use crate::waiting::Waiting;
use atlas_cache::{Block, Holders, Pin, PoolError, Snapshot, TreeError};
use atlas_core::{Limits, RequestId, SlotId, Span, SpanResult, StepResult};
use rustc_hash::FxHashMap;
use thiserror::Error;

/// A contradiction in the scheduler's state, or between a plan and the result it got.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum IntegrityError {
    #[error("a result of step {step} arrived while none was outstanding")]
    UnexpectedResult { step: u64 },
    #[error("transfer {id} is reported, and is not the oldest under way")]
    UnexpectedTransfer { id: u64 },
    #[error(
        "the result of step {step} with {spans} spans arrived where step {expected_step} with \
         {expected_spans} was due"
    )]
    WrongResult { step: u64, spans: usize, expected_step: u64, expected_spans: usize },
    #[error("the result for slot {} in step {step} does not answer its span", .slot.0)]
    WrongSpanResult { step: u64, slot: SlotId },
    #[error(transparent)]
    Pool(#[from] PoolError),
    #[error("the prefix index: {0}")]
    Index(#[from] TreeError),
    #[error("{used} slots are taken but {running} sequences are running")]
    SlotLeak { used: u32, running: u32 },
    #[error("{id} is not where the index says")]
    Misplaced { id: RequestId },
    #[error("the running slots are not in the order of first starts, or one is missing or doubled")]
    Order,
    #[error(
        "{id}: positions do not nest: committed {committed}, planned {planned}, known {known} \
         (with outstanding samples), longest {len_max}"
    )]
    Positions { id: RequestId, committed: u32, planned: u32, known: u32, len_max: u32 },
    #[error("{id}: {planned} positions are planned but its blocks hold {capacity}")]
    Unbacked { id: RequestId, planned: u32, capacity: u64 },
    #[error("{id}: blocks of {complete} positions are complete but only {committed} are committed")]
    EarlyComplete { id: RequestId, complete: u64, committed: u32 },
    #[error(
        "{id}: {released} blocks were given back, {first} lie behind the window of position \
         {committed}"
    )]
    Window { id: RequestId, released: u32, first: u32, committed: u32 },
    #[error("{id}: planned minus committed positions are not those of the outstanding spans")]
    Outstanding { id: RequestId },
    #[error("{id} was overtaken {overtaken} times, the most is {overtake_max}")]
    Overtaken { id: RequestId, overtaken: u32, overtake_max: u32 },
}

/// Whether a result answers its span.
pub(crate) fn is_answer(span: &Span, got: &SpanResult) -> bool {
    let known = span.len - span.drafts;
    // As many drafts are accepted as tokens were picked beside the first one.
    let drafts = got.accepted.saturating_sub(known);
    let sampled = u32::from(span.sample) + drafts;
    (got.slot, got.epoch) == (span.slot, span.epoch)
        && got.accepted <= span.len
        && got.sampled <= sampled
        && (got.ended || (got.accepted >= known && got.sampled == sampled))
}

/// Checks that a result is of the plan that is due.
pub(crate) fn check_result(flight: &Flight, result: &StepResult) -> Result<(), IntegrityError> {
    let (step, spans) = (result.step, result.spans.len());
    let (expected_step, expected_spans) = (flight.step, flight.spans.len());
    if (step, spans) != (expected_step, expected_spans) {
        let error = IntegrityError::WrongResult { step, spans, expected_step, expected_spans };
        return Err(error);
    }
    Ok(())
}

/// Checks that every block, snapshot and place on the host has exactly the owners that hold it.
pub(crate) fn check_memory(cache: &Cache, running: &Running) -> Result<(), IntegrityError> {
    let index = cache.prefix.as_ref().map(|prefix| &prefix.index);
    let promotions = || cache.transfers.loads().filter_map(|load| load.promotion.as_ref());
    let swap_ins = || cache.transfers.loads().filter_map(|load| load.swap_in.as_ref());
    let spills = || cache.transfers.spills();
    let back = || cache.swaps.all().1;
    let swapped_blocks = swap_ins().flat_map(|s| &s.blocks).chain(back().flat_map(|s| &s.blocks));
    let own = running.iter().flat_map(|s| s.table.exclusive_ids());
    let used = running.iter().flat_map(|s| s.table.shared_ids());
    cache.blocks.pool.check(Holders {
        exclusive: own
            .chain(promotions().flat_map(|p| p.block_ids().0))
            .chain(swapped_blocks.map(Block::id)),
        shared: used
            .chain(promotions().flat_map(|p| p.block_ids().1))
            .chain(cache.arrived.pins().flat_map(|pin| pin.blocks.ids()))
            .chain(cache.held.blocks())
            .chain(spills().filter_map(|spill| spill.device_ids().0)),
        cached: index.into_iter().flat_map(|i| i.block_ids()),
    })?;
    let Some(prefix) = &cache.prefix else { return Ok(()) };
    prefix.index.check()?;
    let own = running.iter().flat_map(|s| s.snapshots.ids());
    let swapped = swap_ins().flat_map(|s| &s.state).chain(back().flat_map(|s| &s.state));
    let own = own.chain(swapped.map(Snapshot::id));
    prefix.snapshots.check(Holders {
        exclusive: own.chain(promotions().flat_map(|p| p.snapshot_ids().0)),
        shared: promotions()
            .flat_map(|p| p.snapshot_ids().1)
            .chain(cache.arrived.pins().filter_map(Pin::snapshot_id))
            .chain(cache.held.snapshot())
            .chain(spills().filter_map(|spill| spill.device_ids().1)),
        cached: prefix.index.snapshot_ids(),
    })?;
    let blocks = promotions().flat_map(|p| p.host_block_ids());
    let blocks = blocks.chain(spills().filter_map(|spill| spill.host_ids().0)).collect();
    let snapshots = promotions().flat_map(|p| p.host_snapshot_ids());
    let snapshots = snapshots.chain(spills().filter_map(|spill| spill.host_ids().1)).collect();
    let out = || cache.swaps.all().0.chain(swap_ins().map(|swap_in| &swap_in.swapped));
    let own_blocks = out().flat_map(|s| s.host_blocks()).map(|block| block.id()).collect();
    let own_states = out().filter_map(|s| s.host_state()).map(|state| state.id()).collect();
    prefix.index.check_host((own_blocks, blocks), (own_states, snapshots))?;
    Ok(())
}

/// Checks that every live request is in exactly the place that is booked for it.
pub(crate) fn check_places(
    places: &FxHashMap<RequestId, Place>,
    waiting: &Waiting,
    running: &Running,
    slots_used: u32,
) -> Result<(), IntegrityError> {
    let count = running.occupied();
    if slots_used != count {
        return Err(IntegrityError::SlotLeak { used: slots_used, running: count });
    }
    let starts: Vec<_> = running.iter().map(|s| s.request.started).collect();
    if starts.len() as u32 != count || !starts.is_sorted_by(|a, b| a < b) {
        return Err(IntegrityError::Order);
    }
    let in_slots = running.iter().map(|s| (s.request.id, Place::Running(s.slot_id())));
    let in_queue = waiting.iter().map(|r| (r.id, Place::Waiting(r.rank)));
    let mut live = 0;
    for (id, place) in in_slots.chain(in_queue) {
        live += 1;
        if places.get(&id) != Some(&place) {
            return Err(IntegrityError::Misplaced { id });
        }
    }
    match places.keys().next() {
        Some(&id) if places.len() != live => Err(IntegrityError::Misplaced { id }),
        _ => Ok(()),
    }
}

/// Checks positions, blocks and outstanding spans of a running sequence.
pub(crate) fn check_sequence(
    sequence: &Sequence,
    blocks: &KvBlocks,
    outstanding: &Outstanding,
) -> Result<(), IntegrityError> {
    let Sequence { request, table, committed, planned, .. } = sequence;
    let (id, committed, planned) = (request.id, *committed, *planned);
    let (known, len_max) = (sequence.projected_known(), request.len_max);
    if committed > planned || planned > known || known > len_max {
        return Err(IntegrityError::Positions { id, committed, planned, known, len_max });
    }
    if blocks.paged && table.capacity_tokens() < u64::from(planned) {
        let capacity = table.capacity_tokens();
        return Err(IntegrityError::Unbacked { id, planned, capacity });
    }
    if table.complete_tokens() > u64::from(committed) {
        let complete = table.complete_tokens();
        return Err(IntegrityError::EarlyComplete { id, complete, committed });
    }
    let (released, first) = (table.released(), blocks.first_seen(committed));
    if blocks.paged && released != first {
        return Err(IntegrityError::Window { id, released, first, committed });
    }
    let (mut spans, mut positions, mut sampling) = (0, 0, 0);
    for (span, _) in outstanding.spans().filter(|(_, owner)| *owner == id) {
        spans += 1;
        positions += span.len - span.drafts;
        sampling += u32::from(span.sample);
    }
    let booked = (request.outstanding, planned - committed, sequence.sampling);
    if booked != (spans, positions, sampling) {
        return Err(IntegrityError::Outstanding { id });
    }
    Ok(())
}

/// Checks the counts of a waiting request.
pub(crate) fn check_waiting(
    request: &Request,
    transfers: &Transfers,
    outstanding: &Outstanding,
    limits: &Limits,
) -> Result<(), IntegrityError> {
    let Request { id, rank, overtaken, .. } = *request;
    let overtake_max = limits.overtake_max;
    if overtaken > overtake_max {
        return Err(IntegrityError::Overtaken { id, overtaken, overtake_max });
    }
    let spans = outstanding.spans().filter(|(_, owner)| *owner == id).count();
    let loads = transfers.ranks().filter(|&owner| owner == rank).count();
    if (spans + loads) as u32 != request.outstanding {
        return Err(IntegrityError::Outstanding { id });
    }
    Ok(())
}
