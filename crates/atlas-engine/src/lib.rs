//! Executing plans: the loop, the runner, memory and the logits pipeline.
//!
//! [`Engine::start`] allocates every pool and starts one thread. Requests reach it as events; it
//! asks the scheduler for a plan, the [runner](crate::runner) executes it, and tokens leave
//! through streams. `docs/contracts/engine.md` lists what it promises.

mod config;
mod departed;
mod engine;
mod fault;
mod handle;
pub mod logits;
mod memory;
mod observer;
mod record;
mod runner;
#[cfg(test)]
mod runner_tests;
mod slots;
mod snapshots;
pub mod testing;

pub use atlas_sched::Chaos;
pub use config::{EngineConfig, RowHook, TestFault};
pub use engine::{Engine, StartError};
pub use handle::EngineHandle;
pub use memory::{MemoryError, MemoryPlan, Pool, kv_dtype};
pub use observer::{EngineObserver, NoObserver, StepTiming};
