//! Characters in expressions.

/// Writes `c` so that it stands for itself, in a class too.
pub(crate) fn escape_into(out: &mut String, c: char) {
    match c {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        c if c.is_control() => out.push_str(&format!("\\x{{{:X}}}", c as u32)),
        _ => {
            if c != '/'
                && c.is_ascii_punctuation()
                && !matches!(c, '"' | '\'' | '<' | '>' | '_')
                && !matches!(c, ',' | ':' | ';' | '=' | '!' | '@' | '%' | '`')
            {
                out.push('\\');
            }
            out.push(c);
        }
    }
}
