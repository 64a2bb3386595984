//! Python's notions of white space, line ends and string escapes.

use super::error::{Result, fail};

/// `str.isspace`: Unicode white space and the four information separators.
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

/// `str.strip()`.
pub(crate) fn strip(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// Every line end as `\n`.
pub(crate) fn normalize_newlines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// Whether `str.splitlines` ends a line at a character.
fn is_end(c: char) -> bool {
    let separators = ['\u{1c}', '\u{1d}', '\u{1e}', '\u{85}', '\u{2028}', '\u{2029}'];
    matches!(c, '\n'..='\r') || separators.contains(&c)
}

/// `str.splitlines(keepends)`.
pub(crate) fn split_lines(text: &str, keep_ends: bool) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let Some(at) = rest.find(is_end) else {
            out.push(rest);
            break;
        };
        let tail = &rest[at..];
        let length = match tail.starts_with("\r\n") {
            true => 2,
            false => tail.chars().next().map_or(0, char::len_utf8),
        };
        out.push(&rest[..if keep_ends { at + length } else { at }]);
        rest = &rest[at + length..];
    }
    out
}

/// A string literal's body with its escapes resolved; an escape that is none stays as it is.
///
/// # Errors
/// Cut or unknown code points.
pub(crate) fn unescape(body: &str) -> Result<String> {
    let mut out = String::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let Some(c) = rest.chars().next() else { break };
        rest = &rest[c.len_utf8()..];
        match c {
            '\n' => {}
            '\\' | '\'' | '"' => out.push(c),
            'a' => out.push('\u{7}'),
            'b' => out.push('\u{8}'),
            'f' => out.push('\u{c}'),
            'n' => out.push('\n'),
            'r' => out.push('\r'),
            't' => out.push('\t'),
            'v' => out.push('\u{b}'),
            '0'..='7' => {
                let more = rest.bytes().take(2).take_while(|b| (b'0'..=b'7').contains(b)).count();
                let digits = format!("{c}{}", &rest[..more]);
                out.push(code_point(&digits, 8)?);
                rest = &rest[more..];
            }
            'x' => out.push(hex(&mut rest, 2, c)?),
            'u' => out.push(hex(&mut rest, 4, c)?),
            'U' => out.push(hex(&mut rest, 8, c)?),
            'N' => {
                let name = rest.strip_prefix('{').and_then(|r| r.split_once('}'));
                let Some((name, after)) = name else {
                    return fail("malformed \\N character escape");
                };
                // No name begins with a hyphen, which the library cannot take there.
                let named = Some(name).filter(|name| !name.starts_with('-'));
                let Some(c) = named.and_then(unicode_names2::character) else {
                    return fail(format!("unknown Unicode character name {name:?}"));
                };
                out.push(c);
                rest = after;
            }
            c => out.extend(['\\', c]),
        }
    }
    out.push_str(rest);
    Ok(out)
}

fn hex(rest: &mut &str, length: usize, letter: char) -> Result<char> {
    match rest.get(..length) {
        Some(digits) if digits.bytes().all(|b| b.is_ascii_hexdigit()) => {
            *rest = &rest[length..];
            code_point(digits, 16)
        }
        _ => fail(format!("truncated \\{letter} escape")),
    }
}

fn code_point(digits: &str, radix: u32) -> Result<char> {
    match u32::from_str_radix(digits, radix).ok().and_then(char::from_u32) {
        Some(c) => Ok(c),
        None => fail(format!("{digits} is not the code point of a character")),
    }
}
