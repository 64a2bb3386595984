//! Values of expressions.

use super::ast::{BinaryOp, CallArgs, Expr};
use super::attributes::{attribute, call, spread, subscript};
use super::error::Result;
use super::filters;
use super::format::percent;
use super::ops::{binary, compare, signed, slice, truth};
use super::scope::Scope;
use super::tests;
use super::text::text;
use super::value::{Args, Dict, Key, State, Value, check_length};
use std::rc::Rc;

/// The value of an expression.
///
/// # Errors
/// The first failure.
pub(crate) fn eval(state: &mut State, expr: &Expr, scope: &Rc<Scope>) -> Result<Value> {
    state.spend(1)?;
    Ok(match expr {
        Expr::None => Value::None,
        Expr::Bool(value) => Value::Bool(*value),
        Expr::Int(value) => Value::Int(*value),
        Expr::BigInt(value) => Value::from((**value).clone()),
        Expr::Float(value) => Value::Float(*value),
        Expr::Str(text) => Value::from(text.clone()),
        Expr::Name(name) => match scope.get(name) {
            Some(value) => value,
            None => Value::undefined(format!("'{name}' is undefined")),
        },
        Expr::Attribute(value, name) => attribute(&eval(state, value, scope)?, name)?,
        Expr::Item(value, index) => item(state, value, index, scope)?,
        Expr::Call(callee, args) => {
            let callee = eval(state, callee, scope)?;
            let args = arguments(state, args, scope)?;
            call(state, &callee, args)?
        }
        Expr::And(left, right) => {
            let left = eval(state, left, scope)?;
            if truth(&left) { eval(state, right, scope)? } else { left }
        }
        Expr::Or(left, right) => {
            let left = eval(state, left, scope)?;
            if truth(&left) { left } else { eval(state, right, scope)? }
        }
        Expr::Not(value) => Value::Bool(!truth(&eval(state, value, scope)?)),
        other => compound(state, other, scope)?,
    })
}

/// The rarer kinds of expressions.
fn compound(state: &mut State, expr: &Expr, scope: &Rc<Scope>) -> Result<Value> {
    match expr {
        Expr::List(items) => all(state, items, scope).map(Value::list),
        Expr::Tuple(items) => all(state, items, scope).map(Value::tuple),
        Expr::Dict(items) => {
            let mut dict = Dict::new();
            for (key, value) in items {
                let key = Key::new(eval(state, key, scope)?)?;
                dict.insert(key, eval(state, value, scope)?);
            }
            Ok(Value::Dict(Rc::new(dict)))
        }
        Expr::Filter(value, name, args) => {
            let value = match value {
                Some(value) => eval(state, value, scope)?,
                None => Value::from(""),
            };
            let args = arguments(state, args, scope)?;
            filters::apply(state, name, &value, args)
        }
        Expr::Test(value, name, args) => {
            tests::check(name)?;
            let value = eval(state, value, scope)?;
            let args = arguments(state, args, scope)?;
            tests::apply(name, &value, args, filters::exists).map(Value::Bool)
        }
        Expr::Negative(value) => signed(&eval(state, value, scope)?, true),
        Expr::Positive(value) => signed(&eval(state, value, scope)?, false),
        Expr::Binary(op, left, right) => {
            let left = eval(state, left, scope)?;
            let right = eval(state, right, scope)?;
            match (op, &left) {
                (BinaryOp::Mod, Value::Str(template)) => percent(template, &right),
                _ => binary(*op, &left, &right),
            }
        }
        Expr::Concat(parts) => {
            let mut out = String::new();
            for part in parts {
                out.push_str(&text(&eval(state, part, scope)?));
                check_length(out.len())?;
            }
            state.spend(out.len() / 64)?;
            Ok(Value::from(out))
        }
        Expr::Compare(first, rest) => {
            let mut left = eval(state, first, scope)?;
            for (op, right) in rest {
                let right = eval(state, right, scope)?;
                if !compare(*op, &left, &right)? {
                    return Ok(Value::Bool(false));
                }
                left = right;
            }
            Ok(Value::Bool(true))
        }
        Expr::Conditional(test, value, otherwise) => {
            match (truth(&eval(state, test, scope)?), otherwise) {
                (true, _) => eval(state, value, scope),
                (false, Some(otherwise)) => eval(state, otherwise, scope),
                (false, None) => Ok(Value::undefined(
                    "the inline if-expression evaluated to false and no else section was defined.",
                )),
            }
        }
        // Slices stand in subscripts alone.
        _ => Ok(Value::undefined("a slice is no value")),
    }
}

fn all(state: &mut State, items: &[Expr], scope: &Rc<Scope>) -> Result<Vec<Value>> {
    items.iter().map(|item| eval(state, item, scope)).collect()
}

fn item(state: &mut State, value: &Expr, index: &Expr, scope: &Rc<Scope>) -> Result<Value> {
    let value = eval(state, value, scope)?;
    let Expr::Slice(bounds) = index else {
        let index = eval(state, index, scope)?;
        return subscript(&value, &index);
    };
    let mut values = [None, None, None];
    for (place, bound) in values.iter_mut().zip(bounds.iter()) {
        if let Some(bound) = bound {
            *place = Some(eval(state, bound, scope)?);
        }
    }
    slice(&value, values)
}

/// The values of a call's arguments.
///
/// # Errors
/// The first failure.
pub(crate) fn arguments(state: &mut State, args: &CallArgs, scope: &Rc<Scope>) -> Result<Args> {
    let mut out = Args { positional: all(state, &args.positional, scope)?, named: Vec::new() };
    for (name, value) in &args.named {
        out.named.push((name.clone(), eval(state, value, scope)?));
    }
    let mut optional = |value: &Option<Expr>| match value {
        Some(value) => eval(state, value, scope).map(Some),
        None => Ok(None),
    };
    let (star, star_star) = (optional(&args.star)?, optional(&args.star_star)?);
    spread(&mut out, star, star_star)?;
    Ok(out)
}

/// The text of a block through its filters.
///
/// # Errors
/// Those of the filters.
pub(crate) fn filter_block(
    state: &mut State,
    filters: Option<&Expr>,
    text: Value,
    scope: &Rc<Scope>,
) -> Result<Value> {
    match filters {
        Some(Expr::Filter(inner, name, args)) => {
            let value = filter_block(state, inner.as_deref(), text, scope)?;
            let args = arguments(state, args, scope)?;
            filters::apply(state, name, &value, args)
        }
        _ => Ok(text),
    }
}
