//! Stop strings in a stream: found wherever the pieces are cut, never shown in part.
//!
//! The answer ends at the first character at which some stop string is complete; of several that
//! end there the longest counts. This depends on the text alone, so streaming and not streaming
//! agree.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use thiserror::Error;

/// Why a list of stop strings is refused.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum StopError {
    #[error("stop string {index} is empty; an empty stop string would end every answer at once")]
    Empty { index: usize },
}

/// A trie node; node 0 is the root.
#[derive(Clone, Debug, Default)]
struct Node {
    /// Next node if no child fits: the longest proper suffix that is also in the trie.
    fail: u32,
    /// Length in bytes of the prefix this node stands for.
    depth: u32,
    /// The longest stop string that ends here.
    found: Option<u32>,
}

/// A compiled set of stop strings (Aho and Corasick, 1975). Share it in an `Arc`.
#[derive(Clone, Debug)]
pub struct StopStrings {
    strings: Vec<String>,
    nodes: Vec<Node>,
    children: HashMap<(u32, u8), u32>,
}

impl StopStrings {
    /// Compiles `strings`; any number is accepted.
    ///
    /// # Errors
    /// [`StopError::Empty`] for an empty string.
    pub fn new(strings: Vec<String>) -> Result<Self, StopError> {
        if let Some(index) = strings.iter().position(String::is_empty) {
            return Err(StopError::Empty { index });
        }
        let mut set = Self { strings, nodes: vec![Node::default()], children: HashMap::new() };
        for index in 0..set.strings.len() {
            set.insert(index);
        }
        set.link();
        Ok(set)
    }

    /// The strings as given; [`StopOutput::matched`] indexes them.
    pub fn strings(&self) -> &[String] {
        &self.strings
    }

    /// Whether there is nothing to look for.
    pub fn is_empty(&self) -> bool {
        self.strings.is_empty()
    }

    fn insert(&mut self, index: usize) {
        let mut at = 0u32;
        for (i, byte) in self.strings[index].bytes().enumerate() {
            at = *self.children.entry((at, byte)).or_insert_with(|| {
                self.nodes.push(Node { depth: i as u32 + 1, ..Node::default() });
                self.nodes.len() as u32 - 1
            });
        }
        // Of equal strings the first is reported.
        self.nodes[at as usize].found.get_or_insert(index as u32);
    }

    /// Sets the failure links breadth first, so that shorter prefixes are linked before longer.
    fn link(&mut self) {
        let mut by_parent: HashMap<u32, Vec<(u8, u32)>> = HashMap::new();
        for (&(parent, byte), &child) in &self.children {
            by_parent.entry(parent).or_default().push((byte, child));
        }
        let mut queue = VecDeque::from([0u32]);
        while let Some(parent) = queue.pop_front() {
            for &(byte, child) in by_parent.get(&parent).into_iter().flatten() {
                let fail =
                    if parent == 0 { 0 } else { self.step(self.nodes[parent as usize].fail, byte) };
                let inherited = self.nodes[fail as usize].found;
                let node = &mut self.nodes[child as usize];
                node.fail = fail;
                // A string that ends here is longer than one inherited from a suffix.
                node.found = node.found.or(inherited);
                queue.push_back(child);
            }
        }
    }

    fn step(&self, mut at: u32, byte: u8) -> u32 {
        loop {
            if let Some(&next) = self.children.get(&(at, byte)) {
                return next;
            }
            if at == 0 {
                return 0;
            }
            at = self.nodes[at as usize].fail;
        }
    }
}

/// Output that a push made certain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StopOutput {
    /// Text to show; white space counts as text.
    pub text: String,
    /// The stop string that ended the answer, as an index into [`StopStrings::strings`].
    pub matched: Option<usize>,
}

/// Looks for stop strings in one answer.
#[derive(Clone, Debug)]
pub struct StopBuffer {
    stops: Arc<StopStrings>,
    include: bool,
    /// Text that may be the beginning of a stop string.
    held: String,
    state: u32,
    matched: Option<usize>,
}

impl StopBuffer {
    /// `include_stop_str_in_output`: the matched stop string is shown too.
    pub fn new(stops: Arc<StopStrings>, include_stop_str_in_output: bool) -> Self {
        Self {
            stops,
            include: include_stop_str_in_output,
            held: String::new(),
            state: 0,
            matched: None,
        }
    }

    /// Adds text and returns what can be shown. After a match every further push is dropped.
    pub fn push(&mut self, text: &str) -> StopOutput {
        if self.matched.is_some() || text.is_empty() {
            return StopOutput { text: String::new(), matched: self.matched };
        }
        let before = self.held.len();
        self.held.push_str(text);
        for (i, byte) in text.bytes().enumerate() {
            self.state = self.stops.step(self.state, byte);
            if let Some(index) = self.stops.nodes[self.state as usize].found {
                let index = index as usize;
                let end = before + i + 1;
                let cut = if self.include { end } else { end - self.stops.strings[index].len() };
                self.held.truncate(cut);
                self.matched = Some(index);
                return StopOutput { text: std::mem::take(&mut self.held), matched: self.matched };
            }
        }
        // A stop string begins at a character boundary, so this cut lies on one too.
        let keep = self.stops.nodes[self.state as usize].depth as usize;
        let rest = self.held.split_off(self.held.len() - keep);
        StopOutput { text: std::mem::replace(&mut self.held, rest), matched: None }
    }

    /// Adds text that may not end the answer (before `min_tokens`): all of it is shown, and no
    /// stop string begins in it.
    pub fn push_unchecked(&mut self, text: &str) -> String {
        if self.matched.is_some() {
            return String::new();
        }
        self.state = 0;
        let mut shown = std::mem::take(&mut self.held);
        shown.push_str(text);
        shown
    }

    /// Ends the answer: returns what was held back for a stop string that did not come.
    pub fn finish(&mut self) -> String {
        self.state = 0;
        std::mem::take(&mut self.held)
    }

    /// The stop string found so far.
    pub fn matched(&self) -> Option<&str> {
        self.matched.map(|index| self.stops.strings[index].as_str())
    }
}
