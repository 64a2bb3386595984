//! Reasoning, free text and calls in one answer.

use super::forms::{calls, deepseek, deepseek_fenced, required, schema};
use super::vocab::{Rng, Vocab, feed};
use atlas_core::Constraint;
use atlas_text::Dialect;
use atlas_text::grammar::{Form, ReasoningFrame, ToolChoice};
use serde_json::json;

const CALL: &str =
    "<tool_call>\n<function=list>\n<parameter=depth>\n3\n</parameter>\n</function>\n</tool_call>";

fn think(starts_open: bool) -> ReasoningFrame {
    ReasoningFrame { open: "<think>".to_owned(), close: "</think>".to_owned(), starts_open }
}

fn is_free(vocab: &Vocab, constraint: &mut dyn Constraint) -> bool {
    vocab.allowed(constraint).is_none()
}

#[test]
fn auto_waits_for_a_call_and_lets_go_after_it() {
    let vocab = Vocab::mini();
    let form = calls(Dialect::Qwen3Coder, ToolChoice::Auto, true);
    for seed in 0..4 {
        let mut constraint = vocab.start(&form);
        let c = &mut *constraint;
        assert!(is_free(vocab, c) && c.may_stop() && !c.is_complete());
        assert_eq!(feed(vocab, c, "Let me <tool see < it.\n", seed), (true, true));
        assert_eq!(feed(vocab, c, "<tool_call>", seed), (true, false));
        assert!(!is_free(vocab, c));
        assert_eq!(feed(vocab, c, &CALL["<tool_call>".len()..], seed), (true, true));
        assert!(is_free(vocab, c) && !c.is_complete());
        assert_eq!(feed(vocab, c, &format!("\n{CALL} and text"), seed), (true, true));
        // A call that does not fit is stopped where it stops fitting.
        assert!(feed(vocab, c, "<tool_call>\n<function=no", seed).0);
        assert_eq!(feed(vocab, c, "pe>", seed), (false, false));
    }
}

#[test]
fn auto_without_parallel_calls_ends_with_the_call() {
    let vocab = Vocab::mini();
    let mut constraint = vocab.start(&calls(Dialect::Qwen3Coder, ToolChoice::Auto, false));
    assert_eq!(feed(vocab, &mut *constraint, &format!("Well.\n{CALL}"), 1), (true, true));
    assert!(constraint.is_complete());
    let mask = vocab.allowed(&mut *constraint).expect("a mask");
    assert!(mask.iter().all(|bit| !bit));
    constraint.rollback(1).expect("kept");
    assert!(!constraint.is_complete() && !constraint.may_stop());
}

#[test]
fn required_calls_come_after_the_reasoning() {
    let vocab = Vocab::mini();
    let form = required(Dialect::Qwen3Coder);
    for seed in 0..4 {
        let mut constraint = vocab.framed(&form, &think(true));
        let c = &mut *constraint;
        assert!(is_free(vocab, c));
        // Nothing counts in the reasoning, and the answer cannot end there.
        assert_eq!(feed(vocab, c, &format!("hm <tool_call> {CALL} </thin"), seed), (true, false));
        assert_eq!(feed(vocab, c, "k>", seed), (true, false));
        assert!(!is_free(vocab, c));
        assert_eq!(feed(vocab, c, &format!("\n\n{CALL}\n{CALL}"), seed), (true, true));
        assert!(!feed(vocab, c, "x", seed).0);
    }
}

/// In the marks of each family, some of which are those of calls too.
#[test]
fn calls_of_a_family_follow_its_reasoning() {
    let vocab = Vocab::pieces(&["[TOOL_CALLS]", "<｜tool▁call"], 8, 1).with(&["[ARGS]"]);
    let frame = |open: &str, close: &str| ReasoningFrame {
        open: open.to_owned(),
        close: close.to_owned(),
        starts_open: true,
    };
    let mistral = "[TOOL_CALLS]list[ARGS]{\"depth\": 3}[TOOL_CALLS]now[ARGS]{}";
    for (format, frame, call) in [
        (Dialect::Mistral, frame("[THINK]", "[/THINK]"), mistral.to_owned()),
        (Dialect::DeepseekV3, think(true), deepseek()),
        (Dialect::DeepseekV3, think(true), deepseek_fenced()),
    ] {
        for seed in 0..4 {
            let mut c = vocab.framed(&required(format), &frame);
            let thought = format!("hm {call} {} [", &frame.close[..3]);
            assert_eq!(feed(&vocab, &mut *c, &thought, seed), (true, false), "{format}");
            assert_eq!(feed(&vocab, &mut *c, &frame.close, seed), (true, false), "{format}");
            assert!(!is_free(&vocab, &mut *c));
            assert_eq!(feed(&vocab, &mut *c, &call, seed), (true, true), "{format}");
            assert!(!feed(&vocab, &mut *c, "x", seed).0);
        }
    }
}

