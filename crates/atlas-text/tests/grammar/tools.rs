//! Tool calls: what fits each wire format, and what does not.

use super::forms::{calls, deepseek, deepseek_fenced, required, tools, wires};
use super::vocab::{Rng, Vocab, unread};
use atlas_core::Settled;
use atlas_text::grammar::{Compiler, Form, GrammarError, ToolChoice, ToolForm};
use atlas_text::{Dialect, OutputEvent, OutputParser, OutputSpec, Tokenizer, ToolSet};
use serde_json::{Value, json};
use std::sync::Arc;

fn one(format: Dialect, parameters: Value) -> Form {
    let tools = vec![json!({"name": "f", "parameters": parameters})];
    Form::Tools(ToolForm { format, tools, choice: ToolChoice::Required, parallel: false })
}

#[test]
fn calls_of_every_format_fit() {
    for (format, text) in wires() {
        for seed in 0..3 {
            assert_eq!(Vocab::mini().takes(&required(format), &text, seed), (true, true), "{text}");
        }
        // Every cut of it is no whole call, but for the ends of earlier calls.
        let cut = &text[..text.len() - 1];
        assert_eq!(Vocab::bytes().takes(&required(format), cut, 0), (true, false), "{cut}");
    }
}

#[test]
fn only_one_call_unless_parallel() {
    for (format, text) in wires() {
        let form = calls(format, ToolChoice::Required, false);
        let single = Vocab::bytes().takes(&form, &text, 0);
        let several = text.matches("\"list\"").count() + text.matches("<function=").count() > 2
            || text.contains("\"now\">")
            || text.matches("call:").count() > 1
            || text.matches("{\"name\"").count() > 1
            || text.matches("<｜tool▁call▁begin｜>").count() > 1;
        assert_eq!(single, (!several, single.1), "{format}: {text}");
        assert!(several || single.1);
    }
}

#[test]
fn a_named_tool_is_the_only_one() {
    let form = calls(Dialect::Hermes, ToolChoice::Named("list".to_owned()), false);
    let call = |name: &str| {
        let text =
            format!("<tool_call>\n{{\"name\": \"{name}\", \"arguments\": {{}}}}\n</tool_call>");
        Vocab::mini().takes(&form, &text, 1).0
    };
    assert!(call("list") && !call("now"));
    let unknown = calls(Dialect::Hermes, ToolChoice::Named("unknown_tool".to_owned()), false);
    let error = Vocab::mini().compiler.compile(&unknown, None).expect_err("no such tool");
    assert!(error.to_string().contains("unknown_tool"));
}

/// The calls of one block are written one way, whichever the model begins.
#[test]
fn deepseek_calls_keep_the_form_of_the_first() {
    let (bare, fenced) = (deepseek(), deepseek_fenced());
    let second = |text: &str| {
        let at = text.rfind("<｜tool▁call▁begin｜>").expect("two calls");
        (text[..at].to_owned(), text[at..].to_owned())
    };
    let ((first_bare, last_bare), (first_fenced, last_fenced)) = (second(&bare), second(&fenced));
    let form = required(Dialect::DeepseekV3);
    for (text, fits) in [
        (first_bare.clone() + &last_bare, true),
        (first_fenced.clone() + &last_fenced, true),
        (first_bare + &last_fenced, false),
        (first_fenced + &last_bare, false),
    ] {
        assert_eq!(Vocab::mini().takes(&form, &text, 1).0, fits, "{text}");
    }
}

