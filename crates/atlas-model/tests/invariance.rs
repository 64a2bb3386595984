//! The bits of a row's logits depend on its token, position and history alone.

mod common;
#[path = "invariance/kv_formats.rs"]
mod kv_formats;

use atlas_model::verify::Recorded;
use atlas_model::{Batch, Cx, ForwardError, KeepAt, Keeps, LoadOptions, StateKeeper};
use atlas_tensor::{Arena, Compute, LayerState, RecurrentState, SpanRows, StateError, TensorMut};
use std::cell::RefCell;
use std::collections::BTreeMap;

use common::{CASES, Feed, GGUF, QUANTISED, Session, bits, device, fixture, load, source};

fn prompt(case: &str) -> Vec<u32> {
    let recorded = Recorded::open(&fixture(case).join("oracle.safetensors")).expect("oracle file");
    recorded.ids("input_ids").expect("ids")
}

/// The bits of every row's logits do not depend on the chunks of a prompt or on the threads.
#[test]
fn chunks_have_the_bits_of_the_whole() {
    for compute in [Compute::F32, Compute::Bf16] {
        for case in CASES.iter().chain(QUANTISED).chain(GGUF).copied() {
            let ids = prompt(case);
            let one = device(compute, 1);
            let loaded = load(case, &one);
            let run = |chunk: usize, dev| {
                let mut session = Session::new(&*loaded.model, dev, 1, ids.len());
                bits(&session.feed_in_chunks(&ids, chunk))
            };
            let whole = run(ids.len(), &one);
            for chunk in [1, 7, 64] {
                assert!(run(chunk, &one) == whole, "{case} {compute:?}: chunks of {chunk}");
            }
            let two = device(compute, 2);
            for chunk in [7, ids.len()] {
                assert!(run(chunk, &two) == whole, "{case} {compute:?}: 2 threads, {chunk}");
            }
        }
    }
}

/// Copies of states, by layer and place.
#[derive(Default)]
struct Copies(RefCell<BTreeMap<(usize, usize), Vec<u8>>>, Vec<usize>);

impl StateKeeper for Copies {
    fn keep(&self, layer: usize, state: &RecurrentState, index: usize) {
        let mut copy = vec![0; state.slot_len()];
        state.read_slot(self.1[index], &mut copy);
        let before = self.0.borrow_mut().insert((layer, index), copy);
        assert!(before.is_none(), "place {index} of layer {layer} is kept twice");
    }
}

