//! FP8 as Qwen, DeepSeek, MiniMax and Mistral publish it (`fp8`), and FBGEMM's (`fbgemm_fp8`).

use super::keys::Keys;
use super::names::NameSet;
use super::recipe::{Activations, Fp8Scale, KvCacheStated, Rule, Rules, Stated};
use super::scheme::kv_cache;

/// Block of transformers, where the key is absent.
const BLOCK: [usize; 2] = [128, 128];
/// Linear modules that exporters leave as they are without listing them.
const NOT_LISTED: &[&str] = &["lm_head", "eh_proj", "fc", "shared_head"];

/// Reads a config of the method `fp8`. A null `weight_block_size` means one scale a matrix; if the
/// key is absent, so do `ignored_layers` of older exporters and static activations.
pub(super) fn read_blocks(keys: Keys<'_>) -> Option<Rules> {
    keys.value("quant_method");
    keys.choice("fmt", &["e4m3", "float8_e4m3fn"]);
    let scale_fmt = keys.choice("scale_fmt", &["float", "fp32", "ue8m0"]);
    let scheme = keys.choice("activation_scheme", &["dynamic", "static"]);
    let is_block_stated = keys.has("weight_block_size");
    let block = keys.block("weight_block_size");
    let is_old =
        keys.peek("ignored_layers").is_some() && keys.peek("modules_to_not_convert").is_none();
    let is_static = scheme == Some("static");
    let scale = match block {
        Some([rows, cols]) => Fp8Scale::Block { rows, cols },
        None if is_block_stated || is_static || is_old => Fp8Scale::Tensor,
        None => Fp8Scale::Block { rows: BLOCK[0], cols: BLOCK[1] },
    };
    if is_static && matches!(scale, Fp8Scale::Block { .. }) {
        keys.unsupported("activation_scheme", "static", "dynamic where weights have blocks");
    }
    // The weights are read as they are either way; only the activations stay in 16 bits.
    let is_dequantised = keys.flag("dequantize") == Some(true);
    let activations = match (is_dequantised, is_static) {
        (true, _) => Activations::None,
        (false, true) => Activations::Static,
        (false, false) => Activations::Dynamic,
    };
    let stated = Stated::Fp8 { scale, activations };
    let kept = kept(&keys);
    let unlisted: Vec<String> = NOT_LISTED.iter().map(|run| (*run).to_owned()).collect();
    let also = keys.words("modules_to_convert").unwrap_or_default();
    let path = keys.path_of("modules_to_convert");
    let also = keys.findings().usable(&path, NameSet::runs_or_pattern(&also));
    let unlisted = keys.findings().usable(&path, NameSet::runs_or_pattern(&unlisted));
    let kv_cache = kv_cache(&keys, "kv_cache_scheme");
    keys.finish();
    Some(Rules {
        scheme: "fp8".into(),
        kept,
        rules: vec![
            Rule::Names(also, stated),
            Rule::Names(unlisted, Stated::Unstated),
            Rule::Linears(stated),
        ],
        kv_cache,
        power_of_two_scales: scale_fmt == Some("ue8m0"),
        packed: None,
    })
}

/// Reads a config of the method `fbgemm_fp8`: a scale a row, and one a token for activations, which
/// `activation_scale_ub` bounds.
pub(super) fn read_rows(keys: Keys<'_>) -> Option<Rules> {
    keys.value("quant_method");
    keys.positive("activation_scale_ub");
    let kept = kept(&keys);
    keys.finish();
    let stated = Stated::Fp8 { scale: Fp8Scale::Row, activations: Activations::Dynamic };
    Some(Rules {
        scheme: "fbgemm_fp8".into(),
        kept,
        rules: vec![Rule::Linears(stated)],
        kv_cache: KvCacheStated::Unstated,
        power_of_two_scales: false,
        packed: None,
    })
}

/// Modules that are not converted; both spellings of the key are in use.
fn kept(keys: &Keys<'_>) -> NameSet {
    let lists = ["modules_to_not_convert", "ignored_layers"].map(|key| keys.words(key));
    let both: Vec<String> = lists.into_iter().flatten().flatten().collect();
    let path = keys.path_of("modules_to_not_convert");
    keys.findings().usable(&path, NameSet::runs_or_pattern(&both))
}
