//! Filters of numbers.

use crate::jinja::error::{Result, fail};
use crate::jinja::numbers::{parse_float, parse_int, round_float, truncate};
use crate::jinja::ops::{order, signed, truth};
use crate::jinja::text::text;
use crate::jinja::value::{Args, Value};

pub(super) const NAMES: &[&str] = &["abs", "int", "float", "round", "filesizeformat"];

pub(super) fn apply(name: &str, value: &Value, args: Args) -> Result<Value> {
    if let Some(error) = value.undefined_error() {
        return Err(error);
    }
    match name {
        "abs" => {
            let [] = args.bind(name, [], 0)?;
            if !value.is_number() {
                return fail(format!("bad operand type for abs(): '{}'", value.type_name()));
            }
            let negative = order(value, &Value::Int(0), "<")?.is_some_and(|order| order.is_lt());
            signed(value, negative)
        }
        "int" => {
            let [default, base] = args.bind(name, ["default", "base"], 0)?;
            let base = base.and_then(|base| base.as_int()).unwrap_or(10);
            let base = u32::try_from(base).unwrap_or(10);
            Ok(whole(value, base).unwrap_or_else(|| default.unwrap_or(Value::Int(0))))
        }
        "float" => {
            let [default] = args.bind(name, ["default"], 0)?;
            let number = match value {
                Value::Str(text) => parse_float(&text.text),
                value => value.as_float(),
            };
            Ok(number.map_or_else(|| default.unwrap_or(Value::Float(0.0)), Value::Float))
        }
        "round" => round(value, args),
        _ => {
            let [binary] = args.bind(name, ["binary"], 0)?;
            file_size(value, binary.is_some_and(|value| truth(&value)))
        }
    }
}

/// `int(value)`, or that of the float it spells.
fn whole(value: &Value, base: u32) -> Option<Value> {
    match value {
        Value::Str(text) => match parse_int(&text.text, base) {
            Some(value) => Some(value.into()),
            None => truncate(parse_float(&text.text)?),
        },
        Value::Float(value) => truncate(*value),
        value => value.as_big().map(Value::from),
    }
}

fn round(value: &Value, args: Args) -> Result<Value> {
    let [precision, method] = args.bind("round", ["precision", "method"], 0)?;
    let precision = precision.and_then(|value| value.as_int()).unwrap_or(0);
    let method = method.map_or_else(|| "common".to_owned(), |value| text(&value));
    let Some(number) = value.as_float() else {
        return fail(format!("type {} doesn't define __round__ method", value.type_name()));
    };
    let unit = 10f64.powi(i32::try_from(precision).unwrap_or(0));
    Ok(Value::Float(match &*method {
        "common" if !matches!(value, Value::Float(_)) && precision >= 0 => return Ok(value.clone()),
        "common" => {
            let rounded = round_float(number, precision);
            if !matches!(value, Value::Float(_)) {
                return Ok(truncate(rounded).unwrap_or(Value::None));
            }
            rounded
        }
        "ceil" => (number * unit).ceil() / unit,
        "floor" => (number * unit).floor() / unit,
        _ => return fail("method must be common, ceil or floor"),
    }))
}

fn file_size(value: &Value, binary: bool) -> Result<Value> {
    let size = match value {
        Value::Str(text) => parse_float(&text.text),
        value => value.as_float(),
    };
    let Some(size) = size else { return fail("could not convert string to float") };
    let (base, suffix) = if binary { (1024f64, "iB") } else { (1000f64, "B") };
    if size == 1.0 {
        return Ok(Value::from("1 Byte"));
    }
    if size < base {
        return Ok(Value::from(format!("{} Bytes", size.trunc())));
    }
    let mut unit = base;
    let prefixes = if binary { "KMGTPEZY" } else { "kMGTPEZY" };
    for (i, prefix) in prefixes.chars().enumerate() {
        unit *= base;
        if size < unit || i == 7 {
            return Ok(Value::from(format!("{:.1} {prefix}{suffix}", base * size / unit)));
        }
    }
    fail("the size is too large")
}
