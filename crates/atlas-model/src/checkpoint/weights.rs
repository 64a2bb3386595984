//! The tree of weights that a model reads from.

use std::fmt::Display;

use atlas_tensor::ops::{Expert, ExpertActivation, ExpertFormats};
use atlas_tensor::{Weight, WeightFormat};

use super::problems::TensorProblem;
use super::quantised::Wanted;
use super::role::Role;
use super::store::WeightStore;
use super::table::same_bytes;
use crate::config::MoeConfig;

/// One node of the tree of names.
#[derive(Clone)]
pub struct Weights<'a> {
    pub(super) store: &'a WeightStore<'a>,
    path: String,
}

impl<'a> Weights<'a> {
    /// The root of the tree.
    pub fn root(store: &'a WeightStore<'a>) -> Self {
        Weights { store, path: String::new() }
    }

    /// The child node `part` (a name or an index).
    pub fn at(&self, part: impl Display) -> Weights<'a> {
        Weights { store: self.store, path: self.name(part) }
    }

    pub(super) fn name(&self, part: impl Display) -> String {
        if self.path.is_empty() { part.to_string() } else { format!("{}.{part}", self.path) }
    }

    /// Bytes and elements read so far from the whole tree.
    pub fn sizes_read(&self) -> [u64; 2] {
        [self.store.bytes(), self.store.parameters()]
    }

    /// Whether the checkpoint holds that tensor. Dummy weights answer false.
    pub fn has(&self, name: &str) -> bool {
        self.store.table().is_some_and(|table| table.tensors.contains_key(&self.name(name)))
    }

    /// Whether any tensor lies below this node.
    pub fn is_present(&self) -> bool {
        let Some(table) = self.store.table() else { return false };
        let prefix = format!("{}.", self.path);
        let mut below = table.tensors.range(prefix.clone()..);
        below.next().is_some_and(|(name, _)| name.starts_with(&prefix))
    }

    /// [`Self::is_present`], and `made_up` where the weights are.
    pub fn is_present_or(&self, made_up: bool) -> bool {
        if self.store.table().is_some() { self.is_present() } else { made_up }
    }

    /// A matrix `[n, k]`: `n` outputs, `k` inputs.
    pub fn matrix(&self, name: &str, n: usize, k: usize) -> Weight {
        let wanted = Wanted { name: &self.name(name), count: None, n, k };
        self.store.matrix(wanted).unwrap_or_else(stand_in)
    }

    /// A stack `[count, n, k]` as `count` matrices.
    pub fn stack(&self, name: &str, count: usize, n: usize, k: usize) -> Vec<Weight> {
        match self.store.matrix(Wanted { name: &self.name(name), count: Some(count), n, k }) {
            Some(all) => (0..count).map(|i| all.slice_rows(i * n..(i + 1) * n)).collect(),
            None => vec![],
        }
    }

    /// Every expert of a mixture layer, for rows of `width` elements: fused `gate_up_proj`
    /// `[E, 2I, W]` (gate rows first), or `up_proj` `[E, I, W]` of experts without gates, and
    /// `down_proj` `[E, W, I]`; or one by one `{e}.{gate,up,down}_proj.weight`.
    pub fn experts(&self, config: &MoeConfig, width: usize) -> Vec<Expert> {
        let (count, inter) = (config.experts, config.intermediate_size);
        let gated = config.activation == ExpertActivation::SwiGlu;
        let (all, first) =
            if gated { ("gate_up_proj", "gate_proj") } else { ("up_proj", "up_proj") };
        let stacked = [all, "down_proj"].iter().any(|name| self.has(name));
        let fused = self.store.table().is_none() || stacked;
        let experts: Vec<Expert> = if fused {
            let inputs = self.stack(all, count, if gated { 2 * inter } else { inter }, width);
            let down = self.stack("down_proj", count, width, inter);
            let split = |(inputs, down): (Weight, Weight)| match gated {
                true => Expert {
                    gate: Some(inputs.slice_rows(0..inter)),
                    up: inputs.slice_rows(inter..2 * inter),
                    down,
                },
                false => Expert { gate: None, up: inputs, down },
            };
            inputs.into_iter().zip(down).map(split).collect()
        } else {
            // Of a file without experts one is named as missing, whatever number it states.
            let count = if self.at(0).at(first).is_present() { count } else { 1 };
            let expert = |e: usize| {
                let part = |name: &str, n, k| self.at(e).at(name).matrix("weight", n, k);
                Expert {
                    gate: gated.then(|| part("gate_proj", inter, width)),
                    up: part("up_proj", inter, width),
                    down: part("down_proj", width, inter),
                }
            };
            (0..count).map(expert).collect()
        };
        // All experts of a layer share one input, in one order.
        let ordered =
            experts.iter().any(|expert| expert.weights().any(|w| w.input_order().is_some()));
        if ordered {
            self.store.problem(TensorProblem::OrderedExperts { path: self.path.clone() });
        }
        let first = experts.first().map(ExpertFormats::of);
        if experts.iter().any(|expert| Some(ExpertFormats::of(expert)) != first) {
            self.store.problem(TensorProblem::MixedTypes { path: self.path.clone() });
        }
        experts
    }

    /// Rows of `weight` in a new order, in the same format: row `i` of the result is row `rows[i]`
    /// of `weight`. A weight that is not made or read yet stays so; one that could not be read
    /// gives a stand-in.
    pub fn reordered(&self, weight: &Weight, rows: &[usize]) -> Weight {
        if rows.iter().any(|&row| row >= weight.n()) {
            return stand_in();
        }
        if !self.store.is_resident() && weight.stored_bytes().is_none() {
            // Of the right shape and format, which is all that is asked for.
            return weight.slice_rows(0..rows.len().min(weight.n()));
        }
        weight.reordered(rows).unwrap_or_else(|_| {
            let bytes = rows.len().saturating_mul(weight.format().row_bytes(weight.k()));
            self.store.problem(TensorProblem::Memory { name: self.path.clone(), bytes });
            stand_in()
        })
    }

    /// A vector, widened to f32.
    pub fn vector(&self, name: &str, len: usize, role: Role) -> Vec<f32> {
        self.store.parameters_of(&self.name(name), &[len], [1, len], role)
    }

    /// The depthwise convolution `[channels, 1, kernel]` as `[channels, kernel]`, widened to f32.
    pub fn depthwise(&self, name: &str, channels: usize, kernel: usize) -> Vec<f32> {
        let shape = [channels, 1, kernel];
        self.store.parameters_of(&self.name(name), &shape, [channels, kernel], Role::Matrix)
    }

    /// Accepts a stored tensor `name` that equals tensor `other` of `at` byte for byte.
    pub fn accept_copy_of(&self, name: &str, at: &Weights<'_>, other: &str) {
        let Some(table) = self.store.table() else { return };
        let name = self.name(name);
        let Some(tensor) = table.tensors.get(&name) else { return };
        self.store.mark_read(&name);
        // A missing `other` is reported by its own read.
        let Some(other) = table.tensors.get(&at.name(other)) else { return };
        match same_bytes(&tensor.bytes, &other.bytes) {
            Ok(true) => {}
            Ok(false) => self.store.problem(TensorProblem::Untied {
                name: tensor.published.clone(),
                file: tensor.file.clone(),
            }),
            Err(error) => {
                self.store.could_not_read(error);
            }
        }
    }
}

/// Result of a failed read.
fn stand_in() -> Weight {
    Weight::from_f32(WeightFormat::F32, 1, 1, &[0.0])
}
