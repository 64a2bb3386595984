//! Python methods on strings and lists that the engine's compatibility layer lacks.

use minijinja::value::ValueKind;
use minijinja::{Error, ErrorKind, State, Value};

/// Called for a method the engine does not know.
pub(crate) fn call(
    state: &mut State,
    value: &Value,
    method: &str,
    args: &[Value],
) -> Result<Value, Error> {
    let found = match value.kind() {
        ValueKind::String => match value.as_str() {
            Some(text) => string_method(text, method, &Args(args))?,
            None => None,
        },
        ValueKind::Seq if method == "index" => Some(seq_index(value, args)?),
        _ => None,
    };
    match found {
        Some(result) => Ok(result),
        None => minijinja_contrib::pycompat::unknown_method_callback(state, value, method, args),
    }
}

/// Positional arguments with Python's defaults.
struct Args<'a>(&'a [Value]);

impl Args<'_> {
    fn text(&self, at: usize) -> Result<&str, Error> {
        self.0
            .get(at)
            .and_then(Value::as_str)
            .ok_or_else(|| Error::new(ErrorKind::InvalidOperation, "a string argument is missing"))
    }

    fn int(&self, at: usize) -> Option<i64> {
        self.0.get(at).and_then(Value::as_i64)
    }

    fn width(&self) -> Result<usize, Error> {
        let width = self.int(0).ok_or_else(|| {
            Error::new(ErrorKind::InvalidOperation, "the width argument is missing")
        })?;
        // A template cannot ask for more padding than any prompt could hold.
        Ok(width.clamp(0, 1 << 20) as usize)
    }

    fn fill(&self) -> &str {
        self.0.get(1).and_then(Value::as_str).unwrap_or(" ")
    }
}

fn string_method(text: &str, method: &str, args: &Args) -> Result<Option<Value>, Error> {
    let value = match method {
        "removeprefix" => Value::from(text.strip_prefix(args.text(0)?).unwrap_or(text)),
        "removesuffix" => Value::from(text.strip_suffix(args.text(0)?).unwrap_or(text)),
        "rsplit" => rsplit(text, args),
        "index" => {
            let at = text
                .find(args.text(0)?)
                .ok_or_else(|| Error::new(ErrorKind::InvalidOperation, "substring not found"))?;
            Value::from(text[..at].chars().count())
        }
        "partition" | "rpartition" => partition(text, method, args.text(0)?),
        "ljust" => Value::from(format!("{text}{}", pad(text, args)?)),
        "rjust" => Value::from(format!("{}{text}", pad(text, args)?)),
        "center" => center(text, args)?,
        "zfill" => zfill(text, args)?,
        "swapcase" => Value::from(text.chars().map(swap_case).collect::<String>()),
        "casefold" => Value::from(text.to_lowercase().replace('ß', "ss")),
        _ => return Ok(None),
    };
    Ok(Some(value))
}

fn pad(text: &str, args: &Args) -> Result<String, Error> {
    let missing = args.width()?.saturating_sub(text.chars().count());
    Ok(args.fill().repeat(missing))
}

/// CPython puts the odd space to the left only if the width is odd too.
fn center(text: &str, args: &Args) -> Result<Value, Error> {
    let width = args.width()?;
    let missing = width.saturating_sub(text.chars().count());
    let left = missing / 2 + (missing & width & 1);
    let fill = args.fill();
    Ok(Value::from(format!("{}{text}{}", fill.repeat(left), fill.repeat(missing - left))))
}

fn zfill(text: &str, args: &Args) -> Result<Value, Error> {
    let missing = args.width()?.saturating_sub(text.chars().count());
    let (sign, digits) = text.split_at(usize::from(text.starts_with(['-', '+'])));
    Ok(Value::from(format!("{sign}{}{digits}", "0".repeat(missing))))
}

fn swap_case(c: char) -> String {
    if c.is_uppercase() { c.to_lowercase().collect() } else { c.to_uppercase().collect() }
}

fn rsplit(text: &str, args: &Args) -> Value {
    let limit = args.int(1).filter(|n| *n >= 0).map(|n| n as usize);
    let mut parts: Vec<String> = match (args.text(0).ok(), limit) {
        (Some(separator), None) => text.rsplit(separator).map(str::to_owned).collect(),
        (Some(separator), Some(n)) => text.rsplitn(n + 1, separator).map(str::to_owned).collect(),
        (None, limit) => rsplit_whitespace(text, limit.unwrap_or(usize::MAX)),
    };
    parts.reverse();
    Value::from(parts)
}

/// Words from the right; what is left after `limit` words stays one piece.
fn rsplit_whitespace(text: &str, limit: usize) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = text.trim_end();
    while !rest.trim_start().is_empty() {
        match rest.rfind(char::is_whitespace) {
            Some(at) if parts.len() < limit => {
                let word = at + rest[at..].chars().next().map_or(0, char::len_utf8);
                parts.push(rest[word..].to_owned());
                rest = rest[..at].trim_end();
            }
            _ => {
                let whole = if parts.len() < limit { rest.trim_start() } else { rest };
                parts.push(whole.to_owned());
                break;
            }
        }
    }
    parts
}

fn partition(text: &str, method: &str, separator: &str) -> Value {
    let found = if method == "partition" {
        text.split_once(separator)
    } else {
        text.rsplit_once(separator)
    };
    let (a, b, c) = match found {
        Some((before, after)) => (before, separator, after),
        None if method == "partition" => (text, "", ""),
        None => ("", "", text),
    };
    Value::from((a.to_owned(), b.to_owned(), c.to_owned()))
}

fn seq_index(value: &Value, args: &[Value]) -> Result<Value, Error> {
    for (i, item) in value.try_iter()?.enumerate() {
        if Some(&item) == args.first() {
            return Ok(Value::from(i));
        }
    }
    Err(Error::new(ErrorKind::InvalidOperation, "the value is not in the list"))
}
