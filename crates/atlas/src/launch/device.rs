//! Chooses and opens the device: `--device`, `--dtype`, `--isa` and `--threads`.

use crate::cli::{CpuActivations, DeviceChoice, DtypeChoice, LoadFormatChoice, ModelArgs};
use crate::settings::{self, EffectiveSetting};
use anyhow::{Context, Result, bail};
use atlas_model::CheckpointSource;
use atlas_model::checkpoint::StoredType;
use atlas_tensor::{Compute, CpuDevice, Device, Isa};

/// Options of a GPU backend.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(not(feature = "cuda"), allow(dead_code))]
struct GpuOptions {
    /// `--debug-sync`
    debug_sync: bool,
    /// `--no-graphs`
    no_graphs: bool,
    /// `--batch-invariant`
    batch_invariant: bool,
    /// `--allow-library-gemm`
    allow_library_gemm: bool,
}

/// The device that was chosen and why.
struct Chosen {
    device: Device,
    /// As `--device` would name it.
    name: String,
    why: String,
}

/// Opens the device that is asked for, to compute in `compute`; `cpu` makes the CPU's.
///
/// # Errors
/// A GPU was asked for, and this build or machine has none that it can use; or the CPU's device
/// cannot be made.
fn open(
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
            // The flag asks for a GPU's products; the CPU would ignore it.
            Err(why) if why.contains("--allow-library-gemm") => bail!("--device auto: {why}"),
            Err(why) => format!("--device auto: the CPU, since {why}"),
        },
    };
    Ok(Chosen { device: cpu()?.into(), name: "cpu".into(), why })
}

/// Opens the device that the flags ask for and adds its settings to `list`. Returns with it the
/// type to compute in, which is that of the KV cache: a CPU's linears may read others.
///
/// # Errors
/// See [`open`]; an unknown `--isa`; `--cpu-activations` on a GPU.
pub fn open_for(
    args: &ModelArgs,
    files: &dyn CheckpointSource,
    list: &mut Vec<EffectiveSetting>,
) -> Result<(Device, Compute)> {
    let (compute, compute_source) = match args.dtype {
        DtypeChoice::Bf16 => (Compute::Bf16, "--dtype".to_owned()),
        DtypeChoice::F32 => (Compute::F32, "--dtype".to_owned()),
        DtypeChoice::Auto => auto_dtype(args, files),
    };
    let (isa, isa_source) = match args.isa.as_str() {
        "auto" => (Isa::detect(), "the widest this CPU has"),
        name => match Isa::parse(name) {
            Some(isa) => (isa, "--isa"),
            None => {
                let names: Vec<_> = Isa::ALL.iter().map(|i| i.name()).collect();
                bail!("--isa {name}: not one of auto, {}", names.join(", "));
            }
        },
    };
    let (threads, threads_source) = settings::thread_count(args.threads, settings::cores());
    let inputs = match args.cpu_activations {
        CpuActivations::Auto => compute,
        CpuActivations::F32 => Compute::F32,
        CpuActivations::Int8 => Compute::Bf16,
    };
    let cpu = || CpuDevice::new(threads, isa, inputs).context("setting up the CPU");
    let options = GpuOptions {
        debug_sync: args.debug_sync,
        no_graphs: args.no_graphs,
        allow_library_gemm: args.allow_library_gemm,
        batch_invariant: args.batch_invariant,
    };
    let Chosen { device, name, why } = open(args.device, compute, options, cpu)?;
    tracing::info!(device = %name, %why, "device");
    if device.cpu().is_none() && args.cpu_activations != CpuActivations::Auto {
        bail!("--cpu-activations is for models on the CPU, and this one is on {name} ({why})");
    }
    list.push(EffectiveSetting::new("device", name, why));
    list.push(EffectiveSetting::new(
        "dtype",
        format!("{compute:?}").to_lowercase(),
        compute_source,
    ));
    if device.cpu().is_some() {
        let (value, source) = match (inputs, args.cpu_activations) {
            (Compute::F32, CpuActivations::F32) => ("f32", "--cpu-activations"),
            (Compute::F32, _) => ("f32", "dtype"),
            (Compute::Bf16, CpuActivations::Int8) => ("int8", "--cpu-activations"),
            (Compute::Bf16, _) => ("int8", "default"),
        };
        list.push(EffectiveSetting::new("cpu_activations", value, source));
    }
    list.push(EffectiveSetting::new("isa", isa.name(), isa_source));
    list.push(EffectiveSetting::new("threads", threads, threads_source));
    Ok((device, compute))
}

/// The type to compute in, and its source: that of the weights, else the one that config.json
/// names. F16 has no kernels of its own and is computed in f32.
fn auto_dtype(args: &ModelArgs, files: &dyn CheckpointSource) -> (Compute, String) {
    let stored = match args.load_format {
        LoadFormatChoice::Auto => atlas_model::checkpoint::main_type(files),
        LoadFormatChoice::Dummy => None,
    };
    if let Some(stored) = stored {
        let compute = match stored {
            StoredType::Bf16 | StoredType::Ggml(_) => Compute::Bf16,
            _ => Compute::F32,
        };
        return (compute, format!("the weights are {stored}"));
    }
    match stored_dtype(files) {
        Some(d) if d != "bfloat16" => (Compute::F32, format!("config.json dtype {d}")),
        Some(d) => (Compute::Bf16, format!("config.json dtype {d}")),
        None => (Compute::Bf16, "default".into()),
    }
}

/// `dtype` (or its older name) of config.json, wherever it stands. A file that does not parse is
/// reported by the load itself.
fn stored_dtype(files: &dyn CheckpointSource) -> Option<String> {
    let text = files.read("config.json").ok()??;
    let config: serde_json::Value = serde_json::from_slice(&text).ok()?;
    let places = [Some(&config), config.get("text_config")];
    places
        .into_iter()
        .flatten()
        .find_map(|c| c.get("dtype").or_else(|| c.get("torch_dtype")))
        .and_then(|d| d.as_str().map(str::to_owned))
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

    fn open_here(choice: DeviceChoice) -> Result<Chosen> {
        open(choice, Compute::F32, GpuOptions::default(), || {
            Ok(CpuDevice::new(1, Isa::Portable, Compute::F32)?)
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
