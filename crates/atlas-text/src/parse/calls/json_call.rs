//! A call as a JSON object: `{"name": …, "arguments": {…}}`.

use crate::parse::calls::call_out::CallOut;
use crate::parse::calls::flow::{Again, Flow};
use crate::parse::chars::is_blank;
use crate::parse::json::scan::{JsonScan, Scan};
use crate::parse::json::unescape::{Unescape, Unescaped};
use crate::parse::schema::tool_set::ToolSet;

/// A member's key may be this long in a call.
const KEY_LEN_MAX: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Name,
    Arguments,
    /// A name, or an object with name and arguments.
    Function,
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Before the opening brace.
    Open,
    /// Before a key; `first`: or the end of the object.
    BeforeKey {
        first: bool,
    },
    InKey,
    Colon,
    BeforeValue,
    InName,
    InArguments,
    /// In arguments written as a string that contains JSON.
    InText {
        started: bool,
        done: bool,
    },
    /// In a value that says nothing about the call.
    InOther,
    AfterValue,
}

/// Reads a call written as a JSON object.
#[derive(Debug)]
pub(crate) struct JsonCall {
    /// No markup stands before it: it must have arguments, and no members but known ones.
    bare: bool,
    state: State,
    /// It began with a bracket.
    list: bool,
    key: Key,
    tool: Option<usize>,
    /// The arguments are complete.
    done: bool,
    /// Arguments that came before the name.
    early: String,
    /// In the object under `function`.
    inner: bool,
    scan: JsonScan,
    unescape: Unescape,
    text: String,
    /// Output of scans that is thrown away.
    scratch: String,
    /// Follows the JSON while nothing has begun, for the case that it is no call.
    shadow: Option<JsonScan>,
}

impl JsonCall {
    pub fn new(bare: bool) -> Self {
        Self {
            bare,
            state: State::Open,
            list: false,
            key: Key::Other,
            tool: None,
            done: false,
            early: String::new(),
            inner: false,
            scan: JsonScan::new(true),
            unescape: Unescape::default(),
            text: String::new(),
            scratch: String::new(),
            shadow: bare.then(|| JsonScan::new(false)),
        }
    }

    /// Whether the arguments are complete, so that only closing markup is missing.
    pub fn has_arguments(&self) -> bool {
        self.done
    }

    /// Whether the call stands in a list.
    pub fn in_list(&self) -> bool {
        self.list
    }

    /// The scan of the JSON text so far, for the rest of a value that is no call.
    pub fn take_shadow(&mut self) -> Option<JsonScan> {
        self.shadow.take()
    }

    pub fn tool(&self) -> Option<usize> {
        self.tool
    }

    pub fn feed(&mut self, c: char, call: &mut CallOut, tools: &ToolSet) -> Flow {
        let flow = self.step(c, call, tools);
        if call.begun() {
            self.shadow = None;
        } else if matches!(flow, Flow::More)
            && let Some(shadow) = &mut self.shadow
        {
            self.scratch.clear();
            if shadow.feed(c, &mut self.scratch) != Scan::More {
                self.shadow = None;
            }
        }
        flow
    }

    fn step(&mut self, c: char, call: &mut CallOut, tools: &ToolSet) -> Flow {
        match self.state {
            State::InKey => match self.unescape.feed(c) {
                Unescaped::End => self.end_key(call),
                Unescaped::Bad => self.stop(call),
                _ if self.text.len() > KEY_LEN_MAX => self.stop(call),
                got => self.collect(got),
            },
            State::InName => match self.unescape.feed(c) {
                Unescaped::End => self.end_name(call, tools),
                Unescaped::Bad => self.stop(call),
                _ if self.text.len() > tools.name_len_max() => self.stop(call),
                got => self.collect(got),
            },
            State::InArguments => {
                let out = if call.begun() { &mut call.json } else { &mut self.early };
                match self.scan.feed(c, out) {
                    Scan::More => Flow::More,
                    Scan::Done => self.end_arguments(call),
                    Scan::DoneBefore | Scan::Bad => self.stop(call),
                }
            }
            State::InText { started, done } => self.in_text(c, started, done, call),
            State::InOther => {
                self.scratch.clear();
                match self.scan.feed(c, &mut self.scratch) {
                    Scan::More => Flow::More,
                    Scan::Done => self.go(State::AfterValue),
                    Scan::DoneBefore => {
                        self.state = State::AfterValue;
                        self.step(c, call, tools)
                    }
                    Scan::Bad => self.stop(call),
                }
            }
            _ if is_blank(c) && (self.state != State::Open || self.list) => Flow::More,
            _ => self.structure(c, call),
        }
    }

    /// A character between the strings and values.
    fn structure(&mut self, c: char, call: &mut CallOut) -> Flow {
        match (self.state, c) {
            (State::Open, '[') if !self.list => {
                self.list = true;
                Flow::More
            }
            (State::Open, '{') => self.go(State::BeforeKey { first: true }),
            (State::BeforeKey { .. }, '"') => {
                self.text.clear();
                self.unescape = Unescape::default();
                self.go(State::InKey)
            }
            (State::BeforeKey { first: true }, '}') | (State::AfterValue, '}') => self.close(call),
            (State::AfterValue, ',') => self.go(State::BeforeKey { first: false }),
            (State::Colon, ':') => self.go(State::BeforeValue),
            (State::BeforeValue, c) => self.value(c, call),
            _ => self.stop(call),
        }
    }

