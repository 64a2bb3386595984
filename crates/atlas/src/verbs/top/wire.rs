//! Data of the events of `/debug/engine` (`docs/contracts/engine-events.md`). Unknown fields are
//! ignored, missing ones are empty, so that other versions of the server can be watched too.

use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;

/// Most characters of a text that are kept.
const CHARS_MAX: usize = 300;

/// Text of a server, without the characters that would act on a terminal.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(String);

impl Text {
    pub fn new(text: &str) -> Self {
        Self(text.chars().filter(|c| is_shown(*c)).take(CHARS_MAX).collect())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Self::new(&text))
    }
}

/// Whether a character has a place of its own: no control character, none without width, and none
/// that turns the direction of what follows.
fn is_shown(c: char) -> bool {
    let marks = matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}');
    !c.is_control() && !marks
}

/// The first event.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Hello {
    pub version: Text,
    pub model: Text,
    pub device: Text,
    pub block_tokens: u64,
    pub context: u64,
    pub ceiling: Option<Ceiling>,
}

/// Tokens a second that one sequence can reach at most.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Ceiling {
    pub tokens_per_second: f64,
    pub source: Text,
}

/// The engine at one moment; counters are totals since its start.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct State {
    /// Milliseconds since 1970.
    pub time: u64,
    pub running: Vec<Running>,
    pub waiting: Vec<Waiting>,
    pub waiting_left_out: u64,
    pub slots: Use,
    pub blocks: BlockUse,
    pub snapshots: Use,
    pub tiers: Vec<TierUse>,
    /// Where KV blocks lie on the disk.
    pub disk: Option<Disk>,
    pub prefix: Prefix,
    pub drafts: Drafts,
    pub steps: Vec<Step>,
    pub tokens_per_second: f64,
}

impl State {
    /// Waiting requests, with those that the event leaves out.
    pub fn waiting_count(&self) -> u64 {
        (self.waiting.len() as u64).saturating_add(self.waiting_left_out)
    }
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Running {
    pub id: Text,
    pub api: Text,
    pub slot: u64,
    pub state: Text,
    pub prompt: u64,
    pub cached: u64,
    pub computed: u64,
    pub generated: u64,
    pub max: u64,
    pub seconds: f64,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Waiting {
    pub id: Text,
    pub api: Text,
    pub prompt: u64,
    pub seconds: f64,
    pub reason: Text,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Use {
    pub used: u64,
    pub total: u64,
}

/// Blocks of sequences, and those of the prefix cache; some are both.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub struct BlockUse {
    pub used: u64,
    pub cached: u64,
    pub total: u64,
}

/// Bytes of a tier of the cache.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct TierUse {
    pub name: Text,
    pub used: u64,
    pub total: u64,
}

/// The tier of KV blocks on the disk.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Disk {
    pub resident_blocks: u64,
    pub resident_blocks_max: u64,
    pub queue_depth: u64,
    pub read_bytes: u64,
    pub failed_jobs: u64,
    pub hit_share: f64,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Prefix {
    pub hit_tokens: u64,
    pub computed_tokens: u64,
    pub breaks: BTreeMap<Text, u64>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Drafts {
    pub proposed: u64,
    pub accepted: u64,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Step {
    /// Its end, in milliseconds since 1970.
    pub time: u64,
    pub host_ms: f64,
    pub forward_ms: f64,
    pub sample_ms: f64,
    pub rows: u64,
    pub spans: Vec<Span>,
}

/// Rows of one request in a step.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Span {
    pub id: Text,
    pub start: u64,
    pub rows: u64,
}

/// The last event.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct End {
    pub reason: Text,
}

/// Answer of `/debug/prefix`: the tree of cached prefixes, parents before their children.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Tree {
    pub nodes: Vec<Node>,
    pub left_out: u64,
}

/// Cached tokens that belong together.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Node {
    pub id: u64,
    pub parent: Option<u64>,
    pub tokens: u64,
    pub blocks: u64,
    pub snapshot: bool,
    pub tier: Text,
    /// Sequences in slots have its blocks.
    pub used: bool,
    pub text: Text,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_has_no_characters_that_act_on_a_terminal() {
        let hostile = "a\u{1b}[2J\u{7}b\r\n\u{9b}31m\u{202e}c\u{200b}\u{e0041}é界";
        assert_eq!(Text::new(hostile).as_str(), "a[2Jb31mcé界");
        assert_eq!(Text::new(&"x".repeat(1000)).as_str().len(), CHARS_MAX);
    }

    #[test]
    fn missing_and_unknown_fields_are_no_errors() {
        let state: State =
            serde_json::from_str(r#"{"time": 5, "news": [1], "slots": {"used": 1}}"#).unwrap();
        assert_eq!((state.time, state.slots.used, state.slots.total), (5, 1, 0));
        let hello: Hello = serde_json::from_str(r#"{"ceiling": null}"#).unwrap();
        assert!(hello.ceiling.is_none());
    }
}
