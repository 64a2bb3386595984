//! Prefixes of models whose rows see a window.
//!
//! Whoever resumes needs the blocks of the window before its place alone, so what lies before that
//! is given up like anything else that nobody uses, though blocks behind it stay: its place becomes
//! *hollow*, with its tokens and without its block. Those that are hollow and end a path go. A
//! block that is computed again fills its place.
//!
//! So each block has a use, a value and a tier of its own. Those that were used one after the other
//! are kept in one node all the same, as long as nothing tells them apart: see `run.rs`.

use super::tree::{Kept, MarkAt, NodeId, Step, Walk};
use super::{Namespace, PrefixFault, PrefixIndex};
use atlas_core::{Tier, TokenId, first_block_seen};

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

    /// The part of a walk that a sequence which resumes at `position` needs: all of it without a
    /// window.
    pub(super) fn seen(&self, walk: &Walk, position: u32) -> Vec<Step> {
        match self.window {
            None => walk.path.clone(),
            Some(_) => self.places(walk, self.first_block(position), position).unwrap_or_default(),
        }
    }

    /// The part of a walk from the place `first` to `position`: all of it without a window, where
    /// `first` is 0. `None` if the walk does not reach that far; what is empty is everywhere.
    fn places(&self, walk: &Walk, first: usize, position: u32) -> Option<Vec<Step>> {
        let end = position as usize / self.block_tokens;
        match self.window {
            Some(_) if first >= end => Some(Vec::new()),
            Some(_) => (end <= walk.blocks).then(|| walk.part_of(first, end)),
            None => (walk.blocks == end).then(|| walk.path.clone()),
        }
    }

    /// As [`Self::places`], if none of them is hollow.
    pub(super) fn there(&self, walk: &Walk, first: usize, position: u32) -> Option<Vec<Step>> {
        let path = self.places(walk, first, position)?;
        path.iter().all(|step| !self.tree.node(step.node).is_hollow()).then_some(path)
    }

    /// As [`Self::there`], if all of them are in the first tier.
    pub(super) fn resident(&self, walk: &Walk, first: usize, position: u32) -> Option<Vec<Step>> {
        let path = self.there(walk, first, position)?;
        let near = |step: &Step| self.tree.node(step.node).blocks.len() >= step.to;
        path.iter().all(near).then_some(path)
    }

    /// How far a sequence with `most` tokens can resume on a walk, where it needs the window before
    /// it alone.
    pub(super) fn reach_through_window(&self, walk: &Walk, most: usize) -> Reach {
        let mut reach = Reach::default();
        // Blocks up to here without a gap, in the first tier and in any.
        let mut runs = [0; 2];
        let mut at = 0;
        let most = most / self.block_tokens;
        for &Step { node, to, .. } in &walk.path {
            let run = self.tree.node(node);
            let there = [!run.blocks.is_empty(), !run.is_hollow()];
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

    /// How many blocks of the first tier are lacking from the place `first` to `to` of `tokens`,
    /// because they are on the host; `None` if some are not there at all.
    pub fn lacking(&self, ns: &Namespace, tokens: &[TokenId], first: u32, to: u32) -> Option<u32> {
        let walk = self.walk_of(ns, tokens.get(..to as usize)?);
        let path = self.there(&walk, first as usize, to)?;
        Some(self.tree.host_blocks_of(&path).count() as u32)
    }

    /// Up to where the blocks of `tokens` from the place `first` on are kept without a gap, in
    /// whatever tier, and where a snapshot stands if one is needed; nothing before `first` counts.
    pub fn kept(&self, ns: &Namespace, tokens: &[TokenId], first: u32) -> u32 {
        let walk = self.walk_of(ns, tokens);
        if self.window.is_none() {
            let within = (walk.blocks * self.block_tokens) as u32;
            let mark = self.needs_snapshots.then(|| self.tree.deepest_mark(&walk, within, true));
            return mark.map_or(within, |mark| mark.map_or(0, |at| at.position));
        }
        let path = walk.part_of(first as usize, walk.blocks);
        let there = path.iter().take_while(|step| !self.tree.node(step.node).is_hollow());
        let ends = there.filter_map(|&Step { node, to, .. }| {
            let node = self.tree.node(node);
            let end = node.start + (to * self.block_tokens) as u32;
            let stands = node.marks.last().is_some_and(|mark| mark.position == end);
            (!self.needs_snapshots || stands).then_some(end)
        });
        ends.last().unwrap_or(first * self.block_tokens as u32)
    }

    /// After how many of `tokens` a sequence could resume that needs the window before it alone, in
    /// whatever tier its state is.
    pub fn resumes(&self, ns: &Namespace, tokens: &[TokenId]) -> u32 {
        self.reach_through_window(&self.walk_of(ns, tokens), tokens.len()).kept
    }

    /// Whether the node at the end of a walk can have a snapshot attached.
    pub(super) fn has_end(&self, walk: &Walk) -> bool {
        walk.path.last().is_some_and(|step| !self.tree.node(step.node).is_hollow())
    }

    /// Drops what was found damaged on the host: its block alone where places may be hollow, else
    /// all behind it, which nobody could reach.
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
