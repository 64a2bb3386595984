//! `/debug/prefix` without a request: the tree of cached prefixes.

use super::answer::{reason, tier_name};
use super::engine_state::millis;
use super::types::PrefixReport;
use crate::http::auth::Tenant;
use crate::http::errors::ApiError;
use crate::served_model::ServedModel;
use atlas_core::{OutlineQuery, PrefixNode};
use serde::Serialize;
use std::time::Duration;
use utoipa::ToSchema;

/// Answer of `/debug/prefix`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum PrefixAnswer {
    Request(PrefixReport),
    Tree(TreeReport),
}

/// Most nodes, tokens of a node whose text is shown, characters of it, and breaks.
const NODES_MAX: usize = 500;
const TOKENS_MAX: usize = 48;
const TEXT_CHARS: usize = 80;
const BREAKS_MAX: usize = 50;

/// Longest time for which a step is waited for.
const WAIT_MAX: Duration = Duration::from_secs(20);

/// The tree of cached prefixes.
#[derive(Debug, Serialize, ToSchema)]
pub struct TreeReport {
    /// The most recently used nodes, each after its parent.
    nodes: Vec<NodeReport>,
    /// Nodes that are not listed.
    left_out: usize,
    /// Latest places where a prompt's cached prefix ended, oldest first.
    breaks: Vec<BreakReport>,
}

#[derive(Debug, Serialize, ToSchema)]
struct NodeReport {
    id: u32,
    parent: Option<u32>,
    tokens: u32,
    blocks: u32,
    snapshot: bool,
    tier: &'static str,
    /// Uses of the cache since the node's own last one.
    uses_since: u64,
    /// Whether sequences in slots use its blocks.
    used: bool,
    /// Its first characters; empty for prefixes of other tenants, and of requests with a salt.
    text: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct BreakReport {
    /// Milliseconds since 1970.
    time: u64,
    reason: &'static str,
    at_token: u32,
}

/// The tree as a caller of `tenant` may see it.
///
/// # Errors
/// 503 if the engine ends or does not get to it.
pub async fn report(model: &ServedModel, tenant: Tenant) -> Result<TreeReport, ApiError> {
    let salt = Some(tenant.salt(None).into());
    let query = OutlineQuery { nodes_max: NODES_MAX, salt, tokens_max: TOKENS_MAX };
    let outline = tokio::time::timeout(WAIT_MAX, model.engine().outline(query)).await;
    let Ok(Ok(outline)) = outline else {
        return Err(ApiError::unavailable("the engine does not tell of its prefix cache now"));
    };
    let (breaks, _) = model.engine().explanations(BREAKS_MAX);
    let breaks = breaks.into_iter().map(|one| BreakReport {
        time: millis(one.at),
        reason: reason(one.explanation.why),
        at_token: one.explanation.usable_tokens,
    });
    Ok(TreeReport {
        nodes: outline.nodes.iter().map(|node| node_report(model, node)).collect(),
        left_out: outline.left_out,
        breaks: breaks.collect(),
    })
}

fn node_report(model: &ServedModel, node: &PrefixNode) -> NodeReport {
    let text = model.tokenizer().map(|t| t.decode(&node.first_tokens, false));
    NodeReport {
        id: node.id,
        parent: node.parent,
        tokens: node.tokens,
        blocks: node.blocks,
        snapshot: node.snapshot,
        tier: tier_name(node.tier),
        uses_since: node.uses_since,
        used: node.used,
        text: text.unwrap_or_default().chars().take(TEXT_CHARS).collect(),
    }
}
