//! Preempted sequences whose state goes to the host instead of being computed again.
//!
//! What of a sequence the prefix cache can give back is left to it. The rest is copied as it
//! stands: the blocks behind that, the last one half written, and the recurrent state. It is
//! private: no other sequence finds it, and its handles give the places back wherever the request
//! ends.

use crate::fault::Fault;
use crate::prefix::looked_up;
use crate::promote::Coming;
use crate::rng::mix;
use crate::scheduler::Scheduler;
use crate::sequence::{Rank, Seated};
use atlas_cache::{Block, BlockTable, HostBlock, HostSnapshot, Match, Mutable, Snapshot, cost};
use atlas_core::{
    BlockAppend, ContentKey, StateOp, StateRestore, StepPlan, Tier, TierCopy, TierObject,
    first_block_seen,
};

/// The state of a preempted sequence on the host.
#[derive(Debug)]
pub(crate) struct Swapped {
    /// What is before this position is in the prefix cache.
    pub from: u32,
    /// Positions consumed.
    pub position: u32,
    /// Of the positions between.
    pub blocks: Vec<HostBlock>,
    pub state: Option<HostSnapshot>,
    /// Tells its objects from all others.
    tag: u64,
}

/// The same on its way back.
#[derive(Debug)]
pub(crate) struct Returning {
    pub swapped: Swapped,
    pub blocks: Vec<Block<Mutable>>,
    pub state: Option<Snapshot<Mutable>>,
    first_move: usize,
}

/// The same in the first tier, until its request is seated.
#[derive(Debug)]
pub(crate) struct Returned {
    pub from: u32,
    pub position: u32,
    pub blocks: Vec<Block<Mutable>>,
    pub state: Option<Snapshot<Mutable>>,
}

impl Swapped {
    fn content(&self, at: usize, block_tokens: u32) -> ContentKey {
        let start = self.from + at as u32 * block_tokens;
        ContentKey { start, end: self.position, hash: self.tag }
    }
}

impl Returning {
    /// What is back, unless a copy found damage.
    pub fn land(self, broken: &[u32]) -> Option<Returned> {
        let copies = self.blocks.len() + usize::from(self.state.is_some());
        let own = self.first_move..self.first_move + copies;
        if broken.iter().any(|&copy| own.contains(&(copy as usize))) {
            return None;
        }
        let Self { swapped: Swapped { from, position, .. }, blocks, state, .. } = self;
        Some(Returned { from, position, blocks, state })
    }
}

impl Scheduler {
    /// Books the copies of a sequence that is being preempted, if they take less time than
    /// computing what the cache cannot give back, and there is room on the host.
    pub(crate) fn swap_out(&mut self, seated: &mut Seated) {
        seated.request.swapped = self.try_swap_out(seated);
    }

    fn try_swap_out(&mut self, seated: &Seated) -> Option<Swapped> {
        let prefix = self.prefix.as_mut()?;
        let named = seated.request.named.as_ref()?;
        let position = seated.planned;
        let within = named.tokens.len().min(position as usize);
        let known = &named.tokens[..within];
        let needs = first_block_seen(self.options.window, position, self.limits.kv_block_tokens);
        let from = prefix.index.kept(&named.namespace, known, needs);
        let first = from / self.limits.kv_block_tokens;
        let count = self.limits.blocks_for(position).saturating_sub(first);
        let states = u32::from(prefix.needs_snapshots());
        let bytes = self.options.move_cost.bytes(count, states).saturating_mul(2);
        let resumes = match self.options.window {
            None => from,
            Some(_) => prefix.index.resumes(&named.namespace, known),
        };
        if position <= from || !self.options.move_cost.pays(bytes, cost(resumes, position)) {
            return None;
        }
        let places = std::iter::repeat_with(|| prefix.index.host_block()).map_while(|p| p);
        let blocks: Vec<_> = places.take(count as usize).collect();
        let state = if states > 0 { Some(prefix.index.host_snapshot()?) } else { None };
        if blocks.len() < count as usize {
            return None;
        }
        let tag = mix(seated.request.id.0 ^ mix(self.preemptions));
        let swapped = Swapped { from, position, blocks, state, tag };
        let behind = first.saturating_sub(seated.table.released());
        let own = seated.table.ids().skip(behind as usize).zip(&swapped.blocks).enumerate();
        let last = swapped.blocks.len().saturating_sub(1);
        for (at, (device, place)) in own {
            if at == last && self.options.fault.strikes(Fault::SwapLosesBlock) {
                continue;
            }
            let object = TierObject::Block { device, host: place.id() };
            let content = swapped.content(at, self.limits.kv_block_tokens);
            prefix.index.push_move(TierCopy { object, to: Tier::Host, content });
        }
        if let Some(place) = &swapped.state
            && !self.options.fault.strikes(Fault::SwapLosesState)
        {
            let (slot, epoch) = (seated.slot.id(), seated.slot.epoch());
            let object = TierObject::SlotState { slot, epoch, host: place.id() };
            let content = swapped.content(0, 0);
            prefix.index.push_move(TierCopy { object, to: Tier::Host, content });
        }
        prefix.counts.swapped_out += 1;
        Some(swapped)
    }

