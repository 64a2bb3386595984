//! `--device`: what is asked for, what this build and machine have, and the choice.

use std::fmt;
use std::str::FromStr;

use anyhow::{Result, bail};
use atlas_tensor::{Compute, CpuDevice, Device};
use serde::{Deserialize, Serialize};

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

/// How a GPU is used.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(not(feature = "cuda"), allow(dead_code))]
pub struct GpuOptions {
    /// `--debug-sync`
    pub debug_sync: bool,
    /// `--no-graphs`
    pub no_graphs: bool,
    /// `--batch-invariant`
    pub batch_invariant: bool,
    /// `--allow-library-gemm`
    pub allow_library_gemm: bool,
}

/// The device that was chosen and why.
pub struct Chosen {
    pub device: Device,
    /// As `--device` would name it.
    pub name: String,
    pub why: String,
}

/// Opens the device that is asked for, to compute in `compute`; `cpu` makes the CPU's.
///
/// # Errors
/// A GPU was asked for, and this build or machine has none that it can use; or the CPU's device
/// cannot be made.
pub fn open(
    choice: DeviceChoice,
    compute: Compute,
    options: GpuOptions,
    cpu: impl FnOnce() -> Result<CpuDevice>,
) -> Result<Chosen> {
    let why = match choice {
        DeviceChoice::Cuda(ordinal) => {
            return match gpu(ordinal, compute, options) {
                Ok(device) => {
                    let why = format!("--device {choice}: {}", device.describe());
                    Ok(Chosen { device, name: format!("cuda:{ordinal}"), why })
                }
                Err(why) => bail!("--device {choice}: {why}"),
            };
        }
        DeviceChoice::Cpu => "--device cpu".into(),
        DeviceChoice::Auto => match gpu(0, compute, options) {
            Ok(device) => {
                let why = format!("--device auto: the first GPU, {}", device.describe());
                return Ok(Chosen { device, name: "cuda:0".into(), why });
            }
            // Whoever names a library wants a GPU's products by it, not the CPU's.
            Err(why) if why.contains("--allow-library-gemm") => bail!("--device auto: {why}"),
            Err(why) => format!("--device auto: the CPU, since {why}"),
        },
    };
    Ok(Chosen { device: cpu()?.into(), name: "cpu".into(), why })
}

/// A GPU, or why there is none.
#[cfg(feature = "cuda")]
fn gpu(ordinal: u32, compute: Compute, options: GpuOptions) -> Result<Device, String> {
    let GpuOptions { debug_sync, no_graphs, batch_invariant, allow_library_gemm } = options;
    let options = atlas_cuda::Options {
        debug_sync,
        graphs: !no_graphs,
        check_graphs: debug_sync,
        library_gemm: allow_library_gemm,
        ..atlas_cuda::Options::default()
    };
    match atlas_cuda::Cuda::open(ordinal, compute, batch_invariant, options) {
        Ok(cuda) => Ok(Device::Backend(std::sync::Arc::new(cuda))),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(not(feature = "cuda"))]
fn gpu(_: u32, _: Compute, _: GpuOptions) -> Result<Device, String> {
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

    fn open_here(choice: DeviceChoice) -> Result<Chosen> {
        open(choice, Compute::F32, GpuOptions::default(), || {
            Ok(CpuDevice::new(1, atlas_tensor::Isa::Portable, Compute::F32)?)
        })
    }

    #[test]
    fn a_gpu_that_is_not_there_is_an_error_and_auto_says_why_it_is_the_cpu() {
        let chosen = open_here(DeviceChoice::Cpu).unwrap();
        assert_eq!((chosen.name.as_str(), chosen.why.as_str()), ("cpu", "--device cpu"));
        let Chosen { name, why, .. } = open_here(DeviceChoice::Auto).unwrap();
        let says = match name.as_str() {
            "cpu" => "--device auto: the CPU, since ",
            _ => "--device auto: the first GPU, ",
        };
        assert!(why.starts_with(says), "{name}: {why}");
        // No machine of ours has this many.
        let error = open_here(DeviceChoice::Cuda(61)).err().unwrap().to_string();
        assert!(error.starts_with("--device cuda:61: "), "{error}");
        #[cfg(not(feature = "cuda"))]
        assert!(error.contains("built without CUDA"), "{error}");
        #[cfg(feature = "cuda")]
        assert!(!error.contains("built without"), "{error}");
    }
}
