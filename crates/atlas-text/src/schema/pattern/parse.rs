//! Reading an expression of ECMA-262.

use super::escape::escape_into;

/// Deeper groups are refused.
const DEPTH_MAX: usize = 48;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Re {
    Char(char),
    /// A set of characters, in the notation of the grammar library.
    Class(String),
    Concat(Vec<Re>),
    Either(Vec<Re>),
    /// At least so many times, and at most.
    Repeat(Box<Re>, u32, Option<u32>),
    Start,
    End,
    /// The text that follows fits, or does not.
    Ahead {
        negative: bool,
        inner: Box<Re>,
    },
}

pub(super) fn parse(pattern: &str) -> Result<Re, String> {
    let mut parser = Parser { text: pattern.chars().collect(), at: 0, any: false };
    let re = parser.either(0)?;
    match parser.peek() {
        None => Ok(re),
        Some(_) => Err("a `)` has no `(`".to_owned()),
    }
}

struct Parser {
    text: Vec<char>,
    at: usize,
    /// A dot is any character.
    any: bool,
}

impl Parser {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn eat(&mut self, text: &str) -> bool {
        let n = text.chars().count();
        let same = self.text[self.at..].iter().take(n).copied().eq(text.chars());
        if same {
            self.at += n;
        }
        same
    }

    fn either(&mut self, depth: usize) -> Result<Re, String> {
        if depth > DEPTH_MAX {
            return Err("groups are nested too deep".to_owned());
        }
        let mut all = vec![self.concat(depth)?];
        while self.eat("|") {
            all.push(self.concat(depth)?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Re::Either(all) })
    }

    fn concat(&mut self, depth: usize) -> Result<Re, String> {
        let mut all = Vec::new();
        while let Some(c) = self.peek() {
            if c == '|' || c == ')' {
                break;
            }
            let atom = self.atom(depth)?;
            all.push(self.repeated(atom)?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Re::Concat(all) })
    }

