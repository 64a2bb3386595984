//! Random answers: well-formed ones whose events are known, and damaged ones.

use crate::corpus::Reasoning;
use crate::events::Content;
use atlas_text::Dialect;
use serde_json::{Map, Value, json};

/// A small generator of random numbers (SplitMix64), the same in every run.
#[derive(Debug)]
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn pick<'a, T: ?Sized>(&mut self, list: &[&'a T]) -> &'a T {
        list[self.below(list.len())]
    }

    /// Cuts a text into pieces, on average longer or shorter, empty ones included.
    pub fn cuts<'a>(&mut self, text: &'a str) -> Vec<&'a str> {
        let rate = 1 + self.below(12);
        let mut pieces = Vec::new();
        let mut start = 0;
        for (at, _) in text.char_indices() {
            if self.one_in(rate) {
                pieces.push(&text[start..at]);
                start = at;
            }
        }
        pieces.push(&text[start..]);
        pieces
    }
}

/// The characters of a text, each as a piece.
pub fn chars(text: &str) -> Vec<&str> {
    text.char_indices().map(|(at, c)| &text[at..at + c.len_utf8()]).collect()
}

/// An answer and what it says.
#[derive(Debug)]
pub struct Plan {
    pub reasoning: Reasoning,
    pub text: String,
    pub content: Vec<Content>,
}

const WORDS: &[&str] =
    &["Let", "me", "see", "é", "東京", "🚀", "a<b", "<tool", "{x}", "[1]", "`c`", "--", "\"q\""];
const GAPS: &[&str] = &[" ", " ", "\n", "\n\n", "  "];
/// Parts of argument strings; none ends a value.
const PARTS: &[&str] = &[
    "x",
    "word ",
    "\n",
    "\"",
    "\\",
    "é",
    "🚀",
    "<",
    "</para",
    "</parameter> ",
    "x\n<parameter=",
    "x\n<parameter=no>",
    "</tool_call",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "<|",
    "\t",
    "null",
    "12",
    "\u{1}",
    "\u{2028}",
    "<b>",
    "```",
    "｜",
];
const BLANKS: &[&str] = &["", "\n", "\n\n", " ", " \n"];

fn prose(rng: &mut Rng) -> String {
    let mut text = rng.pick(WORDS).to_owned();
    for _ in 0..rng.below(6) {
        text.push_str(rng.pick(GAPS));
        text.push_str(rng.pick(WORDS));
    }
    text
}

fn string(rng: &mut Rng) -> String {
    (0..rng.below(8)).map(|_| rng.pick(PARTS)).collect()
}

fn arguments(rng: &mut Rng) -> (&'static str, Map<String, Value>) {
    let name = rng.pick(&["get_weather", "write_file", "search", "search", "ping"]);
    let mut fields = Map::new();
    let mut add = |key: &str, value: Value| fields.insert(key.to_owned(), value);
    match name {
        "get_weather" => {
            add("city", string(rng).into());
            if rng.one_in(2) {
                add("days", rng.below(100).into());
            }
        }
        "write_file" => {
            add("path", string(rng).into());
            add("content", string(rng).into());
        }
        "search" => {
            for key in ["query", "limit", "exact", "score", "tags", "filter"] {
                if rng.one_in(2) {
                    continue;
                }
                add(
                    key,
                    match key {
                        "query" => string(rng).into(),
                        "limit" => json!(rng.below(1000) as i64 - 500),
                        "exact" => rng.one_in(2).into(),
                        "score" => json!(rng.below(1000) as f64 / 8.0 + 0.5),
                        "tags" => json!(["a", "b]", string(rng)]),
                        _ => json!({"k": {"n": [1, null, true, {}], "s": string(rng)}}),
                    },
                );
            }
        }
        _ => {}
    }
    (name, fields)
}

