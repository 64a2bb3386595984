//! The tree as a reader sees it.

use super::index::PrefixIndex;
use super::tree::NodeId;
use atlas_core::{OutlineQuery, PrefixNode, PrefixOutline, Tier};
use std::cmp::Reverse;
use std::collections::HashSet;

impl PrefixIndex {
    /// The most recently used nodes and those above them, parents before their children.
    pub fn outline(&self, query: &OutlineQuery) -> PrefixOutline {
        let tree = &self.ranked.tree;
        // Roots hold nothing.
        let mut ids: Vec<NodeId> =
            tree.ids().filter(|&id| tree.node(id).parent.is_some()).collect();
        let rank = |id: &NodeId| {
            let node = tree.node(*id);
            (Reverse(node.used), node.start, *id)
        };
        let count = ids.len();
        if count > query.nodes_max && query.nodes_max > 0 {
            ids.select_nth_unstable_by_key(query.nodes_max - 1, rank);
        }
        ids.truncate(query.nodes_max);
        ids.sort_unstable_by_key(rank);
        let (mut nodes, mut seen) = (Vec::with_capacity(ids.len()), HashSet::<NodeId>::new());
        for id in ids {
            let above = std::iter::successors(Some(id), |&id| self.parent(id));
            let mut chain: Vec<NodeId> = above.take_while(|id| !seen.contains(id)).collect();
            // A chain that does not fit ends early, so that each node's parent is there.
            chain.reverse();
            chain.truncate(query.nodes_max - nodes.len());
            seen.extend(chain.iter().copied());
            nodes.extend(chain.into_iter().map(|id| self.outlined(id, query)));
        }
        let left_out = count - nodes.len();
        PrefixOutline { nodes, left_out }
    }

    /// The node above, unless that is a root.
    fn parent(&self, id: NodeId) -> Option<NodeId> {
        let tree = &self.ranked.tree;
        tree.node(id).parent.filter(|&parent| tree.node(parent).parent.is_some())
    }

    fn outlined(&self, id: NodeId, query: &OutlineQuery) -> PrefixNode {
        let tree = &self.ranked.tree;
        let node = tree.node(id);
        let told = match &query.salt {
            None => true,
            Some(salt) => tree.namespace_of(id).is_some_and(|namespace| namespace.salt == *salt),
        };
        let count = if told { node.tokens.len().min(query.tokens_max) } else { 0 };
        PrefixNode {
            id,
            parent: self.parent(id),
            tokens: node.tokens.len() as u32,
            blocks: (node.blocks.len() + node.host.len()) as u32,
            snapshot: !node.marks.is_empty(),
            tier: match node.blocks.is_empty() && !node.host.is_empty() {
                true => Tier::Host,
                false => Tier::Device,
            },
            uses_since: self.ranked.order.uses.saturating_sub(node.used),
            used: node.blocks.iter().any(|block| block.is_used()),
            first_tokens: node.tokens[..count].to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::{BlockPool, SnapshotPool};
    use crate::prefix::Namespace;
    use crate::table::BlockTable;

    #[test]
    fn the_outline_has_parents_first_and_tells_tokens_of_its_salt_alone() {
        let blocks = BlockPool::new(8);
        let mut index = PrefixIndex::new(&blocks, &SnapshotPool::new(1), 4, false);
        let mut publish = |salt: &[u8], tokens: &[u32]| {
            let mut table = BlockTable::new(&blocks, 4);
            (0..tokens.len() / 4).for_each(|_| table.push(blocks.take().unwrap()));
            table.complete_to(tokens.len() as u32);
            index.publish(&Namespace { salt: salt.into(), adapter: 0 }, tokens, &mut table);
        };
        publish(b"a", &[1, 2, 3, 4, 5, 6, 7, 8]);
        publish(b"a", &[1, 2, 3, 4, 9, 9, 9, 9]);
        publish(b"b", &[7, 7, 7, 7]);
        let query = |nodes_max, salt: Option<&[u8]>| {
            let query = OutlineQuery { nodes_max, salt: salt.map(Into::into), tokens_max: 3 };
            index.outline(&query)
        };
        let all = query(9, None);
        assert_eq!((all.nodes.len(), all.left_out), (4, 0));
        let few = query(3, None);
        for at in 0..few.nodes.len() {
            let parent = few.nodes[at].parent;
            assert!(parent.is_none_or(|parent| few.nodes[..at].iter().any(|n| n.id == parent)));
        }
        for (at, node) in all.nodes.iter().enumerate() {
            let before = &all.nodes[..at];
            assert!(node.parent.is_none_or(|parent| before.iter().any(|n| n.id == parent)));
            assert_eq!(node.first_tokens.len(), 3);
            assert_eq!((node.tokens, node.blocks, node.tier), (4, 1, Tier::Device));
        }
        assert_eq!(all.nodes.iter().filter(|node| node.parent.is_some()).count(), 2);
        let told = |salt: &[u8]| {
            let nodes = query(9, Some(salt)).nodes;
            nodes.iter().filter(|node| !node.first_tokens.is_empty()).count()
        };
        assert_eq!((told(b"a"), told(b"b"), told(b"")), (3, 1, 0));
        let one = query(1, None);
        assert_eq!((one.nodes[0].first_tokens.as_slice(), one.left_out), (&[7, 7, 7][..], 3));
        assert_eq!(query(0, None).left_out, 4);
    }
}
