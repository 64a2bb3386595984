//! The prefix cache as the scheduler uses it: what a new seat resumes from, what a commit
//! publishes, and where snapshots are taken.

use crate::audit::Audits;
use crate::explain::explain;
use crate::fault::Fault;
use crate::scheduler::Scheduler;
use crate::sequence::{Request, Seated};
use crate::step::Room;
use crate::types::{PrefixOptions, PrefixPrompt};
use atlas_cache::{
    BlockPool, BlockTable, Complete, Match, Mutable, Namespace, PrefixIndex, Shared, Snapshot,
    SnapshotPool,
};
use atlas_core::{
    BlockAppend, BlockReplace, CacheExplanation, Limits, PrefixCounts, RequestId, SlotId,
    SnapshotId, Span, StateOp, StateRestore, StateSave, StepPlan, TierCopy, TierCounts, TokenId,
};
use std::collections::VecDeque;

/// Places for snapshots that are free when a request comes, if there are four times as many: a turn
/// takes so many at most unless it is very long.
const PLACES_AHEAD: u32 = 4;

/// The index and the places for snapshots.
#[derive(Debug)]
pub(crate) struct Prefix {
    pub index: PrefixIndex,
    pub snapshots: SnapshotPool,
    options: PrefixOptions,
    pub counts: PrefixCounts,
    pub audits: Audits,
    /// Snapshots that the plan being made restores: nothing may be copied to their places before.
    pub restoring: Vec<Shared<SnapshotId>>,
}

/// By what the state of a request is found: all its known tokens.
#[derive(Debug)]
pub(crate) struct Named {
    pub tokens: Vec<TokenId>,
    pub namespace: Namespace,
    hints: Vec<u32>,
}

impl Named {
    pub fn new(prompt: PrefixPrompt) -> Self {
        let PrefixPrompt { tokens, namespace, resume_hints } = prompt;
        Self { tokens: tokens.to_vec(), namespace, hints: resume_hints }
    }
}

/// The snapshots of a seated sequence.
#[derive(Debug, Default)]
pub(crate) struct Snapshots {
    /// Positions at which one is wanted and not planned, ascending.
    marks: VecDeque<u32>,
    /// Planned and not committed, by position.
    saving: VecDeque<(u32, Snapshot<Mutable>)>,
    /// The last one inside the answer. It becomes others' when the sequence leaves its slot.
    last: Option<(u32, Snapshot<Complete>)>,
}

impl Snapshots {
    /// Those wanted by a sequence that goes on behind `position`.
    pub fn resume(&mut self, mut marks: VecDeque<u32>, position: u32) {
        marks.retain(|&mark| mark > position);
        self.marks = marks;
    }

    pub fn ids(&self) -> impl Iterator<Item = SnapshotId> + '_ {
        let saving = self.saving.iter().map(|(_, s)| s.id());
        saving.chain(self.last.iter().map(|(_, s)| s.id()))
    }
}

impl Prefix {
    pub fn new(
        options: PrefixOptions,
        blocks: &BlockPool,
        limits: &Limits,
        window: Option<u32>,
    ) -> Self {
        let count = if options.needs_snapshots { limits.snapshot_count } else { 0 };
        let snapshots = SnapshotPool::new(count);
        let needs = options.needs_snapshots;
        let index = PrefixIndex::new(blocks, &snapshots, limits.kv_block_tokens, needs)
            .with_host(limits.host)
            .with_window(window);
        Self {
            index,
            snapshots,
            options,
            counts: PrefixCounts::default(),
            restoring: Vec::new(),
            audits: Audits::default(),
        }
    }

