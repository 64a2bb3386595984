//! Changes of the nodes of the tree.

use super::{Kept, Mark, MarkAt, Node, NodeId, PathSegment, Tree, Walk};
use crate::pool::Cached;
use atlas_core::{BlockId, HostBlockId, Tier, TokenId};

/// Nodes that adding blocks has changed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Growth {
    /// A node that was cut in two: the new one above it, and itself.
    pub split: Option<(NodeId, NodeId)>,
    /// The node that holds the new blocks.
    pub grown: Option<NodeId>,
}

impl Tree {
    /// Moves a snapshot to another place; the old one is given back.
    pub fn move_mark(&mut self, at: MarkAt, to: Kept) {
        let tier = to.tier();
        let Some(mark) = self.mark_mut(at) else { return };
        let before = std::mem::replace(&mut mark.snapshot, to).tier();
        self.held.marks[before as usize] -= 1;
        self.held.marks[tier as usize] += 1;
    }

    /// The first block of `node` on the host gets `block` for its place.
    pub fn raise(&mut self, node: NodeId, block: Cached<BlockId>) {
        let node = self.node_mut(node);
        if node.host.pop_front().is_some() {
            node.blocks.push(block);
            self.held.blocks[Tier::Host as usize] -= 1;
            self.held.blocks[Tier::Device as usize] += 1;
        }
    }

    /// The last block of `node` in the first tier gets `place` on the host.
    pub fn lower(&mut self, node: NodeId, place: Cached<HostBlockId>) -> Option<Cached<BlockId>> {
        let node = self.node_mut(node);
        let block = node.blocks.pop()?;
        node.uses.truncate(node.blocks.len());
        node.host.push_front(place);
        self.held.blocks[Tier::Device as usize] -= 1;
        self.held.blocks[Tier::Host as usize] += 1;
        Some(block)
    }

    /// Fills the entries of `node`, which has no blocks in the first tier, with as many `blocks`.
    pub fn take_place(&mut self, node: NodeId, blocks: Vec<Cached<BlockId>>) {
        let count = blocks.len() as u32;
        let node = self.node_mut(node);
        let (evicted, host) = (std::mem::take(&mut node.evicted), node.host.len() as u32);
        node.host.clear();
        node.blocks = blocks;
        self.held.evicted -= evicted;
        self.held.blocks[Tier::Host as usize] -= host;
        self.held.blocks[Tier::Device as usize] += count;
    }

    /// Joins an evicted node with the one above it, if that is evicted too, has no other child, and
    /// both have at most `most` entries together.
    pub fn join_evicted(&mut self, id: NodeId, most: usize) {
        let Some(parent) = self.node(id).parent else { return };
        let above = self.node(parent);
        let joins = above.is_evicted() && above.children.len() == 1 && self.node(id).is_evicted();
        if !joins || above.run() + self.node(id).run() > most {
            return;
        }
        let low = std::mem::take(self.node_mut(id));
        self.free.push(id);
        low.children.iter().for_each(|&child| self.node_mut(child).parent = Some(parent));
        let above = self.node_mut(parent);
        above.tokens.extend_from_slice(&low.tokens);
        above.evicted += low.evicted;
        above.children = low.children;
        self.keep_spare(low.tokens);
    }

    /// Joins the node above with this one, its only child: both are runs in the first tier.
    pub fn join_above(&mut self, id: NodeId) {
        let Some(parent) = self.node(id).parent else { return };
        let above = std::mem::take(self.node_mut(parent));
        self.free.push(parent);
        let Node { parent: top, start, mut tokens, mut blocks, mut uses, floors, used, .. } = above;
        let node = self.node_mut(id);
        tokens.extend_from_slice(&node.tokens);
        blocks.append(&mut node.blocks);
        uses.append(&mut node.uses);
        let rest = std::mem::replace(&mut node.tokens, tokens);
        (node.blocks, node.parent, node.start) = (blocks, top, start);
        (node.uses, node.floors, node.used) = (uses, floors, used);
        if let Some(top) = top {
            let children = &mut self.node_mut(top).children;
            children.iter_mut().filter(|c| **c == parent).for_each(|c| *c = id);
        }
        self.keep_spare(rest);
    }

    /// Allocates lists for the tokens of `runs` runs of `tokens` each, as many as a full cache
    /// needs, and room for `nodes`. The first touch of memory costs more than the rest of growing a
    /// run.
    pub fn set_aside(&mut self, runs: usize, tokens: usize, nodes: usize) {
        let list = || {
            let mut list = vec![TokenId::MAX; tokens];
            list.clear();
            list
        };
        (self.spare, self.spare_room) = (std::iter::repeat_with(list).take(runs).collect(), tokens);
        // Moving all nodes to a longer list would be a step of its own.
        self.nodes.reserve(nodes);
    }

    /// Keeps a list that is not needed any more, if there is a place for it: as many as were set
    /// aside.
    fn keep_spare(&mut self, mut list: Vec<TokenId>) {
        if list.capacity() >= self.spare_room && self.spare.len() < self.spare.capacity() {
            list.clear();
            self.spare.push(list);
        }
    }

