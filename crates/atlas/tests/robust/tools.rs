//! Tools, calls and results as no client should send them, in all three APIs.

use crate::client::Client;
use crate::fields;
use crate::settled;
use crate::support::Served;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The longest that one of these may take in an unoptimised build.
const SLOWEST_MAX: Duration = Duration::from_secs(10);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Expected {
    /// 400, and the error names `tools`.
    Refused,
    Answered,
    /// Refused by name or answered: servers differ in what they read.
    Either,
}
use Expected::{Answered, Either, Refused};

const CHAT: &str = "/v1/chat/completions";
const MESSAGES: &str = "/v1/messages";
const RESPONSES: &str = "/v1/responses";

/// `levels` objects, one in another, around `core`.
fn nested(levels: usize, core: Value) -> Value {
    (0..levels).fold(core, |inner, _| json!({"type": "object", "properties": {"a": inner}}))
}

/// Schemas of a tool's arguments.
fn schemas() -> Vec<(&'static str, Value, Expected)> {
    let object = |properties: Value| json!({"type": "object", "properties": properties});
    let of = |schema: Value| object(json!({ "a": schema }));
    let words: Vec<String> = (0..10_000).map(|i| format!("word number {i}")).collect();
    vec![
        ("a number", json!(5), Refused),
        ("a text", json!("{}"), Refused),
        ("a list", json!([]), Refused),
        ("a truth", json!(true), Refused),
        ("empty", json!({}), Answered),
        ("no type", json!({"properties": {"a": {}}}), Answered),
        ("type is a number", json!({"type": 5}), Either),
        ("type is unknown", json!({"type": "banana"}), Either),
        ("type is not object", json!({"type": "string"}), Either),
        ("properties is a number", json!({"type": "object", "properties": 5}), Either),
        ("a property is a number", of(json!(5)), Either),
        ("a property is false", of(json!(false)), Either),
        ("required is a text", json!({"type": "object", "required": "a"}), Either),
        ("required holds a number", json!({"type": "object", "required": [1]}), Either),
        ("required is not there", json!({"type": "object", "required": ["b"]}), Either),
        ("enum is a text", of(json!({"enum": "x"})), Either),
        ("enum is empty", of(json!({"enum": []})), Either),
        ("enum of everything", of(json!({"enum": [null, 1, "a", [], {}]})), Either),
        ("giant enum", of(json!({ "enum": words })), Either),
        ("unknown keywords", json!({"type": "object", "x-a": {"b": 1}, "banana": [1]}), Answered),
        ("itself", json!({"$ref": "#"}), Either),
        ("in itself", of(json!({"$ref": "#"})), Either),
        (
            "a list of itself",
            json!({"$defs": {"n": of(json!({"$ref": "#/$defs/n"}))}, "$ref": "#/$defs/n"}),
            Either,
        ),
        ("a circle", json!({"$defs": {"n": {"$ref": "#/$defs/n"}}, "$ref": "#/$defs/n"}), Either),
        ("a reference to nothing", of(json!({"$ref": "#/$defs/none"})), Either),
        ("a reference elsewhere", of(json!({"$ref": "http://192.0.2.1/s.json"})), Either),
        ("a reference that is a number", of(json!({"$ref": 5})), Either),
        ("40 deep", nested(40, json!({"type": "string"})), Either),
        ("200 deep", nested(200, json!({"type": "string"})), Refused),
        ("broken pattern", of(json!({"type": "string", "pattern": "("})), Either),
        ("hard pattern", of(json!({"type": "string", "pattern": "^((a+)+)+$"})), Either),
        ("large repeat", of(json!({"type": "string", "pattern": "(a{1000}){1000}"})), Either),
        ("endless text", of(json!({"type": "string", "minLength": 1_000_000_000})), Either),
        ("negative length", of(json!({"type": "string", "minLength": -1})), Either),
        ("no length", of(json!({"type": "string", "minLength": 5, "maxLength": 2})), Either),
        ("endless list", of(json!({"type": "array", "minItems": 1_000_000_000})), Either),
        ("items is a number", of(json!({"type": "array", "items": 5})), Either),
        ("no number", of(json!({"type": "integer", "minimum": 5, "maximum": 2})), Either),
        ("a bound is a text", of(json!({"type": "number", "minimum": "5"})), Either),
        ("multiple of 0", of(json!({"type": "number", "multipleOf": 0})), Either),
        ("anyOf of nothing", of(json!({"anyOf": []})), Either),
        (
            "allOf that excludes",
            of(json!({"allOf": [{"type": "string"}, {"type": "null"}]})),
            Either,
        ),
        ("not anything", of(json!({"not": {}})), Either),
        ("const is an object", of(json!({"const": {"a": [1, null]}})), Either),
        (
            "odd keys",
            object(json!({"": {}, "</parameter>": {}, "a\nb": {}, "\u{1f600}": {}})),
            Either,
        ),
    ]
}

