//! The tree itself: runs of blocks, found by comparing tokens.

use super::{Namespace, Stop};
use crate::pool::Cached;
use atlas_core::{BlockId, SnapshotId, TokenId};
use std::collections::BTreeMap;
use thiserror::Error;

/// A place in the tree.
pub(super) type NodeId = u32;

/// Where a snapshot is attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct MarkAt {
    pub node: NodeId,
    pub position: u32,
}

/// A snapshot of the state after `position` tokens.
#[derive(Debug)]
pub(super) struct Mark {
    pub position: u32,
    pub snapshot: Cached<SnapshotId>,
    /// Its place among what can be evicted, and what was evicted when it was last used.
    pub key: (u64, u64),
    pub floor: u64,
}

/// A run of blocks that every sequence of the nodes under it begins with.
#[derive(Debug, Default)]
pub(super) struct Node {
    pub parent: Option<NodeId>,
    /// Set on roots, which hold nothing else.
    pub namespace: Option<Namespace>,
    /// Tokens before this node.
    pub start: u32,
    /// As many as the blocks hold.
    pub tokens: Vec<TokenId>,
    pub blocks: Vec<Cached<BlockId>>,
    /// At positions in `(start, start + tokens.len()]`, ascending.
    pub marks: Vec<Mark>,
    /// By the tokens of their first blocks, ascending; no two are equal.
    pub children: Vec<NodeId>,
    /// Its place among what can be evicted, if it is a leaf.
    pub key: Option<(u64, u64)>,
    /// What had been evicted when it was last used, and the ordinal of that use.
    pub floor: u64,
    pub used: u64,
    live: bool,
}

impl Node {
    /// Tokens up to the end of this node.
    pub fn end(&self) -> u32 {
        self.start + self.tokens.len() as u32
    }
}

/// The nodes along which a prompt is cached, each with the blocks of it that match.
#[derive(Debug, Default)]
pub(super) struct Walk {
    pub path: Vec<(NodeId, usize)>,
    /// Matching blocks in all.
    pub blocks: usize,
}

/// What adding blocks did.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Growth {
    /// A node that was cut in two: the new one above it, and itself.
    pub split: Option<(NodeId, NodeId)>,
    /// The node that holds the new blocks.
    pub grown: Option<NodeId>,
}

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
    #[error("node {node} holds nothing")]
    Empty { node: u32 },
    #[error("node {node}: what is kept for its eviction is not true of it")]
    Rank { node: u32 },
}

/// All nodes; freed places are used again.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    free: Vec<NodeId>,
    blocks: u32,
    marks: u32,
}

