//! Memory of sequences as numbers: slots, KV blocks, snapshots, the prefix cache, swapped state and
//! loads from the host.

pub mod audit;
pub mod blocks;
pub mod explain;
pub mod held;
pub mod load;
pub mod policy;
pub mod prefix;
pub mod snapshots;
pub mod swap;
pub mod transfers;

use crate::faults::Faults;
use crate::plan_builder::PlanBuilder;
use crate::request::{Rank, Request};
use crate::sequence::Sequence;
use crate::types::SchedOptions;
use atlas_cache::{Block, Match, Mutable, Slots};
use atlas_core::{CacheExplanation, Limits, Span, StateFork, TierCopy};
use audit::Audit;
use blocks::KvBlocks;
use held::Held;
use load::{Arrived, Load, LoadStart};
use prefix::Prefix;
use std::ops::Range;
use swap::{SwappedIn, Swaps};
use transfers::{Made, Transfers};

/// Part of the places for snapshots that loads under way, and what came back for requests that
/// have not started, may have.
const PART_LOADED: usize = 3;

/// A transfer was reported that is not the oldest under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotDue;

/// All that sequences keep their state in.
#[derive(Debug)]
pub(crate) struct Cache {
    pub slots: Slots,
    pub blocks: KvBlocks,
    pub prefix: Option<Prefix>,
    pub swaps: Swaps,
    pub transfers: Transfers,
    pub arrived: Arrived,
    pub held: Held,
    pub faults: Faults,
}

impl Cache {
    /// Everything free. `options.window` is `None` without paged layers.
    pub fn new(limits: &Limits, paged: bool, options: &SchedOptions, faults: Faults) -> Self {
        let blocks = KvBlocks::new(limits, paged, options.window);
        faults.plant_in_pool(&blocks.pool);
        let prefix = options
            .prefix
            .filter(|_| paged)
            .map(|prefix| Prefix::new(prefix, options.copy_cost, &blocks, limits, faults.clone()));
        Self {
            slots: Slots::new(limits.slot_count),
            blocks,
            prefix,
            swaps: Swaps::default(),
            transfers: Transfers::default(),
            arrived: Arrived::default(),
            held: Held::default(),
            faults,
        }
    }

    /// The longest cached prefix that a request can resume after.
    pub fn find(&mut self, request: &Request) -> Option<Match> {
        self.prefix.as_mut()?.find(request)
    }

    fn take_block(&mut self) -> Option<Block<Mutable>> {
        match &mut self.prefix {
            Some(prefix) => prefix.take_block(&self.blocks.pool),
            None => self.blocks.take(),
        }
    }

    /// Gives a sequence the blocks for `len` further positions, as far as there are any.
    pub fn grow(&mut self, sequence: &mut Sequence, len: u32, plan: &mut PlanBuilder) {
        while self.blocks.lacks_block(sequence, len) {
            let Some(block) = self.take_block() else { return };
            plan.append_block(sequence.slot_epoch(), block.id());
            sequence.table.push(block);
        }
    }

    /// Blocks that a waiting request already holds of those for its first `usable` tokens: those of
    /// the match and those that were swapped in. The blocks of the index before the swapped ones
    /// are held only from the start on; others may use them until then.
    pub fn held(&self, rank: Rank, found: Option<&Match>, usable: u32) -> u32 {
        match (self.swaps.back(rank), found) {
            (Some(back), Some(found)) => {
                let pinned = self.blocks.count_for(found.usable_tokens.min(back.from));
                let first = self.blocks.first_seen(back.position).max(found.pin.released);
                pinned.saturating_sub(first) + back.blocks.len() as u32
            }
            _ => self.blocks.count_for(usable) - self.blocks.first_seen(usable),
        }
    }

    /// Whether there are blocks to start `request`: for the `rows` of its first chunk, or for all
    /// its tokens if it was preempted before, beside those it holds and those owed.
    pub fn fits(&self, request: &Request, rows: Range<u32>, held: u32, owed: u32) -> bool {
        if !self.blocks.paged {
            return true;
        }
        let end = if request.preemptions > 0 { request.known } else { rows.end };
        let lacks = self.blocks.held_between(rows.start, end).saturating_sub(held);
        lacks.saturating_add(owed) <= self.blocks.available()
    }

    /// Whether there is a block for one more fork, beside those owed.
    pub fn fits_fork(&self, owed: u32) -> bool {
        !self.blocks.paged || owed < self.blocks.available()
    }

