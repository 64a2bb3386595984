//! What is true of every tree.

use super::Namespace;
use super::tree::{NodeId, Tree};
use std::collections::BTreeMap;
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
    #[error("node {node} has no block where that cannot be, or a run where nodes are of one block")]
    Hollow { node: u32 },
    #[error("node {node}: what is kept for its eviction is not true of it")]
    Rank { node: u32 },
}

impl Tree {
    /// Checks the shape. `single`: whether every node is of one block, which may be gone.
    pub fn check(
        &self,
        roots: &BTreeMap<Namespace, NodeId>,
        block_tokens: usize,
        single: bool,
    ) -> Result<(), TreeError> {
        for id in self.ids() {
            let node = self.node(id);
            let home = match node.parent {
                None => node.namespace.as_ref().and_then(|ns| roots.get(ns)) == Some(&id),
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
            if behind && !single {
                return Err(TreeError::Tiers { node: id });
            }
            let whole = node.parent.is_none() || node.run() == 1;
            let served = !node.is_hollow_end() && (!node.hollow || node.marks.is_empty());
            let fine = if single { whole && served } else { !node.hollow };
            if !fine {
                return Err(TreeError::Hollow { node: id });
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
