//! Reads the keys of a quantisation config and reports those that were not read.

use std::cell::RefCell;
use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::names::BadPattern;
use crate::config::error::{ConfigProblem, ConfigProblems};
use crate::config::resolved::{Origin, ResolvedSetting};

/// Largest block, group or number of bits in a config.
const SIZE_MAX: u64 = 1 << 16;

/// Problems and settings of one reading.
#[derive(Default)]
pub(super) struct Findings<'a> {
    /// Keys (plain or dotted) that may be unknown.
    allowed: &'a [String],
    problems: RefCell<Vec<ConfigProblem>>,
    settings: RefCell<Vec<ResolvedSetting>>,
}

impl<'a> Findings<'a> {
    pub(super) fn new(allowed: &'a [String]) -> Self {
        Findings { allowed, ..Findings::default() }
    }

    pub(super) fn problem(&self, problem: ConfigProblem) {
        self.problems.borrow_mut().push(problem);
    }

    pub(super) fn unsupported(&self, path: &str, value: impl ToString, supported: &str) {
        self.problem(ConfigProblem::Unsupported {
            path: path.to_owned(),
            value: value.to_string(),
            supported: supported.to_owned(),
        });
    }

    pub(super) fn contradiction(&self, path: &str, value: impl ToString, other: impl ToString) {
        let (value, other) = (value.to_string(), other.to_string());
        self.problem(ConfigProblem::Contradiction { path: path.to_owned(), value, other });
    }

    /// The value, or the default after a report of the pattern that cannot be used.
    pub(super) fn usable<T: Default>(&self, path: &str, set: Result<T, BadPattern>) -> T {
        set.unwrap_or_else(|bad| {
            let supported = format!("patterns without look-around; {}", bad.reason);
            self.unsupported(path, format!("{:?}", bad.entry), &supported);
            T::default()
        })
    }

    pub(super) fn finish(self) -> Result<Vec<ResolvedSetting>, ConfigProblems> {
        let problems = self.problems.into_inner();
        if problems.is_empty() {
            Ok(self.settings.into_inner())
        } else {
            Err(ConfigProblems(problems))
        }
    }
}

/// One object of a config.
pub(super) struct Keys<'a> {
    /// Dotted path of the object.
    path: String,
    /// The file, where it is not config.json.
    file: Option<&'static str>,
    object: &'a Map<String, Value>,
    seen: RefCell<BTreeSet<&'a str>>,
    findings: &'a Findings<'a>,
}

impl<'a> Keys<'a> {
    pub(super) fn new(
        path: &str,
        file: Option<&'static str>,
        object: &'a Map<String, Value>,
        findings: &'a Findings<'a>,
    ) -> Self {
        Keys { path: path.to_owned(), file, object, seen: RefCell::default(), findings }
    }

    pub(super) fn findings(&self) -> &'a Findings<'a> {
        self.findings
    }

    /// Path of a key, with the file where it is not config.json.
    pub(super) fn path_of(&self, key: &str) -> String {
        let path = self.dotted(key);
        self.file.map_or(path.clone(), |file| format!("{file}: {path}"))
    }

    fn dotted(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// Records a value with its origin, or with its file where that is not config.json.
    fn record(&self, key: &str, value: &Value, origin: Origin) {
        let origin = match self.file {
            Some(file) => Origin::Beside { file: file.to_owned(), path: self.dotted(key) },
            None => origin,
        };
        let setting = ResolvedSetting { name: key.to_owned(), value: value.to_string(), origin };
        self.findings.settings.borrow_mut().push(setting);
    }

    /// A value without taking it as read; None where it is null.
    pub(super) fn peek(&self, key: &str) -> Option<&'a Value> {
        self.object.get(key).filter(|value| !value.is_null())
    }

    /// Whether the key is present, also as null.
    pub(super) fn has(&self, key: &str) -> bool {
        self.object.contains_key(key)
    }

