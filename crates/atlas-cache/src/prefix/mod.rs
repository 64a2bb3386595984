//! Which prefixes are cached, and from where a new sequence can resume.
//!
//! A radix tree over whole blocks of tokens. What a path means is spelled out by its tokens, which
//! are compared one by one; nothing is found by a hash. A node holds a run of consecutive blocks,
//! and snapshots of the state that cannot be cut at a token, each attached at the position up to
//! which it has consumed. See `docs/contracts/cache.md`.

mod evict;
mod host;
mod promote;
mod publish;
mod run;
mod shape;
mod tree;
mod value;
mod window;

pub use evict::cost;
pub use host::{HostBlock, HostSnapshot, content_of};
pub use promote::Promotion;
pub use shape::TreeError;

use crate::fault::PrefixFault;
use crate::pool::{BlockPool, Cached, Complete, Shared, Snapshot, SnapshotPool};
use crate::table::{BlockTable, Sharing};
use atlas_core::{BlockId, HostPlaces, SnapshotId, Tier, TokenId};
use evict::Ranks;
use host::Host;
use run::RUN_BLOCKS_MAX;
use std::collections::BTreeMap;
use std::sync::Arc;
use tree::{Kept, NodeId, Step, Tree, Walk};
use window::Reach;

/// What keeps prefixes of equal tokens apart: requests share state only within one namespace.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Namespace {
    /// Chosen for a tenant; compared whole.
    pub salt: Arc<[u8]>,
    /// The adapter that the state was computed with; 0 for none.
    pub adapter: u32,
}

/// Why the cached path of a prompt ends where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Every whole block of the prompt is cached.
    Prompt,
    /// Nothing is cached that goes on from there.
    End,
    /// What is cached goes on with another token: at `position` it has `cached`.
    Diverged { position: u32, cached: TokenId },
}

/// Why a sequence cannot resume where its cached path ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Short {
    /// The last token of a prompt has to run, since its logits are wanted, and shared blocks are
    /// never written: the block that holds it runs again.
    LastToken,
    /// No snapshot is attached nearer to the end.
    NoSnapshot,
    /// Blocks are gone that are seen from nearer to the end.
    Hollow,
}

/// The references that a match holds, given back on drop: until then none of it is evicted.
#[derive(Debug)]
pub struct Pin {
    /// The blocks of `[0, usable_tokens)` but for the first `released`, which nobody sees from
    /// there.
    pub blocks: Shared<BlockId>,
    pub released: u32,
    /// The snapshot at `usable_tokens`, where the model needs one.
    pub snapshot: Option<Shared<SnapshotId>>,
}

impl Pin {
    /// The snapshot to restore.
    pub fn snapshot_id(&self) -> Option<SnapshotId> {
        self.snapshot.as_ref().and_then(|s| s.ids().next())
    }
}

/// The longest cached prefix of a prompt.
#[derive(Debug)]
pub struct Match {
    /// Tokens whose blocks are cached, in whatever tier, or were and blocks behind them are.
    pub kv_tokens: u32,
    /// Tokens after which every layer can resume; below the length of the prompt.
    pub usable_tokens: u32,
    /// The same if what is on the host were in the first tier: see [`PrefixIndex::promote`].
    pub kept_tokens: u32,
    /// Blocks of the first tier that are lacking for that.
    pub lacks_blocks: u32,
    pub stop: Stop,
    /// Where what is cached goes on with another token: some of its tokens from there on.
    pub ahead: Vec<TokenId>,
    /// Why `usable_tokens` is less than `kv_tokens`, if it is.
    pub short: Option<Short>,
    pub pin: Pin,
}

impl Match {
    /// Where a snapshot would help whoever comes next: the end of the path, if other sequences go
    /// on from there with other tokens and nothing can resume there yet.
    pub fn branch(&self) -> Option<u32> {
        let diverged = matches!(self.stop, Stop::Diverged { .. });
        (diverged && self.kv_tokens > self.kept_tokens).then_some(self.kv_tokens)
    }
}

