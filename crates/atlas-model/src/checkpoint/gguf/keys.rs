//! Reads metadata keys of one architecture into the keys of a `config.json`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::error::GgufProblem;
use super::value::{GgufArray, GgufMetadata, GgufValue};
use crate::config::{ConfigProblem, ConfigProblems};

/// Collects the keys that are read, what they become, and every problem.
pub struct Keys<'a> {
    architecture: &'static str,
    metadata: &'a GgufMetadata,
    seen: BTreeSet<String>,
    allowed: &'a [String],
    root: Map<String, Value>,
    origins: BTreeMap<String, String>,
    problems: Vec<ConfigProblem>,
}

/// A GGUF file's settings as those of a `config.json`.
#[derive(Clone, Debug, PartialEq)]
pub struct GgufConfig {
    /// The object that `config.json` holds for the same model.
    pub root: Map<String, Value>,
    /// The metadata key that a key of `root` (dotted path) comes from. Those that follow from
    /// tensors are absent.
    pub origins: BTreeMap<String, String>,
}

impl<'a> Keys<'a> {
    /// Keys of `architecture`. `allowed`: unknown keys to be passed over.
    pub fn new(
        architecture: &'static str,
        metadata: &'a GgufMetadata,
        allowed: &'a [String],
    ) -> Self {
        Keys {
            architecture,
            metadata,
            seen: BTreeSet::new(),
            allowed,
            root: Map::new(),
            origins: BTreeMap::new(),
            problems: vec![],
        }
    }

    /// The whole name of a key of the architecture.
    pub fn path(&self, key: &str) -> String {
        format!("{}.{key}", self.architecture)
    }

    /// The value of a key of the architecture.
    fn find(&mut self, key: &str) -> Option<&'a GgufValue> {
        let path = self.path(key);
        let value = self.metadata.get(&path)?;
        self.seen.insert(path);
        Some(value)
    }

    /// Whether the file has a key of the architecture.
    pub fn has(&self, key: &str) -> bool {
        self.metadata.get(&self.path(key)).is_some()
    }

    pub fn problem(&mut self, problem: ConfigProblem) {
        self.problems.push(problem);
    }

    /// Refuses the value of a key of the architecture.
    pub fn unsupported(&mut self, key: &str, value: impl ToString, supported: impl ToString) {
        let (path, value) = (self.path(key), value.to_string());
        let supported = supported.to_string();
        self.problem(ConfigProblem::Unsupported { path, value, supported });
    }

    fn wrong_type(&mut self, key: &str, value: &GgufValue, expected: &'static str) {
        let (path, found) = (self.path(key), value.brief());
        self.problem(ConfigProblem::WrongType { path, found, expected });
    }

    /// An integer. Of an array with one number a layer all must be equal.
    pub fn integer(&mut self, key: &str) -> Option<u64> {
        let value = self.find(key)?;
        if let Some(list) = value.array().and_then(GgufArray::integers)
            && let Some(&first) = list.first()
        {
            if list.iter().any(|&n| n != first) {
                self.unsupported(key, "a list of different numbers", "the same in every layer");
            }
            return Some(first);
        }
        let integer = value.integer();
        if integer.is_none() {
            self.wrong_type(key, value, "an integer of 0 or more");
        }
        integer
    }

    /// An integer that must be there and above 0; 1 stands in for one that is not.
    pub fn required(&mut self, key: &str) -> u64 {
        if !self.has(key) {
            let (key, family) = (self.path(key), self.architecture.to_owned());
            self.problem(ConfigProblem::Missing { key, family, expected: POSITIVE });
            return 1;
        }
        let value = self.integer(key);
        if value == Some(0) {
            self.wrong_type(key, &GgufValue::Unsigned(0), POSITIVE);
        }
        value.filter(|&n| n > 0).unwrap_or(1)
    }

    /// A finite number.
    pub fn number(&mut self, key: &str) -> Option<f64> {
        let value = self.find(key)?;
        let number = match value {
            // The decimal that was rounded to the f32 stands for it.
            GgufValue::F32(n) => n.to_string().parse().ok(),
            other => other.number(),
        };
        let number = number.filter(|n| n.is_finite());
        if number.is_none() {
            self.wrong_type(key, value, "a finite number");
        }
        number
    }

    pub fn flag(&mut self, key: &str) -> Option<bool> {
        let value = self.find(key)?;
        let flag = value.flag();
        if flag.is_none() {
            self.wrong_type(key, value, "true or false");
        }
        flag
    }

    pub fn text(&mut self, key: &str) -> Option<&'a str> {
        let value = self.find(key)?;
        let text = value.text();
        if text.is_none() {
            self.wrong_type(key, value, "a string");
        }
        text
    }

    /// Integers of an array.
    pub fn integers(&mut self, key: &str) -> Option<Vec<u64>> {
        let value = self.find(key)?;
        let list = value.array().and_then(|array| {
            let flags = || array.flags().map(|list| list.into_iter().map(u64::from).collect());
            array.integers().or_else(flags)
        });
        if list.is_none() {
            self.wrong_type(key, value, "a list of integers of 0 or more");
        }
        list
    }

    /// Takes keys as read that change nothing.
    pub fn inert(&mut self, keys: &[&str]) {
        for key in keys {
            self.find(key);
        }
    }

    /// Refuses a key unless it is absent or one of `values`.
    pub fn only(&mut self, key: &str, values: &[u64]) {
        if let Some(value) = self.integer(key)
            && !values.contains(&value)
        {
            let list = values.iter().map(u64::to_string).collect::<Vec<_>>().join(" or ");
            self.unsupported(key, value, list);
        }
    }

    /// Sets a key of the config, which follows from more than one key or from tensors.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.root.insert(name.to_owned(), value.into());
    }

    /// Records that a key of the config (dotted path) comes from `key` of the architecture.
    pub fn came_from(&mut self, name: &str, key: &str) {
        self.origins.insert(name.to_owned(), self.path(key));
    }

    /// Sets a key of the config from `key` of the architecture.
    pub fn put(&mut self, name: &str, key: &str, value: impl Into<Value>) {
        self.came_from(name, key);
        self.set(name, value);
    }

    /// Copies a required integer.
    pub fn size(&mut self, name: &str, key: &str) -> u64 {
        let value = self.required(key);
        self.put(name, key, json!(value));
        value
    }

    /// Copies a token id of the tokenizer.
    pub fn token_id(&mut self, name: &str, path: &str) {
        if let Some(id) = self.metadata.get(path).and_then(GgufValue::integer) {
            self.origins.insert(name.to_owned(), path.to_owned());
            self.set(name, json!(id));
        }
    }

    /// Ends the reading. Every key of the architecture that was not read is a problem, unless it is
    /// off or allowed.
    pub fn finish(mut self) -> Result<GgufConfig, GgufProblem> {
        let prefix = format!("{}.", self.architecture);
        for (path, value) in self.metadata.iter().filter(|(path, _)| path.starts_with(&prefix)) {
            let is_allowed = self.allowed.iter().any(|a| a == path || prefix.clone() + a == path);
            if !self.seen.contains(path) && value.flag() != Some(false) && !is_allowed {
                let (path, value) = (path.to_owned(), value.brief());
                self.problems.push(ConfigProblem::UnknownKey { path, value });
            }
        }
        match self.problems.is_empty() {
            true => Ok(GgufConfig { root: self.root, origins: self.origins }),
            false => Err(GgufProblem::Config(ConfigProblems(self.problems))),
        }
    }
}

const POSITIVE: &str = "an integer above 0";
