//! tokenizer.json in the form that the fast library reads.
//!
//! The library's own pass holds the file as a tree. Most of a file is its vocabulary and its
//! merges, which that pass leaves as they are where they have their present form: here they stay
//! text.

use serde::de::IgnoredAny;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

type Fields<'a> = BTreeMap<String, &'a RawValue>;

/// Whether a value has the form of a list.
type HasForm = fn(&RawValue) -> bool;

/// Lists of a model that stay text.
const LISTS: [(&str, HasForm); 2] = [("vocab", is_object), ("merges", is_pairs)];

/// `json` (any version) in the canonical form.
///
/// # Errors
/// The library's message for a file that it refuses.
pub(super) fn canonical(json: &str) -> Result<String, String> {
    match around_lists(json) {
        Some(text) => Ok(text),
        None => tokenizers::canonicalize_str(json).map_err(|e| e.to_string()),
    }
}

/// The same without a look into the lists of a BPE; `None` where the library must look into them,
/// or has an error to tell.
fn around_lists(json: &str) -> Option<String> {
    let fields: Fields<'_> = serde_json::from_str(json).ok()?;
    let mut model: Fields<'_> = serde_json::from_str(fields.get("model")?.get()).ok()?;
    if model.get("type")?.get() != r#""BPE""# {
        return None;
    }
    let mut lists = vec![];
    for (name, is_canonical) in LISTS {
        let list = model.remove(name).filter(|list| is_canonical(list))?;
        lists.push((name, list));
    }
    let mut root = Map::new();
    for (name, value) in &fields {
        let value = if name == "model" { tree(&model)? } else { parsed(value)? };
        root.insert(name.clone(), value);
    }
    // The pass tells a BPE by its merges.
    let stand_in = root.get_mut("model")?.as_object_mut()?;
    stand_in.insert("vocab".to_owned(), json!({}));
    stand_in.insert("merges".to_owned(), json!([]));
    let mut root = Value::Object(root);
    tokenizers::canonicalize_value(&mut root).ok()?;
    let root = root.as_object()?;
    let model = Model { rest: root.get("model")?.as_object()?, lists: &lists };
    serde_json::to_string(&Root { root, model }).ok()
}

fn parsed(value: &RawValue) -> Option<Value> {
    serde_json::from_str(value.get()).ok()
}

fn tree(fields: &Fields<'_>) -> Option<Value> {
    fields.iter().map(|(name, value)| Some((name.clone(), parsed(value)?))).collect()
}

fn is_object(value: &RawValue) -> bool {
    value.get().starts_with('{')
}

fn is_pairs(value: &RawValue) -> bool {
    serde_json::from_str::<Vec<(IgnoredAny, IgnoredAny)>>(value.get()).is_ok()
}

/// A canonical file whose model is written by itself.
struct Root<'a> {
    root: &'a Map<String, Value>,
    model: Model<'a>,
}

struct Model<'a> {
    rest: &'a Map<String, Value>,
    lists: &'a [(&'static str, &'a RawValue)],
}

impl Serialize for Root<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in self.root.iter().filter(|(name, _)| *name != "model") {
            map.serialize_entry(name, value)?;
        }
        map.serialize_entry("model", &self.model)?;
        map.end()
    }
}

impl Serialize for Model<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let is_list = |name: &str| self.lists.iter().any(|(list, _)| *list == name);
        for (name, value) in self.rest.iter().filter(|(name, _)| !is_list(name)) {
            map.serialize_entry(name, value)?;
        }
        for (name, list) in self.lists {
            map.serialize_entry(name, list)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(merges: Value) -> String {
        json!({
            "version": "1.0",
            "added_tokens": [{"id": 3, "content": "<s>", "special": true}],
            "normalizer": {"type": "NFC"},
            "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false, "use_regex": true},
            "post_processor": {
                "type": "TemplateProcessing",
                "single": [
                    {"SpecialToken": {"id": "<s>", "type_id": 0}},
                    {"Sequence": {"id": "A", "type_id": 0}},
                ],
                "pair": [{"Sequence": {"id": "A", "type_id": 0}}],
                "special_tokens": {"<s>": {"id": "<s>", "ids": [3], "tokens": ["<s>"]}},
            },
            "decoder": {"type": "ByteLevel"},
            "model": {"type": "BPE", "vocab": {"a": 0, "\"": 1, "a\"": 2}, "merges": merges},
        })
        .to_string()
    }

    #[test]
    fn a_file_with_its_lists_left_out_becomes_what_the_library_makes_of_it() {
        let json = file(json!([["a", "\""]]));
        let whole = tokenizers::canonicalize_str(&json).unwrap();
        let quick = around_lists(&json).expect("a BPE in its present form");
        let [whole, quick] =
            [whole, quick].map(|text| serde_json::from_str::<Value>(&text).unwrap());
        assert_eq!(quick, whole);
        assert_eq!(quick["model"]["merges"], json!([["a", "\""]]));
    }

    #[test]
    fn lists_in_an_older_form_go_through_the_library() {
        for merges in [json!(["a \""]), json!([["a", "\""], "a \""]), Value::Null] {
            let json = file(merges);
            assert_eq!(around_lists(&json), None);
            let whole = tokenizers::canonicalize_str(&json).map_err(|e| e.to_string());
            assert_eq!(canonical(&json), whole);
        }
        let other = file(json!([])).replace("\"BPE\"", "\"WordLevel\"");
        assert_eq!(around_lists(&other), None);
        assert!(canonical("{}").is_err());
    }
}
