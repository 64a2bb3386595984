//! The format that a checkpoint's config states for each module.

use std::collections::HashMap;
use std::fmt;

use thiserror::Error;

use super::names::{ModuleName, NameSet, is_linear, parts_of};
use crate::config::error::ConfigProblems;
use crate::config::resolved::ResolvedSetting;

/// Quantisation of the inputs of a linear module, as the exporter intended it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activations {
    /// Inputs stay in 16 bits.
    None,
    /// Scales are computed from the inputs of each step.
    Dynamic,
    /// The file holds a scale for the inputs; in NVFP4 it is the global one.
    Static,
}

/// Weights that share one scale of an FP8 matrix `[n, k]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fp8Scale {
    /// A block of so many rows and columns, counted from the top left; edge blocks may be partial.
    Block { rows: usize, cols: usize },
    /// One row.
    Row,
    /// The whole matrix.
    Tensor,
}

/// Statement of a config about the weights of one module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stated {
    /// Listed as not converted.
    Full,
    /// E4M3 with scales.
    Fp8 { scale: Fp8Scale, activations: Activations },
    /// E2M1 with an E4M3 scale for each `group` weights of a row, and a global scale.
    Nvfp4 { group: usize, activations: Activations },
    /// E2M1 with a power of two (E8M0) for each `group` weights of a row.
    Mxfp4 { group: usize, activations: Activations },
    /// Integers of 4 or 8 bits with a scale and a zero for each `group` weights of a row, or for
    /// each row.
    Integers { bits: u32, group: Option<usize> },
    /// Neither listed as kept nor as converted.
    Unstated,
}

impl fmt::Display for Stated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let activations = match *self {
            Stated::Full => return f.write_str("full"),
            Stated::Unstated => return f.write_str("unstated"),
            Stated::Fp8 { scale, activations } => {
                match scale {
                    Fp8Scale::Block { rows, cols } => write!(f, "fp8 by block of {rows}x{cols}"),
                    Fp8Scale::Row => f.write_str("fp8 by row"),
                    Fp8Scale::Tensor => f.write_str("fp8 by tensor"),
                }?;
                activations
            }
            Stated::Nvfp4 { group, activations } => {
                write!(f, "nvfp4 by group of {group}")?;
                activations
            }
            Stated::Mxfp4 { group, activations } => {
                write!(f, "mxfp4 by group of {group}")?;
                activations
            }
            Stated::Integers { bits, group: Some(group) } => {
                return write!(f, "int{bits} by group of {group}");
            }
            Stated::Integers { bits, group: None } => return write!(f, "int{bits} by row"),
        };
        match activations {
            Activations::None => Ok(()),
            Activations::Dynamic => f.write_str(", dynamic activations"),
            Activations::Static => f.write_str(", static activations"),
        }
    }
}

/// Layout of `qweight`, `qzeros` and `scales`, which have the same names in two methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackedLayout {
    /// GPTQ: codes are packed along the inputs. `ordered`: columns are grouped in the order of
    /// `g_idx` (`desc_act`), which must be there.
    Gptq { zeros: StoredZeros, ordered: bool },
    /// AWQ's `gemm`: codes are packed along the outputs, interleaved.
    Awq,
}

/// Zeros as GPTQ checkpoints store them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredZeros {
    /// The zero itself (`gptq_v2`).
    Plain,
    /// Each zero less one (`gptq`).
    LessOne,
    /// Words of zeros, from which one in each place was subtracted as one number, so that a zero of
    /// 0 borrows from the next. GPTQModel turns its own zeros into those of `gptq` so.
    WordsLessOnes,
}

/// Statement of a config about the KV cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KvCacheStated {
    Unstated,
    /// E4M3. `dynamic`: the file holds no scales.
    Fp8 {
        dynamic: bool,
    },
    Nvfp4,
    /// A scheme that is none of the above, as the config words it.
    Other(String),
}

/// Errors of reading a quantisation config.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum QuantizationError {
    /// A known format that is not read. `hint` says which checkpoint to take instead.
    #[error("{what} is not supported: {hint}")]
    Refused { what: String, hint: String },
    /// Keys that are unknown, malformed, unsupported or contradict each other.
    #[error("{0}")]
    Keys(ConfigProblems),
}

/// Formats of all modules of a checkpoint, by the rules of its exporter.
#[derive(Debug)]
pub struct QuantRecipe {
    pub(super) rules: Rules,
    pub(super) key: String,
    pub(super) settings: Vec<ResolvedSetting>,
}

/// Content of an exporter's config.
#[derive(Debug)]
pub(super) struct Rules {
    /// The scheme as the config names it.
    pub(super) scheme: String,
    /// Modules listed as not converted; they take precedence over `rules`.
    pub(super) kept: NameSet,
    /// The first rule that has a module counts.
    pub(super) rules: Vec<Rule>,
    pub(super) kv_cache: KvCacheStated,
    pub(super) power_of_two_scales: bool,
    pub(super) packed: Option<PackedLayout>,
}

/// Modules of one format.
#[derive(Debug)]
pub(super) enum Rule {
    Names(NameSet, Stated),
    /// Modules by name, each with all linear modules below it; the nearest name counts.
    Trees(HashMap<String, Stated>),
    /// Every linear module.
    Linears(Stated),
}

impl QuantRecipe {
    /// The exporter's scheme, as its config names it.
    pub fn scheme(&self) -> &str {
        &self.rules.scheme
    }

    /// The key or file that the recipe was read from.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Format of the KV cache.
    pub fn kv_cache(&self) -> &KvCacheStated {
        &self.rules.kv_cache
    }

    /// Whether scales of activations are rounded up to powers of two (`scale_fmt` "ue8m0").
    pub fn power_of_two_scales(&self) -> bool {
        self.rules.power_of_two_scales
    }

    /// Layout of the integers of GPTQ and AWQ; none for other methods.
    pub fn packed(&self) -> Option<PackedLayout> {
        self.rules.packed
    }

    /// Every key that was read, with its value.
    pub fn settings(&self) -> &[ResolvedSetting] {
        &self.settings
    }

    /// Format of a module. `module` is a tensor's name without `.weight`, as published or without
    /// the prefix of a multimodal wrapper.
    ///
    /// A module that a file stores fused (`qkv_proj`, `experts.gate_up_proj`) has the format of its
    /// parts, unless it is listed itself; it is unstated if they differ. Embeddings, norms,
    /// convolutions and routers are no linear modules: only their names state a format.
    pub fn stated(&self, module: &str) -> Stated {
        let parts = parts_of(module);
        let stated = self.lookup(module, parts.is_empty());
        if stated != Stated::Unstated || parts.is_empty() {
            return stated;
        }
        let mut of_parts = parts.iter().map(|part| self.lookup(part, true));
        let first = of_parts.next().unwrap_or(Stated::Unstated);
        if of_parts.all(|stated| stated == first) { first } else { Stated::Unstated }
    }

    /// `by_class`: whether rules for every linear module count.
    fn lookup(&self, module: &str, by_class: bool) -> Stated {
        let name = ModuleName::new(module);
        if self.rules.kept.contains(&name) {
            return Stated::Full;
        }
        let found = self.rules.rules.iter().find_map(|rule| match rule {
            Rule::Names(names, stated) => names.contains(&name).then_some(*stated),
            Rule::Trees(trees) if is_linear(module) => name.nearest(trees),
            Rule::Linears(stated) if by_class && is_linear(module) => Some(*stated),
            Rule::Trees(_) | Rule::Linears(_) => None,
        });
        found.unwrap_or(Stated::Unstated)
    }
}
