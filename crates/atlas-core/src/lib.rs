//! The vocabulary of Atlas: ids, spans, state operations, plans, requests, sampling parameters,
//! state specs, limits and the engine interface. Everything here is plain data; no crate above it
//! may be named.

pub mod activity;
pub mod constraint;
pub mod engine;
pub mod error;
pub mod git_lfs;
pub mod ids;
pub mod kv_format;
pub mod limits;
pub mod plain_json;
pub mod plan;
pub mod request;
pub mod sampling;
pub mod session;
pub mod state_op;
pub mod state_spec;

pub use activity::{
    Activity, OutlineQuery, PrefixNode, PrefixOutline, RecentExplanation, RunningRequest, SpanKind,
    SpanRecord, StepRecord, WaitReason, WaitingRequest, Watch,
};
pub use constraint::{Allowed, Constraint, ConstraintError, ROLLBACK_TOKENS, Settled};
pub use engine::{
    CacheExplanation, CacheLimit, CacheParting, DRAFT_PLACES, Departure, Departures, EngineStats,
    FinishDetail, FinishReason, Finished, KvTierCounts, PositionLogprobs, PrefixCounts,
    PromptCounts, RequestTimes, SessionResult, StreamSender, TierCounts, TokenEngine, TokenEvent,
    TokenLogprob, TokenStream, Usage, token_stream,
};
pub use error::{EngineError, SubmitError};
pub use ids::{
    BlockId, Epoch, HostBlockId, HostSnapshotId, RequestId, SlotId, SnapshotId, TokenId,
};
pub use kv_format::{KV_GROUP, KvFormat, KvFormats};
pub use limits::{HostPlaces, Limits, LimitsError};
pub use plain_json::plain_json;
pub use plan::{Span, SpanResult, StepPlan, StepResult, Want};
pub use request::{CacheHints, ClientId, GenerateRequest, Priority};
pub use sampling::{DryParams, LogprobsMode, SamplingParams};
pub use session::{
    EndedRequest, SESSION_PARTIAL, SessionDone, SessionError, SessionHead, SessionRestore,
    SessionSave,
};
pub use state_op::{
    BlockAppend, BlockRelease, BlockReplace, ContentKey, DropReason, SlotAssign, SlotDrop,
    StateFork, StateOp, StateRestore, StateSave, Tier, TierCopy, TierObject,
};
pub use state_spec::{StateSpec, first_block_seen};