/// Counts since the start, and what the index holds now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrefixStats {
    /// Blocks and snapshots that the first tier gave up for others.
    pub evicted_blocks: u64,
    pub evicted_snapshots: u64,
    /// Blocks and snapshots that it holds now.
    pub blocks: u32,
    pub snapshots: u32,
    /// Places whose tokens are known because of blocks behind them, without a block in any tier.
    pub hollow: u32,
    /// Of those given up, what went to the host.
    pub demoted_blocks: u64,
    pub demoted_snapshots: u64,
    /// What came back.
    pub promoted_blocks: u64,
    pub promoted_snapshots: u64,
    /// What the host gave up for others, or because what it depends on was gone.
    pub host_evicted_blocks: u64,
    pub host_evicted_snapshots: u64,
    /// What the host holds now.
    pub host_blocks: u32,
    pub host_snapshots: u32,
    /// Entries taken out because a check found them wrong.
    pub quarantined: u64,
}

/// The index of cached prefixes.
#[derive(Debug)]
pub struct PrefixIndex {
    block_tokens: usize,
    /// Whether a sequence can only resume from a snapshot.
    needs_snapshots: bool,
    /// How many positions a row sees, if that is bounded: see `window.rs`.
    window: Option<u32>,
    /// Most blocks of a node behind a window.
    run_blocks_max: usize,
    /// Blocks and places for snapshots in the first tier.
    device_blocks: u32,
    device_snapshots: u32,
    no_blocks: Shared<BlockId>,
    no_snapshots: Shared<SnapshotId>,
    tree: Tree,
    roots: BTreeMap<Namespace, NodeId>,
    ranks: Ranks,
    host: Host,
    stats: PrefixStats,
    fault: Option<PrefixFault>,
}

impl PrefixIndex {
    /// An empty index over blocks of `block_tokens` tokens, at least 1. `needs_snapshots`: whether
    /// any layer has state that exists only where it was saved; without such layers every end of a
    /// block is a place to resume from.
    pub fn new(
        blocks: &BlockPool,
        snapshots: &SnapshotPool,
        block_tokens: u32,
        needs_snapshots: bool,
    ) -> Self {
        Self {
            block_tokens: block_tokens.max(1) as usize,
            needs_snapshots,
            window: None,
            run_blocks_max: RUN_BLOCKS_MAX,
            device_blocks: blocks.count(),
            device_snapshots: snapshots.count(),
            no_blocks: blocks.none(),
            no_snapshots: snapshots.none(),
            tree: Tree::default(),
            roots: BTreeMap::new(),
            ranks: Ranks::new(snapshots.count(), 0),
            host: Host::new(HostPlaces::default()),
            stats: PrefixStats::default(),
            fault: None,
        }
    }

    /// With a tier on the host: what the first one gives up goes to `places` there. Nothing may be
    /// cached yet.
    pub fn with_host(mut self, places: HostPlaces) -> Self {
        self.ranks = Ranks::new(self.device_snapshots, places.snapshots);
        self.host = Host::new(places);
        self
    }

    /// For a model whose rows see at most `window` positions, their own included: the blocks before
    /// a place to resume from are those of the window, and the others go while later ones stay.
    /// Nothing may be cached yet.
    pub fn with_window(mut self, window: Option<u32>) -> Self {
        self.window = window;
        if window.is_some() {
            let blocks = self.device_blocks as usize;
            let (runs, tokens) =
                (blocks.div_ceil(RUN_BLOCKS_MAX), RUN_BLOCKS_MAX * self.block_tokens);
            self.tree.set_aside(runs, tokens, blocks);
        }
        self
    }

    /// For tests of the checks only: plants a defect.
    pub fn plant(&mut self, fault: PrefixFault) {
        self.fault = Some(fault);
    }

    fn has(&self, fault: PrefixFault) -> bool {
        self.fault == Some(fault)
    }

    /// The planted fault shows every tenant the same tree.
    fn namespace(&self, namespace: &Namespace) -> Namespace {
        let ignored = self.has(PrefixFault::SaltIgnored);
        if ignored { Namespace::default() } else { namespace.clone() }
    }

    /// The counts.
    pub fn stats(&self) -> PrefixStats {
        let held = self.tree.held();
        let ([blocks, host_blocks], [snapshots, host_snapshots]) = (held.blocks, held.marks);
        let hollow = held.hollow;
        PrefixStats { blocks, snapshots, hollow, host_blocks, host_snapshots, ..self.stats }
    }

