//! The scheduler as a pure state machine: admission, step planning, preemption and commit, with
//! the simulator that drives it.
//!
//! There is no clock, thread, I/O or device in here, and no order that depends on a hash: the same
//! calls give the same plans. The times of steps, by which a step's prompt tokens are chosen, are
//! among these calls. The scheduler sees lengths and positions, and tokens only to find cached
//! prefixes. Its promises are in `docs/contracts/scheduler.md`.

mod admission;
mod cache;
mod chaos;
mod faults;
mod integrity;
mod lane;
mod outstanding;
mod plan_builder;
mod request;
pub mod rng;
mod row_shares;
mod running;
mod scheduler;
mod sequence;
#[cfg(feature = "testkit")]
pub mod sim;
mod step_cost;
mod step_times;
mod types;
mod waiting;

pub use cache::audit::Audit;
pub use cache::held::HeldPrefix;
#[cfg(feature = "faults")]
pub use faults::{Fault, FaultGroup, FaultPlan, MARKER as FAULT_MARKER};
pub use integrity::IntegrityError;
pub use scheduler::Scheduler;
pub use step_cost::StepShape;
pub use types::{
    CancelOutcome, Chaos, CopyCost, Event, PrefixOptions, PrefixPrompt, Refusal, SchedOptions,
    SchedRequest, SchedStats, Transfer,
};
pub use waiting::QueueCounts;