/// A tokenizer may call its marks special; they are what a call is written with all the same.
#[test]
fn deepseek_marks_may_be_special_tokens() {
    let path =
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/tokenizers/chatml.tokenizer.json");
    let json = std::fs::read(path).expect("a fixture");
    let mut json: Value = serde_json::from_slice(&json).expect("JSON");
    let marks = ["calls▁begin", "call▁begin", "sep", "call▁end", "calls▁end"];
    let added = json["added_tokens"].as_array_mut().expect("a list");
    for (n, mark) in marks.iter().enumerate() {
        let content = format!("<｜tool▁{mark}｜>");
        added.push(json!({"id": 1007 + n, "content": content, "special": true, "lstrip": false,
            "rstrip": false, "single_word": false, "normalized": false}));
    }
    let tokenizer = Tokenizer::load(json.to_string().as_bytes(), None).expect("a tokenizer");
    let compiler = Compiler::new(Arc::new(tokenizer)).expect("a vocabulary");
    let grammar = compiler.compile(&required(Dialect::DeepseekV3), None).expect("a grammar");
    assert!(grammar.witness().is_some_and(|least| least < 40));
    let mut c = grammar.constraint();
    for mark in [1007, 1008] {
        let mut mask = vec![0u32; 1012usize.div_ceil(32)];
        c.mask_into(&mut mask).expect("a mask");
        assert_ne!(mask[mark / 32] & (1 << (mark % 32)), 0);
        c.accept(mark as u32).expect("the mark begins calls");
    }
}

/// The arguments that qwen's format takes for one parameter, as the text between the tags.
fn value_fits(schema: Value, required: bool, value: &str) -> bool {
    let list: &[&str] = if required { &["v"] } else { &[] };
    let form = one(
        Dialect::Qwen3Coder,
        json!({"type": "object", "properties": {"v": schema}, "required": list}),
    );
    let text = format!(
        "<tool_call>\n<function=f>\n<parameter=v>\n{value}\n</parameter>\n</function>\n</tool_call>"
    );
    let fits: Vec<bool> = (0..3).map(|seed| Vocab::mini().takes(&form, &text, seed).1).collect();
    assert!(fits.iter().all(|f| *f == fits[0]), "{value:?} depends on the tokens");
    fits[0]
}

#[test]
fn values_follow_their_schemas() {
    let text = json!({"type": "string"});
    let filled = json!({"type": "string", "minLength": 1});
    for (schema, value, fits) in [
        (&text, "", true),
        (&text, "a < b >= c\n\n</p> </parameter", true),
        (&text, "a</parameter>b", false),
        (&filled, "x", true),
        (&filled, "\n\n x", true),
        (&filled, "<", true),
        (&filled, "", false),
        (&filled, " \n\n", false),
        (&json!({"type": "string", "minLength": 4}), "abc", false),
        (&json!({"type": "string", "minLength": 4}), "ab<c", true),
        (&json!({"type": "string", "maxLength": 6}), "ab\n", true),
        (&json!({"type": "string", "maxLength": 6}), "größer", true),
        (&json!({"type": "string", "maxLength": 6}), "größeres", false),
        (&json!({"enum": ["a<b", "c"]}), "a<b", true),
        (&json!({"enum": ["a<b", "c"]}), "d", false),
        (&json!({"type": "integer"}), "12", true),
        (&json!({"type": "integer"}), "\"12\"", false),
        (&json!({"type": "boolean"}), "true", true),
        (&json!({"type": "boolean"}), "True", false),
        (&json!({"type": "array", "items": {"type": "number"}}), "[1, 2.5]", true),
        (&json!({"type": "array", "items": {"type": "number"}}), "[\"1\"]", false),
        (&json!({"anyOf": [{"type": "string"}, {"type": "null"}]}), "what", true),
        (&json!({"anyOf": [{"type": "integer"}, {"const": "all"}]}), "all", true),
        (&json!({"anyOf": [{"type": "integer"}, {"const": "all"}]}), "none", false),
        (&json!({}), "anything at all", true),
    ] {
        assert_eq!(value_fits(schema.clone(), true, value), fits, "{value:?} as {schema}");
    }
}

