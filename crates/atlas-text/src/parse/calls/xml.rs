//! A call with one tag per parameter, from the end of its head on.

use crate::parse::calls::call_out::CallOut;
use crate::parse::calls::flow::{Again, Ending, Flow};
use crate::parse::calls::xml_opening::{
    Opened, Opening, OpeningStep, PARAM_TAG_MAX, has_open_quote,
};
use crate::parse::calls::xml_value::{Declared, ObjectWriter, ValueSink};
use crate::parse::chars::is_blank;
use crate::parse::dialect::{Edges, XmlForm};
use crate::parse::machine::marks::{Match, compare};
use crate::parse::schema::tool_set::ToolSet;

/// A tag that may stand between parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tag {
    Param,
    CallClose,
    WrapperClose,
    /// The next call.
    Open,
}

/// Text that may end a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Close {
    /// The parameter's own tag: it counts if another tag of the call follows.
    Param,
    /// The call's tag without the parameter's: it counts if the wrapper's follows.
    Call,
    /// The wrapper's tag without the others: it counts if another call or nothing follows.
    Wrapper,
    /// The next parameter's opening tag, on a new line unless the value began without one: it
    /// counts if the tool has that parameter and the call did not.
    Next,
    /// On a new line, the opening of a wrapper or of a call: it counts as [`Opening`] says.
    Opening(OpeningStep),
}

#[derive(Debug)]
enum State {
    /// Between parameters.
    Between,
    /// In a tag between parameters.
    Tag,
    /// In the rest of a parameter's opening tag.
    ParamTag,
    /// In the text of a value. `first`: nothing came yet.
    Value { first: bool },
    /// After a newline in a value, which is held.
    Newline,
    /// In what may be a closing tag, from `from` in what is held.
    Closing { from: usize },
    /// After a closing tag, before the tag that confirms it.
    Closed(Close),
    /// In the rest of what may be the next parameter's opening tag, from `from` in what is held.
    NextTag { from: usize },
    /// In that tag.
    Confirming { close: Close, from: usize },
    /// In what may open the next call.
    Opening(Opening),
}

/// Reads a call with one tag per parameter.
#[derive(Debug)]
pub(crate) struct XmlCall {
    tool: usize,
    form: &'static XmlForm,
    state: State,
    object: ObjectWriter,
    value: Option<ValueSink>,
    /// The parameters so far.
    given: Vec<String>,
    /// The value began with a newline that belongs to the markup.
    framed: bool,
    /// Text whose meaning is not known yet.
    held: String,
}

impl XmlCall {
    pub fn new(tool: usize, form: &'static XmlForm) -> Self {
        Self {
            tool,
            form,
            state: State::Between,
            object: ObjectWriter::default(),
            value: None,
            given: Vec::new(),
            framed: false,
            held: String::new(),
        }
    }

    pub fn tool(&self) -> usize {
        self.tool
    }

    pub fn feed(&mut self, c: char, call: &mut CallOut, tools: &ToolSet) -> Flow {
        match self.state {
            State::Between => self.between(c, call),
            State::Tag => self.tag(c, call),
            State::ParamTag => self.param_tag(c, call, tools),
            _ => self.value(c, call, tools),
        }
    }

    /// At the end of the answer.
    pub fn finish(&mut self, call: &mut CallOut, _tools: &ToolSet) -> Ending {
        let State::Closed(close) = self.state else { return Ending::Cut };
        self.end_value(close == Close::Param, call);
        if close == Close::Param {
            return Ending::Cut;
        }
        self.object.close(&mut call.json);
        Ending::Complete
    }

    /// Stops: no call if it has not begun, else a broken one.
    fn stop(&self, call: &CallOut, again: Again) -> Flow {
        if call.begun() { Flow::Cut(again) } else { Flow::Fail(again) }
    }

    fn between(&mut self, c: char, call: &CallOut) -> Flow {
        match c {
            c if is_blank(c) => Flow::More,
            '<' => {
                self.held.clear();
                self.held.push(c);
                self.state = State::Tag;
                Flow::More
            }
            _ => self.stop(call, Again::This),
        }
    }

    fn tag(&mut self, c: char, call: &mut CallOut) -> Flow {
        self.held.push(c);
        match self.compare(0) {
            Match::Partial => Flow::More,
            Match::Whole(tag) => self.on_tag(tag, call),
            Match::None => {
                let held = std::mem::take(&mut self.held);
                self.stop(call, Again::Tail(held))
            }
        }
    }

