//! The prefix index: conducts the ranked tree, the host tier and loads between them.

use super::cost::cost;
use super::found::{Match, Pin, PrefixStats, Short, Stop};
use super::host::{HostBlock, HostSnapshot, HostTier, Spill};
use super::namespace::Namespace;
use super::order::OrderKey;
use super::promotion::Promotion;
use super::publication::{Publication, Replaced};
use super::ranked::RankedTree;
use super::resume::{Reach, ResumeView};
use super::rules::{RUN_BLOCKS_MAX, Rules};
use super::tree::check::TreeError;
use super::tree::{Kept, NodeId, Walk};
use crate::pool::{BlockPool, Cached, Complete, PoolError, Shared, Snapshot, SnapshotPool};
use crate::table::{BlockTable, Sharing};
use atlas_core::{
    BlockId, HostBlockId, HostPlaces, HostSnapshotId, SnapshotId, Tier, TierCopy, TokenId,
};

/// The index of cached prefixes.
#[derive(Debug)]
pub struct PrefixIndex {
    /// Blocks and places for snapshots in the first tier.
    device_blocks: u32,
    device_snapshots: u32,
    no_blocks: Shared<BlockId>,
    no_snapshots: Shared<SnapshotId>,
    pub(crate) ranked: RankedTree,
    pub(crate) host: HostTier,
}

impl PrefixIndex {
    /// An empty index over blocks of `block_tokens` tokens, at least 1. `needs_snapshots`: whether
    /// any layer has state that exists only where it was saved. Without such layers a sequence can
    /// resume at every end of a block.
    pub fn new(
        blocks: &BlockPool,
        snapshots: &SnapshotPool,
        block_tokens: u32,
        needs_snapshots: bool,
    ) -> Self {
        let rules = Rules::new(block_tokens, needs_snapshots);
        Self {
            device_blocks: blocks.count(),
            device_snapshots: snapshots.count(),
            no_blocks: blocks.none(),
            no_snapshots: snapshots.none(),
            ranked: RankedTree::new(rules, snapshots.count(), 0),
            host: HostTier::new(HostPlaces::default()),
        }
    }

    /// Adds a tier on the host: blocks and snapshots that leave the first tier go to `places`
    /// there. The index must be empty.
    pub fn with_host(mut self, places: HostPlaces) -> Self {
        self.ranked = RankedTree::new(self.ranked.rules, self.device_snapshots, places.snapshots);
        self.host = HostTier::new(places);
        self
    }

    /// For a model whose rows see at most `window` positions, their own included: a sequence needs
    /// only the blocks of the window before the position where it resumes, and earlier blocks can
    /// be evicted while later ones stay. The index must be empty.
    pub fn with_window(mut self, window: Option<u32>) -> Self {
        let rules = &mut self.ranked.rules;
        rules.window = window;
        if window.is_some() {
            let blocks = self.device_blocks as usize;
            let runs = blocks.div_ceil(RUN_BLOCKS_MAX);
            let tokens = RUN_BLOCKS_MAX * rules.block_tokens;
            self.ranked.tree.set_aside(runs, tokens, blocks);
        }
        self
    }

