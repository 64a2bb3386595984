//! Inputs of the limits beside the flags: a model's sizes, a device, memory.

use atlas_core::{Limits, StateSpec};

/// Token positions per KV block. Attention merges one block at a time, anchored at position 0.
pub const KV_BLOCK_TOKENS: u32 = 32;

/// Model sizes and amounts of memory that the limits depend on.
pub struct ModelSizes<'a> {
    pub state_specs: &'a [StateSpec],
    /// Longest position the model declares.
    pub position_max: u32,
    /// Longest position that its scaling can be stretched to.
    pub position_limit: u32,
    /// Bytes that are free on the GPU once the weights are there; `None` on the CPU.
    pub gpu_free_bytes: Option<u64>,
    /// Of the machine, whatever the device is.
    pub host_memory_bytes: u64,
    /// Cores of the machine.
    pub cores: usize,
    /// Bytes of the device's pools that are no state: scratch, workspace, logits, inputs.
    pub work_bytes: &'a dyn Fn(&Limits) -> u64,
}
