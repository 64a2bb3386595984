//! The arguments of a Gemma call: `{key:<|"|>text<|"|>,other:42}`.

use crate::parse::calls::call_out::CallOut;
use crate::parse::calls::flow::{Again, Flow};
use crate::parse::chars::is_blank;
use crate::parse::json::scan::DEPTH_MAX;
use crate::parse::json::unescape::{Unescape, Unescaped};
use crate::parse::json::write::{push_escaped, push_json_string};
use crate::parse::machine::marks::{Match, compare};
use crate::parse::output::OutputNote;
use crate::parse::schema::param_type::{ARRAY, OBJECT, STRING, read_literal};
use crate::parse::schema::tool_set::ToolSet;

/// Delimiters of strings: of Gemma 4 and of FunctionGemma.
const QUOTES: [&str; 2] = ["<|\"|>", "<escape>"];

const KEY_LEN_MAX: usize = 512;

#[derive(Debug)]
enum State {
    /// Before the opening brace.
    Start,
    /// Before a key, or the end of the object.
    Key,
    BareKey,
    Colon,
    /// Before a value, or the end of the array.
    Value,
    BareValue,
    AfterValue,
    /// In what opens a delimited string.
    Quote {
        key: bool,
    },
    /// In a delimited string, and in what may be its end.
    Text {
        key: bool,
    },
    Json {
        key: bool,
        unescape: Unescape,
    },
}

/// Reads the arguments of a Gemma call.
#[derive(Debug)]
pub(crate) struct GemmaCall {
    tool: usize,
    state: State,
    /// One entry a level: whether it is an object, and whether it has members.
    stack: Vec<(bool, bool)>,
    /// Index in [`QUOTES`] of the delimiter that opened the string.
    quote: usize,
    /// A bare key or value, or what may be a delimiter.
    held: String,
    /// The text of a delimited key.
    key_text: String,
    /// The parameter whose value is read.
    param: String,
    /// The text so far of a delimited string where only a list or an object fits: some models write
    /// these as JSON in a string.
    typed: Option<String>,
}

impl GemmaCall {
    pub fn new(tool: usize) -> Self {
        Self {
            tool,
            state: State::Start,
            stack: Vec::new(),
            quote: 0,
            held: String::new(),
            key_text: String::new(),
            param: String::new(),
            typed: None,
        }
    }

    pub fn tool(&self) -> usize {
        self.tool
    }

    pub fn feed(&mut self, c: char, call: &mut CallOut, tools: &ToolSet) -> Flow {
        match &mut self.state {
            State::Start => {
                call.begin(self.tool);
                self.open(c, call)
            }
            State::Key => self.key(c, call),
            State::BareKey => match c {
                ':' => {
                    let key = std::mem::take(&mut self.held);
                    self.end_key(key.trim(), call);
                    self.state = State::Value;
                    Flow::More
                }
                '{' | '}' | '[' | ']' | ',' | '<' | '\n' => Flow::Cut(Again::This),
                _ if self.held.len() > KEY_LEN_MAX => Flow::Cut(Again::This),
                _ => self.hold(c),
            },
            State::Colon => match c {
                c if is_blank(c) => Flow::More,
                ':' => self.go(State::Value),
                _ => Flow::Cut(Again::This),
            },
            State::Value => self.value(c, call, tools),
            State::BareValue => match c {
                ',' | '}' | ']' => {
                    self.end_bare(call, tools);
                    self.after_value(c, call, tools)
                }
                '<' => Flow::Cut(Again::This),
                _ => self.hold(c),
            },
            State::AfterValue => self.after_value(c, call, tools),
            State::Quote { key } => {
                let key = *key;
                self.held.push(c);
                match compare(&self.held, QUOTES.into_iter().zip(0..)) {
                    Match::Partial => Flow::More,
                    Match::None => Flow::Cut(Again::Tail(std::mem::take(&mut self.held))),
                    Match::Whole(quote) => {
                        self.quote = quote;
                        self.held.clear();
                        if !key {
                            self.begin_string(call, tools);
                        }
                        self.go(State::Text { key })
                    }
                }
            }
            State::Text { key } => {
                let key = *key;
                self.text(c, key, call, tools);
                Flow::More
            }
            State::Json { key, unescape } => {
                let key = *key;
                match unescape.feed(c) {
                    Unescaped::Nothing => {}
                    Unescaped::One(a) => self.push(a, key, call),
                    Unescaped::Two(a, b) => {
                        self.push(a, key, call);
                        self.push(b, key, call);
                    }
                    Unescaped::End => self.end_string(key, call, tools),
                    Unescaped::Bad => return Flow::Cut(Again::This),
                }
                Flow::More
            }
        }
    }

    fn go(&mut self, state: State) -> Flow {
        self.state = state;
        Flow::More
    }

    fn hold(&mut self, c: char) -> Flow {
        self.held.push(c);
        Flow::More
    }

    fn open(&mut self, c: char, call: &mut CallOut) -> Flow {
        if self.stack.len() == DEPTH_MAX {
            return Flow::Cut(Again::This);
        }
        self.stack.push((c == '{', false));
        call.json.push(c);
        self.go(if c == '{' { State::Key } else { State::Value })
    }

    /// Writes the comma before a member that is not the first.
    fn separate(&mut self, call: &mut CallOut) {
        if let Some((_, filled)) = self.stack.last_mut() {
            if *filled {
                call.json.push_str(", ");
            }
            *filled = true;
        }
    }

