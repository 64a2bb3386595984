//! The machine between calls: text, reasoning and the marks in them.

use crate::parse::calls::body::Body;
use crate::parse::calls::call_out::CallOut;
use crate::parse::calls::flow::Ending;
use crate::parse::chars::{is_blank, is_newline};
use crate::parse::dialect::Dialect;
use crate::parse::json::scan::{JsonScan, Scan};
use crate::parse::machine::marks::{Act, Mark, marks};
use crate::parse::machine::state::MachineState;
use crate::parse::machine::state::{Frame, Lead};
use crate::parse::output::{OutputEvent, OutputNote, OutputPlace, OutputSpec};
use crate::parse::schema::tool_set::ToolSet;
use std::sync::Arc;

/// Turns the text of one answer into events, whatever pieces it comes in.
#[derive(Debug)]
pub struct OutputParser {
    pub(crate) dialect: Dialect,
    pub(crate) tools: Arc<ToolSet>,
    pub(crate) marks: Vec<Mark>,
    pub(crate) think_close: Option<String>,
    /// Bytes at which something other than text may begin.
    triggers: [bool; 128],
    pub(crate) reasoning: bool,
    pub(crate) state: MachineState,
    /// Raw text of a candidate for a call, kept as long as it may turn out to be text.
    pub(crate) raw: String,
    /// Blanks that may belong to markup that follows.
    pub(crate) blank: String,
    pub(crate) lead: Lead,
    /// Nothing but blanks came yet.
    pub(crate) at_start: bool,
    /// Nothing but blanks and closing markup came since a call.
    pub(crate) after_call: bool,
    /// The last call stood in the reasoning.
    pub(crate) closed_by_call: bool,
    pub(crate) frame: Frame,
    /// A JSON value that is text: no call begins in it.
    pub(crate) json_text: Option<JsonScan>,
    pub(crate) call: CallOut,
    /// The beginning of the call has been delivered.
    pub(crate) announced: bool,
    /// The answer is calls alone, so that what cannot be read of them is no text.
    calls_alone: bool,
}

impl OutputParser {
    /// For one answer.
    pub fn new(spec: OutputSpec) -> Self {
        let marks = marks(&spec);
        let mut triggers = [false; 128];
        for mark in &marks {
            if let Some(flag) = triggers.get_mut(usize::from(mark.text.as_bytes()[0])) {
                *flag = true;
            }
        }
        if spec.dialect.is_bare() && !spec.tools.is_empty() {
            triggers[usize::from(b'{')] = true;
            triggers[usize::from(b'[')] = true;
        }
        let reasoning = spec.reasoning.as_ref().is_some_and(|tags| tags.starts_open);
        Self {
            dialect: spec.dialect,
            tools: spec.tools,
            marks,
            think_close: spec.reasoning.map(|tags| tags.close).filter(|close| !close.is_empty()),
            triggers,
            reasoning,
            state: MachineState::Plain,
            raw: String::new(),
            blank: String::new(),
            lead: if reasoning { Lead::DropNewlines } else { Lead::Keep },
            at_start: true,
            after_call: false,
            closed_by_call: false,
            frame: Frame::default(),
            json_text: None,
            call: CallOut::default(),
            announced: false,
            calls_alone: false,
        }
    }

    /// For an answer that must be calls and nothing else after the reasoning: what cannot be read
    /// of a call is no text, and a call of a known tool is delivered however little of it came.
    #[must_use]
    pub fn calls_alone(self) -> Self {
        Self { calls_alone: true, ..self }
    }

