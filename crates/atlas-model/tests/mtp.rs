//! The multi-token-prediction module is read, counted and kept, and computes what transformers'
//! generic block computes from the same weights.

mod common;

use atlas_model::checkpoint::TensorProblem;
use atlas_model::verify::{RELATIVE_ERROR_MAX, Recorded, block_table, distance, make_states};
use atlas_model::{Batch, Cx, DraftBatch, LoadError, Model};
use atlas_tensor::{Arena, Compute, Device, SpanRows, Tensor, TensorMut};
use common::{CASES, Checkpoint, Tensors, argmax, bits, device, fixture, load};

/// Fixtures with a module, and the names of its tensors before those of its parts.
const MODULES: [(&str, &str); 5] = [
    ("deepseek_v3", "model.layers.3."),
    ("nemotron_h", "mtp."),
    ("qwen3_5_moe_wrapper", "mtp."),
    ("qwen3_5_wrapper", "mtp."),
    ("qwen3_next", "mtp."),
];

#[test]
fn a_stored_module_is_loaded() {
    let dev = device(Compute::F32, 1);
    for case in CASES {
        let module = MODULES.iter().find(|(name, _)| name == case);
        let stored = module.is_some();
        let loaded = load(case, &dev);
        assert_eq!(loaded.model.mtp().is_some(), stored, "{case}");
        assert_eq!(loaded.model.info().has_mtp, stored, "{case}");
        if let Some((_, prefix)) = module {
            let mut without = Checkpoint::of(case);
            without.edit(|t| t.retain(|name, _| !name.starts_with(prefix)));
            let bare = without.load().expect("a checkpoint without the module");
            let (with, bare) = (loaded.model.info(), bare.model.info());
            assert!(with.weight_bytes > bare.weight_bytes, "{case}");
            // It is not run, so a token reads none of it.
            assert_eq!(with.weight_bytes_per_token, bare.weight_bytes_per_token, "{case}");
            assert_eq!(with.parameters_per_token, bare.parameters_per_token, "{case}");
        }
    }
}

#[test]
fn an_incomplete_module_is_an_error() {
    let mut partial = Checkpoint::of("qwen3_5_wrapper");
    partial.edit(|t| drop(t.remove("mtp.fc.weight")));
    let Err(LoadError::Tensors(problems)) = partial.load() else { panic!("it loaded") };
    assert!(
        matches!(&problems.0[..], [TensorProblem::Missing { name, .. }] if name == "mtp.fc.weight")
    );
    // The dense families have no such module.
    let mut foreign = Checkpoint::of("qwen3_5_wrapper");
    let mut module = vec![];
    foreign.edit(|t| module.extend(t.remove("mtp.norm.weight")));
    let mut dense = Checkpoint::of("qwen3_tied_f32");
    dense.edit(|t| t.extend(module.into_iter().map(|m| ("mtp.norm.weight".to_owned(), m))));
    let Err(LoadError::Tensors(problems)) = dense.load() else { panic!("it loaded") };
    assert!(matches!(&problems.0[..], [TensorProblem::Unused { .. }]), "{problems}");
}

/// Modules behind the last layer, as DeepSeek stores them, and of two blocks, as Nemotron does:
/// every tensor is read, and copies of the model's own embedding and head may stand beside them.
#[test]
fn modules_of_other_layouts_are_loaded_whole() {
    for (case, prefix) in [MODULES[0], MODULES[1]] {
        let mut names = vec![];
        Checkpoint::of(case).edit(|t| {
            names.extend(t.keys().filter(|name| name.starts_with(prefix)).cloned());
        });
        assert!(names.len() > 20, "{case}: {names:?}");
        for name in names {
            let mut partial = Checkpoint::of(case);
            partial.edit(|t| drop(t.remove(&name)));
            assert!(partial.load().is_err(), "{case} without {name}");
        }
    }
    let (case, at) = MODULES[0];
    let copies = [("embed_tokens", "model.embed_tokens"), ("shared_head.head", "lm_head")];
    for (copy, of) in copies {
        for change in [0.0, 1.0] {
            let mut checkpoint = Checkpoint::of(case);
            checkpoint.edit(|t| {
                let mut tensor = t[&format!("{of}.weight")].clone();
                tensor.map(|x| x + change);
                t.insert(format!("{at}{copy}.weight"), tensor);
            });
            assert_eq!(checkpoint.load().is_ok(), change == 0.0, "a {copy} of its own");
        }
    }
}

