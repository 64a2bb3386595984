//! Expressions, by rising precedence.

use super::stream::Stream;
use crate::jinja::ast::{BinaryOp, CallArgs, CompareOp, Expr};
use crate::jinja::error::Result;
use crate::jinja::lexer::Kind;
use num_traits::ToPrimitive;
use std::sync::Arc;

/// Operators in a row: each is one level of the tree.
const CHAIN_MAX: usize = 200;

/// An expression, with the inline `if` unless it is left to the statement.
pub(super) fn expression(stream: &mut Stream, conditional: bool) -> Result<Expr> {
    stream.nested(|stream| if conditional { inline_if(stream) } else { or(stream) })
}

/// Counts a chain of operators.
fn link(stream: &mut Stream, count: &mut usize) -> Result<()> {
    *count += 1;
    match *count > CHAIN_MAX {
        true => stream.error("an expression is too long"),
        false => Ok(()),
    }
}

fn inline_if(stream: &mut Stream) -> Result<Expr> {
    let mut value = or(stream)?;
    let mut count = 0;
    while stream.skip_name("if") {
        link(stream, &mut count)?;
        let test = or(stream)?;
        let otherwise = match stream.skip_name("else") {
            true => Some(Box::new(stream.nested(inline_if)?)),
            false => None,
        };
        value = Expr::Conditional(Box::new(test), Box::new(value), otherwise);
    }
    Ok(value)
}

fn or(stream: &mut Stream) -> Result<Expr> {
    let mut left = and(stream)?;
    let mut count = 0;
    while stream.skip_name("or") {
        link(stream, &mut count)?;
        left = Expr::Or(Box::new(left), Box::new(and(stream)?));
    }
    Ok(left)
}

fn and(stream: &mut Stream) -> Result<Expr> {
    let mut left = not(stream)?;
    let mut count = 0;
    while stream.skip_name("and") {
        link(stream, &mut count)?;
        left = Expr::And(Box::new(left), Box::new(not(stream)?));
    }
    Ok(left)
}

fn not(stream: &mut Stream) -> Result<Expr> {
    match stream.skip_name("not") {
        true => Ok(Expr::Not(Box::new(stream.nested(not)?))),
        false => comparison(stream),
    }
}

fn comparison(stream: &mut Stream) -> Result<Expr> {
    let first = sum(stream)?;
    let mut rest = Vec::new();
    loop {
        let op = match stream.peek() {
            Kind::Operator("==") => CompareOp::Eq,
            Kind::Operator("!=") => CompareOp::Ne,
            Kind::Operator("<") => CompareOp::Lt,
            Kind::Operator("<=") => CompareOp::Le,
            Kind::Operator(">") => CompareOp::Gt,
            Kind::Operator(">=") => CompareOp::Ge,
            Kind::Name(name) if &**name == "in" => CompareOp::In,
            Kind::Name(name) if &**name == "not" => {
                stream.next();
                if !stream.skip_name("in") {
                    return stream.unexpected("'in'");
                }
                rest.push((CompareOp::NotIn, sum(stream)?));
                continue;
            }
            _ => break,
        };
        stream.next();
        rest.push((op, sum(stream)?));
    }
    Ok(if rest.is_empty() { first } else { Expr::Compare(Box::new(first), rest) })
}

/// Operators of one precedence, from the left.
fn chain(
    stream: &mut Stream,
    operators: &[(&str, BinaryOp)],
    operand: fn(&mut Stream) -> Result<Expr>,
) -> Result<Expr> {
    let mut left = operand(stream)?;
    let mut count = 0;
    while let Some((_, op)) = operators.iter().find(|(symbol, _)| stream.is_operator(symbol)) {
        stream.next();
        link(stream, &mut count)?;
        left = Expr::Binary(*op, Box::new(left), Box::new(operand(stream)?));
    }
    Ok(left)
}

fn sum(stream: &mut Stream) -> Result<Expr> {
    chain(stream, &[("+", BinaryOp::Add), ("-", BinaryOp::Sub)], concat)
}

fn concat(stream: &mut Stream) -> Result<Expr> {
    let first = product(stream)?;
    if !stream.is_operator("~") {
        return Ok(first);
    }
    let mut parts = vec![first];
    while stream.skip_operator("~") {
        parts.push(product(stream)?);
    }
    Ok(Expr::Concat(parts))
}

fn product(stream: &mut Stream) -> Result<Expr> {
    let operators = [
        ("*", BinaryOp::Mul),
        ("/", BinaryOp::Div),
        ("//", BinaryOp::FloorDiv),
        ("%", BinaryOp::Mod),
    ];
    chain(stream, &operators, power)
}

fn power(stream: &mut Stream) -> Result<Expr> {
    chain(stream, &[("**", BinaryOp::Pow)], |stream| unary(stream, true))
}

