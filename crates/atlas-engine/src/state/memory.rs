//! Every pool of an engine: planned from limits, allocated at start, never grown.

use atlas_cache::StateLayout;
use atlas_core::{Limits, StateSpec};
use atlas_model::Model;
use atlas_model::layers::Dflash;
use atlas_tensor::{
    Arena, CpuDevice, Device, KvCache, LayerState, Memory as Pooled, RecurrentState, StepBounds,
    StepSizes,
};

use crate::draft::{DraftBlocks, DraftModule, Proposer};
use crate::runner::picking::Picking;
use crate::state::host_tier::{HostArena, Identity, arena_bytes};
use crate::state::slots::SlotTable;
use crate::state::snapshots::SnapshotArena;
use crate::state::tier::{TierConfig, TierSizes};

/// One pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool {
    pub name: &'static str,
    pub bytes: u64,
    /// Whether it lies in the machine's memory whatever the device is.
    pub on_host: bool,
    /// Whether it holds the state of sequences, cached or not.
    pub is_state: bool,
}

/// Allocations of an engine for a model under limits, without allocating them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryPlan {
    pub pools: Vec<Pool>,
    pub state: StateLayout,
    scratch_bytes: usize,
    workspace_bytes: usize,
    logit_rows: usize,
    /// Rows, sequences and hidden size of the multi-token-prediction module, if it drafts.
    module: Option<(usize, usize, usize)>,
    /// Spans of the largest step.
    spans_max: usize,
}

impl MemoryPlan {
    /// The pools for `model` on `dev`, with those of the proposer of its drafts.
    pub fn new(
        model: &dyn Model,
        limits: &Limits,
        dev: &Device,
        proposer: Option<&Proposer>,
    ) -> Self {
        let bounds = StepBounds {
            threads: dev.threads(),
            rows: limits.step_tokens_max as usize,
            logit_rows: limits.logit_rows_max() as usize,
            positions: limits.seq_len_max as usize,
            kv_block_tokens: limits.kv_block_tokens as usize,
            on_device: dev.cpu().is_none(),
        };
        let vocab_size = model.info().vocab_size as usize;
        let spans_max = spans_max(limits, proposer);
        let (workspace_bytes_min, step_bytes) = match dev {
            Device::Cpu(_) => (0, 0),
            Device::Backend(dev) => {
                (dev.workspace_bytes_min(), dev.step_bytes(step_sizes(limits, spans_max)))
            }
        };
        let module = matches!(proposer, Some(Proposer::Mtp));
        let module = model.draft_spec().filter(|_| module);
        let (other, blocks) = match proposer {
            Some(Proposer::Model(other)) => (Some(&**other), None),
            Some(Proposer::Blocks(drafter)) => (None, Some(&**drafter)),
            _ => (None, None),
        };
        let (rows, sequences) = (bounds.rows, limits.slot_count as usize);
        let width = model.info().hidden_size as usize;
        let scratch = |model: &dyn Model| model.scratch_bytes(rows, bounds.logit_rows);
        let drafts = match (module, blocks) {
            (Some(_), _) => model.draft_scratch_bytes(rows),
            (None, Some(drafter)) => {
                let rows = rows.max(DraftBlocks::spans_max(drafter, sequences));
                drafter.scratch_bytes(rows)
            }
            (None, None) => other.map_or(0, scratch),
        };
        let module_bytes = match (module, proposer) {
            (Some(_), _) => DraftModule::bytes(dev, rows, sequences, width, vocab_size),
            (None, Some(Proposer::Layers(_) | Proposer::Model(_))) => {
                let state = other.map_or(0, |other| draft_state_bytes(other, limits));
                sequences * vocab_size * size_of::<f32>() + state
            }
            (None, Some(Proposer::Blocks(drafter))) => {
                DraftBlocks::bytes(dev, drafter, [rows, sequences], vocab_size)
            }
            (None, _) => 0,
        };
        let other_workspace = match blocks {
            Some(drafter) => blocks_workspace(drafter, bounds, sequences),
            None => other.map_or(0, |other| other.workspace_bytes(&bounds)),
        };
        let work = Work {
            scratch_bytes: scratch(model).max(drafts),
            module_bytes,
            workspace_bytes: model
                .workspace_bytes(&bounds)
                .max(other_workspace)
                .max(workspace_bytes_min),
            sampling_bytes: Picking::bytes(dev, limits, vocab_size),
            step_bytes,
            vocab_size,
        };
        let own = proposer.map(|proposer| proposer.state_specs(model)).unwrap_or_default();
        let specs: Vec<StateSpec> = model.state_specs().iter().copied().chain(own).collect();
        let plan = Self::from_parts(&specs, limits, &work);
        Self { module: module.map(|_| (rows, sequences, width)), spans_max, ..plan }
    }

