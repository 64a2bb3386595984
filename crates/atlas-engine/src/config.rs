//! How an engine is set up.

use atlas_core::{Limits, RequestId};
use atlas_sched::Chaos;
use std::sync::Arc;

/// Sees every row of raw logits that is picked from or scored: the request, the position of the
/// token that the row predicts, and the row. Runs on the engine thread.
pub type RowHook = Arc<dyn Fn(RequestId, u32, &[f32]) + Send + Sync>;

/// Settings of one engine.
#[derive(Clone)]
pub struct EngineConfig {
    pub limits: Limits,
    /// Steps planned ahead of the last committed one: 1 on a CPU, 2 where results come late.
    pub depth: u32,
    /// Whether prefixes are cached, where the model and the limits allow it.
    pub prefix_cache: bool,
    /// Looks at logits; for tests and recordings.
    pub row_hook: Option<RowHook>,
    /// Tests only: preempts at random steps and cuts chunks at random, from a seed.
    pub chaos: Option<Chaos>,
    /// Tests only: breaks the engine on purpose.
    pub test_fault: Option<TestFault>,
}

impl EngineConfig {
    /// Depth 1, the prefix cache on, and nothing for tests.
    pub fn new(limits: Limits) -> Self {
        Self { limits, depth: 1, prefix_cache: true, row_hook: None, chaos: None, test_fault: None }
    }
}

/// Faults that the invariant tests plant to show that they would notice. Never set in a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestFault {
    /// Recurrent state is not carried from one prompt chunk to the next.
    ChunkForgetsState,
    /// A sequence reads the KV blocks of the sequence beside it in the step.
    NeighbourBlocks,
    /// A request that is seated again after a preemption has forgotten its generated tokens.
    PreemptionForgetsTokens,
    /// With more than one thread logits differ in their last bit.
    ThreadsChangeSums,
    /// A sequence that goes on from a cached prefix keeps its zeroed recurrent state.
    RestoreForgetsState,
}