/// A well-formed answer in a dialect.
pub fn plan(rng: &mut Rng, dialect: Dialect) -> Plan {
    let mut text = String::new();
    let mut content = Vec::new();
    let reasoning = match rng.below(4) {
        0 => Reasoning::Closed,
        1 => Reasoning::Open,
        _ => Reasoning::None,
    };
    let thinks = reasoning == Reasoning::Open || (reasoning == Reasoning::Closed && rng.one_in(2));
    if thinks {
        let thought = prose(rng);
        if reasoning == Reasoning::Closed {
            text.push_str(rng.pick(&["<think>", "<think>\n"]));
        }
        text.push_str(&thought);
        text.push_str(rng.pick(&["</think>", "\n</think>\n\n"]));
        content.push(Content::Reasoning(thought));
    }
    let mut after_call = false;
    for _ in 0..1 + rng.below(4) {
        let said = matches!(content.last(), Some(Content::Text(_)));
        if !said && rng.one_in(3) {
            if after_call {
                text.push_str(rng.pick(BLANKS));
            }
            let said = prose(rng);
            text.push_str(&said);
            content.push(Content::Text(said));
        } else {
            let count = 1 + rng.below(3);
            let calls: Vec<_> = (0..count).map(|_| arguments(rng)).collect();
            // A call of a bare dialect needs text before it that is not JSON.
            text.push_str(if said || after_call { "\n" } else { "" });
            text.push_str(&write(rng, dialect, &calls));
            let calls = calls.into_iter();
            content.extend(calls.map(|(n, a)| Content::Call(n.to_owned(), Value::Object(a))));
            after_call = true;
        }
    }
    if matches!(content.last(), Some(Content::Call(..))) {
        text.push_str(rng.pick(BLANKS));
    }
    Plan { reasoning, text, content }
}

