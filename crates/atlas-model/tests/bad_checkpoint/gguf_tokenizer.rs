//! Tokenizers in the metadata of GGUF files: what they become, and those that contradict
//! themselves.

use crate::common::gguf::{Raw, tokenizer_of};
use crate::common::gguf_fuzz::{Files, damage};
use atlas_model::MemorySource;
use atlas_model::checkpoint::gguf::{Gguf, GgufProblem, TokenizerFiles, tokenizer_files};
use fastrand::Rng;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const FILE: &str = "model.gguf";
/// Token types.
const NORMAL: u32 = 1;
const CONTROL: u32 = 3;
const USER_DEFINED: u32 = 4;
const UNUSED: u32 = 5;

fn files_of(raw: &Raw) -> Result<Option<TokenizerFiles>, GgufProblem> {
    let source = MemorySource::new("memory", [(FILE, raw.bytes())]);
    tokenizer_files(Gguf::open(&source, FILE).expect("a whole file").metadata())
}

/// The files of a tokenizer after a change.
fn files(name: &str, change: impl FnOnce(&mut Raw)) -> TokenizerFiles {
    let mut raw = Raw::of(&tokenizer_of(name));
    change(&mut raw);
    files_of(&raw).unwrap_or_else(|error| panic!("{name}: {error}")).expect("a tokenizer")
}

fn json_of(files: &TokenizerFiles) -> Value {
    serde_json::from_slice(&files.tokenizer).expect("JSON")
}

fn refused(name: &str, words: &[&str], change: impl FnOnce(&mut Raw)) {
    let mut raw = Raw::of(&tokenizer_of(name));
    change(&mut raw);
    let error = files_of(&raw).err().unwrap_or_else(|| panic!("{name}: {words:?}")).to_string();
    words.iter().for_each(|word| assert!(error.contains(word), "{word:?} is not in: {error}"));
}

fn texts(list: &[&str]) -> (u32, Vec<u8>) {
    let list: Vec<_> = list.iter().map(|text| Raw::string(text.as_bytes())).collect();
    (9, Raw::array(8, &list))
}

fn integers(list: &[u32]) -> (u32, Vec<u8>) {
    (9, Raw::array(5, &list.iter().map(|n| n.to_le_bytes().to_vec()).collect::<Vec<_>>()))
}

fn numbers(list: &[f32]) -> (u32, Vec<u8>) {
    (9, Raw::array(6, &list.iter().map(|n| n.to_le_bytes().to_vec()).collect::<Vec<_>>()))
}

/// A byte-level tokenizer of the given tokens and types.
fn tiny(tokens: &[(&str, u32)], merges: &[&str]) -> Raw {
    let mut raw = Raw::default();
    raw.text("tokenizer.ggml.model", "gpt2");
    raw.text("tokenizer.ggml.pre", "qwen2");
    let names: Vec<_> = tokens.iter().map(|(token, _)| *token).collect();
    let types: Vec<_> = tokens.iter().map(|(_, ty)| *ty).collect();
    raw.set("tokenizer.ggml.tokens", Some(texts(&names)));
    raw.set("tokenizer.ggml.token_type", Some(integers(&types)));
    raw.set("tokenizer.ggml.merges", Some(texts(merges)));
    raw
}

fn tiny_files(raw: &Raw) -> TokenizerFiles {
    files_of(raw).unwrap_or_else(|error| panic!("{error}")).expect("a tokenizer")
}

#[test]
fn a_file_without_a_tokenizer_has_none() {
    for model in [None, Some("none"), Some("no_vocab")] {
        let mut raw = Raw::of(&tokenizer_of("qwen2"));
        raw.set("tokenizer.ggml.model", None);
        model.into_iter().for_each(|model| raw.set_text("tokenizer.ggml.model", model));
        assert_eq!(files_of(&raw).expect("no error"), None, "{model:?}");
    }
}

