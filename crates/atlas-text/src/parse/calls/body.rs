//! Body of the call that is being read, and its output.

use crate::parse::calls::call_out::CallOut;
use crate::parse::calls::flow::{Again, Ending, Flow};
use crate::parse::calls::gemma::GemmaCall;
use crate::parse::calls::json_call::JsonCall;
use crate::parse::calls::xml::XmlCall;
use crate::parse::chars::is_blank;
use crate::parse::json::scan::{JsonScan, Scan};
use crate::parse::schema::tool_set::ToolSet;

/// A call whose name is known or that is known to be JSON.
#[derive(Debug)]
pub(crate) enum Body {
    Xml(XmlCall),
    Json(Box<JsonCall>),
    /// A name was given; a JSON object follows.
    Arguments {
        tool: usize,
        scan: JsonScan,
        /// The object stands in a code fence that opened before it.
        fenced: bool,
    },
    Gemma(GemmaCall),
}

impl Body {
    /// The arguments of `tool`, from before their opening brace on.
    pub fn arguments(tool: usize, fenced: bool) -> Self {
        Self::Arguments { tool, scan: JsonScan::new(true), fenced }
    }

    /// The tool, if it is known.
    pub fn tool(&self) -> Option<usize> {
        match self {
            Self::Xml(xml) => Some(xml.tool()),
            Self::Json(json) => json.tool(),
            Self::Arguments { tool, .. } => Some(*tool),
            Self::Gemma(gemma) => Some(gemma.tool()),
        }
    }

    pub fn feed(&mut self, c: char, call: &mut CallOut, tools: &ToolSet) -> Flow {
        match self {
            Self::Xml(xml) => xml.feed(c, call, tools),
            Self::Json(json) => json.feed(c, call, tools),
            Self::Arguments { tool, scan, .. } => feed_arguments(c, *tool, scan, call),
            Self::Gemma(gemma) => gemma.feed(c, call, tools),
        }
    }

    /// Returns the state of a begun call at the end of the answer.
    pub fn finish(&mut self, call: &mut CallOut, tools: &ToolSet) -> Ending {
        match self {
            Self::Xml(xml) => xml.finish(call, tools),
            Self::Json(json) if json.has_arguments() => Ending::Complete,
            Self::Json(_) | Self::Arguments { .. } | Self::Gemma(_) => Ending::Cut,
        }
    }
}

fn feed_arguments(c: char, tool: usize, scan: &mut JsonScan, call: &mut CallOut) -> Flow {
    if !call.begun() {
        if is_blank(c) {
            return Flow::More;
        }
        if c != '{' {
            return Flow::Fail(Again::This);
        }
        call.begin(tool);
    }
    match scan.feed(c, &mut call.json) {
        Scan::More => Flow::More,
        Scan::Done => Flow::End(Again::Nothing),
        Scan::DoneBefore | Scan::Bad => Flow::Cut(Again::This),
    }
}
