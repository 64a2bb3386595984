//! What the parsers of calls write to, and the call that is being read.

use super::gemma::GemmaCall;
use super::json_call::JsonCall;
use super::json_scan::{JsonScan, Scan};
use super::tools::ToolSet;
use super::xml::XmlCall;
use super::{Again, Ending, Flow, OutputNote, is_blank};

/// The output of one call before it becomes events.
#[derive(Debug, Default)]
pub(super) struct CallOut {
    pub index: usize,
    /// The tool, once the call has begun.
    pub tool: Option<usize>,
    /// Argument text that is certain and not delivered yet.
    pub json: String,
    /// Delivered when the call ends, so that they do not depend on how the answer is cut.
    pub notes: Vec<OutputNote>,
}

impl CallOut {
    pub fn begin(&mut self, tool: usize) {
        self.tool = Some(tool);
    }

    pub fn begun(&self) -> bool {
        self.tool.is_some()
    }

    pub fn note_missing_close(&mut self) {
        self.notes.push(OutputNote::MissingClose { index: self.index });
    }
}

/// A call whose name is known or that is known to be JSON.
#[derive(Debug)]
pub(super) enum Body {
    Xml(XmlCall),
    Json(Box<JsonCall>),
    /// A name was given; a JSON object follows.
    Arguments {
        tool: usize,
        scan: JsonScan,
    },
    Gemma(GemmaCall),
}

impl Body {
    pub fn feed(&mut self, c: char, call: &mut CallOut, tools: &ToolSet) -> Flow {
        match self {
            Self::Xml(xml) => xml.feed(c, call, tools),
            Self::Json(json) => json.feed(c, call, tools),
            Self::Arguments { tool, scan } => feed_arguments(c, *tool, scan, call),
            Self::Gemma(gemma) => gemma.feed(c, call, tools),
        }
    }

    /// How a call that has begun stands at the end of the answer.
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