#[test]
fn required_parameters_must_come_and_optional_ones_may() {
    let form = required(Dialect::Qwen3Coder);
    let param = |key: &str, v: &str| format!("<parameter={key}>\n{v}\n</parameter>\n");
    let call = |params: &[(&str, &str)]| {
        let params: String = params.iter().map(|(k, v)| param(k, v)).collect();
        let text = format!("<tool_call>\n<function=write_file>\n{params}</function>\n</tool_call>");
        Vocab::mini().takes(&form, &text, 4).1
    };
    assert!(call(&[("path", "p"), ("text", "t")]));
    assert!(call(&[("path", "p"), ("text", ""), ("lines", "3")]));
    assert!(!call(&[("path", "p")]), "text is missing");
    assert!(!call(&[("path", ""), ("text", "t")]), "path is empty");
    assert!(call(&[("text", "t"), ("path", "p")]), "any order");
    assert!(call(&[("lines", "3"), ("text", "t"), ("mode", "new"), ("path", "p")]));
    assert!(!call(&[("lines", "3"), ("text", "t")]), "path is missing");
    assert!(!call(&[("lines", "3"), ("text", "t"), ("lines", "4"), ("path", "p")]), "twice");
    assert!(!call(&[("path", "p"), ("text", "t"), ("else", "x")]), "not in the schema");
    assert!(!call(&[("path", "p"), ("path", "q"), ("text", "t")]), "twice");
}

/// Whether Gemma's form takes `value` for one parameter.
fn gemma_fits(schema: &Value, value: &str) -> bool {
    let parameters = json!({"type": "object", "properties": {"v": schema}, "required": ["v"]});
    let form = one(Dialect::Gemma, parameters);
    let text = format!("<|tool_call>call:f{{v:{value}}}<tool_call|>");
    let fits: Vec<bool> = (0..3).map(|seed| Vocab::mini().takes(&form, &text, seed).1).collect();
    assert!(fits.iter().all(|f| *f == fits[0]), "{value:?} depends on the tokens");
    fits[0]
}

