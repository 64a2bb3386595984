//! The tree itself: runs of blocks, found by comparing tokens.

use super::{Namespace, Stop};
use crate::pool::Cached;
use atlas_core::{BlockId, HostBlockId, HostSnapshotId, SnapshotId, Tier, TokenId};
use std::collections::VecDeque;

/// A place in the tree.
pub(super) type NodeId = u32;

/// Where a snapshot is attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct MarkAt {
    pub node: NodeId,
    pub position: u32,
}

/// A snapshot in one of the tiers.
#[derive(Debug)]
pub(super) enum Kept {
    Device(Cached<SnapshotId>),
    Host(Cached<HostSnapshotId>),
}

impl Kept {
    pub fn tier(&self) -> Tier {
        match self {
            Self::Device(_) => Tier::Device,
            Self::Host(_) => Tier::Host,
        }
    }

    pub fn is_used(&self) -> bool {
        match self {
            Self::Device(snapshot) => snapshot.is_used(),
            Self::Host(snapshot) => snapshot.is_used(),
        }
    }

    pub fn device_id(&self) -> Option<SnapshotId> {
        match self {
            Self::Device(snapshot) => Some(snapshot.id()),
            Self::Host(_) => None,
        }
    }

    pub fn host_id(&self) -> Option<HostSnapshotId> {
        match self {
            Self::Device(_) => None,
            Self::Host(snapshot) => Some(snapshot.id()),
        }
    }
}

/// A snapshot of the state after `position` tokens.
#[derive(Debug)]
pub(super) struct Mark {
    pub position: u32,
    pub snapshot: Kept,
    /// Its place among what can be evicted, and when its path was last used.
    pub key: (u64, u64),
    pub floor: u64,
    /// How many snapshots came after it on its path, up to a few.
    pub behind: u32,
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
    /// Whether its block is gone and only its tokens are known. Only where every node is of one block.
    pub hollow: bool,
    /// Those in the first tier. On every path from a root they come before those on the host, unless every node is
    /// of one block.
    pub blocks: Vec<Cached<BlockId>>,
    /// The rest of the run, on the host.
    pub host: VecDeque<Cached<HostBlockId>>,
    /// At positions in `(start, start + tokens.len()]`, ascending.
    pub marks: Vec<Mark>,
    /// By the tokens of their first blocks, ascending; no two are equal.
    pub children: Vec<NodeId>,
    /// Its place among what can be evicted of each tier, if it is a leaf of it.
    pub keys: [Option<(u64, u64)>; 2],
    /// What had been evicted of each tier when it was last used, and the ordinal of that use.
    pub floors: [u64; 2],
    pub used: u64,
    live: bool,
}

impl Node {
    /// Tokens up to the end of this node.
    pub fn end(&self) -> u32 {
        self.start + self.tokens.len() as u32
    }

    /// Places for blocks.
    pub fn run(&self) -> usize {
        self.blocks.len() + self.host.len() + usize::from(self.hollow)
    }

    /// Whether nobody needs it any more.
    pub fn is_hollow_end(&self) -> bool {
        self.hollow && self.children.is_empty()
    }
}

/// The nodes along which a prompt is cached, each with the blocks of it that match.
#[derive(Debug, Default)]
pub(super) struct Walk {
    pub path: Vec<(NodeId, usize)>,
    /// Matching blocks in all.
    pub blocks: usize,
    /// Of them, those in the first tier.
    pub resident: usize,
    /// Where what is cached goes on with another token: some of its tokens from there on.
    pub ahead: Vec<TokenId>,
}

/// Most tokens of [`Walk::ahead`].
const AHEAD_TOKENS_MAX: usize = 8;

/// What adding blocks did.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Growth {
    /// A node that was cut in two: the new one above it, and itself.
    pub split: Option<(NodeId, NodeId)>,
    /// The node that holds the new blocks.
    pub grown: Option<NodeId>,
}

/// All nodes; freed places are used again.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    free: Vec<NodeId>,
    held: Held,
}

