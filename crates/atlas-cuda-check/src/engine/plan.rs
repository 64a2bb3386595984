//! The memory that `atlas plan` names for a device against the memory that an engine takes there,
//! with and without cuBLASLt.

use std::sync::Arc;

use atlas_core::Limits;
use atlas_cuda::library::WORKSPACE_BYTES;
use atlas_cuda::{Cuda, Options};
use atlas_engine::testing::invariants::loader_on;
use atlas_engine::{Engine, EngineConfig, MemoryPlan, NoObserver};
use atlas_tensor::{Compute, Device};

/// Smallest granularity of the driver's allocations.
const GRANULE: u64 = 2 << 20;

pub fn compare(ordinal: u32, folder: &std::path::Path) -> Result<String, String> {
    let without = taken(ordinal, folder, false)?;
    match taken(ordinal, folder, true) {
        Ok(with) => Ok(format!("{without} bytes planned and taken, {with} with a library")),
        // Where there is none nothing can be said of it.
        Err(why) if why.contains("libcublasLt") => {
            Ok(format!("{without} bytes planned and taken; {why}"))
        }
        Err(why) => Err(why),
    }
}

/// The bytes that an engine takes, if they are those that were planned.
fn taken(ordinal: u32, folder: &std::path::Path, library_gemm: bool) -> Result<u64, String> {
    let options = Options { library_gemm, ..Options::default() };
    let cuda = Cuda::open(ordinal, Compute::Bf16, false, options).map_err(|e| e.to_string())?;
    let dev = Device::Backend(Arc::new(cuda));
    let load = loader_on(folder, |_| Ok(dev.clone()));
    let (model, _) = load(1);
    let limits = Limits {
        slot_count: 3,
        step_tokens_max: 7,
        drafts_max: 0,
        seq_len_max: 70,
        kv_block_tokens: 32,
        kv_block_count: 11,
        chunk_tokens_max: 5,
        queue_len_max: 4,
        overtake_max: 4,
        snapshot_count: 5,
        host: Default::default(),
    };
    let free = || dev.free_bytes().unwrap_or(0);
    let plan = MemoryPlan::new(&*model, &limits, &dev, None);
    let least = if library_gemm { WORKSPACE_BYTES as u64 } else { 0 };
    let room =
        plan.pools.iter().find(|pool| pool.name == "kernel workspace").map_or(0, |p| p.bytes);
    if room < least {
        return Err(format!("a workspace of {room} bytes for a library that takes {least}"));
    }
    let (planned, layers) = (plan.total_bytes() - plan.host_bytes(), model.state_specs().len());
    let before = free();
    let engine = Engine::start(model, dev.clone(), EngineConfig::new(limits), Arc::new(NoObserver));
    let engine = engine.map_err(|e| e.to_string())?;
    let taken = before.saturating_sub(free());
    engine.shutdown();
    if !engine.join() {
        return Err("the engine ended with a failure".into());
    }
    // An emulated device counts bytes, a driver what it rounds them to.
    let slack = match dev.describe().contains("emulated") {
        true => 0,
        false => (planned / 100).max(GRANULE * (plan.pools.len() + layers) as u64),
    };
    match taken.abs_diff(planned) <= slack {
        true => Ok(taken),
        false => Err(format!("{taken} bytes taken, {planned} planned: {:?}", plan.pools)),
    }
}
