//! `--device`: what is asked for, what this build and machine have, and the choice.

use std::fmt;
use std::str::FromStr;

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};

/// Where a model runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum DeviceChoice {
    /// The fastest device that serves.
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
        let bad = || format!("{text}: not one of auto, cpu, cuda, cuda:N");
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

/// Why the CPU is the device that serves.
///
/// # Errors
/// A GPU was asked for: this build or machine has none, or it has, and no model runs on it yet.
pub fn why_cpu(choice: DeviceChoice) -> Result<String> {
    match (choice, gpu(choice)) {
        (DeviceChoice::Cpu, _) => Ok("--device cpu".into()),
        (DeviceChoice::Auto, found) => Ok(match found {
            Ok(gpu) => format!("--device auto: {gpu} is there, but models do not run on it yet"),
            Err(why) => format!("--device auto: {why}"),
        }),
        (DeviceChoice::Cuda(_), Ok(gpu)) => {
            bail!("--device {choice}: models do not run on {gpu} yet; use --device cpu")
        }
        (DeviceChoice::Cuda(_), Err(why)) => bail!("--device {choice}: {why}"),
    }
}

/// The GPU in words, or why there is none.
#[cfg(feature = "cuda")]
fn gpu(choice: DeviceChoice) -> Result<String, String> {
    let ordinal = match choice {
        DeviceChoice::Cuda(ordinal) => ordinal,
        DeviceChoice::Auto => 0,
        DeviceChoice::Cpu => return Err("not asked for".into()),
    };
    let device = atlas_cuda::Device::open(ordinal, atlas_cuda::Options::default());
    device.map(|device| device.info().name.clone()).map_err(|e| e.to_string())
}

#[cfg(not(feature = "cuda"))]
fn gpu(_: DeviceChoice) -> Result<String, String> {
    Err("this binary was built without CUDA (`cargo build --release --features cuda`)".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_and_written() {
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
    }

    #[test]
    fn a_gpu_that_cannot_serve_is_an_error_and_auto_says_why_it_is_the_cpu() {
        assert_eq!(why_cpu(DeviceChoice::Cpu).unwrap(), "--device cpu");
        let why = why_cpu(DeviceChoice::Auto).unwrap();
        assert!(why.starts_with("--device auto: ") && why.len() > 20, "{why}");
        let error = why_cpu(DeviceChoice::Cuda(3)).unwrap_err().to_string();
        assert!(error.starts_with("--device cuda:3: "), "{error}");
        #[cfg(not(feature = "cuda"))]
        assert!(error.contains("built without CUDA"), "{error}");
        #[cfg(feature = "cuda")]
        assert!(!error.contains("built without"), "{error}");
    }
}
