//! Free text between tags, as the automaton sees it.

use super::term::character;
use std::rc::Rc;

/// Bounds on a text between tags.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TextSpec {
    pub close: String,
    /// A line break before the closing tag does not count.
    pub newline: bool,
    pub min: usize,
    pub max: Option<usize>,
}

/// A position in such a text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TextState {
    spec: Rc<TextSpec>,
    /// Bytes of a character that is not whole yet.
    part: Vec<u8>,
    /// Bytes of the closing tag at the end of the text.
    tag: usize,
    chars: usize,
    last_is_newline: bool,
    blank: bool,
    /// Length and blankness of the text in front of the tag.
    before: (usize, bool),
}

impl TextState {
    pub fn new(spec: TextSpec) -> Self {
        let spec = Rc::new(spec);
        let (part, before) = (Vec::new(), (0, true));
        Self { spec, part, tag: 0, chars: 0, last_is_newline: false, blank: true, before }
    }

    fn len(&self) -> usize {
        self.chars - usize::from(self.spec.newline && self.last_is_newline && self.chars > 0)
    }

    /// Whether a text of this length and blankness may end.
    fn fits(&self, (len, blank): (usize, bool)) -> bool {
        let spec = &self.spec;
        len >= spec.min && spec.max.is_none_or(|max| len <= max) && (spec.min == 0 || !blank)
    }

    /// `None`: no text goes on like this. `Some(None)`: the closing tag is complete.
    pub fn step(&self, byte: u8) -> Option<Option<Self>> {
        let mut next = self.clone();
        let close = self.spec.close.as_bytes();
        let here = (self.len(), self.blank);
        if byte == close[self.tag] {
            if self.tag == 0 {
                next.before = here;
            }
            next.tag += 1;
        } else if byte == close[0] {
            (next.tag, next.before) = (1, here);
        } else {
            next.tag = 0;
        }
        next.part.push(byte);
        if character(&next.part)? {
            next.blank &= matches!(next.part[..], [b' ' | b'\t' | b'\r' | b'\n']);
            next.last_is_newline = next.part == b"\n";
            next.part.clear();
            next.chars += 1;
        }
        if next.tag == close.len() {
            return self.fits(next.before).then_some(None);
        }
        // The beginning of the tag is allowed only where the text could end.
        let begin: usize = self.spec.close.chars().take(3).map(char::len_utf8).sum();
        let spec = &self.spec;
        if next.tag >= begin && spec.min > 0 && (next.before.0 < spec.min || next.before.1) {
            return None;
        }
        let chars = next.len() + usize::from(!next.part.is_empty());
        let most = if next.tag == 0 { chars } else { next.before.0 };
        if spec.max.is_some_and(|max| most > max) {
            return None;
        }
        if spec.max.is_none() {
            // Longer texts are all alike.
            next.chars = next.chars.min(spec.min + 2);
        }
        if next.tag == 0 {
            next.before = (0, true);
        }
        Some(Some(next))
    }
}
