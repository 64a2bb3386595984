//! Values as Python's `str` and `repr` write them.

use super::value::{Value, ViewKind};

/// A float as Python's `repr` writes it: shortest digits, exponent form outside 1e-4..1e16.
pub(crate) fn float_text(value: f64) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let scientific = format!("{value:e}");
    let Some((digits, exponent)) = scientific.split_once('e') else {
        return scientific;
    };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if value == 0.0 || (-4..16).contains(&exponent) {
        let plain = format!("{value}");
        return if plain.contains('.') { plain } else { plain + ".0" };
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.unsigned_abs())
}

/// `str(value)`.
pub(crate) fn text(value: &Value) -> String {
    match value {
        Value::Undefined(_) => String::new(),
        Value::Str(text) => text.text.to_string(),
        value => repr(value),
    }
}

/// `repr(value)`.
pub(crate) fn repr(value: &Value) -> String {
    let mut out = String::new();
    write(value, &mut out);
    out
}

fn write(value: &Value, out: &mut String) {
    match value {
        Value::Undefined(_) => out.push_str("Undefined"),
        Value::None => out.push_str("None"),
        Value::Bool(true) => out.push_str("True"),
        Value::Bool(false) => out.push_str("False"),
        Value::Int(value) => out.push_str(&value.to_string()),
        Value::Big(value) => out.push_str(&value.to_string()),
        Value::Float(value) => out.push_str(&float_text(*value)),
        Value::Str(text) if text.safe => {
            out.push_str("Markup(");
            write_str(&text.text, out);
            out.push(')');
        }
        Value::Str(text) => write_str(&text.text, out),
        Value::List(items) => write_items("[", "]", items.iter(), out),
        Value::Tuple(items) if items.len() == 1 => write_items("(", ",)", items.iter(), out),
        Value::Tuple(items) => write_items("(", ")", items.iter(), out),
        Value::Dict(dict) => {
            out.push('{');
            for (i, (key, value)) in dict.iter().enumerate() {
                out.push_str(if i > 0 { ", " } else { "" });
                write(key.value(), out);
                out.push_str(": ");
                write(value, out);
            }
            out.push('}');
        }
        Value::Range(start, stop, 1) => out.push_str(&format!("range({start}, {stop})")),
        Value::Range(start, stop, step) => {
            out.push_str(&format!("range({start}, {stop}, {step})"));
        }
        Value::View(ViewKind::Keys, dict) => {
            write_items("dict_keys([", "])", dict.keys().map(|key| key.value()), out);
        }
        Value::View(ViewKind::Values, dict) => {
            write_items("dict_values([", "])", dict.values(), out);
        }
        Value::View(ViewKind::Items, dict) => {
            let items: Vec<Value> = dict
                .iter()
                .map(|(key, value)| Value::tuple(vec![key.value().clone(), value.clone()]))
                .collect();
            write_items("dict_items([", "])", items.iter(), out);
        }
        Value::Generator(_) => out.push_str("<generator object>"),
        Value::Object(object) => out.push_str(&object.text()),
    }
}

fn write_items<'a>(
    open: &str,
    close: &str,
    items: impl Iterator<Item = &'a Value>,
    out: &mut String,
) {
    out.push_str(open);
    for (i, item) in items.enumerate() {
        out.push_str(if i > 0 { ", " } else { "" });
        write(item, out);
    }
    out.push_str(close);
}

/// Single quotes unless only those occur; characters that Python does not print are escaped.
fn write_str(text: &str, out: &mut String) {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    out.push(quote);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            c if c == quote => out.extend(['\\', c]),
            c if is_printable(c) => out.push(c),
            c => match c as u32 {
                code @ ..=0xff => out.push_str(&format!("\\x{code:02x}")),
                code @ ..=0xffff => out.push_str(&format!("\\u{code:04x}")),
                code => out.push_str(&format!("\\U{code:08x}")),
            },
        }
    }
    out.push(quote);
}

/// `str.isprintable` without the table of unassigned code points: not a control, format,
/// private-use or noncharacter code, and no separator other than the space.
pub(crate) fn is_printable(c: char) -> bool {
    if c == ' ' || c.is_alphanumeric() {
        return true;
    }
    let format_character = matches!(
        c,
        '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}'
            | '\u{8e2}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{110bd}'
            | '\u{110cd}' | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e00ff}'
    );
    let private = matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..);
    let no_character = matches!(c, '\u{fdd0}'..='\u{fdef}') || (c as u32) & 0xfffe == 0xfffe;
    let private_or_none = private || no_character;
    !(c.is_control() || c.is_whitespace() || format_character || private_or_none)
}
