//! The vocabulary of Atlas: ids, spans, plans, requests, sampling parameters, state specs, limits
//! and the engine interface. Everything here is plain data; no crate above it may be named.

pub mod constraint;
pub mod engine;
pub mod error;
pub mod ids;
pub mod limits;
pub mod plan;
pub mod request;
pub mod sampling;
pub mod state_spec;

pub use constraint::{Allowed, Constraint, ConstraintError, ROLLBACK_TOKENS, Settled};
pub use engine::{
    Departure, Departures, EngineStats, FinishDetail, FinishReason, Finished, PositionLogprobs,
    PrefixCounts, StreamSender, SubmitError, TokenEngine, TokenEvent, TokenLogprob, TokenStream,
    Usage, token_stream,
};
pub use error::EngineError;
pub use ids::{BlockId, Epoch, RequestId, SlotId, SnapshotId, TokenId};
pub use limits::{Limits, LimitsError};
pub use plan::{
    BlockAppend, BlockSwap, Retire, Seat, SlotDrop, Span, SpanResult, StateCopy, StateRestore,
    StateSave, StepPlan, StepResult, Want,
};
pub use request::{GenerateRequest, Priority};
pub use sampling::{DryParams, LogprobsMode, SamplingParams};
pub use state_spec::StateSpec;
