//! The formats of the KV cache change how close a result is, and nothing else.

use atlas_core::{KvFormat, KvFormats, StateSpec};
use atlas_model::verify::{Recorded, distance};
use atlas_model::{DirSource, HighPrecision, KvRequest, LoadError, LoadOptions, LoadedModel};
use atlas_tensor::{Compute, Device, KvCache, KvScales, LayerState};

use crate::common::{Checkpoint, Feed, Session, StoredTensor, bits, device, fixture};

/// Full attention, windows, and a hybrid.
const CASES: [&str; 3] = ["llama_rope_llama3", "mistral_window", "qwen3_5_moe_text"];

fn ids(case: &str) -> Vec<u32> {
    let recorded = Recorded::open(&fixture(case).join("oracle.safetensors")).expect("oracle file");
    recorded.ids("input_ids").expect("ids")
}

fn load(case: &str, dev: &Device, kv: KvRequest) -> Result<LoadedModel, LoadError> {
    let source = DirSource::new(fixture(case)).expect("fixture folder");
    atlas_model::load(&source, dev, &LoadOptions { kv, ..LoadOptions::default() })
}

fn request(formats: KvFormats) -> KvRequest {
    KvRequest { formats: Some(formats), high_precision: HighPrecision::default() }
}

/// The formats that the heads of a case allow, and one pair.
fn formats(case: &str, dev: &Device) -> Vec<KvFormats> {
    let split = KvFormats { key: KvFormat::Fp8, value: KvFormat::Turbo3 };
    let all = KvFormat::ALL.into_iter().filter(|format| format.is_quantised());
    let all = all.map(KvFormats::both).chain([split]);
    all.filter(|&formats| load(case, dev, request(formats)).is_ok()).collect()
}

/// In every format the bits of a row are those of the whole prompt, however it is cut, and on
/// whatever number of threads.
#[test]
fn chunks_have_the_bits_of_the_whole_in_every_format() {
    let (one, two) = (device(Compute::Bf16, 1), device(Compute::Bf16, 2));
    let mut checked = 0;
    for case in CASES.into_iter().chain(["deepseek_v32"]) {
        let ids = ids(case);
        for formats in formats(case, &one) {
            let loaded = load(case, &one, request(formats)).expect("it loaded before");
            let run = |chunk: usize, dev| {
                let mut session = Session::new(&*loaded.model, dev, 1, ids.len());
                bits(&session.feed_in_chunks(&ids, chunk))
            };
            let whole = run(ids.len(), &one);
            for (chunk, dev) in [(1, &one), (7, &two), (64, &one)] {
                assert!(run(chunk, dev) == whole, "{case} {formats}: chunks of {chunk}");
            }
            checked += 1;
        }
    }
    assert!(checked >= 10, "only {checked} pairs of case and format");
}

/// Logits lie as close to those of a 16-bit cache as the format's bits say, and each format is read
/// as what it is: no two give the same logits.
#[test]
fn fewer_bits_are_further_away() {
    let dev = device(Compute::Bf16, 2);
    for case in CASES {
        let ids = ids(case);
        let logits = |formats: KvFormats| {
            let loaded = load(case, &dev, request(formats)).expect("a model");
            Session::new(&*loaded.model, &dev, 1, ids.len()).feed_in_chunks(&ids, ids.len())
        };
        let plain = logits(KvFormats::both(KvFormat::Bf16));
        let mut seen = vec![plain.clone()];
        for formats in formats(case, &dev) {
            let least = match formats.value {
                KvFormat::Turbo8 => 0.9999,
                KvFormat::Fp8 => 0.999,
                KvFormat::Nvfp4 | KvFormat::Turbo4 => 0.99,
                _ => 0.97,
            };
            let found = logits(formats);
            let (_, cosine) = distance(&found, &plain);
            assert!(cosine >= least, "{case} {formats}: a cosine of {cosine}");
            assert!(!seen.contains(&found), "{case} {formats}: logits of another format");
            seen.push(found);
        }
    }
}

/// Every layer keeps its cache in its own format, and a state in another is refused.
#[test]
fn a_layer_whose_format_was_defaulted_is_found() {
    let dev = device(Compute::Bf16, 1);
    let formats = KvFormats { key: KvFormat::Fp8, value: KvFormat::Bf16 };
    let kv = KvRequest { formats: Some(formats), high_precision: HighPrecision::Edges(1) };
    let loaded = load("mistral_window", &dev, kv).expect("a model");
    let of = |spec: &StateSpec| match *spec {
        StateSpec::Paged { formats, .. } => formats,
        _ => panic!("a layer without a KV cache"),
    };
    let specs: Vec<KvFormats> = loaded.model.state_specs().iter().map(of).collect();
    let bf16 = KvFormats::both(KvFormat::Bf16);
    let last = specs.len() - 1;
    for (layer, found) in specs.iter().enumerate() {
        let expected = if layer == 0 || layer == last { bf16 } else { formats };
        assert_eq!(*found, expected, "layer {layer}");
    }
    for layer in 0..specs.len() {
        let mut session = Session::new(&*loaded.model, &dev, 1, 40);
        let LayerState::Paged(cache) = &session.states[layer] else { unreachable!() };
        let other = if specs[layer] == bf16 { formats } else { bf16 };
        let (heads, width) = (cache.kv_heads, cache.head_dim);
        let (blocks, tokens) = (cache.block_count, cache.block_tokens);
        let defaulted =
            KvCache::new(blocks, tokens, heads, width, other, 1).expect("a small cache");
        session.states[layer] = LayerState::Paged(defaulted);
        let feed = Feed { slot: 0, start: 0, tokens: &[1, 2, 3] };
        assert!(session.step(&[feed]).is_err(), "layer {layer} in {other} went unnoticed");
    }
}

