//! Reads keys of a `config.json`, records the origin of each value, and reports unread keys.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::error::{ConfigProblem, ConfigProblems};
use super::resolved::{Origin, ResolvedConfig, ResolvedSetting};

type Object = Map<String, Value>;

/// Largest width or length in a config: a product of two fits in 64 bits.
pub(super) const SIZE_MAX: u64 = 1 << 31;
/// Largest number of layers, heads or experts, and largest width of a head: memory or
/// time is spent on each.
const COUNT_MAX: u64 = 1 << 14;
/// Path of the text model's object in a multimodal config.
const TEXT_SCOPE: &str = "text_config.";

/// Reads one `config.json` for one family.
///
/// A key is looked for in the text config first and at the root second. Reading never stops at a
/// problem: a stand-in value is returned and [`ConfigReader::finish`] reports all of them together.
pub struct ConfigReader<'a> {
    family: &'static str,
    /// (dotted path of the object with a trailing dot or empty, object), nearest first.
    scopes: Vec<(&'static str, &'a Object)>,
    seen: BTreeSet<String>,
    allowed: &'a [String],
    facts: LoadFacts,
    problems: Vec<ConfigProblem>,
    resolved: ResolvedConfig,
}

/// Facts beside `config.json` that the meaning of some keys depends on.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadFacts {
    /// Longest sequence in tokens that was asked for; None: the model's own length.
    pub served_len: Option<u32>,
    /// Whether the weights have a head of their own; None where there are no weights to look at.
    pub has_head: Option<bool>,
}

/// A value found in the file, with its dotted path.
pub(super) struct Found<'a> {
    pub path: String,
    pub value: &'a Value,
}

impl<'a> ConfigReader<'a> {
    /// `root`: the whole file. `nested`: its `text_config`, where the family has one.
    pub fn new(
        family: &'static str,
        root: &'a Object,
        nested: Option<&'a Object>,
        allowed: &'a [String],
    ) -> Self {
        let mut scopes = vec![("", root)];
        if let Some(text) = nested {
            scopes.insert(0, (TEXT_SCOPE, text));
        }
        let mut seen = BTreeSet::new();
        if nested.is_some() {
            seen.insert("text_config".to_owned());
        }
        ConfigReader {
            family,
            scopes,
            seen,
            allowed,
            facts: LoadFacts::default(),
            problems: vec![],
            resolved: ResolvedConfig::default(),
        }
    }

    /// Adds an object of the file whose keys are read as the file's own; `prefix` ends in a dot.
    pub fn with_scope(mut self, prefix: &'static str, object: &'a Object) -> Self {
        self.scopes.insert(0, (prefix, object));
        self.seen.insert(prefix.trim_end_matches('.').to_owned());
        self
    }

    /// Sets what is known beside the file.
    pub fn with_facts(mut self, facts: LoadFacts) -> Self {
        self.facts = facts;
        self
    }

    /// See [`LoadFacts`].
    pub fn facts(&self) -> LoadFacts {
        self.facts
    }

