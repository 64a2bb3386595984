//! Scales of the KV cache, found before the engine takes requests.
//!
//! A fixed text runs through the model, and each layer's scales are set so that the largest key and
//! value leave room above them. They depend on the model and the text alone, never on the requests
//! that come first, and are frozen before a block is shared. A scale is a power of two: within the
//! range of a format it changes no rounding.

use atlas_core::{KvFormat, TokenId};
use atlas_model::Batch;
use atlas_tensor::{KvCache, KvHalf, KvScales, LayerState, SpanRows};

use super::drafting::Kept;
use super::forward_pass::ForwardPass;

/// Tokens of the text at most.
const TOKENS_MAX: usize = 256;
/// Passes over the text: a first guess may lie far outside the range of a format.
const PASSES_MAX: usize = 8;
/// The largest number that was seen lies at most here in units of the scale, and at least at half
/// of it: 4 times below the largest E4M3, and 8 times below the largest number of NVFP4.
const FP8_TARGET: f32 = 112.0;
const NVFP4_TARGET: f32 = 336.0;
/// A step of the scale where the numbers lie outside the range of the codes.
const FAR: f32 = 4096.0;

/// A model whose keys or values cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum CalibrationError {
    #[error("the KV cache cannot be calibrated: {0}")]
    Forward(String),
    #[error(
        "the KV cache cannot be calibrated: layer {layer} has keys or values that are not numbers"
    )]
    NotNumbers { layer: usize },
}

