//! JSON schemas: what is enforced, and how bad ones are refused.

use super::forms::{PERSON, person, schema};
use super::vocab::{Vocab, feed};
use atlas_text::Dialect;
use atlas_text::grammar::{Form, GrammarError, ToolChoice, ToolForm};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn refusal(bad: Value) -> (String, String) {
    match Vocab::mini().compiler.compile(&schema(bad.clone()), None) {
        Err(GrammarError::Schema { path, reason }) => (path, reason),
        other => panic!("{bad}: {other:?}"),
    }
}

#[test]
fn bad_schemas_are_refused_with_keyword_and_path() {
    let at = "response_format.json_schema.schema";
    for (bad, path, word) in [
        (json!({"not": {"uniqueItems": true}}), "/not", "enforced"),
        (
            json!({"properties": {"a": {"contains": {}, "minContains": 9}}}),
            "/properties/a/minContains",
            "enforced",
        ),
        (json!({"type": "array", "uniqueItems": true}), "/uniqueItems", "enforced"),
        (json!({"items": {"type": "strin"}}), "/items/type", "strin"),
        (json!({"$ref": "http://x/y"}), "/$ref", "#/"),
        (json!({"$ref": "#/$defs/x"}), "/$ref", "#/$defs/x"),
        (json!({"$id": "http://x/y/", "items": {"$ref": "z"}}), "/items/$ref", "`http://x/y/z`"),
        (json!({"$dynamicRef": "#x", "const": {"$dynamicAnchor": "x"}}), "/$dynamicRef", "#x"),
        (
            json!({"$ref": "a", "$defs": {"b": {"$id": "a"}, "c": {"$id": "a", "type": "null"}}}),
            "/$ref",
            "several",
        ),
        (
            json!({"$ref": "#a", "$defs": {"b": {"$anchor": "a"}, "c": {"$anchor": "a"}}}),
            "/$ref",
            "several",
        ),
        (
            json!({"properties": {"p/q": {"pattern": "a(?<=a)b"}}}),
            "/properties/p~1q/pattern",
            "a(?<=a)b",
        ),
        (json!({"properties": []}), "/properties", "object"),
        (json!({"anyOf": [{}, {"enum": []}]}), "/anyOf/1/enum", "at least one"),
        (json!({"required": [1]}), "/required", "strings"),
        (json!({"minLength": -1}), "/minLength", "whole number"),
        (json!({"items": 5}), "/items", "object or a boolean"),
        (json!({"type": "integer", "minimum": 5, "maximum": 2}), "", ""),
        (json!(false), "", ""),
    ] {
        let (got, reason) = refusal(bad.clone());
        assert_eq!(got, format!("{at}{path}"), "{bad}: {reason}");
        assert!(reason.contains(word), "{bad}: {reason}");
    }
    let mut deep = json!({});
    for _ in 0..80 {
        deep = json!({"items": deep});
    }
    assert!(refusal(deep).1.contains("deep"));
    // Names of properties are no keywords, annotations say nothing.
    let fine = json!({"properties": {"not": {"type": "null", "deprecated": true, "x-y": 1}},
        "title": "t", "examples": [], "uniqueItems": false});
    assert!(Vocab::mini().compiler.compile(&schema(fine), None).is_ok());
}

/// Large counts compile at once, or are refused by name; tools drop them by name.
#[test]
fn large_counts_compile_quickly_or_are_refused() {
    let vocab = Vocab::mini();
    let counts = [10_000, 1_000_000, 20_000_000, 1 << 32, u64::MAX];
    let schemas = |n: u64| {
        [
            ("minLength", json!({"type": "string", "minLength": n})),
            ("maxLength", json!({"type": "string", "maxLength": n})),
            ("maxLength", json!({"type": "string", "maxLength": n, "pattern": "^[a-z ]*$"})),
            ("pattern", json!({"type": "string", "pattern": format!("^([a-z]{{1,{n}}}-)*$")})),
            ("minItems", json!({"type": "array", "items": {"type": "integer"}, "minItems": n})),
            ("maxItems", json!({"type": "array", "items": {"type": "string"}, "maxItems": n})),
            ("minProperties", json!({"type": "object", "minProperties": n})),
            ("maxProperties", json!({"type": "object", "maxProperties": n})),
            ("multipleOf", json!({"type": "integer", "multipleOf": n})),
            ("maximum", json!({"type": "integer", "minimum": -3, "maximum": n})),
        ]
    };
    for (keyword, inner) in counts.into_iter().flat_map(schemas) {
        let begin = Instant::now();
        let whole = json!({"type": "object", "properties": {"v": inner}, "required": ["v"]});
        let kept = match vocab.compiler.compile(&schema(whole.clone()), None) {
            Ok(grammar) => {
                let mut held = grammar.constraint();
                assert_eq!(feed(vocab, &mut *held, "{\"v\": ", 1), (true, false));
                let mask = vocab.allowed(&mut *held).expect("a mask");
                assert!(mask.contains(&true), "{inner} has no first token");
                true
            }
            Err(GrammarError::Schema { path, reason }) => {
                let told = format!("{path}: {reason}");
                assert!(told.contains(keyword), "{inner}: {told}");
                false
            }
            Err(error) => panic!("{inner}: {error}"),
        };
        // Only these are counts that an answer would have to come up to, or write down.
        let least = keyword.starts_with("min") || ["multipleOf", "pattern"].contains(&keyword);
        assert!(kept || least, "{inner} was refused");
        for format in [Dialect::Qwen3Coder, Dialect::Hermes] {
            let tools = vec![json!({"name": "f", "parameters": whole})];
            let choice = ToolChoice::Required;
            let form = Form::Tools(ToolForm { format, tools, choice, parallel: false });
            let made = vocab.compiler.compile(&form, None);
            let named = |error: &GrammarError| error.to_string().contains(keyword);
            assert!(
                made.as_ref().map_or_else(named, |g| kept || !g.dropped().is_empty()),
                "{inner}"
            );
        }
        assert!(begin.elapsed() < Duration::from_secs(10), "{inner}: {:?}", begin.elapsed());
    }
}