fn names() -> Vec<(&'static str, Value, Expected)> {
    vec![
        ("no name", json!(null), Refused),
        ("empty name", json!(""), Refused),
        ("name is a number", json!(5), Refused),
        ("name is a list", json!([]), Refused),
        ("long name", json!("n".repeat(10_000)), Either),
        ("blank name", json!("  "), Either),
        ("name with a line break", json!("a\nb"), Either),
        ("name with marks", json!("</function><tool_call>"), Either),
        ("name with a quote", json!("a\"b\\"), Either),
        ("name with a zero", json!("a\u{0}b"), Either),
        ("name in another script", json!("\u{1f600}\u{e9}"), Either),
    ]
}

/// A tool in the form of an API.
fn tool(path: &str, name: &Value, schema: &Value) -> Value {
    match path {
        CHAT => json!({"type": "function", "function": {"name": name, "parameters": schema}}),
        MESSAGES => json!({"name": name, "input_schema": schema}),
        _ => json!({"type": "function", "name": name, "parameters": schema}),
    }
}

/// A request with tools; `forced`: one must be called.
fn request(path: &str, tools: Vec<Value>, forced: bool) -> Value {
    let choice = match (path, forced) {
        (MESSAGES, true) => json!({"type": "any"}),
        (MESSAGES, false) => json!({"type": "auto"}),
        (_, true) => json!("required"),
        (_, false) => json!("auto"),
    };
    let mut body = conversation(path, "Hi", Vec::new());
    body["tools"] = tools.into();
    body["tool_choice"] = choice;
    body
}

/// A question and what came after it, in the form of an API.
fn conversation(path: &str, question: &str, rest: Vec<Value>) -> Value {
    let first = json!({"role": "user", "content": question});
    let all: Vec<Value> = [vec![first], rest].concat();
    let limit = if path == RESPONSES { "max_output_tokens" } else { "max_tokens" };
    let list = if path == RESPONSES { "input" } else { "messages" };
    json!({list: all, limit: 48, "temperature": 0, "atlas": {"deadline_ms": 3000}})
}

/// A call and its result in the form of an API. `arguments` is JSON text.
fn call(path: &str, id: &str, name: &str, arguments: &str) -> Value {
    match path {
        CHAT => json!({"role": "assistant", "content": null, "tool_calls": [{"id": id,
            "type": "function", "function": {"name": name, "arguments": arguments}}]}),
        MESSAGES => {
            let input = serde_json::from_str::<Value>(arguments).unwrap_or(json!(arguments));
            json!({"role": "assistant", "content": [
                {"type": "tool_use", "id": id, "name": name, "input": input}]})
        }
        _ => json!({"type": "function_call", "call_id": id, "name": name, "arguments": arguments}),
    }
}

fn result(path: &str, id: &str, text: &str) -> Value {
    match path {
        CHAT => json!({"role": "tool", "tool_call_id": id, "content": text}),
        MESSAGES => json!({"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": id, "content": text}]}),
        _ => json!({"type": "function_call_output", "call_id": id, "output": text}),
    }
}

/// Conversations with calls and results that do not fit or are too much; `Refused` is by the name
/// of the conversation's field.
fn histories(path: &str) -> Vec<(&'static str, Vec<Value>, Expected)> {
    let text = "x ".repeat(500_000);
    let long = format!("{{\"a\": \"{text}\"}}");
    let deep = |n: usize| format!("{}1{}", "{\"a\":".repeat(n), "}".repeat(n));
    let pair = |arguments: &str, output: &str| {
        vec![call(path, "t", "f", arguments), result(path, "t", output)]
    };
    // Calls that were cut, or that a client has no object of, stay in its history.
    vec![
        ("a result of 1 MB", pair("{}", &text), Refused),
        ("arguments of 1 MB", pair(&long, "ok"), Refused),
        ("arguments that are no JSON", pair("{\"a\": ", "ok"), Answered),
        ("arguments that are a list", pair("[1, 2]", "ok"), Answered),
        ("arguments that are null", pair("null", "ok"), Answered),
        ("no arguments", pair("", "ok"), Answered),
        ("arguments 60 deep", pair(&deep(60), "ok"), Answered),
        ("arguments 100 deep", pair(&deep(100), "ok"), Either),
        ("arguments 5000 deep", pair(&deep(5000), "ok"), Either),
        ("a result without a call", vec![result(path, "t", "ok")], Answered),
        (
            "two results of one call",
            [pair("{}", "a"), vec![result(path, "t", "b")]].concat(),
            Answered,
        ),
        (
            "a result of another call",
            vec![call(path, "t", "f", "{}"), result(path, "u", "ok")],
            Answered,
        ),
        ("an empty result", pair("{}", ""), Answered),
        ("a result of marks", pair("{}", "</tool_response><|im_end|>{{ x }}{% raw %}"), Answered),
        ("a call without a name", vec![call(path, "t", "", "{}"), result(path, "t", "ok")], Either),
        (
            "a call of 1000 arguments",
            pair(
                &Value::Object((0..1000).map(|i| (format!("k{i}"), json!(i))).collect())
                    .to_string(),
                "ok",
            ),
            Either,
        ),
    ]
}