    /// Evicts the one block of `node` with the snapshots at its end, and keeps its tokens.
    pub fn evict_entry(&mut self, id: NodeId) -> Vec<Mark> {
        let node = self.node_mut(id);
        let gone = [node.blocks.len(), node.host.len()];
        node.blocks.clear();
        node.uses.clear();
        node.host.clear();
        let marks = std::mem::take(&mut node.marks);
        self.held.evicted += u32::from(std::mem::replace(&mut node.evicted, 1) == 0);
        for (held, gone) in self.held.blocks.iter_mut().zip(gone) {
            *held -= gone as u32;
        }
        for mark in &marks {
            self.held.marks[mark.snapshot.tier() as usize] -= 1;
        }
        marks
    }

    /// Adds a child to `parent`, which has none that begins with the same block: a run of `blocks`
    /// or, if there are none, of evicted entries.
    pub fn grow(
        &mut self,
        parent: NodeId,
        tokens: &[TokenId],
        blocks: Vec<Cached<BlockId>>,
        block_tokens: usize,
    ) -> NodeId {
        let start = self.node(parent).end();
        let places = (tokens.len() / block_tokens) as u32;
        let evicted = if blocks.is_empty() { places } else { 0 };
        self.held.evicted += evicted;
        self.held.blocks[Tier::Device as usize] += blocks.len() as u32;
        let first = &tokens[..block_tokens.min(tokens.len())];
        let place = self.find_child(parent, first).unwrap_or_else(|place| place);
        // One that is mostly empty would be a waste for a block or two.
        let worth = tokens.len() * 2 > self.spare_room;
        let mut own = if worth { self.spare.pop().unwrap_or_default() } else { Vec::new() };
        own.extend_from_slice(tokens);
        let (parent_id, tokens) = (Some(parent), own);
        let node = Node { parent: parent_id, start, tokens, evicted, blocks, ..Node::default() };
        let child = self.add(node);
        self.node_mut(parent).children.insert(place, child);
        child
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
        self.held.blocks[Tier::Device as usize] += blocks.len() as u32;
        let tokens = &tokens[..blocks.len() * block_tokens];
        let mut parent = root;
        if let Some(&PathSegment { node, to: matched, .. }) = walk.path.last() {
            parent = node;
            if matched < self.node(node).run() {
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
    pub fn split(&mut self, node: NodeId, at: usize, block_tokens: usize) -> NodeId {
        let low = self.node_mut(node);
        let (parent, start) = (low.parent, low.start);
        let resident = low.blocks.len();
        let head_blocks = low.blocks.drain(..at.min(resident)).collect();
        let tail_host = low.host.split_off(at.saturating_sub(resident).min(low.host.len()));
        let head_uses = low.uses.drain(..at.min(low.uses.len())).collect();
        let evicted = low.evicted.min(at as u32);
        low.evicted -= evicted;
        let middle = start + (at * block_tokens) as u32;
        let tail_marks = low.marks.split_off(low.marks.partition_point(|m| m.position <= middle));
        let head = Node {
            parent,
            start,
            tokens: low.tokens.drain(..at * block_tokens).collect(),
            evicted,
            uses: head_uses,
            blocks: head_blocks,
            host: std::mem::replace(&mut low.host, tail_host),
            marks: std::mem::replace(&mut low.marks, tail_marks),
            children: vec![node],
            floors: low.floors,
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

    /// Removes the entries of `node` after the first `keep`; it must have no children. Returns
    /// their snapshots.
    pub fn cut(&mut self, id: NodeId, keep: usize, block_tokens: usize) -> Vec<Mark> {
        self.made += 1;
        let serial = self.made;
        let node = self.node_mut(id);
        let (blocks, host) = (node.blocks.len(), node.host.len());
        node.blocks.truncate(keep);
        node.uses.truncate(keep);
        node.host.truncate(keep.saturating_sub(blocks));
        let evicted = node.evicted.saturating_sub(keep as u32);
        node.evicted -= evicted;
        node.tokens.truncate(keep * block_tokens);
        node.serial = serial;
        let end = node.end();
        let marks = node.marks.split_off(node.marks.partition_point(|m| m.position <= end));
        let gone = [blocks - node.blocks.len(), host - node.host.len()];
        self.held.evicted -= evicted;
        for (held, gone) in self.held.blocks.iter_mut().zip(gone) {
            *held -= gone as u32;
        }
        for mark in &marks {
            self.held.marks[mark.snapshot.tier() as usize] -= 1;
        }
        marks
    }

    pub fn detach(&mut self, at: MarkAt) -> Option<Mark> {
        let marks = &mut self.node_mut(at.node).marks;
        let place = marks.binary_search_by_key(&at.position, |m| m.position).ok()?;
        let mark = marks.remove(place);
        self.held.marks[mark.snapshot.tier() as usize] -= 1;
        Some(mark)
    }

    /// Takes a root without children out of the tree.
    pub fn remove_root(&mut self, id: NodeId) {
        if let Some(namespace) = &self.node(id).namespace {
            let namespace = namespace.clone();
            self.roots.remove(&namespace);
        }
        self.remove(id);
    }

    /// Takes an empty node out of the tree; returns its parent.
    pub fn remove(&mut self, id: NodeId) -> Option<NodeId> {
        let node = std::mem::take(self.node_mut(id));
        self.held.evicted -= node.evicted;
        self.free.push(id);
        self.keep_spare(node.tokens);
        let parent = node.parent?;
        self.node_mut(parent).children.retain(|&c| c != id);
        Some(parent)
    }
}
