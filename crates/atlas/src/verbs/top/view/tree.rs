//! The tree of cached prefixes: a node a row, beneath the one that it follows.

use super::super::board::Board;
use super::super::wire::{Node, Tree};
use super::Look;
use super::words::{Theme, brief, count};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use std::collections::{HashMap, HashSet};

/// Columns of indentation of a level, and levels that have some.
const INDENT: usize = 2;
const LEVELS_MAX: usize = 12;

/// The nodes with their levels, each behind its parent and before its parent's next child. A node
/// whose parent is not there begins a tree of its own.
fn ordered(tree: &Tree) -> Vec<(usize, &Node)> {
    let known: HashSet<u64> = tree.nodes.iter().map(|node| node.id).collect();
    let mut below: HashMap<Option<u64>, Vec<&Node>> = HashMap::new();
    for node in &tree.nodes {
        let parent = node.parent.filter(|parent| known.contains(parent));
        below.entry(parent).or_default().push(node);
    }
    let mut out = Vec::with_capacity(tree.nodes.len());
    let mut open: Vec<(usize, &Node)> = Vec::new();
    let mut put = |open: &mut Vec<_>, level, parent| {
        // Taken out, so that a server whose nodes are their own parents is drawn in the end.
        let nodes = below.remove(&parent).unwrap_or_default();
        open.extend(nodes.into_iter().rev().map(|node| (level, node)));
    };
    put(&mut open, 0, None);
    while let Some((level, node)) = open.pop() {
        out.push((level, node));
        put(&mut open, level + 1, Some(node.id));
    }
    out
}

/// Rows of all nodes, or of the reason for which there are none; without the head.
pub fn rows(board: &Board) -> u16 {
    let nodes = match &board.tree {
        Some(Ok(tree)) => tree.nodes.len(),
        _ => 1,
    };
    u16::try_from(nodes.max(1)).unwrap_or(u16::MAX - 2)
}

/// Number of nodes, beside the title.
pub fn note(board: &Board, theme: Theme) -> Line<'static> {
    let Some(Ok(tree)) = &board.tree else { return Line::default() };
    let left_out = match tree.left_out {
        0 => String::new(),
        some => format!(", {} left out", count(some)),
    };
    Line::styled(format!(" {} nodes{left_out}", count(tree.nodes.len() as u64)), theme.muted())
}

/// Draws the head and the nodes that fit, and returns the largest sensible scroll.
pub fn draw(look: &Look, area: Rect, buf: &mut Buffer) -> usize {
    let mut places = area.rows();
    let Some(first) = places.next() else { return 0 };
    let muted = look.theme.muted();
    let tree = match &look.board.tree {
        Some(Ok(tree)) if !tree.nodes.is_empty() => tree,
        other => {
            let text = match other {
                None => "waiting for the first answer".to_owned(),
                Some(Err(why)) => why.to_string(),
                Some(Ok(_)) => "nothing is cached".to_owned(),
            };
            Line::styled(text, muted).render(first, buf);
            return 0;
        }
    };
    let head = format!("{:>7} {:>7}  {:<7} {:<8} {:<4}  text", "tokens", "blocks", "tier", "", "");
    Line::styled(head, muted).render(first, buf);
    let nodes = ordered(tree);
    let most = nodes.len().saturating_sub(usize::from(area.height - 1).max(1));
    let scroll = if look.tree { look.scroll.min(most) } else { 0 };
    for ((level, node), area) in nodes.into_iter().skip(scroll).zip(places) {
        row(level, node, look.theme).render(area, buf);
    }
    most
}

fn row(level: usize, node: &Node, theme: Theme) -> Line<'static> {
    let facts = format!(
        "{:>7} {:>7}  {:<7.7} {:<8} {:<4}  ",
        brief(node.tokens),
        brief(node.blocks),
        node.tier,
        if node.snapshot { "snapshot" } else { "" },
        if node.used { "used" } else { "" },
    );
    let indent = " ".repeat(INDENT * level.min(LEVELS_MAX));
    // Nodes of other tenants tell no text.
    let text = match node.text.as_str() {
        "" => Span::styled("–", theme.muted()),
        text => Span::raw(text.to_owned()),
    };
    Line::from(vec![Span::raw(facts), Span::raw(indent), text])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(nodes: &[(u64, Option<u64>)]) -> Vec<(usize, u64)> {
        let node = |&(id, parent): &(u64, Option<u64>)| Node { id, parent, ..Node::default() };
        let tree = Tree { nodes: nodes.iter().map(node).collect(), left_out: 0 };
        ordered(&tree).into_iter().map(|(level, node)| (level, node.id)).collect()
    }

    #[test]
    fn nodes_stand_below_their_parents_in_the_order_of_the_server() {
        let all = [(1, None), (5, Some(1)), (2, None), (6, Some(1)), (7, Some(5)), (8, Some(99))];
        assert_eq!(levels(&all), [(0, 1), (1, 5), (2, 7), (1, 6), (0, 2), (0, 8)]);
        assert_eq!(levels(&[]), []);
        // No node is drawn twice, whatever a server says.
        assert_eq!(levels(&[(1, None), (2, Some(2)), (1, Some(1))]), [(0, 1), (1, 1)]);
    }
}