/// The normed last hidden states of all rows, `[T, H]`, as a proposer reads them.
fn hidden_states(model: &dyn Model, dev: &Device, ids: &[u32]) -> Vec<f32> {
    let (rows, width) = (ids.len(), model.info().hidden_size as usize);
    let mut states = make_states(model.state_specs(), dev, 1, rows).expect("states");
    let arena = Arena::on(dev, model.scratch_bytes(rows, 0)).expect("an arena");
    let positions: Vec<u32> = (0..rows as u32).collect();
    let blocks = block_table(0, rows);
    let spans = [SpanRows { slot: 0, row: 0, len: rows, start: 0, drafts: 0, blocks: &blocks }];
    let batch = Batch {
        tokens: ids,
        fed: None,
        positions: &positions,
        spans: &spans,
        logit_rows: &[],
        keeps: None,
    };
    let mut hidden = vec![f32::NAN; rows * width];
    let out = TensorMut::from_f32(&mut hidden, &[rows, width]);
    let mut cx = Cx { hidden: Some(out), ..Cx::new(dev, &arena) };
    let logits = TensorMut::from_f32(&mut [], &[0, model.info().vocab_size as usize]);
    model.forward(&mut cx, &batch, &mut states, logits).expect("a step");
    hidden
}

/// The module over the tokens behind `hidden[T, H]`, in chunks: its hidden states `[T, H]`, and
/// logits `[T, V]`.
fn drafted(
    (model, dev): (&dyn Model, &Device),
    tokens: &[u32],
    hidden: &[f32],
    chunk: usize,
) -> [Vec<f32>; 2] {
    let info = model.info();
    let (width, vocab) = (info.hidden_size as usize, info.vocab_size as usize);
    let spec = model.draft_spec().expect("a module");
    let mut state = make_states(&[spec], dev, 1, tokens.len()).expect("a state").remove(0);
    let arena = Arena::on(dev, model.draft_scratch_bytes(chunk)).expect("an arena");
    let blocks = block_table(0, tokens.len());
    let mut found = [vec![], vec![]];
    for (part, own) in tokens.chunks(chunk).zip(hidden.chunks(chunk * width)) {
        let (start, len) = (found[0].len() / width, part.len());
        let positions: Vec<u32> = (start..start + len).map(|p| p as u32).collect();
        let wanted: Vec<u32> = (0..len as u32).collect();
        let start = start as u32;
        let spans = [SpanRows { slot: 0, row: 0, len, start, drafts: 0, blocks: &blocks }];
        let batch = DraftBatch {
            tokens: part,
            positions: &positions,
            spans: &spans,
            hidden: Tensor::from_f32(own, &[len, width]),
            gather: false,
            wanted: &wanted,
        };
        let [mut out, mut logits] = [width, vocab].map(|width| vec![f32::NAN; len * width]);
        let mut cx = Cx::new(dev, &arena);
        let to = TensorMut::from_f32(&mut logits, &[len, vocab]);
        let own = TensorMut::from_f32(&mut out, &[len, width]);
        model.draft(&mut cx, &batch, &mut state, to, own).expect("a draft");
        found[0].extend(out);
        found[1].extend(logits);
    }
    found
}

/// The recorded module of a case, and its prompt.
struct Reference {
    ids: Vec<u32>,
    /// Hidden states of the model that the module reads, and its own, `[T-1, H]`.
    normed: Vec<f32>,
    hidden: Vec<f32>,
    recorded: Recorded,
}

impl Reference {
    fn of(case: &str) -> Self {
        let path = fixture(case).join("oracle.safetensors");
        let recorded = Recorded::open(&path).expect("the oracle");
        let values = |name: &str| recorded.f32(name).expect("a tap").1;
        let (hidden, mut normed) = (values("mtp.hidden"), values("final_norm"));
        normed.truncate(hidden.len());
        Self { ids: recorded.ids("input_ids").expect("ids"), normed, hidden, recorded }
    }
}

/// Rows of a stored matrix times `x[T, K]`, in f64.
fn product(checkpoint: &mut Checkpoint, name: &str, x: &[f32]) -> Vec<f32> {
    let mut weight = vec![];
    let mut width = 0;
    checkpoint.edit(|t| {
        let stored = t.iter().find(|(full, _)| full.ends_with(name)).expect("a matrix").1;
        assert_eq!(stored.dtype, "BF16", "{name}");
        width = stored.shape[1];
        let value = |c: &[u8]| f64::from(half::bf16::from_le_bytes([c[0], c[1]]).to_f32());
        weight.extend(stored.bytes.chunks_exact(2).map(value));
    });
    let dot = |row: &[f64], x: &[f32]| row.iter().zip(x).map(|(w, x)| w * f64::from(*x)).sum();
    let row = |x: &[f32]| -> Vec<f64> { weight.chunks(width).map(|row| dot(row, x)).collect() };
    x.chunks(width).flat_map(row).map(|x| x as f32).collect()
}

