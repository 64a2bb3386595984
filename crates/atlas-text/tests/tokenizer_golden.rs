//! Encoding and decoding equal transformers on the fixture tokenizers.

mod common;
#[path = "tokenizer_golden/gguf.rs"]
mod gguf;

use atlas_text::{Detok, SpecialMode, Tokenizer, TokenizerError};
use common::{TOKENIZERS, fixture, golden, ids, tokenizer};
use serde_json::{Value, json};

#[test]
fn encodings_equal_transformers() {
    let (mut checked, mut bounded) = (0, 0);
    for name in TOKENIZERS {
        let tokenizer = tokenizer(name);
        let golden = golden(name);
        assert_eq!(tokenizer.vocab_size() as u64, golden["vocab_size"].as_u64().unwrap(), "{name}");
        assert_eq!(
            Value::from(tokenizer.special_tokens().clone()),
            golden["special_tokens"],
            "{name}"
        );
        for case in golden["encode"].as_array().unwrap() {
            let text = case["text"].as_str().unwrap();
            for (mode, key) in [
                (SpecialMode::Plain, "plain"),
                (SpecialMode::Rendered, "rendered"),
                (SpecialMode::Literal, "literal"),
            ] {
                let got = tokenizer.encode(text, mode).unwrap();
                assert_eq!(got, ids(&case[key]), "{name} {key} {text:?}");
                assert!(tokenizer.tokens_min(text) <= got.len(), "{name} {key} {text:?}");
                // Long enough for the shares of bytes to add up.
                let long = text.repeat(20);
                let tokens = tokenizer.encode(&long, mode).unwrap().len();
                assert!(tokenizer.tokens_min(&long) <= tokens, "{name} {key} {text:?}");
                bounded += usize::from(tokenizer.tokens_min(&"q".repeat(10_000)) > 50);
                checked += 1;
            }
        }
    }
    println!("{checked} encodings equal, {bounded} with a bound of their tokens");
    assert!(checked >= 500 && bounded >= 200);
}

/// The text after each prefix, rebuilt from what the fixture keeps of the one before.
fn expected_prefixes(case: &Value) -> Vec<String> {
    let mut before: Vec<char> = Vec::new();
    let steps = case["prefixes"].as_array().unwrap().iter().map(|step| {
        before.truncate(step[0].as_u64().unwrap() as usize);
        before.extend(step[1].as_str().unwrap().chars());
        before.iter().collect()
    });
    steps.collect()
}

#[test]
fn the_decode_of_every_prefix_equals_transformers() {
    let (mut checked, mut with_replacement) = (0, 0);
    for name in TOKENIZERS {
        let tokenizer = tokenizer(name);
        for case in golden(name)["decode"].as_array().unwrap() {
            let ids = ids(&case["ids"]);
            let skip = case["skip"].as_bool().unwrap();
            let mut streamed = String::new();
            let mut detok = Detok::new(tokenizer.clone(), skip);
            for (n, expected) in expected_prefixes(case).iter().enumerate() {
                let context = format!("{name} skip={skip} {:?}", &ids[..=n]);
                assert_eq!(&tokenizer.decode(&ids[..=n], skip), expected, "{context}");
                streamed.push_str(&detok.push(ids[n]));
                // Shown text is never taken back, whether the text ends here or goes on.
                assert!(expected.starts_with(&streamed), "{context}: {streamed:?} {expected:?}");
                checked += 1;
                with_replacement += usize::from(expected.contains('\u{fffd}'));
            }
            streamed.push_str(&detok.finish());
            assert_eq!(streamed, tokenizer.decode(&ids, skip), "{name}");
        }
    }
    println!("{checked} prefixes equal, {with_replacement} with U+FFFD");
    assert!(checked >= 2000 && with_replacement >= 500);
}

#[test]
fn text_survives_a_round_trip() {
    let mut checked = 0;
    for name in ["chatml", "headers", "metaspace", "odd", "additions"] {
        let tokenizer = tokenizer(name);
        for case in golden(name)["encode"].as_array().unwrap() {
            let text = case["text"].as_str().unwrap();
            let eats_spaces = text.contains("<|im_end|>") || text.contains("[INST]");
            // NFC composes, and rstrip/lstrip tokens eat the spaces around them.
            if (matches!(name, "chatml" | "additions") && text.contains('\u{301}')) || eats_spaces {
                continue;
            }
            let ids = tokenizer.encode(text, SpecialMode::Literal).unwrap();
            let decoded = tokenizer.decode(&ids, false);
            // The word marker itself comes back as a space: it is one in this vocabulary.
            let expected =
                if name == "metaspace" { text.replace('▁', " ") } else { text.to_owned() };
            assert_eq!(decoded, expected, "{name}");
            checked += 1;
        }
    }
    assert!(checked >= 120, "{checked}");
}

