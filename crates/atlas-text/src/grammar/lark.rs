//! Writing grammars in the library's language.

use super::schema::with_options;
use serde_json::Value;
use std::collections::HashMap;
use std::fmt::Write;

/// Rules and terminals under construction. Rules are made bottom up; a part is an expression.
#[derive(Debug, Default)]
pub(super) struct Lark {
    text: String,
    rules: usize,
    /// Terminals of free text by closing tag, line break before it, and bounds.
    texts: HashMap<(String, bool, usize, Option<usize>), String>,
}

impl Lark {
    /// The grammar that starts with `start`.
    pub fn finish(self, start: &str) -> String {
        format!("start: {start}\n{}", self.text)
    }

    /// A rule of its own for `body`.
    pub fn rule(&mut self, body: &str) -> String {
        let name = format!("r{}", self.rules);
        self.rules += 1;
        let _ = writeln!(self.text, "{name}: {body}");
        name
    }

    /// Exactly `text`.
    pub fn literal(text: &str) -> String {
        Value::from(text).to_string()
    }

    /// JSON that fits a checked schema.
    pub fn json(schema: Value) -> String {
        format!("%json {}", with_options(schema))
    }

    /// Any text without `close`, then `close`. `newline`: a line break before `close` does not
    /// count as part of the text. With `min` the text has at least so many characters, not all
    /// blank, and what begins like the closing tag too early is refused at its third character,
    /// not at its last.
    pub fn text_until(
        &mut self,
        close: &str,
        newline: bool,
        min: usize,
        max: Option<usize>,
    ) -> String {
        let key = (close.to_owned(), newline, min, max);
        if let Some(name) = self.texts.get(&key) {
            return name.clone();
        }
        let (n, tag) = (self.texts.len(), escape(close));
        let end = if newline { "\\n?" } else { "" };
        let mut body = match max {
            Some(max) => format!("/(?s:.{{{min},{}}}){end}/", max.max(min)),
            None => format!("/(?s:.{{{min},}})/"),
        };
        let _ = write!(body, " & ~/(?s:.*){tag}(?s:.*)/");
        if min > 0 {
            let begin = escape(&close.chars().take(3).collect::<String>());
            let short = min - 1;
            let _ = write!(body, " & ~/[ \\t\\r\\n]*({begin}(?s:.*))?/");
            let _ = write!(body, " & ~/(?s:.{{0,{short}}}){end}{begin}(?s:.*)/");
            if newline {
                let _ = write!(body, " & ~/(?s:.{{0,{short}}})\\n/");
            }
        }
        let name = format!("TEXT{n}");
        let _ = writeln!(self.text, "BODY{n}: {body}");
        let _ = writeln!(self.text, "{name}: BODY{n} {}", Self::literal(close));
        self.texts.insert(key, name.clone());
        name
    }
}

/// Any of `options`, which must not be empty.
pub(super) fn any_of(options: &[String]) -> String {
    match options {
        [one] => one.clone(),
        _ => format!("({})", options.join(" | ")),
    }
}

/// `text` as a regular expression between slashes.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if r"\./+*?()|[]{}^$".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
