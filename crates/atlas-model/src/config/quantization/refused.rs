//! Quantised formats that are known and not read.

use serde_json::{Map, Value};

use super::keys::Keys;
use super::recipe::QuantizationError;

const HINT: &str = "load the bf16, f16 or f32 checkpoint that it was made from, or one in FP8, \
                    NVFP4, MXFP4, GPTQ or AWQ";

/// An MLX checkpoint: it has its own key, and repeats it under the name of the others.
pub(super) fn mlx(config: &Map<String, Value>) -> Option<QuantizationError> {
    let bits = config.get("quantization")?.get("bits")?;
    Some(refused(format!("an MLX checkpoint quantised to {bits} bits (quantization)")))
}

/// A method of `quantization_config`.
pub(super) fn method(method: &str, keys: &Keys<'_>) -> QuantizationError {
    let name = match method {
        "bitsandbytes" => "bitsandbytes ",
        "torchao" => "torchao ",
        "auto-round" | "intel/auto-round" => "AutoRound ",
        "quark" => "Quark ",
        "hqq" => "HQQ ",
        "aqlm" => "AQLM ",
        "exl2" | "exl3" => "ExLlama ",
        _ => "",
    };
    let bits = keys.peek("bits").map_or(String::new(), |bits| format!(", {bits} bits"));
    let key = keys.path_of("quant_method");
    refused(format!("a quantised {name}checkpoint ({key} {method}{bits})"))
}

/// A format of compressed-tensors or an algorithm of modelopt, named by `key`.
pub(super) fn format(exporter: &str, key: &str, format: &str) -> QuantizationError {
    refused(format!("a quantised {exporter} checkpoint ({key} {format})"))
}

/// A form of GPTQ or AWQ, which `key` states as `value`.
pub(super) fn form(method: &str, key: &str, value: impl std::fmt::Display) -> QuantizationError {
    refused(format!("a quantised {method} checkpoint ({key} {value})"))
}

fn refused(what: String) -> QuantizationError {
    QuantizationError::Refused { what, hint: HINT.into() }
}
