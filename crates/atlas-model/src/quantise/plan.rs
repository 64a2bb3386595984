//! The work of quantising a checkpoint: matrices that are rounded, and tensors that are copied.

use std::collections::{BTreeMap, BTreeSet};

use atlas_tensor::WeightFormat;
use atlas_tensor::weights::{MXFP4_GROUP, NVFP4_GROUP};

use super::QuantiseReport;
use super::error::QuantiseError;
use super::keep::KeepPattern;
use super::matrix::{self, Matrix};
use super::shards::NewTensor;
use crate::checkpoint::{StoredTensor, StoredType, TensorTable};

/// Trees of layers.
const LAYERS: &[&str] = &["model.layers.", "mtp.layers."];
/// Projections of a recurrent layer that decide its gates.
const GATES: &[&str] = &["in_proj_a", "in_proj_b", "in_proj_ba"];
/// Projections that engines multiply as one matrix, and that have one global scale therefore.
const FUSED: &[&[&str]] =
    &[&["q_proj", "k_proj", "v_proj"], &["gate_proj", "up_proj"], &["in_proj_qkv", "in_proj_z"]];
const WEIGHT: &str = ".weight";

pub(super) enum Work {
    /// Matrices of one width with one global scale, where the format has one.
    Quantise(Vec<Matrix>),
    /// A tensor by its canonical name. `in_bf16`: its elements are rounded to bf16.
    Copy { tensor: String, in_bf16: bool },
}

pub(super) struct Item {
    /// The layer that it is part of, such as `model.layers.00000003`; empty for other parts.
    pub layer: String,
    pub work: Work,
}

pub(super) struct Plan {
    format: WeightFormat,
    /// Layer after layer.
    pub items: Vec<Item>,
    /// Names of the modules with a matrix that is not quantised.
    pub kept_linears: Vec<String>,
    /// Number of linears that `--keep` keeps.
    kept: usize,
    /// Canonical paths of experts that are kept since `--keep` matches some of them.
    widened: Vec<String>,
}

/// A tensor of projections, as the model's files have it.
struct Target<'a> {
    name: &'a str,
    tensor: &'a StoredTensor,
    matrices: Vec<Matrix>,
    /// Canonical path of the experts that it is a part of.
    experts: Option<&'a str>,
    kept: bool,
}

impl Plan {
    /// # Errors
    /// A pattern matches nothing; nothing is left to quantise.
    pub fn new(
        table: &TensorTable,
        format: WeightFormat,
        keep: &[KeepPattern],
    ) -> Result<Self, QuantiseError> {
        let mut names = BTreeSet::from(["lm_head".to_owned()]);
        let mut targets = BTreeMap::new();
        for (name, tensor) in &table.tensors {
            names.insert(module_of(name).to_owned());
            names.insert(module_of(&tensor.published).to_owned());
            if let Some(target) = target(name, tensor)? {
                names.extend(target.matrices.iter().map(|m| m.module.clone()));
                targets.insert(name.as_str(), target);
            }
        }
        let all = || names.iter().map(String::as_str);
        if let Some(pattern) = keep.iter().find(|p| !all().any(|name| p.matches(name))) {
            return Err(pattern.no_match(all()));
        }
        let widened = decide(&mut targets, keep);
        if targets.values().all(|target| target.kept) {
            return Err(QuantiseError::Nothing);
        }
        let kept = targets.values().filter(|t| t.kept).map(|t| t.matrices.len()).sum();
        let kept_linears = kept_linears(table, &targets);
        Ok(Self { format, items: items(table, targets, format), kept_linears, kept, widened })
    }

    /// Every tensor of the result.
    pub fn outputs(&self, table: &TensorTable) -> Vec<NewTensor> {
        let of_item = |item: &Item| match &item.work {
            Work::Quantise(matrices) => {
                matrices.iter().flat_map(|m| matrix::parts(self.format, m)).collect()
            }
            Work::Copy { tensor, in_bf16 } => {
                let tensor = &table.tensors[tensor];
                let dtype = if *in_bf16 { StoredType::Bf16 } else { tensor.dtype.clone() };
                let (name, shape) = (tensor.published.clone(), tensor.shape.clone());
                vec![NewTensor { name, dtype, shape, bytes: copied_bytes(tensor, *in_bf16) }]
            }
        };
        self.items.iter().flat_map(of_item).collect()
    }