#[test]
fn bad_expressions_and_grammars_are_refused() {
    let compile = |form: Form| Vocab::mini().compiler.compile(&form, None);
    for bad in ["(?=a)b", "a(", "\\1"] {
        let error = compile(Form::Regex(bad.to_owned())).expect_err(bad);
        assert!(matches!(error, GrammarError::Regex { .. }), "{error}");
    }
    let error = compile(Form::Lark("start: nowhere".to_owned())).expect_err("no rule");
    assert!(error.to_string().contains("nowhere"), "{error}");
}

#[test]
fn texts_fit_or_do_not() {
    let vocab = Vocab::mini();
    let object = Form::JsonObject;
    for (form, text, fits) in [
        (person(), PERSON, true),
        (person(), "{\"name\":\"x\",\"age\":0}", true),
        (person(), "{ \"name\": \"x\",\n    \"age\": 7\n}", true),
        (person(), "{\"name\": \"\", \"age\": 7}", false),
        (person(), "{\"age\": 7, \"name\": \"x\"}", false),
        (person(), "{\"name\": \"x\", \"age\": 151}", false),
        (person(), "{\"name\": \"x\", \"age\": 1, \"other\": 1}", false),
        (person(), "{\"name\": \"x\", \"age\": 1, \"zip\": \"1234\"}", false),
        (person(), "{\"name\":   \"x\", \"age\": 1}", false),
        (object.clone(), "{}", true),
        (object.clone(), "{\"a\": [1, -2.5e3, {\"b\": null}, \"ü\\n\"]}", true),
        (object.clone(), "{\"a\": \"line\nbreak\"}", false),
        (object.clone(), "[]", false),
        (object, "x{}", false),
    ] {
        for seed in 0..3 {
            assert_eq!(vocab.takes(&form, text, seed), (fits, fits), "{text}");
        }
    }
}

/// Blanks end: after the most that may stand in one place, no token that begins with one is left.
#[test]
fn blanks_are_bounded() {
    let vocab = Vocab::bytes();
    let mut constraint = vocab.start(&Form::JsonObject);
    constraint.accept(u32::from(b'{')).expect("an object");
    let mut blanks = 0;
    while let Some(blank) = vocab
        .allowed(&mut *constraint)
        .and_then(|mask| (0..256).find(|&b| mask[b] && (b as u8).is_ascii_whitespace()))
    {
        // The line break first, as it lets the most follow.
        let mask = vocab.allowed(&mut *constraint).expect("a mask");
        let pick = if mask[b'\n' as usize] { b'\n' } else { blank as u8 };
        constraint.accept(u32::from(pick)).expect("allowed");
        blanks += 1;
        assert!(blanks < 100, "blanks do not end");
    }
    assert!(blanks >= 30, "an indent of {blanks}");
    // Nor after the object.
    constraint.rollback(blanks).expect("kept");
    constraint.accept(u32::from(b'}')).expect("allowed");
    assert!(constraint.is_complete() && constraint.may_stop());
}

#[test]
fn the_cache_is_bounded_and_used() {
    let bytes: Vec<Vec<u8>> = (0..255u8).map(|b| vec![b]).collect();
    let compiler = atlas_text::grammar::Compiler::from_token_bytes(&bytes).expect("sound");
    for n in 0..300 {
        compiler.compile(&schema(json!({"const": n})), None).expect("a grammar");
        compiler.compile(&schema(json!({"const": 0})), None).expect("a grammar");
    }
    // Of 256 MiB; each is taken to be one and some bytes for each of its own.
    assert_eq!(compiler.cached(), 253);
}

