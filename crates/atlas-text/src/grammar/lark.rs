//! Writing grammars in the library's language.

use crate::grammar::calls::text_params::begin_of;
use crate::grammar::schema::check::with_options;
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
    pub fn json(schema: Value, one_spelling: bool) -> String {
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

    /// Returns the expression of a text with this pattern and length, for [`Self::shaped_until`].
    /// `None`: the anchors of the pattern do not hold for the whole of it.
    pub fn shape(pattern: &str, min: usize, max: Option<usize>) -> Option<String> {
        let start = pattern.strip_prefix('^');
        let inner = start.unwrap_or(pattern);
        let slashes = inner
            .strip_suffix('$')
            .map_or(0, |rest| rest.len() - rest.trim_end_matches('\\').len());
        let end = inner.strip_suffix('$').filter(|_| slashes.is_multiple_of(2));
        if (start.is_some() || end.is_some()) && inner.contains('|') && !is_grouped(inner) {
            return None;
        }
        let any = "(?s:.*)";
        let (before, after) = (start.map_or(any, |_| ""), end.map_or(any, |_| ""));
        let inner = llguidance::regex_to_lark(end.unwrap_or(inner), "dw");
        let max = max.map_or(String::new(), |max| max.to_string());
        Some(format!("/{before}({inner}){after}/ & /(?s:.{{{min},{max}}})/"))
    }

    /// A text of `shape` without `close`, then `end`.
    pub fn shaped_until(&mut self, close: &str, end: &str, shape: &str) -> String {
        let n = self.shapes;
        self.shapes += 1;
        let tag = escape(close);
        let _ = writeln!(self.text, "SHAPE{n}: {shape} & ~/(?s:.*){tag}(?s:.*)/");
        let _ = writeln!(self.text, "SHAPED{n}: SHAPE{n} {}", Self::literal(end));
        format!("SHAPED{n}")
    }
}

/// Any of `options`, which must not be empty.
pub(crate) fn any_of(options: &[String]) -> String {
    match options {
        [one] => one.clone(),
        _ => format!("({})", options.join(" | ")),
    }
}

/// Whether every `|` of a pattern stands in a group or in a class; escapes count as they are.
fn is_grouped(pattern: &str) -> bool {
    let (mut depth, mut class, mut escaped) = (0i32, false, false);
    pattern.chars().all(|c| {
        let plain = !std::mem::take(&mut escaped);
        match c {
            '\\' if plain => escaped = true,
            '[' if plain => class = true,
            ']' if plain => class = false,
            '(' if plain && !class => depth += 1,
            ')' if plain && !class => depth -= 1,
            '|' if plain && !class => return depth > 0,
            _ => {}
        }
        true
    })
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
