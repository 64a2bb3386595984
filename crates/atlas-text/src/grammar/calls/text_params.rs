//! Free-text values of a tool call, followed byte by byte.

use crate::grammar::vocabulary::free_text::TextPoint;
use std::collections::HashMap;

/// One parameter whose value is free text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TextParam {
    /// Text that ends the value.
    pub close: String,
    /// A line break before `close` does not count.
    pub newline: bool,
    /// Fewest characters. The grammar takes 1 for "not blank" and has no other bound.
    pub min: usize,
    /// Most characters.
    pub max: Option<usize>,
    /// The grammar restricts the text by more than its end.
    pub shaped: bool,
}

/// First characters of a closing tag. A text must not contain them before it is long enough.
pub(crate) fn begin_of(close: &str) -> &str {
    let end = close.char_indices().nth(3).map_or(close.len(), |(at, _)| at);
    &close[..end]
}

/// A function or a parameter that a head opens. A parameter has a bit in the set of those that
/// the call has had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opens {
    Function(u16),
    Text {
        param: u16,
        bit: u8,
    },
    Other {
        bit: u8,
    },
    /// A text of the parameter whose key has come.
    Quote,
}

/// Texts that are known by the key before them, of calls whose arguments have no tags.
#[derive(Debug, Default)]
struct Keys {
    /// (function, hash of the key and what follows it) to a text.
    params: HashMap<(u16, u64), u16>,
    /// Texts of which nothing is known but their end.
    other: u16,
}

/// Hashes of bytes (FNV-1a).
fn hash(state: u64, byte: u8) -> u64 {
    (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
}

const HASH_START: u64 = 0xCBF2_9CE4_8422_2325;

/// The heads of functions and of their parameters. All begin with `<` and have no other.
#[derive(Debug, Default)]
pub(crate) struct Heads {
    /// (node, byte) to node; node 0 is the root.
    edges: HashMap<(u32, u8), u32>,
    nodes: u32,
    /// (node, function) to what opens there; functions open whatever was open.
    ends: HashMap<(u32, Option<u16>), Opens>,
    params: Vec<TextParam>,
    bounded: bool,
    keys: Option<Keys>,
}

/// Position of a tracker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Track {
    node: u32,
    function: Option<u16>,
    /// Distinguishes points of this call that may go on differently: the bits of its parameters so
    /// far, or a hash of all but its texts.
    context: u64,
    /// A hash of the key before a text, and how deep it stands; without tags alone.
    key: u64,
    depth: u8,
    text: Option<InText>,
    /// A text was longer or shorter than it may be.
    broken: bool,
}

