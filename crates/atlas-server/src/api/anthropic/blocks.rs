//! Content blocks of an answer. Whole and streamed answers are made from the same changes, so they
//! are equal by construction.

use super::types::response::{BlockDelta, ContentBlock};
use crate::generation::job::Job;
use crate::ids::Origin;
use atlas_text::OutputEvent;
use serde_json::value::RawValue;

/// One change of the content blocks. A delta belongs to the last block.
#[derive(Debug)]
pub enum BlockChange {
    Begin(ContentBlock),
    Delta(BlockDelta),
    End,
}

/// The kinds of content block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BlockKind {
    Text,
    Thinking,
    Call,
}

/// Turns the parts of an answer into changes of its content blocks.
#[derive(Debug)]
pub struct Blocks {
    open: Option<BlockKind>,
    show_thinking: bool,
    origin: Origin,
}

impl Blocks {
    /// `show_thinking` includes the text of thinking blocks.
    pub fn new(job: &Job, show_thinking: bool) -> Self {
        Self { open: None, show_thinking, origin: job.origin }
    }

    /// Adds a part of the answer.
    pub fn push(&mut self, part: OutputEvent, out: &mut Vec<BlockChange>) {
        match part {
            OutputEvent::Text(text) => {
                if self.open != Some(BlockKind::Text) {
                    self.begin(BlockKind::Text, ContentBlock::Text { text: String::new() }, out);
                }
                out.push(BlockChange::Delta(BlockDelta::TextDelta { text }));
            }
            OutputEvent::Reasoning(thinking) => {
                if self.open != Some(BlockKind::Thinking) {
                    let (thinking, signature) = Default::default();
                    let block = ContentBlock::Thinking { thinking, signature };
                    self.begin(BlockKind::Thinking, block, out);
                }
                if self.show_thinking {
                    out.push(BlockChange::Delta(BlockDelta::ThinkingDelta { thinking }));
                }
            }
            OutputEvent::CallBegin { index, name } => {
                let id = self.origin.id("toolu", index as u64);
                let block = ContentBlock::ToolUse { id, name, input: no_input() };
                self.begin(BlockKind::Call, block, out);
            }
            OutputEvent::CallArguments { json, .. } => {
                out.push(BlockChange::Delta(BlockDelta::InputJsonDelta { partial_json: json }));
            }
            OutputEvent::CallEnd { .. } | OutputEvent::CallCut { .. } => self.end(out),
            OutputEvent::Note(_) => {}
        }
    }

    fn begin(&mut self, kind: BlockKind, block: ContentBlock, out: &mut Vec<BlockChange>) {
        self.end(out);
        self.open = Some(kind);
        out.push(BlockChange::Begin(block));
    }

    /// Ends the open block.
    pub fn end(&mut self, out: &mut Vec<BlockChange>) {
        match self.open.take() {
            None => return,
            Some(BlockKind::Thinking) => {
                let signature = String::new();
                out.push(BlockChange::Delta(BlockDelta::SignatureDelta { signature }));
            }
            Some(_) => {}
        }
        out.push(BlockChange::End);
    }
}

/// The input of a call without arguments.
pub fn no_input() -> Box<RawValue> {
    // `{}` is valid JSON, so the fallback is never used.
    RawValue::from_string("{}".to_owned()).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

/// Applies changes to an empty list of blocks.
pub fn joined(changes: Vec<BlockChange>) -> Vec<ContentBlock> {
    let (mut content, mut json): (Vec<ContentBlock>, _) = (Vec::new(), String::new());
    for change in changes {
        match (change, content.last_mut()) {
            (BlockChange::Begin(block), _) => content.push(block),
            (
                BlockChange::Delta(BlockDelta::TextDelta { text: new }),
                Some(ContentBlock::Text { text }),
            ) => {
                text.push_str(&new);
            }
            (
                BlockChange::Delta(BlockDelta::ThinkingDelta { thinking: new }),
                Some(ContentBlock::Thinking { thinking, .. }),
            ) => thinking.push_str(&new),
            (BlockChange::Delta(BlockDelta::InputJsonDelta { partial_json }), _) => {
                json.push_str(&partial_json);
            }
            (BlockChange::End, Some(ContentBlock::ToolUse { input, .. })) => {
                *input = complete(std::mem::take(&mut json));
            }
            (BlockChange::Delta(_) | BlockChange::End, _) => {}
        }
    }
    content
}

/// Parses an object; of a truncated one returns the complete members.
fn complete(json: String) -> Box<RawValue> {
    let json = match RawValue::from_string(json.clone()) {
        Ok(value) => return value,
        Err(_) => json,
    };
    let (cut, closers) = last_complete(&json);
    let closed: String = json[..cut].chars().chain(closers.chars().rev()).collect();
    RawValue::from_string(closed).unwrap_or_else(|_| no_input())
}

/// Returns the longest prefix length of a JSON text that closing brackets alone complete, and these
/// brackets from the outermost to the innermost.
fn last_complete(json: &str) -> (usize, String) {
    let (mut open, mut best) = (String::new(), (0, String::new()));
    // In an object only a string after a colon is a value.
    let (mut in_string, mut escaped, mut after_colon) = (false, false, false);
    for (at, byte) in json.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' if in_string => {
                in_string = false;
                if after_colon || open.ends_with(']') {
                    best = (at + 1, open.clone());
                }
            }
            b'"' => in_string = true,
            _ if in_string => {}
            b':' => after_colon = true,
            b'{' | b'[' => {
                open.push(if byte == b'{' { '}' } else { ']' });
                after_colon = false;
                best = (at + 1, open.clone());
            }
            b'}' | b']' => {
                open.pop();
                best = (at + 1, open.clone());
            }
            // Numbers and words are complete only if something follows them.
            b',' => {
                after_colon = false;
                best = (at, open.clone());
            }
            _ => {}
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn a_truncated_call_keeps_its_complete_members() {
        let whole = r#"{"a": "x\"}", "b": [1, {"c": 2.50}, "y"], "d": {}, "e": -7, "f": null}"#;
        let expected = |json: &str| complete(json.to_owned()).get().to_owned();
        assert_eq!(expected(whole), whole);
        assert_eq!(expected(""), "{}");
        assert_eq!(expected(r#"{"a": "x\"}"#), "{}");
        assert_eq!(expected(r#"{"a": "x\"}", "b": [1"#), r#"{"a": "x\"}", "b": []}"#);
        assert_eq!(expected(r#"{"a": "x", "b": [1, {"c": 2."#), r#"{"a": "x", "b": [1, {}]}"#);
        assert_eq!(expected(r#"{"a": 1, "b": "y"#), r#"{"a": 1}"#);
        assert_eq!(expected(r#"{"a": 1, "b": "y""#), r#"{"a": 1, "b": "y"}"#);
        assert_eq!(expected(r#"{"a": {"b": 1}, "c""#), r#"{"a": {"b": 1}}"#);
        assert_eq!(expected(r#"{"a": ["x", "y""#), r#"{"a": ["x", "y"]}"#);
        assert_eq!(expected(r#"{"a": tr"#), "{}");
        assert_eq!(expected(r#"{"a": [1, []], "b": 2, "c"#), r#"{"a": [1, []], "b": 2}"#);
        for end in 0..whole.len() {
            let value: Value = serde_json::from_str(&expected(&whole[..end])).expect("JSON");
            assert!(value.is_object(), "{value}");
        }
    }
}