/// State kept inside spans equals that of a run which ends there, and the logits equal those of a
/// run that keeps none.
#[test]
fn state_kept_inside_spans_equals_that_of_a_cut() {
    let dev = device(Compute::Bf16, 2);
    let mut compared = 0;
    for case in CASES.iter().chain(QUANTISED).chain(GGUF).copied() {
        let loaded = load(case, &dev);
        let ids = prompt(case);
        let len = ids.len();
        let other: Vec<u32> = ids.iter().rev().copied().collect();
        let feeds = [
            Feed { slot: 1, start: 0, tokens: &ids },
            Feed { slot: 0, start: 0, tokens: &other[..len - 3] },
            Feed { slot: 2, start: 0, tokens: &ids[..1] },
        ];
        let session = || Session::new(&*loaded.model, &dev, 3, len);
        let place = |span, rows| KeepAt { span, rows };
        for at in [
            vec![place(0, 1), place(0, 2), place(0, len - 1), place(1, 5), place(2, 1)],
            vec![place(0, len), place(1, 2), place(1, 3), place(1, len - 3)],
            vec![place(1, len - 3)],
        ] {
            let copies =
                Copies(RefCell::default(), at.iter().map(|p| feeds[p.span].slot).collect());
            let keeps = Some(Keeps { at: &at, to: &copies });
            let kept = session().step_keeping(&feeds, keeps).expect("a batch");
            let plain = session().step(&feeds).expect("a batch");
            assert!(bits(&kept) == bits(&plain), "{case}: keeping changes logits");
            let copies = copies.0.into_inner();
            for (index, place) in at.iter().enumerate() {
                let feed = feeds[place.span];
                let mut cut = session();
                cut.step(&[Feed { tokens: &feed.tokens[..place.rows], ..feed }]).expect("a batch");
                for (layer, state) in cut.states.iter().enumerate() {
                    let LayerState::Recurrent(state) = state else { continue };
                    let mut want = vec![0; state.slot_len()];
                    state.read_slot(feed.slot, &mut want);
                    let got = copies.get(&(layer, index));
                    assert!(got == Some(&want), "{case}: layer {layer} at {place:?}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 100, "only {compared} states compared");
}

/// Three sequences that enter, chunk and decode at different times in shared steps give each the
/// bits that it gives alone.
#[test]
fn batched_sequences_have_the_bits_of_single_ones() {
    for compute in [Compute::F32, Compute::Bf16] {
        for case in CASES {
            let dev = device(compute, 2);
            let loaded = load(case, &dev);
            let vocab = loaded.model.info().vocab_size as usize;
            let ids = prompt(case);
            let sequences: Vec<Vec<u32>> = (0..3)
                .map(|s| {
                    ids.iter().cycle().skip(17 * s).take(ids.len() - 20 * s).copied().collect()
                })
                .collect();
            let alone: Vec<Vec<u32>> = sequences
                .iter()
                .map(|tokens| {
                    let mut session = Session::new(&*loaded.model, &dev, 1, ids.len());
                    bits(&session.feed_in_chunks(tokens, tokens.len()))
                })
                .collect();
            let mut session = Session::new(&*loaded.model, &dev, 3, ids.len());
            let mut done = [0; 3];
            let mut together: [Vec<u32>; 3] = Default::default();
            for step in 0.. {
                // Chunk lengths that differ between sequences and steps; slots in a turning order.
                let feeds: Vec<Feed<'_>> = (0..3)
                    .map(|i| (i + step) % 3)
                    .filter(|&s| step >= 2 * s && done[s] < sequences[s].len())
                    .map(|s| {
                        let len = [1, 13, 5, 40][(step + s) % 4];
                        let end = (done[s] + len).min(sequences[s].len());
                        Feed { slot: s, start: done[s], tokens: &sequences[s][done[s]..end] }
                    })
                    .collect();
                if feeds.is_empty() {
                    break;
                }
                let logits = session.step(&feeds).expect("step");
                let mut row = 0;
                for feed in &feeds {
                    let end = row + feed.tokens.len();
                    together[feed.slot].extend(bits(&logits[row * vocab..end * vocab]));
                    done[feed.slot] += feed.tokens.len();
                    row = end;
                }
            }
            assert!(together[..] == alone[..], "{case} {compute:?}");
        }
    }
}

/// A slot that was used before gives a new sequence the bits of a fresh one.
#[test]
fn a_reused_slot_has_no_state_of_its_last_sequence() {
    let dev = device(Compute::F32, 1);
    for case in CASES {
        let loaded = load(case, &dev);
        let ids = prompt(case);
        let mut session = Session::new(&*loaded.model, &dev, 1, ids.len());
        let first = bits(&session.feed_in_chunks(&ids[..40], 40));
        for state in &mut session.states {
            state.assign_slot(0);
        }
        assert!(bits(&session.feed_in_chunks(&ids[..40], 40)) == first, "{case}");
    }
}

/// A span that does not start at the end of its slot's state is refused by name and changes
/// nothing.
#[test]
fn spans_must_start_where_their_state_ends() {
    let dev = device(Compute::F32, 1);
    let loaded = load("qwen3_next", &dev);
    let ids = prompt("qwen3_next");
    let mut session = Session::new(&*loaded.model, &dev, 2, ids.len());
    session.feed_in_chunks(&ids[..10], 10);
    for start in [0, 9, 11] {
        let other = Feed { slot: 1, start: 0, tokens: &ids[..3] };
        let error = session.step(&[other, Feed { slot: 0, start, tokens: &ids[10..12] }]);
        let Err(ForwardError::State { layer: 0, error }) = error else { panic!("start {start}") };
        let start = start as u32;
        assert_eq!(error, StateError::NotConsecutive { slot: 0, consumed: 10, start });
    }
    assert!(session.states.iter().all(|s| (s.consumed(0), s.consumed(1)) == (10, 0)));
    let feed = Feed { slot: 0, start: 10, tokens: &ids[10..12] };
    let after = bits(&session.step(&[feed]).expect("step"));
    let mut fresh = Session::new(&*loaded.model, &dev, 1, ids.len());
    let whole = bits(&fresh.feed_in_chunks(&ids[..12], 12));
    assert!(whole.ends_with(&after));
    assert!(session.states.iter().all(|s| s.consumed(0) == 12));
}

/// One layer out of step is found before any layer moves.
#[test]
fn a_single_stale_layer_is_named() {
    let dev = device(Compute::F32, 1);
    let loaded = load("qwen3_next", &dev);
    let ids = prompt("qwen3_next");
    let mut session = Session::new(&*loaded.model, &dev, 1, ids.len());
    session.feed_in_chunks(&ids[..10], 10);
    session.states[2].assign_slot(0);
    let error = session.step(&[Feed { slot: 0, start: 10, tokens: &ids[10..11] }]);
    assert!(matches!(error, Err(ForwardError::State { layer: 2, .. })), "{error:?}");
    assert_eq!(session.states[0].consumed(0), 10);
}

/// Selections that are checked have the bits of those that are not, and no fault.
#[test]
fn checked_selections_have_the_same_bits() {
    let ids = prompt("deepseek_v32");
    let dev = device(Compute::Bf16, 2);
    let logits = |debug_index| {
        let options = LoadOptions { debug_index, ..LoadOptions::default() };
        let loaded = atlas_model::load(&*source("deepseek_v32"), &dev, &options).expect("a model");
        let mut session = Session::new(&*loaded.model, &dev, 1, ids.len());
        bits(&session.feed_in_chunks(&ids, 7))
    };
    assert!(logits(true) == logits(false));
}

#[test]
fn malformed_batches_are_refused() {
    let dev = device(Compute::F32, 1);
    let loaded = load("qwen3_tied_f32", &dev);
    let model = &*loaded.model;
    let vocab = model.info().vocab_size;
    let arena = Arena::with_bytes(model.scratch_bytes(2, 2)).expect("arena");
    let mut session = Session::new(model, &dev, 1, 64);
    let blocks = [0, 1];
    let span = |row, len| SpanRows { slot: 0, row, len, start: 0, drafts: 0, blocks: &blocks };
    let mut run = |tokens: &[u32], positions: &[u32], spans: &[SpanRows<'_>], rows: &[u32], n| {
        let mut cx = Cx::new(&dev, &arena);
        let batch = Batch { tokens, fed: None, positions, spans, logit_rows: rows, keeps: None };
        let mut logits = vec![0.0; n * vocab as usize];
        let logits = TensorMut::from_f32(&mut logits, &[n, vocab as usize]);
        match model.forward(&mut cx, &batch, &mut session.states, logits) {
            Err(ForwardError::Batch(text)) => text,
            other => panic!("{other:?}"),
        }
    };
    let good = [span(0, 2)];
    assert!(run(&[1, vocab], &[0, 1], &good, &[1], 1).contains("vocabulary"));
    assert!(run(&[1, 2], &[0], &good, &[1], 1).contains("positions"));
    assert!(run(&[1, 2], &[0, 2], &good, &[1], 1).contains("position 2"));
    assert!(run(&[1, 2], &[0, 1], &[span(0, 1)], &[1], 1).contains("cover 1 of 2"));
    assert!(run(&[1, 2], &[0, 1], &[span(1, 1)], &[1], 1).contains("after row 0"));
    assert!(run(&[1, 2], &[0, 1], &[span(0, 3)], &[1], 1).contains("of 2"));
    assert!(run(&[1, 2], &[0, 1], &good, &[2], 1).contains("row 2 of 2"));
    assert!(run(&[1, 2], &[0, 1], &good, &[1], 2).contains("for 1 rows"));
    let none = Copies::default();
    for at in [vec![(0, 0)], vec![(0, 3)], vec![(1, 1)], vec![(0, 1), (0, 1)], vec![(0, 2), (0, 1)]]
    {
        let at: Vec<_> = at.into_iter().map(|(span, rows)| KeepAt { span, rows }).collect();
        let mut cx = Cx::new(&dev, &arena);
        let (keeps, tokens) = (Some(Keeps { at: &at, to: &none }), &[1, 2]);
        let batch =
            Batch { tokens, fed: None, positions: &[0, 1], spans: &good, logit_rows: &[], keeps };
        let logits = TensorMut::from_f32(&mut [], &[0, vocab as usize]);
        match model.forward(&mut cx, &batch, &mut session.states, logits) {
            Err(ForwardError::Batch(text)) => assert!(text.contains("state is kept"), "{text}"),
            other => panic!("{at:?}: {other:?}"),
        }
    }
    let (split, at) =
        ([span(0, 1), SpanRows { row: 1, start: 1, ..span(0, 1) }], [KeepAt { span: 0, rows: 1 }]);
    let (keeps, tokens) = (Some(Keeps { at: &at, to: &none }), &[1, 2]);
    let batch =
        Batch { tokens, fed: None, positions: &[0, 1], spans: &split, logit_rows: &[], keeps };
    let mut cx = Cx::new(&dev, &arena);
    let logits = TensorMut::from_f32(&mut [], &[0, vocab as usize]);
    match model.forward(&mut cx, &batch, &mut session.states, logits) {
        Err(ForwardError::Batch(text)) => assert!(text.contains("two spans"), "{text}"),
        other => panic!("{other:?}"),
    }
    session.states.pop();
    let mut cx = Cx::new(&dev, &arena);
    let batch = Batch {
        tokens: &[1],
        fed: None,
        positions: &[0],
        spans: &[span(0, 1)],
        logit_rows: &[],
        keeps: None,
    };
    let none = TensorMut::from_f32(&mut [], &[0, vocab as usize]);
    let error = model.forward(&mut cx, &batch, &mut session.states, none);
    assert!(matches!(error, Err(ForwardError::Batch(_))));
}