    /// The value of `key` in the nearest scope that has it. A farther one is recorded as shadowed.
    pub(super) fn find(&mut self, key: &str) -> Option<Found<'a>> {
        let mut nearest: Option<Found<'a>> = None;
        for (prefix, object) in &self.scopes {
            let Some(value) = object.get(key) else { continue };
            let path = format!("{prefix}{key}");
            let first_time = self.seen.insert(path.clone());
            match &nearest {
                None => nearest = Some(Found { path, value }),
                Some(near) if first_time => {
                    let origin = Origin::Shadowed { path, by: near.path.clone() };
                    self.resolved.push(key, value.to_string(), origin);
                }
                Some(_) => {}
            }
        }
        nearest
    }

    /// The value of `key` as in [`Self::find`]; null counts as absent and is still recorded.
    pub(super) fn find_set(&mut self, key: &str) -> Option<Found<'a>> {
        let found = self.find(key)?;
        if found.value.is_null() {
            self.resolved.push(key, "null", Origin::File(found.path));
            return None;
        }
        Some(found)
    }

    pub(super) fn problem(&mut self, problem: ConfigProblem) {
        self.problems.push(problem);
    }

    pub(super) fn record(&mut self, name: &str, value: impl Into<String>, origin: Origin) {
        self.resolved.push(name, value, origin);
    }

    pub(super) fn wrong_type(&mut self, found: &Found<'_>, expected: &'static str) {
        self.problem(ConfigProblem::WrongType {
            path: found.path.clone(),
            found: abbreviate(found.value),
            expected,
        });
    }

    /// Refuses the value that `key` has.
    pub fn unsupported(&mut self, path: &str, value: &str, supported: &str) {
        self.problem(ConfigProblem::Unsupported {
            path: path.to_owned(),
            value: value.to_owned(),
            supported: supported.to_owned(),
        });
    }

    /// Records a value that follows from others.
    pub fn derived(&mut self, name: &str, value: impl ToString, how: &str) {
        self.resolved.push(name, value.to_string(), Origin::Derived(how.to_owned()));
    }

    fn typed<T: Clone>(
        &mut self,
        key: &str,
        expected: &'static str,
        default: Option<T>,
        stand_in: T,
        parse: impl Fn(&Value) -> Option<T>,
        show: impl Fn(&T) -> String,
    ) -> T {
        let Some(found) = self.find_set(key) else {
            let Some(value) = default else {
                self.problem(ConfigProblem::Missing {
                    key: key.to_owned(),
                    family: self.family.to_owned(),
                    expected,
                });
                return stand_in;
            };
            self.resolved.push(key, show(&value), Origin::Default);
            return value;
        };
        match parse(found.value) {
            Some(value) => {
                self.resolved.push(key, show(&value), Origin::File(found.path));
                value
            }
            None => {
                self.wrong_type(&found, expected);
                stand_in
            }
        }
    }

    /// The nearest value of `key`, without taking it as read.
    pub fn peek(&self, key: &str) -> Option<&'a Value> {
        self.scopes.iter().find_map(|(_, object)| object.get(key))
    }

    /// Whether some scope has a value for the key that is not null.
    pub fn is_set(&self, key: &str) -> bool {
        self.scopes.iter().any(|(_, o)| o.get(key).is_some_and(|v| !v.is_null()))
    }

    /// Whether the text model's config stands inside that of a multimodal checkpoint.
    pub fn is_wrapper(&self) -> bool {
        self.scopes.iter().any(|(prefix, _)| *prefix == TEXT_SCOPE)
    }

    /// Whether the key is present, also as null.
    pub fn has(&self, key: &str) -> bool {
        self.scopes.iter().any(|(_, object)| object.contains_key(key))
    }

    /// A required size: an integer from 1 to 2^31.
    pub fn size(&mut self, key: &str) -> usize {
        self.typed(key, SIZE_TEXT, None, 1, as_size, usize::to_string)
    }

    /// A required number of layers, heads or experts, or a width of one head: an integer from 1 to
    /// 2^14.
    pub fn count(&mut self, key: &str) -> usize {
        self.typed(key, COUNT_TEXT, None, 1, as_count, usize::to_string)
    }

    /// A count that has a default.
    pub fn count_or(&mut self, key: &str, default: usize) -> usize {
        self.typed(key, COUNT_TEXT, Some(default), 1, as_count, usize::to_string)
    }

    /// A count, or None when the key is absent or null.
    pub fn count_or_none(&mut self, key: &str) -> Option<usize> {
        let found = self.find_set(key)?;
        let value = as_count(found.value);
        match value {
            Some(count) => self.resolved.push(key, count.to_string(), Origin::File(found.path)),
            None => self.wrong_type(&found, COUNT_TEXT),
        }
        value
    }

    /// A size that has a default.
    pub fn size_or(&mut self, key: &str, default: usize) -> usize {
        self.typed(key, SIZE_TEXT, Some(default), 1, as_size, usize::to_string)
    }

    /// A size, or None when the key is absent or null.
    pub fn size_or_none(&mut self, key: &str) -> Option<usize> {
        let found = self.find_set(key)?;
        let value = as_size(found.value);
        match value {
            Some(size) => self.resolved.push(key, size.to_string(), Origin::File(found.path)),
            None => self.wrong_type(&found, SIZE_TEXT),
        }
        value
    }

    /// An integer from 0 to 2^31, with a default.
    pub fn index_or(&mut self, key: &str, default: usize) -> usize {
        let parse = |v: &Value| v.as_u64().filter(|n| *n <= SIZE_MAX).map(|n| n as usize);
        self.typed(key, "an integer >= 0", Some(default), 0, parse, usize::to_string)
    }

    /// A finite number above zero, with a default.
    pub fn positive_or(&mut self, key: &str, default: f64) -> f64 {
        self.typed(key, POSITIVE_TEXT, Some(default), 1.0, as_positive, f64::to_string)
    }

    /// A boolean with a default.
    pub fn flag_or(&mut self, key: &str, default: bool) -> bool {
        self.typed(key, "true or false", Some(default), false, Value::as_bool, bool::to_string)
    }

    /// A boolean whose root value takes precedence over the one in `text_config`: the outermost
    /// model ties the weights.
    pub fn root_first_flag(&mut self, key: &str, default: bool) -> bool {
        let scopes = self.scopes.clone();
        self.scopes.reverse();
        let flag = self.flag_or(key, default);
        self.scopes = scopes;
        flag
    }

    /// A list of integers >= 0, empty when absent.
    pub fn indices(&mut self, key: &str) -> Vec<usize> {
        let parse = |v: &Value| {
            v.as_array()?
                .iter()
                .map(|n| n.as_u64().filter(|n| *n <= SIZE_MAX).map(|n| n as usize))
                .collect::<Option<Vec<_>>>()
        };
        self.typed(key, "a list of integers >= 0", Some(vec![]), vec![], parse, |v| {
            format!("{v:?}")
        })
    }

    /// A list of words, None when absent or null.
    pub fn words(&mut self, key: &str) -> Option<Vec<String>> {
        let parse = |v: &Value| {
            v.as_array()?.iter().map(|w| w.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>()
        };
        let found = self.find_set(key)?;
        let words = parse(found.value);
        match &words {
            Some(words) => self.resolved.push(key, format!("{words:?}"), Origin::File(found.path)),
            None => self.wrong_type(&found, "a list of strings"),
        }
        words
    }

    /// A required word.
    pub fn word(&mut self, key: &str) -> String {
        let parse = |v: &Value| v.as_str().map(str::to_owned);
        self.typed(key, "a string", None, String::new(), parse, String::clone)
    }

    /// Two numbers, of which the second may be infinite: `{"__float__": "Infinity"}`, as bare words
    /// are read ([`atlas_core::plain_json()`]).
    pub fn interval_or(&mut self, key: &str, default: [f64; 2]) -> [f64; 2] {
        let number = |value: &Value| match value.get("__float__").and_then(Value::as_str) {
            Some("Infinity") => Some(f64::INFINITY),
            _ => value.as_f64(),
        };
        let parse = |value: &Value| {
            let list = value.as_array()?;
            let pair = [number(list.first()?)?, number(list.get(1)?)?];
            (list.len() == 2 && pair[0] <= pair[1]).then_some(pair)
        };
        let show = |pair: &[f64; 2]| format!("{pair:?}");
        self.typed(key, "two ascending numbers", Some(default), default, parse, show)
    }

    /// A word that must be one of `supported`; the default when absent.
    pub fn choice(&mut self, key: &str, default: &'static str, supported: &[&str]) -> String {
        let parse = |v: &Value| v.as_str().map(str::to_owned);
        let word = self.typed(
            key,
            "a string",
            Some(default.to_owned()),
            default.to_owned(),
            parse,
            String::clone,
        );
        if !supported.contains(&word.as_str()) {
            self.unsupported(key, &word, &supported.join(", "));
        }
        word
    }

    /// Keys that change nothing in a text forward pass. They are recorded, with their values.
    pub fn inert(&mut self, keys: &[&str]) {
        for (prefix, object) in self.scopes.clone() {
            for key in keys {
                let Some(value) = object.get(*key) else { continue };
                let path = format!("{prefix}{key}");
                if self.seen.insert(path.clone()) {
                    self.resolved.push(key, value.to_string(), Origin::Inert(path));
                }
            }
        }
    }

    /// Keys that a family does not read and whose values mean nothing to it. They are recorded and
    /// logged with the reason.
    pub fn ignore(&mut self, keys: &[&str], reason: &'static str) {
        for (prefix, object) in self.scopes.clone() {
            for key in keys {
                let Some(value) = object.get(*key) else { continue };
                let path = format!("{prefix}{key}");
                if self.seen.insert(path.clone()) {
                    self.resolved.push(key, abbreviate(value), Origin::Ignored { path, reason });
                }
            }
        }
    }

    /// Keys that chose the family.
    pub fn chose_family(&mut self, keys: &[&str]) {
        for (prefix, object) in self.scopes.clone() {
            for key in keys {
                let Some(value) = object.get(*key) else { continue };
                let path = format!("{prefix}{key}");
                self.seen.insert(path.clone());
                self.resolved.push(key, value.to_string(), Origin::File(path));
            }
        }
    }

    /// Keys that `settings` were read from by another reader; they are recorded as those.
    pub fn read_elsewhere(&mut self, keys: &[&str], settings: &[ResolvedSetting]) {
        for (prefix, object) in self.scopes.clone() {
            let given = |key: &str| object.get(key).is_some_and(|value| !value.is_null());
            let here = keys.iter().filter(|key| given(key));
            self.seen.extend(here.map(|key| format!("{prefix}{key}")));
        }
        self.resolved.settings.extend_from_slice(settings);
    }

    /// Refuses a flag unless it has the one value that is supported.
    pub fn require_flag(&mut self, key: &str, value: bool) {
        if self.flag_or(key, value) != value {
            self.unsupported(key, &(!value).to_string(), &value.to_string());
        }
    }

    /// Takes `path` as unknown unless it is unset, off or allowed by the caller.
    pub(super) fn unknown(&mut self, path: String, value: &Value) {
        let key = path.rsplit('.').next().unwrap_or(&path).to_owned();
        let reason = match value {
            Value::Null => Some("unset"),
            Value::Bool(false) if !MEANT_IF_FALSE.contains(&key.as_str()) => Some("off"),
            _ => None,
        };
        if let Some(reason) = reason {
            self.resolved.push(&key, value.to_string(), Origin::Ignored { path, reason });
        } else if self.allowed.iter().any(|a| *a == path || *a == key) {
            self.resolved.push(&key, value.to_string(), Origin::Allowed(path));
        } else {
            self.problem(ConfigProblem::UnknownKey { path, value: abbreviate(value) });
        }
    }

    /// Ends the reading. Every key that was not read is a problem.
    pub fn finish(mut self) -> Result<ResolvedConfig, ConfigProblems> {
        for (prefix, object) in self.scopes.clone() {
            for (key, value) in object {
                let path = format!("{prefix}{key}");
                if !self.seen.contains(&path) {
                    self.unknown(path, value);
                }
            }
        }
        if self.problems.is_empty() {
            Ok(self.resolved)
        } else {
            Err(ConfigProblems(self.problems))
        }
    }
}