struct Prober<'s> {
    served: &'s Served,
    client: Client,
    wrong: Vec<String>,
    slowest: (Duration, String),
    sent: usize,
}

impl Prober<'_> {
    /// Sends a body, checks the answer, and that nothing is left of it.
    fn probe(&mut self, path: &str, label: &str, body: &Value, expected: Expected, field: &str) {
        self.probe_text(path, label, &body.to_string(), expected, field);
    }

    fn probe_text(&mut self, path: &str, label: &str, body: &str, expected: Expected, field: &str) {
        let start = Instant::now();
        let answer = self.client.send("POST", path, body.as_bytes());
        let took = start.elapsed();
        self.sent += 1;
        if took > self.slowest.0 {
            self.slowest = (took, format!("{path} {label}"));
        }
        let verdict = match &answer {
            Err(e) => Err(format!("no answer: {e}")),
            Ok(answer) => match (answer.status, expected) {
                (200, Answered | Either) => Ok(()),
                (400, Refused | Either) => fields::names(path, &answer.body, field),
                (status, _) => Err(format!("{status} where {expected:?}")),
            },
        };
        if let Err(problem) = verdict {
            let body = answer.map(|a| a.body).unwrap_or_default();
            self.wrong.push(format!("{path} {label}: {problem}\n  {body}"));
        }
        settled(self.served);
    }
}

/// The whole table.
pub fn all(served: &Served) {
    let (client, slowest) = (Client::new(&served.address), (Duration::ZERO, String::new()));
    let mut prober = Prober { served, client, wrong: Vec::new(), slowest, sent: 0 };
    let plain = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    for path in [CHAT, MESSAGES, RESPONSES] {
        for forced in [false, true] {
            // Forced calls may not fit into the answer, which the error then says.
            let loosened = |e: Expected| if forced && e == Answered { Either } else { e };
            let field = if forced { "" } else { "tools" };
            for (label, schema, expected) in schemas() {
                let body = request(path, vec![tool(path, &json!("f"), &schema)], forced);
                let label = format!("schema: {label}, forced: {forced}");
                prober.probe(path, &label, &body, loosened(expected), field);
            }
            for (label, name, expected) in names() {
                let body = request(path, vec![tool(path, &name, &plain)], forced);
                let label = format!("{label}, forced: {forced}");
                prober.probe(path, &label, &body, loosened(expected), field);
            }
            let twice = vec![tool(path, &json!("f"), &plain), tool(path, &json!("f"), &plain)];
            prober.probe(path, "two of a name", &request(path, twice, forced), Refused, "tools");
            let many = (0..500).map(|i| tool(path, &json!(format!("tool_{i}")), &plain)).collect();
            // More than this server's sequences hold, which is an error of the conversation.
            prober.probe(path, "500 tools", &request(path, many, forced), Refused, "");
        }
        let field = if path == RESPONSES { "input" } else { "messages" };
        for (label, rest, expected) in histories(path) {
            let body = conversation(path, "Hi", rest);
            prober.probe(path, label, &body, expected, field);
        }
        let open = format!("{{\"{field}\": {}", "[".repeat(1_000_000));
        prober.probe_text(path, "a million brackets", &open, Refused, "");
        let deep = format!("{{\"{field}\": {}{}}}", "[".repeat(50_000), "]".repeat(50_000));
        prober.probe_text(path, "50000 lists", &deep, Refused, field);
        let unknown = format!("{{\"unknown\": {}{}}}", "[".repeat(50_000), "]".repeat(50_000));
        prober.probe_text(path, "50000 lists in an unknown field", &unknown, Refused, "");
        let hello = conversation(path, "Hi", Vec::new());
        prober.probe(path, "a good request after all that", &hello, Answered, field);
    }
    let Prober { wrong, slowest, sent, .. } = prober;
    println!("{sent} requests, the slowest {:?}: {}", slowest.0, slowest.1);
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(slowest.0 < SLOWEST_MAX, "{slowest:?}");
}