    /// A report of the parts that are known before the work is done.
    pub fn report(&self, table: &TensorTable) -> QuantiseReport {
        let group = match self.format {
            WeightFormat::Nvfp4 => NVFP4_GROUP,
            WeightFormat::Mxfp4 => MXFP4_GROUP,
            _ => 1,
        };
        let matrices = self.items.iter().flat_map(|item| match &item.work {
            Work::Quantise(matrices) => matrices.as_slice(),
            Work::Copy { .. } => &[],
        });
        let (mut count, mut partial_groups) = (0, 0);
        for matrix in matrices {
            count += 1;
            partial_groups += usize::from(!matrix.k.is_multiple_of(group));
        }
        let mut modules = BTreeMap::from([(self.format.name(), count)]);
        if self.kept > 0 {
            modules.insert(WeightFormat::Bf16.name(), self.kept);
        }
        QuantiseReport {
            bytes_before: table.tensors.values().map(|t| t.bytes.len() as u64).sum(),
            modules,
            widened: self.widened.clone(),
            partial_groups,
            ..QuantiseReport::default()
        }
    }
}

fn copied_bytes(tensor: &StoredTensor, in_bf16: bool) -> u64 {
    match in_bf16 {
        true => tensor.shape.iter().product::<usize>() as u64 * 2,
        false => tensor.bytes.len() as u64,
    }
}

/// The module of a tensor; a parameter without a module of its own stands for one.
fn module_of(tensor: &str) -> &str {
    tensor.strip_suffix(WEIGHT).or_else(|| tensor.strip_suffix(".bias")).unwrap_or(tensor)
}

/// The parent and the last component of a name.
fn split(name: &str) -> (&str, &str) {
    name.rsplit_once('.').unwrap_or(("", name))
}

/// The matrices of a tensor of projections; `None` for any other.
fn target<'a>(
    name: &'a str,
    tensor: &'a StoredTensor,
) -> Result<Option<Target<'a>>, QuantiseError> {
    if !LAYERS.iter().any(|layers| name.starts_with(layers)) || tensor.shape.contains(&0) {
        return Ok(None);
    }
    let experts = name.find(".experts.").map(|at| &name[..at + ".experts".len()]);
    let matrix = |module: String, first_row, n, k| {
        let tensor = name.to_owned();
        Matrix { module, tensor, first_row, n, k }
    };
    let matrices = match (tensor.shape.as_slice(), name.strip_suffix(WEIGHT)) {
        (&[n, k], Some(module)) if is_projection(split(module).1) => {
            vec![matrix(module_of(&tensor.published).to_owned(), 0, n, k)]
        }
        (&[count, n, k], None) if experts == Some(split(name).0) => {
            let (path, stack) = split(&tensor.published);
            let parts: &[&str] = match stack {
                "gate_up_proj" => &["gate_proj", "up_proj"],
                "down_proj" => &["down_proj"],
                _ => return Ok(None),
            };
            if !n.is_multiple_of(parts.len()) {
                let problem = format!("its {n} rows are no gate and up projection of one size");
                return Err(QuantiseError::Tensor { tensor: tensor.published.clone(), problem });
            }
            let rows = n / parts.len();
            let places = (0..count).flat_map(|e| parts.iter().enumerate().map(move |p| (e, p)));
            let expert = |(e, (at, part)): (usize, (usize, &&str))| {
                matrix(format!("{path}.{e}.{part}"), e * n + at * rows, rows, k)
            };
            places.map(expert).collect()
        }
        _ => return Ok(None),
    };
    Ok(Some(Target { name, tensor, matrices, experts, kept: false }))
}

/// Whether the module of a layer multiplies by a matrix that bears rounding: no router and no gate.
fn is_projection(module: &str) -> bool {
    module.ends_with("_proj") || (module.starts_with("in_proj_") && !GATES.contains(&module))
}

