//! Loads from the host: cached prefixes and swapped state that are copied to the device before
//! their requests start.
//!
//! If the host has more of a waiting request than the device, the request waits until that is
//! copied, and starts with what was not damaged.

use crate::cache::blocks::KvBlocks;
use crate::cache::prefix::Prefix;
use crate::cache::swap::SwapIn;
use crate::request::Request;
use atlas_cache::{Match, Promotion, cost};

/// Copies from the host for one request.
#[derive(Debug, Default)]
pub(crate) struct Load {
    /// Copies of the cached prefix.
    pub promotion: Option<Promotion>,
    /// Copies of the request's own state, if it was swapped out.
    pub swap_in: Option<SwapIn>,
}

impl Load {
    /// Starts to promote the cached prefix of a request, if it is worth the copies and there is
    /// room. `owed`: blocks that must stay free.
    pub fn promote(
        request: &Request,
        found: &Match,
        owed: u32,
        prefix: &mut Prefix,
        blocks: &KvBlocks,
    ) -> Option<Self> {
        let (kept, usable, lacks) = (found.kept_tokens, found.usable_tokens, found.lacks_blocks);
        let bytes = prefix.policy.cost.bytes(lacks, 1);
        let has_room = blocks.available() >= lacks.saturating_add(owed);
        if kept <= usable || !has_room || !prefix.policy.cost.pays(bytes, cost(usable, kept)) {
            return None;
        }
        let key = request.key.as_ref()?;
        let promotion = prefix.index.promote(&key.namespace, &key.tokens, kept)?;
        let mut promotion = prefix.fill(promotion, &blocks.pool)?;
        prefix.index.start_promotion(&mut promotion);
        Some(Self { promotion: Some(promotion), swap_in: None })
    }
}
