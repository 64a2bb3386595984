//! Sessions: the state behind the tokens of a request, in files that outlive the process.

use crate::error::SubmitError;
use crate::ids::TokenId;
use crate::request::ClientId;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;

/// The tokens of a request that has ended, and what a session of it keeps beside them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedRequest {
    /// Tokens of the prompt, then of the answer.
    pub tokens: Arc<[TokenId]>,
    pub prompt_len: u32,
    /// Seed of its draws, which are keyed by (seed, position).
    pub seed: u64,
    /// Salt and adapter of its cached state.
    pub salt: Arc<[u8]>,
    pub adapter: u32,
}

/// The tokens of a session, and all that is kept beside their state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionHead {
    /// Tokens of the prompt, then of the answer.
    pub tokens: Vec<TokenId>,
    pub prompt_len: u32,
    pub seed: u64,
    /// Anything that the caller wants back.
    pub label: String,
    /// Unix time in seconds.
    pub created: u64,
}

/// A session to write: the state behind the first tokens of `head`, which is computed again where
/// it is not cached.
#[derive(Clone, Debug)]
pub struct SessionSave {
    /// Folder of its files, which is made, or takes the place of an older one when it is complete.
    pub folder: PathBuf,
    pub head: SessionHead,
    pub salt: Arc<[u8]>,
    pub adapter: u32,
    /// Most bytes of its files.
    pub bytes_max: u64,
    /// Whose request it is that caches what of the tokens is not cached.
    pub client: ClientId,
}

/// A session to read into the prefix cache.
#[derive(Clone, Debug)]
pub struct SessionRestore {
    pub folder: PathBuf,
    pub salt: Arc<[u8]>,
    pub adapter: u32,
}

/// Prefix of the name of a folder that is being written; the number of its process follows.
pub const SESSION_PARTIAL: &str = ".partial-";

/// A session on the disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionDone {
    pub head: SessionHead,
    /// Tokens whose state the session holds.
    pub cached_tokens: u32,
    /// Bytes of its files.
    pub bytes: u64,
}

/// Why a session was not written or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SessionError {
    #[error("there is no such session")]
    Missing,
    #[error("the session is of something else: {0}")]
    Foreign(String),
    #[error("the session is damaged: {0}")]
    Damaged(String),
    #[error("the state of these tokens does not stay cached")]
    NotCached,
    #[error("the session needs {needed} bytes and may have {allowed}")]
    TooLarge { needed: u64, allowed: u64 },
    #[error("the session has {tokens} tokens, and {seq_len_max} is the longest sequence here")]
    TooLong { tokens: u32, seq_len_max: u32 },
    #[error("the session needs {needed} bytes more, and the disk has {free} free")]
    Full { needed: u64, free: u64 },
    #[error("running requests hold the memory that the session needs; try again later")]
    NoRoom,
    #[error("{0}")]
    Refused(SubmitError),
    #[error("{0}")]
    Unserved(&'static str),
    #[error("{0}")]
    Disk(String),
}
