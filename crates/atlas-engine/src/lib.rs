//! Executing plans: the loop, the runner, memory and the logits pipeline.
//!
//! [`Engine::start`] allocates every pool and starts one thread. Requests reach it as events; it
//! asks the scheduler for a plan, the [runner](crate::runner) executes it, and tokens leave
//! through streams. `docs/contracts/engine.md` lists what it promises.

mod draft;
mod engine;
mod faults;
mod runner;
pub mod sampling;
mod session;
mod state;
#[cfg(feature = "testkit")]
pub mod testing;

pub use atlas_disk::{Faults as DiskFaults, room_for, sequential_read};
pub use atlas_sched::Chaos;
pub use draft::{Ngram, Propose, Proposer};
pub use engine::config::{EngineConfig, GraphProgress, GraphsAtStart, RowHook, StepTaps};
pub use engine::handle::EngineHandle;
pub use engine::observer::{EngineObserver, NoObserver, StepTiming};
pub use engine::{Engine, StartError};
#[cfg(feature = "faults")]
pub use faults::{HostProbe, TestFault};
pub use state::host_tier::object_bytes;
#[cfg(feature = "faults")]
pub use state::host_tier::{HostPlace, Kind as HostKind};
pub use state::memory::{MemoryError, MemoryPlan, Pool};
pub use state::tier::{TierConfig, TierError, TierSizes, blocks_within};
