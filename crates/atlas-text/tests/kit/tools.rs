//! Tool calls in the wire format of each dialect, as languages of bytes.

use super::regex::ALL;
use super::schema::{Pattern, Schemas, has_open_names};
use super::term::{ANY_TIMES, EMPTY, EPS, Spelling, Term, Terms};
use super::text::{TextSpec, TextState};
use atlas_text::Dialect;
use serde_json::{Value, json};
use std::collections::HashMap;

type Patterns = HashMap<String, Pattern>;

/// One call or more of `tools`.
pub fn calls(
    terms: &mut Terms,
    patterns: &Patterns,
    format: Dialect,
    tools: &[Value],
    parallel: bool,
) -> Term {
    let schemas = tools.iter().map(|tool| closed(&tool["function"]["parameters"]));
    // Where no name is known none has a second spelling.
    let known = |schema: &Value| schema["properties"].as_object().is_none_or(|p| !p.is_empty());
    let hex = !schemas.into_iter().any(|schema| known(&schema) && has_open_names(&schema));
    let call: Vec<Term> =
        tools.iter().map(|tool| call(terms, patterns, hex, format, &tool["function"])).collect();
    let call = terms.alt(&call);
    // Opening of a block of calls, separators of calls and blocks, closing of the block.
    let (open, between, close, blocks): (Vec<&str>, Option<&str>, Vec<&str>, Option<&str>) =
        match format {
            Dialect::Qwen3Coder | Dialect::Hermes => {
                (vec!["<tool_call>\n"], None, vec!["</tool_call>"], Some("\n"))
            }
            Dialect::MinimaxXml => {
                (vec!["<minimax:tool_call>\n"], Some(""), vec!["</minimax:tool_call>"], None)
            }
            Dialect::DeepseekDsml => (
                vec!["<｜DSML｜tool_calls>\n", "<｜DSML｜function_calls>\n"],
                Some(""),
                vec!["</｜DSML｜tool_calls>", "</｜DSML｜function_calls>"],
                None,
            ),
            Dialect::BareJson => (vec![""], None, vec![""], Some("\n")),
            Dialect::Llama => (vec![""], None, vec![""], None),
            Dialect::Mistral => (vec!["[TOOL_CALLS] ["], Some(", "), vec!["]"], None),
            Dialect::Gemma => gemma_frame(),
            Dialect::DeepseekV3 => return deepseek(terms, patterns, hex, tools, parallel),
        };
    let calls = match between {
        Some(between) if parallel => separated(terms, call, between),
        _ => call,
    };
    let block: Vec<Term> = open
        .iter()
        .zip(close)
        .map(|(open, close)| {
            let (open, close) = (terms.lit(open), terms.lit(close));
            terms.seq(&[open, calls, close])
        })
        .collect();
    let block = terms.alt(&block);
    match blocks {
        Some(between) if parallel => separated(terms, block, between),
        _ => block,
    }
}

/// One block of calls, all of them with the name before the separator or all in fences.
fn deepseek(
    terms: &mut Terms,
    patterns: &Patterns,
    hex: bool,
    tools: &[Value],
    parallel: bool,
) -> Term {
    let forms =
        [("", "<｜tool▁sep｜>", "", ""), ("function<｜tool▁sep｜>", "\n```json\n", "\n```", "\n")];
    let blocks = forms.map(|(kind, after_name, tail, between)| {
        let calls = tools.iter().map(|tool| {
            let name = tool["function"]["name"].as_str().expect("a name");
            let schema = closed(&tool["function"]["parameters"]);
            let arguments = Schemas::new(terms, patterns, &schema).spelled(hex).term();
            let head = terms.lit(format!("<｜tool▁call▁begin｜>{kind}{name}{after_name}"));
            let tail = terms.lit(format!("{tail}<｜tool▁call▁end｜>"));
            terms.seq(&[head, arguments, tail])
        });
        let calls: Vec<Term> = calls.collect();
        let call = terms.alt(&calls);
        let calls = if parallel { separated(terms, call, between) } else { call };
        let (open, close) =
            (terms.lit("<｜tool▁calls▁begin｜>"), terms.lit("<｜tool▁calls▁end｜>"));
        terms.seq(&[open, calls, close])
    });
    terms.alt(&blocks)
}

type Frame = (Vec<&'static str>, Option<&'static str>, Vec<&'static str>, Option<&'static str>);

fn gemma_frame() -> Frame {
    (vec!["<|tool_call>"], None, vec!["<tool_call|>"], Some(""))
}

