//! Invariants of the tree.

use super::{Node, NodeId, Tree};
use crate::prefix::rules::RUN_BLOCKS_MAX;
use thiserror::Error;

/// A tree that contradicts itself.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum TreeError {
    #[error("node {node}: its parent does not name it, or it starts where its parent does not end")]
    Parent { node: u32 },
    #[error("node {node} has {tokens} tokens in {blocks} blocks")]
    Length { node: u32, tokens: usize, blocks: usize },
    #[error("node {node}: its children are not in order of their first blocks")]
    Children { node: u32 },
    #[error("node {node}: a snapshot is outside of it, not at the end of a block, or out of order")]
    Marks { node: u32 },
    #[error("node {node} is in the first tier behind blocks that are not")]
    Tiers { node: u32 },
    #[error("node {node} holds nothing")]
    Empty { node: u32 },
    #[error(
        "node {node} has evicted entries where they cannot be, or blocks that cannot share a node"
    )]
    Evicted { node: u32 },
    #[error("node {node}: its place in the eviction order is wrong")]
    Rank { node: u32 },
}

impl Tree {
    /// Checks the invariants. `windowed`: whether entries may be evicted and nodes hold blocks of
    /// one kind alone.
    pub fn check(&self, block_tokens: usize, windowed: bool) -> Result<(), TreeError> {
        for id in self.ids() {
            let node = self.node(id);
            let home = match node.parent {
                None => node.namespace.as_ref().and_then(|ns| self.roots.get(ns)) == Some(&id),
                Some(parent) => {
                    let parent = self.node(parent);
                    parent.children.contains(&id) && parent.end() == node.start
                }
            };
            if !home {
                return Err(TreeError::Parent { node: id });
            }
            let (tokens, blocks) = (node.tokens.len(), node.run());
            let parent = node.parent.map(|parent| self.node(parent));
            let behind = parent.is_some_and(|p| !p.host.is_empty()) && !node.blocks.is_empty();
            if behind && !windowed {
                return Err(TreeError::Tiers { node: id });
            }
            let fine = if windowed { node.is_of_one_kind() } else { !node.is_evicted() };
            if !fine || node.is_evicted_end() {
                return Err(TreeError::Evicted { node: id });
            }
            if tokens != blocks * block_tokens {
                return Err(TreeError::Length { node: id, tokens, blocks });
            }
            if blocks == 0 && (node.parent.is_some() || node.children.is_empty()) {
                return Err(TreeError::Empty { node: id });
            }
            let first = |&c: &NodeId| &self.node(c).tokens[..block_tokens];
            if !node.children.is_sorted_by(|a, b| first(a) < first(b)) {
                return Err(TreeError::Children { node: id });
            }
            let inside = |p: u32| p > node.start && p <= node.end();
            let whole = |p: u32| (p as usize).is_multiple_of(block_tokens);
            if !node.marks.is_sorted_by(|a, b| a.position < b.position)
                || !node.marks.iter().all(|m| inside(m.position) && whole(m.position))
            {
                return Err(TreeError::Marks { node: id });
            }
        }
        Ok(())
    }
}

impl Node {
    /// Whether its entries are all in the first tier, or all evicted, or one on the host. It has a
    /// snapshot at its end at most, and none if it is evicted.
    fn is_of_one_kind(&self) -> bool {
        let kind = match (self.blocks.len(), self.host.len(), self.evicted) {
            (1..=RUN_BLOCKS_MAX, 0, 0) | (0, 1, 0) => {
                self.marks.iter().all(|mark| mark.position == self.end())
            }
            (0, 0, 1..) => self.run() <= RUN_BLOCKS_MAX && self.marks.is_empty(),
            _ => self.parent.is_none(),
        };
        kind && self.marks.len() <= 1 && self.uses.len() == self.blocks.len()
    }
}
