//! Division of memory among the pools. With it come the sequences that run at once, the tokens of a
//! step and the longest sequence.
//!
//! On a GPU, of what `--gpu-memory-utilization` gives, in this order:
//!
//! 1. A step has 8192 tokens; half as many, and so on, while its work space would take more than a
//!    quarter.
//! 2. As many sequences, up to 256, as state, work space and KV blocks for 1536 tokens of each fit.
//! 3. Snapshots of recurrent state: 8 a sequence, at most an eighth.
//! 4. KV blocks: the rest. The longest sequence is the model's own, if they hold one.
//!
//! On the CPU memory is taken when it is first used, and the system's cache holds the weights: a
//! quarter of the machine's memory is for KV blocks, a sixteenth each for slots and snapshots.

use super::pools::{Pools, Sourced, gib};
use super::sizes::{KV_BLOCK_TOKENS, ModelSizes};
use crate::cli::LimitArgs;
use anyhow::{Result, bail};
use atlas_cache::StateLayout;
use atlas_core::{HostPlaces, Limits};

/// Most sequences at once on a GPU.
const GPU_SLOTS_MAX: u32 = 256;
/// Tokens of a sequence that there are KV blocks for before there is a slot more.
const SLOT_TOKENS: u32 = 1536;
/// Tokens of a step that fill a GPU, and the fewest that are taken to save memory.
const GPU_STEP_TOKENS: (u32, u32) = (8192, 512);
/// Sequences at once for each core, and in all. Beyond it a step takes longer in proportion.
const CPU_SLOTS: (u32, u32) = (16, 64);
/// Tokens of a step on the CPU: from there on the weights are read so seldom that it does not show.
const CPU_STEP_TOKENS: u32 = 512;

/// Numbers that memory decides.
pub struct Division {
    pub slots: Sourced,
    pub step_tokens: Sourced,
    pub seq_len: Sourced,
    pub blocks: Sourced,
    pub snapshots: Sourced,
}

impl Division {
    /// Divides the memory of the device.
    ///
    /// # Errors
    /// Flags out of range, or that leave no room for a sequence.
    pub fn new(args: &LimitArgs, sizes: &ModelSizes<'_>) -> Result<Self> {
        check_seq_len(args, sizes)?;
        match sizes.gpu_free_bytes {
            Some(free) => OnGpu::new(args, sizes, free)?.divide(),
            None => on_cpu(args, sizes),
        }
    }
}

/// Checks the longest sequence against the model.
///
/// # Errors
/// It is beyond the model's positions.
pub fn check_seq_len(args: &LimitArgs, sizes: &ModelSizes<'_>) -> Result<()> {
    let Some(len) = args.max_seq_len.given().filter(|&len| len > sizes.position_limit) else {
        return Ok(());
    };
    let scaled = match sizes.position_limit > sizes.position_max {
        true => ", as far as its rope scaling reaches",
        false => "",
    };
    bail!(
        "--max-seq-len {len} is beyond the model's {} positions (max_position_embeddings{scaled})",
        sizes.position_limit
    );
}

/// Limits of so many sequences and tokens a step, without pools.
pub fn bare_limits(args: &LimitArgs, slots: u32, step_tokens: u32, seq_len: u32) -> Limits {
    Limits {
        slot_count: slots,
        step_tokens_max: step_tokens,
        drafts_max: args.speculate.drafts(),
        seq_len_max: seq_len,
        kv_block_tokens: KV_BLOCK_TOKENS,
        kv_block_count: 0,
        chunk_tokens_max: args.max_chunk_tokens.unwrap_or(step_tokens),
        queue_len_max: args.max_queue_len,
        overtake_max: args.max_overtakes,
        snapshot_count: 0,
        host: HostPlaces::default(),
    }
}

/// The division of a GPU's memory.
struct OnGpu<'a> {
    args: &'a LimitArgs,
    sizes: &'a ModelSizes<'a>,
    pools: Pools,
    /// For all pools together, in bytes.
    budget: u64,
    /// The longest sequence that is wished for.
    seq_len: u32,
}

