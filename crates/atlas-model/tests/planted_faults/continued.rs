//! Mistakes that a prompt in one step does not show: in what a later step reads of earlier ones.

use atlas_model::Model;
use atlas_model::verify::{BLOCK_TOKENS, RELATIVE_ERROR_MAX, Recorded, distance};
use atlas_tensor::{Compute, Device, LayerState};
use serde_json::json;

use crate::common::{Checkpoint, Feed, Session, device, fixture, load};

/// A prompt whose first tokens are one chunk and whose others follow in steps of `then` tokens, by
/// another model that goes on from the same states, which `between` may change: the first tap of a
/// later step that differs from the oracle's rows.
fn first_divergence(
    (case, dev): (&str, &Device),
    [model, other]: [&dyn Model; 2],
    [first, then]: [usize; 2],
    between: impl FnOnce(&mut [LayerState]),
) -> Option<String> {
    let recorded = Recorded::open(&fixture(case).join("oracle.safetensors")).expect("an oracle");
    let ids = recorded.ids("input_ids").expect("ids");
    let mut session = Session::new(model, dev, 1, ids.len());
    session.taps(Feed { slot: 0, start: 0, tokens: &ids[..first] });
    between(&mut session.states);
    session.model = other;
    for (i, tokens) in ids[first..].chunks(then).enumerate() {
        let start = first + i * then;
        for (name, shape, values) in session.taps(Feed { slot: 0, start, tokens }).taps {
            // The order of experts is free.
            if name.contains("router") || !recorded.has(&name) {
                continue;
            }
            let width: usize = shape[1..].iter().product();
            let (_, expected) = recorded.f32(&name).expect("a tap");
            let (error, _) = distance(&values, &expected[start * width..][..values.len()]);
            if error.is_nan() || error > RELATIVE_ERROR_MAX {
                return Some(name);
            }
        }
    }
    None
}

/// A chunk that sees itself alone: the keys, values and latents of the earlier one are zeros.
#[test]
fn a_chunk_that_does_not_see_the_one_before_is_found() {
    let dev = device(Compute::F32, 1);
    for (case, tap) in [
        ("deepseek_v3", "layers.0.mixer_out"),
        ("deepseek_v3_plain", "layers.0.mixer_out"),
        ("mistral4", "layers.0.mixer_out"),
        ("nemotron_h", "layers.1.mixer_out"),
    ] {
        let loaded = load(case, &dev);
        for then in [1, 35] {
            let run = |between: fn(&mut [LayerState])| {
                let steps = [BLOCK_TOKENS, then];
                first_divergence((case, &dev), [&*loaded.model; 2], steps, between)
            };
            assert_eq!(run(|_| ()), None, "{case}: no fault");
            let found = run(|states| {
                for state in states {
                    let LayerState::Paged(cache) = state else { continue };
                    cache.block_mut(0).fill(0);
                }
            });
            assert_eq!(found.as_deref(), Some(tap), "{case} in steps of {then}");
        }
    }
}

/// A decode step that leaves time steps as they are, where prefill has limits, and the reverse.
#[test]
fn time_steps_that_only_one_path_limits_are_found() {
    let dev = device(Compute::F32, 1);
    let case = "nemotron_h";
    let right = load(case, &dev);
    let mut other = Checkpoint::of(case);
    other.config["time_step_limit"] = json!([0.0, 1e9]);
    let unlimited = other.load().expect("a model");
    let (right, unlimited) = (&*right.model, &*unlimited.model);
    for (models, tap) in [
        ([right; 2], None),
        ([right, unlimited], Some("layers.0.mixer_out")),
        ([unlimited, right], Some("layers.0.mixer_out")),
    ] {
        let found = first_divergence((case, &dev), models, [40, 1], |_| ());
        assert_eq!(found.as_deref(), tap);
    }
}

/// A convolution that keeps one input too few, and one that keeps those of one token earlier.
#[test]
fn convolution_states_that_are_off_by_one_are_found() {
    let dev = device(Compute::F32, 1);
    for (case, tap) in [
        ("nemotron_h", "layers.0.mixer_out"),
        ("nemotron_h_latent", "layers.1.mixer_out"),
        ("qwen3_5_text", "layers.0.mixer_out"),
    ] {
        let loaded = load(case, &dev);
        let run = |between: fn(&mut [f32], usize)| {
            let changed = |states: &mut [LayerState]| {
                for state in states {
                    let LayerState::Recurrent(state) = state else { continue };
                    let channels = state.conv_channels;
                    between(state.conv_mut(0), channels);
                }
            };
            first_divergence((case, &dev), [&*loaded.model; 2], [40, 1], changed)
        };
        assert_eq!(run(|_, _| ()), None, "{case}: no fault");
        let short = run(|kept, channels| kept[..channels].fill(0.0));
        assert_eq!(short.as_deref(), Some(tap), "{case}: an input too few");
        let late = run(|kept, channels| {
            let end = kept.len() - channels;
            kept.copy_within(..end, channels);
        });
        assert_eq!(late.as_deref(), Some(tap), "{case}: a token late");
    }
}
