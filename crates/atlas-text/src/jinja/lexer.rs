//! Tokens of a template, with the white-space rules of `trim_blocks` and `lstrip_blocks`.

use super::error::{Error, Result};
use super::strings::{is_space, normalize_newlines, unescape};
use num_bigint::BigInt;
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    Text(String),
    BlockBegin,
    BlockEnd,
    OutputBegin,
    OutputEnd,
    Name(Arc<str>),
    Int(BigInt),
    Float(f64),
    Str(String),
    Operator(&'static str),
    End,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) line: usize,
}

/// Longer operators come before those they begin with.
const OPERATORS: [&str; 26] = [
    "//", "**", "==", "!=", ">=", "<=", "+", "-", "/", "*", "%", "~", "[", "]", "(", ")", "{", "}",
    ">", "<", "=", ".", ":", "|", ",", ";",
];

/// Splits a source into tokens.
///
/// # Errors
/// Unclosed comments, raw blocks and strings, and characters that begin no token.
pub(crate) fn tokens(source: &str) -> Result<Vec<Token>> {
    let source = normalize_newlines(source);
    let source = source.strip_suffix('\n').unwrap_or(&source);
    let mut lexer = Lexer { source, at: 0, line: 1, line_starts: true, out: Vec::new() };
    while lexer.at < source.len() {
        lexer.text_and_tag()?;
    }
    lexer.push(Kind::End);
    Ok(lexer.out)
}

struct Lexer<'a> {
    source: &'a str,
    at: usize,
    line: usize,
    /// The last token ended a line.
    line_starts: bool,
    out: Vec<Token>,
}

impl<'a> Lexer<'a> {
    fn push(&mut self, kind: Kind) {
        self.out.push(Token { kind, line: self.line });
    }

    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    /// Goes on by `length` bytes.
    fn take(&mut self, length: usize) {
        let taken = &self.source[self.at..self.at + length];
        self.line += taken.matches('\n').count();
        if !taken.is_empty() {
            self.line_starts = taken.ends_with('\n');
        }
        self.at += length;
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(Error::new(message).at(self.line))
    }

    /// Text up to the next tag as the tag's sign and the options leave it.
    fn push_text(&mut self, length: usize, sign: Option<char>, strips_line: bool) {
        let whole = &self.source[self.at..self.at + length];
        let mut text = whole;
        if sign == Some('-') {
            text = text.trim_end_matches(is_space);
        } else if sign != Some('+') && strips_line {
            let start = text.rfind('\n').map_or(0, |at| at + 1);
            if (start > 0 || self.line_starts) && text[start..].chars().all(is_space) {
                text = &text[..start];
            }
        }
        if !text.is_empty() {
            self.push(Kind::Text(text.to_owned()));
        }
        self.take(length);
    }

    fn text_and_tag(&mut self) -> Result<()> {
        let rest = self.rest();
        let found = rest
            .match_indices('{')
            .map(|(at, _)| at)
            .find(|at| matches!(rest.as_bytes().get(at + 1), Some(b'{' | b'%' | b'#')));
        let Some(at) = found else {
            self.push_text(rest.len(), Some('+'), false);
            return Ok(());
        };
        let tag = &rest[at..];
        let sign = tag[2..].chars().next().filter(|c| matches!(c, '-' | '+'));
        self.push_text(at, sign, !tag.starts_with("{{"));
        if let Some(length) = raw_begin(tag) {
            self.take(length);
            return self.raw();
        }
        self.take(2 + usize::from(sign.is_some()));
        match tag.as_bytes()[1] {
            b'#' => self.comment(),
            b'%' => {
                self.push(Kind::BlockBegin);
                self.code("%}", Kind::BlockEnd, true)
            }
            _ => {
                self.push(Kind::OutputBegin);
                self.code("}}", Kind::OutputEnd, false)
            }
        }
    }

    fn comment(&mut self) -> Result<()> {
        let rest = self.rest();
        let Some(end) = rest.find("#}") else {
            return self.error("Missing end of comment tag");
        };
        let dashed = rest[..end].ends_with('-');
        // A `+` before the end keeps the newline.
        let plus = rest[..end].ends_with('+');
        self.take(end + 2);
        if dashed {
            self.skip_space();
        } else if !plus {
            self.skip_newline();
        }
        Ok(())
    }

    fn raw(&mut self) -> Result<()> {
        let rest = self.rest();
        for (at, _) in rest.match_indices("{%") {
            let tag = &rest[at + 2..];
            let sign = tag.chars().next().filter(|c| matches!(c, '-' | '+'));
            let inner = &tag[usize::from(sign.is_some())..];
            let Some(end) = inner.trim_start_matches(is_space).strip_prefix("endraw") else {
                continue;
            };
            let end = end.trim_start_matches(is_space);
            let plus = end.starts_with("+%}");
            let dashed = end.starts_with("-%}");
            let Some(after) = end.strip_prefix(['+', '-']).unwrap_or(end).strip_prefix("%}") else {
                continue;
            };
            let length = rest.len() - after.len();
            self.push_text(at, sign, true);
            self.take(length - at);
            if dashed {
                self.skip_space();
            } else if !plus {
                self.skip_newline();
            }
            return Ok(());
        }
        self.error("Missing end of raw directive")
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.take(rest.len() - rest.trim_start_matches(is_space).len());
    }

