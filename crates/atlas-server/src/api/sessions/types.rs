//! Bodies of `/v1/sessions`.

use crate::api::fields::{Field, used};
use atlas_core::{SessionDone, TokenId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Fields of a session to save.
pub const SAVE: &[Field] = &[used("name"), used("answer"), used("choice")];

/// Body of `POST /v1/sessions`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SaveRequest {
    /// 1 to 64 letters, digits, `-`, `_` and `.`, the first no `.`. A session of that name is
    /// replaced.
    #[schema(required)]
    pub name: Option<String>,
    /// Id of an answer that has ended, of any API: `chatcmpl-...`, `cmpl-...`, `resp_...`,
    /// `msg_...`.
    #[schema(required)]
    pub answer: Option<String>,
    /// Index of the choice (default 0).
    #[serde(default)]
    pub choice: u32,
}

/// A saved session.
#[derive(Clone, Debug, Serialize, PartialEq, Eq, ToSchema)]
pub struct SessionObject {
    pub id: String,
    /// `session`.
    pub object: &'static str,
    /// Unix time in seconds.
    pub created: u64,
    /// Tokens of the prompt and the answer.
    pub tokens: usize,
    pub prompt_tokens: u32,
    /// Tokens whose state is kept: those behind them are computed again.
    pub cached_tokens: u32,
    /// Seed of the answer. With it, `token_ids` as the prompt and the same sampling parameters,
    /// `/v1/completions` goes on as the answer would have.
    pub seed: u64,
    /// Bytes of its files.
    pub bytes: u64,
    /// All tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_ids: Option<Vec<TokenId>>,
}

/// Answer of `GET /v1/sessions`.
#[derive(Clone, Debug, Serialize, PartialEq, Eq, ToSchema)]
pub struct SessionList {
    /// `list`.
    pub object: &'static str,
    pub data: Vec<SessionObject>,
}

/// Answer of `DELETE /v1/sessions/{id}`.
#[derive(Clone, Debug, Serialize, PartialEq, Eq, ToSchema)]
pub struct DeletedSession {
    pub id: String,
    pub object: &'static str,
    pub deleted: bool,
}

impl SessionObject {
    pub fn new(id: String, session: SessionDone) -> Self {
        let SessionDone { head, cached_tokens, bytes } = session;
        Self {
            id,
            object: "session",
            created: head.created,
            tokens: head.tokens.len(),
            prompt_tokens: head.prompt_len,
            cached_tokens,
            seed: head.seed,
            bytes,
            token_ids: None,
        }
    }
}
