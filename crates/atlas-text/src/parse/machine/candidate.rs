//! The machine inside markup: from the first character that may begin a call to its end.

use crate::parse::calls::body::Body;
use crate::parse::calls::call_out::CallOut;
use crate::parse::calls::flow::{Again, Flow};
use crate::parse::calls::head::Head;
use crate::parse::calls::json_call::JsonCall;
use crate::parse::calls::named_head::NamedHead;
use crate::parse::chars::is_blank;
use crate::parse::dialect::Dialect;
use crate::parse::machine::marks::{Act, Match, compare};
use crate::parse::machine::parser::OutputParser;
use crate::parse::machine::state::MachineState;
use crate::parse::machine::state::{Frame, Lead};
use crate::parse::output::{OutputEvent, OutputNote};

/// The info string of a code fence may be this long.
const FENCE_INFO_MAX: usize = 24;

impl OutputParser {
    pub(crate) fn named_head(&self) -> MachineState {
        MachineState::Named(Box::new(NamedHead::new(self.dialect)))
    }

    /// Takes a character that begins a call, or belongs to the list or wrapper around calls.
    pub(crate) fn begins_candidate(&mut self, c: char, out: &mut Vec<OutputEvent>) -> bool {
        let bare = self.dialect.is_bare();
        if self.after_call {
            match c {
                ',' if self.frame.list => return self.separator(c),
                ';' if self.dialect == Dialect::Llama => return self.separator(c),
                ']' if self.frame.list => {
                    self.frame.list = false;
                    self.drop_markup();
                    return true;
                }
                '}' if self.frame.wrapper && self.dialect == Dialect::Hermes => {
                    self.drop_markup();
                    return true;
                }
                '{' if self.frame.wrapper && self.dialect == Dialect::Hermes => {
                    self.raw.clear();
                    self.json(c, false, out);
                    return true;
                }
                _ => {}
            }
        }
        if !bare || self.json_text.is_some() || !matches!(c, '{' | '[') {
            return false;
        }
        self.raw.clear();
        self.json(c, true, out);
        true
    }

    fn separator(&mut self, c: char) -> bool {
        self.raw.clear();
        self.raw.push(c);
        self.state = MachineState::Separator;
        true
    }

    /// Begins to read JSON that may be a call.
    fn json(&mut self, c: char, bare: bool, out: &mut Vec<OutputEvent>) {
        self.state = MachineState::Call(Body::Json(Box::new(JsonCall::new(bare))));
        self.feed_call(c, out);
    }

