//! Configs of modelopt: `hf_quant_config.json`, and three forms of `quantization_config`.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::Value;

use super::keys::{Findings, Keys};
use super::names::NameSet;
use super::recipe::{Activations, Fp8Scale, KvCacheStated, Rule, Rules, Stated};
use super::scheme::{MXFP4_GROUP, NVFP4_GROUP, Numbers, kv_cache};

const MIXED: &str = "MIXED_PRECISION";
const ALGORITHMS: &str = "FP8, FP8_PER_CHANNEL_PER_TOKEN, FP8_PB_WO, NVFP4, W4A16_NVFP4, MXFP4, \
                          MIXED_PRECISION";
/// Rows and columns of a block of FP8_PB_WO.
const BLOCK: usize = 128;
/// The target of groups that name no modules.
const LINEAR: &str = "Linear";

/// Content of one config. None: the config does not say.
struct Statement {
    path: String,
    /// The algorithm's name, in capitals.
    algorithm: Option<String>,
    /// Format of every linear module; None in a mixed config.
    all: Option<Stated>,
    /// Formats by name of module.
    layers: Option<BTreeMap<String, Stated>>,
    excluded: Option<BTreeSet<String>>,
    kv_cache: KvCacheStated,
}

/// Whether a config without `quant_method` is modelopt's.
pub(super) fn wrote(keys: &Keys<'_>) -> bool {
    let by_name =
        |producer: &Value| producer.get("name").and_then(Value::as_str) == Some("modelopt");
    keys.peek("quant_algo").is_some()
        || keys.peek("quantization").is_some_and(Value::is_object)
        || keys.peek("producer").is_some_and(by_name)
}

/// Reads either config, or both, which must agree.
pub(super) fn read<'a>(config: Option<Keys<'a>>, beside: Option<Keys<'a>>) -> Option<Rules> {
    let findings = config.as_ref().or(beside.as_ref())?.findings();
    let config = config.map(Statement::read);
    let beside = beside.map(Statement::read);
    let statement = match (config, beside) {
        (Some(config), Some(beside)) => config.agree(beside, findings),
        (config, beside) => config.or(beside)?,
    };
    let excluded: Vec<String> = statement.excluded.unwrap_or_default().into_iter().collect();
    let path = statement.path;
    let kept = findings.usable(&path, NameSet::runs_or_wildcard(&excluded));
    let mut rules = vec![];
    if let Some(layers) = statement.layers {
        rules.push(Rule::Trees(HashMap::from_iter(layers)));
    }
    rules.extend(statement.all.map(Rule::Linears));
    let algorithm = statement.algorithm.unwrap_or_else(|| "without an algorithm".into());
    Some(Rules {
        scheme: format!("modelopt {algorithm}"),
        kept,
        rules,
        kv_cache: statement.kv_cache,
        power_of_two_scales: false,
        packed: None,
    })
}

impl Statement {
    /// Reads an object with the keys in `quantization`, or with all keys side by side.
    fn read(keys: Keys<'_>) -> Self {
        keys.value("quant_method");
        keys.inert(&["producer", "version"]);
        match keys.object("quantization") {
            Some(inner) => {
                let statement = Self::read_keys(&inner);
                inner.finish();
                keys.finish();
                statement
            }
            None => {
                let statement = Self::read_keys(&keys);
                keys.finish();
                statement
            }
        }
    }