    /// The pools for a model of which only its state and its needs for `limits` are known.
    pub fn from_parts(specs: &[StateSpec], limits: &Limits, work: &Work) -> Self {
        let state = StateLayout::new(specs, limits);
        let &Work {
            scratch_bytes, workspace_bytes, sampling_bytes, step_bytes, vocab_size, ..
        } = work;
        let logit_rows = limits.logit_rows_max() as usize;
        // The arena rounds up to its alignment.
        let scratch_bytes = Arena::alloc_bytes(scratch_bytes.div_ceil(4));
        let snapshots = state.slot_bytes.saturating_mul(u64::from(limits.snapshot_count));
        let of_state = [
            ("KV blocks", state.kv_bytes),
            ("recurrent state", state.recurrent_bytes),
            ("state snapshots", snapshots),
        ];
        let of_work = [
            ("forward scratch", scratch_bytes as u64),
            ("kernel workspace", CpuDevice::reserved_bytes(workspace_bytes) as u64),
            ("logits", (logit_rows * vocab_size * size_of::<f32>()) as u64),
            ("sampling scratch", sampling_bytes as u64),
            ("step inputs", step_bytes as u64),
            ("drafts", (work.module_bytes + draft_bytes(specs, limits)) as u64),
        ];
        let on_host = [
            ("host cache", arena_bytes(limits.host, state.block_bytes, state.slot_bytes)),
            ("slot tables", SlotTable::bytes_for(limits) as u64),
        ];
        let pool = |on_host, is_state| move |(name, bytes)| Pool { name, bytes, on_host, is_state };
        let on_device =
            of_state.into_iter().map(pool(false, true)).chain(of_work.map(pool(false, false)));
        let pools = on_device.chain(on_host.map(pool(true, false))).collect();
        let spans_max = spans_max(limits, None);
        Self { pools, state, scratch_bytes, workspace_bytes, logit_rows, module: None, spans_max }
    }

    /// The same, where KV blocks that have no room in memory go to the disk: `limits` counts the
    /// blocks of the whole pool. `depth`: [`crate::EngineConfig::depth`].
    pub fn with_tier(
        model: &dyn Model,
        limits: &Limits,
        dev: &Device,
        proposer: Option<&Proposer>,
        (tier, depth): (Option<&TierConfig>, u32),
    ) -> (Self, Option<TierSizes>) {
        let Some(tier) = tier else { return (Self::new(model, limits, dev, proposer), None) };
        let in_memory = Limits { kv_block_count: tier.frames, ..limits.clone() };
        let mut plan = Self::new(model, &in_memory, dev, proposer);
        let carry_len = model.carry_len().unwrap_or(0);
        let on_device = dev.cpu().is_none();
        let sizes = TierSizes::new(&plan.state, limits, (tier.frames, depth), carry_len, on_device);
        let pool = |name, bytes, on_host| Pool { name, bytes, on_host, is_state: false };
        let part_bytes = match dev {
            Device::Cpu(_) => 0,
            Device::Backend(dev) => {
                dev.part_bytes(step_sizes(limits, spans_max(limits, proposer))) as u64
            }
        };
        plan.pools.extend([
            pool("attention between parts", sizes.carry_bytes, false),
            pool("inputs of parts", part_bytes, false),
            pool("disk buffers", sizes.buffer_bytes, true),
            pool("books of blocks on the disk", sizes.book_bytes, true),
        ]);
        (plan, Some(sizes))
    }