    /// A character inside markup.
    pub(crate) fn candidate(&mut self, c: char, out: &mut Vec<OutputEvent>) {
        match self.state {
            MachineState::Plain => {}
            MachineState::Mark { from } => self.feed_mark(c, from, out),
            MachineState::Wrapper => self.feed_wrapper(c, out),
            MachineState::Fence { info } => match c {
                '{' | '[' => {
                    self.frame = Frame { fenced: true, ..Frame::default() };
                    self.json(c, true, out);
                }
                c if is_blank(c) => {
                    self.raw.push(c);
                    self.state = MachineState::Fence { info: false };
                }
                c if info
                    && (c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
                    && self.raw.len() < FENCE_INFO_MAX =>
                {
                    self.raw.push(c);
                }
                _ => self.fail_at(c, out),
            },
            MachineState::Separator => match c {
                '{' => {
                    let bare = self.dialect.is_bare() && !self.frame.wrapper;
                    self.json(c, bare, out);
                }
                c if is_blank(c) => self.raw.push(c),
                _ => self.fail_at(c, out),
            },
            MachineState::Named(_) => self.feed_named(c, out),
            MachineState::Call(_) => self.feed_call(c, out),
        }
    }

    /// The candidate is text; `c` is read again.
    fn fail_at(&mut self, c: char, out: &mut Vec<OutputEvent>) {
        self.fail(out);
        self.feed(c, out);
    }

    /// The candidate is text.
    fn fail(&mut self, out: &mut Vec<OutputEvent>) {
        if self.cut_unread_call(out) {
            return;
        }
        self.state = MachineState::Plain;
        self.call = CallOut { index: self.call.index, ..CallOut::default() };
        self.emit_raw(out);
    }

    fn feed_mark(&mut self, c: char, from: usize, out: &mut Vec<OutputEvent>) {
        self.raw.push(c);
        // Inside a wrapper only the head of a call counts.
        let counts = |i: usize| match from {
            0 => self.is_active(i),
            _ => self.marks[i].act == Act::Named,
        };
        let marks = (0..self.marks.len()).filter(|i| counts(*i));
        let marks = marks.map(|i| (self.marks[i].text.as_str(), self.marks[i].act));
        match compare(&self.raw[from..], marks) {
            Match::Partial => {}
            Match::Whole(act) => self.on_mark(act, out),
            Match::None => {
                // Another mark may begin at any later character; in a wrapper, with this one too.
                let first = self.raw.chars().next().map_or(0, char::len_utf8);
                self.fail_from(if from == 0 { first } else { from }, out);
            }
        }
    }

    /// The candidate is text up to `at`; the rest is read again.
    fn fail_from(&mut self, at: usize, out: &mut Vec<OutputEvent>) {
        let again = self.raw.split_off(at);
        self.fail(out);
        self.replay(&again, out);
    }

    fn feed_wrapper(&mut self, c: char, out: &mut Vec<OutputEvent>) {
        match c {
            c if is_blank(c) => self.raw.push(c),
            '<' if self.dialect.xml().is_some() || self.dialect == Dialect::DeepseekV3 => {
                self.state = MachineState::Mark { from: self.raw.len() };
                self.raw.push(c);
            }
            '{' | '[' if self.dialect.is_json() => self.json(c, false, out),
            _ if self.dialect == Dialect::Mistral => {
                self.state = self.named_head();
                self.feed_named(c, out);
            }
            _ => self.fail_at(c, out),
        }
    }

    fn feed_named(&mut self, c: char, out: &mut Vec<OutputEvent>) {
        let MachineState::Named(head) = &mut self.state else { return };
        match head.feed(c, &self.tools) {
            Head::More => {
                self.raw.push(c);
                self.look_for_close(c, out);
            }
            Head::Body { body, feed } => {
                self.state = MachineState::Call(body);
                if feed {
                    self.feed_call(c, out);
                } else {
                    self.raw.push(c);
                }
            }
            Head::Fail { again } => {
                self.raw.push(c);
                self.fail_from(self.raw.len() - again, out);
            }
        }
    }

    fn feed_call(&mut self, c: char, out: &mut Vec<OutputEvent>) {
        let MachineState::Call(body) = &mut self.state else { return };
        let flow = body.feed(c, &mut self.call, &self.tools);
        match flow {
            Flow::More if self.reasoning || !self.call.begun() => {
                self.raw.push(c);
                self.look_for_close(c, out);
            }
            Flow::More => self.announce(out),
            Flow::End(again) => {
                let again = self.again(again, c);
                self.end_call(out);
                self.replay(&again, out);
            }
            Flow::Cut(again) => {
                let again = self.again(again, c);
                if self.reasoning {
                    self.fail(out);
                } else {
                    self.cut_call(out);
                }
                self.replay(&again, out);
            }
            Flow::Fail(again) => {
                let again = self.again(again, c);
                self.fail_call(&again, out);
            }
        }
    }

    /// The candidate was no call; `again` is read again.
    fn fail_call(&mut self, again: &str, out: &mut Vec<OutputEvent>) {
        let mut shadow = None;
        if let MachineState::Call(Body::Json(json)) = &mut self.state {
            shadow = json.take_shadow();
            if self.raw.ends_with('[') && (0..self.marks.len()).any(|i| self.opens_with_bracket(i))
            {
                // A bracket that opens no list may open a mark.
                self.raw.pop();
                if !self.raw.is_empty() {
                    self.fail(out);
                }
                self.raw.push('[');
                self.state = MachineState::Mark { from: 0 };
                return self.replay(again, out);
            }
        }
        self.fail(out);
        self.json_text = shadow;
        self.replay(again, out);
    }

    fn opens_with_bracket(&self, mark: usize) -> bool {
        self.is_active(mark) && self.marks[mark].text.starts_with('[')
    }

    /// The reasoning ends even inside a candidate: it was a mention.
    fn look_for_close(&mut self, c: char, out: &mut Vec<OutputEvent>) {
        let Some(close) = self.think_close.as_deref().filter(|_| self.reasoning) else { return };
        if close.ends_with(c) && self.raw.ends_with(close) {
            self.raw.truncate(self.raw.len() - close.len());
            self.fail(out);
            self.on_mark(Act::ThinkClose, out);
        }
    }

    /// Returns the text to read again; `raw` keeps the candidate's part.
    fn again(&mut self, again: Again, c: char) -> String {
        match again {
            Again::Nothing => {
                self.raw.push(c);
                String::new()
            }
            Again::This => c.to_string(),
            Again::Tail(text) => {
                let before = text.len() - c.len_utf8();
                self.raw.truncate(self.raw.len().saturating_sub(before));
                text
            }
        }
    }

    /// The name of the call that has begun.
    pub(crate) fn name(&self) -> String {
        self.call.tool.map(|tool| self.tools.tool(tool).name.clone()).unwrap_or_default()
    }

    /// Whether the arguments fit the schema.
    pub(crate) fn fits(&self) -> bool {
        self.call.tool.is_some_and(|tool| self.tools.tool(tool).admits(&self.call.json))
    }

    /// Delivers the beginning of a call outside the reasoning.
    fn announce(&mut self, out: &mut Vec<OutputEvent>) {
        if !self.announced {
            self.announced = true;
            self.at_start = false;
            self.raw.clear();
            self.blank.clear();
            self.json_text = None;
            out.push(OutputEvent::CallBegin { index: self.call.index, name: self.name() });
        }
    }

    /// Delivers what is certain of the call.
    pub(crate) fn drain(&mut self, out: &mut Vec<OutputEvent>) {
        if self.reasoning || !self.call.begun() {
            return;
        }
        self.announce(out);
        if !self.call.json.is_empty() {
            let json = std::mem::take(&mut self.call.json);
            out.push(OutputEvent::CallArguments { index: self.call.index, json });
        }
    }

    /// Ends the call, which is complete.
    pub(crate) fn end_call(&mut self, out: &mut Vec<OutputEvent>) {
        let name = self.name();
        if self.reasoning && !self.fits() {
            self.fail(out);
            out.push(OutputEvent::Note(OutputNote::InvalidCallInReasoning { name }));
            return;
        }
        if self.reasoning {
            out.push(OutputEvent::Note(OutputNote::CallInReasoning { name }));
            self.reasoning = false;
            self.closed_by_call = true;
        }
        match &self.state {
            MachineState::Call(Body::Json(json)) => self.frame.list |= json.in_list(),
            MachineState::Call(Body::Arguments { fenced, .. }) => self.frame.fenced |= fenced,
            _ => {}
        }
        self.drain(out);
        out.extend(self.call.notes.drain(..).map(OutputEvent::Note));
        out.push(OutputEvent::CallEnd { index: self.call.index });
        self.next_call();
        self.after_call = true;
        self.lead = Lead::DropAll;
    }

    /// Ends the call, which is broken.
    pub(crate) fn cut_call(&mut self, out: &mut Vec<OutputEvent>) {
        self.drain(out);
        out.extend(self.call.notes.drain(..).map(OutputEvent::Note));
        out.push(OutputEvent::CallCut { index: self.call.index });
        self.next_call();
        self.after_call = false;
        self.frame = Frame::default();
        self.lead = Lead::Keep;
    }

    fn next_call(&mut self) {
        self.state = MachineState::Plain;
        self.call = CallOut { index: self.call.index + 1, ..CallOut::default() };
        self.announced = false;
        self.raw.clear();
        self.blank.clear();
    }
}