fn separated(terms: &mut Terms, one: Term, between: &str) -> Term {
    let between = terms.lit(between);
    let more = terms.seq(&[between, one]);
    let more = terms.rep(more, 0, super::term::ANY_TIMES);
    terms.seq(&[one, more])
}

/// The text in which a format's call begins, for calls that are waited for.
pub fn trigger(format: Dialect) -> Option<&'static str> {
    match format {
        Dialect::Qwen3Coder | Dialect::Hermes => Some("<tool_call>"),
        Dialect::MinimaxXml => Some("<minimax:tool_call>"),
        Dialect::DeepseekDsml => Some("<｜DSML｜"),
        Dialect::Mistral => Some("[TOOL_CALLS]"),
        Dialect::DeepseekV3 => Some("<｜tool▁calls▁begin｜>"),
        _ => None,
    }
}

fn call(
    terms: &mut Terms,
    patterns: &Patterns,
    hex: bool,
    format: Dialect,
    function: &Value,
) -> Term {
    let name = function["name"].as_str().expect("a name");
    let schema = closed(&function["parameters"]);
    let frame = match format {
        Dialect::Qwen3Coder | Dialect::MinimaxXml | Dialect::DeepseekDsml => {
            return tagged(terms, patterns, hex, format, name, &schema);
        }
        Dialect::Hermes => (format!("{{\"name\": \"{name}\", \"arguments\": "), "}\n"),
        Dialect::Llama => (format!("{{\"name\": \"{name}\", \"parameters\": "), "}"),
        _ => (format!("{{\"name\": \"{name}\", \"arguments\": "), "}"),
    };
    let arguments = Schemas::new(terms, patterns, &schema).spelled(hex).term();
    let (head, tail) = (terms.lit(frame.0), terms.lit(frame.1));
    terms.seq(&[head, arguments, tail])
}

/// Only what the schema names.
fn closed(schema: &Value) -> Value {
    let mut schema = schema.clone();
    if schema["properties"].as_object().is_some_and(|p| !p.is_empty()) {
        let map = schema.as_object_mut().expect("an object");
        map.entry("additionalProperties").or_insert(json!(false));
    }
    schema
}

struct Tags {
    function: String,
    function_close: &'static str,
    param: fn(&str, bool) -> String,
    newline: bool,
    close: &'static str,
}

fn tags(format: Dialect, name: &str) -> Tags {
    match format {
        Dialect::Qwen3Coder => Tags {
            function: format!("<function={name}>\n"),
            function_close: "</function>\n",
            param: |key, _| format!("<parameter={key}>\n"),
            newline: true,
            close: "</parameter>",
        },
        Dialect::MinimaxXml => Tags {
            function: format!("<invoke name=\"{name}\">\n"),
            function_close: "</invoke>\n",
            param: |key, _| format!("<parameter name=\"{key}\">"),
            newline: false,
            close: "</parameter>",
        },
        _ => Tags {
            function: format!("<｜DSML｜invoke name=\"{name}\">\n"),
            function_close: "</｜DSML｜invoke>\n",
            param: |key, text| format!("<｜DSML｜parameter name=\"{key}\" string=\"{text}\">"),
            newline: false,
            close: "</｜DSML｜parameter>",
        },
    }
}

