//! Settings of an engine.

use atlas_core::{Limits, RequestId, TokenId};
use atlas_model::TapSink;
use atlas_sched::Chaos;
use atlas_tensor::device::sampling::LAUNCHES_MAX;
use std::sync::Arc;
use std::time::Duration;

use crate::draft::{Propose, Proposer};
#[cfg(feature = "faults")]
use crate::faults::{HostProbe, TestFault};
use crate::state::tier::TierConfig;

/// Sees every row of raw logits that is picked from or scored: the request, the position of the
/// token that the row predicts, and the row. Runs on the engine thread.
pub type RowHook = Arc<dyn Fn(RequestId, u32, &[f32]) + Send + Sync>;

/// Asked before each step for who listens to its intermediate results, with the step's rows. Runs
/// on the engine thread; a step that is listened to is slower.
pub type StepTaps = Arc<dyn Fn(usize) -> Option<Box<dyn TapSink>> + Send + Sync>;

/// Receives how many batch sizes have their graphs captured, and of how many.
pub type GraphProgress = Arc<dyn Fn(u32, u32) + Send + Sync>;

/// Graphs to capture before the engine takes requests, on a device that has graphs.
#[derive(Clone, Default)]
pub struct GraphsAtStart {
    /// Largest batch size: steps of 1 up to so many sequences. As many as run at once are enough.
    pub rows: u32,
    /// Time limit. Later batch sizes are captured by the first step that needs them.
    pub within: Option<Duration>,
    pub progress: Option<GraphProgress>,
}

/// Settings of one engine.
#[derive(Clone)]
pub struct EngineConfig {
    pub limits: Limits,
    /// Steps that are on the device at a time, 1 or 2: with 2 a step is launched before the results
    /// of the one before it are read, which is worth it where results come late. No answer depends
    /// on it.
    pub depth: u32,
    /// Longest time of a step while requests generate, in seconds: its prompt tokens are chosen by
    /// the times of earlier steps. `None`: no limit. No answer depends on it.
    pub step_seconds_max: Option<f64>,
    /// Graphs that are captured before requests are taken. No answer depends on it.
    pub graphs: GraphsAtStart,
    /// Where drafts come from, of which `limits.drafts_max` are verified at a time. No answer
    /// depends on it.
    pub proposer: Option<Proposer>,
    /// Takes the place of the drafts of `proposer`, which runs all the same; for measurements.
    pub draft_script: Option<Arc<dyn Propose>>,
    /// Whether the number of drafts follows what they give; else a step has as many as there is
    /// room for.
    pub adapts_drafts: bool,
    /// Where KV blocks go that have no room in memory: with it, `limits.kv_block_count` counts
    /// those on the disk too. No answer depends on it.
    pub tier: Option<TierConfig>,
    /// Whether tokens of requests that have ended are kept for sessions of them.
    pub sessions: bool,
    /// Whether prefixes are cached, where the model and the limits allow it.
    pub prefix_cache: bool,
    /// The share of cache hits, 0 to 1, whose state is computed once more in idle time and
    /// compared.
    pub verify_hits: f64,
    /// Identity of the weights and their format, stored with cached state.
    pub model_id: u64,
    /// Text that calibrates the scales of the KV cache, in formats that have them, where the
    /// checkpoint holds none.
    pub calibration: Vec<TokenId>,
    /// Looks at logits; for tests and recordings.
    pub row_hook: Option<RowHook>,
    /// Listens to steps; for measurements.
    pub taps: Option<StepTaps>,
    /// Tests only: preempts at random steps and cuts chunks at random, from a seed.
    pub chaos: Option<Chaos>,
    /// Observer of the objects in the host tier, which may damage them.
    #[cfg(feature = "faults")]
    pub host_probe: Option<Arc<dyn HostProbe>>,
    /// Planted fault.
    #[cfg(feature = "faults")]
    pub test_fault: Option<TestFault>,
}

impl EngineConfig {
    /// [`Self::depth`], within what there is.
    pub(crate) fn depth(&self) -> u32 {
        self.depth.clamp(1, LAUNCHES_MAX as u32)
    }

    /// The limits of what is in memory.
    pub(crate) fn memory_limits(&self) -> Limits {
        let frames = self.tier.as_ref().map(|tier| tier.frames);
        let kv_block_count = frames.unwrap_or(self.limits.kv_block_count);
        Limits { kv_block_count, ..self.limits.clone() }
    }

    /// Depth 1, no graphs at the start, the prefix cache on, and nothing for tests.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            depth: 1,
            step_seconds_max: None,
            graphs: GraphsAtStart::default(),
            proposer: None,
            draft_script: None,
            adapts_drafts: false,
            tier: None,
            sessions: false,
            prefix_cache: true,
            verify_hits: 0.0,
            model_id: 0,
            calibration: Vec::new(),
            row_hook: None,
            taps: None,
            chaos: None,
            #[cfg(feature = "faults")]
            host_probe: None,
            #[cfg(feature = "faults")]
            test_fault: None,
        }
    }
}
