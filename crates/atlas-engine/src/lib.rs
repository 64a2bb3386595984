//! Executing plans: the loop, the runner, memory and the logits pipeline.
//!
//! [`Engine::start`] allocates every pool and starts one thread. Requests reach it as events; it
//! asks the scheduler for a plan, the [runner](crate::runner) executes it, and tokens leave
//! through streams. `docs/contracts/engine.md` lists what it promises.

mod audit;
#[cfg_attr(not(test), expect(dead_code, reason = "for drafts that are rejected"))]
mod checkpoint;
#[cfg(test)]
mod checkpoint_tests;
mod config;
mod counts;
mod departed;
mod engine;
mod explanations;
mod fault;
mod graphs;
mod handle;
mod host;
mod inputs;
mod keeps;
mod launched;
pub mod logits;
mod memory;
mod observer;
mod options;
mod outbox;
mod picking;
mod record;
mod runner;
#[cfg(test)]
mod runner_tests;
mod slots;
mod snapshots;
pub mod testing;
mod tiers;

pub use atlas_sched::Chaos;
pub use config::{EngineConfig, Part, RowHook, StepTaps, TestFault};
pub use engine::{Engine, StartError};
pub use graphs::{GraphProgress, GraphsAtStart};
pub use handle::EngineHandle;
pub use host::{HostPlace, HostProbe, Kind as HostKind, object_bytes};
pub use memory::{MemoryError, MemoryPlan, Pool, kv_dtype};
pub use observer::{EngineObserver, NoObserver, StepTiming};