    /// Adds a piece of the answer and appends to `out` what is certain now.
    pub fn push(&mut self, text: &str, out: &mut Vec<OutputEvent>) {
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let run = self.text_len(rest);
            if run > 0 {
                self.emit(&rest[..run], out);
                rest = &rest[run..];
            } else {
                self.feed(c, out);
                rest = &rest[c.len_utf8()..];
            }
        }
        self.drain(out);
    }

    /// Ends the answer: what was held back is delivered as what it then is.
    pub fn finish(&mut self, out: &mut Vec<OutputEvent>) {
        if self.cut_unread_call(out) {
            return;
        }
        match std::mem::replace(&mut self.state, MachineState::Plain) {
            MachineState::Plain => {}
            MachineState::Call(body) if self.call.begun() => self.finish_call(body, out),
            _ => self.emit_raw(out),
        }
        self.flush_blank(out);
    }

    /// Whether what comes now is reasoning.
    pub fn is_reasoning(&self) -> bool {
        self.reasoning
    }

    /// Position in the answer.
    pub fn place(&self) -> OutputPlace {
        match self.state {
            MachineState::Wrapper | MachineState::Named(_) | MachineState::Call(_) => {
                OutputPlace::Call
            }
            _ if self.after_call => OutputPlace::AfterCall,
            _ if self.at_start => OutputPlace::Start,
            _ => OutputPlace::Text,
        }
    }

    fn finish_call(&mut self, mut body: Body, out: &mut Vec<OutputEvent>) {
        let complete = body.finish(&mut self.call, &self.tools) == Ending::Complete;
        if complete {
            self.call.note_missing_close();
        }
        if !self.reasoning {
            return if complete { self.end_call(out) } else { self.cut_call(out) };
        }
        if complete && self.fits() {
            return self.end_call(out);
        }
        let name = self.name();
        self.call = CallOut { index: self.call.index, ..CallOut::default() };
        self.emit_raw(out);
        out.push(OutputEvent::Note(OutputNote::IncompleteCallInReasoning { name }));
    }

    /// Delivers the name of a call that cannot be read further, where the answer is calls alone.
    /// Returns whether there was one.
    pub(crate) fn cut_unread_call(&mut self, out: &mut Vec<OutputEvent>) -> bool {
        let tool = match &self.state {
            MachineState::Call(body) if self.calls_alone && !self.reasoning => body.tool(),
            _ => None,
        };
        let Some(tool) = tool.filter(|_| !self.call.begun()) else { return false };
        self.call.begin(tool);
        self.cut_call(out);
        true
    }

    /// Length in bytes of what begins `rest` and is text for certain.
    fn text_len(&self, rest: &str) -> usize {
        if !matches!(self.state, MachineState::Plain) || self.after_call {
            return 0;
        }
        let hold = self.holds_blanks();
        let stops = |b: u8| {
            self.triggers.get(usize::from(b)).is_some_and(|t| *t)
                || (hold && is_blank(char::from(b)))
        };
        rest.bytes().position(stops).unwrap_or(rest.len())
    }

    /// Whether blanks wait for what follows them.
    fn holds_blanks(&self) -> bool {
        !self.tools.is_empty()
            || self.reasoning
            || self.lead != Lead::Keep
            || (self.at_start && self.think_close.is_some())
    }

    pub(crate) fn feed(&mut self, c: char, out: &mut Vec<OutputEvent>) {
        match self.state {
            MachineState::Plain => self.plain(c, out),
            _ => self.candidate(c, out),
        }
    }

    pub(crate) fn replay(&mut self, text: &str, out: &mut Vec<OutputEvent>) {
        text.chars().for_each(|c| self.feed(c, out));
    }

    /// A character outside of any markup.
    fn plain(&mut self, c: char, out: &mut Vec<OutputEvent>) {
        if is_blank(c) {
            if self.holds_blanks() {
                self.blank.push(c);
                self.follow_json(c.encode_utf8(&mut [0; 4]));
            } else {
                self.emit(c.encode_utf8(&mut [0; 4]), out);
            }
            return;
        }
        if !self.tools.is_empty() && self.begins_candidate(c, out) {
            return;
        }
        if (0..self.marks.len()).any(|i| self.is_active(i) && self.marks[i].text.starts_with(c)) {
            self.raw.clear();
            self.raw.push(c);
            self.state = MachineState::Mark { from: 0 };
            return;
        }
        self.emit(c.encode_utf8(&mut [0; 4]), out);
    }

    /// Whether a mark counts at this place.
    pub(crate) fn is_active(&self, mark: usize) -> bool {
        match self.marks[mark].act {
            Act::ThinkOpen => self.at_start,
            Act::ThinkClose => self.reasoning || (self.after_call && self.closed_by_call),
            Act::Wrapper | Act::Named => true,
            Act::Closer => self.after_call,
            Act::Fence => {
                self.closes_fence() || (self.dialect.is_bare() && self.json_text.is_none())
            }
        }
    }

    fn closes_fence(&self) -> bool {
        self.after_call && self.frame.fenced
    }

    /// Goes on after a whole mark, which is in `raw`.
    pub(crate) fn on_mark(&mut self, act: Act, out: &mut Vec<OutputEvent>) {
        self.state = MachineState::Plain;
        match act {
            Act::ThinkOpen => {
                self.raw.clear();
                self.blank.clear();
                self.reasoning = true;
                self.lead = Lead::DropNewlines;
                self.at_start = false;
            }
            Act::ThinkClose if self.reasoning => self.close_reasoning(out),
            Act::ThinkClose | Act::Closer => {
                self.frame.wrapper = false;
                // A fence of this dialect stands inside the call; later ones are text.
                self.frame.fenced &= self.dialect != Dialect::DeepseekV3;
                self.drop_markup();
            }
            Act::Fence if self.closes_fence() => {
                self.frame.fenced = false;
                self.drop_markup();
            }
            Act::Fence => self.state = MachineState::Fence { info: true },
            Act::Wrapper => {
                self.json_text = None;
                self.frame = Frame { wrapper: true, ..Frame::default() };
                self.state = MachineState::Wrapper;
            }
            Act::Named => {
                self.json_text = None;
                self.state = self.named_head();
            }
        }
    }

    /// Closing markup after a call, with the blanks around it.
    pub(crate) fn drop_markup(&mut self) {
        self.raw.clear();
        self.blank.clear();
    }

    fn close_reasoning(&mut self, out: &mut Vec<OutputEvent>) {
        let blank = std::mem::take(&mut self.blank);
        self.push_text(self.lead.apply(&blank).trim_end_matches(is_newline), out);
        self.raw.clear();
        self.json_text = None;
        self.reasoning = false;
        self.at_start = false;
        self.lead = Lead::DropNewlines;
    }

    /// Delivers text that does not begin with a blank, after the blanks before it.
    fn emit(&mut self, text: &str, out: &mut Vec<OutputEvent>) {
        self.at_start = false;
        self.after_call = false;
        self.frame = Frame::default();
        self.flush_blank(out);
        self.follow_json(text);
        self.push_text(text, out);
    }

    fn flush_blank(&mut self, out: &mut Vec<OutputEvent>) {
        if !self.blank.is_empty() {
            let blank = std::mem::take(&mut self.blank);
            self.push_text(self.lead.apply(&blank), out);
            self.blank = blank;
            self.blank.clear();
        }
        self.lead = Lead::Keep;
    }

    /// Delivers the bytes of a candidate as text; blanks at their end wait again.
    pub(crate) fn emit_raw(&mut self, out: &mut Vec<OutputEvent>) {
        let raw = std::mem::take(&mut self.raw);
        let text = raw.trim_end_matches(is_blank);
        if !text.is_empty() {
            self.emit(text, out);
        }
        self.blank.push_str(&raw[text.len()..]);
        self.follow_json(&raw[text.len()..]);
        self.raw = raw;
        self.raw.clear();
    }

    /// Looks for the end of a JSON value that is text.
    fn follow_json(&mut self, text: &str) {
        let mut copy = String::new();
        for c in text.chars() {
            let Some(scan) = &mut self.json_text else { return };
            copy.clear();
            if scan.feed(c, &mut copy) != Scan::More {
                self.json_text = None;
            }
        }
    }

    fn push_text(&self, text: &str, out: &mut Vec<OutputEvent>) {
        if text.is_empty() || (self.calls_alone && !self.reasoning) {
            return;
        }
        match (out.last_mut(), self.reasoning) {
            (Some(OutputEvent::Reasoning(last)), true) => last.push_str(text),
            (Some(OutputEvent::Text(last)), false) => last.push_str(text),
            (_, true) => out.push(OutputEvent::Reasoning(text.to_owned())),
            (_, false) => out.push(OutputEvent::Text(text.to_owned())),
        }
    }
}
