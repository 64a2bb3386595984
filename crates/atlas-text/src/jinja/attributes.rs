//! Attributes and subscripts as the sandbox reads them, and calls.

use super::error::{Error, Result, fail};
use super::methods;
use super::ops::{item, items};
use super::text::{repr, text};
use super::value::{Args, Object, State, Value};
use std::rc::Rc;

/// A method with the value it is of.
#[derive(Debug)]
struct Method {
    value: Value,
    name: Rc<str>,
}

impl Object for Method {
    fn type_name(&self) -> &'static str {
        "builtin_function_or_method"
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn call(&self, state: &mut State, args: Args) -> Result<Value> {
        state.spend(1)?;
        methods::call(&self.value, &self.name, args)
    }

    fn text(&self) -> String {
        format!("<built-in method {} of {} object>", self.name, self.value.type_name())
    }
}

fn member(value: &Value, name: &str) -> Option<Value> {
    if let Value::Object(object) = value {
        return object.attribute(name);
    }
    if methods::exists(value, name) {
        return Some(Value::Object(Rc::new(Method { value: value.clone(), name: name.into() })));
    }
    if methods::changes(value, name) || name.starts_with("__") {
        let kind = value.type_name();
        let message = format!("access to attribute '{name}' of '{kind}' object is unsafe.");
        return Some(Value::undefined(message));
    }
    match (value, name) {
        (Value::Range(start, ..), "start") => Some(Value::Int(*start)),
        (Value::Range(_, stop, _), "stop") => Some(Value::Int(*stop)),
        (Value::Range(.., step), "step") => Some(Value::Int(*step)),
        _ => None,
    }
}

/// `value.name`: a method comes before a key.
///
/// # Errors
/// An undefined value.
pub(crate) fn attribute(value: &Value, name: &str) -> Result<Value> {
    if let Some(error) = value.undefined_error() {
        return Err(error);
    }
    let found = member(value, name).or_else(|| item(value, &Value::from(name)));
    Ok(found.unwrap_or_else(|| missing(value, &Value::from(name))))
}

/// `value[index]`: a key comes before a method.
///
/// # Errors
/// An undefined value.
pub(crate) fn subscript(value: &Value, index: &Value) -> Result<Value> {
    if let Some(error) = value.undefined_error() {
        return Err(error);
    }
    let found = item(value, index).or_else(|| member(value, index.as_str()?));
    Ok(found.unwrap_or_else(|| missing(value, index)))
}

fn missing(value: &Value, name: &Value) -> Value {
    Value::undefined(match (value, name) {
        (Value::None, Value::Str(name)) => format!("'None' has no attribute '{}'", name.text),
        (value, Value::Str(name)) => {
            format!("'{} object' has no attribute '{}'", value.type_name(), name.text)
        }
        (value, name) => format!("{} object has no element {}", value.type_name(), repr(name)),
    })
}

/// The attribute that a filter is told of: a name or number, or several with dots between them.
///
/// # Errors
/// An undefined value on the way.
pub(crate) fn path(value: &Value, path: &Value, default: Option<&Value>) -> Result<Value> {
    let Some(names) = path.as_str() else {
        let found = subscript(value, path)?;
        return Ok(or_default(found, default));
    };
    let mut value = value.clone();
    for name in names.split('.') {
        let index = match name.parse() {
            Ok(index) if name.bytes().all(|b| b.is_ascii_digit()) => Value::Int(index),
            _ => Value::from(name),
        };
        value = or_default(subscript(&value, &index)?, default);
    }
    Ok(value)
}

fn or_default(value: Value, default: Option<&Value>) -> Value {
    match default {
        Some(default) if value.is_undefined() && !matches!(default, Value::None) => default.clone(),
        _ => value,
    }
}

/// Calls a value.
///
/// # Errors
/// Values that cannot be called, and those of the call.
pub(crate) fn call(state: &mut State, callee: &Value, args: Args) -> Result<Value> {
    match callee {
        Value::Object(object) => state.nested(|state| object.call(state, args)),
        Value::Undefined(message) => fail(&**message),
        other => fail(format!("'{}' object is not callable", other.type_name())),
    }
}

/// Positional and named arguments from the lists and dicts that calls spread.
///
/// # Errors
/// Values that cannot be spread.
pub(crate) fn spread(args: &mut Args, star: Option<Value>, star_star: Option<Value>) -> Result<()> {
    if let Some(values) = star {
        args.positional.extend(items(&values)?);
    }
    match star_star {
        None => {}
        Some(Value::Dict(dict)) => {
            let named = dict.iter().map(|(key, value)| (text(key.value()).into(), value.clone()));
            args.named.extend(named);
        }
        Some(_) => return Err(Error::new("argument after ** must be a mapping")),
    }
    Ok(())
}