#[test]
fn kinds_of_tokens_decide_where_they_are() {
    let tokens = [
        ("a", NORMAL),
        ("b", NORMAL),
        ("ab", NORMAL),
        ("<|x|>", CONTROL),
        ("<y>", USER_DEFINED),
        ("[PAD5]", UNUSED),
        ("[PAD6]", UNUSED),
    ];
    let file = json_of(&tiny_files(&tiny(&tokens, &["a b"])));
    assert_eq!(file["model"]["vocab"], json!({"a": 0, "b": 1, "ab": 2}));
    assert_eq!(file["model"]["merges"], json!([["a", "b"]]));
    assert_eq!(file["model"]["ignore_merges"], false);
    let added = |id: u32, content: &str, special: bool| {
        json!({"id": id, "content": content, "special": special, "single_word": false,
            "lstrip": false, "rstrip": false, "normalized": false})
    };
    assert_eq!(file["added_tokens"], json!([added(3, "<|x|>", true), added(4, "<y>", false)]));
    assert_eq!(file["normalizer"], json!({"type": "NFC"}));
    assert_eq!(file["post_processor"], Value::Null);

    // Behind a gap the library would count on wrongly, so the model itself has their ids.
    let gap = [("a", NORMAL), ("[PAD1]", UNUSED), ("<|x|>", CONTROL)];
    let file = json_of(&tiny_files(&tiny(&gap, &[])));
    assert_eq!(file["model"]["vocab"], json!({"a": 0, "<|x|>": 2}));
    let before = [("<|x|>", CONTROL), ("a", NORMAL), ("<y>", USER_DEFINED)];
    let file = json_of(&tiny_files(&tiny(&before, &[])));
    assert_eq!(file["model"]["vocab"], json!({"<|x|>": 0, "a": 1}));
}

#[test]
fn ids_with_a_role_are_named_and_special() {
    let tokens = [("a", NORMAL), ("</s>", NORMAL), ("[PAD2]", UNUSED), ("<|im_end|>", CONTROL)];
    let mut raw = tiny(&tokens, &[]);
    raw.set_u32("tokenizer.ggml.eos_token_id", 1);
    raw.set_u32("tokenizer.ggml.padding_token_id", 2);
    raw.set_u32("tokenizer.ggml.eot_token_id", 3);
    raw.set("tokenizer.ggml.add_eos_token", Some((7, vec![1])));
    let files = tiny_files(&raw);
    assert_eq!(files.config["eos_token"], "</s>");
    assert_eq!(files.config["pad_token"], "[PAD2]");
    assert!(!files.config.contains_key("bos_token"));
    let expected = json!({"eos_token_id": [1, 3], "pad_token_id": 2});
    assert_eq!(Value::Object(files.generation.clone()), expected);
    let file = json_of(&files);
    assert_eq!(file["added_tokens"].as_array().map(Vec::len), Some(3));
    let single = &file["post_processor"]["single"];
    assert_eq!(single[1], json!({"SpecialToken": {"id": "</s>", "type_id": 0}}));
    assert_eq!(file["post_processor"]["special_tokens"]["</s>"]["ids"], json!([1]));
}

#[test]
fn answers_end_at_the_control_tokens_that_end_turns() {
    let stops = |tokens: &[(&str, u32)]| {
        tiny_files(&tiny(tokens, &[])).generation.get("eos_token_id").cloned().unwrap_or_default()
    };
    let [end, call, back] = ["<|end|>", "<|call|>", "<|return|>"].map(|token| (token, CONTROL));
    let letter = ("a", NORMAL);
    assert_eq!(stops(&[letter]), Value::Null);
    assert_eq!(stops(&[letter, ("<|eot_id|>", CONTROL), ("<|eom_id|>", CONTROL)]), json!([1, 2]));
    // Text that looks like one.
    assert_eq!(stops(&[letter, ("</s>", NORMAL), ("<|im_end|>", USER_DEFINED)]), Value::Null);
    assert_eq!(stops(&[letter, end]), json!([1]));
    // Where it ends a part of a message alone.
    assert_eq!(stops(&[letter, end, call, back]), json!([3, 2]));
    let gemma = [("<eos>", CONTROL), ("</s>", CONTROL), ("<|tool_response>", CONTROL)];
    assert_eq!(stops(&[&[letter][..], &gemma].concat()), json!([1, 3]));
}

