//! Loading of DFlash drafters: from files to a [`Dflash`] for a target.

use std::sync::Arc;

use atlas_tensor::{Binder, Device};
use serde_json::Value;

use crate::checkpoint::{CheckpointSource, Weights};
use crate::config::{ConfigReader, LoadFacts, ResolvedConfig};
use crate::error::LoadError;
use crate::families::FAMILIES;
use crate::layers::{DecoderSpec, Dflash, DflashSpec, LayerSpec, MixerSpec};
use crate::load::{
    Built, DRAFTER, Files, LoadOptions, QUANTISATION_KEYS, read_config, read_recipe, read_weights,
    with_origins,
};
use crate::model::ModelInfo;

/// The family whose layers a drafter has.
const FAMILY: &str = "qwen3";
/// The object of its own keys.
const OWN_KEYS: &str = "dflash_config";
/// Rows of a block where the config does not say.
const BLOCK_SIZE: usize = 16;

/// A loaded drafter.
pub struct LoadedDrafter {
    pub drafter: Dflash,
    /// Every effective setting with its source.
    pub config: ResolvedConfig,
}

/// Loads the drafter that `source` holds, for a target with the sizes `target`.
///
/// # Errors
/// Files that hold no drafter, or one for another target; a config, a file or a tensor that does
/// not fit.
pub fn load_drafter(
    source: &dyn CheckpointSource,
    dev: &Device,
    options: &LoadOptions,
    target: &ModelInfo,
) -> Result<LoadedDrafter, LoadError> {
    let root = read_config(source)?;
    let names = root.get("architectures").and_then(Value::as_array);
    if !names.is_some_and(|names| names.iter().any(|name| name == DRAFTER)) {
        return Err(LoadError::Refused {
            what: format!("a checkpoint without {DRAFTER} among its architectures"),
            hint: "a drafter for block diffusion is wanted; --speculate draft:PATH takes whole \
                   models"
                .into(),
        });
    }
    let recipe = read_recipe(source, &root, &options.allow_config_keys)?.map(Arc::new);
    let Some(family) = FAMILIES.iter().find(|family| family.model_type == FAMILY) else {
        unreachable!("a family of the table");
    };
    let mut reader = ConfigReader::new(FAMILY, &root, None, &options.allow_config_keys);
    if let Some(own) = root.get(OWN_KEYS).and_then(Value::as_object) {
        reader = reader.with_scope("dflash_config.", own);
    }
    let facts = LoadFacts { served_len: options.served_len, has_head: None };
    let mut reader = reader.with_facts(facts);
    reader.chose_family(&["model_type", "architectures"]);
    let settings = recipe.as_ref().map_or(&[][..], |recipe| recipe.settings());
    reader.read_elsewhere(QUANTISATION_KEYS, settings);
    let decoder = (family.describe)(&mut reader);
    let spec = describe(&mut reader, decoder, target);
    let config = with_origins(reader.finish(), source)?;
    let kv =
        options.kv.resolve(&spec.decoder.layers, dev.compute()).map_err(LoadError::KvFormat)?;
    let has_weights = source.list().iter().any(|file| file.ends_with(".safetensors"));
    let files = Files { source, has_weights, multimodal: false };
    let make = |weights: &Weights<'_>, binder: &mut Binder| {
        Dflash::load(weights, spec.clone(), &kv, binder)
    };
    let Built { model, .. } = read_weights(&files, dev, options, recipe, &make)?;
    Ok(LoadedDrafter { drafter: model, config })
}

/// The drafter of a config. `target`: what it must fit.
fn describe(reader: &mut ConfigReader<'_>, decoder: DecoderSpec, target: &ModelInfo) -> DflashSpec {
    let block_size = reader.count_or("block_size", BLOCK_SIZE);
    if block_size < 2 {
        reader.unsupported("block_size", "1", "a token that is known and masks behind it");
    }
    let mask_token = reader.size_or_none("mask_token_id");
    reader.ignore(&["mask_token"], "mask_token_id says which it is");
    reader.ignore(&["num_target_layers", "dflash_version"], "the target itself says so");
    let mask_token = match mask_token {
        Some(token) if token < target.vocab_size as usize => token as u32,
        Some(token) => {
            let supported = format!("a token below {}", target.vocab_size);
            reader.unsupported("mask_token_id", &token.to_string(), &supported);
            0
        }
        None => {
            reader.unsupported("mask_token_id", "(absent)", "the number of the mask token");
            0
        }
    };
    let layers = target.layer_count as usize;
    let mut target_layers = reader.indices("target_layer_ids");
    if target_layers.is_empty() {
        target_layers = spread(decoder.layers.len(), layers);
        let text = format!("{target_layers:?}");
        reader.derived("target_layer_ids", text, "spread evenly over the target's layers");
    }
    let ascends = target_layers.windows(2).all(|pair| pair[0] < pair[1]);
    if !ascends || target_layers.last().is_none_or(|&last| last + 1 >= layers) {
        let supported = format!("ascending layers of the target before its last, {}", layers - 1);
        reader.unsupported("target_layer_ids", &format!("{target_layers:?}"), &supported);
    }
    let sizes = [
        ("hidden_size", decoder.config.hidden_size, target.hidden_size),
        ("vocab_size", decoder.config.vocab_size, target.vocab_size),
    ];
    for (key, own, of_target) in sizes {
        if own != of_target as usize {
            let supported = format!("that of the target, {of_target}");
            reader.unsupported(key, &own.to_string(), &supported);
        }
    }
    // Layers with a window are causal unless the config says otherwise for all.
    let stated = reader.has("is_causal").then(|| reader.flag_or("is_causal", false));
    let windowed = |layer: &LayerSpec| match &layer.mixer {
        Some(MixerSpec::Attention(attention)) => attention.window.is_some(),
        _ => false,
    };
    let causal = |layer: &LayerSpec| stated.unwrap_or_else(|| windowed(layer));
    let causal = decoder.layers.iter().map(causal).collect();
    DflashSpec { decoder, block_size, mask_token, target_layers, causal }
}

/// `count` layers from 1 to the third last of `layers`, or the middle one.
fn spread(count: usize, layers: usize) -> Vec<usize> {
    match (count, layers.checked_sub(3)) {
        (0 | 1, _) | (_, None | Some(0)) => vec![layers / 2],
        (count, Some(last)) => (0..count)
            .map(|i| 1 + (i as f64 * (last - 1) as f64 / (count - 1) as f64).round() as usize)
            .collect(),
    }
}