/// Hidden states, logits and drafts of every position of the prompt: the normed hidden states go in
/// beside the embeddings of the tokens behind them, and the shared head gives the logits. In
/// whatever chunks, the bits are the same.
#[test]
fn modules_equal_the_oracle() {
    let dev = device(Compute::F32, 2);
    for (case, _) in MODULES {
        let loaded = load(case, &dev);
        let (model, oracle) = (&*loaded.model, Reference::of(case));
        let rows = oracle.ids.len() - 1;
        let own = &hidden_states(model, &dev, &oracle.ids)[..oracle.normed.len()];
        let within = |name: &str, found: &[f32], expected: &[f32]| {
            assert_eq!(found.len(), expected.len(), "{case}: {name}");
            let (error, _) = distance(found, expected);
            println!("{case}: {name} {error:.1e}");
            assert!(error <= RELATIVE_ERROR_MAX, "{case}: {name} {error:.1e}");
        };
        within("final_norm", own, &oracle.normed);
        let [hidden, logits] = drafted((model, &dev), &oracle.ids[1..], own, rows);
        within("mtp.hidden", &hidden, &oracle.hidden);
        let expected = product(&mut Checkpoint::of(case), "lm_head.weight", &oracle.hidden);
        within("mtp.logits", &logits, &expected);
        let found: Vec<u32> = logits.chunks(model.info().vocab_size as usize).map(argmax).collect();
        assert_eq!(found, oracle.recorded.ids("mtp.draft_ids").expect("drafts"), "{case}");
        for chunk in [1, 7, 64] {
            let [_, parts] = drafted((model, &dev), &oracle.ids[1..], own, chunk);
            assert!(bits(&parts) == bits(&logits), "{case}: chunks of {chunk}");
        }
    }
}

/// A fault in the weights of a checkpoint.
type Change<'a> = &'a dyn Fn(&mut Tensors);

/// Mistakes in reading a module, each of which moves its hidden states far beyond the bound.
#[test]
fn faults_of_modules_are_found() {
    let dev = device(Compute::F32, 1);
    for (case, at, last) in [
        ("deepseek_v3", "model.layers.3.", "model.layers.3.shared_head.norm.weight"),
        ("nemotron_h", "mtp.layers.0.", "mtp.layers.1.final_layernorm.weight"),
    ] {
        let oracle = Reference::of(case);
        let width = oracle.hidden.len() / (oracle.ids.len() - 1);
        let error = |change: Change, tokens: &[u32], normed: &[f32]| {
            let mut checkpoint = Checkpoint::of(case);
            checkpoint.edit(|t| change(t));
            let loaded = checkpoint.load().expect("a planted fault must load");
            let found = drafted((&*loaded.model, &dev), tokens, normed, tokens.len());
            distance(&found[0], &oracle.hidden).0
        };
        let (tokens, normed) = (&oracle.ids[1..], &oracle.normed);
        assert!(error(&|_| (), tokens, normed) <= RELATIVE_ERROR_MAX, "{case}: no fault");
        let part = |name: &str| format!("{at}{name}.weight");
        let in_weights: [(&str, Change); 4] = [
            ("the hidden half first", &|t| {
                let projection = t.get_mut(&part("eh_proj")).expect("a projection");
                projection.bytes.chunks_mut(4 * width).for_each(|row| row.rotate_left(2 * width));
            }),
            ("norms swapped", &|t| {
                let [one, two] = ["enorm", "hnorm"].map(|name| t[&part(name)].clone());
                t.extend([(part("enorm"), two), (part("hnorm"), one)]);
            }),
            ("no last norm", &|t| t.get_mut(last).expect("a norm").map(|_| 1.0)),
            ("an embedding of another token", &|t| {
                let table = t.iter_mut().find(|(name, _)| name.contains("embed"));
                let (_, table) = table.expect("an embedding");
                let rows = table.shape[0];
                table.reorder_rows(|i| (i + 1) % rows);
            }),
        ];
        for (name, change) in in_weights {
            let error = error(change, tokens, normed);
            assert!(error > 0.05, "{case}: {name}: {error:.1e}");
        }
        let own = &oracle.ids[..tokens.len()];
        let stale = error(&|_| (), own, normed);
        assert!(stale > 0.05, "{case}: the token of the position itself: {stale:.1e}");
        let end = if case == "nemotron_h" { "layers.4.out" } else { "layers.2.out" };
        let plain = oracle.recorded.f32(end).expect("a tap").1;
        let plain = error(&|_| (), tokens, &plain[..normed.len()]);
        assert!(plain > 0.05, "{case}: hidden states before the last norm: {plain:.1e}");
    }
}