    /// A value, None where it is absent or null.
    pub(super) fn value(&self, key: &str) -> Option<&'a Value> {
        let (key, value) = self.object.get_key_value(key)?;
        self.seen.borrow_mut().insert(key);
        self.record(key, value, Origin::File(self.dotted(key)));
        (!value.is_null()).then_some(value)
    }

    /// A value that `parse` accepts, None where it is absent, null or reported.
    fn typed<T>(
        &self,
        key: &str,
        expected: &'static str,
        parse: impl Fn(&'a Value) -> Option<T>,
    ) -> Option<T> {
        let value = self.value(key)?;
        let parsed = parse(value);
        if parsed.is_none() {
            self.wrong_type(key, value, expected);
        }
        parsed
    }

    pub(super) fn wrong_type(&self, key: &str, value: &Value, expected: &'static str) {
        let text = value.to_string();
        let found = match text.char_indices().nth(60) {
            Some((end, _)) => format!("{}...", &text[..end]),
            None => text,
        };
        let path = self.path_of(key);
        self.findings.problem(ConfigProblem::WrongType { path, found, expected });
    }

    pub(super) fn unsupported(&self, key: &str, value: impl ToString, supported: &str) {
        self.findings.unsupported(&self.path_of(key), value, supported);
    }

    pub(super) fn missing(&self, key: &str, expected: &'static str) {
        let family = "the quantisation config".to_owned();
        let key = self.path_of(key);
        self.findings.problem(ConfigProblem::Missing { key, family, expected });
    }

    pub(super) fn word(&self, key: &str) -> Option<&'a str> {
        self.typed(key, "a string", Value::as_str)
    }

    /// A word that must be one of `supported`, None where it is absent or reported.
    pub(super) fn choice(&self, key: &str, supported: &[&str]) -> Option<&'a str> {
        let word = self.word(key)?;
        let known = supported.contains(&word);
        if !known {
            self.unsupported(key, format!("{word:?}"), &supported.join(", "));
        }
        known.then_some(word)
    }

    pub(super) fn flag(&self, key: &str) -> Option<bool> {
        self.typed(key, "true or false", Value::as_bool)
    }

    /// An integer from 1 to 2^16.
    pub(super) fn size(&self, key: &str) -> Option<usize> {
        self.typed(key, "an integer from 1 to 65536", as_size)
    }

    pub(super) fn positive(&self, key: &str) -> Option<f64> {
        let parse = |v: &Value| v.as_f64().filter(|n| n.is_finite() && *n > 0.0);
        self.typed(key, "a number above 0", parse)
    }

    /// Rows and columns of a block.
    pub(super) fn block(&self, key: &str) -> Option<[usize; 2]> {
        self.typed(key, "two integers from 1 to 65536", |value| match value {
            Value::Array(sizes) => match sizes.as_slice() {
                [rows, cols] => Some([as_size(rows)?, as_size(cols)?]),
                _ => None,
            },
            Value::String(text) => {
                let (rows, cols) = text.split_once('x')?;
                let size = |text: &str| as_size(&Value::from(text.parse::<u64>().ok()?));
                Some([size(rows)?, size(cols)?])
            }
            _ => None,
        })
    }

    /// A list of strings, None where it is absent, null or reported.
    pub(super) fn words(&self, key: &str) -> Option<Vec<String>> {
        self.typed(key, "a list of strings", |value| {
            value.as_array()?.iter().map(|word| Some(word.as_str()?.to_owned())).collect()
        })
    }

    /// An object, whose keys the caller reads and finishes.
    pub(super) fn object(&self, key: &str) -> Option<Keys<'a>> {
        let (key, value) = self.object.get_key_value(key)?;
        self.seen.borrow_mut().insert(key);
        match value {
            Value::Object(object) => {
                Some(Keys::new(&self.dotted(key), self.file, object, self.findings))
            }
            Value::Null => None,
            other => {
                self.wrong_type(key, other, "an object");
                None
            }
        }
    }

    /// The objects of a map, with their keys.
    pub(super) fn objects(&self) -> Vec<(&'a str, Keys<'a>)> {
        let named = |key: &'a String| Some((key.as_str(), self.object(key)?));
        self.object.keys().filter_map(named).collect()
    }

    /// Keys that change nothing.
    pub(super) fn inert(&self, keys: &[&str]) {
        for key in keys {
            let Some((key, value)) = self.object.get_key_value(*key) else { continue };
            self.seen.borrow_mut().insert(key);
            self.record(key, value, Origin::Inert(self.path_of(key)));
        }
    }

    /// A key that must be null, false or empty: `supported` says so.
    pub(super) fn absent(&self, key: &str, supported: &str) {
        let Some(value) = self.value(key) else { return };
        let empty = match value {
            Value::Bool(set) => !set,
            Value::Array(items) => items.is_empty(),
            Value::Object(object) => object.is_empty(),
            _ => false,
        };
        if !empty {
            self.unsupported(key, value, supported);
        }
    }

    /// Reports every key that was not read. A null is an unset key.
    pub(super) fn finish(self) {
        let seen = self.seen.borrow();
        for (key, value) in self.object.iter().filter(|(key, _)| !seen.contains(key.as_str())) {
            let path = self.path_of(key);
            if value.is_null() {
                self.record(key, value, Origin::Ignored { path, reason: "unset" });
            } else if self.findings.allowed.iter().any(|a| *a == path || a == key) {
                self.record(key, value, Origin::Allowed(path));
            } else {
                let value = value.to_string();
                self.findings.problem(ConfigProblem::UnknownKey { path, value });
            }
        }
    }
}

fn as_size(value: &Value) -> Option<usize> {
    value.as_u64().filter(|n| (1..=SIZE_MAX).contains(n)).map(|n| n as usize)
}
