//! Index of the cached prefixes: the longest one of a prompt, and where a sequence can resume.
//!
//! A radix tree over whole blocks of tokens. Tokens are compared one by one; nothing is found by a
//! hash. A node holds a run of consecutive blocks, and snapshots of the state that cannot be cut at
//! a token, each attached at the position up to which it has consumed. The tokens of one block on a
//! path are an *entry*: its block is in the first tier, on the host, or evicted. See
//! `docs/contracts/cache.md`.

mod evict;
mod host;
mod promote;
mod publish;
mod run;
mod shape;
pub(crate) mod tree;
mod value;
mod window;

pub use evict::cost;
pub use host::{HostBlock, HostSnapshot, content_of};
pub use promote::Promotion;
pub use shape::TreeError;

use crate::faults::Faults;
use crate::pool::{BlockPool, Cached, Complete, Shared, Snapshot, SnapshotPool};
use crate::table::{BlockTable, Sharing};
use atlas_core::{BlockId, HostPlaces, SnapshotId, Tier, TokenId};
use evict::Ranks;
use host::Host;
use run::RUN_BLOCKS_MAX;
use std::collections::BTreeMap;
use std::sync::Arc;
use tree::{Kept, NodeId, PathSegment, Tree, Walk};
use window::Reach;

/// Key that keeps prefixes of equal tokens apart: requests share state only within one namespace.
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
    /// The cached path goes on with another token: at `position` it has `cached`.
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
    /// Blocks that rows nearer to the end see are evicted.
    Evicted,
}

/// The references that a match holds, given back on drop: until then none of it is evicted.
#[derive(Debug)]
pub struct Pin {
    /// The blocks of `[0, usable_tokens)` but for the first `released`, which no later row sees.
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
    /// The same if all state on the host were in the first tier: see [`PrefixIndex::promote`].
    pub kept_tokens: u32,
    /// Blocks of the first tier that are lacking for that.
    pub lacks_blocks: u32,
    pub stop: Stop,
    /// Some tokens of the cached path from [`Stop::Diverged`] on; else empty.
    pub ahead: Vec<TokenId>,
    /// Why `usable_tokens` is less than `kv_tokens`, if it is.
    pub short: Option<Short>,
    pub pin: Pin,
}

impl Match {
    /// Position where a snapshot would help later sequences: the end of the path, if other
    /// sequences go on from there with other tokens and no sequence can resume there yet.
    pub fn branch(&self) -> Option<u32> {
        let diverged = matches!(self.stop, Stop::Diverged { .. });
        (diverged && self.kv_tokens > self.kept_tokens).then_some(self.kv_tokens)
    }
}