    /// Bytes of the pools that lie in the machine's memory whatever the device is.
    pub fn host_bytes(&self) -> u64 {
        self.pools.iter().filter(|p| p.on_host).fold(0, |sum, p| sum.saturating_add(p.bytes))
    }

    /// Bytes of the device's pools that hold no state: scratch, workspace, logits and so on.
    pub fn work_bytes(&self) -> u64 {
        let on_device = self.pools.iter().filter(|p| !p.on_host);
        on_device.filter(|p| !p.is_state).fold(0, |sum, p| sum.saturating_add(p.bytes))
    }

    /// Bytes of all pools.
    pub fn total_bytes(&self) -> u64 {
        self.pools.iter().fold(0, |sum, p| sum.saturating_add(p.bytes))
    }
}

/// Workspace and scratch of a model for the largest step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// Arena bytes of a forward pass.
    pub scratch_bytes: usize,
    /// Workspace bytes of its largest op.
    pub workspace_bytes: usize,
    /// Bytes of a multi-token-prediction module that drafts.
    pub module_bytes: usize,
    /// Bytes for picking tokens.
    pub sampling_bytes: usize,
    /// Bytes of a device's memory for the inputs of a step.
    pub step_bytes: usize,
    pub vocab_size: usize,
}

/// Bytes of the inputs that recurrent layers keep of the wanted rows of a step with drafts.
fn draft_bytes(specs: &[StateSpec], limits: &Limits) -> usize {
    let rows = draft_rows(limits);
    let of = |spec: &StateSpec| match *spec {
        StateSpec::Recurrent { heads, conv_channels, .. } => {
            RecurrentState::draft_bytes(rows, conv_channels as usize, heads as usize)
        }
        _ => 0,
    };
    if rows == 0 { 0 } else { specs.iter().map(of).sum() }
}

/// Bytes of the state of another model that drafts: KV blocks and slots as the model's own.
fn draft_state_bytes(other: &dyn Model, limits: &Limits) -> usize {
    let state = StateLayout::new(other.state_specs(), limits);
    let bytes = state.kv_bytes.saturating_add(state.recurrent_bytes);
    let kept = draft_bytes(other.state_specs(), &Limits { drafts_max: 1, ..limits.clone() });
    usize::try_from(bytes).unwrap_or(usize::MAX).saturating_add(kept)
}

/// The state of every slot of another model that drafts.
///
/// # Errors
/// Memory that the system or the device does not give.
pub(crate) fn draft_states(
    other: &dyn Model,
    limits: &Limits,
    dev: &Device,
) -> Result<Vec<LayerState>, MemoryError> {
    let rows = draft_rows(&Limits { drafts_max: 1, ..limits.clone() });
    let layer = |spec: &StateSpec| -> std::io::Result<LayerState> {
        let mut state = layer_state(*spec, limits)?.on(dev)?;
        state.keep_drafts(dev, rows)?;
        Ok(state)
    };
    let bytes = draft_state_bytes(other, limits) as u64;
    let failed = |source| MemoryError { name: "drafts", bytes, source };
    other.state_specs().iter().map(layer).collect::<Result<_, _>>().map_err(failed)
}

/// Wanted rows of a step with drafts; none without speculation.
fn draft_rows(limits: &Limits) -> usize {
    if limits.drafts_max == 0 { 0 } else { limits.logit_rows_max() as usize }
}

/// Kernel workspace of a drafter, whose blocks may have more rows than a step of the model.
fn blocks_workspace(drafter: &Dflash, bounds: StepBounds, sequences: usize) -> usize {
    let most = DraftBlocks::spans_max(drafter, sequences);
    let (rows, logit_rows) = (bounds.rows.max(most), bounds.logit_rows.max(most));
    drafter.workspace_bytes(&StepBounds { rows, logit_rows, ..bounds })
}