fn tagged(
    terms: &mut Terms,
    patterns: &Patterns,
    hex: bool,
    format: Dialect,
    name: &str,
    schema: &Value,
) -> Term {
    let tags = tags(format, name);
    let required: Vec<&str> = schema["required"]
        .as_array()
        .map(|all| all.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let properties = schema["properties"].as_object().into_iter().flatten();
    let params: Vec<(Term, bool)> = properties
        .map(|(key, value)| {
            let param = param(terms, patterns, hex, &tags, key, value);
            (param, required.contains(&key.as_str()))
        })
        .collect();
    let open = terms.lit(&tags.function);
    let close = terms.lit(tags.function_close);
    let body = if params.len() <= 6 {
        any_order(terms, &params)
    } else {
        let parts: Vec<Term> =
            params.iter().map(|&(p, must)| if must { p } else { terms.opt(p) }).collect();
        terms.seq(&parts)
    };
    terms.seq(&[open, body, close])
}

/// Each at most once, and those that must come.
fn any_order(terms: &mut Terms, left: &[(Term, bool)]) -> Term {
    let mut all = Vec::new();
    if left.iter().all(|(_, must)| !must) {
        all.push(EPS);
    }
    for n in 0..left.len() {
        let rest: Vec<(Term, bool)> = [&left[..n], &left[n + 1..]].concat();
        let rest = any_order(terms, &rest);
        all.push(terms.seq(&[left[n].0, rest]));
    }
    terms.alt(&all)
}

fn param(
    terms: &mut Terms,
    patterns: &Patterns,
    hex: bool,
    tags: &Tags,
    key: &str,
    schema: &Value,
) -> Term {
    let after = terms.lit("\n");
    let is_text = may_be_text(schema);
    if is_text && literals(schema).is_none() {
        let head = terms.lit((tags.param)(key, true));
        let exact = schema["type"] == "string";
        let count = |key: &str| schema[key].as_u64().filter(|_| exact).map(|n| n as usize);
        let (close, newline) = (tags.close.to_owned(), tags.newline);
        if let Some(source) = schema["pattern"].as_str().filter(|_| exact) {
            let bounds = (count("minLength").unwrap_or(0) as u32, count("maxLength"));
            let text = shaped(terms, &patterns[source], &close, bounds);
            let close = terms.lit(format!("{}{close}", if newline { "\n" } else { "" }));
            return terms.seq(&[head, text, close, after]);
        }
        let spec = TextSpec {
            close,
            newline,
            min: count("minLength").unwrap_or(0),
            max: count("maxLength"),
        };
        let text = terms.text(TextState::new(spec));
        return terms.seq(&[head, text, after]);
    }
    let value = match literals(schema) {
        Some(all) => {
            let all: Vec<Term> = all.iter().map(|text| terms.lit(text)).collect();
            terms.alt(&all)
        }
        None => json_value(terms, patterns, hex, schema),
    };
    let head = terms.lit((tags.param)(key, literals(schema).is_some()));
    let close = terms.lit(format!("{}{}", if tags.newline { "\n" } else { "" }, tags.close));
    terms.seq(&[head, value, close, after])
}

/// A text that fits a pattern and a length, without the closing tag.
fn shaped(
    terms: &mut Terms,
    pattern: &Pattern,
    close: &str,
    (min, max): (u32, Option<usize>),
) -> Term {
    let one = terms.char(ALL, Spelling::Raw);
    let more = terms.rep(one, 0, ANY_TIMES);
    let inner = pattern.inner.term(terms, Spelling::Raw);
    let (before, after) =
        (if pattern.start { EPS } else { more }, if pattern.end { EPS } else { more });
    let text = terms.seq(&[before, inner, after]);
    let length = terms.rep(one, min, max.map_or(ANY_TIMES, |max| max as u32));
    let close = terms.lit(close);
    let closed = terms.seq(&[more, close, more]);
    let open = terms.not(closed);
    let text = terms.and(text, length);
    terms.and(text, open)
}

/// Alternatives of which none is a text stay apart; fixed texts among them stand bare.
fn json_value(terms: &mut Terms, patterns: &Patterns, hex: bool, schema: &Value) -> Term {
    let options = ["anyOf", "oneOf"].iter().find_map(|key| schema[*key].as_array());
    if let Some(options) = options {
        let all: Vec<Term> = options
            .iter()
            .map(|option| match literals(option) {
                Some(all) => {
                    let all: Vec<Term> = all.iter().map(|text| terms.lit(text)).collect();
                    terms.alt(&all)
                }
                None => json_value(terms, patterns, hex, option),
            })
            .collect();
        return terms.alt(&all);
    }
    Schemas::new(terms, patterns, schema).spelled(hex).term()
}

fn literals(schema: &Value) -> Option<Vec<String>> {
    let bare = |v: &Value| v.as_str().map_or_else(|| v.to_string(), str::to_owned);
    if let Some(value) = schema.get("const") {
        return Some(vec![bare(value)]);
    }
    Some(schema.get("enum")?.as_array()?.iter().map(bare).collect())
}

fn may_be_text(schema: &Value) -> bool {
    if literals(schema).is_some() {
        return false;
    }
    if let Some(options) = ["anyOf", "oneOf"].iter().find_map(|key| schema[*key].as_array()) {
        return options.iter().any(may_be_text);
    }
    match &schema["type"] {
        Value::String(one) => one == "string",
        Value::Array(all) => all.iter().any(|t| t == "string"),
        _ => schema.get("properties").is_none() && schema.get("items").is_none(),
    }
}

/// Free text until the trigger, then the rest of a call, then the same again.
pub fn waited(terms: &mut Terms, calls: Term, trigger: &str, again: bool) -> Term {
    let rest = terms.feed(calls, trigger.as_bytes());
    assert_ne!(rest, EMPTY, "calls begin with the trigger");
    if !again {
        return terms.until(trigger, rest);
    }
    let free = terms.declare();
    let round = terms.seq(&[rest, free]);
    let until = terms.until(trigger, round);
    terms.define(free, until);
    free
}
