//! Schemas of tools as clients write them: what a call must and cannot have.

use super::vocab::Vocab;
use atlas_text::Dialect;
use atlas_text::grammar::{Form, ToolChoice, ToolForm};
use serde_json::{Value, json};

/// Whether a call with these parameters fits, between tags.
fn takes(parameters: &Value, params: &[(&str, &str)]) -> bool {
    let tools = vec![json!({"name": "f", "parameters": parameters})];
    let (format, choice) = (Dialect::Qwen3Coder, ToolChoice::Required);
    let form = Form::Tools(ToolForm { format, tools, choice, parallel: false });
    let one = |(key, value): &(&str, &str)| format!("<parameter={key}>\n{value}\n</parameter>\n");
    let params: String = params.iter().map(one).collect();
    let text = format!("<tool_call>\n<function=f>\n{params}</function>\n</tool_call>");
    Vocab::mini().takes(&form, &text, 1) == (true, true)
}

fn args() -> Value {
    json!({"type": "object", "properties": {"p": {"type": "string"}, "h": {"type": "integer"}},
        "required": ["p", "h"]})
}

#[test]
fn roots_are_read_through_references_and_combinations() {
    let code = json!({"type": "object", "properties": {"c": {"const": "x"}}, "required": ["c"]});
    let parts = json!({"allOf": [{"properties": {"p": {"type": "string"}}, "required": ["p"]},
        {"properties": {"h": {"type": "integer"}}, "required": ["h"]}]});
    for (schema, alternative) in [
        (json!({"$ref": "#/$defs/a~1b", "$defs": {"a/b": args()}}), false),
        (json!({"$ref": "#/definitions/a%20b", "definitions": {"a b": args()}}), false),
        (json!({"anyOf": [args(), code]}), true),
        (json!({"type": "object", "oneOf": [args(), code]}), true),
        (parts, false),
    ] {
        assert!(takes(&schema, &[("p", "pier"), ("h", "9")]), "{schema}");
        assert!(!takes(&schema, &[]) && !takes(&schema, &[("p", "pier")]), "{schema}");
        assert!(!takes(&schema, &[("p", "pier"), ("h", "nine")]), "{schema}");
        assert_eq!(takes(&schema, &[("c", "x")]), alternative, "{schema}");
        assert!(!takes(&schema, &[("p", "pier"), ("h", "9"), ("c", "y")]), "{schema}");
    }
    // One of two parameters, and not both.
    let one = json!({"type": "object", "properties": {"p": {"type": "string"},
        "h": {"type": "integer"}}, "oneOf": [{"required": ["p"]}, {"required": ["h"]}]});
    assert!(takes(&one, &[("p", "pier")]) && takes(&one, &[("h", "9")]));
    assert!(!takes(&one, &[]) && !takes(&one, &[("p", "pier"), ("h", "9")]));
}

#[test]
fn parameters_keep_what_stands_in_and_beside_combinations() {
    let defs = json!({"n": {"type": "integer"}, "k": {"enum": ["a", "b"]}});
    for (property, good, bad) in [
        (json!({"allOf": [{"$ref": "#/$defs/k"}], "description": "d"}), "b", "c"),
        (json!({"allOf": [{"type": "integer"}, {"minimum": 3}, {"maximum": 4}]}), "4", "5"),
        (json!({"$ref": "#/$defs/n", "maximum": 4}), "-9", "5"),
        (json!({"type": ["string", "null"], "maxLength": 5}), "null", "longer"),
        (
            json!({"anyOf": [{"type": "string", "pattern": "^[A-Z]{2}$"}, {"type": "null"}]}),
            "AB",
            "ab",
        ),
        (json!({"type": "string", "pattern": "north"}), "the north pier", "pier"),
        (json!({"type": "string", "pattern": "^(?!no)[a-z]+$"}), "yes", "north"),
        (json!({"type": "string", "format": "date"}), "2024-02-29", "2023-02-29"),
        (json!({"type": "number", "minimum": 0, "exclusiveMinimum": true}), "0.5", "0"),
        (
            json!({"type": "integer", "minimum": -9223372036854775808i64,
            "maximum": 9223372036854775807i64}),
            "9",
            "-0",
        ),
        (json!({"type": "integer", "minimum": null, "enum": null}), "-3", "-0"),
        (json!({"type": "number", "maximum": 1.7976931348623157e308}), "1.5", "x"),
    ] {
        let schema = json!({"type": "object", "properties": {"v": property}, "required": ["v"],
            "$defs": defs});
        assert!(takes(&schema, &[("v", good)]), "{good} as {property}");
        assert!(!takes(&schema, &[("v", bad)]), "{bad} as {property}");
    }
}

#[test]
fn parameters_without_names_come_where_a_schema_takes_them() {
    let open = json!({"type": "object", "additionalProperties": {"type": "integer"},
        "minProperties": 1});
    assert!(takes(&open, &[("hue", "7")]) && takes(&open, &[("a", "1"), ("b", "2")]));
    assert!(!takes(&open, &[]) && !takes(&open, &[("hue", "red")]));
    let patterned = json!({"type": "object", "patternProperties": {"^x-": {"type": "string"}},
        "additionalProperties": false});
    assert!(takes(&patterned, &[("x-a", "t")]) && takes(&patterned, &[]));
    assert!(!takes(&patterned, &[("a", "t")]));
    let never =
        json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {"not": {}}}});
    assert!(takes(&never, &[("a", "t")]) && !takes(&never, &[("b", "t")]));
    let old = json!({"properties": {"a": {"type": "string", "required": true}}, "required": null});
    assert!(takes(&old, &[("a", "t")]) && !takes(&old, &[]));
}

/// One tool that the grammar library refuses costs that tool its schema alone.
#[test]
fn a_refused_tool_is_left_open_by_name() {
    // A name may fit any of them; so many are not told apart.
    let patterns = "abcdefg".chars().map(|c| (c.to_string(), json!({"type": "integer"})));
    let patterns: serde_json::Map<String, Value> = patterns.collect();
    let odd = json!({"type": "object", "properties": {"m": {"type": "object",
        "patternProperties": patterns}, "n": {"type": "integer"}}, "required": ["n"]});
    let tools = vec![
        json!({"name": "good", "parameters": args()}),
        json!({"name": "odd", "parameters": odd}),
    ];
    let (format, choice) = (Dialect::Hermes, ToolChoice::Auto);
    let form = Form::Tools(ToolForm { format, tools, choice, parallel: true });
    let grammar = Vocab::mini().compiler.compile(&form, None).expect("a grammar");
    let open: Vec<String> = grammar.dropped().iter().map(ToString::to_string).collect();
    assert_eq!(open, ["odd#/properties/m"]);
}