    /// Starts a load of what the host has of a waiting request, if that is more than what was
    /// `found` on the device, worth the copies, and there is room. If it is started, the request
    /// waits for it and `found` is given up. It is started once per start of the request. `runs`:
    /// whether sequences are running.
    pub fn start_load(
        &mut self,
        request: &mut Request,
        found: &mut Option<Match>,
        owed: u32,
        runs: bool,
    ) -> LoadStart {
        let (Some(before), Some(prefix)) = (found.as_ref(), self.prefix.as_mut()) else {
            return LoadStart::Never;
        };
        let Self { swaps, blocks, transfers, arrived, .. } = self;
        let (usable, is_out) = (before.usable_tokens, swaps.is_out(request.rank));
        let pays = Load::pays(before, prefix);
        if request.device_tokens_before_load.is_some() || !(is_out || pays) {
            return LoadStart::Never;
        }
        // Prompts need places too, and what came back is held.
        let places = prefix.snapshots.count();
        let many =
            transfers.ranks().count() + arrived.pins().count() > places as usize / PART_LOADED;
        // Places and blocks that transfers and running sequences hold are free soon.
        let goes_on = runs || !transfers.is_empty();
        let booked = prefix.index.copy_count();
        let load = swaps
            .begin_swap_in(request, before, (owed, goes_on), prefix, blocks)
            .map(|(promotion, swap_in)| Load { promotion, swap_in: Some(swap_in) })
            .or_else(|| {
                let may = pays && (!many || places == 0) && !swaps.is_out(request.rank);
                may.then(|| Load::promote(request, before, owed, prefix, blocks)).flatten()
            });
        let Some(load) = load else {
            let waits = goes_on && (pays || swaps.is_out(request.rank));
            request.device_tokens_before_load = (!waits).then_some(usable);
            return if waits { LoadStart::Later } else { LoadStart::Never };
        };
        *found = None;
        request.device_tokens_before_load = Some(usable);
        let copies = prefix.index.take_copies_behind(booked);
        transfers.load(request.rank, load, copies, booked);
        request.outstanding += 1;
        LoadStart::Started
    }

    /// Whether a waiting request for which `found` is cached waits until what is on its way to the
    /// host gives up blocks for its first `rows` and places for its snapshots.
    pub fn awaits_room(&mut self, request: &Request, found: Option<&Match>, rows: u32) -> bool {
        let has_spills = self.transfers.spills().next().is_some();
        let Some((prefix, found)) = self.prefix.as_mut().zip(found) else { return false };
        has_spills && prefix.awaits_room(request, found, rows, &self.blocks)
    }

    /// Holds what the device has of a waiting request whose load is made, until it starts.
    pub fn hold_arrived(&mut self, request: &Request) {
        if let Some(found) = self.find(request) {
            self.arrived.hold(request.rank, found);
        }
    }

    /// Forgets what is kept for a waiting request that has ended.
    pub fn forget(&mut self, rank: Rank) {
        self.swaps.forget(rank);
        self.arrived.forget(rank);
    }

    /// Books that a transfer is made. `damaged`: indices of copies that found damage. Returns the
    /// request it was for and the swapped state that is back, if it was a load.
    ///
    /// # Errors
    /// It is not the oldest that is under way.
    pub fn finish_transfer(
        &mut self,
        id: u64,
        damaged: &[u32],
    ) -> Result<Option<(Rank, Option<SwappedIn>)>, NotDue> {
        let (rank, load, booked) = match self.transfers.finish(id).ok_or(NotDue)? {
            Made::Spill => return Ok(None),
            Made::Load { rank, load, booked } => (rank, load, booked),
        };
        let damaged: Vec<u32> = damaged.iter().map(|copy| copy + booked as u32).collect();
        let Load { promotion, swap_in } = *load;
        if let (Some(promotion), Some(prefix)) = (promotion, self.prefix.as_mut()) {
            let is_damaged = |copy: usize| damaged.contains(&(copy as u32));
            prefix.index.finish_promotion(promotion, is_damaged);
        }
        Ok(Some((rank, swap_in.and_then(|swap_in| swap_in.finish(&damaged)))))
    }

    /// Gives up all state that came back for waiting requests, except that of `spared`. Returns
    /// whether there was any. They start with what they find.
    pub fn release_back(&mut self, spared: Option<Rank>) -> bool {
        // Both are given up.
        self.swaps.release_back(spared) | self.arrived.release(spared)
    }

    /// Moves what would be evicted next to the host, if it is worth that, until enough places and
    /// blocks are free.
    pub fn spill_ahead(&mut self) {
        let Self { prefix, blocks, transfers, .. } = self;
        let Some(prefix) = prefix else { return };
        while transfers.may_spill() {
            let spills = prefix.spills(&blocks.pool);
            if spills.is_empty() {
                return;
            }
            transfers.spill(spills);
        }
    }

    /// Position at which a waiting request resumes with its swapped state, if that is back.
    pub fn swapped_position(&mut self, request: &Request, found: &Match) -> Option<u32> {
        self.swaps.resume_position(request, found, self.prefix.as_ref()?, &self.blocks)
    }

