//! Streaming forms of the decoder steps that act on the joined text.

use crate::tokenizer::TextStage;

/// A [`TextStage`] with what it holds back.
#[derive(Debug)]
pub(crate) enum StageState {
    StripStart { content: char, left: usize },
    Replace { pattern: String, content: String, held: String },
}

impl StageState {
    /// `continues`: the text has begun before, so nothing is stripped from its start.
    pub(crate) fn new(stage: &TextStage, continues: bool) -> Self {
        match stage {
            TextStage::StripStart { content, count } => {
                Self::StripStart { content: *content, left: if continues { 0 } else { *count } }
            }
            TextStage::Replace { pattern, content } => Self::Replace {
                pattern: pattern.clone(),
                content: content.clone(),
                held: String::new(),
            },
        }
    }

    fn push(&mut self, text: &str, out: &mut String) {
        match self {
            Self::StripStart { content, left } => {
                let mut rest = text;
                while *left > 0 && !rest.is_empty() {
                    match rest.strip_prefix(*content) {
                        Some(after) => {
                            rest = after;
                            *left -= 1;
                        }
                        None => *left = 0,
                    }
                }
                out.push_str(rest);
            }
            Self::Replace { pattern, content, held } => {
                held.push_str(text);
                let mut start = 0;
                while let Some(at) = held[start..].find(pattern.as_str()) {
                    out.push_str(&held[start..start + at]);
                    out.push_str(content);
                    start += at + pattern.len();
                }
                // The longest suffix that begins the pattern could still become a match.
                let rest = &held[start..];
                let keep = pattern
                    .char_indices()
                    .rev()
                    .map(|(end, _)| end)
                    .find(|end| rest.ends_with(&pattern[..*end]))
                    .unwrap_or(0);
                out.push_str(&rest[..rest.len() - keep]);
                held.drain(..held.len() - keep);
            }
        }
    }

    fn finish(&mut self, out: &mut String) {
        if let Self::Replace { held, .. } = self {
            out.push_str(held);
            held.clear();
        }
    }
}

/// Runs `text` through the stages.
pub(crate) fn feed(stages: &mut [StageState], text: &str, out: &mut String) {
    match stages {
        _ if text.is_empty() => {}
        [] => out.push_str(text),
        [stage, rest @ ..] => {
            let mut next = String::new();
            stage.push(text, &mut next);
            feed(rest, &next, out);
        }
    }
}

/// Runs the last `text` through the stages and empties them.
pub(crate) fn finish(stages: &mut [StageState], text: &str, out: &mut String) {
    match stages {
        [] => out.push_str(text),
        [stage, rest @ ..] => {
            let mut next = String::new();
            stage.push(text, &mut next);
            stage.finish(&mut next);
            finish(rest, &next, out);
        }
    }
}
