//! Prefixes of models whose rows see a window.
//!
//! Whoever resumes needs the blocks of the window before its place alone, so what lies before that is given up
//! like anything else that nobody uses, though blocks behind it stay: its place becomes *hollow*, with its tokens
//! and without its block. Nodes are of one block each here, so that each block has a use, a value and a tier of
//! its own; those that are hollow and end a path go. A block that is computed again fills its place.

use super::tree::{Kept, MarkAt, NodeId, Walk};
use super::{Namespace, PrefixFault, PrefixIndex};
use crate::table::{BlockTable, Sharing};
use atlas_core::{BlockId, Tier, TokenId, first_block_seen};

/// From where on a path a sequence can resume.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reach {
    /// After how many tokens, and at which snapshot if it needs one.
    pub usable: u32,
    pub mark: Option<MarkAt>,
    /// The same if what is on the host were in the first tier.
    pub kept: u32,
    pub kept_mark: Option<MarkAt>,
}

impl PrefixIndex {
    /// The place of the first block that a sequence which resumes at `position` needs.
    pub(super) fn first_block(&self, position: u32) -> usize {
        let first = first_block_seen(self.window, position, self.block_tokens as u32) as usize;
        let short = self.window.is_some() && self.has(PrefixFault::WindowOneBlockShort);
        (first + usize::from(short)).min(position as usize / self.block_tokens)
    }

