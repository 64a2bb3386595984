//! Vocabularies: the bundled one, and made ones of the size of today's.

use super::rng::Rng;
use super::term::{EMPTY, Term, Terms};
use atlas_core::{Allowed, Constraint, TokenId};
use atlas_text::Tokenizer;
use atlas_text::grammar::Compiler;
use std::collections::HashSet;
use std::sync::Arc;

/// A compiler with the bytes of its tokens, and these as a trie.
pub struct Vocab {
    pub name: String,
    pub compiler: Compiler,
    /// Special tokens that a grammar cannot use are empty.
    pub words: Vec<Vec<u8>>,
    /// Tokens in the order of their bytes.
    order: Vec<TokenId>,
}

const MARKUP: &[&[u8]] = &[b"<tool_call>", b"</tool_call>", b"<think>", b"</think>"];

impl Vocab {
    fn new(name: String, compiler: Compiler, words: Vec<Vec<u8>>) -> Self {
        let mut order: Vec<TokenId> = (0..words.len() as TokenId).collect();
        order.retain(|t| !words[*t as usize].is_empty());
        order.sort_by(|a, b| words[*a as usize].cmp(&words[*b as usize]));
        Self { name, compiler, words, order }
    }

    /// The bundled model's tokenizer.
    pub fn mini() -> Self {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/atlas-mini/tokenizer.json");
        let json = std::fs::read(path).expect("the bundled tokenizer");
        let tokenizer = Arc::new(Tokenizer::load(&json, None).expect("a tokenizer"));
        let words = (0..tokenizer.vocab_size() as TokenId).map(|id| {
            let bytes = tokenizer.token_bytes(id).unwrap_or_default().to_vec();
            // A byte 0xFF is in no text; the compiler takes such tokens for special ones.
            let special = tokenizer.is_special(id) || bytes.first() == Some(&0xFF);
            let hidden = special && !MARKUP.contains(&bytes.as_slice());
            if hidden { Vec::new() } else { bytes }
        });
        let words: Vec<Vec<u8>> = words.collect();
        let compiler = Compiler::new(tokenizer).expect("a sound vocabulary");
        Self::new("4k (bundled)".to_owned(), compiler, words)
    }

    /// `size` tokens: bytes, words of several scripts with and without a space in front, blanks,
    /// marks in rows, pieces of JSON and of tags that cross their borders, cut characters.
    pub fn made(size: usize, seed: u64) -> Self {
        let mut rng = Rng(seed);
        let mut words: Vec<Vec<u8>> = (0..=254u8).map(|byte| vec![byte]).collect();
        words.push(b"\xFF<end>".to_vec());
        words.extend(MARKUP.iter().map(|m| m.to_vec()));
        let mut seen: HashSet<Vec<u8>> = words.iter().cloned().collect();
        let syllables = [
            "a", "re", "in", "tion", "er", "st", "con", "al", "ing", "o", "u", "pre", "de", "1",
            "20", "ed",
        ];
        let marks = [
            "<", ">", "/", "(", "{", "}", "\"", "'", ".", ",", ":", "=", "\n", "  ", "\t", "_",
            "-", "\\", "[", "]",
        ];
        let scripts = ["漢", "字", "ю", "ж", "ب", "é", "ü", "한", "の", "🚀", "｜", "北京"];
        let tags = "<tool_call>\n<function=tool_1>\n<parameter=path>\n</parameter>\n</function>\n</tool_call>\
             <minimax:tool_call>\n<invoke name=\"tool_0\">\n<parameter name=\"text\"></invoke>\n</minimax:tool_call>\
             <｜DSML｜tool_calls>\n<｜DSML｜parameter name=\"n\" string=\"true\"></｜DSML｜parameter>\
             {\"name\": \"tool_2\", \"arguments\": {\"a\": [1, -2.5e3, null, true], \"größe\": \"x\\n\\\"\\u001b\"}}, {\
             [TOOL_CALLS] [\"2024-02-29T10:00:00Z\", \"127.0.0.1\"]\r\n    \t";
        while words.len() < size {
            let mut word = match rng.below(24) {
                0..4 => {
                    let bytes = tags.as_bytes();
                    let (at, len) = (rng.below(bytes.len()), 2 + rng.below(9));
                    bytes[at..bytes.len().min(at + len)].to_vec()
                }
                kind => {
                    let set: &[&str] = match kind {
                        4..16 => &syllables,
                        16..19 => &scripts,
                        _ => &marks,
                    };
                    let space = if rng.once_in(2) { " " } else { "" };
                    let parts = (0..1 + rng.below(5)).map(|_| set[rng.below(set.len())]);
                    format!("{space}{}", parts.collect::<String>()).into_bytes()
                }
            };
            if rng.once_in(40) && word.len() > 1 {
                // Part of a character, as byte-level merges leave it.
                let cut = rng.below(word.len());
                word = if rng.once_in(2) { word[..cut].to_vec() } else { word[cut..].to_vec() };
            }
            if !word.is_empty() && word[0] != 0xFF && seen.insert(word.clone()) {
                words.push(word);
            }
        }
        let compiler = Compiler::from_token_bytes(&words).expect("sound");
        words[255].clear();
        Self::new(format!("{}k (made)", size / 1000), compiler, words)
    }

    /// Tokens in the order of their bytes.
    pub fn order(&self) -> &[TokenId] {
        &self.order
    }

    /// Tokens that may come next; `None` for any.
    pub fn mask(&self, constraint: &mut dyn Constraint) -> Option<Vec<u32>> {
        let mut mask = vec![0; self.words.len().div_ceil(32)];
        match constraint.mask_into(&mut mask).expect("a mask") {
            Allowed::Any => None,
            Allowed::Masked => Some(mask),
            Allowed::Instead(_) => panic!("no reasoning is limited here"),
        }
    }

    /// The tokens after whose bytes `term` still has a word.
    pub fn legal(&self, terms: &mut Terms, term: Term) -> Vec<u32> {
        let mut mask = vec![0u32; self.words.len().div_ceil(32)];
        // The terms after each byte of the last token; tokens in order share their beginnings.
        let (mut path, mut last): (Vec<Term>, &[u8]) = (vec![term], &[]);
        for &token in &self.order {
            let word = &self.words[token as usize];
            let shared = last.iter().zip(word).take_while(|(a, b)| a == b).count();
            path.truncate(shared + 1);
            while path.len() <= word.len() && path[path.len() - 1] != EMPTY {
                let next = terms.step(path[path.len() - 1], word[path.len() - 1]);
                path.push(next);
            }
            if path.len() == word.len() + 1 && path[word.len()] != EMPTY {
                mask[token as usize / 32] |= 1 << (token % 32);
            }
            last = &word[..path.len() - 1];
        }
        mask
    }
}

/// The tokens of a mask.
pub fn tokens(mask: &[u32]) -> Vec<TokenId> {
    let words = mask.iter().enumerate();
    words
        .flat_map(|(i, word)| {
            (0..32)
                .filter(move |bit| word & (1 << bit) != 0)
                .map(move |bit| i as TokenId * 32 + bit)
        })
        .collect()
}
