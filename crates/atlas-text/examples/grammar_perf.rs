//! Times of masks and accepted tokens, for a JSON schema and inside free-text values, over the
//! bundled tokenizer and over a made vocabulary of the size of today's large ones.
//!
//! `cargo run --release -p atlas-text --example grammar_perf`, by real-time priority where other
//! work runs (`chrt -r 5`). `settle` is called before a token is accepted, which then costs less.

use atlas_core::{Settled, TokenId};
use atlas_text::Dialect;
use atlas_text::Tokenizer;
use atlas_text::grammar::{Compiler, ForbiddenTokens, Form, ToolChoice, ToolForm};
use serde_json::json;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::Instant;

/// Answers walked through per form.
const WALKS: usize = 30;
const LARGE: usize = 151_000;

/// A small generator (SplitMix64).
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

struct Vocab {
    name: &'static str,
    compiler: Compiler,
    words: Vec<Vec<u8>>,
    by_first: BTreeMap<u8, Vec<TokenId>>,
}

impl Vocab {
    fn new(name: &'static str, compiler: Compiler, words: Vec<Vec<u8>>) -> Self {
        let mut by_first: BTreeMap<u8, Vec<TokenId>> = BTreeMap::new();
        for (id, word) in words.iter().enumerate() {
            if let Some(&first) = word.first() {
                by_first.entry(first).or_default().push(id as TokenId);
            }
        }
        by_first
            .values_mut()
            .for_each(|v| v.sort_by_key(|t| std::cmp::Reverse(words[*t as usize].len())));
        Self { name, compiler, words, by_first }
    }

    /// `text` by the longest token at each place.
    fn spell(&self, text: &str) -> Vec<TokenId> {
        let (bytes, mut at, mut out) = (text.as_bytes(), 0, Vec::new());
        while at < bytes.len() {
            let fits = |t: &&TokenId| bytes[at..].starts_with(&self.words[**t as usize]);
            let token = self.by_first.get(&bytes[at]).and_then(|all| all.iter().find(fits));
            let token = *token.expect("every byte is a token");
            at += self.words[token as usize].len();
            out.push(token);
        }
        out
    }
}

fn small() -> Vocab {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/atlas-mini/tokenizer.json");
    let json = std::fs::read(path).expect("the bundled tokenizer");
    let tokenizer = Arc::new(Tokenizer::load(&json, None).expect("a tokenizer"));
    let words = (0..tokenizer.vocab_size() as TokenId)
        .map(|id| tokenizer.token_bytes(id).unwrap_or_default().to_vec());
    let words = words.collect();
    Vocab::new("bundled tokenizer", Compiler::new(tokenizer).expect("sound"), words)
}

/// Bytes, markup, and made words in the proportions of a large vocabulary: most with a space in
/// front, some of other scripts, some of punctuation and indents.
fn large() -> Vocab {
    let mut rng = Rng(1);
    let mut words: Vec<Vec<u8>> = (0..=255u8).map(|byte| vec![byte]).collect();
    let tags = [
        "<tool_call>",
        "</tool_call>",
        "</",
        "<parameter",
        "</parameter",
        ">\n",
        "parameter",
        "function",
    ];
    words.extend(tags.iter().map(|t| t.as_bytes().to_vec()));
    let mut seen: HashSet<Vec<u8>> = words.iter().cloned().collect();
    let syllables = [
        "a", "re", "in", "tion", "er", "st", "con", "al", "ing", "th", "o", "u", "ly", "pre",
        "com", "de", "es", "1", "20", "ed",
    ];
    let marks = [
        "<", ">", "/", "(", ")", "{", "}", "\"", "'", ".", ",", ":", ";", "=", "\n", "  ", "\t",
        "_", "-", "\\",
    ];
    let scripts = ["漢", "字", "ю", "ж", "ب", "é", "ü", "한", "の", "🚀"];
    while words.len() < LARGE {
        let mut word = String::new();
        let set: &[&str] = match rng.below(20) {
            0..13 => &syllables,
            13..16 => &scripts,
            _ => &marks,
        };
        if rng.below(2) == 0 {
            word.push(' ');
        }
        for _ in 0..1 + rng.below(4) {
            word.push_str(set[rng.below(set.len())]);
        }
        let mut word = word.into_bytes();
        if rng.below(60) == 0 {
            // Part of a character, as byte-level merges leave it.
            word.truncate(word.len() - 1);
        }
        if !word.is_empty() && seen.insert(word.clone()) {
            words.push(word);
        }
    }
    Vocab::new("made vocabulary", Compiler::from_token_bytes(&words).expect("sound"), words)
}

