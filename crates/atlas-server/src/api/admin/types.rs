//! Bodies and queries of the routes for operators.

use atlas_core::TokenId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Answer of the health routes.
#[derive(Clone, Debug, Serialize, PartialEq, Eq, ToSchema)]
pub struct HealthBody {
    pub status: &'static str,
}

/// Answer of `/version`.
#[derive(Clone, Debug, Serialize, PartialEq, Eq, ToSchema)]
pub struct VersionBody {
    pub version: &'static str,
}

/// Which request.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PrefixQuery {
    /// The id of its answer: `chatcmpl-...`, `cmpl-...`, `msg_...` or `resp_...`. Without it, the
    /// tree is told.
    pub request: Option<String>,
}

/// Tokens found in the prefix cache for each choice of an answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PrefixReport {
    pub request: String,
    pub choices: Vec<ChoiceReport>,
}

/// Tokens found in the prefix cache for one choice.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChoiceReport {
    pub index: u32,
    pub prompt_tokens: u32,
    /// Tokens whose keys and values are cached.
    pub matched_tokens: u32,
    /// Tokens after which every layer could go on.
    pub usable_tokens: u32,
    /// Where the state after them was: `device`, or `host` if it was copied back from there.
    pub tier: Option<&'static str>,
    /// Tokens that were computed.
    pub recomputed_tokens: u32,
    /// `last_token`, `no_snapshot`, `window`, `on_host`, `prompt_logprobs`, `parted`, `end` or
    /// `forked`.
    pub why: &'static str,
    /// The same in words.
    pub because: &'static str,
    /// Where the nearest cached prompt goes on with other tokens.
    pub parting: Option<PartingReport>,
}

/// Where two prompts part.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PartingReport {
    /// Of the first token that differs.
    pub position: u32,
    /// Text before it, which both have.
    pub before: Option<String>,
    /// Text from there on as it is cached, and as it was asked for.
    pub cached: Option<String>,
    pub asked: Option<String>,
    pub cached_tokens: Vec<TokenId>,
    pub asked_tokens: Vec<TokenId>,
}