impl<'a> OnGpu<'a> {
    fn new(args: &'a LimitArgs, sizes: &'a ModelSizes<'a>, free: u64) -> Result<Self> {
        let seq_len = args.max_seq_len.given().unwrap_or(sizes.position_max);
        let layout = StateLayout::new(sizes.state_specs, &bare_limits(args, 1, 1, 1));
        let budget = (free as f64 * args.gpu_memory_utilization) as u64;
        let most = (budget / 8, "an eighth of what the GPU has for all pools");
        let pools = Pools::new(args, layout, most)?;
        Ok(Self { args, sizes, pools, budget, seq_len })
    }

    fn limits(&self, slots: u32, step_tokens: u32) -> Limits {
        bare_limits(self.args, slots, step_tokens, self.seq_len)
    }

    fn work(&self, slots: u32, step_tokens: u32) -> u64 {
        (self.sizes.work_bytes)(&self.limits(slots, step_tokens))
    }

    fn step_tokens(&self) -> Sourced {
        if let Some(tokens) = self.args.max_num_batched_tokens.given() {
            return (tokens, "--max-num-batched-tokens".into());
        }
        let (mut tokens, least) = GPU_STEP_TOKENS;
        while tokens > least && self.work(1, tokens) > self.budget / 4 {
            tokens /= 2;
        }
        let tokens = tokens.max(self.args.max_batch_size.given().unwrap_or(1));
        let source = match tokens >= GPU_STEP_TOKENS.0 {
            true => "what fills a GPU".to_owned(),
            false => "work space of at most a quarter of what the GPU has for all pools".to_owned(),
        };
        (tokens, source)
    }

    /// Bytes of all pools but the KV blocks.
    fn without_kv(&self, slots: u32, step_tokens: u32) -> u64 {
        let state = u64::from(slots) + u64::from(self.pools.snapshots(slots).0);
        let state = state.saturating_mul(self.pools.layout.slot_bytes);
        self.work(slots, step_tokens).saturating_add(state)
    }

    /// Bytes of KV blocks that so many sequences should have at least.
    fn kv_bytes_least(&self, slots: u32) -> u64 {
        let Pools { layout, kv_bytes, .. } = &self.pools;
        if let Some(bytes) = kv_bytes {
            return *bytes;
        }
        let limits = self.limits(slots, slots);
        let longest = limits.blocks_held_max(layout.window());
        let each = limits.blocks_for(SLOT_TOKENS.min(self.seq_len)).min(longest);
        let one = if self.args.max_seq_len.given().is_some() { longest } else { each };
        let blocks = u64::from(each) * u64::from(slots);
        blocks.max(u64::from(one)).saturating_mul(layout.block_bytes)
    }

    fn slots(&self, step_tokens: u32) -> Sourced {
        if let Some(slots) = self.args.max_batch_size.given() {
            return (slots, "--max-batch-size".into());
        }
        let fits = |slots| {
            let bytes = self.without_kv(slots, step_tokens);
            bytes.saturating_add(self.kv_bytes_least(slots)) <= self.budget
        };
        let most = GPU_SLOTS_MAX.min(step_tokens);
        let (mut has, mut lacks) = (1, most + 1);
        while has + 1 < lacks {
            let slots = has.midpoint(lacks);
            *if fits(slots) { &mut has } else { &mut lacks } = slots;
        }
        let source = match has == most {
            true => format!("at most {GPU_SLOTS_MAX} on a GPU and one a token of a step"),
            false => format!("state and {SLOT_TOKENS} tokens of each fit"),
        };
        (has, source)
    }

