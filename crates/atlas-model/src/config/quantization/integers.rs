//! Configs of GPTQ and AWQ: integers in groups for every linear module of the layers.

use serde_json::Value;

use super::keys::Keys;
use super::names::NameSet;
use super::recipe::{
    KvCacheStated, PackedLayout, QuantizationError, Rule, Rules, Stated, StoredZeros,
};
use super::refused;

/// Values of `quant_method` that are read here.
pub(super) const METHODS: &[&str] = &["awq", "gptq"];
/// Largest number of weights in a group.
const GROUP_MAX: i64 = 1 << 16;
/// Keys of the making of a checkpoint, and of kernels of other programs.
const INERT: &[&str] = &[
    "act_group_aware",
    "auto_forward_data_parallel",
    "backend",
    "batch_size",
    "block_name_to_quantize",
    "cache_block_outputs",
    "compute_device_filter",
    "damp_auto_increment",
    "damp_percent",
    "dataset",
    "device",
    "disable_exllama",
    "do_fuse",
    "exllama_config",
    "failsafe",
    "fallback",
    "foem",
    "fuse_max_seq_len",
    "gc_mode",
    "gptaq",
    "hessian",
    "hyb_act",
    "max_input_length",
    "meta",
    "mock_quantization",
    "model_file_base_name",
    "model_name_or_path",
    "model_seqlen",
    "module_name_preceding_first_block",
    "modules_to_fuse",
    "moe",
    "mse",
    "offload_to_disk",
    "offload_to_disk_path",
    "pack_impl",
    "pad_token_id",
    "parallel_packing",
    "quantizer",
    "static_groups",
    "sym",
    "tokenizer",
    "true_sequential",
    "uri",
    "use_cuda_fp16",
    "use_exllama",
    "v2",
    "v2_alpha",
    "vram_strategy",
    "wait_for_submodule_finalizers",
    "zero_point",
];
/// Keys that a copy beside the config must say in the same way.
const COMPARED: &[&str] =
    &["bits", "checkpoint_format", "desc_act", "dynamic", "group_size", "lm_head", "version"];

/// Compares the file beside a config with it: exporters write the same settings into both.
pub(super) fn compare(keys: &Keys<'_>, beside: &Keys<'_>) {
    for key in COMPARED {
        let (Some(one), Some(other)) = (keys.peek(key), beside.peek(key)) else { continue };
        if one != other {
            let there = format!("{one} of {}", keys.path_of(key));
            keys.findings().contradiction(&beside.path_of(key), other, there);
        }
    }
}

/// Reads a config of the method `gptq`.
///
/// # Errors
/// A number of bits or a layout that is not read.
pub(super) fn read_gptq(keys: Keys<'_>) -> Result<Option<Rules>, QuantizationError> {
    keys.value("quant_method");
    let mut plain = false;
    for key in ["checkpoint_format", "format"] {
        let Some(format) = keys.word(key) else { continue };
        if !["gptq", "gptq_v2"].contains(&format) {
            return Err(refused::form("GPTQ", &keys.path_of(key), format));
        }
        plain |= format == "gptq_v2";
    }
    if keys.flag("is_marlin_format") == Some(true) {
        return Err(refused::form("GPTQ", &keys.path_of("is_marlin_format"), true));
    }
    let bits = bits(&keys, "GPTQ", "bits", &[4, 8])?;
    let group = group(&keys, "group_size");
    let ordered = keys.flag("desc_act") == Some(true);
    let zeros = match plain {
        true => StoredZeros::Plain,
        false if of_gptqmodel(&keys) => StoredZeros::WordsLessOnes,
        false => StoredZeros::LessOne,
    };
    let layout = PackedLayout::Gptq { zeros, ordered };
    rules(keys, "gptq", Stated::Integers { bits, group }, layout).map(Some)
}

/// Reads a config of the method `awq`.
///
/// # Errors
/// A number of bits or a layout that is not read.
pub(super) fn read_awq(keys: Keys<'_>) -> Result<Option<Rules>, QuantizationError> {
    keys.value("quant_method");
    for key in ["version", "checkpoint_format", "format"] {
        let Some(version) = keys.word(key) else { continue };
        if !version.eq_ignore_ascii_case("gemm") {
            return Err(refused::form("AWQ", &keys.path_of(key), version));
        }
    }
    // The names of the first exporter.
    let old = keys.peek("w_bit").is_some();
    let bits = bits(&keys, "AWQ", if old { "w_bit" } else { "bits" }, &[4])?;
    let old = keys.peek("q_group_size").is_some();
    let group = group(&keys, if old { "q_group_size" } else { "group_size" });
    keys.flag("desc_act");
    rules(keys, "awq", Stated::Integers { bits, group }, PackedLayout::Awq).map(Some)
}

/// Whether GPTQModel wrote the checkpoint, which turns zeros into those of `gptq` by words.
fn of_gptqmodel(keys: &Keys<'_>) -> bool {
    let quantizer = keys.peek("meta").and_then(|meta| meta.get("quantizer"));
    let by = |name: &Value| name.as_str().is_some_and(|name| name.starts_with("gptqmodel"));
    match quantizer {
        Some(Value::Array(names)) => names.iter().any(by),
        Some(name) => by(name),
        None => false,
    }
}