/// Blocks and snapshots of each tier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Held {
    pub blocks: [u32; 2],
    pub marks: [u32; 2],
    pub hollow: u32,
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
    pub fn held(&self) -> Held {
        self.held
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
                    let position = walk.blocks * block_tokens;
                    let nearest = self.nearest(at, place, rest);
                    let stop = walk.part(nearest.unwrap_or_default(), rest, position);
                    return (walk, stop);
                }
            };
            let cached = &self.node(child).tokens;
            let pairs = cached.chunks_exact(block_tokens).zip(rest.chunks_exact(block_tokens));
            let matched = pairs.take_while(|(a, b)| a == b).count();
            walk.path.push((child, matched));
            walk.blocks += matched;
            walk.resident += matched.min(self.node(child).blocks.len());
            let done = matched * block_tokens;
            if done < cached.len() {
                if rest.len() < done + block_tokens {
                    return (walk, Stop::Prompt);
                }
                let position = self.node(child).start as usize + done;
                let stop = walk.part(&cached[done..], &rest[done..], position);
                return (walk, stop);
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

    /// The tokens of that child of `node` which has most in common with `rest`, which is none of
    /// them and would be at `place` among them.
    fn nearest(&self, node: NodeId, place: usize, rest: &[TokenId]) -> Option<&[TokenId]> {
        let children = &self.node(node).children;
        // In the order of tokens the longest common start is that of a neighbour.
        let neighbours = [place.checked_sub(1), Some(place)];
        let neighbours = neighbours.into_iter().flatten().filter_map(|i| children.get(i));
        neighbours
            .map(|&child| self.node(child).tokens.as_slice())
            .max_by_key(|tokens| common(tokens, rest))
    }

    /// The blocks of a path in the first tier, in the order of their positions.
    pub fn blocks_of(&self, path: &[(NodeId, usize)]) -> impl Iterator<Item = &Cached<BlockId>> {
        path.iter().flat_map(|&(node, matched)| {
            let blocks = &self.node(node).blocks;
            &blocks[..matched.min(blocks.len())]
        })
    }

    /// The blocks of a path on the host.
    pub fn host_blocks_of(
        &self,
        path: &[(NodeId, usize)],
    ) -> impl Iterator<Item = &Cached<HostBlockId>> {
        path.iter().flat_map(|&(node, matched)| {
            let node = self.node(node);
            node.host.iter().take(matched.saturating_sub(node.blocks.len()))
        })
    }

    /// The last snapshot on a walk at or before `within`, of the first tier or of any.
    pub fn deepest_mark(&self, walk: &Walk, within: u32, any_tier: bool) -> Option<MarkAt> {
        walk.path.iter().rev().find_map(|&(node, _)| {
            let marks = &self.node(node).marks;
            let before = marks.partition_point(|m| m.position <= within);
            let counts = |m: &&Mark| any_tier || m.snapshot.tier() == Tier::Device;
            let position = marks[..before].iter().rev().find(counts)?.position;
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
        self.mark_above(at).map_or(0, |above| above.position)
    }

    /// The last snapshot before `at` on its path.
    pub fn mark_above(&self, at: MarkAt) -> Option<MarkAt> {
        let mut next = Some(at.node);
        while let Some(id) = next {
            let node = self.node(id);
            let before = node.marks.partition_point(|m| m.position < at.position);
            if let Some(mark) = node.marks[..before].last() {
                return Some(MarkAt { node: id, position: mark.position });
            }
            next = node.parent;
        }
        None
    }

    /// Attaches a snapshot at the end of a walk; `None`, dropping it, if there is one in the first
    /// tier. It takes the place of one on the host.
    pub fn attach(
        &mut self,
        walk: &Walk,
        position: u32,
        snapshot: Cached<SnapshotId>,
    ) -> Option<MarkAt> {
        let &(node, _) = walk.path.last()?;
        let marks = &mut self.node_mut(node).marks;
        let place = marks.binary_search_by_key(&position, |m| m.position).err()?;
        let snapshot = Kept::Device(snapshot);
        marks.insert(place, Mark { position, snapshot, key: (0, 0), floor: 0, behind: 0 });
        self.held.marks[Tier::Device as usize] += 1;
        Some(MarkAt { node, position })
    }

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
        node.host.push_front(place);
        self.held.blocks[Tier::Device as usize] -= 1;
        self.held.blocks[Tier::Host as usize] += 1;
        Some(block)
    }

    /// The place of `node`, which has none, gets `block`.
    pub fn fill(&mut self, node: NodeId, block: Cached<BlockId>) {
        let node = self.node_mut(node);
        if std::mem::take(&mut node.hollow) {
            node.blocks.push(block);
            self.held.hollow -= 1;
            self.held.blocks[Tier::Device as usize] += 1;
        }
    }

    /// Takes the one block of `node` away, with the snapshots that stand at its end, and leaves its place.
    pub fn hollow(&mut self, id: NodeId) -> Vec<Mark> {
        let node = self.node_mut(id);
        let gone = [node.blocks.len(), node.host.len()];
        node.blocks.clear();
        node.host.clear();
        let marks = std::mem::take(&mut node.marks);
        self.held.hollow += u32::from(!std::mem::replace(&mut node.hollow, true));
        for (held, gone) in self.held.blocks.iter_mut().zip(gone) {
            *held -= gone as u32;
        }
        for mark in &marks {
            self.held.marks[mark.snapshot.tier() as usize] -= 1;
        }
        marks
    }

    /// Adds a node of one block below `parent`, with its block or without.
    pub fn grow(
        &mut self,
        parent: NodeId,
        tokens: &[TokenId],
        block: Option<Cached<BlockId>>,
    ) -> NodeId {
        let start = self.node(parent).end();
        let (hollow, tokens) = (block.is_none(), tokens.to_vec());
        self.held.hollow += u32::from(hollow);
        self.held.blocks[Tier::Device as usize] += u32::from(!hollow);
        let place = self.find_child(parent, &tokens).unwrap_or_else(|place| place);
        let (parent_id, blocks) = (Some(parent), block.into_iter().collect());
        let node = Node { parent: parent_id, start, tokens, hollow, blocks, ..Node::default() };
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
        if let Some(&(node, matched)) = walk.path.last() {
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
    fn split(&mut self, node: NodeId, at: usize, block_tokens: usize) -> NodeId {
        let low = self.node_mut(node);
        let (parent, start) = (low.parent, low.start);
        let tail_tokens = low.tokens.split_off(at * block_tokens);
        let resident = low.blocks.len();
        let tail_blocks = low.blocks.split_off(at.min(resident));
        let tail_host = low.host.split_off(at.saturating_sub(resident));
        let middle = start + (at * block_tokens) as u32;
        let tail_marks = low.marks.split_off(low.marks.partition_point(|m| m.position <= middle));
        let head = Node {
            parent,
            start,
            tokens: std::mem::replace(&mut low.tokens, tail_tokens),
            blocks: std::mem::replace(&mut low.blocks, tail_blocks),
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

    /// Takes away what of `node` comes after its first `keep` blocks; its children must be gone.
    /// Returns the snapshots of it.
    pub fn cut(&mut self, id: NodeId, keep: usize, block_tokens: usize) -> Vec<Mark> {
        let node = self.node_mut(id);
        let (blocks, host) = (node.blocks.len(), node.host.len());
        node.blocks.truncate(keep);
        node.host.truncate(keep.saturating_sub(blocks));
        let hollow = node.hollow && keep == 0;
        node.hollow &= keep > 0;
        node.tokens.truncate(keep * block_tokens);
        let end = node.end();
        let marks = node.marks.split_off(node.marks.partition_point(|m| m.position <= end));
        let gone = [blocks - node.blocks.len(), host - node.host.len()];
        self.held.hollow -= u32::from(hollow);
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

    /// Takes an empty node out of the tree; returns its parent.
    pub fn remove(&mut self, id: NodeId) -> Option<NodeId> {
        let node = std::mem::take(self.node_mut(id));
        self.held.hollow -= u32::from(node.hollow);
        self.free.push(id);
        let parent = node.parent?;
        self.node_mut(parent).children.retain(|&c| c != id);
        Some(parent)
    }
}

/// Tokens that two runs have in common at their starts.
fn common(a: &[TokenId], b: &[TokenId]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

impl Walk {
    /// Ends at the first difference of `cached`, which begins at `position`, from what is asked
    /// for.
    fn part(&mut self, cached: &[TokenId], asked: &[TokenId], position: usize) -> Stop {
        let same = common(cached, asked);
        let Some(&other) = cached.get(same) else { return Stop::End };
        self.ahead = cached[same..].iter().copied().take(AHEAD_TOKENS_MAX).collect();
        Stop::Diverged { position: (position + same) as u32, cached: other }
    }
}
