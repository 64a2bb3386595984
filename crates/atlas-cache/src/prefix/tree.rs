//! The tree itself: runs of blocks, found by comparing tokens.

mod change;
pub(crate) mod check;

use super::found::Stop;
use super::namespace::Namespace;
use crate::pool::Cached;
use atlas_core::{BlockId, HostBlockId, HostSnapshotId, SnapshotId, Tier, TokenId};
use std::collections::{BTreeMap, VecDeque};

/// A place in the tree.
pub(crate) type NodeId = u32;

/// Where a snapshot is attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MarkAt {
    pub node: NodeId,
    pub position: u32,
}

/// A snapshot in one of the tiers.
#[derive(Debug)]
pub(crate) enum Kept {
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
pub(crate) struct Mark {
    pub position: u32,
    pub snapshot: Kept,
    /// Its place among what can be evicted, and when its path was last used.
    pub key: (u64, u64),
    pub floor: u64,
    /// Number of snapshots after it on its path, counted up to a few.
    pub behind: u32,
}

/// A run of blocks that every sequence of the nodes under it begins with.
#[derive(Debug, Default)]
pub(crate) struct Node {
    pub parent: Option<NodeId>,
    /// Set on roots, which hold nothing else.
    pub namespace: Option<Namespace>,
    /// Tokens before this node.
    pub start: u32,
    /// Tokens of all entries.
    pub tokens: Vec<TokenId>,
    /// Evicted entries, of which only the tokens are left: all of the node's or none. Only behind a
    /// window.
    pub evicted: u32,
    /// Blocks in the first tier. On every path from a root they come before those on the host.
    /// Behind a window they may be anywhere, but a node has blocks of one kind alone: see
    /// `resume.rs`.
    pub blocks: Vec<Cached<BlockId>>,
    /// The rest of the run, on the host.
    pub host: VecDeque<Cached<HostBlockId>>,
    /// At positions in `(start, start + tokens.len()]`, ascending.
    pub marks: Vec<Mark>,
    /// By the tokens of their first blocks, ascending; no two are equal.
    pub children: Vec<NodeId>,
    /// Its place among what can be evicted of each tier, if it is a leaf of it.
    pub keys: [Option<(u64, u64)>; 2],
    /// Eviction floor of each tier at its last use, and the ordinal of that use.
    pub floors: [u64; 2],
    pub used: u64,
    /// Behind a window, of each block in the first tier: the eviction floor at its last use, and
    /// the ordinal of that use. The first pair equals the node's own.
    pub uses: Vec<(u64, u64)>,
    /// No two nodes have had the same; 0 if there is none in this place.
    pub serial: u64,
}

impl Node {
    /// Tokens up to the end of this node.
    pub fn end(&self) -> u32 {
        self.start + self.tokens.len() as u32
    }

    /// Number of entries.
    pub fn run(&self) -> usize {
        self.blocks.len() + self.host.len() + self.evicted as usize
    }

    /// Whether its entries are evicted.
    pub fn is_evicted(&self) -> bool {
        self.evicted > 0
    }

    /// Whether it is evicted and ends a path, so that it can be removed.
    pub fn is_evicted_end(&self) -> bool {
        self.is_evicted() && self.children.is_empty()
    }
}

/// Blocks of one node on a path: those in the places `from..to` of its run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PathSegment {
    pub node: NodeId,
    pub from: usize,
    pub to: usize,
}

/// The nodes along which a prompt is cached, each with its matching blocks: from the first one on,
/// and all of them except in the last node.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    pub path: Vec<PathSegment>,
    /// Number of matching blocks.
    pub blocks: usize,
    /// Number of matching blocks in the first tier.
    pub resident: usize,
    /// Some tokens of the cached path from the first difference on.
    pub ahead: Vec<TokenId>,
}

/// Blocks before the end of a path that still count as its end.
const END_BLOCKS: usize = 2;

/// Most tokens of [`Walk::ahead`].
const AHEAD_TOKENS_MAX: usize = 8;

