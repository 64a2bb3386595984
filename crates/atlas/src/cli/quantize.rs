//! Arguments of `atlas quantize`.

use atlas_model::quantise::KeepPattern;
use atlas_tensor::WeightFormat;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// The type that `--keep` keeps weights in.
const KEPT_TYPE: &str = "bf16";

#[derive(Clone, Debug, Args)]
pub struct QuantizeArgs {
    /// Folder of a Hugging Face checkpoint in bf16, f16 or f32, or a hub id.
    #[arg(value_name = "IN")]
    pub input: String,
    /// Folder to write, which must be new or empty.
    #[arg(value_name = "OUT")]
    pub out: PathBuf,
    /// Format of the linears of the layers. Routers, gates, norms, embeddings, the head and vision
    /// parts stay as they are.
    #[arg(long, value_enum)]
    pub format: QuantizeFormat,
    /// Linears to store in bf16 instead, by a glob over the names of modules, such as
    /// '*.down_proj=bf16' or 'model.layers.0=bf16'. Repeatable. Default: none.
    #[arg(long, value_name = "PATTERN=bf16", value_parser = parse_keep)]
    pub keep: Vec<KeepPattern>,
    /// Print JSON instead of text.
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum QuantizeFormat {
    /// 8 bits, a scale for 128 by 128 weights.
    Fp8Block,
    /// 8 bits, a scale for a row.
    Fp8Row,
    /// 4 bits, an 8-bit scale for 16 weights.
    Nvfp4,
    /// 4 bits, a power of two for 32 weights.
    Mxfp4,
}

impl From<QuantizeFormat> for WeightFormat {
    fn from(format: QuantizeFormat) -> Self {
        match format {
            QuantizeFormat::Fp8Block => Self::Fp8Block,
            QuantizeFormat::Fp8Row => Self::Fp8Row,
            QuantizeFormat::Nvfp4 => Self::Nvfp4,
            QuantizeFormat::Mxfp4 => Self::Mxfp4,
        }
    }
}

/// A pattern and the type that it keeps weights in.
fn parse_keep(text: &str) -> Result<KeepPattern, String> {
    let Some((pattern, kept)) = text.rsplit_once('=') else {
        return Err(format!("expected PATTERN={KEPT_TYPE}, such as '*.down_proj={KEPT_TYPE}'"));
    };
    if kept != KEPT_TYPE {
        return Err(format!("{kept} is no type to keep weights in: use {pattern}={KEPT_TYPE}"));
    }
    if pattern.is_empty() {
        return Err("the pattern is empty".to_owned());
    }
    KeepPattern::new(pattern).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_modules_are_a_glob_and_a_type() {
        assert!(parse_keep("*.down_proj=bf16").is_ok());
        for (text, said) in [
            ("*.down_proj", "expected PATTERN=bf16"),
            ("*.down_proj=f16", "f16 is no type to keep weights in: use *.down_proj=bf16"),
            ("=bf16", "the pattern is empty"),
            ("*.[a=bf16", "it is no glob"),
        ] {
            let error = parse_keep(text).err().unwrap_or_default();
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}
