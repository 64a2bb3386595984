//! Formats of a model's weights, for people.

use atlas_model::LoadedModel;
use std::collections::{BTreeMap, BTreeSet};

/// The formats of a model's matrices, the most bytes first as a rule of thumb: quantised ones
/// before those that are not.
pub fn stored_formats(model: &LoadedModel) -> String {
    let mut names: Vec<_> = model.formats.values().copied().collect();
    names.sort_by_key(|format| (!format.is_quantised(), format.name()));
    names.dedup();
    let names: Vec<&str> = names.into_iter().map(|format| format.name()).collect();
    if names.is_empty() {
        model.model.info().stored_type.to_lowercase()
    } else {
        names.join(" and ")
    }
}

/// The format of every module of a quantised model; empty for another. The experts of a layer are
/// one module where they are alike.
pub fn formats_by_module(model: &LoadedModel) -> BTreeMap<String, String> {
    if !model.formats.values().any(|format| format.is_quantised()) {
        return BTreeMap::new();
    }
    let mut modules: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (tensor, format) in &model.formats {
        let module = tensor.strip_suffix(".weight").unwrap_or(tensor);
        modules.entry(without_expert(module)).or_default().insert(format.name());
    }
    let joined = |names: BTreeSet<&str>| names.into_iter().collect::<Vec<_>>().join(", ");
    modules.into_iter().map(|(module, names)| (module, joined(names))).collect()
}

/// The name with `*` for the number of an expert.
fn without_expert(module: &str) -> String {
    let Some((before, rest)) = module.split_once(".experts.") else { return module.to_owned() };
    match rest.split_once('.') {
        Some((number, part)) if number.bytes().all(|b| b.is_ascii_digit()) => {
            format!("{before}.experts.*.{part}")
        }
        _ => module.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn experts_are_one_module() {
        let name = "model.layers.3.mlp.experts.17.up_proj";
        assert_eq!(without_expert(name), "model.layers.3.mlp.experts.*.up_proj");
        for name in ["model.layers.3.mlp.experts.gate_up_proj", "lm_head"] {
            assert_eq!(without_expert(name), name);
        }
    }
}
