//! The rotation of a GGUF file as the `rope_parameters` of a `config.json`.

use serde_json::{Map, Value, json};

use super::architecture::Architecture;
use super::error::GgufProblem;
use super::file::Gguf;
use super::keys::Keys;
use crate::config::ConfigProblem;

/// Divisors of the frequencies for every length; those of sequences within and beyond the original
/// length.
const FREQS: &str = "rope_freqs.weight";
const SHORT: &str = "rope_factors_short.weight";
const LONG: &str = "rope_factors_long.weight";

/// Whether a tensor is read here.
pub fn is_rope_tensor(name: &str) -> bool {
    // Frequencies that old files store and every program recomputes.
    [FREQS, SHORT, LONG].contains(&name) || name.ends_with(".attn_rot_embd.weight")
}

/// Reads the keys and tensors of the rotation.
pub fn read(
    keys: &mut Keys<'_>,
    gguf: &Gguf,
    architecture: &Architecture,
    head_dim: usize,
    max_position: u64,
) -> Result<(), GgufProblem> {
    let mut rope = Map::new();
    let theta = keys.number("rope.freq_base").unwrap_or(10_000.0);
    rope.insert("rope_theta".into(), json!(theta));
    let rotated = keys.integer("rope.dimension_count").unwrap_or(head_dim as u64) as usize;
    if architecture.is_hybrid {
        rope.insert("partial_rotary_factor".into(), json!(share(rotated, head_dim)));
        if let Some(sections) = keys.integers("rope.dimension_sections") {
            let sections: Vec<u64> = sections.into_iter().filter(|&n| n > 0).collect();
            rope.insert("mrope_section".into(), json!(sections));
        }
    } else if rotated != head_dim {
        keys.unsupported("rope.dimension_count", rotated, head_dim);
    }
    let scaling = keys.text("rope.scaling.type");
    let old_factor = keys.number("rope.scale_linear");
    let factor = keys.number("rope.scaling.factor").or(old_factor).filter(|&f| f != 0.0);
    keys.inert(&["rope.scaling.finetuned"]);
    let kind = match scaling {
        None | Some("linear") if factor.is_none_or(|f| f == 1.0) => "none",
        None => "linear",
        Some(word) => word,
    };
    match kind {
        "none" => {}
        "linear" => {
            rope.insert("factor".into(), json!(factor));
        }
        "yarn" => yarn(keys, &mut rope, factor),
        "longrope" => longrope(keys, &mut rope, gguf, rotated)?,
        other => keys.unsupported("rope.scaling.type", other, "none, linear, yarn, longrope"),
    }
    let kind = if kind == "none" { "default" } else { kind };
    rope.insert("rope_type".into(), json!(kind));
    if let Some(divisors) = factors(gguf, FREQS, rotated)? {
        if kind != "default" {
            keys.problem(ConfigProblem::Contradiction {
                path: keys.path("rope.scaling.type"),
                value: kind.into(),
                other: format!("the tensor {FREQS}"),
            });
        }
        // One list for every length, which is what longrope comes to within the original length.
        rope.insert("rope_type".into(), json!("longrope"));
        rope.insert("short_factor".into(), json!(divisors));
        rope.insert("long_factor".into(), json!(divisors));
        rope.insert("original_max_position_embeddings".into(), json!(max_position));
        rope.insert("attention_factor".into(), json!(1.0));
    }
    name_origins(keys, &rope);
    keys.set("rope_parameters", Value::Object(rope));
    Ok(())
}

/// Metadata keys of the values of the rope object, in the order in which they are looked for.
const ORIGINS: &[(&str, &[&str])] = &[
    ("rope_theta", &["freq_base"]),
    ("partial_rotary_factor", &["dimension_count"]),
    ("mrope_section", &["dimension_sections"]),
    ("rope_type", &["scaling.type"]),
    ("factor", &["scaling.factor", "scale_linear"]),
    ("original_max_position_embeddings", &["scaling.original_context_length"]),
    ("beta_fast", &["scaling.yarn_beta_fast"]),
    ("beta_slow", &["scaling.yarn_beta_slow"]),
    ("mscale_all_dim", &["scaling.yarn_log_multiplier"]),
    ("attention_factor", &["scaling.yarn_attn_factor", "scaling.attn_factor"]),
];

