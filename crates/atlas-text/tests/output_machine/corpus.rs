//! The answers written by hand, in `tests/output`, with the events they must give.

use atlas_text::{Dialect, OutputSpec, ReasoningTags, ToolSet};
use serde::Deserialize;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;

/// Placement of reasoning in an answer.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Reasoning {
    /// There are no tags.
    #[default]
    None,
    /// The answer opens the reasoning.
    Closed,
    /// The prompt has opened it.
    Open,
    /// The answer opens it with Mistral's marks.
    Mistral,
}

#[derive(Debug, Deserialize)]
struct Written {
    name: String,
    #[serde(default)]
    reasoning: Reasoning,
    input: String,
    events: Vec<String>,
}

/// An answer and the events it must give, as [`crate::events::render`] writes them.
#[derive(Debug)]
pub struct Case {
    pub name: String,
    pub dialect: Dialect,
    pub reasoning: Reasoning,
    pub input: String,
    pub events: Vec<String>,
    tools: Arc<ToolSet>,
}

impl Case {
    /// A case without written events.
    pub fn of(name: String, dialect: Dialect, reasoning: Reasoning, input: &str) -> Self {
        let input = input.to_owned();
        Self { name, dialect, reasoning, input, events: Vec::new(), tools: tools() }
    }

    pub fn spec(&self) -> OutputSpec {
        let reasoning = match self.reasoning {
            Reasoning::None => None,
            Reasoning::Closed => Some(ReasoningTags::think(false)),
            Reasoning::Open => Some(ReasoningTags::think(true)),
            Reasoning::Mistral => Some(ReasoningTags::mistral()),
        };
        OutputSpec { dialect: self.dialect, tools: self.tools.clone(), reasoning }
    }
}

fn read<T: for<'de> Deserialize<'de>>(name: &str) -> T {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/output").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// The tools of every case.
pub fn tools() -> Arc<ToolSet> {
    ToolSet::new(&read::<Vec<Value>>("tools.json")).unwrap().into()
}

/// Every written case.
pub fn all_cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for dialect in Dialect::ALL {
        for written in read::<Vec<Written>>(&format!("{dialect}.json")) {
            cases.push(Case {
                name: format!("{dialect}: {}", written.name),
                events: written.events,
                ..Case::of(String::new(), dialect, written.reasoning, &written.input)
            });
        }
    }
    cases
}