fn percentiles(label: &str, times: &mut [f64]) {
    times.sort_by(f64::total_cmp);
    let at = |p: f64| times[((times.len() - 1) as f64 * p) as usize];
    println!(
        "    {label:<7} n {:>6}  p50 {:>7.1}  p90 {:>7.1}  p99 {:>7.1}  max {:>7.1} us",
        times.len(),
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0)
    );
}

fn measure(
    vocab: &Vocab,
    name: &str,
    form: &Form,
    budget: Option<usize>,
    text: impl Fn(&mut Rng) -> String,
) {
    let begin = Instant::now();
    let grammar = vocab.compiler.compile(form, None).expect("a grammar");
    let compiled = begin.elapsed().as_secs_f64() * 1e3;
    let begin = Instant::now();
    let _ = grammar.constraint();
    let start = begin.elapsed().as_secs_f64() * 1e6;
    println!("  {name}: compiled in {compiled:.1} ms, constraint in {start:.0} us");
    let mut mask = vec![0u32; vocab.words.len().div_ceil(32)];
    let (mut masks, mut settled, mut accepts, mut rng) =
        (Vec::new(), Vec::new(), Vec::new(), Rng(7));
    for _ in 0..WALKS {
        let mut constraint = match budget {
            Some(budget) => {
                grammar.constraint_within(budget, &ForbiddenTokens::default()).expect("enough")
            }
            None => grammar.constraint(),
        };
        for token in vocab.spell(&text(&mut rng)) {
            let begin = Instant::now();
            constraint.mask_into(&mut mask).expect("a mask");
            masks.push(begin.elapsed().as_secs_f64() * 1e6);
            let begin = Instant::now();
            let kept = constraint.settle(token);
            settled.push(begin.elapsed().as_secs_f64() * 1e6);
            assert_eq!(kept, Settled::Token(token), "the budget is large");
            let begin = Instant::now();
            constraint.accept(token).expect("the text fits");
            accepts.push(begin.elapsed().as_secs_f64() * 1e6);
        }
        assert!(constraint.may_stop(), "the text is whole");
    }
    percentiles("mask", &mut masks);
    if budget.is_some() {
        percentiles("settle", &mut settled);
    }
    percentiles("accept", &mut accepts);
}

fn words(rng: &mut Rng, n: usize) -> String {
    let all = [
        "stone", "river", "con", "größer", "calls", "漢字", "printing", "under", "a", "of", "20",
        "red",
    ];
    (0..n).map(|_| all[rng.below(all.len())]).collect::<Vec<_>>().join(" ")
}

fn code(rng: &mut Rng, lines: usize) -> String {
    let line = |rng: &mut Rng| match rng.below(6) {
        0 => format!("if {} < {} {{", rng.below(99), rng.below(99)),
        1 => format!("    <p class=\"x\">{}</p>", words(rng, 3)),
        2 => format!("    let x = y << {}; // </parameter", rng.below(9)),
        3 => format!("    print(\"{}\")", words(rng, 4)),
        4 => "}".to_owned(),
        _ => words(rng, 8),
    };
    (0..lines).map(|_| line(rng)).collect::<Vec<_>>().join("\n")
}

