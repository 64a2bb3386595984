//! Swapping: state of preempted sequences on the host, which is copied back instead of computed
//! again.
//!
//! The part of a sequence that the prefix cache can give back is left to it. The rest is copied as
//! it stands: the blocks behind that part, the last of them partly written, and the recurrent
//! state. It is private: no other sequence finds it. Dropping its handles gives the places back.

use crate::cache::blocks::KvBlocks;
use crate::cache::prefix::Prefix;
use crate::plan_builder::PlanBuilder;
use crate::request::{Rank, Request};
use crate::rng::mix;
use crate::sequence::Sequence;
use atlas_cache::{Block, HostBlock, HostSnapshot, Match, Mutable, Promotion, Snapshot, cost};
use atlas_core::{ContentKey, Tier, TierCopy, TierObject};
use std::collections::BTreeMap;

/// State of a preempted sequence on the host.
#[derive(Debug)]
pub(crate) struct SwappedOut {
    /// The prefix cache has the positions before this one.
    from: u32,
    /// Number of consumed positions.
    position: u32,
    /// Blocks of the positions between.
    blocks: Vec<HostBlock>,
    state: Option<HostSnapshot>,
    /// Tells the objects of this swap from all others.
    tag: u64,
}

/// Copies of swapped state back to the device, under way.
#[derive(Debug)]
pub(crate) struct SwapIn {
    pub swapped: SwappedOut,
    pub blocks: Vec<Block<Mutable>>,
    pub state: Option<Snapshot<Mutable>>,
    first_copy: usize,
}

/// Swapped state that is back on the device, until its request starts.
#[derive(Debug)]
pub(crate) struct SwappedIn {
    pub from: u32,
    pub position: u32,
    pub blocks: Vec<Block<Mutable>>,
    pub state: Option<Snapshot<Mutable>>,
}

impl SwappedOut {
    fn content(&self, block: usize, block_tokens: u32) -> ContentKey {
        let start = self.from + block as u32 * block_tokens;
        ContentKey { start, end: self.position, hash: self.tag }
    }

    fn state_content(&self) -> ContentKey {
        self.content(0, 0)
    }

    pub fn host_blocks(&self) -> impl Iterator<Item = &HostBlock> {
        self.blocks.iter()
    }

    pub fn host_state(&self) -> Option<&HostSnapshot> {
        self.state.as_ref()
    }
}

impl SwapIn {
    /// The state on the device, unless a copy found damage. `damaged` are indices of copies.
    pub fn finish(self, damaged: &[u32]) -> Option<SwappedIn> {
        let copies = self.blocks.len() + usize::from(self.state.is_some());
        let own = self.first_copy..self.first_copy + copies;
        if damaged.iter().any(|&copy| own.contains(&(copy as usize))) {
            return None;
        }
        let Self { swapped: SwappedOut { from, position, .. }, blocks, state, .. } = self;
        Some(SwappedIn { from, position, blocks, state })
    }
}

/// Swapped state of waiting requests.
#[derive(Debug, Default)]
pub(crate) struct Swaps {
    out: BTreeMap<Rank, SwappedOut>,
    back: BTreeMap<Rank, SwappedIn>,
}

impl Swaps {
    /// Whether state of a request is on the host.
    pub fn is_out(&self, rank: Rank) -> bool {
        self.out.contains_key(&rank)
    }

    /// State of a request that is back on the device.
    pub fn back(&self, rank: Rank) -> Option<&SwappedIn> {
        self.back.get(&rank)
    }

    /// Takes the state of a request that starts.
    pub fn take_back(&mut self, rank: Rank) -> Option<SwappedIn> {
        self.back.remove(&rank)
    }

    /// Adds state that is back on the device.
    pub fn arrive(&mut self, rank: Rank, state: Option<SwappedIn>) {
        match state {
            Some(state) => drop(self.back.insert(rank, state)),
            None => drop(self.back.remove(&rank)),
        }
    }

    /// Forgets the state of a request on the host.
    pub fn forget_out(&mut self, rank: Rank) {
        self.out.remove(&rank);
    }

    /// Forgets all state of a request.
    pub fn forget(&mut self, rank: Rank) {
        self.out.remove(&rank);
        self.back.remove(&rank);
    }

    /// Gives up the state that is back on the device, except that of `spared`. Returns whether
    /// there was any.
    pub fn release_back(&mut self, spared: Option<Rank>) -> bool {
        let before = self.back.len();
        self.back.retain(|&rank, _| Some(rank) == spared);
        self.back.len() < before
    }

    /// Swapped state, by rank of its request.
    pub fn all(&self) -> (impl Iterator<Item = &SwappedOut>, impl Iterator<Item = &SwappedIn>) {
        (self.out.values(), self.back.values())
    }