    fn go(&mut self, state: State) -> Flow {
        self.state = state;
        Flow::More
    }

    fn collect(&mut self, got: Unescaped) -> Flow {
        match got {
            Unescaped::One(a) => self.text.push(a),
            Unescaped::Two(a, b) => self.text.extend([a, b]),
            Unescaped::Nothing | Unescaped::End | Unescaped::Bad => {}
        }
        Flow::More
    }

    /// The JSON is not a call, or is broken; a call whose arguments are complete just ends.
    fn stop(&mut self, call: &mut CallOut) -> Flow {
        if !call.begun() {
            return Flow::Fail(Again::This);
        }
        if !self.done {
            return Flow::Cut(Again::This);
        }
        call.note_missing_close();
        Flow::End(Again::This)
    }

    fn end_key(&mut self, call: &mut CallOut) -> Flow {
        self.key = match self.text.as_str() {
            "name" if self.tool.is_none() => Key::Name,
            "arguments" | "parameters" if !self.done => Key::Arguments,
            "function" if self.tool.is_none() && !self.inner => Key::Function,
            "name" | "arguments" | "parameters" | "type" | "id" | "call_id" | "tool_call_id"
            | "index" => Key::Other,
            _ if self.bare => return self.stop(call),
            _ => Key::Other,
        };
        self.go(State::Colon)
    }

    fn value(&mut self, c: char, call: &mut CallOut) -> Flow {
        self.text.clear();
        self.unescape = Unescape::default();
        match (self.key, c) {
            (Key::Name | Key::Function, '"') => self.go(State::InName),
            (Key::Function, '{') => {
                self.inner = true;
                self.go(State::BeforeKey { first: true })
            }
            (Key::Arguments, '{') => {
                self.begin(call);
                self.scan = JsonScan::new(true);
                let out = if call.begun() { &mut call.json } else { &mut self.early };
                self.scan.feed(c, out);
                self.go(State::InArguments)
            }
            (Key::Arguments, '"') => self.go(State::InText { started: false, done: false }),
            (Key::Arguments, 'n') => {
                self.no_arguments(call);
                self.other(c, call)
            }
            (Key::Other, c) => self.other(c, call),
            _ => self.stop(call),
        }
    }

    fn other(&mut self, c: char, call: &mut CallOut) -> Flow {
        self.scan = JsonScan::new(true);
        self.scratch.clear();
        match self.scan.feed(c, &mut self.scratch) {
            Scan::Bad => self.stop(call),
            _ => self.go(State::InOther),
        }
    }

    /// Begins the call if its name is known.
    fn begin(&mut self, call: &mut CallOut) {
        if let (Some(tool), false) = (self.tool, call.begun()) {
            call.begin(tool);
            call.json.push_str(&self.early);
            self.early = String::new();
        }
    }

    fn no_arguments(&mut self, call: &mut CallOut) {
        self.early.push_str("{}");
        self.done = true;
        self.begin(call);
    }

    fn end_arguments(&mut self, call: &mut CallOut) -> Flow {
        self.done = true;
        self.begin(call);
        self.go(State::AfterValue)
    }

    fn end_name(&mut self, call: &mut CallOut, tools: &ToolSet) -> Flow {
        self.tool = tools.find(&self.text);
        if self.tool.is_none() {
            return self.stop(call);
        }
        if self.done {
            self.begin(call);
        }
        self.go(State::AfterValue)
    }

    /// A character of arguments inside a string.
    fn in_text(&mut self, c: char, started: bool, done: bool, call: &mut CallOut) -> Flow {
        let (first, second) = match self.unescape.feed(c) {
            Unescaped::Nothing => return Flow::More,
            Unescaped::One(a) => (a, None),
            Unescaped::Two(a, b) => (a, Some(b)),
            Unescaped::Bad => return self.stop(call),
            Unescaped::End if !started => {
                self.no_arguments(call);
                return self.go(State::AfterValue);
            }
            Unescaped::End if done => return self.end_arguments(call),
            Unescaped::End => return self.stop(call),
        };
        let (mut started, mut done) = (started, done);
        for c in [Some(first), second].into_iter().flatten() {
            if (!started || done) && is_blank(c) {
                continue;
            }
            if done || (!started && c != '{') {
                return self.stop(call);
            }
            if !started {
                started = true;
                self.scan = JsonScan::new(true);
                self.begin(call);
            }
            let out = if call.begun() { &mut call.json } else { &mut self.early };
            match self.scan.feed(c, out) {
                Scan::More => {}
                Scan::Done => done = true,
                Scan::DoneBefore | Scan::Bad => return self.stop(call),
            }
        }
        self.go(State::InText { started, done })
    }

    fn close(&mut self, call: &mut CallOut) -> Flow {
        if self.inner {
            self.inner = false;
            return self.go(State::AfterValue);
        }
        if !call.begun() && self.tool.is_some() && !self.done && !self.bare {
            self.no_arguments(call);
        }
        if call.begun() && self.done { Flow::End(Again::Nothing) } else { Flow::Fail(Again::This) }
    }
}