    pub fn counts(&self) -> PrefixCounts {
        let held = self.index.stats();
        PrefixCounts {
            device: TierCounts {
                evicted_blocks: held.evicted_blocks,
                evicted_snapshots: held.evicted_snapshots,
                blocks: held.blocks,
                snapshots: held.snapshots,
            },
            host: TierCounts {
                evicted_blocks: held.host_evicted_blocks,
                evicted_snapshots: held.host_evicted_snapshots,
                blocks: held.host_blocks,
                snapshots: held.host_snapshots,
            },
            demoted_blocks: held.demoted_blocks,
            demoted_snapshots: held.demoted_snapshots,
            promoted_blocks: held.promoted_blocks,
            promoted_snapshots: held.promoted_snapshots,
            quarantined: held.quarantined,
            hollow_places: held.hollow,
            ..self.counts
        }
    }

    /// A place for a snapshot; the least valuable one that nobody uses makes room.
    pub fn place(&mut self) -> Option<Snapshot<Mutable>> {
        let free = self.snapshots.take();
        free.or_else(|| if self.index.evict_snapshot() { self.snapshots.take() } else { None })
    }

    /// Copies to the host that leave a place for a snapshot free before one is wanted.
    pub fn room_ahead(&mut self) -> Vec<TierCopy> {
        let wanted = PLACES_AHEAD.min(self.snapshots.count() / 4);
        if self.snapshots.free() >= wanted || !self.index.evict_snapshot() {
            return Vec::new();
        }
        self.index.take_moves()
    }

    /// Whether the model has state that can be resumed only from snapshots.
    pub fn needs_snapshots(&self) -> bool {
        self.options.needs_snapshots
    }

    /// The copies of the plan that is now made.
    pub fn end_plan(&mut self) -> Vec<TierCopy> {
        self.restoring.clear();
        self.index.take_moves()
    }

    /// Where a new seat takes snapshots: before the last token, where hints say, at growing
    /// distances from the end, and where its path parts from others'.
    pub fn marks(&self, named: &Named, found: &Match, block_tokens: u32) -> VecDeque<u32> {
        if !self.options.needs_snapshots {
            return VecDeque::new();
        }
        let known = named.tokens.len() as u32;
        let down = |position: u32| position / block_tokens * block_tokens;
        let end = down(known.saturating_sub(1));
        let stride = down(self.options.stride_tokens).max(block_tokens);
        if self.options.only_stride {
            let strides = (1..).map_while(|n: u32| n.checked_mul(stride));
            let ahead = strides.skip_while(|&mark| mark <= found.usable_tokens);
            return ahead.take_while(|&mark| mark < end).collect();
        }
        // Most branches are near the end.
        let doubled = std::iter::successors(Some(stride), |n| n.checked_mul(2));
        let strides = doubled.map_while(|n| end.checked_sub(n)).map(down);
        let hints = named.hints.iter().map(|&hint| down(hint));
        let mut marks: Vec<u32> = strides.chain(hints).chain(found.branch()).chain([end]).collect();
        marks.retain(|&mark| mark > found.usable_tokens && mark <= end);
        marks.sort_unstable();
        // One a block further saves less than it costs.
        let mut last = found.usable_tokens;
        marks.retain(|&mark| {
            let far = mark - last > block_tokens || last == 0;
            last = if far { mark } else { last };
            far
        });
        marks.into()
    }
}

/// Whether logits of tokens of its prompt are still wanted.
fn rows_left(request: &Request) -> bool {
    request.prompt_rows && request.prompt_rows_done < request.prompt_len
}

/// The tokens by which the state of a request is looked for.
pub(crate) fn looked_up<'a>(request: &Request, named: &'a Named) -> Option<&'a [TokenId]> {
    let most = if rows_left(request) { request.prompt_rows_done + 1 } else { request.known };
    named.tokens.get(..most as usize)
}

/// Where a sequence of `known` tokens resumes. One always runs; a match leaves it out, except
/// under the planted fault that this completes.
pub(crate) fn resume_at(found: &Match, known: u32) -> u32 {
    found.usable_tokens.min(known.saturating_sub(1))
}

