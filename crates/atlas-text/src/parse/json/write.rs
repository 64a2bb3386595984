//! Writing JSON strings.

/// Writes one character of a JSON string, escaped where JSON requires it.
pub(crate) fn push_escaped(out: &mut String, c: char) {
    match c {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\u{8}' => out.push_str("\\b"),
        '\u{c}' => out.push_str("\\f"),
        c if (c as u32) < 0x20 => {
            let digit = |n: u32| char::from_digit(n, 16).unwrap_or('0');
            out.push_str("\\u00");
            out.push(digit(c as u32 >> 4));
            out.push(digit(c as u32 & 15));
        }
        c => out.push(c),
    }
}

/// Writes `text` as a JSON string.
pub(crate) fn push_json_string(out: &mut String, text: &str) {
    out.push('"');
    text.chars().for_each(|c| push_escaped(out, c));
    out.push('"');
}
