//! Methods of Python's `str`, `list`, `tuple`, `dict`, `int` and `float`.

use super::error::{Error, Result, fail};
use super::ops::{equal, items};
use super::string_methods;
use super::value::{Args, Dict, Key, Value, ViewKind};
use std::rc::Rc;

const LIST: [&str; 2] = ["count", "index"];
const DICT: [&str; 6] = ["copy", "fromkeys", "get", "items", "keys", "values"];
/// Methods that would change a list or a dict.
const CHANGING: [&str; 13] = [
    "append",
    "clear",
    "extend",
    "insert",
    "pop",
    "popitem",
    "remove",
    "reverse",
    "setdefault",
    "sort",
    "update",
    "__setitem__",
    "__delitem__",
];

/// Whether the type of `value` has a method of this name.
pub(crate) fn exists(value: &Value, name: &str) -> bool {
    match value {
        Value::Str(_) => string_methods::NAMES.contains(&name),
        Value::List(_) => name == "copy" || LIST.contains(&name),
        Value::Tuple(_) | Value::Range(..) => LIST.contains(&name),
        Value::Dict(_) => DICT.contains(&name),
        Value::Int(_) | Value::Big(_) | Value::Bool(_) => {
            matches!(name, "bit_length" | "bit_count" | "conjugate" | "is_integer")
        }
        Value::Float(_) => matches!(name, "is_integer" | "conjugate"),
        _ => false,
    }
}

/// Whether the method would change the value, which the sandbox refuses.
pub(crate) fn changes(value: &Value, name: &str) -> bool {
    matches!(value, Value::List(_) | Value::Dict(_)) && CHANGING.contains(&name)
}

/// Calls a method that [`exists`].
///
/// # Errors
/// Wrong arguments, and those of the method.
pub(crate) fn call(value: &Value, name: &str, args: Args) -> Result<Value> {
    match value {
        Value::Str(text) => string_methods::call(text, name, args),
        Value::Dict(dict) => dict_method(dict, name, args),
        Value::List(_) | Value::Tuple(_) | Value::Range(..) => sequence_method(value, name, args),
        Value::Float(float) if name == "is_integer" => {
            Ok(Value::Bool(float.is_finite() && float.fract() == 0.0))
        }
        value => match name {
            "is_integer" => Ok(Value::Bool(true)),
            "bit_length" => Ok(Value::Int(value.as_big().map_or(0, |v| v.bits()) as i64)),
            "bit_count" => {
                let ones = value.as_big().map_or(0, |v| {
                    v.magnitude().iter_u64_digits().map(u64::count_ones).sum::<u32>()
                });
                Ok(Value::Int(i64::from(ones)))
            }
            _ => Ok(value.clone()),
        },
    }
}

fn dict_method(dict: &Rc<Dict>, name: &str, args: Args) -> Result<Value> {
    match name {
        "get" => {
            let [key, default] = args.bind("get", ["key", "default"], 1)?;
            let key = Key::new(key.unwrap_or(Value::None))?;
            Ok(dict.get(&key).cloned().or(default).unwrap_or(Value::None))
        }
        "fromkeys" => {
            let [keys, value] = args.bind("fromkeys", ["iterable", "value"], 1)?;
            let mut out = Dict::new();
            for key in items(&keys.unwrap_or(Value::None))? {
                out.insert(Key::new(key)?, value.clone().unwrap_or(Value::None));
            }
            Ok(Value::Dict(Rc::new(out)))
        }
        _ => {
            let [] = args.bind(name, [], 0)?;
            Ok(match name {
                "items" => Value::View(ViewKind::Items, dict.clone()),
                "keys" => Value::View(ViewKind::Keys, dict.clone()),
                "values" => Value::View(ViewKind::Values, dict.clone()),
                _ => Value::Dict(dict.clone()),
            })
        }
    }
}

fn sequence_method(value: &Value, name: &str, args: Args) -> Result<Value> {
    if name == "copy" {
        let [] = args.bind(name, [], 0)?;
        return Ok(value.clone());
    }
    let [wanted, start, stop] = args.bind(name, ["value", "start", "stop"], 1)?;
    let wanted = wanted.unwrap_or(Value::None);
    let all = items(value)?;
    if name == "count" {
        return Ok(Value::from(all.iter().filter(|item| equal(item, &wanted)).count()));
    }
    let bound = |value: Option<Value>, default: usize| {
        let at = value
            .and_then(|value| value.as_int())
            .map(|at| if at < 0 { (at + all.len() as i64).max(0) } else { at });
        at.map_or(default, |at| at as usize)
    };
    let (start, stop) = (bound(start, 0), bound(stop, all.len()));
    let found = (start..stop.min(all.len())).find(|at| equal(&all[*at], &wanted));
    match found {
        Some(at) => Ok(Value::from(at)),
        None => fail(format!("the value is not in the {}", value.type_name())),
    }
}

/// A required argument.
pub(crate) fn required(value: Option<Value>) -> Result<Value> {
    value.ok_or_else(|| Error::new("an argument is missing"))
}
