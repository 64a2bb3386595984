//! Prefixes of models whose rows see a window.
//!
//! A sequence that resumes needs only the blocks of the window before its position. Blocks before
//! that can be evicted while blocks behind them stay: the entry keeps its tokens and loses its
//! block. Evicted entries at the end of a path are removed. A block that is computed again fills
//! its entry.
//!
//! So each block has a use, a value and a tier of its own. Blocks that were used one after the
//! other still share a node, while nothing tells them apart: see `run.rs`.

use super::tree::{Kept, MarkAt, NodeId, PathSegment, Walk};
use super::{Namespace, PrefixIndex};
use atlas_core::{Tier, TokenId, first_block_seen};

/// From where on a path a sequence can resume.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reach {
    /// After how many tokens, and at which snapshot if it needs one.
    pub usable: u32,
    pub mark: Option<MarkAt>,
    /// The same if all state on the host were in the first tier.
    pub kept: u32,
    pub kept_mark: Option<MarkAt>,
}

impl PrefixIndex {
    /// The place of the first block that a sequence which resumes at `position` needs.
    pub(super) fn first_block(&self, position: u32) -> usize {
        let first = first_block_seen(self.window, position, self.block_tokens as u32) as usize;
        let short = self.window.is_some() && self.faults.shortens_window();
        (first + usize::from(short)).min(position as usize / self.block_tokens)
    }

    /// The part of a walk that a sequence which resumes at `position` needs: all of it without a
    /// window.
    pub(super) fn seen(&self, walk: &Walk, position: u32) -> Vec<PathSegment> {
        match self.window {
            None => walk.path.clone(),
            Some(_) => self.places(walk, self.first_block(position), position).unwrap_or_default(),
        }
    }

    /// The part of a walk from the place `first` to `position`: all of it without a window, where
    /// `first` is 0. `None` if the walk does not reach that far; an empty range is always there.
    fn places(&self, walk: &Walk, first: usize, position: u32) -> Option<Vec<PathSegment>> {
        let end = position as usize / self.block_tokens;
        match self.window {
            Some(_) if first >= end => Some(Vec::new()),
            Some(_) => (end <= walk.blocks).then(|| walk.segments_between(first, end)),
            None => (walk.blocks == end).then(|| walk.path.clone()),
        }
    }

    /// As [`Self::places`], if none of them is evicted.
    pub(super) fn there(
        &self,
        walk: &Walk,
        first: usize,
        position: u32,
    ) -> Option<Vec<PathSegment>> {
        let path = self.places(walk, first, position)?;
        path.iter().all(|step| !self.tree.node(step.node).is_evicted()).then_some(path)
    }

    /// As [`Self::there`], if all of them are in the first tier.
    pub(super) fn resident(
        &self,
        walk: &Walk,
        first: usize,
        position: u32,
    ) -> Option<Vec<PathSegment>> {
        let path = self.there(walk, first, position)?;
        let near = |step: &PathSegment| self.tree.node(step.node).blocks.len() >= step.to;
        path.iter().all(near).then_some(path)
    }

    /// Positions where a sequence with `most` tokens can resume on a walk, if it needs only the
    /// window before them.
    pub(super) fn reach_through_window(&self, walk: &Walk, most: usize) -> Reach {
        let mut reach = Reach::default();
        // Blocks up to here without a gap, in the first tier and in any.
        let mut runs = [0; 2];
        let mut at = 0;
        let most = most / self.block_tokens;
        for &PathSegment { node, to, .. } in &walk.path {
            let run = self.tree.node(node);
            let there = [!run.blocks.is_empty(), !run.is_evicted()];
            for i in 1..=to.min(most - at) {
                for (run, there) in runs.iter_mut().zip(there) {
                    *run = if there { *run + 1 } else { 0 };
                }
                let position = run.start + (i * self.block_tokens) as u32;
                let needs = at + i - self.first_block(position);
                // Snapshots stand at the ends of nodes.
                let mark = run.marks.last().filter(|mark| mark.position == position);
                let mark_at = mark.map(|_| MarkAt { node, position });
                let is_near = mark.is_some_and(|mark| mark.snapshot.tier() == Tier::Device);
                if runs[1] >= needs && (!self.needs_snapshots || mark.is_some()) {
                    (reach.kept, reach.kept_mark) = (position, mark_at);
                }
                if runs[0] >= needs && (!self.needs_snapshots || is_near) {
                    (reach.usable, reach.mark) = (position, mark_at);
                }
            }
            at += to.min(most - at);
        }
        let marks = [&mut reach.mark, &mut reach.kept_mark];
        marks.into_iter().filter(|_| !self.needs_snapshots).for_each(|mark| *mark = None);
        reach
    }

    /// Number of blocks from the place `first` to `to` of `tokens` that are on the host; `None` if
    /// some are in no tier.
    pub fn lacking(&self, ns: &Namespace, tokens: &[TokenId], first: u32, to: u32) -> Option<u32> {
        let walk = self.walk_of(ns, tokens.get(..to as usize)?);
        let path = self.there(&walk, first as usize, to)?;
        Some(self.tree.host_blocks_of(&path).count() as u32)
    }

    /// Position up to which the blocks of `tokens` from the place `first` on are kept without a
    /// gap, in any tier, and where a snapshot stands if one is needed. Entries before `first` do
    /// not count.
    pub fn kept(&self, ns: &Namespace, tokens: &[TokenId], first: u32) -> u32 {
        let walk = self.walk_of(ns, tokens);
        if self.window.is_none() {
            let within = (walk.blocks * self.block_tokens) as u32;
            let mark = self.needs_snapshots.then(|| self.tree.deepest_mark(&walk, within, true));
            return mark.map_or(within, |mark| mark.map_or(0, |at| at.position));
        }
        let path = walk.segments_between(first as usize, walk.blocks);
        let there = path.iter().take_while(|step| !self.tree.node(step.node).is_evicted());
        let ends = there.filter_map(|&PathSegment { node, to, .. }| {
            let node = self.tree.node(node);
            let end = node.start + (to * self.block_tokens) as u32;
            let stands = node.marks.last().is_some_and(|mark| mark.position == end);
            (!self.needs_snapshots || stands).then_some(end)
        });
        ends.last().unwrap_or(first * self.block_tokens as u32)
    }

    /// Number of `tokens` after which a sequence could resume that needs only the window before it,
    /// in whichever tier its state is.
    pub fn resumes(&self, ns: &Namespace, tokens: &[TokenId]) -> u32 {
        self.reach_through_window(&self.walk_of(ns, tokens), tokens.len()).kept
    }

    /// Whether the node at the end of a walk can have a snapshot attached.
    pub(super) fn has_end(&self, walk: &Walk) -> bool {
        walk.path.last().is_some_and(|step| !self.tree.node(step.node).is_evicted())
    }

    /// Drops a damaged block of the host: the block alone if entries may be evicted, else all
    /// behind it too, which no sequence could reach.
    pub(super) fn drop_damaged(&mut self, node: NodeId, keep: usize) {
        match self.window {
            Some(_) => self.evict_in_place(node),
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
