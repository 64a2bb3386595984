//! Positions of a cached path where a sequence can resume, and the blocks that it needs there.
//!
//! Without a window a sequence needs all blocks before its position. Where rows see a window, a
//! sequence that resumes needs only the blocks of the window before its position. Blocks before
//! that can be evicted while blocks behind them stay: the entry keeps its tokens and loses its
//! block. Evicted entries at the end of a path are removed. A block that is computed again fills
//! its entry.
//!
//! So each block has a use, a value and a tier of its own. Blocks that were used one after the
//! other still share a node, while nothing tells them apart: see `ranked/runs.rs`.

use super::rules::Rules;
use super::tree::{Kept, MarkAt, PathSegment, Tree, Walk};
use crate::pool::Cached;
use atlas_core::{SnapshotId, Tier};

/// Furthest positions of a path where a sequence can resume.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reach {
    /// Number of tokens before it, and the snapshot there if one is needed.
    pub usable: u32,
    pub mark: Option<MarkAt>,
    /// The same if all state on the host were in the first tier.
    pub kept: u32,
    pub kept_mark: Option<MarkAt>,
}

/// A tree, seen by a sequence that looks for a position to resume from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResumeView<'a> {
    pub tree: &'a Tree,
    pub rules: &'a Rules,
}

impl<'a> ResumeView<'a> {
    /// Furthest positions of a walk where a sequence with `most` tokens can resume.
    pub fn reach(&self, walk: &Walk, most: usize) -> Reach {
        match self.rules.window {
            None => self.reach_from_start(walk, most),
            Some(_) => self.reach_through_window(walk, most),
        }
    }

    /// Position up to which a sequence with `tokens` tokens could resume on a walk, if it needs
    /// only the window before it, in whichever tier its state is.
    pub fn reach_of_window(&self, walk: &Walk, tokens: usize) -> u32 {
        self.reach_through_window(walk, tokens).kept
    }

    /// The part of a walk that a sequence which resumes at `position` needs: all of it without a
    /// window.
    pub fn seen(&self, walk: &Walk, position: u32) -> Vec<PathSegment> {
        match self.rules.window {
            None => walk.path.clone(),
            Some(_) => {
                self.places(walk, self.rules.first_block(position), position).unwrap_or_default()
            }
        }
    }

    /// The part of a walk from the place `first` to `position`: all of it without a window, where
    /// `first` is 0. `None` if the walk does not reach that far; an empty range is always there.
    fn places(&self, walk: &Walk, first: usize, position: u32) -> Option<Vec<PathSegment>> {
        let end = position as usize / self.rules.block_tokens;
        match self.rules.window {
            Some(_) if first >= end => Some(Vec::new()),
            Some(_) => (end <= walk.blocks).then(|| walk.segments_between(first, end)),
            None => (walk.blocks == end).then(|| walk.path.clone()),
        }
    }

    /// As [`Self::places`], if none of them is evicted.
    pub fn there(&self, walk: &Walk, first: usize, position: u32) -> Option<Vec<PathSegment>> {
        let path = self.places(walk, first, position)?;
        path.iter().all(|step| !self.tree.node(step.node).is_evicted()).then_some(path)
    }

    /// As [`Self::there`], if all of them are in the first tier.
    pub fn resident(&self, walk: &Walk, first: usize, position: u32) -> Option<Vec<PathSegment>> {
        let path = self.there(walk, first, position)?;
        let near = |step: &PathSegment| self.tree.node(step.node).blocks.len() >= step.to;
        path.iter().all(near).then_some(path)
    }

    /// Positions where a sequence with `most` tokens can resume on a walk, if it needs only the
    /// window before them.
    fn reach_through_window(&self, walk: &Walk, most: usize) -> Reach {
        let mut reach = Reach::default();
        // Blocks up to here without a gap, in the first tier and in any.
        let mut runs = [0; 2];
        let mut at = 0;
        let most = most / self.rules.block_tokens;
        for &PathSegment { node, to, .. } in &walk.path {
            let run = self.tree.node(node);
            let there = [!run.blocks.is_empty(), !run.is_evicted()];
            for i in 1..=to.min(most - at) {
                for (run, there) in runs.iter_mut().zip(there) {
                    *run = if there { *run + 1 } else { 0 };
                }
                let position = run.start + (i * self.rules.block_tokens) as u32;
                let needs = at + i - self.rules.first_block(position);
                // Snapshots stand at the ends of nodes.
                let mark = run.marks.last().filter(|mark| mark.position == position);
                let mark_at = mark.map(|_| MarkAt { node, position });
                let is_near = mark.is_some_and(|mark| mark.snapshot.tier() == Tier::Device);
                if runs[1] >= needs && (!self.rules.needs_snapshots || mark.is_some()) {
                    (reach.kept, reach.kept_mark) = (position, mark_at);
                }
                if runs[0] >= needs && (!self.rules.needs_snapshots || is_near) {
                    (reach.usable, reach.mark) = (position, mark_at);
                }
            }
            at += to.min(most - at);
        }
        let marks = [&mut reach.mark, &mut reach.kept_mark];
        marks.into_iter().filter(|_| !self.rules.needs_snapshots).for_each(|mark| *mark = None);
        reach
    }

