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
    /// Terminals of free text by closing tag, and whether they may be blank.
    texts: HashMap<(String, bool), String>,
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

    /// Any text without `close`, then `close`. `nonblank`: the text is not all blank, and what
    /// begins like the closing tag too early is refused at its third character, not at its last.
    pub fn text_until(&mut self, close: &str, nonblank: bool) -> String {
        let key = (close.to_owned(), nonblank);
        if let Some(name) = self.texts.get(&key) {
            return name.clone();
        }
        let (n, tag) = (self.texts.len(), escape(close));
        let mut body = format!("/(?s:.*)/ & ~/(?s:.*){tag}(?s:.*)/");
        if nonblank {
            let begin = escape(&close.chars().take(3).collect::<String>());
            let _ = write!(body, " & ~/[ \\t\\r\\n]*({begin}(?s:.*))?/");
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
