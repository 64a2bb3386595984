//! Requests that are small to state and much to do: each is answered or refused in time, and
//! others are answered meanwhile.

use super::Case;
use serde_json::{Map, Value, json};
use std::fmt::Write;

const CHAT: &str = "/v1/chat/completions";
/// Longest time for one of them in an unoptimised build, beside others.
const SECONDS_MAX: u32 = 60;

fn case(id: &str, path: &str, body: Value, statuses: &[u16]) -> Case {
    let expect = json!({"/status": {"enum": statuses}, "/seconds": {"maximum": SECONDS_MAX}});
    let Value::Object(expect) = expect else { unreachable!("an object was written") };
    let (id, path) = (id.to_owned(), path.to_owned());
    Case { id, _reason: String::new(), path, body, expect, same_as: None, streams: false }
}

fn chat(fields: Value) -> Value {
    let mut body = json!({"messages": [{"role": "user", "content": "Hi"}], "max_tokens": 60,
        "temperature": 0});
    if let (Some(body), Value::Object(fields)) = (body.as_object_mut(), fields) {
        body.extend(fields);
    }
    body
}

fn form(schema: Value) -> Value {
    chat(json!({"response_format": {"type": "json_schema",
        "json_schema": {"name": "x", "schema": schema}}}))
}

fn tool(parameters: Value) -> Value {
    chat(json!({"tools": [{"type": "function",
        "function": {"name": "f", "parameters": parameters}}], "tool_choice": "required"}))
}

fn regex(text: String) -> Value {
    chat(json!({"structured_outputs": {"regex": text}}))
}

fn lark(text: String) -> Value {
    chat(json!({"structured_outputs": {"grammar": text}}))
}

/// Distinct words of a length; the same for the same seed.
fn words(count: usize, length: usize, seed: u64) -> Vec<String> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut word = || (0..length).map(|_| random.char('a'..='j')).collect();
    (0..count).map(|_| word()).collect()
}

fn object(properties: impl IntoIterator<Item = (String, Value)>, required: bool) -> Value {
    let properties: Map<String, Value> = properties.into_iter().collect();
    let names: Vec<&String> = properties.keys().filter(|_| required).collect();
    json!({"type": "object", "required": names, "properties": properties})
}

/// An object of members `p0`, `p1` and so on.
fn members(count: usize, required: bool, member: impl Fn(usize) -> Value) -> Value {
    object((0..count).map(|i| (format!("p{i}"), member(i))), required)
}

fn nested(depth: usize, wrap: impl Fn(Value) -> Value, core: Value) -> Value {
    (0..depth).fold(core, |inner, _| wrap(inner))
}

/// `count` definitions, each made of a reference to the next; the last is `end`.
fn chain(count: usize, link: impl Fn(Value) -> Value, end: Value) -> Value {
    let name = |i: usize| format!("d{i}");
    let reference = |i: usize| json!({ "$ref": format!("#/$defs/d{i}") });
    let mut links: Map<String, Value> =
        (0..count).map(|i| (name(i), link(reference(i + 1)))).collect();
    links.insert(name(count), end);
    json!({"$ref": "#/$defs/d0", "$defs": links})
}

fn text() -> Value {
    json!({"type": "string"})
}

fn list(items: Value) -> Value {
    json!({"type": "array", "items": items})
}

/// Definitions, rules and brackets that a recursive reader would follow to the end of its stack.
fn deep() -> Vec<(&'static str, Value)> {
    let one = |inner: Value| json!({"type": "object", "properties": {"n": inner}});
    let pairs =
        |open: &str, core: &str, close: &str, n: usize| open.repeat(n) + core + &close.repeat(n);
    let mut rules = "start: r0\n".to_owned();
    let mut terminals = "start: T0\n".to_owned();
    for i in 0..700 {
        writeln!(rules, "r{i}: r{}", i + 1).expect("a text grows");
        writeln!(terminals, "T{i}: \"a\" T{}", i + 1).expect("a text grows");
    }
    rules += "r700: \"a\"\n";
    terminals += "T700: \"a\"\n";
    vec![
        ("references in a chain", form(chain(579, |r| r, text()))),
        ("objects by references", form(chain(600, one, text()))),
        ("arguments by references", tool(chain(600, one, text()))),
        ("lists in lists by references", form(chain(40, |r| nested(30, list, r), text()))),
        (
            "allOf by references",
            form(chain(300, |r| json!({"allOf": [r, {"type": "object"}]}), json!({}))),
        ),
        ("60 lists", form(nested(60, |s| json!({"items": s, "minItems": 1}), text()))),
        ("60 objects", form(nested(60, one, text()))),
        ("60 alternatives", form(nested(60, |s| json!({"anyOf": [s, {"type": "null"}]}), text()))),
        ("rules in a chain", lark(rules)),
        ("terminals in a chain", lark(terminals)),
        ("groups of a grammar", lark(format!("start: {}", pairs("(", "\"a\"", ")", 3000)))),
        ("groups of an expression", regex(pairs("(", "a", ")", 3000))),
        ("alternatives of an expression", regex(pairs("(a|", "b", ")", 2000))),
        ("classes of an expression", regex(pairs("[a", "", "]", 2000))),
        (
            "groups of a pattern",
            form(json!({"type": "string", "pattern": pairs("(?:x", "", ")?", 2000)})),
        ),
    ]
}