/// Bits of a weight, which must be one of `supported`; those after a report.
fn bits(
    keys: &Keys<'_>,
    method: &str,
    key: &str,
    supported: &[u32],
) -> Result<u32, QuantizationError> {
    if keys.peek(key).is_none() {
        keys.missing(key, "a number of bits");
    }
    match keys.size(key).map(|bits| bits as u32) {
        Some(bits) if !supported.contains(&bits) => {
            Err(refused::form(method, &keys.path_of(key), bits))
        }
        Some(bits) => Ok(bits),
        None => Ok(supported[0]),
    }
}

/// Weights of a row that share a scale; none, also where it is -1, for all of them.
fn group(keys: &Keys<'_>, key: &str) -> Option<usize> {
    let value = keys.value(key)?;
    match value.as_i64() {
        Some(-1) => None,
        Some(size @ 1..=GROUP_MAX) => Some(size as usize),
        _ => {
            keys.wrong_type(key, value, "-1 or an integer from 1 to 65536");
            None
        }
    }
}

/// The rules of either method, and the keys that they share.
fn rules(
    keys: Keys<'_>,
    scheme: &str,
    stated: Stated,
    packed: PackedLayout,
) -> Result<Rules, QuantizationError> {
    keys.choice("pack_dtype", &["int32"]);
    for key in ["rotation", "adapter", "preprocessors", "pre_filters"] {
        keys.absent(key, "null: changes of activations are not applied");
    }
    let mut rules = overrides(&keys, scheme, stated)?;
    let has_head = keys.flag("lm_head") == Some(true);
    let of_head = if has_head { stated } else { Stated::Full };
    let listed = |entries: &[String], key: &str| {
        keys.findings().usable(&keys.path_of(key), NameSet::runs_or_pattern(entries))
    };
    rules.push(Rule::Names(listed(&["lm_head".to_owned()], "lm_head"), of_head));
    let in_block = in_block(&keys, "modules_in_block_to_quantize");
    rules.push(match in_block {
        Some(names) => Rule::Names(listed(&names, "modules_in_block_to_quantize"), stated),
        None => Rule::Linears(stated),
    });
    let kept = keys.words("modules_to_not_convert").unwrap_or_default();
    let kept = listed(&kept, "modules_to_not_convert");
    keys.inert(INERT);
    keys.finish();
    Ok(Rules {
        scheme: scheme.into(),
        kept,
        rules,
        kv_cache: KvCacheStated::Unstated,
        power_of_two_scales: false,
        packed: Some(packed),
    })
}

/// The rules of `dynamic`, in their order: `-:` and a pattern of modules that are kept, or `+:` or
/// nothing and a pattern of modules with settings of their own. The first that matches counts.
fn overrides(
    keys: &Keys<'_>,
    scheme: &str,
    stated: Stated,
) -> Result<Vec<Rule>, QuantizationError> {
    let mut all = vec![];
    let Some(dynamic) = keys.object("dynamic") else { return Ok(all) };
    for (entry, value) in keys.peek("dynamic").and_then(Value::as_object).into_iter().flatten() {
        if value.is_null() {
            dynamic.wrong_type(entry, value, "an object");
        }
        let Some(settings) = dynamic.object(entry) else { continue };
        dynamic.value(entry);
        let (pattern, stated) = match (entry.strip_prefix("-:"), stated) {
            (Some(pattern), _) => {
                settings.inert(&["bits", "group_size"]);
                (pattern, Stated::Full)
            }
            (None, Stated::Integers { bits: all_bits, group: all_group }) => {
                let supported: &[u32] = if scheme == "gptq" { &[4, 8] } else { &[4] };
                let own = settings.peek("bits").is_some();
                let method = scheme.to_ascii_uppercase();
                let bits = match own {
                    true => self::bits(&settings, &method, "bits", supported)?,
                    false => all_bits,
                };
                let own = settings.peek("group_size").is_some();
                let group = if own { self::group(&settings, "group_size") } else { all_group };
                (entry.strip_prefix("+:").unwrap_or(entry), Stated::Integers { bits, group })
            }
            (None, stated) => (entry.as_str(), stated),
        };
        settings.flag("desc_act");
        settings.absent("rotation", "null: changes of activations are not applied");
        settings.absent("adapter", "null: low-rank residuals are not added");
        settings.inert(&["sym", "mse", "damp_percent", "damp_auto_increment", "act_group_aware"]);
        settings.inert(&["static_groups", "true_sequential", "failsafe", "fallback", "gptaq"]);
        settings.finish();
        let set = NameSet::exact_or_pattern(&[format!("re:{pattern}")]);
        let set = keys.findings().usable(&keys.path_of("dynamic"), set);
        all.push(Rule::Names(set, stated));
    }
    Ok(all)
}

/// Names of modules within a layer, in lists or in a list of lists.
fn in_block(keys: &Keys<'_>, key: &str) -> Option<Vec<String>> {
    let value = keys.value(key)?;
    fn names(value: &Value) -> Option<Vec<String>> {
        match value {
            Value::String(name) => Some(vec![name.clone()]),
            Value::Array(items) => {
                let each: Option<Vec<_>> = items.iter().map(names).collect();
                Some(each?.concat())
            }
            _ => None,
        }
    }
    let found = value.is_array().then(|| names(value)).flatten();
    if found.is_none() {
        keys.wrong_type(key, value, "lists of strings");
    }
    found
}