/// Spans of the largest step under `limits`.
fn spans_max(limits: &Limits, proposer: Option<&Proposer>) -> usize {
    let sequences = limits.slot_count as usize;
    match proposer {
        Some(Proposer::Blocks(drafter)) => {
            sequences.max(DraftBlocks::spans_max(drafter, sequences))
        }
        _ => sequences,
    }
}

/// The largest step under `limits`.
fn step_sizes(limits: &Limits, spans: usize) -> StepSizes {
    StepSizes {
        rows: (limits.step_tokens_max as usize).max(spans),
        spans,
        logit_rows: limits.logit_rows_max() as usize,
        blocks: spans * limits.seq_len_max.div_ceil(limits.kv_block_tokens) as usize,
    }
}

/// A pool that the system would not give.
#[derive(Debug, thiserror::Error)]
#[error(
    "{bytes} bytes for {name} could not be allocated: {source}; `atlas plan` lists every pool, and \
     --kv-cache-memory-gb, --state-snapshot-gb, --max-seq-len, --max-batch-size and \
     --max-num-batched-tokens shrink them"
)]
pub struct MemoryError {
    pub name: &'static str,
    pub bytes: u64,
    pub source: std::io::Error,
}

/// The pools of a running engine.
pub(crate) struct Memory {
    pub states: Vec<LayerState>,
    pub snapshots: SnapshotArena,
    pub host: HostArena,
    pub scratch: Arena,
    /// f32, of as many rows as a step wants at most.
    pub logits: Pooled,
    pub picking: Picking,
    pub module: Option<DraftModule>,
}

impl Memory {
    /// Allocates what `plan` says; the kernel workspace becomes the device's.
    pub fn allocate(
        plan: &MemoryPlan,
        limits: &Limits,
        dev: &Device,
        vocab_size: usize,
        model_id: u64,
    ) -> Result<Self, MemoryError> {
        let failed = |name, bytes: u64| move |source| MemoryError { name, bytes, source };
        let mut states = Vec::with_capacity(plan.state.layers.len());
        for layer in &plan.state.layers {
            let state = layer_state(layer.kind, limits);
            let state = state.and_then(|state| state.on(dev));
            let mut state = state.map_err(failed("the state of a layer", layer.bytes))?;
            let rows = draft_rows(limits);
            if rows > 0 {
                state.keep_drafts(dev, rows).map_err(failed("drafts", 0))?;
            }
            states.push(state);
        }
        let caches = states.iter_mut().filter_map(|state| match state {
            LayerState::Paged(cache) => Some(cache),
            LayerState::Recurrent(_) | LayerState::Stateless => None,
        });
        caches.enumerate().for_each(|(ordinal, cache)| cache.ordinal = ordinal);
        let slots: Vec<_> = plan.state.layers.iter().map(|l| (l.kind, l.slot_bytes)).collect();
        let snapshot_bytes = plan.state.slot_bytes.saturating_mul(u64::from(limits.snapshot_count));
        let snapshots = SnapshotArena::new(dev, &slots, limits.snapshot_count)
            .map_err(failed("state snapshots", snapshot_bytes))?;
        let (block_bytes, slot_bytes) = (plan.state.block_bytes, plan.state.slot_bytes);
        let host_bytes = arena_bytes(limits.host, block_bytes, slot_bytes);
        let identity = Identity { layout: layout_id(plan, limits), model: model_id };
        let host = HostArena::new(limits.host, block_bytes, slot_bytes, identity)
            .map_err(failed("host cache", host_bytes))?;
        let scratch_bytes = plan.scratch_bytes;
        let scratch = Arena::on(dev, scratch_bytes)
            .map_err(failed("forward scratch", scratch_bytes as u64))?;
        let workspace_bytes = plan.workspace_bytes;
        let reserved = match dev {
            Device::Cpu(dev) => dev.reserve_workspace(workspace_bytes),
            Device::Backend(dev) => {
                dev.reserve_workspace(CpuDevice::reserved_bytes(workspace_bytes))
            }
        };
        reserved.map_err(failed("kernel workspace", workspace_bytes as u64))?;
        if let Device::Backend(dev) = dev {
            let sizes = step_sizes(limits, plan.spans_max);
            let bytes = dev.step_bytes(sizes) as u64;
            dev.reserve_steps(sizes).map_err(failed("step inputs", bytes))?;
        }
        let logits_bytes = plan.logit_rows * vocab_size * size_of::<f32>();
        let logits = dev.allocate(logits_bytes).map_err(failed("logits", logits_bytes as u64))?;
        let sampling_bytes = Picking::bytes(dev, limits, vocab_size) as u64;
        let picking = Picking::new(dev, limits, vocab_size)
            .map_err(failed("sampling scratch", sampling_bytes))?;
        let module = plan.module.map(|(rows, sequences, width)| {
            let bytes = DraftModule::bytes(dev, rows, sequences, width, vocab_size) as u64;
            DraftModule::new(dev, [rows, sequences], width, vocab_size)
                .map_err(failed("drafts", bytes))
        });
        let module = module.transpose()?;
        Ok(Self { states, snapshots, host, scratch, logits, picking, module })
    }
}

