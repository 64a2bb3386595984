//! `atlas plan`: every memory pool to the byte.

use crate::cli::PlanArgs;
use crate::launch;
use crate::memory_needs::MemoryNeeds;
use crate::print::{self, mib, say};
use crate::settings::EffectiveSetting;
use anyhow::Result;
use serde_json::{Value, json};

/// Prints every pool.
///
/// # Errors
/// The model cannot be loaded; the pools exceed the memory that they lie in.
pub fn run(args: &PlanArgs) -> Result<()> {
    let loaded = launch::load(&args.model, false)?;
    let needs = MemoryNeeds::of(&loaded)?;
    if args.json {
        say!("{}", report(&needs, &loaded.settings));
    } else {
        let mut table = print::table(["pool", "bytes", "MiB"], args.wide);
        let mut row = |name: &str, bytes: u64| {
            table.add_row([name.to_owned(), bytes.to_string(), mib(bytes)]);
        };
        match needs.free {
            Some(_) => row("weights", needs.weights),
            None => row("weights (mapped from the checkpoint)", needs.weights),
        }
        for pool in &needs.plan.pools {
            row(pool.name, pool.bytes);
        }
        row("total", needs.total());
        if let Some(free) = needs.free {
            row("of it on the GPU", needs.on_gpu());
            row("free on the GPU", free);
        }
        row("this machine", needs.machine);
        if let Some((file, bytes, room)) = &needs.disk {
            row(&format!("KV blocks on the disk ({})", file.display()), *bytes);
            row("room on that disk", *room);
        }
        say!("{table}");
        print::settings(&loaded.settings, args.wide);
    }
    needs.fit().map(drop)
}

/// Every pool and setting, as JSON.
pub fn report(needs: &MemoryNeeds, settings: &[EffectiveSetting]) -> Value {
    let pools = needs.plan.pools.iter().map(|p| json!({"name": p.name, "bytes": p.bytes}));
    let mut all = json!({"pools": pools.collect::<Vec<_>>(), "weights_bytes": needs.weights,
        "total_bytes": needs.total(), "machine_bytes": needs.machine, "settings": settings});
    if let Some((file, bytes, room)) = &needs.disk {
        all["disk"] = json!({"file": file, "bytes": bytes, "room_bytes": room});
    }
    if let Some(free) = needs.free {
        all["device_bytes"] = needs.on_gpu().into();
        all["device_free_bytes"] = free.into();
    }
    all
}