    /// The longest prefix of `prompt` from which all layers can resume. What it finds counts as
    /// used now.
    pub fn match_longest(&mut self, namespace: &Namespace, prompt: &[TokenId]) -> Match {
        let root = self.roots.get(&self.namespace(namespace)).copied();
        let (walk, stop) = self.tree.walk(root, prompt, self.block_tokens);
        let kv = walk.blocks * self.block_tokens;
        let last = if self.has(PrefixFault::LastTokenTwice) { 0 } else { 1 };
        let most = prompt.len().saturating_sub(last) / self.block_tokens * self.block_tokens;
        let reach = match self.window {
            None => self.reach(&walk, most),
            Some(_) => self.reach_through_window(&walk, most),
        };
        let Reach { usable, mark, kept, kept_mark } = reach;
        let released = self.first_block(usable);
        let mut pin = Pin { blocks: self.no_blocks.none(), released: 0, snapshot: None };
        pin.released = released as u32;
        let blocks = usable as usize / self.block_tokens - released;
        pin.blocks.use_all(self.tree.blocks_of(&self.seen(&walk, usable)).take(blocks));
        let snapshot = mark.and_then(|at| self.near_snapshot(at));
        pin.snapshot = snapshot.map(Cached::share);
        let lacks = self.lacks(&walk, kept);
        // A use of a snapshot is one of those before it too.
        if let Some(at) = kept_mark {
            self.use_mark(at);
        }
        self.use_walk(&walk, kept);
        let kv = kv as u32;
        let short = match kept {
            _ if kept == kv => None,
            _ if kept == kv.min(most as u32) => Some(Short::LastToken),
            _ if self.window.is_some() && !self.needs_snapshots => Some(Short::Hollow),
            _ => Some(Short::NoSnapshot),
        };
        Match {
            kv_tokens: kv,
            usable_tokens: usable,
            kept_tokens: kept,
            lacks_blocks: lacks,
            stop,
            ahead: walk.ahead,
            short,
            pin,
        }
    }

    /// Books a use of what a sequence needs that resumes at `kept` on a walk.
    fn use_walk(&mut self, walk: &Walk, kept: u32) {
        if self.window.is_some() {
            let steps = self.seen(walk, kept);
            return self.use_steps(&steps);
        }
        for step in &walk.path {
            if step.to == self.tree.node(step.node).run() {
                self.use_node(step.node);
            }
        }
    }

    /// How far a sequence with `most` tokens can resume on a walk, where it needs all blocks before
    /// it.
    fn reach(&self, walk: &Walk, most: usize) -> Reach {
        let within = (walk.resident * self.block_tokens).min(most) as u32;
        let within_any = (walk.blocks * self.block_tokens).min(most) as u32;
        if !self.needs_snapshots {
            return Reach { usable: within, kept: within_any, ..Reach::default() };
        }
        let mark = self.tree.deepest_mark(walk, within, false);
        let kept_mark = self.tree.deepest_mark(walk, within_any, true);
        let [usable, kept] = [mark, kept_mark].map(|mark| mark.map_or(0, |at| at.position));
        Reach { usable, mark, kept, kept_mark }
    }

    /// Blocks of the first tier that are lacking to resume at `kept` on a walk.
    fn lacks(&self, walk: &Walk, kept: u32) -> u32 {
        match self.window {
            None => (kept as usize / self.block_tokens).saturating_sub(walk.resident) as u32,
            Some(_) => self.tree.host_blocks_of(&self.seen(walk, kept)).count() as u32,
        }
    }

    /// Adds the complete blocks of a sequence whose first tokens are `tokens`, at least as many as
    /// those blocks hold. Where tokens are cached already the table gets the index's block in the
    /// place of its own: returns the places and the new blocks. Whoever reads the old ones in
    /// steps that are planned already still finds them unchanged: they are free for later ones.
    ///
    /// A table is of one index, and of one sequence in one namespace: whenever it is published,
    /// what `tokens` had of the blocks before is what they had then.
    pub fn publish(
        &mut self,
        namespace: &Namespace,
        tokens: &[TokenId],
        table: &mut BlockTable,
    ) -> Vec<(u32, BlockId)> {
        if self.has(PrefixFault::TailPublishedEarly) {
            table.complete_to(table.complete_tokens() as u32 + self.block_tokens as u32);
        }
        let Sharing { released, published, shared } = table.share();
        let count = (released + shared.len()).min(tokens.len() / self.block_tokens);
        if count <= published.max(released) {
            return Vec::new();
        }
        let namespace = self.namespace(namespace);
        let root = match self.roots.get(&namespace) {
            Some(&root) => root,
            None => self.tree.add_root(namespace.clone()),
        };
        self.roots.insert(namespace, root);
        let tokens = &tokens[..count * self.block_tokens];
        if self.window.is_some() {
            return self.publish_window(root, tokens, table);
        }
        let (walk, _) = self.tree.walk(Some(root), tokens, self.block_tokens);
        self.raise_own(&walk, shared, published);
        let cached = self.tree.blocks_of(&walk.path).skip(published);
        let replaced = shared.replace_all(published, cached);
        let new = shared.cache_all(walk.blocks.min(count)..count);
        let at = walk.blocks * self.block_tokens;
        let growth = self.tree.extend(root, &walk, &tokens[at..], new, self.block_tokens);
        table.published(None);
        if let Some((above, below)) = growth.split {
            self.move_marks(below, above);
        }
        let touched = walk.path.iter().map(|step| step.node).chain(growth.grown);
        touched.for_each(|node| self.use_node(node));
        replaced
    }