/// All nodes; freed places are used again.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    /// Root of each namespace that has a cached prefix.
    pub roots: BTreeMap<Namespace, NodeId>,
    nodes: Vec<Node>,
    free: Vec<NodeId>,
    /// Number of nodes made so far.
    made: u64,
    /// Lists for the tokens of runs, empty and with room for so many.
    spare: Vec<Vec<TokenId>>,
    spare_room: usize,
    held: Held,
}

/// Blocks and snapshots of each tier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Held {
    pub blocks: [u32; 2],
    pub marks: [u32; 2],
    pub evicted: u32,
}

impl Tree {
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// The node in a place that may be empty by now, or may never have been one.
    pub fn get(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id as usize).filter(|node| node.serial > 0)
    }

    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// The namespace of a node.
    pub fn namespace_of(&self, mut id: NodeId) -> Option<&Namespace> {
        while let Some(parent) = self.node(id).parent {
            id = parent;
        }
        self.node(id).namespace.as_ref()
    }

    /// Whether a walk comes to the end of a path, or nearly: the last tokens of an answer may be
    /// written otherwise when it comes back in a prompt.
    pub fn is_at_end(&self, walk: &Walk) -> bool {
        walk.path.last().is_some_and(|&PathSegment { node, to, .. }| {
            let node = self.node(node);
            node.children.is_empty() && to + END_BLOCKS >= node.run()
        })
    }

    /// All nodes there are.
    pub fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(|n| n.serial > 0)
    }

    pub fn ids(&self) -> impl Iterator<Item = NodeId> + '_ {
        (0..self.nodes.len() as NodeId).filter(|&id| self.node(id).serial > 0)
    }

    pub fn block_ids(&self) -> impl Iterator<Item = BlockId> + '_ {
        self.nodes().flat_map(|node| node.blocks.iter().map(|b| b.id()))
    }

    pub fn host_block_ids(&self) -> impl Iterator<Item = HostBlockId> + '_ {
        self.nodes().flat_map(|node| node.host.iter().map(|b| b.id()))
    }

    pub fn snapshot_ids(&self) -> impl Iterator<Item = SnapshotId> + '_ {
        self.nodes().flat_map(|node| node.marks.iter().filter_map(|m| m.snapshot.device_id()))
    }

    pub fn host_snapshot_ids(&self) -> impl Iterator<Item = HostSnapshotId> + '_ {
        self.nodes().flat_map(|node| node.marks.iter().filter_map(|m| m.snapshot.host_id()))
    }

    /// Blocks and snapshots held.
    pub fn held(&self) -> Held {
        self.held
    }

    fn add(&mut self, node: Node) -> NodeId {
        self.made += 1;
        let node = Node { serial: self.made, ..node };
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

    /// Adds the root of a namespace that has none.
    pub fn add_root(&mut self, namespace: &Namespace) -> NodeId {
        let root = self.add(Node { namespace: Some(namespace.clone()), ..Node::default() });
        self.roots.insert(namespace.clone(), root);
        root
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
                    let stop = walk.diverge(nearest.unwrap_or_default(), rest, position);
                    return (walk, stop);
                }
            };
            let cached = &self.node(child).tokens;
            let pairs = cached.chunks_exact(block_tokens).zip(rest.chunks_exact(block_tokens));
            // The first of them is how it was found.
            let matched = 1 + pairs.skip(1).take_while(|(a, b)| a == b).count();
            walk.path.push(PathSegment { node: child, from: 0, to: matched });
            walk.blocks += matched;
            walk.resident += matched.min(self.node(child).blocks.len());
            let done = matched * block_tokens;
            if done < cached.len() {
                if rest.len() < done + block_tokens {
                    return (walk, Stop::Prompt);
                }
                let position = self.node(child).start as usize + done;
                let stop = walk.diverge(&cached[done..], &rest[done..], position);
                return (walk, stop);
            }
            at = child;
        }
    }

    /// The last node on the path of `tokens` from `root`.
    pub fn end_of(&self, root: NodeId, tokens: &[TokenId], block_tokens: usize) -> NodeId {
        let (walk, _) = self.walk(Some(root), tokens, block_tokens);
        walk.path.last().map_or(root, |step| step.node)
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
    pub fn blocks_of(&self, path: &[PathSegment]) -> impl Iterator<Item = &Cached<BlockId>> {
        path.iter().flat_map(|&PathSegment { node, from, to }| {
            let blocks = &self.node(node).blocks;
            blocks.get(from..to.min(blocks.len())).unwrap_or_default()
        })
    }

    /// The blocks of a path on the host.
    pub fn host_blocks_of(
        &self,
        path: &[PathSegment],
    ) -> impl Iterator<Item = &Cached<HostBlockId>> {
        path.iter().flat_map(|&PathSegment { node, from, to }| {
            let node = self.node(node);
            let [from, to] = [from, to].map(|at| at.saturating_sub(node.blocks.len()));
            node.host.iter().take(to).skip(from)
        })
    }

    /// The last snapshot on a walk at or before `within`, of the first tier or of any.
    pub fn deepest_mark(&self, walk: &Walk, within: u32, any_tier: bool) -> Option<MarkAt> {
        walk.path.iter().rev().find_map(|&PathSegment { node, .. }| {
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
        let &PathSegment { node, .. } = walk.path.last()?;
        let marks = &mut self.node_mut(node).marks;
        let place = marks.binary_search_by_key(&position, |m| m.position).err()?;
        let snapshot = Kept::Device(snapshot);
        marks.insert(place, Mark { position, snapshot, key: (0, 0), floor: 0, behind: 0 });
        self.held.marks[Tier::Device as usize] += 1;
        Some(MarkAt { node, position })
    }
}

/// Tokens that two runs have in common at their starts.
fn common(a: &[TokenId], b: &[TokenId]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

impl Walk {
    /// Segments of the blocks `from..to` of the path, as far as the walk goes.
    pub fn segments_between(&self, from: usize, to: usize) -> Vec<PathSegment> {
        let mut at = 0;
        let segments = self.path.iter().filter_map(|segment| {
            let before = at;
            at += segment.to;
            let (from, to) =
                (from.saturating_sub(before), to.saturating_sub(before).min(segment.to));
            (from < to).then_some(PathSegment { from, to, ..*segment })
        });
        segments.collect()
    }

    /// Ends the walk at the first difference of `cached`, which begins at `position`, from `asked`.
    fn diverge(&mut self, cached: &[TokenId], asked: &[TokenId], position: usize) -> Stop {
        let same = common(cached, asked);
        let Some(&other) = cached.get(same) else { return Stop::End };
        self.ahead = cached[same..].iter().copied().take(AHEAD_TOKENS_MAX).collect();
        Stop::Diverged { position: (position + same) as u32, cached: other }
    }
}

#[cfg(test)]
mod tests {
    use crate::prefix::testing::{Bench, count};
    use crate::prefix::{Namespace, Stop};

    #[test]
    fn a_walk_ends_at_the_first_difference() {
        let mut bench = Bench::new(None, false);
        let _table = bench.publish(&count(12));
        let walk = |tokens: &[u32]| {
            let (walk, stop) = bench.ranked.tree.walk(Some(bench.root), tokens, 4);
            (walk.blocks, stop)
        };
        assert_eq!(walk(&count(3)), (0, Stop::Prompt));
        assert_eq!(walk(&count(12)), (3, Stop::Prompt));
        assert_eq!(walk(&count(16)), (3, Stop::End));
        let mut other = count(12);
        other[6] = 99;
        assert_eq!(walk(&other), (1, Stop::Diverged { position: 6, cached: 6 }));
    }

    #[test]
    fn a_branch_splits_its_node_and_the_segments_cover_the_path() {
        let mut bench = Bench::new(None, false);
        let _table = bench.publish(&count(12));
        let mut other = count(12);
        other[9] = 99;
        let _other = bench.publish(&other);
        let walk = bench.walk(&count(12));
        assert_eq!((walk.path.len(), walk.blocks, walk.resident), (2, 3, 3));
        let segments = walk.segments_between(1, 3);
        let blocks: Vec<_> = segments.iter().map(|s| (s.from, s.to)).collect();
        assert_eq!(blocks, [(1, 2), (0, 1)]);
        assert_eq!(bench.ranked.tree.blocks_of(&segments).count(), 2);
        bench.ranked.check().unwrap();
        assert_eq!(bench.ranked.tree.roots.get(&Namespace::default()), Some(&bench.root));
    }
}