    /// Copies the state of a sequence that is being preempted to the host, if the copies take less
    /// time than computing what the prefix cache cannot give back, and the host has room. `serial`
    /// differs for each preemption.
    pub fn swap_out(
        &mut self,
        sequence: &Sequence,
        serial: u64,
        prefix: &mut Prefix,
        blocks: &KvBlocks,
    ) {
        if let Some(swapped) = copy_out(sequence, serial, prefix, blocks) {
            self.out.insert(sequence.request.rank, swapped);
        }
    }

    /// Starts to copy back the state of a waiting request, with the part of the prefix cache that
    /// it needs. `owed`: blocks that must stay free. Returns `None` if there is no room; the state
    /// stays if it `waits` for some. It is forgotten if the cache no longer has that part or if
    /// computing is faster.
    pub fn begin_swap_in(
        &mut self,
        request: &Request,
        found: &Match,
        (owed, waits): (u32, bool),
        prefix: &mut Prefix,
        blocks: &KvBlocks,
    ) -> Option<(Option<Promotion>, SwapIn)> {
        let swapped = self.out.remove(&request.rank)?;
        let (from, first) = (swapped.from, blocks.first_seen(swapped.position));
        let (key, tokens) = request.lookup()?;
        let lacks = prefix.index.lacking(&key.namespace, tokens, first, from)?;
        let lacks = lacks.saturating_add(swapped.blocks.len() as u32);
        let bytes = prefix.policy.cost.bytes(lacks, u32::from(swapped.state.is_some()));
        let saves = cost(found.usable_tokens, swapped.position);
        let has_place = swapped.state.is_none() || prefix.snapshots.available() > 0;
        let has_room = has_place && blocks.available() >= lacks.saturating_add(owed);
        let pays = prefix.policy.cost.pays(bytes, saves);
        if pays && !has_room && waits {
            self.out.insert(request.rank, swapped);
            return None;
        }
        if !has_room || !pays {
            return None;
        }
        let promotion = prefix.index.promote_blocks(&key.namespace, &key.tokens, first, from);
        // Blocks of the prefix stay while others are taken.
        let pins = prefix.index.pin_blocks(&key.namespace, &key.tokens, first, from);
        let mut promotion = match promotion {
            Some(promotion) => Some(prefix.fill(promotion, &blocks.pool)?),
            None => None,
        };
        let mut own = Vec::with_capacity(swapped.blocks.len());
        for _ in &swapped.blocks {
            own.push(prefix.take_block(&blocks.pool)?);
        }
        drop(pins);
        let state = if swapped.state.is_some() { Some(prefix.take_place()?) } else { None };
        if let Some(promotion) = promotion.as_mut() {
            prefix.index.start_promotion(promotion);
        }
        let first_copy = prefix.index.copy_count();
        for (at, (device, host)) in own.iter().zip(&swapped.blocks).enumerate() {
            let object = TierObject::Block { device: device.id(), host: host.id() };
            let content = swapped.content(at, blocks.block_tokens);
            prefix.index.push_copy(TierCopy { object, to: Tier::Device, content });
        }
        if let Some((device, host)) = state.as_ref().zip(swapped.state.as_ref()) {
            let object = TierObject::Snapshot { device: device.id(), host: host.id() };
            let content = swapped.state_content();
            prefix.index.push_copy(TierCopy { object, to: Tier::Device, content });
        }
        Some((promotion, SwapIn { swapped, blocks: own, state, first_copy }))
    }

    /// Position at which a waiting request resumes, if its swapped state is back and the cache
    /// still has the part before it; otherwise the state is given up.
    pub fn resume_position(
        &mut self,
        request: &Request,
        found: &Match,
        prefix: &Prefix,
        blocks: &KvBlocks,
    ) -> Option<u32> {
        let back = self.back.remove(&request.rank)?;
        let first = blocks.first_seen(back.position);
        let (key, tokens) = request.lookup()?;
        let lacking = prefix.index.lacking(&key.namespace, tokens, first, back.from);
        let position = back.position;
        if lacking != Some(0) || position >= request.known || found.usable_tokens > position {
            return None;
        }
        self.back.insert(request.rank, back);
        Some(position)
    }
}