#[test]
fn values_of_gemma_follow_their_schemas() {
    let quoted = |text: &str| format!("<|\"|>{text}<|\"|>");
    let pair = json!({"type": "object", "properties": {"a": {"type": "integer"},
        "b": {"type": "array", "items": {"enum": ["x", "y"]}, "maxItems": 2}}, "required": ["a"]});
    let first = json!({"type": "array", "prefixItems": [{"type": "integer"}, {"type": "boolean"}],
        "items": {"type": "null"}, "minItems": 1, "maxItems": 4});
    let apart = json!({"type": "array", "items": {"enum": ["x", "y"]}, "uniqueItems": true});
    let tree = json!({"type": "array", "items": {"type": "array", "minItems": 2,
        "items": {"type": ["string", "null"]}}});
    for (schema, value, fits) in [
        (json!({"type": "string"}), quoted("a \"b\" <c>, {d:1} <|\"| \n"), true),
        (json!({"type": "string"}), quoted(""), true),
        (json!({"type": "string"}), "bare".to_owned(), false),
        (json!({"type": "string", "minLength": 1}), quoted(" \n"), false),
        (json!({"type": "string", "minLength": 3, "maxLength": 5}), quoted("größe"), true),
        (json!({"type": "string", "minLength": 3, "maxLength": 5}), quoted("größer"), false),
        (json!({"type": "string", "minLength": 3, "maxLength": 5}), quoted("ab"), false),
        (json!({"type": "string", "pattern": "^[a-c]+$"}), quoted("abc"), true),
        (json!({"type": "string", "pattern": "^[a-c]+$"}), quoted("abd"), false),
        (json!({"anyOf": [{"type": "string"}, {"type": "null"}]}), quoted("what"), true),
        (json!({"anyOf": [{"type": "string"}, {"type": "null"}]}), "null".to_owned(), true),
        (json!({"enum": ["a<b", 3]}), quoted("a<b"), true),
        (json!({"enum": ["a<b", 3]}), "3".to_owned(), true),
        (json!({"enum": ["a<b", 3]}), quoted("a<bc"), false),
        (json!({"type": "integer", "minimum": 5}), "12".to_owned(), true),
        (json!({"type": "integer", "minimum": 5}), "4".to_owned(), false),
        (json!({"type": "boolean"}), "true".to_owned(), true),
        (json!({"type": "boolean"}), quoted("true"), false),
        (pair.clone(), format!("{{b:[{},{}],a:1}}", quoted("x"), quoted("y")), true),
        (pair.clone(), format!("{{b:[{}]}}", quoted("x")), false),
        (pair.clone(), format!("{{a:1,b:[{}]}}", quoted("z")), false),
        (pair.clone(), "{a:1,b:[],c:2}".to_owned(), false),
        (pair, "{a:1,}".to_owned(), false),
        (tree.clone(), format!("[[{},null],[null,null]]", quoted("}, v:")), true),
        (tree, "[[null]]".to_owned(), false),
        (first.clone(), "[1]".to_owned(), true),
        (first.clone(), "[1,true,null,null]".to_owned(), true),
        (first.clone(), "[]".to_owned(), false),
        (first.clone(), "[true]".to_owned(), false),
        (first, "[1,true,null,null,null]".to_owned(), false),
        (apart.clone(), format!("[{},{}]", quoted("y"), quoted("x")), true),
        (apart.clone(), "[]".to_owned(), true),
        (apart, format!("[{},{}]", quoted("x"), quoted("x")), false),
        (json!({}), format!("{{k:[1,{{x:{}}}]}}", quoted("t")), true),
    ] {
        assert_eq!(gemma_fits(&schema, &value), fits, "{value:?} as {schema}");
    }
    let lost = json!({"type": "object", "properties": {"a": {"type": "array", "maxItems": 900,
        "items": {"type": "string", "maxLength": 3}}, "m": {"type": "string", "format": "email"}}});
    let grammar = Vocab::mini().grammar(&one(Dialect::Gemma, lost));
    let mut dropped: Vec<String> = grammar.dropped().iter().map(ToString::to_string).collect();
    dropped.sort_unstable();
    let want = ["a/items/maxLength", "a/maxItems"].map(|key| format!("f#/properties/{key}"));
    assert_eq!(dropped, want);
}

/// The output machine reads every text that the grammar of Gemma's form takes, for all tokens.
#[test]
fn calls_in_the_form_of_gemma_are_read_back() {
    let form = required(Dialect::Gemma);
    let set = Arc::new(ToolSet::new(&tools()).expect("tools"));
    let vocab = Vocab::mini();
    let (mut rng, mut calls) = (Rng(4), 0);
    for _ in 0..40 {
        let mut held = vocab.grammar(&form).constraint_within(400, &unread()).expect("enough");
        let mut text = Vec::new();
        loop {
            let mask = vocab.allowed(&mut *held).expect("a form");
            let options: Vec<usize> = (0..mask.len()).filter(|t| mask[*t]).collect();
            if options.is_empty() {
                break;
            }
            let Settled::Token(token) = held.settle(options[rng.below(options.len())] as u32)
            else {
                break;
            };
            held.accept(token).expect("allowed");
            text.extend_from_slice(&vocab.words[token as usize]);
        }
        let text = String::from_utf8(text).expect("characters");
        let spec = OutputSpec { dialect: Dialect::Gemma, tools: set.clone(), reasoning: None };
        let (mut parser, mut events) = (OutputParser::new(spec), Vec::new());
        parser.push(&text, &mut events);
        parser.finish(&mut events);
        let mut arguments = String::new();
        for event in events {
            match event {
                OutputEvent::CallBegin { .. } => arguments.clear(),
                OutputEvent::CallArguments { json, .. } => arguments.push_str(&json),
                OutputEvent::CallEnd { .. } => {
                    let read: Value = serde_json::from_str(&arguments).expect("arguments");
                    assert!(read.is_object(), "{read}");
                    calls += 1;
                }
                other => panic!("{other:?} in {text:?}"),
            }
        }
        assert_eq!(text.matches("<|tool_call>call:").count() > 0, calls > 0);
    }
    assert!(calls >= 40, "{calls} calls");
}

