//! The tokens that a parser has yet to read.

use crate::jinja::error::{Error, Result};
use crate::jinja::lexer::{Kind, Token};
use std::sync::Arc;

/// Expressions and blocks inside one another.
const NESTING_MAX: usize = 64;

/// The names of a macro's further arguments.
const FURTHER: [&str; 3] = ["varargs", "kwargs", "caller"];

pub(super) struct Stream {
    tokens: std::iter::Peekable<std::vec::IntoIter<Token>>,
    line: usize,
    nesting: usize,
    /// Loops around the current statement.
    pub(super) loops: usize,
    /// Names of further arguments that were read: `varargs`, `kwargs` and `caller`.
    pub(super) reads: [bool; 3],
}

impl Stream {
    pub(super) fn new(tokens: Vec<Token>) -> Self {
        Self {
            tokens: tokens.into_iter().peekable(),
            line: 1,
            nesting: 0,
            loops: 0,
            reads: [false; 3],
        }
    }

    /// Line of the next token.
    pub(super) fn line(&mut self) -> usize {
        self.tokens.peek().map_or(self.line, |token| token.line)
    }

    pub(super) fn peek(&mut self) -> &Kind {
        self.tokens.peek().map_or(&Kind::End, |token| &token.kind)
    }

    pub(super) fn next(&mut self) -> Kind {
        match self.tokens.next() {
            Some(token) => {
                self.line = token.line;
                token.kind
            }
            None => Kind::End,
        }
    }

    pub(super) fn error<T>(&mut self, message: impl Into<String>) -> Result<T> {
        Err(Error::new(message).at(self.line()))
    }

    pub(super) fn unexpected<T>(&mut self, expected: &str) -> Result<T> {
        let found = describe(self.peek());
        self.error(format!("expected {expected}, got {found}"))
    }

    /// # Errors
    /// Of `inner`, and if it is nested too deeply.
    pub(super) fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.nesting >= NESTING_MAX {
            return self.error("the template is nested too deeply");
        }
        self.nesting += 1;
        let result = inner(self);
        self.nesting -= 1;
        result
    }

    /// Notes that an expression reads `name`.
    pub(super) fn note_read(&mut self, name: &str) {
        if let Some(at) = FURTHER.iter().position(|further| *further == name) {
            self.reads[at] = true;
        }
    }

    pub(super) fn is_operator(&mut self, operator: &str) -> bool {
        matches!(self.peek(), Kind::Operator(found) if *found == operator)
    }

    pub(super) fn is_name(&mut self, name: &str) -> bool {
        matches!(self.peek(), Kind::Name(found) if &**found == name)
    }

    pub(super) fn skip_operator(&mut self, operator: &str) -> bool {
        let found = self.is_operator(operator);
        if found {
            self.next();
        }
        found
    }

    pub(super) fn skip_name(&mut self, name: &str) -> bool {
        let found = self.is_name(name);
        if found {
            self.next();
        }
        found
    }

    /// # Errors
    /// If something else comes.
    pub(super) fn expect_operator(&mut self, operator: &str) -> Result<()> {
        match self.skip_operator(operator) {
            true => Ok(()),
            false => self.unexpected(&format!("'{operator}'")),
        }
    }

    /// # Errors
    /// If something else comes.
    pub(super) fn expect_name(&mut self) -> Result<Arc<str>> {
        match self.peek() {
            Kind::Name(name) => {
                let name = name.clone();
                self.next();
                Ok(name)
            }
            _ => self.unexpected("a name"),
        }
    }

    /// # Errors
    /// If something else comes.
    pub(super) fn expect_block_end(&mut self) -> Result<()> {
        match self.peek() {
            Kind::BlockEnd => {
                self.next();
                Ok(())
            }
            _ => self.unexpected("end of statement block"),
        }
    }
}

fn describe(kind: &Kind) -> String {
    match kind {
        Kind::Text(_) => "text".to_owned(),
        Kind::BlockBegin => "'{%'".to_owned(),
        Kind::BlockEnd => "end of statement block".to_owned(),
        Kind::OutputBegin => "'{{'".to_owned(),
        Kind::OutputEnd => "end of print statement".to_owned(),
        Kind::Name(name) => format!("'{name}'"),
        Kind::Int(value) => format!("'{value}'"),
        Kind::Float(value) => format!("'{value}'"),
        Kind::Str(text) => format!("{text:?}"),
        Kind::Operator(operator) => format!("'{operator}'"),
        Kind::End => "end of template".to_owned(),
    }
}