    fn read_keys(keys: &Keys<'_>) -> Self {
        let named = keys.word("quant_algo").map(str::to_ascii_uppercase);
        let is_mixed = named.as_deref() == Some(MIXED);
        let mut all = None;
        if let Some(name) = named.as_ref().filter(|_| !is_mixed) {
            all = algorithm(keys, name);
        }
        let layers = keys.object("quantized_layers").map(|layers| {
            let layers_of = |(name, layer): (&str, Keys<'_>)| {
                let stated = layer.word("quant_algo").map(str::to_ascii_uppercase);
                let stated = match stated {
                    Some(name) => algorithm(&layer, &name),
                    None => {
                        layer.missing("quant_algo", "the name of an algorithm");
                        None
                    }
                };
                layer.finish();
                (name.to_owned(), stated.unwrap_or(Stated::Unstated))
            };
            layers.objects().into_iter().map(layers_of).collect::<BTreeMap<_, _>>()
        });
        let groups = keys.object("config_groups").map(|groups| read_groups(&groups));
        let (all, layers) = merge(keys, all, layers, groups, named.is_some() && !is_mixed);
        if is_mixed && layers.is_none() {
            keys.missing("quantized_layers", "an object: the algorithm is MIXED_PRECISION");
        }
        let excluded = ["exclude_modules", "ignore"].map(|key| keys.words(key));
        let excluded = match excluded {
            [None, None] => None,
            lists => Some(lists.into_iter().flatten().flatten().collect()),
        };
        let kv_cache = match ["kv_cache_quant_algo", "kv_cache_scheme"].map(|k| kv_cache(keys, k)) {
            [KvCacheStated::Unstated, scheme] => scheme,
            [algorithm, _] => algorithm,
        };
        let path = keys.path_of("quant_algo");
        Statement { path, algorithm: named, all, layers, excluded, kv_cache }
    }

    /// Both statements in one. Anything that they say differently is reported.
    fn agree(self, beside: Self, findings: &Findings<'_>) -> Self {
        let differ = |key: &str, one: String, other: String| {
            let path = beside.path.replace("quant_algo", key);
            findings.contradiction(&path, other, format!("{one} of {}", self.path));
        };
        if self.algorithm.is_some() && self.algorithm != beside.algorithm {
            let name = |statement: &Self| statement.algorithm.clone().unwrap_or("null".into());
            differ("quant_algo", name(&self), name(&beside));
        } else if self.all.map(kind) != beside.all.map(kind) {
            differ("quant_algo", format!("{:?}", self.all), format!("{:?}", beside.all));
        }
        if let (Some(one), Some(other)) = (&self.layers, &beside.layers)
            && let Some(name) = first_difference(one, other)
        {
            let show =
                |layers: &BTreeMap<String, Stated>| format!("{name}: {:?}", layers.get(name));
            differ("quantized_layers", show(one), show(other));
        }
        if let (Some(one), Some(other)) = (&self.excluded, &beside.excluded)
            && let Some(name) = one.symmetric_difference(other).next()
        {
            let show = |list: &BTreeSet<String>| {
                let verb = if list.contains(name) { "with" } else { "without" };
                format!("a list {verb} {name:?}")
            };
            differ("exclude_modules", show(one), show(other));
        }
        let unstated = KvCacheStated::Unstated;
        if self.kv_cache != beside.kv_cache
            && self.kv_cache != unstated
            && beside.kv_cache != unstated
        {
            let show = |statement: &Self| format!("{:?}", statement.kv_cache);
            differ("kv_cache_quant_algo", show(&self), show(&beside));
        }
        let kv_cache = if self.kv_cache == unstated { beside.kv_cache } else { self.kv_cache };
        Statement {
            path: self.path,
            algorithm: self.algorithm.or(beside.algorithm),
            all: self.all.or(beside.all),
            layers: self.layers.or(beside.layers),
            excluded: self.excluded.or(beside.excluded),
            kv_cache,
        }
    }
}

/// A module that two tables state differently.
fn first_difference<'t>(
    one: &'t BTreeMap<String, Stated>,
    other: &'t BTreeMap<String, Stated>,
) -> Option<&'t String> {
    let differs =
        |name: &&String| one.get(*name).map(|s| kind(*s)) != other.get(*name).map(|s| kind(*s));
    one.keys().chain(other.keys()).find(differs)
}

