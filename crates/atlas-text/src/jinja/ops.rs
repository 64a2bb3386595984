//! Operators of Python on values: arithmetic, comparison, length, iteration and subscripts.

use super::ast::{BinaryOp, CompareOp};
use super::error::{Error, Result, fail};
use super::text::text;
use super::value::{Dict, Key, Value, ViewKind, check_length};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

/// Largest power and shift of integers, in bits of the result.
const BITS_MAX: u64 = 1 << 16;

pub(crate) fn truth(value: &Value) -> bool {
    match value {
        Value::Undefined(_) | Value::None => false,
        Value::Bool(value) => *value,
        Value::Int(value) => *value != 0,
        Value::Big(_) | Value::Generator(_) | Value::Object(_) => true,
        Value::Float(value) => *value != 0.0,
        Value::Str(text) => !text.text.is_empty(),
        Value::List(items) | Value::Tuple(items) => !items.is_empty(),
        Value::Dict(dict) | Value::View(_, dict) => !dict.is_empty(),
        Value::Range(start, stop, step) => range_length(*start, *stop, *step) > 0,
    }
}

fn range_length(start: i64, stop: i64, step: i64) -> usize {
    let span = if step > 0 { stop as i128 - start as i128 } else { start as i128 - stop as i128 };
    let step = i128::from(step).abs().max(1);
    usize::try_from((span + step - 1).max(0) / step).unwrap_or(0)
}

/// `len(value)`.
///
/// # Errors
/// Values without a length.
pub(crate) fn length(value: &Value) -> Result<usize> {
    match value {
        Value::Undefined(_) => Ok(0),
        Value::Str(text) => Ok(text.text.chars().count()),
        Value::List(items) | Value::Tuple(items) => Ok(items.len()),
        Value::Dict(dict) | Value::View(_, dict) => Ok(dict.len()),
        Value::Range(start, stop, step) => Ok(range_length(*start, *stop, *step)),
        other => fail(format!("object of type '{}' has no len()", other.type_name())),
    }
}

/// The items of `iter(value)`; a generator gives its items once.
///
/// # Errors
/// Values that are not iterable.
pub(crate) fn items(value: &Value) -> Result<Vec<Value>> {
    Ok(match value {
        Value::Undefined(_) => Vec::new(),
        Value::Str(text) => text.text.chars().map(|c| Value::from(c.to_string())).collect(),
        Value::List(items) | Value::Tuple(items) => (**items).clone(),
        Value::Dict(dict) | Value::View(ViewKind::Keys, dict) => {
            dict.keys().map(|key| key.value().clone()).collect()
        }
        Value::View(ViewKind::Values, dict) => dict.values().cloned().collect(),
        Value::View(ViewKind::Items, dict) => pairs(dict),
        Value::Range(start, stop, step) => {
            let count = range_length(*start, *stop, *step) as i64;
            (0..count).map(|i| Value::Int(start + i * step)).collect()
        }
        Value::Generator(items) => items.borrow_mut().drain(..).collect(),
        Value::Object(object) => match object.items() {
            Some(items) => items,
            None => return fail(format!("'{}' object is not iterable", object.type_name())),
        },
        other => return fail(format!("'{}' object is not iterable", other.type_name())),
    })
}

/// Keys and values as tuples.
pub(crate) fn pairs(dict: &Dict) -> Vec<Value> {
    dict.iter().map(|(key, value)| Value::tuple(vec![key.value().clone(), value.clone()])).collect()
}

pub(crate) fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Undefined(_), Value::Undefined(_)) | (Value::None, Value::None) => true,
        (Value::Str(a), Value::Str(b)) => a.text == b.text,
        (Value::List(a), Value::List(b)) | (Value::Tuple(a), Value::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| equal(a, b))
        }
        (Value::Dict(a), Value::Dict(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| equal(a, b)))
        }
        (Value::Range(..), Value::Range(..)) => {
            let items = |value| items(value).unwrap_or_default();
            let (a, b) = (items(a), items(b));
            a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| equal(a, b))
        }
        (Value::Object(a), Value::Object(b)) => std::rc::Rc::ptr_eq(a, b),
        (Value::Generator(a), Value::Generator(b)) => std::rc::Rc::ptr_eq(a, b),
        (a, b) if a.is_number() && b.is_number() => order_numbers(a, b) == Some(Ordering::Equal),
        _ => false,
    }
}

fn order_numbers(a: &Value, b: &Value) -> Option<Ordering> {
    match (a.as_big(), b.as_big()) {
        (Some(a), Some(b)) => Some(a.cmp(&b)),
        _ => a.as_float()?.partial_cmp(&b.as_float()?),
    }
}

