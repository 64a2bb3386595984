//! The walk over a schema.

use super::error::SchemaError;
use super::facts::{Facts, Sub};
use super::pointer::Places;
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// Deeper schemas are refused.
pub(super) const DEPTH_MAX: usize = 64;
/// More schemas, counted once for each combination they stand in, are refused.
const NODES_MAX: usize = 20_000;
/// Schemas looked into for `oneOf` before it is written out; then the rest is as `anyOf`.
const TRIALS_MAX: usize = 10_000;
/// An exact `oneOf` makes a schema so many times as large at most, and so many bytes.
const EXACT_TIMES: usize = 4;
const EXACT_BYTES: usize = 16 << 10;
/// A definition of fewer bytes is written out where it is referred to.
const INLINE_MAX: usize = 160;

/// Treatment of a keyword that cannot be enforced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Strictness {
    /// The schema is refused.
    Refuse,
    /// The keyword is left open and listed.
    Open,
}

/// The value that a schema is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Root {
    /// Any.
    Value,
    /// The arguments of a tool: an object. A schema that names members and says nothing of others
    /// has no others, as arguments are not to be invented.
    Arguments,
}

/// A schema in the plain form, and the keywords that it leaves open.
#[derive(Clone, Debug)]
pub(crate) struct Normal {
    pub schema: Value,
    pub open: Vec<SchemaError>,
}

/// Brings `schema` into the plain form. `hex`: control characters can be written in strings.
///
/// # Errors
/// The first keyword that cannot be enforced, unless it is left open.
pub(crate) fn normalize(
    schema: &Value,
    root: Root,
    strictness: Strictness,
    hex: bool,
) -> Result<Normal, SchemaError> {
    let (exact, is_narrowed) = walk(schema, root, strictness, hex, true);
    if !is_narrowed {
        return exact;
    }
    // Alternatives that are kept apart may be refused or grow where they are not if taken as they
    // are.
    let (plain, _) = walk(schema, root, strictness, hex, false);
    match (exact, plain) {
        (Ok(exact), Ok(plain)) => {
            let len = |normal: &Normal| normal.schema.to_string().len();
            let is_small = len(&exact) <= EXACT_TIMES * len(&plain) + EXACT_BYTES;
            Ok(if is_small && exact.open.len() <= plain.open.len() { exact } else { plain })
        }
        (Err(_), plain) => plain,
        (exact, Err(_)) => exact,
    }
}

/// Brings `schema` into the plain form, `oneOf` exactly or as `anyOf`. Returns with it whether
/// alternatives were kept apart.
fn walk(
    schema: &Value,
    root: Root,
    strictness: Strictness,
    hex: bool,
    exact: bool,
) -> (Result<Normal, SchemaError>, bool) {
    let mut walk = Walk {
        places: Places::of(schema),
        strictness,
        hex,
        open: Vec::new(),
        nodes: 0,
        expansions: 0,
        evaluating: 0,
        names: 0,
        done: HashMap::new(),
        definitions: Vec::new(),
        exact,
        is_narrowed: false,
        trials: 0,
        one_of: HashMap::new(),
    };
    let made = walk.whole(schema, root);
    (made, walk.is_narrowed)
}

impl<'a> Walk<'a> {
    fn whole(&mut self, schema: &'a Value, root: Root) -> Result<Normal, SchemaError> {
        let start = Sub::new(schema, "");
        let mut schema = match root {
            Root::Value => self.node(&[start], 0)?,
            Root::Arguments => self.arguments(&start)?,
        };
        if !self.definitions.is_empty()
            && let Some(map) = schema.as_object_mut()
        {
            let mut named = Map::new();
            for (name, value) in std::mem::take(&mut self.definitions) {
                named.insert(name, value);
            }
            map.insert("$defs".to_owned(), Value::Object(named));
        }
        let mut open = std::mem::take(&mut self.open);
        open.dedup();
        Ok(Normal { schema, open })
    }
}

/// A combination of schemas that was met.
struct Met {
    /// Referred to while it was under construction, or as a definition.
    name: Option<String>,
    value: Option<Value>,
    /// Bytes of it, written out.
    len: usize,
}