impl Scheduler {
    /// The longest cached prefix that `request` can resume from. Prompt rows whose logits are
    /// still wanted are never skipped.
    pub(crate) fn find_prefix(&mut self, request: &Request) -> Option<Match> {
        let (prefix, named) = (self.prefix.as_mut()?, request.named.as_ref()?);
        Some(prefix.index.match_longest(&named.namespace, looked_up(request, named)?))
    }

    /// Rows of the first chunk of a request of which `usable` tokens need not run.
    pub(crate) fn first_rows(&self, request: &Request, usable: u32, room: Room) -> u32 {
        let rows_left = room.chunk_max(request.scores_first());
        (request.known - usable).min(rows_left).min(self.limits.chunk_tokens_max)
    }

    /// Lets a sequence that is being seated resume after what was found.
    pub(crate) fn resume(&mut self, seated: &mut Seated, found: Match, plan: &mut StepPlan) {
        let (Some(prefix), Some(named)) = (self.prefix.as_mut(), seated.request.named.as_ref())
        else {
            return;
        };
        let block_tokens = self.limits.kv_block_tokens;
        seated.snapshots.marks = prefix.marks(named, &found, block_tokens);
        let mut position = resume_at(&found, seated.request.known);
        prefix.counts.queries += 1;
        prefix.counts.query_tokens += u64::from(seated.request.known);
        prefix.counts.hits += u64::from(position > 0);
        prefix.counts.hit_tokens += u64::from(position);
        let request = &seated.request;
        let scored = rows_left(request);
        let near = request.asked_host;
        let explanation = explain(&found, &named.tokens, position, near, scored);
        self.explanations.push((request.id, explanation));
        if position == 0 {
            return;
        }
        if position == found.usable_tokens
            && let Some(tokens) = named.tokens.get(..position as usize)
        {
            let share = prefix.options.verify_per_million;
            prefix.audits.note(&named.namespace, tokens, share);
        }
        let late = position + block_tokens;
        if late < seated.request.known && self.options.fault.strikes(Fault::RestoreOneBlockLate) {
            position = late;
        }
        let (slot, epoch) = (seated.slot.id(), seated.slot.epoch());
        let from = found.pin.snapshot_id();
        plan.ops.push(StateOp::Restore(StateRestore { slot, epoch, position, from }));
        let blocks = found.pin.blocks.ids();
        let append = |block| StateOp::Append(BlockAppend { slot, epoch, block });
        plan.ops.extend(blocks.map(append));
        prefix.restoring.extend(found.pin.snapshot);
        let released = found.pin.released;
        seated.table = BlockTable::after(&self.pool, block_tokens, released, found.pin.blocks);
        (seated.committed, seated.planned) = (position, position);
        self.plan_released(seated, plan);
    }

    /// How many of `len` further positions run before others of the group go on from its state.
    pub(crate) fn cut(&self, slot: SlotId, len: u32) -> u32 {
        let Some(seated) = self.seats[slot.index()].as_ref() else { return len };
        let fork = seated.request.fork_at().filter(|&at| at > seated.planned);
        fork.map_or(len, |at| len.min(at - seated.planned))
    }

    /// Plans the snapshots that are wanted inside of `span` and behind it.
    pub(crate) fn plan_save(&mut self, span: &Span, plan: &mut StepPlan) {
        let Some(prefix) = self.prefix.as_mut().filter(|p| p.options.needs_snapshots) else {
            return;
        };
        let Some(seated) = self.seats[span.slot.index()].as_mut() else { return };
        if seated.request.named.is_none() {
            return;
        }
        let (slot, epoch, end) = (span.slot, span.epoch, seated.planned);
        let behind = seated.snapshots.marks.iter().take_while(|&&mark| mark <= end).count();
        let mut wanted: Vec<u32> = seated.snapshots.marks.drain(..behind).collect();
        // Answers leave nothing to aim at: of those the last end of a block is kept.
        let stride = if prefix.options.only_stride { prefix.options.stride_tokens } else { 0 };
        let whole = end.is_multiple_of(self.limits.kv_block_tokens.max(stride));
        if wanted.is_empty() && span.sample && whole {
            wanted.push(end);
        }
        for mark in wanted {
            let Some(place) = prefix.place() else { return };
            let past = mark < end && self.options.fault.strikes(Fault::SavedPastPosition);
            let position = if past { end } else { mark };
            let save = StateSave { slot, epoch, position, to: place.id() };
            plan.ops.push(StateOp::Save(save));
            seated.snapshots.saving.push_back((mark, place));
        }
    }