/// Unknown switches that are on where they are absent, so that false may change the result.
const MEANT_IF_FALSE: &[&str] = &[
    "add_final_norm",
    "attn_output_gate",
    "causal",
    "is_causal",
    "norm_topk_prob",
    "pre_norm",
    "qk_norm",
    "rms_norm",
    "rope",
    "scale_attention",
    "scale_attn_weights",
    "use_attention",
    "use_causal_mask",
    "use_gated_attention",
    "use_qk_norm",
    "use_rms_norm",
    "use_rope",
    "use_rotary",
    "use_rotary_embedding",
    "use_swiglu",
];

const SIZE_TEXT: &str = "an integer from 1 to 2^31";
const COUNT_TEXT: &str = "an integer from 1 to 2^14";
pub(super) const POSITIVE_TEXT: &str = "a number above 0";

fn as_size(value: &Value) -> Option<usize> {
    value.as_u64().filter(|n| (1..=SIZE_MAX).contains(n)).map(|n| n as usize)
}

fn as_count(value: &Value) -> Option<usize> {
    value.as_u64().filter(|n| (1..=COUNT_MAX).contains(n)).map(|n| n as usize)
}

pub(super) fn as_positive(value: &Value) -> Option<f64> {
    value.as_f64().filter(|n| n.is_finite() && *n > 0.0)
}

/// JSON text of a value, cut at 60 characters.
fn abbreviate(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}