    fn view(&self) -> ResumeView<'_> {
        self.ranked.view()
    }

    /// The root of a namespace, if any of its prefixes is cached.
    fn root_of(&self, namespace: &Namespace) -> Option<NodeId> {
        let roots = &self.ranked.tree.roots;
        if self.ranked.rules.faults.ignores_namespace() {
            return roots.values().next().copied();
        }
        roots.get(namespace).copied()
    }

    fn walk_of(&self, namespace: &Namespace, tokens: &[TokenId]) -> Walk {
        let root = self.root_of(namespace);
        self.ranked.tree.walk(root, tokens, self.ranked.rules.block_tokens).0
    }

    /// The counts.
    pub fn stats(&self) -> PrefixStats {
        let held = self.ranked.tree.held();
        let ([blocks, host_blocks], [snapshots, host_snapshots]) = (held.blocks, held.marks);
        PrefixStats {
            blocks,
            snapshots,
            evicted_entries: held.evicted,
            host_blocks,
            host_snapshots,
            ..self.ranked.stats
        }
    }

    /// The longest prefix of `prompt` from which all layers can resume. The match is a use of the
    /// blocks and the snapshot that it returns.
    pub fn match_longest(&mut self, namespace: &Namespace, prompt: &[TokenId]) -> Match {
        let (root, rules) = (self.root_of(namespace), self.ranked.rules);
        let (walk, stop) = self.ranked.tree.walk(root, prompt, rules.block_tokens);
        let most = rules.resume_max(prompt.len());
        let view = self.view();
        let Reach { usable, mark, kept, kept_mark } = view.reach(&walk, most);
        let released = rules.first_block(usable);
        let mut blocks = self.no_blocks.none();
        let count = usable as usize / rules.block_tokens - released;
        blocks.use_all(view.tree.blocks_of(&view.seen(&walk, usable)).take(count));
        let snapshot = mark.and_then(|at| view.near_snapshot(at)).map(Cached::share);
        let lacks_blocks = view.lacks(&walk, kept);
        // A use of a snapshot is one of those before it too.
        if let Some(at) = kept_mark {
            self.ranked.use_mark(at);
        }
        self.ranked.use_walk(&walk, kept);
        let kv_tokens = (walk.blocks * rules.block_tokens) as u32;
        let short = match kept {
            _ if kept == kv_tokens => None,
            _ if kept == kv_tokens.min(most as u32) => Some(Short::LastToken),
            _ if rules.window.is_some() && !rules.needs_snapshots => Some(Short::Evicted),
            _ => Some(Short::NoSnapshot),
        };
        let goes_on = kv_tokens > 0 && (stop == Stop::Prompt || self.ranked.tree.is_at_end(&walk));
        Match {
            goes_on,
            kv_tokens,
            usable_tokens: usable,
            kept_tokens: kept,
            lacks_blocks,
            stop,
            ahead: walk.ahead,
            short,
            pin: Pin { blocks, released: released as u32, snapshot },
        }
    }

    /// Adds the complete blocks of a sequence whose first tokens are `tokens`, at least as many as
    /// those blocks hold. Where tokens are cached already the table gets the index's block in the
    /// place of its own: returns the places and the new blocks. Steps that are planned already can
    /// still read the old blocks unchanged: only later plans reuse them.
    ///
    /// A table belongs to one index and to one sequence in one namespace. Between two publications
    /// the tokens of its blocks do not change.
    pub fn publish(
        &mut self,
        namespace: &Namespace,
        tokens: &[TokenId],
        table: &mut BlockTable,
    ) -> Replaced {
        let rules = self.ranked.rules;
        if rules.faults.publishes_tail_early() {
            table.complete_to(table.complete_tokens() as u32 + rules.block_tokens as u32);
        }
        let Sharing { released, published, shared } = table.share();
        let count = (released + shared.len()).min(tokens.len() / rules.block_tokens);
        if count <= published.max(released) {
            return Vec::new();
        }
        let root = self.root_of(namespace);
        let root = root.unwrap_or_else(|| self.ranked.tree.add_root(namespace));
        let mut publication = Publication { ranked: &mut self.ranked, root };
        publication.publish(&tokens[..count * rules.block_tokens], table)
    }

    /// Gives back every block and snapshot without a user, in every tier.
    pub fn clear(&mut self) {
        while self.ranked.evict_host_block() {}
        while self.ranked.evict_host_snapshot() {}
        self.evict_blocks(u32::MAX);
    }

    /// Attaches a snapshot of the state after exactly `position` of `tokens`, which must be a
    /// multiple of the block length and cached; else, or if there is one already, the snapshot
    /// goes back to its pool. Says whether it was attached.
    pub fn attach(
        &mut self,
        namespace: &Namespace,
        tokens: &[TokenId],
        position: u32,
        snapshot: Snapshot<Complete>,
    ) -> bool {
        let (root, rules) = (self.root_of(namespace), self.ranked.rules);
        let off = if rules.faults.attaches_one_block_early() { rules.block_tokens } else { 0 };
        let position = (position as usize).saturating_sub(off);
        let cut = position.is_multiple_of(rules.block_tokens) && position <= tokens.len();
        if !cut || position == 0 || root.is_none() {
            return false;
        }
        let (walk, _) = self.ranked.tree.walk(root, &tokens[..position], rules.block_tokens);
        if walk.blocks * rules.block_tokens != position || !self.view().has_end(&walk) {
            return false;
        }
        let Some(cached) = snapshot.share().cache(0) else { return false };
        self.ranked.attach(walk, position as u32, cached)
    }

    /// Whether a sequence with these tokens could resume after `position` of them.
    pub fn can_resume(&self, namespace: &Namespace, tokens: &[TokenId], position: u32) -> bool {
        let Some(tokens) = tokens.get(..position as usize) else { return false };
        let (walk, rules) = (self.walk_of(namespace, tokens), &self.ranked.rules);
        let first = rules.first_block(position);
        let cached = self.view().resident(&walk, first, position).is_some();
        let mark = self.ranked.tree.deepest_mark(&walk, position, false);
        cached && (!rules.needs_snapshots || mark.is_some_and(|at| at.position == position))
    }

    /// Gives back up to `count` blocks of the first tier without a user; returns their number.
    pub fn evict_blocks(&mut self, count: u32) -> u32 {
        (0..count).take_while(|_| self.evict_block()).count() as u32
    }

    /// Gives back one block without a user, the last of a leaf of the first tier.
    fn evict_block(&mut self) -> bool {
        let Some((key, leaf)) = self.ranked.least_block() else { return false };
        self.ranked.order.raise_floor(Tier::Device, key);
        self.ranked.evict_leaf(leaf);
        true
    }

    /// Gives back one snapshot of the first tier without a user. The blocks up to it stay, and
    /// serve up to the snapshot before it.
    pub fn evict_snapshot(&mut self) -> bool {
        let ranked = &mut self.ranked;
        let Some((key, at)) = ranked.least_mark(Tier::Device) else { return false };
        ranked.order.of_mut(Tier::Device).marks.remove(&(key, at));
        ranked.stats.evicted_snapshots += 1;
        if ranked.rules.faults.keeps_stale_mark(Tier::Device, &mut ranked.tree, at) {
            return true;
        }
        drop(ranked.tree.detach(at));
        ranked.rank(at.node);
        true
    }

    /// Whether the snapshot that would be evicted next is worth a copy to the host, or there is
    /// none: see [`Self::spill_snapshot`].
    pub fn keeps_snapshots(&mut self, worth: impl Fn(&Namespace, u64) -> bool) -> bool {
        let ranked = &mut self.ranked;
        let Some((_, at)) = ranked.least_mark(Tier::Device) else { return true };
        let again = ranked.mark_again(at);
        ranked.tree.namespace_of(at.node).is_some_and(|ns| worth(ns, again))
    }

    /// Evicts the block that would be evicted next, if no request can use it.
    pub fn evict_useless_block(&mut self) -> bool {
        let next = self.ranked.least_block();
        next.is_some_and(|(key, _)| key.0 == 0) && self.evict_block()
    }

    /// The block of the first tier that would be evicted next, if it is worth a copy to the host:
    /// `worth` gets its namespace and the cost of computing it again.
    fn kept_block(
        &mut self,
        worth: impl Fn(&Namespace, u64) -> bool,
    ) -> Option<(OrderKey, NodeId)> {
        // A block of value 0 is not worth a place on the host.
        let (key, leaf) = self.ranked.least_block().filter(|(key, _)| key.0 > 0)?;
        let ranked = &self.ranked;
        let node = ranked.tree.node(leaf);
        let tokens = ranked.rules.block_tokens as u32;
        let place = if ranked.rules.window.is_some() { 1 } else { node.blocks.len() as u32 };
        let end = node.start + place * tokens;
        let namespace = ranked.tree.namespace_of(leaf)?;
        let kept = worth(namespace, cost(end.saturating_sub(tokens), end));
        (kept && !ranked.rules.faults.evicts_used_blocks()).then_some((key, leaf))
    }

    /// Whether the block that would be evicted next is worth a copy to the host: see
    /// [`Self::spill_block`].
    pub fn keeps_blocks(&mut self, worth: impl Fn(&Namespace, u64) -> bool) -> bool {
        self.kept_block(worth).is_some()
    }

    /// Moves the block of the first tier that would be evicted next to the host, if it is worth
    /// that: `worth` gets its namespace and the cost of computing it again.
    pub fn spill_block(&mut self, worth: impl Fn(&Namespace, u64) -> bool) -> Option<Spill> {
        let (key, leaf) = self.kept_block(worth)?;
        let Self { ranked, host, .. } = self;
        ranked.order.raise_floor(Tier::Device, key);
        host.demote_block(ranked, leaf)
    }

    /// Moves the snapshot of the first tier that would be evicted next to the host, if it is worth
    /// that: `worth` gets its namespace and the cost of computing its state again, less for one
    /// behind the end of its path by how much less likely it is used than the last.
    pub fn spill_snapshot(&mut self, worth: impl Fn(&Namespace, u64) -> bool) -> Option<Spill> {
        let Self { ranked, host, .. } = self;
        let (key, at) = ranked.least_mark(Tier::Device)?;
        let namespace = ranked.tree.namespace_of(at.node)?;
        if !worth(namespace, ranked.mark_again(at)) {
            return None;
        }
        let spill = host.demote_mark(ranked, at, key.1)?;
        ranked.order.of_mut(Tier::Device).marks.remove(&(key, at));
        ranked.stats.evicted_snapshots += 1;
        ranked.rank(at.node);
        Some(spill)
    }

    /// Holds the cached state of the first `to` of `tokens`, as a match has found it. `None` if the
    /// first tier lacks nothing of it, or if some was evicted since.
    pub fn promote(&mut self, ns: &Namespace, tokens: &[TokenId], to: u32) -> Option<Promotion> {
        let tokens = tokens.get(..to as usize)?;
        let (walk, rules) = (self.walk_of(ns, tokens), &self.ranked.rules);
        let mut promotion = self.hold(ns, tokens, &walk, rules.first_block(to))?;
        if rules.needs_snapshots {
            let tree = &self.ranked.tree;
            let at = tree.deepest_mark(&walk, to, true).filter(|at| at.position == to)?;
            promotion.hold_snapshot(&tree.mark(at)?.snapshot);
        }
        promotion.is_needed().then_some(promotion)
    }

    /// As [`Self::promote`], for the blocks from the place `first` on alone: the recurrent state at
    /// the end is kept elsewhere.
    pub fn promote_blocks(
        &mut self,
        ns: &Namespace,
        tokens: &[TokenId],
        first: u32,
        to: u32,
    ) -> Option<Promotion> {
        let tokens = tokens.get(..to as usize)?;
        let walk = self.walk_of(ns, tokens);
        self.hold(ns, tokens, &walk, first as usize).filter(Promotion::is_needed)
    }

    fn hold(
        &self,
        ns: &Namespace,
        tokens: &[TokenId],
        walk: &Walk,
        first: usize,
    ) -> Option<Promotion> {
        let none = (self.no_blocks.none(), self.host.blocks.none());
        Promotion::hold(ns, tokens, self.view(), walk, first, none)
    }

    /// Books the copies of a promotion that lacks nothing.
    pub fn start_promotion(&mut self, promotion: &mut Promotion) {
        promotion.first_move = self.copy_count();
        self.host.copies.extend(promotion.copies(self.ranked.rules.block_tokens));
    }

    /// Adds the copied blocks and snapshot to the first tier. `broken` tells of a copy, by its
    /// index among the booked ones, whether it was damaged. From the first damaged block on the
    /// path is dropped.
    pub fn finish_promotion(&mut self, promotion: Promotion, broken: impl Fn(usize) -> bool) {
        let root = self.root_of(promotion.namespace());
        promotion.finish(&mut self.ranked, root, broken);
    }

    /// Holds the blocks of `tokens` from the place `first` to `to`, if all of them are in the first
    /// tier.
    pub fn pin_blocks(
        &mut self,
        ns: &Namespace,
        tokens: &[TokenId],
        first: u32,
        to: u32,
    ) -> Option<Shared<BlockId>> {
        let walk = self.walk_of(ns, tokens.get(..to as usize)?);
        let path = self.view().resident(&walk, first as usize, to)?;
        let mut pins = self.no_blocks.none();
        pins.use_all(self.ranked.tree.blocks_of(&path));
        Some(pins)
    }

    /// Holds the state of exactly these tokens from the first one on, if all of it is in the first
    /// tier.
    pub fn pin(&mut self, ns: &Namespace, tokens: &[TokenId]) -> Option<Pin> {
        let (walk, ranked) = (self.walk_of(ns, tokens), &self.ranked);
        let path = self.view().resident(&walk, 0, tokens.len() as u32);
        let path = path.filter(|path| !path.is_empty())?;
        let mut pin = Pin { blocks: self.no_blocks.none(), released: 0, snapshot: None };
        if ranked.rules.needs_snapshots {
            let mark = ranked.tree.mark(ranked.mark_at(self.root_of(ns), tokens)?)?;
            let Kept::Device(snapshot) = &mark.snapshot else { return None };
            pin.snapshot = Some(snapshot.share());
        }
        pin.blocks.use_all(ranked.tree.blocks_of(&path));
        Some(pin)
    }

    /// Removes all entries behind the first `keep` of `tokens` from the index: state computed from
    /// them is wrong. Users of their blocks keep them. Returns whether there were any.
    pub fn quarantine(&mut self, ns: &Namespace, tokens: &[TokenId], keep: u32) -> bool {
        self.ranked.quarantine(self.root_of(ns), tokens, keep)
    }

    /// Removes a block from the index, with all blocks behind it; returns whether it was there.
    pub fn quarantine_block(&mut self, block: BlockId) -> bool {
        self.ranked.quarantine_block(block)
    }

    /// Removes the snapshot at the end of `tokens` from the index, with all blocks behind it.
    pub fn quarantine_snapshot(&mut self, ns: &Namespace, tokens: &[TokenId]) -> bool {
        self.ranked.quarantine_snapshot(self.root_of(ns), tokens)
    }

    /// Number of blocks from the place `first` to `to` of `tokens` that are on the host; `None` if
    /// some are in no tier.
    pub fn lacking(&self, ns: &Namespace, tokens: &[TokenId], first: u32, to: u32) -> Option<u32> {
        let walk = self.walk_of(ns, tokens.get(..to as usize)?);
        let path = self.view().there(&walk, first as usize, to)?;
        Some(self.ranked.tree.host_blocks_of(&path).count() as u32)
    }

    /// Position up to which the blocks of `tokens` from the place `first` on are kept without a
    /// gap, in any tier, and where a snapshot stands if one is needed. Entries before `first` do
    /// not count.
    pub fn kept(&self, ns: &Namespace, tokens: &[TokenId], first: u32) -> u32 {
        self.view().kept(&self.walk_of(ns, tokens), first)
    }

    /// Number of `tokens` after which a sequence could resume that needs only the window before it,
    /// in whichever tier its state is.
    pub fn resumes(&self, ns: &Namespace, tokens: &[TokenId]) -> u32 {
        self.view().reach_of_window(&self.walk_of(ns, tokens), tokens.len())
    }

    /// A place on the host. If none is free, the least valuable block without a user is evicted.
    pub fn host_block(&mut self) -> Option<HostBlock> {
        self.host.take_block(&mut self.ranked)
    }

    /// A place for a snapshot on the host. If none is free, the least valuable snapshot without a
    /// user is evicted.
    pub fn host_snapshot(&mut self) -> Option<HostSnapshot> {
        self.host.take_snapshot(&mut self.ranked)
    }

    /// Books a copy that must be made, behind those before it.
    pub fn push_copy(&mut self, copy: TierCopy) {
        self.host.copies.push(copy);
    }

    /// Copies booked and not taken.
    pub fn copy_count(&self) -> usize {
        self.host.copies.len()
    }

    /// The copies between the tiers that have to be made, in this order, before anything is
    /// written that was free when they were booked.
    pub fn take_copies(&mut self) -> Vec<TierCopy> {
        std::mem::take(&mut self.host.copies)
    }

    /// Takes the copies that were booked behind the first `count`.
    pub fn take_copies_behind(&mut self, count: usize) -> Vec<TierCopy> {
        self.host.copies.split_off(count.min(self.host.copies.len()))
    }

    /// Blocks that the index holds.
    pub fn block_ids(&self) -> impl Iterator<Item = BlockId> + '_ {
        self.ranked.tree.block_ids()
    }

    /// Snapshots that the index holds.
    pub fn snapshot_ids(&self) -> impl Iterator<Item = SnapshotId> + '_ {
        self.ranked.tree.snapshot_ids()
    }

    /// An empty list of references to snapshots of the index's pool.
    pub fn no_snapshots(&self) -> Shared<SnapshotId> {
        self.no_snapshots.none()
    }

    /// Checks the places on the host against the handles that hold them beside the index: exclusive
    /// ones and shared ones.
    ///
    /// # Errors
    /// The first contradiction.
    pub fn check_host(
        &self,
        blocks: (Vec<HostBlockId>, Vec<HostBlockId>),
        snapshots: (Vec<HostSnapshotId>, Vec<HostSnapshotId>),
    ) -> Result<(), PoolError> {
        self.host.check(&self.ranked, blocks, snapshots)
    }

    /// Places on the host that are free: blocks and snapshots.
    pub fn host_free(&self) -> HostPlaces {
        self.host.free()
    }

    /// Checks the invariants of the tree and of the eviction order. Costs a pass over all nodes:
    /// for tests and debug builds.
    ///
    /// # Errors
    /// The first contradiction.
    pub fn check(&self) -> Result<(), TreeError> {
        self.ranked.check()
    }
}