type Call = (&'static str, Map<String, Value>);

/// Writes `calls` in a dialect, with its variants picked at random.
// Long: one arm for each dialect.
fn write(rng: &mut Rng, dialect: Dialect, calls: &[Call]) -> String {
    match dialect {
        Dialect::Qwen3Coder => each(calls, "\n", |(name, fields)| {
            let params = fields.iter().map(|(k, v)| {
                let v = bare_text(v);
                let framed = rng.one_in(2) || v.starts_with('\n') || v.ends_with('\n');
                let nl = if framed { "\n" } else { "" };
                format!("<parameter={k}>{nl}{v}{nl}</parameter>\n")
            });
            let params: String = params.collect();
            format!("<tool_call>\n<function={name}>\n{params}</function>\n</tool_call>")
        }),
        Dialect::MinimaxXml => {
            let inner = each(calls, "\n", |(name, fields)| {
                let params = fields.iter().map(|(k, v)| {
                    let v = bare_text(v);
                    let nl = if v.starts_with('\n') || rng.one_in(4) { "\n" } else { "" };
                    format!("<parameter name=\"{k}\">{nl}{v}{nl}</parameter>\n")
                });
                let params: String = params.collect();
                format!("<invoke name=\"{name}\">\n{params}</invoke>")
            });
            format!("<minimax:tool_call>\n{inner}\n</minimax:tool_call>")
        }
        Dialect::DeepseekDsml => {
            let outer = rng.pick(&["tool_calls", "function_calls"]);
            let b = "｜DSML｜";
            let inner = each(calls, "\n", |(name, fields)| {
                let params = fields.iter().map(|(k, v)| {
                    let (is, v) = (v.is_string(), bare_text(v));
                    format!("<{b}parameter name=\"{k}\" string=\"{is}\">{v}</{b}parameter>\n")
                });
                let params: String = params.collect();
                format!("<{b}invoke name=\"{name}\">\n{params}</{b}invoke>")
            });
            format!("<{b}{outer}>\n{inner}\n</{b}{outer}>")
        }
        Dialect::Hermes => each(calls, "\n", |call| {
            format!("<tool_call>\n{}\n</tool_call>", object(rng, call, "arguments"))
        }),
        Dialect::BareJson | Dialect::Llama => {
            let key = if dialect == Dialect::Llama { "parameters" } else { "arguments" };
            let form = rng.below(4);
            let between = [", ", "\n", "\n\n", "\n"][form];
            let inner = each(calls, between, |call| object(rng, call, key));
            match form {
                0 => format!("[{inner}]"),
                1 => format!("```json\n{inner}\n```"),
                2 if dialect == Dialect::Llama => each(calls, "; ", |(name, fields)| {
                    format!("<function={name}>{}</function>", json!(fields))
                })
                .replace("; ", "\n"),
                _ => inner,
            }
        }
        Dialect::Mistral => match rng.below(3) {
            0 => {
                let inner = each(calls, ", ", |call| object(rng, call, "arguments"));
                format!("[TOOL_CALLS] [{inner}]")
            }
            1 => each(calls, "", |(name, f)| format!("[TOOL_CALLS]{name}[ARGS]{}", json!(f))),
            _ => each(calls, "", |(name, f)| {
                format!("[TOOL_CALLS]{name}[CALL_ID]aB3dE6gH9[ARGS]{}", json!(f))
            }),
        },
        Dialect::Gemma => each(calls, "", |(name, fields)| {
            let args = fields.iter().map(|(k, v)| format!("{k}:{}", gemma(v)));
            format!("<|tool_call>call:{name}{{{}}}<tool_call|>", args.collect::<Vec<_>>().join(","))
        }),
        Dialect::DeepseekV3 => {
            let fenced = rng.one_in(2);
            let inner = each(calls, if fenced { "\n" } else { "" }, |(name, fields)| {
                let body = match fenced {
                    true => {
                        format!("function<｜tool▁sep｜>{name}\n```json\n{}\n```", json!(fields))
                    }
                    false => format!("{name}<｜tool▁sep｜>{}", json!(fields)),
                };
                format!("<｜tool▁call▁begin｜>{body}<｜tool▁call▁end｜>")
            });
            format!("<｜tool▁calls▁begin｜>{inner}<｜tool▁calls▁end｜>")
        }
    }
}

fn each(calls: &[Call], between: &str, write: impl FnMut(&Call) -> String) -> String {
    calls.iter().map(write).collect::<Vec<_>>().join(between)
}

fn bare_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn object(rng: &mut Rng, (name, fields): &Call, key: &str) -> String {
    let arguments = Value::Object(fields.clone());
    match rng.below(5) {
        0 => json!({key: arguments, "name": name}).to_string(),
        1 => json!({"name": name, key: arguments.to_string()}).to_string(),
        2 => serde_json::to_string_pretty(&json!({"name": name, key: arguments})).unwrap(),
        3 => json!({"type": "function", "name": name, key: arguments}).to_string(),
        _ => format!("{{\"name\": \"{name}\", \"{key}\": {arguments}}}"),
    }
}

fn gemma(value: &Value) -> String {
    match value {
        Value::String(text) => format!("<|\"|>{text}<|\"|>"),
        Value::Array(list) => {
            format!("[{}]", list.iter().map(gemma).collect::<Vec<_>>().join(","))
        }
        Value::Object(fields) => {
            let fields = fields.iter().map(|(k, v)| format!("{k}:{}", gemma(v)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
        }
        other => other.to_string(),
    }
}

/// Pieces of markup of all dialects.
const MARKUP: &[&str] = &[
    "<tool_call>",
    "</tool_call>",
    "<function=ping>",
    "<function=nope>",
    "</function>",
    "<parameter=query>",
    "</parameter>",
    "<think>",
    "</think>",
    "<minimax:tool_call>",
    "<invoke name=\"search\">",
    "<parameter name=\"limit\">",
    "</invoke>",
    "<｜DSML｜tool_calls>",
    "<｜DSML｜invoke name=\"search\">",
    "<｜DSML｜parameter name=\"limit\" string=\"false\">",
    "</｜DSML｜parameter>",
    "</｜DSML｜invoke>",
    "<｜tool▁calls▁begin｜>",
    "<｜tool▁call▁begin｜>",
    "<｜tool▁sep｜>",
    "<｜tool▁call▁end｜>",
    "<｜tool▁calls▁end｜>",
    "function",
    "[TOOL_CALLS]",
    "[ARGS]",
    "[CALL_ID]",
    "ping{}",
    "search{",
    "<|tool_call>",
    "call:search{",
    "<|\"|>",
    "<tool_call|>",
    "<escape>",
    "{\"name\": \"search\", \"arguments\": {",
    "{\"arguments\": {",
    "\"name\": \"ping\"",
    "[{",
    "}]",
    "}}",
    "```json\n",
    "```",
    ";",
    ",",
    "<|python_tag|>",
    "\"parameters\": \"{",
    "\\u00",
    "\\\"",
    "\"",
    "\n",
    " ",
    "{",
    "}",
    "é",
    "🚀",
    "12",
    "true",
    ":",
];

/// Damages an answer: cut short, pieces lost, doubled, moved, or markup put in.
pub fn damage(rng: &mut Rng, _: Dialect, text: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..1 + rng.below(4) {
        let at = rng.below(chars.len() + 1);
        let end = (at + 1 + rng.below(12)).min(chars.len());
        match rng.below(5) {
            0 => chars.truncate(at),
            1 => drop(chars.drain(at..end)),
            2 => {
                let copy = chars[at..end].to_vec();
                let to = rng.below(chars.len() + 1);
                chars.splice(to..to, copy);
            }
            3 => {
                let moved: Vec<char> = chars.drain(at..end).collect();
                let to = rng.below(chars.len() + 1);
                chars.splice(to..to, moved);
            }
            _ => drop(chars.splice(at..at, rng.pick(MARKUP).chars()).count()),
        }
    }
    chars.into_iter().collect()
}

/// Markup in no order.
pub fn noise(rng: &mut Rng, dialect: Dialect) -> String {
    let words = |rng: &mut Rng| if rng.one_in(3) { rng.pick(WORDS) } else { rng.pick(MARKUP) };
    let text: String = (0..1 + rng.below(30)).map(|_| words(rng)).collect();
    if rng.one_in(2) { text } else { plan(rng, dialect).text + &text }
}
