//! Facts of its start that a server tells to the page and to `atlas top`.

use crate::cli::{Origins, ServeArgs};
use crate::launch::Loaded;
use crate::memory_needs::MemoryNeeds;
use crate::verbs::bench::Meter;
use crate::verbs::{explain, kernels, plan};
use anyhow::Result;
use atlas_server::{Ceiling, ServerFacts};
use atlas_tensor::{Device, Isa};
use serde_json::json;
use std::sync::OnceLock;

/// Memory that must be free on a GPU where its ceiling is measured.
const FREE_MIN: u64 = 4 << 30;

/// Facts of a loaded model whose engine has not started.
///
/// # Errors
/// Flags contradict each other; the system does not say how much memory there is.
pub fn of(args: &ServeArgs, origins: &Origins, loaded: &Loaded) -> Result<ServerFacts> {
    let device = loaded.settings.iter().find(|setting| setting.name == "device");
    let needs = MemoryNeeds::of(loaded)?;
    let mut facts = ServerFacts {
        device: device.map_or_else(String::new, |setting| setting.value.clone()),
        snapshots: loaded.limits.snapshot_count,
        model: json!({
            "explain": explain::report(args, loaded, origins)?,
            "plan": plan::report(&needs, &loaded.settings),
            "kernels": kernels::report(loaded),
        }),
        ..ServerFacts::default()
    };
    let bytes = loaded.model.model.info().weight_bytes_per_token;
    match &loaded.device {
        // Its threads are free until requests come.
        Device::Cpu(cpu) => {
            let device = Device::Cpu(cpu.clone());
            facts.measure_ceiling = Some(Box::new(move || ceiling(&device, bytes)));
        }
        // Memory for two buffers is there only now, and copying takes milliseconds.
        device if device.free_bytes().is_some_and(|free| free >= FREE_MIN) => {
            facts.ceiling = OnceLock::from(ceiling(device, bytes));
        }
        Device::Backend(_) => {}
    }
    Ok(facts)
}

/// Tokens a second of one sequence if its weights alone had to be read; `None` for a model that
/// reads none, or a device that cannot be measured.
fn ceiling(device: &Device, bytes_per_token: u64) -> Option<Ceiling> {
    let isa = device.cpu().map_or(Isa::Portable, |cpu| cpu.isa());
    let read = Meter::new(device, isa).ok()?.read_bandwidth().ok()?;
    (bytes_per_token > 0 && read > 0.0).then(|| Ceiling {
        tokens_per_second: read / bytes_per_token as f64,
        source: format!(
            "one sequence: {:.1} GB/s measured, {:.2} GB of weights a token",
            read / 1e9,
            bytes_per_token as f64 / 1e9
        ),
    })
}
