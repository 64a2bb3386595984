//! Text, output and tags.

use super::expression::{block_filters, expression, tuple};
use super::stream::Stream;
use crate::jinja::ast::{Expr, ForLoop, MacroDef, Stmt, StmtKind, Target};
use crate::jinja::error::Result;
use crate::jinja::lexer::Kind;
use std::sync::Arc;

/// Statements up to the end of the source.
pub(super) fn template(stream: &mut Stream) -> Result<Vec<Stmt>> {
    let (body, _) = statements(stream, &[])?;
    Ok(body)
}

/// Statements up to one of the tags `ends`, whose name is taken and returned.
fn statements(stream: &mut Stream, ends: &[&str]) -> Result<(Vec<Stmt>, Arc<str>)> {
    let mut body = Vec::new();
    loop {
        let line = stream.line();
        match stream.next() {
            Kind::Text(text) => body.push(Stmt { kind: StmtKind::Text(text), line }),
            Kind::OutputBegin => {
                let value = tuple(stream, true, false)?;
                if !matches!(stream.peek(), Kind::OutputEnd) {
                    return stream.unexpected("end of print statement");
                }
                stream.next();
                body.push(Stmt { kind: StmtKind::Output(value), line });
            }
            Kind::BlockBegin => {
                let name = stream.expect_name()?;
                if ends.contains(&&*name) {
                    return Ok((body, name));
                }
                let kind = stream.nested(|stream| tag(stream, &name))?;
                if let Some(kind) = kind {
                    body.push(Stmt { kind, line });
                }
            }
            Kind::End if ends.is_empty() => return Ok((body, "".into())),
            Kind::End => {
                let expected = ends.join("' or '");
                return stream.error(format!("unexpected end of template, expected '{expected}'"));
            }
            _ => return stream.unexpected("text or a tag"),
        }
    }
}

/// Statements after the end of a tag up to the one that closes it, `end`.
fn body(stream: &mut Stream, end: &str) -> Result<Vec<Stmt>> {
    stream.expect_block_end()?;
    let (body, _) = statements(stream, &[end])?;
    Ok(body)
}

/// A tag after its name; `None` for one without effect.
fn tag(stream: &mut Stream, name: &str) -> Result<Option<StmtKind>> {
    let kind = match name {
        "if" => conditional(stream)?,
        "for" => for_loop(stream)?,
        "set" => set(stream)?,
        "with" => with(stream)?,
        "macro" => {
            let name = stream.expect_name()?;
            StmtKind::Macro(Arc::new(macro_def(stream, Some(name), "endmacro")?))
        }
        "call" => call_block(stream)?,
        "filter" => {
            let Some(filter) = block_filters(stream, false)? else {
                return stream.unexpected("a filter");
            };
            StmtKind::FilterBlock(filter, body(stream, "endfilter")?)
        }
        // Marks words for training; the text is the same.
        "generation" => StmtKind::Scope(body(stream, "endgeneration")?),
        "block" => block(stream)?,
        "print" => StmtKind::Output(tuple(stream, true, false)?),
        "break" | "continue" if stream.loops == 0 => {
            return stream.error(format!("'{name}' outside of a loop"));
        }
        "break" => StmtKind::Break,
        "continue" => StmtKind::Continue,
        "autoescape" => autoescape(stream)?,
        "extends" | "include" | "import" | "from" => {
            while !matches!(stream.peek(), Kind::BlockEnd | Kind::End) {
                stream.next();
            }
            let reason =
                format!("`{name}` needs another template, and a chat template stands alone");
            StmtKind::Refused(reason)
        }
        other => return stream.error(format!("Encountered unknown tag '{other}'")),
    };
    stream.expect_block_end()?;
    Ok(Some(kind))
}

fn conditional(stream: &mut Stream) -> Result<StmtKind> {
    let mut branches = Vec::new();
    let ends = ["elif", "else", "endif"];
    loop {
        let test = tuple(stream, false, false)?;
        stream.expect_block_end()?;
        let (inner, end) = statements(stream, &ends)?;
        branches.push((test, inner));
        match &*end {
            "elif" => {}
            "else" => return Ok(StmtKind::If(branches, body(stream, "endif")?)),
            _ => return Ok(StmtKind::If(branches, Vec::new())),
        }
    }
}

fn for_loop(stream: &mut Stream) -> Result<StmtKind> {
    let target = target_tuple(stream, false)?;
    if !stream.skip_name("in") {
        return stream.unexpected("'in'");
    }
    let iter = tuple(stream, false, false)?;
    let test = match stream.skip_name("if") {
        true => Some(expression(stream, true)?),
        false => None,
    };
    let recursive = stream.skip_name("recursive");
    stream.expect_block_end()?;
    stream.loops += 1;
    let inner = statements(stream, &["else", "endfor"]);
    stream.loops -= 1;
    let (inner, end) = inner?;
    let otherwise = match &*end {
        "else" => body(stream, "endfor")?,
        _ => Vec::new(),
    };
    Ok(StmtKind::For(Arc::new(ForLoop { target, iter, test, recursive, body: inner, otherwise })))
}