impl Tree {
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// All nodes there are.
    pub fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(|n| n.live)
    }

    pub fn ids(&self) -> impl Iterator<Item = NodeId> + '_ {
        (0..self.nodes.len() as NodeId).filter(|&id| self.node(id).live)
    }

    /// Blocks and snapshots held.
    pub fn counts(&self) -> (u32, u32) {
        (self.blocks, self.marks)
    }

    fn add(&mut self, node: Node) -> NodeId {
        let node = Node { live: true, ..node };
        match self.free.pop() {
            Some(id) => {
                self.nodes[id as usize] = node;
                id
            }
            None => {
                self.nodes.push(node);
                (self.nodes.len() - 1) as NodeId
            }
        }
    }

    pub fn add_root(&mut self, namespace: Namespace) -> NodeId {
        self.add(Node { namespace: Some(namespace), ..Node::default() })
    }

    /// Follows `tokens` from `root` as far as whole blocks of them are cached.
    pub fn walk(
        &self,
        root: Option<NodeId>,
        tokens: &[TokenId],
        block_tokens: usize,
    ) -> (Walk, Stop) {
        let mut walk = Walk::default();
        let Some(mut at) = root else {
            let whole = tokens.len() < block_tokens;
            return (walk, if whole { Stop::Prompt } else { Stop::End });
        };
        loop {
            let rest = &tokens[walk.blocks * block_tokens..];
            if rest.len() < block_tokens {
                return (walk, Stop::Prompt);
            }
            let child = match self.find_child(at, &rest[..block_tokens]) {
                Ok(place) => self.node(at).children[place],
                Err(place) => {
                    let stop = self.nearest(at, place, rest, walk.blocks * block_tokens);
                    return (walk, stop);
                }
            };
            let cached = &self.node(child).tokens;
            let pairs = cached.chunks_exact(block_tokens).zip(rest.chunks_exact(block_tokens));
            let matched = pairs.take_while(|(a, b)| a == b).count();
            walk.path.push((child, matched));
            walk.blocks += matched;
            let done = matched * block_tokens;
            if done < cached.len() {
                if rest.len() < done + block_tokens {
                    return (walk, Stop::Prompt);
                }
                let position = self.node(child).start as usize + done;
                return (walk, diverged(&cached[done..], &rest[done..], position));
            }
            at = child;
        }
    }

    /// The place of the child of `node` that begins with `block`, or where it would be.
    fn find_child(&self, node: NodeId, block: &[TokenId]) -> Result<usize, usize> {
        self.node(node)
            .children
            .binary_search_by(|&child| self.node(child).tokens[..block.len()].cmp(block))
    }

    /// How the nearest of the children of `node` differs from `rest`, which is none of them and
    /// would be at `place` among them.
    fn nearest(&self, node: NodeId, place: usize, rest: &[TokenId], position: usize) -> Stop {
        let children = &self.node(node).children;
        // In the order of tokens the longest common start is that of a neighbour.
        let neighbours = [place.checked_sub(1), Some(place)];
        let neighbours = neighbours.into_iter().flatten().filter_map(|i| children.get(i));
        neighbours
            .map(|&child| &self.node(child).tokens)
            .max_by_key(|tokens| common(tokens, rest))
            .map_or(Stop::End, |tokens| diverged(tokens, rest, position))
    }

    /// The blocks of a walk in the order of their positions.
    pub fn blocks_of(&self, walk: &Walk) -> impl Iterator<Item = &Cached<BlockId>> {
        walk.path.iter().flat_map(|&(node, matched)| &self.node(node).blocks[..matched])
    }

    /// The last snapshot on a walk at or before `within`.
    pub fn deepest_mark(&self, walk: &Walk, within: u32) -> Option<MarkAt> {
        walk.path.iter().rev().find_map(|&(node, _)| {
            let marks = &self.node(node).marks;
            let before = marks.partition_point(|m| m.position <= within);
            let position = marks[..before].last()?.position;
            Some(MarkAt { node, position })
        })
    }

    pub fn mark(&self, at: MarkAt) -> Option<&Mark> {
        let marks = &self.node(at.node).marks;
        marks.binary_search_by_key(&at.position, |m| m.position).ok().map(|i| &marks[i])
    }

    pub fn mark_mut(&mut self, at: MarkAt) -> Option<&mut Mark> {
        let marks = &mut self.node_mut(at.node).marks;
        marks.binary_search_by_key(&at.position, |m| m.position).ok().map(|i| &mut marks[i])
    }

    /// The position of the last snapshot before `at` on its path; 0 if there is none.
    pub fn mark_before(&self, at: MarkAt) -> u32 {
        let mut next = Some(at.node);
        while let Some(id) = next {
            let node = self.node(id);
            let before = node.marks.partition_point(|m| m.position < at.position);
            if let Some(mark) = node.marks[..before].last() {
                return mark.position;
            }
            next = node.parent;
        }
        0
    }

    /// Attaches a snapshot at the end of a walk; `None`, dropping it, if there is one.
    pub fn attach(
        &mut self,
        walk: &Walk,
        position: u32,
        snapshot: Cached<SnapshotId>,
    ) -> Option<MarkAt> {
        let &(node, _) = walk.path.last()?;
        let marks = &mut self.node_mut(node).marks;
        let place = marks.binary_search_by_key(&position, |m| m.position).err()?;
        marks.insert(place, Mark { position, snapshot, key: (0, 0), floor: 0 });
        self.marks += 1;
        Some(MarkAt { node, position })
    }

    /// Adds blocks with their tokens where a walk from `root` ended.
    pub fn extend(
        &mut self,
        root: NodeId,
        walk: &Walk,
        tokens: &[TokenId],
        blocks: Vec<Cached<BlockId>>,
        block_tokens: usize,
    ) -> Growth {
        let mut growth = Growth::default();
        if blocks.is_empty() {
            return growth;
        }
        self.blocks += blocks.len() as u32;
        let tokens = &tokens[..blocks.len() * block_tokens];
        let mut parent = root;
        if let Some(&(node, matched)) = walk.path.last() {
            parent = node;
            let run = self.node(node).blocks.len();
            if matched < run {
                parent = self.split(node, matched, block_tokens);
                growth.split = Some((parent, node));
            } else if self.node(node).children.is_empty() {
                let node_mut = self.node_mut(node);
                node_mut.tokens.extend_from_slice(tokens);
                node_mut.blocks.extend(blocks);
                growth.grown = Some(node);
                return growth;
            }
        }
        let start = self.node(parent).end();
        let tokens = tokens.to_vec();
        let place = self.find_child(parent, &tokens[..block_tokens]);
        let child =
            self.add(Node { parent: Some(parent), start, tokens, blocks, ..Node::default() });
        let place = place.unwrap_or_else(|place| place);
        self.node_mut(parent).children.insert(place, child);
        growth.grown = Some(child);
        growth
    }

    /// Cuts the run of `node` after its first `at` blocks: they move to a new node above it.
    fn split(&mut self, node: NodeId, at: usize, block_tokens: usize) -> NodeId {
        let low = self.node_mut(node);
        let (parent, start) = (low.parent, low.start);
        let tail_tokens = low.tokens.split_off(at * block_tokens);
        let tail_blocks = low.blocks.split_off(at);
        let middle = start + (at * block_tokens) as u32;
        let tail_marks = low.marks.split_off(low.marks.partition_point(|m| m.position <= middle));
        let head = Node {
            parent,
            start,
            tokens: std::mem::replace(&mut low.tokens, tail_tokens),
            blocks: std::mem::replace(&mut low.blocks, tail_blocks),
            marks: std::mem::replace(&mut low.marks, tail_marks),
            children: vec![node],
            floor: low.floor,
            used: low.used,
            ..Node::default()
        };
        low.start = middle;
        let head = self.add(head);
        self.node_mut(node).parent = Some(head);
        if let Some(parent) = parent {
            let children = &mut self.node_mut(parent).children;
            children.iter_mut().filter(|c| **c == node).for_each(|c| *c = head);
        }
        head
    }

    /// Takes the last block from a leaf, with a snapshot that stands at its end.
    pub fn pop_block(
        &mut self,
        leaf: NodeId,
        block_tokens: usize,
    ) -> Option<(Cached<BlockId>, Option<Mark>)> {
        let node = self.node_mut(leaf);
        let end = node.end();
        let block = node.blocks.pop()?;
        let left = node.tokens.len().saturating_sub(block_tokens);
        node.tokens.truncate(left);
        let mark = if node.marks.last().is_some_and(|m| m.position == end) {
            node.marks.pop()
        } else {
            None
        };
        self.blocks -= 1;
        self.marks -= u32::from(mark.is_some());
        Some((block, mark))
    }

    pub fn detach(&mut self, at: MarkAt) -> Option<Mark> {
        let marks = &mut self.node_mut(at.node).marks;
        let place = marks.binary_search_by_key(&at.position, |m| m.position).ok()?;
        self.marks -= 1;
        Some(self.node_mut(at.node).marks.remove(place))
    }

    /// Takes an empty node out of the tree; returns its parent.
    pub fn remove(&mut self, id: NodeId) -> Option<NodeId> {
        let node = std::mem::take(self.node_mut(id));
        self.free.push(id);
        let parent = node.parent?;
        self.node_mut(parent).children.retain(|&c| c != id);
        Some(parent)
    }

    /// Checks the shape.
    pub fn check(
        &self,
        roots: &BTreeMap<Namespace, NodeId>,
        block_tokens: usize,
    ) -> Result<(), TreeError> {
        for (at, node) in self.nodes.iter().enumerate().filter(|(_, n)| n.live) {
            let id = at as NodeId;
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
            let (tokens, blocks) = (node.tokens.len(), node.blocks.len());
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

/// Tokens that two runs have in common at their starts.
fn common(a: &[TokenId], b: &[TokenId]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// The first difference of `cached`, which begins at `position`, from what is asked for.
fn diverged(cached: &[TokenId], asked: &[TokenId], position: usize) -> Stop {
    let same = common(cached, asked);
    match cached.get(same) {
        Some(&cached) => Stop::Diverged { position: (position + same) as u32, cached },
        None => Stop::End,
    }
}
