//! The head of a call that gives the name in markup.

use crate::parse::calls::body::Body;
use crate::parse::calls::deepseek_head;
use crate::parse::calls::gemma::GemmaCall;
use crate::parse::calls::head::Head;
use crate::parse::calls::xml::{XmlCall, attribute_name};
use crate::parse::chars::{is_blank, is_newline};
use crate::parse::dialect::Dialect;
use crate::parse::machine::marks::{Match, compare};
use crate::parse::schema::tool_set::ToolSet;

/// A head may be this much longer than the longest name.
const HEAD_EXTRA: usize = 128;

/// Reads the name of a call.
#[derive(Debug)]
pub(crate) struct NamedHead {
    dialect: Dialect,
    /// The text so far, without the mark before it.
    text: String,
    /// Mistral: where the mark after the name begins, and what has been read.
    part: HeadPart,
}

#[derive(Debug, PartialEq, Eq)]
enum HeadPart {
    Name,
    /// In a mark that began here.
    Mark {
        from: usize,
    },
    /// In the id of the call.
    Id {
        from: usize,
    },
}

impl NamedHead {
    pub fn new(dialect: Dialect) -> Self {
        Self { dialect, text: String::new(), part: HeadPart::Name }
    }

    pub fn feed(&mut self, c: char, tools: &ToolSet) -> Head {
        self.text.push(c);
        let fail = Head::Fail { again: c.len_utf8() };
        if self.text.len() > tools.name_len_max() + HEAD_EXTRA {
            return fail;
        }
        match self.dialect {
            Dialect::Mistral => self.mistral(c, tools),
            Dialect::Gemma => self.gemma(c, tools),
            Dialect::DeepseekV3 => deepseek_head::feed(&self.text, c, tools),
            _ if c == '<' || is_newline(c) => fail,
            _ if c != '>' => Head::More,
            dialect => {
                let head = self.text.trim_end_matches('>').trim();
                let name = if dialect == Dialect::MinimaxXml || dialect == Dialect::DeepseekDsml {
                    attribute_name(head)
                } else {
                    head.trim_matches(['"', '\''])
                };
                let Some(tool) = tools.find(name) else { return fail };
                let body = match dialect.xml() {
                    Some(form) => Body::Xml(XmlCall::new(tool, form)),
                    None => Body::arguments(tool, false),
                };
                Head::Body { body, feed: false }
            }
        }
    }

    /// `NAME{…}`, `NAME[ARGS]{…}` or `NAME[CALL_ID]id[ARGS]{…}`; the brace is not read here.
    fn mistral(&mut self, c: char, tools: &ToolSet) -> Head {
        let at = self.text.len() - c.len_utf8();
        match self.part {
            HeadPart::Name if c == '[' || c == '{' => {
                let Some(tool) = tools.find(self.text[..at].trim()) else {
                    return Head::Fail { again: c.len_utf8() };
                };
                if c == '[' {
                    self.part = HeadPart::Mark { from: at };
                    return Head::More;
                }
                self.arguments(tool, true)
            }
            HeadPart::Mark { from } => {
                let marks = [("[ARGS]", true), ("[CALL_ID]", false)];
                match compare(&self.text[from..], marks.into_iter()) {
                    Match::Partial => Head::More,
                    Match::None => Head::Fail { again: self.text.len() - from },
                    Match::Whole(true) => self.arguments_after(tools),
                    Match::Whole(false) => {
                        self.part = HeadPart::Id { from: self.text.len() };
                        Head::More
                    }
                }
            }
            HeadPart::Id { .. } if c == '[' => {
                self.part = HeadPart::Mark { from: at };
                Head::More
            }
            HeadPart::Name if !tools.begins_name(self.text.trim()) => {
                Head::Fail { again: c.len_utf8() }
            }
            HeadPart::Id { .. } if is_newline(c) => Head::Fail { again: c.len_utf8() },
            HeadPart::Name | HeadPart::Id { .. } => Head::More,
        }
    }

    /// The name again, which ends at the first mark.
    fn arguments_after(&self, tools: &ToolSet) -> Head {
        let name = self.text.split('[').next().unwrap_or_default().trim();
        match tools.find(name) {
            Some(tool) => self.arguments(tool, false),
            None => Head::Fail { again: 0 },
        }
    }

    fn arguments(&self, tool: usize, feed: bool) -> Head {
        Head::Body { body: Body::arguments(tool, false), feed }
    }

    /// `call:NAME{`
    fn gemma(&mut self, c: char, tools: &ToolSet) -> Head {
        let text = self.text.trim_start_matches(is_blank);
        match text.strip_prefix("call:") {
            None if "call:".starts_with(text) => Head::More,
            None => Head::Fail { again: c.len_utf8() },
            Some(_) if c == '<' => Head::Fail { again: c.len_utf8() },
            Some(name) => match name.strip_suffix('{') {
                None => Head::More,
                Some(name) => match tools.find(name.trim()) {
                    Some(tool) => {
                        Head::Body { body: Body::Gemma(GemmaCall::new(tool)), feed: true }
                    }
                    None => Head::Fail { again: c.len_utf8() },
                },
            },
        }
    }
}