fn name_origins(keys: &mut Keys<'_>, rope: &Map<String, Value>) {
    for (name, places) in ORIGINS.iter().filter(|(name, _)| rope.contains_key(*name)) {
        let found = places.iter().map(|key| format!("rope.{key}")).find(|key| keys.has(key));
        if let Some(key) = found {
            keys.came_from(&format!("rope_parameters.{name}"), &key);
        }
    }
}

/// The share of a head that is rotated, from which the number of dims comes back when it is
/// multiplied and cut.
fn share(rotated: usize, head_dim: usize) -> f64 {
    let share = rotated as f64 / head_dim as f64;
    if ((head_dim as f64 * share) as usize) < rotated { share.next_up() } else { share }
}

/// YaRN. ggml multiplies cos and sin by `0.1 ln(factor) + 1` as the reference library does, and by
/// `attn_factor`.
fn yarn(keys: &mut Keys<'_>, rope: &mut Map<String, Value>, factor: Option<f64>) {
    if let Some(factor) = factor {
        rope.insert("factor".into(), json!(factor));
    } else {
        let (key, family) = (keys.path("rope.scaling.factor"), "yarn".to_owned());
        keys.problem(ConfigProblem::Missing { key, family, expected: "a number above 0" });
    }
    if let Some(length) = keys.integer("rope.scaling.original_context_length") {
        rope.insert("original_max_position_embeddings".into(), json!(length));
    }
    for (name, key) in [("beta_fast", "yarn_beta_fast"), ("beta_slow", "yarn_beta_slow")] {
        if let Some(beta) = keys.number(&format!("rope.scaling.{key}")) {
            rope.insert(name.into(), json!(beta));
        }
    }
    if let Some(share) = keys.number("rope.scaling.yarn_ext_factor")
        && share != 1.0
    {
        keys.unsupported("rope.scaling.yarn_ext_factor", share, "1");
    }
    let magnitude = keys.number("rope.scaling.yarn_log_multiplier").filter(|&m| m != 0.0);
    if let Some(magnitude) = magnitude {
        rope.insert("mscale".into(), json!(1.0));
        rope.insert("mscale_all_dim".into(), json!(magnitude));
    }
    let whole = keys.number("rope.scaling.yarn_attn_factor");
    let extra = keys.number("rope.scaling.attn_factor").filter(|&a| a != 1.0);
    let usual = 0.1 * factor.unwrap_or(1.0).max(1.0).ln() + 1.0;
    if extra.is_some() && (whole.is_some() || magnitude.is_some()) {
        let supported = "no other key of the magnitude beside it";
        keys.unsupported("rope.scaling.attn_factor", extra.unwrap_or(1.0), supported);
    }
    if let Some(factor) = whole.or(extra.map(|extra| extra * usual)) {
        rope.insert("attention_factor".into(), json!(factor));
    }
}

/// Longrope: two lists of divisors.
fn longrope(
    keys: &mut Keys<'_>,
    rope: &mut Map<String, Value>,
    gguf: &Gguf,
    rotated: usize,
) -> Result<(), GgufProblem> {
    for (name, tensor) in [("short_factor", SHORT), ("long_factor", LONG)] {
        let list = factors(gguf, tensor, rotated)?.ok_or_else(|| GgufProblem::Tensor {
            tensor: tensor.to_owned(),
            problem: "it is missing, and rope.scaling.type is longrope".to_owned(),
        })?;
        rope.insert(name.into(), json!(list));
    }
    if let Some(length) = keys.integer("rope.scaling.original_context_length") {
        rope.insert("original_max_position_embeddings".into(), json!(length));
    }
    if let Some(factor) = keys.number("rope.scaling.attn_factor") {
        rope.insert("attention_factor".into(), json!(factor));
    }
    Ok(())
}

/// Divisors of the frequencies of `rotated` dims, if the file has them.
fn factors(gguf: &Gguf, name: &str, rotated: usize) -> Result<Option<Vec<f64>>, GgufProblem> {
    let Some(tensor) = gguf.tensor(name) else { return Ok(None) };
    let bad = |problem: String| GgufProblem::Tensor { tensor: name.to_owned(), problem };
    if tensor.elements() != rotated / 2 {
        let problem = format!("it has {} factors", tensor.elements());
        return Err(bad(format!("{problem}, expected one for two of {rotated} rotated dims")));
    }
    let values = gguf.values(tensor).unwrap_or_default();
    if let Some(value) = values.iter().find(|v| !v.is_finite() || **v <= 0.0) {
        return Err(bad(format!("a factor is {value}, expected a number above 0")));
    }
    Ok(Some(values.into_iter().map(f64::from).collect()))
}