    fn skip_newline(&mut self) {
        if self.rest().starts_with('\n') {
            self.take(1);
        }
    }

    /// Tokens up to the end of a tag. A closing brace of a dict does not end it.
    fn code(&mut self, end: &str, kind: Kind, trims: bool) -> Result<()> {
        let mut open: Vec<&'static str> = Vec::new();
        loop {
            self.skip_space();
            let rest = self.rest();
            if rest.is_empty() {
                return Ok(());
            }
            let sign = rest.chars().next().filter(|c| *c == '-' || (*c == '+' && trims));
            let ends = rest[usize::from(sign.is_some())..].starts_with(end);
            if ends && open.is_empty() {
                self.push(kind);
                self.take(end.len() + usize::from(sign.is_some()));
                match sign {
                    Some('-') => self.skip_space(),
                    None if trims => self.skip_newline(),
                    _ => {}
                }
                return Ok(());
            }
            self.token(&mut open)?;
        }
    }

    fn token(&mut self, open: &mut Vec<&'static str>) -> Result<()> {
        let rest = self.rest();
        let first = rest.chars().next().unwrap_or_default();
        if first.is_ascii_digit() {
            let after_dot = self.source[..self.at].ends_with('.');
            let (kind, length) = number(rest, after_dot);
            self.push(kind);
            self.take(length);
            return Ok(());
        }
        if first.is_alphanumeric() || first == '_' {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            self.push(Kind::Name(rest[..length].into()));
            self.take(length);
            return Ok(());
        }
        if let Some(length) = string_length(rest) {
            let text = unescape(&rest[1..length - 1]).map_err(|e| e.at(self.line))?;
            self.push(Kind::Str(text));
            self.take(length);
            return Ok(());
        }
        let Some(operator) = OPERATORS.iter().find(|o| rest.starts_with(**o)) else {
            return self.error(format!("unexpected char {first:?}"));
        };
        match *operator {
            "(" => open.push(")"),
            "[" => open.push("]"),
            "{" => open.push("}"),
            close @ (")" | "]" | "}") => match open.pop() {
                Some(expected) if expected == close => {}
                Some(expected) => {
                    return self.error(format!("unexpected '{close}', expected '{expected}'"));
                }
                None => return self.error(format!("unexpected '{close}'")),
            },
            _ => {}
        }
        self.push(Kind::Operator(operator));
        self.take(operator.len());
        Ok(())
    }
}

/// Length of `{% raw %}` at the start of a tag.
fn raw_begin(tag: &str) -> Option<usize> {
    let inner = tag.strip_prefix("{%")?;
    let inner = inner.strip_prefix(['-', '+']).unwrap_or(inner);
    let name = inner.trim_start_matches(is_space).strip_prefix("raw")?;
    let end = name.trim_start_matches(is_space);
    let after = match end.strip_prefix("-%}") {
        Some(after) => after.trim_start_matches(is_space),
        None => end.strip_prefix("%}")?,
    };
    Some(tag.len() - after.len())
}

/// Length of a string literal with its quotes.
fn string_length(rest: &str) -> Option<usize> {
    let quote = rest.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The number at the start of `rest` and its length.
fn number(rest: &str, after_dot: bool) -> (Kind, usize) {
    let digits = |from: usize, is: fn(&u8) -> bool| -> usize {
        let bytes = rest.as_bytes();
        let mut at = from;
        loop {
            match bytes.get(at) {
                Some(b) if is(b) => at += 1,
                Some(b'_') if at > from && bytes.get(at + 1).is_some_and(is) => at += 1,
                _ => return at,
            }
        }
    };
    for (prefix, radix, is) in [
        ("0x", 16, (|b| b.is_ascii_hexdigit()) as fn(&u8) -> bool),
        ("0o", 8, |b| (b'0'..=b'7').contains(b)),
        ("0b", 2, |b| matches!(b, b'0' | b'1')),
    ] {
        if rest.get(..2).is_some_and(|p| p.eq_ignore_ascii_case(prefix)) {
            let end = digits(2, is);
            if let Some(value) = BigInt::parse_bytes(&plain(&rest[2..end]), radix) {
                return (Kind::Int(value), end);
            }
        }
    }
    let decimal = |b: &u8| b.is_ascii_digit();
    let whole = digits(0, decimal);
    let mut end = whole;
    if !after_dot {
        if rest[end..].starts_with('.') && digits(end + 1, decimal) > end + 1 {
            end = digits(end + 1, decimal);
        }
        if rest[end..].starts_with(['e', 'E']) {
            let sign = usize::from(rest[end + 1..].starts_with(['+', '-']));
            let power = digits(end + 1 + sign, decimal);
            if power > end + 1 + sign {
                end = power;
            }
        }
    }
    if end > whole {
        let text = String::from_utf8(plain(&rest[..end])).unwrap_or_default();
        return (Kind::Float(text.parse().unwrap_or(f64::NAN)), end);
    }
    // A number does not begin with zeros unless it is zero.
    let zeros = rest.len() - rest.trim_start_matches('0').len();
    let length = if zeros > 0 { zeros } else { whole };
    let value = BigInt::parse_bytes(&plain(&rest[..length]), 10).unwrap_or_default();
    (Kind::Int(value), length)
}

fn plain(digits: &str) -> Vec<u8> {
    digits.bytes().filter(|b| *b != b'_').collect()
}
