//! Fixtures shared by the tests.
#![allow(dead_code)]

use atlas_text::Tokenizer;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

pub const TOKENIZERS: &[&str] = &["chatml", "headers", "metaspace", "unigram", "odd", "additions"];

pub fn fixture_path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

pub fn fixture(name: &str) -> Vec<u8> {
    let path = fixture_path(name);
    std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

pub fn json(name: &str) -> Value {
    serde_json::from_slice(&fixture(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

pub fn golden(name: &str) -> Value {
    json(&format!("tokenizers/{name}.golden.json"))
}

/// Loads each tokenizer once for all tests of a binary.
pub fn tokenizer(name: &str) -> Arc<Tokenizer> {
    static LOADED: Mutex<BTreeMap<String, Arc<Tokenizer>>> = Mutex::new(BTreeMap::new());
    let mut loaded = LOADED.lock().unwrap();
    if let Some(tokenizer) = loaded.get(name) {
        return tokenizer.clone();
    }
    let file = fixture(&format!("tokenizers/{name}.tokenizer.json"));
    let config = &golden(name)["config"];
    let tokenizer = Arc::new(Tokenizer::load(&file, Some(config)).unwrap());
    loaded.insert(name.to_owned(), tokenizer.clone());
    tokenizer
}

pub fn ids(value: &Value) -> Vec<u32> {
    value.as_array().unwrap().iter().map(|v| v.as_u64().unwrap() as u32).collect()
}
