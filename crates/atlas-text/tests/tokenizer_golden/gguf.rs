//! Tokenizers of GGUF files against the tokenizers that the metadata was made of. The files and
//! the tokens are by `gguf_tokenizers.py` of atlas-model.

use crate::common::ids;
use atlas_model::MemorySource;
use atlas_model::checkpoint::gguf::{Gguf, TokenizerFiles, tokenizer_files};
use atlas_text::{MemoryFiles, SpecialMode, TextModel, TextOptions};
use serde_json::Value;
use std::collections::BTreeMap;

const DATA: &[u8] = include_bytes!("../../../atlas-model/tests/data/gguf_tokenizers.safetensors");

/// The packed files by name.
fn packed() -> BTreeMap<String, &'static [u8]> {
    let (len, rest) = DATA.split_at(8);
    let len = u64::from_le_bytes(len.try_into().unwrap()) as usize;
    let header: BTreeMap<String, Value> = serde_json::from_slice(&rest[..len]).unwrap();
    let bytes = |entry: &Value| {
        let range = ids(&entry["data_offsets"]);
        &rest[len..][range[0] as usize..range[1] as usize]
    };
    header.iter().map(|(name, entry)| (name.clone(), bytes(entry))).collect()
}

fn files_of(gguf: &[u8]) -> TokenizerFiles {
    let source = MemorySource::new("memory", [("x.gguf", gguf.to_vec())]);
    let gguf = Gguf::open(&source, "x.gguf").unwrap();
    tokenizer_files(gguf.metadata()).unwrap().expect("a tokenizer")
}

fn loaded(files: &TokenizerFiles) -> TextModel {
    let json = |map: &serde_json::Map<String, Value>| serde_json::to_vec(map).unwrap();
    let (config, generation) = (json(&files.config), json(&files.generation));
    let source = MemoryFiles(vec![
        ("tokenizer.json", &files.tokenizer),
        ("tokenizer_config.json", &config),
        ("generation_config.json", &generation),
    ]);
    TextModel::load(&source, TextOptions::default()).unwrap()
}

#[test]
fn tokens_of_a_gguf_file_are_those_of_the_tokenizer_that_it_was_made_of() {
    let packed = packed();
    let mut checked = 0;
    for (file, gguf) in packed.iter().filter(|(file, _)| file.ends_with(".gguf")) {
        let name = file.trim_end_matches(".gguf");
        let model = loaded(&files_of(gguf));
        let tokenizer = model.tokenizer();
        let cases: Value = serde_json::from_slice(packed[&format!("{name}.json")]).unwrap();
        println!("{name}: {}", tokenizer.engine_name());
        for case in cases.as_array().unwrap() {
            let text = case["text"].as_str().unwrap();
            for (mode, key) in [
                (SpecialMode::Rendered, "rendered"),
                (SpecialMode::Plain, "plain"),
                (SpecialMode::Literal, "literal"),
            ] {
                let found = tokenizer.encode(text, mode).unwrap();
                assert_eq!(found, ids(&case[key]), "{name}, {mode:?}: {text:?}");
            }
            for (skip, decoded) in
                [false, true].into_iter().zip(case["decoded"].as_array().unwrap())
            {
                let found = tokenizer.decode(&ids(&case["rendered"]), skip);
                assert_eq!(found, decoded.as_str().unwrap(), "{name}, {skip}: {text:?}");
            }
            checked += 1;
        }
    }
    assert!(checked > 400, "{checked}");
}

#[test]
fn roles_stops_and_templates_of_a_gguf_file_reach_the_text_model() {
    let packed = packed();
    for (name, bos) in [("llama-bpe", true), ("qwen2", false), ("spm", true)] {
        let model = loaded(&files_of(packed[&format!("{name}.gguf")]));
        let tokenizer = model.tokenizer();
        let id = |token| tokenizer.token_to_id(token).unwrap();
        let plain = model.lower_text("a").unwrap();
        assert_eq!(plain.first() == Some(&id("<s>")), bos, "{name}");
        assert_eq!(tokenizer.special_tokens()["bos_token"], "<s>");
        assert_eq!(tokenizer.special_tokens()["pad_token"], "</s>");
        assert_eq!(model.stops().ids(), [id("</s>"), id("<|im_end|>")], "{name}");
        assert!(tokenizer.is_special(id("<|im_end|>")) && !tokenizer.is_special(id("<think>")));
        assert!(model.template().is_some(), "{name}");
        // Numbers without a token are none.
        assert!(tokenizer.token_to_id("[PAD448]").is_none(), "{name}");
        let last = tokenizer.vocab_size() as u32 - 1;
        assert_eq!(tokenizer.id_to_token(last), Some("</think>"), "{name}");
    }
}