    /// Sets a new sequence to the end of a cached prefix. Returns an explanation of the hit or
    /// miss.
    pub fn resume(
        &mut self,
        sequence: &mut Sequence,
        found: Match,
        plan: &mut PlanBuilder,
    ) -> Option<CacheExplanation> {
        let prefix = self.prefix.as_mut()?;
        let explanation = prefix.resume(sequence, found, &self.blocks, plan);
        self.begin_released(sequence, plan);
        explanation
    }

    /// Sets a new sequence to the position at which it was swapped out. Returns whether that was
    /// possible.
    pub fn resume_swapped(
        &mut self,
        sequence: &mut Sequence,
        back: SwappedIn,
        found: &Match,
        plan: &mut PlanBuilder,
    ) -> bool {
        let Some(prefix) = self.prefix.as_mut() else { return false };
        let resumed = back.resume(sequence, found, prefix, &self.blocks, plan);
        self.begin_released(sequence, plan);
        resumed
    }

    /// Sets a new sequence to the state of another one of its group, before the last token of their
    /// prompt. Complete blocks are shared; the block that is being written is copied.
    pub fn fork(&mut self, sequence: &mut Sequence, from: &mut Sequence, plan: &mut PlanBuilder) {
        let shares_block = self.faults.fork_shares_block();
        let forgets_block = self.faults.fork_forgets_block();
        let Some(position) = sequence.request.fork_at() else { return };
        let written = from.table.first_mutable();
        if self.blocks.paged {
            sequence.table = from.table.fork();
        }
        self.begin_released(sequence, plan);
        let place = sequence.slot_epoch();
        sequence.table.ids().for_each(|block| plan.append_block(place, block));
        let is_partial = !position.is_multiple_of(self.blocks.block_tokens);
        let mut copied = None;
        if self.blocks.paged
            && let Some(block) = self.take_block()
        {
            let id = block.id();
            let shown = written.filter(|_| shares_block && is_partial).unwrap_or(id);
            plan.append_block(place, shown);
            sequence.table.push(block);
            copied = written.filter(|_| is_partial && !forgets_block).map(|from| (from, id));
        }
        let (from, to) = (from.slot_id(), sequence.slot_id());
        plan.fork(StateFork { from, to, position, block: copied });
        sequence.resume_at(position);
    }

    /// Tells how many entries of a new sequence's table have no block.
    fn begin_released(&mut self, sequence: &Sequence, plan: &mut PlanBuilder) {
        let until = sequence.table.released();
        if until > 0 && !self.faults.release_is_not_told() {
            plan.begin_released(sequence.slot_epoch(), until);
        }
    }

    /// Plans the snapshots that are wanted inside of a span and at its end.
    pub fn plan_saves(&mut self, sequence: &mut Sequence, span: &Span, plan: &mut PlanBuilder) {
        if let Some(prefix) = &mut self.prefix {
            prefix.plan_saves(sequence, span, &self.blocks, plan);
        }
    }

    /// Positions at whose multiples snapshots inside answers are taken, if there are any.
    pub fn snapshot_stops(&self) -> Option<u32> {
        let prefix = self.prefix.as_ref()?;
        prefix.needs_snapshots().then_some(self.blocks.block_tokens)
    }

    /// Publishes what a committed span has completed.
    pub fn publish(&mut self, sequence: &mut Sequence, plan: &mut PlanBuilder) {
        if let Some(prefix) = &mut self.prefix {
            prefix.publish(sequence, plan);
        }
    }

    /// Gives back the blocks of a sequence that lie behind the window of its next position. Returns
    /// whether there were any.
    pub fn release_behind(&mut self, sequence: &mut Sequence, plan: &mut PlanBuilder) -> bool {
        let first = self.blocks.first_seen(sequence.committed);
        let early = self.faults.releases_one_block_early();
        let released = sequence.table.release_before(first + u32::from(early));
        if released {
            plan.release_blocks(sequence.slot_epoch(), sequence.table.released());
        }
        released
    }

    /// Publishes the last snapshot of a sequence that leaves its slot.
    pub fn leave(&mut self, sequence: &mut Sequence) {
        if let Some(prefix) = &mut self.prefix {
            prefix.publish_last_snapshot(sequence);
        }
    }

    /// Copies the state of a sequence that is being preempted to the host, if that pays.
    pub fn swap_out(&mut self, sequence: &Sequence, serial: u64) {
        if let Some(prefix) = &mut self.prefix {
            self.swaps.swap_out(sequence, serial, prefix, &self.blocks);
        }
    }

    /// An audit of a cached prefix that was used. `spare_max`: most blocks to compute into.
    pub fn begin_audit(&mut self, spare_max: u32) -> Option<Audit> {
        let Prefix { audits, index, .. } = self.prefix.as_mut()?;
        audits.begin(index, &self.blocks, &self.slots, spare_max)
    }

    /// The copies between the tiers of the plan that is finished now.
    pub fn finish_plan(&mut self) -> Vec<TierCopy> {
        self.prefix.as_mut().map(Prefix::finish_plan).unwrap_or_default()
    }
}
