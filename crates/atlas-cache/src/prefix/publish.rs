//! Publishing where rows see a window.
//!
//! A table keeps a bookmark of the node at whose end its last published block is. While that node
//! exists, the path before it does too: blocks on it can be evicted, but its tokens stay. So the
//! next chunk of a prompt is published from there. If the node was removed, or ends at another
//! position, the walk begins at the root.

use super::PrefixIndex;
use super::tree::NodeId;
use crate::table::{BlockTable, Bookmark, Sharing};
use atlas_core::{BlockId, TokenId};

impl PrefixIndex {
    /// [`PrefixIndex::publish`] of the blocks that a table still holds. An entry that is evicted,
    /// on the host or new gets the table's own block. Unknown entries before them are added as
    /// evicted.
    pub(super) fn publish_window(
        &mut self,
        root: NodeId,
        tokens: &[TokenId],
        table: &mut BlockTable,
    ) -> Vec<(u32, BlockId)> {
        let (begin, from) = self.last_published(root, table).unwrap_or((0, root));
        let rest = &tokens[begin * self.block_tokens..];
        let (mut walk, _) = self.tree.walk(Some(from), rest, self.block_tokens);
        debug_assert_eq!(
            self.tree.end_of(root, &tokens[..begin * self.block_tokens], self.block_tokens),
            from,
            "a table is of one sequence",
        );
        self.end_run(&mut walk);
        let above = walk.path.last().map_or(from, |step| step.node);
        let known = begin + walk.blocks;
        let mut sharing = table.share();
        let first = sharing.published.max(sharing.released);
        let nodes = self.carve(&walk.segments_between(first - begin, walk.blocks));
        let (replaced, mut done) = self.take_over(&nodes, first, &mut sharing);
        let mut end = above;
        // With the node before them: blocks that are published one by one become runs this way.
        let used = if nodes.is_empty() { vec![above] } else { nodes };
        let before = self.tree.node(used[0]).parent;
        let mut path: Vec<NodeId> = before.into_iter().chain(used).collect();
        if done >= known {
            let grown;
            (grown, done) = self.grow_behind(above, known, tokens, &sharing);
            // Its value may depend on whether it has children.
            if above != root && !grown.is_empty() {
                self.rank(above);
            }
            end = grown.last().copied().unwrap_or(above);
            grown.iter().for_each(|&node| self.use_node(node));
            path.extend(grown);
        }
        self.join_runs(&path);
        let whole = done >= tokens.len() / self.block_tokens;
        let serial = self.tree.node(end).serial;
        table.published(whole.then_some(Bookmark { root, node: end, serial }));
        self.trim(end);
        replaced
    }

    /// Number of published blocks of a table, and the node at whose end the last of them is, if it
    /// still is.
    pub(super) fn last_published(
        &self,
        root: NodeId,
        table: &BlockTable,
    ) -> Option<(usize, NodeId)> {
        let (at, Bookmark { root: of, node, serial }) = table.bookmark()?;
        let there = self.tree.get(node).filter(|node| node.serial == serial && of == root)?;
        (there.end() as usize == at * self.block_tokens).then_some((at, node))
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
    ) -> (Vec<(u32, BlockId)>, usize) {
        let (released, shared) = (sharing.released, &mut *sharing.shared);
        let mut replaced = Vec::new();
        for &(mut node) in nodes {
            let (blocks, run) = (&self.tree.node(node).blocks, self.tree.node(node).run());
            let mut done = run;
            if blocks.is_empty() {
                let own = shared.cache_all(at - released..at - released + run);
                done = own.len();
                if done == 0 {
                    break;
                }
                if done < run {
                    node = self.split_run(node, done);
                }
                self.tree.take_place(node, own);
            } else {
                let others = shared.replace_all(at - released, blocks.iter());
                replaced.extend(others.iter().map(|&(at, block)| (at + released as u32, block)));
            }
            at += done;
            self.use_node(node);
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
        let (released, most) = (sharing.released, self.run_blocks_max);
        let count = tokens.len() / self.block_tokens;
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
                let run_tokens = &tokens[place * self.block_tokens..][..done * self.block_tokens];
                grown.push(self.tree.grow(end, run_tokens, own, self.block_tokens));
            }
            place += done;
            if done < run {
                break;
            }
        }
        (grown, place)
    }
}

#[cfg(test)]
#[path = "publish_tests.rs"]
mod tests;
