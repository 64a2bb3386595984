//! Schemas that refer to others, and members and items that none of them evaluates.

use super::forms::schema;
use super::vocab::{Vocab, feed};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Checks that exactly the first of two lists of values can be written.
fn decides(schema_of: Value, fit: &[Value], others: &[Value]) {
    let vocab = Vocab::bytes();
    let grammar = vocab.compiler.compile(&schema(schema_of.clone()), None);
    let grammar = grammar.unwrap_or_else(|error| panic!("{schema_of}: {error}"));
    let takes = |value: &Value| {
        let mut held = grammar.constraint();
        feed(vocab, &mut *held, &value.to_string(), 1) == (true, true)
    };
    for value in fit {
        assert!(takes(value), "{schema_of}: {value} cannot be written");
    }
    for value in others {
        assert!(!takes(value), "{schema_of}: {value} can be written");
    }
}

#[test]
fn references_count_from_the_nearest_id() {
    let leaf = |kind: &str| json!({"$id": "leaf", "type": kind});
    let two_leaves = json!({
        "$id": "https://example.org/api/root.json",
        "properties": {"a": {"$ref": "v1/branch"}, "b": {"$ref": "leaf"}},
        "$defs": {
            "x": {"$id": "v1/branch", "items": {"$ref": "leaf"}, "$defs": {"y": leaf("string")}},
            "z": leaf("null"),
        },
    });
    decides(
        two_leaves,
        &[json!({"a": ["s"], "b": null})],
        &[json!({"a": [null], "b": null}), json!({"a": [], "b": "s"})],
    );
    // A name, a file and a URN; an anchor of each resource; drafts 4 and 7.
    for root in ["My Model", "file:///c:/schemas/m.json", "urn:example:model", "/m?v=1"] {
        let anchors = json!({
            "$id": root, "$ref": "#a",
            "$defs": {
                "inner": {"$id": "other", "$anchor": "a", "type": "string"},
                "own": {"$anchor": "a", "prefixItems": [{"$ref": "other#a"}], "type": "array"},
            },
        });
        decides(anchors, &[json!(["s"])], &[json!([1]), json!("s")]);
    }
    for old in [
        json!({"id": "http://x/y#", "properties": {"a": {"$ref": "http://x/y#/d"}}, "d": false}),
        json!({"properties": {"a": {"$ref": "#d"}}, "$defs": {"d": {"$id": "#d", "not": {}}}}),
    ] {
        decides(old, &[json!({})], &[json!({"a": 1})]);
    }
    let denied = json!({"not": {"$id": "n", "$anchor": "x", "$ref": "#/$defs/s", "$defs": {"s":
        {"type": "string"}}}});
    decides(denied, &[json!(1)], &[json!("s")]);
    // The value of a keyword that is no schema has no identifiers, nor has a property named so.
    let data = json!({
        "$id": "https://example.org/data", "$ref": "https://example.org/real",
        "const": {"$id": "https://example.org/real", "k": "v"},
        "x-note": {"$id": "https://example.org/real", "type": "null"},
        "$defs": {"r": {"$id": "real", "properties": {"$id": {"type": "string"}}}},
    });
    let value = json!({"$id": "https://example.org/real", "k": "v"});
    decides(data, &[value], &[json!(null), json!({"k": "v"})]);
}

#[test]
fn dynamic_references_end_in_the_outermost_resource() {
    // A tree whose nodes are what the outermost schema makes of them.
    let tree = json!({
        "$id": "https://example.org/tree", "$dynamicAnchor": "node", "type": "object",
        "properties": {
            "value": true,
            "children": {"type": "array", "items": {"$dynamicRef": "#node"}},
        },
    });
    let strict = json!({
        "$id": "https://example.org/strict", "$dynamicAnchor": "node", "$ref": "tree",
        "unevaluatedProperties": false, "$defs": {"tree": tree},
    });
    let good = json!({"value": 1, "children": [{"children": [{"value": 2}]}]});
    let bad = json!({"value": 1, "children": [{"children": [{"valeu": 2}]}]});
    decides(strict.clone(), std::slice::from_ref(&good), std::slice::from_ref(&bad));
    decides(strict["$defs"]["tree"].clone(), &[good, bad], &[json!({"children": [1]})]);
    // The same place in two scopes makes two forms.
    let list = |of: &str, kind: &str| json!({"$id": of, "$ref": "list", "$defs": {"t": {"$dynamicAnchor": "t", "type": kind}}});
    let pair = json!({
        "$id": "https://example.org/pair",
        "properties": {"n": {"$ref": "numbers"}, "s": {"$ref": "strings"}, "any": {"$ref": "list"}},
        "$defs": {
            "l": {"$id": "list", "type": "array", "items": {"$dynamicRef": "#t"},
                "$defs": {"t": {"$dynamicAnchor": "t"}}},
            "n": list("numbers", "integer"), "s": list("strings", "string"),
        },
    });
    decides(
        pair,
        &[json!({"n": [1, 2], "s": ["a"], "any": [1, "a"]})],
        &[json!({"n": ["a"]}), json!({"n": [1], "s": [1]})],
    );
    // Draft 2019-09.
    let recursive = json!({
        "$id": "https://example.org/r", "$recursiveAnchor": true, "$ref": "base",
        "unevaluatedProperties": false,
        "$defs": {"b": {"$id": "base", "$recursiveAnchor": true, "type": "object",
            "properties": {"in": {"$recursiveRef": "#"}}}},
    });
    decides(
        recursive,
        &[json!({"in": {"in": {}}})],
        &[json!({"in": {"out": 1}}), json!({"in": 1})],
    );
}

