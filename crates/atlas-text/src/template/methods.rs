//! Python methods on strings and lists that the engine's compatibility layer lacks.

use minijinja::value::ValueKind;
use minijinja::{Error, ErrorKind, State, Value};

/// `str.isspace`: Unicode white space and the four information separators.
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

/// `str.strip()`.
pub(crate) fn strip(text: &str) -> &str {
    text.trim_matches(is_space)
}

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

    /// `sep=None` and `maxsplit=-1`, the second also by name.
    fn separator_and_limit(&self) -> Result<(Option<&str>, usize), Error> {
        let separator = match self.0.first() {
            Some(value) if !value.is_none() && !value.is_kwargs() => Some(self.text(0)?),
            _ => None,
        };
        if separator == Some("") {
            return Err(Error::new(ErrorKind::InvalidOperation, "empty separator"));
        }
        let named = self.0.iter().find(|v| v.is_kwargs());
        let named = named.and_then(|v| v.get_attr("maxsplit").ok()).and_then(|v| v.as_i64());
        let limit = named.or(self.int(1)).unwrap_or(-1);
        Ok((separator, usize::try_from(limit).unwrap_or(usize::MAX)))
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
        "strip" if args.0.is_empty() => Value::from(strip(text)),
        "lstrip" if args.0.is_empty() => Value::from(text.trim_start_matches(is_space)),
        "rstrip" if args.0.is_empty() => Value::from(text.trim_end_matches(is_space)),
        "split" => split(text, args)?,
        "rsplit" => rsplit(text, args)?,
        "title" => Value::from(title(text)),
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

fn split(text: &str, args: &Args) -> Result<Value, Error> {
    let (separator, limit) = args.separator_and_limit()?;
    let parts: Vec<String> = match separator {
        Some(separator) => {
            text.splitn(limit.saturating_add(1), separator).map(str::to_owned).collect()
        }
        None => split_space(text, limit),
    };
    Ok(Value::from(parts))
}

fn rsplit(text: &str, args: &Args) -> Result<Value, Error> {
    let (separator, limit) = args.separator_and_limit()?;
    let mut parts: Vec<String> = match separator {
        Some(separator) => {
            text.rsplitn(limit.saturating_add(1), separator).map(str::to_owned).collect()
        }
        // The words of the mirrored text, each mirrored back, come in the order of `rsplitn`.
        None => split_space(&mirror(text), limit).iter().map(|part| mirror(part)).collect(),
    };
    parts.reverse();
    Ok(Value::from(parts))
}

fn mirror(text: &str) -> String {
    text.chars().rev().collect()
}

/// Words between white space; what is left after `limit` cuts stays one piece.
fn split_space(text: &str, limit: usize) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = text.trim_start_matches(is_space);
    while !rest.is_empty() {
        match rest.find(is_space) {
            Some(at) if parts.len() < limit => {
                parts.push(rest[..at].to_owned());
                rest = rest[at..].trim_start_matches(is_space);
            }
            _ => {
                parts.push(rest.to_owned());
                break;
            }
        }
    }
    parts
}

/// A letter is a capital after anything but a letter, also after an apostrophe.
fn title(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut after_letter = false;
    for c in text.chars() {
        if after_letter {
            out.extend(c.to_lowercase());
        } else {
            out.extend(c.to_uppercase());
        }
        after_letter = c.is_lowercase() || c.is_uppercase();
    }
    out
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