    /// Compares what is held from `from` on with the tags between parameters.
    fn compare(&self, from: usize) -> Match<Tag> {
        let form = self.form;
        let of = |texts: &'static [&'static str], tag| texts.iter().map(move |text| (*text, tag));
        let tags = of(form.params, Tag::Param)
            .chain(of(form.call_closes, Tag::CallClose))
            .chain(of(form.wrapper_closes, Tag::WrapperClose))
            .chain(of(form.wrappers, Tag::Open))
            .chain(of(form.calls, Tag::Open));
        compare(&self.held[from..], tags)
    }

    /// Goes on after a whole tag between parameters, which is held.
    fn on_tag(&mut self, tag: Tag, call: &mut CallOut) -> Flow {
        let held = std::mem::take(&mut self.held);
        if tag == Tag::Open && !call.begun() {
            // The head was no more than a mention.
            return Flow::Fail(Again::Tail(held));
        }
        if !call.begun() {
            call.begin(self.tool);
        }
        if tag == Tag::Param {
            self.state = State::ParamTag;
            return Flow::More;
        }
        self.object.close(&mut call.json);
        if tag != Tag::CallClose {
            call.note_missing_close();
        }
        Flow::End(if tag == Tag::Open { Again::Tail(held) } else { Again::Nothing })
    }

    fn param_tag(&mut self, c: char, call: &mut CallOut, tools: &ToolSet) -> Flow {
        if c == '<' || self.held.len() > PARAM_TAG_MAX {
            return self.stop(call, Again::This);
        }
        if c != '>' || has_open_quote(&self.held) {
            self.held.push(c);
            return Flow::More;
        }
        let tag = std::mem::take(&mut self.held);
        self.open_value(&tag, call, tools);
        Flow::More
    }

    /// The name in the rest of a parameter's opening tag.
    fn key<'a>(&self, tag: &'a str) -> &'a str {
        if self.has_attributes() {
            attribute_name(tag)
        } else {
            tag.trim().trim_matches(['"', '\''])
        }
    }

    fn has_attributes(&self) -> bool {
        self.form.params[0].ends_with("name=")
    }

    /// Begins the value of a parameter; `tag` is the rest of its opening tag.
    fn open_value(&mut self, tag: &str, call: &mut CallOut, tools: &ToolSet) {
        let key = self.key(tag).to_owned();
        let declared = if self.has_attributes() { declared(tag) } else { Declared::Nothing };
        let schema = tools.tool(self.tool).param(&key);
        self.given.push(key.clone());
        self.value = Some(ValueSink::new(key, declared, schema, &mut self.object, call));
        self.framed = false;
        self.state = State::Value { first: true };
    }

    fn push(&mut self, c: char, call: &mut CallOut) {
        if let Some(value) = &mut self.value {
            value.push(c, &mut self.object, call);
        }
    }

    /// Ends the value; `own`: with its own closing tag.
    fn end_value(&mut self, own: bool, call: &mut CallOut) {
        // Only a newline that stands directly before the closing tag is still held. Before another
        // tag it stands between tags.
        let markup = match self.form.edges {
            _ if !own => true,
            Edges::Each => true,
            Edges::Pair => self.framed,
            Edges::Exact => false,
        };
        if self.held.starts_with('\n') && !markup {
            self.push('\n', call);
        }
        if let Some(value) = self.value.take() {
            value.end(&mut self.object, call);
        }
    }

    fn value(&mut self, c: char, call: &mut CallOut, tools: &ToolSet) -> Flow {
        match self.state {
            State::Value { first: true } if c == '\n' && self.form.edges != Edges::Exact => {
                self.framed = true;
                self.state = State::Value { first: false };
            }
            State::Value { .. } => self.value_text(c, call),
            State::Newline => {
                if c == '<' {
                    self.state = State::Closing { from: self.held.len() };
                    self.held.push(c);
                } else {
                    self.held.clear();
                    self.push('\n', call);
                    self.value_text(c, call);
                }
            }
            State::Closing { from } => {
                self.held.push(c);
                match self.compare_closes(from) {
                    Match::Partial => {}
                    Match::Whole(Close::Opening(step)) => {
                        let at = self.held.len();
                        self.state = State::Opening(Opening { from, at, step });
                    }
                    Match::Whole(Close::Next) => {
                        self.state = State::NextTag { from: self.held.len() };
                    }
                    Match::Whole(close) => self.state = State::Closed(close),
                    Match::None => self.reread(self.held.len() - c.len_utf8(), call, tools),
                }
            }
            State::Closed(close) => {
                self.held.push(c);
                if c == '<' {
                    self.state = State::Confirming { close, from: self.held.len() - 1 };
                } else if !is_blank(c) {
                    self.reread(self.held.len() - c.len_utf8(), call, tools);
                }
            }
            State::Confirming { close, from } => {
                self.held.push(c);
                match self.compare(from) {
                    Match::Partial => {}
                    Match::Whole(tag) if confirms(close, tag) => {
                        return self.confirmed(close, tag, from, call);
                    }
                    _ => self.reread(from, call, tools),
                }
            }
            State::NextTag { from } => self.next_tag(c, from, call, tools),
            State::Opening(opening) => return self.opening(c, opening, call, tools),
            State::Between | State::Tag | State::ParamTag => {}
        }
        Flow::More
    }

    /// Compares what is held from `from` on with the tags that may end a value.
    fn compare_closes(&self, from: usize) -> Match<Close> {
        let form = self.form;
        let of = |texts: &'static [&'static str], close| texts.iter().map(move |t| (*t, close));
        let none: &[&str] = &[];
        // A value on lines of its own ends on a line of its own.
        let next = if from > 0 || !self.framed { form.params } else { none };
        let (wrappers, calls) = if from > 0 { (form.wrappers, form.calls) } else { (none, none) };
        let closes = of(form.param_closes, Close::Param)
            .chain(of(form.call_closes, Close::Call))
            .chain(of(form.wrapper_closes, Close::Wrapper))
            .chain(of(next, Close::Next))
            .chain(of(wrappers, Close::Opening(OpeningStep::Wrapped)))
            .chain(of(calls, Close::Opening(OpeningStep::Name)));
        compare(&self.held[from..], closes)
    }

    fn next_tag(&mut self, c: char, from: usize, call: &mut CallOut, tools: &ToolSet) {
        self.held.push(c);
        let tag = &self.held[from..self.held.len() - c.len_utf8()];
        if c == '>' && !has_open_quote(tag) {
            let key = self.key(tag);
            if tools.tool(self.tool).has_param(key) && !self.given.iter().any(|k| k == key) {
                let tag = tag.to_owned();
                self.end_value(false, call);
                self.held.clear();
                call.note_missing_close();
                self.open_value(&tag, call, tools);
                return;
            }
        }
        if matches!(c, '>' | '<' | '\n') || tag.len() > PARAM_TAG_MAX {
            self.reread(self.held.len() - c.len_utf8(), call, tools);
        }
    }

    fn confirmed(&mut self, close: Close, tag: Tag, from: usize, call: &mut CallOut) -> Flow {
        self.end_value(close == Close::Param, call);
        self.held.drain(..from);
        if close == Close::Param {
            return self.on_tag(tag, call);
        }
        self.object.close(&mut call.json);
        call.note_missing_close();
        let held = std::mem::take(&mut self.held);
        Flow::End(if tag == Tag::Open { Again::Tail(held) } else { Again::Nothing })
    }

    /// Follows what may open the next call, which ends this one.
    fn opening(&mut self, c: char, opening: Opening, call: &mut CallOut, tools: &ToolSet) -> Flow {
        self.held.push(c);
        let known = |head: &str| tools.find(self.key(head)).is_some();
        match opening.next(&self.held, c, self.form, known) {
            Opened::Maybe(opening) => self.state = State::Opening(opening),
            Opened::Mention { again } => self.reread(again, call, tools),
            Opened::Call => {
                self.end_value(false, call);
                self.object.close(&mut call.json);
                call.note_missing_close();
                return Flow::End(Again::Tail(self.held.split_off(opening.from)));
            }
        }
        Flow::More
    }

    fn value_text(&mut self, c: char, call: &mut CallOut) {
        self.state = match c {
            '\n' => State::Newline,
            '<' => State::Closing { from: 0 },
            _ => {
                self.push(c, call);
                self.state = State::Value { first: false };
                return;
            }
        };
        self.held.clear();
        self.held.push(c);
    }

    /// Adds the held text up to `from` to the value and reads the rest again.
    fn reread(&mut self, from: usize, call: &mut CallOut, tools: &ToolSet) {
        let rest = self.held.split_off(from);
        let held = std::mem::take(&mut self.held);
        let text = held.strip_suffix('\n').unwrap_or(&held);
        text.chars().for_each(|c| self.push(c, call));
        self.state = State::Value { first: false };
        if text.len() < held.len() {
            self.held.push('\n');
            self.state = State::Newline;
        }
        for c in rest.chars() {
            // Values end in whole tags only, so nothing ends here.
            self.value(c, call, tools);
        }
    }
}

/// Whether `tag`, which follows, shows that a closing tag is one.
fn confirms(close: Close, tag: Tag) -> bool {
    match close {
        Close::Param => true,
        Close::Call => matches!(tag, Tag::WrapperClose | Tag::Open),
        Close::Wrapper => tag == Tag::Open,
        Close::Next | Close::Opening(_) => false,
    }
}

/// The value of the first attribute, whose `name=` is not part of `tag`.
pub(crate) fn attribute_name(tag: &str) -> &str {
    let tag = tag.trim();
    match tag.chars().next() {
        Some(quote @ ('"' | '\'')) => tag[1..].split(quote).next().unwrap_or_default(),
        _ => tag.split(is_blank).next().unwrap_or_default(),
    }
}

/// Returns the declaration of a `string` attribute after the name.
fn declared(tag: &str) -> Declared {
    let Some((_, after)) = tag.split_once(" string=") else { return Declared::Nothing };
    match attribute_name(after) {
        "true" => Declared::String,
        "false" => Declared::Json,
        _ => Declared::Nothing,
    }
}
