//! Number formats as compressed-tensors and modelopt describe them: bits, type and strategy.

use serde_json::Value;

use super::keys::Keys;
use super::recipe::{Activations, Fp8Scale, KvCacheStated, Stated};

/// Weights of a row that share a scale.
pub(super) const NVFP4_GROUP: usize = 16;
pub(super) const MXFP4_GROUP: usize = 32;

/// Keys of a description that change nothing in a finished checkpoint. The types of scales are read
/// from the tensors.
const INERT: &[&str] = &["observer", "observer_kwargs", "scale_dtype", "zp_dtype", "is_mse"];
/// Orders in which columns were quantised; `weight_g_idx` has the one of the groups.
const ORDERS: &[&str] = &["group", "dynamic", "weight", "static"];
const STRATEGIES: &[&str] = &["tensor", "channel", "group", "block", "token", "tensor_group"];

/// One description of weights or activations.
pub(super) struct Numbers<'a> {
    keys: Keys<'a>,
    bits: u64,
    pub(super) is_float: bool,
    /// As stated, or as it follows from `group_size`.
    strategy: &'static str,
    group: Option<usize>,
    block: Option<[usize; 2]>,
    activations: Activations,
}

impl<'a> Numbers<'a> {
    /// Reads and checks every key. The library's defaults are 8 bits, `int` and symmetric.
    pub(super) fn read(keys: Keys<'a>) -> Self {
        let bits = keys.size("num_bits").unwrap_or(8) as u64;
        let is_float = keys.choice("type", &["float", "int"]) == Some("float");
        if keys.flag("symmetric") == Some(false) && is_float {
            keys.unsupported("symmetric", false, "true for floats: they have no zero points");
        }
        if is_float {
            keys.absent("actorder", "null for floats: reordered columns are not read");
        } else if keys.peek("actorder").is_some_and(Value::is_string) {
            keys.choice("actorder", ORDERS);
        } else {
            keys.flag("actorder");
        }
        let group = match keys.peek("group_size").and_then(Value::as_i64) {
            Some(-1 | 0) => keys.value("group_size").and(None),
            _ => keys.size("group_size"),
        };
        let is_channel = keys.peek("group_size").and_then(Value::as_i64) == Some(-1);
        let stated = keys.word("strategy");
        let known = stated.and_then(|s| STRATEGIES.iter().find(|k| k.eq_ignore_ascii_case(s)));
        if let (Some(stated), None) = (stated, known) {
            keys.unsupported("strategy", stated, &STRATEGIES.join(", "));
        }
        let strategy = match (known, group) {
            (Some(known), _) => known,
            (None, Some(_)) => "group",
            (None, None) if is_channel => "channel",
            (None, None) => "tensor",
        };
        let block = keys.block("block_structure");
        let activations = match keys.value("dynamic") {
            None | Some(Value::Bool(false)) => Activations::Static,
            Some(Value::Bool(true)) => Activations::Dynamic,
            // NVFP4: scales of groups follow from the inputs, the global scale is in the file.
            Some(Value::String(word)) if word == "local" => Activations::Static,
            Some(other) => {
                keys.unsupported("dynamic", other, "true, false, \"local\"");
                Activations::Static
            }
        };
        keys.inert(INERT);
        Numbers { keys, bits, is_float, strategy, group, block, activations }
    }