/// Inside a free-text value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct InText {
    pub param: u16,
    pub point: TextPoint,
    /// Characters so far.
    chars: u32,
    /// The last byte.
    last: u8,
    /// Characters before what may be the closing tag, less a line break that does not count.
    len: u32,
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

    /// A parameter whose value is no free text. `bit`: its own in the set of a call's parameters;
    /// 0 where they come in one order, so that none is to be remembered.
    pub fn other(&mut self, function: u16, head: &str, bit: u8) {
        let node = self.path(head);
        self.ends.insert((node, Some(function)), Opens::Other { bit });
    }

    /// A parameter whose value is free text.
    pub fn text(&mut self, function: u16, head: &str, bit: u8, param: TextParam) {
        let node = self.path(head);
        let opens = Opens::Text { param: self.params.len() as u16, bit };
        self.ends.insert((node, Some(function)), opens);
        self.bounded |= param.min > 1 || param.max.is_some();
        self.params.push(param);
    }

    /// Texts stand between `quote`s and are known by the keys before them.
    pub fn quote(&mut self, quote: &str) {
        let node = self.path(quote);
        self.ends.insert((node, None), Opens::Quote);
        self.keys = Some(Keys { other: self.params.len() as u16, ..Keys::default() });
        let (close, newline, min, max) = (quote.to_owned(), false, 0, None);
        self.params.push(TextParam { close, newline, min, max, shaped: true });
    }

    /// A parameter of which the text begins after `head`, its key and the quote.
    pub fn keyed(&mut self, function: u16, head: &str, param: TextParam) {
        let Some(keys) = &mut self.keys else { return };
        let key = head.bytes().fold(HASH_START, hash);
        keys.params.insert((function, key), self.params.len() as u16);
        self.bounded |= param.min > 1 || param.max.is_some();
        self.params.push(param);
    }

    /// Follows what is no text in a call without tags.
    fn follow(track: &mut Track, byte: u8) {
        track.context = hash(track.context, byte);
        match byte {
            b'{' | b'[' => track.depth = track.depth.saturating_add(1),
            b'}' | b']' => track.depth = track.depth.saturating_sub(1),
            _ => {}
        }
        track.key = if b"{[,".contains(&byte) { HASH_START } else { hash(track.key, byte) };
    }

    /// The texts, in the order of their heads in the grammar.
    pub fn params(&self) -> &[TextParam] {
        &self.params
    }

    /// The texts of which nothing is known but their end, of calls without tags.
    pub fn quoted(&self) -> Option<u16> {
        self.keys.as_ref().map(|keys| keys.other)
    }

    /// Whether some text has a bound that the grammar does not know.
    pub fn is_bounded(&self) -> bool {
        self.bounded
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
                track.broken |= text.push(param, byte);
            }
            return;
        }
        if self.keys.is_some() {
            Self::follow(track, byte);
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
            Some(&Opens::Function(function)) => {
                (track.function, track.context) = (Some(function), 0);
                (track.key, track.depth) = (HASH_START, 1);
            }
            Some(&Opens::Other { bit }) => track.context |= u64::from(bit),
            Some(Opens::Quote) => {
                let keys = self.keys.as_ref().zip(track.function);
                let key = |(keys, function): (&Keys, u16)| {
                    let known = keys.params.get(&(function, track.key));
                    known.filter(|_| track.depth == 1).copied().unwrap_or(keys.other)
                };
                if let Some(param) = keys.map(key) {
                    let point = TextPoint::default();
                    track.text = Some(InText { param, point, ..InText::default() });
                }
            }
            Some(&Opens::Text { param, bit }) => {
                track.context |= u64::from(bit);
                let point = TextPoint::default();
                track.text = Some(InText { param, point, ..InText::default() });
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

    /// A value that, with the text itself, decides the continuations of a text.
    pub fn context(&self) -> u64 {
        self.context
    }

    /// Whether a text has broken its bounds.
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// Whether only bytes from `<` on can end or begin a text.
    pub fn is_between_tags(&self) -> bool {
        match &self.text {
            Some(text) => text.point.tag == 0,
            None => self.node == 0,
        }
    }
}

impl InText {
    /// Goes past a byte that does not close the text, after its point has; whether the text is
    /// now too long, or begins to close too early.
    fn push(&mut self, param: &TextParam, byte: u8) -> bool {
        let before = self.chars;
        self.chars = self.chars.saturating_add(u32::from(byte & 0xC0 != 0x80));
        self.nonblank |= !byte.is_ascii_whitespace();
        let (end, last) = match self.point.tag {
            0 => (self.chars, byte),
            1 => (before, self.last),
            _ => (0, 0),
        };
        if self.point.tag < 2 {
            self.len = end - u32::from(param.newline && last == b'\n' && end > 0);
        }
        self.last = byte;
        let long = self.chars as usize > param.min;
        self.solid |= self.nonblank && long && self.point.tag == 0;
        let len = self.len as usize;
        let begun = self.point.tag as usize >= begin_of(&param.close).len();
        param.max.is_some_and(|max| len > max) || (begun && len < param.min)
    }

    /// Characters that may still come, if it stands outside of the tag and inside no character;
    /// `None` inside: none, not even a line break that does not count.
    pub fn room(&self, param: &TextParam) -> Option<Option<usize>> {
        let open = self.point.tag == 0 && self.point.rest == 0;
        param.max.filter(|_| open).map(|max| max.checked_sub(self.chars as usize))
    }

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
