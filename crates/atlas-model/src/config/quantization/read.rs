//! Finds the quantisation config of a checkpoint and the exporter that wrote it.

use serde_json::{Map, Value};

use super::keys::{Findings, Keys};
use super::recipe::{QuantRecipe, QuantizationError, Rules};
use super::{compressed_tensors, fp8, integers, modelopt, mxfp4, refused};
use crate::config::error::ConfigProblem;

type Object = Map<String, Value>;

/// (path, whether it lies in `text_config`, key) of every place of `config.json` that may hold a
/// quantisation config. `compression_config` is the older name of compressed-tensors.
const PLACES: &[(&str, bool, &str)] = &[
    ("quantization_config", false, "quantization_config"),
    ("text_config.quantization_config", true, "quantization_config"),
    ("compression_config", false, "compression_config"),
    ("text_config.compression_config", true, "compression_config"),
];
/// modelopt's file beside `config.json`.
const MODELOPT_FILE: &str = "hf_quant_config.json";
/// The file of GPTQ's exporters.
const GPTQ_FILE: &str = "quantize_config.json";
/// The file of AutoAWQ.
const AWQ_FILE: &str = "quant_config.json";

/// An exporter's own file beside `config.json`, one of [`QuantRecipe::FILES`].
pub type Beside<'a> = (&'static str, &'a Object);

impl QuantRecipe {
    /// Files beside `config.json` that may hold a quantisation config; the first counts.
    pub const FILES: [&'static str; 3] = [MODELOPT_FILE, GPTQ_FILE, AWQ_FILE];

    /// Reads the quantisation config in `root`, the object of `config.json`, or in its
    /// `text_config`, and the one `beside` it. None: neither says that the checkpoint is quantised.
    /// `allowed`: keys (plain or dotted) that may be unknown.
    ///
    /// # Errors
    /// A format that is not read, or all keys that are unknown, malformed, unsupported or
    /// contradict each other.
    pub fn read(
        root: &Object,
        beside: Option<Beside<'_>>,
        allowed: &[String],
    ) -> Result<Option<Self>, QuantizationError> {
        let text = root.get("text_config").and_then(Value::as_object);
        if let Some(refused) = [Some(root), text].into_iter().flatten().find_map(refused::mlx) {
            return Err(refused);
        }
        let findings = Findings::new(allowed);
        let stated = find(root, text, &findings);
        if stated.is_none() && beside.is_none() {
            return findings.finish().map(|_| None).map_err(QuantizationError::Keys);
        }
        let file = beside.map_or(MODELOPT_FILE, |(file, _)| file);
        let key = stated.as_ref().map_or(file, |(path, _)| *path).to_owned();
        let stated = stated.map(|(path, object)| Keys::new(path, None, object, &findings));
        let beside = beside.map(|(_, object)| Keys::new("", Some(file), object, &findings));
        let rules = read(stated, beside, file, &findings)?;
        let settings = findings.finish().map_err(QuantizationError::Keys)?;
        // A config that gives no rules has been reported.
        Ok(rules.map(|rules| QuantRecipe { rules, key, settings }))
    }
}

/// The quantisation config in `config.json` with its path; all places that have one must agree.
fn find<'a>(
    root: &'a Object,
    text: Option<&'a Object>,
    findings: &Findings<'_>,
) -> Option<(&'static str, &'a Object)> {
    let mut first: Option<(&'static str, &'a Object)> = None;
    for (path, is_nested, key) in PLACES {
        let value = if *is_nested { text.and_then(|t| t.get(*key)) } else { root.get(*key) };
        match (value, first) {
            (None | Some(Value::Null), _) => {}
            (Some(Value::Object(object)), None) => first = Some((path, object)),
            (Some(Value::Object(object)), Some((other, same))) => {
                if object != same {
                    findings.contradiction(path, "{...}", other);
                }
            }
            (Some(value), _) => findings.problem(ConfigProblem::WrongType {
                path: (*path).to_owned(),
                found: value.to_string(),
                expected: "an object",
            }),
        }
    }
    first
}

/// Dispatches to the exporter; None after a report.
fn read<'a>(
    stated: Option<Keys<'a>>,
    beside: Option<Keys<'a>>,
    file: &'static str,
    findings: &Findings<'_>,
) -> Result<Option<Rules>, QuantizationError> {
    let Some(keys) = stated else {
        return match (file, beside) {
            (GPTQ_FILE, Some(keys)) => read_packed("gptq", keys),
            (AWQ_FILE, Some(keys)) => read_packed("awq", keys),
            (_, beside) => Ok(modelopt::read(None, beside)),
        };
    };
    let method = match keys.peek("quant_method") {
        Some(Value::String(method)) => method.as_str(),
        Some(other) => {
            keys.wrong_type("quant_method", other, "a string");
            return Ok(None);
        }
        None if modelopt::wrote(&keys) => "modelopt",
        None if keys.peek("config_groups").is_some() => "compressed-tensors",
        None => {
            keys.missing("quant_method", "the name of a method");
            return Ok(None);
        }
    };
    let of_modelopt = file == MODELOPT_FILE;
    if method.starts_with("modelopt") && of_modelopt {
        return Ok(modelopt::read(Some(keys), beside));
    }
    let is_packed = integers::METHODS.contains(&method);
    match beside {
        Some(beside) if is_packed && !of_modelopt => {
            integers::compare(&keys, &beside);
            read_packed(method, beside)?;
        }
        Some(_) => {
            let exporter = if of_modelopt { "only modelopt writes" } else { "is of GPTQ or AWQ" };
            let other = format!("{file}, which {exporter}");
            findings.contradiction(&keys.path_of("quant_method"), method, other);
            return Ok(None);
        }
        None => {}
    }
    match method {
        "gptq" | "awq" => read_packed(method, keys),
        "fp8" => Ok(fp8::read_blocks(keys)),
        "fbgemm_fp8" => Ok(fp8::read_rows(keys)),
        "compressed-tensors" => compressed_tensors::read(keys),
        "mxfp4" => Ok(mxfp4::read(keys)),
        _ => Err(refused::method(method, &keys)),
    }
}

/// The rules of GPTQ or AWQ, or of the other of the two that the keys name.
fn read_packed(method: &str, keys: Keys<'_>) -> Result<Option<Rules>, QuantizationError> {
    let named = keys.peek("quant_method").and_then(Value::as_str).unwrap_or(method);
    match named {
        "gptq" => integers::read_gptq(keys),
        "awq" => integers::read_awq(keys),
        other => Err(refused::method(other, &keys)),
    }
}