    /// Publishes what a committed span has completed.
    pub(crate) fn publish(&mut self, slot: SlotId) {
        let Some(prefix) = self.prefix.as_mut() else { return };
        let Some(seated) = self.seats[slot.index()].as_mut() else { return };
        let Some(named) = seated.request.named.as_ref() else { return };
        let Named { tokens, namespace, .. } = named;
        let unshared = seated.table.has_unshared();
        if unshared || self.options.fault.of_index().is_some() {
            let epoch = seated.slot.epoch();
            let swaps = prefix.index.publish(namespace, tokens, &mut seated.table).into_iter();
            self.swaps.extend(swaps.map(|(at, block)| BlockReplace { slot, epoch, at, block }));
        }
        let snapshots = &mut seated.snapshots;
        while snapshots.saving.front().is_some_and(|(at, _)| *at <= seated.committed) {
            let Some((at, snapshot)) = snapshots.saving.pop_front() else { return };
            if at > seated.request.prompt_len {
                snapshots.last = Some((at, snapshot.complete()));
            } else {
                prefix.index.attach(namespace, tokens, at, snapshot.complete());
            }
        }
    }

    /// What a sequence that leaves its slot leaves to others.
    pub(crate) fn bequeath(&mut self, seated: &mut Seated) {
        let Some((at, snapshot)) = seated.snapshots.last.take() else { return };
        let (Some(prefix), Some(named)) = (self.prefix.as_mut(), seated.request.named.as_ref())
        else {
            return;
        };
        prefix.index.attach(&named.namespace, &named.tokens, at, snapshot);
    }

    /// A block, for which the cache gives one up if none is free.
    pub(crate) fn take_block(&mut self) -> Option<atlas_cache::Block<Mutable>> {
        let free = self.pool.take();
        free.or_else(|| {
            let freed = self.prefix.as_mut().map_or(0, |p| p.index.evict_blocks(1));
            if freed > 0 { self.pool.take() } else { None }
        })
    }

    /// The swaps of sequences that still sit where they sat.
    pub(crate) fn plan_swaps(&mut self, plan: &mut StepPlan) {
        for swap in std::mem::take(&mut self.swaps) {
            let seated = self.seats[swap.slot.index()].as_ref();
            if seated.is_some_and(|s| s.slot.epoch() == swap.epoch) {
                plan.ops.push(StateOp::Replace(swap));
            }
        }
    }

    /// What the cache had for the requests seated since the last call, in the order of their
    /// seats.
    pub fn take_explanations(&mut self) -> Vec<(RequestId, CacheExplanation)> {
        std::mem::take(&mut self.explanations)
    }

    /// While there is nothing else to do: copies that move the least valuable snapshot to the host
    /// where few places are free, so that the next request does not wait for them. To be made, in
    /// their order, before the next [`Self::step`]; none where nothing is to be gained.
    pub fn room_ahead(&mut self) -> Vec<TierCopy> {
        if !self.is_idle() || self.limits.host.snapshots == 0 {
            return Vec::new();
        }
        self.prefix.as_mut().map(Prefix::room_ahead).unwrap_or_default()
    }

    /// Gives back everything that only the prefix cache holds.
    pub fn clear_prefix_cache(&mut self) {
        if let Some(prefix) = &mut self.prefix {
            prefix.index.clear();
        }
    }
}