    /// Format of weights that are described so; `inputs` describes the activations. Anything that
    /// is not read is reported, with [`Stated::Unstated`].
    pub(super) fn weights(&self, inputs: Option<&Numbers<'_>>) -> Stated {
        let keys = &self.keys;
        if self.activations != Activations::Static {
            keys.unsupported("dynamic", "true", "false for weights");
        }
        if !self.is_float {
            return self.integers(inputs);
        }
        match (self.bits, self.strategy, self.group, self.block) {
            (8, "tensor", None, None) => self.fp8(Fp8Scale::Tensor, inputs),
            (8, "channel", None, None) => self.fp8(Fp8Scale::Row, inputs),
            (8, "block", None, Some([rows, cols])) => {
                self.fp8(Fp8Scale::Block { rows, cols }, inputs)
            }
            (4, "tensor_group" | "group", Some(NVFP4_GROUP), None) => {
                Stated::Nvfp4 { group: NVFP4_GROUP, activations: Self::of_inputs(inputs, &[4]) }
            }
            (4, "group", Some(MXFP4_GROUP), None) => {
                Stated::Mxfp4 { group: MXFP4_GROUP, activations: Self::of_inputs(inputs, &[4, 8]) }
            }
            (bits, strategy, group, _) => {
                let group = group.map_or(String::new(), |group| format!(" of {group}"));
                let found = format!("{bits} bits by {strategy}{group}");
                let supported = "8 bits by tensor, channel or block_structure; 4 bits by group of \
                                 16 (NVFP4) or 32 (MXFP4)";
                keys.unsupported("strategy", found, supported);
                Stated::Unstated
            }
        }
    }

    /// Integers whose inputs stay in 16 bits.
    fn integers(&self, inputs: Option<&Numbers<'_>>) -> Stated {
        if let Some(inputs) = inputs {
            let bits = inputs.bits;
            inputs.keys.unsupported("num_bits", bits, "null inputs beside integer weights");
        }
        let bits = self.bits as u32;
        match (self.bits, self.strategy, self.group, self.block) {
            (4 | 8, "channel", None, None) => Stated::Integers { bits, group: None },
            (4 | 8, "group", group @ Some(_), None) => Stated::Integers { bits, group },
            _ => {
                let found = format!("int of {bits} bits by {}", self.strategy);
                self.keys.unsupported("type", found, "int of 4 or 8 bits by group or channel");
                Stated::Unstated
            }
        }
    }

    fn fp8(&self, scale: Fp8Scale, inputs: Option<&Numbers<'_>>) -> Stated {
        Stated::Fp8 { scale, activations: Self::of_inputs(inputs, &[8]) }
    }

    /// Quantisation of the inputs, which must be floats of one of `bits`.
    fn of_inputs(inputs: Option<&Numbers<'_>>, bits: &[u64]) -> Activations {
        let Some(inputs) = inputs else { return Activations::None };
        if !inputs.is_float {
            inputs.keys.unsupported("type", "int", "float");
        } else if !bits.contains(&inputs.bits) {
            let wanted: Vec<String> = bits.iter().map(u64::to_string).collect();
            let supported = format!("{} beside these weights", wanted.join(" or "));
            inputs.keys.unsupported("num_bits", inputs.bits, &supported);
        } else if matches!(inputs.strategy, "channel" | "block") {
            inputs.keys.unsupported("strategy", inputs.strategy, "tensor, token, group");
        }
        inputs.activations
    }

    /// Ends the reading of the description's keys.
    pub(super) fn finish(self) {
        self.keys.finish();
    }
}

/// Format of the KV cache that `key` states: a description, or a name such as "FP8".
pub(super) fn kv_cache(keys: &Keys<'_>, key: &str) -> KvCacheStated {
    match keys.peek(key) {
        None => keys.value(key).map_or(KvCacheStated::Unstated, |_| KvCacheStated::Unstated),
        Some(Value::String(name)) => {
            keys.value(key);
            match name.to_ascii_uppercase().as_str() {
                "FP8" | "STATIC" => KvCacheStated::Fp8 { dynamic: false },
                "DYNAMIC" => KvCacheStated::Fp8 { dynamic: true },
                "NVFP4" => KvCacheStated::Nvfp4,
                "NONE" => KvCacheStated::Unstated,
                _ => KvCacheStated::Other(name.clone()),
            }
        }
        Some(value) => {
            let Some(described) = keys.object(key).map(Numbers::read) else {
                return KvCacheStated::Unstated;
            };
            let stated = match (described.is_float, described.bits) {
                (true, 8) if described.strategy == "tensor" => {
                    KvCacheStated::Fp8 { dynamic: described.activations == Activations::Dynamic }
                }
                (true, 4) => KvCacheStated::Nvfp4,
                _ => KvCacheStated::Other(value.to_string()),
            };
            described.finish();
            stated
        }
    }
}