/// The order of two values; `None` where a float is no number.
///
/// # Errors
/// Types that have no order.
pub(crate) fn order(a: &Value, b: &Value, operator: &str) -> Result<Option<Ordering>> {
    match (a, b) {
        (Value::Str(a), Value::Str(b)) => Ok(Some(a.text.cmp(&b.text))),
        (a, b) if a.is_number() && b.is_number() => Ok(order_numbers(a, b)),
        (Value::List(a), Value::List(b)) | (Value::Tuple(a), Value::Tuple(b)) => {
            for (a, b) in a.iter().zip(b.iter()) {
                if !equal(a, b) {
                    return order(a, b, operator);
                }
            }
            Ok(Some(a.len().cmp(&b.len())))
        }
        (a, b) => {
            if let Some(error) = a.undefined_error().or_else(|| b.undefined_error()) {
                return Err(error);
            }
            let (a, b) = (a.type_name(), b.type_name());
            fail(format!("'{operator}' not supported between instances of '{a}' and '{b}'"))
        }
    }
}

/// # Errors
/// Types that have no order, and containers that are none.
pub(crate) fn compare(op: CompareOp, a: &Value, b: &Value) -> Result<bool> {
    let by_order = |operator: &str, holds: fn(Ordering) -> bool| {
        order(a, b, operator).map(|order| order.is_some_and(holds))
    };
    match op {
        CompareOp::Eq => Ok(equal(a, b)),
        CompareOp::Ne => Ok(!equal(a, b)),
        CompareOp::Lt => by_order("<", Ordering::is_lt),
        CompareOp::Le => by_order("<=", Ordering::is_le),
        CompareOp::Gt => by_order(">", Ordering::is_gt),
        CompareOp::Ge => by_order(">=", Ordering::is_ge),
        CompareOp::In => contains(b, a),
        CompareOp::NotIn => contains(b, a).map(|found| !found),
    }
}

/// `item in container`.
///
/// # Errors
/// Containers that are none, and items that a container cannot hold.
pub(crate) fn contains(container: &Value, item: &Value) -> Result<bool> {
    match container {
        Value::Str(text) => match item {
            Value::Str(item) => Ok(text.text.contains(&*item.text)),
            item => fail(format!(
                "'in <string>' requires string as left operand, not {}",
                item.type_name()
            )),
        },
        Value::Dict(dict) | Value::View(ViewKind::Keys, dict) => {
            Key::new(item.clone()).map(|key| dict.contains_key(&key))
        }
        Value::None | Value::Bool(_) | Value::Int(_) | Value::Big(_) | Value::Float(_) => {
            fail(format!("argument of type '{}' is not iterable", container.type_name()))
        }
        other => Ok(items(other)?.iter().any(|found| equal(found, item))),
    }
}

/// # Errors
/// Types that have no such operator, division by zero, and results that are too large.
pub(crate) fn binary(op: BinaryOp, a: &Value, b: &Value) -> Result<Value> {
    if let Some(error) = a.undefined_error().or_else(|| b.undefined_error()) {
        return Err(error);
    }
    let (symbol, result) = match op {
        BinaryOp::Add => ("+", add(a, b)?),
        BinaryOp::Mul => ("*", multiply(a, b)?),
        BinaryOp::Sub => ("-", None),
        BinaryOp::Div => ("/", None),
        BinaryOp::FloorDiv => ("//", None),
        BinaryOp::Mod => ("%", None),
        BinaryOp::Pow => ("** or pow()", None),
    };
    if let Some(value) = result {
        return Ok(value);
    }
    if let (Value::Int(a), Value::Int(b)) = (a, b) {
        let small = match op {
            BinaryOp::Add => a.checked_add(*b),
            BinaryOp::Sub => a.checked_sub(*b),
            BinaryOp::Mul => a.checked_mul(*b),
            _ => None,
        };
        if let Some(value) = small {
            return Ok(Value::Int(value));
        }
    }
    if let (Some(a), Some(b)) = (a.as_big(), b.as_big()) {
        return whole(op, &a, &b);
    }
    match (a.as_float(), b.as_float()) {
        (Some(a), Some(b)) => floats(op, a, b),
        _ => fail(format!(
            "unsupported operand type(s) for {symbol}: '{}' and '{}'",
            a.type_name(),
            b.type_name()
        )),
    }
}

