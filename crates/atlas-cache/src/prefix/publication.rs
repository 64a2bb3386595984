//! Publishing the complete blocks of a sequence.
//!
//! Behind a window a table keeps a bookmark of the node at whose end its last published block is.
//! While that node exists, the path before it does too: blocks on it can be evicted, but its tokens
//! stay. So the next chunk of a prompt is published from there. If the node was removed, or ends at
//! another position, the walk begins at the root.

use super::ranked::RankedTree;
use super::tree::{NodeId, PathSegment, Walk};
use crate::pool::Shared;
use crate::table::{BlockTable, Bookmark, Sharing};
use atlas_core::{BlockId, TokenId};

/// Places of a table, and the index's blocks that it uses there in the place of its own.
pub(crate) type Replaced = Vec<(u32, BlockId)>;

/// A publication of blocks below one root.
pub(crate) struct Publication<'a> {
    pub ranked: &'a mut RankedTree,
    pub root: NodeId,
}

impl Publication<'_> {
    /// Adds the complete blocks of `table`, whose first tokens are `tokens`: as many as there are
    /// blocks, or as whole blocks of tokens if those are fewer.
    pub fn publish(&mut self, tokens: &[TokenId], table: &mut BlockTable) -> Replaced {
        if self.ranked.rules.window.is_some() {
            return self.publish_window(tokens, table);
        }
        let (root, block_tokens) = (self.root, self.ranked.rules.block_tokens);
        let count = tokens.len() / block_tokens;
        let Sharing { published, shared, .. } = table.share();
        let (walk, _) = self.ranked.tree.walk(Some(root), tokens, block_tokens);
        self.raise_own(&walk, shared, published);
        let ranked = &mut *self.ranked;
        let cached = ranked.tree.blocks_of(&walk.path).skip(published);
        let replaced = shared.replace_all(published, cached);
        let new = shared.cache_all(walk.blocks.min(count)..count);
        let at = walk.blocks * block_tokens;
        let growth = ranked.tree.extend(root, &walk, &tokens[at..], new, block_tokens);
        table.published(None);
        if let Some((above, below)) = growth.split {
            ranked.move_marks(below, above);
        }
        let touched = walk.path.iter().map(|segment| segment.node).chain(growth.grown);
        touched.for_each(|node| ranked.use_node(node));
        replaced
    }

    /// Publishes the blocks that a table still holds, behind a window. An entry that is evicted,
    /// on the host or new gets the table's own block. Unknown entries before them are added as
    /// evicted.
    fn publish_window(&mut self, tokens: &[TokenId], table: &mut BlockTable) -> Replaced {
        let root = self.root;
        let (begin, from) = self.last_published(table).unwrap_or((0, root));
        let rest = &tokens[begin * self.ranked.rules.block_tokens..];
        let (mut walk, _) = self.ranked.tree.walk(Some(from), rest, self.ranked.rules.block_tokens);
        debug_assert_eq!(
            self.ranked.tree.end_of(
                root,
                &tokens[..begin * self.ranked.rules.block_tokens],
                self.ranked.rules.block_tokens
            ),
            from,
            "a table is of one sequence",
        );
        self.ranked.end_run(&mut walk);
        let above = walk.path.last().map_or(from, |step| step.node);
        let known = begin + walk.blocks;
        let mut sharing = table.share();
        let first = sharing.published.max(sharing.released);
        let nodes = self.ranked.carve(&walk.segments_between(first - begin, walk.blocks));
        let (replaced, mut done) = self.take_over(&nodes, first, &mut sharing);
        let mut end = above;
        // With the node before them: blocks that are published one by one become runs this way.
        let used = if nodes.is_empty() { vec![above] } else { nodes };
        let before = self.ranked.tree.node(used[0]).parent;
        let mut path: Vec<NodeId> = before.into_iter().chain(used).collect();
        if done >= known {
            let grown;
            (grown, done) = self.grow_behind(above, known, tokens, &sharing);
            // Its value may depend on whether it has children.
            if above != root && !grown.is_empty() {
                self.ranked.rank(above);
            }
            end = grown.last().copied().unwrap_or(above);
            grown.iter().for_each(|&node| self.ranked.use_node(node));
            path.extend(grown);
        }
        self.ranked.join_runs(&path);
        let whole = done >= tokens.len() / self.ranked.rules.block_tokens;
        let serial = self.ranked.tree.node(end).serial;
        table.published(whole.then_some(Bookmark { root, node: end, serial }));
        self.ranked.trim(end);
        replaced
    }

    /// Number of published blocks of a table, and the node at whose end the last of them is, if it
    /// still is.
    pub fn last_published(&self, table: &BlockTable) -> Option<(usize, NodeId)> {
        let (at, Bookmark { root: of, node, serial }) = table.bookmark()?;
        let of_root = of == self.root;
        let there = self.ranked.tree.get(node).filter(|node| node.serial == serial && of_root)?;
        (there.end() as usize == at * self.ranked.rules.block_tokens).then_some((at, node))
    }

    /// Merges a table's blocks from the place `at` on with these nodes. If the index has a block,
    /// the table uses that one; if it has none, it gets the table's. Returns the blocks that the
    /// table uses now in the place of its own, and the place up to which it went: not the end if
    /// the index holds one of the table's own blocks already.
    fn take_over(
        &mut self,
        nodes: &[NodeId],
        mut at: usize,
        sharing: &mut Sharing<'_>,
    ) -> (Replaced, usize) {
        let (released, shared) = (sharing.released, &mut *sharing.shared);
        let mut replaced = Vec::new();
        for &(mut node) in nodes {
            let (blocks, run) =
                (&self.ranked.tree.node(node).blocks, self.ranked.tree.node(node).run());
            let mut done = run;
            if blocks.is_empty() {
                let own = shared.cache_all(at - released..at - released + run);
                done = own.len();
                if done == 0 {
                    break;
                }
                if done < run {
                    node = self.ranked.split_run(node, done);
                }
                self.ranked.tree.take_place(node, own);
            } else {
                let others = shared.replace_all(at - released, blocks.iter());
                replaced.extend(others.iter().map(|&(at, block)| (at + released as u32, block)));
            }
            at += done;
            self.ranked.use_node(node);
            if done < run {
                break;
            }
        }
        (replaced, at)
    }

    /// Adds the entries of `tokens` from the place `known` on behind `above`, with the table's
    /// blocks. Entries whose blocks the table has released are evicted. Returns the new nodes in
    /// their order, and the place up to which they go.
    fn grow_behind(
        &mut self,
        above: NodeId,
        known: usize,
        tokens: &[TokenId],
        sharing: &Sharing<'_>,
    ) -> (Vec<NodeId>, usize) {
        let (released, most) = (sharing.released, self.ranked.rules.run_blocks_max);
        let count = tokens.len() / self.ranked.rules.block_tokens;
        let (mut grown, mut place) = (Vec::new(), known);
        while place < count {
            let until = if place < released { released.min(count) } else { count };
            let run = most.min(until - place);
            let own = match place.checked_sub(released) {
                Some(own) => sharing.shared.cache_all(own..own + run),
                None => Vec::new(),
            };
            let done = if place < released { run } else { own.len() };
            if done > 0 {
                let end = grown.last().copied().unwrap_or(above);
                let run_tokens = &tokens[place * self.ranked.rules.block_tokens..]
                    [..done * self.ranked.rules.block_tokens];
                grown.push(self.ranked.tree.grow(
                    end,
                    run_tokens,
                    own,
                    self.ranked.rules.block_tokens,
                ));
            }
            place += done;
            if done < run {
                break;
            }
        }
        (grown, place)
    }

    /// Replaces blocks of a walk that are on the host by the sequence's own, which it has computed
    /// from the same tokens.
    fn raise_own(&mut self, walk: &Walk, shared: &Shared<BlockId>, published: usize) {
        let mut at = 0;
        for &PathSegment { node, to: matched, .. } in &walk.path {
            let from = at + self.ranked.tree.node(node).blocks.len();
            at += matched;
            for block in from.max(published)..at {
                let Some(own) = shared.cache(block) else { return };
                self.ranked.tree.raise(node, own);
            }
            if from < at {
                self.ranked.use_node(node);
                self.ranked.rank_parent(node);
            }
        }
    }
}
