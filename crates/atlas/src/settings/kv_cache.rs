//! The formats of the KV cache, layer by layer.

use atlas_core::{KvFormats, StateSpec};
use atlas_tensor::KvScales;

use super::EffectiveSetting;
use crate::cli::{HighPrecisionLayers, LimitArgs};

/// One entry for each layer that keeps keys and values, with the bytes of a token, or one for all
/// where no flag says anything; then the bytes of a token in all layers.
pub fn kv_cache(
    args: &LimitArgs,
    specs: &[StateSpec],
    scales: &[Option<KvScales>],
) -> Vec<EffectiveSetting> {
    let layers: Vec<(usize, KvFormats, u64)> = (0..).zip(specs).filter_map(of_layer).collect();
    let Some(&(_, first, _)) = layers.first() else { return Vec::new() };
    let asked = args.kv_cache_dtype.0;
    let stated = scales.iter().flatten().count();
    let mut list = Vec::new();
    if asked.is_none() && args.kv_high_precision_layers == HighPrecisionLayers::default() {
        let value = format!("{first} in {} layers", layers.len());
        list.push(EffectiveSetting::new("kv_cache", value, "the activations"));
    } else {
        for &(layer, formats, bytes) in &layers {
            let source = match asked {
                Some(asked) if asked == formats => "--kv-cache-dtype",
                Some(_) => "--kv-high-precision-layers",
                None => "the activations",
            };
            let scale = match scales.get(layer).copied().flatten() {
                Some(scales) if formats.has_layer_scale() => {
                    format!(", scales {} and {} of the checkpoint", scales.key, scales.value)
                }
                None if formats.has_layer_scale() => ", scales calibrated at the start".into(),
                _ => String::new(),
            };
            let value = format!("{formats}, {bytes} bytes a token{scale}");
            list.push(EffectiveSetting::new(&format!("kv_cache.{layer}"), value, source));
        }
    }
    if stated > 0 && !layers.iter().any(|(_, formats, _)| formats.has_layer_scale()) {
        let value =
            format!("of {stated} layers, not used: no layer keeps its cache in fp8 or nvfp4");
        list.push(EffectiveSetting::new("kv_cache_scales", value, "the checkpoint"));
    }
    let bytes: u64 = layers.iter().map(|(_, _, bytes)| bytes).sum();
    list.push(EffectiveSetting::new("kv_cache_bytes_per_token", bytes, "all layers together"));
    list
}

/// A layer's formats and the bytes that a token takes in it.
fn of_layer((layer, spec): (usize, &StateSpec)) -> Option<(usize, KvFormats, u64)> {
    match *spec {
        StateSpec::Paged { formats, .. } => Some((layer, formats, spec.token_bytes())),
        StateSpec::Latent { format, .. } => {
            Some((layer, KvFormats::both(format), spec.token_bytes()))
        }
        StateSpec::Recurrent { .. } | StateSpec::Stateless => None,
    }
}