/// Joins sequences; `None` for numbers.
fn add(a: &Value, b: &Value) -> Result<Option<Value>> {
    match (a, b) {
        (Value::Str(x), Value::Str(y)) => {
            check_length(x.text.len() + y.text.len())?;
            if x.safe || y.safe {
                return Ok(Some(Value::safe(escape(a) + &escape(b))));
            }
            let mut joined = String::with_capacity(x.text.len() + y.text.len());
            joined.push_str(&x.text);
            joined.push_str(&y.text);
            Ok(Some(Value::from(joined)))
        }
        (Value::List(a), Value::List(b)) => {
            check_length((a.len() + b.len()) * size_of::<Value>())?;
            Ok(Some(Value::list(a.iter().chain(b.iter()).cloned().collect())))
        }
        (Value::Tuple(a), Value::Tuple(b)) => {
            check_length((a.len() + b.len()) * size_of::<Value>())?;
            Ok(Some(Value::tuple(a.iter().chain(b.iter()).cloned().collect())))
        }
        (Value::Str(_), other) => {
            let other = other.type_name();
            fail(format!("can only concatenate str (not \"{other}\") to str"))
        }
        _ => Ok(None),
    }
}

/// Repeats sequences; `None` for numbers.
fn multiply(a: &Value, b: &Value) -> Result<Option<Value>> {
    let (sequence, count) = match (a, b) {
        (Value::Str(_) | Value::List(_) | Value::Tuple(_), count) => (a, count),
        (count, Value::Str(_) | Value::List(_) | Value::Tuple(_)) => (b, count),
        _ => return Ok(None),
    };
    let Some(count) = count.as_int() else {
        let kind = count.type_name();
        return fail(format!("can't multiply sequence by non-int of type '{kind}'"));
    };
    let count = usize::try_from(count).unwrap_or(0);
    let times = |items: &[Value]| -> Result<Vec<Value>> {
        check_length(items.len().saturating_mul(count).saturating_mul(size_of::<Value>()))?;
        Ok((0..count).flat_map(|_| items.iter().cloned()).collect())
    };
    Ok(Some(match sequence {
        Value::Str(text) => {
            check_length(text.text.len().saturating_mul(count))?;
            let repeated = text.text.repeat(count);
            if text.safe { Value::safe(repeated) } else { Value::from(repeated) }
        }
        Value::List(items) => Value::list(times(items)?),
        Value::Tuple(items) => Value::tuple(times(items)?),
        _ => return Ok(None),
    }))
}

fn whole(op: BinaryOp, a: &BigInt, b: &BigInt) -> Result<Value> {
    let divides = matches!(op, BinaryOp::Div | BinaryOp::FloorDiv | BinaryOp::Mod);
    if divides && b.is_zero() {
        return fail(match op {
            BinaryOp::Div => "division by zero",
            _ => "integer division or modulo by zero",
        });
    }
    Ok(Value::from(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => {
            if a.bits() + b.bits() > BITS_MAX {
                return fail("an integer is too large");
            }
            a * b
        }
        BinaryOp::Div => {
            let quotient = a.to_f64().unwrap_or(f64::NAN) / b.to_f64().unwrap_or(f64::NAN);
            return Ok(Value::Float(quotient));
        }
        BinaryOp::FloorDiv => floor_division(a, b).0,
        BinaryOp::Mod => floor_division(a, b).1,
        BinaryOp::Pow if b.is_negative() => {
            return floats(op, a.to_f64().unwrap_or(f64::NAN), b.to_f64().unwrap_or(f64::NAN));
        }
        BinaryOp::Pow => match b.to_u32() {
            Some(power) if a.bits().saturating_mul(u64::from(power)) <= BITS_MAX => a.pow(power),
            _ => return fail("an integer is too large"),
        },
    }))
}

/// Quotient rounded down, and the remainder with the sign of the divisor.
fn floor_division(a: &BigInt, b: &BigInt) -> (BigInt, BigInt) {
    let (mut quotient, mut rest) = (a / b, a % b);
    if !rest.is_zero() && rest.is_negative() != b.is_negative() {
        quotient -= 1;
        rest += b;
    }
    (quotient, rest)
}

fn floats(op: BinaryOp, a: f64, b: f64) -> Result<Value> {
    if b == 0.0 && matches!(op, BinaryOp::Div | BinaryOp::FloorDiv | BinaryOp::Mod) {
        return fail("float division by zero");
    }
    let remainder = || {
        let rest = a % b;
        if rest != 0.0 && (rest < 0.0) != (b < 0.0) { rest + b } else { rest }
    };
    Ok(Value::Float(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div => a / b,
        BinaryOp::FloorDiv => ((a - remainder()) / b).round(),
        BinaryOp::Mod => remainder(),
        BinaryOp::Pow if a == 0.0 && b < 0.0 => {
            return fail("0.0 cannot be raised to a negative power");
        }
        BinaryOp::Pow => a.powf(b),
    }))
}

