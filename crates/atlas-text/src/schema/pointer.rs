//! References into a schema.

use super::documents;
use super::error::SchemaError;
use percent_encoding::percent_decode_str;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use url::Url;

/// Depth to which identifiers are looked for; the reader of JSON goes no deeper.
const DEPTH_MAX: usize = 128;
/// More dynamic anchors, and more combinations of them, are refused.
const DYNAMIC_MAX: usize = 64;
const SCOPES_MAX: usize = 1024;
/// Base of a document that names none, for its relative identifiers.
const NAMELESS: &str = "json-schema:///";
/// The anchor of `$recursiveAnchor`. It is no name that a fragment can have.
const RECURSIVE: &str = "";

/// Keywords of one schema, of a list of schemas, and of schemas by name.
const ONE: &[&str] = &[
    "additionalItems",
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];
const LISTS: &[&str] = &["allOf", "anyOf", "oneOf", "prefixItems", "items"];
const NAMED: &[&str] = &[
    "$defs",
    "definitions",
    "dependencies",
    "dependentSchemas",
    "patternProperties",
    "properties",
];

/// A schema resource: the root of a document, or a schema with an `$id`.
struct Resource<'a> {
    /// Its place.
    at: String,
    value: &'a Value,
    /// Its base URI, without a fragment.
    uri: String,
    /// Places by anchor; `None`: several schemas have it.
    anchors: HashMap<&'a str, Option<String>>,
    /// The anchors that are dynamic.
    dynamic: Vec<&'a str>,
}

/// Dynamic anchors by the outermost resource that has them, among those entered so far.
type Scope<'a> = BTreeMap<&'a str, usize>;

/// Places in a document by their identifiers.
///
/// A place is a JSON pointer, in a known document with its URI and `#` before it.
pub(super) struct Places<'a> {
    resources: Vec<Resource<'a>>,
    /// Resources by their places.
    roots: HashMap<String, usize>,
    /// Resources by their URIs; `None`: several have it.
    ids: HashMap<String, Option<usize>>,
    scopes: Vec<Scope<'a>>,
    scope_ids: HashMap<Scope<'a>, u32>,
    dynamic: usize,
}

impl<'a> Places<'a> {
    pub fn of(root: &'a Value) -> Self {
        let mut places = Self {
            resources: Vec::new(),
            roots: HashMap::new(),
            ids: HashMap::new(),
            scopes: vec![Scope::new()],
            scope_ids: HashMap::from([(Scope::new(), 0)]),
            dynamic: 0,
        };
        places.document(root, String::new(), NAMELESS);
        places
    }

    /// Adds a document that stands at `at` and was found under `uri`.
    fn document(&mut self, root: &'a Value, at: String, uri: &str) -> usize {
        let id = root.get("$id").or_else(|| root.get("id")).and_then(Value::as_str);
        let own = id.map(|id| id.split_once('#').map_or(id, |(own, _)| own));
        let resource = self.resource(root, at.clone(), absolute(uri, own.unwrap_or_default()));
        self.ids.entry(uri.to_owned()).or_insert(Some(resource));
        self.collect(root, at, resource, 0);
        resource
    }

    fn resource(&mut self, value: &'a Value, at: String, uri: String) -> usize {
        let n = self.resources.len();
        self.roots.insert(at.clone(), n);
        match self.ids.get(&uri) {
            None => {
                self.ids.insert(uri.clone(), Some(n));
            }
            Some(Some(known)) => {
                let known = &self.resources[*known];
                let inner = at.strip_prefix(&known.at);
                let inside = inner.is_some_and(|inner| inner.starts_with('/'));
                if inside || known.value != value {
                    self.ids.insert(uri.clone(), None);
                }
            }
            Some(None) => {}
        }
        let (anchors, dynamic) = (HashMap::new(), Vec::new());
        self.resources.push(Resource { at, value, uri, anchors, dynamic });
        n
    }