impl MemoryPlan {
    /// Names and values that must be the same for stored state to be used.
    pub(crate) fn identity(&self, limits: &Limits, model_id: u64) -> Vec<(&'static str, String)> {
        let mut formats: Vec<String> = Vec::new();
        for layer in &self.state.layers {
            let format = match layer.kind {
                StateSpec::Paged { formats, .. } => formats.to_string(),
                StateSpec::Latent { format, .. } => format.to_string(),
                StateSpec::Recurrent { .. } | StateSpec::Stateless => continue,
            };
            if !formats.contains(&format) {
                formats.push(format);
            }
        }
        vec![
            ("model", format!("{model_id:016x}")),
            ("KV format", formats.join(" ")),
            ("tokens of a block", limits.kv_block_tokens.to_string()),
            ("layout of the state", format!("{:016x}", layout_id(self, limits))),
        ]
    }
}

/// Identity of the state's layout: equal layouts give the same bytes the same meaning.
fn layout_id(plan: &MemoryPlan, limits: &Limits) -> u64 {
    let kinds = plan.state.layers.iter().map(|l| l.kind);
    let text = format!("{:?} {}", kinds.collect::<Vec<_>>(), limits.kv_block_tokens);
    xxhash_rust::xxh3::xxh3_64(text.as_bytes())
}