#[test]
fn reasoning_may_be_opened_with_the_first_token_alone() {
    let vocab = Vocab::mini();
    let open = vocab.words.iter().position(|w| w == b"<think>").expect("a token") as u32;
    let form = schema(json!({"const": 7}));
    let mut constraint = vocab.framed(&form, &think(false));
    let mask = vocab.allowed(&mut *constraint).expect("a mask");
    assert!(mask[open as usize] && !mask[vocab.spell(b"x", &mut Rng(0))[0] as usize]);
    let mut direct = constraint.fork();
    assert_eq!(feed(vocab, &mut *direct, "7", 0), (true, true));
    assert!(direct.is_complete());
    constraint.accept(open).expect("allowed");
    assert_eq!(feed(vocab, &mut *constraint, "7 or 8?</think>\n\n7", 0), (true, true));
    assert!(constraint.is_complete());
    assert!(!feed(vocab, &mut *vocab.framed(&form, &think(false)), "\n\n\n7", 0).0);
    assert!(!feed(vocab, &mut *vocab.start(&form), "<think>", 0).0);
}

/// Tokens that cross the end of the reasoning, or the trigger, are legal only if the rest is.
#[test]
fn borders_inside_tokens_are_minded() {
    let extra = ["k>\n7", "k>\n8", "ink>7", "ink>x", "k>", "call>\n<fun", "call>x", "l_call>\n"];
    let pieces: Vec<&str> = extra.to_vec();
    let mut words: Vec<Vec<u8>> = (0..255u8).map(|b| vec![b]).collect();
    words.extend(pieces.iter().map(|p| p.as_bytes().to_vec()));
    let compiler = atlas_text::grammar::Compiler::from_token_bytes(&words).expect("sound");
    let vocab = Vocab { compiler, words };
    let token = |text: &str| vocab.words.iter().position(|w| w == text.as_bytes()).expect("there");
    let frame = think(true);
    let mut c = vocab.framed(&schema(json!({"const": 7})), &frame);
    assert_eq!(feed(&vocab, &mut *c, "so: </thi", 0), (true, false));
    c.accept(u32::from(b'n')).expect("free");
    let mask = vocab.allowed(&mut *c).expect("some are banned");
    assert!(mask[token("k>\n7")] && mask[token("k>")] && mask[b'x' as usize]);
    assert!(!mask[token("k>\n8")]);
    c.rollback(1).expect("kept");
    assert!(is_free(&vocab, &mut *c), "no token goes on from here across the border");
    c.accept(u32::from(b'n')).expect("free");
    c.accept(token("k>\n7") as u32).expect("allowed");
    assert!(c.is_complete());
    let mut c = vocab.framed(&schema(json!({"const": 7})), &frame);
    assert_eq!(feed(&vocab, &mut *c, "so: </th", 0), (true, false));
    let mask = vocab.allowed(&mut *c).expect("some are banned");
    assert!(mask[token("ink>7")] && !mask[token("ink>x")]);

    let form = calls(Dialect::Qwen3Coder, ToolChoice::Auto, true);
    let mut c = vocab.start(&form);
    assert_eq!(feed(&vocab, &mut *c, "x<tool_", 3), (true, true));
    let mask = vocab.allowed(&mut *c).expect("some are banned");
    assert!(mask[token("call>\n<fun")] && !mask[token("call>x")]);
    assert!(c.accept(token("call>x") as u32).is_err());
    c.accept(token("call>\n<fun") as u32).expect("allowed");
    assert_eq!(feed(&vocab, &mut *c, "ction=now>\n</function>\n</tool_call>", 3), (true, true));
    c.rollback(2).expect("kept");
    assert!(!c.may_stop());
}

#[test]
fn user_grammars_can_follow_reasoning() {
    let vocab = Vocab::mini();
    let form = Form::Lark("start: a \"!\"\na: /[xy]+/".to_owned());
    let mut c = vocab.framed(&form, &think(true));
    assert_eq!(feed(vocab, &mut *c, "hm</think>\nxy!", 2), (true, true));
    assert!(c.is_complete());
}