fn main() {
    let person = json!({"type": "object", "additionalProperties": false,
        "properties": {
            "name": {"type": "string", "minLength": 1, "maxLength": 80},
            "age": {"type": "integer", "minimum": 0, "maximum": 150},
            "kind": {"enum": ["alpha", "beta", "gamma"]},
            "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 6},
            "place": {"type": "object", "properties": {"street": {"type": "string"},
                "zip": {"type": "string", "pattern": "^[0-9]{5}$"}}, "required": ["street"]},
            "note": {"type": "string"}},
        "required": ["name", "age", "kind"]});
    let person = Form::JsonSchema { schema: person, place: "schema".to_owned() };
    let document = |rng: &mut Rng| {
        let (age, name, tag) = (rng.below(150), words(rng, 3), words(rng, 2));
        let (street, note) = (words(rng, 3), words(rng, 40));
        format!(
            "{{\"name\": \"{name}\", \"age\": {age}, \"kind\": \"beta\", \"tags\": [\"{tag}\"], \
             \"place\": {{\"street\": \"{street}\", \"zip\": \"01234\"}}, \"note\": \"{note}\"}}"
        )
    };
    let records = json!({"type": "object", "additionalProperties": false,
        "properties": {
            "text": {"type": "string", "maxLength": 10000},
            "records": {"type": "array", "maxItems": 50, "items": {"type": "object",
                "properties": {"id": {"type": "string", "format": "uuid"},
                    "at": {"type": "string", "format": "date-time"},
                    "code": {"type": "string", "pattern": "^[A-Z]{2,4}-[0-9]+$"},
                    "value": {"type": "number", "minimum": -10, "maximum": 1000},
                    "of": {"anyOf": [{"type": "null"}, {"type": "string"}, {"type": "integer"}]}},
                "required": ["id", "value"], "additionalProperties": false}}},
        "required": ["text", "records"]});
    let records = Form::JsonSchema { schema: records, place: "schema".to_owned() };
    let list = |rng: &mut Rng| {
        let record = |rng: &mut Rng| {
            format!(
                "{{\"id\": \"0b8f{:04}-1c2d-4e5f-8a9b-0123456789ab\", \
                 \"at\": \"2024-02-29T10:0{}:00Z\", \"code\": \"AB-{}\", \"value\": {}.25, \
                 \"of\": \"{}\"}}",
                rng.below(9999),
                rng.below(9),
                rng.below(999),
                rng.below(900),
                words(rng, 4)
            )
        };
        let all: Vec<String> = (0..6).map(|_| record(rng)).collect();
        format!("{{\"text\": \"{}\", \"records\": [{}]}}", words(rng, 60), all.join(", "))
    };
    for make in [small, large] {
        let begin = Instant::now();
        let vocab = make();
        let took = begin.elapsed().as_secs_f64();
        println!("{}: {} tokens, ready in {took:.2} s", vocab.name, vocab.words.len());
        for (budget, with) in [(None, ""), (Some(8000), ", with a budget")] {
            measure(&vocab, &format!("JSON schema{with}"), &person, budget, document);
            measure(&vocab, &format!("JSON schema of records{with}"), &records, budget, list);
            measure(&vocab, &format!("any JSON object{with}"), &Form::JsonObject, budget, document);
            for format in Dialect::ALL {
                let name = format!("call with 40 lines of code, {format}{with}");
                measure(&vocab, &name, &call(format), budget, |rng| written(format, rng));
            }
        }
    }
}

/// A tool that writes a file.
fn call(format: Dialect) -> Form {
    let tools = vec![json!({"name": "write", "parameters": {"type": "object", "properties": {
        "path": {"type": "string", "minLength": 1}, "text": {"type": "string"}},
        "required": ["path", "text"]}})];
    Form::Tools(ToolForm { format, tools, choice: ToolChoice::Required, parallel: true })
}

/// A call of it.
fn written(format: Dialect, rng: &mut Rng) -> String {
    let (path, text) = (words(rng, 2), code(rng, 40));
    let arguments = json!({"path": path, "text": text}).to_string();
    match format {
        Dialect::Qwen3Coder => format!(
            "<tool_call>\n<function=write>\n<parameter=path>\n{path}\n</parameter>\n\
             <parameter=text>\n{text}\n</parameter>\n</function>\n</tool_call>"
        ),
        Dialect::MinimaxXml => format!(
            "<minimax:tool_call>\n<invoke name=\"write\">\n\
             <parameter name=\"path\">{path}</parameter>\n\
             <parameter name=\"text\">{}</parameter>\n</invoke>\n</minimax:tool_call>",
            text
        ),
        Dialect::DeepseekDsml => format!(
            "<｜DSML｜tool_calls>\n<｜DSML｜invoke name=\"write\">\n\
             <｜DSML｜parameter name=\"path\" string=\"true\">{path}</｜DSML｜parameter>\n\
             <｜DSML｜parameter name=\"text\" string=\"true\">{text}</｜DSML｜parameter>\n\
             </｜DSML｜invoke>\n</｜DSML｜tool_calls>"
        ),
        Dialect::DeepseekV3 => format!(
            "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>write<｜tool▁sep｜>{arguments}\
             <｜tool▁call▁end｜><｜tool▁calls▁end｜>"
        ),
        Dialect::Hermes => format!(
            "<tool_call>\n{{\"name\": \"write\", \"arguments\": {arguments}}}\n</tool_call>"
        ),
        Dialect::BareJson => format!("{{\"name\": \"write\", \"arguments\": {arguments}}}"),
        Dialect::Llama => format!("{{\"name\": \"write\", \"parameters\": {arguments}}}"),
        Dialect::Mistral => {
            format!("[TOOL_CALLS] [{{\"name\": \"write\", \"arguments\": {arguments}}}]")
        }
        Dialect::Gemma => {
            format!(
                "<|tool_call>call:write{{path:<|\"|>{path}<|\"|>,text:<|\"|>{text}<|\"|>}}\
                 <tool_call|>"
            )
        }
    }
}
