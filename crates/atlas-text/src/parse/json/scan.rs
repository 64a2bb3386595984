//! A validating scanner over one JSON value that copies it while it arrives.

use crate::parse::chars::is_blank;
use crate::parse::json::write::push_escaped;

/// Nesting beyond this is not followed: the value counts as invalid, so that every JSON parser can
/// read what the machine delivers (serde_json stops at 128 levels).
pub(crate) const DEPTH_MAX: usize = 120;

/// Verdict of the scanner on a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scan {
    More,
    /// The value ends with this character.
    Done,
    /// The value (a number) ended before this character.
    DoneBefore,
    Bad,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Value,
    /// After `[`.
    ValueOrEnd,
    /// After `{`.
    KeyOrEnd,
    /// After `,` in an object.
    Key,
    Colon,
    AfterValue,
    Text {
        key: bool,
    },
    Backslash {
        key: bool,
    },
    Hex {
        key: bool,
        count: u8,
        value: u32,
    },
    Number(Number),
    Name {
        rest: &'static str,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Minus,
    Zero,
    Int,
    Point,
    Fraction,
    Exponent,
    Sign,
    Power,
}

/// Scans one JSON value.
///
/// A lenient scanner repairs what models write inside strings: control characters are escaped, a
/// backslash that escapes nothing is doubled, half of a surrogate pair becomes U+FFFD. What it
/// copies is then valid JSON all the same.
#[derive(Clone, Debug)]
pub(crate) struct JsonScan {
    /// One entry a level: whether it is an object.
    stack: Vec<bool>,
    state: State,
    lenient: bool,
    /// The first half of a surrogate pair, not copied yet.
    high: Option<u32>,
}

impl JsonScan {
    pub fn new(lenient: bool) -> Self {
        Self { stack: Vec::new(), state: State::Value, lenient, high: None }
    }

    /// Takes a character and copies to `out` what is certain.
    pub fn feed(&mut self, c: char, out: &mut String) -> Scan {
        match self.state {
            State::Text { key } => self.text(c, key, out),
            State::Backslash { key } => self.backslash(c, key, out),
            State::Hex { key, count, value } => self.hex(c, key, count, value, out),
            State::Number(number) => self.number(c, number, out),
            State::Name { rest } => {
                if !rest.starts_with(c) {
                    return Scan::Bad;
                }
                out.push(c);
                self.state = State::Name { rest: &rest[1..] };
                if rest.len() == 1 { self.end_value() } else { Scan::More }
            }
            _ if is_blank(c) => {
                out.push(c);
                Scan::More
            }
            _ => self.structure(c, out),
        }
    }

    /// A character between the values.
    fn structure(&mut self, c: char, out: &mut String) -> Scan {
        let scan = self.structural(c);
        if scan != Scan::Bad {
            out.push(c);
        }
        scan
    }

    fn structural(&mut self, c: char) -> Scan {
        match (self.state, c) {
            (State::ValueOrEnd, ']') | (State::KeyOrEnd, '}') => self.close(),
            (State::Value | State::ValueOrEnd, _) => self.value(c),
            (State::KeyOrEnd | State::Key, '"') => self.go(State::Text { key: true }),
            (State::Colon, ':') => self.go(State::Value),
            (State::AfterValue, ',') => {
                let object = self.stack.last() == Some(&true);
                self.go(if object { State::Key } else { State::Value })
            }
            (State::AfterValue, '}') if self.stack.last() == Some(&true) => self.close(),
            (State::AfterValue, ']') if self.stack.last() == Some(&false) => self.close(),
            _ => Scan::Bad,
        }
    }

    fn value(&mut self, c: char) -> Scan {
        let state = match c {
            '{' | '[' if self.stack.len() == DEPTH_MAX => return Scan::Bad,
            '{' => {
                self.stack.push(true);
                State::KeyOrEnd
            }
            '[' => {
                self.stack.push(false);
                State::ValueOrEnd
            }
            '"' => State::Text { key: false },
            '-' => State::Number(Number::Minus),
            '0' => State::Number(Number::Zero),
            '1'..='9' => State::Number(Number::Int),
            't' => State::Name { rest: "rue" },
            'f' => State::Name { rest: "alse" },
            'n' => State::Name { rest: "ull" },
            _ => return Scan::Bad,
        };
        self.go(state)
    }

    fn go(&mut self, state: State) -> Scan {
        self.state = state;
        Scan::More
    }

    fn close(&mut self) -> Scan {
        self.stack.pop();
        self.end_value()
    }

    fn end_value(&mut self) -> Scan {
        self.state = State::AfterValue;
        if self.stack.is_empty() { Scan::Done } else { Scan::More }
    }

    /// Copies the first half of a pair whose other half did not come.
    fn drop_half(&mut self, out: &mut String) {
        if self.high.take().is_some() {
            out.push_str("\\ufffd");
        }
    }