impl SwappedIn {
    /// Sets a new sequence to the position at which it was preempted. Returns whether the cache
    /// still has the part before.
    pub fn resume(
        self,
        sequence: &mut Sequence,
        found: &Match,
        prefix: &mut Prefix,
        blocks: &KvBlocks,
        plan: &mut PlanBuilder,
    ) -> bool {
        let early = prefix.faults.swap_resumes_one_position_early();
        let Some(key) = sequence.request.key.as_ref() else { return false };
        let first = blocks.first_seen(self.position);
        let pins = prefix.index.pin_blocks(&key.namespace, &key.tokens, first, self.from);
        let Some(pins) = pins else { return false };
        let position = self.position - u32::from(early);
        let mut wanted = prefix.snapshot_positions(key, found, blocks);
        wanted.retain(|&at| at > self.position);
        sequence.snapshots.want(wanted);
        let place = sequence.slot_epoch();
        plan.restore(place, position, self.state.as_ref().map(Snapshot::id));
        let own = self.blocks.iter().map(Block::id);
        pins.ids().chain(own).for_each(|block| plan.append_block(place, block));
        sequence.table = blocks.table_after(first, pins);
        self.blocks.into_iter().for_each(|block| sequence.table.push(block));
        sequence.table.complete_to(self.position);
        prefix.hold_restored(self.state.map(|state| state.complete().share()));
        prefix.counts.swapped_in += 1;
        sequence.resume_at(position);
        true
    }
}

/// Books the copies to the host of [`Swaps::swap_out`].
fn copy_out(
    sequence: &Sequence,
    serial: u64,
    prefix: &mut Prefix,
    blocks: &KvBlocks,
) -> Option<SwappedOut> {
    let key = sequence.request.key.as_ref()?;
    let position = sequence.planned;
    let known = &key.tokens[..key.tokens.len().min(position as usize)];
    let from = prefix.index.kept(&key.namespace, known, blocks.first_seen(position));
    let first = from / blocks.block_tokens;
    let count = blocks.count_for(position).saturating_sub(first);
    let states = u32::from(prefix.needs_snapshots());
    let bytes = prefix.policy.cost.bytes(count, states).saturating_mul(2);
    let resumes = match blocks.window {
        None => from,
        Some(_) => prefix.index.resumes(&key.namespace, known),
    };
    if position <= from || !prefix.policy.cost.pays(bytes, cost(resumes, position)) {
        return None;
    }
    let places = std::iter::repeat_with(|| prefix.index.host_block()).map_while(|place| place);
    let places: Vec<_> = places.take(count as usize).collect();
    let state = if states > 0 { Some(prefix.index.host_snapshot()?) } else { None };
    if places.len() < count as usize {
        return None;
    }
    let tag = mix(sequence.request.id.0 ^ mix(serial));
    let swapped = SwappedOut { from, position, blocks: places, state, tag };
    let behind = first.saturating_sub(sequence.table.released());
    let own = sequence.table.ids().skip(behind as usize).zip(&swapped.blocks).enumerate();
    let last = swapped.blocks.len().saturating_sub(1);
    for (at, (device, host)) in own {
        if at == last && prefix.faults.swap_loses_block() {
            continue;
        }
        let object = TierObject::Block { device, host: host.id() };
        let content = swapped.content(at, blocks.block_tokens);
        prefix.index.push_copy(TierCopy { object, to: Tier::Host, content });
    }
    if let Some(host) = &swapped.state
        && !prefix.faults.swap_loses_state()
    {
        let (slot, epoch) = sequence.slot_epoch();
        let object = TierObject::SlotState { slot, epoch, host: host.id() };
        let content = swapped.state_content();
        prefix.index.push_copy(TierCopy { object, to: Tier::Host, content });
    }
    prefix.counts.swapped_out += 1;
    Some(swapped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_cache::BlockPool;
    use atlas_core::{ClientId, Priority};
    use std::cmp::Reverse;

    fn swap_in(pool: &BlockPool) -> SwapIn {
        let out = SwappedOut { from: 4, position: 6, blocks: Vec::new(), state: None, tag: 9 };
        SwapIn { swapped: out, blocks: vec![pool.take().unwrap()], state: None, first_copy: 3 }
    }

    #[test]
    fn a_damaged_copy_of_its_own_gives_the_swapped_state_up() {
        let pool = BlockPool::new(1);
        let back = swap_in(&pool).finish(&[0, 2, 4]).unwrap();
        assert_eq!((back.from, back.position, pool.free()), (4, 6, 0));
        drop(back);
        assert!(swap_in(&pool).finish(&[3]).is_none());
        assert_eq!(pool.free(), 1);
    }

    #[test]
    fn swapped_state_belongs_to_one_request() {
        let pool = BlockPool::new(1);
        let rank =
            |arrival| Rank { priority: Reverse(Priority(0)), arrival, client: ClientId::default() };
        let mut swaps = Swaps::default();
        swaps.arrive(rank(1), swap_in(&pool).finish(&[]));
        assert!(swaps.back(rank(1)).is_some() && swaps.back(rank(2)).is_none());
        assert!(!swaps.is_out(rank(1)));
        swaps.forget(rank(1));
        assert!(swaps.take_back(rank(1)).is_none());
        assert_eq!(pool.free(), 1);
    }
}