    /// Reads the identifiers of a schema and of those in it. Values of `enum` and the like and of
    /// unknown keywords are no schemas, so an `$id` in them is none.
    fn collect(&mut self, value: &'a Value, at: String, resource: usize, depth: usize) {
        let Value::Object(map) = value else { return };
        if depth > DEPTH_MAX {
            return;
        }
        let text = |key: &str| map.get(key).and_then(Value::as_str);
        let mut resource = resource;
        if let Some(id) = text("$id") {
            let (uri, fragment) = id.split_once('#').unwrap_or((id, ""));
            if !uri.is_empty() && self.resources[resource].at != at {
                let uri = absolute(&self.resources[resource].uri, uri);
                resource = self.resource(value, at.clone(), uri);
            }
            // Drafts 6 and 7 write an anchor so.
            if !fragment.is_empty() {
                self.anchor(fragment, &at, resource, false);
            }
        }
        if let Some(anchor) = text("$anchor") {
            self.anchor(anchor, &at, resource, false);
        }
        if let Some(anchor) = text("$dynamicAnchor") {
            self.anchor(anchor, &at, resource, true);
        }
        if map.get("$recursiveAnchor") == Some(&Value::Bool(true))
            && self.resources[resource].at == at
        {
            self.anchor(RECURSIVE, &at, resource, true);
        }
        for (key, inner) in map {
            let key = key.as_str();
            match inner {
                Value::Object(all) if NAMED.contains(&key) => {
                    for (name, inner) in all {
                        let at = format!("{at}/{key}/{}", escaped(name));
                        self.collect(inner, at, resource, depth + 1);
                    }
                }
                Value::Array(all) if LISTS.contains(&key) => {
                    for (n, inner) in all.iter().enumerate() {
                        self.collect(inner, format!("{at}/{key}/{n}"), resource, depth + 1);
                    }
                }
                Value::Object(_) if ONE.contains(&key) => {
                    self.collect(inner, format!("{at}/{key}"), resource, depth + 1);
                }
                _ => {}
            }
        }
    }

    fn anchor(&mut self, name: &'a str, at: &str, resource: usize, is_dynamic: bool) {
        let resource = &mut self.resources[resource];
        let known = resource.anchors.entry(name).or_insert_with(|| Some(at.to_owned()));
        if known.as_deref() != Some(at) {
            *known = None;
        }
        if is_dynamic && !resource.dynamic.contains(&name) {
            self.dynamic += 1;
            if self.dynamic <= DYNAMIC_MAX {
                resource.dynamic.push(name);
            }
        }
    }

    /// The innermost resource around a place.
    fn around(&self, at: &str) -> usize {
        let mut at = at;
        loop {
            if let Some(found) = self.roots.get(at) {
                return *found;
            }
            match at.rfind('/') {
                Some(end) => at = &at[..end],
                None => return 0,
            }
        }
    }

    /// The scope within the resource around `at`, entered from `scope`.
    ///
    /// # Errors
    /// There are too many scopes.
    pub fn enter(&mut self, at: &str, scope: u32) -> Result<u32, SchemaError> {
        if self.dynamic == 0 {
            return Ok(scope);
        }
        let resource = self.around(at);
        let outer = &self.scopes[scope as usize];
        let names = &self.resources[resource].dynamic;
        if names.iter().all(|name| outer.contains_key(name)) {
            return Ok(scope);
        }
        let mut inner = outer.clone();
        for name in names {
            inner.entry(name).or_insert(resource);
        }
        if let Some(known) = self.scope_ids.get(&inner) {
            return Ok(*known);
        }
        if self.scopes.len() >= SCOPES_MAX {
            let reason = format!("its dynamic anchors make more than {SCOPES_MAX} combinations");
            return Err(SchemaError::new(at, reason));
        }
        let id = self.scopes.len() as u32;
        self.scopes.push(inner.clone());
        self.scope_ids.insert(inner, id);
        Ok(id)
    }

    /// Follows `target`, which stands in the schema at `from`: the place of the schema it names,
    /// and the schema.
    ///
    /// # Errors
    /// A target outside of the document, or none.
    pub fn follow(&mut self, target: &str, from: &str) -> Result<(String, &'a Value), SchemaError> {
        let (resource, fragment) = self.target(target, from)?;
        self.find(resource, &fragment, target, from)
    }