pub(super) struct Walk<'a> {
    pub places: Places<'a>,
    strictness: Strictness,
    pub hex: bool,
    open: Vec<SchemaError>,
    nodes: usize,
    pub expansions: usize,
    /// Schemas under expansion that say something of unevaluated members or items.
    pub evaluating: usize,
    names: usize,
    done: HashMap<String, Met>,
    definitions: Vec<(String, Value)>,
    /// `oneOf` is not taken as `anyOf`.
    exact: bool,
    /// Alternatives of a `oneOf` were kept apart.
    is_narrowed: bool,
    trials: usize,
    /// The alternatives of each `oneOf` that was met.
    one_of: HashMap<String, Vec<Facts<'a>>>,
}

impl<'a> Walk<'a> {
    /// The keyword at `at` cannot be enforced.
    pub fn unsupported(&mut self, at: &str, reason: impl Into<String>) -> Result<(), SchemaError> {
        self.refuse(SchemaError::new(at, reason))
    }

    pub fn refuse(&mut self, error: SchemaError) -> Result<(), SchemaError> {
        match self.strictness {
            Strictness::Refuse => Err(error),
            Strictness::Open => {
                if !self.open.contains(&error) {
                    self.open.push(error);
                }
                Ok(())
            }
        }
    }

    /// Counts a schema that is looked into and says whether more may be.
    pub fn may_try(&mut self) -> bool {
        self.spend(1);
        self.trials <= TRIALS_MAX
    }

    /// Counts alternatives that were made on the way.
    pub fn spend(&mut self, alternatives: usize) {
        self.trials += alternatives;
    }

    pub fn is_exact(&self) -> bool {
        self.exact
    }

    pub fn is_narrowed(&self) -> bool {
        self.is_narrowed
    }

    pub fn note_narrowed(&mut self) {
        self.is_narrowed = true;
    }

    pub fn known_one_of(&self, key: &str) -> Option<Vec<Facts<'a>>> {
        self.one_of.get(key).cloned()
    }

    pub fn keep_one_of(&mut self, key: &str, all: &[Facts<'a>]) {
        self.one_of.insert(key.to_owned(), all.to_vec());
    }

    /// From here on every keyword that cannot be enforced is an error. Returns the state for
    /// [`Walk::restore`].
    pub fn refuse_all(&mut self) -> (Strictness, usize) {
        (std::mem::replace(&mut self.strictness, Strictness::Refuse), self.open.len())
    }

    pub fn restore(&mut self, (strictness, open): (Strictness, usize)) {
        self.strictness = strictness;
        self.open.truncate(open);
    }

    /// A schema that all of `subs` together make.
    pub fn node(&mut self, subs: &[Sub<'a>], depth: usize) -> Result<Value, SchemaError> {
        let mut keys: Vec<String> = subs.iter().map(Sub::key).collect();
        keys.sort_unstable();
        keys.dedup();
        let key = keys.join("\n");
        if let Some(met) = self.done.get_mut(&key) {
            if let Some(value) = &met.value
                && met.name.is_none()
                && met.len <= INLINE_MAX
            {
                return Ok(value.clone());
            }
            if met.name.is_none() {
                met.name = Some(format!("n{}", self.names));
                self.names += 1;
            }
            let name = met.name.clone().unwrap_or_default();
            if let Some(value) = met.value.take() {
                self.definitions.push((name.clone(), value));
            }
            return Ok(json!({ "$ref": format!("#/$defs/{name}") }));
        }
        self.nodes += 1;
        let at = subs.first().map_or("", |sub| &*sub.at).to_owned();
        if self.nodes > NODES_MAX || depth > DEPTH_MAX {
            let reason = if depth > DEPTH_MAX {
                "the schema is nested too deep".to_owned()
            } else {
                format!("the schema has more than {NODES_MAX} parts")
            };
            self.unsupported(&at, reason)?;
            return Ok(Value::Bool(true));
        }
        self.done.insert(key.clone(), Met { name: None, value: None, len: 0 });
        let built = match self.build(subs, depth) {
            Ok(built) => built,
            Err(error) => {
                self.refuse(error)?;
                Value::Bool(true)
            }
        };
        let Some(met) = self.done.get_mut(&key) else { return Ok(built) };
        if let Some(name) = met.name.clone() {
            self.definitions.push((name.clone(), built));
            return Ok(json!({ "$ref": format!("#/$defs/{name}") }));
        }
        met.len = built.to_string().len();
        met.value = Some(built.clone());
        Ok(built)
    }
}