/// Alternatives that exclude each other, names of several patterns, items that differ, opposites.
// Long: a list of cases.
#[test]
fn combinations_take_the_values_that_fit_alone() {
    let one_of = |all: Value| {
        json!({"type": "object", "oneOf": all,
        "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
        "additionalProperties": false})
    };
    let cases = [
        (
            one_of(json!([{"required": ["a"]}, {"required": ["b"]}])),
            &[r#"{"a":1}"#, r#"{"b":1}"#][..],
            &["{}", r#"{"a":1,"b":2}"#][..],
        ),
        (
            one_of(json!([{"properties": {"a": {"minimum": 3}}}, {"required": ["b"]}])),
            &["{}", r#"{"a":2,"b":1}"#, r#"{"a":3}"#],
            &[r#"{"a":2}"#, r#"{"a":3,"b":1}"#],
        ),
        (
            json!({"oneOf": [{"type": "integer"}, {"type": "number", "minimum": 2}]}),
            &["1", "2.5", "-7"],
            &["3", "1.5", "3.0"],
        ),
        (json!({"oneOf": [true, {"type": "null"}, false]}), &["1", "\"a\""], &["null"]),
        // Opposites of patterns cannot be said.
        (
            json!({"type": "string", "oneOf": [{"pattern": "^a"}, {"pattern": "b$"}]}),
            &["\"a\"", "\"b\"", "\"ab\""],
            &["\"c\""],
        ),
        (
            json!({"type": "object", "patternProperties": {"^a": {"type": "integer"},
                "b$": {"minimum": 5}}, "additionalProperties": false}),
            &[r#"{"a":1}"#, r#"{"b":"x"}"#, r#"{"ab":7,"a":2}"#, r#"{"axb":5}"#],
            &[r#"{"ab":3}"#, r#"{"ab":"x"}"#, r#"{"c":1}"#, r#"{"b":4}"#],
        ),
        (
            json!({"type": "object", "patternProperties": {"^(?=.*x)a": {"type": "integer"}},
                "propertyNames": {"pattern": "^[a-z]{1,3}$"}}),
            &[r#"{"ax":1}"#, r#"{"b":"y"}"#, r#"{"a":"y"}"#],
            &[r#"{"ax":"y"}"#, r#"{"abcd":1}"#, r#"{"A":1}"#],
        ),
        (
            json!({"type": "array", "items": {"enum": ["a", "b", 1]}, "minItems": 2,
                "uniqueItems": true}),
            &[r#"["a","b"]"#, r#"["b",1,"a"]"#],
            &[r#"["a"]"#, r#"["a","a"]"#, r#"["a","b","a"]"#, r#"["a","b",1,"a"]"#],
        ),
        (
            json!({"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 5},
                "uniqueItems": true}),
            &["[5,1,4,2,3]", "[]", "[3]"],
            &["[1,1]", "[1,2,3,4,5,1]", "[6]"],
        ),
        (
            json!({"type": "array", "uniqueItems": true, "items": false, "prefixItems":
                [{"type": "string"}, {"type": "integer"}, {"enum": [true, null]}]}),
            &["[]", r#"["a",1]"#, r#"["a",1,null]"#],
            &["[1]", r#"["a",1,2]"#],
        ),
        (json!({"type": "number", "not": {"type": "integer"}}), &["1.5", "-0.25"], &["2", "2.0"]),
        (json!({"type": "integer", "multipleOf": 1e-8}), &["12391239123"], &["1.5"]),
        (
            json!({"type": "integer", "not": {"oneOf": [{"minimum": 3}, {"maximum": 5}]}}),
            &["3", "5"],
            &["1", "9"],
        ),
        (
            json!({"type": "integer", "not": {"if": {"minimum": 3}, "then": {"maximum": 5}}}),
            &["9"],
            &["1", "4"],
        ),
        (
            json!({"type": "object",
                "not": {"properties": {"a": true}, "additionalProperties": false}}),
            &[r#"{"b":1}"#, r#"{"a":1,"b":2}"#],
            &["{}", r#"{"a":1}"#],
        ),
        (
            json!({"type": "array", "not": {"items": {"type": "integer"}}}),
            &["[null]", "[1,\"a\"]"],
            &["[]", "[1]", "[1,2]"],
        ),
    ];
    for (keywords, good, bad) in cases {
        let form = schema(keywords.clone());
        for text in good {
            assert_eq!(Vocab::bytes().takes(&form, text, 1), (true, true), "{keywords}: {text}");
        }
        for text in bad {
            assert_ne!(Vocab::bytes().takes(&form, text, 1), (true, true), "{keywords}: {text}");
        }
    }
}

/// Many alternatives that overlap are taken as they are, at once.
#[test]
fn alternatives_that_overlap_in_many_ways_compile_quickly() {
    for (alternatives, members) in [(3, 3), (12, 12), (60, 4), (4, 200)] {
        let member = |n: usize| (format!("m{n}"), json!({"type": ["string", "integer"]}));
        let one = |k: usize| {
            json!({"type": "object", "required": [format!("r{k}")],
            "properties": (0..members).map(member).collect::<serde_json::Map<_, _>>()})
        };
        let all: Vec<Value> = (0..alternatives).map(one).collect();
        let nested = json!({"oneOf": [{"oneOf": all}, {"type": "array", "items": {"oneOf": all}}]});
        let begin = Instant::now();
        assert!(Vocab::mini().compiler.compile(&schema(nested), None).is_ok(), "{alternatives}");
        assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
    }
}