/// Decides which targets are kept. Experts of a layer have one format: all are kept if one is.
/// Returns the paths of those of which only a part matches.
fn decide(targets: &mut BTreeMap<&str, Target<'_>>, keep: &[KeepPattern]) -> Vec<String> {
    let matches = |name: &str| keep.iter().any(|p| p.matches(name));
    // Matched and all projections by the path of their experts.
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for target in targets.values_mut() {
        let all = target.matrices.len();
        let own = [module_of(target.name), module_of(&target.tensor.published)];
        let matched = match own.into_iter().any(matches) {
            true => all,
            false => target.matrices.iter().filter(|m| matches(&m.module)).count(),
        };
        target.kept = matched > 0;
        if let Some(path) = target.experts {
            let count = counts.entry(path).or_default();
            *count = (count.0 + matched, count.1 + all);
        }
    }
    for target in targets.values_mut() {
        target.kept |= target.experts.is_some_and(|path| counts[path].0 > 0);
    }
    let partly = counts.into_iter().filter(|(_, (matched, all))| *matched > 0 && matched < all);
    partly.map(|(path, _)| path.to_owned()).collect()
}

/// Names of all modules with a matrix that stays as it is, for the lists of exporters. Experts have
/// one module around them in transformers.
fn kept_linears(table: &TensorTable, targets: &BTreeMap<&str, Target<'_>>) -> Vec<String> {
    let mut names = BTreeSet::from(["lm_head".to_owned()]);
    for (name, tensor) in &table.tensors {
        let published = module_of(&tensor.published);
        match targets.get(name.as_str()) {
            Some(target) if target.kept => {
                names.insert(published.to_owned());
                if let Some(at) = target.experts.and(published.find(".experts.")) {
                    names.insert(published[..at + ".experts".len()].to_owned());
                }
            }
            Some(_) => {}
            None if tensor.shape.len() == 2 && !split(published).1.contains("embed") => {
                names.insert(published.to_owned());
            }
            None => {}
        }
    }
    names.into_iter().collect()
}

/// The work, layer after layer.
fn items(
    table: &TensorTable,
    mut targets: BTreeMap<&str, Target<'_>>,
    format: WeightFormat,
) -> Vec<Item> {
    let mut names: Vec<(String, &str)> =
        table.tensors.keys().map(|name| (by_number(name), name.as_str())).collect();
    names.sort();
    let mut items: Vec<Item> = vec![];
    // Groups that wait for their other projections, by parent, list and width.
    let mut fused: BTreeMap<(String, usize, usize), usize> = BTreeMap::new();
    for (key, name) in names {
        let layer = layer_of(&key);
        let Some(target) = targets.remove(name) else {
            let work = Work::Copy { tensor: name.to_owned(), in_bf16: false };
            items.push(Item { layer, work });
            continue;
        };
        if target.kept {
            let in_bf16 = target.tensor.dtype != StoredType::Bf16;
            items.push(Item { layer, work: Work::Copy { tensor: name.to_owned(), in_bf16 } });
            continue;
        }
        for matrix in target.matrices {
            let (parent, last) = split(&matrix.module);
            let list = FUSED.iter().position(|list| list.contains(&last));
            let joined = list.filter(|_| format == WeightFormat::Nvfp4);
            let key = joined.map(|list| (parent.to_owned(), list, matrix.k));
            match key.as_ref().and_then(|key| fused.get(key)).map(|&at| &mut items[at].work) {
                Some(Work::Quantise(matrices)) => matrices.push(matrix),
                _ => {
                    fused.extend(key.map(|key| (key, items.len())));
                    let work = Work::Quantise(vec![matrix]);
                    items.push(Item { layer: layer.clone(), work });
                }
            }
        }
    }
    items
}

/// The name with numbers of one width, so that layer 10 comes after layer 9.
fn by_number(name: &str) -> String {
    let parts = name.split('.').map(|part| match part.parse::<u64>() {
        Ok(number) => format!("{number:08}"),
        Err(_) => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join(".")
}

/// The layer that a name from [`by_number`] is in; empty if it is in none.
fn layer_of(name: &str) -> String {
    let layers = LAYERS.iter().find_map(|layers| {
        let rest = name.strip_prefix(layers)?;
        Some(format!("{layers}{}", rest.split('.').next()?))
    });
    layers.unwrap_or_default()
}
