//! The fake model: the next token is a hash of the whole prefix.

use crate::rng::mix;
use atlas_cache::Namespace;
use atlas_core::TokenId;

/// Tokens are below this.
const VOCAB_SIZE: u64 = 1 << 20;

/// One token in this many ends an answer.
const STOP_EVERY: u32 = 32;

/// Layers of the fake model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelLayers {
    /// Whether it has a recurrent layer.
    pub recurrent: bool,
    /// Positions that a row of the paged layer sees, if not all.
    pub window: Option<u32>,
}

impl ModelLayers {
    /// The first position that the row at `position` sees.
    pub fn first_seen(self, position: u32) -> u32 {
        self.window.map_or(0, |window| (position + 1).saturating_sub(window))
    }
}

/// State before the first token: tenants and adapters have different states for the same tokens.
pub fn start(namespace: &Namespace) -> u64 {
    namespace.salt.iter().fold(u64::from(namespace.adapter), |s, &b| mix(s ^ u64::from(b) ^ 77))
}

/// State of the recurrent layer after one more token.
pub fn recur(state: u64, token: TokenId) -> u64 {
    mix(state.rotate_left(23) ^ u64::from(token))
}

/// Entry of the paged layer at a position, from the entry before it (0 at the start), the token and
/// the recurrent state there: like a deep layer's K and V it depends on the whole prefix.
pub fn entry(before: u64, token: TokenId, recurrent: u64) -> u64 {
    mix(before.rotate_left(17) ^ mix(u64::from(token) ^ recurrent))
}

/// Digest of the entries before a position that its own is computed from: the one right before it
/// and, through a window, the oldest one that it sees, so that a row reads both ends of its window.
pub fn history(start: u64, before: Option<u64>, oldest: Option<u64>) -> u64 {
    let before = before.unwrap_or(start);
    oldest.map_or(before, |oldest| mix(before ^ oldest.rotate_left(29)))
}

/// Attention over one more entry.
pub fn attend(sum: u64, entry: u64) -> u64 {
    mix(sum.rotate_left(11) ^ entry)
}

/// The token picked from the sum of attention and the recurrent state.
pub fn pick(sum: u64, recurrent: u64) -> TokenId {
    (mix(sum ^ recurrent.rotate_left(32)) % VOCAB_SIZE) as TokenId
}

/// Change of each token of the `index`-th request of a group, so that answers differ. It changes no
/// stop token.
pub fn twist(index: u64) -> TokenId {
    (mix(index) % VOCAB_SIZE) as TokenId / STOP_EVERY * STOP_EVERY
}

/// The entries of `prefix`, computed from nothing but the prefix and its start, and the recurrent
/// state behind it.
pub fn entries(start: u64, prefix: &[TokenId], layers: ModelLayers) -> (Vec<u64>, u64) {
    let mut recurrent = first_state(start, layers.recurrent);
    let mut entries: Vec<u64> = Vec::with_capacity(prefix.len());
    for (position, &token) in prefix.iter().enumerate() {
        if layers.recurrent {
            recurrent = recur(recurrent, token);
        }
        let first = layers.first_seen(position as u32) as usize;
        let seen = &entries[first.min(position)..];
        let oldest = seen.first().filter(|_| layers.window.is_some());
        let before = history(start, seen.last().copied(), oldest.copied());
        entries.push(entry(before, token, recurrent));
    }
    (entries, recurrent)
}

/// The token that follows `prefix`, computed from nothing but the prefix and its start.
pub fn next_token(start: u64, prefix: &[TokenId], layers: ModelLayers) -> TokenId {
    let (entries, recurrent) = entries(start, prefix, layers);
    let last = (prefix.len() as u32).saturating_sub(1);
    let seen = entries.get(layers.first_seen(last) as usize..).unwrap_or_default();
    pick(seen.iter().fold(0, |sum, &entry| attend(sum, entry)), recurrent)
}

/// The recurrent state before the first token; 0, and never anything else, without such a layer.
pub fn first_state(start: u64, is_recurrent: bool) -> u64 {
    if is_recurrent { start } else { 0 }
}

/// Whether a token ends the answer.
pub fn is_stop(token: TokenId) -> bool {
    token.is_multiple_of(STOP_EVERY)
}