    fn divide(self) -> Result<Division> {
        let step_tokens = self.step_tokens();
        let slots = self.slots(step_tokens.0);
        let snapshots = self.pools.snapshots(slots.0);
        let taken = self.without_kv(slots.0, step_tokens.0);
        let rest = self.budget.saturating_sub(taken);
        let source =
            format!("the rest of {} of the memory that is free", self.args.gpu_memory_utilization);
        let blocks = self.pools.blocks(&self.limits(slots.0, step_tokens.0), rest, source);
        let seq_len = seq_len(self.args, self.sizes, &self.pools, step_tokens.0, rest)?;
        Ok(Division { slots, step_tokens, seq_len, blocks, snapshots })
    }
}

fn on_cpu(args: &LimitArgs, sizes: &ModelSizes<'_>) -> Result<Division> {
    let memory = sizes.host_memory_bytes;
    let layout = StateLayout::new(sizes.state_specs, &bare_limits(args, 1, 1, 1));
    let most = (memory / 16, "a sixteenth of this machine's memory");
    let pools = Pools::new(args, layout, most)?;
    let step_tokens = match args.max_num_batched_tokens.given() {
        Some(tokens) => (tokens, "--max-num-batched-tokens".to_owned()),
        None => {
            let least = args.max_batch_size.given().unwrap_or(1);
            (CPU_STEP_TOKENS.max(least), "what fills a CPU".to_owned())
        }
    };
    let slots = match args.max_batch_size.given() {
        Some(slots) => (slots, "--max-batch-size".to_owned()),
        None => cpu_slots(sizes.cores, memory, pools.layout.slot_bytes, step_tokens.0),
    };
    let seq_len = seq_len(args, sizes, &pools, step_tokens.0, memory / 4)?;
    let limits = bare_limits(args, slots.0, step_tokens.0, seq_len.0);
    let blocks = pools.blocks(&limits, memory / 4, "a quarter of this machine's memory".into());
    let snapshots = pools.snapshots(slots.0);
    Ok(Division { slots, step_tokens, seq_len, blocks, snapshots })
}

fn cpu_slots(cores: usize, memory: u64, slot_bytes: u64, step_tokens: u32) -> Sourced {
    let (each, most) = CPU_SLOTS;
    let wish = u32::try_from(cores).unwrap_or(u32::MAX).saturating_mul(each).clamp(1, most);
    let fit = (memory / 16).checked_div(slot_bytes).unwrap_or(u64::MAX).max(1);
    match u32::try_from(fit).unwrap_or(u32::MAX).min(step_tokens) {
        fit if fit < wish => (fit, "state in a sixteenth of this machine's memory".into()),
        _ => (wish, format!("{each} for each of {cores} cores, at most {most}")),
    }
}

/// The longest sequence; `rest`: bytes for KV blocks unless a flag says otherwise.
fn seq_len(
    args: &LimitArgs,
    sizes: &ModelSizes<'_>,
    pools: &Pools,
    step_tokens: u32,
    rest: u64,
) -> Result<Sourced> {
    if let Some(len) = args.max_seq_len.given() {
        return Ok((len, "--max-seq-len".into()));
    }
    let model = (sizes.position_max, "the model's own".to_owned());
    if !pools.layout.is_paged() {
        return Ok(model);
    }
    let bytes = pools.kv_bytes.unwrap_or(rest);
    let within = pools.layout.blocks_within(bytes);
    let whole = bare_limits(args, 1, step_tokens, sizes.position_max);
    if within >= whole.blocks_held_max(pools.layout.window()) {
        return Ok(model);
    }
    let fits = within.saturating_mul(KV_BLOCK_TOKENS);
    if fits < 2 {
        bail!(
            "{bytes} bytes for the KV cache hold no block of {} bytes; raise --kv-cache-memory-gb \
             or --gpu-memory-utilization, or lower --max-batch-size or --max-num-batched-tokens",
            pools.layout.block_bytes
        );
    }
    let len = fits.min(sizes.position_max);
    Ok((len, format!("what {:.1} GiB of KV cache hold, of the model's {}", gib(bytes), model.0)))
}
