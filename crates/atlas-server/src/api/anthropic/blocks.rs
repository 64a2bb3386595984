//! Content blocks of an answer. Whole and streamed answers are made from the same changes, so they
//! are equal by construction.

use super::types::response::{BlockDelta, ContentBlock};
use crate::generation::job::Job;
use crate::ids::Origin;
use atlas_text::{OutputEvent, complete_members};
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
                *input = complete(&std::mem::take(&mut json));
            }
            (BlockChange::Delta(_) | BlockChange::End, _) => {}
        }
    }
    content
}

/// Parses an object; of a truncated one returns the complete members.
fn complete(json: &str) -> Box<RawValue> {
    RawValue::from_string(complete_members(json)).unwrap_or_else(|_| no_input())
}