/// Many members, words, tools.
fn wide() -> Vec<(&'static str, Value)> {
    let inner = |_| object([("x".to_owned(), text())], true);
    let named = |n, seed| object(words(n, 12, seed).into_iter().map(|w| (w, text())), true);
    let pattern = |i| json!({"type": "string", "pattern": format!("^[a-f]{{{}}}x{i}$", i % 40)});
    let tools: Vec<Value> = (0..60)
        .map(|i| {
            let member =
                |j| json!({"type": "string", "pattern": format!("^{i}x{j}[a-z]{{1,200}}$")});
            json!({"type": "function",
                "function": {"name": format!("f{i}"), "parameters": members(6, false, member)}})
        })
        .collect();
    let any: Vec<Value> = (0..250).map(|i| named(1, 9000 + i)).collect();
    let bars = words(3000, 12, 11).join("\" | \"");
    vec![
        ("474 optional objects", form(members(474, false, inner))),
        ("474 required objects", form(members(474, true, inner))),
        ("100 objects of a tool", tool(members(100, false, inner))),
        ("6000 members", form(named(6000, 6))),
        ("20000 required names", form(json!({"type": "object", "required": words(20_000, 12, 5)}))),
        ("2000 optional members", form(members(2000, false, |_| text()))),
        ("15000 patterns", form(members(15_000, false, pattern))),
        (
            "40000 patterns of names",
            form(json!({"type": "object", "patternProperties":
                Map::from_iter((0..40_000).map(|i| (format!("^x{i}_[a-z]+$"), json!(true))))})),
        ),
        ("250 alternatives", form(json!({ "anyOf": any }))),
        ("50000 listed values", form(json!({ "enum": words(50_000, 12, 2) }))),
        ("50000 choices", chat(json!({ "structured_outputs": {"choice": words(50_000, 12, 3)} }))),
        ("20 long listed values", form(json!({ "enum": words(20, 50_000, 4) }))),
        ("3000 words of a grammar", lark(format!("start: w+\nw: \"{bars}\"\n"))),
        ("60 tools with patterns", chat(json!({"tools": tools, "tool_choice": "required"}))),
        (
            "20000 first items",
            form(json!({"prefixItems": vec![text(); 20_000], "minItems": 20_000})),
        ),
        ("a long constant", form(json!({ "const": "ab".repeat(500_000) }))),
    ]
}

