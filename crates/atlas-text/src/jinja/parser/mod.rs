//! Parser of templates: the grammar of Jinja2 with loop controls and the generation tag.

mod expression;
mod statement;
mod stream;

use super::ast::Stmt;
use super::error::Result;
use super::lexer::tokens;
use stream::Stream;

/// Parses a template.
///
/// # Errors
/// The first syntax error, with its line.
pub(crate) fn parse(source: &str) -> Result<Vec<Stmt>> {
    let mut stream = Stream::new(tokens(source)?);
    statement::template(&mut stream)
}
