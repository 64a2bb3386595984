//! What runs next: admission, step planning, preemption and commit as a pure state machine, with
//! the simulator that drives it.
//!
//! There is no clock, thread, I/O, float or device in here, and no order that depends on a hash:
//! the same calls give the same plans. The scheduler sees lengths and positions, and tokens only
//! to find cached prefixes.
//! What it promises is in `docs/contracts/scheduler.md`.

mod admit;
mod audit;
mod commit;
mod explain;
mod fault;
mod fork;
mod integrity;
mod prefix;
mod promote;
mod queue;
pub mod rng;
mod scheduler;
mod sequence;
pub mod sim;
mod step;
mod swap;
mod types;
mod window;

pub use audit::Audit;
pub use fault::{Fault, FaultPlan};
pub use integrity::IntegrityError;
pub use scheduler::Scheduler;
pub use types::{
    CancelOutcome, Chaos, Event, MoveCost, PrefixOptions, PrefixPrompt, Refusal, SchedOptions,
    SchedRequest, SchedStats,
};
