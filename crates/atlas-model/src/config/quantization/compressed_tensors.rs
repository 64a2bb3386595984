//! Configs of compressed-tensors: groups of modules, each with a description of its numbers.

use std::collections::BTreeMap;

use serde_json::Value;

use super::keys::Keys;
use super::names::NameSet;
use super::recipe::{QuantizationError, Rule, Rules, Stated};
use super::refused;
use super::scheme::{Numbers, kv_cache};

const MIXED: &str = "mixed-precision";
/// Formats of the library that are not read.
const REFUSED: &[&str] = &[
    "int-quantized",
    "marlin-24",
    "mxfp6-pack-quantized",
    "mxfp8-quantized",
    "sparse-24-bitmask",
    "sparse-bitmask",
];
const READ: &str = "float-quantized, naive-quantized, nvfp4-pack-quantized, \
                    mxfp4-pack-quantized, pack-quantized";
/// The class of every linear module, in lists of targets.
const LINEAR: &str = "Linear";

/// Reads a config of the method `compressed-tensors`.
///
/// # Errors
/// A format of the library that is not read.
pub(super) fn read(keys: Keys<'_>) -> Result<Option<Rules>, QuantizationError> {
    let format = keys.word("format");
    if let Some(format) = format.filter(|format| REFUSED.contains(format)) {
        return Err(refused::format("compressed-tensors", &keys.path_of("format"), format));
    }
    keys.value("quant_method");
    keys.choice("quantization_status", &["compressed", "frozen"]);
    if let Some(sparsity) = keys.object("sparsity_config") {
        sparsity.choice("format", &["dense"]);
        sparsity.inert(&["global_sparsity", "sparsity_structure", "registry_requires_subclass"]);
        sparsity.inert(&["targets", "ignore"]);
        sparsity.finish();
    }
    keys.absent("transform_config", "null: rotations of activations are not applied");
    keys.absent("moe_sparsity_config", "null: skipped experts are not read");
    keys.inert(&["global_compression_ratio", "version", "run_compressed"]);
    let ignore = keys.words("ignore").unwrap_or_default();
    if ignore.iter().any(|entry| entry == LINEAR) {
        keys.unsupported("ignore", LINEAR, "names and patterns of linear modules");
    }
    let kept = NameSet::exact_or_pattern(&ignore);
    let kept = keys.findings().usable(&keys.path_of("ignore"), kept);
    let groups = match keys.object("config_groups") {
        Some(groups) => read_groups(&groups, format),
        None => {
            keys.missing("config_groups", "an object");
            vec![]
        }
    };
    let rules = in_order(&keys, groups);
    let kv_cache = kv_cache(&keys, "kv_cache_scheme");
    keys.finish();
    Ok(Some(Rules {
        scheme: format!("compressed-tensors {}", format.unwrap_or("without a format")),
        kept,
        rules,
        kv_cache,
        power_of_two_scales: false,
        packed: None,
    }))
}

/// (target, format of its modules) of every group. `format`: the one of the whole file.
fn read_groups(groups: &Keys<'_>, format: Option<&str>) -> Vec<(String, Stated)> {
    let mut all = vec![];
    for (name, group) in groups.objects() {
        let Some(targets) = group.words("targets") else {
            group.missing("targets", "a list of strings");
            continue;
        };
        let inputs = group.object("input_activations").map(Numbers::read);
        let stated = match group.object("weights").map(Numbers::read) {
            Some(weights) => {
                let stated = weights.weights(inputs.as_ref());
                weights.finish();
                stated
            }
            None => {
                groups.unsupported(name, "weights null", "groups that quantise weights");
                Stated::Unstated
            }
        };
        if let Some(inputs) = inputs {
            inputs.finish();
        }
        group.absent("output_activations", "null");
        check_format(&group, format, stated);
        group.finish();
        all.extend(targets.into_iter().map(|target| (target, stated)));
    }
    all
}

/// Checks that the format of a group, or else of the file, is the one that its numbers imply.
fn check_format(group: &Keys<'_>, of_file: Option<&str>, stated: Stated) {
    let of_group = group.word("format");
    let implied: &[&str] = match stated {
        Stated::Fp8 { .. } => &["float-quantized", "naive-quantized"],
        Stated::Nvfp4 { .. } => &["nvfp4-pack-quantized"],
        Stated::Mxfp4 { .. } => &["mxfp4-pack-quantized"],
        Stated::Integers { .. } => &["pack-quantized"],
        Stated::Full | Stated::Unstated => return,
    };
    let Some(format) = of_group.or(of_file.filter(|format| *format != MIXED)) else { return };
    if !implied.contains(&format) {
        if READ.contains(format) {
            let other = format!("its weights, which are those of {}", implied[0]);
            group.findings().contradiction(&group.path_of("format"), format, other);
        } else {
            group.unsupported("format", format, &format!("{READ}, {MIXED}"));
        }
    }
}

/// Rules in the library's order: whole names, then patterns by their text, then classes.
fn in_order(keys: &Keys<'_>, groups: Vec<(String, Stated)>) -> Vec<Rule> {
    let path = keys.path_of("config_groups");
    let mut targets: BTreeMap<(u8, String), Stated> = BTreeMap::new();
    for (target, stated) in groups {
        let kind = match target.as_str() {
            LINEAR => 2,
            name if name.starts_with("re:") => 1,
            name if is_class(name) => {
                keys.findings().unsupported(&path, Value::from(name), "the class Linear, names");
                continue;
            }
            _ => 0,
        };
        if let Some(other) = targets.insert((kind, target.clone()), stated)
            && other != stated
        {
            keys.findings().contradiction(&path, target, "another group with the same target");
        }
    }
    let mut rules: Vec<Rule> = vec![];
    // Neighbours of one format share a set.
    let mut open: Option<((u8, Stated), Vec<String>)> = None;
    let mut close = |open: Option<((u8, Stated), Vec<String>)>| {
        let Some(((_, stated), entries)) = open else { return };
        let set = keys.findings().usable(&path, NameSet::exact_or_pattern(&entries));
        rules.push(Rule::Names(set, stated));
    };
    let mut linears = None;
    for ((kind, target), stated) in targets {
        match &mut open {
            _ if kind == 2 => linears = Some(Rule::Linears(stated)),
            Some((same, entries)) if *same == (kind, stated) => entries.push(target),
            _ => close(open.replace(((kind, stated), vec![target]))),
        }
    }
    close(open);
    rules.extend(linears);
    rules
}

/// Whether a target is spelled like the name of a class.
fn is_class(target: &str) -> bool {
    !target.contains('.') && target.starts_with(|c: char| c.is_ascii_uppercase())
}
