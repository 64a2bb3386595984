//! Values as Python's `str` and `repr` write them.

use super::json::float_repr;
use minijinja::Value;
use minijinja::value::ValueKind;

/// `str(value)` for lists, tuples, dicts and floats; `None` for what the engine writes itself.
pub(crate) fn container_or_float(value: &Value) -> Option<String> {
    match value.kind() {
        ValueKind::Seq | ValueKind::Map => {
            let mut out = String::new();
            write(value, &mut out)?;
            Some(out)
        }
        ValueKind::Number if !value.is_integer() => {
            f64::try_from(value.clone()).ok().map(float_repr)
        }
        _ => None,
    }
}

/// Appends `repr(value)`; `None` if the value holds something that is not plain data.
fn write(value: &Value, out: &mut String) -> Option<()> {
    match value.kind() {
        ValueKind::None => out.push_str("None"),
        ValueKind::Bool => out.push_str(if value.is_true() { "True" } else { "False" }),
        ValueKind::Number => match container_or_float(value) {
            Some(float) => out.push_str(&float),
            None => out.push_str(&value.to_string()),
        },
        ValueKind::String => string(value.as_str()?, out),
        ValueKind::Seq => {
            let (open, close) = if value.is_tuple() { ('(', ')') } else { ('[', ']') };
            out.push(open);
            let mut count = 0;
            for item in value.try_iter().ok()? {
                if count > 0 {
                    out.push_str(", ");
                }
                write(&item, out)?;
                count += 1;
            }
            if value.is_tuple() && count == 1 {
                out.push(',');
            }
            out.push(close);
        }
        ValueKind::Map if value.is_kwargs() => return None,
        ValueKind::Map => {
            out.push('{');
            for (i, key) in value.try_iter().ok()?.enumerate() {
                if i > 0 {
                    out.push_str(", ");
                }
                write(&key, out)?;
                out.push_str(": ");
                write(&value.get_item(&key).ok()?, out)?;
            }
            out.push('}');
        }
        _ => return None,
    }
    Some(())
}

/// Single quotes unless only those occur; what Python does not count as printable is escaped.
fn string(text: &str, out: &mut String) {
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
fn is_printable(c: char) -> bool {
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
