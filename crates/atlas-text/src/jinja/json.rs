//! JSON exactly as Python's `json.dumps` writes it, for the filter `tojson`.

use super::error::{Error, Result, fail};
use super::ops::{items, order, truth};
use super::text::{float_text, repr, text};
use super::value::{Args, Key, Value};
use crate::parse::json::write::push_escaped;
use std::cmp::Ordering;

/// The keywords of `json.dumps` that chat templates use.
struct Options {
    /// Text of one indentation step; `None` writes one line.
    indent: Option<String>,
    item_separator: String,
    key_separator: String,
    ensure_ascii: bool,
    sort_keys: bool,
}

/// `tojson(ensure_ascii=False, indent=None, separators=None, sort_keys=False)`.
///
/// # Errors
/// Values that JSON has no form for.
pub(crate) fn tojson(value: &Value, args: Args) -> Result<Value> {
    let names = ["ensure_ascii", "indent", "separators", "sort_keys"];
    let [ascii, indent, separators, sort_keys] =
        args.bind("tojson", names, 0)?.map(|value| value.filter(|v| !matches!(v, Value::None)));
    let mut options = Options {
        indent: None,
        item_separator: ", ".to_owned(),
        key_separator: ": ".to_owned(),
        ensure_ascii: ascii.is_some_and(|value| truth(&value)),
        sort_keys: sort_keys.is_some_and(|value| truth(&value)),
    };
    if let Some(indent) = indent {
        options.indent = Some(match indent.as_int() {
            // Python accepts any width; this is far beyond any real template.
            Some(width) => " ".repeat(width.clamp(0, 1024) as usize),
            None => text(&indent),
        });
        options.item_separator = ",".to_owned();
    }
    if let Some(separators) = separators {
        let pair: Vec<String> = items(&separators)?.iter().map(text).collect();
        let [item, key] = <[String; 2]>::try_from(pair)
            .map_err(|_| Error::new("separators must be a pair of strings"))?;
        options.item_separator = item;
        options.key_separator = key;
    }
    let mut out = String::new();
    options.write(value, 1, &mut out)?;
    Ok(Value::from(out))
}

impl Options {
    fn newline(&self, depth: usize, out: &mut String) {
        if let Some(indent) = &self.indent {
            out.push('\n');
            (0..depth).for_each(|_| out.push_str(indent));
        }
    }

    fn write(&self, value: &Value, depth: usize, out: &mut String) -> Result<()> {
        match value {
            Value::None => out.push_str("null"),
            Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Value::Float(value) => out.push_str(&json_float(*value)),
            Value::Int(_) | Value::Big(_) => out.push_str(&repr(value)),
            Value::Str(text) => self.string(&text.text, out),
            Value::List(items) | Value::Tuple(items) => {
                out.push('[');
                for (i, item) in items.iter().enumerate() {
                    out.push_str(if i > 0 { &self.item_separator } else { "" });
                    self.newline(depth, out);
                    self.write(item, depth + 1, out)?;
                }
                if !items.is_empty() {
                    self.newline(depth - 1, out);
                }
                out.push(']');
            }
            Value::Dict(dict) => {
                let mut entries: Vec<(&Key, &Value)> = dict.iter().collect();
                if self.sort_keys {
                    sort(&mut entries)?;
                }
                out.push('{');
                for (i, (key, value)) in entries.iter().enumerate() {
                    out.push_str(if i > 0 { &self.item_separator } else { "" });
                    self.newline(depth, out);
                    self.string(&key_text(key)?, out);
                    out.push_str(&self.key_separator);
                    self.write(value, depth + 1, out)?;
                }
                if !entries.is_empty() {
                    self.newline(depth - 1, out);
                }
                out.push('}');
            }
            other => {
                let kind = other.type_name();
                return fail(format!("Object of type {kind} is not JSON serializable"));
            }
        }
        Ok(())
    }

    fn string(&self, text: &str, out: &mut String) {
        out.push('"');
        let mut units = [0u16; 2];
        for c in text.chars() {
            if self.ensure_ascii && c > '~' {
                for unit in c.encode_utf16(&mut units) {
                    out.push_str(&format!("\\u{unit:04x}"));
                }
            } else {
                push_escaped(out, c);
            }
        }
        out.push('"');
    }
}

fn sort(entries: &mut [(&Key, &Value)]) -> Result<()> {
    let mut failed = None;
    entries.sort_by(|a, b| match order(a.0.value(), b.0.value(), "<") {
        Ok(order) => order.unwrap_or(Ordering::Equal),
        Err(error) => {
            failed.get_or_insert(error);
            Ordering::Equal
        }
    });
    failed.map_or(Ok(()), Err)
}

fn key_text(key: &Key) -> Result<String> {
    Ok(match key.value() {
        Value::Str(text) => text.text.to_string(),
        Value::None => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Float(value) => json_float(*value),
        value @ (Value::Int(_) | Value::Big(_)) => repr(value),
        other => {
            let kind = other.type_name();
            return fail(format!("keys must be str, int, float, bool or None, not {kind}"));
        }
    })
}

fn json_float(value: f64) -> String {
    match value {
        value if value.is_nan() => "NaN".to_owned(),
        f64::INFINITY => "Infinity".to_owned(),
        f64::NEG_INFINITY => "-Infinity".to_owned(),
        value => float_text(value),
    }
}