/// Numbers that stand for work.
fn counted() -> Vec<(&'static str, Value)> {
    let primes = [7, 11, 13, 17, 19, 23].map(|p| json!({ "multipleOf": p }));
    let multiples = json!({"type": "integer", "allOf": primes});
    let both = |r: Value| json!({"allOf": [r, r]});
    let each = |r: Value| members(300, true, |_| r.clone());
    let windows: Vec<Value> = ('a'..='h')
        .zip(9..)
        .map(|(c, n)| json!({ "pattern": format!("^.*{c}.{{{n}}}.*$") }))
        .collect();
    let names: Map<String, Value> = ('a'..='l')
        .zip(('a'..='l').rev())
        .map(|(c, d)| (format!("^.*{c}.*{d}"), json!({"type": "string", "maxLength": 9})))
        .collect();
    let lists = |s: Value| json!({"type": "array", "items": s, "minItems": 50, "maxItems": 1000});
    let of = |key: &str, value: Value| form(json!({ "type": "number", key: value }));
    let length = |least: u32, most: u32| {
        form(json!({"type": "string", "minLength": least, "maxLength": most}))
    };
    vec![
        ("multiples of six primes", form(multiples.clone())),
        ("multiples in a grammar", lark(format!("start: %json {multiples}\n"))),
        ("multiples of a large number", of("multipleOf", json!(99_999_989))),
        ("multiples of a small number", of("multipleOf", json!(0.000_077_7))),
        ("multiples of a tiny number", of("multipleOf", json!(1e-300))),
        ("two counts", regex("(a{1,1000}){1,1000}".to_owned())),
        ("three counts", regex("((a{1,100}){1,100}b?){1,100}".to_owned())),
        ("a window", regex("(a|b)*a(a|b){40}".to_owned())),
        ("4000 words, 50 times", regex(format!("({}){{1,50}}", words(4000, 12, 1).join("|")))),
        ("a long expression", regex("[ab]".repeat(1 << 16))),
        (
            "a long text of a pattern",
            form(json!({"type": "string", "pattern": "^(ab|cd)*$", "minLength": 500_000})),
        ),
        ("eight patterns at once", form(json!({"type": "string", "allOf": windows}))),
        (
            "names by twelve patterns",
            form(json!({"type": "object", "patternProperties": names,
                "additionalProperties": false})),
        ),
        ("a million characters", length(1_000_000, 2_000_000)),
        ("up to a million characters", length(0, 1_000_000)),
        ("100000 items", form(json!({"items": {"type": "integer"}, "minItems": 100_000}))),
        ("lists of lists of lists", form(nested(6, lists, json!({"type": "integer"})))),
        ("both by references", form(chain(40, both, text()))),
        (
            "either by references",
            form(chain(40, |r| json!({"anyOf": [r, list(r.clone())]}), text())),
        ),
        ("two members by references", form(chain(30, |r| members(2, true, |_| r.clone()), text()))),
        ("300 members by references", form(chain(8, each, text()))),
        ("an excluding grammar", lark("start: T\nT: /(?s:.*)a.{24}/ & ~/(?s:.*)b.{24}/\n".into())),
        ("counts of rules", lark("start: a{1,900}\na: b{1,900}\nb: \"x\"{1,900}\n".into())),
        ("an ambiguous grammar", lark("start: s\ns: s s | s s s | \"a\" | \n".into())),
        ("rules of nothing", lark("start: (a?)*\na: b*\nb: \"\"*\n".into())),
    ]
}

/// Requests that must be refused.
fn refused() -> Vec<(&'static str, Value)> {
    let raw = |rest: String| {
        json!(format!("{{\"messages\":[{{\"role\":\"user\",\"content\":\"Hi\"}}],{rest}}}"))
    };
    let schema = |n: usize| "{\"items\":".repeat(n) + "{}" + &"}".repeat(n);
    vec![
        ("118 lists", form(nested(118, |s| json!({ "items": s }), text()))),
        ("a schema 20000 deep", raw(format!("\"guided_json\":{}", schema(20_000)))),
        ("100000 brackets", raw(format!("\"guided_json\":{}1", "[".repeat(100_000)))),
        ("a field 100000 times", raw(format!("\"n\":1{}", ",\"seed\":1".repeat(100_000)))),
        ("a number of a million digits", raw(format!("\"seed\":{}", "9".repeat(1_000_000)))),
        (
            "60000 messages",
            chat(json!({"messages": vec![json!({"role": "user", "content": "Hi"}); 60_000]})),
        ),
        ("a million elements", chat(json!({"messages": vec![1; 1_000_000]}))),
    ]
}

/// Choices that are masked side by side, each token by token.
fn choices() -> Vec<(&'static str, Value)> {
    let mut body = form(members(1, true, |_| text()));
    for (field, value) in [("n", 128), ("max_tokens", 32), ("seed", 3)] {
        body[field] = value.into();
    }
    vec![("128 choices with a form", body)]
}

/// All of them; those that compile the longest come again, to run side by side.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (id, body) in [deep(), wide(), counted(), choices()].into_iter().flatten() {
        cases.push(case(id, CHAT, body, &[200, 400]));
    }
    for (id, body) in refused() {
        cases.push(case(id, CHAT, body, &[400]));
    }
    let again = ["multiples of six primes", "three counts", "300 members by references"];
    for id in again {
        let case = cases.iter().find(|c| c.id == id).expect("a case of this name").clone();
        cases.extend([case.clone(), case]);
    }
    cases
}
