//! Tests of templates: `value is NAME(...)`.

use super::ast::CompareOp;
use super::error::{Error, Result, fail};
use super::methods::required;
use super::ops::{binary, compare, equal, items};
use super::text::text;
use super::value::{Args, Value, ViewKind};

/// Names of filters, for the test `filter`.
pub(crate) type IsFilter = fn(&str) -> bool;

const NAMES: &[&str] = &[
    "odd",
    "even",
    "divisibleby",
    "defined",
    "undefined",
    "filter",
    "test",
    "none",
    "boolean",
    "false",
    "true",
    "integer",
    "float",
    "lower",
    "upper",
    "string",
    "mapping",
    "number",
    "sequence",
    "iterable",
    "callable",
    "sameas",
    "escaped",
    "in",
    "==",
    "eq",
    "equalto",
    "!=",
    "ne",
    ">",
    "gt",
    "greaterthan",
    "ge",
    ">=",
    "<",
    "lt",
    "lessthan",
    "<=",
    "le",
];

/// Whether the value passes the test.
///
/// # Errors
/// Unknown tests, and values that a test cannot take.
pub(crate) fn apply(name: &str, value: &Value, args: Args, is_filter: IsFilter) -> Result<bool> {
    let ordering = match name {
        "==" | "eq" | "equalto" => Some(CompareOp::Eq),
        "!=" | "ne" => Some(CompareOp::Ne),
        ">" | "gt" | "greaterthan" => Some(CompareOp::Gt),
        ">=" | "ge" => Some(CompareOp::Ge),
        "<" | "lt" | "lessthan" => Some(CompareOp::Lt),
        "<=" | "le" => Some(CompareOp::Le),
        "in" => Some(CompareOp::In),
        _ => None,
    };
    if let Some(op) = ordering {
        let [other] = args.bind(name, ["other"], 1)?;
        return compare(op, value, &required(other)?);
    }
    match name {
        "divisibleby" => {
            let [by] = args.bind(name, ["num"], 1)?;
            let rest = binary(super::ast::BinaryOp::Mod, value, &required(by)?)?;
            return Ok(equal(&rest, &Value::Int(0)));
        }
        "sameas" => {
            let [other] = args.bind(name, ["other"], 1)?;
            let other = required(other)?;
            return Ok(value.type_name() == other.type_name() && same(value, &other));
        }
        _ => {
            let [] = args.bind(name, [], 0)?;
        }
    }
    plain(name, value, is_filter)
}

fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::List(a), Value::List(b)) => std::rc::Rc::ptr_eq(a, b),
        (Value::Dict(a), Value::Dict(b)) => std::rc::Rc::ptr_eq(a, b),
        (a, b) => equal(a, b),
    }
}

fn plain(name: &str, value: &Value, is_filter: IsFilter) -> Result<bool> {
    let rest = |value: &Value| binary(super::ast::BinaryOp::Mod, value, &Value::Int(2));
    let words = text(value);
    Ok(match name {
        "odd" => equal(&rest(value)?, &Value::Int(1)),
        "even" => equal(&rest(value)?, &Value::Int(0)),
        "defined" => !value.is_undefined(),
        "undefined" => value.is_undefined(),
        "filter" => is_filter(&words),
        "test" => NAMES.contains(&&*words),
        "none" => matches!(value, Value::None),
        "boolean" => matches!(value, Value::Bool(_)),
        "false" => matches!(value, Value::Bool(false)),
        "true" => matches!(value, Value::Bool(true)),
        "integer" => matches!(value, Value::Int(_) | Value::Big(_)),
        "float" => matches!(value, Value::Float(_)),
        "lower" => words.chars().any(char::is_lowercase) && !words.chars().any(char::is_uppercase),
        "upper" => words.chars().any(char::is_uppercase) && !words.chars().any(char::is_lowercase),
        "string" => value.as_str().is_some(),
        "mapping" => matches!(value, Value::Dict(_)),
        "number" => value.is_number(),
        "sequence" => matches!(
            value,
            Value::Undefined(_)
                | Value::Str(_)
                | Value::List(_)
                | Value::Tuple(_)
                | Value::Dict(_)
                | Value::Range(..)
        ),
        "iterable" => match value {
            Value::Generator(_) | Value::View(ViewKind::Keys, _) => true,
            value => items(value).is_ok(),
        },
        "callable" => match value {
            Value::Object(object) => object.is_callable(),
            // A method that fails when it is called can be called.
            Value::Undefined(_) => true,
            _ => false,
        },
        "escaped" => matches!(value, Value::Str(text) if text.safe),
        other => return fail(format!("No test named '{other}'.")),
    })
}

/// # Errors
/// If there is no such test.
pub(crate) fn check(name: &str) -> Result<()> {
    match NAMES.contains(&name) {
        true => Ok(()),
        false => Err(Error::new(format!("No test named '{name}'."))),
    }
}