#[test]
fn the_fast_engine_is_used_unless_it_disagrees() {
    for name in TOKENIZERS {
        println!("{name}: {}", tokenizer(name).engine_name());
    }
    assert_eq!(tokenizer("chatml").engine_name(), "fast");
    assert_eq!(tokenizer("headers").engine_name(), "fast");
    assert_eq!(tokenizer("metaspace").engine_name(), "fast");
    assert_eq!(tokenizer("odd").engine_name(), "stable");
    assert_eq!(tokenizer("additions").engine_name(), "fast, stable for combining marks");
}

/// Split patterns as published: o200k (gpt-oss, Llama 4), Tekken (Mistral), and the two steps of
/// SmolLM2.
fn published_pre_tokenizers() -> [(&'static str, Value); 3] {
    const LOWER: &str = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]";
    const UPPER: &str = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]";
    let cased = |end: &str, digits: &str| {
        format!(
            r"[^\r\n\p{{L}}\p{{N}}]?{UPPER}*{LOWER}+{end}|[^\r\n\p{{L}}\p{{N}}]?{UPPER}+{LOWER}*{end}|{digits}| ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
        )
    };
    let bytes = |use_regex: bool| {
        json!({"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true,
            "use_regex": use_regex})
    };
    let split = |regex: String| {
        json!({"type": "Sequence", "pretokenizers": [{"type": "Split", "pattern": {"Regex": regex},
            "behavior": "Isolated", "invert": false}, bytes(false)]})
    };
    let digits = json!({"type": "Digits", "individual_digits": true});
    [
        ("o200k", split(cased(r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?", r"\p{N}{1,3}"))),
        ("tekken", split(cased("", r"\p{N}"))),
        ("smollm2", json!({"type": "Sequence", "pretokenizers": [digits, bytes(true)]})),
    ]
}

/// Pieces of the character classes that split patterns tell apart.
const PIECES: &[&str] = &[
    "a",
    "the",
    "Q",
    "WORD",
    "Ǆ",
    "ǅ",
    "ǆ",
    "ʰ",
    "ß",
    "é",
    "Ж",
    "ж",
    "中",
    "文字",
    "か",
    "한",
    "ا",
    "न",
    "ि",
    "\u{301}",
    "\u{93f}",
    "\u{fe0f}",
    "\u{200d}",
    "0",
    "1",
    "23",
    "456",
    "7890",
    "٣",
    "²",
    "½",
    "Ⅻ",
    "'",
    "'s",
    "'T",
    "'Re",
    "'ll",
    "'x",
    "’s",
    "'ſ",
    ".",
    ",",
    "!",
    "/",
    "//",
    "_",
    "-",
    "=",
    "(",
    "{",
    "\"",
    "€",
    "😀",
    "👍🏽",
    " ",
    " ",
    " ",
    "  ",
    "   ",
    "\t",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "\u{a0}",
    "\u{3000}",
    "\u{85}",
    "\u{2028}",
    "\u{b}",
    "\u{0}",
    "\u{e000}",
    "<|im_start|>",
    "<|im_end|>",
    "<|x|>",
];

/// Random text of [`PIECES`].
fn random_text(rng: &mut fastrand::Rng) -> String {
    (0..rng.usize(1..40)).map(|_| PIECES[rng.usize(..PIECES.len())]).collect()
}

/// The fast library encodes the published families, and gives what the other one gives.
#[test]
fn published_pre_tokenizers_are_fast_and_equal_the_stable_library_on_random_text() {
    let bytes = fixture("tokenizers/headers.tokenizer.json");
    let base: Value = serde_json::from_slice(&bytes).unwrap();
    let mut rng = fastrand::Rng::with_seed(7);
    for (name, pre_tokenizer) in published_pre_tokenizers() {
        let mut file = base.clone();
        file["pre_tokenizer"] = pre_tokenizer;
        file["normalizer"] = Value::Null;
        let file = file.to_string();
        let tokenizer = Tokenizer::load(file.as_bytes(), None).unwrap();
        assert_eq!(tokenizer.engine_name(), "fast", "{name}");
        let stable = tokenizers_stable::Tokenizer::from_bytes(&file).unwrap();
        for _ in 0..3000 {
            let text = random_text(&mut rng);
            let expected = stable.encode_fast(text.as_str(), false).unwrap();
            let found = tokenizer.encode(&text, SpecialMode::Rendered).unwrap();
            assert_eq!(found, expected.get_ids(), "{name}: {text:?}");
        }
    }
}

/// A vocabulary without the tokens of some bytes, as published ones are that were trained without
/// the whole alphabet: the fast library encodes what needs none of them.
#[test]
fn vocabularies_without_all_bytes_are_fast_and_equal_the_stable_library_on_random_text() {
    let bytes = fixture("tokenizers/headers.tokenizer.json");
    let mut file: Value = serde_json::from_slice(&bytes).unwrap();
    file["normalizer"] = Value::Null;
    let [_, _, (_, smollm2)] = published_pre_tokenizers();
    file["pre_tokenizer"] = smollm2;
    let vocab = file["model"]["vocab"].as_object_mut().unwrap();
    assert!(vocab.contains_key("!"));
    // Of U+0000, "€", "/", U+E000 and "文". Other tokens take the ids, so that there is no gap.
    let missing = ['Ā', '¬', '/', 'î', 'ĸ'];
    assert!(missing.iter().all(|letter| vocab.contains_key(&letter.to_string())));
    let renamed = std::mem::take(vocab).into_iter().map(|(token, id)| {
        let is_gone = token.contains(missing) && !token.starts_with("<|");
        (if is_gone { format!("龘{id}") } else { token }, id)
    });
    vocab.extend(renamed);
    let vocab = vocab.clone();
    file["model"]["merges"].as_array_mut().unwrap().retain(|merge| {
        let pair: Vec<&str> = match merge {
            Value::String(merge) => merge.split(' ').collect(),
            merge => merge.as_array().unwrap().iter().map(|part| part.as_str().unwrap()).collect(),
        };
        pair.iter().all(|part| vocab.contains_key(*part)) && vocab.contains_key(&pair.concat())
    });
    let mut rng = fastrand::Rng::with_seed(11);
    for unk_token in [Value::Null, json!("!")] {
        file["model"]["unk_token"] = unk_token;
        let file = file.to_string();
        let tokenizer = Tokenizer::load(file.as_bytes(), None).unwrap();
        assert_eq!(tokenizer.engine_name(), "fast, stable for bytes without a token");
        let stable = tokenizers_stable::Tokenizer::from_bytes(&file).unwrap();
        let mut without = 0;
        for _ in 0..3000 {
            let text = random_text(&mut rng);
            let expected = stable.encode_fast(text.as_str(), false).unwrap();
            let found = tokenizer.encode(&text, SpecialMode::Rendered).unwrap();
            assert_eq!(found, expected.get_ids(), "{text:?}");
            assert!(tokenizer.tokens_min(&text.repeat(50)) <= 50 * found.len() + 50, "{text:?}");
            without += usize::from(!text.contains(['\0', '€', '/', '\u{e000}', '文']));
        }
        assert!((200..2800).contains(&without), "{without}");
    }
}

/// tokenizer_config.json decides what decoding skips, whatever tokenizer.json says of a token.
#[test]
fn named_tokens_are_special_when_decoding() {
    let level = json!({"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true,
        "use_regex": true});
    let added = |content: &str, id: u32, special: bool| {
        json!({"id": id, "content": content, "single_word": false, "lstrip": false,
            "rstrip": false, "normalized": false, "special": special})
    };
    let file = json!({"version": "1.0", "pre_tokenizer": level, "decoder": level,
        "model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "c": 2}, "merges": []},
        "added_tokens": [added("<|x|>", 3, true), added("<|y|>", 4, false),
            added("<think>", 5, false), added("<|end|>", 6, false)]})
    .to_string();
    let ids = [0, 3, 1, 4, 5, 2, 6];
    for (config, skipped) in [
        (json!({}), "ab<|y|><think>c<|end|>"),
        (json!({"eos_token": "<|end|>"}), "ab<|y|><think>c"),
        (
            json!({"eos_token": {"content": "<|end|>"},
                "extra_special_tokens": {"think_token": "<think>"}}),
            "ab<|y|>c",
        ),
        (json!({"additional_special_tokens": ["<|y|>"]}), "ab<think>c<|end|>"),
    ] {
        let tokenizer = Tokenizer::load(file.as_bytes(), Some(&config)).unwrap();
        assert_eq!(tokenizer.decode(&ids, true), skipped, "{config}");
        assert_eq!(tokenizer.decode(&ids, false), "a<|x|>b<|y|><think>c<|end|>", "{config}");
    }
}

#[test]
fn token_bytes_are_what_a_token_adds_to_a_text() {
    for name in TOKENIZERS {
        let tokenizer = tokenizer(name);
        for id in 0..tokenizer.vocab_size() as u32 {
            let bytes = tokenizer.token_bytes(id).unwrap_or_else(|| panic!("{name} {id}"));
            assert_eq!(tokenizer.token_to_id(tokenizer.id_to_token(id).unwrap()), Some(id));
            let mut detok = Detok::after_text(tokenizer.clone(), false);
            let text = detok.push(id) + &detok.finish();
            // The clean-up of the unigram vocabulary acts on text, not on tokens.
            if name != &"unigram" {
                assert_eq!(text, String::from_utf8_lossy(bytes), "{name} {id}");
            }
        }
        let end = tokenizer.vocab_size() as u32;
        assert_eq!(tokenizer.token_bytes(end), None);
        assert!(!tokenizer.is_special(end));
    }
    let tokenizer = tokenizer("metaspace");
    assert_eq!(tokenizer.token_bytes(tokenizer.token_to_id("<0xF0>").unwrap()), Some(&[0xF0][..]));
    let think = self::tokenizer("chatml");
    let id = think.token_to_id("</think>").unwrap();
    assert_eq!(think.token_bytes(id), Some(&b"</think>"[..]));
    assert!(!think.is_special(id));
}

#[test]
fn a_continuation_keeps_the_space_that_starts_a_text() {
    let tokenizer = tokenizer("metaspace");
    let prompt = tokenizer.encode("the number", SpecialMode::Rendered).unwrap();
    let more = tokenizer.encode("number one", SpecialMode::Rendered).unwrap();
    assert_eq!(tokenizer.decode(&more, false), "number one");
    let mut detok = Detok::after_text(tokenizer.clone(), false);
    let mut continued: String = more.iter().map(|id| detok.push(*id)).collect();
    continued.push_str(&detok.finish());
    assert_eq!(continued, " number one");
    let both: Vec<u32> = prompt.iter().chain(&more).copied().collect();
    assert_eq!(tokenizer.decode(&both, false), tokenizer.decode(&prompt, false) + &continued);
}

#[test]
fn bad_files_are_refused_by_name() {
    let file = fixture("tokenizers/additions.tokenizer.json");
    let load = |bytes: &[u8], config: Value| Tokenizer::load(bytes, Some(&config)).unwrap_err();
    assert!(matches!(load(b"{", json!({})), TokenizerError::Json(_)));
    assert!(matches!(load(b"[1]", json!({})), TokenizerError::Load { .. }));
    assert!(matches!(load(b"\xff{}", json!({})), TokenizerError::Load { .. }));
    assert!(matches!(load(&file[..file.len() / 2], json!({})), TokenizerError::Json(_)));
    assert!(matches!(load(&file, json!([])), TokenizerError::Config { .. }));
    let config = json!({"clean_up_tokenization_spaces": "yes"});
    assert!(load(&file, config).to_string().contains("clean_up_tokenization_spaces"));
    let config = json!({"added_tokens_decoder": {"4711": {"content": "<|far|>", "special": true}}});
    let error = load(&file, config);
    let TokenizerError::AddedTokenId { content, declared, .. } = error else {
        panic!("{error}");
    };
    assert_eq!((content.as_str(), declared), ("<|far|>", 4711));
    let mut other: Value = serde_json::from_slice(&file).unwrap();
    other["decoder"] = json!({"type": "CTC", "pad_token": "x"});
    let error = load(other.to_string().as_bytes(), json!({}));
    assert!(matches!(&error, TokenizerError::UnsupportedDecoder { step } if step.contains("CTC")));
}

/// Every character of the ranges that go to the fast library, between letters and after a space,
/// against the library with the pattern as the file has it.
#[test]
fn the_pattern_without_marks_is_the_same_on_texts_without_marks() {
    let tokenizer = tokenizer("additions");
    let file = fixture("tokenizers/additions.tokenizer.json");
    let library = tokenizers_stable::Tokenizer::from_bytes(file).unwrap();
    let characters: Vec<char> = ('\0'..='\u{52f}')
        .chain('\u{1e00}'..='\u{318f}')
        .chain(('\u{31f0}'..='\u{d7a3}').step_by(37))
        .chain('\u{f900}'..='\u{fb1e}')
        .chain('\u{fe00}'..='\u{ffef}')
        .chain('\u{1f000}'..='\u{1faff}')
        .chain(('\u{20000}'..='\u{2fa1d}').step_by(101))
        .collect();
    for chunk in characters.chunks(8) {
        let text: String = chunk.iter().map(|c| format!("a{c}b {c}{c}1 ")).collect();
        let expected = library.encode_fast(text.as_str(), false).unwrap().get_ids().to_vec();
        assert_eq!(tokenizer.encode(&text, SpecialMode::Rendered).unwrap(), expected, "{text:?}");
    }
    println!("{} characters", characters.len());
}
