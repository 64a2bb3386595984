//! Values that flags choose from.

use super::names::nearest;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ReferencePage {
    Flags,
    Ops,
    Metrics,
    JsonSchema,
    Weights,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Lines to read, with colours on a terminal.
    Text,
    /// A JSON object a line.
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DtypeChoice {
    /// bf16 for checkpoints stored in bf16 or in blocks of GGUF, else f32.
    Auto,
    /// Linear inputs and the KV cache in bf16, sums in f32.
    Bf16,
    /// f32 throughout over the stored weights: the setting for comparison with a reference.
    F32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CpuActivations {
    /// int8 where the compute type is bf16, else f32.
    #[default]
    Auto,
    /// Rounded to 8 bits for blocks of codes, and to bf16 for other weights.
    Int8,
    /// As they are, whatever the weights.
    F32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DraftDtype {
    /// As they are stored.
    #[default]
    Auto,
    /// Quantised ones are widened.
    Bf16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LoadFormatChoice {
    /// Read the checkpoint's weights.
    Auto,
    /// Random weights for benchmarks; needs a config.json only.
    Dummy,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Switch {
    #[default]
    On,
    Off,
}

/// The end of a message about a value that is nearly one of `known`; empty if it is near none.
pub fn meant(text: &str, known: &[&str]) -> String {
    match nearest(text, known.iter().copied()) {
        Some(value) => format!("; did you mean `{value}`?"),
        None => String::new(),
    }
}

/// Where a model runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum DeviceChoice {
    /// The first GPU where there is one that this build can use, else the CPU.
    Auto,
    Cpu,
    /// A GPU by its number in the driver.
    Cuda(u32),
}

impl fmt::Display for DeviceChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => write!(f, "auto"),
            Self::Cpu => write!(f, "cpu"),
            Self::Cuda(ordinal) => write!(f, "cuda:{ordinal}"),
        }
    }
}

impl FromStr for DeviceChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let hint = match text {
            // One letter from `cpu`.
            "gpu" => "; did you mean `cuda`?".to_owned(),
            _ => meant(text, &["auto", "cpu", "cuda"]),
        };
        let bad = || format!("{text}: not one of auto, cpu, cuda, cuda:N{hint}");
        match text {
            "auto" => Ok(Self::Auto),
            "cpu" => Ok(Self::Cpu),
            "cuda" => Ok(Self::Cuda(0)),
            _ => {
                let digits = text.strip_prefix("cuda:").filter(|n| !n.starts_with('+'));
                digits.and_then(|n| n.parse().ok()).map(Self::Cuda).ok_or_else(bad)
            }
        }
    }
}

impl TryFrom<String> for DeviceChoice {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<DeviceChoice> for String {
    fn from(choice: DeviceChoice) -> Self {
        choice.to_string()
    }
}

/// Graphs of decode steps that are captured before the server is ready.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum GraphsChoice {
    /// For every number of sequences, as many as there is time for.
    #[default]
    Auto,
    /// For every number of sequences, however long it takes.
    All,
    /// For 1 up to so many sequences.
    Rows(u32),
}

impl fmt::Display for GraphsChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => write!(f, "auto"),
            Self::All => write!(f, "all"),
            Self::Rows(rows) => write!(f, "{rows}"),
        }
    }
}

impl FromStr for GraphsChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Self::Auto),
            "all" => Ok(Self::All),
            _ => match text.parse() {
                Ok(rows) if !text.starts_with('+') => Ok(Self::Rows(rows)),
                _ => {
                    let hint = meant(text, &["auto", "all"]);
                    Err(format!("{text}: not auto, all or a number{hint}"))
                }
            },
        }
    }
}

impl TryFrom<String> for GraphsChoice {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<GraphsChoice> for String {
    fn from(choice: GraphsChoice) -> Self {
        choice.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_read_and_written() {
        for text in ["auto", "cpu", "cuda:0", "cuda:17"] {
            assert_eq!(text.parse::<DeviceChoice>().unwrap().to_string(), text);
            let json = format!("{text:?}");
            let choice: DeviceChoice = serde_json::from_str(&json).unwrap();
            assert_eq!(serde_json::to_string(&choice).unwrap(), json);
        }
        assert_eq!("cuda".parse(), Ok(DeviceChoice::Cuda(0)));
        for bad in ["", "gpu", "CUDA", "cuda:", "cuda:-1", "cuda:+1", "cuda:x", "cuda:4294967296"] {
            assert!(bad.parse::<DeviceChoice>().unwrap_err().contains("cuda:N"), "{bad}");
        }
        assert!("gpu".parse::<DeviceChoice>().unwrap_err().contains("mean `cuda`"));
    }

    #[test]
    fn numbers_of_graphs_are_read_and_written() {
        for text in ["auto", "all", "0", "17"] {
            assert_eq!(text.parse::<GraphsChoice>().unwrap().to_string(), text);
            let choice: GraphsChoice = serde_json::from_str(&format!("{text:?}")).unwrap();
            assert_eq!(serde_json::to_string(&choice).unwrap(), format!("{text:?}"));
        }
        for text in ["", "-1", "+1", "many", "99999999999"] {
            assert!(text.parse::<GraphsChoice>().is_err(), "{text}");
        }
    }
}