/// `-value`, or `+value`.
///
/// # Errors
/// Values that are no numbers.
pub(crate) fn signed(value: &Value, negative: bool) -> Result<Value> {
    if let Some(error) = value.undefined_error() {
        return Err(error);
    }
    match value {
        Value::Float(value) => Ok(Value::Float(if negative { -value } else { *value })),
        other => match other.as_big() {
            Some(value) => Ok(Value::from(if negative { -value } else { value })),
            None => fail(format!(
                "bad operand type for unary {}: '{}'",
                if negative { '-' } else { '+' },
                other.type_name()
            )),
        },
    }
}

/// `value[index]`; `None` if there is no such item, or if the value has no items.
pub(crate) fn item(value: &Value, index: &Value) -> Option<Value> {
    let at = |length: usize| {
        let index = index.as_int()?;
        let index = if index < 0 { index + length as i64 } else { index };
        usize::try_from(index).ok().filter(|index| *index < length)
    };
    match value {
        Value::Dict(dict) => dict.get(&Key::new(index.clone()).ok()?).cloned(),
        Value::List(items) | Value::Tuple(items) => items.get(at(items.len())?).cloned(),
        Value::Str(text) => {
            let length = text.text.chars().count();
            let c = text.text.chars().nth(at(length)?)?;
            Some(Value::from(c.to_string()))
        }
        Value::Range(start, stop, step) => {
            let index = at(range_length(*start, *stop, *step))?;
            Some(Value::Int(start + index as i64 * step))
        }
        _ => None,
    }
}

/// `value[start:stop:step]`.
///
/// # Errors
/// Values that are no sequences, bounds that are no integers, and a step of zero.
pub(crate) fn slice(value: &Value, bounds: [Option<Value>; 3]) -> Result<Value> {
    let bound = |value: &Option<Value>| match value {
        None | Some(Value::None) => Ok(None),
        Some(value) => value.as_int().map(Some).ok_or_else(|| {
            Error::new("slice indices must be integers or None or have an __index__ method")
        }),
    };
    let [start, stop, step] = &bounds;
    let (start, stop, step) = (bound(start)?, bound(stop)?, bound(step)?.unwrap_or(1));
    if step == 0 {
        return fail("slice step cannot be zero");
    }
    let pick = |length: usize| indices(start, stop, step, length as i64);
    Ok(match value {
        Value::Str(text) => {
            let chars: Vec<char> = text.text.chars().collect();
            let picked: String = pick(chars.len()).into_iter().map(|i| chars[i]).collect();
            if text.safe { Value::safe(picked) } else { Value::from(picked) }
        }
        Value::List(items) => {
            Value::list(pick(items.len()).into_iter().map(|i| items[i].clone()).collect())
        }
        Value::Tuple(items) => {
            Value::tuple(pick(items.len()).into_iter().map(|i| items[i].clone()).collect())
        }
        Value::Range(..) => {
            let all = items(value)?;
            Value::list(pick(all.len()).into_iter().map(|i| all[i].clone()).collect())
        }
        Value::Undefined(message) => return fail(&**message),
        // A failed subscript is an undefined value, as with any other index.
        other => Value::undefined(format!("{} object has no such element", other.type_name())),
    })
}

fn indices(start: Option<i64>, stop: Option<i64>, step: i64, length: i64) -> Vec<usize> {
    let (low, high) = if step > 0 { (0, length) } else { (-1, length - 1) };
    let clip = |bound: i64| {
        let bound = if bound < 0 { bound.saturating_add(length) } else { bound };
        bound.clamp(low, high)
    };
    let (first, last) = if step > 0 { (low, high) } else { (high, low) };
    let (mut at, end) = (start.map_or(first, clip), stop.map_or(last, clip));
    let mut out = Vec::new();
    while if step > 0 { at < end } else { at > end } {
        out.push(at as usize);
        at = at.saturating_add(step);
    }
    out
}

/// Text for HTML; markup stays as it is.
pub(crate) fn escape(value: &Value) -> String {
    let plain = text(value);
    if matches!(value, Value::Str(text) if text.safe) {
        return plain;
    }
    let mut out = String::with_capacity(plain.len());
    for c in plain.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&#34;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}