    /// Follows the target of `$dynamicRef`, or of `$recursiveRef`, within `scope`. If it names a
    /// dynamic anchor, the outermost resource of the scope with such an anchor has the schema
    /// (JSON Schema Core 2020-12, 8.2.3.2).
    ///
    /// # Errors
    /// As [`Self::follow`]; too many dynamic anchors.
    pub fn follow_dynamic(
        &mut self,
        target: &str,
        from: &str,
        scope: u32,
        is_recursive: bool,
    ) -> Result<(String, &'a Value), SchemaError> {
        let (first, fragment) = self.target(target, from)?;
        if self.dynamic > DYNAMIC_MAX {
            let reason = format!("the schema has more than {DYNAMIC_MAX} dynamic anchors");
            return Err(SchemaError::new(from, reason));
        }
        let is_dynamic = self.resources[first].dynamic.contains(&fragment.as_str());
        if !is_dynamic || fragment.is_empty() != is_recursive {
            return self.find(first, &fragment, target, from);
        }
        let outermost = self.scopes[scope as usize].get(fragment.as_str());
        self.find(outermost.copied().unwrap_or(first), &fragment, target, from)
    }

    /// The resource that a target is in, and its fragment.
    fn target(&mut self, target: &str, from: &str) -> Result<(usize, String), SchemaError> {
        let error = |reason: String| SchemaError::new(from, reason);
        let (uri, fragment) = target.split_once('#').unwrap_or((target, ""));
        let fragment = percent_decode_str(fragment).decode_utf8();
        let fragment = fragment
            .map_err(|_| error(format!("`{target}` has an escape that is no character")))?
            .into_owned();
        let base = self.around(from);
        if uri.is_empty() {
            return Ok((base, fragment));
        }
        let uri = absolute(&self.resources[base].uri, uri);
        let resource = match self.ids.get(&uri) {
            Some(Some(known)) => *known,
            Some(None) => return Err(error(format!("several schemas have the `$id` of `{uri}`"))),
            None => {
                let root = documents::known(&uri).ok_or_else(|| {
                    let reason = "only references into the schema itself (`#/...`) work";
                    error(format!("`{target}`: {reason}; `{uri}` is not in it and is not fetched"))
                })?;
                self.document(root, format!("{uri}#"), &uri)
            }
        };
        Ok((resource, fragment))
    }

    fn find(
        &self,
        resource: usize,
        fragment: &str,
        target: &str,
        from: &str,
    ) -> Result<(String, &'a Value), SchemaError> {
        let missing = || SchemaError::new(from, format!("`{target}` is not in the schema"));
        let resource = &self.resources[resource];
        if fragment.is_empty() {
            return Ok((resource.at.clone(), resource.value));
        }
        if fragment.starts_with('/') {
            // Places are compared as text, so a name must have one spelling.
            let mut marks = fragment.split('~').skip(1);
            if marks.any(|rest| !rest.starts_with(['0', '1'])) {
                return Err(SchemaError::new(from, format!("`{target}` is no JSON pointer")));
            }
            let found = resource.value.pointer(fragment).ok_or_else(missing)?;
            return Ok((format!("{}{fragment}", resource.at), found));
        }
        let at = resource.anchors.get(fragment).ok_or_else(missing)?;
        let at = at.as_ref().ok_or_else(|| {
            SchemaError::new(from, format!("several schemas have the anchor of `{target}`"))
        })?;
        let found = at.strip_prefix(&resource.at).and_then(|inner| resource.value.pointer(inner));
        Ok((at.clone(), found.ok_or_else(missing)?))
    }
}

/// The URI that `reference`, without a fragment, has beside `base` (RFC 3986, 5.2). Text that is no
/// reference stands for itself.
fn absolute(base: &str, reference: &str) -> String {
    if reference.is_empty() {
        return base.to_owned();
    }
    let base = Url::parse(base).ok();
    let found = Url::options().base_url(base.as_ref()).parse(reference);
    found.map_or_else(|_| reference.to_owned(), String::from)
}

/// A name as a part of a JSON pointer.
pub(crate) fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