fn unary(stream: &mut Stream, filters: bool) -> Result<Expr> {
    let node = if stream.skip_operator("-") {
        Expr::Negative(Box::new(stream.nested(|stream| unary(stream, false))?))
    } else if stream.skip_operator("+") {
        Expr::Positive(Box::new(stream.nested(|stream| unary(stream, false))?))
    } else {
        primary(stream)?
    };
    let node = postfix(stream, node)?;
    if filters { filtered(stream, node) } else { Ok(node) }
}

fn primary(stream: &mut Stream) -> Result<Expr> {
    match stream.peek() {
        Kind::Operator("(") => {
            stream.next();
            let inner = tuple(stream, true, true)?;
            stream.expect_operator(")")?;
            return Ok(inner);
        }
        Kind::Operator("[") => return list(stream),
        Kind::Operator("{") => return dict(stream),
        Kind::Name(_) | Kind::Int(_) | Kind::Float(_) | Kind::Str(_) => {}
        _ => return stream.unexpected("an expression"),
    }
    Ok(match stream.next() {
        Kind::Name(name) => match &*name {
            "true" | "True" => Expr::Bool(true),
            "false" | "False" => Expr::Bool(false),
            "none" | "None" => Expr::None,
            _ => {
                stream.note_read(&name);
                Expr::Name(name)
            }
        },
        Kind::Int(value) => match value.to_i64() {
            Some(value) => Expr::Int(value),
            None => Expr::BigInt(Arc::new(value)),
        },
        Kind::Float(value) => Expr::Float(value),
        Kind::Str(mut text) => {
            while let Kind::Str(more) = stream.peek() {
                text.push_str(more);
                stream.next();
            }
            Expr::Str(text.into())
        }
        _ => return stream.unexpected("an expression"),
    })
}

/// Expressions between commas: one of them, or a tuple. `empty` allows none at all.
pub(super) fn tuple(stream: &mut Stream, conditional: bool, empty: bool) -> Result<Expr> {
    let mut items = Vec::new();
    let mut is_tuple = false;
    loop {
        let ends = matches!(
            stream.peek(),
            Kind::OutputEnd | Kind::BlockEnd | Kind::End | Kind::Operator(")")
        );
        if ends {
            break;
        }
        items.push(expression(stream, conditional)?);
        if !stream.skip_operator(",") {
            break;
        }
        is_tuple = true;
    }
    match items.pop() {
        Some(only) if !is_tuple => Ok(only),
        Some(last) => {
            items.push(last);
            Ok(Expr::Tuple(items))
        }
        None if empty => Ok(Expr::Tuple(items)),
        None => stream.unexpected("an expression"),
    }
}

fn list(stream: &mut Stream) -> Result<Expr> {
    stream.expect_operator("[")?;
    let mut items = Vec::new();
    while !stream.is_operator("]") {
        if !items.is_empty() {
            stream.expect_operator(",")?;
        }
        if stream.is_operator("]") {
            break;
        }
        items.push(expression(stream, true)?);
    }
    stream.expect_operator("]")?;
    Ok(Expr::List(items))
}

fn dict(stream: &mut Stream) -> Result<Expr> {
    stream.expect_operator("{")?;
    let mut items = Vec::new();
    while !stream.is_operator("}") {
        if !items.is_empty() {
            stream.expect_operator(",")?;
        }
        if stream.is_operator("}") {
            break;
        }
        let key = expression(stream, true)?;
        stream.expect_operator(":")?;
        items.push((key, expression(stream, true)?));
    }
    stream.expect_operator("}")?;
    Ok(Expr::Dict(items))
}

/// Attributes, subscripts and calls.
pub(super) fn postfix(stream: &mut Stream, mut node: Expr) -> Result<Expr> {
    let mut count = 0;
    loop {
        link(stream, &mut count)?;
        node = match stream.peek() {
            Kind::Operator(".") => {
                stream.next();
                match stream.next() {
                    Kind::Name(name) => Expr::Attribute(Box::new(node), name),
                    Kind::Int(index) => {
                        let index = Expr::Int(index.to_i64().unwrap_or(i64::MAX));
                        Expr::Item(Box::new(node), Box::new(index))
                    }
                    _ => return stream.error("expected name or number"),
                }
            }
            Kind::Operator("[") => {
                stream.next();
                let index = subscript(stream)?;
                stream.expect_operator("]")?;
                Expr::Item(Box::new(node), Box::new(index))
            }
            Kind::Operator("(") => Expr::Call(Box::new(node), Box::new(call_args(stream)?)),
            _ => return Ok(node),
        };
    }
}