/// Many parameters keep the schema's order, so that the grammar stays small.
#[test]
fn many_parameters_come_in_the_order_of_the_schema() {
    let names: Vec<String> = (0..7).map(|n| format!("p{n}")).collect();
    let takes = |count: usize, order: &[usize]| {
        let properties = names[..count].iter().map(|n| (n.clone(), json!({"type": "integer"})));
        let properties: serde_json::Map<String, Value> = properties.collect();
        let form = one(Dialect::MinimaxXml, json!({"type": "object", "properties": properties}));
        let params = order.iter().map(|n| format!("<parameter name=\"p{n}\">1</parameter>\n"));
        let text = format!(
            "<minimax:tool_call>\n<invoke name=\"f\">\n{}</invoke>\n</minimax:tool_call>",
            params.collect::<String>()
        );
        Vocab::mini().takes(&form, &text, 2).1
    };
    assert!(takes(6, &[5, 0, 3]) && takes(6, &[5, 4, 3, 2, 1, 0]) && !takes(6, &[5, 0, 5]));
    assert!(takes(7, &[0, 3, 5]) && !takes(7, &[5, 0, 3]));
}

/// Many tools together keep their order from some tool on, and compile.
#[test]
fn five_hundred_tools_compile() {
    let properties: serde_json::Map<String, Value> =
        (0..6).map(|n| (format!("p{n}"), json!({"type": "string"}))).collect();
    let tools = (0..500).map(|n| {
        json!({"name": format!("tool_{n}"), "parameters": {"type": "object", "properties": properties}})
    });
    let tools: Vec<Value> = tools.collect();
    let (format, choice) = (Dialect::Qwen3Coder, ToolChoice::Required);
    let form = Form::Tools(ToolForm { format, tools, choice, parallel: false });
    let call = |tool: usize| {
        let params = [4, 2].map(|n| format!("<parameter=p{n}>\nx\n</parameter>\n"));
        let text = format!(
            "<tool_call>\n<function=tool_{tool}>\n{}</function>\n</tool_call>",
            params.concat()
        );
        Vocab::mini().takes(&form, &text, 2).1
    };
    assert!(call(0) && call(15) && !call(16) && !call(499));
}

#[test]
fn unenforced_keywords_are_listed_and_impossible_ones_refused() {
    let lax = json!({"type": "object", "properties": {
        "a": {"type": "array", "uniqueItems": true, "items": {"uniqueItems": true}},
        "b": {"type": "text"}, "c": {"$ref": "http://x/y"}}});
    let grammar = Vocab::mini().grammar(&one(Dialect::Hermes, lax));
    let open: Vec<String> = grammar.dropped().iter().map(ToString::to_string).collect();
    let want = ["a/items/uniqueItems", "a/uniqueItems", "b/type", "c/$ref"];
    assert_eq!(open, want.map(|key| format!("f#/properties/{key}")));
    let compile = |form: &Form| Vocab::mini().compiler.compile(form, None).map(|_| ());
    let odd = one(Dialect::Qwen3Coder, json!({"properties": {"a>b": {"type": "string"}}}));
    assert!(matches!(compile(&odd), Err(GrammarError::Tools { .. })));
    let none = Form::Tools(ToolForm {
        format: Dialect::Hermes,
        tools: vec![],
        choice: ToolChoice::Auto,
        parallel: true,
    });
    assert!(matches!(compile(&none), Err(GrammarError::Tools { .. })));
    let bare = calls(Dialect::BareJson, ToolChoice::Auto, true);
    let want = GrammarError::NoTrigger { format: Dialect::BareJson };
    assert_eq!(compile(&bare), Err(want));
    assert_eq!(tools().len(), 3);
}