/// The scale of the layer's keys is not that of its values: with both swapped the logits move.
#[test]
fn scales_of_keys_and_values_are_their_own() {
    let dev = device(Compute::Bf16, 1);
    let case = "llama_rope_llama3";
    let ids = ids(case);
    let formats = KvFormats::both(KvFormat::Fp8);
    let loaded = load(case, &dev, request(formats)).expect("a model");
    let run = |written: KvScales, read: KvScales| {
        let mut session = Session::new(&*loaded.model, &dev, 1, ids.len());
        let set = |states: &mut Vec<LayerState>, scales| {
            for state in states.iter_mut() {
                let LayerState::Paged(cache) = state else { continue };
                cache.set_scales(scales);
            }
        };
        set(&mut session.states, written);
        session.step(&[Feed { slot: 0, start: 0, tokens: &ids[..ids.len() - 1] }]).expect("a step");
        if written != read {
            // As a kernel would that takes the other half's scale.
            for state in &mut session.states {
                state.rewind(0);
            }
            set(&mut session.states, read);
            let len = ids.len() as u32 - 1;
            let span = atlas_tensor::SpanRows {
                slot: 0,
                row: 0,
                len: len as usize,
                start: 0,
                drafts: 0,
                blocks: &[],
            };
            for state in &mut session.states {
                state.advance(&[span]).expect("the count of before");
            }
        }
        let last = Feed { slot: 0, start: ids.len() - 1, tokens: &ids[ids.len() - 1..] };
        session.step(&[last]).expect("a step")
    };
    let scales = KvScales { key: 0.25, value: 0.03125 };
    let sound = run(scales, scales);
    // Powers of two change no rounding inside the range of the format.
    let (_, cosine) = distance(&sound, &run(KvScales::ONE, KvScales::ONE));
    assert!(cosine > 0.9995, "a cosine of {cosine}");
    let swapped = KvScales { key: scales.value, value: scales.key };
    let (_, cosine) = distance(&run(scales, swapped), &sound);
    assert!(cosine < 0.999, "the scale of keys used for values has a cosine of {cosine}");
}

/// A format that cannot keep heads of a width is refused with the layer and the reason.
#[test]
fn formats_that_a_model_cannot_bear_are_refused_by_name() {
    let dev = device(Compute::Bf16, 1);
    let mut refused = 0;
    for case in crate::common::CASES {
        for format in [KvFormat::Nvfp4, KvFormat::Turbo4] {
            let Err(error) = load(case, &dev, request(KvFormats::both(format))) else { continue };
            let text = error.to_string();
            assert!(text.contains("layer ") && text.contains(format.name()), "{case}: {text}");
            assert!(text.contains("heads"), "{case}: {text}");
            refused += 1;
        }
    }
    assert!(refused > 0, "no fixture has heads that a format refuses");
}

/// Scales that exporters write beside an attention layer are found under each of their names; one
/// that was never calibrated counts as absent, and one for each head is an error with its name.
#[test]
fn scales_of_the_checkpoint_are_read_under_every_name() {
    let scales_with = |tensors: &[(&str, &[f32])]| {
        let mut checkpoint = Checkpoint::of("llama_rope_llama3");
        checkpoint.edit(|all| {
            for (name, values) in tensors {
                let stored = StoredTensor {
                    dtype: "F32".into(),
                    shape: if values.len() == 1 { vec![] } else { vec![values.len()] },
                    bytes: values.iter().flat_map(|value| value.to_le_bytes()).collect(),
                };
                all.insert(format!("model.layers.1.self_attn.{name}"), stored);
            }
        });
        checkpoint.load().map(|loaded| loaded.model.kv_scales().to_vec())
    };
    let both = Some(KvScales { key: 0.5, value: 0.25 });
    for (key, value) in [
        ("k_proj.k_scale", "v_proj.v_scale"),
        ("k_scale", "v_scale"),
        ("attn.k_scale", "attn.v_scale"),
        ("k_proj.output_scale", "v_proj.output_scale"),
        ("k_fake_quantizer.qscale_act", "v_fake_quantizer.qscale_act"),
    ] {
        let found = scales_with(&[(key, &[0.5]), (value, &[0.25])]).expect("a checkpoint");
        assert_eq!(found, [None, both, None], "{key}");
    }
    let shared = scales_with(&[("kv_scale", &[0.5])]).expect("a checkpoint");
    assert_eq!(shared[1], Some(KvScales { key: 0.5, value: 0.5 }));
    let half = scales_with(&[("v_scale", &[0.25]), ("k_scale", &[0.0])]).expect("a checkpoint");
    assert_eq!(half[1], Some(KvScales { key: 1.0, value: 0.25 }));
    let open = scales_with(&[("v_scale", &[-1.0]), ("k_scale", &[0.0])]).expect("a checkpoint");
    assert_eq!(open[1], None);
    for bad in [&[0.5, 0.5][..], &[f32::NAN], &[f32::INFINITY], &[1e-40]] {
        let Err(error) = scales_with(&[("k_scale", bad)]) else { panic!("{bad:?} was read") };
        assert!(error.to_string().contains("layers.1.self_attn.k_scale"), "{error}");
    }
}