    /// Begins to bring back what was swapped out of a waiting request, with what of the cache
    /// it needs. `None`, forgetting it, if the cache no longer has that, or if computing is faster.
    pub(crate) fn swap_in(&mut self, rank: Rank, found: &Match, owed: u32) -> Option<Coming> {
        let swapped = self.waiting.get_mut(rank)?.swapped.take()?;
        let (from, needs) = (swapped.from, self.first_block(swapped.position));
        let request = self.waiting.get(rank)?;
        let named = request.named.as_ref()?;
        let prefix = self.prefix.as_mut()?;
        let block_tokens = self.limits.kv_block_tokens;
        let tokens = looked_up(request, named)?;
        let lacks = prefix.index.lacking(&named.namespace, tokens, needs, from)?;
        let lacks = lacks.saturating_add(swapped.blocks.len() as u32);
        let bytes = self.options.move_cost.bytes(lacks, u32::from(swapped.state.is_some()));
        let saves = cost(found.usable_tokens, swapped.position);
        let room = self.pool.available() >= lacks.saturating_add(owed);
        if !room || !self.options.move_cost.pays(bytes, saves) {
            return None;
        }
        let promotion = prefix.index.promote_blocks(&named.namespace, &named.tokens, needs, from);
        let mut pins = prefix.index.pin_blocks(&named.namespace, &named.tokens, needs, from);
        let promotion = match promotion {
            Some(promotion) => Some(self.fill(promotion)?),
            None => None,
        };
        let mut blocks = Vec::with_capacity(swapped.blocks.len());
        for _ in &swapped.blocks {
            blocks.push(self.take_block()?);
        }
        pins.take();
        let prefix = self.prefix.as_mut()?;
        let state = if swapped.state.is_some() { Some(prefix.place()?) } else { None };
        let mut coming = Coming { promotion, back: None };
        if let Some(promotion) = coming.promotion.as_mut() {
            prefix.index.start_promotion(promotion);
        }
        let first_move = prefix.index.moves_booked();
        for (at, (device, place)) in blocks.iter().zip(&swapped.blocks).enumerate() {
            let object = TierObject::Block { device: device.id(), host: place.id() };
            let content = swapped.content(at, block_tokens);
            prefix.index.push_move(TierCopy { object, to: Tier::Device, content });
        }
        if let Some((device, place)) = state.as_ref().zip(swapped.state.as_ref()) {
            let object = TierObject::Snapshot { device: device.id(), host: place.id() };
            let content = swapped.content(0, 0);
            prefix.index.push_move(TierCopy { object, to: Tier::Device, content });
        }
        coming.back = Some(Returning { swapped, blocks, state, first_move });
        Some(coming)
    }

    /// Where a waiting request goes on if what was swapped out is back and the cache still has what
    /// comes before it; else it is forgotten.
    pub(crate) fn returned_at(&mut self, rank: Rank, found: &Match) -> Option<u32> {
        let back = self.waiting.get_mut(rank)?.returned.take()?;
        let needs = self.first_block(back.position);
        let request = self.waiting.get_mut(rank)?;
        let named = request.named.as_ref()?;
        let tokens = looked_up(request, named)?;
        let index = &self.prefix.as_ref()?.index;
        let resident = index.lacking(&named.namespace, tokens, needs, back.from) == Some(0);
        let usable = found.usable_tokens;
        if !resident || back.position >= request.known || usable > back.position {
            return None;
        }
        let position = back.position;
        request.returned = Some(back);
        Some(position)
    }

    /// Lets a sequence that is being seated go on where it was preempted.
    pub(crate) fn resume_returned(
        &mut self,
        seated: &mut Seated,
        back: Returned,
        found: &Match,
        plan: &mut StepPlan,
    ) {
        let early = self.options.fault.strikes(Fault::SwapOnePositionOff);
        let borrows = self.options.fault.strikes(Fault::SwapSharesBlock);
        let other = self.seated().filter_map(|s| s.table.exclusive_ids().last()).last();
        let (Some(prefix), Some(named)) = (self.prefix.as_mut(), seated.request.named.as_ref())
        else {
            return;
        };
        let block_tokens = self.limits.kv_block_tokens;
        let needs = first_block_seen(self.options.window, back.position, block_tokens);
        let pins = prefix.index.pin_blocks(&named.namespace, &named.tokens, needs, back.from);
        let Some(pins) = pins else { return };
        let position = back.position - u32::from(early);
        seated.snapshots.resume(prefix.marks(named, found, block_tokens), back.position);
        let (slot, epoch) = (seated.slot.id(), seated.slot.epoch());
        let from = back.state.as_ref().map(Snapshot::id);
        plan.ops.push(StateOp::Restore(StateRestore { slot, epoch, position, from }));
        let mut own: Vec<_> = back.blocks.iter().map(Block::id).collect();
        if let (true, Some(last), Some(other)) = (borrows, own.last_mut(), other) {
            *last = other;
        }
        let blocks = pins.ids().chain(own);
        let append = |block| StateOp::Append(BlockAppend { slot, epoch, block });
        plan.ops.extend(blocks.map(append));
        seated.table = BlockTable::after(&self.pool, block_tokens, needs, pins);
        back.blocks.into_iter().for_each(|block| seated.table.push(block));
        seated.table.complete_to(back.position);
        prefix.restoring.extend(back.state.map(|state| state.complete().share()));
        prefix.counts.swapped_in += 1;
        (seated.committed, seated.planned) = (position, position);
        self.plan_released(seated, plan);
    }
}