fn set(stream: &mut Stream) -> Result<StmtKind> {
    let target = target_tuple(stream, true)?;
    if stream.skip_operator("=") {
        return Ok(StmtKind::Set(target, tuple(stream, true, false)?));
    }
    let filters = block_filters(stream, true)?;
    Ok(StmtKind::SetBlock(target, filters, body(stream, "endset")?))
}

/// Names between commas, at most in parentheses.
fn target_tuple(stream: &mut Stream, namespaces: bool) -> Result<Target> {
    let mut targets = vec![target(stream, namespaces)?];
    let mut is_tuple = false;
    while stream.skip_operator(",") {
        is_tuple = true;
        if stream.is_name("in") || stream.is_operator("=") || stream.is_operator(")") {
            break;
        }
        targets.push(target(stream, namespaces)?);
    }
    match targets.pop() {
        Some(only) if !is_tuple => Ok(only),
        last => {
            targets.extend(last);
            Ok(Target::Tuple(targets))
        }
    }
}

fn target(stream: &mut Stream, namespaces: bool) -> Result<Target> {
    if stream.skip_operator("(") {
        let inner = stream.nested(|stream| target_tuple(stream, namespaces))?;
        stream.expect_operator(")")?;
        return Ok(inner);
    }
    let name = stream.expect_name()?;
    if matches!(&*name, "true" | "false" | "none" | "True" | "False" | "None") {
        return stream.error(format!("can't assign to '{name}'"));
    }
    if namespaces && stream.skip_operator(".") {
        return Ok(Target::Attribute(name, stream.expect_name()?));
    }
    Ok(Target::Name(name))
}

fn with(stream: &mut Stream) -> Result<StmtKind> {
    let mut values = Vec::new();
    while !matches!(stream.peek(), Kind::BlockEnd) {
        if !values.is_empty() {
            stream.expect_operator(",")?;
        }
        let name = target_tuple(stream, false)?;
        stream.expect_operator("=")?;
        values.push((name, expression(stream, true)?));
    }
    Ok(StmtKind::With(values, body(stream, "endwith")?))
}

/// Parameters and body of a macro or call block.
fn macro_def(stream: &mut Stream, name: Option<Arc<str>>, end: &str) -> Result<MacroDef> {
    let parameters = signature(stream)?;
    macro_body(stream, name, parameters, end)
}

type Parameters = Vec<(Arc<str>, Option<Expr>)>;

fn macro_body(
    stream: &mut Stream,
    name: Option<Arc<str>>,
    parameters: Parameters,
    end: &str,
) -> Result<MacroDef> {
    let outside = std::mem::take(&mut stream.reads);
    let loops = std::mem::take(&mut stream.loops);
    let inner = body(stream, end);
    stream.loops = loops;
    let reads = stream.reads;
    stream.reads = [0, 1, 2].map(|i| reads[i] || outside[i]);
    Ok(MacroDef {
        name,
        parameters,
        body: inner?,
        reads_varargs: reads[0],
        reads_kwargs: reads[1],
        reads_caller: reads[2],
    })
}

fn signature(stream: &mut Stream) -> Result<Parameters> {
    stream.expect_operator("(")?;
    let mut parameters: Parameters = Vec::new();
    while !stream.is_operator(")") {
        if !parameters.is_empty() {
            stream.expect_operator(",")?;
        }
        let name = stream.expect_name()?;
        let default = match stream.skip_operator("=") {
            true => Some(expression(stream, true)?),
            false if parameters.last().is_some_and(|(_, default)| default.is_some()) => {
                return stream.error("non-default argument follows default argument");
            }
            false => None,
        };
        parameters.push((name, default));
    }
    stream.expect_operator(")")?;
    Ok(parameters)
}

fn call_block(stream: &mut Stream) -> Result<StmtKind> {
    let parameters = match stream.is_operator("(") {
        true => signature(stream)?,
        false => Vec::new(),
    };
    let call = expression(stream, true)?;
    if !matches!(call, Expr::Call(..)) {
        return stream.error("expected call");
    }
    let caller = macro_body(stream, Some("caller".into()), parameters, "endcall")?;
    Ok(StmtKind::CallBlock(call, Arc::new(caller)))
}

/// A block that no other template replaces.
fn block(stream: &mut Stream) -> Result<StmtKind> {
    let name = stream.expect_name()?;
    stream.skip_name("scoped");
    stream.skip_name("required");
    let inner = body(stream, "endblock")?;
    if stream.is_name(&name) {
        stream.next();
    }
    Ok(StmtKind::Scope(inner))
}

fn autoescape(stream: &mut Stream) -> Result<StmtKind> {
    let on = expression(stream, true)?;
    let inner = body(stream, "endautoescape")?;
    Ok(match on {
        Expr::Bool(false) => StmtKind::Scope(inner),
        _ => StmtKind::Refused("automatic escaping is not supported".to_owned()),
    })
}