    fn text(&mut self, c: char, key: bool, out: &mut String) -> Scan {
        if c == '\\' {
            return self.go(State::Backslash { key });
        }
        self.drop_half(out);
        match c {
            '"' => {
                out.push('"');
                if key { self.go(State::Colon) } else { self.end_value() }
            }
            c if (c as u32) < 0x20 && !self.lenient => Scan::Bad,
            c if (c as u32) < 0x20 => {
                push_escaped(out, c);
                Scan::More
            }
            c => {
                out.push(c);
                Scan::More
            }
        }
    }

    fn backslash(&mut self, c: char, key: bool, out: &mut String) -> Scan {
        self.state = State::Text { key };
        match c {
            'u' => return self.go(State::Hex { key, count: 0, value: 0 }),
            '"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' => {
                self.drop_half(out);
                out.push('\\');
                out.push(c);
            }
            c if self.lenient => {
                self.drop_half(out);
                out.push_str("\\\\");
                push_escaped(out, c);
            }
            _ => return Scan::Bad,
        }
        Scan::More
    }

    fn hex(&mut self, c: char, key: bool, count: u8, value: u32, out: &mut String) -> Scan {
        let Some(digit) = c.to_digit(16) else { return Scan::Bad };
        let value = value << 4 | digit;
        if count < 3 {
            return self.go(State::Hex { key, count: count + 1, value });
        }
        match value {
            0xD800..0xDC00 => {
                self.drop_half(out);
                self.high = Some(value);
            }
            0xDC00..0xE000 => match self.high.take() {
                Some(high) => out.push_str(&format!("\\u{high:04x}\\u{value:04x}")),
                None => out.push_str("\\ufffd"),
            },
            _ => {
                self.drop_half(out);
                out.push_str(&format!("\\u{value:04x}"));
            }
        }
        self.go(State::Text { key })
    }

    fn number(&mut self, c: char, number: Number, out: &mut String) -> Scan {
        use Number::*;
        let next = match (number, c) {
            (Minus, '0') => Zero,
            (Minus, '1'..='9') | (Int, '0'..='9') => Int,
            (Zero | Int, '.') => Point,
            (Point | Fraction, '0'..='9') => Fraction,
            (Zero | Int | Fraction, 'e' | 'E') => Exponent,
            (Exponent, '+' | '-') => Sign,
            (Exponent | Sign | Power, '0'..='9') => Power,
            (Minus | Point | Exponent | Sign, _) => return Scan::Bad,
            (Zero | Int | Fraction | Power, _) => {
                if self.end_value() == Scan::Done {
                    return Scan::DoneBefore;
                }
                return self.feed(c, out);
            }
        };
        out.push(c);
        self.go(State::Number(next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The copy and how many characters it took, if the value is valid and ends.
    fn scan(text: &str, lenient: bool) -> Option<(String, usize)> {
        let mut scan = JsonScan::new(lenient);
        let mut out = String::new();
        for (i, c) in text.chars().enumerate() {
            match scan.feed(c, &mut out) {
                Scan::More => {}
                Scan::Done => return Some((out, i + 1)),
                Scan::DoneBefore => return Some((out, i)),
                Scan::Bad => return None,
            }
        }
        None
    }

    #[test]
    fn copies_valid_values_and_finds_their_end() {
        for text in [
            "{}",
            "[]",
            r#"{"a":[1,-0.5e+3,{"b":null}],"c":"x\"y\\"}"#,
            "[[[]],[0]]",
            r#""\u0041\ud83d\ude00""#,
            " { \"a\" : true } ",
        ] {
            let (copy, len) = scan(text, false).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(copy, text.trim_end(), "{text}");
            assert_eq!(len, copy.chars().count());
        }
        assert_eq!(scan("12,", false), Some(("12".to_owned(), 2)));
    }

    #[test]
    fn refuses_what_serde_refuses() {
        for text in [
            "{a:1}",
            "{\"a\" 1}",
            "[1,]",
            "{\"a\":1,}",
            "-x",
            "1.x",
            "tru1",
            "\"\n\"",
            r#""\d""#,
            "[1}",
            "{\"a\":1]",
            "]",
        ] {
            assert_eq!(scan(text, false), None, "{text}");
            assert!(serde_json::from_str::<serde_json::Value>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn repairs_strings() {
        let (copy, _) = scan("{\"a\":\"x\ny\\d\\ud800!\u{1}\"}", true).unwrap();
        assert_eq!(copy, r#"{"a":"x\ny\\d\ufffd!\u0001"}"#);
        assert!(serde_json::from_str::<serde_json::Value>(&copy).is_ok());
    }

    #[test]
    fn depth_is_bounded() {
        assert_eq!(scan(&"[".repeat(DEPTH_MAX + 1), false), None);
    }
}