    /// Positions where a sequence with `most` tokens can resume on a walk, if it needs all blocks
    /// before them.
    fn reach_from_start(&self, walk: &Walk, most: usize) -> Reach {
        let within = (walk.resident * self.rules.block_tokens).min(most) as u32;
        let within_any = (walk.blocks * self.rules.block_tokens).min(most) as u32;
        if !self.rules.needs_snapshots {
            return Reach { usable: within, kept: within_any, ..Reach::default() };
        }
        let mark = self.tree.deepest_mark(walk, within, false);
        let kept_mark = self.tree.deepest_mark(walk, within_any, true);
        let [usable, kept] = [mark, kept_mark].map(|mark| mark.map_or(0, |at| at.position));
        Reach { usable, mark, kept, kept_mark }
    }

    /// Blocks of the first tier that are lacking to resume at `kept` on a walk.
    pub fn lacks(&self, walk: &Walk, kept: u32) -> u32 {
        match self.rules.window {
            None => (kept as usize / self.rules.block_tokens).saturating_sub(walk.resident) as u32,
            Some(_) => self.tree.host_blocks_of(&self.seen(walk, kept)).count() as u32,
        }
    }

    /// Position up to which the blocks of a walk from the place `first` on are kept without a
    /// gap, in any tier, and where a snapshot stands if one is needed. Entries before `first` do
    /// not count.
    pub fn kept(&self, walk: &Walk, first: u32) -> u32 {
        if self.rules.window.is_none() {
            let within = (walk.blocks * self.rules.block_tokens) as u32;
            let mark =
                self.rules.needs_snapshots.then(|| self.tree.deepest_mark(walk, within, true));
            return mark.map_or(within, |mark| mark.map_or(0, |at| at.position));
        }
        let path = walk.segments_between(first as usize, walk.blocks);
        let there = path.iter().take_while(|step| !self.tree.node(step.node).is_evicted());
        let ends = there.filter_map(|&PathSegment { node, to, .. }| {
            let node = self.tree.node(node);
            let end = node.start + (to * self.rules.block_tokens) as u32;
            let stands = node.marks.last().is_some_and(|mark| mark.position == end);
            (!self.rules.needs_snapshots || stands).then_some(end)
        });
        ends.last().unwrap_or(first * self.rules.block_tokens as u32)
    }

    /// Whether the node at the end of a walk can have a snapshot attached.
    pub fn has_end(&self, walk: &Walk) -> bool {
        walk.path.last().is_some_and(|step| !self.tree.node(step.node).is_evicted())
    }

    /// The snapshot at a place, if it is in the first tier.
    pub fn near_snapshot(&self, at: MarkAt) -> Option<&'a Cached<SnapshotId>> {
        match &self.tree.mark(at)?.snapshot {
            Kept::Device(snapshot) => Some(snapshot),
            Kept::Host(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::prefix::testing::{Bench, count};

    #[test]
    fn without_a_window_a_sequence_resumes_after_the_last_block() {
        let mut bench = Bench::new(None, false);
        let _table = bench.publish(&count(16));
        let walk = bench.walk(&count(20));
        let view = bench.ranked.view();
        let reach = |most| (view.reach(&walk, most).usable, view.reach(&walk, most).kept);
        assert_eq!((reach(20), reach(12)), ((16, 16), (12, 12)));
        assert_eq!(view.tree.blocks_of(&view.seen(&walk, 16)).count(), 4);
        assert_eq!(view.lacks(&walk, 16), 0);
    }

    #[test]
    fn with_recurrent_layers_it_resumes_at_a_snapshot() {
        let mut bench = Bench::new(None, true);
        let _table = bench.publish(&count(16));
        assert_eq!(bench.ranked.view().reach(&bench.walk(&count(16)), 16).usable, 0);
        assert!(bench.attach(&count(8)) && !bench.attach(&count(8)));
        let walk = bench.walk(&count(16));
        let reach = bench.ranked.view().reach(&walk, 16);
        assert_eq!((reach.usable, reach.mark.map(|at| at.position)), (8, Some(8)));
        assert!(reach.mark.is_some_and(|at| bench.ranked.view().near_snapshot(at).is_some()));
    }

    #[test]
    fn behind_a_window_the_blocks_of_the_window_suffice() {
        // The row at 16 sees 11 to 16: blocks 2 and 3.
        let mut bench = Bench::new(Some(6), false);
        drop(bench.publish(&count(16)));
        let (_, leaf) = bench.ranked.least_block().unwrap();
        bench.ranked.evict_leaf(leaf);
        let walk = bench.walk(&count(16));
        let view = bench.ranked.view();
        assert_eq!(view.reach(&walk, 16).usable, 16);
        assert_eq!(view.reach(&walk, 4).usable, 0, "its block is evicted");
        assert_eq!(view.tree.blocks_of(&view.seen(&walk, 16)).count(), 2);
        assert!(view.resident(&walk, 2, 16).is_some() && view.there(&walk, 0, 16).is_none());
        assert_eq!((view.kept(&walk, 1), view.kept(&walk, 0)), (16, 0));
    }
}
