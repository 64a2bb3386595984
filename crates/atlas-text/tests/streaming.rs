//! Streaming equals the whole for every split, and deliberately naive versions do not.

mod common;

use atlas_text::{Detok, SpecialMode, StopBuffer, StopError, StopStrings, Tokenizer};
use common::{TOKENIZERS, golden, ids, tokenizer};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use std::sync::Arc;

/// The same cases in every run.
fn runner(cases: u32) -> TestRunner {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

// ---- Detokenizer

fn streamed(tokenizer: &Arc<Tokenizer>, ids: &[u32], skip: bool) -> String {
    let mut detok = Detok::new(tokenizer.clone(), skip);
    let mut text: String = ids.iter().map(|id| detok.push(*id)).collect();
    text.push_str(&detok.finish());
    text
}

/// Random tokens of one vocabulary: any id, ids past the end, and runs of tokens whose bytes are
/// parts of characters.
fn token_ids(tokenizer: &Tokenizer) -> impl Strategy<Value = Vec<u32>> + use<> {
    let size = tokenizer.vocab_size() as u32;
    let broken: Vec<u32> = (0..size)
        .filter(|id| std::str::from_utf8(tokenizer.token_bytes(*id).unwrap()).is_err())
        .collect();
    let broken = if broken.is_empty() { vec![0] } else { broken };
    let id = prop_oneof![0..size + 3, prop::sample::select(broken)];
    prop::collection::vec(id, 0..40)
}

type Decode = dyn Fn(&Arc<Tokenizer>, &[u32], bool) -> String;

/// Runs `decode` against the whole decode on every fixture vocabulary.
fn check_decode(decode: &Decode, cases: u32) -> Result<(), String> {
    for name in TOKENIZERS {
        let tokenizer = tokenizer(name);
        let mut runner = runner(cases);
        runner
            .run(&(token_ids(&tokenizer), any::<bool>()), |(ids, skip)| {
                let whole = tokenizer.decode(&ids, skip);
                let got = decode(&tokenizer, &ids, skip);
                prop_assert_eq!(got, whole, "{} {:?}", name, ids);
                Ok(())
            })
            .map_err(|e| e.to_string())?;
    }
    Ok(())
}

#[test]
fn streamed_tokens_equal_the_whole_text() {
    check_decode(&streamed, 500).unwrap();
}

#[test]
fn naive_detokenizers_fail_the_same_property() {
    // Each token decoded alone: breaks characters and drops leading spaces.
    let one_by_one = |t: &Arc<Tokenizer>, ids: &[u32], skip: bool| -> String {
        ids.iter().map(|id| t.decode(&[*id], skip)).collect()
    };
    assert!(check_decode(&one_by_one, 200).is_err());

    // Most servers show the growth of the whole decode unless it ends in U+FFFD. That loses text
    // when an invalid byte is really part of the answer.
    let growth = |t: &Arc<Tokenizer>, ids: &[u32], skip: bool| -> String {
        let (mut text, mut shown) = (String::new(), 0);
        for n in 1..=ids.len() {
            let whole = t.decode(&ids[..n], skip);
            if !whole.ends_with('\u{fffd}') && whole.len() > shown {
                text.push_str(whole.get(shown..).unwrap_or(""));
                shown = whole.len();
            }
        }
        text
    };
    assert!(check_decode(&growth, 200).is_err());

    // No flush at the end.
    let unfinished = |t: &Arc<Tokenizer>, ids: &[u32], skip: bool| -> String {
        let mut detok = Detok::new(t.clone(), skip);
        ids.iter().map(|id| detok.push(*id)).collect()
    };
    assert!(check_decode(&unfinished, 200).is_err());

    // Special tokens kept whatever the request says.
    let keeps_specials =
        |t: &Arc<Tokenizer>, ids: &[u32], _skip: bool| -> String { streamed(t, ids, false) };
    assert!(check_decode(&keeps_specials, 200).is_err());
}

#[test]
fn whitespace_pieces_are_passed_on() {
    for name in ["chatml", "headers"] {
        let tokenizer = tokenizer(name);
        let text = "a\n\n\n    b\t\tc   \n \n";
        let ids = tokenizer.encode(text, SpecialMode::Rendered).unwrap();
        let mut detok = Detok::new(tokenizer, true);
        let mut stop =
            StopBuffer::new(Arc::new(StopStrings::new(vec!["\n\nX".into()]).unwrap()), false);
        let mut pieces = Vec::new();
        for id in ids {
            pieces.push(stop.push(&detok.push(id)).text);
        }
        pieces.push(stop.push(&detok.finish()).text + &stop.finish());
        assert!(pieces.iter().any(|p| !p.is_empty() && p.trim().is_empty()));
        assert_eq!(pieces.concat(), text, "{name}");
    }
}

#[test]
fn valid_text_is_never_held_longer_than_a_character() {
    let tokenizer = tokenizer("chatml");
    for case in golden("chatml")["encode"].as_array().unwrap() {
        let ids = ids(&case["literal"]);
        let mut detok = Detok::new(tokenizer.clone(), false);
        let mut shown = 0;
        for n in 1..=ids.len() {
            shown += detok.push(ids[n - 1]).len();
            let bytes: usize =
                ids[..n].iter().map(|id| tokenizer.token_bytes(*id).unwrap().len()).sum();
            assert!(bytes - shown <= 3);
        }
    }
}

#[test]
fn marks_are_shown_although_special_tokens_are_not() {
    let tokenizer = tokenizer("chatml");
    let text = "a<|im_start|>b<|im_end|>c";
    let ids = tokenizer.encode(text, SpecialMode::Rendered).unwrap();
    let marks = tokenizer.special_within(&["<|im_start|>assistant"]);
    assert_eq!(marks.len(), 1);
    let shown = |ids: &[u32]| Detok::new(tokenizer.clone(), true).showing(ids.into());
    let text_of = |mut detok: Detok| {
        let text: String = ids.iter().map(|id| detok.push(*id)).collect();
        text + &detok.finish()
    };
    assert_eq!(text_of(shown(&marks)), "a<|im_start|>bc");
    assert_eq!(text_of(shown(&[])), "abc");
}

// ---- Stop strings

/// The definition: the first position at which a stop string ends, the longest of those.
fn stopped(text: &str, stops: &[String], include: bool) -> (String, Option<usize>) {
    for end in 1..=text.len() {
        let longest = stops
            .iter()
            .enumerate()
            .filter(|(_, s)| text.as_bytes()[..end].ends_with(s.as_bytes()))
            .max_by_key(|(i, s)| (s.len(), std::cmp::Reverse(*i)));
        if let Some((index, stop)) = longest {
            let cut = if include { end } else { end - stop.len() };
            return (text[..cut].to_owned(), Some(index));
        }
    }
    (text.to_owned(), None)
}

struct Run {
    text: String,
    matched: Option<usize>,
}

type Stopper = dyn Fn(&[String], &[String], bool) -> Run;

fn buffered(pieces: &[String], stops: &[String], include: bool) -> Run {
    let set = Arc::new(StopStrings::new(stops.to_vec()).unwrap());
    let mut buffer = StopBuffer::new(set, include);
    let mut text = String::new();
    let mut matched = None;
    for piece in pieces {
        let out = buffer.push(piece);
        text.push_str(&out.text);
        matched = out.matched;
    }
    text.push_str(&buffer.finish());
    assert_eq!(buffer.matched(), matched.map(|i| stops[i].as_str()));
    Run { text, matched }
}

/// Text over few letters, so that partial matches overlap; cut anywhere between characters.
fn pieces_and_stops() -> impl Strategy<Value = (Vec<String>, Vec<String>, bool)> {
    (
        prop::collection::vec("[ab é😀\n]{0,4}", 0..12),
        prop::collection::vec("[ab é😀\n]{1,5}", 0..4),
        any::<bool>(),
    )
}

fn check_stops(stopper: &Stopper, cases: u32) -> Result<(), String> {
    let mut runner = runner(cases);
    runner
        .run(&pieces_and_stops(), |(pieces, stops, include)| {
            let (text, matched) = stopped(&pieces.concat(), &stops, include);
            let run = stopper(&pieces, &stops, include);
            prop_assert_eq!(run.matched, matched);
            prop_assert_eq!(run.text, text);
            Ok::<_, TestCaseError>(())
        })
        .map_err(|e| e.to_string())
}

#[test]
fn stop_strings_are_found_and_never_leak_at_any_split() {
    check_stops(&buffered, 5000).unwrap();
}

#[test]
fn every_cut_of_one_text_gives_the_same_answer() {
    let text = "Sure.\n\n\n```rust\nfn é() {}\n``` </to</tool> END";
    let stops: Vec<String> = ["</tool>", "```\n\n", "END", "\n\n\n\n"].map(String::from).to_vec();
    let expected = stopped(text, &stops, false);
    assert_eq!(expected.1, Some(0));
    let cuts: Vec<usize> = text.char_indices().map(|(i, _)| i).chain([text.len()]).collect();
    let mut checked = 0;
    for (n, &a) in cuts.iter().enumerate() {
        for &b in &cuts[n..] {
            let pieces = [&text[..a], &text[a..b], &text[b..]].map(String::from);
            let run = buffered(&pieces, &stops, false);
            assert_eq!((run.text, run.matched), expected);
            checked += 1;
        }
    }
    assert!(checked > 900, "{checked}");
}

#[test]
fn naive_stop_searches_fail_the_same_property() {
    // Looks into each piece alone.
    let per_piece = |pieces: &[String], stops: &[String], include: bool| -> Run {
        let mut text = String::new();
        for piece in pieces {
            let (shown, matched) = stopped(piece, stops, include);
            text.push_str(&shown);
            if matched.is_some() {
                return Run { text, matched };
            }
        }
        Run { text, matched: None }
    };
    assert!(check_stops(&per_piece, 2000).is_err());

    // Finds matches across pieces but shows everything at once: the beginning leaks.
    let leaky = |pieces: &[String], stops: &[String], include: bool| -> Run {
        let (mut all, mut text) = (String::new(), String::new());
        for piece in pieces {
            all.push_str(piece);
            let (cut, matched) = stopped(&all, stops, include);
            if matched.is_some() {
                text.push_str(cut.get(text.len()..).unwrap_or(""));
                return Run { text, matched };
            }
            text = all.clone();
        }
        Run { text, matched: None }
    };
    assert!(check_stops(&leaky, 2000).is_err());

    // Forgets what it held when the answer ends.
    let no_flush = |pieces: &[String], stops: &[String], include: bool| -> Run {
        let mut buffer =
            StopBuffer::new(Arc::new(StopStrings::new(stops.to_vec()).unwrap()), include);
        let mut run = Run { text: String::new(), matched: None };
        for piece in pieces {
            let out = buffer.push(piece);
            run = Run { text: run.text + &out.text, matched: out.matched };
        }
        run
    };
    assert!(check_stops(&no_flush, 2000).is_err());
}

#[test]
fn text_is_held_only_while_a_stop_string_may_come() {
    let stops = StopStrings::new(vec!["<end>".into(), "é!".into()]).unwrap();
    let mut buffer = StopBuffer::new(Arc::new(stops), false);
    for (piece, shown) in [
        ("abc", "abc"),
        ("<", ""),
        ("e", ""),
        ("x", "<ex"),
        (" ", " "),
        ("é", ""),
        ("<en", "é"),
        ("", ""),
    ] {
        assert_eq!(buffer.push(piece).text, shown, "{piece:?}");
    }
    assert_eq!(buffer.push("d> more").matched, Some(0));
    assert_eq!(buffer.push("more").text, "");
    assert_eq!(buffer.finish(), "");
}

#[test]
fn text_before_min_tokens_cannot_stop() {
    let mut buffer = StopBuffer::new(Arc::new(StopStrings::new(vec!["ab".into()]).unwrap()), true);
    assert_eq!(buffer.push("a").text, "");
    assert_eq!(buffer.push_unchecked("b ab a"), "ab ab a");
    assert_eq!(buffer.push("b").text, "b");
    let out = buffer.push(" ab.");
    assert_eq!((out.text.as_str(), out.matched), (" ab", Some(0)));
}

#[test]
fn many_and_odd_stop_strings() {
    let stops: Vec<String> = (0..10_000).map(|i| format!("stop number {i};")).collect();
    let set = Arc::new(StopStrings::new(stops).unwrap());
    let mut buffer = StopBuffer::new(set.clone(), false);
    let out = buffer.push("x stop number 123, stop number 77");
    assert_eq!((out.text.as_str(), out.matched), ("x stop number 123, ", None));
    assert_eq!(buffer.push("77;").matched, Some(7777));
    assert_eq!(buffer.matched(), Some("stop number 7777;"));
    assert_eq!(set.strings().len(), 10_000);

    assert_eq!(
        StopStrings::new(vec!["a".into(), "".into()]).unwrap_err(),
        StopError::Empty { index: 1 }
    );
    assert!(StopStrings::new(Vec::new()).unwrap().is_empty());
    let twice = Arc::new(StopStrings::new(vec!["a".into(), "a".into()]).unwrap());
    assert_eq!(StopBuffer::new(twice, false).push("xa").matched, Some(0));
}

/// Random ids through the library that transformers itself decodes with.
#[test]
fn decoding_random_tokens_equals_the_library() {
    // `unigram` and `additions` differ from their tokenizer.json by their configuration.
    for name in ["chatml", "headers", "metaspace", "odd"] {
        let tokenizer = tokenizer(name);
        let file = common::fixture(&format!("tokenizers/{name}.tokenizer.json"));
        let library = tokenizers_stable::Tokenizer::from_bytes(file).unwrap();
        runner(1000)
            .run(&(token_ids(&tokenizer), any::<bool>()), |(ids, skip)| {
                let expected = library.decode(&ids, skip).unwrap();
                prop_assert_eq!(tokenizer.decode(&ids, skip), expected);
                Ok::<_, TestCaseError>(())
            })
            .unwrap();
    }
}

/// Random text through both libraries, also where the fast one is in use. Scripts that Unicode
/// gained lately are left out: the libraries know different versions of it.
#[test]
fn encoding_random_text_equals_the_library() {
    let text = "([a-zA-Z']{1,8}|[0-9]{1,5}|[ \t\n\r]{1,4}|[\u{20}-\u{36f}\u{370}-\u{52f}\u{5d0}-\u{6ff}\u{900}-\u{97f}\u{e00}-\u{e7f}\u{2000}-\u{206f}\u{3040}-\u{30ff}\u{4e00}-\u{9fff}\u{ac00}-\u{d7a3}\u{fe0f}\u{1f300}-\u{1faff}]{1,6}|<\\|im_end\\|>){0,12}";
    for name in ["chatml", "headers", "metaspace", "odd", "additions"] {
        let file = common::fixture(&format!("tokenizers/{name}.tokenizer.json"));
        // Without its configuration: that adds tokens the library does not know of.
        let tokenizer = Tokenizer::load(&file, None).unwrap();
        let library = tokenizers_stable::Tokenizer::from_bytes(file).unwrap();
        runner(1000)
            .run(&(text, any::<bool>()), |(text, plain)| {
                let mode = if plain { SpecialMode::Plain } else { SpecialMode::Rendered };
                let expected =
                    library.encode_fast(text.as_str(), plain).unwrap().get_ids().to_vec();
                prop_assert_eq!(tokenizer.encode(&text, mode).unwrap(), expected);
                Ok::<_, TestCaseError>(())
            })
            .unwrap();
    }
}

/// Short lines with and without combining marks: what goes line by line to one library or the
/// other must come out as if the whole had gone to one.
#[test]
fn lines_with_and_without_marks_equal_the_library() {
    let text = "([ \t]{0,2}([a-z]{1,3}|!|é|e\u{301}|\u{fe0f}|1|<think>|<\\|endoftext\\|>|'s|हि|)[\n\r \u{2028}]{0,2}\n?){0,12}";
    // The pattern with marks over the larger vocabulary, which has tokens of several line breaks.
    let split = |name: &str| {
        let file = common::json(&format!("tokenizers/{name}.tokenizer.json"));
        file["pre_tokenizer"]["pretokenizers"][0].clone()
    };
    let mut file = common::json("tokenizers/chatml.tokenizer.json");
    assert_ne!(split("chatml"), split("additions"));
    file["pre_tokenizer"]["pretokenizers"][0] = split("additions");
    let file = file.to_string().into_bytes();
    let tokenizer = Tokenizer::load(&file, None).unwrap();
    assert_eq!(tokenizer.engine_name(), "fast, stable for combining marks");
    let library = tokenizers_stable::Tokenizer::from_bytes(file).unwrap();
    let whole = |text: &str| library.encode_fast(text, false).unwrap().get_ids().to_vec();
    let check = |encode: &dyn Fn(&str) -> Vec<u32>, cases: u32| {
        runner(cases).run(&text, |text| {
            prop_assert_eq!(encode(&text), whole(&text), "{:?}", text);
            Ok::<_, TestCaseError>(())
        })
    };
    check(&|text| tokenizer.encode(text, SpecialMode::Rendered).unwrap(), 3000).unwrap();
    let every_line = |text: &str| text.split_inclusive('\n').flat_map(&whole).collect();
    assert!(check(&every_line, 1000).is_err());
}