#[test]
fn flags_and_templates_are_those_of_the_file() {
    let templates = |name: &str| files(name, |_| ()).config["chat_template"].clone();
    let named = |name: &str, text: &str| json!({"name": name, "template": text});
    assert_eq!(templates("qwen2"), json!([named("default", "a"), named("tool_use", "b")]));
    let one = files("qwen2", |raw| raw.set("tokenizer.chat_template.tool_use", None));
    assert_eq!(one.config["chat_template"], "a");
    let none = files("qwen2", |raw| {
        raw.set("tokenizer.chat_template.tool_use", None);
        raw.set("tokenizer.chat_template", None);
    });
    assert!(!none.config.contains_key("chat_template"));

    // Without the key, families of their own begin with the first token.
    for (name, adds) in [("llama-bpe", true), ("tekken", true), ("spm", true), ("qwen2", false)] {
        let files = files(name, |raw| raw.set("tokenizer.ggml.add_bos_token", None));
        assert_eq!(files.config["add_bos_token"], adds, "{name}");
        assert_eq!(json_of(&files)["post_processor"].is_object(), adds, "{name}");
    }
    let off = files("spm", |raw| raw.set("tokenizer.ggml.add_bos_token", Some((7, vec![0]))));
    assert_eq!(json_of(&off)["post_processor"], Value::Null);
    // Ids that SentencePiece has without a key.
    let usual = files("spm", |raw| {
        raw.set("tokenizer.ggml.bos_token_id", None);
        raw.set("tokenizer.ggml.eos_token_id", None);
    });
    let words = ["unk_token", "bos_token", "eos_token"].map(|name| usual.config[name].clone());
    assert_eq!(words, ["<unk>", "<s>", "</s>"]);
}

#[test]
fn merges_of_pieces_follow_from_their_scores() {
    let pieces = ["<unk>", "a", "b", "ab", "ba", "aba"];
    let mut raw = tiny(&pieces.map(|piece| (piece, NORMAL)), &[]);
    raw.set_text("tokenizer.ggml.model", "llama");
    raw.set("tokenizer.ggml.merges", None);
    raw.set("tokenizer.ggml.token_type", Some(integers(&[2, 1, 1, 1, 1, 1])));
    raw.set("tokenizer.ggml.scores", Some(numbers(&[0.0, -9.0, -9.0, -2.0, -1.0, -2.0])));
    let file = json_of(&tiny_files(&raw));
    let expected = json!([["b", "a"], ["a", "b"], ["a", "ba"], ["ab", "a"]]);
    assert_eq!(file["model"]["merges"], expected);
    assert_eq!(file["model"]["unk_token"], "<unk>");
    assert_eq!(file["decoder"]["decoders"].as_array().map(Vec::len), Some(4));
    assert_eq!(file["normalizer"]["normalizers"].as_array().map(Vec::len), Some(2));

    let turns = json_of(&files("spm-turns", |_| ()));
    assert_eq!(turns["normalizer"], Value::Null);
    assert_eq!(turns["pre_tokenizer"]["prepend_scheme"], "first");
    let without = json_of(&files("spm-no-space", |_| ()));
    assert_eq!(without["normalizer"]["type"], "Replace");
    assert_eq!(without["decoder"]["decoders"].as_array().map(Vec::len), Some(3));
}

#[test]
fn metadata_that_contradicts_itself_names_the_key() {
    let key = |name: &str| format!("tokenizer.ggml.{name}");
    for model in ["bert", "t5", "rwkv", "plamo2", "gemma4"] {
        refused("qwen2", &["tokenizer.ggml.model", model, "safetensors"], |raw| {
            raw.set_text("tokenizer.ggml.model", model);
        });
    }
    refused("qwen2", &["tokenizer.ggml.pre", "\"new-pre\"", "safetensors"], |raw| {
        raw.set_text("tokenizer.ggml.pre", "new-pre");
    });
    for name in ["tokens", "pre", "merges"] {
        refused("qwen2", &[&key(name), "missing"], |raw| raw.set(&key(name), None));
    }
    refused("spm", &[&key("scores"), "missing"], |raw| raw.set(&key("scores"), None));
    for (file, name) in [("qwen2", "token_type"), ("spm", "scores"), ("spm", "token_type")] {
        for count in [0, 3, 1000] {
            let count_word = format!("found {count} ");
            refused(file, &[&key(name), &count_word, "tokens"], |raw| {
                raw.set(&key(name), Some(integers(&vec![1; count])));
            });
        }
    }
    for role in ["bos", "eos", "eot", "eom", "unknown", "padding", "seperator", "cls", "mask"] {
        let key = key(&format!("{role}_token_id"));
        for id in [100_000, u32::MAX] {
            refused("qwen2", &[&key, &id.to_string(), "0 to"], |raw| raw.set_u32(&key, id));
        }
    }
    refused("qwen2", &[&key("add_bos_token"), "bos_token_id"], |raw| {
        raw.set(&key("bos_token_id"), None);
        raw.set(&key("add_bos_token"), Some((7, vec![1])));
    });
    for merge in ["a", "ab", "", " ", "a ", "a zzzz", "zzzz a", "a \u{1F600}"] {
        refused("qwen2", &[&key("merges"), "merge 1", &format!("{merge:?}")], |raw| {
            raw.set(&key("merges"), Some(texts(&["i n", merge])));
        });
    }
    let twice = [("a", NORMAL), ("<x>", CONTROL), ("a", NORMAL)];
    let error = files_of(&tiny(&twice, &[])).expect_err("refused").to_string();
    assert!(error.contains("\"a\" is token 0 and token 2"), "{error}");
    let error = files_of(&tiny(&[("<x>", CONTROL)], &[])).expect_err("refused").to_string();
    assert!(error.contains("every token is special or unused"), "{error}");
    refused("spm", &[&key("scores"), "token 300", "no number"], |raw| {
        let entry = raw.entries.iter_mut().find(|(name, ..)| *name == key("scores"));
        // Behind the type and the number of the scores.
        let bytes = &mut entry.expect("scores").2[4 + 8 + 300 * 4..];
        bytes[..4].copy_from_slice(&f32::NAN.to_le_bytes());
    });
    refused("spm", &[&key("unknown_token_id"), "missing"], |raw| {
        raw.set(&key("token_type"), None);
        raw.set(&key("unknown_token_id"), None);
    });
}

