//! Parts of an answer in the shapes of chat completions.

use super::types::response::{AssistantMessage, ChatDelta, FunctionCall, Intervention, ToolCall};
use crate::generation::choice::Note;
use crate::ids::Origin;
use atlas_text::{OutputEvent, OutputNote};

/// The message of a whole answer, which is `choice` of its request.
pub fn message(parts: Vec<OutputEvent>, origin: Origin, choice: u32) -> AssistantMessage {
    let (mut content, mut reasoning) = (String::new(), String::new());
    let mut calls: Vec<ToolCall> = Vec::new();
    for part in parts {
        match part {
            OutputEvent::Text(text) => content.push_str(&text),
            OutputEvent::Reasoning(text) => reasoning.push_str(&text),
            OutputEvent::CallBegin { index, name } => {
                calls.push(begun(None, origin.call_id(choice, index), name));
            }
            OutputEvent::CallArguments { json, .. } => {
                if let Some(call) = calls.last_mut() {
                    call.function.arguments.push_str(&json);
                }
            }
            OutputEvent::CallEnd { .. } | OutputEvent::CallCut { .. } | OutputEvent::Note(_) => {}
        }
    }
    AssistantMessage {
        role: "assistant",
        content: (!content.is_empty() || calls.is_empty()).then_some(content),
        refusal: None,
        reasoning_content: (!reasoning.is_empty()).then_some(reasoning),
        tool_calls: (!calls.is_empty()).then_some(calls),
    }
}

/// The chunk of a stream that a part is; `None` for parts that show nothing.
pub fn delta(part: OutputEvent, origin: Origin, choice: u32) -> Option<ChatDelta> {
    let mut delta = ChatDelta::default();
    match part {
        OutputEvent::Text(text) => delta.content = Some(text),
        OutputEvent::Reasoning(text) => delta.reasoning_content = Some(text),
        OutputEvent::CallBegin { index, name } => {
            let id = origin.call_id(choice, index);
            delta.tool_calls = Some(vec![begun(Some(index), id, name)]);
        }
        OutputEvent::CallArguments { index, json } => {
            let function = FunctionCall { name: None, arguments: json };
            let call = ToolCall { index: Some(index), id: None, kind: None, function };
            delta.tool_calls = Some(vec![call]);
        }
        OutputEvent::CallEnd { .. } | OutputEvent::CallCut { .. } | OutputEvent::Note(_) => {
            return None;
        }
    }
    Some(delta)
}

fn begun(index: Option<usize>, id: String, name: String) -> ToolCall {
    ToolCall {
        index,
        id: Some(id),
        kind: Some("function"),
        function: FunctionCall { name: Some(name), arguments: String::new() },
    }
}

/// A note in the list of interventions.
pub fn intervention(note: &Note) -> Intervention {
    let (kind, empty) = (note.kind(), Intervention::default());
    match note.clone() {
        Note::Output(
            OutputNote::CallInReasoning { name }
            | OutputNote::IncompleteCallInReasoning { name }
            | OutputNote::InvalidCallInReasoning { name },
        ) => Intervention { kind, tool: Some(name), ..empty },
        Note::Output(OutputNote::MissingClose { index }) => {
            Intervention { kind, call: Some(index), ..empty }
        }
        Note::Output(OutputNote::KeptAsString { index, key }) => {
            Intervention { kind, call: Some(index), argument: Some(key), ..empty }
        }
        Note::Thinking(forced) => Intervention { kind, tokens: Some(forced.tokens), ..empty },
        Note::Unpromised => Intervention { kind, ..empty },
        Note::Guard(fired) => {
            Intervention { kind, limit: Some(fired.limit), tokens: fired.pattern_size, ..empty }
        }
    }
}