/// Format by algorithm, and the keys beside `quant_algo` that belong to it. None after a report.
fn algorithm(keys: &Keys<'_>, name: &str) -> Option<Stated> {
    let fp8 = |scale, activations| Stated::Fp8 { scale, activations };
    let nvfp4 = |activations| Stated::Nvfp4 { group: NVFP4_GROUP, activations };
    let stated = match name {
        "FP8" => fp8(Fp8Scale::Tensor, Activations::Static),
        "FP8_PER_CHANNEL_PER_TOKEN" => fp8(Fp8Scale::Row, Activations::Dynamic),
        "FP8_PB_WO" => fp8(Fp8Scale::Block { rows: BLOCK, cols: BLOCK }, Activations::None),
        "NVFP4" => nvfp4(Activations::Static),
        "W4A16_NVFP4" => nvfp4(Activations::None),
        "MXFP4" => Stated::Mxfp4 { group: MXFP4_GROUP, activations: Activations::Dynamic },
        _ => {
            keys.unsupported("quant_algo", name, ALGORITHMS);
            return None;
        }
    };
    let implied = match stated {
        Stated::Nvfp4 { group, .. } | Stated::Mxfp4 { group, .. } => Some(group),
        _ => None,
    };
    let found = keys.value("group_size").and_then(Value::as_u64).filter(|size| *size != 0);
    if let (Some(found), Some(implied)) = (found, implied)
        && found != implied as u64
    {
        keys.unsupported("group_size", found, &format!("{implied} with {name}"));
    }
    refuse_smoothing(keys);
    Some(stated)
}

/// Keys of algorithms that scale activations before a layer, or add to its output.
fn refuse_smoothing(keys: &Keys<'_>) {
    keys.absent("has_zero_point", "false: zero points are not read");
    keys.absent("pre_quant_scale", "false: scales of activations are not applied");
    keys.absent("lora_rank", "null: low-rank residuals are not added");
}

/// (target, format) of every group; the description of activations counts for nothing, since the
/// exporter writes the same one for every algorithm.
fn read_groups(groups: &Keys<'_>) -> Vec<(String, Stated)> {
    let mut all = vec![];
    for (_, group) in groups.objects() {
        let targets = group.words("targets").unwrap_or_default();
        let inputs = group.object("input_activations").map(Numbers::read);
        let weights = group.object("weights").map(Numbers::read);
        let stated = match &weights {
            Some(weights) => match weights.weights(inputs.as_ref()) {
                Stated::Integers { bits, .. } => {
                    group.unsupported("weights", format!("int{bits}"), "float");
                    Stated::Unstated
                }
                stated => stated,
            },
            None => {
                group.missing("weights", "an object");
                Stated::Unstated
            }
        };
        weights.into_iter().chain(inputs).for_each(Numbers::finish);
        refuse_smoothing(&group);
        group.inert(&["quant_algo"]);
        group.finish();
        all.extend(targets.into_iter().map(|target| (target, stated)));
    }
    all
}

/// Formats of a config's groups, which must be of the kind that its algorithms have.
fn merge(
    keys: &Keys<'_>,
    all: Option<Stated>,
    layers: Option<BTreeMap<String, Stated>>,
    groups: Option<Vec<(String, Stated)>>,
    is_uniform: bool,
) -> (Option<Stated>, Option<BTreeMap<String, Stated>>) {
    let path = keys.path_of("config_groups");
    let Some(groups) = groups else { return (all, layers) };
    let mut all = all;
    let mut of_groups = BTreeMap::new();
    for (target, stated) in groups {
        let other = match (&layers, target.as_str()) {
            (_, LINEAR) if !is_uniform && all.is_none() => {
                all = Some(stated);
                all
            }
            (Some(layers), name) if name != LINEAR => layers.get(name).copied(),
            _ => all,
        };
        if other.is_some_and(|other| kind(other) != kind(stated)) {
            let other = format!("{other:?} of quant_algo");
            keys.findings().contradiction(&path, format!("{target}: {stated:?}"), other);
        }
        if target != LINEAR {
            of_groups.insert(target, stated);
        }
    }
    let layers = layers.or((!of_groups.is_empty() && !is_uniform).then_some(of_groups));
    (all, layers)
}

/// The number format alone: exporters describe scales of activations with less care.
fn kind(stated: Stated) -> u8 {
    match stated {
        Stated::Full => 0,
        Stated::Fp8 { .. } => 1,
        Stated::Nvfp4 { .. } => 2,
        Stated::Mxfp4 { .. } => 3,
        Stated::Unstated => 4,
        Stated::Integers { .. } => 5,
    }
}