#[test]
fn every_key_of_another_type_is_refused_by_name() {
    for file in ["qwen2", "spm"] {
        let raw = Raw::of(&tokenizer_of(file));
        let inert = ["tokenizer.chat_templates", "tokenizer.ggml.scores", "tokenizer.ggml.pre"];
        for (key, ty, _) in &raw.entries {
            if !key.starts_with("tokenizer.") || inert.contains(&key.as_str()) {
                continue;
            }
            let others = [
                (6, 1.5f32.to_le_bytes().to_vec()),
                (5, vec![0xFF; 4]),
                (9, Raw::array(7, &[vec![1]])),
                (9, Raw::array(8, &[Raw::string(b"\xff\xfe")])),
                (9, Raw::array(9, &[Raw::array(0, &[])])),
            ];
            for (other, bytes) in others {
                refused(file, &[key], |raw| raw.set(key, Some((other, bytes))));
            }
            assert!([4, 7, 8, 9].contains(ty), "{key}");
        }
    }
}

#[test]
fn a_damaged_tokenizer_is_an_error_or_another_tokenizer() {
    let corpus: Vec<Files> =
        ["qwen2", "spm"].map(|name| vec![(FILE.to_owned(), tokenizer_of(name))]).into();
    let mut rng = Rng::with_seed(11);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..400 {
        let source = MemorySource::new("memory", damage(&mut rng, &corpus));
        let Ok(gguf) = Gguf::open(&source, FILE) else { continue };
        match tokenizer_files(gguf.metadata()) {
            Ok(Some(files)) => read += usize::from(json_of(&files).is_object()),
            Ok(None) => {}
            Err(error) => refused += usize::from(error.to_string().contains("tokenizer.")),
        }
    }
    assert!(read > 40 && refused > 20, "{read} read, {refused} refused");
}

/// Sizes at which trying every split of every token, or comparing each with each, would be seen.
#[test]
fn large_vocabularies_take_a_time_in_proportion() {
    let begin = Instant::now();
    let mut raw = Raw::of(&tokenizer_of("spm"));
    let long = "a".repeat(1 << 20);
    raw.set("tokenizer.ggml.tokens", Some(texts(&["<unk>", "<s>", "</s>", "a", &long])));
    raw.set("tokenizer.ggml.token_type", Some(integers(&[2, 3, 3, 1, 1])));
    raw.set("tokenizer.ggml.scores", Some(numbers(&[0.0; 5])));
    raw.set_u32("tokenizer.ggml.padding_token_id", 2);
    let error = files_of(&raw).expect_err("a piece too long").to_string();
    assert!(error.contains("token 4 has 1048576 bytes"), "{error}");

    let names: Vec<String> = (0..20_000).map(|n| format!("{}{n}", "ab".repeat(16))).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let types = vec![NORMAL; names.len()];
    raw.set("tokenizer.ggml.tokens", Some(texts(&names)));
    raw.set("tokenizer.ggml.token_type", Some(integers(&types)));
    raw.set("tokenizer.ggml.scores", Some(numbers(&vec![0.0; names.len()])));
    raw.set_u32("tokenizer.ggml.unknown_token_id", 0);
    assert!(files_of(&raw).is_ok());
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
}