fn layer_state(spec: StateSpec, limits: &Limits) -> std::io::Result<LayerState> {
    let slots = limits.slot_count as usize;
    Ok(match spec {
        StateSpec::Paged { kv_heads, head_dim, window: _, formats } => {
            LayerState::Paged(KvCache::new(
                limits.kv_block_count as usize,
                limits.kv_block_tokens as usize,
                kv_heads as usize,
                head_dim as usize,
                formats,
                slots,
            )?)
        }
        StateSpec::Latent { latent, rope, index, format } => LayerState::Paged(KvCache::latent(
            limits.kv_block_count as usize,
            limits.kv_block_tokens as usize,
            [(latent + rope) as usize, index as usize],
            format,
            slots,
        )?),
        StateSpec::Recurrent { heads, key_dim, value_dim, conv_channels, conv_kernel } => {
            LayerState::Recurrent(RecurrentState::new(
                slots,
                heads as usize,
                key_dim as usize,
                value_dim as usize,
                conv_channels as usize,
                conv_kernel as usize,
            )?)
        }
        StateSpec::Stateless => LayerState::Stateless,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampling::LogitsPipeline;
    use crate::testing::{FakeModel, QueuedDevice, small_limits};
    use atlas_core::{HostPlaces, KvFormat, KvFormats};
    use atlas_tensor::{Compute, Isa};

    const fn specs(formats: KvFormats) -> [StateSpec; 3] {
        [
            StateSpec::Recurrent {
                heads: 3,
                key_dim: 5,
                value_dim: 7,
                conv_channels: 11,
                conv_kernel: 4,
            },
            StateSpec::Paged { kv_heads: 3, head_dim: 32, window: Some(40), formats },
            StateSpec::Stateless,
        ]
    }

    /// The plan and what is then allocated agree to the byte, pool by pool.
    #[test]
    fn plan_and_allocation_agree_to_the_byte() {
        for (slots, step, block_tokens, vocab, scratch) in
            [(1, 1, 16, 256, 1), (3, 70, 24, 301, 12_345), (8, 64, 32, 1000, 64 << 10)]
        {
            for (key, value) in KvFormat::ALL.into_iter().zip(KvFormat::ALL.into_iter().rev()) {
                let specs = specs(KvFormats { key, value });
                let limits = Limits {
                    slot_count: slots,
                    step_tokens_max: step,
                    drafts_max: 0,
                    seq_len_max: 100,
                    kv_block_tokens: block_tokens,
                    kv_block_count: 37,
                    chunk_tokens_max: step,
                    queue_len_max: 8,
                    overtake_max: 4,
                    snapshot_count: 6,
                    host: HostPlaces { blocks: 5, snapshots: 3 },
                };
                let work = Work {
                    scratch_bytes: scratch,
                    workspace_bytes: 3 * scratch + 1,
                    module_bytes: 0,
                    sampling_bytes: LogitsPipeline::scratch_bytes(vocab),
                    step_bytes: 0,
                    vocab_size: vocab,
                };
                let dev = CpuDevice::new(1, Isa::Portable, Compute::F32).expect("a device").into();
                let plan = MemoryPlan::from_parts(&specs, &limits, &work);
                let memory = Memory::allocate(&plan, &limits, &dev, vocab, 0).expect("small pools");
                let state_bytes = |paged: bool| -> usize {
                    let kind = |s: &&LayerState| matches!(s, LayerState::Paged(_)) == paged;
                    memory.states.iter().filter(kind).map(LayerState::bytes).sum()
                };
                let Picking::Host(pipeline) = &memory.picking else { panic!("on the CPU") };
                let allocated = [
                    state_bytes(true),
                    state_bytes(false),
                    memory.snapshots.bytes(),
                    memory.scratch.bytes(),
                    Device::cpu(&dev).map_or(0, CpuDevice::workspace_bytes),
                    memory.logits.bytes(),
                    pipeline.allocated_bytes(),
                    0,
                    0,
                    memory.host.bytes(),
                    SlotTable::new(&limits).bytes(),
                ];
                let planned: Vec<u64> = plan.pools.iter().map(|p| p.bytes).collect();
                assert_eq!(planned, allocated.map(|b| b as u64), "{:?}", plan.pools);
                assert_eq!(plan.total_bytes(), allocated.iter().sum::<usize>() as u64);
                assert!(memory.scratch.bytes() >= scratch);
            }
        }
    }

    /// The workspace of a device's own ops is planned where the model's ops need less.
    #[test]
    fn a_device_has_the_workspace_that_it_takes_whatever_the_model_is() {
        let model = FakeModel::hash(64);
        let workspace = |dev: &Device| {
            let plan = MemoryPlan::new(&model, &small_limits(), dev, None);
            let pool = plan.pools.iter().find(|pool| pool.name == "kernel workspace");
            pool.expect("a pool").bytes
        };
        let (dev, _) = QueuedDevice::new();
        let planned = CpuDevice::reserved_bytes(QueuedDevice::WORKSPACE_BYTES_MIN) as u64;
        assert_eq!(workspace(&dev), planned);
        let cpu = CpuDevice::new(1, Isa::Portable, Compute::F32).expect("a device").into();
        assert!(workspace(&cpu) < planned);
    }
}
