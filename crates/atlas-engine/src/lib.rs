//! Executing plans: the loop, the runner, memory and the logits pipeline.
//!
//! [`Engine::start`] allocates every pool and starts one thread. Requests reach it as events; it
//! asks the scheduler for a plan, the [runner](crate::runner) executes it, and tokens leave
//! through streams. `docs/contracts/engine.md` lists what it promises.

mod audit;
mod config;
mod counts;
mod departed;
mod engine;
mod explanations;
mod fault;
mod graphs;
mod handle;
mod inputs;
mod keeps;
mod launched;
mod observer;
mod options;
mod outbox;
mod picking;
mod record;
mod runner;
#[cfg(test)]
mod runner_tests;
pub mod sampling;
mod state;
pub mod testing;

pub use atlas_sched::Chaos;
pub use config::{EngineConfig, Part, RowHook, StepTaps, TestFault};
pub use engine::{Engine, StartError};
pub use graphs::{GraphProgress, GraphsAtStart};
pub use handle::EngineHandle;
pub use observer::{EngineObserver, NoObserver, StepTiming};
pub use state::host_tier::{HostPlace, HostProbe, Kind as HostKind, object_bytes};
pub use state::memory::{MemoryError, MemoryPlan, Pool, kv_dtype};