    /// Blocks of a walk that are on the host are not needed there any more: the sequence has
    /// computed the same, and its blocks take their place.
    fn raise_own(&mut self, walk: &Walk, shared: &Shared<BlockId>, published: usize) {
        let mut at = 0;
        for &Step { node, to: matched, .. } in &walk.path {
            let from = at + self.tree.node(node).blocks.len();
            at += matched;
            for block in from.max(published)..at {
                let Some(own) = shared.cache(block) else { return };
                self.tree.raise(node, own);
            }
            if from < at {
                self.use_node(node);
                self.rank_parent(node);
            }
        }
    }

    /// Gives back everything that nobody uses, in every tier.
    pub fn clear(&mut self) {
        let takes = std::mem::replace(&mut self.host.takes, false);
        while self.evict_host_block() {}
        while self.evict_host_snapshot() {}
        self.evict_blocks(u32::MAX);
        self.host.takes = takes;
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
        let off = if self.has(PrefixFault::SnapshotOffByOneBlock) { self.block_tokens } else { 0 };
        let position = (position as usize).saturating_sub(off);
        let cut = position.is_multiple_of(self.block_tokens) && position <= tokens.len();
        let root = self.roots.get(&self.namespace(namespace)).copied();
        if !cut || position == 0 || root.is_none() {
            return false;
        }
        let (mut walk, _) = self.tree.walk(root, &tokens[..position], self.block_tokens);
        if walk.blocks * self.block_tokens != position || !self.has_end(&walk) {
            return false;
        }
        let Some(cached) = snapshot.share().cache(0) else { return false };
        self.end_run(&mut walk);
        if let Some(at) = self.tree.deepest_mark(&walk, position as u32, true)
            && at.position as usize == position
            && self.tree.mark(at).is_some_and(|mark| mark.snapshot.tier() == Tier::Host)
        {
            self.tree.move_mark(at, Kept::Device(cached));
            self.use_mark(at);
            return true;
        }
        let Some(at) = self.tree.attach(&walk, position as u32, cached) else { return false };
        self.put_behind(at);
        self.use_mark(at);
        true
    }

    /// Whether a sequence with these tokens could resume after `position` of them.
    pub fn can_resume(&self, namespace: &Namespace, tokens: &[TokenId], position: u32) -> bool {
        let root = self.roots.get(&self.namespace(namespace)).copied();
        let Some(tokens) = tokens.get(..position as usize) else { return false };
        let (walk, _) = self.tree.walk(root, tokens, self.block_tokens);
        let cached = self.resident(&walk, self.first_block(position), position).is_some();
        let mark = self.tree.deepest_mark(&walk, position, false);
        cached && (!self.needs_snapshots || mark.is_some_and(|at| at.position == position))
    }

    /// Blocks that the index holds.
    pub fn block_ids(&self) -> impl Iterator<Item = BlockId> + '_ {
        self.tree.nodes().flat_map(|node| node.blocks.iter().map(|b| b.id()))
    }

    /// Snapshots that the index holds.
    pub fn snapshot_ids(&self) -> impl Iterator<Item = SnapshotId> + '_ {
        self.tree.nodes().flat_map(|node| node.marks.iter().filter_map(|m| m.snapshot.device_id()))
    }

    /// References to no snapshot, for whoever keeps some.
    pub fn no_snapshots(&self) -> Shared<SnapshotId> {
        self.no_snapshots.none()
    }

    /// Checks the shape of the tree and what is known of its nodes. Costs a pass over all of it:
    /// for tests and debug builds.
    ///
    /// # Errors
    /// The first contradiction.
    pub fn check(&self) -> Result<(), TreeError> {
        self.tree.check(&self.roots, self.block_tokens, self.window.is_some())?;
        self.check_ranks()
    }
}
