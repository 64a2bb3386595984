//! Memory that a server will take, beside the memory there is.

use crate::launch::{self, Loaded};
use crate::print::mib;
use crate::settings;
use anyhow::{Context, Result, bail};
use atlas_engine::{MemoryPlan, room_for};

/// Bytes that a server will take and that there are.
pub struct MemoryNeeds {
    pub plan: MemoryPlan,
    /// Bytes of the weights, with those of another model that drafts.
    pub weights: u64,
    /// Memory of the machine.
    pub machine: u64,
    /// Bytes of the file of KV blocks, and what it may take of its disk; `None` without one.
    pub disk: Option<(std::path::PathBuf, u64, u64)>,
    /// Free on the GPU, if there is one: the verbs that ask load nothing there.
    pub free: Option<u64>,
}

impl MemoryNeeds {
    /// Needs of a loaded model.
    ///
    /// # Errors
    /// The system does not say how much memory there is.
    pub fn of(loaded: &Loaded) -> Result<Self> {
        let disk = loaded.tier.as_ref().map(|tier| -> Result<_> {
            let file = tier.file();
            let room = room_for(&file).with_context(|| format!("{}", file.display()))?;
            Ok((file, tier.file_bytes(loaded.slot_bytes()), room))
        });
        Ok(Self {
            disk: disk.transpose()?,
            plan: launch::memory_plan(loaded),
            weights: loaded.weight_bytes(),
            machine: settings::machine_memory_bytes()?,
            free: loaded.device.free_bytes(),
        })
    }

    /// Bytes of weights and pools together.
    pub fn total(&self) -> u64 {
        self.plan.total_bytes().saturating_add(self.weights)
    }

    /// Bytes of the total that lie on the GPU.
    pub fn on_gpu(&self) -> u64 {
        self.total() - self.plan.host_bytes()
    }

    /// Text that says how much is needed of each memory.
    ///
    /// # Errors
    /// More is needed than there is.
    pub fn fit(&self) -> Result<String> {
        let on_machine = match self.free {
            Some(_) => self.plan.host_bytes(),
            None => self.total(),
        };
        if let Some((file, bytes, room)) = &self.disk
            && bytes > room
        {
            bail!(
                "{} is to have {} MiB and its disk has room for {} MiB; lower --kv-tier-gb, or \
                 name another --kv-tier",
                file.display(),
                mib(*bytes),
                mib(*room)
            );
        }
        let gpu = self.free.map(|free| ("the GPU has free", self.on_gpu(), free));
        let mut said = Vec::new();
        for (place, needed, have) in
            gpu.into_iter().chain([("this machine has", on_machine, self.machine)])
        {
            if needed > have {
                bail!(
                    "the plan needs {} MiB and {place} {} MiB; lower --max-seq-len, \
                     --max-batch-size or --kv-cache-memory-gb (--kv-resident-gb with --kv-tier)",
                    mib(needed),
                    mib(have)
                );
            }
            said.push(format!("{} MiB; {place} {} MiB", mib(needed), mib(have)));
        }
        Ok(said.join(", "))
    }
}