/// Sets the scales of every layer whose formats have one: those of the checkpoint, else those found
/// by `tokens`, or by token ids spread over the vocabulary where there is no text.
///
/// # Errors
/// The forward pass fails; keys or values are not numbers.
pub(super) fn calibrate(
    pass: &mut ForwardPass,
    layers: &mut [LayerState],
    tokens: &[TokenId],
    rows_max: usize,
) -> Result<usize, CalibrationError> {
    let stated = pass.model.kv_scales().to_vec();
    let mut open = Vec::new();
    for (layer, state) in layers.iter_mut().enumerate() {
        let LayerState::Paged(cache) = state else { continue };
        if !cache.formats.has_layer_scale() {
            continue;
        }
        match stated.get(layer).copied().flatten() {
            Some(scales) => cache.set_scales(scales),
            None => open.push(layer),
        }
    }
    if open.is_empty() {
        return Ok(0);
    }
    let found = open.len();
    let text = text_of(tokens, pass.vocab_size, layers, rows_max);
    for _ in 0..PASSES_MAX {
        run(pass, layers, &text)?;
        let mut moved = false;
        for &layer in &open {
            let LayerState::Paged(cache) = &mut layers[layer] else { continue };
            let [key, value] = cache.halves();
            let scales = KvScales {
                key: better(cache, key, text.len(), layer)?,
                value: better(cache, value, text.len(), layer)?,
            };
            if scales != cache.scales() {
                cache.set_scales(scales);
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
    Ok(found)
}

/// As many tokens as fit one step and the cache.
fn text_of(
    tokens: &[TokenId],
    vocab_size: usize,
    layers: &[LayerState],
    rows_max: usize,
) -> Vec<TokenId> {
    let cached = layers.iter().filter_map(LayerState::blocks).map(|(count, size)| count * size);
    let most = cached.min().unwrap_or(0).min(rows_max).min(TOKENS_MAX);
    if tokens.is_empty() {
        // A stride that is prime to most vocabularies.
        return (0..most).map(|i| (i * 7919 % vocab_size.max(1)) as TokenId).collect();
    }
    tokens.iter().take(most).copied().collect()
}

/// The text through the model, in the first slot and blocks; all states are empty again behind it,
/// and the blocks hold what the text left.
fn run(
    pass: &mut ForwardPass,
    layers: &mut [LayerState],
    text: &[TokenId],
) -> Result<(), CalibrationError> {
    let failed = |error: String| CalibrationError::Forward(error);
    let block_tokens = layers.iter().find_map(LayerState::blocks).map_or(1, |(_, size)| size);
    let table: Vec<u32> = (0..text.len().div_ceil(block_tokens) as u32).collect();
    let positions: Vec<u32> = (0..text.len() as u32).collect();
    let spans =
        [SpanRows { slot: 0, row: 0, len: text.len(), start: 0, drafts: 0, blocks: &table }];
    let batch = Batch {
        tokens: text,
        fed: None,
        positions: &positions,
        spans: &spans,
        logit_rows: &[],
        keeps: None,
    };
    let own = pass.own_layers(layers);
    let result = pass
        .forward(&batch, own, (None, None), Kept::Nothing)
        .map_err(|error| failed(error.to_string()));
    let result = result.and_then(|()| pass.dev.check().map_err(|fault| failed(fault.to_string())));
    layers.iter_mut().for_each(|layer| layer.assign_slot(0));
    result
}

/// The scale that suits the largest number in the first `tokens` tokens of a cache; that which it
/// has where no other does.
fn better(
    cache: &KvCache,
    half: KvHalf,
    tokens: usize,
    layer: usize,
) -> Result<f32, CalibrationError> {
    let (format, scale) = (cache.format(half), cache.scale(half));
    let (target, most) = match format {
        KvFormat::Fp8 => (FP8_TARGET, 4.0 * FP8_TARGET),
        KvFormat::Nvfp4 => (NVFP4_TARGET, 8.0 * NVFP4_TARGET),
        _ => return Ok(scale),
    };
    if cache.width(half) == 0 {
        return Ok(scale);
    }
    let largest = cache.largest(half, tokens);
    if !largest.is_finite() {
        return Err(CalibrationError::NotNumbers { layer });
    }
    // Numbers outside the range of the codes say nothing of their size: far to that side, and once
    // more from there.
    let next = if largest == 0.0 {
        scale / FAR
    } else if largest >= most * scale {
        scale * FAR
    } else {
        (largest / target).log2().ceil().exp2()
    };
    let next = KvScales { key: next, value: next };
    Ok(if next.are_usable() { next.key } else { scale })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::config::EngineConfig;
    use crate::runner::Runner;
    use crate::testing::small_limits;
    use atlas_core::KvFormats;
    use atlas_model::{DirSource, KvRequest, LoadOptions};
    use atlas_tensor::{Compute, CpuDevice, Device, Isa};

    fn runner(format: KvFormat) -> Runner {
        let dev: Device = CpuDevice::new(1, Isa::detect(), Compute::Bf16).expect("a device").into();
        let folder =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../atlas-model/tests/fixtures/qwen2_bias");
        let kv = KvRequest { formats: Some(KvFormats::both(format)), ..KvRequest::default() };
        let options = LoadOptions { kv, ..LoadOptions::default() };
        let source = DirSource::new(folder).expect("a fixture");
        let loaded = atlas_model::load(&source, &dev, &options).expect("a model");
        Runner::new(loaded.model, dev, &EngineConfig::new(small_limits())).expect("small pools")
    }

    fn scales(runner: &Runner) -> Vec<KvScales> {
        let paged = |state: &LayerState| match state {
            LayerState::Paged(cache) => Some(cache.scales()),
            _ => None,
        };
        runner.state.layers.iter().filter_map(paged).collect()
    }

    /// The largest number lies where the format wants it, the states are as before, and the scales
    /// are those of every start, however far off the first guess was.
    #[test]
    fn scales_suit_the_largest_number_and_nothing_else_changes() {
        let text: Vec<TokenId> = (1..40).collect();
        let mut runner = runner(KvFormat::Fp8);
        let layers = runner.calibrate(&text).expect("numbers");
        let found = scales(&runner);
        assert_eq!(layers, found.len());
        assert!(found.iter().all(|s| s.key.log2().fract() == 0.0 && s.value.log2().fract() == 0.0));
        for state in &runner.state.layers {
            let LayerState::Paged(cache) = state else { continue };
            assert_eq!(state.consumed(0), 0);
            for half in [KvHalf::Key, KvHalf::Value] {
                let largest = cache.largest(half, 16) / cache.scale(half);
                assert!(largest <= FP8_TARGET * 1.01, "{half:?}: {largest}");
                assert!(cache.largest(half, text.len().min(16)) > 0.0);
            }
        }
        for guess in [2f32.powi(-40), 2f32.powi(20)] {
            let mut other = self::runner(KvFormat::Fp8);
            for state in &mut other.state.layers {
                let LayerState::Paged(cache) = state else { continue };
                cache.set_scales(KvScales { key: guess, value: guess });
            }
            other.calibrate(&text).expect("numbers");
            assert_eq!(scales(&other), found, "from {guess}");
        }
    }

    #[test]
    fn formats_without_a_scale_are_left_alone() {
        let mut runner = runner(KvFormat::Bf16);
        assert_eq!(runner.calibrate(&[1, 2, 3]).expect("nothing to do"), 0);
        assert!(scales(&runner).iter().all(|&scales| scales == KvScales::ONE));
    }
}