#[test]
fn metaschemas_need_not_be_brought_along() {
    let named = json!({
        "properties": {"k": {"$ref": "https://json-schema.org/draft/2020-12/meta/unevaluated"}},
    });
    decides(
        named,
        &[json!({"k": {"unevaluatedItems": {"unevaluatedProperties": false}}}), json!({"k": true})],
        &[json!({"k": 1}), json!({"k": {"unevaluatedItems": {"unevaluatedProperties": 1}}})],
    );
    let part = json!({
        "$ref": "http://json-schema.org/draft-07/schema#/definitions/nonNegativeInteger",
    });
    decides(part, &[json!(0), json!(7)], &[json!(-1), json!("7")]);
}

#[test]
fn unevaluated_members_and_items_are_held_to_their_schema() {
    let several = json!({
        "anyOf": [
            {"properties": {"a": {"const": 1}}, "required": ["a"]},
            {"properties": {"b": {"const": 2}}, "required": ["b"]},
            {"properties": {"c": {"const": 3}}, "required": ["c"]},
        ],
        "unevaluatedProperties": {"type": "null"},
    });
    decides(
        several,
        &[json!({"a": 1}), json!({"a": 1, "b": 2, "c": 3}), json!({"b": 2, "d": null})],
        &[json!({"a": 1, "b": 3}), json!({"c": 3, "d": 4}), json!({"d": null})],
    );
    // A schema under `not` evaluates nothing; one under `if` does where it holds.
    let denied = json!({
        "prefixItems": [true], "not": {"not": {"prefixItems": [true, {"type": "null"}]}},
        "unevaluatedItems": {"type": "string"},
    });
    decides(denied, &[json!([1]), json!([])], &[json!([1, null]), json!([1, "s"])]);
    let tested = json!({
        "if": {"prefixItems": [{"const": "k"}, {"type": "integer"}], "minItems": 2},
        "else": {"maxItems": 1}, "unevaluatedItems": {"type": "boolean"},
    });
    decides(
        tested,
        &[json!(["k", 1, true]), json!([true]), json!([])],
        &[json!(["k", 1, 2]), json!(["k"]), json!([true, true])],
    );
    let sought = json!({
        "prefixItems": [{"type": "integer"}], "contains": {"type": "string"},
        "unevaluatedItems": {"type": "null"},
    });
    decides(
        sought,
        &[json!([1, "a"]), json!([1, null, "a", "b", null])],
        &[json!([1, null]), json!([1, 2, "a"]), json!(["a"])],
    );
    let rarely = json!({
        "contains": {"type": "string"}, "minContains": 0, "unevaluatedItems": {"type": "null"},
    });
    decides(rarely, &[json!([null, "a", "b"]), json!([])], &[json!([1])]);
}

/// Schemas whose references multiply are refused in time.
#[test]
fn references_that_multiply_are_bounded() {
    let twice = |n: usize| json!({"allOf": vec![json!({"$ref": format!("#/$defs/{n}")}); 2]});
    let tower = (0..40).map(|n| (n.to_string(), twice(n + 1)));
    let tower: serde_json::Map<String, Value> =
        tower.chain([("40".to_owned(), json!({"minLength": 1}))]).collect();
    let scopes = |count: usize| {
        let one = |n: usize| {
            let anchor = format!("a{n}");
            json!({"$id": format!("r{n}"), "$dynamicAnchor": anchor, "properties": {
                "x": {"$dynamicRef": format!("#a{}", (n + 7) % count)},
                "y": {"$dynamicRef": format!("r{}#a{0}", (n + 11) % count)},
            }})
        };
        json!({"$ref": "r0", "$defs": (0..count).map(|n| (n.to_string(), one(n)))
            .collect::<serde_json::Map<_, _>>()})
    };
    let pointers = json!({"$ref": "#/$defs/~2", "$defs": {"~2": {}}});
    for bad in [json!({"$ref": "#/$defs/0", "$defs": tower}), scopes(80), pointers] {
        let begin = Instant::now();
        let error = Vocab::mini().compiler.compile(&schema(bad.clone()), None);
        assert!(error.is_err(), "{bad}");
        assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
    }
    // Whether it is taken or not, it comes to an end.
    let begin = Instant::now();
    let _ = Vocab::mini().compiler.compile(&schema(scopes(60)), None);
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
}