    fn key(&mut self, c: char, call: &mut CallOut) -> Flow {
        self.held.clear();
        match c {
            c if is_blank(c) => Flow::More,
            '}' => self.close(call),
            '<' => {
                self.key_text.clear();
                self.held.push(c);
                self.go(State::Quote { key: true })
            }
            '"' => {
                self.key_text.clear();
                self.go(State::Json { key: true, unescape: Unescape::default() })
            }
            '{' | '[' | ']' | ',' | ':' => Flow::Cut(Again::This),
            _ => {
                self.held.push(c);
                self.go(State::BareKey)
            }
        }
    }

    fn end_key(&mut self, key: &str, call: &mut CallOut) {
        self.separate(call);
        push_json_string(&mut call.json, key);
        call.json.push_str(": ");
        if self.stack.len() == 1 {
            self.param = key.to_owned();
        }
    }

    fn value(&mut self, c: char, call: &mut CallOut, tools: &ToolSet) -> Flow {
        if is_blank(c) {
            return Flow::More;
        }
        let array = self.stack.last().is_some_and(|(object, _)| !object);
        if array && c == ']' {
            return self.close(call);
        }
        if array && c != ',' {
            self.separate(call);
        }
        self.held.clear();
        match c {
            '{' | '[' => self.open(c, call),
            '<' => {
                self.held.push(c);
                self.go(State::Quote { key: false })
            }
            '"' => {
                self.begin_string(call, tools);
                self.go(State::Json { key: false, unescape: Unescape::default() })
            }
            ',' | '}' | ']' if !array => {
                // No value at all.
                call.json.push_str("\"\"");
                self.after_value(c, call, tools)
            }
            // A comma too many.
            ',' => Flow::More,
            '}' | ']' => Flow::Cut(Again::This),
            _ => {
                self.held.push(c);
                self.go(State::BareValue)
            }
        }
    }

    /// Writes the value that `text` spells by the schema of the parameter.
    fn end_typed(&self, text: &str, call: &mut CallOut, tools: &ToolSet) {
        match tools.tool(self.tool).param(&self.param).read(text) {
            Some(json) => call.json.push_str(&json),
            None => {
                push_json_string(&mut call.json, text);
                let (index, key) = (call.index, self.param.clone());
                call.notes.push(OutputNote::KeptAsString { index, key });
            }
        }
    }

    /// A value without delimiters: by the schema for a parameter, by its looks deeper down.
    fn end_bare(&mut self, call: &mut CallOut, tools: &ToolSet) {
        let text = self.held.trim();
        let schema = tools.tool(self.tool).param(&self.param);
        if self.stack.len() > 1 || schema.types == 0 {
            call.json.push_str(&read_literal(text));
            return;
        }
        self.end_typed(text, call, tools);
    }

    fn after_value(&mut self, c: char, call: &mut CallOut, tools: &ToolSet) -> Flow {
        self.state = State::AfterValue;
        let object = self.stack.last().is_some_and(|(object, _)| *object);
        match c {
            c if is_blank(c) => Flow::More,
            ',' => self.go(if object { State::Key } else { State::Value }),
            '}' if object => self.close(call),
            ']' if !object => self.close(call),
            // A comma is missing.
            '<' | '"' | '{' | '[' if !object => self.value(c, call, tools),
            '"' if object => self.key(c, call),
            _ => Flow::Cut(Again::This),
        }
    }

    fn close(&mut self, call: &mut CallOut) -> Flow {
        let object = self.stack.pop().is_some_and(|(object, _)| object);
        call.json.push(if object { '}' } else { ']' });
        self.state = State::AfterValue;
        if self.stack.is_empty() { Flow::End(Again::Nothing) } else { Flow::More }
    }

    /// Begins a string that is a value, after its delimiter.
    fn begin_string(&mut self, call: &mut CallOut, tools: &ToolSet) {
        let types = tools.tool(self.tool).param(&self.param).types;
        let nested = types & (ARRAY | OBJECT) != 0 && types & STRING == 0;
        if self.stack.len() == 1 && nested {
            self.typed = Some(String::new());
        } else {
            call.json.push('"');
        }
    }

    fn push(&mut self, c: char, key: bool, call: &mut CallOut) {
        if key {
            self.key_text.push(c);
        } else if let Some(typed) = &mut self.typed {
            typed.push(c);
        } else {
            push_escaped(&mut call.json, c);
        }
    }

    fn text(&mut self, c: char, key: bool, call: &mut CallOut, tools: &ToolSet) {
        let quote = QUOTES[self.quote];
        self.held.push(c);
        if self.held == quote {
            self.held.clear();
            self.end_string(key, call, tools);
            return;
        }
        if quote.starts_with(&self.held) {
            return;
        }
        // A delimiter begins with its only `<`, so only this character may begin one anew.
        let again = self.held.len() > c.len_utf8() && quote.starts_with(c);
        let held = std::mem::take(&mut self.held);
        let text = if again { &held[..held.len() - c.len_utf8()] } else { &held };
        text.chars().for_each(|c| self.push(c, key, call));
        if again {
            self.held.push(c);
        }
    }

    fn end_string(&mut self, key: bool, call: &mut CallOut, tools: &ToolSet) {
        if key {
            let text = std::mem::take(&mut self.key_text);
            self.end_key(&text, call);
            self.state = State::Colon;
            return;
        }
        self.state = State::AfterValue;
        match self.typed.take() {
            None => call.json.push('"'),
            Some(text) => self.end_typed(&text, call, tools),
        }
    }
}