/// Counts since the start, and the present contents of the index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrefixStats {
    /// Blocks and snapshots that the first tier gave up for others.
    pub evicted_blocks: u64,
    pub evicted_snapshots: u64,
    /// Blocks and snapshots that it holds now.
    pub blocks: u32,
    pub snapshots: u32,
    /// Entries without a block in any tier; their tokens stay because of entries behind them.
    pub evicted_entries: u32,
    /// Blocks and snapshots that moved from the first tier to the host.
    pub demoted_blocks: u64,
    pub demoted_snapshots: u64,
    /// Blocks and snapshots that came back from the host.
    pub promoted_blocks: u64,
    pub promoted_snapshots: u64,
    /// Blocks and snapshots that the host gave up for others or with those they depend on.
    pub host_evicted_blocks: u64,
    pub host_evicted_snapshots: u64,
    /// Blocks and snapshots on the host now.
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
    /// Positions that a row sees, if that is bounded: see `window.rs`.
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
    pub(crate) faults: Faults,
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
            faults: Faults::default(),
        }
    }

    /// Adds a tier on the host: blocks and snapshots that leave the first tier go to `places`
    /// there. The index must be empty.
    pub fn with_host(mut self, places: HostPlaces) -> Self {
        self.ranks = Ranks::new(self.device_snapshots, places.snapshots);
        self.host = Host::new(places);
        self
    }

    /// For a model whose rows see at most `window` positions, their own included: a sequence needs
    /// only the blocks of the window before the position where it resumes, and earlier blocks can
    /// be evicted while later ones stay. The index must be empty.
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

    /// The root of a namespace, if any of its prefixes is cached.
    fn root_of(&self, namespace: &Namespace) -> Option<NodeId> {
        if self.faults.ignores_namespace() {
            return self.roots.get(&Namespace::default()).copied();
        }
        self.roots.get(namespace).copied()
    }

    /// The root of a namespace, added if it has none.
    fn root_or_new(&mut self, namespace: &Namespace) -> NodeId {
        if let Some(root) = self.root_of(namespace) {
            return root;
        }
        let ignored = self.faults.ignores_namespace();
        let namespace = if ignored { Namespace::default() } else { namespace.clone() };
        let root = self.tree.add_root(namespace.clone());
        self.roots.insert(namespace, root);
        root
    }

    /// The counts.
    pub fn stats(&self) -> PrefixStats {
        let held = self.tree.held();
        let ([blocks, host_blocks], [snapshots, host_snapshots]) = (held.blocks, held.marks);
        let evicted_entries = held.evicted;
        PrefixStats {
            blocks,
            snapshots,
            evicted_entries,
            host_blocks,
            host_snapshots,
            ..self.stats
        }
    }

    /// The longest prefix of `prompt` from which all layers can resume. The match is a use of the
    /// blocks and the snapshot that it returns.
    pub fn match_longest(&mut self, namespace: &Namespace, prompt: &[TokenId]) -> Match {
        let root = self.root_of(namespace);
        let (walk, stop) = self.tree.walk(root, prompt, self.block_tokens);
        let kv = walk.blocks * self.block_tokens;
        let last = if self.faults.matches_last_token() { 0 } else { 1 };
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
            _ if self.window.is_some() && !self.needs_snapshots => Some(Short::Evicted),
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

    /// Books a use of the blocks that a sequence needs which resumes at `kept` on a walk.
    fn use_walk(&mut self, walk: &Walk, kept: u32) {
        if self.window.is_some() {
            let steps = self.seen(walk, kept);
            return self.use_segments(&steps);
        }
        for step in &walk.path {
            if step.to == self.tree.node(step.node).run() {
                self.use_node(step.node);
            }
        }
    }

    /// Positions where a sequence with `most` tokens can resume on a walk, if it needs all blocks
    /// before them.
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
    ) -> Vec<(u32, BlockId)> {
        if self.faults.publishes_tail_early() {
            table.complete_to(table.complete_tokens() as u32 + self.block_tokens as u32);
        }
        let Sharing { released, published, shared } = table.share();
        let count = (released + shared.len()).min(tokens.len() / self.block_tokens);
        if count <= published.max(released) {
            return Vec::new();
        }
        let root = self.root_or_new(namespace);
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

    /// Replaces blocks of a walk that are on the host by the sequence's own, which it has computed
    /// from the same tokens.
    fn raise_own(&mut self, walk: &Walk, shared: &Shared<BlockId>, published: usize) {
        let mut at = 0;
        for &PathSegment { node, to: matched, .. } in &walk.path {
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

    /// Gives back every block and snapshot without a user, in every tier.
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
        let off = if self.faults.attaches_one_block_early() { self.block_tokens } else { 0 };
        let position = (position as usize).saturating_sub(off);
        let cut = position.is_multiple_of(self.block_tokens) && position <= tokens.len();
        let root = self.root_of(namespace);
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
        let root = self.root_of(namespace);
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

    /// An empty list of references to snapshots of the index's pool.
    pub fn no_snapshots(&self) -> Shared<SnapshotId> {
        self.no_snapshots.none()
    }

    /// Checks the invariants of the tree and of the eviction order. Costs a pass over all nodes:
    /// for tests and debug builds.
    ///
    /// # Errors
    /// The first contradiction.
    pub fn check(&self) -> Result<(), TreeError> {
        self.tree.check(&self.roots, self.block_tokens, self.window.is_some())?;
        self.check_ranks()
    }
}