fn subscript(stream: &mut Stream) -> Result<Expr> {
    let mut items = Vec::new();
    loop {
        items.push(subscribed(stream)?);
        if !stream.skip_operator(",") {
            break;
        }
    }
    match items.pop() {
        Some(only) if items.is_empty() => Ok(only),
        last => {
            items.extend(last);
            Ok(Expr::Tuple(items))
        }
    }
}

/// An index, or a slice with at least one colon.
fn subscribed(stream: &mut Stream) -> Result<Expr> {
    let mut bounds = [None, None, None];
    let mut at = 0;
    loop {
        if stream.skip_operator(":") {
            at += 1;
            if at > 2 {
                return stream.unexpected("']'");
            }
        } else if stream.is_operator("]") || stream.is_operator(",") {
            break;
        } else if bounds[at].is_none() {
            bounds[at] = Some(expression(stream, true)?);
        } else {
            return stream.unexpected("']'");
        }
    }
    match bounds {
        [Some(index), None, None] if at == 0 => Ok(index),
        _ if at == 0 => stream.unexpected("an index"),
        bounds => Ok(Expr::Slice(Box::new(bounds))),
    }
}

/// Filters, tests and calls of their results.
fn filtered(stream: &mut Stream, mut node: Expr) -> Result<Expr> {
    let mut count = 0;
    loop {
        link(stream, &mut count)?;
        node = match stream.peek() {
            Kind::Operator("|") => filter(stream, Some(node))?,
            Kind::Name(name) if &**name == "is" => test(stream, node)?,
            Kind::Operator("(") => Expr::Call(Box::new(node), Box::new(call_args(stream)?)),
            _ => return Ok(node),
        };
    }
}

fn dotted_name(stream: &mut Stream) -> Result<Arc<str>> {
    let mut name = stream.expect_name()?;
    while stream.skip_operator(".") {
        name = format!("{name}.{}", stream.expect_name()?).into();
    }
    Ok(name)
}

/// A filter after its bar.
fn filter(stream: &mut Stream, node: Option<Expr>) -> Result<Expr> {
    stream.expect_operator("|")?;
    named_filter(stream, node)
}

fn named_filter(stream: &mut Stream, node: Option<Expr>) -> Result<Expr> {
    let name = dotted_name(stream)?;
    let args = match stream.is_operator("(") {
        true => call_args(stream)?,
        false => CallArgs::default(),
    };
    Ok(Expr::Filter(node.map(Box::new), name, Box::new(args)))
}

/// The filters of a block; the innermost has the block's text as its value.
pub(super) fn block_filters(stream: &mut Stream, bar_first: bool) -> Result<Option<Expr>> {
    let mut node = match bar_first {
        true => None,
        false => Some(named_filter(stream, None)?),
    };
    while stream.is_operator("|") {
        node = Some(filter(stream, node)?);
    }
    Ok(node)
}

fn test(stream: &mut Stream, node: Expr) -> Result<Expr> {
    stream.next();
    let negated = stream.skip_name("not");
    let name = dotted_name(stream)?;
    let takes = match stream.peek() {
        Kind::Operator("(") => {
            let args = call_args(stream)?;
            return Ok(tested(node, name, args, negated));
        }
        Kind::Name(name) => {
            if &**name == "is" {
                return stream.error("You cannot chain multiple tests with is");
            }
            !matches!(&**name, "else" | "or" | "and")
        }
        Kind::Str(_) | Kind::Int(_) | Kind::Float(_) | Kind::Operator("[" | "{") => true,
        _ => false,
    };
    let mut args = CallArgs::default();
    if takes {
        let argument = primary(stream)?;
        args.positional.push(postfix(stream, argument)?);
    }
    Ok(tested(node, name, args, negated))
}

fn tested(node: Expr, name: Arc<str>, args: CallArgs, negated: bool) -> Expr {
    let test = Expr::Test(Box::new(node), name, Box::new(args));
    if negated { Expr::Not(Box::new(test)) } else { test }
}

pub(super) fn call_args(stream: &mut Stream) -> Result<CallArgs> {
    stream.expect_operator("(")?;
    let mut args = CallArgs::default();
    let mut first = true;
    while !stream.is_operator(")") {
        if !first {
            stream.expect_operator(",")?;
            if stream.is_operator(")") {
                break;
            }
        }
        first = false;
        if stream.skip_operator("*") {
            args.star = Some(expression(stream, true)?);
        } else if stream.skip_operator("**") {
            args.star_star = Some(expression(stream, true)?);
        } else {
            let value = expression(stream, true)?;
            match value {
                Expr::Name(name) if stream.skip_operator("=") => {
                    args.named.push((name, expression(stream, true)?));
                }
                _ if !args.named.is_empty() || args.star_star.is_some() => {
                    return stream.error("invalid syntax for function call expression");
                }
                value => args.positional.push(value),
            }
        }
    }
    stream.expect_operator(")")?;
    Ok(args)
}
