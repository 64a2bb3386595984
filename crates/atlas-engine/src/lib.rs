//! Executing plans: the loop, the runner, memory and the logits pipeline.
//!
//! [`Engine::start`] allocates every pool and starts one thread. Requests reach it as events; it
//! asks the scheduler for a plan, the [runner](crate::runner) executes it, and tokens leave
//! through streams. `docs/contracts/engine.md` lists what it promises.

mod engine;
mod runner;
pub mod sampling;
mod state;
pub mod testing;

pub use atlas_sched::Chaos;
pub use engine::config::{
    EngineConfig, GraphProgress, GraphsAtStart, RowHook, StateComponent, StepTaps, TestFault,
};
pub use engine::handle::EngineHandle;
pub use engine::observer::{EngineObserver, NoObserver, StepTiming};
pub use engine::{Engine, StartError};
pub use state::host_tier::{HostPlace, HostProbe, Kind as HostKind, object_bytes};
pub use state::memory::{MemoryError, MemoryPlan, Pool, kv_dtype};
