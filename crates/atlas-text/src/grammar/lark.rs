//! Writing grammars in the library's language.

use crate::grammar::calls::text_params::begin_of;
use crate::grammar::schema::library::with_options;
use crate::schema::BEFORE;
use serde_json::Value;
use std::collections::HashMap;
use std::fmt::Write;

/// Rules and terminals under construction. Rules are made bottom up; a part is an expression.
#[derive(Debug, Default)]
pub(crate) struct Lark {
    text: String,
    rules: usize,
    /// Terminals of free text by closing tag, and whether they may be blank.
    texts: HashMap<(String, bool), String>,
    shapes: usize,
    named: Vec<&'static str>,
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

    /// A rule of this name, unless it is there already. Its body may name rules that follow.
    pub fn named(&mut self, name: &'static str, body: &str) {
        if !self.named.contains(&name) {
            self.named.push(name);
            let _ = writeln!(self.text, "{name}: {body}");
        }
    }

    /// Exactly `text`.
    pub fn literal(text: &str) -> String {
        Value::from(text).to_string()
    }

    /// JSON that fits a checked schema; `one_spelling` is the same in all parts of a grammar.
    pub fn json(schema: &Value, one_spelling: bool) -> String {
        format!("%json {}", with_options(schema, one_spelling))
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
            let begin = escape(begin_of(close));
            let _ = write!(body, " & ~/[ \\t\\r\\n]*({begin}(?s:.*))?/");
        }
        let name = format!("TEXT{n}");
        let _ = writeln!(self.text, "BODY{n}: {body}");
        let _ = writeln!(self.text, "{name}: BODY{n} {}", Self::literal(close));
        self.texts.insert(key, name.clone());
        name
    }

    /// The expression of a text that these match from end to end, and of so many characters.
    pub fn shape(patterns: &[&str], min: usize, max: Option<usize>) -> String {
        let mut all: Vec<String> = patterns
            .iter()
            // Before what is looked for no markup begins, nor a line that could end the value.
            .map(|pattern| pattern.replace(BEFORE, "[^<\\n]{0,64}"))
            .map(|pattern| format!("/{}/", llguidance::regex_to_lark(&pattern, "")))
            .collect();
        if min > 0 || max.is_some() || all.is_empty() {
            let max = max.map_or(String::new(), |max| max.to_string());
            all.push(format!("/(?s:.{{{min},{max}}})/"));
        }
        all.join(" & ")
    }

    /// A text of one of `shapes` without `close`, then `end`.
    pub fn shaped_until(&mut self, close: &str, end: &str, shapes: &[String]) -> String {
        let n = self.shapes;
        self.shapes += 1;
        let tag = escape(close);
        let mut names = Vec::new();
        for (m, shape) in shapes.iter().enumerate() {
            let name = format!("SHAPE{n}_{m}");
            let _ = writeln!(self.text, "{name}: {shape} & ~/(?s:.*){tag}(?s:.*)/");
            names.push(name);
        }
        let _ = writeln!(self.text, "SHAPED{n}: {} {}", any_of(&names), Self::literal(end));
        format!("SHAPED{n}")
    }

    /// A terminal of its own for `body`.
    pub fn terminal(&mut self, body: &str) -> String {
        let name = format!("TERMINAL{}", self.shapes);
        self.shapes += 1;
        let _ = writeln!(self.text, "{name}: {body}");
        name
    }
}

/// Any of `options`, which must not be empty.
pub(crate) fn any_of(options: &[String]) -> String {
    match options {
        [one] => one.clone(),
        _ => format!("({})", options.join(" | ")),
    }
}

/// `text` as a regular expression between slashes.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c == '\n' {
            out.push_str("\\n");
            continue;
        }
        if r"\./+*?()|[]{}^$".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
