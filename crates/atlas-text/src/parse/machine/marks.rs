//! The marks that the machine looks for between calls.

use crate::parse::dialect::{
    DEEPSEEK_CALL, DEEPSEEK_CALL_CLOSE, DEEPSEEK_CALLS, DEEPSEEK_CALLS_CLOSE, Dialect, XmlForm,
};
use crate::parse::output::{OutputSpec, ReasoningTags};

/// Effect of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    ThinkOpen,
    ThinkClose,
    /// Opens a frame in which calls stand.
    Wrapper,
    /// Opens a call: its name follows.
    Named,
    /// Closing markup, dropped directly after a call.
    Closer,
    /// Three backticks: opens a code fence before a call, closes it after.
    Fence,
}

/// A literal text and what it does.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    pub text: String,
    pub act: Act,
}

/// Comparison of a text with marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Match<T> {
    Whole(T),
    /// Some mark begins like this.
    Partial,
    None,
}

/// Compares `text` with `marks`, none of which begins another.
pub(crate) fn compare<'a, T>(text: &str, marks: impl Iterator<Item = (&'a str, T)>) -> Match<T> {
    let mut found = Match::None;
    for (mark, value) in marks {
        if mark == text {
            return Match::Whole(value);
        }
        if mark.starts_with(text) {
            found = Match::Partial;
        }
    }
    found
}

/// Every mark of an answer.
pub(crate) fn marks(spec: &OutputSpec) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut add = |texts: &[&str], act| {
        let texts = texts.iter().filter(|text| !text.is_empty());
        marks.extend(texts.map(|text| Mark { text: (*text).to_owned(), act }));
    };
    if let Some(ReasoningTags { open, close, .. }) = &spec.reasoning {
        add(&[open], Act::ThinkOpen);
        add(&[close], Act::ThinkClose);
    }
    if spec.tools.is_empty() {
        return marks;
    }
    match spec.dialect {
        Dialect::Qwen3Coder | Dialect::MinimaxXml | Dialect::DeepseekDsml => {
            if let Some(XmlForm { wrappers, wrapper_closes, calls, call_closes, .. }) =
                spec.dialect.xml()
            {
                add(wrappers, Act::Wrapper);
                add(calls, Act::Named);
                add(wrapper_closes, Act::Closer);
                add(call_closes, Act::Closer);
            }
        }
        Dialect::Hermes => {
            add(&["<tool_call>"], Act::Wrapper);
            add(&["</tool_call>"], Act::Closer);
        }
        Dialect::BareJson => add(&["```"], Act::Fence),
        Dialect::Mistral => add(&["[TOOL_CALLS]"], Act::Wrapper),
        Dialect::Llama => {
            add(&["<|python_tag|>"], Act::Wrapper);
            add(&["<function="], Act::Named);
            add(&["</function>"], Act::Closer);
            add(&["```"], Act::Fence);
        }
        Dialect::Gemma => {
            add(&["<|tool_call>", "<start_function_call>"], Act::Named);
            add(&["<tool_call|>", "<end_function_call>"], Act::Closer);
        }
        Dialect::DeepseekV3 => {
            add(&[DEEPSEEK_CALLS], Act::Wrapper);
            add(&[DEEPSEEK_CALL], Act::Named);
            add(&[DEEPSEEK_CALL_CLOSE, DEEPSEEK_CALLS_CLOSE], Act::Closer);
            add(&["```"], Act::Fence);
        }
    }
    marks
}