    fn repeated(&mut self, atom: Re) -> Result<Re, String> {
        let (min, max) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => match self.counts()? {
                Some(counts) => counts,
                None => return Ok(atom),
            },
            _ => return Ok(atom),
        };
        self.at += 1;
        // A lazy repetition takes the same texts.
        self.eat("?");
        if matches!(self.peek(), Some('*' | '+')) {
            return Err("a repetition is repeated".to_owned());
        }
        if max.is_some_and(|max| max < min) {
            return Err("the bounds of a repetition are out of order".to_owned());
        }
        if matches!(atom, Re::Start | Re::End | Re::Ahead { .. }) {
            return Err("an anchor or a look-ahead is repeated".to_owned());
        }
        Ok(Re::Repeat(Box::new(atom), min, max))
    }

    /// Reads `{2}`, `{2,}` or `{2,3}` up to its last brace; none if it is none of these.
    fn counts(&mut self) -> Result<Option<(u32, Option<u32>)>, String> {
        let Some(len) = self.text[self.at..].iter().position(|c| *c == '}') else {
            return Ok(None);
        };
        let inner: String = self.text[self.at + 1..self.at + len].iter().collect();
        let (min, max) = inner.split_once(',').map_or((&*inner, None), |(a, b)| (a, Some(b)));
        let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
        if min.is_empty() || !digits(min) || !max.is_none_or(digits) {
            return Ok(None);
        }
        let number = |text: &str| {
            text.parse::<u32>().map_err(|_| format!("the pattern repeats {text} times"))
        };
        let min = number(min)?;
        let max = match max {
            None => Some(min),
            Some("") => None,
            Some(max) => Some(number(max)?),
        };
        self.at += len;
        Ok(Some((min, max)))
    }

    fn atom(&mut self, depth: usize) -> Result<Re, String> {
        let c = self.text[self.at];
        self.at += 1;
        match c {
            '^' => Ok(Re::Start),
            '$' => Ok(Re::End),
            '.' if self.any => Ok(Re::Class("(?s:.)".to_owned())),
            '.' => Ok(Re::Class(".".to_owned())),
            '(' => self.group(depth),
            '[' => self.class(),
            '\\' => self.escape(),
            '*' | '+' | '?' => Err(format!("a `{c}` has nothing to repeat")),
            c => Ok(Re::Char(c)),
        }
    }

    fn group(&mut self, depth: usize) -> Result<Re, String> {
        let before = self.any;
        let ahead = if self.eat("?=") {
            Some(false)
        } else if self.eat("?!") {
            Some(true)
        } else if self.eat("?<=") || self.eat("?<!") {
            return Err("look-behind cannot be enforced".to_owned());
        } else {
            if self.eat("?s:") {
                self.any = true;
            } else if self.eat("?P<") || self.eat("?<") {
                while self.peek().is_some_and(|c| c != '>') {
                    self.at += 1;
                }
                if !self.eat(">") {
                    return Err("the name of a group has no end".to_owned());
                }
            } else if !self.eat("?:") && self.peek() == Some('?') {
                return Err("this kind of group cannot be enforced".to_owned());
            }
            None
        };
        let inner = self.either(depth + 1)?;
        self.any = before;
        if !self.eat(")") {
            return Err("a group has no end".to_owned());
        }
        Ok(match ahead {
            Some(negative) => Re::Ahead { negative, inner: Box::new(inner) },
            None => inner,
        })
    }

    fn escape(&mut self) -> Result<Re, String> {
        let c = self.peek().ok_or("the pattern ends in a `\\`")?;
        Ok(match c {
            'A' | 'Z' | 'z' => {
                self.at += 1;
                if c == 'A' { Re::Start } else { Re::End }
            }
            'b' | 'B' => return Err("word boundaries cannot be enforced".to_owned()),
            '1'..='9' | 'k' => return Err("back-references cannot be enforced".to_owned()),
            _ => match self.escaped()? {
                Escaped::Char(c) => Re::Char(c),
                Escaped::Class(class) => Re::Class(format!("[{class}]")),
            },
        })
    }

    /// Reads an escape after its `\`.
    fn escaped(&mut self) -> Result<Escaped, String> {
        let c = self.peek().ok_or("the pattern ends in a `\\`")?;
        self.at += 1;
        let class = |text: &str| Ok(Escaped::Class(text.to_owned()));
        let c = match c {
            'd' => return class("0-9"),
            'D' => return class("\\x{0}-\\x{2F}\\x{3A}-\\x{10FFFF}"),
            'w' => return class("0-9A-Z_a-z"),
            'W' => {
                return class(
                    "\\x{0}-\\x{2F}\\x{3A}-\\x{40}\\x{5B}-\\x{5E}\\x{60}\\x{7B}-\\x{10FFFF}",
                );
            }
            's' | 'S' => return class(if c == 's' { "\\s" } else { "\\S" }),
            'p' | 'P' => {
                if self.peek() != Some('{') {
                    return Err("`\\p` has no name".to_owned());
                }
                let rest = &self.text[self.at..];
                let len = rest.iter().position(|c| *c == '}').ok_or("`\\p{` has no end")?;
                let name: String = rest[..=len].iter().collect();
                self.at += len + 1;
                return Ok(Escaped::Class(format!("\\{c}{name}")));
            }
            't' => '\t',
            'n' => '\n',
            'r' => '\r',
            'f' => '\u{c}',
            'v' => '\u{b}',
            '0' => '\0',
            'c' => {
                let letter = self.peek().filter(char::is_ascii_alphabetic);
                let letter = letter.ok_or("`\\c` has no letter")?;
                self.at += 1;
                char::from(letter as u8 & 31)
            }
            'x' | 'u' => self.code(if c == 'x' { 2 } else { 4 })?,
            c if c.is_ascii_alphanumeric() => return Err(format!("`\\{c}` is not known")),
            c => c,
        };
        Ok(Escaped::Char(c))
    }

    /// Reads the digits of `\x` and `\u`.
    fn code(&mut self, digits: usize) -> Result<char, String> {
        let bad = || "a `\\x` or `\\u` has no character".to_owned();
        let rest = &self.text[self.at..];
        let (from, to, len) = if rest.first() == Some(&'{') {
            let end = rest.iter().position(|c| *c == '}').ok_or_else(bad)?;
            (1, end, end + 1)
        } else {
            (0, digits, digits)
        };
        let hex: String = rest.get(from..to).ok_or_else(bad)?.iter().collect();
        let code = u32::from_str_radix(&hex, 16).map_err(|_| bad())?;
        self.at += len;
        if (0xD800..0xDC00).contains(&code) && self.eat("\\u") {
            let low: String = self.text[self.at..].iter().take(4).collect();
            let low = u32::from_str_radix(&low, 16).map_err(|_| bad())?;
            self.at += 4;
            let low = low.checked_sub(0xDC00).ok_or_else(bad)?;
            return char::from_u32(0x10000 + ((code - 0xD800) << 10) + low).ok_or_else(bad);
        }
        char::from_u32(code).ok_or_else(bad)
    }

    fn class(&mut self) -> Result<Re, String> {
        let negative = self.eat("^");
        let mut out = String::new();
        loop {
            let first = match self.peek().ok_or("a `[` has no end")? {
                ']' => break,
                _ => self.member()?,
            };
            let dash = self.peek() == Some('-');
            let ends = self.text.get(self.at + 1) == Some(&']');
            match first {
                Escaped::Char(from) if dash && !ends => {
                    self.at += 1;
                    match self.member()? {
                        Escaped::Char(to) if from <= to => {
                            escape_into(&mut out, from);
                            out.push('-');
                            escape_into(&mut out, to);
                        }
                        Escaped::Char(_) => return Err("a range is out of order".to_owned()),
                        Escaped::Class(class) => {
                            escape_into(&mut out, from);
                            escape_into(&mut out, '-');
                            out.push_str(&class);
                        }
                    }
                }
                Escaped::Char(one) => escape_into(&mut out, one),
                Escaped::Class(class) => out.push_str(&class),
            }
        }
        self.at += 1;
        match (negative, out.is_empty()) {
            (true, true) => Ok(Re::Class("(?s:.)".to_owned())),
            (false, true) => Err("an empty class matches nothing".to_owned()),
            (true, false) => Ok(Re::Class(format!("[^{out}]"))),
            (false, false) => Ok(Re::Class(format!("[{out}]"))),
        }
    }

    /// A member of a class.
    fn member(&mut self) -> Result<Escaped, String> {
        let c = self.peek().ok_or("a `[` has no end")?;
        self.at += 1;
        if c != '\\' {
            return Ok(Escaped::Char(c));
        }
        if self.eat("b") {
            return Ok(Escaped::Char('\u{8}'));
        }
        self.escaped()
    }
}

enum Escaped {
    Char(char),
    /// Members of a class.
    Class(String),
}
