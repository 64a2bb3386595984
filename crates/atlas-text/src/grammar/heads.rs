//! Which free-text value a tool call stands in, followed byte by byte.

use super::text::TextPoint;
use std::collections::HashMap;

/// One parameter whose value is free text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TextParam {
    /// What ends the value.
    pub close: String,
    /// Fewest characters.
    pub min: usize,
    /// Most characters.
    pub max: Option<usize>,
}

/// What a head opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opens {
    Function(u16),
    Text(u16),
}

/// The heads of functions and of their free-text parameters. All begin with `<` and have no other.
#[derive(Debug, Default)]
pub(super) struct Heads {
    /// (node, byte) to node; node 0 is the root.
    edges: HashMap<(u32, u8), u32>,
    nodes: u32,
    /// (node, function) to what opens there; functions open whatever was open.
    ends: HashMap<(u32, Option<u16>), Opens>,
    params: Vec<TextParam>,
}

/// Where a tracker stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Track {
    node: u32,
    function: Option<u16>,
    text: Option<InText>,
}

/// Inside a free-text value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct InText {
    pub param: u16,
    pub point: TextPoint,
    /// Characters so far.
    chars: u32,
    /// Not blank throughout.
    nonblank: bool,
    /// Long enough, whatever comes: longer than `min`, as a last line break does not count.
    solid: bool,
}

impl Heads {
    pub fn function(&mut self, function: u16, head: &str) {
        let node = self.path(head);
        self.ends.insert((node, None), Opens::Function(function));
    }

    pub fn text(&mut self, function: u16, head: &str, param: TextParam) {
        let node = self.path(head);
        self.ends.insert((node, Some(function)), Opens::Text(self.params.len() as u16));
        self.params.push(param);
    }

    pub fn param(&self, text: &InText) -> &TextParam {
        &self.params[text.param as usize]
    }

    fn path(&mut self, head: &str) -> u32 {
        debug_assert!(head.starts_with('<') && head.matches('<').count() == 1);
        let mut node = 0;
        for &byte in head.as_bytes() {
            let next = self.nodes + 1;
            node = *self.edges.entry((node, byte)).or_insert(next);
            self.nodes = self.nodes.max(node);
        }
        node
    }

    pub fn feed(&self, track: &mut Track, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.push(track, byte));
    }

    fn push(&self, track: &mut Track, byte: u8) {
        if let Some(text) = &mut track.text {
            let param = &self.params[text.param as usize];
            if text.point.push(param.close.as_bytes(), byte) {
                track.text = None;
            } else {
                text.chars = text.chars.saturating_add(u32::from(byte & 0xC0 != 0x80));
                text.nonblank |= !byte.is_ascii_whitespace();
                let long = text.chars as usize > param.min;
                text.solid |= text.nonblank && long && text.point.tag == 0;
            }
            return;
        }
        let from = if byte == b'<' { 0 } else { track.node };
        track.node = match self.edges.get(&(from, byte)) {
            Some(&node) if from != 0 || byte == b'<' => node,
            _ => 0,
        };
        let end = self.ends.get(&(track.node, None)).or_else(|| {
            track.function.and_then(|function| self.ends.get(&(track.node, Some(function))))
        });
        match end {
            Some(&Opens::Function(function)) => track.function = Some(function),
            Some(&Opens::Text(param)) => {
                let point = TextPoint::default();
                let (nonblank, solid) = (false, false);
                track.text = Some(InText { param, point, chars: 0, nonblank, solid });
            }
            None => {}
        }
    }
}

impl Track {
    /// The free text the call stands in, if it does.
    pub fn text(&self) -> Option<&InText> {
        self.text.as_ref()
    }
}

impl InText {
    /// Whether every token of whole characters without `<` fits: no bound on the length is near.
    pub fn is_roomy(&self, param: &TextParam, token_bytes_max: usize) -> bool {
        param.max.is_none_or(|max| max.saturating_sub(self.chars as usize) > token_bytes_max)
    }

    /// Whether the mask depends on the parameter and the point alone.
    pub fn is_settled(&self, param: &TextParam) -> bool {
        self.point.rest == 0 && (self.chars == 0 || param.min == 0 || self.solid)
    }

    /// Whether nothing of the value has come yet.
    pub fn is_fresh(&self) -> bool {
        self.chars == 0
    }
}