    /// The part of a walk that a sequence which resumes at `position` needs: all of it without a window.
    pub(super) fn seen<'a>(&self, walk: &'a Walk, position: u32) -> &'a [(NodeId, usize)] {
        match self.window {
            None => &walk.path,
            Some(_) => self.places(walk, self.first_block(position), position).unwrap_or_default(),
        }
    }

    /// The part of a walk from the place `first` to `position`: all of it without a window, where `first` is 0.
    /// `None` if the walk does not reach that far; what is empty is everywhere.
    fn places<'a>(
        &self,
        walk: &'a Walk,
        first: usize,
        position: u32,
    ) -> Option<&'a [(NodeId, usize)]> {
        let end = position as usize / self.block_tokens;
        match self.window {
            Some(_) if first >= end => Some(&[]),
            Some(_) => walk.path.get(first..end),
            None => (walk.blocks == end).then_some(&walk.path),
        }
    }

    /// As [`Self::places`], if none of them is hollow.
    pub(super) fn there<'a>(
        &self,
        walk: &'a Walk,
        first: usize,
        position: u32,
    ) -> Option<&'a [(NodeId, usize)]> {
        let path = self.places(walk, first, position)?;
        path.iter().all(|&(id, _)| !self.tree.node(id).hollow).then_some(path)
    }

    /// As [`Self::there`], if all of them are in the first tier.
    pub(super) fn resident<'a>(
        &self,
        walk: &'a Walk,
        first: usize,
        position: u32,
    ) -> Option<&'a [(NodeId, usize)]> {
        let path = self.there(walk, first, position)?;
        let near = |&(id, matched): &(NodeId, usize)| self.tree.node(id).blocks.len() >= matched;
        path.iter().all(near).then_some(path)
    }

    /// How far a sequence with `most` tokens can resume on a walk, where it needs the window before it alone.
    pub(super) fn reach_through_window(&self, walk: &Walk, most: usize) -> Reach {
        let mut reach = Reach::default();
        // Blocks up to here without a gap, in the first tier and in any.
        let mut runs = [0; 2];
        for (at, &(node, _)) in walk.path.iter().enumerate().take(most / self.block_tokens) {
            let run = self.tree.node(node);
            let there = [!run.blocks.is_empty(), !run.hollow];
            for (run, there) in runs.iter_mut().zip(there) {
                *run = if there { *run + 1 } else { 0 };
            }
            let position = run.end();
            let needs = at + 1 - self.first_block(position);
            let mark = run.marks.last();
            let mark_at = mark.map(|_| MarkAt { node, position });
            let is_near = mark.is_some_and(|mark| mark.snapshot.tier() == Tier::Device);
            if runs[1] >= needs && (!self.needs_snapshots || mark.is_some()) {
                (reach.kept, reach.kept_mark) = (position, mark_at);
            }
            if runs[0] >= needs && (!self.needs_snapshots || is_near) {
                (reach.usable, reach.mark) = (position, mark_at);
            }
        }
        let marks = [&mut reach.mark, &mut reach.kept_mark];
        marks.into_iter().filter(|_| !self.needs_snapshots).for_each(|mark| *mark = None);
        reach
    }

    /// [`PrefixIndex::publish`] of the blocks that a table still has: a place that is hollow, on the host or new
    /// gets the table's own. Places before them that are not known are hollow.
    pub(super) fn publish_window(
        &mut self,
        root: NodeId,
        tokens: &[TokenId],
        table: &mut BlockTable,
    ) -> Vec<(u32, BlockId)> {
        let (walk, _) = self.tree.walk(Some(root), tokens, self.block_tokens);
        let Sharing { released, published, shared } = table.share();
        let mut replaced = Vec::new();
        let mut parent = root;
        for (at, chunk) in tokens.chunks_exact(self.block_tokens).enumerate() {
            let own = at.checked_sub(released);
            let known = walk.path.get(at).map(|&(node, _)| node);
            let node = match (known, own.filter(|_| at >= published || known.is_none())) {
                (Some(node), None) => node,
                (Some(node), Some(own)) => {
                    match self.tree.node(node).blocks.first() {
                        Some(cached) => {
                            let block = shared.replace(own, cached);
                            replaced.extend(block.map(|block| (at as u32, block)));
                        }
                        None => {
                            let Some(own) = shared.cache(own) else { break };
                            if self.tree.node(node).hollow {
                                self.tree.fill(node, own);
                            } else {
                                self.tree.raise(node, own);
                            }
                        }
                    }
                    self.use_node(node);
                    node
                }
                (None, own) => {
                    let block = match own {
                        Some(own) => match shared.cache(own) {
                            Some(block) => Some(block),
                            None => break,
                        },
                        None => None,
                    };
                    let node = self.tree.grow(parent, chunk, block);
                    self.use_node(node);
                    node
                }
            };
            if parent != root && known.is_none() {
                self.rank(parent);
            }
            parent = node;
        }
        table.published();
        self.trim(parent);
        replaced
    }

    /// Takes the block of a node away, and its place too if nothing is behind it. A snapshot at its end goes along:
    /// whoever resumes there sees the block.
    pub(super) fn hollow_out(&mut self, id: NodeId) {
        let node = self.tree.node(id);
        self.stats.evicted_blocks += node.blocks.len() as u64;
        self.stats.host_evicted_blocks += node.host.len() as u64;
        let marks = self.tree.hollow(id);
        self.forget_marks(id, marks);
        self.rank(id);
        self.trim(id);
    }

    /// Takes a node out that is hollow and ends a path.
    fn trim(&mut self, id: NodeId) {
        if self.tree.node(id).is_hollow_end() {
            self.remove(id);
        }
    }

    /// How many blocks of the first tier are lacking from the place `first` to `to` of `tokens`, because they are on
    /// the host; `None` if some are not there at all.
    pub fn lacking(&self, ns: &Namespace, tokens: &[TokenId], first: u32, to: u32) -> Option<u32> {
        let walk = self.walk_of(ns, tokens.get(..to as usize)?);
        let path = self.there(&walk, first as usize, to)?;
        Some(self.tree.host_blocks_of(path).count() as u32)
    }

    /// Up to where the blocks of `tokens` from the place `first` on are kept without a gap, in whatever tier, and
    /// where a snapshot stands if one is needed; nothing before `first` counts.
    pub fn kept(&self, ns: &Namespace, tokens: &[TokenId], first: u32) -> u32 {
        let walk = self.walk_of(ns, tokens);
        if self.window.is_none() {
            let within = (walk.blocks * self.block_tokens) as u32;
            let mark = self.needs_snapshots.then(|| self.tree.deepest_mark(&walk, within, true));
            return mark.map_or(within, |mark| mark.map_or(0, |at| at.position));
        }
        let path = walk.path.iter().skip(first as usize).map(|&(id, _)| self.tree.node(id));
        let there = path.take_while(|node| !node.hollow);
        let stands = there.filter(|node| !self.needs_snapshots || !node.marks.is_empty());
        stands.last().map_or(first * self.block_tokens as u32, |node| node.end())
    }

    /// After how many of `tokens` a sequence could resume that needs the window before it alone, in whatever tier its
    /// state is.
    pub fn resumes(&self, ns: &Namespace, tokens: &[TokenId]) -> u32 {
        self.reach_through_window(&self.walk_of(ns, tokens), tokens.len()).kept
    }

    /// Whether the node at the end of a walk can have a snapshot attached.
    pub(super) fn has_end(&self, walk: &Walk) -> bool {
        walk.path.last().is_some_and(|&(id, _)| !self.tree.node(id).hollow)
    }

    /// Drops what was found damaged on the host: its block alone where places may be hollow, else all behind it,
    /// which nobody could reach.
    pub(super) fn drop_damaged(&mut self, node: NodeId, keep: usize) {
        match self.window {
            Some(_) => self.hollow_out(node),
            None => self.prune(node, keep),
        }
    }

    /// The snapshot at a place, if it is in the first tier.
    pub(super) fn near_snapshot(
        &self,
        at: MarkAt,
    ) -> Option<&crate::pool::Cached<atlas_core::SnapshotId>> {
        match &self.tree.mark(at)?.snapshot {
            Kept::Device(snapshot) => Some(snapshot),
            Kept::Host(_) => None,
        }
    }
}
